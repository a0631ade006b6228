"""Tells the guests of a room whose last move could be taken back, once the table has been quiet for a second or two,
about what it takes to regret a move."""

from collections.abc import Callable

from ..table.taking_back import undoable
from .surroundings import RoomAround


class TakeBacks:
    """The undo offers of one table."""

    def __init__(self, room: RoomAround, tell: Callable[[list[int]], None]) -> None:
        self.room = room
        self._tell = tell
        self._seen: tuple[str, int] | None = None  # the position at the last tick
        self._told: tuple[str, int] | None = None

    def tick(self) -> None:
        """Once a second: tell of a position that has stood since the last tick, unless it has been told."""
        now, stood = (self.room.table.match_name, self.room.table.at), self._seen
        self._seen = now
        if now != stood or now == self._told or not self.room.guests:
            return
        self._told = now
        if seats := undoable(self.room.table):
            self._tell(seats)

    def welcome(self) -> None:
        """A new guest has not been told yet."""
        self._told = None
