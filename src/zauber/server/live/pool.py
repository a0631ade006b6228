"""Worker processes, in which bots think and rules are compiled.

A bot's worker gets the game's name, the edition, the record as concealed for the seat, and the seat's legal moves. It
cannot see the table, so it cannot cheat; it does not run in the event loop, so it cannot delay a table. Workers may
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
Frame = tuple[int, int, bytes]  # of a seat: who acted, the action as it was seen, the concealed position afterwards

SUBSTITUTE = "adept"  # plays for those who are not ready
PATIENCE = 20.0  # seconds for one move; then any legal move is played


class BotQuestion(Struct, array_like=True):
    """Everything that a bot is told: what its seat has seen, and its legal moves."""

    level: str
    game: str
    edition: str
    options: dict[str, str | int]
    hash: str  # of the edition
    seen: list[Frame]
    seats: int
    seat: int
    moves: list[int]


class Elsewhere(Protocol):
    """Workers on other machines."""

    async def choose(self, question: BotQuestion) -> int | None:
        """A bot's move; None when nobody there is free, or the answer did not come."""


class Ended(Exception):
    """The worker process ended before it had answered."""


class Crew:
    """Some worker processes, and how many of them have nothing to do."""

    def __init__(self, workers: int) -> None:
        self.executor = concurrent.futures.ProcessPoolExecutor(
            workers, multiprocessing.get_context("spawn"), initializer=_begin_worker
        )
        self.free = asyncio.Semaphore(workers)

    def answered(self, work: asyncio.Future[Any]) -> None:
        """A worker is done, whether or not anybody still waits for the answer."""
        self.free.release()
        if not work.cancelled():
            work.exception()  # somebody who has gone does not look at it

    def kill(self) -> None:
        """End the processes, whatever they are doing."""
        for process in list((getattr(self.executor, "_processes", None) or {}).values()):
            process.kill()


class Pool:
    """Worker processes for bots and for compiling. They end when the server ends, however it ends.

    A question is handed to a process only when one is free, and is never taken back from it: a future of the executor
    that is cancelled while it waits there can stop the executor for everybody (its thread fails on it when a process
    dies), and `shutdown(cancel_futures=True)` looks to whoever awaits such a future like being cancelled themselves.
    """

    def __init__(self, workers: int, elsewhere: "Elsewhere | None" = None) -> None:
        self._workers = max(workers, 1)
        self._crew: Crew | None = None
        self._elsewhere = elsewhere

    async def ready(self) -> None:
        """Wait until a worker has started: that takes seconds on a busy machine, and is not part of its work."""
        await self.run(_nothing)

    async def run(self, work: Any, *arguments: Any, seconds: float | None = None) -> Any:
        """Have a worker do something. Raises `Ended` when the worker was ended meanwhile.

        `seconds` (then `TimeoutError`) do not include the wait for a free worker.
        """
        while True:
            crew = self._crew = self._crew or Crew(self._workers)
            await crew.free.acquire()
            if crew is self._crew:
                break
            crew.free.release()  # others work now
        try:
            working = asyncio.wrap_future(crew.executor.submit(work, *arguments))
        except BrokenProcessPool:  # a process of this crew was killed since its last answer
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
        """The next question gets new workers."""
        if self._crew is crew:
            self._crew = None

    async def choose(
        self, level: str, game: str, edition: Edition, seen: list[Frame], seats: int, seat: int, moves: list[int]
    ) -> int:
        """The move that a bot of that level plays; any legal one when it takes too long or fails.

        `seen` is what its seat has seen, the position now last. Bots that remember nothing need that one only.
        """
        options = dict(edition.options)
        question = BotQuestion(level, game, edition.name, options, edition.hash, seen, seats, seat, moves)
        try:
            chosen = await asyncio.wait_for(self._chosen(question), PATIENCE)
            if chosen in moves or chosen == bots.WAIT:
                return int(chosen)
        except Exception as error:  # whatever a bot does wrong, the people at its table shall not wait for ever
            _log.error("a bot failed", extra={"game": game, "kind": level, "why": type(error).__name__})
        return secrets.choice(moves)

    async def _chosen(self, question: "BotQuestion") -> int:
        """Ask a worker on another machine if one is free, and otherwise, or when it is lost, one of our own."""
        if self._elsewhere is not None:
            answer = await self._elsewhere.choose(question)
            if answer is not None and (answer in question.moves or answer == bots.WAIT):
                return answer
        return int(await self.run(choose, question))

    async def compile(self, game: str) -> None:
        """Compile a game's rules into the cache on the disk."""
        with contextlib.suppress(Ended):
            await self.run(_prepare, game)

    async def compile_thinking(self, game: str) -> None:
        """Compile what a game's strongest bots think with, which takes half a minute; until then others sit in."""
        with contextlib.suppress(Ended):
            await self.run(_prepare_thinking, game)

    def restart(self) -> None:
        """End the workers, whatever they are doing; the next question gets new ones."""
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
    """In a worker: end with the server, even when that was killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()
    with contextlib.suppress(OSError, AttributeError):
        os.nice(5)  # people come first


def _nothing() -> None:
    """What a worker does that has only just begun."""


@functools.lru_cache(maxsize=64)
def _edition(game: str, name: str, options: tuple[tuple[str, str | int], ...]) -> Edition:
    return games.get(game).edition(name, dict(options))


def choose(asked: BotQuestion) -> int:
    """In a worker: a bot's move."""
    rules = games.get(asked.game)
    states = [record_of(rules.rules.State, data) for _, _, data in asked.seen]
    kind = bots.get(asked.level, asked.game)
    if not kind.ready(rules):  # it is being compiled: somebody who needs no compiler sits in
        kind = bots.get(SUBSTITUTE, asked.game)
    edition = _edition(asked.game, asked.edition, tuple(asked.options.items()))
    player = kind(rules, edition, asked.seats, asked.seat)
    for before, after, (actor, action, _) in zip(states, states[1:], asked.seen[1:], strict=False):
        player.see(bots.Seen(actor, action, before, after))
    return player.choose(states[-1].copy(), asked.moves, secrets.randbelow(bots.MOST_SEED))


def knows(asked: BotQuestion) -> bool:
    """In a worker elsewhere: whether the game and its edition are the same here."""
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
    """Play a little with compiled rules, so that everything the server calls is compiled or loaded.

    Tables may be played in another thread meanwhile: they get the compiled rules when those are ready.
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
