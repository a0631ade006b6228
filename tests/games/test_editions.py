"""Editions: numbers with sources, checked field by field; a bad one is refused by name."""

import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from zauber import games
from zauber.errors import BadEdition
from zauber.games.contract.editions import LARGEST_FILE, Number, Option, edition_from
from zauber.games.papageno import GAME


def table() -> dict[str, Any]:
    return tomllib.loads(resources.files(GAME.package).joinpath("editions/a.toml").read_text("utf-8"))


def changed(key: str, value: Any) -> dict[str, Any]:
    found = table()
    found["numbers"][key] = {"value": value, "source": "a test"}
    return found


@pytest.mark.parametrize("name", games.NAMES)
def test_every_shipped_edition_loads_and_gives_a_source_for_every_number(name: str) -> None:
    game = games.get(name)
    for edition in map(game.edition, game.editions):
        assert set(edition.values) == {number.key for number in game.numbers} == set(edition.sources)
        assert all(edition.sources.values())
        assert set(edition.options) == {option.key for option in game.options}
        assert edition.shipped
        assert edition.title
        assert edition.about


def test_the_first_edition_is_the_default() -> None:
    assert GAME.edition().name == GAME.editions[0]
    assert repr(GAME.edition()) == f"<Edition a of papageno, {GAME.edition().hash[:12]}>"


def test_equal_values_have_equal_hashes_and_others_do_not() -> None:
    assert GAME.edition("a").hash == GAME.edition("a").hash
    assert len({GAME.edition("a").hash, GAME.edition("b").hash, GAME.edition("a", {"turn_limit": 9}).hash}) == 3
    renamed = table()
    renamed["edition"]["name"] = "mine"
    assert edition_from(GAME, renamed, "mine.toml", {}).hash == GAME.edition("a").hash


def test_a_file_is_read_by_its_path(tmp_path: Path) -> None:
    text = resources.files(GAME.package).joinpath("editions/a.toml").read_text("utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(text.replace("capture_copies = { value = 4", "capture_copies = { value = 7"), "utf-8")
    edition = GAME.edition(str(path))
    assert edition.record.copies[12] == 7
    assert not edition.shipped


REFUSED: list[tuple[str, Any, str]] = [
    ("capture_copies", -1, "numbers.capture_copies must be a whole number from 0 to 20"),
    ("capture_copies", 21, "not 21"),
    ("capture_copies", 4.0, "must be a whole number"),
    ("capture_copies", True, "must be a whole number"),
    ("capture_copies", "four", "not 'four'"),
    ("bird_copies", [4] * 11, "numbers.bird_copies must be a list of 12 numbers"),
    ("bird_copies", 4, "must be a list of 12 numbers"),
    ("bird_copies", [4] * 11 + [99], r"numbers.bird_copies\[11\] must be a whole number from 0 to 20"),
]


@pytest.mark.parametrize(("key", "value", "complaint"), REFUSED)
def test_a_bad_number_is_refused_by_file_and_field(key: str, value: Any, complaint: str) -> None:
    with pytest.raises(BadEdition, match=complaint) as refusal:
        edition_from(GAME, changed(key, value), "mine.toml", {})
    assert str(refusal.value).startswith("mine.toml: ")


def test_missing_strange_and_unsourced_entries_are_refused() -> None:
    broken = table()
    del broken["numbers"]["egg_copies"]
    with pytest.raises(BadEdition, match=r"numbers.egg_copies must be written"):
        edition_from(GAME, broken, "mine.toml", {})
    broken = table()
    broken["numbers"]["geese"] = {"value": 1, "source": "ours"}
    with pytest.raises(BadEdition, match=r"numbers.geese is not a number of Papageno"):
        edition_from(GAME, broken, "mine.toml", {})
    broken = table()
    broken["numbers"]["egg_copies"] = {"value": 2, "source": " "}
    with pytest.raises(BadEdition, match=r"egg_copies.source must say where"):
        edition_from(GAME, broken, "mine.toml", {})
    broken = table()
    broken["numbers"]["egg_copies"] = 2
    with pytest.raises(BadEdition, match="must be written"):
        edition_from(GAME, broken, "mine.toml", {})
    with pytest.raises(BadEdition, match=r"\[extra\] is unknown"):
        edition_from(GAME, table() | {"extra": {}}, "mine.toml", {})
    with pytest.raises(BadEdition, match=r"the table \[numbers\] is missing"):
        edition_from(GAME, {"edition": table()["edition"]}, "mine.toml", {})
    broken = table()
    broken["edition"]["about"] = ""
    with pytest.raises(BadEdition, match=r"edition.about must be a line of text"):
        edition_from(GAME, broken, "mine.toml", {})


def test_options_default_and_are_checked() -> None:
    bare = {key: value for key, value in table().items() if key != "options"}
    assert edition_from(GAME, bare, "mine.toml", {}).options == {
        "reshuffle": "at_once", "egg_choice": "owner", "turn_limit": 0,
    }  # fmt: skip
    assert GAME.edition("a", {"reshuffle": "all"}).record.reshuffle == 2
    assert GAME.edition("a", {"turn_limit": "250"}).record.turn_limit == 250
    for options, complaint in (
        ({"reshuffle": "never"}, "options.reshuffle must be one of at_once, keep_top, all, not 'never' .A28."),
        ({"turn_limit": -1}, "options.turn_limit must be a whole number from 0 to 100000, not -1 .A39."),
        ({"turn_limit": "many"}, "not 'many'"),
        ({"turn_limit": True}, "not True"),
        ({"colour": "red"}, "options.colour is not an option of Papageno .it has: reshuffle, egg_choice, turn_limit."),
    ):
        with pytest.raises(BadEdition, match=complaint):
            GAME.edition("a", options)


def test_an_option_knows_its_default() -> None:
    words = Option("colour", "The colour", {"red": "red", "blue": "blue"}, rule="A1")
    assert (words.whole, words.default) == (False, "red")
    number = Option("size", "The size", {"5": "five"}, rule="A2", least=1, most=9)
    assert (number.whole, number.default) == (True, 5)


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadEdition, match="There is no edition “z” of Papageno: name one of a, b, or a TOML file"):
        GAME.edition("z")
    broken = tmp_path / "broken.toml"
    broken.write_text("numbers = [", "utf-8")
    with pytest.raises(BadEdition, match=r"broken.toml is not valid TOML"):
        GAME.edition(str(broken))
    broken.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadEdition, match="cannot be read as text"):
        GAME.edition(str(broken))
    broken.write_text("#" * (LARGEST_FILE + 1), "utf-8")
    with pytest.raises(BadEdition, match="too large for an edition"):
        GAME.edition(str(broken))


def test_what_a_game_finds_unsound_is_refused() -> None:
    few = changed("bird_copies", [1] * 12)
    with pytest.raises(BadEdition, match=r"mine.toml: numbers: 22 cards are too few for 4 players; 26 are needed"):
        edition_from(GAME, few, "mine.toml", {})


def test_decimal_numbers_may_have_a_fraction() -> None:
    from zauber.games.contract.editions import _one

    length = Number("width", "how wide", 0.5, 3, decimal=True)
    assert _one(length, 2.5, "here") == 2.5
    assert _one(length, 1, "here") == 1
    with pytest.raises(BadEdition, match=r"here must be a number from 0.5 to 3"):
        _one(length, 3.01, "here")
