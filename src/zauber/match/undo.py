"""Honest undo: an action may be taken back only if nobody could have learnt anything from it.

No game says what that means; it follows from what a seat may know. The action must have used no chance, and
in every world that a seat (or a spectator) might have thought possible before it, the same action must have
been legal and have led to what that seat sees now. Then nobody knows more than before.
"""

from typing import TYPE_CHECKING

import numpy as np

from ..errors import CannotUndo
from ..games.kernel import NOBODY, Record
from .moves import Ply

if TYPE_CHECKING:
    from .match import Match

WORLDS = 64  # imagined for every viewer; a fact that is news in one world of twenty is missed once in 26 times


def check_undo(match: "Match") -> None:
    """Raise `CannotUndo` when the last action of the match cannot be taken back."""
    if not match.plies:
        raise CannotUndo("There is nothing to take back: nobody has acted yet.")
    last = match.plies[-1]
    if used_chance(match, last.number):
        raise CannotUndo(f"“{last}” cannot be taken back: chance has decided something since.")
    for viewer in (NOBODY, *range(match.seats)):
        if not _tells_nothing(match, last, viewer):
            raise CannotUndo(f"“{last}” cannot be taken back: somebody has seen something by it.")


def used_chance(match: "Match", ply: int) -> bool:
    """Whether action number `ply` (0: the set-up) used chance."""
    after = match._states[ply]
    untouched = match.game.new_state()
    match._chance.set(untouched, ply)
    return bool((after.rng != untouched.rng).any())


def _tells_nothing(match: "Match", ply: Ply, viewer: int) -> bool:
    before = match.position(viewer, ply.number - 1)
    seen = match.position(viewer).tobytes()
    return all(_same(match, ply, viewer, _world(match, before, viewer, i), seen) for i in range(WORLDS))


def _world(match: "Match", before: Record, viewer: int, number: int) -> Record:
    world = before.copy()
    match._chance.set_for_world(world, (len(match.plies) * 32 + viewer + 1) * WORLDS + number)
    match.rules.imagine(match.edition.record, world, viewer)
    return world


def _same(match: "Match", ply: Ply, viewer: int, world: Record, seen: bytes) -> bool:
    """Whether the action, taken in an imagined world, is legal and looks the same to the viewer."""
    edition = match.edition.record
    options = np.zeros(match.game.rules.MOST_MOVES, np.int64)
    n = match.rules.moves(edition, world, ply.seat, options)
    if ply.action not in options[:n]:
        return False
    if match.rules.witness(edition, world, ply.seat, ply.action, viewer) != match._witness(ply, viewer):
        return False
    match.rules.apply(edition, world, ply.seat, ply.action)
    match.rules.conceal(edition, world, viewer)
    return bool(world.tobytes() == seen)
