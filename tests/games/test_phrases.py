"""Phrases become sentences: names, “you”, plurals, lists and words within words."""

import json
import string
from collections.abc import Iterator
from typing import Any

import pytest

from tests import plain_say
from zauber import games
from zauber.games.contract.phrases import MOST_SPEAKERS, KeptPhrase, Phrase, people_of, say, speaker_of

CATALOGUE = {
    "you": "you",
    "card.egg": "Egg",
    "plain": "It rains.",
    "drew": {"you": "You draw the {card}.", "other": "{who} draws the {card}."},
    "points": {
        "you": {"one": "You have one point.", "other": "You have {n} points."},
        "other": {"one": "{who} has one point.", "other": "{who} has {n} points."},
    },
    "gives": "{who} gives it to {whom}.",
    "list": "They are {whos}.",
    "cards": "Seen: {cards}.",
    "score": "{points:point|points}, and {{braces}}.",
    "half": {"you": "You have 50 % of it, {who}.", "other": "{who} gave {whom} 50 % of %s."},
    "disc": "a disc",
    "disc.many": "{n} discs",
}
NAMES = ["Anna", "Ben", "Cleo"]


def said(key: str, reader: int | None = None, **args: Any) -> str:
    """The phrase, said once and kept, and compared with a plain second implementation."""
    sentence = say(CATALOGUE, Phrase(key, args), NAMES, reader)
    assert sentence == plain_say.say(CATALOGUE, Phrase(key, args), NAMES, reader)
    kept = KeptPhrase(key, args)
    for names in (NAMES, ["Dora", "Emil", "{who}"], ()):  # what is kept serves all tables
        for seat in (reader, None, 0, 1, 2):
            assert say(CATALOGUE, kept, names, seat) == plain_say.say(CATALOGUE, kept, names, seat)
    return sentence


def test_a_plain_text_is_said_as_it_is() -> None:
    assert say(CATALOGUE, Phrase("plain")) == "It rains."


def test_the_reader_is_addressed() -> None:
    assert said("drew", who=1, card="@card.egg") == "Ben draws the Egg."
    assert said("drew", reader=1, who=1, card="@card.egg") == "You draw the Egg."
    assert said("drew", reader=0, who=1, card="@card.egg") == "Ben draws the Egg."


def test_one_and_other_also_within_you() -> None:
    assert said("points", who=0, n=1) == "Anna has one point."
    assert said("points", who=0, n=-1) == "Anna has -1 points."
    assert said("points", reader=0, who=0, n=1) == "You have one point."
    assert said("points", reader=0, who=0, n=3) == "You have 3 points."


def test_seats_are_said_by_name_or_letter_and_the_reader_as_you() -> None:
    assert said("gives", who=0, whom=2) == "Anna gives it to Cleo."
    assert said("gives", reader=2, who=0, whom=2) == "Anna gives it to you."
    assert say(CATALOGUE, Phrase("gives", {"who": 0, "whom": 2})) == "A gives it to C."


def test_a_number_comes_with_its_noun() -> None:
    assert said("score", points=1) == "1 point, and {braces}."
    assert said("score", points=0) == "0 points, and {braces}."
    assert said("score", points="−1") == "−1 point, and {braces}."
    assert said("score", points=11) == "11 points, and {braces}."


def test_the_same_thing_several_times_is_counted() -> None:
    assert said("cards", cards=["@disc", "@disc"]) == "Seen: 2 discs."
    assert said("cards", cards=["@disc", "@card.egg", "@disc", "@card.egg"]) == "Seen: 2 discs, Egg and Egg."
    assert said("cards", cards=["@disc", 3]) == "Seen: a disc and 3."


def test_lists_are_joined() -> None:
    assert said("list", whos=[0]) == "They are Anna."
    assert said("list", whos=[0, 1]) == "They are Anna and Ben."
    assert said("list", whos=(0, 1, 2)) == "They are Anna, Ben and Cleo."
    assert said("list", whos=[]) == "They are ."
    assert said("cards", cards=["@card.egg", 5]) == "Seen: Egg and 5."
    german = CATALOGUE | {"and": "{first} und {last}"}
    assert say(german, Phrase("list", {"whos": [0, 1]}), NAMES) == "They are Anna und Ben."


def test_what_is_not_needed_does_no_harm() -> None:
    assert said("plain", who=1, place=4) == "It rains."


def test_a_missing_key_is_an_error() -> None:
    with pytest.raises(KeyError):
        said("nothing")


def test_a_percent_sign_is_said_as_it_is() -> None:
    assert said("half", who=1, whom=2) == "Ben gave Cleo 50 % of %s."
    assert said("half", 1, who=1, whom=2).startswith("You have 50 % of it")


def test_a_kept_phrase_is_said_anew_in_another_catalogue() -> None:
    kept = KeptPhrase("plain")
    assert [say(texts, kept) for texts in (CATALOGUE, {"plain": "Es regnet."}, CATALOGUE)] == [
        "It rains.", "Es regnet.", "It rains.",
    ]  # fmt: skip


def test_a_catalogue_keeps_its_speaker_and_speakers_are_bounded() -> None:
    assert speaker_of(CATALOGUE) is speaker_of(CATALOGUE)
    for i in range(2 * MOST_SPEAKERS):
        assert say({"plain": f"{i}"}, Phrase("plain")) == f"{i}"


def test_the_people_of_a_phrase_are_the_seats_among_its_arguments() -> None:
    args = {"who": 1, "whoms": [0, 2], "n": 3}
    assert list(people_of(Phrase("gives", args))) == list(people_of(KeptPhrase("gives", args))) == [1, 0, 2]


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        assert "other" in value, "a choice without “other” cannot always be said"
        assert set(value) <= {"you", "one", "other"}
        for choice in value.values():
            yield from texts(choice)
    else:
        assert isinstance(value, str)
        yield value


@pytest.mark.parametrize("name", games.NAMES)
def test_every_text_of_a_catalogue_can_be_filled(name: str) -> None:
    catalogue = games.get(name).catalogue
    assert json.loads(json.dumps(catalogue)) == catalogue
    for value in catalogue.values():
        for text in texts(value):
            for _, field, form, conversion in string.Formatter().parse(text):
                noun = not form or (len(form.split("|")) == 2 and all(form.split("|")))  # {points:point|points}
                assert field is None or (field.isidentifier() and noun and not conversion), text
