"""The Magic Flute in words: card texts made from the data, notation, labels, refusals, the log and the table."""

import json
import tomllib
from importlib import resources
from typing import Any

import pytest

from zauber.errors import IllegalMove
from zauber.games.contract.editions import edition_from
from zauber.games.contract.kernel import NOBODY
from zauber.games.contract.phrases import Phrase, say
from zauber.games.magic_flute import GAME
from zauber.games.magic_flute.cardtext import card_facts, card_text
from zauber.games.magic_flute.names import CARDS as KEYS
from zauber.games.magic_flute.names import name_of

from .naive import CARDS, MUTED
from .table import ACTION_NAMES, QUEEN, RULES, SARASTRO, Table, edition_record

HOUSE = edition_record("")


def printed(card: str, e: Any = HOUSE) -> str:
    """A card's text as a reader sees it, without the note about Silence."""
    phrases = card_text(e, CARDS.index(card))
    return " ".join(say(GAME.catalogue, phrase) for phrase in phrases if phrase.key != "effect.muted")


def test_R28_R32_R41_R49_R57_R58_texts_are_made_from_the_data() -> None:
    assert printed("Night") == "The moon goes 1 space closer to the Tower."
    assert printed("Tamino") == (
        "Pamina goes 1 space towards your side. Then you may play “Magic Flute”, if you hold it."
    )
    assert printed("Night's Dagger") == (
        "Your opponent’s symbol goes 2 spaces back. Pamina goes 1 space away from your side."
    )
    assert printed("The Path to Your Goals") == (
        "Choose one: Pamina goes 1 space towards your side. Your symbol goes 1 space closer to the Tower."
    )
    assert printed("Everything Feels the Joys of Love") == "Sun and moon each go 1 space closer to the Tower."
    assert printed("What Do I Hear?").endswith(
        "Then you may play either “Magic Flute” or “Magic Bells”, if you hold it."
    )
    assert printed("Oh, What Luck!").endswith("May be played under the Trial of Silence.")
    assert printed("Magic Bells").endswith("Ignores the Trial of Water.")
    assert printed("The Wisdom of Teaching").endswith("Then play a second card.")


def now(card: str, trial: str, **more: Any) -> str | None:
    """What a card does under a Trial, as its reader sees it; None where that is what is printed."""
    table = Table([card, "Halt!"], trial=trial, **more)
    facts = card_facts(table.e, CARDS.index(card), table.s)["now"]
    return None if facts is None else " ".join(say(GAME.catalogue, Phrase(key, args)) for key, args in facts)


def test_R26_A13_A14_A15_a_card_says_what_it_does_under_fire() -> None:
    assert now("Night", "Fire") == "The sun goes 1 space closer to the Tower."
    assert now("Victorious", "Fire") == "Your opponent’s symbol goes 3 spaces closer to the Tower."
    assert now("Vengeance", "Fire") == "Your symbol goes 1 space back."
    assert now("Night's Dagger", "Fire") == "Your symbol goes 2 spaces back. Pamina goes 1 space away from your side."
    assert now("Everything Feels the Joys of Love", "Fire") is None
    assert now("Tamino", "Fire") is None
    assert now("Magic Flute", "Fire") is None, "R30: it takes no notice"
    assert now("Night", "Silence") is None


def test_R27_A18_A19_a_card_says_what_it_does_under_water() -> None:
    assert now("Tamino", "Water") == "Pamina goes 1 space away from your side."
    assert now("Victorious", "Water") == "Your symbol goes 3 spaces back."
    assert now("Vengeance", "Water") == "Your opponent’s symbol goes 1 space closer to the Tower."
    assert now("Shall I No Longer See You", "Water") == "Pamina goes 1 space away from the Tower."
    assert now("Magic Bells", "Water") is None, "R31: they take no notice"


def test_a_changed_number_changes_text_and_effect_together() -> None:
    text = resources.files(GAME.package).joinpath("editions/house.toml").read_text("utf-8")
    table = tomllib.loads(text)
    table["numbers"]["night"]["value"][9] = 2
    e = edition_from(GAME, table, "mine.toml", {}).record
    assert printed("Night", e) == "The moon goes 2 spaces closer to the Tower."
    position = Table(["Night", "Halt!"])
    position.e = e
    assert position.do("play Night").moon == 2


def test_R25_every_text_says_whether_silence_forbids_the_card() -> None:
    for row, name in enumerate(CARDS):
        keys = {phrase.key for phrase in card_text(HOUSE, row)}
        assert ("effect.muted" in keys) == (name in MUTED)


def test_every_name_is_in_the_catalogue_as_in_the_book() -> None:
    for key, name in zip(KEYS, CARDS, strict=True):
        assert GAME.catalogue[f"card.{key}"].replace("’", "'") == name


def test_notation_is_sayable_and_read_back() -> None:
    assert GAME.notation(0) == "play tamino"
    assert GAME.notation(72 + 5) == "discard night"
    assert GAME.parse("Play  THE birdcatcher") == CARDS.index("The Birdcatcher")
    assert GAME.notation(36 + 5) == "play night 2"
    assert [GAME.notation(action) for action in (144, 145, 148, 149, 158, 162, 163)] == [
        "choose pamina",
        "choose pamina back",
        "choose own",
        "choose own back",
        "choose remove",
        "stop",
        "done",
    ]


def concealed(table: Table, viewer: int) -> Any:
    hidden = table.s.copy()
    RULES.conceal(table.e, hidden, viewer)
    return hidden


def told(table: Table, action: str, viewer: int) -> list[str]:
    """The sentences that a viewer reads of an action."""
    before, seat, number = concealed(table, viewer), table.turn, ACTION_NAMES.index(action)
    notes = GAME.hear(table.e, table.s.tobytes(), b"", seat, number)
    table.do(action)
    phrases = GAME.tell(table.e, before, concealed(table, viewer), seat, number, viewer, notes)
    return [say(GAME.catalogue, phrase, ["Ada", "Ben"], viewer) for phrase in phrases]


def test_the_log_tells_every_event_in_order() -> None:
    table = Table(["Night's Dagger", "Night", "Halt!"], trial="Fire", sun=3, moon=3, pamina=-1)
    assert told(table, "play Night's Dagger", QUEEN)[:4] == [
        "Ada plays “Night’s Dagger”.",
        "The Trial of Fire swaps sun and moon.",
        "The sun goes 2 spaces back towards the Temple.",
        "Pamina goes 1 space towards the Castle of the Moon.",
    ]


def test_the_log_tells_of_chains_and_of_draws_only_to_whom_they_belong() -> None:
    table = Table(["Tamino", "Magic Flute", "Halt!"], other=["Night", "Vengeance", "Papageno"], pile=["Victorious"])
    assert told(table, "play Tamino", SARASTRO)[-1] == "You may go on with “Magic Flute”, if you hold it."
    before = table.s.copy()
    assert told(table, "stop", QUEEN) == [
        "Ada plays no further card.",
        "You draw “Victorious”.",
        "The draw pile has run out: 30 discards are shuffled into a new one.",
    ]
    table.s = before
    assert told(table, "stop", SARASTRO)[1] == "Ben draws a card."


def test_the_log_tells_of_trials_choices_and_the_end() -> None:
    table = Table(["Oh, What Luck!", "Night", "Halt!"], trial="Water", sun=3)
    assert told(table, "play Oh, What Luck!", SARASTRO)[-1] == "Now choose what “Oh, What Luck!” does."
    assert told(table, "remove", QUEEN)[:2] == ["Ada chooses: remove the Trial.", "The Trial of Water is over."]
    last = Table(["Victorious", "Night"], sun=4)
    assert told(last, "play Victorious", QUEEN)[-1] == ("The sun stands in the Tower of Wisdom: Ada wins as Sarastro.")


@pytest.mark.parametrize(
    ("table", "action", "rule"),
    [
        (Table(["Night", "Halt!"]), "play Victorious", "R14"),
        (Table(["Night", "Halt!"]), "play Night #2", "A1"),
        (Table(["Night", "Tamino"], trial="Silence"), "play Night", "R25"),
        (Table(["Tamino", "Night"]).do("play Tamino"), "play Night", "R15"),
        (Table(["Tamino", "Night"]).do("play Tamino"), "done", "R15"),
        (Table(["Night", "Halt!"]), "stop", "R17"),
        (Table(["Night", "Halt!"]), "discard Night", "R21"),
        (Table(["Night", "Halt!"]), "remove", "R18"),
        (Table(["The Wisdom of Teaching", "Night"]).do("play The Wisdom of Teaching"), "stop", "A26"),
        (Table(["Oh, What Luck!", "Night"]).do("play Oh, What Luck!"), "play Night", "R18"),
        (Table(["Oh, What Luck!", "Night"]).do("play Oh, What Luck!"), "pamina back", "A12"),
        (Table(["Victorious", "Night"], sun=5).do("play Victorious"), "play Night", "R3"),
        (Table(["Tamino", "Night"], pamina=-5).do("play Tamino"), "play Night", "R2"),
    ],
)
def test_R14_R17_R21_a_refusal_names_its_rule(table: Table, action: str, rule: str) -> None:
    seat = table.turn if table.turn >= 0 else SARASTRO
    with pytest.raises(IllegalMove) as refused:
        GAME.check_move(table.e, table.s, seat, ACTION_NAMES.index(action))
    assert refused.value.rule == rule


def test_R12_a_refusal_out_of_turn_names_whom_the_table_waits_for() -> None:
    table = Table(["Night", "Halt!"])
    rule, phrase = GAME.words.why(table.e, concealed(table, QUEEN), QUEEN, 0)
    assert rule == "R12"
    assert say(GAME.catalogue, phrase, ["Ada", "Ben"], QUEEN) == "It is not your turn yet: wait for Ada."


def test_R20_refusals_while_discarding() -> None:
    music = [card for card in CARDS if card in MUTED]
    table = Table(["Tamino", "Night"], other=music[6:9], trial="Silence", pile=music[10:13]).do("play Tamino")
    for action, rule in (("stop", "R20"), ("discard Tamino", "R20"), (f"play {music[6]}", "R25")):
        with pytest.raises(IllegalMove) as refused:
            GAME.check_move(table.e, table.s, QUEEN, ACTION_NAMES.index(action))
        assert refused.value.rule == rule


def test_a_label_shows_what_the_card_would_move_under_the_trial() -> None:
    table = Table(["Victorious", "Night"], trial="Fire", sun=1, moon=1)
    label = GAME.words.label(table.e, table.s, SARASTRO, CARDS.index("Victorious"))
    assert say(GAME.catalogue, label) == "Play Victorious"
    assert label.args["moves"] == [{"piece": "moon", "from": 1, "to": 4}]


def test_a_view_is_plain_data_and_shows_no_hidden_card() -> None:
    table = Table(["Tamino", "Night", "Halt!"], other=["Victorious", "Vengeance", "Papageno"], sun=2, moon=1)
    view = GAME.words.view(table.e, concealed(table, SARASTRO), SARASTRO)
    assert json.loads(json.dumps(view)) == view
    assert [held["card"] for held in view["hands"][QUEEN]] == [None, None, None]
    assert [held["card"] for held in view["hands"][SARASTRO]] == ["tamino", "night", "halt"]
    assert view["spaces"] == {"sun": 2, "moon": 11, "pamina": 6}
    assert view["cards"]["tamino"]["kind"] == "person"
    assert len(view["unseen"]) == 33


def test_the_table_as_text_shows_board_trial_piles_and_the_own_cards() -> None:
    table = Table(["Tamino", "Night", "Halt!"], trial="Fire", sun=2, moon=1)
    shown = GAME.words.text(table.e, concealed(table, SARASTRO), SARASTRO, ["Ada", "Ben"])
    assert "Temple | ·  ·  S  ·  ·  ·  P  ·  ·  ·  ·  M  · | Castle" in shown
    assert "In effect: Trial of Fire." in shown
    assert "Tamino: Pamina goes 1 space towards your side." in shown
    assert "3 hidden cards" in shown
    public = GAME.words.text(table.e, concealed(table, NOBODY), NOBODY, ["Ada", "Ben"])
    assert "Tamino" not in public


def test_A36_A41_what_can_be_worked_out_of_a_hand_is_not_on_the_screen() -> None:
    """The pile has run out, so a memory knows the other's whole hand. The view and the text do not show it."""
    table = Table(["Night", "Halt!", "Victorious"], other=["Tamino", "Papageno", "Magic Flute"], pile=["Vengeance"])
    table.do("play Night")
    for viewer, other in ((SARASTRO, QUEEN), (QUEEN, SARASTRO)):
        seen = concealed(table, viewer)
        assert (seen.hand[other, : seen.held[other]] >= 0).all()  # known to whoever remembers
        view = GAME.words.view(table.e, seen, viewer)
        assert view["hands"][other] == [{"card": None}] * int(seen.held[other])
        assert all(held["card"] for held in view["hands"][viewer])
        hidden = {str(name_of(card)) for card in seen.hand[other, : seen.held[other]]}
        assert hidden <= set(view["unseen"])  # nor can it be told by what is missing from a list
        text = GAME.words.text(table.e, seen, viewer, ["Ada", "Ben"])
        names = {say(GAME.catalogue, Phrase(f"card.{name.split(':')[0]}")) for name in hidden}
        assert not any(f"{name}:" in text for name in names)
    whole = GAME.words.view(table.e, table.s, NOBODY)  # a replay with everything open
    assert all(held["card"] for hand in whole["hands"] for held in hand)


def test_A41_no_back_is_told_from_another() -> None:
    table = Table(["Tamino", "Night", "Halt!"], other=["Victorious", "Vengeance", "Papageno"])
    for viewer in (SARASTRO, NOBODY):
        plain, marked = concealed(table, viewer), concealed(table, viewer)
        marked.hand[QUEEN, :2] = [-4, -2]  # one was there before the pile was rebuilt, one was kept under Silence
        assert GAME.words.view(table.e, plain, viewer)["hands"] == GAME.words.view(table.e, marked, viewer)["hands"]
