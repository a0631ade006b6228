"""Honest undo: an action may be taken back only if nobody could have learned anything from it.

It follows from what a seat may know. The action must have used no chance, and in every world that a seat (or a
spectator) could have thought possible before it, the same action must have been legal and have led to what that seat
sees now. Then nobody knows more than before. Only a fact that few worlds would show is named by the game (`reveals`).
"""

from collections.abc import Iterator

from ..games.compiling.link import plain
from ..games.contract.kernel import NOBODY
from .fairness import Chance
from .moves import Ply
from .position import Position

WORLDS_AT_ONCE = 16  # worlds per batch, for a game with fast rules
WORLDS = 64  # imagined per viewer; a fact that is news in one world out of twenty is missed once in 26 times


def tells_nothing(before: Position, after: Position, ply: Ply, viewer: int, chance: Chance) -> bool:
    """Whether the viewer knew no more after an action than before it. Worlds are imagined with the match's chance."""
    return all(look_into_worlds(before, after, ply, viewer, chance))


def is_said_to_reveal(before: Position, after: Position, ply: Ply, viewer: int) -> bool:
    """Whether the game says that the action tells the viewer something, given what everybody knows. So the answer is
    exact, and itself tells nothing of what is hidden."""
    game = before.game
    if (reveals := game.extra("reveals")) is None:
        return False
    e, s, t = before.edition.record, before.known_to(NOBODY).record, after.known_to(NOBODY).record
    return bool(game.linker(plain)(reveals)(e, s, t, ply.seat, ply.action, viewer))


def look_into_worlds(
    before: Position, after: Position, ply: Ply, viewer: int, chance: Chance, worlds: int = WORLDS
) -> Iterator[bool]:
    """For each of several imagined worlds: whether the action tells the viewer nothing there.

    They are imagined in batches, so that the caller can do other things in between.
    """
    if is_said_to_reveal(before, after, ply, viewer):
        yield False
        return
    known, then = before.known_to(viewer), after.known_to(viewer)
    seen = before.witness(ply.action, viewer, ply.seat)
    count = 1 if before.game.heavy else WORLDS_AT_ONCE
    first = (ply.number * 32 + viewer + 1) * WORLDS
    for number in range(first, first + worlds, count):
        chances = [chance.bytes_for_world(number + one) for one in range(min(count, first + worlds - number))]
        yield from known.foresee(chances, ply.action, ply.seat, seen, then)
