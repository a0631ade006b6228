"""A load generator: hundreds of tables whose players move at a steady pace, or as fast as they are answered.

It runs in its own process and implements WebSockets by hand, because a general client library would use more CPU time
than the server under test.
"""

import asyncio
import contextlib
import http.client
import json
import os
import random
import secrets
import sys
import time
from functools import partial
from typing import Any

import msgspec

from ...errors import ZauberError

LEAST = 4  # moves for each table without which figures mean nothing: a busy machine may need longer than was asked for
GIVEN_SECONDS = 60.0  # seconds after which they are given all the same


class ReceivedEvent(msgspec.Struct):
    """The part of an event that a player needs."""

    at: int
    turn: int | None
    over: bool = False
    moves: "list[Choice] | None" = None


class Choice(msgspec.Struct):
    """A legal action."""

    action: int


class Beginning(msgspec.Struct):
    """The part of `begun` and `welcome` that a player needs."""

    position: ReceivedEvent | None = None
    state: "State | None" = None
    states: "list[State]" = []


class State(msgspec.Struct):
    """The moves of the one seat that a connection holds."""

    moves: list[Choice]


_seen = msgspec.json.Decoder(ReceivedEvent)
_beginning = msgspec.json.Decoder(Beginning)


class Socket(asyncio.Protocol):
    """A minimal WebSocket client."""

    def __init__(self, host: str, path: str, heard: Any) -> None:
        self.request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ).encode()
        self.heard = heard
        self.open = asyncio.get_running_loop().create_future()
        self.rest = b""  # of an incomplete frame
        self.transport: Any = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self.request)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.open.done():
            self.open.set_exception(exc or ConnectionError("closed"))

    def data_received(self, data: bytes) -> None:
        data = self.rest + data
        at, size = 0, len(data)
        if not self.open.done():
            at = data.find(b"\r\n\r\n") + 4
            if at < 4:
                self.rest = data
                return
            if b" 101 " not in data[:at]:
                self.open.set_exception(ConnectionError(data[:80].decode("latin-1")))
                return
            self.open.set_result(None)
        while size - at >= 2:
            length, head = data[at + 1] & 127, 2
            if length >= 126:
                head = 4 if length == 126 else 10
                length = int.from_bytes(data[at + 2 : at + head], "big")
            end = at + head + length
            if size < at + head or size < end:
                break
            if data[at] == 0x81:
                self.heard(self, data[at + head : end])
            elif data[at] == 0x89:  # a ping, to be echoed
                self.transport.write(bytes((0x8A, 0x80 | length)) + b"\0\0\0\0" + data[at + head : end])
            at = end
        self.rest = data[at:]

    def send(self, text: bytes) -> None:
        """Send a text frame, masked with zeros, which is allowed."""
        size = len(text)
        head = bytes((0x81, 0x80 | size)) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + text)


class Figures:
    """The measurements: moves, messages, bytes, and the time from a move to its arrival at every seat."""

    def __init__(self) -> None:
        self.on = False
        self.moves = self.messages = self.bytes = self.refused = self.late = 0
        self.times: list[float] = []


class LoadGroup:
    """A table, or a group of the echo server, with a socket for every seat."""

    def __init__(self, figures: Figures, rate: float, dice: random.Random) -> None:
        self.figures, self.dice = figures, dice
        self.every = 1 / rate if rate else 0.0
        self.sockets: list[Socket] = []
        self.sent_at = 0.0
        self.due = 0.0
        self.turn: int | None = None
        self.at = 0
        self.moves: list[list[Choice]] = []
        self.expecting = 0

    def wait(self) -> None:
        """Schedule the next move: at the steady pace, or at once."""
        loop = asyncio.get_running_loop()
        if not self.every:
            loop.call_soon(self.play)
            return
        self.due += self.every
        now = loop.time()
        if self.due < now - self.every:
            self.figures.late += 1
            self.due = now
        loop.call_at(self.due, self.play)

    def begin(self) -> None:
        """Start at a random moment, so that tables do not move in step."""
        self.due = asyncio.get_running_loop().time() + self.dice.random() * (self.every or 0.1)
        asyncio.get_running_loop().call_at(self.due, self.play)

    def play(self) -> None:
        raise NotImplementedError

    def arrived(self, size: int) -> None:
        """One of the sockets received the frame."""
        figures = self.figures
        if figures.on:
            figures.messages += 1
            figures.bytes += size
            figures.times.append(time.perf_counter() - self.sent_at)
        self.expecting -= 1
        if self.expecting == 0:
            if figures.on:
                figures.moves += 1
            self.wait()


class TableGroup(LoadGroup):
    """Five people at one table."""

    def __init__(self, figures: Figures, rate: float, dice: random.Random) -> None:
        super().__init__(figures, rate, dice)
        self.number = 0

    async def connect(self, bases: list[str], game: str, seats: int, sentences: bool, source: str = "") -> None:
        """Create the table and connect every seat, distributing the seats over several servers.

        `source` is a client address for this table, since real players have different ones.
        """
        made = await asyncio.to_thread(make_table, bases[0], game, seats, source)
        local = (source, 0) if source else None
        for seat in range(seats):
            host = bases[seat % len(bases)].split("//")[1]
            name, port = host.split(":")
            tokens = [made["tokens"][seat]["token"]] + ([made["host_token"]] if seat == 0 else [])
            self.moves.append([])

            def heard(socket: Socket, data: bytes, seat: int = seat) -> None:
                self.heard(seat, data)

            loop = asyncio.get_running_loop()
            made_socket = partial(Socket, host, "/ws", heard)
            _, socket = await loop.create_connection(made_socket, name, int(port), local_addr=local)
            await socket.open
            hello = {"type": "hello", "table": made["table"], "tokens": tokens, "sentences": sentences}
            socket.send(json.dumps(hello).encode())
            self.sockets.append(socket)

    def heard(self, seat: int, data: bytes) -> None:
        """Handle a received frame."""
        if data.startswith(b'{"type":"event"'):
            if b'"moves":[{' in data or self.expecting == len(self.sockets):  # only the first to receive it decodes it
                seen = _seen.decode(data)
                self.moves[seat] = seen.moves if seen.moves is not None else self.moves[seat]
                self.at, self.turn = seen.at, seen.turn
            elif b'"moves":[]' in data:
                self.moves[seat] = []
            self.arrived(len(data))
        elif data.startswith((b'{"type":"begun"', b'{"type":"welcome"')):
            found = _beginning.decode(data)
            if found.position is not None:
                self.at, self.turn = found.position.at, found.position.turn
                states = [found.state] if found.state else found.states
                self.moves[seat] = states[0].moves
                self.arrived(len(data))
        elif data.startswith(b'{"type":"refused"'):
            self.figures.refused += 1
            self.wait()
        elif self.figures.on:
            self.figures.messages += 1
            self.figures.bytes += len(data)

    def play(self) -> None:
        """The seat to move plays a random legal move; after the end, the host starts a rematch."""
        self.expecting = len(self.sockets)
        self.sent_at = time.perf_counter()
        self.number += 1
        if self.turn is None:
            kind = b"rematch" if self.number > 1 else b"start"
            self.sockets[0].send(b'{"type":"%s","id":"g%d"}' % (kind, self.number))
            return
        action = self.dice.choice(self.moves[self.turn]).action
        play = b'{"type":"play","id":"p%d","seat":%d,"action":%d,"at":%d}' % (self.number, self.turn, action, self.at)
        self.sockets[self.turn].send(play)


class EchoGroup(LoadGroup):
    """Five sockets in one group; every message is sent to all."""

    async def connect(self, base: str, number: int, seats: int) -> None:
        """Connect every socket."""
        host = base.split("//")[1]
        name, port = host.split(":")
        loop = asyncio.get_running_loop()
        for _ in range(seats):
            _, socket = await loop.create_connection(
                lambda: Socket(host, f"/ws?group={number}", lambda _, data: self.arrived(len(data))), name, int(port)
            )
            await socket.open
            self.sockets.append(socket)

    def play(self) -> None:
        """Send a message of the size of a move."""
        self.expecting = len(self.sockets)
        self.sent_at = time.perf_counter()
        self.dice.choice(self.sockets).send(b'{"type":"play","id":"p123456","seat":3,"action":14,"at":123}')


def make_table(base: str, game: str, seats: int, source: str = "") -> Any:
    """Create a table, from the given address of this machine."""
    names = [f"{secrets.token_hex(3)} {i}" for i in range(seats)]  # unique, so that nothing is cached by name
    wanted = {"game": game, "seats": seats, "sit": [{"seat": i, "name": name} for i, name in enumerate(names)]}
    host, port = base.split("//")[1].split(":")
    with contextlib.closing(http.client.HTTPConnection(host, int(port), 60, (source, 0) if source else None)) as server:
        server.request("POST", "/api/tables", json.dumps(wanted).encode(), {"content-type": "application/json"})
        answer = server.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise ZauberError(f"The server does not create a table: {body.decode(errors='replace')}")
        return json.loads(body)


async def run(plan: dict[str, Any]) -> dict[str, Any]:
    """Connect, warm up, measure."""
    figures, dice = Figures(), random.Random(1)
    groups: list[LoadGroup] = []
    for number in range(plan["tables"]):
        if plan["echo"]:
            echo = EchoGroup(figures, plan["rate"], dice)
            await echo.connect(plan["bases"][0], number, plan["seats"])
            groups.append(echo)
        else:
            table = TableGroup(figures, plan["rate"], dice)
            first = number % len(plan["bases"])  # tables are created on every server
            bases = plan["bases"][first:] + plan["bases"][:first]
            await table.connect(bases, plan["game"], plan["seats"], plan["sentences"])
            groups.append(table)
    await asyncio.sleep(1)
    for group in groups:
        group.begin()
    await asyncio.sleep(plan["warm"])
    figures.on = True
    cpu, began = cpu_of(*plan["servers"]), time.perf_counter()
    own = time.process_time()
    await asyncio.sleep(plan["seconds"])
    while figures.moves < LEAST * plan["tables"] and time.perf_counter() - began < GIVEN_SECONDS:
        await asyncio.sleep(0.05)
    figures.on = False
    seconds = time.perf_counter() - began
    times = sorted(figures.times) or [0.0]
    return {
        "tables": plan["tables"],
        "sockets": plan["tables"] * plan["seats"],
        "seconds": round(seconds, 2),
        "moves_per_second": round(figures.moves / seconds, 1),
        "messages_per_second": round(figures.messages / seconds, 1),
        "bytes_per_message": round(figures.bytes / max(figures.messages, 1)),
        "p50_ms": round(times[len(times) // 2] * 1000, 3),
        "p95_ms": round(times[int(len(times) * 0.95)] * 1000, 3),
        "p99_ms": round(times[int(len(times) * 0.99)] * 1000, 3),
        "server_cpu": round((cpu_of(*plan["servers"]) - cpu) / seconds, 3),
        "generator_cpu": round((time.process_time() - own) / seconds, 3),
        "cpu_us_per_message": round((cpu_of(*plan["servers"]) - cpu) / max(figures.messages, 1) * 1e6, 1),
        "refused": figures.refused,
        "late": figures.late,
    }


def cpu_of(*processes: int) -> float:
    """CPU seconds used by some processes."""
    ticks = 0
    for process in processes:
        with contextlib.suppress(OSError), open(f"/proc/{process}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Read a plan from standard input, print the figures as JSON."""
    plan = json.load(sys.stdin)
    if plan.get("core") is not None and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {plan["core"]})
    try:
        import uvloop

        print(json.dumps(uvloop.run(run(plan))))
    except ImportError:
        print(json.dumps(asyncio.run(run(plan))))


if __name__ == "__main__":
    main()
