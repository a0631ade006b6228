"""Cards without faces have the odds of an honest shuffle: joint events, before and after a new pile."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from tests.chance import chi_square_tail, fits, same_distribution
from zauber.games.compiling.link import compiled
from zauber.games.contract.kernel import Array, Record, apply, setup, sow
from zauber.games.papageno import GAME, rules
from zauber.games.papageno.cards import FLUTE, KINDS, copies
from zauber.games.papageno.position import DISCARD, DRAW, PLACE, TAKE_TOP, TURN_UP

pytestmark = pytest.mark.no_cover  # repeats much: other tests cover these lines

CERTAIN = 0.001  # by chance alone one test in a thousand would fail; the seeds are fixed, so none does
DEALS = 300_000


# Played by real moves; what is replaced by a Pan flute lies before the next player


def start(e: Record, s: Record, seats: int, number: int) -> None:
    sow(s, 77, number)
    setup(e, s, seats)
    for _ in range(seats):
        apply(e, s, s.turn, TURN_UP)


def column_and_discard(e: Record, states: Array, seats: int, first: int, out: Array) -> None:
    """Two cards of the starter's first column and the first discard, which the starter takes."""
    s = states[0]
    for i in range(len(out)):
        states[0] = states[1]
        start(e, s, seats, first + i)
        me = s.turn
        out[i, 0] = s.area[me, 0]
        out[i, 2] = s.top
        apply(e, s, me, TAKE_TOP)
        apply(e, s, me, PLACE + 3)
        out[i, 1] = s.area[(me + 1) % seats, 3] if out[i, 2] == FLUTE else s.discarded


def neighbours(e: Record, states: Array, seats: int, first: int, out: Array) -> None:
    """The open cards of two players, and the card drawn first."""
    s = states[0]
    for i in range(len(out)):
        states[0] = states[1]
        start(e, s, seats, first + i)
        out[i, 0] = s.area[0, 0]
        out[i, 1] = s.area[1, 0]
        apply(e, s, s.turn, DRAW)
        out[i, 2] = s.held


def after_a_rebuild(e: Record, states: Array, seats: int, first: int, out: Array) -> None:
    """The first discard, a card of the pile that was made from the discards, and a card face down since the deal."""
    s = states[0]
    for i in range(len(out)):
        states[0] = states[1]
        start(e, s, seats, first + i)
        out[i, 0] = s.top
        left = s.pile_left
        for _ in range(left):
            apply(e, s, s.turn, DRAW)
            apply(e, s, s.turn, DISCARD)
        me = s.turn
        apply(e, s, me, DRAW)
        out[i, 1] = s.held
        apply(e, s, me, PLACE + 1)
        out[i, 2] = s.area[(me + 1) % seats, 1] if out[i, 1] == FLUTE else s.discarded


def sample(event: Any, seats: int, edition: str = "a", bindings: Any = None) -> Counter[tuple[int, ...]]:
    linker = GAME.linker(compiled) if bindings is None else type(GAME.linker(compiled))(bindings, compiled)
    out = np.zeros((DEALS, 3), "i2")
    linker(event)(GAME.edition(edition).record, np.zeros(2, rules.State), seats, 0, out)
    seen, times = np.unique(out @ [KINDS * KINDS, KINDS, 1], return_counts=True)
    events = np.unravel_index(seen, (KINDS, KINDS, KINDS))
    return Counter(dict(zip(zip(*(kinds.tolist() for kinds in events), strict=True), times.tolist(), strict=True)))


def pack(seats: int, edition: str = "a") -> list[int]:
    e = GAME.edition(edition).record
    return [int(copies(e, kind, seats)) for kind in range(KINDS)]


def three_cards(copies: list[int]) -> dict[tuple[int, ...], float]:
    """The odds of any three different cards of a shuffled pack, in order."""
    n = sum(copies)
    odds: dict[tuple[int, ...], float] = {}
    for a in range(KINDS):
        for b in range(KINDS):
            for c in range(KINDS):
                ways = copies[a] * (copies[b] - (b == a)) * (copies[c] - (c == a) - (c == b))
                odds[a, b, c] = max(ways, 0) / (n * (n - 1) * (n - 2))
    return odds


@pytest.mark.parametrize(("seats", "edition"), [(2, "a"), (3, "b"), (5, "a")])
def test_R3_R4_a_column_and_the_first_discard_are_three_cards_of_a_shuffled_pack(seats: int, edition: str) -> None:
    odds = three_cards(pack(seats, edition))
    assert sum(odds.values()) == pytest.approx(1.0)
    assert fits(sample(column_and_discard, seats, edition), odds) > CERTAIN


@pytest.mark.parametrize("seats", [2, 4])
def test_R5_R9_open_cards_of_neighbours_and_the_first_drawn_card(seats: int) -> None:
    assert fits(sample(neighbours, seats), three_cards(pack(seats))) > CERTAIN


def rebuilt_odds(seats: int) -> dict[tuple[int, ...], float]:
    """First discard, card of the new pile, hidden card: the second may be the first again, never the third."""
    copies = pack(seats)
    n = sum(copies)
    pile = n - 6 * seats - 1  # as many cards are discarded before the last of the pile is in hand
    odds = three_cards(copies)
    for a, b, c in odds:
        odds[a, b, c] *= 1 - 1 / pile
        if a == b:
            odds[a, b, c] += copies[a] * max(copies[c] - (c == a), 0) / (n * (n - 1)) / pile
    return odds


@pytest.mark.parametrize("seats", [3, 5])
def test_R7_A28_after_a_new_pile_the_hidden_cards_stay_apart(seats: int) -> None:
    odds = rebuilt_odds(seats)
    assert sum(odds.values()) == pytest.approx(1.0)
    assert fits(sample(after_a_rebuild, seats), odds) > CERTAIN


def rebuild_as_one_bag(s: Record) -> None:
    """Wrong on purpose: the hidden cards are thrown together with the new pile."""
    for kind in range(KINDS):
        s.dealt[kind] += s.discard[kind]
        s.discard[kind] = 0
    s.dealt_left += s.discards
    s.pile_left += s.discards
    s.discards = 0


def test_these_tests_notice_a_wrong_bag() -> None:
    wrong = {**GAME.bindings, rules.rebuild_pile: rebuild_as_one_bag}
    assert fits(sample(after_a_rebuild, 3), rebuilt_odds(3)) > CERTAIN
    assert fits(sample(after_a_rebuild, 3, bindings=wrong), rebuilt_odds(3)) < 1e-6


def test_R8_A27_every_seat_starts_equally_often() -> None:
    starters: Counter[int] = Counter()
    e, s = GAME.edition().record, GAME.new_state()
    for number in range(3_000):
        GAME.compiled.sow(s, 9, number)
        GAME.compiled.setup(e, s, 5)
        starters[int(s.starter)] += 1
    assert fits(starters, dict.fromkeys(range(5), 0.2)) > CERTAIN


# The measure itself


def test_the_tail_of_chi_square_is_close_to_the_tables() -> None:
    for statistic, degrees, tail in ((3.841, 1, 0.05), (11.070, 5, 0.05), (29.588, 10, 0.001), (124.342, 100, 0.05)):
        assert chi_square_tail(statistic, degrees) == pytest.approx(tail, rel=0.1)
    assert chi_square_tail(5.0, 0) == 1.0


def test_an_event_without_odds_must_not_happen() -> None:
    assert fits({"a": 50, "b": 50, "c": 1}, {"a": 0.5, "b": 0.5}) == 0.0
    assert fits({"a": 50, "b": 50}, {"a": 0.5, "b": 0.5}) > 0.5
    assert fits({"a": 80, "b": 20}, {"a": 0.5, "b": 0.5}) < CERTAIN


def test_two_samples_are_told_apart() -> None:
    assert same_distribution("abab" * 50, "aabb" * 50) > 0.9
    assert same_distribution("abab" * 50, "aaab" * 50) < CERTAIN
    assert same_distribution("ab" * 100 + "c", "ab" * 100 + "d") > 0.5
