"""What a game declares is checked when it is loaded, and a sentence names what is missing or wrong."""

import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.games.planted import planted
from zauber import games
from zauber.errors import BadEdition, BrokenRules
from zauber.games.contract import words
from zauber.games.contract.loading import check_words


@pytest.mark.parametrize("name", games.NAMES)
def test_the_games_of_the_house_load(name: str) -> None:
    assert games.get(name).load() is games.get(name)


FAULTS = [
    ("rules.py", "def witness(", "def witnessed(", "rules does not define witness"),
    ("rules.py", "def bound(e: Record, seats: int)", "def bound(e: Record)", r"cannot be called as bound\(e, s"),
    ("rules.py", "OBSERVATION = ", "OBSERVATIONS = ", "does not define OBSERVATION"),
    ("rules.py", "MOST_MOVES = 2", "MOST_MOVES = 0", "ACTIONS is 0; it must be a whole number of at least 1"),
    ("rules.py", "ACTIONS = MOST_MOVES = 2", "ACTIONS = MOST_MOVES = 32768", "ACTIONS is 32768; engines store"),
    ("rules.py", 'ENDLESS = ASYMMETRIC = ""', 'ENDLESS = ASYMMETRIC = None', "ENDLESS is None; it must be a sentence"),
    ("rules.py", 'SEAT_AXES = ("lantern",)', 'SEAT_AXES = ("lanterns",)', "SEAT_AXES names lanterns, but State has no"),
    ("rules.py", 'SEAT_AXES = ("lantern",)', 'SEAT_AXES = ("turn",)', "first axis must have room for 4 seats"),
    ("rules.py", 'SEAT_VALUES = ("turn", "starter")', 'SEAT_VALUES = "turn"', "must be a tuple of names"),
    ("rules.py", '("turn", "i1"),', '("turn", "i4"),', "State.turn is of type int32; it must be int8"),
    ("rules.py", '("left", "i1")', '("left", "u8")', "State.left is of type uint64; use whole numbers"),
    ("rules.py", '("seats", "i1"),', '', "State has no field seats"),
    ("rules.py", 'Edition = record([("copies"', 'Edition = record([("kinds"', "Edition has no field copies"),
    ("words.py", "def text(", "def texts(", r"does not define text\(e, s, seat, names\): the table as text"),
    ("events.py", "EVENTS = {", "EVENTS = {} and {", r"does not define tell\(e, before, after, seat"),
    ("events.py", '"tell.kept"', '"tell.keeps"', "events.py uses the phrase “tell.keeps”, which en.json does not have"),
    ("events.py", 'Event("tell.kept", {"who": SEAT})', '"tell.kept"', "is not a dict from the numbers of events"),
    ("words.py", "def ending(e: Any, s: Any)", "def ending(e: Any)", "cannot be called as ending"),
    ("words.py", '"why.over"', '"why.ended"', "words.py uses the phrase “why.ended”, which en.json does not have"),
    ("en.json", '"other": "{who} keeps', '"others": "{who} keeps', "“tell.kept”: a choice has “other”"),
    ("en.json", "{lanterns}", "{lanterns", "“tell.shown”: .* cannot be read"),
    ("en.json", "{whom}", "{whom!r}", "“why.turn”: {whom} .* is not the name of an argument"),
    ("en.json", '"Keep it"', "7", "“label.keep”: 7 is neither a text nor a choice"),
    ("en.json", '"label.keep"', "label", "en.json is not valid JSON"),
    ("editions/house.toml", "value = [3", "value = [99", r"numbers.copies\[0\] must be a whole number from 0 to 9"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "sentence"), FAULTS, ids=[fault[3][:40] for fault in FAULTS])
def test_a_fault_is_named_when_the_game_is_loaded(file: str, old: str, new: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises((BrokenRules, BadEdition), match=sentence):
        planted(tmp_path, {file: [(old, new)]}).load()


def test_the_words_of_the_contract_are_described_and_do_nothing_by_themselves() -> None:
    for stub in (*words.WORDS, *words.OPTIONAL_WORDS):
        assert stub.__doc__
        with pytest.raises(NotImplementedError):
            stub(*[None] * stub.__code__.co_argcount)  # type: ignore[arg-type]


def test_optional_words_may_be_left_out_but_not_be_wrong() -> None:
    module: Any = ModuleType("dim.words")
    for stub in words.WORDS:
        setattr(module, stub.__name__, stub)
    check_words(module, {})
    module.flows = lambda e, action: True
    with pytest.raises(BrokenRules, match=r"flows\(e, action\) cannot be called as flows\(action\)"):
        check_words(module, {})
    module.flows = 5
    with pytest.raises(BrokenRules, match=r"does not define flows\(action\): whether"):
        check_words(module, {})
    with pytest.raises(BrokenRules, match="not an object"):
        check_words(module_without(module, "flows"), json.loads("[]"))


def module_without(module: Any, name: str) -> ModuleType:
    delattr(module, name)
    return module  # type: ignore[no-any-return]
