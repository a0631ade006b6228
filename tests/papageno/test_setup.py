"""The cards, the aim and the preparation of a round: R1 to R8, and who starts."""

from collections import Counter

import pytest

from tests.papageno.table import BLANK, CARDS, Table
from zauber.errors import BadSeats
from zauber.games.papageno import GAME, rules


def pack(table: Table) -> Counter[str]:
    return Counter({CARDS[k]: int(n) for k, n in enumerate(table.s.dealt) if n})


def start(table: Table) -> Table:
    """Everybody turns up the first place."""
    for _ in range(table.s.seats):
        table.play("turn 1")
    return table


def test_R1_fifty_cards_for_two_to_five_players() -> None:
    assert list(GAME.seats) == [2, 3, 4, 5]
    cards = pack(Table(3))
    assert cards.total() == 50
    assert (cards["F"], cards["C"], cards["E"]) == (4, 4, 2)
    birds = {name for name in cards if name not in "FCE"}
    assert sum(cards[name] for name in birds) == 40
    assert min(map(int, birds)) == -2
    assert max(map(int, birds)) == 9
    for seats in (1, 6):
        with pytest.raises(BadSeats):
            GAME.check_seats(seats)


def test_A1_edition_a_has_ten_weights_four_times_and_edition_b_all_twelve() -> None:
    a, b = pack(Table(3, "a")), pack(Table(3, "b"))
    assert {name: n for name, n in a.items() if name not in "FCE"} == dict.fromkeys(["-2", "0", "1", *"3456789"], 4)
    assert [b[str(weight)] for weight in range(-2, 10)] == [2, 2, 4, 4, 4, 4, 4, 4, 3, 3, 3, 3]
    assert b.total() == 50


def test_R3_A16_with_two_players_the_pan_flutes_are_taken_out() -> None:
    cards = pack(Table(2))
    assert cards["F"] == 0
    assert cards.total() == 46
    assert (cards["C"], cards["E"]) == (4, 2)
    assert pack(Table(3))["F"] == 4


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_R4_six_cards_face_down_for_each(seats: int) -> None:
    table = Table(seats)
    assert [table.wire(seat) for seat in range(seats)] == [BLANK] * seats
    assert table.s.pile_left == (46 if seats == 2 else 50) - 6 * seats
    assert table.view()["areas"] == [[None] * 6] * seats


def test_R5_each_turns_up_one_card_of_their_own_choice() -> None:
    table = Table(3)
    first = table.turn
    assert table.moves() == [f"turn {place}" for place in range(1, 7)]
    table.play("turn 2")
    table.play("turn 6")
    table.play("turn 4")
    open_places = [[i + 1 for i, card in enumerate(wire) if card] for wire in table.view()["areas"]]
    assert [open_places[(first + i) % 3] for i in range(3)] == [[2], [6], [4]]


def test_R5_nobody_turns_up_two_cards() -> None:
    table = Table(2)
    table.play("turn 2", seat=0)
    assert table.moves(0) == []
    assert table.refusal("turn 3", seat=0)[0] == "R5"
    assert table.refusal("draw", seat=1)[0] == "R5"


def test_A31_the_first_cards_are_turned_together_in_any_order() -> None:
    table = Table(3, seed=2)
    third = (table.turn + 2) % 3
    table.play("turn 5", seat=third)
    assert [table.wire(seat) for seat in range(3)] == [BLANK] * 3
    assert table.view()["chosen"][third] == "hidden"
    assert table.view(third)["chosen"][third] == 5
    assert sorted(table.view()["waiting"]) == sorted({0, 1, 2} - {third})
    table.play("turn 1")
    table.play("turn 1")
    assert BLANK not in [table.wire(seat) for seat in range(3)]
    assert table.view()["chosen"] == [None] * 3


@pytest.mark.parametrize("card", ["C", "F"])
def test_A3_a_special_card_turned_up_at_the_start_has_no_power(card: str) -> None:
    table = Table(3)
    table.play("turn 1", "turn 1")
    table.until(lambda t: t.wire(t.turn)[0] == card, "turn 1")
    assert table.phase == "take"
    assert sum(kind != -1 for wire in table.s.area[:3] for kind in wire) == 3


def test_R6_the_first_card_of_the_pile_starts_the_discards() -> None:
    table = start(Table(4))
    assert table.s.discards == 1
    assert table.top != "."
    assert table.s.pile_left == 50 - 24 - 1
    assert table.moves() == ["draw", "take"]


def test_A4_a_special_as_first_discard_stays_and_works_when_placed() -> None:
    table = Table(3)
    table.play("turn 1", "turn 1")
    told = table.until(lambda t: t.top == "F", "turn 1")
    assert "The discard pile opens with a Pan flute." in told
    table.play("take", "place 2")
    assert [wire[1] is not None for wire in table.view()["areas"]] == [True] * 3


@pytest.mark.no_cover
def test_R8_A27_chance_names_the_first_starter() -> None:
    starters = Counter(int(Table(3, seed=seed).s.starter) for seed in range(600))
    assert all(150 < starters[seat] < 250 for seat in range(3))
    table = start(Table(3, seed=5))
    assert table.turn == table.s.starter


@pytest.mark.no_cover
def test_R8_A26_the_most_points_of_the_last_round_start_the_next() -> None:
    table = Table.with_wires("0 0 0 / 1 1 .", "9 8 7 / 6 5 .", "5 4 4 / 3 3 .", hand="1", starter=0)
    table.s.score[2] = 500  # of the round before: of no account
    table.until(lambda t: t.counted(1)[-1] == "4" and t.counted(2)[-2:] == "-2", "place 6")
    assert table.scores == [3, 39, 17]
    assert table.s.starter == 1
    assert (table.phase, table.turn) == ("reveal", 1)


@pytest.mark.parametrize(("starter", "following"), [(0, 1), (1, 2), (2, 1)])
def test_R8_A25_of_several_the_first_from_the_old_starters_left_starts(starter: int, following: int) -> None:
    table = Table.with_wires("0 0 0 / 1 1 .", "9 8 7 / 6 5 .", "9 8 7 / 6 5 .", hand="1", starter=starter)
    table.until(lambda t: t.counted(1)[-1] == t.counted(2)[-1] == "4", "place 6")
    assert table.scores[1] == table.scores[2]
    assert table.s.starter == following


def test_R2_R33_the_first_to_win_two_rounds_wins_the_game() -> None:
    wires = ("0 0 0 / 1 1 .", "9 8 7 / 6 5 .")
    table = Table.with_wires(*wires, hand="1", wins=[0, 1])
    told = table.play("place 6")
    assert table.wins == [1, 1]
    assert table.turn >= 0
    assert "Anna wins round 1 (1 of 2)." in told
    table = Table.with_wires(*wires, hand="1", wins=[1, 1])
    told = table.play("place 6")
    assert table.wins == [2, 1]
    assert table.turn == -1
    assert table.phase == "over"
    assert table.shares() == [1.0, 0.0]
    assert told[-1] == "Anna wins the game."
    assert table.moves(0) == table.moves(1) == []
    assert table.refusal("draw", seat=0)[0] == "R33"


def test_a_seat_is_known_by_its_number_everywhere() -> None:
    assert {"wins", "area", "down", "chosen", "egg", "score", "shown"} <= set(rules.SEAT_AXES)
