"""Frames for viewers: what a seat or a spectator is sent, made from concealed positions and nothing else.

A `Sight` is one position as all viewers see it. What several viewers share (the view, the phrases) is made and encoded
once, if the game's words say that it depends on the concealed record alone (`same_for_all`).
"""

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from msgspec import UNSET, Raw, Struct

from ...games.compiling.records import record_of
from ...games.contract.editions import Edition
from ...games.contract.kernel import HIDDEN, NOBODY
from ...games.contract.phrases import Phrase, people_of
from ...games.contract.views import Kept, KeptList
from ...games.game import Game
from ...match import resigning
from ..protocol.encoding import encode as _encode
from ..protocol.fields import MOST_SEATS, Said
from ..protocol.frames import Line, Position, SeatState
from ..protocol.tables import Ending
from ..table.look import Look, looker
from ..table.parts import Step
from ..table.table import Table
from .speech import house, writer

KEPT = frozenset((Kept, KeptList))
Saw = tuple[int, int, int]  # the first rows with the same knowledge after and before, and the action as it was seen
_GOES_ON = b',"over":false,"outcome":null,"undone":false}'
_VIEWERS = [b',"viewer":null,', *(b',"viewer":%d,' % seat for seat in range(MOST_SEATS))]


class Told(Struct, gc=False):
    """The last change for viewers with the same knowledge: the encoded head of their frame, and the phrases."""

    front: bytes
    phrases: Sequence[Phrase]
    people: Sequence[Sequence[int]]  # the seats that each phrase mentions
    mentioned: Sequence[int]  # the seats that any of them mentions
    said: list[str | None]  # each phrase as a sentence, for readers it does not mention
    sentence: bytes  # all of these sentences, as an encoded field
    tails: dict[bool, bytes]  # the rest of the frame, without and with a sentence


class Scene(Struct):
    """The input of a `Sight`: a look at the position, and the players."""

    game: Game
    edition: Edition
    rules: Any
    names: Sequence[str]
    match: str
    at: int
    ply: int
    turn: int
    truth: bytes
    look: Look
    resigned: int | None

    @classmethod
    def of(cls, table: Table) -> Self:
        """The position of a table's match."""
        match = table.match
        return cls(
            match.game,
            match.edition,
            match.rules,
            table.last_names or table.names,
            table.match_name,
            table.at,
            match.ply,
            match.turn,
            match.truth,
            match.look,
            match.resigned,
        )


class Sight:
    """The position after a change (or at the beginning), ready to be shown to any viewer."""

    __slots__ = (
        "_asked", "_before", "_firsts", "_head", "_last", "_moves", "_rest", "_saw", "_told", "_views", "_waiting", "e",
        "edition", "ending", "game", "look", "names", "over", "scene", "step", "turn",
    )  # fmt: skip

    def __init__(self, scene: Scene, step: Step | None, last: "Sight | None" = None) -> None:
        self.scene = scene
        self.game, self.names = scene.game, scene.names
        self.e, self.edition = scene.edition.record, scene.edition.reading  # for the rules, and for words
        self.step = step
        self.look = scene.look
        self._before = last.look if last is not None and step is not None else None
        self.over = scene.turn == NOBODY
        self.turn = None if self.over else scene.turn
        self.ending = self._ending() if self.over else None
        self._firsts = self._sharing()
        self._asked = self._who_is_asked()
        self._waiting = b"[%d]" % self._asked[0] if len(self._asked) == 1 else _encode(self._asked)
        self._views: dict[int, bytes] = {}
        self._saw: Sequence[Saw] = ()
        self._told: dict[Saw, Told] = {}
        self._moves: dict[tuple[int, bool], bytes] = {}
        self._head = b'{"type":"event","n":%d' % step.n if step is not None else b""
        self._rest = b""
        self._last = last

    def _ending(self) -> Ending:
        resigned = self.scene.resigned
        if resigned is not None:
            phrase, given = resigning.ending(resigned), list(resigning.shares_after(resigned))
            sentence = house().say(phrase, self.names)
        else:
            shares = np.zeros(max(self.game.seats[-1], len(self.names)), np.float64)
            truth = record_of(self.game.rules.State, self.scene.truth)
            self.scene.rules.outcome(self.e, truth, shares)
            phrase = self.game.words.ending(self.edition, self.look.reading(NOBODY))
            sentence = self.game.speaker.say(phrase, self.names)
            given = [float(share) for share in shares[: len(self.names)]]
        winners = [seat for seat, share in enumerate(given) if share > 0]
        return Ending(given, winners, Said(phrase.key, dict(phrase.args)), sentence)

    # For one viewer -----------------------------------------------------------------------------------------

    def waiting(self, viewers: Sequence[int]) -> list[int]:
        """The seats that the table waits for, then those viewers that may also act."""
        return self._asked + [v for v in viewers if v >= 0 and v not in self._asked and self.look.moves(v)]

    def _who_is_asked(self) -> list[int]:
        """The seats that must act now, which is public: one, or several if they choose at once."""
        if self.turn is None:
            return []
        choices = self.look.choices
        if len(choices) - choices.count([]) < 2 or not hasattr(self.game.words, "waiting"):  # nobody else has moves
            return [self.turn]
        asked: list[int] = self.game.words.waiting(self.edition, self.look.reading(NOBODY))
        return asked or [self.turn]

    def view(self, viewer: int) -> bytes:
        """The game's view, encoded."""
        first = self._firsts[viewer + 1]
        found = self._views.get(first)
        if found is None:
            view = self.game.words.view(self.edition, self.look.reading(viewer), viewer)
            for key, part in view.items():
                if type(part) in KEPT:
                    view[key] = _written(part)
            found = self._views[first] = _encode(view)
        return found

    def _sharing(self) -> Sequence[int]:
        """For the row of every viewer, the first row for which the game's words are the same."""
        kins, same_for_all = self.look.kins, getattr(self.game.words, "same_for_all", None)
        if same_for_all is None:
            return range(len(kins))
        alone = [kin for kin in set(kins) if not same_for_all(self.look.reading(kin - 1))]
        return [row if kin in alone else kin for row, kin in enumerate(kins)] if alone else kins

    def moves(self, viewer: int, sentences: bool) -> bytes:
        """The viewer's legal moves, encoded."""
        actions = self.look.moves(viewer)
        if not actions:
            return b"[]"
        found = self._moves.get((viewer, sentences))
        if found is None:
            labels = self.game.words.labels(self.edition, self.look.reading(viewer), viewer, actions)
            found = writer(self.game).moves(actions, labels, self.names, viewer, sentences)
            self._moves[viewer, sentences] = found
        return found

    def _new_moves(self, viewer: int, sentences: bool) -> bytes:
        """The field with the viewer's moves, unless they are the same as before."""
        last = self._last
        if not self.look.choices[viewer + 1]:
            return b"" if last is not None and not last.look.choices[viewer + 1] else b',"moves":[]'
        moves = self.moves(viewer, sentences)
        return b"" if last is not None and moves == last.moves(viewer, sentences) else b',"moves":' + moves

    # What happened ------------------------------------------------------------------------------------------

    def event(self, viewer: int, sentences: bool) -> bytes:
        """The `event` frame of the last change (`frames.Event`), assembled from encoded parts."""
        told, row, last = self._tell(viewer), viewer + 1, self._last
        head = self._head + _VIEWERS[row]
        choices = self.look.choices[row]
        if choices or last is None or last.look.choices[row] or (sentences and viewer in told.mentioned):
            waiting = self._waiting
            if choices and viewer not in self._asked:
                waiting = _encode(self.waiting([viewer]))
            moves = self._new_moves(viewer, sentences)
            sentence = self._sentence(told, viewer) if sentences else b""
            return b"".join((head, told.front, waiting, moves, sentence, self._rest))
        tail = told.tails.get(sentences)  # the same for all who cannot act
        if tail is None:
            sentence = self._sentence(told, viewer) if sentences else b""
            tail = told.tails[sentences] = b"".join((told.front, self._waiting, sentence, self._rest))
        return head + tail

    def _tell(self, viewer: int) -> Told:
        """What the last change did, as the viewer saw it."""
        if not self._saw:
            self._saw = self._who_saw_what()
        key = self._saw[viewer + 1]
        found = self._told.get(key)
        if found is None:
            found = self._told[key] = self._first_told(viewer, key)
        return found

    def _who_saw_what(self) -> Sequence[Saw]:
        """For the row of every viewer, what the last change looked like: the same for the same knowledge."""
        assert self.step is not None
        if self.step.words is not None:
            return [(row, row, HIDDEN) for row in range(len(self._firsts))]
        return list(zip(self._firsts, self._look_before().kins, self.look.actions, strict=True))

    def _first_told(self, viewer: int, key: Saw) -> Told:
        step, (first, _, seen) = self.step, key
        assert step is not None
        words = step.words
        if words is not None:
            phrases = [words]
        else:
            before, after = self._look_before().reading(viewer), self.look.reading(viewer)
            notes = self.look.notes
            if notes is None:
                notes = self.look.notes = step.notes
            phrases = self.game.tell(self.edition, before, after, step.seat, seen, viewer, notes)
            for (other, _, action), told in self._told.items():
                # A viewer who knew less before may have seen the same.
                if other == first and action == seen and told.phrases == phrases:
                    return told
        scene, speaks = self.scene, writer(self.game)
        later = b""
        if self.game.remembered and words is None:
            later = b'"later":%b,' % speaks.data(self.game.afterwards(phrases))
        if step.bot:
            later += b'"bot":true,'
        front = b'"match":%b,"at":%d,"ply":%d,"seat":%d,"action":%b,"phrases":%b,%b"view":%b,"turn":%b,"waiting":' % (
            _encode(scene.match),
            scene.at,
            scene.ply,
            step.seat,
            b"null" if seen == HIDDEN else speaks.notations[seen],
            speaks.data(phrases),
            later,
            self.view(viewer),
            b"null" if self.turn is None else b"%d" % self.turn,
        )
        if not self._rest:
            self._rest = _GOES_ON
            if self.over or step.undone:
                ends = (_encode(self.over), _encode(self.ending), _encode(step.undone))
                self._rest = b',"over":%b,"outcome":%b,"undone":%b}' % ends
        people = [people_of(phrase) for phrase in phrases]
        mentioned = people[0] if len(people) == 1 else [seat for seats in people for seat in seats]
        return Told(front, phrases, people, mentioned, [None] * len(phrases), b"", {})

    def _look_before(self) -> Look:
        if self._before is None:
            assert self.step is not None
            self._before = looker(self.game).look(self.e, self.step.before, self.step.before)
        return self._before

    def _sentence(self, told: Told, viewer: int) -> bytes:
        """The encoded field with the sentence about the last change, for the viewer."""
        own = viewer in told.mentioned
        if told.sentence and not own:
            return told.sentence
        assert self.step is not None
        say_it, said, common = (house() if self.step.words is not None else writer(self.game)).say, [], told.said
        for i, phrase in enumerate(told.phrases):
            if own and viewer in told.people[i]:
                said.append(say_it(phrase, self.names, viewer))
                continue
            sentence = common[i]
            if sentence is None:
                sentence = common[i] = say_it(phrase, self.names, None)
            said.append(sentence)
        field = b',"sentence":' + _encode(" ".join(said))
        if not own:
            told.sentence = field
        return field

    def rest(self) -> None:
        """Everybody has been told: keep the position, and drop the last change."""
        self._last = self._before = None
        self._saw = ()
        self._views.clear()
        self._told.clear()

    # The current state --------------------------------------------------------------------------------------

    def position(self, viewers: Sequence[int]) -> Position:
        """What is public about the position, and which of the viewers may act."""
        waiting = self.waiting(viewers)
        scene = self.scene
        return Position(scene.match, scene.at, scene.ply, self.turn, waiting, self.over, self.ending)

    def state(self, viewer: int, sentences: bool, lines: list[Line]) -> SeatState:
        """The position as one viewer knows it, with the lines that led to it."""
        shown = None if viewer == NOBODY else viewer
        moves: Any = Raw(self.moves(viewer, sentences))
        return SeatState(shown, Raw(self.view(viewer)), moves, lines)


def line(scene: Scene, step: Step, viewer: int, sentences: bool) -> Line:
    """A past change as the viewer saw it and may still read it."""
    game, e = scene.game, scene.edition.record
    reader = None if viewer == NOBODY else viewer
    words = step.words
    if words is not None:
        told = house().say(words, scene.names, reader) if sentences else UNSET
        return Line(step.n, step.match, step.at, step.seat, None, _plain([words]), told, step.undone)
    before = looker(game).look(e, step.before, step.before)
    after = looker(game).look(e, step.before, step.after, step.seat, step.action)
    seen = after.action(viewer)
    edition, was, now = scene.edition.reading, before.reading(viewer), after.reading(viewer)
    phrases = game.tell(edition, was, now, step.seat, seen, viewer, step.notes)
    closed = game.remembered and step.match == scene.match and scene.turn != NOBODY
    if closed:
        phrases = game.afterwards(phrases)
    say_it = game.speaker.say
    sentence = " ".join(say_it(p, scene.names, reader) for p in phrases) if sentences else UNSET
    if closed:
        seen = HIDDEN
    action = None if seen == HIDDEN else game.notations[seen]
    bot = True if step.bot else UNSET
    return Line(step.n, step.match, step.at, step.seat, action, _plain(phrases), sentence, bot=bot)


def _written(part: Kept | KeptList) -> Raw:
    """The cached encoding of a part of a view that is sent often."""
    if not hasattr(part, "written"):
        part.written = Raw(_encode(part))
    written: Raw = part.written
    return written


def _plain(phrases: Sequence[Phrase]) -> list[Said]:
    return [Said(phrase.key, phrase.args) for phrase in phrases]
