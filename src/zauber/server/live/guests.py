"""A guest: one connection to a table, with its tokens and its outgoing queue."""

import asyncio
import types
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator, MutableMapping
from typing import Any

from ...games.contract.kernel import NOBODY
from ..table.decisions import Caller

MOST_WAITING = 1_048_576  # bytes queued for a client that does not read before it is disconnected

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Post = Callable[[bytes], bool]  # sends a text soon, or returns false (see `wire`)


class Guest:
    """One WebSocket. `post` never waits: a client that reads slowly delays nobody but itself."""

    __slots__ = (
        "_gone", "_post", "_send", "_size", "_waiting", "_writer", "caller", "closed", "host", "seats", "sentences",
        "tokens", "too_slow", "viewers",
    )  # fmt: skip

    def __init__(self, send: Send, sentences: bool = True, post: Post | None = None) -> None:
        self.sentences = sentences
        self.tokens: set[str] = set()  # hashes
        self.seats: set[int] = set()
        self.host = False
        self.caller = Caller()  # this guest's permissions
        self.viewers: tuple[int, ...] = (NOBODY,)
        self.closed = asyncio.Event()
        self.too_slow = False
        self._gone = False
        self._send = send
        self._post = post
        self._waiting: deque[str] = deque()
        self._size = 0
        self._writer: asyncio.Task[None] | None = None

    def hold(self, seats: set[int], host: bool) -> bool:
        """Update the seats that the guest's tokens give access to; whether they changed."""
        changed = seats != self.seats
        self.seats, self.host = seats, host
        self.caller = Caller(seats, host)
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
        """Run the sender until it would wait. It nearly always finishes, so no task is needed."""
        coroutine: Any = sending
        try:
            waits_for = coroutine.send(None)
        except StopIteration:
            return
        except Exception:  # any transport error ends this connection
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
    """Finish a coroutine that was started by hand and now waits for something."""
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
