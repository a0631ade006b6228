"""A room: a table with the guests who are connected to it here. Everything that happens in it happens one by one.

A command is decided, stored, folded into the table and told to every guest, in that order and under one
lock. When another process was quicker to store, the room takes over what it stored and decides again.
"""

import asyncio
import time
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from ..games.kernel import NOBODY
from ..games.phrases import Phrase
from . import entries, messages
from .decisions import Caller, Refused, actions_of, asker, decide, play_one, prepared
from .entries import AnyEntry
from .frames import Scene, Sight, line
from .guests import Guest
from .lobby import told_in_words
from .messages import Ack, Begun, Line, Lobby, Presence, Spoken, Welcome, You
from .partners import Partners
from .reading import encode as _encode
from .sayings import house
from .storage import Collision, Trouble
from .table import REMEMBERED_STEPS, Table
from .turns import Turn

if TYPE_CHECKING:
    from .house import House

TRIES = 20  # collisions in a row before the server says that it has trouble
GRACE = 3.0  # seconds after the last connection of a seat before it counts as away


class Room:
    """One table, served."""

    def __init__(self, house: "House", table: Table) -> None:
        self.house = house
        self.table = table
        self.guests: set[Guest] = set()
        self.lock = Turn()
        self.idle_since = time.monotonic()
        self.changed = 0  # the number of the last entry that lists of tables would show
        self.described = (0, 0.0)  # the number up to which lists of tables know it, and when they were told
        self._sight: Sight | None = None
        self.partners = Partners(self)
        self._leaving: dict[int, asyncio.TimerHandle] = {}

    # Guests -------------------------------------------------------------------------------------------------

    async def enter(self, guest: Guest, resume_from: int | None, unknown: int = 0) -> None:
        """A guest comes in and is told all there is to know."""
        async with self.lock:
            self._bind(guest)
            self.guests.add(guest)
            guest.post(_encode(self._welcome(guest, resume_from, unknown)))
            for seat in sorted(guest.seats):
                await self._arrive(seat)
            self._tell_watchers()
            self.partners.ask()

    def exit(self, guest: Guest) -> None:
        """A guest's connection is gone."""
        self.guests.discard(guest)
        guest.leave()
        self.idle_since = time.monotonic()
        for seat in guest.seats:
            if not self._is_here(seat) and seat not in self._leaving:
                loop = asyncio.get_running_loop()
                self._leaving[seat] = loop.call_later(GRACE, self._start_leaving, seat)
        self._tell_watchers()

    def _is_here(self, seat: int) -> bool:
        return any(seat in guest.seats for guest in self.guests)

    def _start_leaving(self, seat: int) -> None:
        self._leaving.pop(seat, None)
        self.house.spawn(self._depart(seat))

    async def _depart(self, seat: int) -> None:
        async with self.lock:
            process = self.house.process
            if not self._is_here(seat) and process in self.table.seats[seat].processes:
                await self._append_own(lambda: [entries.Went(seat=seat, process=process, t=_now())])

    async def _arrive(self, seat: int) -> None:
        leaving = self._leaving.pop(seat, None)
        if leaving is not None:
            leaving.cancel()
        process = self.house.process

        def found() -> list[AnyEntry]:
            holder = self.table.seats[seat]
            came: list[AnyEntry] = []
            if holder.kind == "person" and process not in holder.processes:
                came.append(entries.Came(seat=seat, process=process, t=_now()))
            if holder.stand_in and holder.auto:
                came.append(entries.GivenBack(seat=seat, t=_now()))
            return came

        await self._append_own(found)

    def _bind(self, guest: Guest) -> bool:
        seats: set[int] = set()
        host = False
        for token in guest.tokens:
            opened, hosts = self.table.held_by(token)
            seats.update(opened)
            host = host or hosts
        return guest.hold(seats, host)

    def _watchers(self) -> int:
        return sum(not guest.seats for guest in self.guests)

    def _tell_watchers(self) -> None:
        frame = _encode(Presence(self._watchers()))
        for guest in list(self.guests):
            guest.post(frame)

    def _welcome(self, guest: Guest, resume_from: int | None, unknown: int = 0) -> Welcome:
        position, states, complete = None, [], True
        if self.table.matches:
            sight = self._now_seen()
            position = sight.position(guest.viewers)
            for viewer in guest.viewers:
                lines, complete = self._missed(viewer, resume_from or 0, guest.sentences)
                states.append(sight.state(viewer, guest.sentences, lines))
        return Welcome(
            self.table.n,
            messages.PROTOCOL,
            self.table.view(self._watchers()),
            You(sorted(guest.seats), guest.host),
            position,
            states,
            complete,
            unknown,
            round(time.time(), 3),
        )

    def _missed(self, viewer: int, after: int, sentences: bool) -> tuple[list[Line], bool]:
        steps = self.table.steps
        scene = Scene.of(self.table)
        lines = [line(scene, step, viewer, sentences) for step in steps if step.n > after]
        return lines, len(lines) < REMEMBERED_STEPS or self.table.at <= REMEMBERED_STEPS

    def _now_seen(self) -> Sight:
        if self._sight is None:
            _ = self.table.match  # the steps are there once the match has been played over
            self._sight = Sight(Scene.of(self.table), self.table.steps[-1] if self.table.steps else None)
        return self._sight

    # Commands -----------------------------------------------------------------------------------------------

    async def answer(self, guest: Guest, command: Any) -> None:
        """Carry a guest's command out and answer it."""
        try:
            ack = await self.carry_out(guest.caller(), command)
        except Refused as no:
            guest.post(_refusal(command, no))
        else:
            guest.post(_encode(ack))

    def move(self, guest: Guest, command: messages.Play) -> bool:
        """Begin to carry a move out, without a task of its own; false: it has to wait in line (`answer`).

        Nearly all moves can be: one action, at a table where nothing else is under way.
        """
        if command.actions is not None or not self.lock.take():
            return False
        try:
            caller, started = guest.caller(), time.perf_counter()
            ack = self._answered(caller, command)
            if ack is None:
                found = play_one(self.table, caller, command, *actions_of(self.table, caller, command))
                moved = partial(self._moved, guest, command, found, started)
                self.house.storage.post(self.table.name, self.table.n + 1, _encoded(found), moved)
                return True
            guest.post(_encode(ack))
        except Refused as no:
            guest.post(_refusal(command, no))
        except Trouble:
            self.lock.release()
            return False
        self.lock.release()
        return True

    def _moved(
        self, guest: Guest, command: messages.Play, found: Sequence[AnyEntry], started: float, error: Trouble | None
    ) -> None:
        """A move is stored, or could not be: then it is decided anew, in line."""
        held = True
        try:
            if error is not None:
                self.house.spawn(self.answer(guest, command))
                return
            self._take_in(found, started)
            guest.post(_encode(Ack(command.id, self.table.n, played=1)))
            if self._just_over():
                held = False
                self.house.spawn(self._end())
            else:
                self.partners.ask()
            self.house.metrics.answering.add(time.perf_counter() - started)
        finally:
            if held:
                self.lock.release()

    async def _end(self) -> None:
        """What follows of a match's last move; the lock was taken for that move."""
        try:
            await self._after()
        finally:
            self.lock.release()

    async def carry_out(self, caller: Caller, command: Any) -> Ack:
        """Decide and store; raises `Refused`."""
        async with self.lock:
            if isinstance(command, messages.Play):
                return await self._play(caller, command)
            for _ in range(TRIES):
                ack = self._answered(caller, command)
                if ack is not None:
                    return ack
                found = decide(self.table, caller, command)
                if not found or await self._stored(found):
                    return Ack(command.id, self.table.n if found else 0)
            raise _trouble()

    def _answered(self, caller: Caller, command: Any) -> Ack | None:
        """The answer to a command that was carried out before, if the caller may know it."""
        who = asker(command)
        allowed = caller.host if who < 0 else who in caller.seats or caller.host
        known = self.table.number_of(who, command.id) if allowed and who < len(self.table.seats) else None
        if known is None:
            return None
        played = self.table.played_by(who, command.id) if isinstance(command, messages.Play) else None
        return Ack(command.id, known, played=played)

    async def _play(self, caller: Caller, command: messages.Play) -> Ack:
        ack = self._answered(caller, command)
        if ack is not None:
            return ack
        actions: list[int] = []
        played, tries = 0, 0
        while not actions or played < len(actions):
            if not played:
                actions = actions_of(self.table, caller, command)
            try:
                found = play_one(self.table, caller, command, actions[played])
            except Refused as no:
                if not played:
                    raise
                return Ack(command.id, self.table.n, played=played, stopped=no.refusal)
            if await self._stored(found):
                played += 1
            elif (tries := tries + 1) > TRIES:
                raise _trouble()
        return Ack(command.id, self.table.n, played=played)

    async def _stored(self, found: Sequence[AnyEntry]) -> bool:
        """Store entries and take them in; false when another process was quicker (its entries are taken
        in)."""
        started = time.perf_counter()
        try:
            await self.house.storage.append(self.table.name, self.table.n + 1, _encoded(found))
        except Collision:
            await self._read()
            return False
        except Trouble as error:
            self.house.log.error("cannot store", extra={"table": self.table.name, "why": str(error)})
            raise _trouble() from None
        self._take_in(found, started)
        await self._after()
        return True

    def _take_in(self, found: Sequence[AnyEntry], started: float) -> None:
        """Take in what has been stored."""
        self.house.metrics.stored(len(found), time.perf_counter() - started)
        for number, entry in enumerate(found, self.table.n + 1):
            self._take(number, entry)

    async def _append_own(self, find: Any) -> None:
        """Store what the house itself has to say, if it still has when it is its turn."""
        for _ in range(TRIES):
            found = find()
            if not found or await self._stored(found):
                return

    async def catch_up(self) -> None:
        """Take in what other processes have stored."""
        async with self.lock:
            await self._read()
            await self._after()

    async def _read(self) -> None:
        stored = await self.house.storage.read(self.table.name, self.table.n)
        for number, entry in enumerate(stored, self.table.n + 1):
            self._take(number, entries.decode(entry))

    async def _after(self) -> None:
        """What follows of itself: the end of a match, and bots."""
        if self._just_over():
            await self._append_own(lambda: [prepared()] if self._just_over() else [])
        self.partners.ask()

    def _just_over(self) -> bool:
        return self.table.matches > 0 and not self.table.over and self.table.match.over

    # Telling ------------------------------------------------------------------------------------------------

    def _take(self, number: int, entry: AnyEntry) -> None:
        """Fold an entry into the table and tell every guest."""
        phrase = told_in_words(self.table, entry) if type(entry) is not entries.Acted else None
        self.table.fold(number, entry)
        if phrase is not None or type(entry) is entries.Began:
            self.changed = number
        try:
            self._tell(number, entry, phrase)
        except Exception:  # what is stored stands, whatever goes wrong in telling it: let everybody come anew
            self.house.log.exception("a change could not be told", extra={"table": self.table.name})
            self._sight = None
            for guest in list(self.guests):
                guest.leave()

    def _tell(self, number: int, entry: AnyEntry, phrase: Phrase | None) -> None:
        if isinstance(entry, (entries.Acted, entries.TookBack)):
            self._tell_step(number)
        elif isinstance(entry, entries.Began):
            self._tell_beginning(number)
        elif isinstance(entry, entries.Talked):
            said = Spoken(number, entry.seat, entry.phrase or None, entry.symbol or None, entry.text or None)
            self._send_all(_encode(said))
        elif phrase is not None:
            self._tell_lobby(number, entry, phrase)

    def _send_all(self, frame: bytes) -> None:
        for guest in list(self.guests):
            guest.post(frame)

    def _tell_step(self, number: int) -> None:
        if not self.guests:
            self._sight = None
            return
        scene = Scene.of(self.table)
        self._sight = sight = Sight(scene, self.table.steps[-1], self._sight)
        made: dict[tuple[int, bool], bytes] = {}
        for guest in list(self.guests):
            for viewer in guest.viewers:
                key = (viewer, guest.sentences)
                if key not in made:
                    made[key] = sight.event(number, viewer, guest.sentences)
                guest.post(made[key])
        sight.rest()

    def _tell_beginning(self, number: int) -> None:
        self._sight = None
        if not self.guests:
            return
        sight = self._now_seen()
        table = self.table.view(self._watchers())
        for guest in list(self.guests):
            for viewer in guest.viewers:
                state = sight.state(viewer, guest.sentences, [])
                shown = None if viewer == NOBODY else viewer
                begun = Begun(number, shown, self.table.match_name, table, sight.position([viewer]), state)
                guest.post(_encode(begun))

    def _tell_lobby(self, number: int, entry: AnyEntry, phrase: Any) -> None:
        table = self.table.view(self._watchers())
        said = messages.Said(phrase.key, dict(phrase.args))
        for guest in list(self.guests):
            reader = next((seat for seat in guest.seats if seat == phrase.args.get("who")), None)
            sentence = house().say(phrase, self.table.names, reader) if guest.sentences else msgspec.UNSET
            guest.post(_encode(Lobby(number, said, table, sentence)))
        if isinstance(entry, (entries.SatDown, entries.StoodUp, entries.Swapped)):
            self._rebind()

    async def rebind(self, guest: Guest) -> None:
        """Bind what a guest has shown a token for since it came in."""
        async with self.lock:
            if self._bind(guest):
                guest.post(_encode(self._welcome(guest, None)))
            for seat in sorted(guest.seats):
                await self._arrive(seat)

    def _rebind(self) -> None:
        """After people changed seats: whoever holds others than before is told what they see from there."""
        for guest in list(self.guests):
            if self._bind(guest):
                guest.post(_encode(self._welcome(guest, None)))
                self.house.spawn(self.rebind(guest))

    # Time passes --------------------------------------------------------------------------------------------

    async def tick(self, alive: set[str]) -> None:
        """Once a second: notice processes that died, and people who stay away."""
        if not self._lost(alive) and not self._taken_over():
            return
        async with self.lock:
            await self._append_own(lambda: self._lost(alive) + self._taken_over())

    def _lost(self, alive: set[str]) -> list[AnyEntry]:
        return [
            entries.Went(seat=seat, process=process, t=_now())
            for seat, holder in enumerate(self.table.seats)
            for process in sorted(holder.processes - alive)
        ]

    def _taken_over(self) -> list[AnyEntry]:
        if self.table.takeover is None or not self.table.matches or not self.table.playing:
            return []
        return [
            entries.BotSeated(seat=seat, level="thumb", auto=True, t=_now())
            for seat in self.table.people()
            if not self.table.here(seat) and _now() - self.table.seats[seat].since > self.table.takeover
        ]

    def close(self) -> None:
        """Stop thinking and let everybody go."""
        self.partners.close()
        for timer in self._leaving.values():
            timer.cancel()


def _refusal(command: Any, no: Refused) -> bytes:
    refusal = no.refusal
    return _encode(messages.Refused(command.id, refusal.reason, refusal.sentence, refusal.rule, refusal.phrase))


def _encoded(found: Sequence[AnyEntry]) -> list[bytes]:
    return list(map(entries.encode, found))


def _now() -> float:
    return round(time.time(), 3)


def _trouble() -> Refused:
    return Refused("trouble", "The server could not store that. Nothing has changed; please try again.")
