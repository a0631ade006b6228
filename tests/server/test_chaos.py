"""Chaos: connections that break, frames that come twice and late, and servers killed with -9 in mid-match.

No acknowledged move is lost or played twice, all seats see the same end, and the records verify.
"""

import asyncio
import contextlib
import json
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.server.chaos import Proxy, Troublemaker, judge, lay_table
from tests.server.helpers import Process, fetch
from tests.sizes import FULL
from zauber.match import verify
from zauber.server.storage.base import Storage
from zauber.server.storage.postgres import PostgresStorage
from zauber.server.storage.sqlite import SqliteStorage

pytestmark = pytest.mark.no_cover  # repeats much: other tests cover these lines

MATCHES = 200 if FULL else 6
KILLS = 50 if FULL else 2
AT_ONCE = 10 if FULL else 3  # tables in play at the same time
TURNS = 12  # of a round, so that random matches end
OPEN = ("--limit", "table_burst=100000", "--limit", "messages_per_second=100000", "--limit", "message_burst=100000",
        "--limit", "request_burst=100000", "--limit", "sockets_per_address=10000",
        "--limit", "connections_per_address=10000", "--limit", "connection_burst=100000",
        "--limit", "bytes_per_second=1000000000", "--limit", "byte_burst=1000000000")  # fmt: skip


class Chaos:
    """Some servers on one storage, proxies before them, tables with troublemakers, and kills."""

    def __init__(self, servers: list[Process], seed: int) -> None:
        self.servers = servers
        self.dice = random.Random(seed)
        self.finished: list[tuple[str, list[Troublemaker]]] = []
        self.kills = 0
        self.connections = 0

    async def run(self, matches: int, kills: int) -> None:
        async with contextlib.AsyncExitStack() as stack:
            proxies = []
            for server in self.servers:
                proxies.append(await stack.enter_async_context(Proxy(server.port, self.dice, cuts=0.004)))
            addresses = [proxy.address for proxy in proxies]
            killing = asyncio.create_task(self._kill(kills, matches))
            turnstile = asyncio.Semaphore(AT_ONCE)
            try:
                async with asyncio.TaskGroup() as group:
                    for number in range(matches):
                        group.create_task(self._match(addresses, turnstile, number))
                await killing  # the last one killed is there again
            finally:
                killing.cancel()

    async def _match(self, addresses: list[str], turnstile: asyncio.Semaphore, number: int) -> None:
        async with turnstile:
            seats = 2 + number % 3
            table, tokens = await lay_table(self.servers[0].address, seats, TURNS)
            players = [
                Troublemaker(addresses, table, seat, tokens[seat], random.Random(f"{number} {seat}"))
                for seat in range(seats)
            ]
            await asyncio.gather(*(player.play() for player in players))
            self.finished.append((table, players))
            self.connections += sum(player.connections for player in players)

    async def _kill(self, kills: int, matches: int) -> None:
        """Spread the kills over the matches, at any moment of them."""
        for number in range(kills):
            while len(self.finished) < matches * number / kills - AT_ONCE:
                await asyncio.sleep(0.02)
            await asyncio.sleep(0.3 + self.dice.random() * 0.7)
            server = self.servers[-1 - number % len(self.servers)]
            server.kill()
            self.kills += 1
            await asyncio.sleep(self.dice.random() * 0.3)
            await asyncio.to_thread(server.start)


async def check_all(chaos: Chaos, storage: Storage, address: str) -> int:
    """Judge every match, and verify its record as anybody could."""
    actions = 0
    await storage.open()
    try:
        for table, players in chaos.finished:
            actions += await judge(storage, table, players)
            status, body, _ = await asyncio.to_thread(fetch, f"{address}/api/matches/{table}.1/record", None, {})
            assert status == 200
            assert players[0].over is not None
            assert list(verify(body).match.record().result or ()) == players[0].over["shares"]
            assert json.loads(body)["secret"]
    finally:
        await storage.close()
    return actions


@pytest.mark.slow
@pytest.mark.timeout(3600 if FULL else 600)
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_killed_servers_lose_and_double_nothing(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    if kind == "sqlite":
        database = str(tmp_path / "tables.db")
        storage: Storage = SqliteStorage(database, reading=True)
    else:
        database = request.getfixturevalue("postgres")()
        storage = PostgresStorage(database)
    server = Process(database, tmp_path, *OPEN)
    server.start()
    began = time.monotonic()
    try:
        chaos = Chaos([server], seed=11)
        asyncio.run(chaos.run(MATCHES, KILLS))
        actions = asyncio.run(check_all(chaos, storage, server.address))
    finally:
        server.stop()
    assert chaos.kills >= KILLS
    assert len(chaos.finished) == MATCHES
    seconds = time.monotonic() - began
    print(f"{kind}: {MATCHES} matches, {actions} moves, {chaos.kills} kills, {chaos.connections} connections"
          f" in {seconds:.0f} s")  # fmt: skip


@pytest.mark.slow
@pytest.mark.timeout(3600 if FULL else 600)
def test_two_servers_share_their_tables_and_one_is_killed_in_mid_match(
    tmp_path: Path, postgres: Callable[[], str]
) -> None:
    database = postgres()
    servers = [Process(database, tmp_path, *OPEN) for _ in range(2)]
    for server in servers:
        server.start()
    try:
        chaos = Chaos(servers, seed=12)
        asyncio.run(chaos.run(MATCHES, KILLS))  # the second one first, then each in turn
        asyncio.run(check_all(chaos, PostgresStorage(database), servers[0].address))
    finally:
        for server in servers:
            server.stop()
    assert chaos.kills >= KILLS
    assert len(chaos.finished) == MATCHES
