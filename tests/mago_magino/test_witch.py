"""Mago Magino: the arrow, frogs and rescues."""

from typing import Any

import numpy as np
import pytest

from zauber.games.contract.editions import Edition
from zauber.games.mago_magino import GAME

from .boards import edition
from .scene import RULES, SCRIPT, Scene


def spun(arrow: str, **scene: Any) -> Scene:
    """B has thrown the witch, and the arrow has stopped there."""
    laid = Scene(2, **{"magician": "meadow 9", **scene})
    laid.play("magician back 2", throw="witch", arrow=arrow)
    return laid


def test_R7_the_witchs_face_spins_the_arrow_and_children_there_are_bewitched() -> None:
    scene = spun("meadow 4", A1="meadow 4", B1="meadow 4", B2="meadow 5")
    assert scene.is_frog("A1")
    assert scene.is_frog("B1")
    assert scene.at("B2") == "meadow 5"
    assert scene.at("A2") == "house"


@pytest.mark.parametrize("wood", [1, 2, 3])
def test_R8_the_forest_is_struck_as_a_whole(wood: int) -> None:
    scene = spun(f"forest {wood}", A1="forest 1", A2="forest 2", B1="forest 3", B2="hiding-place")
    assert [scene.is_frog(piece) for piece in ("A1", "A2", "B1", "B2")] == [True, True, True, False]
    assert scene.at("A1").endswith("on forest 1")  # each stays where it stood
    assert scene.at("B1").endswith("on forest 3")


def test_R25_R29_a_bewitched_child_is_a_frog_and_the_arrow_does_nothing_to_frogs() -> None:
    scene = spun("meadow 4", A1="frog 3 on meadow 4", A2="meadow 4")
    assert scene.at("A1") == "frog 3 on meadow 4"
    assert scene.is_frog("A2")
    assert scene.s.frogs == 2
    only_frogs = spun("meadow 4", A1="frog 3 on meadow 4")
    assert only_frogs.told[-1] == "Nobody turns into a frog."


def test_R26_A50_a_bewitched_child_loses_its_crystal_to_the_space() -> None:
    scene = spun("meadow 4", A1="meadow 4 with a crystal", B1="meadow 4 with a crystal", A2="meadow 4")
    assert scene.lying("meadow 4") == 2
    assert not scene.s.carries.any()
    assert "2 crystals fall to the ground (meadow 4)." in scene.told


def test_A6_A50_in_the_hiding_place_children_are_bewitched_and_crystals_join_the_others() -> None:
    scene = spun("hiding-place", A1="hiding-place with a crystal", B1="hiding-place")
    assert scene.at("A1").endswith("on hiding-place")
    assert scene.is_frog("B1")
    assert scene.lying("hiding-place") == 15


def test_A5_A35_in_the_house_nobody_is_bewitched_whether_the_magician_is_in_or_not() -> None:
    for magician in ("house", "meadow 9"):
        scene = Scene(2, magician=magician, A1="house")
        scene.play("magician back 2", throw="witch", arrow="house")
        assert not any(scene.is_frog(piece) for piece in ("A1", "A2", "B1", "B2"))
        assert scene.told[-1] == "Nobody turns into a frog."


def stops(ed: Edition, *chance: int) -> int:
    """Where the arrow stops when a match begins with the witch and chance goes on like this."""
    s = GAME.new_state()
    SCRIPT[:] = [0, 0, *chance]
    RULES["setup"](ed.record, s, 2)
    assert s.witch
    assert SCRIPT == []
    return int(s.arrow)


def test_A7_the_arrow_always_stops_on_a_space() -> None:
    assert [stops(GAME.edition(), space) for space in range(14)] == [*range(14)]


def test_A4_every_space_has_an_equal_sector_by_default() -> None:
    assert GAME.edition().values["sectors"] == [1] * 14
    assert stops(GAME.edition(), 0) == 0  # the house, at the first try
    assert stops(GAME.edition(), 4) == 4


def test_A4_as_an_option_the_arrow_never_points_at_the_house_or_the_hiding_place() -> None:
    ed = GAME.edition("", {"arrow": "outside"})
    for space in (0, 4):
        assert stops(ed, space, 0, 7) == 7  # tried, refused, tried again
    assert stops(ed, 3) == 3


def test_A4_sectors_of_different_width_are_numbers_of_an_edition() -> None:
    ed = edition(sectors=[0, 5, 0, 0, 2, *[1] * 9])
    assert stops(ed, 1) == 1  # the widest is always taken
    assert stops(ed, 4, 1) == 4  # two times in five
    assert stops(ed, 4, 2, 1) == 1
    assert stops(ed, 9, 0) == 9  # once in five
    assert stops(ed, 9, 1, 0, 0, 1) == 1  # and nothing never


def test_R30_children_are_bewitched_only_directly_after_a_spin() -> None:
    scene = spun("meadow 4", B1="meadow 5")
    scene.play("child 1 back 1", throw=3)  # onto the space where the arrow rests
    assert scene.at("B1") == "meadow 4"
    scene.play("child 1 back 3", throw=2)
    assert scene.at("B1") == "meadow 4"  # and still there after the next throw


def test_R31_the_magician_protects_all_children_on_his_space() -> None:
    scene = Scene(2, magician="meadow 6", A1="meadow 4", B1="meadow 4 with a crystal")
    scene.play("magician back 2", throw="witch", arrow="meadow 4")
    assert scene.at("A1") == "meadow 4"
    assert scene.at("B1") == "meadow 4 with a crystal"
    assert scene.told[-1] == "The magician protects the 2 children beside him (meadow 4)."


def test_R33_a_frog_that_reaches_the_house_is_a_child_again_and_starts_from_there() -> None:
    for magician in ("house", "meadow 3"):
        scene = Scene(4, magician=magician, A1="frog 2 on meadow 9")
        scene.play("frog 2 forward")
        assert scene.at("A1") == "house"
        assert scene.s.frogs == 0
        assert scene.play("throw", throw=3).moves_of("child 1") == ["child 1 forward 3", "child 1 back 3"]


def test_R34_a_frog_moved_onto_the_magicians_space_is_a_child_at_once() -> None:
    scene = Scene(4, magician="meadow 5", A1="frog 2 on meadow 4", B1="frog 1 on meadow 4")
    scene.play("frog 2 forward")
    assert scene.at("A1") == "meadow 5"
    assert scene.at("B1") == "frog 1 on meadow 4"


def test_R35_when_the_magician_arrives_all_frogs_there_turn_back() -> None:
    scene = Scene(3, magician="meadow 8", A1="frog 2 on meadow 5", B1="frog 1 on meadow 5", B2="frog 4 on meadow 4")
    scene.play("magician back 3")
    assert scene.at("A1") == scene.at("B1") == "meadow 5"
    assert scene.at("B2") == "frog 4 on meadow 4"
    assert "A frog turns back into child 1 of Anna (meadow 5)." in scene.told
    assert "A frog turns back into child 1 of Ben (meadow 5)." in scene.told


def test_A27_frogs_that_the_magician_passes_stay_frogs() -> None:
    scene = Scene(3, magician="meadow 8", A1="frog 2 on meadow 6")
    scene.play("magician back 3")
    assert scene.at("A1") == "frog 2 on meadow 6"
    assert scene.turn == "B"


def test_R36_A32_whoever_turned_a_frog_back_may_throw_again_or_stop() -> None:
    scene = Scene(3, A1="frog 1 on meadow 9").play("frog 1 forward")
    assert scene.turn == "A"
    assert scene.moves == ["throw", "stop"]
    assert scene.why("child 1 forward 3") == "R36"
    again = Scene(3, A1="frog 1 on meadow 9").play("frog 1 forward").play("throw", throw=4)
    assert again.turn == "A"
    assert again.s.points == 4
    assert scene.play("stop", throw=4).turn == "B"


def test_R36_without_a_rescue_there_is_no_second_throw() -> None:
    scene = Scene(3, A1="frog 1 on meadow 5")
    assert scene.why("throw") == "R36"
    assert scene.play("frog 1 forward").turn == "B"


def test_A29_every_throw_that_frees_a_frog_gives_another() -> None:
    frogs: dict[str, Any] = {"A1": "frog 1 on meadow 9", "A2": "frog 2 on meadow 9", "B1": "frog 3 on meadow 9"}
    scene = Scene(3, **frogs)
    for number in (1, 2, 3):
        scene.play(f"frog {number} forward")
        assert scene.moves == ["throw", "stop"]
        scene.play("throw", throw=2)
    assert scene.turn == "A"
    assert scene.play("child 1 forward 2").turn == "B"


def test_A30_freeing_anothers_frog_counts_too() -> None:
    scene = Scene(3, B1="frog 1 on meadow 9").play("frog 1 forward")
    assert scene.moves == ["throw", "stop"]


def test_A31_several_freed_at_once_give_one_throw() -> None:
    scene = Scene(3, magician="meadow 8", A1="frog 2 on meadow 5", B1="frog 1 on meadow 5")
    scene.play("magician back 3").play("throw", throw=2)
    assert scene.play("child 1 forward 2").turn == "B"


def test_A33_an_extra_throw_that_shows_the_witch_spins_the_arrow_as_usual() -> None:
    scene = Scene(3, A1="frog 1 on meadow 9", A2="meadow 4").play("frog 1 forward")
    scene.play("throw", throw="witch", arrow="meadow 4")
    assert scene.is_frog("A2")
    assert scene.turn == "A"
    assert scene.s.points == 1


def test_A47_an_extra_throw_once_taken_obliges_to_move() -> None:
    scene = Scene(3, A1="frog 1 on meadow 9").play("frog 1 forward").play("throw", throw=3)
    assert "stop" not in scene.moves
    assert scene.why("stop") == "A13"


def test_A48_with_extra_throws_a_frog_moves_one_space_for_each() -> None:
    scene = Scene(3, A1="frog 1 on meadow 9", A2="frog 2 on meadow 4").play("frog 1 forward")
    scene.play("throw", throw=4).play("frog 2 forward")
    assert scene.at("A2") == "frog 2 on meadow 5"
    assert scene.turn == "B"


def test_R9_A26_a_child_bewitched_by_this_spin_may_be_moved_as_a_frog_and_even_freed() -> None:
    scene = Scene(2, B1="meadow 6", magician="meadow 9")
    scene.play("magician back 2", throw="witch", arrow="meadow 6")
    [frog] = scene.moves_of("frog")
    scene.play(frog)  # onto the magician, who stands on meadow 7
    assert scene.at("B1") == "meadow 7"
    assert scene.moves == ["throw", "stop"]


def test_A23_frogs_neither_carry_nor_pick_up() -> None:
    scene = Scene(2, A1="frog 1 on meadow 4", crystals={"meadow 4": 1, "meadow 5": 1})
    assert not scene.moves_of("load")
    scene.play("frog 1 forward")
    assert scene.turn == "B"
    assert scene.lying("meadow 5") == 1


def test_A23_A46_a_child_freed_beside_crystals_may_take_one_when_it_next_begins_a_move() -> None:
    scene = Scene(2, magician="meadow 5", A1="frog 1 on meadow 4", crystals={"meadow 5": 1})
    scene.play("frog 1 forward")
    assert scene.moves == ["throw", "stop"]  # it has not landed as a child
    scene.play("throw", throw=3)  # in the same turn already
    assert scene.play("load child 1 forward 3").at("A1") == "meadow 8 with a crystal"


def test_R28_moving_a_frog_uses_up_the_throw() -> None:
    scene = Scene(4, A1="frog 1 on forest 3").play("frog 1 forward")
    assert scene.at("A1") == "frog 1 on hiding-place"
    assert scene.turn == "B"


def test_R31_the_hiding_place_and_the_forest_can_never_be_protected() -> None:
    out = np.zeros(GAME.rules.MOST_MOVES, np.int32)
    scene = Scene(4)
    for meadow in range(1, 10):
        for points in (1, 2, 3, 4):
            scene.s.magician = scene.space(f"meadow {meadow}")
            scene.s.points = points
            n = RULES["moves"](scene.e, scene.s, 0, out)
            for action in out[:n]:
                text = GAME.notation(int(action))
                if text.startswith("magician"):
                    steps = int(text.split()[-1]) * (1 if "forward" in text else -1)
                    end = (int(scene.s.magician) + steps) % 14
                    assert end == 0 or end > 4
