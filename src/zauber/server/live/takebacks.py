"""Checks whether moves can be taken back, and tells the guests of a room whose last one could, once the table is quiet.

Quiet means without a change for a second or two, about what it takes to regret a move. A check takes as long, so other
tasks run in between, and tables take turns. The offer is based on fewer imagined worlds than the check of an actual
request, which is done in full.
"""

import asyncio
import contextlib
import time
from collections.abc import Callable

from ..table.taking_back import Stands, Why, look_over, plies_back
from .surroundings import RoomAround

CHECKED_SECONDS = 0.002  # seconds of checking before other tasks may run
WORLDS = 64  # imagined per action, shared among all who saw it


class TakeBacks:
    """The undo offers of one table."""

    def __init__(self, room: RoomAround, tell: Callable[[list[int]], None]) -> None:
        self.room = room
        self._tell = tell
        self._seen: tuple[str, int] | None = None  # the position at the last tick
        self._checking = False
        self._newcomers = False  # who have not been told
        self._checked: tuple[str, int] | None = None
        self._seats: list[int] = []
        self._proven: tuple[str, int, int] | None = None
        self._why: Why | None = None

    async def prove(self, seat: int) -> None:
        """Check a request in full; raises `Stands`. Nothing may change at the table meanwhile: hold the room's lock.

        The result is kept, so asking again costs nothing.
        """
        wanted = (*self._now(), seat)
        if self._proven != wanted:
            self._proven, self._why = None, None
            try:
                await self._look_over(seat)
            except Stands as no:
                self._why = no.key
            self._proven = wanted
        if self._why is not None:
            raise Stands(self._why)

    def tick(self) -> None:
        """Once a second: check a position that has stood since the last tick, or tell new guests what was found."""
        now, stood = self._now(), self._seen
        self._seen = now
        if now != stood or self._checking or not self.room.guests:
            return
        if self._checked != now:
            self._checking = True
            self.room.house.spawn(self._check_once(now))
        elif self._newcomers:
            self._tell_guests()

    def welcome(self) -> None:
        """A new guest has not been told yet."""
        self._newcomers = True

    def _now(self) -> tuple[str, int]:
        return self.room.table.match_name, self.room.table.at

    async def _check_once(self, now: tuple[str, int]) -> None:
        """One check at a time: guests who come meanwhile are told with the others."""
        try:
            async with self.room.house.checking:
                await self._check(now)
        finally:
            self._checking = False

    async def _check(self, now: tuple[str, int]) -> None:
        seats = [seat for seat in self.room.table.people() if await self._may(seat, now)]
        if not self._in_vain(now):
            self._checked, self._seats = now, seats
            self._tell_guests()

    def _tell_guests(self) -> None:
        self._newcomers = False
        if self._seats:
            self._tell(self._seats)

    async def _may(self, seat: int, now: tuple[str, int]) -> bool:
        table = self.room.table
        if self._in_vain(now) or not table.matches or not table.playing:
            return False
        with contextlib.suppress(Stands):
            await self._look_over(seat, WORLDS, lambda: self._in_vain(now))
            return not self._in_vain(now)
        return False

    def _in_vain(self, then: tuple[str, int]) -> bool:
        """Whether an offer is of no use any more: the table has changed, or everybody has left."""
        return then != self._now() or not self.room.guests

    async def _look_over(
        self, seat: int, worlds: int | None = None, in_vain: Callable[[], bool] = lambda: False
    ) -> None:
        """Look at what has happened since the seat's last move, until that is in vain; raises `Stands`."""
        began = time.perf_counter()
        for _ in look_over(self.room.table, plies_back(self.room.table, seat), worlds):
            if time.perf_counter() - began > CHECKED_SECONDS:
                await asyncio.sleep(0)
                began = time.perf_counter()
            if in_vain():
                return
