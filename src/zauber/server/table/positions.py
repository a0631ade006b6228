"""The positions of a match in bounded memory: the last few and some checkpoints are stored, the rest is recomputed.

A long match must not fill the memory. Every position follows from the one before it, the action and the match's
chance, so only some are stored: fewer the older they are, and never more than about forty. The older ones are stored
compressed, since a record may be large and mostly empty.
"""

import weakref
import zlib
from collections.abc import MutableSequence
from typing import Any, Protocol, overload

RECENT = 4  # the last positions, all kept
NEAR = 32  # every NEAR-th of the last WINDOW is stored, for viewers who come back
WINDOW = 224
CHECKPOINTS = 32  # about how many older positions are stored
RUN = 64  # recomputed positions that are cached


class Replayable(Protocol):
    """A match that can recompute an action."""

    def again(self, number: int, before: bytes) -> bytes:
        """The position after action `number`, given the one before it."""


class Positions(MutableSequence[bytes]):
    """The bytes of a match's positions, by ply."""

    def __init__(self, match: Replayable, data: "list[bytes | None]") -> None:
        self._match = weakref.ref(match)  # weak, because a cycle would not be freed while the garbage collector is off
        self.data = data
        self.last: bytes = data[-1] or b""
        self._step = 4 * NEAR  # plies between checkpoints
        self.checkpoints: dict[int, bytes] = {}  # compressed, by ply
        self._run: dict[int, bytes] = {}

    def at(self, ply: int) -> bytes:
        """The position after that many plies (negative: from the end)."""
        ply = ply + len(self.data) if ply < 0 else ply
        found = self._stored(ply)
        return found if found is not None else self._played_over(ply)

    def _stored(self, ply: int) -> bytes | None:
        found = self.data[ply] or self._run.get(ply)
        if found is None and ply in self.checkpoints:
            return zlib.decompress(self.checkpoints[ply])
        return found

    def _played_over(self, ply: int) -> bytes:
        match = self._match()
        assert match is not None
        near = ply - 1
        while (position := self._stored(near)) is None:
            near -= 1
        for number in range(near + 1, ply + 1):
            position = match.again(number, position)
            if len(self._run) >= RUN:
                self._run.clear()
            self._run[number] = position
        return position

    def append(self, position: bytes) -> None:
        """Add the next position."""
        data = self.data
        data.append(position)
        self.last = position
        last = len(data) - 1
        if last > RECENT and (last - RECENT) % NEAR:
            data[last - RECENT] = None
        if last > WINDOW and not last % NEAR:
            self._put_by(last - WINDOW)
            if last > self._step * CHECKPOINTS:
                self._thin()

    def _put_by(self, old: int) -> None:
        """Drop a position that leaves the window, or make it a checkpoint."""
        position, self.data[old] = self.data[old], None
        if position is not None and not old % self._step:
            self.checkpoints[old] = zlib.compress(position, 1)

    def _thin(self) -> None:
        """Drop every other old checkpoint."""
        for old in range(self._step, len(self.data) - WINDOW, 2 * self._step):
            self.checkpoints.pop(old, None)
        self._step *= 2

    def upto(self, ply: int, match: Replayable) -> "Positions":
        """The positions up to a ply, for a match that begins with the same actions."""
        made = Positions(match, [*self.data[:ply], self.at(ply)])
        made._step = self._step
        made.checkpoints = {old: kept for old, kept in self.checkpoints.items() if old < ply}
        return made

    def forget(self) -> None:
        """Drop recomputed positions."""
        self._run.clear()

    # As a sequence ------------------------------------------------------------------------------------------

    @overload
    def __getitem__(self, at: int) -> bytes: ...

    @overload
    def __getitem__(self, at: slice) -> list[bytes]: ...

    def __getitem__(self, at: int | slice) -> bytes | list[bytes]:
        if isinstance(at, slice):
            return [self.at(ply) for ply in range(*at.indices(len(self.data)))]
        return self.at(at)

    def __setitem__(self, at: Any, position: Any) -> None:
        raise TypeError("Past positions cannot be replaced.")

    def __delitem__(self, at: int | slice) -> None:
        """Remove the last positions, and store the ones before them again."""
        first = at.indices(len(self.data))[0] if isinstance(at, slice) else at % len(self.data)
        before = [(ply, self.at(ply)) for ply in (first - 2, first - 1) if ply >= 0]
        self._run.clear()
        self.checkpoints = {old: kept for old, kept in self.checkpoints.items() if old < first}
        del self.data[first:]
        for ply, position in before:
            self.data[ply] = self.last = position

    def __len__(self) -> int:
        return len(self.data)

    def insert(self, at: int, position: bytes) -> None:
        """Not supported: positions are only added at the end, by `append`."""
        raise TypeError("Positions can only be added at the end.")
