"""Bots at work: processes of their own, which are given what a seat knows and nothing else.

A worker gets the game's name, the edition, the record as concealed for the seat and the seat's legal moves.
It cannot see the table, so it cannot cheat; it does not run in the event loop, so it cannot delay a table.
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
from typing import Any

import numpy as np

from ... import bots, games
from ...errors import CannotUndo
from ...games.contract.editions import Edition
from ...match.steps import stepping

_log = logging.getLogger("zauber.server")
Frame = tuple[int, int, bytes]  # of a seat: who acted, the action as it was seen, the concealed position afterwards

SUBSTITUTE = "adept"  # plays for those who are not ready
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

    async def ready(self) -> None:
        """Wait until a worker has started: that takes seconds on a busy machine, and is not part of its work."""
        await self.run(_nothing)

    async def run(self, work: Any, *arguments: Any) -> Any:
        """Have a worker do something."""
        try:
            return await asyncio.wrap_future(self._running().submit(work, *arguments))
        except BrokenProcessPool:
            self._executor = None  # a worker was killed: the next question gets new ones
            raise

    async def choose(
        self, level: str, game: str, edition: Edition, seen: list[Frame], seats: int, seat: int, moves: list[int]
    ) -> int:
        """The move that a bot of that level plays; any legal one when it takes too long or fails.

        `seen` is what its seat has seen, the position now last. Bots that remember nothing need that one only.
        """
        question = (level, game, edition.name, dict(edition.options), seen, seats, seat, moves)
        try:
            chosen = await asyncio.wait_for(self.run(_choose, *question), PATIENCE)
            if chosen in moves or chosen == bots.WAIT:
                return int(chosen)
        except Exception as error:  # whatever a bot does wrong, the people at its table shall not wait for ever
            _log.error("a bot failed", extra={"game": game, "kind": level, "why": type(error).__name__})
        return secrets.choice(moves)

    async def compile(self, game: str) -> None:
        """Compile a game's rules into the cache on the disk."""
        with contextlib.suppress(BrokenProcessPool):
            await self.run(_prepare, game)

    async def compile_thinking(self, game: str) -> None:
        """Compile what a game's strongest bots think with, which takes half a minute; until then others sit in."""
        with contextlib.suppress(BrokenProcessPool):
            await self.run(_prepare_thinking, game)

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


def _nothing() -> None:
    """What a worker does that has only just begun."""


@functools.lru_cache(maxsize=64)
def _edition(game: str, name: str, options: tuple[tuple[str, str | int], ...]) -> Edition:
    return games.get(game).edition(name, dict(options))


def _choose(
    level: str, game: str, edition: str, options: dict[str, str | int],
    seen: list[Frame], seats: int, seat: int, moves: list[int],
) -> int:  # fmt: skip
    rules = games.get(game)
    states = [np.frombuffer(bytearray(data), rules.rules.State)[0] for _, _, data in seen]
    kind = bots.get(level, game)
    if not kind.ready(rules):  # it is being compiled: somebody who needs no compiler sits in
        kind = bots.get(SUBSTITUTE, game)
    player = kind(rules, _edition(game, edition, tuple(options.items())), seats, seat)
    for before, after, (actor, action, _) in zip(states, states[1:], seen[1:], strict=False):
        player.see(bots.Seen(actor, action, before, after))
    return player.choose(states[-1].copy(), moves, secrets.randbelow(bots.MOST_SEED))


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
