"""Advice for a seat. It comes from the bots, which build on positions and matches: this is the one call that leads to a
layer above, so they are imported when somebody asks."""

import importlib
from collections.abc import Sequence
from typing import Any


def advise(
    known: Any,
    moves: Sequence[int],
    names: Sequence[str],
    iterations: int,
    milliseconds: int,
    seed: int,
    match: Any = None,
) -> Any:
    """The advice of `bots.advice` for the viewer of a concealed position; `match` is what it has been able to watch."""
    bots, advice = importlib.import_module("zauber.bots"), importlib.import_module("zauber.bots.advice")
    seen = bots.seen_by(match, known.viewer) if match is not None and known.game.memory else ()
    of = (known.game, known.edition, known.seats, known.viewer, known.record, moves, names)
    return advice.advise(*of, budget=bots.Budget(iterations, milliseconds), seed=seed, seen=seen)
