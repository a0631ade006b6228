"""Checks of the conformance suite about what is secret: actions that a witness must not see, moves that tell more than
`reveals` says, and advice that reads what has been hidden."""

from typing import Any

import numpy as np

from ..compiling.link import plain
from .kernel import HIDDEN, NOBODY

Trial = Any  # a `trial.Trial`, whose module imports this one
COMPARED = 4  # actions of a seat that are compared with each other
WORLDS = 2  # imagined for each viewer of an action that is said to tell nothing


def check_secrets(trial: Trial, seat: int, options: list[int]) -> None:
    """Check that nobody is shown which of several actions was taken if the record hides what it did.

    That is so where two actions without chance lead to different positions which are the same to the viewer. In a game
    in which players must remember, they may have seen what the record does not hold.
    """
    if trial.game.remembered or len(options) < 2:
        return
    after = {}
    dice = np.random.default_rng((trial.seed, trial.step))
    for action in dice.choice(options, min(COMPARED, len(options)), replace=False):
        position = trial.s.copy()
        trial.f.apply(trial.e, position, seat, int(action))
        if position.rng.tobytes() == trial.s.rng.tobytes():
            after[int(action)] = position
    for viewer in trial.viewers:
        if viewer == seat:
            continue
        seen: dict[bytes, tuple[int, bytes]] = {}
        for action, position in after.items():
            if trial.f.witness(trial.e, trial.s, seat, action, viewer) != action:
                continue
            alike = trial.concealed(position, viewer).tobytes()
            other, there = seen.setdefault(alike, (action, position.tobytes()))
            trial.require(
                there == position.tobytes(),
                f"witness() shows viewer {viewer} which of {_names(trial, other, action)} seat {seat} takes, though"
                " conceal() hides what it does: either the action is secret, or everybody knows what it has done.",
            )


def check_reveals(trial: Trial, before: Any, seat: int, action: int) -> None:
    """Check that an action that is said to tell a viewer nothing leads to the same in other worlds, too."""
    declared, after = trial.game.extra("reveals"), trial.s
    if declared is None or after.rng.tobytes() != before.rng.tobytes():
        return
    reveals = trial.game.linker(plain)(declared)
    public = trial.concealed(before, NOBODY), trial.concealed(after, NOBODY)
    for viewer in trial.viewers:
        if reveals(trial.e, *public, seat, action, viewer):
            continue
        known, then = trial.concealed(before, viewer), trial.concealed(after, viewer)
        seen = trial.f.witness(trial.e, before, seat, action, viewer)
        for number in range(WORLDS):
            world = trial.imagined(known, viewer, number)
            alike = action in trial.moves_of(world, seat)
            alike = alike and trial.f.witness(trial.e, world, seat, action, viewer) == seen
            if alike:
                trial.f.apply(trial.e, world, seat, action)
            trial.require(
                alike and trial.concealed(world, viewer).tobytes() == then.tobytes(),
                f"reveals() says that “{trial.game.notations[action]}” of seat {seat} tells viewer {viewer} nothing,"
                " but in another world that the viewer thinks possible it would look different.",
            )


def _names(trial: Trial, one: int, other: int) -> str:
    return " and ".join(f"“{trial.game.notations[action]}”" for action in (one, other))


def check_peeking(trial: Trial, hidden: Any, seat: int, listed: Any, n: int, choice: int) -> None:
    """Check that advice does not depend on rows of other seats that `conceal` has wiped: it would take what is left
    there for the truth. (A row that is marked with HIDDEN may be told from a known one.)"""
    peeked, names = hidden.copy(), []
    for name in trial.game.rules.SEAT_AXES:
        for owner in range(trial.seats):
            true, known = trial.s[name][owner], hidden[name][owner]
            wiped = (true != known) & (known != HIDDEN)
            if owner != seat and np.any(wiped):
                peeked[name][owner] = np.where(wiped, true, known)
                names.append(name)
    if names:
        trial.f.sow(peeked, trial.seed, trial.step)
        trial.require(
            trial.f.advise(trial.e, peeked, seat, listed, n) == choice,
            f"advise() for seat {seat} depends on {', '.join(dict.fromkeys(names))} of other seats, which conceal()"
            " hides from it.",
        )
