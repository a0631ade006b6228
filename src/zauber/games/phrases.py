"""Phrases: what is said of a game, as data, and how a language's catalogue turns it into a sentence.

A `Phrase` is a key and its arguments. A catalogue (`en.json` in a game's folder) maps each key to a text with
`{argument}` in it, or to a choice of texts: `you` when the argument `who` is the reader's own seat, `one` and
`other` by the argument `n` (a choice may hold choices). The browser reads the same files: a sentence is written
once.

- An argument called `who`, `whom` or beginning with these is a seat and is said as its name.
- A text argument that begins with `@` is itself a key: `@card.egg` is said in the reader's language.
- A list is said item by item: “a, b and c”.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


class Phrase(NamedTuple):
    """Something to be said: a catalogue's key and the arguments of its text."""

    key: str
    args: Mapping[str, Any] = {}


class KeptPhrase(Phrase):
    """A phrase that is made once and said again and again: whoever sends it may keep it in writing."""

    written: Any = None


def say(catalogue: Mapping[str, Any], phrase: Phrase, names: Sequence[str] = (), reader: int | None = None) -> str:
    """The phrase as a sentence; `names` are the seats' names and `reader` the seat that reads."""
    text = catalogue[phrase.key]
    while isinstance(text, Mapping):
        if "you" in text and reader is not None and phrase.args.get("who") == reader:
            text = text["you"]
        elif phrase.args.get("n") == 1 and "one" in text:
            text = text["one"]
        else:
            text = text["other"]
    said = {key: _argument(catalogue, key, value, names, reader) for key, value in phrase.args.items()}
    return str(text).format(**said)


def _argument(catalogue: Mapping[str, Any], key: str, value: Any, names: Sequence[str], reader: int | None) -> str:
    if key.startswith("who") and isinstance(value, int):
        if value == reader and "you" in catalogue:
            return str(catalogue["you"])
        return names[value] if value < len(names) else chr(ord("A") + value)
    if isinstance(value, (list, tuple)):
        items = [_argument(catalogue, key, item, names, reader) for item in value]
        joined = str(catalogue.get("and", "{first} and {last}"))
        if len(items) < 2:
            return "".join(items)
        return joined.format(first=", ".join(items[:-1]), last=items[-1])
    if isinstance(value, str) and value.startswith("@"):
        return say(catalogue, Phrase(value[1:]), names, reader)
    return str(value)
