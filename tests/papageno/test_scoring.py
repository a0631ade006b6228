"""Counting: R26 and R29 to R32, A2, A17 to A22, A35; and what must hold of any wire."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.papageno import naive
from tests.papageno.table import CARDS, Table, edited, kinds, wire_sum
from zauber.games.papageno import GAME
from zauber.games.papageno.cards import EGG
from zauber.games.papageno.position import LEFT, RIGHT
from zauber.games.papageno.scoring import egg_is_open, score_of, sum_of

pytestmark = pytest.mark.no_cover  # repeats much: other tests cover these lines

LEFT, RIGHT = LEFT, RIGHT


def test_R29_R32_each_bird_counts_its_weight_and_the_sum_is_the_score() -> None:
    assert wire_sum("9 8 7 / 6 5 -2") == 33
    assert wire_sum("-2 0 1 / 0 -2 3") == 0


def test_A2_capture_and_pan_flute_count_ten() -> None:
    assert wire_sum("C 0 0 / 1 1 1") == 13
    assert wire_sum("F 0 0 / 1 1 1") == 13
    assert wire_sum("F 0 0 / 1 1 1", edition=edited(flute_counts=-3)) == 0


def test_R30_two_equal_cards_in_a_column_cancel() -> None:
    assert wire_sum("9 8 7 / 9 8 7") == 0
    assert wire_sum("9 8 7 / 9 7 8") == 30
    assert wire_sum("5 5 1 / 0 0 0") == 11, "equal cards in a row do not cancel"


def test_A22_two_minus_twos_in_a_column_cancel_too() -> None:
    assert wire_sum("-2 0 0 / -2 1 1") == 2
    assert wire_sum("-2 -2 0 / 0 0 0") == -4


def test_A21_two_specials_in_a_column_cancel() -> None:
    assert wire_sum("C F C / C F F") == 0
    assert wire_sum("C F C / C F F", edition=edited(flute_counts=9)) == 19, "only equal values cancel"


def test_R26_an_outer_egg_has_the_value_beside_it() -> None:
    assert wire_sum("E 6 0 / 1 1 1") == 6 + 1 + 6 + 1 + 0 + 1
    assert wire_sum("0 0 0 / 1 6 E") == 1 + 6 + 6


def test_R26_a_middle_egg_has_the_side_that_its_owner_names() -> None:
    assert wire_sum("3 E 9 / 0 0 0", top=LEFT) == 15
    assert wire_sum("3 E 9 / 0 0 0", top=RIGHT) == 21
    assert wire_sum("0 0 0 / 3 E 9", bottom=RIGHT) == 21


def test_R31_beside_a_cancelled_card_an_egg_has_the_real_value() -> None:
    assert wire_sum("0 E 6 / 1 1 6", top=RIGHT) == 0 + 1 + 6 + 1, "the book's own example: the Egg is 6"
    assert wire_sum("E 6 0 / 1 6 1") == 6 + 1 + 0 + 1


def test_A17_a_middle_egg_beside_an_egg_takes_the_other_side() -> None:
    for top in (LEFT, RIGHT):
        assert wire_sum("E E 4 / 0 0 0", top=top) == 12
        assert wire_sum("4 E E / 0 0 0", top=top) == 12
        assert wire_sum("E 4 E / 0 0 0", top=top) == 12


def test_A18_an_egg_beside_a_special_counts_as_it_does() -> None:
    assert wire_sum("E C 0 / 0 0 0") == 20
    assert wire_sum("0 F E / 0 0 0") == 20


def test_A19_an_egg_takes_part_in_cancelling() -> None:
    assert wire_sum("E 6 0 / 6 0 0") == 6
    assert wire_sum("E 6 0 / E 6 1") == 1, "Egg above Egg, both 6"
    assert wire_sum("E 6 0 / E 5 0") == 22
    assert wire_sum("4 E 0 / 0 4 0", top=LEFT) == 4


def test_A35_an_egg_counts_however_it_came() -> None:
    table = Table.with_wires("0 0 0 / 1 1 .", "9 8 7 / E 4 .", hand="1")
    table.until(lambda t: t.counted(1)[-1] == "1", "place 6")
    assert table.scores == [3, 9 + 4 + 8 + 4 + 7 + 1]
    table = Table.with_wires("E 8 . / . . .", "1 9 0 / 0 0 .", "3 3 3 / 1 1 .", hand="F")
    table.play("place 1")
    assert table.wire(1) == "E 9 0 / 0 0 ."
    assert wire_sum("E 9 0 / 0 0 0") == 18, "passed on by a flute it is worth the 9 beside it"


# What must hold of any wire

ANY_WIRE = st.lists(st.sampled_from(sorted(k for k in CARDS if k >= 0)), min_size=6, max_size=6).filter(
    lambda wire: wire.count(EGG) <= 2
)
SIDE = st.sampled_from([LEFT, RIGHT])


def sums(wire: list[int], top: int, bottom: int) -> int:
    s = GAME.new_state()
    s.area[0] = wire
    return int(sum_of(GAME.edition().record, s, 0, top, bottom))


def naive_wire(wire: list[int]) -> naive.Wire:
    def card(kind: int) -> naive.Card:
        name = CARDS[kind]
        return naive.Card(name, {"C": 10, "F": 10, "E": None}[name] if name in "CFE" else int(name))

    return {place: naive.Spot(card(kind)) for place, kind in zip(naive.PLACES, wire, strict=True)}


@given(ANY_WIRE, SIDE, SIDE)
def test_R32_the_naive_count_agrees(wire: list[int], top: int, bottom: int) -> None:
    sides = {0: 0 if top == LEFT else 2, 1: 0 if bottom == LEFT else 2}
    assert sums(wire, top, bottom) == naive.score(naive_wire(wire), sides)


@given(ANY_WIRE, SIDE, SIDE)
def test_R30_turning_the_wire_upside_down_changes_nothing(wire: list[int], top: int, bottom: int) -> None:
    assert sums(wire, top, bottom) == sums(wire[3:] + wire[:3], bottom, top)


@given(ANY_WIRE, SIDE, SIDE)
def test_R26_a_mirrored_wire_counts_the_same(wire: list[int], top: int, bottom: int) -> None:
    mirrored = wire[2::-1] + wire[:2:-1]
    assert sums(wire, top, bottom) == sums(mirrored, LEFT + RIGHT - top, LEFT + RIGHT - bottom)


@given(st.permutations(range(3)), ANY_WIRE.filter(lambda wire: EGG not in wire))
def test_R30_without_eggs_columns_count_for_themselves(order: list[int], wire: list[int]) -> None:
    moved = [wire[column] for column in order] + [wire[3 + column] for column in order]
    assert sums(wire, LEFT, LEFT) == sums(moved, LEFT, LEFT)


@given(ANY_WIRE)
def test_A20_the_best_choice_is_the_least_of_all_choices(wire: list[int]) -> None:
    s = GAME.new_state()
    s.area[0] = wire
    e = GAME.edition(options={"egg_choice": "best"}).record
    assert score_of(e, s, 0) == min(sums(wire, *sides) for sides in itertools.product((LEFT, RIGHT), repeat=2))


@pytest.mark.parametrize("row", [0, 1])
def test_A38_equal_neighbours_need_no_question(row: int) -> None:
    s = GAME.new_state()
    e = GAME.edition().record
    for middle, asked in (("5 E 5", False), ("5 E 6", True), ("C E F", False), ("E E 6", False), ("5 6 7", False)):
        s.area[0] = kinds(f"{middle} / 0 0 0" if row == 0 else f"0 0 0 / {middle}")
        assert egg_is_open(e, s, 0, row) == asked
        assert not egg_is_open(e, s, 0, 1 - row)
