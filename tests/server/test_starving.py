"""Nobody starves the others: every byte and frame is counted, all waiting output is bounded, the door is narrow, and
whoever goes too far is cut off at once."""

import asyncio
import contextlib
import json
import socket
import time
from pathlib import Path
from typing import Any

import pytest

from tests.server.helpers import client, running
from zauber.server.access.limits import Limits
from zauber.server.access.security import address_of, network_of
from zauber.server.live.house import HouseSettings
from zauber.server.table import entries

REQUEST = (
    b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
PING, TEXT, CLOSE = 0x89, 0x81, 0x88


def frame(kind: int, content: bytes) -> bytes:
    """A client's frame, masked with zeros."""
    size = len(content)
    head = bytes((kind, 0x80 | size)) if size < 126 else bytes((kind, 0xFE)) + size.to_bytes(2, "big")
    return head + b"\0\0\0\0" + content


class Raw:
    """A WebSocket by hand: what a hostile program sends, to the byte."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def open(cls, port: int, table: str = "", tokens: list[str] | None = None) -> "Raw":
        raw = cls(*await asyncio.open_connection("127.0.0.1", port))
        raw.writer.write(REQUEST)
        assert b" 101 " in await raw.reader.readuntil(b"\r\n\r\n")
        if table:
            raw.send({"type": "hello", "table": table, "tokens": tokens or [], "sentences": False})
            raw.send({"type": "ping"})  # when that is answered, moves are taken in as they arrive
            await raw.reader.readuntil(b'"pong"')
        return raw

    def send(self, *messages: Any) -> None:
        """Some messages in one piece."""
        self.writer.write(b"".join(frame(TEXT, json.dumps(message).encode()) for message in messages))

    async def is_cut(self, seconds: float = 60) -> bool:
        """Whether the server ends the connection in time."""
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(seconds):
                while await self.reader.read(65536):
                    pass
                return True
        return self.reader.at_eof() or self.reader.exception() is not None


def port_of(address: str) -> int:
    return int(address.rsplit(":", 1)[1])


def run(story: Any, seconds: float = 240) -> None:
    asyncio.run(asyncio.wait_for(story, seconds))


@pytest.mark.parametrize("kind", ["pings", "bad messages", "pieces of a message"])
def test_whoever_floods_is_cut_off_at_once_and_nobody_waits(tmp_path: Path, kind: str) -> None:
    flood = {
        "pings": frame(PING, b"") * 400,
        "bad messages": frame(TEXT, b"{}") * 400,
        "pieces of a message": frame(0x01, b"x") + frame(0x00, b"") * 400,
    }[kind]

    async def story() -> None:
        async with running(tmp_path, HouseSettings(compile=False)) as server:
            room, host, tokens = await server.table()
            name = room.table.name
            raw = await Raw.open(port_of(server.address), name)
            began = time.monotonic()
            sent = 0
            with contextlib.suppress(OSError):
                while sent < 4_000_000 and not raw.writer.is_closing():
                    raw.writer.write(flood)
                    await raw.writer.drain()
                    sent += len(flood)
                    await asyncio.sleep(0)
            assert await raw.is_cut()
            raw.writer.close()
            assert time.monotonic() - began < 60
            assert sent < 1_000_000
            async with client(server.ws, name, [host, *tokens]) as hot:  # and life goes on
                assert (await hot.ask("start"))["type"] == "ack"
            assert server.house.gate is not None
            assert server.house.gate.cut_off >= 1

    run(story())


def test_a_client_that_pings_and_does_not_read_is_cut_off(tmp_path: Path) -> None:
    limits = Limits(bytes_per_second=1e9, byte_burst=1e9)

    async def story() -> None:
        async with running(tmp_path, HouseSettings(limits=limits, compile=False)) as server:
            room, _, _ = await server.table()
            deaf = socket.create_connection(("127.0.0.1", port_of(server.address)))
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.sendall(REQUEST + b"")
            await asyncio.sleep(0.2)
            deaf.sendall(frame(TEXT, json.dumps({"type": "hello", "table": room.table.name}).encode()))
            deaf.setblocking(False)
            loop, gone = asyncio.get_running_loop(), False
            for _ in range(400):
                try:
                    await asyncio.wait_for(loop.sock_sendall(deaf, frame(PING, b"x" * 120) * 400), 10)
                except OSError:
                    gone = True
                    break
            deaf.close()
            assert gone, "52 MB of pings were taken in"

    run(story())


async def opened(port: int, number: int) -> list[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    return [await asyncio.open_connection("127.0.0.1", port) for _ in range(number)]


async def ended(reader: asyncio.StreamReader, seconds: float) -> bool:
    with contextlib.suppress(ConnectionError):
        async with asyncio.timeout(seconds):
            return await reader.read(1) == b""
    return True


def test_one_address_holds_so_many_connections_and_no_more(tmp_path: Path) -> None:
    limits = Limits(connections_per_address=20, request_seconds=50)

    async def story() -> None:
        async with running(tmp_path, HouseSettings(limits=limits, compile=False)) as server:
            gate, port = server.house.gate, port_of(server.address)
            assert gate is not None
            silent = await opened(port, 40)
            assert all([await ended(reader, 60) for reader, _ in silent[20:]])  # no room for these
            assert (gate.open, gate.turned_away) == (20, 20)
            assert not silent[0][0].at_eof()
            for _, writer in silent:
                writer.close()
            for _ in range(1200):
                if gate.open == 0:
                    break
                await asyncio.sleep(0.05)
            assert (await server.get("/healthz"))[0] == 200

    run(story())


def test_who_says_nothing_or_never_comes_to_the_end_is_not_waited_for(tmp_path: Path) -> None:
    limits = Limits(request_seconds=3)

    async def story() -> None:
        async with running(tmp_path, HouseSettings(limits=limits, compile=False)) as server:
            silent = await opened(port_of(server.address), 10)
            silent[0][1].write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")  # and never ends
            silent[1][1].write(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET / HT")  # the second one
            assert b" 200 " in await silent[1][0].readuntil(b"}")
            assert all([await ended(reader, 60) for reader, _ in silent])
            assert server.house.gate is not None
            assert server.house.gate.open == 0
            for _, writer in silent:
                writer.close()

    run(story())


def test_new_connections_of_one_address_are_counted_over_time(tmp_path: Path) -> None:
    limits = Limits(connections_per_second=0.01, connection_burst=30)

    async def story() -> None:
        async with running(tmp_path, HouseSettings(limits=limits, compile=False)) as server:
            gate, port = server.house.gate, port_of(server.address)
            assert gate is not None
            for _ in range(30):
                _, writer = (await opened(port, 1))[0]
                writer.close()
            reader, writer = (await opened(port, 1))[0]
            assert await ended(reader, 60)
            writer.close()
            assert gate.turned_away == 1
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.2", 0))
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")  # somebody else
            assert b" 200 " in await reader.readuntil(b"}")
            writer.close()

    run(story())


def test_who_asks_too_often_is_told_so_and_the_connection_ends(tmp_path: Path) -> None:
    limits = Limits(requests_per_second=0.01, request_burst=3)

    async def story() -> None:
        async with running(tmp_path, HouseSettings(limits=limits, compile=False)) as server:
            reader, writer = (await opened(port_of(server.address), 1))[0]
            writer.write(b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 6)
            answers = (await asyncio.wait_for(reader.read(), 60)).split(b"HTTP/1.1 ")[1:]
            assert [answer[:3] for answer in answers] == [b"200"] * 3 + [b"429"]
            assert b"connection: close" in answers[-1].lower()
            writer.close()

    run(story())


def test_connections_are_counted_out_again_whatever_they_were(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            room, _, tokens = await server.table()
            for _ in range(3):
                async with client(server.ws, room.table.name, tokens):
                    pass
                raw = await Raw.open(port_of(server.address), room.table.name)
                raw.writer.transport.abort()
                await server.get("/healthz")
            assert server.house.gate is not None
            for _ in range(1200):
                if server.house.gate.open == 0:
                    break
                await asyncio.sleep(0.05)
            assert (server.house.gate.open, server.house.gate._by_network) == (0, {})

    run(story())


def test_headers_without_an_end_are_not_read_on(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path, HouseSettings(compile=False)) as server:
            reader, writer = await asyncio.open_connection("127.0.0.1", port_of(server.address))
            writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: ")
            sent, answer = 0, b""
            with contextlib.suppress(OSError):
                while sent < 5_000_000 and not writer.is_closing() and not reader.at_eof():
                    writer.write(b"x" * 10_000)
                    await writer.drain()
                    sent += 10_000
                    await asyncio.sleep(0.001)
            with contextlib.suppress(OSError):
                answer = await asyncio.wait_for(reader.read(), 5)
            assert sent < 4_000_000
            assert not answer or b" 400 " in answer
            writer.close()

    run(story())


def test_commands_of_one_packet_are_carried_out_in_their_order(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            for _ in range(5):
                room, host, tokens = await server.table()
                async with client(server.ws, room.table.name, [host]) as boss:
                    await boss.ask("start")
                raw = await Raw.open(port_of(server.address), room.table.name, tokens)
                raw.send(
                    {"type": "say", "id": "a", "seat": 0, "phrase": "hello"},
                    {"type": "play", "id": "b", "seat": 0, "action": 0},
                    {"type": "say", "id": "c", "seat": 1, "phrase": "hello"},
                    {"type": "play", "id": "d", "seat": 1, "action": 3},
                )
                await raw.reader.readuntil(b'"id":"d"')
                log = [entries.decode(stored) for stored in await server.house.storage.read(room.table.name)]
                assert [entry.id for entry in log if entry.id in ("a", "b", "c", "d")] == ["a", "b", "c", "d"]
                raw.writer.close()

    run(story())


def test_nothing_is_carried_out_that_comes_after_a_close(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            room, host, tokens = await server.table()
            async with client(server.ws, room.table.name, [host]) as boss:
                await boss.ask("start")
            raw = await Raw.open(port_of(server.address), room.table.name, tokens)
            play = json.dumps({"type": "play", "id": "b", "seat": 0, "action": 0}).encode()
            raw.writer.write(frame(CLOSE, b"\x03\xe8") + frame(TEXT, play))
            assert await raw.is_cut()
            raw.writer.close()
            await asyncio.sleep(0.1)
            assert room.table.at == 0

    run(story())


def test_a_forged_line_before_the_proxys_own_is_not_believed() -> None:
    def seen(*lines: bytes) -> str:
        headers = [(b"x-forwarded-for", line) for line in lines]
        return address_of({"headers": headers, "client": ("10.0.0.1", 1)}, True)

    assert seen(b"6.6.6.6", b"203.0.113.9") == "203.0.113.9"
    assert seen(b"6.6.6.6, 203.0.113.9") == "203.0.113.9"
    assert seen(b"6.6.6.6, 7.7.7.7", b"8.8.8.8, 203.0.113.9") == "203.0.113.9"
    assert seen(b"") == "10.0.0.1"
    assert seen() == "10.0.0.1"


def test_one_ipv6_network_is_one_visitor() -> None:
    assert network_of("2001:db8:1:2::1") == network_of("2001:db8:1:2:ffff::9") == "2001:db8:1:2::/64"
    assert network_of("2001:db8:1:3::1") != network_of("2001:db8:1:2::1")
    assert network_of("::ffff:203.0.113.9") == network_of("203.0.113.9") == "203.0.113.9"
    assert network_of("fe80::1%eth0") == "fe80::/64"
    assert network_of("local") == "local"


def test_deep_and_unreadable_bodies_get_a_sentence(tmp_path: Path) -> None:
    deep, unreadable = b'{"record": ' + b"[" * 5_000 + b"]" * 5_000 + b"}", b"\xff\xfe\x00"

    async def story() -> None:
        async with running(tmp_path) as server:
            for path in ("/api/verify", "/api/replay", "/api/tables"):
                for body in (b"[" * 100_000, deep, unreadable):
                    status, answer, _ = await server.post(path, body)
                    assert status < 500, (path, body[:20])
                    assert json.loads(answer)["sentence"].endswith("."), (path, answer)

    run(story())
