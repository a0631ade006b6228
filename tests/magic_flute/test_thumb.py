"""The strength of the rule-of-thumb player."""

from typing import Any

import numpy as np
import pytest

from zauber.engines.driver import begin
from zauber.games.kernel import Array, Record, advise, apply, below, moves, outcome
from zauber.games.link import compiled
from zauber.games.magic_flute import GAME


def duel(e: Record, states: Array, seed: int, games: int, options: Array, shares: Array) -> float:
    """The share that the first seat wins when it plays by rule of thumb against chance."""
    won = 0.0
    s = states[0]
    for game in range(games):
        states[0] = states[1]
        begin(e, s, 2, seed, game)
        while s.turn >= 0:
            n = moves(e, s, s.turn, options)
            action = options[below(s, n)]
            if s.turn == 0:
                action = advise(e, s, s.turn, options, n)
            apply(e, s, s.turn, action)
        outcome(e, s, shares)
        won += shares[0]
    return won / games


@pytest.fixture(scope="module")
def arena() -> Any:
    return GAME.linker(compiled)(duel)


@pytest.mark.parametrize(("edition", "least"), [("house", 0.87), ("short", 0.8), ("long", 0.89), ("double", 0.87)])
def test_the_rule_of_thumb_clearly_beats_chance(arena: Any, edition: str, least: float) -> None:
    e = GAME.edition(edition).record
    buffers = np.zeros(2, GAME.rules.State), 3, 4000, np.zeros(73, np.int16), np.zeros(2)
    assert arena(e, *buffers) > least
