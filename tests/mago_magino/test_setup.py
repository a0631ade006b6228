"""Mago Magino: material, set-up, the throw and whose turn it is."""

import functools
from collections import Counter

import numpy as np
import pytest

from tests.chance import fits
from zauber.errors import BadEdition, BadSeats
from zauber.games.contract.kernel import NOBODY, Record
from zauber.games.mago_magino import GAME
from zauber.games.mago_magino.board import NOWHERE, PIECES

from .boards import edition
from .scene import RULES, SCRIPT, Scene

loaded = functools.cache(GAME.edition)


def fresh(seats: int, number: int = 0, ed: str = "house") -> Record:
    s = GAME.new_state()
    GAME.compiled.sow(s, 3, number)
    GAME.compiled.setup(loaded(ed).record, s, seats)
    return s


def test_R1_two_to_five_play_with_ten_pieces_fifteen_crystals_and_one_die_of_six_faces() -> None:
    house = GAME.edition()
    assert (GAME.seats[0], GAME.seats[-1], GAME.age) == (2, 5, 5)
    assert 5 * house.values["children"] == 10
    assert house.values["crystals"] == 15
    assert len(house.values["die"]) == 6
    for seats in (1, 6):
        with pytest.raises(BadSeats):
            GAME.check_seats(seats)


def test_R2_the_arrow_is_in_the_board_and_points_nowhere_before_the_first_spin() -> None:
    states = [fresh(2, number) for number in range(40)]
    assert {int(s.arrow) for s in states if not s.witch} == {NOWHERE}
    assert all(0 <= s.arrow < 14 for s in states if s.witch)
    assert any(s.witch for s in states)


def test_R3_A41_every_player_has_two_children_in_the_house_in_no_particular_order() -> None:
    scene = Scene(3, seats=5)
    for piece in ("A1", "A2", "B1", "C2", "E2"):
        assert scene.at(piece) == "house"
    assert scene.why("child 3 forward 3") == "R3"
    # Either may set off first: being below or on top in the stack is nothing.
    assert len(scene.moves_of("child 1")) == len(scene.moves_of("child 2")) == 2


def test_R4_the_magician_stands_in_his_house_and_all_crystals_lie_in_the_hiding_place() -> None:
    s = fresh(4)
    assert s.magician == 0
    assert s.loose[4] == 15 == s.loose.sum()


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_A40_all_fifteen_crystals_are_used_with_any_number_of_players(seats: int) -> None:
    assert fresh(seats).loose.sum() == 15


def test_A42_the_hiding_place_is_one_space_that_holds_all_the_crystals() -> None:
    spaces = GAME.words.view(GAME.edition().record, fresh(3), NOBODY)["spaces"]
    assert [space["kind"] for space in spaces].count("hiding_place") == 1
    assert [space["crystals"] for space in spaces if space["crystals"]] == [15]


def test_A1_the_meadow_has_nine_spaces_and_eleven_on_the_long_board() -> None:
    def kinds(name: str) -> Counter[str]:
        ed = GAME.edition(name)
        view = GAME.words.view(ed.record, fresh(2, ed=name), NOBODY)
        return Counter(space["kind"] for space in view["spaces"])

    assert kinds("house") == {"house": 1, "forest": 3, "hiding_place": 1, "meadow": 9}
    assert kinds("long_board") == {"house": 1, "forest": 3, "hiding_place": 1, "meadow": 11}
    assert "ours" in GAME.edition().sources["meadow"]


def test_A2_clockwise_lie_the_house_the_forest_the_hiding_place_and_the_meadow() -> None:
    scene = Scene(4, A1="house")
    assert scene.play("child 1 forward 4").at("A1") == "hiding-place"
    scene = Scene(4, A1="hiding-place")
    assert scene.play("child 1 forward 4").at("A1") == "meadow 4"
    scene = Scene(4, A1="house")
    assert scene.play("child 1 back 4").at("A1") == "meadow 6"


def test_R6_A38_the_first_player_is_drawn_by_lot() -> None:
    starters = Counter(int(fresh(5, number).starter) for number in range(3000))
    assert fits(starters, dict.fromkeys(range(5), 0.2)) > 1e-4


def test_R6_the_turn_goes_round_clockwise_and_everybody_throws() -> None:
    scene = Scene(2, seats=3)
    for player in "ABCABC":
        assert scene.turn == player
        throws = scene.s.throws
        scene.play(scene.moves_of("child 1")[0])
        if scene.moves == ["take", "leave"]:
            scene.play("leave")
        assert scene.s.throws == throws + 1


def test_R6_only_the_player_on_turn_may_act() -> None:
    scene = Scene(3, turn="B")
    assert scene.why("child 1 forward 3", seat="A") == "R6"
    out = np.zeros(GAME.rules.MOST_MOVES, np.int32)
    assert GAME.interpreted.moves(scene.e, scene.s, 0, out) == 0


def test_A3_the_die_has_two_witches_a_two_two_threes_and_a_four() -> None:
    assert sorted(GAME.edition().values["die"]) == [0, 0, 2, 3, 3, 4]
    faces = Counter(0 if s.witch else int(s.points) for s in (fresh(2, number) for number in range(3000)))
    assert fits(faces, {0: 2 / 6, 2: 1 / 6, 3: 2 / 6, 4: 1 / 6}) > 1e-4


@pytest.mark.parametrize("die", [[0, 0, 2, 2, 3, 4], [0, 0, 2, 3, 4, 4], [0, 0, 1, 2, 3, 4]])
def test_A3_another_die_is_a_number_of_the_edition(die: list[int]) -> None:
    ed = edition(die=die)
    seen = set()
    for side in range(6):
        s = GAME.new_state()
        SCRIPT[:] = [0, side, 0]
        RULES["setup"](ed.record, s, 2)
        seen.add(0 if s.witch else int(s.points))
    assert seen == set(die)


def test_A43_the_first_picture_is_the_witch_and_the_second_is_two_three_or_four() -> None:
    scene = Scene(2).play("magician back 2", throw="witch", arrow="meadow 1")
    assert scene.s.witch
    assert scene.s.arrow == scene.space("meadow 1")
    for points in (2, 3, 4):
        scene = Scene(2).play("magician back 2", throw=points)
        assert not scene.s.witch
        assert scene.s.points == points


def test_a_bad_edition_is_refused_with_a_sentence_that_names_the_field() -> None:
    for numbers, field in (
        ({"meadow": 3}, "meadow"),  # the magician could not use a 4
        ({"forest": 6, "meadow": 20, "sectors": [1] * 24}, "ring"),
        ({"sectors": [1] * 13}, "sectors"),
        ({"sectors": [1] * 15}, "sectors"),
        ({"crystals": 10}, "crystals"),  # all five could bring two
        ({"die": [0, 0, 2]}, "die"),
        ({"die": [0, 0, 2, 3, 4, 7]}, "die"),
        ({"children": 4}, "children"),
    ):
        with pytest.raises(BadEdition, match=field):
            edition(**numbers)


def test_more_children_and_other_boards_can_be_tried() -> None:
    ed = edition(children=3, forest=2, meadow=5, die=[0, 1, 2, 3, 4, 5])
    scene = Scene(5, ed=ed, A3="forest 2")
    assert scene.moves_of("child 3") == ["child 3 forward 1", "child 3 forward 5"]
    assert PIECES >= 15
