"""Bots at work: processes of their own, which are given what a seat knows and nothing else.

A worker gets the game's name, the edition, the record as concealed for the seat and the seat's legal moves.
It cannot see the table, so it cannot cheat; it does not run in the event loop, so it cannot delay a table.
"""

import asyncio
import concurrent.futures
import contextlib
import functools
import multiprocessing
import multiprocessing.connection
import os
import secrets
import threading
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import numpy as np

from .. import bots, games
from ..errors import CannotUndo
from ..games.editions import Edition

PATIENCE = 20.0  # seconds for one move; then any legal move is played


class Pool:
    """Worker processes for bots and for compiling; they end when the server ends, however it ends."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._executor: concurrent.futures.ProcessPoolExecutor | None = None

    def _running(self) -> concurrent.futures.ProcessPoolExecutor:
        if self._executor is None:
            self._executor = concurrent.futures.ProcessPoolExecutor(
                max(self._workers, 1), multiprocessing.get_context("spawn"), initializer=_begin_worker
            )
        return self._executor

    async def run(self, work: Any, *arguments: Any) -> Any:
        """Have a worker do something."""
        try:
            return await asyncio.wrap_future(self._running().submit(work, *arguments))
        except BrokenProcessPool:
            self._executor = None  # a worker was killed: the next question gets new ones
            raise

    async def choose(
        self, level: str, game: str, edition: Edition, position: bytes, seat: int, moves: list[int]
    ) -> int:
        """The move that a bot of that level plays; any legal one when it takes too long or fails."""
        question = (level, game, edition.name, dict(edition.options), position, seat, moves)
        with contextlib.suppress(TimeoutError, BrokenProcessPool):
            chosen = await asyncio.wait_for(self.run(_choose, *question), PATIENCE)
            if chosen in moves:
                return int(chosen)
        return secrets.choice(moves)

    async def compile(self, game: str) -> None:
        """Compile a game's rules, and what its bots think with, into the cache on the disk."""
        with contextlib.suppress(BrokenProcessPool):
            await self.run(_prepare, game)

    def restart(self) -> None:
        """End the workers, whatever they are doing; the next question gets new ones."""
        executor, self._executor = self._executor, None
        if executor is not None:
            for process in list((getattr(executor, "_processes", None) or {}).values()):
                process.kill()
            executor.shutdown(wait=False, cancel_futures=True)

    async def close(self) -> None:
        """Let the workers go."""
        executor, self._executor = self._executor, None
        if executor is not None:
            for process in list((getattr(executor, "_processes", None) or {}).values()):
                process.terminate()
            await asyncio.to_thread(executor.shutdown, True, cancel_futures=True)


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


@functools.lru_cache(maxsize=64)
def _edition(game: str, name: str, options: tuple[tuple[str, str | int], ...]) -> Edition:
    return games.get(game).edition(name, dict(options))


def _choose(
    level: str, game: str, edition: str, options: dict[str, str | int], position: bytes, seat: int, moves: list[int]
) -> int:
    rules = games.get(game)
    state = np.frombuffer(bytearray(position), rules.rules.State)[0]
    known = _edition(game, edition, tuple(options.items()))
    return bots.get(level).choose(rules, known, state, seat, moves, secrets.randbelow(2**62))


def _prepare(name: str) -> None:
    warm(name)
    game = games.get(name)
    for bot in bots.levels(name).values():
        bot.prepare(game)


def warm(name: str) -> None:
    """Play a little with compiled rules, so that everything the server calls is compiled or loaded.

    Tables may be played in another thread meanwhile: they get the compiled rules when those are ready.
    """
    from .authority import Authority
    from .look import Looker, looker

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
    looker(game).compiled = own.compiled
