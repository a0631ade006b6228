"""Who is at a table: which seats have a connection to this process, and what follows when one stays away.

A seat without a connection counts as away after a grace period, so that a reloaded page changes nothing. Where the
table says so, a bot stands in for whoever stays away longer, and leaves when the person is back.
"""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from typing import Any

from ..table import entries
from ..table.decisions import Refused
from ..table.entries import AnyEntry
from .surroundings import RoomAround

GRACE = 3.0  # seconds between a seat's last connection closing and the seat counting as away


class Presence:
    """The presence of the people at one table."""

    def __init__(self, room: RoomAround, append: Callable[[Any], Awaitable[None]]) -> None:
        self.room = room
        self._append = append  # stores entries of the house's own; the room's lock is held
        self._leaving: dict[int, asyncio.TimerHandle] = {}

    def _is_here(self, seat: int) -> bool:
        return any(seat in guest.seats for guest in self.room.guests)

    def see_off(self, seat: int) -> None:
        """Mark a seat without a connection as away, after a grace period."""
        if not self._is_here(seat) and seat not in self._leaving:
            loop = asyncio.get_running_loop()
            self._leaving[seat] = loop.call_later(GRACE, self._start_leaving, seat)

    def _start_leaving(self, seat: int) -> None:
        self._leaving.pop(seat, None)
        self.room.house.spawn(self._depart(seat))

    async def _depart(self, seat: int) -> None:
        async with self.room.lock:
            process = self.room.house.process
            if not self._is_here(seat) and process in self.room.table.seats[seat].processes:
                with contextlib.suppress(Refused):  # `see_off_all` tries again
                    await self._append(lambda: [entries.Went(seat=seat, process=process, t=now())])

    async def arrive(self, seat: int) -> None:
        """Mark a seat as connected to this process; the room's lock is held."""
        leaving = self._leaving.pop(seat, None)
        if leaving is not None:
            leaving.cancel()
        process = self.room.house.process

        def found() -> list[AnyEntry]:
            holder = self.room.table.seats[seat]
            came: list[AnyEntry] = []
            if holder.kind == "person" and process not in holder.processes:
                came.append(entries.Came(seat=seat, process=process, t=now()))
            if holder.stand_in and holder.auto:
                came.append(entries.GivenBack(seat=seat, t=now()))
            return came

        await self._append(found)

    def see_off_all(self) -> None:
        """Mark as away the seats that are recorded as connected here but are not: after a swap, or a failed write."""
        process = self.room.house.process
        here = {seat for guest in self.room.guests for seat in guest.seats}
        for seat, holder in enumerate(self.room.table.seats):
            if seat not in here and process in holder.processes:
                self.see_off(seat)

    def overdue(self, alive: set[str]) -> list[AnyEntry]:
        """What is due now: leaving with a process that died, and stand-ins for people who stay away."""
        return self._lost(alive) + self._taken_over()

    def _lost(self, alive: set[str]) -> list[AnyEntry]:
        return [
            entries.Went(seat=seat, process=process, t=now())
            for seat, holder in enumerate(self.room.table.seats)
            if not holder.processes <= alive
            for process in sorted(holder.processes - alive)
        ]

    def _taken_over(self) -> list[AnyEntry]:
        table = self.room.table
        if table.takeover is None or not table.matches or not table.playing:
            return []
        return [
            entries.BotSeated(seat=seat, level="thumb", auto=True, t=now())
            for seat in table.people()
            if not table.here(seat) and now() - table.seats[seat].since > table.takeover
        ]

    def close(self) -> None:
        """Mark nobody as away any more."""
        for timer in self._leaving.values():
            timer.cancel()


def now() -> float:
    """The time of an entry."""
    return round(time.time(), 3)
