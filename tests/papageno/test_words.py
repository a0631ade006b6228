"""Papageno in words: every phrase can be said, everything told is true, and nothing hidden is told."""

import json
from collections import Counter
from typing import Any

import numpy as np
import pytest

from tests.papageno.table import PEOPLE, Table
from zauber.games.contract.kernel import HIDDEN, NOBODY
from zauber.games.contract.phrases import Phrase, say
from zauber.games.papageno import GAME, rules
from zauber.games.papageno.position import CHOOSE_EGG, LEFT, OVER, RIGHT, SWAP, UNDECIDED

F, W = GAME.interpreted, GAME.words
SETTINGS: list[tuple[str, dict[str, Any]]] = [
    ("a", {}),
    ("b", {"reshuffle": "keep_top", "egg_choice": "best"}),
    ("a", {"reshuffle": "all", "turn_limit": 9}),
]


class Watcher:
    """Plays a match at random and looks at everything that is said of it."""

    def __init__(self, seats: int, seed: int, edition: str, options: dict[str, Any]) -> None:
        self.e = GAME.edition(edition, options).record
        self.s = GAME.new_state()
        self.out = np.zeros(rules.MOST_MOVES, "i4")
        self.luck = np.random.default_rng(seed)
        F.sow(self.s, seed, 0)
        F.setup(self.e, self.s, seats)
        self.keys: Counter[str] = Counter()

    def seen_by(self, viewer: int) -> Any:
        seen = self.s.copy()
        F.conceal(self.e, seen, viewer)
        return seen

    def step(self) -> None:
        seat = int(self.s.turn)
        n = F.moves(self.e, self.s, seat, self.out)
        legal = [int(action) for action in self.out[:n]]
        action = int(self.luck.choice(legal))
        self.labels(seat, legal)
        viewer = int(self.luck.integers(-1, self.s.seats))
        before, witnessed = self.seen_by(viewer), F.witness(self.e, self.s, seat, action, viewer)
        full = self.s.copy()
        F.apply(self.e, self.s, seat, action)
        after = self.seen_by(viewer)
        notes = GAME.hear(self.e, full.tobytes(), b"", seat, action)
        told = GAME.tell(self.e, before, after, seat, witnessed, viewer, notes)
        self.check_told(told, full, viewer)
        view = W.view(self.e, after, viewer)
        assert json.loads(json.dumps(view)) == view
        assert view["waiting"] or view["phase"] == "over"
        W.text(self.e, after, viewer, PEOPLE)

    def labels(self, seat: int, legal: list[int]) -> None:
        seen = self.seen_by(seat)
        buttons = [say(GAME.catalogue, W.label(self.e, seen, seat, action), PEOPLE, seat) for action in legal]
        assert len(set(buttons)) == len(buttons), "every button reads differently"
        for action in set(range(int(self.s.turns) % 19, rules.ACTIONS, 19)) - set(legal):
            rule, phrase = W.why(self.e, seen, seat, action)
            self.say(phrase, seat)
            assert f"**{rule}**" in GAME.page

    def say(self, phrase: Phrase, reader: int) -> str:
        self.keys[phrase.key] += 1
        sentence = say(GAME.catalogue, phrase, PEOPLE, None if reader == NOBODY else reader)
        assert "{" not in sentence
        assert "@" not in sentence
        assert sentence.endswith(".")
        return sentence

    def check_view(self) -> None:
        """The view shows choices, Eggs' sides and the last count whenever there are any, whatever the phase."""
        view, seats = W.view(self.e, self.s, NOBODY), range(int(self.s.seats))
        assert view["chosen"] == [None if self.s.chosen[i] == HIDDEN else self.s.chosen[i] + 1 for i in seats]
        sides = {UNDECIDED: None, LEFT: "left", RIGHT: "right"}
        counting = self.s.phase in (CHOOSE_EGG, OVER)
        assert view["eggs"] == [[sides[int(side)] if counting else None for side in self.s.egg[i]] for i in seats]
        assert (view["last"] is None) == (self.s.shown[0, 0] == HIDDEN)

    def check_told(self, told: list[Phrase], before: Any, viewer: int) -> None:
        assert json.loads(json.dumps([phrase.args for phrase in told])) == [phrase.args for phrase in told]
        for phrase in told:
            self.say(phrase, viewer)
        scores = [phrase.args for phrase in told if phrase.key == "tell.score"]
        for args in scores:
            assert args["n"] == self.s.score[args["who"]]
            kept = [v for i, v in enumerate(args["values"]) if not args["cancelled"][i % 3]]
            assert sum(kept) == args["n"]
        winners = [phrase.args["who"] for phrase in told if phrase.key == "tell.round_won"]
        assert all(self.s.wins[who] == before.wins[who] + 1 for who in winners)
        assert bool(winners) == bool(scores)
        if winners:
            assert sorted(winners) == W.view(self.e, self.s, NOBODY)["last"]["winners"]


@pytest.mark.no_cover
@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize(("edition", "options"), SETTINGS)
def test_everything_can_be_said_of_random_matches(seats: int, edition: str, options: dict[str, Any]) -> None:
    keys: Counter[str] = Counter()
    for seed in range(2):
        watcher = Watcher(seats, seed, edition, options)
        for _ in range(250):
            if watcher.s.turn >= 0:
                watcher.step()
                watcher.check_view()
        keys += watcher.keys
    common = {"tell.turned", "tell.first_discard", "tell.drew", "tell.took", "tell.placed", "tell.score"}
    assert common <= set(keys)


def test_every_text_of_the_catalogue_is_used_somewhere() -> None:
    from pathlib import Path

    folder = Path(rules.__file__).parent
    files = ("words.py", "events.py", "names.py", "reasons.py")
    source = "".join((folder / name).read_text("utf-8") for name in files)
    for key in GAME.catalogue:
        if key in ("you", "and"):
            continue
        group = key.partition(".")[0]
        made = group in ("card", "a", "place", "row", "side", "text")  # their keys are put together
        made = made or (group == "reason" and f'"{key.rpartition("_")[0]}"' in source)  # reason.take_less
        assert made or f'"{key}"' in source, f"{key} is never said"


def test_the_notation_is_short_and_sayable() -> None:
    spoken = ["turn 1", "turn 6", "draw", "take", "place 1", "place 6", "discard", "leave"]
    assert [GAME.notation(action) for action in (0, 5, 6, 7, 8, 13, 14, 15)] == spoken
    assert [GAME.notation(action) for action in range(16, 20)] == [
        "egg top left", "egg top right", "egg bottom left", "egg bottom right",
    ]  # fmt: skip
    assert GAME.notation(SWAP) == "swap 1 A1"
    assert GAME.notation(rules.ACTIONS - 1) == "swap 6 E6"


def test_labels_say_what_a_button_does() -> None:
    def label(table: Table, move: str, seat: int = 0) -> str:
        phrase = W.label(table.e, table.seen_by(seat), seat, GAME.parse(move))
        return say(GAME.catalogue, phrase, PEOPLE, seat)

    table = Table.with_wires("9 E . / . . .", "1 . . / . . .", top="-2")
    assert label(table, "draw") == "Draw from the pile"
    assert label(table, "take") == "Take the −2"
    table.play("take")
    assert label(table, "place 2") == "Replace the Egg, top middle"
    assert label(table, "place 6") == "Replace the hidden card, bottom right"
    table = Table.with_wires("9 8 . / . . .", "1 . . / . . .", hand="C")
    assert label(table, "discard") == "Discard the Capture"
    table.play("place 1")
    assert label(table, "swap 2 B1") == "Give Ben the 8 (top middle) for the 1 (top left)"
    assert label(table, "leave") == "Capture nothing"
    assert label(Table(2), "turn 4") == "Turn up the bottom left card"
    table = Table.with_wires("3 E 9 / 0 0 .", "5 4 1 / 7 1 .", hand="0")
    table.play("place 6")
    assert label(table, "egg top right") == "The top Egg takes the 9 on its right (21 points in all)"


def test_sentences_speak_to_the_reader() -> None:
    table = Table.with_wires("9 . . / . . .", "1 . . / . . .", "3 . . / . . .", hand="F")
    table.play("place 1")
    assert [say(GAME.catalogue, phrase, PEOPLE, 1) for phrase in table.told(1)] == [
        "Anna plays a Pan flute top left: the 9 flies off to the left.",
        "You receive the 9 from Anna and give up the 1.",
        "Cleo receives the 1 from you and gives up the 3.",
        "The 3 comes to rest on the discard pile.",
    ]


def test_a_drawn_card_is_told_to_its_holder_alone() -> None:
    table = Table.with_wires("9 . . / . . .", "1 . . / . . .")
    table.until(lambda t: t.hand == "8", "draw")
    told = [table.told(viewer) for viewer in (0, 1)]
    assert [say(GAME.catalogue, phrases[0], PEOPLE, v) for v, phrases in enumerate(told)] == [
        "You draw an 8.", "Anna draws a card.",
    ]  # fmt: skip
    assert told[1][0].args == {"who": 0}


def test_the_whole_round_is_told_even_when_the_next_is_dealt_at_once() -> None:
    table = Table.with_wires("1 0 3 / 1 0 .", "9 8 7 / 6 5 .", hand="3", starter=0)
    told = table.until(lambda t: t.counted(1)[-1] == "4" and t.s.discarded == 0, "place 6")
    assert told == [
        "Anna places the 3 bottom right and discards the −2.",
        "All six cards of Anna are open.",
        "The round ends.",
        "Ben reveals 4.",
        "Anna scores 0 points.",
        "Ben scores 39 points.",
        "Anna wins round 1 (1 of 2).",
        "Round 2: Ben had the most points and begins.",
    ]


def test_the_view_has_what_a_screen_needs() -> None:
    table = Table.with_wires("9 . . / . . .", "1 . . / . . .", hand="E", wins=[1, 0], starter=1)
    view = table.view(0)
    assert view["areas"] == [["bird:9", *[None] * 5], ["bird:1", *[None] * 5]]
    assert view["held"] == {"seat": 0, "card": "egg", "from": "pile"}
    assert (view["phase"], view["active"], view["waiting"], view["starter"]) == ("place_drawn", 0, [0], 1)
    assert (view["top"], view["discards"], view["pile"]) == ("bird:8", 1, 46 - 12 - 2)
    assert (view["wins"], view["rounds_to_win"], view["round"]) == ([1, 0], 2, 1)
    assert view["last"] is None
    assert view["chosen"] == [None, None]


def test_R26_a_side_that_was_chosen_for_an_egg_is_shown_while_others_are_open() -> None:
    table = Table.with_wires("0 E 6 / 1 E .", "9 8 7 / 5 5 .", hand="6")
    table.play("place 6")
    assert table.view()["eggs"] == [[None, None], [None, None]]
    table.play("egg top right")
    assert table.view()["phase"] == "egg"
    assert table.view()["eggs"] == [["right", None], [None, None]]


def test_R31_the_last_count_shows_the_worth_of_every_card() -> None:
    table = Table.with_wires("0 E 6 / 1 1 .", "9 8 7 / 5 5 .", hand="6")
    table.play("place 6")
    table.play("egg top right")
    last = table.view()["last"]
    assert last["values"][0] == [0, 6, 6, 1, 1, 6]
    assert last["cancelled"][0] == [False, False, True]
    assert last["scores"][0] == 8


@pytest.mark.parametrize("top", ["left", "right"])
@pytest.mark.parametrize("bottom", ["left", "right"])
def test_R26_the_count_shows_the_sides_that_were_chosen_also_where_others_come_to_the_same(
    top: str, bottom: str
) -> None:
    table = Table.with_wires("3 E 5 / 5 E .", "9 8 7 / 5 5 .", hand="3")
    table.play("place 6")
    table.play(f"egg top {top}")
    table.play(f"egg bottom {bottom}")
    values = table.view()["last"]["values"][0]
    assert (values[1], values[4]) == ({"left": 3, "right": 5}[top], {"left": 5, "right": 3}[bottom])


def test_the_table_as_text() -> None:
    table = Table.with_wires("9 . -2 / E . .", "C . . / F . .", "1 . . / . . .", hand="0", wins=[0, 1, 0])
    assert W.text(table.e, table.seen_by(0), 0, PEOPLE).splitlines() == [
        "Round 1, begun by you. 2 rounds win the game.",
        "",
        "▸ A You, 0 won",
        "        9    ▒▒    −2",
        "      Egg    ▒▒    ▒▒",
        "  B Ben, 1 won",
        "     Capt    ▒▒    ▒▒",
        "    Flute    ▒▒    ▒▒",
        "  C Cleo, 0 won",
        "        1    ▒▒    ▒▒",
        "       ▒▒    ▒▒    ▒▒",
        "",
        "Draw pile: 30. Discard: 8.",
        "You hold the 0.",
    ]
    assert "Anna holds a card." in W.text(table.e, table.seen_by(NOBODY), NOBODY, PEOPLE)
    table.play("discard", "draw", "discard")
    table = Table.with_wires("1 0 3 / 1 0 .", "9 8 7 / 6 5 .", hand="3")
    table.until(lambda t: t.counted(1)[-1] == "4", "place 6")
    assert W.text(table.e, table.s, NOBODY, PEOPLE).endswith("Round 1 counted: Anna 0, Ben 39.")


def test_the_last_count_stays_as_it_was_while_the_eggs_of_the_next_are_chosen() -> None:
    table = Table.with_wires("3 E 5 / 5 E .", "9 8 7 / 5 5 .", hand="3")
    table.play("place 6", "egg top right", "egg bottom left")
    counted = table.view()["last"]
    assert (counted["values"][0][1], counted["values"][0][4]) == (5, 5)
    table.s.phase, table.s.egg[0, 0] = CHOOSE_EGG, LEFT  # the choice of the next round
    assert table.view()["last"] == counted


@pytest.mark.parametrize(
    ("rule", "key", "table", "move"),
    [
        ("R7", "why.no_pile", lambda: Table.with_wires("9 . . / . . .", "1 . . / . . .", pile=""), "draw"),
        ("R26", "why.egg_later", lambda: Table.with_wires("9 . . / . . .", "1 . . / . . ."), "egg top left"),
        ("R10", "why.holding", lambda: Table.with_wires("9 . . / . . .", "1 . . / . . .", hand="3"), "take"),
    ],
)
def test_reasons(rule: str, key: str, table: Any, move: str) -> None:
    there = table()
    assert move not in there.moves()
    found, phrase = W.why(there.e, there.s, there.turn, GAME.parse(move))
    assert (found, phrase.key) == (rule, key)
