"""Phrases said and sent quickly. A server says thousands of sentences a second, most of them often.

`Speaker` says what `zauber.games.contract.phrases.say` says, word for word (a test compares them), from texts that are
taken apart once. What it has written of a phrase that a game makes once (`KeptPhrase`) stays with the phrase, for all
tables: its sentence is then only filled with their names.
"""

import functools
import string
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from ...games.contract.phrases import KeptPhrase, Phrase
from ...games.game import Game
from ..protocol.messages import Said
from ..table import customs
from ..table.reading import encode

Parts = tuple[tuple[str, str | None], ...]  # literal text, and the name of the argument that follows it


class Written(Struct, gc=False):
    """What is written of a phrase that is kept."""

    data: bytes  # `messages.Said`
    people: Sequence[int]  # the seats that it speaks of: to them it is said in other words (“you”)
    sentences: dict[int | None, tuple[str | int, ...]]  # text, and seats whose names stand there, by reader
    moves: dict[tuple[int, bool], bytes]  # with this label, by action, without and with a sentence


class Speaker:
    """Says and writes the phrases of one catalogue."""

    def __init__(self, catalogue: Mapping[str, Any], notations: Sequence[str] = ()) -> None:
        self.catalogue = catalogue
        self._parts: dict[str, Parts] = {}
        self._things: dict[str, str] = {}  # what "@card.egg" and its like are called
        self.notations = [encode(notation) for notation in notations]
        self._moves = [
            b'{"action":%d,"notation":%b,"label":' % (action, notation)
            for action, notation in enumerate(self.notations)
        ]

    # In writing ---------------------------------------------------------------------------------------------

    def data(self, phrases: Sequence[Phrase]) -> bytes:
        """Phrases as they are sent (a list of `messages.Said`)."""
        return b"[%b]" % b",".join([_data(phrase) for phrase in phrases])

    def moves(
        self, actions: Sequence[int], labels: Sequence[Phrase], names: Sequence[str], seat: int, sentences: bool
    ) -> bytes:
        """Legal moves with their labels (a list of `messages.Move`), for the seat that has them."""
        moves = []
        for action, label in zip(actions, labels, strict=True):
            kept = (label.written or _keep(label)) if type(label) is KeptPhrase else None
            move = kept.moves.get((action, sentences)) if kept is not None else None
            if move is None:
                move = self._move(action, label, names, seat, sentences)
                if kept is not None and not (sentences and kept.people):  # whose names differ by table
                    kept.moves[action, sentences] = move
            moves.append(move)
        return b"[%b]" % b",".join(moves)

    def _move(self, action: int, label: Phrase, names: Sequence[str], seat: int, sentences: bool) -> bytes:
        front, data = self._moves[action], _data(label)
        if not sentences:
            return b"%b%b}" % (front, data)
        return b'%b%b,"sentence":%b}' % (front, data, encode(self.say(label, names, seat)))

    # In words -----------------------------------------------------------------------------------------------

    def say(self, phrase: Phrase, names: Sequence[str], reader: int | None) -> str:
        """The phrase as a sentence for a reader."""
        if type(phrase) is not KeptPhrase:
            return "".join(self._said(phrase, reader, names))
        written = phrase.written or _keep(phrase)
        if reader not in written.people:
            reader = None
        found = written.sentences.get(reader)
        if found is None:
            found = written.sentences[reader] = tuple(self._said(phrase, reader, None))
        return "".join([part if isinstance(part, str) else _name(part, names) for part in found])

    def _said(self, phrase: Phrase, reader: int | None, names: Sequence[str] | None) -> list[Any]:
        """The phrase in pieces; seats instead of names where these are not given."""
        arguments, things = phrase.args, self._things
        text = self.catalogue[phrase.key]
        while isinstance(text, dict):
            if "you" in text and reader is not None and arguments.get("who") == reader:
                text = text["you"]
            elif arguments.get("n") == 1 and "one" in text:
                text = text["one"]
            else:
                text = text["other"]
        said: list[Any] = []
        for literal, name in self._parts.get(text) or self._taken_apart(text):
            said.append(literal)
            if name is not None:
                value = arguments[name]
                thing = things.get(value) if type(value) is str else None
                if thing is None:
                    said += self._argument(name, value, reader, names)
                else:
                    said.append(thing)
        return said

    def _argument(self, name: str, value: Any, reader: int | None, names: Sequence[str] | None) -> Sequence[Any]:
        if type(value) is str:
            if not value.startswith("@"):
                return (value,)
            thing = self._things[value] = "".join(self._said(Phrase(value[1:]), None, ()))
            return (thing,)
        if name.startswith("who") and isinstance(value, int):
            if value == reader and "you" in self.catalogue:
                return (str(self.catalogue["you"]),)
            return (value if names is None else _name(value, names),)
        if not isinstance(value, (list, tuple)):
            return (str(value),)
        items = [self._argument(name, item, reader, names) for item in value]
        if len(items) < 2:
            return items[0] if items else ()
        first = [part for item in items[:-1] for part in (", ", *item)][1:]
        joined: list[Any] = []
        for literal, where in self._taken_apart(str(self.catalogue.get("and", "{first} and {last}"))):
            joined += (literal, *{"first": first, "last": items[-1], None: ()}[where])
        return joined

    def _taken_apart(self, text: str) -> Parts:
        found = self._parts.get(text)
        if found is None:
            found = self._parts[text] = tuple(part[:2] for part in string.Formatter().parse(text))
        return found


def whom(phrase: Phrase) -> Sequence[int]:
    """The seats that a phrase speaks of."""
    return (phrase.written or _keep(phrase)).people if type(phrase) is KeptPhrase else _people(phrase)


def _keep(phrase: KeptPhrase) -> Written:
    written = phrase.written = Written(encode(Said(phrase.key, phrase.args)), _people(phrase), {}, {})
    return written


def _data(phrase: Phrase) -> bytes:
    if type(phrase) is KeptPhrase:
        return (phrase.written or _keep(phrase)).data
    return encode(Said(phrase.key, phrase.args))


def _people(phrase: Phrase) -> list[int]:
    people: list[int] = []
    for name in _whose(tuple(phrase.args)):
        value = phrase.args[name]
        people += value if isinstance(value, (list, tuple)) else (value,)
    return people


@functools.lru_cache(1000)
def _whose(names: tuple[str, ...]) -> list[str]:
    """Those of a phrase's arguments that are seats."""
    return [name for name in names if name.startswith("who")]


def _name(seat: int, names: Sequence[str]) -> str:
    return names[seat] if seat < len(names) else chr(ord("A") + seat)


@functools.cache
def speaker(game: Game) -> Speaker:
    """The speaker of a game."""
    return Speaker(game.catalogue, game.notations)


@functools.cache
def house() -> Speaker:
    """The speaker of the house's own phrases."""
    return Speaker(customs.catalogue())
