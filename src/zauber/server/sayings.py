"""Phrases said and sent quickly. A server says thousands of sentences a second, most of them often.

`Speaker` says what `zauber.games.phrases.say` says, word for word (a test compares them), from texts that are taken
apart once. A `Phrasebook` knows what has been written of a label before: a game that gives the same one again
(`functools.cache`) has it encoded once.
"""

import functools
import string
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from ..games.game import Game
from ..games.phrases import Phrase, say
from .messages import Said
from .reading import encode

MOST = 20_000  # labels of a game that are remembered

Parts = tuple[tuple[str, str | None], ...]  # literal text, and the name of the argument that follows it


class Speaker:
    """Says the phrases of one catalogue."""

    def __init__(self, catalogue: Mapping[str, Any]) -> None:
        self.catalogue = catalogue
        self._parts: dict[str, Parts | None] = {}
        self._things: dict[str, str] = {}  # what "@card.egg" and its like are called
        self._you = str(catalogue["you"]) if "you" in catalogue else None

    def say(self, phrase: Phrase, names: Sequence[str], reader: int | None) -> str:
        """The phrase as a sentence for a reader."""
        arguments = phrase.args
        text = self.catalogue[phrase.key]
        while isinstance(text, dict):
            if "you" in text and reader is not None and arguments.get("who") == reader:
                text = text["you"]
            elif arguments.get("n") == 1 and "one" in text:
                text = text["one"]
            else:
                text = text["other"]
        parts = self._parts.get(text, ())
        if parts == () and text not in self._parts:
            parts = self._parts[text] = taken_apart(text)
        if parts is None:
            return say(self.catalogue, phrase, names, reader)
        things, said = self._things, ""
        for literal, name in parts:
            said += literal
            if name is not None:
                value = arguments[name]
                thing = things.get(value) if type(value) is str else None
                said += self._argument(name, value, names, reader) if thing is None else thing
        return said

    def _argument(self, name: str, value: Any, names: Sequence[str], reader: int | None) -> str:
        if type(value) is str:
            if not value.startswith("@"):
                return value
            thing = self._things.get(value)
            if thing is None:
                thing = self._things[value] = say(self.catalogue, Phrase(value[1:]))
            return thing
        if name.startswith("who") and isinstance(value, int):
            if value == reader and self._you is not None:
                return self._you
            return names[value] if value < len(names) else chr(ord("A") + value)
        if isinstance(value, (list, tuple)):
            items = [self._argument(name, item, names, reader) for item in value]
            if len(items) < 2:
                return "".join(items)
            joined = str(self.catalogue.get("and", "{first} and {last}"))
            return joined.format(first=", ".join(items[:-1]), last=items[-1])
        return str(value)


def taken_apart(text: str) -> Parts | None:
    """A text as literals and arguments; None when it is more than that and must be formatted properly."""
    parts = []
    for literal, name, form, conversion in string.Formatter().parse(text):
        if form or conversion or (name is not None and not name.isidentifier()):
            return None
        parts.append((literal, name))
    return tuple(parts)


@functools.cache
def speaker(game: Game) -> Speaker:
    """The speaker of a game's catalogue."""
    return Speaker(game.catalogue)


def mentioned(phrases: Sequence[Phrase]) -> list[int]:
    """The seats that phrases speak of: to them they are said in other words (“you”)."""
    found: list[int] = []
    for phrase in phrases:
        for name in _people(tuple(phrase.args)):
            value = phrase.args[name]
            found += value if isinstance(value, (list, tuple)) else (value,)
    return found


@functools.lru_cache(1000)
def _people(names: tuple[str, ...]) -> list[str]:
    """Those of a phrase's arguments that are seats."""
    return [name for name in names if name.startswith("who")]


class Written(Struct, gc=False):
    """A label that mentions nobody (`messages.Said`), its sentence, and moves that have it, without and with that."""

    label: Phrase
    encoded: bytes
    sentence: bytes
    moves: dict[int, tuple[bytes, bytes]]  # by action


class Phrasebook:
    """What has been written of the labels of one game."""

    def __init__(self, game: Game) -> None:
        self._say = speaker(game).say
        self._moves = [
            b'{"action":%d,"notation":%b,"label":' % (action, encode(notation))
            for action, notation in enumerate(game.notations)
        ]
        self._known: dict[int, Written] = {}

    def moves(
        self, actions: Sequence[int], labels: Sequence[Phrase], names: Sequence[str], seat: int, sentences: bool
    ) -> bytes:
        """Legal moves with their labels (a list of `messages.Move`), for the seat that has them."""
        known, moves = self._known, []
        for action, label in zip(actions, labels, strict=True):
            written = known.get(id(label))
            if written is None or written.label is not label:
                if _people(tuple(label.args)):  # who differ by table
                    sentence = b',"sentence":' + encode(self._say(label, names, seat)) if sentences else b""
                    moves.append(b"%b%b%b}" % (self._moves[action], encode(Said(label.key, label.args)), sentence))
                    continue
                written = self._write(label)
            move = written.moves.get(action)
            if move is None:
                front = self._moves[action] + written.encoded
                move = written.moves[action] = (front + b"}", b'%b,"sentence":%b}' % (front, written.sentence))
            moves.append(move[sentences])
        return b"[%b]" % b",".join(moves)

    def _write(self, label: Phrase) -> Written:
        written = Written(label, encode(Said(label.key, label.args)), encode(self._say(label, (), None)), {})
        if len(self._known) >= MOST:
            self._known.clear()
        self._known[id(label)] = written
        return written


@functools.cache
def phrasebook(game: Game) -> Phrasebook:
    """The phrasebook of a game."""
    return Phrasebook(game)
