"""Mago Magino's rule of thumb is a sensible player."""

import numpy as np
import pytest

from zauber.games.compiling.link import compiled
from zauber.games.contract.kernel import Array, Record, advise, apply, below, conceal, moves, outcome, setup, sow
from zauber.games.mago_magino import GAME
from zauber.games.mago_magino.rules import MOST_MOVES, State


def duel(e: Record, states: Array, seats: int, number: int, every: int, options: Array, shares: Array) -> int:
    """One match: the rule of thumb on seat `number % seats`, or on every seat; chance on the others."""
    s = states[0]
    sow(s, 17, number)
    setup(e, s, seats)
    thumb = number % seats
    decisions = 0
    while s.turn >= 0:
        seat = s.turn
        n = moves(e, s, seat, options)
        action = options[below(s, n)]
        if every or seat == thumb:
            states[1] = states[0]
            mine = states[1]
            conceal(e, mine, seat)
            sow(mine, number, decisions)
            action = advise(e, mine, seat, options, n)
        apply(e, s, seat, action)
        decisions += 1
    outcome(e, s, shares)
    return decisions


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_rule_of_thumb_beats_chance(seats: int) -> None:
    play = GAME.linker(compiled)(duel)
    e = GAME.edition("", {"turn_limit": 5000}).record
    won = 0.0
    for number in range(60):
        states, shares = np.zeros(2, State), np.zeros(5, np.float32)
        play(e, states, seats, number, 0, np.zeros(MOST_MOVES, np.int32), shares)
        won += shares[number % seats]
    assert won >= 57


@pytest.mark.parametrize("edition", GAME.editions)
@pytest.mark.parametrize("seats", [2, 4, 5])
def test_a_table_of_bots_alone_comes_to_an_end(edition: str, seats: int) -> None:
    play = GAME.linker(compiled)(duel)
    e = GAME.edition(edition, {"turn_limit": 5000}).record
    for number in range(300):
        states, shares = np.zeros(2, State), np.zeros(5, np.float32)
        decisions = play(e, states, seats, number, 1, np.zeros(MOST_MOVES, np.int32), shares)
        assert shares.max() == 1
        assert decisions < 1500
