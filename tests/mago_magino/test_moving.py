"""Mago Magino: how pieces move."""

import pytest

from .scene import Scene


def test_R10_A13_with_a_two_three_or_four_a_player_moves_an_own_child_or_the_magician_that_far() -> None:
    for points in (2, 3, 4):
        scene = Scene(points, A1="meadow 5", A2="meadow 5", magician="meadow 5")
        assert scene.moves == [
            f"child 1 forward {points}",
            f"child 1 back {points}",
            f"child 2 forward {points}",
            f"child 2 back {points}",
            f"magician forward {points}",
            f"magician back {points}",
        ]


def test_A13_a_player_who_has_thrown_must_move() -> None:
    scene = Scene(3, A1="meadow 5")
    assert "stop" not in scene.moves
    assert scene.why("stop") == "A13"


def test_R11_A10_a_piece_moves_either_way_but_does_not_turn_round_within_a_move() -> None:
    scene = Scene(3, A1="meadow 5")
    ends = {Scene(3, A1="meadow 5").play(move).at("A1") for move in scene.moves_of("child 1")}
    assert ends == {"meadow 2", "meadow 8"}  # never meadow 4 or 6, to and fro


def test_R12_the_short_way_leads_over_three_forest_spaces_and_the_long_way_round_the_board() -> None:
    scene = Scene(4)
    assert scene.play("child 1 forward 4").at("A1") == "hiding-place"
    scene = Scene(4, A1="meadow 9")
    for left in (5, 1):
        scene = Scene(4, A1=scene.at("A1")).play("child 1 back 4")
        assert scene.at("A1") == f"meadow {left}"
    assert Scene(4, A1="meadow 1").play("child 1 back 1").at("A1") == "hiding-place"


@pytest.mark.parametrize("wood", [1, 2, 3])
def test_R13_A8_in_the_forest_one_moves_only_clockwise(wood: int) -> None:
    scene = Scene(2, A1=f"forest {wood}")
    assert all("forward" in move for move in scene.moves_of("child 1"))
    assert scene.why("child 1 back 2") == "R13"


def test_A8_frogs_too_leave_the_forest_forwards_only() -> None:
    scene = Scene(2, A1="frog 1 on forest 1", options={"frogs": "both"})
    assert scene.moves_of("frog") == ["frog 1 forward"]
    assert scene.why("frog 1 back") == "R13"
    assert scene.play("frog 1 forward").at("A1") == "frog 1 on forest 2"


def test_A9_the_forest_cannot_be_entered_from_the_hiding_place() -> None:
    scene = Scene(2, A1="hiding-place", A2="meadow 1")
    assert scene.moves_of("child 1") == ["child 1 forward 2", "load child 1 forward 2"]
    assert scene.moves_of("child 2") == ["child 2 forward 2", "child 2 back 1"]  # as far as the hiding-place
    assert scene.why("child 1 back 2") == scene.why("child 2 back 2") == "R13"
    frog = Scene(2, A1="frog 1 on hiding-place", options={"frogs": "both"})
    assert frog.moves_of("frog") == ["frog 1 forward"]


def test_R14_any_number_of_children_share_a_space() -> None:
    scene = Scene(2, seats=3, A1="meadow 3", A2="meadow 5", B1="meadow 5", B2="meadow 5", C1="meadow 5")
    scene.play("child 1 forward 2")
    assert all(scene.at(piece) == "meadow 5" for piece in ("A1", "A2", "B1", "B2", "C1"))


def test_R15_points_are_not_divided_and_all_are_used() -> None:
    scene = Scene(4, A1="meadow 2", A2="meadow 2")
    assert scene.why("child 1 forward 3") == "R15"
    assert scene.why("child 1 forward 5") == "R15"
    scene.play("child 1 forward 4")
    assert scene.at("A2") == "meadow 2"
    assert scene.turn == "B"


def test_R16_A11_one_may_stop_in_the_house_and_the_hiding_place_or_go_on_through_them() -> None:
    to_hiding = Scene(4, A1="forest 2")
    assert to_hiding.moves_of("child 1") == ["child 1 forward 2", "child 1 forward 4"]
    assert to_hiding.play("child 1 forward 4").at("A1") == "meadow 2"
    to_house = Scene(4, A1="meadow 8")
    assert to_house.moves_of("child 1") == ["child 1 forward 2", "child 1 forward 4", "child 1 back 4"]
    assert to_house.play("child 1 forward 4").at("A1") == "forest 2"
    back = Scene(4, A1="meadow 3")
    assert back.moves_of("child 1") == ["child 1 forward 4", "child 1 back 3"]


def test_R17_R28_A25_a_frog_moves_one_space_whatever_the_die_shows() -> None:
    for throw in ("witch", 2, 3, 4):
        scene = Scene(throw, A1="frog 2 on meadow 3", B1="frog 1 on forest 1")
        assert scene.moves_of("frog") == ["frog 1 forward", "frog 2 forward"]
        assert scene.play("frog 2 forward").at("A1") == "frog 2 on meadow 4"
        assert scene.turn == "B"  # the rest lapses


def test_R28_any_frog_may_be_moved_also_anothers() -> None:
    scene = Scene(3, turn="B", A1="frog 4 on meadow 3")
    assert scene.play("frog 4 forward").at("A1") == "frog 4 on meadow 4"
    assert scene.why("frog 2 forward") == "R28"


def test_A24_frogs_are_moved_only_towards_the_house() -> None:
    scene = Scene(3, A1="frog 1 on meadow 3", B1="frog 2 on hiding-place")
    assert scene.moves_of("frog") == ["frog 1 forward", "frog 2 forward"]
    assert scene.why("frog 1 back") == "A24"
    assert scene.play("frog 2 forward").at("B1") == "frog 2 on meadow 1"


def test_A24_as_an_option_frogs_hop_either_way_on_the_meadow() -> None:
    scene = Scene(3, A1="frog 1 on meadow 1", options={"frogs": "both"})
    assert scene.moves_of("frog") == ["frog 1 forward", "frog 1 back"]
    assert scene.play("frog 1 back").at("A1") == "frog 1 on hiding-place"


def test_A14_a_move_that_cannot_use_all_points_is_not_allowed() -> None:
    scene = Scene(4, magician="meadow 3", A1="meadow 7 with a crystal")
    assert scene.moves_of("magician") == ["magician forward 4"]  # three spaces back to his dead end are too few
    assert scene.why("magician back 4") == "R32"
    assert scene.why("magician back 2") == "R15"
    assert scene.moves_of("child 1") == ["child 1 forward 3", "child 1 back 4"]
    assert scene.why("child 1 forward 4") == "R20"


def test_R32_A28_the_magician_keeps_to_the_house_and_the_meadow_and_may_stop_in_the_house() -> None:
    home = Scene(3)
    assert home.moves_of("magician") == ["magician back 3"]
    assert home.why("magician forward 3") == "R32"
    assert home.play("magician back 3").magician == "meadow 7"
    near = Scene(4, magician="meadow 8")
    assert near.moves_of("magician") == ["magician forward 2", "magician back 4"]
    assert near.why("magician forward 4") == "R32"
    assert near.play("magician forward 2").magician == "house"
    edge = Scene(2, magician="meadow 2")
    assert edge.moves_of("magician") == ["magician forward 2"]
    assert edge.why("magician back 2") == "R32"


def test_R30_pieces_may_stop_on_and_pass_over_the_space_where_the_arrow_rests() -> None:
    scene = Scene(2, A1="meadow 4", A2="meadow 9", B1="meadow 6", magician="meadow 8")
    scene.play("child 2 back 2", throw="witch", arrow="meadow 5")
    scene.play("child 1 back 1", throw=2)  # B steps onto it …
    assert scene.at("B1") == "meadow 5"
    scene.play("child 1 forward 2", throw=3)  # … A passes over it …
    assert scene.at("A1") == "meadow 6"
    scene.play("magician back 3")  # … and so may the magician.
    assert scene.magician == "meadow 5"
    assert scene.s.arrow == scene.space("meadow 5")


def test_R9_after_the_spin_one_piece_moves_one_space() -> None:
    scene = Scene("witch", A1="meadow 4", magician="meadow 8", B1="frog 1 on meadow 2")
    assert scene.moves == [
        "child 1 forward 1",
        "child 1 back 1",
        "child 2 forward 1",
        "child 2 back 1",
        "magician forward 1",
        "magician back 1",
        "frog 1 forward",
    ]
