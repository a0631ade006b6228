"""Worker processes for bots and for compiling rules.

A worker gets the game's name, the edition, the position as concealed for the bot's seat, and the seat's legal moves. It
cannot see the table, so it cannot cheat; it does not run in the event loop, so it cannot delay a table. Workers can
also run on other machines (`elsewhere.py`).
"""

import asyncio
import concurrent.futures
import contextlib
import functools
import logging
import multiprocessing
import multiprocessing.connection
import os
import secrets
import threading
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Protocol

from msgspec import Struct

from ... import bots, games
from ...errors import CannotUndo, ZauberError
from ...games.compiling.records import record_of
from ...games.contract.editions import Edition
from ...match.steps import stepping

_log = logging.getLogger("zauber.server")
SeenAction = tuple[int, int, bytes]  # what a seat saw: the actor, the action, the concealed position after it

SUBSTITUTE = "adept"  # the level that plays while a stronger one is being compiled
PATIENCE = 20.0  # seconds for a move before a random legal one is played


class BotQuestion(Struct, array_like=True):
    """Everything that a bot is given: what its seat has seen, and its legal moves."""

    level: str
    game: str
    edition: str
    options: dict[str, str | int]
    hash: str  # of the edition
    seen: list[SeenAction]
    seats: int
    seat: int
    moves: list[int]


class Elsewhere(Protocol):
    """Workers on other machines."""

    async def choose(self, question: BotQuestion) -> int | None:
        """A bot's move; None if no worker is free or none answers."""


class Ended(Exception):
    """The worker process ended before it answered."""


class Crew:
    """A set of worker processes, with a count of the idle ones."""

    def __init__(self, workers: int) -> None:
        self.executor = concurrent.futures.ProcessPoolExecutor(
            workers, multiprocessing.get_context("spawn"), initializer=_begin_worker
        )
        self.free = asyncio.Semaphore(workers)

    def answered(self, work: asyncio.Future[Any]) -> None:
        """A worker is done, whether or not anybody is still waiting for the answer."""
        self.free.release()
        if not work.cancelled():
            work.exception()  # mark it as retrieved: the caller may be gone

    def kill(self) -> None:
        """Kill the processes, whatever they are doing."""
        for process in list((getattr(self.executor, "_processes", None) or {}).values()):
            process.kill()


class Pool:
    """Worker processes for bots and for compiling. They end when the server ends, even if it is killed.

    A question is submitted only when a process is free, and is never cancelled: cancelling a pending future can break
    the whole executor (its thread fails on it when a process dies), and to a coroutine that awaits such a future,
    `shutdown(cancel_futures=True)` looks like its own cancellation.
    """

    def __init__(self, workers: int, elsewhere: "Elsewhere | None" = None) -> None:
        self._workers = max(workers, 1)
        self._crew: Crew | None = None
        self._elsewhere = elsewhere

    async def ready(self) -> None:
        """Wait until a worker has started, which can take seconds on a busy machine."""
        await self.run(_nothing)

    async def run(self, work: Any, *arguments: Any, seconds: float | None = None) -> Any:
        """Run a function in a worker. Raises `Ended` if the worker was killed meanwhile.

        The timeout of `seconds` (`TimeoutError`) does not include the wait for a free worker.
        """
        while True:
            crew = self._crew = self._crew or Crew(self._workers)
            await crew.free.acquire()
            if crew is self._crew:
                break
            crew.free.release()  # this crew was replaced meanwhile
        try:
            working = asyncio.wrap_future(crew.executor.submit(work, *arguments))
        except BrokenProcessPool:  # a process was killed since its last answer
            self._leave(crew)
            crew.free.release()
            return await self.run(work, *arguments, seconds=seconds)
        working.add_done_callback(crew.answered)
        try:
            async with asyncio.timeout(seconds):
                return await asyncio.shield(working)
        except BrokenProcessPool:
            self._leave(crew)
            raise Ended("A worker process was ended.") from None
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if working.cancelled() and (task is None or not task.cancelling()):
                raise Ended("The workers were ended.") from None
            raise

    def _leave(self, crew: Crew) -> None:
        """Drop this crew; the next question starts a new one."""
        if self._crew is crew:
            self._crew = None

    async def choose(
        self, level: str, game: str, edition: Edition, seen: list[SeenAction], seats: int, seat: int, moves: list[int]
    ) -> int:
        """The move of a bot of that level; a random legal one if the bot fails or takes too long.

        `seen` is what its seat has seen, with the current position last. Bots without a memory need only that one.
        """
        options = dict(edition.options)
        question = BotQuestion(level, game, edition.name, options, edition.hash, seen, seats, seat, moves)
        try:
            chosen = await asyncio.wait_for(self._chosen(question), PATIENCE)
            if chosen in moves or chosen == bots.WAIT:
                return int(chosen)
        except Exception as error:  # a failing bot must not keep people waiting
            _log.error("a bot failed", extra={"game": game, "kind": level, "why": type(error).__name__})
        return secrets.choice(moves)

    async def _chosen(self, question: "BotQuestion") -> int:
        """Ask a worker on another machine; if none is free, or it is lost, ask a local one."""
        if self._elsewhere is not None:
            answer = await self._elsewhere.choose(question)
            if answer is not None and (answer in question.moves or answer == bots.WAIT):
                return answer
        return int(await self.run(choose, question))

    async def compile(self, game: str) -> None:
        """Compile a game's rules into the disk cache."""
        with contextlib.suppress(Ended):
            await self.run(_prepare, game)

    async def compile_thinking(self, game: str) -> None:
        """Compile a game's strongest bots, which takes half a minute; until then weaker ones substitute."""
        with contextlib.suppress(Ended):
            await self.run(_prepare_thinking, game)

    def restart(self) -> None:
        """Kill the workers, whatever they are doing; the next question starts new ones."""
        crew, self._crew = self._crew, None
        if crew is not None:
            crew.kill()
            crew.executor.shutdown(wait=False)

    async def close(self) -> None:
        """Let the workers go."""
        crew, self._crew = self._crew, None
        if crew is not None:
            crew.kill()
            await asyncio.to_thread(crew.executor.shutdown, True)


def _begin_worker() -> None:
    """In a worker: make sure that it ends with the server, even if the server is killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()
    with contextlib.suppress(OSError, AttributeError):
        os.nice(5)  # the server has priority


def _nothing() -> None:
    """Does nothing: it returns as soon as a worker has started."""


@functools.lru_cache(maxsize=64)
def _edition(game: str, name: str, options: tuple[tuple[str, str | int], ...]) -> Edition:
    return games.get(game).edition(name, dict(options))


def choose(asked: BotQuestion) -> int:
    """In a worker: a bot's move."""
    rules = games.get(asked.game)
    states = [record_of(rules.rules.State, data) for _, _, data in asked.seen]
    kind = bots.get(asked.level, asked.game)
    if not kind.ready(rules):  # still being compiled: use the substitute
        kind = bots.get(SUBSTITUTE, asked.game)
    edition = _edition(asked.game, asked.edition, tuple(asked.options.items()))
    player = kind(rules, edition, asked.seats, asked.seat)
    for before, after, (actor, action, _) in zip(states, states[1:], asked.seen[1:], strict=False):
        player.see(bots.Seen(actor, action, before, after))
    return player.choose(states[-1].copy(), asked.moves, secrets.randbelow(bots.MOST_SEED))


def knows(asked: BotQuestion) -> bool:
    """In a remote worker: whether the game and its edition are the same here."""
    try:
        return _edition(asked.game, asked.edition, tuple(asked.options.items())).hash == asked.hash
    except ZauberError:
        return False


def _prepare(name: str) -> None:
    warm(name)
    game = games.get(name)
    for player in bots.levels(name).values():
        if player.ready(game):
            player.prepare(game)


def _prepare_thinking(name: str) -> None:
    for player in bots.levels(name).values():
        player.prepare(games.get(name))


def warm(name: str) -> None:
    """Play a little with compiled rules, so that everything the server calls is compiled or loaded from the cache.

    Other threads may play meanwhile; they switch to the compiled rules when these are ready.
    """
    from ..table.authority import Authority
    from ..table.look import Looker, looker

    game = games.get(name)
    own = Looker(game)
    own.use_compiled()
    match = Authority(game, game.seats[-1], seed=1, compiled=True, eyes=own)
    for number in range(2):
        seat = match.turn
        match.act(seat, match.legal(seat)[0])
        match.tell(number + 1, seat)
        match.view(seat)
    match.witnessed()
    with contextlib.suppress(CannotUndo):
        match.undo()
    stepping(game).warm()
    looker(game).compiled = own.compiled
