"""A turn: take a card, exchange it or discard it; and the piles. R7, R9 to R15, A5, A28 to A34."""

import pytest

from tests.papageno.table import Table, edited


def test_R9_take_the_top_of_the_pile_or_the_open_discard() -> None:
    table = Table.with_wires("5 . . / . . .", "6 . . / . . .", top="3")
    assert table.moves() == ["draw", "take"]
    assert table.moves(1) == []
    assert table.refusal("draw", seat=1) == ("R9", "It is not your turn yet: wait for Anna.")
    left = table.s.pile_left
    table.play("draw")
    assert table.s.pile_left == left - 1
    assert table.top == "3"
    assert table.refusal("take")[0] == "R10"


def test_R9_a_drawn_card_is_seen_by_its_holder_alone() -> None:
    table = Table.with_wires("5 . . / . . .", "6 . . / . . .")
    table.until(lambda t: t.hand == "E", "draw")
    assert table.view(0)["held"] == {"seat": 0, "card": "egg", "from": "pile"}
    assert table.view(1)["held"]["card"] == table.view()["held"]["card"] == "hidden"


def test_R9_turns_go_clockwise() -> None:
    table = Table.with_wires(*["5 . . / . . ."] * 4, turn=2)
    order = []
    for _ in range(5):
        order.append(table.turn)
        table.play("draw", "discard")
    assert order == [2, 3, 0, 1, 2]


def test_R10_the_new_card_lies_open_and_the_old_one_is_discarded() -> None:
    table = Table.with_wires("9 . . / . . .", "6 . . / . . .", hand="1")
    told = table.play("place 1")
    assert table.wire(0) == "1 . . / . . ."
    assert table.top == "9"
    assert told == ["Anna places the 1 top left and discards the 9."]
    assert table.turn == 1


def test_R10_a_hidden_card_is_turned_up_on_the_discards() -> None:
    table = Table.with_wires("9 . . / . . .", "6 . . / . . .", hand="1")
    table.until(lambda t: t.top == "7", "place 5")
    assert table.wire(0) == "9 . . / . 1 ."
    assert table.view(1)["top"] == "bird:7"


def test_R11_a_drawn_card_may_be_discarded_and_nothing_changes() -> None:
    table = Table.with_wires("9 . . / . . .", "6 . . / . . .", hand="8")
    table.play("discard")
    assert (table.wire(0), table.wire(1)) == ("9 . . / . . .", "6 . . / . . .")
    assert (table.top, table.turn) == ("8", 1)


def test_R12_a_card_from_the_discards_must_be_exchanged() -> None:
    table = Table.with_wires("9 . . / . . .", "6 . . / . . .", top="3")
    table.play("take")
    assert "discard" not in table.moves()
    assert table.refusal("discard")[0] == "R12"
    assert table.moves() == [f"place {n}" for n in range(1, 7)]
    assert table.view(1)["held"] == {"seat": 0, "card": "bird:3", "from": "discard"}


def test_R13_no_look_at_a_hidden_card_before_it_is_replaced() -> None:
    table = Table.with_wires("9 . . / . . .", "6 . . / . . .", hand="1")
    assert table.view(0)["areas"][0] == ["bird:9", None, None, None, None, None]
    assert table.refusal("turn 2")[0] == "R13"
    assert (table.s.area[0, 1:] == -1).all(), "a hidden card has no face that could be looked at"


def test_R14_A34_any_of_the_six_may_be_replaced_even_the_only_open_one() -> None:
    for n in range(1, 7):
        table = Table.with_wires("9 . . / . . .", "6 . . / . . .", hand="1")
        table.play(f"place {n}")
        assert table.s.down[0] == (5 if n == 1 else 4), "the number of open cards never falls"


def test_R15_cards_stay_where_they_are() -> None:
    table = Table.with_wires("9 8 7 / . 5 .", "6 . . / . . .", hand="1")
    table.play("place 3")
    assert table.wire(0) == "9 8 1 / . 5 ."
    table = Table.with_wires("9 8 7 / . 5 .", "6 . . / . . .", hand="C")
    table.play("place 3")
    assert table.refusal("swap 1 A2")[0] == "R15"


@pytest.mark.parametrize("card", ["C", "F"])
def test_A5_a_special_thrown_away_has_no_power(card: str) -> None:
    table = Table.with_wires("9 . . / . . .", "6 . . / . . .", "5 . . / . . .", hand=card)
    table.play("discard")
    assert (table.phase, table.turn, table.top) == ("take", 1, card)
    assert [table.wire(i) for i in range(3)] == ["9 . . / . . .", "6 . . / . . .", "5 . . / . . ."]


def test_A32_nobody_may_pass() -> None:
    table = Table.with_wires("9 . . / . . .", "6 . . / . . .")
    assert table.refusal("discard") == ("R9", "First draw a card or take the discard.")
    assert table.refusal("leave")[0] == "R17"


def test_A33_a_drawn_and_discarded_card_is_seen_by_all() -> None:
    table = Table.with_wires("9 . . / . . .", "6 . . / . . .", hand="8")
    assert table.play("discard") == ["Anna discards the 8."]
    assert table.view()["top"] == "bird:8"


# The piles


def test_R7_A28_the_discards_are_shuffled_when_the_last_card_is_taken() -> None:
    table = Table.with_wires("9 . . / . . .", "6 . . / . . .", top="3", pile_left=1)
    discards = int(table.s.discards)
    told = table.play("draw")
    assert told[-1] == f"The draw pile has run out: {discards} discards are shuffled into a new one."
    assert (table.s.pile_left, table.s.discards, table.top) == (discards, 0, ".")
    assert table.s.rebuilt
    table.play("discard")
    assert table.s.discards == 1
    assert table.moves() == ["draw", "take"]


def test_A28_at_once_even_the_open_discard_is_shuffled_in() -> None:
    table = Table.with_wires("9 . . / . . .", "6 . . / . . .", top="-2", pile_left=1)
    assert table.s.pile[0] == 0
    table.play("draw")
    assert table.s.pile[0] >= 1


def test_A28_option_keep_top_waits_for_the_end_of_the_turn() -> None:
    table = Table.with_wires("9 . . / . . .", "6 . . / . . .", top="3", pile_left=1, reshuffle="keep_top")
    discards = int(table.s.discards)
    table.play("draw")
    assert (table.s.pile_left, table.top) == (0, "3")
    told = table.play("place 1")
    assert told[-1] == f"The draw pile has run out: {discards} discards are shuffled into a new one."
    assert (table.s.pile_left, table.s.discards, table.top) == (discards, 1, "9")
    assert table.moves() == ["draw", "take"]


def test_A28_option_all_leaves_no_discard_to_take() -> None:
    table = Table.with_wires("9 . . / . . .", "6 . . / . . .", top="3", pile_left=1, reshuffle="all")
    discards = int(table.s.discards)
    table.play("draw", "place 1")
    assert (table.s.pile_left, table.s.discards, table.top) == (discards + 1, 0, ".")
    assert table.moves() == ["draw"]
    assert table.refusal("take") == ("A28", "There is no discard to take: draw a card.")


@pytest.mark.parametrize("reshuffle", ["keep_top", "all"])
def test_A29_no_new_pile_when_the_round_ends_with_that_turn(reshuffle: str) -> None:
    wires = ("9 8 7 / 6 5 .", "1 1 . / . . .")
    table = Table.with_wires(*wires, pile_left=1, reshuffle=reshuffle, wins=[1, 1])
    told = table.play("draw", "place 6")
    if table.phase == "swap":
        told += table.play("leave")
    assert not any("run out" in line for line in told)
    assert table.phase in ("over", "egg")
    assert table.s.pile_left == 0
    table = Table.with_wires(*wires, pile_left=1, reshuffle=reshuffle)
    told = table.play("draw", "discard")
    assert any("run out" in line for line in told)


@pytest.mark.no_cover
@pytest.mark.parametrize("reshuffle", ["at_once", "keep_top", "all"])
@pytest.mark.parametrize("seats", [2, 5])
def test_A30_both_piles_are_never_empty(seats: int, reshuffle: str) -> None:
    table = Table(seats, reshuffle=reshuffle)
    assert table.s.pile_left == (34 if seats == 2 else 20)
    for _ in range(seats):
        table.play("turn 1")
    for turn in range(90):
        assert table.s.pile_left + table.s.discards > 0
        table.play("take" if "take" in table.moves() and turn % 7 == 0 else "draw")
        table.play("discard" if "discard" in table.moves() else "place 1")
        while table.phase == "swap":
            table.play("leave")


@pytest.mark.no_cover
def test_A30_the_smallest_pack_can_always_be_played_on() -> None:
    """With two cards outside the wires the pile is empty now and then, but the open card is there to take."""
    smallest = edited(bird_copies=[0] * 8 + [8] * 4, capture_copies=0, flute_copies=0, egg_copies=0)
    for reshuffle in ("at_once", "keep_top", "all"):
        table = Table(5, smallest)
        table.e.reshuffle = ("at_once", "keep_top", "all").index(reshuffle)
        assert table.s.pile_left == 2
        table.play(*["turn 1"] * 5)
        seen = set()
        for turn in range(60):
            options = table.moves()
            seen.add(tuple(options))
            table.play(options[turn % len(options)], "place 1")
        assert seen == ({("draw", "take"), ("draw",)} if reshuffle == "all" else {("draw", "take")})
