"""The compiled rules against the naive game, decision by decision, with the same choices and the same luck."""

import functools
from typing import Any

import numpy as np
import pytest

from zauber.games.editions import edition_from
from zauber.games.kernel import Array, Record, apply, below, moves, setup, sow
from zauber.games.link import compiled
from zauber.games.magi import GAME, rules

from .table import NOTATIONS, Luck, naive_of, picture_of, picture_of_naive

LONGEST = 4000


def trace(
    e: Record, states: Array, seats: int, seed: int, number: int, options: Array, steps: Array, lists: Array, most: int
) -> int:
    """Play one match at random, anybody acting who may; write down every position, its moves, and what was done.

    `states[0]` is all zeros. `steps[i]` is (seat, action); `lists[i, seat]` has a bit for each legal action.
    Choices come from a source of their own, so that the match's luck is its own.
    """
    dice = states[most + 1]
    sow(dice, seed + 1, number)
    states[1] = states[0]
    sow(states[1], seed, number)
    setup(e, states[1], seats)
    n = 1
    while states[n].turn >= 0 and n < most:
        s = states[n]
        seat = s.turn
        if below(dice, 4) == 0:
            seat = below(dice, seats)
        for other in range(seats):
            count = moves(e, s, other, options)
            for i in range(count):
                lists[n, other, options[i] >> 6] |= np.int64(1) << (options[i] & 63)
        count = moves(e, s, seat, options)
        if count == 0:
            seat = s.turn
            count = moves(e, s, seat, options)
        steps[n, 0] = seat
        steps[n, 1] = options[below(dice, count)]
        states[n + 1] = states[n]
        apply(e, states[n + 1], seat, steps[n, 1])
        n += 1
    return n


@functools.cache
def tracer() -> Any:
    return GAME.linker(compiled)(trace)


def smaller(edition: Any, **numbers: Any) -> Any:
    """The edition with some numbers changed."""
    table = {
        "edition": {"name": "small", "title": "Small", "about": "for a test"},
        "numbers": {k: {"value": numbers.get(k, v), "source": "test"} for k, v in edition.values.items()},
        "options": dict(edition.options),
    }
    return edition_from(GAME, table, "test", {})


BITS = [(action >> 6, 1 << (action & 63), text) for action, text in enumerate(NOTATIONS)]


def listed(row: list[int]) -> list[str]:
    return [text for word, bit, text in BITS if row[word] & bit]


def compare(edition: Any, seats: int, seed: int, matches: int) -> int:
    """Play that many matches both ways; return the number of decisions compared."""
    states = np.zeros(LONGEST + 2, rules.State)
    steps = np.zeros((LONGEST + 2, 2), np.int64)
    lists = np.zeros((LONGEST + 2, seats, 2), np.int64)
    options = np.zeros(rules.MOST_MOVES, np.int32)
    total = 0
    for number in range(matches):
        lists[:] = 0
        n = tracer()(edition.record, states, seats, seed, number, options, steps, lists, LONGEST)
        naive = naive_of(edition, seats, Luck(seed, number))
        moves_of = lists[: n + 1].tolist()
        done = steps[: n + 1].tolist()
        for i in range(1, n + 1):
            s = states[i]
            where = f"match {number}, decision {i}: {done[max(1, i - 3) : i]}"
            assert picture_of_naive(naive) == picture_of(s), where
            if i == n:
                break
            for seat in range(seats):
                assert naive.legal(seat) == listed(moves_of[i][seat]), where
            naive.do(done[i][0], NOTATIONS[done[i][1]])
            total += 1
    return total


@pytest.mark.parametrize("seats", [4, 8])
def test_whole_games_agree(seats: int) -> None:
    assert compare(GAME.edition(), seats, seed=10 + seats, matches=10) > 1000
