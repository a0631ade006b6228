"""A server for tests, in this process or in one of its own, and a client that checks what it receives."""

import asyncio
import contextlib
import hashlib
import itertools
import json
import os
import secrets
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from zauber.server.access.limits import Limits
from zauber.server.live.house import House, HouseSettings
from zauber.server.live.room import Room
from zauber.server.protocol.bodies import NewTable, Sitter
from zauber.server.run.serving import Server, listening_socket
from zauber.server.storage.base import Storage
from zauber.server.storage.sqlite import SqliteStorage

OPEN_HANDED = Limits(
    messages_per_second=1e6,
    message_burst=1e6,
    table_burst=1e6,
    request_burst=1e6,
    sockets_per_address=10_000,
    changes_per_second=1e6,
    change_burst=1e6,
    entries_per_hour=1e9,
    connections_per_address=10_000,
    connection_burst=1e6,
    bytes_per_second=1e9,
    byte_burst=1e9,
    replay_seconds=240,
)


@dataclass
class Running:
    """A server in this process."""

    house: House
    address: str

    @property
    def ws(self) -> str:
        return self.address.replace("http", "ws", 1) + "/ws"

    async def get(self, path: str, **headers: str) -> tuple[int, bytes, dict[str, str]]:
        return await asyncio.to_thread(fetch, self.address + path, None, headers)

    async def post(self, path: str, body: Any, **headers: str) -> tuple[int, bytes, dict[str, str]]:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        return await asyncio.to_thread(fetch, self.address + path, content, headers)

    async def table(self, game: str = "papageno", seats: int = 2, **more: Any) -> tuple[Room, str, list[str]]:
        """A new table where everybody sits already: the room, the host's token, the seats' tokens."""
        sit = [Sitter(seat, f"Player {seat}") for seat in range(seats)]
        wanted = NewTable(game, seats, **{"sit": sit, **more})
        room, host, tokens = await self.house.create(wanted)
        return room, host, [token.token for token in tokens]


def fetch(address: str, body: bytes | None, headers: dict[str, str]) -> tuple[int, bytes, dict[str, str]]:
    """An HTTP request that returns error answers too instead of raising."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(address, body, named)
    try:
        with urllib.request.urlopen(request, timeout=200) as answer:
            return answer.status, answer.read(), {k.lower(): v for k, v in answer.headers.items()}
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read(), {k.lower(): v for k, v in error.headers.items()}


@contextlib.asynccontextmanager
async def running(
    storage: Storage | Path, settings: HouseSettings | None = None, static: Path | None = None
) -> AsyncIterator[Running]:
    """Serve in this process until the block ends."""
    if isinstance(storage, Path):
        storage = SqliteStorage(storage / "tables.db")
    settings = settings or HouseSettings(limits=OPEN_HANDED, compile=False)
    house = House(storage, settings)
    listener = listening_socket("127.0.0.1", 0)
    server = Server(house, static)
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started:
        if serving.done():
            serving.result()
        await asyncio.sleep(0.01)
    try:
        yield Running(house, f"http://127.0.0.1:{listener.getsockname()[1]}")
    finally:
        server.should_exit = True
        await serving


@dataclass
class Client:
    """One connection to a table. It checks that numbered frames come without gaps."""

    socket: ClientConnection
    n: int = 0
    frames: list[dict[str, Any]] = field(default_factory=list)
    raw: list[str] = field(default_factory=list)
    viewers: list[int | None] = field(default_factory=list)
    ids: Iterator[int] = field(default_factory=itertools.count)
    moves: dict[int | None, list[dict[str, Any]]] = field(default_factory=dict)
    views: dict[int | None, Any] = field(default_factory=dict)
    table: dict[str, Any] = field(default_factory=dict)
    position: dict[str, Any] = field(default_factory=dict)

    async def receive(self, seconds: float = 120) -> dict[str, Any]:
        text = str(await asyncio.wait_for(self.socket.recv(), seconds))
        self.raw.append(text)
        frame: dict[str, Any] = json.loads(text)
        self.frames.append(frame)
        self._take(frame)
        return frame

    def _take(self, frame: dict[str, Any]) -> None:
        kind = frame["type"]
        if kind == "welcome":
            self.n = frame["n"]
            self.viewers = [state["viewer"] for state in frame["states"]]
            self.table = frame["table"]
            self.position = frame["position"] or {}
            for state in frame["states"]:
                self.moves[state["viewer"]] = state["moves"]
                self.views[state["viewer"]] = state["view"]
        elif kind in ("event", "begun", "lobby", "said"):
            assert frame["n"] in (self.n, self.n + 1), f"a gap: {frame['n']} after {self.n}"
            self.n = frame["n"]
        if kind == "event":
            self.position = frame
            self.views[frame["viewer"]] = frame["view"]
            self.moves[frame["viewer"]] = frame.get("moves", self.moves.get(frame["viewer"], []))
        elif kind == "begun":
            self.position = frame["position"]
            self.table = frame["table"]
            self.views[frame["viewer"]] = frame["state"]["view"]
            self.moves[frame["viewer"]] = frame["state"]["moves"]
        elif kind == "lobby":
            self.table = frame["table"]

    async def until(self, wanted: str | Callable[[dict[str, Any]], bool], seconds: float = 120) -> dict[str, Any]:
        """The next frame of that type, or that satisfies the predicate."""
        found = (lambda frame: frame["type"] == wanted) if isinstance(wanted, str) else wanted
        while not found(frame := await self.receive(seconds)):
            pass
        return frame

    async def found(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first frame, of those received already and those to come, that satisfies the predicate."""
        return next(filter(wanted, self.frames), None) or await self.until(wanted)

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def ask(self, kind: str, **more: Any) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        more.setdefault("id", f"c{next(self.ids)}-{secrets.token_hex(4)}")
        await self.send(type=kind, **more)
        return await self.until(lambda frame: frame["type"] in ("ack", "refused") and frame["id"] == more["id"])

    async def pledge(self, seat: int, entropy: str) -> dict[str, Any]:
        """Fix the seat's entropy by its fingerprint, as the protocol says."""
        return await self.ask("pledge", seat=seat, pledge=pledged(self.table["next_commitment"], seat, entropy))


def pledged(commitment: str, seat: int, entropy: str) -> str:
    """The fingerprint of a seat's entropy, computed as docs/protocol.md says."""
    lines = ["zauber pledge 1", commitment, "ABCDEFGH"[seat], entropy]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


@contextlib.asynccontextmanager
async def client(
    address: str, table: str, tokens: list[str] | None = None, resume_from: int | None = None, sentences: bool = True
) -> AsyncIterator[Client]:
    """A connection that has sent hello and received its welcome."""
    async with connect(address, compression=None, max_size=None, open_timeout=60) as socket:
        made = Client(socket)
        await made.send(type="hello", table=table, tokens=tokens or [], resume_from=resume_from, sentences=sentences)
        await made.until("welcome")
        yield made


def until_there(path: Path, record: bytes) -> bytes:
    """Work for another process that takes until there is such a file."""
    while not path.exists():
        time.sleep(0.01)
    return b"done"


def free_port() -> int:
    """A port that nobody else takes while its server is down: not one of those that the system gives away."""
    while True:
        port = secrets.choice(range(20_000, 32_000))
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port


class Process:
    """A server in a process of its own, which may be killed."""

    def __init__(self, database: str, folder: Path, *more: str) -> None:
        self.database, self.folder, self.more = database, folder, more
        self.process: subprocess.Popen[str] | None = None
        self.address = ""
        self.port = free_port()  # the same after a restart

    def start(self) -> None:
        command = [sys.executable, "-m", "zauber.cli", "serve", "--port", str(self.port), "--quiet", "--no-compile"]
        command += ["--database", self.database, *self.more]
        environment = {**os.environ, "ZAUBER_DATA": str(self.folder), "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        assert self.process.stdout is not None
        while True:
            line = self.process.stdout.readline()
            assert line, "the server did not start"
            if "Zauber is open: " in line:
                self.address = line.rsplit(" ", 1)[1].strip()
                self.port = int(self.address.rsplit(":", 1)[1])
                return

    def kill(self) -> None:
        """kill -9."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def stop(self) -> int:
        """Ask it to end."""
        assert self.process is not None
        self.process.terminate()
        try:
            code = self.process.wait(100)
        except subprocess.TimeoutExpired:
            self.kill()
            raise
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code

    @property
    def ws(self) -> str:
        return self.address.replace("http", "ws", 1) + "/ws"


__all__ = ["Client", "ConnectionClosed", "Process", "Running", "client", "fetch", "running", "until_there"]
