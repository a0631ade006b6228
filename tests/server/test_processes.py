"""Several server processes on one PostgreSQL: what happens in one is seen in the others, and a dead one is noticed."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.server.helpers import client, running
from zauber.server.access.bans import Bans
from zauber.server.live.house import House, HouseSettings
from zauber.server.live.orders import LOG as ORDERS
from zauber.server.live.orders import TRIES, Orders
from zauber.server.storage.base import Collision, Trouble
from zauber.server.storage.postgres import PostgresStorage


def run(story: Any) -> None:
    asyncio.run(asyncio.wait_for(story, 240))


def test_a_table_of_two_processes_is_one_table(postgres: Callable[[], str]) -> None:
    async def story() -> None:
        address = postgres()
        async with running(PostgresStorage(address)) as here, running(PostgresStorage(address)) as there:
            room, host, tokens = await here.table(listed=True, options={"turn_limit": 5})
            name = room.table.name
            async with client(here.ws, name, [host, tokens[0]]) as ada, client(there.ws, name, [tokens[1]]) as ben:
                came = await ada.until(lambda f: f["type"] == "lobby" and f["what"]["args"] == {"who": 1})
                assert came["table"]["seats"][1]["here"]
                assert (await ben.ask("say", seat=1, phrase="hello"))["type"] == "ack"
                assert (await ada.until("said"))["phrase"] == "hello"
                assert (await ada.ask("start"))["type"] == "ack"
                await ben.until("begun")
                players = {0: ada, 1: ben}
                while not ada.position["over"]:
                    seat = ada.position["turn"]
                    actor = players[seat]
                    at = ada.position["at"]
                    while actor.position["at"] < at:
                        await actor.receive()
                    move = actor.moves[seat][0]["action"]
                    answer = await actor.ask("play", seat=seat, action=move, at=at)
                    assert answer["type"] == "ack", answer
                    while ada.position["at"] <= at:
                        await ada.receive()
                while not ben.position["over"]:
                    await ben.receive()
                assert ben.position["outcome"] == ada.position["outcome"]
                other = there.house.rooms[name]
                assert other.table.match.truth == room.table.match.truth
            status, body, _ = await there.get("/api/tables")
            assert status == 200
            assert name.encode() in body

    run(story())


def test_a_process_that_died_leaves_nobody_sitting_there(
    postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zauber.server.live.house.ALIVE_FOR", 0.6)
    monkeypatch.setattr("zauber.server.storage.postgres.ALIVE_FOR", 0.6)

    async def story() -> None:
        address = postgres()
        async with running(PostgresStorage(address)) as here, running(PostgresStorage(address)) as there:
            room, host, tokens = await here.table()
            name = room.table.name
            async with client(here.ws, name, [host, tokens[0]]) as ada, client(there.ws, name, [tokens[1]]):
                await ada.until(lambda f: f["type"] == "lobby" and f["what"]["args"] == {"who": 1})
                there.house._last_beat = 1e12  # it beats no more: dead, or cut off
                gone = {"key": "lobby.away", "args": {"who": 1}}
                await ada.until(lambda f: f["type"] == "lobby" and f["what"] == gone)

    run(story())


def test_a_process_that_closes_is_known_to_be_gone_at_once_and_its_bots_are_not_waited_for(
    postgres: Callable[[], str],
) -> None:
    async def story() -> None:
        address = postgres()
        async with running(PostgresStorage(address)) as here:
            async with running(PostgresStorage(address)) as there:
                gone = there.house.process
                room, _, _ = await here.table()
                await here.house._beat()
                here.house._last_beat = -100.0
                await here.house._beat()
                assert here.house.alive == {here.house.process, gone}
                room.table.seats[0].processes = {gone, here.house.process}
            here.house._last_beat = -100.0
            await here.house._beat()
            assert here.house.alive == {here.house.process}
            assert room.partners._are_ours(), "whoever is left moves the bots"

    run(story())


def test_what_cannot_be_told_is_stored_all_the_same_and_everybody_may_come_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            room, host, tokens = await server.table()
            async with client(server.ws, room.table.name, [host, *tokens]) as hot:
                await hot.ask("start")
                with monkeypatch.context() as broken:
                    broken.setattr("zauber.server.live.telling.Sight", None)
                    await hot.send(type="play", id="p", seat=0, action=1)
                    await hot.socket.wait_closed()
            async with client(server.ws, room.table.name, tokens) as hot:
                assert hot.position["at"] == 1
                assert (await hot.ask("play", seat=0, action=1, id="p"))["type"] == "ack"
                assert room.table.at == 1

    run(story())


def test_tables_that_nobody_visits_leave_the_memory_and_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zauber.server.live.house.IDLE", 0.0)

    async def story() -> None:
        async with running(tmp_path) as server:
            room, _, tokens = await server.table()
            house: House = server.house
            for _ in range(1200):
                if room.table.name not in house.rooms:
                    break
                await asyncio.sleep(0.05)
            assert room.table.name not in house.rooms
            async with client(server.ws, room.table.name, tokens) as hot:
                assert hot.frames[0]["you"]["seats"] == [0, 1]
            house._last_clearing = -1e9
            house.settings.keep_days = -1
            await house._clear_out()
            assert await house.storage.read(room.table.name) == []

    run(story())


def test_bans_and_announcements_hold_in_the_whole_house(postgres: Callable[[], str]) -> None:
    async def story() -> None:
        address = postgres()
        async with running(PostgresStorage(address)) as here, running(PostgresStorage(address)) as there:
            room, host, tokens = await here.table()
            name = room.table.name
            async with client(here.ws, name, [host, tokens[0]]) as ada, client(there.ws, name, [tokens[1]]) as ben:
                assert await here.house.orders.announce("We restart at ten.") == 1
                for guest in (ada, ben):
                    assert (await guest.until("notice"))["sentence"] == "We restart at ten."
                await asyncio.gather(  # given at once to both: one of them collides, and neither is lost
                    here.house.orders.ban(60, name="Eve"), there.house.orders.ban(60, address="192.0.2.7")
                )
                while here.house.orders.n < 3 or there.house.orders.n < 3:
                    await asyncio.sleep(0.01)
                refused = await ben.ask("set_name", seat=1, name="ЕVE")
                assert refused["reason"] == "bad_name"
                assert here.house.bans.address("192.0.2.7")
                assert here.house.bans.listed()[0][0] == there.house.bans.listed()[0][0]
                assert [f["type"] for f in ada.frames].count("notice") == 1
            async with running(PostgresStorage(address)) as later:  # a ban outlives the process; words do not
                assert later.house.bans.name("Eve")
                await later.house.orders.lift()
            while there.house.bans.listed():
                await asyncio.sleep(0.01)
            await there.house.storage.append(ORDERS, there.house.orders.n + 1, [b'{"type":"of a later version"}'])
            async with running(PostgresStorage(address)) as last:
                assert not last.house.bans.listed()
                await last.house.orders.ban(0.0, name="Eve")
                assert not last.house.bans.name("Eve")

    run(story())


class Contested:
    """A storage in which others are always quicker, or which cannot be read."""

    def __init__(self, broken: bool = False) -> None:
        self.broken, self.asked = broken, 0

    async def append(self, log: str, first: int, entries: list[bytes]) -> None:
        self.asked += 1
        raise Collision("taken")

    async def read(self, log: str, after: int = 0) -> list[bytes]:
        if self.broken:
            raise Trouble("damaged")
        return []


def test_an_order_that_always_collides_is_refused_in_words() -> None:
    storage: Any = Contested()
    orders = Orders(storage, Bans(), lambda sentence: 0)
    with pytest.raises(Trouble, match="Too many orders"):
        run(orders.lift())
    assert storage.asked == TRIES


def test_a_house_whose_orders_cannot_be_read_opens_all_the_same(
    postgres: Callable[[], str], caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        house = House(PostgresStorage(postgres()), HouseSettings(compile=False))
        broken: Any = Contested(broken=True)
        house.orders._storage = broken
        await house.open()
        await house.close()

    run(story())
    assert "bans cannot be read" in caplog.text
