"""Mago Magino: crystals, and how the game ends."""

from typing import Any

import numpy as np
import pytest

from zauber.games.mago_magino import GAME

from .scene import RULES, Scene


def test_R18_a_child_that_reaches_the_hiding_place_may_load_a_crystal_and_sets_off_back() -> None:
    scene = Scene(4).play("child 1 forward 4")
    assert scene.turn == "A"
    assert scene.moves == ["take", "leave"]
    assert scene.play("take").at("A1") == "hiding-place with a crystal"
    assert scene.lying("hiding-place") == 14
    assert scene.turn == "B"


def test_A16_loading_is_optional_on_arrival_and_possible_later_before_moving_off() -> None:
    scene = Scene(4).play("child 1 forward 4").play("leave", throw=2)
    assert scene.at("A1") == "hiding-place"
    scene.play("magician back 2", throw=3)
    assert "load child 1 forward 3" in scene.moves
    assert scene.play("load child 1 forward 3").at("A1") == "meadow 3 with a crystal"


def test_R19_a_child_carries_at_most_one() -> None:
    scene = Scene(2, A1="meadow 3 with a crystal", crystals={"meadow 3": 2})
    assert scene.why("load child 1 forward 2") == "R19"
    assert not any(move.startswith("load") for move in scene.moves)


def test_R20_crystals_are_not_carried_into_the_forest() -> None:
    scene = Scene(3, A1="meadow 8 with a crystal", A2="hiding-place with a crystal")
    assert scene.moves_of("child 1") == ["child 1 forward 2", "child 1 back 3"]  # the house, not the forest
    assert scene.why("child 1 forward 3") == "R20"
    assert scene.moves_of("child 2") == ["child 2 forward 3"]


def test_R21_A37_a_crystal_brought_home_is_laid_down_and_the_child_sets_off_again() -> None:
    scene = Scene(2, A1="meadow 8 with a crystal").play("child 1 forward 2")
    assert scene.at("A1") == "house"
    assert scene.brought == [1, 0]
    assert int(scene.s.loose.sum()) == 14  # out of play, shown by its player
    view = GAME.words.view(scene.e, scene.s, 1)
    assert [player["crystals"] for player in view["players"]] == [1, 0]
    scene.play("child 1 back 2", throw=3)
    assert "child 1 forward 3" in scene.moves


def test_R22_a_child_that_lands_on_loose_crystals_may_pick_up_one() -> None:
    scene = Scene(2, A1="meadow 3", crystals={"meadow 5": 3}).play("child 1 forward 2")
    assert scene.moves == ["take", "leave"]
    assert scene.why("child 1 forward 2") == "R22"
    scene.play("take")
    assert scene.at("A1") == "meadow 5 with a crystal"
    assert scene.lying("meadow 5") == 2


def test_R22_it_may_also_leave_them() -> None:
    scene = Scene(2, A1="meadow 3", crystals={"meadow 5": 3}).play("child 1 forward 2").play("leave")
    assert scene.at("A1") == "meadow 5"
    assert scene.lying("meadow 5") == 3
    assert scene.turn == "B"


def test_R22_taking_and_leaving_are_only_for_a_child_that_has_landed() -> None:
    scene = Scene(2, A1="meadow 3", crystals={"meadow 3": 1})
    assert scene.why("take") == scene.why("leave") == "R22"


def test_R23_A44_a_child_that_begins_its_move_beside_crystals_may_pick_one_up_first() -> None:
    scene = Scene(2, A1="meadow 3", A2="meadow 4", crystals={"meadow 3": 1})
    assert scene.moves_of("load") == ["load child 1 forward 2", "load child 1 back 2"]
    assert scene.why("load child 2 forward 2") == "R23"
    scene.play("load child 1 forward 2")
    assert scene.at("A1") == "meadow 5 with a crystal"
    assert scene.lying("meadow 3") == 0


def test_A44_picking_up_first_comes_after_the_throw_and_the_spin() -> None:
    scene = Scene(2, turn="B", A1="meadow 3", crystals={"meadow 3": 1})
    scene.play("magician back 2", throw="witch", arrow="meadow 3")
    assert scene.is_frog("A1")  # too late
    assert not scene.moves_of("load")


def test_R24_it_does_not_matter_who_brought_or_lost_the_crystal() -> None:
    scene = Scene(2, A1="meadow 3 with a crystal", B1="meadow 4")
    scene.play("child 2 forward 2", throw="witch", arrow="meadow 3")  # A loses it …
    scene.play("child 1 back 1").play("take")  # … and B takes it
    assert scene.at("B1") == "meadow 3 with a crystal"


def test_A12_crystals_are_delivered_and_loaded_only_where_a_move_ends() -> None:
    through = Scene(4, A1="forest 2")
    through.play("child 1 forward 4")  # past the hiding-place
    assert through.turn == "B"
    assert through.at("A1") == "meadow 2"
    home = Scene(4, A1="meadow 9 with a crystal")
    assert home.moves_of("child 1") == ["child 1 forward 1", "child 1 back 4"]  # stopping costs nothing


def test_A15_a_carrier_that_enters_the_house_delivers_and_never_leaves_it_carrying() -> None:
    scene = Scene(3, A1="meadow 9", crystals={"meadow 9": 1})
    scene.play("load child 1 forward 1")
    assert scene.at("A1") == "house"
    assert scene.brought == [1, 0]
    scene.s.child[0, 0] = 0
    scene.s.carries[0, 0] = 1
    scene.s.brought[0] = 0
    assert RULES["account"](scene.e, scene.s) != 0


def test_A17_a_carrier_may_even_walk_back_into_the_hiding_place() -> None:
    scene = Scene(3, A1="meadow 2 with a crystal")
    assert scene.moves_of("child 1") == ["child 1 forward 3", "child 1 back 2"]
    scene.play("child 1 back 2")
    assert scene.at("A1") == "hiding-place with a crystal"
    assert scene.turn == "B"


def test_A18_a_crystal_is_neither_dropped_nor_passed_on() -> None:
    scene = Scene(2, A1="meadow 3 with a crystal", A2="meadow 3", B1="meadow 3")
    assert scene.moves == [
        "child 1 forward 2",
        "child 1 back 2",
        "child 2 forward 2",
        "child 2 back 2",
        "magician back 2",
    ]


def test_A19_a_carrier_that_lands_on_crystals_takes_none() -> None:
    scene = Scene(2, A1="meadow 3 with a crystal", crystals={"meadow 5": 1}).play("child 1 forward 2")
    assert scene.turn == "B"
    assert scene.lying("meadow 5") == 1


def test_A20_nothing_is_picked_up_in_passing() -> None:
    scene = Scene(3, A1="meadow 3", crystals={"meadow 4": 1, "meadow 5": 1}).play("child 1 forward 3")
    assert scene.turn == "B"
    assert scene.at("A1") == "meadow 6"


def test_A21_with_a_crystal_picked_up_at_the_start_the_forest_is_closed() -> None:
    scene = Scene(3, A1="meadow 9", crystals={"meadow 9": 1})
    assert "child 1 forward 3" in scene.moves  # to forest 2, without it
    assert scene.moves_of("load") == ["load child 1 forward 1", "load child 1 back 3"]
    assert scene.why("load child 1 forward 3") == "R20"


def test_A22_an_empty_hiding_place_has_nothing_to_load() -> None:
    scene = Scene(4, crystals={"meadow 4": 15})
    scene.play("child 1 forward 4")
    assert scene.turn == "B"
    assert scene.at("A1") == "hiding-place"
    GAME.words.text(scene.e, scene.s, -1, ["Anna", "Ben"])


def test_A36_both_children_may_be_on_the_way_and_both_may_carry() -> None:
    scene = Scene(2, A1="meadow 3 with a crystal", A2="hiding-place")
    scene.play("load child 2 forward 2")
    assert scene.at("A1") == "meadow 3 with a crystal"
    assert scene.at("A2") == "meadow 2 with a crystal"


def test_A45_a_crystal_may_be_left_at_the_start_and_another_taken_on_landing_but_never_two() -> None:
    scene = Scene(2, A1="meadow 3", crystals={"meadow 3": 1, "meadow 5": 1})
    scene.play("child 1 forward 2").play("take")
    assert (scene.lying("meadow 3"), scene.lying("meadow 5")) == (1, 0)
    both = Scene(2, A1="meadow 3", crystals={"meadow 3": 1, "meadow 5": 1}).play("load child 1 forward 2")
    assert both.turn == "B"
    assert both.lying("meadow 5") == 1


def test_R5_R37_A39_the_first_with_three_crystals_wins_at_once() -> None:
    scene = Scene(2, A1="meadow 8 with a crystal", brought={"A": 2, "B": 2})
    scene.play("child 1 forward 2")
    assert scene.turn == "nobody"
    assert scene.moves == []
    assert scene.shares == [1.0, 0.0]
    assert scene.told[-1] == "Anna wins with 3 crystals."
    assert scene.why("throw", seat="A") == "R37"


def test_A39_a_win_in_an_extra_throw_ends_the_game_too() -> None:
    scene = Scene(2, A1="meadow 8 with a crystal", A2="frog 1 on meadow 9", brought={"A": 2})
    scene.play("frog 1 forward").play("throw", throw=2).play("child 1 forward 2")
    assert scene.turn == "nobody"


@pytest.mark.parametrize("how", [{"options": {"length": "short"}}, {"ed": GAME.edition("short_game")}])
def test_R38_in_the_short_game_two_crystals_win(how: dict[str, Any]) -> None:
    scene = Scene(2, A1="meadow 8 with a crystal", brought={"A": 1}, **how)
    scene.play("child 1 forward 2")
    assert scene.shares == [1.0, 0.0]


def test_R37_two_crystals_do_not_win_the_whole_game() -> None:
    scene = Scene(2, A1="meadow 8 with a crystal", brought={"A": 1}).play("child 1 forward 2")
    assert scene.turn == "B"


def test_a_turn_limit_ends_the_game_after_that_many_throws() -> None:
    scene = Scene(2, A1="meadow 8 with a crystal", options={"turn_limit": 2})
    scene.play("child 1 forward 2").play("magician back 2")
    assert scene.turn == "nobody"
    assert scene.shares == [1.0, 0.0]
    assert scene.told[-2:] == [
        "The die has been rolled 2 times, the most allowed: the game ends.",
        "Anna wins with 1 crystal.",
    ]
    none = Scene(2, options={"turn_limit": 1}).play("magician back 2")
    assert none.shares == [0.0, 0.0]
    both = Scene(2, brought={"A": 1, "B": 1}, options={"turn_limit": 1}).play("magician back 2")
    assert both.shares == [0.5, 0.5]
    assert np.isclose(sum(both.shares), 1)
