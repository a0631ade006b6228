"""Mago Magino in words: every action, every refusal, every event."""

import re
from typing import Any

import pytest

from zauber.games.contract.kernel import NOBODY
from zauber.games.contract.phrases import say
from zauber.games.mago_magino import GAME
from zauber.games.mago_magino.rules import ACTIONS

from .boards import Traced, edition
from .scene import Scene


def test_every_action_has_a_notation_that_is_read_back() -> None:
    assert GAME.notation(0) == "child 1 forward 1"
    assert GAME.notation(ACTIONS - 1) == "stop"
    assert all(GAME.parse(GAME.notation(action).upper()) == action for action in range(ACTIONS))


@pytest.mark.parametrize(
    ("scene", "action", "text"),
    [
        (Scene(3, A1="meadow 4"), "child 1 forward 3", "Move child 1 to meadow 7"),
        (Scene(4, A2="meadow 9 with a crystal"), "child 2 forward 1", "Bring the crystal home with child 2"),
        (
            Scene(2, A1="hiding-place"),
            "load child 1 forward 2",
            "Pick up a crystal and move child 1 to meadow 2",
        ),
        (
            Scene(2, A1="meadow 9", crystals={"meadow 9": 1}),
            "load child 1 forward 1",
            "Pick up a crystal and bring it home with child 1",
        ),
        (Scene(2), "magician back 2", "Move the magician to meadow 8"),
        (
            Scene(2, A1="frog 1 on meadow 8", B1="frog 2 on meadow 8"),
            "magician back 2",
            "Move the magician to meadow 8 and free 2 frogs",
        ),
        (Scene(2, A1="frog 1 on forest 3"), "frog 1 forward", "Move frog 1 to the hiding-place"),
        (Scene(2, A1="frog 1 on meadow 9"), "frog 1 forward", "Move frog 1 to the house, where it turns back"),
    ],
)
def test_labels_say_what_a_button_does(scene: Scene, action: str, text: str) -> None:
    assert action in scene.moves
    label = GAME.words.label(scene.e, scene.s, 0, GAME.parse(action))
    assert say(GAME.catalogue, label) == text
    assert label.args["path"][-1] == label.args["to"]
    assert len(label.args["path"]) == label.args["steps"]


def test_a_whole_throw_is_told_event_by_event() -> None:
    scene = Scene(2, A1="meadow 2", B1="meadow 4 with a crystal", crystals={"meadow 4": 1})
    scene.play("child 1 forward 2")
    assert [phrase.key for phrase in scene.events] == ["tell.moved"]
    scene.play("take", throw="witch", arrow="meadow 4")
    assert [phrase.key for phrase in scene.events] == [
        "tell.picked_up",
        "tell.threw_witch",
        "tell.spun",
        "tell.bewitched",
        "tell.dropped",
    ]
    assert scene.told[0] == "Child 1 of Anna picks up a crystal (meadow 4)."
    assert scene.told[1] == "Ben rolls the witch and spins the arrow."
    assert scene.told[-1] == "2 crystals fall to the ground (meadow 4)."  # what was just picked up, too


def test_a_rescue_is_told_with_the_frog_the_child_and_the_throw_it_earns() -> None:
    scene = Scene(3, magician="meadow 8", B2="frog 3 on meadow 5").play("magician back 3")
    assert [phrase.key for phrase in scene.events] == ["tell.magician", "tell.freed", "tell.may_throw"]
    freed = scene.events[1].args
    assert (freed["who"], freed["child"], freed["frog"], freed["space"]) == (1, 2, 3, scene.space("meadow 5"))
    scene.play("throw", throw=4)
    assert scene.told == ["Anna rolls again.", "Anna rolls a 4."]
    scene = Scene(3, magician="meadow 8", B2="frog 3 on meadow 5").play("magician back 3").play("stop")
    assert scene.told == ["Anna ends the turn.", "Ben rolls a 2."]


def test_bringing_a_crystal_home_is_told() -> None:
    scene = Scene(4, A1="meadow 9", crystals={"meadow 9": 1}).play("load child 1 forward 1")
    assert [phrase.key for phrase in scene.events] == ["tell.picked_up", "tell.moved", "tell.brought", "tell.threw"]
    assert scene.told[2] == "Anna brings a crystal home: 1 of 3."


def test_the_view_shows_the_table() -> None:
    scene = Scene("witch", turn="B", A1="meadow 2 with a crystal", A2="frog 4 on meadow 2", crystals={"meadow 3": 2})
    view = GAME.words.view(scene.e, scene.s, 0)
    assert view["turn"] == 1
    assert view["phase"] == "move"
    assert view["throw"] == {"number": 1, "face": "witch", "steps": 1}
    assert view["spaces"][6] == {
        "space": 6,
        "kind": "meadow",
        "number": 2,
        "crystals": 0,
        "magician": False,
        "children": [{"seat": 0, "child": 1, "crystal": True}],
        "frogs": [4],
    }
    assert view["spaces"][7]["crystals"] == 2
    assert view["spaces"][0]["magician"]
    assert view["players"][0]["children"] == [
        {"child": 1, "space": 6, "crystal": True, "bewitched": False},
        {"child": 2, "space": None, "crystal": False, "bewitched": True},
    ]
    assert view["frogs"] == [{"frog": 4, "space": 6}]
    assert (view["magician"], view["lander"], view["crystals_to_win"]) == (0, None, 3)
    assert (view["frogs_hop"], view["throws_left"], view["arrow"]) == ("home", None, None)


def test_the_text_of_the_table_can_be_read_in_a_terminal() -> None:
    scene = Scene(3, A1="meadow 2 with a crystal", B1="frog 1 on meadow 4", crystals={"meadow 2": 1})
    scene.s.arrow = scene.space("meadow 4")
    text = GAME.words.text(scene.e, scene.s, 0, ["Anna", "Ben"])
    assert "▸ A You, 0 crystals" in text
    assert "  B Ben, 0 crystals, 1 child bewitched" in text
    assert re.search(r"meadow 2 +A1◆ +1 crystal\n", text)
    assert re.search(r"➤ meadow 4 +frog 1\n", text)
    assert text.endswith("The roll: 3 spaces.")


def test_every_refusal_names_a_rule_of_the_page_and_can_be_said() -> None:
    rules = set(re.findall(r"\*\*([RA]\d+)\*\*", GAME.page))
    traced = Traced(300)
    for number, options in enumerate(({}, {"frogs": "both"}, {"length": "short"})):
        ed = edition(options={**options, "turn_limit": 60})
        played = traced.play(ed.record, 3, 2, number, 40)
        for k in range(0, played + 1, 7):
            s = traced.states[k]
            legal = set(traced.legal[k, : traced.counts[k]].tolist()) if k < played else set()
            for seat in range(3):
                for action in range(ACTIONS):
                    if seat == s.turn and action in legal:
                        continue
                    rule, phrase = GAME.words.why(ed.record, s, seat, action)
                    assert rule in rules
                    assert say(GAME.catalogue, phrase, ["Anna", "Ben", "Cleo"])


def test_no_text_of_the_catalogue_is_left_unused() -> None:
    """Long games in every setting use every sentence but those that are asked for above."""
    used: set[str] = set()
    traced = Traced(2000)
    for number in range(24):
        options: dict[str, Any] = {"turn_limit": 250 if number % 3 else 30}
        ed = edition(options=options, forest=6, meadow=16) if number % 4 == 3 else edition(options=options)
        seats = 2 + number % 4
        played = traced.play(ed.record, seats, 4, number, 70)
        for k in range(played):
            before, after = traced.states[k].copy(), traced.states[k + 1].copy()
            seat, action = int(before.turn), int(traced.actions[k])
            notes = GAME.hear(ed.record, before.tobytes(), b"", seat, action)
            for s in (before, after):
                GAME.compiled.conceal(ed.record, s, NOBODY)
            for phrase in GAME.tell(ed.record, before, after, seat, action, NOBODY, notes):
                used.add(phrase.key)
                say(GAME.catalogue, phrase, ["Anna", "Ben", "Cleo", "Dan", "Eve"], reader=0)
    unused = {key for key in GAME.catalogue if key.startswith("tell.")} - used
    assert unused == set()


def test_endings_name_the_winners() -> None:
    def said(*brought: int) -> str:
        scene = Scene(2, seats=3, brought=dict(zip("ABC", brought, strict=True)))
        return say(GAME.catalogue, GAME.words.ending(scene.e, scene.s), ["Anna", "Ben", "Cleo"])

    assert said(1, 2, 0) == "Ben wins with 2 crystals."
    assert said(1, 1, 1) == "A shared win for Anna, Ben and Cleo, with 1 crystal each."
    assert said(0, 0, 0) == "Nobody has brought a crystal home, so nobody wins."
