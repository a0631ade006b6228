"""Nothing lost and nothing doubled: answers that get lost between the server and PostgreSQL, and honest numbers."""

import asyncio
import contextlib
import json
import urllib.parse
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.server.helpers import OPEN_HANDED, Client, client, running
from tests.sizes import FULL
from zauber.server.live.house import HouseSettings
from zauber.server.storage.base import Trouble
from zauber.server.storage.postgres import PostgresStorage
from zauber.server.table import entries
from zauber.server.table.table import HOUSE

ENTRY = b'e\\":'  # of an entry's JSON, as it stands in an array
CUTS = 40 if FULL else 8


class Line:
    """A line to PostgreSQL that can lose an answer, or be dead for a while."""

    def __init__(self, address: str) -> None:
        parts = urllib.parse.urlsplit(address)
        self.far = urllib.parse.parse_qs(parts.query)["host"][0]
        self.login, self.name = parts.netloc.split("@")[0], parts.path
        self.losing = False  # the next answer is lost, and the connection with it
        self.dead = False
        self.lost = 0
        self.address = ""
        self._writers: set[asyncio.StreamWriter] = set()

    @contextlib.asynccontextmanager
    async def laid(self) -> AsyncIterator["Line"]:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        self.address = f"postgresql://{self.login}@127.0.0.1:{port}{self.name}?sslmode=disable"
        try:
            yield self
        finally:
            server.close()
            self.cut()

    def cut(self) -> None:
        for writer in list(self._writers):
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.dead:
            writer.transport.abort()
            return
        far_reader, far_writer = await asyncio.open_unix_connection(f"{self.far}/.s.PGSQL.5432")
        self._writers |= {writer, far_writer}
        lose = asyncio.Event()
        tasks = [
            asyncio.create_task(self._ask(reader, far_writer, lose)),
            asyncio.create_task(self._answer(far_reader, writer, lose)),
        ]
        try:
            with contextlib.suppress(asyncio.CancelledError):  # the story is over
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._writers -= {writer, far_writer}
            writer.transport.abort()
            far_writer.transport.abort()

    async def _ask(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, lose: asyncio.Event) -> None:
        while data := await reader.read(65536):
            if self.losing and ENTRY in data:
                self.losing = False
                lose.set()
            writer.write(data)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, lose: asyncio.Event) -> None:
        while data := await reader.read(65536):
            if lose.is_set():  # it has been stored, and nobody will hear of it
                self.lost += 1
                if self.dead:
                    self.cut()
                return
            writer.write(data)


def moves_of(log: list[bytes]) -> list[str]:
    decoded = [entries.decode(stored) for stored in log]
    return [entry.id for entry in decoded if isinstance(entry, entries.Acted)]


@contextlib.asynccontextmanager
async def begun(address: str) -> AsyncIterator[tuple[Line, Client, Callable[[], Awaitable[list[bytes]]]]]:
    """A match in play over a line to PostgreSQL: the line, a client with both seats, and what reads the table's log."""
    async with Line(address).laid() as line:
        storage = PostgresStorage(line.address)
        async with running(storage, HouseSettings(limits=OPEN_HANDED, compile=False)) as server:
            room, host, tokens = await server.table()
            async with client(server.ws, room.table.name, [host, *tokens]) as hot:
                await hot.ask("start")
                yield line, hot, lambda: storage.read(room.table.name)


async def a_move(hot: Client, name: str) -> dict[str, Any]:
    """Any legal move of whoever is to act, without `at`; its answer."""
    seat = hot.position["turn"]
    return await hot.ask("play", seat=seat, action=hot.moves[seat][0]["action"], id=name)


def test_a_lost_answer_neither_doubles_nor_denies_a_move(postgres: Callable[[], str]) -> None:
    async def story() -> None:
        async with begun(postgres()) as (line, hot, log):
            sent = []
            for number in range(CUTS):
                line.losing = True
                sent.append(f"m{number}")
                answer = await a_move(hot, sent[-1])
                assert answer["type"] == "ack", answer
                assert entries.decode((await log())[answer["n"] - 1]).id == sent[-1]
            line.losing = True  # several actions in one command go another way
            seat = hot.position["turn"]
            sent.append("run")
            answer = await hot.ask("play", seat=seat, actions=[hot.moves[seat][0]["action"]], id="run")
            assert (answer["type"], answer.get("played")) == ("ack", 1), answer
            line.losing = True
            seat = hot.position["turn"]
            assert moves_of(await log()) == sent
            assert (await hot.ask("say", seat=seat, symbol="👍", id="talk"))["type"] == "ack"
            said = [entries.decode(stored) for stored in await log()]
            assert sum(isinstance(entry, entries.Talked) for entry in said) == 1
            assert line.lost == CUTS + 2

    asyncio.run(asyncio.wait_for(story(), 240))


def test_after_an_outage_a_stored_move_is_acknowledged_when_it_is_sent_again(
    postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zauber.server.storage.postgres.AGAIN", (0.0,))

    async def story() -> None:
        async with begun(postgres()) as (line, hot, log):
            seat = hot.position["turn"]
            line.losing = line.dead = True
            answer = await a_move(hot, "once")
            assert (answer["type"], answer["reason"]) == ("refused", "trouble")
            line.dead = False
            again = await hot.ask("play", seat=seat, action=5, id="once")  # whatever else it says
            assert again["type"] == "ack", again
            stored = await log()  # not before: the lost commit may still be under way
            assert entries.decode(stored[again["n"] - 1]).id == "once"
            assert moves_of(await log()) == ["once"]

    asyncio.run(asyncio.wait_for(story(), 240))


def test_a_welcome_is_never_older_than_what_the_guest_has_seen(postgres: Callable[[], str]) -> None:
    address = postgres()

    async def story() -> None:
        settings = HouseSettings(limits=OPEN_HANDED, compile=False)
        async with running(PostgresStorage(address), settings) as one, Line(address).laid() as line:
            deaf = PostgresStorage(line.address)
            deaf.listen = lambda heard: None  # type: ignore[method-assign]  # as during an outage
            async with running(deaf, settings) as other:
                room, host, tokens = await one.table()
                name = room.table.name
                async with client(other.ws, name, tokens):
                    async with client(one.ws, name, [host, *tokens]) as hot:
                        await hot.ask("start")
                        await a_move(hot, "m1")
                        seen = hot.n
                    async with client(other.ws, name, tokens, resume_from=seen) as back:
                        assert back.frames[0]["n"] >= seen
                        assert back.position["at"] == 1
                    line.dead = True
                    line.cut()
                    with pytest.raises(AssertionError, match="storage"):
                        await _hello(other.ws, name, resume_from=seen + 100)

    asyncio.run(asyncio.wait_for(story(), 240))


async def _hello(address: str, table: str, **more: Any) -> None:
    """Say hello and expect a welcome."""
    from websockets.asyncio.client import connect

    async with connect(address, compression=None) as socket:
        await socket.send(json.dumps({"type": "hello", "table": table, **more}))
        frame = json.loads(await asyncio.wait_for(socket.recv(), 60))
        assert frame["type"] == "welcome", frame["sentence"]


def test_the_ack_of_a_matchs_last_move_carries_that_moves_number(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            for as_run in (False, True):
                room, host, tokens = await server.table(options={"turn_limit": 2})
                async with client(server.ws, room.table.name, [host, *tokens]) as hot:
                    await hot.ask("start")
                    while not hot.position["over"]:
                        seat = hot.position["turn"]
                        action = hot.moves[seat][0]["action"]
                        what: dict[str, Any] = {"actions": [action]} if as_run else {"action": action}
                        answer = await hot.ask("play", seat=seat, **what)
                        assert answer["type"] == "ack", answer
                    stored = entries.decode((await server.house.storage.read(room.table.name))[answer["n"] - 1])
                    assert isinstance(stored, entries.Acted)
                    assert stored.id == answer["id"]
                    again = await hot.ask("play", seat=seat, id=answer["id"], **what)
                    assert again["n"] == answer["n"]

    asyncio.run(asyncio.wait_for(story(), 240))


def test_a_bot_whose_move_could_not_be_stored_tries_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zauber.server.live.partners.AGAIN", 0.1)

    async def story() -> None:
        async with running(tmp_path) as server:
            from zauber.server.protocol.bodies import Sitter

            sit = [Sitter(0, "Ada")]
            room, host, tokens = await server.table(sit=sit, bots={"1": "random"}, pace="instant")
            storage, failures = server.house.storage, 3
            post = storage.post

            def failing(log: str, first: int, given: Any, told: Any) -> None:
                nonlocal failures
                if b'"e":"a"' in given[0] and b"~" in given[0] and failures:
                    failures -= 1
                    raise Trouble("no room on the disk")
                post(log, first, given, told)

            monkeypatch.setattr(storage, "post", failing)
            async with client(server.ws, room.table.name, [host, *tokens]) as ada:
                await ada.ask("start")
                await ada.until(lambda f: f["type"] == "event" and f["seat"] == 1)
                assert failures == 0

    asyncio.run(asyncio.wait_for(story(), 240))


def test_nobody_can_use_the_names_of_the_houses_own_moves(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path, HouseSettings(limits=OPEN_HANDED, compile=False)) as server:
            room, host, tokens = await server.table()
            async with client(server.ws, room.table.name, [host, *tokens]) as hot:
                await hot.ask("start")
                n = room.table.n
                for name in (HOUSE, f"{HOUSE}x", f"{HOUSE}{room.table.match_name}.0"):
                    for command in (
                        {"type": "say", "seat": 0, "phrase": "hello"},
                        {"type": "play", "seat": 0, "action": 0},
                    ):
                        await hot.send(id=name, **command)
                        assert (await hot.until("refused"))["reason"] == "bad_message"
                assert room.table.n == n

    asyncio.run(asyncio.wait_for(story(), 240))


def test_one_broken_table_does_not_stop_the_clock_of_the_others(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            broken, _, _ = await server.table()
            whole, _, _ = await server.table()
            ticked = asyncio.Event()

            async def fails(alive: set[str]) -> None:
                raise LookupError("a broken log")

            async def ticks(alive: set[str]) -> None:
                ticked.set()

            broken.tick = fails  # type: ignore[method-assign]
            whole.tick = ticks  # type: ignore[method-assign]
            for _ in range(2):
                ticked.clear()
                await asyncio.wait_for(ticked.wait(), 60)

    asyncio.run(story())
