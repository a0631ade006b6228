"""A room: a table and the guests connected to it in this process. Commands are carried out one at a time.

A command is decided, stored, folded into the table and sent to every guest, in that order and under one lock. When
another process has stored first, or the storage failed before it could answer, the room reads what is stored, checks
whether the command is in it, and otherwise decides again.
"""

import asyncio
import contextlib
import time
from collections.abc import Sequence
from functools import partial
from typing import Any

from ..access.limits import Bucket
from ..protocol import commands, frames
from ..protocol.encoding import encode as _encode
from ..protocol.frames import Ack
from ..storage.base import Collision, Trouble
from ..table import entries
from ..table.decisions import (
    Caller,
    Refused,
    actions_of,
    asker,
    checked_for_children,
    decide,
    play_one,
    prepared,
)
from ..table.entries import AnyEntry
from ..table.lobby import told_in_words
from ..table.opening import overdue
from ..table.table import Table
from .guests import Guest
from .partners import Partners
from .presence import Presence, now
from .records import PublicRecord
from .slow import Slow
from .surroundings import HouseAround
from .takebacks import TakeBacks
from .telling import Teller
from .turns import Turn

TRIES = 20  # collisions in a row before the command is refused with "trouble"
CLOSED = "The server's operator has closed this table."


class Room:
    """One table, served."""

    def __init__(self, house: HouseAround, table: Table) -> None:
        self.house = house
        self.table = table
        self.guests: set[Guest] = set()
        self.lock = Turn()
        self.idle_since = time.monotonic()
        self.changed = 0  # the number of the last entry that changed the table's summary
        self.described = (0, 0.0)  # the last entry in the stored summary, and when it was written
        self.unsure = False  # the log may be ahead of the table: read it before deciding anything
        limits = house.limits
        self.changes = Bucket(limits.changes_per_second, limits.change_burst)  # besides moves
        self.most_entries = limits.table_entries
        self.record = PublicRecord()
        self.teller = Teller(self)
        self.partners = Partners(self)
        self.take_backs = TakeBacks(self, self.teller.tell_undoable)
        self.presence = Presence(self, self._append_own)
        self.slow = None if table.days is None else Slow(table, self.teller, house.storage, house.post)

    # Guests -------------------------------------------------------------------------------------------------

    async def enter(self, guest: Guest, resume_from: int | None, unknown: int = 0) -> None:
        """Add a guest and send the welcome. Raises `Trouble` if the log cannot be read."""
        seen = resume_from or 0
        self._bind(guest)
        while self.teller.prepare(guest, seen):
            await asyncio.sleep(0)  # a long history: let other tasks run
        async with self.lock:
            if self.unsure or seen > self.table.n:  # the guest has seen later entries through another process
                await self._read()
            self._bind(guest)
            self.guests.add(guest)
            guest.post(self.teller.welcome(guest, resume_from, unknown))
            for seat in sorted(guest.seats):
                with contextlib.suppress(Refused):
                    await self.presence.arrive(seat)
            self.teller.tell_watchers()
            self.partners.ask()
            self.take_backs.welcome()

    def exit(self, guest: Guest) -> None:
        """A guest's connection is gone."""
        self.guests.discard(guest)
        guest.leave()
        self.idle_since = time.monotonic()
        for seat in guest.seats:
            self.presence.see_off(seat)
        self.teller.tell_watchers()

    def _bind(self, guest: Guest) -> bool:
        seats: set[int] = set()
        host = False
        for token in guest.tokens:
            opened, hosts = self.table.held_by(token)
            seats.update(opened)
            host = host or hosts
        return guest.hold(seats, host)

    async def rebind(self, guest: Guest) -> None:
        """Bind the seats of a token that a guest has presented since it entered."""
        async with self.lock:
            if self._bind(guest):
                guest.post(self.teller.welcome(guest, None))
                self.teller.tell_watchers()
            for seat in sorted(guest.seats):
                with contextlib.suppress(Refused):
                    await self.presence.arrive(seat)

    def _rebind(self) -> None:
        """After people changed seats, send the view of their new seats to those affected."""
        changed = [guest for guest in list(self.guests) if self._bind(guest)]
        for guest in changed:
            guest.post(self.teller.welcome(guest, None))
            self.house.spawn(self.rebind(guest))
        if changed:
            self.teller.tell_watchers()

    # Commands -----------------------------------------------------------------------------------------------

    async def answer(self, guest: Guest, command: Any) -> None:
        """Carry out a guest's command and answer it."""
        async with self.lock:
            await self._answer(guest, command)

    async def _answer(self, guest: Guest, command: Any) -> None:
        try:
            ack = await self._carry_out(guest.caller, command)
        except Refused as no:
            self.house.metrics.refuse(no.refusal.reason)
            guest.post(_refusal(command, no))
        else:
            guest.post(_encode(ack))

    def move(self, guest: Guest, command: commands.Play) -> bool:
        """Start to carry out a move without creating a task; false if it has to wait its turn (`answer`).

        This works for nearly all moves: single actions at a table where nothing else is in progress.
        """
        if command.actions is not None or self.unsure or self.table.n >= self.most_entries or not self.lock.take():
            return False
        if self.table.closed:
            self.lock.release()
            return False
        try:
            caller, started = guest.caller, time.perf_counter()
            ack = self._answered(caller, command)
            if ack is None:
                found = play_one(self.table, caller, command, *actions_of(self.table, caller, command))
                moved = partial(self._moved, guest, command, found, started)
                self.house.storage.post(self.table.name, self.table.n + 1, _encoded(found), moved)
                return True
            guest.post(_encode(ack))
        except Refused as no:
            self.house.metrics.refuse(no.refusal.reason)
            guest.post(_refusal(command, no))
        except Trouble:
            self.lock.release()
            return False
        self.lock.release()
        return True

    def _moved(
        self, guest: Guest, command: commands.Play, found: Sequence[AnyEntry], started: float, error: Trouble | None
    ) -> None:
        """A move was stored, or its fate is unknown; in that case look for it and decide again before anything else."""
        held = True
        try:
            if error is not None:
                self.unsure = True
                held = False
                self.house.spawn(self._go_on(self._answer(guest, command)))
                return
            self._take_in(found, started)
            guest.post(_encode(Ack(command.id, self.table.n, played=1)))
            if self._just_over():
                held = False
                self.house.spawn(self._go_on(self._after()))
            else:
                self.partners.ask()
            self.house.metrics.answering.add(time.perf_counter() - started)
        finally:
            if held:
                self.lock.release()

    async def _go_on(self, work: Any) -> None:
        """Finish what a move has started; the lock is already held for it."""
        try:
            with contextlib.suppress(Refused):
                await work
        finally:
            self.lock.release()

    async def carry_out(self, caller: Caller, command: Any) -> Ack:
        """Decide and store; raises `Refused`."""
        async with self.lock:
            return await self._carry_out(caller, command)

    async def _carry_out(self, caller: Caller, command: Any) -> Ack:
        if self.unsure:
            await self._look_again()
        if self.table.n >= self.most_entries:
            raise _full()
        if self.table.closed:
            raise Refused("not_now", CLOSED)
        if self.house.children and isinstance(command, (commands.TakeSeat, commands.SetName)):
            checked_for_children([command.name])
        if self.house.children and isinstance(command, commands.Say):
            checked_for_children(free_text=command.text is not None)
        if isinstance(command, commands.Play):
            return await self._play(caller, command)
        for _ in range(TRIES):
            ack = self._answered(caller, command)
            if ack is not None:
                return ack
            found = decide(self.table, caller, command)
            if not found:
                return Ack(command.id, 0)
            if await self._stored(found):
                return Ack(command.id, self._number_of(command))
        raise _trouble()

    def _answered(self, caller: Caller, command: Any) -> Ack | None:
        """The answer to a command that was already carried out, if the caller may know it."""
        who = asker(command)
        allowed = caller.host if who < 0 else who in caller.seats or caller.host
        known = self.table.number_of(who, command.id) if allowed and who < len(self.table.seats) else None
        if known is None:
            return None
        played = self.table.played_by(who, command.id) if isinstance(command, commands.Play) else None
        return Ack(command.id, known, played=played)

    def _number_of(self, command: Any) -> int:
        """The number of a command that was just stored; automatic entries may have followed it."""
        return self.table.number_of(asker(command), command.id) or self.table.n

    async def _play(self, caller: Caller, command: commands.Play) -> Ack:
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
                return Ack(command.id, self._number_of(command), played=played, stopped=no.refusal)
            if await self._stored(found):
                played += 1
                continue
            if (tries := tries + 1) > TRIES:
                raise _trouble()
            if self.table.number_of(command.seat, command.id) is not None:  # the stored entry is this very move
                played = self.table.played_by(command.seat, command.id)
        return Ack(command.id, self._number_of(command), played=played)

    async def _stored(self, found: Sequence[AnyEntry]) -> bool:
        """Store entries and apply them; false if another process stored others first, which are applied instead."""
        started = time.perf_counter()
        try:
            await self.house.storage.append(self.table.name, self.table.n + 1, _encoded(found))
        except Collision:
            await self._look_again()
            return False
        except Trouble as error:
            self.unsure = True
            self.house.log.error("cannot store", extra={"table": self.table.name, "why": str(error)})
            raise _trouble() from None
        self._take_in(found, started)
        await self._after()
        return True

    def _take_in(self, found: Sequence[AnyEntry], started: float) -> None:
        """Apply entries that have been stored."""
        self.house.metrics.stored(len(found), time.perf_counter() - started)
        for number, entry in enumerate(found, self.table.n + 1):
            self._take(number, entry)

    async def _append_own(self, find: Any) -> None:
        """Store entries of the house's own, computed by `find` once the lock is held."""
        if self.unsure:
            await self._look_again()
        for _ in range(TRIES):
            found = find()
            if not found or await self._stored(found):
                return

    async def shut(self) -> None:
        """Close the table for good."""
        async with self.lock:
            await self._append_own(lambda: [] if self.table.closed else [entries.Closed(t=now())])

    async def catch_up(self) -> None:
        """Apply what other processes have stored."""
        async with self.lock:
            with contextlib.suppress(Refused):  # then `tick` tries again
                await self._look_again()
                await self._after()

    async def _look_again(self) -> None:
        """Apply everything that is stored. Raises `Refused` if the storage cannot be read."""
        try:
            await self._read()
        except Trouble as error:
            self.house.log.error("cannot read", extra={"table": self.table.name, "why": str(error)})
            raise _trouble() from None

    async def _read(self) -> None:
        self.unsure = True
        stored = await self.house.storage.read(self.table.name, self.table.n)
        for number, entry in enumerate(stored, self.table.n + 1):
            self._take(number, entries.decode(entry))
        self.unsure = False

    async def _after(self) -> None:
        """Automatic follow-up after a change: the end of a match, and bots."""
        if self._just_over():
            await self._append_own(lambda: [prepared()] if self._just_over() else [])
        self.partners.ask()

    def _just_over(self) -> bool:
        return self.table.matches > 0 and not self.table.over and self.table.match.over

    def _take(self, number: int, entry: AnyEntry) -> None:
        """Fold an entry into the table and tell every guest."""
        acted = type(entry) is entries.Acted  # nearly always
        phrase = None if acted else told_in_words(self.table, entry)
        self.table.fold(number, entry)
        if phrase is not None or type(entry) is entries.Began:
            self.changed = number
        try:
            self.teller.tell(number, entry, phrase)
        except Exception:  # the entry is stored even if it cannot be sent: make everybody reconnect
            self.house.log.exception("a change could not be told", extra={"table": self.table.name})
            self.teller.forget()
            for guest in list(self.guests):
                guest.leave()
        if not acted:
            self._follow_up(entry)

    def _follow_up(self, entry: AnyEntry) -> None:
        """Disconnect everybody from a table that was closed; bind guests anew after seats have changed."""
        if type(entry) is entries.Closed:
            for guest in list(self.guests):
                guest.post(_encode(frames.Goodbye("no_such_table", CLOSED)))
                guest.leave()
        if type(entry) in (entries.SatDown, entries.StoodUp, entries.Swapped):
            self._rebind()

    # Periodic work ------------------------------------------------------------------------------------------

    async def tick(self, alive: set[str]) -> None:
        """Once a second: undo offers, processes that died, people who stay away, and a match that is due to begin."""
        if self.unsure:
            await self.catch_up()
        self.take_backs.tick()
        self.presence.see_off_all()
        if self._due(alive):
            async with self.lock:
                await self._append_own(partial(self._due, alive))
        if self.slow is not None and not self.unsure:
            self.partners.ask()
            await self.slow.look()

    def _due(self, alive: set[str]) -> list[AnyEntry]:
        late = [] if self.slow is None else self.slow.overdue(time.time())
        return self.presence.overdue(alive) + overdue(self.table, time.time()) + late

    @property
    def is_busy(self) -> bool:
        """Whether it goes on without guests."""
        return self.slow is not None and self.slow.is_busy

    def rest(self) -> None:
        """Once a second: drop caches that have not been used lately."""
        self.teller.rest()
        self.table.rest()

    def close(self) -> None:
        """Stop the bots and disconnect everybody."""
        self.partners.close()
        self.presence.close()


def _refusal(command: Any, no: Refused) -> bytes:
    refusal = no.refusal
    return _encode(frames.Refused(command.id, refusal.reason, refusal.sentence, refusal.rule, refusal.phrase))


def _encoded(found: Sequence[AnyEntry]) -> list[bytes]:
    return list(map(entries.encode, found))


def _full() -> Refused:
    return Refused("full", "This table's log is full: create a new table.")


def _trouble() -> Refused:
    return Refused("trouble", "The server could not store that now. Please try again in a moment.")
