"""`zauber worker`: runs bots for a server on another machine.

Connects to one or more server processes, answers their questions in its own processes, and reconnects when a connection
is lost.
"""

import asyncio
import contextlib
import logging
import signal
from dataclasses import dataclass, field
from urllib.parse import urlsplit, urlunsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from ... import __version__, games
from ...errors import ZauberError
from ..live.elsewhere import LARGEST_QUESTION, Answered, Asked, Introduction
from ..live.pool import BotFailed, Pool, knows
from . import logs

_log = logging.getLogger("zauber.server")
_encode = msgspec.msgpack.Encoder().encode
_asked = msgspec.msgpack.Decoder(Asked)

WAITS = (0.5, 1.0, 2.0, 5.0, 10.0)  # seconds before each retry


@dataclass
class WorkPlan:
    """The options of `zauber worker`."""

    houses: list[str]
    token: str
    processes: int = 1
    compile: bool = True
    json_logs: bool = False
    tries: int = 0  # attempts to reach a house that never answers; 0: unlimited
    pool: Pool = field(init=False)

    def __post_init__(self) -> None:
        self.houses = [_address(house) for house in self.houses]
        self.pool = Pool(self.processes)


def work(plan: WorkPlan) -> int:
    """Work until stopped."""
    logs.set_up(plan.json_logs, "INFO")
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_work(plan))
    return 0


async def _work(plan: WorkPlan) -> None:
    tasks = [asyncio.create_task(_serve(plan, house)) for house in plan.houses]
    loop = asyncio.get_running_loop()
    with contextlib.suppress(NotImplementedError):  # Windows
        loop.add_signal_handler(signal.SIGTERM, lambda: [task.cancel() for task in tasks])
    preparing = asyncio.create_task(_prepare(plan))
    try:
        await asyncio.gather(*tasks)
    except asyncio.CancelledError:
        _log.info("closed")
    finally:
        for task in (*tasks, preparing):
            task.cancel()
        await asyncio.gather(*tasks, preparing, return_exceptions=True)
        await plan.pool.close()


async def _prepare(plan: WorkPlan) -> None:
    """Compile the strongest bots; meanwhile simpler ones answer."""
    if plan.compile:
        for compile in (plan.pool.compile, plan.pool.compile_thinking):
            for game in games.all_games():
                try:
                    await compile(game.name)
                except Exception as error:  # compile the others
                    _log.warning("not compiled", extra={"game": game.name, "why": str(error)[:200]})


async def _serve(plan: WorkPlan, house: str) -> None:
    """Stay connected to one house."""
    await plan.pool.ready()  # a question should not have to wait for a process to start
    failed = 0
    while True:
        try:
            headers = {"Authorization": f"Bearer {plan.token}"}
            async with connect(house, additional_headers=headers, max_size=LARGEST_QUESTION, compression=None) as wire:
                await wire.send(_encode(Introduction(__version__, plan.processes, games.names())))
                _log.info("working", extra={"server": house})
                failed = 0
                await _answer_all(plan, wire)
        except ConnectionClosed as closed:
            if closed.rcvd is not None and closed.rcvd.code == 1008:
                raise ZauberError(f"The house at {house} rejected this worker: {closed.rcvd.reason}") from None
        except InvalidHandshake:
            if failed == 0:
                _log.error("rejected: is this the server's token?", extra={"server": house})
        except (OSError, InvalidMessage, TimeoutError) as error:
            if failed == 0:
                _log.warning("no server answers", extra={"server": house, "why": type(error).__name__})
        failed += 1
        if failed == plan.tries:
            raise ZauberError(f"No server at {house} accepts this worker.")
        await asyncio.sleep(WAITS[min(failed, len(WAITS)) - 1])


async def _answer_all(plan: WorkPlan, wire: ClientConnection) -> None:
    """Answer until the connection ends."""
    tasks: set[asyncio.Task[None]] = set()
    try:
        while True:
            message = await wire.recv()
            if isinstance(message, bytes):
                task = asyncio.create_task(_answer(plan, wire, _asked.decode(message)))
                tasks.add(task)
                task.add_done_callback(tasks.discard)
    finally:
        for task in tasks:  # their answers are no longer needed
            task.cancel()


async def _answer(plan: WorkPlan, wire: ClientConnection, asked: Asked) -> None:
    action = None
    try:
        if knows(asked.question):
            action = await plan.pool.think(asked.question)
    except Exception as error:  # the house then asks its own workers
        why = str(error) if isinstance(error, BotFailed) else type(error).__name__
        _log.error("a bot failed", extra={"game": asked.question.game, "kind": asked.question.level, "why": why})
    with contextlib.suppress(ConnectionClosed):
        await wire.send(_encode(Answered(asked.number, action)))


def _address(house: str) -> str:
    """The WebSocket address for workers of a house."""
    parts = urlsplit(house if "://" in house else f"http://{house}")
    scheme = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}.get(parts.scheme)
    if scheme is None or not parts.netloc:
        raise ZauberError(f"“{house}” is not the address of a server: write https://play.example.org.")
    return urlunsplit((scheme, parts.netloc, parts.path.rstrip("/") + "/ws/workers", "", ""))
