"""A rolling restart: processes on one PostgreSQL behind a balancer without stickiness, stopped and started in turn.

The players do what the page does: when a connection ends they come back by themselves and send again what was not
answered. Nothing is refused, nothing is lost or doubled, and nobody waits long.
"""

import asyncio
import contextlib
import itertools
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.proxy import Proxy
from tests.server.chaos import BROKEN, lay_table
from tests.server.helpers import Process, fetch
from zauber.server.storage.postgres import PostgresStorage
from zauber.server.table import entries

PACE = 0.03  # seconds between a player's seeing a position and moving
OPEN = ("--limit", "table_burst=1000", "--limit", "messages_per_second=1000")


class Player:
    """One seat, played as the page does it (`web/src/net/wire.ts`)."""

    def __init__(self, address: str, table: str, seat: int, token: str) -> None:
        self.address, self.table, self.seat, self.token = address, table, seat, token
        self.n: int | None = None
        self.pending: dict[str, Any] | None = None
        self.acknowledged: dict[str, int] = {}
        self.refused: list[dict[str, Any]] = []
        self.returns: list[float] = []  # seconds from losing a connection to the next welcome
        self.ended = asyncio.Event()
        self._ids = itertools.count()
        self._moves: list[dict[str, Any]] = []
        self._position: dict[str, Any] = {}

    async def play(self) -> None:
        lost = None
        while not self.ended.is_set():
            with contextlib.suppress(*BROKEN):
                async with connect(self.address, compression=None, open_timeout=5, close_timeout=0.5) as socket:
                    hello = {"type": "hello", "table": self.table, "tokens": [self.token], "resume_from": self.n}
                    await socket.send(json.dumps({**hello, "sentences": False}))
                    await self._welcomed(socket, json.loads(await asyncio.wait_for(socket.recv(), 20)))
                    if lost is not None:
                        self.returns.append(time.monotonic() - lost)
                    lost = None
                    await self._converse(socket)
            lost = lost or time.monotonic()
            await asyncio.sleep(0.05)

    async def _welcomed(self, socket: ClientConnection, frame: dict[str, Any]) -> None:
        assert frame["type"] == "welcome", frame
        assert self.n is None or frame["n"] >= self.n, "older than what was seen"
        self.n = frame["n"]
        self._moves = frame["states"][0]["moves"]
        if self.pending is not None:
            await socket.send(json.dumps(self.pending))
        self._position = frame["position"]
        await self._consider(socket)

    async def _converse(self, socket: ClientConnection) -> None:
        while not self.ended.is_set():
            frame = json.loads(await socket.recv())
            if frame["type"] == "ack" and self.pending is not None and frame["id"] == self.pending["id"]:
                self.acknowledged[frame["id"]] = frame["n"]
                self.pending = None
                await self._consider(socket)  # the event came before its answer
            elif frame["type"] == "refused":
                self.refused.append(frame)
            elif frame["type"] == "goodbye":
                assert frame["again"] is not None, frame
            elif frame["type"] in ("event", "lobby", "said", "begun"):
                assert self.n is not None
                assert frame["n"] in (self.n, self.n + 1), (frame["n"], self.n)
                self.n = frame["n"]
                if frame["type"] == "event":
                    self._moves = frame.get("moves", self._moves)
                    self._position = frame
                    await self._consider(socket)

    async def _consider(self, socket: ClientConnection) -> None:
        position = self._position
        if position["over"]:
            self.ended.set()
        elif position["turn"] == self.seat and self._moves and self.pending is None:
            await asyncio.sleep(PACE)
            name, action = f"m{next(self._ids)}", self._moves[0]["action"]
            self.pending = {"type": "play", "id": name, "seat": self.seat, "action": action, "at": position["at"]}
            await socket.send(json.dumps(self.pending))


async def ready(server: Process) -> None:
    for _ in range(1200):
        with contextlib.suppress(OSError):
            if (await asyncio.to_thread(fetch, f"{server.address}/readyz", None, {}))[0] == 200:
                return
        await asyncio.sleep(0.05)
    raise AssertionError("The server is not ready.")


def test_each_process_is_restarted_in_turn_and_nobody_is_refused(tmp_path: Path, postgres: Callable[[], str]) -> None:
    database = postgres()
    servers = [Process(database, tmp_path, *OPEN) for _ in range(2)]
    for server in servers:
        server.start()

    async def story(proxy: Proxy) -> None:
        players: list[Player] = []
        for _ in range(3):
            table, tokens = await lay_table(proxy.address, 2, 1000)
            players += [Player(proxy.ws, table, seat, token) for seat, token in enumerate(tokens)]
        playing = [asyncio.create_task(player.play()) for player in players]

        async def everybody_moves() -> None:
            before = [len(player.acknowledged) for player in players]
            async with asyncio.timeout(100):
                while any(len(p.acknowledged) < b + 3 for p, b in zip(players, before, strict=True)):
                    await asyncio.sleep(0.05)

        await everybody_moves()
        for server in servers:
            assert await asyncio.to_thread(server.stop) == 0
            await everybody_moves()  # on the other one alone
            await asyncio.to_thread(server.start)
            await ready(server)
            await everybody_moves()
        for player in players:
            player.ended.set()
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for task in playing:
            if not task.cancelled():
                task.result()
        await judge(players, PostgresStorage(database))
        assert len(proxy.served) == 2

    try:
        with Proxy([server.port for server in servers]) as proxy:
            asyncio.run(asyncio.wait_for(story(proxy), 240))
    finally:
        for server in servers:
            server.kill()


async def judge(players: list[Player], storage: PostgresStorage) -> None:
    """Compare what the players were told with what is stored."""
    await storage.open()
    try:
        for player in players:
            assert player.refused == []
            assert player.returns, "every player was on a process that was restarted"
            assert max(player.returns) < 30, "it came back by itself"
            log = [entries.decode(stored) for stored in await storage.read(player.table)]
            acted = [(n, entry) for n, entry in enumerate(log, 1) if isinstance(entry, entries.Acted)]
            own = [(entry.id, n) for n, entry in acted if entry.s == player.seat]
            assert len({name for name, _ in own}) == len(own), "a move was stored twice"
            assert player.acknowledged.items() <= dict(own).items()
            assert len(own) - len(player.acknowledged) <= 1, "at most the last one is unanswered"
    finally:
        await storage.close()
