"""Taking turns: like `asyncio.Lock`, but a turn can also be taken without waiting, by code that is no coroutine."""

import asyncio
import contextlib
from collections import deque


class Turn:
    """One at a time, in the order in which they come."""

    def __init__(self) -> None:
        self._taken = False
        self._line: deque[asyncio.Future[None]] = deque()

    def locked(self) -> bool:
        """Whether somebody has the turn."""
        return self._taken

    def take(self) -> bool:
        """Take the turn if nobody has it or waits for it."""
        if self._taken:
            return False
        self._taken = True
        return True

    def release(self) -> None:
        """End the turn: the first in the line has it now."""
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
            else:  # it had just become our turn
                self.release()
            raise

    async def __aexit__(self, *error: object) -> None:
        self.release()
