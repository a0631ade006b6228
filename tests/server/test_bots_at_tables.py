"""Anybody's bots at tables: whatever one does, the match goes on; and a bot that searches keeps its tree."""

import asyncio
import importlib
import logging
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.games.plugins import forget, install
from tests.server.helpers import OPEN_HANDED, Running, client, running
from zauber import bots, games
from zauber.bots import registry
from zauber.bots.search import Search
from zauber.games.contract.kernel import HIDDEN, NOBODY
from zauber.server.live import pool as pool_module
from zauber.server.live import trees
from zauber.server.live.house import House, HouseSettings
from zauber.server.live.pool import BotFailed, BotQuestion, Pool, WorkerEnded, _prepare_bots, choose
from zauber.server.live.studies import Studies
from zauber.server.protocol.commands import Start
from zauber.server.table.authority import Authority
from zauber.server.table.decisions import Caller

KINDS = {
    "waits": "return bots.WAIT",
    "cheats": "return 99_999",
    "mumbles": "return 'the first'",
    "fails": "raise ValueError('the king is under the second cup')",
    "exits": "raise SystemExit(3)",
    "ends": "os._exit(3)",
    "hangs": "time.sleep(600)",
    "dawdles": "time.sleep(1.5)\n        return moves[0]",
}

PLAYER = """
class {title}(bots.Player):
    name = "{name}"
    title = about = "{title}"

    def choose(self, position, moves, seed, budget=bots.OWN):
        {body}
"""


@pytest.fixture
def strangers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Players of other packages, as an installer would put them there: the worker processes know them too."""
    monkeypatch.setattr(registry, "PLAYERS", dict(registry.PLAYERS))
    forget(registry, monkeypatch)
    for name, body in KINDS.items():
        text = "import os, time\nfrom zauber import bots\n" + PLAYER.format(title=name.title(), name=name, body=body)
        install(tmp_path / name, name, f"{name}_bot:{name.title()}", "zauber.players", **{f"{name}_bot": text})
        monkeypatch.syspath_prepend(tmp_path / name)
    assert set(KINDS) <= set(bots.players("papageno"))
    assert bots.troubles() == []


@pytest.fixture
def log() -> Iterator[list[str]]:
    """Why bots failed, as the server's log tells it."""
    told: list[str] = []

    class Told(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            told.append(f"{record.getMessage()}: {getattr(record, 'why', '')}")

    handler = Told()
    logging.getLogger("zauber.server").addHandler(handler)
    yield told
    logging.getLogger("zauber.server").removeHandler(handler)


def run(story: Any, seconds: float = 240) -> None:
    asyncio.run(asyncio.wait_for(story, seconds))


def question(level: str, match: Authority, name: str = "") -> BotQuestion:
    """What a worker is asked about the seat to act."""
    seat, edition = match.turn, match.edition
    return BotQuestion(
        level, match.game.name, edition.name, dict(edition.options), edition.hash,
        [(NOBODY, HIDDEN, match.look.data(seat))], match.seats, seat, list(match.legal(seat)), name,
    )  # fmt: skip


def thumb(match: Authority, monkeypatch: pytest.MonkeyPatch) -> int:
    """The move by rule of thumb; chance has no say in it."""
    monkeypatch.setattr(secrets, "randbelow", lambda most: 5)
    monkeypatch.setattr(secrets, "choice", lambda moves: pytest.fail("chance was asked"))
    return bots.get("thumb").move(match, seed=5)


# What is played instead -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (bots.WAIT, "it waited on its own turn"),
        (99_999, "its answer is not a legal move"),
        (BotFailed("ValueError (hasty.py:3)"), "ValueError (hasty.py:3)"),
        (WorkerEnded(), "WorkerEnded"),
        (TimeoutError(), "no answer within 20 seconds"),
    ],
)
def test_out_of_turn_a_failed_bot_waits_and_on_its_turn_the_rule_of_thumb_moves(
    answer: Any, why: str, log: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def think(self: Pool, question: BotQuestion) -> int:
        if isinstance(answer, Exception):
            raise answer
        return int(answer)

    monkeypatch.setattr(Pool, "think", think)
    match = Authority("papageno", 3, seed=1)
    while match.legal(match.turn)[0] == thumb(match, monkeypatch):  # something else than the first of the moves
        match.act(match.turn, match.legal(match.turn)[0])
    other = next(seat for seat in range(3) if seat != match.turn and match.legal(seat))

    def asked(seat: int) -> Any:
        return Pool(1).choose("mage", match, "abcdefgh.1", seat, [(NOBODY, HIDDEN, match.look.data(seat))])

    assert asyncio.run(asked(match.turn)) == thumb(match, monkeypatch)
    assert len(log) == 1
    assert log[0].startswith(f"a bot failed: {why}")
    log.clear()
    assert asyncio.run(asked(other)) == bots.WAIT
    if answer == bots.WAIT:
        assert log == [], "to wait is its right"
    else:
        assert log[0].startswith(f"a bot failed: {why}")


def test_if_even_the_rule_of_thumb_fails_chance_decides(log: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    async def think(self: Pool, question: BotQuestion) -> int:
        return 99_999

    def no_thumb(*_: Any) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr(Pool, "think", think)
    monkeypatch.setattr(pool_module, "by_thumb", no_thumb)
    match = Authority("papageno", 3, seed=1)
    seen = [(NOBODY, HIDDEN, match.look.data(match.turn))]
    assert asyncio.run(Pool(1).choose("mage", match, "abcdefgh.1", match.turn, seen)) in match.legal(match.turn)
    assert log[0] == "a bot failed: its answer is not a legal move"
    assert log[1].startswith("the rule of thumb failed: ZeroDivisionError (test_bots_at_tables.py:")


@pytest.mark.usefixtures("strangers")
@pytest.mark.parametrize(
    ("kind", "why"),
    [
        ("mumbles", "TypeError (pool.py:"),
        ("fails", "ValueError (fails_bot.py:9"),
        ("exits", "SystemExit (exits_bot.py:9"),
    ],
)
def test_what_a_bot_raises_comes_back_as_a_place_without_a_message(kind: str, why: str) -> None:
    with pytest.raises(BotFailed) as failed:
        choose(question(kind, Authority("papageno", 3, seed=1)))
    assert str(failed.value).startswith(why)
    assert "cup" not in str(failed.value)


async def play_one(server: Running, kind: str, before: Callable[[], object] = lambda: None) -> None:
    """A short match of a bot of that kind and chance, to its end; `before` happens between laying the table and it."""
    short: dict[str, Any] = {"pace": "instant", "options": {"turn_limit": 1}}
    room, _, _ = await server.table(sit=[], bots={"0": kind, "1": "random"}, **short)
    before()
    await room.carry_out(Caller(host=True), Start("go"))
    async with client(server.ws, room.table.name) as watcher:
        await watcher.until(lambda frame: frame["type"] == "event" and frame["over"], 200)


def settings() -> HouseSettings:
    return HouseSettings(limits=OPEN_HANDED, compile=False)


@pytest.mark.usefixtures("strangers")
@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"hangs", "dawdles"}))
def test_whatever_a_bot_does_the_match_is_played_to_its_end(
    kind: str, tmp_path: Path, log: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool_module, "ANSWER_SECONDS", 100.0)  # however busy this machine is

    async def story() -> None:
        async with running(tmp_path, settings()) as server:
            await play_one(server, kind)

    run(story())
    assert any(line.startswith("a bot failed") for line in log)
    assert not any(line.startswith(("a task failed", "the rule of thumb failed")) for line in log)


def test_a_bot_that_is_not_installed_any_more_is_played_for(
    tmp_path: Path, log: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Guest(bots.Random):
        name = "guest"

    monkeypatch.setattr(registry, "PLAYERS", {**registry.PLAYERS, "guest": Guest})

    async def story() -> None:
        async with running(tmp_path, settings()) as server:
            await play_one(server, "guest", lambda: registry.PLAYERS.pop("guest"))

    run(story())
    assert log[0].startswith("a bot failed: There is no bot “guest”")


# Workers ----------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("strangers")
def test_a_worker_that_hangs_is_ended_though_nobody_waits_for_it_any_more(
    log: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Authority("papageno", 3, seed=1)
    monkeypatch.setattr(pool_module, "HANGING", 1.0)

    async def story() -> None:
        pool = Pool(1)
        try:
            await pool.ready()
            given_up = asyncio.create_task(pool.think(question("hangs", match)))
            await asyncio.sleep(0.05)
            given_up.cancel()
            monkeypatch.setattr(pool_module, "HANGING", 100.0)
            assert await pool.think(question("random", match)) in match.legal(match.turn)
        finally:
            await pool.close()

    run(story(), 60)
    assert log == ["a worker hangs and is ended: "]


@pytest.mark.usefixtures("strangers")
def test_a_question_that_is_lost_with_the_workers_is_asked_again() -> None:
    match = Authority("papageno", 3, seed=1)

    async def story() -> None:
        pool = Pool(2)
        try:
            await pool.ready()
            asked = asyncio.create_task(pool.think(question("dawdles", match)))
            await asyncio.sleep(0.3)
            pool.restart()
            assert await asked == match.legal(match.turn)[0]
        finally:
            await pool.close()

    run(story(), 60)


class Clumsy(bots.Random):
    """Cannot be prepared."""

    name = "clumsy"
    offered = True

    @classmethod
    def prepare(cls, game: Any) -> None:
        raise SystemExit(3)


def test_a_bot_that_cannot_be_prepared_does_not_keep_the_others_from_it(monkeypatch: pytest.MonkeyPatch) -> None:
    prepared: list[str] = []

    class Careful(bots.Random):
        name = "careful"
        offered = True

        @classmethod
        def prepare(cls, game: Any) -> None:
            prepared.append(game.name)

    monkeypatch.setattr(registry, "PLAYERS", {player.name: player for player in (Clumsy, Careful)})
    assert _prepare_bots("papageno", ready=False) == {"clumsy": f"SystemExit (test_bots_at_tables.py:{line()})"}
    assert prepared == ["papageno"]


def line() -> int:
    """Where Clumsy fails."""
    code = Clumsy.prepare.__func__.__code__  # type: ignore[attr-defined]
    return int(code.co_firstlineno) + 2


def test_a_search_that_cannot_be_compiled_does_not_keep_the_others_from_it(
    tmp_path: Path, log: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []

    async def prepare(self: House, name: str) -> None:
        self.compiled.add(name)

    async def compile_thinking(self: Studies, name: str) -> None:
        tried.append(name)
        if name == games.names()[0]:
            raise TypeError("the compiler is confused")

    monkeypatch.setattr(House, "prepare", prepare)
    monkeypatch.setattr(Studies, "compile_thinking", compile_thinking)
    monkeypatch.setattr(registry._plugins, "troubles", {"hasty": "The bot “hasty” cannot be loaded."})
    monkeypatch.setattr("gc.freeze", lambda: None)
    monkeypatch.setattr("gc.disable", lambda: None)

    async def story() -> None:
        async with running(tmp_path, settings()) as server:
            await server.house._compile_all()

    run(story())
    assert tried == games.names()
    assert log == ["bot left out: The bot “hasty” cannot be loaded.", "search not compiled: the compiler is confused"]


# Trees ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def visits(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The visits of the root after each search."""
    bots.get("mage").prepare(games.get("papageno"))
    found: list[int] = []
    think = Search.think

    def noted(self: Search, *given: Any) -> Any:
        moves = think(self, *given)
        found.append(sum(move.tried for move in moves))
        return moves

    monkeypatch.setattr(Search, "think", noted)
    module = importlib.import_module("zauber.bots.levels")
    monkeypatch.setattr(module, "number", lambda *given: given[-1])  # no game has numbers of its own
    for level in ("mage", "archmage"):
        for name, value in (("budget", bots.Budget(iterations=60)), ("lapses", 0.0), ("attention", 1.0)):
            monkeypatch.setattr(registry.PLAYERS[level], name, value)
    monkeypatch.setattr(pool_module, "_trees", trees.Trees())
    return found


def test_the_second_search_of_a_match_begins_with_the_tree_of_the_first(visits: list[int]) -> None:
    match = Authority("papageno", 3, seed=1)
    while len(match.legal(match.turn)) < 3:
        match.act(match.turn, match.legal(match.turn)[0])
    for name in ("one", "one", "another", "one", "", ""):
        choose(question("mage", match, name))
    assert visits == [60, 120, 60, 180, 60, 60]
    choose(question("archmage", match, "one"))
    assert visits[-1] == 60, "another level searches differently"
    assert len(pool_module._trees) == 3


def test_a_worker_keeps_few_trees_and_forgets_the_one_that_was_not_used_for_longest(
    visits: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trees, "MOST", 2)
    match = Authority("papageno", 3, seed=1)
    while len(match.legal(match.turn)) < 3:
        match.act(match.turn, match.legal(match.turn)[0])
    for name in ("one", "two", "one", "three", "one", "two"):
        choose(question("mage", match, name))
    assert visits == [60, 60, 120, 60, 180, 60]
    assert len(pool_module._trees) == 2


def test_a_question_names_its_match_and_not_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[BotQuestion] = []

    async def think(self: Pool, question: BotQuestion) -> int:
        asked.append(question)
        return question.moves[0]

    monkeypatch.setattr(Pool, "think", think)
    match = Authority("papageno", 3, seed=1)
    seen = [(NOBODY, HIDDEN, match.look.data(match.turn))]
    pool = Pool(1)
    for name in ("abcdefgh.1", "abcdefgh.1", "abcdefgh.2"):
        asyncio.run(pool.choose("mage", match, name, match.turn, seen))
    asyncio.run(Pool(1).choose("mage", match, "abcdefgh.1", match.turn, seen))  # another server
    one, again, two, elsewhere = (question.match for question in asked)
    assert one == again
    assert len({one, two, elsewhere}) == 3
    assert "abcdefgh" not in one
