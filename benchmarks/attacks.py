"""What others feel while somebody attacks: tables play at a steady pace beside one attack after the other.

    .venv/bin/python benchmarks/attacks.py --tables 200 --seconds 10

Starts a server with its default limits (only those for many tables from one address are lifted, since everybody here
has the same one) and prints, for each attack, how long moves took to reach everybody.
"""

import argparse
import asyncio
import contextlib
import json
import random
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from zauber.server.bench.load import Figures, TableGroup, _make_table
from zauber.server.bench.measure import Server

LIFTED = ("table_burst", "tables_per_hour", "request_burst", "requests_per_second", "sockets_per_address",
          "connections_per_address", "entries_per_hour")  # fmt: skip
REQUEST = (
    b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)

Attack = Callable[[int, str], Awaitable[None]]  # port, a table


async def flood(port: int, table: str, piece: bytes, a_second: float) -> None:
    """Send the same frames again and again, on a new connection when one is cut off."""
    while True:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(REQUEST)
            await reader.readuntil(b"\r\n\r\n")
            hello = json.dumps({"type": "hello", "table": table}).encode()
            writer.write(bytes((0x81, 0x80 | len(hello))) + b"\0\0\0\0" + hello)
            while not writer.is_closing() and not reader.at_eof():
                writer.write(piece)
                await writer.drain()
                await asyncio.sleep(len(piece) / a_second)
        await asyncio.sleep(0.05)


async def pings(port: int, table: str) -> None:
    """1 MB a second of pings."""
    await flood(port, table, b"\x89\x80\0\0\0\0" * 2000, 1_000_000)


async def bad_messages(port: int, table: str) -> None:
    """1 MB a second of messages that mean nothing."""
    await flood(port, table, b"\x81\x82\0\0\0\0{}" * 1500, 1_000_000)


async def silent(port: int, table: str) -> None:
    """A thousand connections that say nothing."""
    while True:
        held = []
        for _ in range(1000):
            with contextlib.suppress(OSError):
                held.append(await asyncio.open_connection("127.0.0.1", port))
        await asyncio.sleep(5)
        for _, writer in held:
            writer.close()


async def endless_headers(port: int, table: str) -> None:
    """Six requests whose headers never end."""

    async def one() -> None:
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
                while not writer.is_closing() and not reader.at_eof():
                    writer.write(b"x" * 50_000)
                    await writer.drain()
                    await asyncio.sleep(0.01)

    await asyncio.gather(*(one() for _ in range(6)))


async def askers(port: int, table: str) -> None:
    """Six loops that come to a table again and again, and ask for its record."""

    async def one() -> None:
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(f"GET /api/matches/{table}.1/record HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
                await reader.readuntil(b"\r\n\r\n")
                writer.close()

    await asyncio.gather(*(one() for _ in range(6)))


ATTACKS: dict[str, Attack | None] = {
    "nothing": None, "pings": pings, "bad messages": bad_messages, "silent": silent,
    "endless headers": endless_headers, "askers": askers,
}  # fmt: skip


async def run(base: str, tables: int, rate: float, seconds: float) -> list[dict[str, Any]]:
    """One attack after the other beside the same tables."""
    figures, dice = Figures(), random.Random(1)
    groups = []
    for _ in range(tables):
        group = TableGroup(figures, rate, dice)
        await group.connect([base], "papageno", 2, False)
        groups.append(group)
    port, target = int(base.rsplit(":", 1)[1]), (await asyncio.to_thread(_make_table, base, "papageno", 2))["table"]
    for group in groups:
        group.begin()
    await asyncio.sleep(3)
    found = []
    for name, attack in ATTACKS.items():
        attacking = asyncio.create_task(attack(port, target)) if attack is not None else None
        await asyncio.sleep(1)
        figures.times, figures.moves, figures.on = [], 0, True
        await asyncio.sleep(seconds)
        figures.on = False
        if attacking is not None:
            attacking.cancel()
            await asyncio.gather(attacking, return_exceptions=True)
        times = sorted(figures.times) or [0.0]
        found.append({"attack": name, "moves_per_second": round(figures.moves / seconds, 1),
                      "p50_ms": round(times[len(times) // 2] * 1000, 1),
                      "p99_ms": round(times[int(len(times) * 0.99)] * 1000, 1)})  # fmt: skip
        await asyncio.sleep(1)
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=float, default=1.0, help="moves a second at each table")
    parser.add_argument("--seconds", type=float, default=10.0)
    chosen = parser.parse_args()
    more = [part for name in LIFTED for part in ("--limit", f"{name}=1000000")]
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "tables.db")
        serve = [sys.executable, "-m", "zauber.cli", "serve", "--port", "0", "--quiet", "--database", database, *more]
        with Server(serve, None) as server:
            server.wait()
            for figures in asyncio.run(run(server.base, chosen.tables, chosen.rate, chosen.seconds)):
                print("{attack:<16} {moves_per_second:>7} moves/s  p50 {p50_ms} ms  p99 {p99_ms} ms".format(**figures))


if __name__ == "__main__":
    main()
