"""For the operator of a house: backup and restore while it runs, and `zauber admin`."""

import asyncio
import json
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.server.helpers import OPEN_HANDED, ConnectionClosed, client, running
from zauber.errors import ZauberError
from zauber.server.live.house import HouseSettings
from zauber.server.run.admin import admin, admin_token, token_file
from zauber.server.run.backups import backup, restore
from zauber.server.storage.base import Storage
from zauber.server.storage.postgres import PostgresStorage
from zauber.server.storage.sqlite import SqliteStorage


async def play_some(server: Any, moves: int = 3) -> tuple[str, list[str]]:
    room, host, tokens = await server.table()
    async with client(server.ws, room.table.name, [host, *tokens]) as hot:
        await hot.ask("start")
        for _ in range(moves):
            seat = hot.position["turn"]
            await hot.ask("play", seat=seat, action=hot.moves[seat][0]["action"])
    return room.table.name, [host, *tokens]


def test_a_backup_of_a_busy_house_comes_to_its_end(tmp_path: Path) -> None:
    async def story() -> None:
        storage = SqliteStorage(tmp_path / "old.db")
        await storage.open()
        try:
            await storage.append("t1", 1, [b'"%s"' % (b"b" * 2_000)] * 15_000)
            copying = asyncio.create_task(asyncio.to_thread(backup, str(tmp_path / "old.db"), str(tmp_path / "new.db")))
            number = 0
            while not copying.done():
                number += 1
                await storage.append("t2", number, [b"{}"])
                await asyncio.sleep(0.002)
            assert await copying == 0
            assert number > 1
        finally:
            await storage.close()

    asyncio.run(asyncio.wait_for(story(), 120))


@pytest.mark.parametrize("kinds", [("sqlite", "sqlite"), ("postgres", "sqlite"), ("sqlite", "postgres")])
def test_a_backup_of_a_running_house_is_whole_and_comes_back(
    kinds: tuple[str, str], tmp_path: Path, postgres: Callable[[], str], capsys: pytest.CaptureFixture[str]
) -> None:
    def place(kind: str, name: str) -> tuple[str, Callable[[], Storage]]:
        if kind == "sqlite":
            path = str(tmp_path / name)
            return path, lambda: SqliteStorage(path)
        address = postgres()
        return address, lambda: PostgresStorage(address)

    (database, old), (other, new) = place(kinds[0], "old.db"), place(kinds[1], "new.db")
    file = tmp_path / "house.backup"

    async def story() -> None:
        settings = HouseSettings(limits=OPEN_HANDED, compile=False)
        async with running(old(), settings) as server:
            name, tokens = await play_some(server)
            keys = (await server.house.post.keys()).public
            await asyncio.to_thread(backup, database, str(file))
            stored = await server.house.storage.read(name)
            assert len(stored) > 5
        assert stat.S_IMODE(os.stat(file).st_mode) == 0o600
        async with running(new(), settings) as server:  # a house without tables has keys of its own
            assert (await server.house.post.keys()).public != keys
        await asyncio.to_thread(restore, str(file), other, False)
        async with running(new(), settings) as server:
            assert (await server.house.post.keys()).public == keys
            assert (await server.house.storage.read(name))[: len(stored) - 2] == stored[:-2]
            async with client(server.ws, name, tokens) as hot:
                assert hot.position["at"] == 3
                seat = hot.position["turn"]
                assert (await hot.ask("play", seat=seat, action=hot.moves[seat][0]["action"]))["type"] == "ack"
            if kinds[1] == "sqlite":  # never under a running server
                with pytest.raises(ZauberError, match="in use"):
                    await asyncio.to_thread(restore, str(file), other, True)
        with pytest.raises(ZauberError, match="--replace"):
            await asyncio.to_thread(restore, str(file), other, False)
        await asyncio.to_thread(restore, str(file), other, True)

    asyncio.run(asyncio.wait_for(story(), 240))
    with pytest.raises(ZauberError, match="already exists"):
        backup(database, str(file))
    file.write_bytes(b"nothing of the kind" * 300)
    with pytest.raises(ZauberError, match="not a backup"):
        restore(str(file), other, True)


def test_the_administrator_sees_closes_bans_and_announces(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = str(tmp_path / "tables.db")
    token = admin_token(database)
    assert stat.S_IMODE(os.stat(token_file(database)).st_mode) == 0o600
    assert admin_token(database) == token
    settings = HouseSettings(limits=OPEN_HANDED, compile=False, admin_token=token)

    async def story() -> None:
        async with running(tmp_path, settings) as server:

            async def ask(what: str, **wanted: Any) -> str:
                await asyncio.to_thread(admin, server.address, database, what, **wanted)
                return capsys.readouterr().out

            room, host, tokens = await server.table()
            name = room.table.name
            async with client(server.ws, name, [host, *tokens]) as hot:
                shown = await ask("tables")
                assert name in shown
                assert "Player 0, Player 1" in shown
                assert "1 guests" in await ask("announce", sentence="We restart at ten.")
                assert (await hot.until("notice"))["sentence"] == "We restart at ten."
                await ask("ban", name="Eve", address=None, minutes=1)
                refused = await hot.ask("set_name", seat=0, name="ЕVE")
                assert refused["reason"] == "bad_name"
                assert "closed" in await ask("close", table=name)
                goodbye = await hot.until("goodbye")
                assert "closed" in goodbye["sentence"]
            with pytest.raises((ConnectionClosed, AssertionError)):
                async with client(server.ws, name, tokens):
                    pass
            del server.house.rooms[name]
            again = await server.house.room(name)
            assert again is not None
            assert again.table.closed
            status, body, _ = await server.get("/api/admin/tables")
            assert (status, json.loads(body)["reason"]) == (403, "not_host")
            await ask("ban", address="127.0.0.1", name=None, minutes=1)
            assert (await server.get("/healthz"))[0] == 403
            banned = [who for who, _ in server.house.bans.listed()]
            with pytest.raises(ZauberError, match="no such table"):
                await ask("close", table="nosuchtable")
        async with running(tmp_path, settings) as server:  # a ban outlives a restart
            assert [who for who, _ in server.house.bans.listed()] == banned
            assert (await server.get("/healthz"))[0] == 403
            assert "2 bans lifted" in await ask("ban", address=None, name=None)
            assert (await server.get("/healthz"))[0] == 200

    asyncio.run(asyncio.wait_for(story(), 240))
    with pytest.raises(ZauberError, match="No server answers"):
        admin("http://127.0.0.1:1", database, "tables")
    nowhere = tmp_path / "nowhere" / "other.db"
    with pytest.raises(ZauberError, match=r"no administrator's token in .*other.db.admin: --database must be"):
        admin("http://127.0.0.1:1", str(nowhere), "tables")
    assert not nowhere.parent.exists()


def test_without_a_token_there_is_no_administration(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            assert (await server.get("/api/admin/tables", Authorization="Bearer "))[0] == 404

    asyncio.run(asyncio.wait_for(story(), 240))
