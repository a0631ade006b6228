"""Known positions of Magi, with the number of lines of play from each: any seat may act that is allowed to.

The numbers were frozen after the naive game had counted the same. It still does, where that takes no time.
"""

from typing import Any

import numpy as np
import pytest

from zauber.games.magi import GAME, rules

from .naive import NaiveMagi
from .table import NOTATIONS, Luck, Table, naive_of
from .test_second_opinion import smaller

pytestmark = pytest.mark.no_cover  # repeats much: other tests cover these lines


def lines(e: Any, s: Any, seats: int, depth: int) -> int:
    """How many sequences of that many actions there are."""
    if depth == 0 or s.turn < 0:
        return 1
    total = 0
    out = np.zeros(rules.MOST_MOVES, np.int32)
    for seat in range(seats):
        n = GAME.compiled.moves(e, s, seat, out)
        if depth == 1:
            total += n
            continue
        for action in out[:n].tolist():
            then = s.copy()
            GAME.compiled.apply(e, then, seat, action)
            total += lines(e, then, seats, depth - 1)
    return total


def naive_lines(edition: Any, seats: int, seed: int, done: list[tuple[int, str]], depth: int) -> int:
    game: NaiveMagi = naive_of(edition, seats, Luck(seed))
    for seat, action in done:
        game.do(seat, action)
    if depth == 0 or game.asked is None:
        return 1
    options = [(seat, action) for seat in range(seats) for action in game.legal(seat)]
    if depth == 1:
        return len(options)
    return sum(naive_lines(edition, seats, seed, [*done, option], depth - 1) for option in options)


POSITIONS = [
    # seats, seed, hand size, options, actions before, lines to depth 1, 2, …
    (4, 1, 6, {}, (), [4, 16, 77, 340, 1353]),
    (8, 2, 6, {}, (), [7, 39, 202, 946, 3934]),
    (4, 3, 1, {}, (), [2, 6, 13, 34, 87]),
    (5, 4, 2, {"sceptres": "magic", "forced_steps": "ask"}, (), [3, 8, 24, 67, 210]),
    (4, 5, 2, {"zero_marker": "yes", "rebuild": "at_once"}, (), [2, 6, 13, 36, 95]),
    # somebody was silent and may be caught; the three sections of Original are still to be chosen
    (5, 4, 2, {"sceptres": "magic", "forced_steps": "ask"}, ("play red coin", "silent"), [5, 10, 25, 75, 145]),
    (4, 9, 2, {}, ("play archmage",), [2, 8, 32, 84, 226]),
]


@pytest.mark.parametrize(("seats", "seed", "hand_size", "options", "before", "counts"), POSITIONS)
def test_lines_of_play(
    seats: int, seed: int, hand_size: int, options: dict[str, str], before: tuple[str, ...], counts: list[int]
) -> None:
    edition = smaller(GAME.edition("", options), hand_size=hand_size)
    table = Table(seats, seed, edition)
    done = []
    for action in before:
        done.append((int(table.s.turn), action))
        table.do(action)
    for depth, count in enumerate(counts, start=1):
        assert lines(table.e, table.s, seats, depth) == count
        if count < 1500:
            assert naive_lines(edition, seats, seed, done, depth) == count


def test_notations_cover_all_actions() -> None:
    assert len(set(NOTATIONS)) == rules.ACTIONS
