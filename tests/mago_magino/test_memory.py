"""Mago Magino: nobody is told who is under a frog, though everybody may remember."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from tests.chance import fits
from zauber.games.kernel import HIDDEN, NOBODY
from zauber.games.mago_magino import GAME
from zauber.games.mago_magino.board import FROG, NOWHERE
from zauber.games.mago_magino.memory import Memory

from .boards import Traced, edition
from .scene import Scene

HOUSE = GAME.edition()
E = edition(options={"turn_limit": 150}).record


def concealed(s: Any, viewer: int) -> Any:
    copy = s.copy()
    GAME.compiled.conceal(E, copy, viewer)
    return copy


def observed(s: Any, seat: int) -> bytes:
    out = np.zeros(GAME.observation_size, np.float32)
    GAME.compiled.observe(E, s, seat, out)
    return out.tobytes()


def two_frogs() -> Scene:
    """Anna's child 1 is frog 3, Ben's child 1 is frog 2, both on meadow 4."""
    return Scene(2, A1="frog 3 on meadow 4", B1="frog 2 on meadow 4", magician="meadow 9")


def swapped(scene: Scene) -> Any:
    """The same table, but the other way round under the frogs."""
    s = scene.s.copy()
    for field in ("whose", "which"):
        s[field][[1, 2]] = s[field][[2, 1]]
    return s


def test_R27_A34_no_seat_the_owner_included_is_told_who_is_under_a_frog() -> None:
    scene = two_frogs()
    other = swapped(scene)
    assert other.tobytes() != scene.s.tobytes()
    for viewer in (0, 1, NOBODY):
        here, there = concealed(scene.s, viewer), concealed(other, viewer)
        assert here.tobytes() == there.tobytes()
        assert set(here.whose) == set(here.which) == {HIDDEN}
        assert GAME.words.view(E, here, viewer) == GAME.words.view(E, there, viewer)
        assert GAME.words.text(E, here, viewer, ["Anna", "Ben"]) == GAME.words.text(E, there, viewer, ["Anna", "Ben"])
    for seat in (0, 1):
        assert observed(scene.s, seat) == observed(other, seat)


def test_R27_what_is_said_when_frogs_are_moved_does_not_depend_on_who_is_under_them() -> None:
    scene = two_frogs()
    action = GAME.parse("frog 2 forward")
    told = []
    for s in (scene.s, swapped(scene)):
        after = s.copy()
        GAME.compiled.sow(after, 5, 5)
        GAME.compiled.apply(scene.e, after, 0, action)
        told.append(GAME.words.tell(scene.e, concealed(s, 0), concealed(after, 0), 0, action, 0))
    assert told[0] == told[1]


def test_A34_the_sentence_of_a_bewitching_names_no_player_and_no_child() -> None:
    scene = Scene(2, A1="meadow 4", B2="meadow 4", magician="meadow 9")
    scene.play("magician back 2", throw="witch", arrow="meadow 4")
    [said] = [text for text in scene.told if "frogs" in text]
    numbers = sorted(flip.frog + 1 for flip in scene.flipped)
    assert "Anna" not in said
    assert "Ben" not in said
    assert "child 1" not in said
    assert all(str(number) in said for number in numbers)


def test_A34_A49_the_eye_can_follow_each_child_into_its_frog() -> None:
    scene = Scene(2, seats=3, A1="meadow 4", B2="meadow 4", C1="meadow 4", magician="meadow 9")
    scene.play("magician back 2", throw="witch", arrow="meadow 4")
    [phrase] = [phrase for phrase in scene.events if phrase.key == "tell.bewitched"]
    shown = {(flip["seat"], flip["child"]): flip["frog"] for flip in phrase.args["flips"]}
    real = {(int(scene.s.whose[t]), int(scene.s.which[t]) + 1): t + 1 for t in range(6) if scene.s.frog[t] != NOWHERE}
    assert shown == real
    assert len(shown) == 3


def test_A49_a_frog_keeps_its_number_while_it_moves_and_other_frogs_come_and_go() -> None:
    scene = Scene(2, A1="frog 3 on meadow 3", B1="frog 1 on meadow 9", B2="meadow 6")
    scene.play("frog 3 forward", throw="witch", arrow="meadow 6")
    assert scene.at("A1") == "frog 3 on meadow 4"
    scene.play("frog 1 forward")
    assert scene.at("A1") == "frog 3 on meadow 4"
    view = GAME.words.view(scene.e, concealed(scene.s, 0), 0)
    assert {"frog": 3, "space": scene.space("meadow 4")} in view["frogs"]


@pytest.mark.no_cover
def test_A49_the_numbers_tell_nothing_about_owners_to_whoever_did_not_watch() -> None:
    """Two children, A's and B's, are bewitched at once, in many games: either number may be either's."""
    pairs: Counter[str] = Counter()
    for throws in range(400):
        scene = Scene(2, ed=HOUSE, A1="meadow 4", B1="meadow 4", magician="meadow 9")
        scene.s.throws = throws
        scene.s.turn = throws % 2
        scene.play("magician back 2", throw="witch", arrow="meadow 4")
        first, second = (int(scene.at(piece).split()[1]) for piece in ("A1", "B1"))
        pairs["A first" if first < second else "B first"] += 1
    assert fits(pairs, {"A first": 0.5, "B first": 0.5}) > 1e-4


def test_R27_imagined_worlds_put_every_bewitched_child_under_some_frog_evenly() -> None:
    scene = Scene(2, seats=3, A1="frog 5 on meadow 4", B1="frog 2 on meadow 4", C2="frog 1 on forest 2")
    hidden = concealed(scene.s, 0)
    worlds: Counter[tuple[int, ...]] = Counter()
    for number in range(1200):
        world = hidden.copy()
        GAME.compiled.sow(world, 1, number)
        GAME.compiled.imagine(scene.e, world, 0)
        assert GAME.compiled.account(scene.e, world) == 0
        worlds[tuple(int(world.whose[frog]) for frog in (0, 1, 4))] += 1
    assert len(worlds) == 6
    assert fits(worlds, dict.fromkeys(worlds, 1 / 6)) > 1e-4


@pytest.mark.no_cover
def test_A34_a_perfect_observer_remembers_every_frog_from_public_records_alone() -> None:
    traced = Traced(600)
    followed = 0
    for number in range(40):
        played = traced.play(E, 2 + number % 4, 11, number, 50)
        memory = Memory()
        for k in range(played):
            memory.watch(E, concealed(traced.states[k], NOBODY), concealed(traced.states[k + 1], NOBODY))
            s = traced.states[k + 1]
            truth = {t: (int(s.whose[t]), int(s.which[t])) for t in range(15) if s.frog[t] != NOWHERE}
            assert memory.owners == truth
            followed += len(truth)
    assert followed > 600


def test_A34_a_memory_fills_a_concealed_record_and_imagining_keeps_what_it_remembers() -> None:
    scene = Scene(2, seats=3, A1="meadow 4", B1="meadow 4", C1="meadow 4", magician="meadow 9")
    before = concealed(scene.s, 0)
    scene.play("magician back 2", throw="witch", arrow="meadow 4")
    memory = Memory()
    memory.watch(scene.e, before, concealed(scene.s, 0))
    mine = concealed(scene.s, 0)
    memory.recall(mine)
    rng = mine.rng.copy()
    scene.s.rng = rng
    assert mine.tobytes() == scene.s.tobytes()

    lost = int(scene.at("B1").split()[1]) - 1
    kept = int(scene.at("A1").split()[1]) - 1
    memory.forget(lost)
    guesses = set()
    for number in range(40):
        world = concealed(scene.s, 0)
        memory.recall(world)
        assert world.whose[lost] == NOBODY
        GAME.compiled.sow(world, 2, number)
        GAME.compiled.imagine(scene.e, world, 0)
        assert world.whose[kept] == 0
        guesses.add(int(world.whose[lost]))
    assert guesses == {1}  # the others are remembered, so only one is left


def test_R27_a_freed_frog_shows_who_it_was() -> None:
    scene = two_frogs()
    scene.s.frog[2] = scene.space("meadow 9")
    scene.s.magician = 0
    scene.play("frog 3 forward")
    assert scene.at("A1") == "house"
    assert scene.s.child[1, 0] == FROG
    assert "Frog 3 turns back into child 1 of Anna (the house)." in scene.told
