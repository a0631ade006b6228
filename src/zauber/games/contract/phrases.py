"""Phrases: sentences about a game as data, and the catalogue that turns them into text.

A `Phrase` is a key and its arguments. A catalogue (`en.json` in a game's folder) maps each key to a text with
`{argument}` in it, or to a choice of texts: `you` when the argument `who` is the reader's own seat, `one` and
`other` by the argument `n` (a choice may hold choices). The browser reads the same files, so every sentence is
written once.

- An argument called `who`, `whom` or beginning with these is a seat and is said as its name.
- A text argument that begins with `@` is itself a key: `@card.egg` is said in the reader's language.
- A list is said item by item: “a, b and c”. Items that are the same key several times are said once, by the key's
  `….many` with `n`, where the catalogue has one: “2 big discs” and not “a big disc and a big disc”.
- `{points:point|points}` is the argument with its noun: “1 point”, “3 points”.

A `Speaker` says the phrases of one catalogue; `say` is the short way to one. There is no other implementation on the
Python side: the server only adds the encoding (`zauber.server.frames.speech`).
"""

import functools
import string
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


def letter(seat: int) -> str:
    """The letter of a seat: A for 0, B for 1 and so on."""
    return chr(ord("A") + seat)


class Phrase(NamedTuple):
    """A sentence as data: a key of the catalogue and the arguments of its text."""

    key: str
    args: Mapping[str, Any] = {}


class KeptPhrase(Phrase):
    """A phrase that is created once and used often. Its sentences and encodings are cached on it."""

    people: Sequence[int] | None = None  # see `people_of`
    spoken: Any = None  # a speaker, and its sentences by reader: a text with %s for each name, and whose names
    written: Any = None  # the cached encoding, for the server


Part = tuple[str, str | None, tuple[str, str] | None]  # literal text, the argument after it, that argument's noun

MOST_SPEAKERS = 100  # catalogues whose speakers are cached for `say`


class Speaker:
    """Says the phrases of one catalogue. Every text is parsed once."""

    def __init__(self, catalogue: Mapping[str, Any]) -> None:
        self.catalogue = catalogue
        self._parts: dict[str, tuple[Part, ...]] = {}
        self._things: dict[str, str] = {}  # the texts of "@card.egg" and the like
        self._counts = any(key.endswith(".many") for key in catalogue)

    def say(self, phrase: Phrase, names: Sequence[str] = (), reader: int | None = None) -> str:
        """The phrase as a sentence; `names` are the seats' names and `reader` the seat that reads."""
        if type(phrase) is not KeptPhrase:
            return "".join(self._said(phrase, reader, names))
        spoken = phrase.spoken
        if spoken is None or spoken[0] is not self:
            spoken = phrase.spoken = (self, {})
        if reader is not None and reader not in people_of(phrase):
            reader = None
        found = spoken[1].get(reader)
        if found is None:
            found = spoken[1][reader] = _template(self._said(phrase, reader, None))
        text, seats = found
        return text % tuple([_name(seat, names) for seat in seats])

    def _said(self, phrase: Phrase, reader: int | None, names: Sequence[str] | None) -> list[Any]:
        """The pieces of the sentence; seats in place of names if no names are given."""
        arguments, things = phrase.args, self._things
        text = self.catalogue[phrase.key]
        while type(text) is dict:  # faster than asking for a Mapping
            if "you" in text and reader is not None and arguments.get("who") == reader:
                text = text["you"]
            elif arguments.get("n") == 1 and "one" in text:
                text = text["one"]
            else:
                text = text["other"]
        said: list[Any] = []
        for literal, name, noun in self._parts.get(text) or self._parse(text):
            said.append(literal)
            if name is not None:
                value = arguments[name]
                thing = things.get(value) if type(value) is str else None
                if thing is not None and noun is None:  # nearly always
                    said.append(thing)
                    continue
                words = self._argument(name, value, reader, names) if thing is None else (thing,)
                said += words
                if noun is not None:
                    one, other = noun
                    said.append(f" {one if _is_one(words) else other}")
        return said

    def _argument(self, name: str, value: Any, reader: int | None, names: Sequence[str] | None) -> Sequence[Any]:
        if isinstance(value, str):
            if not value.startswith("@"):
                return (value,)
            thing = self._things[value] = "".join(self._said(Phrase(value[1:]), None, ()))
            return (thing,)
        if isinstance(value, int) and name.startswith("who"):
            if value == reader and "you" in self.catalogue:
                return (str(self.catalogue["you"]),)
            return (value if names is None else _name(value, names),)
        if not isinstance(value, (list, tuple)):
            return (str(value),)
        items = [self._item(name, item, n, reader, names) for item, n in self._counted(value)]
        if len(items) < 2:
            return items[0] if items else ()
        first = [part for item in items[:-1] for part in (", ", *item)][1:]
        joined: list[Any] = []
        for literal, where, _ in self._parse(str(self.catalogue.get("and", "{first} and {last}"))):
            joined += (literal, *{"first": first, "last": items[-1], None: ()}[where])
        return joined

    def _counted(self, items: Sequence[Any]) -> list[tuple[Any, int]]:
        """The items in order. Equal items that the catalogue can count are merged into one, with the count."""
        if not self._counts:
            return [(item, 1) for item in items]
        counted: list[tuple[Any, int]] = []
        for item in items:
            if not (isinstance(item, str) and f"{item[1:]}.many" in self.catalogue and item.startswith("@")):
                counted.append((item, 1))
            elif item not in [known for known, _ in counted]:
                counted.append((item, list(items).count(item)))
        return counted

    def _item(self, name: str, item: Any, n: int, reader: int | None, names: Sequence[str] | None) -> Sequence[Any]:
        if n > 1:
            return self._said(Phrase(f"{item[1:]}.many", {"n": n}), reader, names)
        return self._argument(name, item, reader, names)

    def _parse(self, text: str) -> tuple[Part, ...]:
        found = self._parts.get(text)
        if found is None:
            found = self._parts[text] = tuple(_part(*field[:3]) for field in string.Formatter().parse(text))
        return found


def say(catalogue: Mapping[str, Any], phrase: Phrase, names: Sequence[str] = (), reader: int | None = None) -> str:
    """The phrase as a sentence; `names` are the seats' names and `reader` the seat that reads."""
    return speaker_of(catalogue).say(phrase, names, reader)


_speakers: dict[int, Speaker] = {}


def speaker_of(catalogue: Mapping[str, Any]) -> Speaker:
    """The speaker of a catalogue: the same for the same object, which must not change."""
    found = _speakers.get(id(catalogue))
    if found is None or found.catalogue is not catalogue:
        if len(_speakers) >= MOST_SPEAKERS:
            _speakers.clear()
        found = _speakers[id(catalogue)] = Speaker(catalogue)
    return found


def people_of(phrase: Phrase) -> Sequence[int]:
    """The seats that a phrase mentions, which read it in other words (“you”)."""
    if type(phrase) is not KeptPhrase:
        return _people(phrase)
    people = phrase.people
    if people is None:
        people = phrase.people = _people(phrase)
    return people


def _people(phrase: Phrase) -> list[int]:
    people: list[int] = []
    for name in _seats_among(tuple(phrase.args)):
        value = phrase.args[name]
        people += value if isinstance(value, (list, tuple)) else (value,)
    return people


@functools.lru_cache(1000)
def _seats_among(names: tuple[str, ...]) -> list[str]:
    """Those of a phrase's arguments that are seats."""
    return [name for name in names if name.startswith("who")]


def _part(literal: str, name: str | None, form: str | None) -> Part:
    one, bar, other = (form or "").partition("|")
    return literal, name, (one, other) if bar else None


def _template(said: Sequence[Any]) -> tuple[str, list[int]]:
    """A sentence in pieces, as a text with %s for each name, and the seats whose names they are."""
    text = "".join(part.replace("%", "%%") if isinstance(part, str) else "%s" for part in said)
    return text, [part for part in said if not isinstance(part, str)]


def _is_one(words: Sequence[Any]) -> bool:
    return len(words) == 1 and isinstance(words[0], str) and words[0].lstrip("-−+") == "1"


def _name(seat: int, names: Sequence[str]) -> str:
    return names[seat] if seat < len(names) else letter(seat)
