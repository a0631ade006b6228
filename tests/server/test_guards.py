"""Guards behind other guards: each holds even when the one in front of it is removed."""

import asyncio
import contextlib
import os
import shutil
import sqlite3
import stat
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.asyncio.client import connect

from tests.server.helpers import OPEN_HANDED, ConnectionClosed, client, running
from tests.server.test_storage import opened
from tests.server.test_wire import CLOSE, frame, heard
from zauber.match import Ply
from zauber.server.access.limits import Limits
from zauber.server.live import door
from zauber.server.live.connection import Connection
from zauber.server.live.house import House, HouseSettings
from zauber.server.live.records import ACTIONS_AT_ONCE, PublicRecord
from zauber.server.storage import file
from zauber.server.storage.base import Collision, Trouble, WhenStored
from zauber.server.storage.postgres import PostgresStorage
from zauber.server.storage.sqlite import SqliteStorage
from zauber.server.table import entries
from zauber.server.table.authority import Authority
from zauber.server.table.plies import Plies

PLAIN = HouseSettings(limits=OPEN_HANDED, compile=False)


class Forgetful(SqliteStorage):
    """Stores what it is given and says, where it is told to, that something went wrong."""

    losing: Trouble | None = None
    asked = 0

    def post(self, log: str, first: int, entries: Sequence[bytes], told: WhenStored) -> None:
        lost, self.losing = self.losing, None
        self.asked += 1
        super().post(log, first, entries, told if lost is None else lambda error: told(error or lost))


LOST = [Trouble("the answer was lost"), Collision("somebody else was quicker")]


@pytest.mark.parametrize("lost", LOST, ids=["trouble", "collision"])
def test_a_stored_move_whose_answer_was_lost_is_found_and_not_stored_again(tmp_path: Path, lost: Trouble) -> None:
    async def story() -> None:
        storage = Forgetful(tmp_path / "tables.db")
        async with running(storage, PLAIN) as server:
            room, host, tokens = await server.table()
            async with client(server.ws, room.table.name, [host, *tokens]) as hot:
                await hot.ask("start")
                seat = hot.position["turn"]
                storage.losing, before = lost, storage.asked
                answer = await hot.ask("play", seat=seat, action=hot.moves[seat][0]["action"])
                assert (answer["type"], answer["played"]) == ("ack", 1)
                assert storage.asked == before + 1
                said = {"seat": 0, "phrase": "hello", "id": "said"}
                storage.losing, before = Trouble("the answer was lost"), storage.asked
                assert (await hot.ask("say", **said))["reason"] == "trouble"
                assert (await hot.ask("say", **said))["type"] == "ack"
                assert storage.asked == before + 1
            stored = [entries.decode(entry) for entry in await storage.read(room.table.name)]
            assert len([entry for entry in stored if isinstance(entry, (entries.Acted, entries.Talked))]) == 2

    asyncio.run(asyncio.wait_for(story(), 240))


def test_a_run_of_moves_knows_the_one_that_collided_with_itself(tmp_path: Path) -> None:
    async def story() -> None:
        storage = Forgetful(tmp_path / "tables.db")
        async with running(storage, PLAIN) as server:
            room, host, tokens = await server.table()
            async with client(server.ws, room.table.name, [host, *tokens]) as hot:
                await hot.ask("start")
                for ply in (1, 2):
                    storage.losing = Collision("somebody else was quicker")
                    seat = hot.position["turn"]
                    answer = await hot.ask("play", seat=seat, actions=[hot.moves[seat][0]["action"]])
                    assert (answer["type"], answer["played"]) == ("ack", 1)
                    assert room.table.match.ply == ply

    asyncio.run(asyncio.wait_for(story(), 240))


def test_what_is_stored_already_in_the_same_words_is_no_collision(postgres: Callable[[], str]) -> None:
    async def story() -> None:
        address = postgres()
        async with opened(PostgresStorage(address)) as storage:
            with psycopg.connect(address, autocommit=True) as other:
                other.execute("INSERT INTO zauber_entries VALUES ('t', 1, '{\"a\":1}'), ('u', 1, '{\"b\":1}')")
            await storage.append("t", 1, [b'{"a":1}'])
            with pytest.raises(Collision):
                await storage.append("u", 1, [b'{"a":1}'])
            assert await storage.read("t") == [b'{"a":1}']

    asyncio.run(asyncio.wait_for(story(), 240))


def test_a_disk_with_little_room_is_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with opened(SqliteStorage(tmp_path / "tables.db")) as storage:
            await storage.check()
            usage = SimpleNamespace(free=file.LEAST_FREE - 1)
            monkeypatch.setattr(shutil, "disk_usage", lambda folder: usage)
            with pytest.raises(Trouble, match="is full"):
                await storage.check()

    asyncio.run(story())


def test_a_file_that_does_not_hold_what_was_written_is_not_ready(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"

    async def story() -> None:
        async with opened(SqliteStorage(path)) as storage:
            await storage.check()
            with contextlib.closing(sqlite3.connect(path)) as other:
                other.execute("CREATE TRIGGER lose AFTER INSERT ON health BEGIN UPDATE health SET word = 'x'; END")
                other.commit()
            with pytest.raises(Trouble, match="does not hold"):
                await storage.check()

    asyncio.run(story())


def test_a_folder_in_the_place_of_the_file_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "tables.db").mkdir()

    async def story() -> None:
        with pytest.raises(Trouble, match="Tables cannot be stored in"):
            await SqliteStorage(tmp_path / "tables.db").open()

    asyncio.run(story())


def test_single_frames_are_counted_as_they_come(tmp_path: Path) -> None:
    settings = HouseSettings(limits=replace(OPEN_HANDED, bytes_per_second=1, byte_burst=3_000), compile=False)

    async def story() -> None:
        async with running(tmp_path, settings) as server:
            sent = 0
            with contextlib.suppress(ConnectionClosed):
                async with connect(server.ws, compression=None, ping_interval=None) as socket:
                    for sent in range(1, 100):
                        await asyncio.wait_for(await socket.ping(str(sent)), 60)  # one frame in one piece
            assert sent < 20

    asyncio.run(asyncio.wait_for(story(), 240))


def test_the_house_holds_so_many_connections_wherever_they_come_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "descriptors", lambda: door.RESERVED + 2)
    for proxy in (False, True):
        gate = door.Gate(Limits(), proxy)
        assert [gate.let_in(f"192.0.2.{i}") for i in range(4)] == [True, True, False, False]
        gate.let_out("192.0.2.0")
        assert gate.let_in("192.0.2.9")
        assert gate.turned_away == 2


# Actions that are kept in a few bytes ---------------------------------------------------------------------------


def test_plies_are_those_that_were_added() -> None:
    notations = ["draw", "take", "leave"]
    added = [Ply(number, number % 3, number % 3, notations[number % 3]) for number in range(1, 60)]
    plies = Plies(notations, added)
    assert (list(plies), len(plies), plies[-1], plies[0]) == (added, 59, added[-1], added[0])
    assert plies[10:14] == added[10:14]
    del plies[-9:]
    del plies[40]
    assert (list(plies), plies.cuts) == (added[:40], [50, 40])
    for bad in (40, -41):
        with pytest.raises(IndexError, match="among 40"):
            _ = plies[bad]
    with pytest.raises(TypeError, match="replaced"):
        plies[0] = added[0]
    with pytest.raises(TypeError, match="at the end"):
        plies.insert(0, added[0])


def test_a_public_record_follows_what_was_taken_back_although_later_actions_are_the_same() -> None:
    async def story() -> None:
        match: Any = Authority("papageno", 2, seed=1, compiled=False)
        record = PublicRecord()

        def play(first: int) -> None:
            for place in (first, 3):  # both turn a card up
                match.play(place)

        play(1)
        assert await record.text(match) == match.public_record().text()
        match.take_back(2)
        play(2)
        assert await record.text(match) == match.public_record().text()
        assert len(match.cuts) == 1

    asyncio.run(story())


def test_a_public_record_is_made_a_little_at_a_time_and_kept() -> None:
    async def story() -> None:
        match: Any = Authority("papageno", 2, seed=2, compiled=False)
        while not match.over and match.ply < 3 * ACTIONS_AT_ONCE:
            match.play(match.moves.actions[0])
        assert match.ply > ACTIONS_AT_ONCE
        record = PublicRecord()
        asked, turns = asyncio.ensure_future(record.text(match)), 0
        while not asked.done():
            await asyncio.sleep(0)
            turns += 1
        assert turns > match.ply // ACTIONS_AT_ONCE
        assert await record.text(match) is asked.result()

    asyncio.run(story())


# Files that hold secrets ------------------------------------------------------------------------------------------


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def kept_in(path: Path) -> None:
    """A database, and a record."""

    async def story() -> None:
        async with opened(SqliteStorage(path / "tables.db")):
            pass

    asyncio.run(story())
    Authority("papageno", 2, seed=1, compiled=False).save(path / "match.json")


def test_files_that_were_readable_by_others_are_so_no_longer(tmp_path: Path) -> None:
    for name in ("tables.db", "match.json"):
        (tmp_path / name).touch()
        (tmp_path / name).chmod(0o644)
    kept_in(tmp_path)
    assert [mode(tmp_path / name) for name in ("tables.db", "match.json")] == [0o600, 0o600]


def test_new_files_are_never_readable_by_others_not_even_for_a_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("chmod", "fchmod"):  # what would mend it afterwards
        monkeypatch.setattr(os, name, lambda *given: None)
    before = os.umask(0)
    try:
        kept_in(tmp_path)
    finally:
        os.umask(before)
    assert [mode(tmp_path / name) for name in ("tables.db", "match.json")] == [0o600, 0o600]


# One after the other ----------------------------------------------------------------------------------------------


def test_a_move_waits_while_a_command_of_the_same_guest_is_carried_out(tmp_path: Path) -> None:
    async def story() -> None:
        house: Any = House(SqliteStorage(tmp_path / "tables.db"), PLAIN)
        moved: list[Any] = []
        connection: Any = Connection(house, None, None)

        def move(guest: Any, command: Any) -> bool:
            moved.append(command)
            return True

        connection.room = SimpleNamespace(move=move)
        connection.guest = object()
        play = b'{"type":"play","id":"p1","seat":0,"action":1}'
        connection._busy = True
        assert not connection.hear(play)
        assert not moved
        connection._busy = False
        assert connection.hear(play)
        assert len(moved) == 1

    asyncio.run(story())


def test_what_comes_after_a_close_is_not_even_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[bytes] = []
    really = WebSocketsSansIOProtocol.data_received

    def noted(self: Any, data: bytes) -> None:
        read.append(data)
        really(self, data)

    monkeypatch.setattr(WebSocketsSansIOProtocol, "data_received", noted)
    late = frame(b"late")
    for pieces in ([CLOSE + late], [CLOSE, late]):
        assert asyncio.run(heard(pieces, lambda text: False)) == ([], [], 1000)
    assert CLOSE in read
    assert late not in read
