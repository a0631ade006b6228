"""One contract, two storages: what `zauber.server.storage.base.Storage` promises, asked of SQLite and of
PostgreSQL."""

import asyncio
import contextlib
import shutil
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from zauber.server.storage import file as file_module
from zauber.server.storage.base import Collision, Note, Storage, Trouble
from zauber.server.storage.file import Checkpoints
from zauber.server.storage.postgres import PostgresStorage
from zauber.server.storage.sqlite import SqliteStorage

New = Callable[[], Storage]


@asynccontextmanager
async def opened(storage: Storage) -> AsyncIterator[Storage]:
    await storage.open()
    try:
        yield storage
    finally:
        await storage.close()


def test_what_was_appended_is_read_in_order(new_storage: New) -> None:
    async def story() -> None:
        async with opened(new_storage()) as storage:
            await storage.append("t1", 1, [b'{"a":1}'])
            await storage.append("t1", 2, [b'{"b":"\xc3\xa4\\u0000"}', b'{"c":3}'])
            await storage.append("t2", 1, [b"{}"])
            assert await storage.read("t1") == [b'{"a":1}', b'{"b":"\xc3\xa4\\u0000"}', b'{"c":3}']
            assert await storage.read("t1", after=2) == [b'{"c":3}']
            assert await storage.read("t1", after=3) == []
            assert await storage.read("nowhere") == []

    asyncio.run(story())


def test_who_cannot_take_an_answer_in_harms_nobody_else(new_storage: New, caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        async with opened(new_storage()) as storage:
            answers: list[Trouble | None] = []

            def stumble(error: Trouble | None) -> None:
                answers.append(error)
                raise ValueError("stumbled")

            storage.post("t1", 1, [b"1"], stumble)
            storage.post("t2", 1, [b"2"], answers.append)
            storage.post("t1", 7, [b"7"], stumble)
            await asyncio.wait_for(storage.append("t3", 1, [b"3"]), 60)
            await asyncio.wait_for(storage.append("t1", 2, [b"2"]), 60)
            assert [type(answer) for answer in answers].count(type(None)) == 2
            assert sum(isinstance(answer, Collision) for answer in answers) == 1
            assert await storage.read("t1") == [b"1", b"2"]

    asyncio.run(story())
    assert sum("stumbled" in (record.exc_text or str(record.exc_info)) for record in caplog.records) == 2


def test_it_is_all_there_after_closing_and_opening_again(new_storage: New) -> None:
    async def story() -> None:
        async with opened(new_storage()) as storage:
            await storage.append("t1", 1, [b"1", b"2"])
        async with opened(new_storage()) as storage:
            assert await storage.read("t1") == [b"1", b"2"]
            await storage.append("t1", 3, [b"3"])
            assert await storage.read("t1") == [b"1", b"2", b"3"]

    asyncio.run(story())


@pytest.mark.parametrize("first", [1, 2, 4, 99])
def test_a_number_that_is_taken_or_too_far_collides_and_stores_nothing(new_storage: New, first: int) -> None:
    async def story() -> None:
        async with opened(new_storage()) as storage:
            await storage.append("t1", 1, [b"1", b"2"])
            with pytest.raises(Collision):
                await storage.append("t1", first, [b"x", b"y"])
            assert await storage.read("t1") == [b"1", b"2"]
            await storage.append("t1", 3, [b"3"])  # and the log goes on

    asyncio.run(story())


@pytest.mark.parametrize(("first", "entries"), [(0, [b"x"]), (-1, [b"x"]), (1, [])])
def test_what_no_log_can_hold_is_refused(new_storage: New, first: int, entries: list[bytes]) -> None:
    async def story() -> None:
        async with opened(new_storage()) as storage:
            with pytest.raises(Trouble):
                await storage.append("t1", first, entries)
            assert await storage.read("t1") == []

    asyncio.run(story())


def test_of_many_writers_of_one_number_exactly_one_succeeds(new_storage: New) -> None:
    async def story() -> None:
        async with opened(new_storage()) as storage:
            for number in range(1, 11):
                tries = [storage.append("t1", number, [b"%d" % writer]) for writer in range(8)]
                answers = await asyncio.gather(*tries, return_exceptions=True)
                assert sum(answer is None for answer in answers) == 1
                assert sum(isinstance(answer, Collision) for answer in answers) == 7
            assert len(await storage.read("t1")) == 10

    asyncio.run(story())


def test_a_collision_in_one_log_does_not_disturb_the_others(new_storage: New) -> None:
    async def story() -> None:
        async with opened(new_storage()) as storage:
            await storage.append("t0", 1, [b"0"])
            tries = [storage.append(f"t{i}", 1, [b"%d" % i, b"+"]) for i in range(20)]
            answers = await asyncio.gather(*tries, return_exceptions=True)
            assert [isinstance(answer, Collision) for answer in answers] == [True] + [False] * 19
            assert await storage.read("t0") == [b"0"]
            assert await storage.read("t7") == [b"7", b"+"]

    asyncio.run(story())


def test_shelves_list_what_was_described(new_storage: New) -> None:
    async def story() -> None:
        async with opened(new_storage()) as storage:
            for i in range(4):
                await storage.append(f"t{i}", 1, [b"x"] * (i + 1))
                await storage.describe(f"t{i}", i != 2, 100.0 + i, b'{"i":%d}' % i)
            assert [shelf.log for shelf in await storage.listing()] == ["t3", "t1", "t0"]
            assert [shelf.log for shelf in await storage.listing(listed=False, most=2)] == ["t3", "t2"]
            await storage.describe("t0", True, 200.0, b'{"now":"last"}')
            shelf = await storage.shelf("t0")
            assert shelf is not None
            assert (shelf.last, shelf.touched, shelf.summary) == (1, 200.0, b'{"now":"last"}')
            assert await storage.shelf("nowhere") is None
            assert (await storage.listing())[0].log == "t0"

    asyncio.run(story())


def test_old_logs_are_forgotten(new_storage: New) -> None:
    async def story() -> None:
        async with opened(new_storage()) as storage:
            for i in range(4):
                await storage.append(f"t{i}", 1, [b"x"])
                await storage.describe(f"t{i}", True, 100.0 + i, b"{}")
            assert await storage.forget(before=102.0) == 2
            assert await storage.read("t0") == []
            assert await storage.read("t2") == [b"x"]
            assert [shelf.log for shelf in await storage.listing()] == ["t3", "t2"]
            await storage.append("t0", 1, [b"anew"])

    asyncio.run(story())


def test_a_note_is_swapped_by_one_alone_and_goes_with_its_log(new_storage: New) -> None:
    async def story() -> None:
        async with opened(new_storage()) as storage:
            first = Note("t1", "alarm", 12.345678901, b'{"a":"\xc3\xa4"}')
            later = Note("t1", "alarm", 99.5, b"{}")
            never = Note("t2", "key", 0.0, b"{}")
            assert await storage.swap(None, first)
            assert not await storage.swap(None, later)  # there is one already
            assert await storage.swap(None, never)
            assert await storage.notes("t1") == [first]
            assert await storage.due(12, 10) == []
            assert await storage.due(13, 10) == [first]
            assert sorted(await asyncio.gather(*(storage.swap(first, later) for _ in range(8)))) == [False] * 7 + [True]
            assert not await storage.swap(first, None)
            assert await storage.due(100, 10) == [later]
            await storage.append("t1", 1, [b"{}"])
            await storage.describe("t1", False, 5.0, b"{}")
            assert await storage.forget(6.0) == 1
            assert await storage.notes("t1") == []
            assert await storage.swap(never, None)
            assert await storage.notes("t2") == []

    asyncio.run(story())


def test_heartbeats_and_check(new_storage: New) -> None:
    async def story() -> None:
        async with opened(new_storage()) as storage:
            await storage.check()
            assert await storage.heartbeat("one", 1000.0) == {"one": 1000.0}

    asyncio.run(story())


def test_a_storage_that_is_closed_says_so(new_storage: New) -> None:
    async def story() -> None:
        storage = new_storage()
        with pytest.raises(Trouble, match="not open"):
            await storage.read("t1")
        with pytest.raises(Trouble, match="not open"):
            await storage.append("t1", 1, [b"x"])

    asyncio.run(story())


def test_a_newer_schema_is_refused_and_an_older_one_is_brought_up_to_date(
    tmp_path: Path, postgres: Callable[[], str]
) -> None:
    async def story() -> None:
        path = tmp_path / "future.db"
        async with opened(SqliteStorage(path)):
            pass
        with sqlite3.connect(path) as db:
            db.execute("PRAGMA user_version = 99")
        db.close()
        with pytest.raises(Trouble, match="newer Zauber"):
            await SqliteStorage(path).open()
        address = postgres()
        async with opened(PostgresStorage(address)):
            pass
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute("INSERT INTO zauber_schema VALUES (99)")
        with pytest.raises(Trouble, match="newer Zauber"):
            await PostgresStorage(address).open()

    asyncio.run(story())


def test_what_waits_for_a_slow_disk_becomes_one_transaction(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    transactions: list[int] = []
    append_all = SqliteStorage._append_all

    def noted(self: SqliteStorage, db: sqlite3.Connection, appends: list[Any]) -> Any:
        if appends:
            transactions.append(len(appends))
        return append_all(self, db, appends)

    monkeypatch.setattr(SqliteStorage, "_append_all", noted)

    async def story() -> None:
        storage, free = SqliteStorage(tmp_path / "slow.db"), threading.Event()
        async with opened(storage):
            slow = asyncio.create_task(storage._do(lambda db: free.wait(20)))
            appends = []
            for number in range(5):
                await asyncio.sleep(0.01)  # each is asked for in a moment of its own
                appends.append(asyncio.create_task(storage.append(f"t{number}", 1, [b"{}"])))
            await asyncio.sleep(0.01)
            free.set()
            await asyncio.gather(slow, *appends)

    asyncio.run(story())
    assert transactions == [5]


def test_a_reader_who_stays_delays_nobody_and_the_log_shrinks_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Checkpoints, "ROWS", 300)
    monkeypatch.setattr(Checkpoints, "MOST_PAGES", 100)
    monkeypatch.setattr(file_module, "LOCK_SECONDS", 3600.0)  # whoever waits for the reader never ends
    path, log, alone = tmp_path / "tables.db", tmp_path / "tables.db-wal", tmp_path / "alone.db"

    async def append(storage: SqliteStorage, first: int) -> None:
        """Four checkpoints' worth of rows."""
        for number in range(first, first + 4 * Checkpoints.ROWS):
            await storage.append("t1", number, [b'{"a":"%s"}' % (b"b" * 60)])
        while storage._checkpointing is not None:
            await asyncio.sleep(0.01)

    async def story() -> None:
        storage = SqliteStorage(path)
        async with opened(storage):
            with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as reader:
                reader.execute("BEGIN")
                reader.execute("SELECT count(*) FROM entries").fetchall()
                await asyncio.wait_for(append(storage, 1), 240)
                grown = log.stat().st_size
            rows = 4 * Checkpoints.ROWS
            while log.stat().st_size >= grown / 2:  # on a busy machine a checkpoint may last as long as all the writing
                await append(storage, 1 + rows)
                rows += 4 * Checkpoints.ROWS
            assert len(await storage.read("t1")) == rows
            shutil.copy(path, alone)  # without what is only in the write-ahead log
            with contextlib.closing(sqlite3.connect(alone)) as db:
                assert db.execute("SELECT count(*) FROM entries").fetchone()[0] > 4 * Checkpoints.ROWS

    asyncio.run(asyncio.wait_for(story(), 300))


def test_one_sqlite_file_has_one_server(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(SqliteStorage(tmp_path / "tables.db")):
            with pytest.raises(Trouble, match="in use by another"):
                await SqliteStorage(tmp_path / "tables.db").open()
        async with opened(SqliteStorage(tmp_path / "tables.db")):
            pass

    asyncio.run(story())


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    path.write_bytes(b"not a database, but long enough to look at" * 100)
    with pytest.raises(Trouble, match="cannot be used"):
        asyncio.run(SqliteStorage(path).open())


def test_postgres_tells_other_processes_the_log_and_its_number_only(postgres: Callable[[], str]) -> None:
    async def story() -> None:
        address = postgres()
        heard: list[tuple[str, int]] = []
        async with opened(PostgresStorage(address)) as here, opened(PostgresStorage(address)) as there:
            there.listen(lambda log, number: heard.append((log, number)))
            await until(lambda: heard == [("", 0)])  # at first anything may have happened
            await here.append("t1", 1, [b'"secret"', b'"secret"'])
            await here.append("t1", 3, [b'"secret"'])
            await until(lambda: len(heard) == 3)
            assert heard[1:] == [("t1", 2), ("t1", 3)]

    asyncio.run(story())


def test_postgres_comes_back_after_its_connections_were_cut(postgres: Callable[[], str]) -> None:
    async def story() -> None:
        address = postgres()
        heard: list[tuple[str, int]] = []
        async with opened(PostgresStorage(address)) as storage:
            storage.listen(lambda log, number: heard.append((log, number)))
            await until(lambda: heard == [("", 0)])
            await storage.append("t1", 1, [b"1"])
            assert await storage.read("t1") == [b"1"]
            with psycopg.connect(address, autocommit=True) as connection:
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
            assert await storage.read("t1") == [b"1"]
            number = 2
            for _ in range(20):  # the first tries may meet the broken connection; nothing is stored by them
                try:
                    await storage.append("t1", number, [b"2"])
                    break
                except Trouble:
                    await asyncio.sleep(0.05)
            assert await storage.read("t1") == [b"1", b"2"]
            await until(lambda: heard.count(("", 0)) == 2)

    asyncio.run(story())


def test_postgres_knows_which_processes_are_alive(postgres: Callable[[], str]) -> None:
    async def story() -> None:
        async with opened(PostgresStorage(postgres())) as storage:
            await storage.heartbeat("old", 1000.0)
            await storage.heartbeat("one", 1020.0)
            assert await storage.heartbeat("two", 1021.0) == {"one": 1020.0, "two": 1021.0}

    asyncio.run(story())


def test_an_address_where_no_postgres_is_gives_a_sentence() -> None:
    with pytest.raises(Trouble, match="cannot be reached"):
        asyncio.run(PostgresStorage("postgresql://127.0.0.1:1/none").open())


async def until(condition: Callable[[], bool], seconds: float = 60) -> None:
    """Wait for a condition that should soon hold."""
    for _ in range(int(seconds / 0.02)):
        if condition():
            return
        await asyncio.sleep(0.02)
    assert condition()
