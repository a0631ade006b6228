"""Mago Magino: nobody is told who is under a frog, though everybody may remember."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import zauber
from tests.chance import fits
from zauber.errors import BadRecord
from zauber.games.contract.kernel import HIDDEN, NOBODY
from zauber.games.contract.phrases import say
from zauber.games.mago_magino import GAME
from zauber.games.mago_magino.board import FROG, NOWHERE
from zauber.games.mago_magino.memory import Memory
from zauber.match import verify

from .boards import Traced, edition
from .scene import Scene

HOUSE = GAME.edition()
E = edition(options={"turn_limit": 150}).record
RECORDS = Path(__file__).with_name("matches")


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
        notes = GAME.hear(scene.e, after.tobytes(), b"", 0, action)
        GAME.compiled.apply(scene.e, after, 0, action)
        told.append(GAME.tell(scene.e, concealed(s, 0), concealed(after, 0), 0, action, 0, notes))
    assert told[0] == told[1]


def test_A34_the_sentence_of_a_bewitching_names_no_player_and_no_child() -> None:
    scene = Scene(2, A1="meadow 4", B2="meadow 4", magician="meadow 9")
    scene.play("magician back 2", throw="witch", arrow="meadow 4")
    [said] = [text for text in scene.told if "frogs" in text]
    assert said == "The witch turns 2 children into frogs (meadow 4)."


def test_A34_A49_no_sentence_says_the_number_of_a_frog() -> None:
    scene = Scene(2, A1="frog 3 on meadow 4", B1="frog 2 on meadow 8", magician="meadow 9")
    scene.play("frog 3 forward")
    assert scene.told[0] == "Anna moves a frog from meadow 4 to meadow 5."
    scene.play("frog 2 forward")
    assert scene.told[:2] == [
        "Ben moves a frog from meadow 8 to meadow 9.",
        "A frog turns back into child 1 of Ben (meadow 9).",
    ]


def later(scene: Scene) -> list[Any]:
    """What may be read of the last action afterwards."""
    return list(GAME.words.afterwards(scene.events))


def test_A34_what_may_be_read_afterwards_is_the_same_whoever_was_struck_and_wherever() -> None:
    """Anna's child and Ben's change places; either the one or the other becomes a frog, which then hops."""
    told = []
    for anna, ben, arrow in (("meadow 4", "meadow 6", "meadow 4"), ("meadow 6", "meadow 4", "meadow 4"),
                             ("meadow 4", "meadow 6", "meadow 6")):  # fmt: skip
        scene = Scene(2, A1=anna, B1=ben, magician="meadow 9")
        scene.play("magician forward 1", throw="witch", arrow=arrow)
        read = later(scene)
        [frog] = [flip.frog + 1 for flip in scene.flipped]
        scene.play(f"frog {frog} forward")
        told.append(read + later(scene))
    assert told[0] == told[1] == told[2]
    said = [say(GAME.catalogue, phrase, ["Anna", "Ben"]) for phrase in told[0]]
    assert said == [
        "Anna moves the magician from meadow 9 to the house.",
        "Ben rolls the witch.",
        "The witch turns a child into a frog.",
        "Ben moves a frog.",
    ]


def test_A34_what_may_be_read_afterwards_does_not_say_where_a_child_went_nor_how_far() -> None:
    told = []
    for action, throw in (("child 1 forward 2", 2), ("child 2 forward 2", 2), ("child 1 forward 3", 3)):
        scene = Scene(throw, magician="meadow 9").play(action, throw=4)
        told.append(later(scene))
    assert told[0] == told[1] == told[2] == [("later.moved", {"who": 0})]


def test_A34_the_log_and_the_record_of_an_unfinished_match_cannot_be_used_to_look_a_frog_up() -> None:
    match = zauber.Match("mago_magino", names=["Anna", "Ben", "Cleo"], seed=3)
    struck = 0
    while struck < 3:
        match.play(match.moves.actions[len(match.plies) % len(match.moves)])
        struck += sum(phrase.key == "tell.bewitched" for phrase in match.tell(len(match.plies)))
    for seat in (NOBODY, 0, 1, 2):
        read = "\n".join(match.log(seat))
        assert "into a frog" in read
        assert not re.search(r"frog \d|meadow \d.*child|child.*meadow|forest|throws? a \d|arrow", read)
        assert set(match.witnessed(seat)) == {"?"}
        assert len(match.news(seat)) > len(match.log(seat))
    record = match.public_record()
    assert set(record.moves) == {"?"}
    assert len(record.moves) == len(match.plies)
    with pytest.raises(BadRecord):
        zauber.Match.load(record)


def test_A34_when_the_match_is_over_everything_may_be_read() -> None:
    match = zauber.Match.load(RECORDS / "first_rules_short.json")
    assert "?" not in match.public_record().moves
    assert any("from meadow" in sentence for sentence in match.log())
    assert match.log() == match.news()


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.json")), ids=lambda path: path.stem)
def test_A49_records_of_the_first_rules_are_replayed_as_they_were_played(path: Path) -> None:
    """Then frogs got their numbers from the count of throws, and positions did not say who was struck."""
    match = zauber.Match.load(path)
    assert match.edition.rules == 1
    assert match.save() == path.read_text("utf-8")
    assert zauber.Match.load(match.record().link()).record() == match.record()
    assert verify(match.record()).checks


def test_A49_frogs_get_their_numbers_by_chance_and_no_formula() -> None:
    """The same throw of the same match, with other chance: every free number comes up."""
    scene = Scene(2, A1="meadow 4", B1="frog 2 on meadow 8", magician="meadow 9")
    found = set()
    for number in range(3):
        there = Scene(2, A1="meadow 4", B1="frog 2 on meadow 8", magician="meadow 9")
        there.play("magician back 2", throw="witch", arrow="meadow 4", numbers=(number,))
        found.add(there.at("A1"))
    assert found == {f"frog {frog} on meadow 4" for frog in (1, 3, 4)}
    assert scene.s.struck.sum() == 0


def test_A34_who_was_struck_is_known_until_the_next_action_and_no_longer() -> None:
    scene = Scene(2, A1="meadow 4", magician="meadow 9")
    scene.play("magician back 2", throw="witch", arrow="meadow 4")
    [flip] = scene.flipped
    hidden = concealed(scene.s, NOBODY)
    assert (hidden.whose[flip.frog], hidden.which[flip.frog]) == (0, 0)
    scene.play("magician forward 1")
    assert set(concealed(scene.s, NOBODY).whose) == {NOBODY}


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
    start = Scene(2, ed=HOUSE, A1="meadow 4", B1="meadow 4", magician="meadow 9")
    for stream in range(4000):
        s = start.s.copy()
        GAME.compiled.sow(s, 6, stream)
        GAME.compiled.apply(start.e, s, 0, GAME.parse("magician back 2"))
        frogs = {int(s.whose[frog]): frog for frog in range(15) if s.frog[frog] != NOWHERE}
        if len(frogs) == 2:
            pairs["A first" if frogs[0] < frogs[1] else "B first"] += 1
    assert pairs.total() > 60
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
    mine_before = concealed(scene.s, 0)
    scene.play("magician back 2", throw="witch", arrow="meadow 4")
    memory = Memory()
    memory.watch(scene.e, mine_before, concealed(scene.s, 0))
    mine_before = concealed(scene.s, 0)
    scene.play("magician forward 1")  # from now on nobody sees it any more
    memory.watch(scene.e, mine_before, concealed(scene.s, 0))
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
    assert "A frog turns back into child 1 of Anna (the house)." in scene.told
