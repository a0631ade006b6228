"""Replays, verifies and analyses submitted records, and gives hints, in worker processes with fair queues.

Clients take turns, so one that sends many long records delays only itself. Short records have their own queue and
worker, so they never wait behind long ones, and so have hints, for which people wait in the middle of a match.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Any

from ...errors import ZauberError
from .pool import Pool, WorkerEnded

SHORT = 60_000  # bytes: the largest record for the quick lane
SHORT_SECONDS = 15.0
HINT_SECONDS = 30.0  # the first one of a process loads the search
MOST_WAITING = 64  # requests queued in a lane
HINTS_WAITING = 16  # the same for hints, each of which takes a second or two
MOST_OF_ONE = 4  # of one client
FULL = "Too many records wait to be looked at: try again in a minute."

Work = Callable[[bytes], bytes]


class Busy(ZauberError):
    """The queue is full."""


class Studies:
    """Three lanes with a worker process each."""

    def __init__(self, seconds: float) -> None:
        self._short, self._long = Lane(min(seconds, SHORT_SECONDS)), Lane(seconds)
        self._hints = Lane(HINT_SECONDS, HINTS_WAITING, "Too many people wait for a hint: try again in a moment.")

    async def run(self, work: Work, body: bytes, visitor: str, slow: bool = False) -> bytes:
        """Run work on a record; raises `Busy`, `TimeoutError` or what the work raises. `slow` work takes long for short
        records too."""
        if len(body) <= SHORT and not slow:
            try:
                return await self._short.run(work, body, visitor)
            except TimeoutError:  # the machine is busy, or rules are compiled: it may take as long as a long one
                pass
        return await self._long.run(work, body, visitor)

    async def hint(self, work: Work, body: bytes, visitor: str) -> bytes:
        """Run work that somebody at a table waits for; raises `Busy`, `TimeoutError` or what the work raises."""
        return await self._hints.run(work, body, visitor)

    async def compile_thinking(self, game: str) -> None:
        """Have a worker compile the game's search, in the background; then the one for hints only has to load it."""
        await self._long.compile_thinking(game)
        await self._hints.compile_thinking(game)

    async def close(self) -> None:
        """Let the workers go."""
        for lane in (self._short, self._long, self._hints):
            await lane.close()


class Lane:
    """One worker and its queue, in which clients take turns."""

    def __init__(self, seconds: float, most: int = MOST_WAITING, full: str = FULL) -> None:
        self.seconds, self.most, self.full = seconds, most, full
        self._pool = Pool(1)
        self._waiting: OrderedDict[str, deque[tuple[Work, bytes, asyncio.Future[bytes]]]] = OrderedDict()
        self._working: asyncio.Task[None] | None = None

    async def run(self, work: Work, body: bytes, visitor: str) -> bytes:
        """Queue the work and wait for its result."""
        own = self._waiting.get(visitor, ())
        if len(own) >= MOST_OF_ONE or sum(map(len, self._waiting.values())) >= self.most:
            raise Busy(self.full)
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(visitor, deque()).append((work, body, answer))
        if self._working is None:
            self._working = asyncio.create_task(self._work())
        return await answer

    async def _work(self) -> None:
        while self._waiting:
            visitor, questions = self._waiting.popitem(last=False)
            work, body, answer = questions.popleft()
            if questions:
                self._waiting[visitor] = questions  # at the end of the queue
            if not answer.done():  # the caller is still waiting
                await self._answer(work, body, answer)
        self._working = None

    async def _answer(self, work: Work, body: bytes, answer: asyncio.Future[bytes]) -> None:
        result: Any = None
        try:
            await self._pool.ready()
            result = await self._pool.run(work, body, seconds=self.seconds)
        except TimeoutError as error:
            self._pool.restart()
            result = error
        except WorkerEnded:
            result = Busy("The worker was ended: try again.")
        except Exception as error:  # passed on to the caller
            result = error
        if answer.done():
            return
        if isinstance(result, BaseException):
            answer.set_exception(result)
        else:
            answer.set_result(result)

    async def compile_thinking(self, game: str) -> None:
        """Have the worker compile the game's search."""
        await self._pool.compile_thinking(game)

    async def close(self) -> None:
        """Let the worker go."""
        if self._working is not None:
            self._working.cancel()
        await self._pool.close()
