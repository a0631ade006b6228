"""Bots that think on other machines: `zauber worker` connects to `/ws/workers` and is sent questions.

A question contains what the bot's seat knows and nothing else, as for local workers. If a worker disconnects, is slow,
or sends nonsense, a local worker answers instead.

Both sides send binary frames (MessagePack). The worker introduces itself, then each `Asked` gets an `Answered`. A
worker never has more open questions than processes.
"""

import asyncio
import contextlib
import hmac
import itertools
import logging
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from ... import __version__
from ..access.security import header
from .pool import BotQuestion

_log = logging.getLogger("zauber.server")

LOST_SECONDS = 8.0  # seconds for an answer before the worker counts as lost
HELLO_SECONDS = 10.0
MOST_WORKERS = 256  # connections
LARGEST_QUESTION = 4_000_000  # bytes; larger questions are answered by local workers
POLICY, GOING_AWAY = 1008, 1001


class Introduction(Struct, array_like=True):
    """A worker's first message."""

    version: str
    processes: Annotated[int, Meta(ge=1, le=256)]
    games: list[str]


class Asked(Struct, array_like=True):
    """A numbered question."""

    number: int
    question: BotQuestion


class Answered(Struct, array_like=True):
    """The answer to a question; None if this worker cannot answer it."""

    number: int
    action: int | None


_encode = msgspec.msgpack.Encoder().encode
_introduction = msgspec.msgpack.Decoder(Introduction)
_answer = msgspec.msgpack.Decoder(Answered)


class Worker:
    """One connection of a worker."""

    def __init__(self, introduced: Introduction, send: Any) -> None:
        self.games = frozenset(introduced.games)
        self.processes = introduced.processes
        self.send = send
        self.waiting: dict[int, asyncio.Future[int | None]] = {}
        self.lost = asyncio.Event()

    def free(self, game: str) -> bool:
        """Whether the worker can take a question about that game now."""
        return len(self.waiting) < self.processes and game in self.games and not self.lost.is_set()

    def end(self) -> None:
        """The worker is gone: cancel its open questions."""
        self.lost.set()
        for answer in self.waiting.values():
            if not answer.done():
                answer.set_result(None)


class RemoteWorkers:
    """The connected workers, and the endpoint `/ws/workers`."""

    def __init__(self, token: str) -> None:
        self.token = token  # without one, no worker may connect
        self.workers: list[Worker] = []
        self.answered = 0
        self._numbers = itertools.count(1)
        self._closing = False

    @property
    def processes(self) -> int:
        """How many processes the workers have together."""
        return sum(worker.processes for worker in self.workers)

    async def choose(self, question: BotQuestion) -> int | None:
        """A bot's move from another machine; None if no worker is free or none answers."""
        worker = min(
            (worker for worker in self.workers if worker.free(question.game)),
            key=lambda worker: len(worker.waiting) / worker.processes,
            default=None,
        )
        if worker is None:
            return None
        number = next(self._numbers)
        body = _encode(Asked(number, question))
        if len(body) > LARGEST_QUESTION:
            return None
        answer: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()
        worker.waiting[number] = answer
        try:
            async with asyncio.timeout(LOST_SECONDS):
                await worker.send({"type": "websocket.send", "bytes": body})
                return await answer
        except Exception as error:  # a connection can fail in many ways
            _log.warning("a remote worker is lost", extra={"why": type(error).__name__})
            worker.end()
            return None
        finally:
            del worker.waiting[number]

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """A worker connects."""
        await receive()
        given = header(scope, b"authorization").removeprefix("Bearer ")
        allowed = self.token and hmac.compare_digest(given.encode(), self.token.encode())
        if not allowed or self._closing or len(self.workers) >= MOST_WORKERS:
            await send({"type": "websocket.close", "code": POLICY})
            return
        await send({"type": "websocket.accept"})
        try:
            introduced = _introduction.decode(await asyncio.wait_for(_bytes(receive), HELLO_SECONDS))
        except (msgspec.MsgspecError, TimeoutError, ConnectionError):
            await _close(send, POLICY, "A worker introduces itself first.")
            return
        if introduced.version != __version__:
            why = f"This house is version {__version__}, the worker {introduced.version}."
            await _close(send, POLICY, why)
            return
        worker = Worker(introduced, send)
        self.workers.append(worker)
        _log.info("a worker elsewhere", extra={"count": worker.processes})
        try:
            await self._listen(worker, receive)
        finally:
            self.workers.remove(worker)
            worker.end()
            await _close(send, GOING_AWAY, "")

    async def _listen(self, worker: Worker, receive: Any) -> None:
        """Receive answers until either side closes the connection."""
        lost = asyncio.ensure_future(worker.lost.wait())
        try:
            while True:
                heard = asyncio.ensure_future(_bytes(receive))
                await asyncio.wait({heard, lost}, return_when=asyncio.FIRST_COMPLETED)
                if not heard.done():
                    heard.cancel()
                    return
                answer = _answer.decode(heard.result())
                waiting = worker.waiting.get(answer.number)
                if waiting is not None and not waiting.done():
                    waiting.set_result(answer.action)
                    self.answered += 1
        except (msgspec.MsgspecError, ConnectionError):
            return
        finally:
            lost.cancel()

    def close(self) -> None:
        """Send all workers away."""
        self._closing = True
        for worker in self.workers:
            worker.end()


async def _bytes(receive: Any) -> bytes:
    """The next binary frame."""
    event = await receive()
    if event["type"] != "websocket.receive" or not event.get("bytes"):
        raise ConnectionError
    return bytes(event["bytes"])


async def _close(send: Any, code: int, reason: str) -> None:
    with contextlib.suppress(Exception):  # it may already be closed
        await asyncio.wait_for(send({"type": "websocket.close", "code": code, "reason": reason}), 2)
