"""The compiled rules against the naive game, decision by decision, with the same choices and the same luck."""

import functools
from typing import Any

import numpy as np
import pytest

from tests.sizes import FULL, PATIENCE, size
from zauber.games.compiling.link import compiled
from zauber.games.contract.editions import edition_from
from zauber.games.contract.kernel import Array, Record, apply, below, moves, setup, sow
from zauber.games.magi import GAME, rules
from zauber.games.magi.cards import KINDS

from .table import KIND, NOTATIONS, Luck, naive_of, picture_of_naive, pictures_of

pytestmark = pytest.mark.no_cover  # repeats much: other tests cover these lines

LONGEST = 4000
MASK = (1 << 62) - 1
PLAIN = np.dtype((np.void, rules.State))  # the same bytes, read faster


def trace(
    e: Record,
    states: Array,
    seats: int,
    seed: int,
    number: int,
    options: Array,
    steps: Array,
    lists: Array,
    most: int,
    eager: int,
) -> int:
    """Play one match at random, anybody acting who may; write down every position, its moves, and what was done.

    `states[0]` is all zeros. `steps[i]` is (seat, action); `lists[i, seat]` has a bit for each legal action, 62 to a
    word. Choices come from a source of their own, so that the match's luck is its own.
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
            lists[n, other, 0] = 0
            lists[n, other, 1] = 0
            for i in range(moves(e, s, other, options)):
                if options[i] < 62:
                    lists[n, other, 0] |= np.int64(1) << options[i]
                else:
                    lists[n, other, 1] |= np.int64(1) << (options[i] - 62)
        count = moves(e, s, seat, options)
        if count == 0:
            seat = s.turn
            count = moves(e, s, seat, options)
        steps[n, 0] = seat
        choice = below(dice, count)
        if eager > 0:
            choice = min(choice, below(dice, count))  # cards come first in a list: rather play than draw
        steps[n, 1] = options[choice]
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


ACTION = {text: action for action, text in enumerate(NOTATIONS)}


def compare(edition: Any, seats: int, seed: int, matches: int, eager: int = 0) -> int:
    """Play that many matches both ways; return the number of decisions compared."""
    states = np.zeros(LONGEST + 2, rules.State)
    steps = np.zeros((LONGEST + 2, 2), np.int64)
    lists = np.zeros((LONGEST + 2, seats, 2), np.int64)
    options = np.zeros(rules.MOST_MOVES, np.int32)
    total = 0
    for number in range(matches):
        n = tracer()(edition.record, states, seats, seed, number, options, steps, lists, LONGEST, eager)
        naive = naive_of(edition, seats, Luck(seed, number))
        pictures = pictures_of(states[1 : n + 1].view(PLAIN))
        listed = lists[1 : n + 1].tolist()
        done = steps[1 : n + 1].tolist()
        for i in range(n):
            where = f"match {number}, decision {i}: {done[max(0, i - 3) : i]}"
            assert picture_of_naive(naive) == pictures[i], where
            if i == n - 1:
                break
            for seat in range(seats):
                bits = sum(1 << ACTION[text] for text in naive.legal(seat))
                assert [bits & MASK, bits >> 62] == listed[i][seat], where
            naive.do(done[i][0], NOTATIONS[done[i][1]])
            total += 1
    return total


def few_cards() -> list[int]:
    """A pack so small that the talon is rebuilt again and again, and sometimes no card is left to draw."""
    copies = [0] * KINDS
    for name in ("red coin", "red cup", "blue coin", "blue amulet", "red hourglass", "blue parchment", "yellow coin"):
        copies[KIND[name]] = 1
    for name in ("red coin", "red sceptre I", "archmage", "summoner", "hermit", "ghost", "falconer"):
        copies[KIND[name]] += 1
    return copies


ALL_CHANGED = {
    "sceptres": "magic", "zero_marker": "yes", "calling": "automatic", "rebuild": "at_once", "forced_steps": "ask",
}  # fmt: skip


@pytest.mark.timeout(PATIENCE)
@pytest.mark.parametrize(
    ("seats", "rounds", "options"),
    [
        (4, 6000, {}),
        (4, 4000, {"sceptres": "magic", "zero_marker": "yes"}),
        (5, 3000, {"forced_steps": "ask"}),
        (6, 2500, ALL_CHANGED),
        (7, 2000, {"calling": "automatic"}),
        (8, 3000, {"sceptres": "magic"}),
    ],
)
def test_rounds_agree(seats: int, rounds: int, options: dict[str, str]) -> None:
    """In full 20,500 rounds with the hands of the book; otherwise fewer, and most with small hands."""
    for hand_size, share in ((6, 1.0),) if FULL else ((2, 0.06), (6, 0.005)):
        edition = smaller(GAME.edition("", options), hand_size=hand_size, target=1)
        matches = round(rounds * share)
        assert compare(edition, seats, seed=20 + seats, matches=matches, eager=1) > matches


@pytest.mark.parametrize("options", [{}, ALL_CHANGED, {"forced_steps": "ask", "zero_marker": "yes"}])
def test_rounds_with_few_cards_agree(options: dict[str, str]) -> None:
    edition = smaller(GAME.edition("", options), hand_size=1, target=1, copies=few_cards())
    matches = size(800, 150)
    assert compare(edition, 4, seed=31, matches=matches) > matches
    assert compare(edition, 8, seed=32, matches=matches // 2) > matches // 2


@pytest.mark.parametrize("seats", [4, 8])
def test_whole_games_agree(seats: int) -> None:
    """To 50 points, with every round counted and a limit of turns."""
    assert compare(GAME.edition("", {"turn_limit": 150}), seats, seed=10 + seats, matches=size(100, 8)) > 800
    assert compare(GAME.edition(), seats, seed=40 + seats, matches=size(100, 5), eager=1) > 800
