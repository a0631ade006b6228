"""The rule of thumb makes sensible choices, is much better than chance, and always brings matches to an end."""

import numpy as np
import pytest

from tests.papageno.duel import win_rates
from tests.papageno.table import Table, kinds
from tests.sizes import size
from zauber.games.compiling.link import plain
from zauber.games.contract.kernel import HIDDEN
from zauber.games.papageno import GAME, rules, thumb
from zauber.games.papageno.cards import CAPTURE, EGG, KINDS, PLACES
from zauber.games.papageno.position import DISCARD, LEAVE, PLACE, ROW


def advice(table: Table, seat: int | None = None) -> str:
    seat = table.turn if seat is None else seat
    options = np.zeros(rules.MOST_MOVES, "i4")
    n = table.f.moves(table.e, table.s, seat, options)
    seen = table.seen_by(seat)
    table.f.sow(seen, 1, 1)
    action = int(table.f.advise(table.e, seen, seat, options, n))
    assert action in options[:n]
    return GAME.notation(action)


def test_it_takes_a_light_discard_and_leaves_a_heavy_one() -> None:
    assert advice(Table.with_wires("9 . . / . . .", "6 . . / . . .", top="-2")) == "take"
    assert advice(Table.with_wires("9 . . / . . .", "6 . . / . . .", top="9", edition="b")) in ("take", "draw")
    assert advice(Table.with_wires("0 . . / . . .", "6 . . / . . .", top="8")) == "draw"


def test_it_takes_what_makes_a_pair() -> None:
    table = Table.with_wires("9 0 1 / . 0 1", "6 . . / . . .", top="9")
    assert advice(table) == "take"
    table.play("take")
    assert advice(table) == "place 4"


def test_it_draws_or_takes_when_there_is_no_choice() -> None:
    assert advice(Table.with_wires("0 . . / . . .", "6 . . / . . .", top="8", pile="")) == "take"
    table = Table.with_wires("9 . . / . . .", "6 . . / . . .", pile_left=1, reshuffle="all")
    table.play("draw", "discard")
    assert advice(table) == "draw"


def test_it_replaces_the_heaviest_card_and_throws_heavy_ones_away() -> None:
    assert advice(Table.with_wires("9 1 0 / . . .", "6 . . / . . .", hand="0")) == "place 1"
    assert advice(Table.with_wires("3 1 0 / 0 3 .", "6 . . / . . .", hand="9")) == "discard"


def test_it_does_not_end_a_round_that_it_would_lose() -> None:
    behind = Table.with_wires("9 8 7 / 6 5 .", "0 -2 1 / 0 0 .", hand="4")
    assert advice(behind) != "place 6"
    ahead = Table.with_wires("0 -2 1 / 0 0 .", "9 8 7 / 6 5 .", hand="1")
    assert advice(ahead) == "place 6"


def test_after_many_turns_it_would_rather_end_the_round() -> None:
    table = Table.with_wires("9 8 7 / 6 5 .", "0 -2 1 / 0 0 .", hand="4")
    table.s.turns = 120
    assert advice(table) == "place 6"


def test_it_captures_light_cards_and_gives_heavy_ones() -> None:
    table = Table.with_wires("9 8 . / . . .", "-2 7 . / . . .", hand="C")
    table.play("place 1")
    assert advice(table) == "swap 2 B1"
    table = Table.with_wires("9 -2 . / . . .", "8 7 . / . . .", hand="C")
    table.play("place 1")
    assert advice(table) == "leave"


def test_it_lets_an_egg_be_cheap() -> None:
    table = Table.with_wires("3 E 9 / 0 9 .", "5 4 . / 7 1 8", hand="0")
    table.play("place 6")
    assert advice(table) == "egg top right"
    table = Table.with_wires("3 E 9 / 0 E .", "5 4 . / 7 1 8", hand="1")
    table.play("place 6")
    assert advice(table).endswith("left")


def test_it_turns_up_any_card_at_the_start() -> None:
    assert advice(Table(3)).startswith("turn")


@pytest.mark.parametrize(
    ("wire", "least", "most"),
    [("0 0 0 / 0 0 0", 0, 0), ("5 5 5 / 5 5 5", 0, 0), ("9 E . / 0 0 0", 18, 20), (". E . / 0 0 0", 15, 16)],
)
def test_a_wire_is_judged_by_what_lies_open(wire: str, least: float, most: float) -> None:
    s = GAME.new_state()
    s.area[0] = kinds(wire)
    assert least <= thumb.likely_sum(GAME.edition().record, s, 0, HIDDEN, HIDDEN) <= most


def test_the_best_place_for_a_card_is_found_with_and_without_eggs() -> None:
    e, s, dice = GAME.edition().record, GAME.new_state(), np.random.default_rng(1)
    for _ in range(200):
        s.area[0] = dice.choice([HIDDEN, 0, 3, 7, 11, CAPTURE, EGG], PLACES)
        columns = [thumb.likely_column(e, s, 0, column, HIDDEN, HIDDEN) for column in range(ROW)]
        for kind in range(KINDS):
            least = min(thumb.likely_sum(e, s, 0, place, kind) for place in range(PLACES))
            assert thumb.best_sum(e, s, 0, kind, *columns) == least


@pytest.mark.no_cover
@pytest.mark.parametrize(("seats", "least"), [(2, 0.98), (3, 0.95), (4, 0.92), (5, 0.88)])
def test_it_beats_chance_clearly(seats: int, least: float) -> None:
    rates, unfinished = win_rates(seats, 0b1, 1_000)
    assert rates[0] > least
    assert unfinished == 0


@pytest.mark.no_cover
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_matches_of_advice_alone_come_to_an_end(seats: int) -> None:
    rates, unfinished = win_rates(seats, (1 << seats) - 1, 1_000, "b")
    assert unfinished == 0
    assert sum(rates) == pytest.approx(1.0)
    assert max(rates) < 1.25 / seats


def test_a_capture_that_captures_nothing_had_nothing_to_capture() -> None:
    """It lightens the wire all the same. Of 872 Captures placed, 84 captured nothing: mostly nothing lay open yet."""
    rules_, e = GAME.compiled, GAME.edition().record
    gain = GAME.linker(plain)(thumb.gain_of_capture)
    options = np.zeros(rules.MOST_MOVES, np.int64)
    placed = left = 0
    for seed in range(matches := size(400, 100)):
        s = GAME.new_state()
        rules_.sow(s, seed, 0)
        rules_.setup(e, s, 3)
        hoped, steps = 0.0, 0
        while s.turn >= 0 and steps < 2000:
            seat, steps = int(s.turn), steps + 1
            n = rules_.moves(e, s, seat, options)
            known = s.copy()
            rules_.conceal(e, known, seat)
            rules_.sow(known, seed, steps)
            action = int(rules_.advise(e, known, seat, options, n))
            if s.held == CAPTURE and PLACE <= action < DISCARD:
                placed += 1
                hoped = gain(e, known, seat, action - PLACE)
            elif action == LEAVE:
                assert hoped == 0.0
                left += 1
            rules_.apply(e, s, seat, action)
    assert placed > 1.5 * matches
    assert left < 0.15 * placed
