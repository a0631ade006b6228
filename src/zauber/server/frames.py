"""Frames for viewers: what a seat or a watcher is sent, made from concealed positions and from nothing else.

A `Sight` is one position as all viewers see it. What is equal for several viewers (the view, the phrases)
is made and encoded once, where the game's words say that they depend on the concealed record alone
(`same_for_all`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from msgspec import UNSET, Raw, Struct, UnsetType

from ..games.editions import Edition
from ..games.game import Game
from ..games.kernel import HIDDEN, NOBODY
from ..games.phrases import Phrase, say
from . import customs
from .look import Look, looker
from .messages import Ending, Line, Move, Position, Said, SeatState
from .reading import Reading, in_words, labels_in_words, record_of
from .reading import encode as _encode
from .sayings import mentioned, speaker
from .table import Step, Table

_NONE = Raw(b"[]")


class Tail(Struct):
    """`messages.Event` after its first three fields, with parts that are encoded already."""

    match: str
    at: int
    ply: int
    seat: int | None
    action: str | None
    phrases: Raw
    view: Raw
    turn: int | None
    waiting: list[int]
    moves: Raw | UnsetType = UNSET
    sentence: str | UnsetType = UNSET
    over: bool = False
    outcome: Ending | None = None
    undone: bool = False


class Told(Struct):
    """What happened, for viewers who may know the same: the phrases, and the words in which they are said."""

    phrases: list[Phrase]
    encoded: Raw
    mentioned: set[int]
    public: str = ""


@dataclass(slots=True)
class Scene:
    """What a sight is made of: a look at the position with everybody's eyes, and who plays."""

    game: Game
    edition: Edition
    rules: Any
    names: Sequence[str]
    match: str
    at: int
    ply: int
    truth: bytes
    look: Look

    @classmethod
    def of(cls, table: Table) -> Self:
        """The position of a table's match."""
        match = table.match
        return cls(
            match.game,
            match.edition,
            match.rules,
            table.names,
            table.match_name,
            table.at,
            match.ply,
            match.truth,
            match.look,
        )


class Sight:
    """The position after a change (or at the beginning), ready to be shown to any viewer."""

    def __init__(self, scene: Scene, step: Step | None, last: "Sight | None" = None) -> None:
        self.scene = scene
        self.game, self.e, self.names = scene.game, scene.edition.record, scene.names
        self.step = step
        self.look = scene.look
        self._before = last.look if last is not None and step is not None else None
        turn = int(self.look.reading(NOBODY).turn)
        self.turn = None if turn == NOBODY else turn
        self.over = turn == NOBODY
        self.ending = self._ending() if self.over else None
        self._speaker = speaker(scene.game)
        self._views: dict[Any, Raw] = {}
        self._told: dict[Any, Told] = {}
        self._moves: dict[Any, Raw] = {}
        self._tails: dict[bool, bytes] = {}
        self._public: set[int] | None = None
        self._shared: dict[bytes, bool] = {}
        self._last = last
        if last is not None:
            last._last = last._before = None  # a chain of all positions would fill the memory

    def _ending(self) -> Ending:
        shares = np.zeros(max(self.game.seats[-1], len(self.names)), np.float64)
        truth = record_of(self.game.rules.State, self.scene.truth)
        self.scene.rules.outcome(self.e, truth, shares)
        phrase = self._words("ending", (self.look.reading(NOBODY),))
        sentence = say(self.game.catalogue, phrase, self.names, None)
        given = [float(share) for share in shares[: len(self.names)]]
        winners = [seat for seat, share in enumerate(given) if share > 0]
        return Ending(given, winners, Said(phrase.key, dict(phrase.args)), sentence)

    def _words(self, name: str, readings: tuple[Reading, ...], *more: Any) -> Any:
        return in_words(self.game, name, self.e, readings, *more)

    # For one viewer -----------------------------------------------------------------------------------------

    def waiting(self, viewers: Sequence[int]) -> list[int]:
        """The seat that the table waits for, and those of the viewers that may act besides."""
        waiting = [] if self.turn is None else [self.turn]
        return waiting + [v for v in viewers if v >= 0 and v != self.turn and self.look.moves(v)]

    def view(self, viewer: int) -> Raw:
        """The game's view, encoded."""
        key = self._key(viewer)
        found = self._views.get(key)
        if found is None:
            found = Raw(_encode(self._words("view", (self.look.reading(viewer),), viewer)))
            self._views[key] = found
        return found

    def _key(self, viewer: int) -> tuple[bytes, int]:
        """What a viewer knows, and -1 where the game's words say the same to all who know the same."""
        data = self.look.data(viewer)
        shared = self._shared.get(data)
        if shared is None:
            same_for_all = getattr(self.game.words, "same_for_all", None)
            shared = same_for_all is not None and bool(same_for_all(self.look.reading(viewer)))
            self._shared[data] = shared
        return data, NOBODY if shared else viewer + 1

    def moves(self, viewer: int, sentences: bool) -> Raw:
        """The viewer's legal moves, encoded."""
        actions = self.look.moves(viewer)
        if not actions:
            return _NONE
        key = (viewer, sentences)
        found = self._moves.get(key)
        if found is None:
            found = self._moves[key] = Raw(_encode(self._labelled(viewer, actions, sentences)))
        return found

    def _labelled(self, viewer: int, actions: list[int], sentences: bool) -> list[Move]:
        labels = labels_in_words(self.game, self.e, self.look.reading(viewer), viewer, actions)
        notations, names, say_it = self.game.notations, self.names, self._speaker.say
        return [
            Move(
                action,
                notations[action],
                Said(label.key, label.args),
                say_it(label, names, viewer) if sentences else UNSET,
            )
            for action, label in zip(actions, labels, strict=True)
        ]

    def told(self, viewer: int) -> Told:
        """What the last change did, as the viewer saw it."""
        step = self.step
        if step is None:
            return Told([], _NONE, set())
        if step.undone:
            phrases = [Phrase("undone", {"who": step.seat})]
            return Told(phrases, Raw(_encode(_plain(phrases))), {step.seat})
        before, seen = self._look_before(), self.look.action(viewer)
        key = (*self._key(viewer), before.data(viewer), seen)
        found = self._told.get(key)
        if found is None:
            readings = (before.reading(viewer), self.look.reading(viewer))
            phrases = self._words("tell", readings, step.seat, seen, viewer)
            found = self._told[key] = Told(phrases, Raw(_encode(_plain(phrases))), mentioned(phrases))
        return found

    def _look_before(self) -> Look:
        if self._before is None:
            assert self.step is not None
            self._before = looker(self.game).look(self.e, self.step.before, self.step.before)
        return self._before

    def sentence(self, viewer: int) -> str:
        """What the last change did, in words for the viewer."""
        told = self.told(viewer)
        if viewer in told.mentioned:
            return self._said(told.phrases, viewer)
        if not told.public and told.phrases:
            told.public = self._said(told.phrases, NOBODY)
        return told.public

    def _said(self, phrases: Sequence[Phrase], viewer: int) -> str:
        reader = None if viewer == NOBODY else viewer
        if self.step is not None and self.step.undone:
            return " ".join(customs.said(phrase, self.names, reader) for phrase in phrases)
        return " ".join(self._speaker.say(phrase, self.names, reader) for phrase in phrases)

    # Whole frames -------------------------------------------------------------------------------------------

    def event(self, n: int, viewer: int, sentences: bool) -> bytes:
        """The `event` frame of the last change. Only its beginning differs for all who are told the same."""
        if viewer in self._onlookers() and not (sentences and viewer in self.told(NOBODY).mentioned):
            tail = self._tails.get(sentences)
            if tail is None:
                tail = self._tails[sentences] = self._tail(NOBODY, sentences, UNSET)
        else:
            tail = self._tail(viewer, sentences, self._new_moves(viewer, sentences))
        return b'{"type":"event","n":%d,"viewer":%s,' % (n, b"%d" % viewer if viewer >= 0 else b"null") + tail

    def _onlookers(self) -> set[int]:
        """The viewers who know and saw what everybody does, and have and had nothing to do."""
        if self._public is None:
            last, step = self._last, self.step
            if step is None or step.undone or last is None or self._key(NOBODY)[1] != NOBODY:
                self._public = set()
            else:
                self._public = self.look.onlookers(last.look)
        return self._public

    def _new_moves(self, viewer: int, sentences: bool) -> Raw | UnsetType:
        """The viewer's moves, unless they are the same as before."""
        if self._last is None:
            return self.moves(viewer, sentences)
        if not self.look.moves(viewer) and not self._last.look.moves(viewer):
            return UNSET
        moves = self.moves(viewer, sentences)
        return UNSET if moves == self._last.moves(viewer, sentences) else moves

    def _tail(self, viewer: int, sentences: bool, moves: Raw | UnsetType) -> bytes:
        step, told = self.step, self.told(viewer)
        assert step is not None
        seen = HIDDEN if step.undone else self.look.action(viewer)
        tail = Tail(
            self.scene.match,
            self.scene.at,
            self.scene.ply,
            step.seat,
            None if seen == HIDDEN else self.game.notations[seen],
            told.encoded,
            self.view(viewer),
            self.turn,
            self.waiting([viewer]),
            moves,
            self.sentence(viewer) if sentences else UNSET,
            self.over,
            self.ending,
            step.undone,
        )
        return _encode(tail)[1:]

    def position(self, viewers: Sequence[int]) -> Position:
        """What is public about the position, and which of the viewers may act."""
        waiting = self.waiting(viewers)
        scene = self.scene
        return Position(scene.match, scene.at, scene.ply, self.turn, waiting, self.over, self.ending)

    def state(self, viewer: int, sentences: bool, lines: list[Line]) -> SeatState:
        """The position as one viewer knows it, with what went before."""
        shown = None if viewer == NOBODY else viewer
        moves: Any = self.moves(viewer, sentences)
        return SeatState(shown, self.view(viewer), moves, lines)


def line(scene: Scene, step: Step, viewer: int, sentences: bool) -> Line:
    """A past change, as the viewer saw it."""
    game, e = scene.game, scene.edition.record
    reader = None if viewer == NOBODY else viewer
    if step.undone:
        phrase = Phrase("undone", {"who": step.seat})
        undone = customs.said(phrase, scene.names, reader) if sentences else UNSET
        return Line(step.n, step.match, step.at, step.seat, None, _plain([phrase]), undone, True)
    before = looker(game).look(e, step.before, step.before)
    after = looker(game).look(e, step.before, step.after, step.seat, step.action)
    seen = after.action(viewer)
    phrases = in_words(game, "tell", e, (before.reading(viewer), after.reading(viewer)), step.seat, seen, viewer)
    say_it = speaker(game).say
    sentence = " ".join(say_it(p, scene.names, reader) for p in phrases) if sentences else UNSET
    action = None if seen == HIDDEN else game.notations[seen]
    return Line(step.n, step.match, step.at, step.seat, action, _plain(phrases), sentence)


def _plain(phrases: Sequence[Phrase]) -> list[Said]:
    return [Said(phrase.key, phrase.args) for phrase in phrases]
