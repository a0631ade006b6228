"""The Pan flute: R21 to R25, A11 to A15, A36."""

from tests.papageno.table import Table


def test_R16_R21_R22_R23_R24_the_cards_fly_to_the_left() -> None:
    wires = ("9 . . / . . .", "1 . . / . . .", "2 . . / . . .", "3 . . / . . .")
    table = Table.with_wires(*wires, hand="F", turn=1, edition="b")
    told = table.play("place 1")
    assert [table.wire(seat)[0] for seat in range(4)] == ["3", "F", "1", "2"]
    assert table.top == "9", "the last card comes from the right of the player on turn"
    assert told == [
        "Ben plays a Pan flute top left: the 1 flies off to the left.",
        "Cleo receives the 1 from Ben and gives up the 2.",
        "Dora receives the 2 from Cleo and gives up the 3.",
        "Anna receives the 3 from Dora and gives up the 9.",
        "The 9 comes to rest on the discard pile.",
    ]
    assert (table.phase, table.turn) == ("take", 2)


def test_R22_A12_the_same_place_seen_from_each_owner() -> None:
    for place in range(1, 7):
        table = Table.with_wires("5 . . / . . .", "6 . . / . . .", "7 . . / . . .", hand="F")
        table.play(f"place {place}")
        for seat in range(3):
            before = {0} if place == 1 else {0, place - 1}
            assert {i for i, card in enumerate(table.view()["areas"][seat]) if card} == before


def test_R23_every_player_replaces_exactly_one_card() -> None:
    table = Table.with_wires(*["5 . . / . . ."] * 3, *["6 . . / . . ."] * 2, hand="F")
    table.play("place 4")
    assert [int(n) for n in table.s.down] == [4] * 5


def test_R24_A36_the_last_card_passed_lies_on_top_of_the_discards() -> None:
    table = Table.with_wires("9 . . / . . .", "1 . . / . . .", "3 . . / . . .", hand="F", top="8")
    table.play("place 1")
    assert table.top == "3"
    assert table.s.discards == 2
    table.play("take")
    assert table.hand == "3"


def test_A11_a_hidden_card_is_turned_up_as_it_is_passed() -> None:
    table = Table.with_wires("9 . . / . . .", "1 . . / . . .", "3 . . / . . .", hand="F")
    told = table.until(lambda t: t.wire(1)[2] == "7" and t.wire(2)[2] == "0" and t.top == "8", "place 2")
    assert told[0] == "Anna plays a Pan flute top middle: the 7 flies off to the left."
    assert told[1] == "Ben receives the 7 from Anna and gives up the 0."
    assert told[2] == "Cleo receives the 0 from Ben and gives up the 8."
    assert table.view()["areas"][1][1] == "bird:7"


def test_A13_the_left_neighbour_is_the_next_player_clockwise() -> None:
    table = Table.with_wires("9 . . / . . .", "1 . . / . . .", "3 . . / . . .", hand="F", turn=2)
    table.play("place 1")
    assert table.wire(0)[0] == "3"


def test_A14_the_passing_is_finished_before_the_round_ends() -> None:
    wires = ("9 8 . / . . .", "7 7 . / 6 6 5", "5 4 . / 4 3 3")
    table = Table.with_wires(*wires, hand="F", wins=[1, 1, 1])
    told = table.until(lambda t: t.phase == "over" and t.top == "1", "place 3")
    assert "The 1 comes to rest on the discard pile." in told
    ends = [line for line in told if "open" in line or line == "The round ends."]
    assert ends == ["All six cards of Ben are open.", "All six cards of Cleo are open.", "The round ends."]
    assert told.index(ends[0]) > told.index("The 1 comes to rest on the discard pile.")


def test_R25_A15_a_passed_special_has_no_power() -> None:
    table = Table.with_wires("C . . / . . .", "F . . / . . .", "E . . / . . .", hand="F")
    table.play("place 1")
    assert [table.wire(seat)[0] for seat in range(3)] == ["F", "C", "F"]
    assert (table.top, table.phase, table.turn) == ("E", "take", 1)
    assert [int(n) for n in table.s.down[:3]] == [5, 5, 5]
