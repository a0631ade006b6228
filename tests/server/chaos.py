"""Chaos for tests: a proxy that cuts and delays, players that drop, delay, duplicate and reorder, and the judge who
afterwards compares what was acknowledged with what is stored."""

import asyncio
import contextlib
import http.client
import json
import random
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from tests.server.helpers import fetch
from zauber.server.storage.base import Storage
from zauber.server.table import entries

BROKEN = (ConnectionClosed, OSError, InvalidHandshake, InvalidMessage, EOFError, TimeoutError, asyncio.TimeoutError)


class Proxy:
    """Forwards connections to a server, delays some, and cuts some in the middle of anything."""

    def __init__(self, port: int, dice: random.Random, cuts: float) -> None:
        self.port, self.dice, self.cuts = port, dice, cuts
        self.address = ""
        self.cut = 0
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> "Proxy":
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.address = f"ws://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/ws"
        return self

    async def __aexit__(self, *error: object) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        far_writer: asyncio.StreamWriter | None = None
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.port)
            both = [self._pump(reader, far_writer), self._pump(far_reader, writer)]
            tasks = [asyncio.create_task(one) for one in both]
            _, pending = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for other in pending:
                other.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            self._tasks.discard(task)
            for end in (writer, far_writer):
                if end is not None:
                    end.transport.abort()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(4096):
            if self.dice.random() < self.cuts:
                self.cut += 1
                writer.write(data[: self.dice.randrange(len(data))])  # half a frame, and then nothing
                return
            if self.dice.random() < 0.05:
                await asyncio.sleep(self.dice.random() * 0.02)
            writer.write(data)
            await writer.drain()


@dataclass
class Troublemaker:
    """A player of one seat to whom everything happens that can go wrong on a network."""

    addresses: list[str]
    table: str
    seat: int
    token: str
    dice: random.Random
    n: int | None = None
    decided: dict[int, dict[str, Any]] = field(default_factory=dict)
    acks: dict[str, int] = field(default_factory=dict)
    stories: dict[int, str] = field(default_factory=dict)  # what each number was told to be
    over: dict[str, Any] | None = None
    connections: int = 0
    moves: list[dict[str, Any]] = field(default_factory=list)
    old: list[dict[str, Any]] = field(default_factory=list)

    async def play(self) -> None:
        """Play until the match is over, whatever happens."""
        while self.over is None:
            self.connections += 1
            with contextlib.suppress(*BROKEN):
                address = self.dice.choice(self.addresses)
                async with connect(address, compression=None, open_timeout=5, close_timeout=0.1) as socket:
                    await self._converse(socket)
            await asyncio.sleep(self.dice.random() * 0.2)

    async def _converse(self, socket: ClientConnection) -> None:
        hello = {"type": "hello", "table": self.table, "tokens": [self.token], "resume_from": self.n}
        await socket.send(json.dumps({**hello, "sentences": False}))
        first = json.loads(await asyncio.wait_for(socket.recv(), 20))
        assert first["type"] == "welcome", first
        self._welcome(first)
        await self._consider(socket, first["position"])
        while self.over is None:
            if self.dice.random() < 0.01:
                return  # drop the line
            frame = json.loads(await asyncio.wait_for(socket.recv(), 20))
            if frame["type"] == "ack":
                self._acknowledged(frame)
            elif frame["type"] == "refused":
                assert frame["reason"] in ("late", "trouble", "illegal", "not_now"), frame
                if frame["reason"] in ("late", "trouble"):
                    await self._ask_again(socket)
            elif frame["type"] in ("event", "lobby", "said", "begun"):
                assert self.n is not None
                assert frame["n"] == self.n + 1, (frame["n"], self.n)
                self.n = frame["n"]
                if frame["type"] == "event":
                    self._told(frame)
                    self.moves = frame.get("moves", self.moves)
                    await self._consider(socket, frame)

    async def _ask_again(self, socket: ClientConnection) -> None:
        await socket.send('{"type":"ping"}')

    def _welcome(self, frame: dict[str, Any]) -> None:
        assert self.n is None or frame["n"] >= self.n, "the server has forgotten something"
        self.n = frame["n"]
        state = frame["states"][0]
        assert state["viewer"] == self.seat
        self.moves = state["moves"]
        for line in state["lines"]:
            self._told(line)

    def _told(self, frame: dict[str, Any]) -> None:
        story = json.dumps([frame["seat"], frame["action"], frame["phrases"]], sort_keys=True)
        assert self.stories.setdefault(frame["n"], story) == story, "two stories about one number"

    def _acknowledged(self, frame: dict[str, Any]) -> None:
        known = self.acks.setdefault(frame["id"], frame["n"])
        assert known == frame["n"], "acknowledged under two numbers"

    async def _consider(self, socket: ClientConnection, position: dict[str, Any]) -> None:
        if position["over"]:
            self.over = position["outcome"]
            return
        if not self.moves or position["turn"] != self.seat:
            return
        at = position["at"]
        if at not in self.decided:
            action = self.dice.choice(self.moves)["action"]
            play = {"type": "play", "id": f"s{self.seat}-{at}", "seat": self.seat, "action": action, "at": at}
            self.decided[at] = play
        await self._send(socket, self.decided[at])

    async def _send(self, socket: ClientConnection, command: dict[str, Any]) -> None:
        """Send a command: late, twice, or after an old one; what is lost comes again with the next connection."""
        if self.old and self.dice.random() < 0.1:
            await socket.send(json.dumps(self.dice.choice(self.old)))
        if self.dice.random() < 0.05:
            await asyncio.sleep(self.dice.random() * 0.05)
        for _ in range(2 if self.dice.random() < 0.2 else 1):
            await socket.send(json.dumps(command))
        self.old.append(command)
        if self.dice.random() < 0.02:
            raise ConnectionResetError  # gone before the answer


async def lay_table(address: str, seats: int, turn_limit: int) -> tuple[str, list[str]]:
    """A new table in play; its name and the seats' tokens."""
    wanted = {"game": "papageno", "seats": seats, "options": {"turn_limit": turn_limit}, "start": True,
              "sit": [{"seat": seat, "name": f"Player {seat}"} for seat in range(seats)]}  # fmt: skip
    while True:
        with contextlib.suppress(OSError, http.client.HTTPException):  # killed before, or in the middle of, the answer
            status, body, _ = await asyncio.to_thread(fetch, f"{address}/api/tables", json.dumps(wanted).encode(), {})
            if status == 200:
                made = json.loads(body)
                return made["table"], [token["token"] for token in made["tokens"]]
        await asyncio.sleep(0.1)


async def judge(storage: Storage, table: str, players: list[Troublemaker]) -> int:
    """Compare the log with what the players were told; return the number of actions."""
    log = [entries.decode(stored) for stored in await storage.read(table)]
    played: dict[tuple[int, str], int] = {}
    for number, entry in enumerate(log, 1):
        if isinstance(entry, entries.Acted):
            assert (entry.s, entry.id) not in played, "a move was played twice"
            played[entry.s, entry.id] = number
    for player in players:
        for command, number in player.acks.items():
            assert played.get((player.seat, command)) == number, "an acknowledged move is not in the log"
            decided = next(d for d in player.decided.values() if d["id"] == command)
            entry = log[number - 1]
            assert isinstance(entry, entries.Acted)
            assert entry.a == decided["action"]
        assert player.over == players[0].over, "the seats have seen different ends"
    numbers = {n for player in players for n in player.stories}
    assert numbers <= set(played.values())
    return len(played)
