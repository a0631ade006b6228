"""Checks whether moves can be taken back, and tells the guests of a room whose last one could, once the table is quiet.

A check takes up to a second or two, so other tasks run in between. The offer is based on fewer imagined worlds than the
check of an actual request, which is done in full.
"""

import asyncio
import contextlib
import time
from collections.abc import Callable

from ..table.taking_back import Stands, Why, look_over, plies_back
from .surroundings import RoomAround

AT_ONCE = 0.002  # seconds of checking before other tasks may run
QUIET = 1.0  # seconds without a change before the check begins: about what it takes to regret a move
WORLDS = 64  # imagined per action, shared among all who saw it


class TakeBacks:
    """The undo offers of one table."""

    def __init__(self, room: RoomAround, tell: Callable[[list[int]], None]) -> None:
        self.room = room
        self._tell = tell
        self._waiting = False
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

    def check_soon(self, again: bool = False) -> None:
        """Check soon, unless this position has been checked; `again`: a new guest has not been told yet."""
        if not self._waiting and self.room.guests and (again or self._checked != self._now()):
            self._waiting = True
            asyncio.get_running_loop().call_later(QUIET, self._wake, self._now())

    def _now(self) -> tuple[str, int]:
        return self.room.table.match_name, self.room.table.at

    def _wake(self, then: tuple[str, int]) -> None:
        if then != self._now():
            self._waiting = False
            self.check_soon()
        else:
            self.room.house.spawn(self._check_once())

    async def _check_once(self) -> None:
        """One check at a time: whoever comes meanwhile is told with the others."""
        try:
            await self._check()
        finally:
            self._waiting = False
        self.check_soon()

    async def _check(self) -> None:
        now = self._now()
        if self._checked != now:
            seats = [seat for seat in self.room.table.people() if await self._may(seat, now)]
            if self._in_vain(now):
                return
            self._checked, self._seats = now, seats
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
            if time.perf_counter() - began > AT_ONCE:
                await asyncio.sleep(0)
                began = time.perf_counter()
            if in_vain():
                return
