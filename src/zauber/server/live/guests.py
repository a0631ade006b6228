"""A guest: one connection to a table, what it holds, and what waits to be sent to it."""

import asyncio
import types
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator, MutableMapping
from typing import Any

from ...games.contract.kernel import NOBODY
from ..table.decisions import Caller

MOST_WAITING = 1_048_576  # bytes for a client that does not read, before it is sent away

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Post = Callable[[bytes], bool]  # takes a text and sends it soon, or says that it cannot (see `wire`)


class Guest:
    """One WebSocket. `post` never waits: a client that reads slowly delays nobody but itself."""

    __slots__ = (
        "_gone", "_post", "_send", "_size", "_waiting", "_writer", "closed", "host", "seats", "sentences", "tokens",
        "too_slow", "viewers",
    )  # fmt: skip

    def __init__(self, send: Send, sentences: bool = True, post: Post | None = None) -> None:
        self.sentences = sentences
        self.tokens: set[str] = set()  # hashes
        self.seats: set[int] = set()
        self.host = False
        self.viewers: tuple[int, ...] = (NOBODY,)
        self.closed = asyncio.Event()
        self.too_slow = False
        self._gone = False
        self._send = send
        self._post = post
        self._waiting: deque[str] = deque()
        self._size = 0
        self._writer: asyncio.Task[None] | None = None

    def caller(self) -> Caller:
        """What this guest may do."""
        return Caller(self.seats, self.host)

    def hold(self, seats: set[int], host: bool) -> bool:
        """Note what the guest's tokens open now; whether its seats are others than before."""
        changed = seats != self.seats
        self.seats, self.host = seats, host
        self.viewers = tuple(sorted(seats)) or (NOBODY,)
        return changed

    def post(self, frame: bytes) -> None:
        """Send a frame now, or as soon as the client has read what was sent before."""
        if self._gone:
            return
        if self._writer is None:
            if self._post is None or not self._post(frame):
                self._begin(self._send({"type": "websocket.send", "text": frame.decode()}))
            return
        text = frame.decode()
        self._waiting.append(text)
        self._size += len(text)
        if self._size > MOST_WAITING:
            self.too_slow = True
            self.leave()

    def leave(self) -> None:
        """Send nothing more."""
        self._gone = True
        self.closed.set()
        if self._writer is not None:
            self._writer.cancel()
        self._waiting.clear()

    def _begin(self, sending: Awaitable[None]) -> None:
        """Run the sending as far as it goes without waiting: nearly always to its end, and without a task."""
        coroutine: Any = sending
        try:
            waits_for = coroutine.send(None)
        except StopIteration:
            return
        except Exception:  # whatever the transport says: this connection is over
            self.leave()
            return
        self._writer = asyncio.get_running_loop().create_task(self._go_on(_rest(coroutine, waits_for)))

    async def _go_on(self, sending: Awaitable[None]) -> None:
        try:
            await sending
            while self._waiting:
                text = self._waiting.popleft()
                self._size -= len(text)
                await self._send({"type": "websocket.send", "text": text})
        except Exception:  # as above
            self.leave()
        finally:
            self._writer = None


@types.coroutine
def _rest(coroutine: Coroutine[Any, Any, None], waits_for: Any) -> Generator[Any, Any, None]:
    """Go on with a coroutine that was begun by hand and waits for something."""
    while True:
        try:
            sent = yield waits_for
        except BaseException as error:
            try:
                waits_for = coroutine.throw(error)
            except StopIteration:
                return
        else:
            try:
                waits_for = coroutine.send(sent)
            except StopIteration:
                return
