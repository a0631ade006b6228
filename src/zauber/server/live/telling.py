"""Sends frames to the guests of a room: a welcome when they enter, and every change as it happens.

Everything here is made by `zauber.server.frames.sight` from concealed positions. Lines are cached for the next guest
who may know the same, so a visitor costs little however long the match is.
"""

import time
from typing import Any

import msgspec
from msgspec import Raw

from ...games.contract.kernel import NOBODY
from ...games.contract.phrases import Phrase
from ..frames.sight import Scene, Sight, line
from ..frames.speech import house
from ..protocol import fields
from ..protocol.encoding import encode
from ..protocol.frames import Begun, Lobby, Presence, Spoken, Undoable, Welcome, You
from ..table import entries
from ..table.entries import AnyEntry
from ..table.summary import summary_of
from ..table.table import REMEMBERED_STEPS
from .guests import Guest
from .surroundings import RoomAround

LINES_FOR = 60.0  # seconds after the last use before cached lines are dropped
LINES_AT_ONCE = 20  # lines made before other tasks may run
NAMING = (entries.SatDown, entries.StoodUp, entries.Swapped, entries.Renamed, entries.BotSeated)


class Teller:
    """Sends frames to the guests of one room."""

    def __init__(self, room: RoomAround) -> None:
        self.room = room
        self._sight: Sight | None = None
        self._lines: dict[tuple[int, bool], dict[int, Raw]] = {}  # by (viewer, with sentences), then by number
        self._asked = time.monotonic()  # when lines were last needed

    def forget(self) -> None:
        """Clear the cache: names have changed, a match begins, or the lines have not been used for long."""
        self._sight = None
        self._lines.clear()

    def rest(self) -> None:
        """Clear the cache if it has not been used lately."""
        if self._lines and time.monotonic() - self._asked > LINES_FOR:
            self._lines.clear()

    # Welcome ------------------------------------------------------------------------------------------------

    def welcome(self, guest: Guest, resume_from: int | None, unknown: int = 0) -> bytes:
        """The welcome frame: the complete current state for a guest."""
        table = self.room.table
        position, states, complete = None, [], True
        if table.matches:
            sight = self.now_seen()
            position = sight.position(guest.viewers)
            for viewer in guest.viewers:
                lines: Any = self._missed(viewer, resume_from or 0, guest.sentences)
                complete = len(lines) < REMEMBERED_STEPS or table.at <= REMEMBERED_STEPS
                states.append(sight.state(viewer, guest.sentences, lines))
        return encode(
            Welcome(
                table.n,
                fields.PROTOCOL,
                summary_of(table, self.watchers()),
                You(sorted(guest.seats), guest.host),
                position,
                states,
                complete,
                unknown,
                round(time.time(), 3),
            )
        )

    def prepare(self, guest: Guest, after: int) -> bool:
        """Make some of the lines that a welcome will need; whether more are missing."""
        if not self.room.table.matches:
            return False
        return any(self._make(viewer, after, guest.sentences, LINES_AT_ONCE) for viewer in guest.viewers)

    def _missed(self, viewer: int, after: int, sentences: bool) -> list[Raw]:
        self._make(viewer, after, sentences)
        made = self._lines[viewer, sentences]
        return [made[step.n] for step in self.room.table.steps if step.n > after]

    def _make(self, viewer: int, after: int, sentences: bool, most: int = REMEMBERED_STEPS) -> bool:
        """Make missing lines, at most `most`; whether some are still missing."""
        table = self.room.table
        self._asked = time.monotonic()
        made = self._lines.setdefault((viewer, sentences), {})
        scene = Scene.of(table)
        missing = [step for step in table.steps if step.n > after and step.n not in made]
        for step in missing[:most]:
            made[step.n] = Raw(encode(line(scene, step, viewer, sentences)))
        if len(made) > 2 * REMEMBERED_STEPS:
            first = table.steps[0].n
            self._lines[viewer, sentences] = {n: kept for n, kept in made.items() if n >= first}
        return len(missing) > most

    def now_seen(self) -> Sight:
        """The position as it is."""
        table = self.room.table
        if self._sight is None:
            _ = table.match  # replaying the match makes its steps
            self._sight = Sight(Scene.of(table), table.steps[-1] if table.steps else None)
        return self._sight

    # Spectators and undo offers -----------------------------------------------------------------------------

    def watchers(self) -> int:
        """The number of spectators."""
        return sum(not guest.seats for guest in self.room.guests)

    def tell_watchers(self) -> None:
        """Tell everybody the number of spectators."""
        self._send_all(encode(Presence(self.watchers())))

    def tell_undoable(self, seats: list[int]) -> None:
        """Tell everybody whose last move could be taken back now."""
        self._send_all(encode(Undoable(self.room.table.match_name, self.room.table.at, seats)))

    def _send_all(self, frame: bytes) -> None:
        for guest in list(self.room.guests):
            guest.post(frame)

    # Changes ------------------------------------------------------------------------------------------------

    def tell(self, number: int, entry: AnyEntry, phrase: Phrase | None) -> None:
        """Tell everybody of an entry that has been folded into the table."""
        if isinstance(entry, (entries.Acted, entries.TookBack, entries.Resigned)):
            self._tell_step()
        elif isinstance(entry, entries.Began):
            self._tell_beginning(number)
        elif isinstance(entry, entries.Talked):
            said = Spoken(number, entry.seat, entry.phrase or None, entry.symbol or None, entry.text or None)
            self._send_all(encode(said))
        elif phrase is not None:
            self._tell_lobby(number, entry, phrase)

    def _tell_step(self) -> None:
        guests = self.room.guests
        if not guests:
            self._sight = None
            return
        table = self.room.table
        self._sight = sight = Sight(Scene.of(table), table.steps[-1], self._sight)
        made: dict[tuple[int, bool], bytes] = {}
        for guest in list(guests):
            for viewer in guest.viewers:
                key = (viewer, guest.sentences)
                if key not in made:
                    made[key] = sight.event(viewer, guest.sentences)
                guest.post(made[key])
        sight.rest()

    def _tell_beginning(self, number: int) -> None:
        self.forget()
        if not self.room.guests:
            return
        sight = self.now_seen()
        table = summary_of(self.room.table, self.watchers())
        for guest in list(self.room.guests):
            for viewer in guest.viewers:
                state = sight.state(viewer, guest.sentences, [])
                shown = None if viewer == NOBODY else viewer
                name = self.room.table.match_name
                guest.post(encode(Begun(number, shown, name, table, sight.position([viewer]), state)))

    def _tell_lobby(self, number: int, entry: AnyEntry, phrase: Phrase) -> None:
        table = summary_of(self.room.table, self.watchers())
        said = fields.Said(phrase.key, dict(phrase.args))
        for guest in list(self.room.guests):
            reader = next((seat for seat in guest.seats if seat == phrase.args.get("who")), None)
            sentence = house().say(phrase, self.room.table.names, reader) if guest.sentences else msgspec.UNSET
            guest.post(encode(Lobby(number, said, table, sentence)))
        if isinstance(entry, NAMING):
            self.forget()  # cached lines contain names
