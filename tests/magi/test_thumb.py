"""Magi's rule of thumb is a sensible player."""

import functools
from typing import Any

import numpy as np

from zauber.games.compiling.link import compiled
from zauber.games.contract.kernel import Array, Record, advise, apply, below, conceal, moves, outcome, setup, sow
from zauber.games.magi import GAME, rules
from zauber.games.magi.cards import SEATS

from .table import NOTATIONS, Table
from .test_cards_and_deal import FILL


def duel(e: Record, states: Array, seats: int, seed: int, matches: int, options: Array, shares: Array) -> None:
    """Seat 0 plays by rule of thumb, the others at random; `shares[1]` sums up what each has won.

    `states[0]` is the position, `states[1]` what a seat knows, `states[2]` chance for the others, `states[3]` empty.
    """
    s = states[0]
    sow(states[2], seed, matches)
    for match in range(matches):
        states[0] = states[3]
        sow(s, seed, match)
        setup(e, s, seats)
        while s.turn >= 0:
            seat = s.turn
            n = moves(e, s, seat, options)
            choice = options[below(states[2], n)]
            if seat == 0:
                states[1] = states[0]
                conceal(e, states[1], seat)
                choice = advise(e, states[1], seat, options, n)
            apply(e, s, seat, choice)
        outcome(e, s, shares[0])
        for seat in range(seats):
            shares[1, seat] += shares[0, seat]


@functools.cache
def dueller() -> Any:
    return GAME.linker(compiled)(duel)


def share_of_thumb(seats: int, matches: int) -> float:
    shares = np.zeros((2, SEATS), np.float64)
    options = np.zeros(rules.MOST_MOVES, np.int32)
    states = np.zeros(4, rules.State)
    dueller()(GAME.edition().record, states, seats, 5, matches, options, shares)
    return float(shares[1, 0]) / matches


def test_the_rule_of_thumb_beats_random_players() -> None:
    assert share_of_thumb(4, 400) > 0.9
    assert share_of_thumb(8, 200) > 0.8


def advice(table: Table, letter: str) -> str:
    seat = ord(letter) - ord("A")
    seen = table.s.copy()
    GAME.interpreted.conceal(table.e, seen, seat)
    n = rules.moves(table.e, seen, seat, table.out)
    choice: str = NOTATIONS[int(GAME.interpreted.advise(table.e, seen, seat, table.out, n))]
    return choice


def test_A31_it_always_says_magi_and_always_catches() -> None:
    table = Table().lay([["red cup", "blue sword"], *FILL]).do("play red cup")
    assert advice(table, "A") == "magi"
    table.do("silent")
    assert [advice(table, letter) for letter in "BCD"] == ["catch A"] * 3


def test_it_goes_out_when_it_can() -> None:
    table = Table().lay([["archmage"], *FILL])
    for expected in ("play archmage", "select", "again", "draw 0"):
        assert advice(table, "A") == expected
        table.do(expected)
    assert table.s.rounds == 2


def test_under_a_drawcount_it_shoots_whoever_has_the_fewest_cards() -> None:
    hands = [["red parchment", "red cup", "red cup"], FILL[0], ["blue cup"], FILL[2]]
    table = Table().lay(hands, drawcount=3)
    assert advice(table, "A") == "play red parchment"
    assert advice(table.do("play red parchment"), "A") == "shoot C"
