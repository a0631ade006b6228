"""Worker processes for bots and for compiling rules.

A worker gets the game's name, the edition, the position as concealed for the bot's seat, and the seat's legal moves. It
cannot see the table, so it cannot cheat; it does not run in the event loop, so it cannot delay a table. Workers can
also run on other machines (`elsewhere.py`).

Bots may be anybody's programs. Whatever one does, the table goes on: out of turn it waits, and on its turn the rule of
thumb moves for it. A worker that hangs is ended.
"""

import asyncio
import concurrent.futures
import contextlib
import functools
import hashlib
import logging
import multiprocessing
import multiprocessing.connection
import operator
import os
import secrets
import threading
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
from msgspec import Struct

from ... import bots, games
from ...bots.answers import acceptable, by_thumb, failure, refusal
from ...errors import CannotUndo, ZauberError
from ...games.compiling.records import record_of
from ...games.contract.editions import Edition
from ...games.game import Game
from ...match.kept import edition_like, keep_edition
from ...match.shapes import EditionRecord
from ...match.steps import stepping
from .trees import Trees

if TYPE_CHECKING:
    from ..table.authority import Authority

_log = logging.getLogger("zauber.server")
SeenAction = tuple[int, int, bytes]  # what a seat saw: the actor, the action, the concealed position after it

SUBSTITUTE = "adept"  # the level that plays while a stronger one is being compiled
ANSWER_SECONDS = 20.0  # seconds for a bot's answer before the table goes on without it
HANGING = 60.0  # seconds for an answer after which the worker is ended, so that it is free for others
LAST_RESORT = 10.0  # seconds for the rule of thumb in place of a failed bot


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
    match: str = ""  # the same for all questions about a match; it does not tell which table it is
    own: EditionRecord | None = None  # an edition that is not shipped with the game


class Elsewhere(Protocol):
    """Workers on other machines."""

    async def choose(self, question: BotQuestion) -> int | None:
        """A bot's move; None if no worker is free or none answers."""


class WorkerEnded(Exception):
    """The worker process ended before it answered."""


class BotFailed(Exception):
    """A bot raised an error; the text says where."""


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
        self._key = secrets.token_bytes(16)  # for the names of matches in questions

    async def ready(self) -> None:
        """Wait until a worker has started, which can take seconds on a busy machine."""
        await self.run(_nothing)

    async def run(self, work: Any, *arguments: Any, seconds: float | None = None, hanging: float | None = None) -> Any:
        """Run a function in a worker. Raises `Ended` if the worker was killed meanwhile.

        The timeout of `seconds` (`TimeoutError`) does not include the wait for a free worker. After `hanging` seconds
        the workers are ended, even if nobody waits for this one any more.
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
            return await self.run(work, *arguments, seconds=seconds, hanging=hanging)
        working.add_done_callback(crew.answered)
        if hanging is not None:
            watch = asyncio.get_running_loop().call_later(hanging, self._end_hanging, crew)
            working.add_done_callback(lambda _: watch.cancel())
        try:
            async with asyncio.timeout(seconds):
                return await asyncio.shield(working)
        except BrokenProcessPool:
            self._leave(crew)
            raise WorkerEnded("A worker process was ended.") from None
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if working.cancelled() and (task is None or not task.cancelling()):
                raise WorkerEnded("The workers were ended.") from None
            raise

    def _leave(self, crew: Crew) -> None:
        """Drop this crew; the next question starts a new one."""
        if self._crew is crew:
            self._crew = None

    def _end_hanging(self, crew: Crew) -> None:
        if crew is self._crew:
            _log.error("a worker hangs and is ended")
            self.restart()

    async def choose(self, level: str, match: "Authority", name: str, seat: int, seen: list[SeenAction]) -> int:
        """A legal move of a bot of that level, or WAIT if the table does not wait for its seat. It never fails.

        `name` is the match's, and `seen` is what the seat has seen, with the current position last. Bots without a
        memory need only that one.
        """
        game, edition, on_turn = match.game, match.edition, seat == match.turn
        moves, known = list(match.legal(seat)), hashlib.blake2b(name.encode(), key=self._key, digest_size=8).hexdigest()
        question = BotQuestion(
            level, game.name, edition.name, dict(edition.options), edition.hash, seen, match.seats, seat, moves, known,
            None if edition.shipped else keep_edition(edition),
        )  # fmt: skip
        try:
            answer = await asyncio.wait_for(self._answer(question, on_turn), ANSWER_SECONDS)
            if acceptable(answer, moves, on_turn):
                return answer
            _failed(question, refusal(answer))
        except TimeoutError:
            _failed(question, f"no answer within {ANSWER_SECONDS:g} seconds")
        except Exception as error:  # a failing bot must not keep people waiting
            _failed(question, str(error) if isinstance(error, BotFailed) else failure(error))
        return await self._instead(question, game, edition) if on_turn else bots.WAIT

    async def _answer(self, question: BotQuestion, on_turn: bool) -> int:
        """Ask a worker on another machine; if none is free, or it is lost, ask a local one."""
        if self._elsewhere is not None:
            answer = await self._elsewhere.choose(question)
            if answer is not None:
                if acceptable(answer, question.moves, on_turn):
                    return answer
                _failed(question, f"{refusal(answer)}, from a remote worker")
        return await self.think(question)

    async def think(self, question: BotQuestion) -> int:
        """A bot's answer from one of these workers. If it is lost because another's worker was ended, ask again."""
        with contextlib.suppress(WorkerEnded):
            return int(await self.run(choose, question, hanging=HANGING))
        return int(await self.run(choose, question, hanging=HANGING))

    async def _instead(self, question: BotQuestion, game: Game, edition: Edition) -> int:
        """The move for a bot that had to move and did not: by rule of thumb, and a random one if even that fails."""
        position = record_of(game.rules.State, question.seen[-1][2])
        given = (game, edition, question.seats, question.seat, position, question.moves)
        try:
            thumb = asyncio.to_thread(by_thumb, *given, secrets.randbelow(bots.MOST_SEED))
            return await asyncio.wait_for(thumb, LAST_RESORT)
        except Exception as error:
            _log.error("the rule of thumb failed", extra={"game": game.name, "why": failure(error)})
            return secrets.choice(question.moves)

    async def compile(self, game: str) -> None:
        """Compile a game's rules into the disk cache."""
        with contextlib.suppress(WorkerEnded):
            _not_prepared(game, await self.run(_prepare, game))

    async def compile_thinking(self, game: str) -> None:
        """Compile a game's strongest bots, which takes half a minute; until then weaker ones substitute."""
        with contextlib.suppress(WorkerEnded):
            _not_prepared(game, await self.run(_prepare_thinking, game))

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


def _failed(question: BotQuestion, why: str) -> None:
    _log.error("a bot failed", extra={"game": question.game, "kind": question.level, "why": why})


def _not_prepared(game: str, failed: dict[str, str]) -> None:
    for level, why in failed.items():
        _log.warning("a bot is not prepared", extra={"game": game, "kind": level, "why": why})


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


def _edition(asked: BotQuestion) -> Edition:
    """The edition that a question is about. Raises `ZauberError` if it is another one here."""
    return _same_edition(asked.game, msgspec.msgpack.encode(asked.own or _shipped(asked)))


def _shipped(asked: BotQuestion) -> EditionRecord:
    return EditionRecord(asked.edition, asked.hash, asked.options)


@functools.lru_cache(maxsize=64)
def _same_edition(game: str, kept: bytes) -> Edition:
    found = edition_like(games.get(game), msgspec.msgpack.decode(kept, type=EditionRecord))
    if found is None:
        raise ZauberError(f"This edition of {game} is another one here.")
    return found


_trees = Trees()


def choose(asked: BotQuestion) -> int:
    """In a worker: a bot's answer, one of its moves or WAIT. All that a bot raises becomes a `BotFailed`: other errors
    could not be sent to the server, or would end it; nor could a number that is too large."""
    try:
        answer = operator.index(_chosen(asked))
    except (Exception, SystemExit) as error:
        raise BotFailed(failure(error)) from None
    if not acceptable(answer, asked.moves, on_turn=False):
        raise BotFailed(refusal(answer))
    return answer


def _chosen(asked: BotQuestion) -> int:
    rules = games.get(asked.game)
    states = [record_of(rules.rules.State, data) for _, _, data in asked.seen]
    kind = bots.get(asked.level, asked.game)
    if not kind.ready(rules):  # still being compiled: use the substitute
        kind = bots.get(SUBSTITUTE, asked.game)
    edition = _edition(asked)
    player = kind(rules, edition, asked.seats, asked.seat)
    if asked.match:
        _trees.give(player, (asked.match, asked.seat, asked.level, asked.hash))
    for before, after, (actor, action, _) in zip(states, states[1:], asked.seen[1:], strict=False):
        player.see(bots.Seen(actor, action, before, after))
    return player.choose(states[-1].copy(), asked.moves, secrets.randbelow(bots.MOST_SEED))


def knows(asked: BotQuestion) -> bool:
    """In a remote worker: whether the game and its edition are the same here."""
    try:
        _edition(asked)
    except (ZauberError, msgspec.ValidationError):
        return False
    return True


def _prepare(name: str) -> dict[str, str]:
    """In a worker: compile the rules, and load the bots that are compiled. Returns why a bot is not prepared."""
    warm(name)
    return _prepare_bots(name, ready=True)


def _prepare_thinking(name: str) -> dict[str, str]:
    """In a worker: compile all bots."""
    return _prepare_bots(name, ready=False)


def _prepare_bots(name: str, ready: bool) -> dict[str, str]:
    game, failed = games.get(name), {}
    for player in bots.levels(name).values():
        try:
            if not ready or player.ready(game):
                player.prepare(game)
        except (Exception, SystemExit) as error:  # the other bots, and the rules, are of use without it
            failed[player.name] = failure(error)
    return failed


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
