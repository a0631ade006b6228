"""Why a move of Mago Magino is good or bad, in sentences."""

from typing import Any

from tests.reasons import reasons
from zauber.games.mago_magino import GAME

from .scene import Scene


def why(scene: Scene, move: str, remembers: bool = False) -> list[str]:
    known: Any = None
    if remembers:
        known = scene.s.copy()
        known.rng[:] = 0
    return reasons(GAME, scene.e, scene.s, int(scene.s.turn), move, known)


def test_a_child_fetches_a_crystal_and_brings_it_home() -> None:
    scene = Scene(3, A1="meadow 8 with a crystal", A2="forest 1", crystals={"meadow 2": 1})
    assert why(scene, "child 1 forward 2") == ["Your child 1 lays its crystal down in the house: 1 of 3."]
    assert why(scene, "child 2 forward 3") == [
        "Your child 2 reaches the hiding-place, where 13 crystals lie.",
        "It leaves the forest, where the arrow strikes every space at once.",
    ]
    loads = Scene(2, A1="hiding-place")
    assert why(loads, "load child 1 forward 2") == [
        "Your child 1 picks up a crystal and has 8 spaces left to the house."
    ]
    carries = Scene(3, A1="meadow 2 with a crystal")
    assert why(carries, "child 1 forward 3") == [
        "Your child 1 carries its crystal to meadow 5, 5 spaces from the house."
    ]


def test_the_forest_is_a_danger_and_the_magician_a_shelter() -> None:
    scene = Scene(2, A1="meadow 3 with a crystal", magician="meadow 5")
    assert why(scene, "child 2 forward 2") == [
        "Your child 2 is then 2 spaces from the next crystal (the hiding-place).",
        "In the forest the arrow strikes every space at once.",
    ]
    assert why(scene, "child 1 forward 2") == [
        "Your child 1 carries its crystal to meadow 5, 5 spaces from the house.",
        "Beside the magician the arrow cannot strike it.",
    ]
    assert why(scene, "magician back 2") == ["Beside the magician the arrow cannot strike your child 1."]
    assert why(scene, "magician forward 2") == ["Your children stay where they are."]


def test_whose_a_frog_is_depends_on_what_is_remembered() -> None:
    scene = Scene(2, A1="frog 1 on meadow 7", B1="frog 2 on meadow 9", magician="meadow 5")
    assert why(scene, "frog 2 forward") == ["A frog that may be yours turns back (the house), and you may roll again."]
    assert why(scene, "frog 2 forward", remembers=True) == [
        "The frog that turns back (the house) is not yours, but you may roll again."
    ]
    assert why(scene, "magician forward 2") == [
        "A frog that may be yours turns back (meadow 7), and you may roll again."
    ]
    assert why(scene, "magician forward 2", remembers=True) == [
        "The frog is your child 1: it turns back (meadow 7), and you may roll again."
    ]
    assert why(scene, "frog 1 forward") == ["The frog may be yours and then has 2 spaces left to the house."]
    assert why(scene, "frog 1 forward", remembers=True) == [
        "The frog is your child 1 and then has 2 spaces left to the house."
    ]
    alone = Scene(2, A1="frog 1 on meadow 7", A2="frog 2 on meadow 9")
    assert why(alone, "frog 1 forward") == ["The frog is yours and then has 2 spaces left to the house."]
    theirs = Scene(2, B1="frog 1 on meadow 7")
    assert why(theirs, "frog 1 forward") == ["The frog is not yours, and your children stay where they are."]


def test_a_crystal_is_taken_or_left_and_another_throw_made_or_not() -> None:
    landed = Scene(3, A1="forest 1").play("child 1 forward 3")
    assert why(landed, "take") == ["Your child 1 then carries it, with 10 spaces to go to the house."]
    assert why(landed, "leave") == ["Your child 1 goes on without a crystal."]
    again = Scene(2, A1="meadow 3 with a crystal", B1="frog 2 on meadow 9").play("frog 2 forward")
    assert why(again, "throw") == ["You may move once more, and only the witch could make you regret it."]
    assert why(again, "stop") == ["Your child 1 (meadow 3) is not exposed to the arrow again."]
