"""Magi in words: every phrase can be said, what is told adds up, and nothing hidden is told."""

import json
from collections import Counter
from typing import Any

import numpy as np
import pytest

from tests.sizes import size
from zauber.games.contract.kernel import HIDDEN, NOBODY
from zauber.games.contract.phrases import Phrase, say
from zauber.games.magi import GAME, rules
from zauber.games.magi.cards import KINDS
from zauber.games.magi.names import word
from zauber.games.magi.position import OVER

from .table import NOTATIONS, Table
from .test_cards_and_deal import FILL
from .test_second_opinion import ALL_CHANGED, few_cards, smaller

PEOPLE = [f"Player{i}" for i in range(8)]
F, W = GAME.interpreted, GAME.words


def said(phrase: Phrase, reader: int | None = None) -> str:
    return say(GAME.catalogue, phrase, PEOPLE, reader)


def seen_by(table: Table, viewer: int) -> Any:
    seen = table.s.copy()
    F.conceal(table.e, seen, viewer)
    return seen


def told(table: Table, action: str, viewer: int = NOBODY, seat: int | None = None) -> list[Phrase]:
    """Do the action and hear what is told of it."""
    seat = int(table.s.turn) if seat is None else seat
    notes = heard(table, seat, NOTATIONS.index(action))
    rules.apply(table.e, table.s, seat, NOTATIONS.index(action))
    return tell(table, viewer, notes)


def heard(table: Table, seat: int, action: int) -> bytes:
    return GAME.hear(table.e, table.s.tobytes(), b"", seat, action)


def tell(table: Table, viewer: int, notes: bytes) -> list[Phrase]:
    """What a viewer is told of the last action."""
    seen = seen_by(table, viewer)
    return GAME.tell(table.e, seen, seen, NOBODY, HIDDEN, viewer, notes)


# Everything told adds up ------------------------------------------------------------------------------------------


def drawn(phrases: list[Phrase], seats: int) -> list[int]:
    """How many cards everybody drew before the first count, by what was told."""
    counts = [0] * seats
    for phrase in phrases:
        if phrase.key == "tell.score":
            break
        if phrase.key in ("tell.drew", "tell.drew_seen", "tell.took", "tell.took_seen"):
            counts[phrase.args["who"]] += phrase.args["n"]
        if phrase.key == "tell.played":
            counts[phrase.args["who"]] -= 1
    return counts


@pytest.mark.no_cover
@pytest.mark.parametrize("small", [False, True])
@pytest.mark.parametrize("options", [{}, ALL_CHANGED, {"zero_marker": "yes", "turn_limit": 60}])
def test_what_is_told_adds_up(options: dict[str, Any], small: bool) -> None:
    edition = GAME.edition("", options)
    edition = smaller(edition, copies=few_cards(), hand_size=1, target=20) if small else smaller(edition, hand_size=3)
    keys: Counter[str] = Counter()
    for seed in range(size(12, 6)):
        table = Table(4 + seed % 5, seed, edition)
        luck = np.random.default_rng(seed)
        for _ in range(60):
            if not table.turn:
                break
            keys.update(phrase.key for phrase in one_step(table, luck))
    assert {"tell.played", "tell.drew", "tell.drew_seen", "tell.magi"} <= set(keys)
    assert {"tell.score", "tell.next_round", "tell.out", "tell.drawcount", "tell.took"} <= set(keys)


def one_step(table: Table, luck: Any) -> list[Phrase]:
    seats = int(table.s.seats)
    seat = int(luck.choice([i for i in range(seats) if table.moves(chr(65 + i))]))
    action = str(luck.choice(table.moves(chr(65 + seat))))
    viewer = int(luck.integers(-1, seats))
    for text in table.moves(chr(65 + seat)):
        assert said(W.label(table.e, seen_by(table, seat), seat, NOTATIONS.index(text)), seat)
    before, hand = table.s.copy(), table.hand(chr(65 + viewer)) if viewer != NOBODY else []
    phrases = told(table, action, viewer, seat)
    for phrase in phrases:
        assert said(phrase, viewer)
        for other in phrase.args.get("cards", []) if phrase.key != "tell.score" else []:
            assert phrase.args["who"] == viewer, "a card was told that is not the viewer's"
            assert other.startswith("@card.")
    counted = table.s.rounds != before.rounds or table.s.phase == OVER
    now = table.s.shown.sum(axis=1) if counted else table.s.cards
    assert (now[:seats] - before.cards[:seats]).tolist() == drawn(phrases, seats)
    if viewer != NOBODY and not counted:
        news = [c for p in phrases if p.key.endswith("_seen") for c in p.args["cards"]]
        played = [action.removeprefix("play ")] if seat == viewer and action.startswith("play ") else []
        names = [card.removeprefix("@card.").replace("_", " ") for card in news]
        assert Counter(hand) + Counter(names) == Counter(table.hand(chr(65 + viewer))) + Counter(played)
    view = W.view(table.e, seen_by(table, viewer), viewer)
    assert json.loads(json.dumps(view)) == view
    assert W.text(table.e, seen_by(table, viewer), viewer, PEOPLE)
    return phrases


# Some sentences ---------------------------------------------------------------------------------------------------


def test_a_chain_of_forced_turns_is_told_turn_by_turn() -> None:
    stuck = ["blue sword", "blue sword"]
    hands = [["red cup", "red coin", "red coin"], stuck, ["blue balance", "blue balance"], ["red sword", "red sword"]]
    table = Table().lay(hands, talon=["yellow broom", "yellow broom", "yellow shield"])
    phrases = told(table, "play red cup", viewer=1)
    assert [said(phrase, 1) for phrase in phrases] == [
        "Player0 plays the red cup.",
        "You draw: yellow broom." if "yellow broom" in table.hand("B") else "You draw: yellow shield.",
        "You play nothing.",
        "Player2 draws a card.",
        "Player2 plays nothing.",
    ]


def test_a_magus_is_told_with_all_that_it_does() -> None:
    table = Table().lay([["mirror-elder", "red coin", "red coin"], *FILL], drawcount=2)
    keys = [phrase.key for phrase in told(table, "play mirror-elder")]
    assert keys == ["tell.played", "tell.drawcount", "tell.free", "tell.reversed", "tell.took"]


def test_the_end_of_a_round_is_told_with_hands_and_points() -> None:
    table = Table().lay([["red coin"], ["red cup", "ghost"], ["blue sword"], ["blue crystal"]])
    phrases = told(table, "play red coin")
    scores = [(p.args["who"], p.args["n"], p.args["cards"]) for p in phrases if p.key == "tell.score"]
    assert scores == [
        (0, 0, []),
        (1, 7, ["@card.red_cup", "@card.ghost"]),
        (2, 1, ["@card.blue_sword"]),
        (3, 3, ["@card.blue_crystal"]),
    ]
    assert [p.key for p in phrases if p.key in ("tell.out", "tell.next_round")] == ["tell.out", "tell.next_round"]


def test_a_catch_is_told() -> None:
    table = Table().lay([["red cup", "blue sword"], *FILL]).do("play red cup", "silent")
    phrases = told(table, "catch A", seat=2)
    assert said(phrases[0]) == "Player2 catches Player0, who did not say “Magi!”"
    assert phrases[1].key == "tell.drew"


def test_the_view_shows_the_own_hand_alone() -> None:
    table = Table().lay([["red cup", "archmage"], ["hermit", "ghost"], *FILL[1:]], drawcount=3)
    view = W.view(table.e, seen_by(table, 0), 0)
    assert [card["card"] for card in view["hand"]] == ["red cup", "archmage"]
    assert view["hand"][1] == {
        "card": "archmage", "sort": "magi", "colour": "grey", "picture": "archmage", "points": 10, "star": True,
        "abilities": ["original"],
    }  # fmt: skip
    assert view["counts"] == [2, 2, 4, 4]
    assert "hermit" not in json.dumps(view)
    assert W.view(table.e, seen_by(table, NOBODY), NOBODY)["hand"] == []
    assert (view["drawcount"], view["phase"], view["turn"], view["clockwise"]) == (3, "magic", 0, True)


@pytest.mark.parametrize(
    ("hand", "lay", "action", "rule"),
    [
        (["red cup"], {}, "play blue cup", "R12"),
        (["red cup", "blue sword"], {}, "play blue sword", "R12"),
        (["red cup", "red amulet"], {"drawcount": 2}, "play red cup", "R16"),
        (["red cup", "red amulet"], {"drawcount": 2}, "draw", "R21"),
        (["red cup", "blue cup"], {"top": "ghost", "colour": "red"}, "play blue cup", "R31"),
        (["red cup", "blue cup"], {}, "take", "R20"),
        (["red cup", "blue cup"], {}, "pass", "A17"),
        (["red cup", "blue cup"], {"talon": []}, "draw", "A40"),
        (["red cup", "blue cup"], {}, "magi", "R23"),
        (["red cup", "blue cup"], {}, "blue", "R31"),
        (["red cup", "blue cup"], {}, "again", "R39"),
        (["red cup", "blue cup"], {}, "shoot B", "R36"),
        (["red cup", "blue cup"], {}, "catch A", "R24"),
        (["red cup", "blue cup"], {}, "catch B", "A50"),
        (["red cup", "blue cup"], {}, "catch H", "R24"),
    ],
)
def test_a_refusal_names_its_rule(hand: list[str], lay: dict[str, Any], action: str, rule: str) -> None:
    table = Table().lay([hand, *FILL], **lay)
    number, phrase = W.why(table.e, seen_by(table, 0), 0, NOTATIONS.index(action))
    assert number == rule
    assert said(phrase, 0)


@pytest.mark.parametrize(
    ("actions", "refused", "rule"),
    [
        (("draw",), "draw", "A16"),
        (("play archmage",), "draw 1", "R39"),
        (("play archmage", "select", "shot", "draw 1"), "shoot B", "R31"),
        (("play archmage", "free", "shot", "draw 1"), "shoot A", "R36"),
        (("play archmage", "free", "shot", "draw 1"), "shoot H", "R36"),
        (("play archmage", "free", "shot", "draw 1"), "pass", "R36"),
    ],
)
def test_a_refusal_amid_choices_names_its_rule(actions: tuple[str, ...], refused: str, rule: str) -> None:
    table = Table().lay([["archmage", "red cup", "red cup"], *FILL]).do(*actions)
    number, phrase = W.why(table.e, seen_by(table, 0), 0, NOTATIONS.index(refused))
    assert number == rule
    assert said(phrase, 0)


def test_in_the_closing_phase_and_out_of_turn_refusals_name_their_rule() -> None:
    table = Table().lay([["red cup", "blue sword"], *FILL]).do("play red cup")
    assert W.why(table.e, seen_by(table, 0), 0, NOTATIONS.index("draw"))[0] == "R23"
    assert W.why(table.e, seen_by(table, 1), 1, NOTATIONS.index("draw"))[0] == "R15"


def test_every_card_and_ability_has_words() -> None:
    for kind in range(KINDS):
        assert said(Phrase("label.play", {"card": "@card." + NOTATIONS[kind].removeprefix("play ").replace(" ", "_")}))
    for key in [*GAME.catalogue]:
        if key.startswith("ability."):
            assert "does." + key.removeprefix("ability.") in GAME.catalogue


def test_the_ending_says_who_has_won() -> None:
    table = Table()
    table.s.score[:4] = [50, 20, 33, 20]
    assert said(W.ending(table.e, table.s)) == "A shared win for Player1 and Player3, with 20 points each."
    table.s.score[:4] = [50, 20, 33, 1]
    assert said(W.ending(table.e, table.s), 3) == "You win the game with 1 point."


def test_the_table_as_text_shows_hand_and_top() -> None:
    table = Table().lay([["red cup", "ghost"], *FILL], top="hermit", colour="any", drawcount=2)
    text = W.text(table.e, seen_by(table, 0), 0, PEOPLE)
    for words in (
        "On top: Hermit. Next: any colour.",
        "DRAWCOUNT: 2",
        "Ghost ✦: Draw (1), Select and Through",
        "▸ A You",
    ):
        assert words in text


def test_A60_a_card_drawn_at_the_beginning_of_a_round_is_named_to_its_owner() -> None:
    """Nothing dealt fits, so a card is drawn at once, whether or not that one does. An edition that asks at every step
    stops where the same hands have been dealt and nobody has drawn."""
    small = {"copies": few_cards(), "hand_size": 1, "target": 20}
    edition, asking = (smaller(GAME.edition("", {"forced_steps": steps}), **small) for steps in ("pass", "ask"))
    fitting, idle = 0, 0
    for seed in range(60):
        table = Table(4, seed, edition)
        luck = np.random.default_rng(seed)
        while table.turn and (fitting < 3 or idle < 3):
            seat, action = int(table.s.turn), NOTATIONS.index(str(luck.choice(table.moves(table.turn))))
            notes, dealt = heard(table, seat, action), table.s.copy()
            rules.apply(asking.record, dealt, seat, action)
            rounds = int(table.s.rounds)
            rules.apply(table.e, table.s, seat, action)
            if dealt.rounds == rounds or table.s.rounds != dealt.rounds:
                continue
            for viewer in range(4):
                kinds = np.flatnonzero(table.s.hand[viewer] - dealt.hand[viewer]).tolist()
                phrases = tell(table, viewer, notes)
                new = phrases[[phrase.key for phrase in phrases].index("tell.next_round") :]
                named = [p.args for p in new if p.key == "tell.drew_seen"]
                if len(kinds) != 1:
                    assert len(named) == bool(kinds)
                    continue
                assert named[-1] == {"who": viewer, "n": 1, "cards": [word(kinds[0])]}
                fitting, idle = fitting + (table.s.turn == viewer), idle + (table.s.turn != viewer)
    assert fitting >= 1
    assert idle >= 1


def test_A61_the_table_does_not_tell_old_backs_from_new_ones() -> None:
    """Two worlds that differ only in which back of a hand is old look the same."""
    table = Table().lay([["red coin", "red cup"], ["blue coin", "blue cup"], ["red cup"], ["blue cup"]])
    views = []
    for old in (0, 1, 2):
        s = seen_by(table, 0)
        s.rebuilt, s.olds[1] = 1, old
        views.append((W.view(table.e, s, 0), W.text(table.e, s, 0, PEOPLE)))
    assert views[0] == views[1] == views[2]
