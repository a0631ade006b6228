"""A disk that fails, fills up or loses the file: only what is stored is acknowledged, play resumes when it works."""

import asyncio
import json
import os
import resource
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.server.helpers import Client, ConnectionClosed, Process, Running, client, fetch, running
from tests.server.test_storage import opened
from zauber.server.live import house as house_module
from zauber.server.storage import file as file_module
from zauber.server.storage import postgres as postgres_module
from zauber.server.storage.base import Damaged, Trouble
from zauber.server.storage.file import Identity
from zauber.server.storage.postgres import PostgresStorage
from zauber.server.storage.sqlite import SqliteStorage
from zauber.server.storage.watch import FolderWatch

STORED = Path(__file__).parent / "data" / "schema1.db"


async def a_move(hot: Client) -> dict[str, Any]:
    seat = hot.position["turn"]
    return await hot.ask("play", seat=seat, action=hot.moves[seat][0]["action"])


async def ready(server: Running) -> int:
    server.house._checked = (False, -100.0)
    return (await server.get("/readyz"))[0]


def test_the_writer_survives_a_damaged_page_and_is_well_again_when_the_file_is(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"

    async def story() -> None:
        async with opened(SqliteStorage(path)) as storage:
            for number in range(200):
                await storage.append(f"t{number}", 1, [b'{"filler":"%s"}' % (b"x" * 500)])
        good = path.read_bytes()
        page = 4096
        async with opened(SqliteStorage(path)) as storage:
            path.write_bytes(good[:page] + b"\xff" * (len(good) - page))
            for _ in range(3):
                for asked in (storage.read("t7"), storage.append("t7", 2, [b"{}"]), storage.check()):
                    with pytest.raises(Trouble):
                        await asyncio.wait_for(asked, 60)
            path.write_bytes(good)
            await asyncio.wait_for(storage.append("t7", 2, [b"{}"]), 60)
            assert len(await storage.read("t7")) == 2
            await storage.check()

    asyncio.run(story())


@pytest.mark.parametrize("kind", ["removed", "replaced"])
def test_a_file_that_is_gone_is_noticed_before_anything_is_acknowledged(tmp_path: Path, kind: str) -> None:
    path, aside = tmp_path / "tables.db", tmp_path / "aside"
    aside.mkdir()

    async def story() -> None:
        async with running(tmp_path) as server:
            room, host, tokens = await server.table()
            async with client(server.ws, room.table.name, [host, *tokens]) as hot:
                await hot.ask("start")
                assert (await a_move(hot))["type"] == "ack"
                assert await ready(server) == 200
                names = ["tables.db", "tables.db-wal", "tables.db-shm"]
                for name in names:
                    (tmp_path / name).rename(aside / name)
                other = sqlite3.connect(path if kind == "replaced" else ":memory:")
                other.execute("PRAGMA journal_mode = WAL")  # with a file beside it, as ours has
                other.execute("CREATE TABLE something (else_ TEXT)")
                assert (tmp_path / "tables.db-wal").exists() == (kind == "replaced")
                refused = await a_move(hot)
                assert (refused["type"], refused["reason"]) == ("refused", "trouble")
                assert await ready(server) == 503
                assert (await a_move(hot))["reason"] == "trouble"
                other.close()
                for name in names:
                    (tmp_path / name).unlink(missing_ok=True)
                    if (aside / name).exists():
                        (aside / name).rename(tmp_path / name)
                for _ in range(600):  # the way back takes a move or two
                    answer = await hot.ask("play", seat=0, action=0, id="again")
                    if answer.get("reason") != "trouble":
                        break
                    await asyncio.sleep(0.05)
                assert answer.get("reason") != "trouble", answer
                assert await ready(server) == 200

    asyncio.run(asyncio.wait_for(story(), 240))


def test_when_the_file_beside_the_database_is_removed_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            room, host, tokens = await server.table()
            async with client(server.ws, room.table.name, [host, *tokens]) as hot:
                await hot.ask("start")
                acknowledged = []
                for _ in range(3):
                    (tmp_path / "tables.db-wal").unlink()
                    answer = await a_move(hot)
                    if answer["type"] == "ack":
                        acknowledged.append(answer["id"])
                    with sqlite3.connect(tmp_path / "tables.db") as db:
                        stored = "".join(body for (body,) in db.execute("SELECT body FROM entries"))
                    db.close()
                    assert all(name in stored for name in acknowledged)

    asyncio.run(asyncio.wait_for(story(), 240))


def _files(folder: Path) -> Path:
    """A database and the file beside it."""
    folder.mkdir()
    for name in ("tables.db", "tables.db-wal"):
        (folder / name).touch()
    return folder / "tables.db"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the files are looked at every time")
def test_in_a_calm_folder_a_change_is_noticed_at_once_without_looking_at_the_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, other = _files(tmp_path / "data"), tmp_path / "other"
    monkeypatch.setattr(file_module, "LOOKED_FOR", 1000.0)
    files = Identity(path)
    look, looks = files._look, 0

    def counted() -> tuple[int, int, int, int]:
        nonlocal looks
        looks += 1
        return look()

    monkeypatch.setattr(files, "_look", counted)
    for change in (
        lambda: path.unlink(),
        lambda: path.with_name("tables.db-wal").unlink(),
        lambda: path.rename(tmp_path / "elsewhere.db"),
        lambda: other.rename(path),
    ):
        for name in (path, path.with_name("tables.db-wal"), other):
            name.touch()
        files.note()
        looks = 0
        assert all(files.holds() for _ in range(100))
        assert looks == 0
        change()
        assert not files.holds()
    files.close()


def test_where_no_watch_is_possible_the_files_are_looked_at_every_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_module, "LOOKED_FOR", 1000.0)
    monkeypatch.setattr(file_module, "FolderWatch", lambda folder: FolderWatch(f"{folder}/nowhere"))
    path = _files(tmp_path / "data")
    files = Identity(path)
    files.note()
    assert files.holds()
    path.unlink()
    assert not files.holds()
    files.close()


def test_a_change_of_the_folder_that_leaves_the_files_alone_is_looked_into(tmp_path: Path) -> None:
    path = _files(tmp_path / "data")
    files = Identity(path)
    files.note()
    (path.parent / "a backup").touch()
    assert files.holds()
    path.unlink()
    assert not files.holds()
    files.close()


def test_a_folder_that_is_moved_is_noticed_when_the_files_are_looked_at_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_module, "LOOKED_FOR", 0.0)
    path = _files(tmp_path / "data")
    files = Identity(path)
    files.note()
    assert files.holds()
    path.parent.rename(tmp_path / "moved")
    assert not files.holds()
    files.close()


def test_a_link_to_the_database_is_followed_and_noticed_when_it_leads_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "tables.db").touch()
    link = tmp_path / "here" / "tables.db"
    link.symlink_to(tmp_path / "there" / "tables.db")

    async def story() -> None:
        async with opened(SqliteStorage(link)) as storage:
            await storage.append("t1", 1, [b"{}"])
            assert (tmp_path / "there" / "tables.db-wal").exists()
            with pytest.raises(Trouble, match="in use"):
                await SqliteStorage(tmp_path / "there" / "tables.db").open()
            (tmp_path / "elsewhere.db").touch()
            link.unlink()
            link.symlink_to(tmp_path / "elsewhere.db")
            with pytest.raises(Trouble):
                await storage.append("t1", 2, [b"{}"])

    asyncio.run(story())


def test_a_full_disk_is_told_and_nothing_is_acknowledged_that_is_not_stored(tmp_path: Path) -> None:
    server = Process(str(tmp_path / "tables.db"), tmp_path)
    server.start()
    assert server.process is not None
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)

    async def story() -> None:
        assert server.process is not None
        wanted = {"game": "papageno", "seats": 2, "start": True, "sit": [{"seat": s, "name": f"P{s}"} for s in (0, 1)]}
        _, body, _ = await asyncio.to_thread(fetch, f"{server.address}/api/tables", json.dumps(wanted).encode(), {})
        made = json.loads(body)
        tokens = [given["token"] for given in made["tokens"]]
        async with client(server.ws, made["table"], tokens) as hot:
            assert (await a_move(hot))["type"] == "ack"
            size = (tmp_path / "tables.db-wal").stat().st_size
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, limit[1]))
            answers = [await a_move(hot) for _ in range(2)]
            assert [answer.get("reason") for answer in answers] == ["trouble"] * 2
            status, body, _ = await asyncio.to_thread(fetch, f"{server.address}/readyz", None, {})
            assert (status, json.loads(body)["ok"]) == (503, False)
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, limit)
            assert (await a_move(hot))["type"] == "ack"
            await asyncio.sleep(house_module.CHECKED_FOR + 0.1)
            status, _, _ = await asyncio.to_thread(fetch, f"{server.address}/readyz", None, {})
            assert status == 200

    try:
        asyncio.run(asyncio.wait_for(story(), 240))
    finally:
        server.stop()


def test_damaged_rows_are_told_in_a_sentence(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            names = []
            unfit = '{"e":"a","s":77,"a":1}'  # an action of a seat that is not there
            for body in ("no JSON", '{"e":"nothing we know"}', unfit, None, "the second"):
                room, _, _ = await server.table(listed=True)
                names.append(name := room.table.name)
                del server.house.rooms[name]
                with sqlite3.connect(tmp_path / "tables.db") as db:
                    if body is None:
                        db.execute("INSERT INTO entries VALUES (?, 3, '{}')", (name,))
                    elif body == "the second":
                        db.execute("INSERT INTO entries VALUES (?, 2, ?)", (name, unfit))
                    else:
                        db.execute("UPDATE entries SET body = ? WHERE log = ? AND number = 1", (body, name))
                db.close()
            with sqlite3.connect(tmp_path / "tables.db") as db:
                db.execute("UPDATE shelves SET summary = 'no JSON' WHERE log = ?", (names[0],))
            db.close()
            for name in names:
                for path in (f"/api/tables/{name}", f"/api/matches/{name}.1/record"):
                    status, answer, _ = await server.get(path)
                    assert (status, json.loads(answer)["reason"]) == (503, "damaged"), path
                with pytest.raises(ConnectionClosed, match="try again later"):
                    async with client(server.ws, name):
                        pass
            status, answer, _ = await server.get("/api/tables")
            assert (status, len(json.loads(answer)["tables"])) == (200, 4)
            assert not server.house._loading

    asyncio.run(asyncio.wait_for(story(), 240))


@pytest.mark.parametrize("place", ["/proc/nowhere/tables.db", "file/tables.db"])
def test_a_place_where_nothing_can_be_kept_is_told_in_a_sentence(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("not a folder")
    path = place if place.startswith("/") else str(tmp_path / place)
    command = [sys.executable, "-m", "zauber.cli", "serve", "--port", "0", "--quiet", "--database", path]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=240)
    assert ended.returncode != 0
    assert "cannot be stored in" in ended.stdout + ended.stderr
    assert "Traceback" not in ended.stdout + ended.stderr


def test_only_the_owner_may_read_what_holds_secrets(tmp_path: Path) -> None:
    path = tmp_path / "new" / "tables.db"

    async def story() -> None:
        async with opened(SqliteStorage(path)) as storage:
            await storage.append("t1", 1, [b"{}"])
            for name in (path, f"{path}-wal"):
                assert stat.S_IMODE(os.stat(name).st_mode) == 0o600

    asyncio.run(story())


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_database_of_the_first_schema_is_brought_up_to_date_and_played_on(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    known: dict[str, Any] = json.loads(STORED.with_suffix(".json").read_text())

    def as_it_was() -> SqliteStorage | PostgresStorage:
        if kind == "sqlite":
            shutil.copyfile(STORED, tmp_path / "tables.db")
            return SqliteStorage(tmp_path / "tables.db")
        address = request.getfixturevalue("postgres")()
        with monkeypatch.context() as old:
            old.setattr(postgres_module, "MIGRATIONS", postgres_module.MIGRATIONS[:1])
            asyncio.run(_opened(PostgresStorage(address)))
        stored = sqlite3.connect(STORED)
        with psycopg.connect(address, autocommit=True) as connection:
            for row in stored.execute("SELECT log, number, body FROM entries"):
                connection.execute("INSERT INTO zauber_entries VALUES (%s, %s, %s)", row)
            for log, listed, touched, summary in stored.execute("SELECT * FROM shelves"):
                row = (log, bool(listed), touched, summary)
                connection.execute("INSERT INTO zauber_shelves VALUES (%s, %s, %s, %s)", row)
        stored.close()
        return PostgresStorage(address)

    async def _opened(storage: PostgresStorage) -> None:
        async with opened(storage):
            pass

    storage = as_it_was()

    async def story() -> None:
        async with running(storage) as server:
            assert await ready(server) == 200
            for name, table in known.items():
                async with client(server.ws, name, [table["host"], *table["tokens"]]) as hot:
                    assert hot.frames[0]["n"] >= table["n"]
                    assert hot.table["matches"] == table["matches"]
                    assert (await a_move(hot))["type"] == "ack"
                status, body, _ = await server.get(f"/api/matches/{name}.1/verify")
                assert (status, json.loads(body)["fair"]) == (200, True)

    asyncio.run(asyncio.wait_for(story(), 240))


def test_forgotten_tables_give_their_space_back(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"

    def size() -> int:
        with sqlite3.connect(path) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        db.close()
        return path.stat().st_size

    async def story() -> None:
        async with opened(SqliteStorage(path)) as storage:
            empty = size()
            for number in range(60):
                await storage.append(f"t{number}", 1, [b'{"filler":"%s"}' % (b"x" * 20_000)])
                await storage.describe(f"t{number}", False, float(number), b"{}")
            full = size()
            assert full > empty + 1_000_000
            assert await storage.forget(55.0) == 55
            assert size() < empty + (full - empty) / 5
            assert len(await storage.listing(listed=False)) == 5

    asyncio.run(story())


def test_a_gap_in_a_log_is_damage(tmp_path: Path, postgres: Callable[[], str]) -> None:
    async def story() -> None:
        address = postgres()
        for storage in (SqliteStorage(tmp_path / "tables.db"), PostgresStorage(address)):
            async with opened(storage):
                await storage.append("t1", 1, [b"1", b"2", b"3"])
                if isinstance(storage, SqliteStorage):
                    with sqlite3.connect(tmp_path / "tables.db") as db:
                        db.execute("DELETE FROM entries WHERE number = 2")
                    db.close()
                else:
                    with psycopg.connect(address, autocommit=True) as connection:
                        connection.execute("DELETE FROM zauber_entries WHERE number = 2")
                with pytest.raises(Damaged, match="Entry 2"):
                    await storage.read("t1")

    asyncio.run(story())
