"""The end of a round and of the game: R27, R28, R32, R33, A20, A23, A24, A38, A39."""

from typing import Any

import pytest

from tests.papageno.table import BLANK, Table


def test_R27_A23_the_round_ends_at_once_when_six_cards_are_open() -> None:
    table = Table.with_wires("1 0 3 / 1 0 .", "9 8 7 / 6 5 .", "9 . . / . . .", hand="3")
    told = table.play("place 6")
    assert "All six cards of Anna are open." in told
    assert (table.phase, int(table.s.rounds)) == ("reveal", 2)


def test_R27_five_open_cards_do_not_end_it() -> None:
    table = Table.with_wires("1 0 3 / 1 0 .", "9 8 7 / 6 5 .", hand="3")
    table.play("place 1")
    assert (table.phase, table.turn, int(table.s.rounds)) == ("take", 1, 1)


@pytest.mark.no_cover
def test_R28_the_others_reveal_and_all_count() -> None:
    table = Table.with_wires("1 0 3 / 1 0 .", "9 . 7 / 6 . 8", hand="3")
    told = table.until(lambda t: t.counted(1) == "9 3 7 / 6 4 8", "place 6")
    assert "Ben reveals 3 and 4." in told
    assert "Anna scores 0 points." in told
    assert "Ben scores 37 points." in told
    assert table.scores == [0, 37]


def test_R28_A3_a_special_revealed_at_the_end_has_no_power() -> None:
    table = Table.with_wires("1 0 3 / 1 0 .", "9 . . / 6 . 8", "5 5 5 / 4 4 .", hand="3", wins=[1, 1, 1])
    table.until(lambda t: {"C", "F"} <= set(t.counted(1).split()), "place 6")
    assert (table.counted(0), table.phase) == ("1 0 3 / 1 0 3", "over")


def test_R32_the_lowest_score_wins_whoever_ended_the_round() -> None:
    table = Table.with_wires("9 8 7 / 6 5 .", "-2 -2 0 / 0 0 .", hand="4")
    table.until(lambda t: t.counted(1)[-1] == "0", "place 6")
    assert table.scores == [39, -4]
    assert table.wins == [0, 1]


def test_A24_a_tie_gives_the_round_to_all_who_share_it() -> None:
    table = Table.with_wires("1 0 3 / 1 0 .", "1 0 3 / 1 0 .", "9 8 . / . . .", hand="-2")
    table.until(lambda t: t.counted(1)[-2:] == "-2", "place 6")
    assert table.scores[:2] == [1, 1]
    assert table.wins == [1, 1, 0]


def test_A24_R33_several_may_reach_two_rounds_and_share_the_game() -> None:
    table = Table.with_wires("1 0 3 / 1 0 .", "1 0 3 / 1 0 .", "9 8 . / . . .", hand="-2", wins=[1, 1, 1])
    told = table.until(lambda t: t.counted(1)[-2:] == "-2", "place 6")
    assert table.wins == [2, 2, 1]
    assert table.shares() == [0.5, 0.5, 0.0]
    assert told[-1] == "A shared win for Anna and Ben."


def test_the_next_round_is_dealt_afresh() -> None:
    table = Table.with_wires("1 0 3 / 1 0 .", "9 8 7 / 6 5 .", hand="3", starter=1)
    told = table.play("place 6")
    if table.phase == "egg":
        told = table.play(*table.moves()[:1])
    assert [table.wire(seat) for seat in range(2)] == [BLANK] * 2
    assert int(table.s.dealt.sum()) == 46
    assert table.s.discards == 0
    assert told[-1] == "Round 2: Ben had the most points and begins."
    last = table.view()["last"]
    assert last["scores"] == table.scores
    assert (last["round"], last["winners"]) == (1, [0])


# Eggs


def with_eggs(**how: Any) -> Table:
    """Anna ends the round; she and Ben each have a middle Egg between different cards."""
    wires = ("3 E 9 / 0 0 .", "5 4 . / 7 E 8", "1 . . / . . .")
    table = Table.with_wires(*wires, hand="0", turn=0, **how)
    table.play("place 6")
    return table


def test_R26_A20_the_owner_decides_at_the_end_with_all_cards_open() -> None:
    table = with_eggs()
    assert (table.phase, table.turn) == ("egg", 0)
    assert "." not in "".join(table.wire(seat) for seat in range(3))
    assert table.moves(0) == ["egg top left", "egg top right"]
    assert table.play("egg top left") == ["The top Egg of Anna takes the 3 on its left."]
    assert table.turn == 1
    told = table.play("egg bottom right")
    assert told[0] == "The bottom Egg of Ben takes the 8 on its right."
    assert table.scores[0] == 3 + 3 + 9


def test_A20_the_dearer_side_may_be_chosen() -> None:
    table = with_eggs()
    table.play("egg top right", "egg bottom left")
    assert table.scores[0] == 3 + 9 + 9


def test_A20_the_cheaper_side_is_offered_first() -> None:
    table = with_eggs()
    assert table.view(0)["egg_offers"] == ["egg top left", "egg top right"]
    assert table.view(1)["egg_offers"] == ["egg bottom left", "egg bottom right"]
    assert table.view(2)["egg_offers"] == table.view()["egg_offers"] == []
    pair = Table.with_wires("3 E 9 / 0 9 .", "5 4 . / 7 1 8", hand="0")
    pair.play("place 6")
    assert pair.view(0)["egg_offers"][0] == "egg top right", "as a 9 it cancels the 9 below"


def test_A20_option_best_asks_nobody() -> None:
    table = Table.with_wires("3 E 9 / 0 9 .", "5 4 . / 7 1 8", hand="0", egg_choice="best")
    told = table.play("place 6")
    assert table.phase == "reveal"
    assert table.scores[0] == 3 + 9
    assert "The top Egg of Anna takes the 9 on its right." in told


def test_A38_owners_are_asked_clockwise_from_the_player_on_turn() -> None:
    wires = ("1 . . / . . .", "5 4 . / 7 E 8", "3 E 9 / 0 0 .")
    table = Table.with_wires(*wires, hand="0", turn=2)
    table.play("place 6")
    assert table.view()["waiting"] == [2, 1]
    assert table.turn == 2


def test_A38_any_order_is_accepted() -> None:
    table = with_eggs()
    table.play("egg bottom left", seat=1)
    assert table.refusal("egg bottom right", seat=1)[0] == "R26"
    assert table.refusal("draw", seat=0)[0] == "R28"
    assert table.turn == 0
    table.play("egg top left", seat=0)
    assert table.phase == "reveal"


def test_A38_both_eggs_of_one_owner_are_asked() -> None:
    table = Table.with_wires("3 E 9 / 0 E .", "5 4 . / 7 1 8", hand="1")
    table.play("place 6")
    assert len(table.moves(0)) == 4
    table.play("egg bottom right")
    assert table.moves(0) == ["egg top left", "egg top right"]
    table.play("egg top left")
    assert table.scores[0] == (3 + 0) + (3 + 1) + (9 + 1)


# No end


@pytest.mark.no_cover
def test_A39_without_a_limit_a_round_goes_on() -> None:
    table = Table.with_wires("1 . . / . . .", "9 . . / . . .")
    table.play(*["draw", "discard"] * 1_100)
    assert (int(table.s.turns), int(table.s.rounds)) == (1_100, 1)


@pytest.mark.parametrize("limit", [1, 7])
def test_A39_with_a_limit_all_reveal_and_count(limit: int) -> None:
    table = Table.with_wires("1 . . / . . .", "9 . . / . . .", turn_limit=limit)
    for _ in range(limit - 1):
        table.play("draw", "discard")
    assert table.s.rounds == 1
    told = table.play("draw", "discard")
    while table.phase == "egg":
        table.play(table.moves()[0])
    turns = "One turn has" if limit == 1 else f"{limit} turns have"
    assert f"{turns} been played, the most allowed: the round ends." in told
    assert table.s.rounds == 2
    assert "." not in table.counted(0)
