"""The Capture: R16 to R20, A6 to A10, A37."""

from typing import Any

import pytest

from tests.papageno.table import Table


def captured(*wires: str, place: str = "place 1", **how: Any) -> Table:
    """Anna has just placed a Capture."""
    table = Table.with_wires(*wires, hand="C", **how)
    table.play(place)
    return table


def test_R16_R17_a_capture_works_when_its_player_places_it() -> None:
    table = captured("9 8 . / . . .", "1 . . / . . .")
    assert (table.phase, table.turn) == ("swap", 0)
    told = table.play("swap 2 B1")
    assert table.wire(0) == "C 1 . / . . ."
    assert table.wire(1) == "8 . . / . . ."
    assert told == ["Anna captures the 1 from Ben and leaves the 8 in its place."]
    assert (table.phase, table.turn) == ("take", 1)


def test_R18_the_player_of_the_capture_chooses_both_cards() -> None:
    table = captured("9 8 7 / . . .", "1 . 3 / . . .", "5 . . / . . 6")
    swaps = {f"swap {mine} {theirs}" for mine in (2, 3) for theirs in ("B1", "B3", "C1", "C6")}
    assert set(table.moves()) == {"leave", *swaps}
    assert table.moves(1) == table.moves(2) == []
    assert table.refusal("swap 2 B1", seat=1)[0] == "R9"


def test_R19_only_open_cards_are_swapped() -> None:
    table = captured("9 8 . / . . .", "1 . . / . . .")
    assert table.refusal("swap 3 B1") == ("R19", "Your card 3 is face down; only open cards can be swapped.")
    assert table.refusal("swap 2 B2") == ("R19", "Card 2 of Ben is face down; only open cards can be swapped.")


def test_R20_the_capture_just_placed_stays() -> None:
    table = captured("9 8 . / . . .", "1 . . / . . .")
    assert table.refusal("swap 1 B1")[0] == "R20"
    assert table.view()["spot"] == 1


def test_R20_another_capture_may_be_given() -> None:
    table = captured("9 C . / . . .", "1 . . / . . .")
    table.play("swap 2 B1")
    assert table.wire(1) == "C . . / . . ."


def test_A6_without_another_open_card_the_power_lapses() -> None:
    table = Table.with_wires("9 . . / . . .", "1 . . / . . .", hand="C")
    told = table.play("place 1")
    assert told[-1] == "Anna has no other open card to give, so the Capture catches nothing."
    assert (table.phase, table.turn) == ("take", 1)
    table = Table.with_wires("9 . . / . . .", "1 . . / . . .", hand="C")
    table.play("place 2")
    assert table.phase == "swap"


def test_A7_the_swap_is_not_compulsory() -> None:
    table = captured("9 8 . / . . .", "1 . . / . . .")
    assert table.refusal("draw") == ("R17", "First use your Capture: swap two open cards, or capture nothing.")
    assert table.play("leave") == ["Anna captures nothing."]
    assert (table.wire(0), table.wire(1), table.turn) == ("C 8 . / . . .", "1 . . / . . .", 1)


def test_A8_each_card_goes_to_the_others_place_face_up() -> None:
    table = captured("9 8 . / . . .", ". . . / . . 1")
    table.play("swap 2 B6")
    assert (table.wire(0), table.wire(1)) == ("C 1 . / . . .", ". . . / . . 8")


@pytest.mark.parametrize("prize", ["C", "F", "E"])
def test_R17_R25_A9_a_captured_special_has_no_power(prize: str) -> None:
    table = captured("9 8 . / . . .", f"{prize} . . / . . .", "4 . . / . . .")
    table.play("swap 2 B1")
    assert table.wire(0) == f"C {prize} . / . . ."
    assert (table.phase, table.turn) == ("take", 1)
    assert table.wire(2) == "4 . . / . . ."


def test_A10_the_replaced_card_is_discarded_and_seen_before_the_swap() -> None:
    table = Table.with_wires("9 8 . / . . .", "1 . . / . . .", hand="C")
    told = table.until(lambda t: t.top == "6", "place 3")
    assert told == ["Anna places the Capture top right and discards the 6.", "Anna may now swap two open cards."]
    assert table.phase == "swap"
    assert table.view(0)["top"] == "bird:6"


def test_A37_a_capture_as_sixth_open_card_works_before_the_round_ends() -> None:
    table = Table.with_wires("9 9 9 / 9 8 .", "0 0 0 / 0 . .", hand="C", wins=[1, 1])
    table.play("place 6")
    assert table.phase == "swap"
    told = table.until(lambda t: t.phase == "over", "swap 5 B2")
    assert "All six cards of Anna are open." in told
    assert table.counted(0) == "9 9 9 / 9 0 C"
    assert table.counted(1).startswith("0 8 0 / 0")


def test_swaps_with_seats_that_are_not_there_are_refused() -> None:
    table = captured("9 8 . / . . .", "1 . . / . . .")
    assert table.refusal("swap 2 E1") == ("R17", "Nobody sits at seat E.")
