"""A fair lock like `asyncio.Lock` that can also be acquired without waiting, from plain functions."""

import asyncio
import contextlib
from collections import deque


class Turn:
    """A lock that is acquired in order of arrival."""

    def __init__(self) -> None:
        self._taken = False
        self._line: deque[asyncio.Future[None]] = deque()

    def locked(self) -> bool:
        """Whether the lock is held."""
        return self._taken

    def take(self) -> bool:
        """Acquire the lock if nobody holds it or waits for it."""
        if self._taken:
            return False
        self._taken = True
        return True

    def release(self) -> None:
        """Release the lock; the first in the queue gets it."""
        while self._line:
            first = self._line.popleft()
            if not first.done():
                first.set_result(None)
                return
        self._taken = False

    async def __aenter__(self) -> None:
        if self.take():
            return
        mine = asyncio.get_running_loop().create_future()
        self._line.append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.cancelled():
                with contextlib.suppress(ValueError):
                    self._line.remove(mine)
            else:  # cancelled just after we got the lock
                self.release()
            raise

    async def __aexit__(self, *error: object) -> None:
        self.release()
