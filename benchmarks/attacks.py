"""How attacks affect other players: tables play at a steady pace during one attack after another.

    .venv/bin/python benchmarks/attacks.py --tables 200 --seconds 10

Starts a server with its default limits. The people at every table have their own address (127.1.…), the attacker
another one, as on the internet. For each attack it prints how long moves took to reach everybody and how often requests
of a bystander were refused, and stores that in benchmarks/results/attacks.json.
"""

import argparse
import asyncio
import contextlib
import datetime
import http.client
import json
import random
import sys
import tempfile
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar, cast

from zauber import Match
from zauber.lab.bench import machine
from zauber.server.bench.load import Figures, TableGroup
from zauber.server.bench.measure import MeasuredServer
from zauber.server.run.moving import entries_of
from zauber.server.storage.sqlite import SqliteStorage
from zauber.server.table import entries

ATTACKER, STRANGER = "127.9.9.9", "127.8.8.8"
LONG = "longlonglong"  # the table of a long match that is not over
REQUEST = (
    b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
BROKEN = (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError)

T = TypeVar("T")
Attack = Callable[["Target"], Coroutine[Any, Any, None]]


async def within(seconds: float, waiting: Awaitable[T]) -> T:
    """Wait with a timeout (`asyncio.wait_for` may miss a cancellation)."""
    async with asyncio.timeout(seconds):
        return await waiting


class Target:
    """The target: a port, and the records to send."""

    def __init__(self, port: int, records: list[bytes]) -> None:
        self.port, self.records = port, records  # long ones, and a short one last

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection from the attacker's address."""
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(ATTACKER, 0), limit=1 << 24)

    async def socket(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A WebSocket that has said hello to the long table."""
        reader, writer = await self.connect()
        writer.write(REQUEST)
        await reader.readuntil(b"\r\n\r\n")
        hello = json.dumps({"type": "hello", "table": LONG}).encode()
        writer.write(bytes((0x81, 0x80 | len(hello))) + b"\0\0\0\0" + hello)
        return reader, writer


async def again(one: Callable[[], Awaitable[None]], loops: int = 1) -> None:
    """Repeat something in several loops, whatever the answer is."""

    async def loop() -> None:
        while True:
            with contextlib.suppress(*BROKEN):
                await one()
            await asyncio.sleep(0.001)

    await asyncio.gather(*(loop() for _ in range(loops)))


async def flood(target: Target, piece: bytes, a_second: float, read: bool = True) -> None:
    """Send the same frames repeatedly, on a new connection when one is cut off."""

    async def one() -> None:
        reader, writer = await target.socket()
        if not read:
            cast(asyncio.Transport, writer.transport).pause_reading()
        try:
            while not writer.is_closing() and not reader.at_eof():
                writer.write(piece)
                await within(2, writer.drain())
                await asyncio.sleep(len(piece) / a_second)
        finally:
            writer.transport.abort()

    await again(one)


async def pings(target: Target) -> None:
    """1 MB a second of pings."""
    await flood(target, b"\x89\x80\0\0\0\0" * 2000, 1_000_000)


async def bad_messages(target: Target) -> None:
    """1 MB a second of invalid messages."""
    await flood(target, b"\x81\x82\0\0\0\0{}" * 1500, 1_000_000)


async def not_reading(target: Target) -> None:
    """Pings of 120 bytes each, as fast as they are accepted, from a client that does not read the answers."""
    await flood(target, (b"\x89\xf8\0\0\0\0" + b"x" * 120) * 100, 50_000_000, read=False)


async def silent(target: Target) -> None:
    """A thousand silent connections."""
    while True:
        held = []
        for _ in range(1000):
            with contextlib.suppress(*BROKEN):
                held.append(await target.connect())
        await asyncio.sleep(2)
        for _, writer in held:
            writer.transport.abort()


async def endless_headers(target: Target) -> None:
    """Six requests whose headers never end."""

    async def one() -> None:
        reader, writer = await target.connect()
        writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
        while not writer.is_closing() and not reader.at_eof():
            writer.write(b"x" * 50_000)
            await within(2, writer.drain())
            await asyncio.sleep(0.001)

    await again(one, 6)


async def long_welcomes(target: Target) -> None:
    """Six loops that connect to a long table, receive the welcome, and reconnect."""

    async def one() -> None:
        reader, writer = await target.socket()
        try:
            await within(5, reader.readuntil(b'"welcome"'))
        finally:
            writer.transport.abort()

    await again(one, 6)


async def long_records(target: Target) -> None:
    """Six loops that request the record of a long match, on one connection for as long as it is allowed."""
    request = f"GET /api/matches/{LONG}.1/record HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()

    async def one() -> None:
        reader, writer = await target.connect()
        try:
            while not reader.at_eof():
                writer.write(request)
                head = await within(5, reader.readuntil(b"\r\n\r\n"))
                length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
                await within(5, reader.readexactly(length))
        finally:
            writer.transport.abort()

    await again(one, 6)


async def long_verifications(target: Target) -> None:
    """Twelve loops that send long records to be verified."""
    body = b'{"record":' + target.records[0] + b"}"
    head = f"POST /api/verify HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(body)}\r\n\r\n".encode()

    async def one() -> None:
        reader, writer = await target.connect()
        try:
            writer.write(head + body)
            await within(60, reader.readuntil(b"\r\n\r\n"))
        finally:
            writer.transport.abort()

    await again(one, 12)


ATTACKS: dict[str, Attack | None] = {
    "nothing": None, "pings": pings, "bad messages": bad_messages, "not reading": not_reading, "silent": silent,
    "endless headers": endless_headers, "long welcomes": long_welcomes, "long records": long_records,
    "long verifications": long_verifications,
}  # fmt: skip


class Stranger:
    """A bystander who has a short record verified now and then."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self.asked = self.refused = 0
        self.done = asyncio.Event()

    async def ask(self) -> None:
        """Ask until it is done."""
        while not self.done.is_set():
            status = await asyncio.to_thread(self._ask)
            self.asked += 1
            self.refused += status != 200
            with contextlib.suppress(TimeoutError):
                await within(2.5, self.done.wait())

    def _ask(self) -> int:
        server = http.client.HTTPConnection("127.0.0.1", self.target.port, timeout=30, source_address=(STRANGER, 0))
        with contextlib.closing(server), contextlib.suppress(OSError, http.client.HTTPException):
            server.request("POST", "/api/verify", b'{"record":' + self.target.records[-1] + b"}")
            return server.getresponse().status
        return 0


async def run(base: str, records: list[bytes], tables: int, rate: float, seconds: float) -> list[dict[str, Any]]:
    """One attack after another, with the same tables."""
    figures, dice = Figures(), random.Random(1)
    groups = []
    for number in range(tables):
        group = TableGroup(figures, rate, dice)
        await group.connect([base], "papageno", 2, False, f"127.1.{number // 250}.{number % 250 + 1}")
        groups.append(group)
    target = Target(int(base.rsplit(":", 1)[1]), records)
    first = Stranger(target)
    first.done.set()
    await first.ask()  # starts the worker that verifies
    for group in groups:
        group.begin()
    await asyncio.sleep(3)
    return [await measure(name, attack, target, figures, seconds) for name, attack in ATTACKS.items()]


async def measure(name: str, attack: Attack | None, target: Target, figures: Figures, seconds: float) -> dict[str, Any]:
    """Measure the effect of one attack on others."""
    stranger = Stranger(target)
    asking = asyncio.create_task(stranger.ask())
    attacking = asyncio.create_task(attack(target)) if attack is not None else None
    await asyncio.sleep(1)
    figures.times, figures.moves, figures.on = [], 0, True
    await asyncio.sleep(seconds)
    figures.on = False
    stranger.done.set()
    await asking  # the last answer may take a while
    if attacking is not None:
        attacking.cancel()
        await asyncio.gather(attacking, return_exceptions=True)
    times = sorted(figures.times) or [0.0]
    found = {"attack": name, "moves_per_second": round(figures.moves / seconds, 1),
             "p50_ms": round(times[len(times) // 2] * 1000, 1),
             "p99_ms": round(times[int(len(times) * 0.99)] * 1000, 1),
             "strangers_asked": stranger.asked, "strangers_refused": stranger.refused}  # fmt: skip
    print("{attack:<20} {moves_per_second:>7} moves/s  p50 {p50_ms} ms  p99 {p99_ms} ms"
          "  strangers refused {strangers_refused} of {strangers_asked}".format(**found), flush=True)  # fmt: skip
    await asyncio.sleep(1)
    return found


def long_match(seed: int, turns: int | None) -> Match:
    """A match played at random to its end."""
    match = Match("papageno", seats=5, seed=seed, options={"turn_limit": turns} if turns else {})
    dice = random.Random(seed)
    while not match.over:
        match.play(dice.choice(list(match.moves.actions)))
    return match


async def lay_long_table(database: Path, match: Match) -> None:
    """Store a long match that is not over, before the server starts."""
    storage = SqliteStorage(database)
    await storage.open()
    log = entries_of(match.record(), match, "host", [f"seat{seat}" for seat in range(match.seats)])
    unfinished = log[: 2 + int(len(match.plies) * 0.9)]
    await storage.append(LONG, 1, [entries.encode(entry) for entry in unfinished])
    await storage.close()


def main() -> None:
    """Measure, print and store."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=float, default=1.0, help="moves a second at each table")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--store", default=str(Path(__file__).parent / "results" / "attacks.json"))
    chosen = parser.parse_args()
    long = max((long_match(seed, None) for seed in range(5)), key=lambda match: len(match.plies))
    short = long_match(1, 3)
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "tables.db"
        asyncio.run(lay_long_table(database, long))
        serve = [sys.executable, "-m", "zauber.cli", "serve", "--port", "0", "--quiet", "--database", str(database)]
        with MeasuredServer(serve, None) as server:
            server.wait()
            records = [long.save().encode(), short.save().encode()]
            figures = asyncio.run(run(server.base, records, chosen.tables, chosen.rate, chosen.seconds))
    report = {
        "when": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "command": " ".join(["python", "benchmarks/attacks.py", *sys.argv[1:]]),
        "machine": machine(),
        "tables": chosen.tables,
        "long_match_plies": len(long.plies),
        "rows": figures,
    }
    Path(chosen.store).write_text(json.dumps(report, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
