"""Bad input: an error for each message, never a crash, never a leak, never a changed game."""

import asyncio
import contextlib
import json
import logging
import random
import secrets
import string
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.helpers import OPEN_HANDED, Running, client, running
from tests.sizes import FULL
from zauber.server.access.limits import Limits
from zauber.server.live.connection import Connection
from zauber.server.live.house import House, HouseSettings
from zauber.server.live.room import Room
from zauber.server.protocol.bodies import NewTable, Sitter
from zauber.server.protocol.commands import Play, Say, Start
from zauber.server.storage.sqlite import SqliteStorage
from zauber.server.table.decisions import Caller

FRAMES = 100_000 if FULL else 10_000

GOOD: list[dict[str, Any]] = [
    {"type": "play", "id": "x", "seat": 0, "action": 3},
    {"type": "play", "id": "x", "seat": 0, "notation": "turn 3", "at": 4},
    {"type": "play", "id": "x", "seat": 0, "actions": [1, 2, 3]},
    {"type": "say", "id": "x", "seat": 0, "phrase": "hello"},
    {"type": "take_seat", "id": "x", "seat": 0, "name": "Eve", "token": "A" * 24, "pledge": "00" * 32},
    {"type": "leave_seat", "id": "x", "seat": 0},
    {"type": "resign", "id": "x", "seat": 0},
    {"type": "set_name", "id": "x", "seat": 0, "name": "Eve"},
    {"type": "pledge", "id": "x", "seat": 0, "pledge": "ab" * 32},
    {"type": "reveal", "id": "x", "seat": 0, "entropy": "ab" * 16},
    {"type": "undo_offer", "id": "x", "seat": 0},
    {"type": "undo_answer", "id": "x", "seat": 0, "agree": True},
    {"type": "start", "id": "x"},
    {"type": "rematch", "id": "x"},
    {"type": "swap_seats", "id": "x", "order": [1, 0]},
    {"type": "free_seat", "id": "x", "seat": 0},
    {"type": "seat_bot", "id": "x", "seat": 0, "level": "thumb"},
    {"type": "give_back", "id": "x", "seat": 0},
    {"type": "pace", "id": "x", "pace": "fast"},
    {"type": "why", "id": "x", "seat": 0, "action": 3},
    {"type": "hello", "table": "abcdefgh", "tokens": []},
]

ODD: list[Any] = [
    None, True, -1, 0, 8, 255, 2**31, 2**63, 2**64, -(2**63), 1e308, 0.5, "", "0", "\x00", "💣" * 9, "x" * 5000, [], {},
    [[]], {"a": {"b": 1}}, ["0"] * 40, "\u202e", "' OR 1=1 --", "../../etc/passwd", "{0.__class__}", "%s%n", "\ud83d",
]  # fmt: skip


class Wire:
    """A connection without a network."""

    def __init__(self, house: House) -> None:
        self.incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.sent: list[str] = []
        self.ended = False
        self.connection = Connection(house, self.incoming.get, self.send)

    async def send(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            self.sent.append(message["text"])
        else:
            self.ended = True
            self.incoming.put_nowait({"type": "websocket.disconnect"})

    def say(self, text: str) -> None:
        if len(sent := text.encode("utf-8", "surrogateescape")) < 126 and self.connection.hear(sent):
            return  # as `zauber.server.live.wire` does it
        self.incoming.put_nowait({"type": "websocket.receive", "text": text})


def mutated(dice: random.Random) -> str:
    """A message that is wrong in some way, or that this guest has no right to send."""
    message = dict(dice.choice(GOOD))
    message["id"] = f"f{dice.getrandbits(40)}"
    kind = dice.randrange(12)
    if kind < 4:
        key = dice.choice(list(message))
        message[key] = dice.choice(ODD)
    elif kind == 4:
        message.pop(dice.choice(list(message)))
    elif kind == 5:
        message[dice.choice(["extra", "__proto__", "e", "t", "host"])] = dice.choice(ODD)
    elif kind == 6:
        return "".join(dice.choice(string.printable) for _ in range(dice.randrange(60)))
    elif kind == 7:
        text = json.dumps(message)
        return text[: dice.randrange(len(text))]
    elif kind == 8:
        return dice.choice(["[" * 5000, '{"type":' * 500, '"' * 3, "nul", "1e999", "\x00", "{}", "[]", "0", '""'])
    elif kind == 9:
        return json.dumps({**message, "pad": "x" * dice.choice([10, 20_000])})
    text = json.dumps(message)
    if kind == 10:
        at = dice.randrange(len(text))
        text = text[:at] + dice.choice(string.printable) + text[at + 1 :]
    return text


async def quiet_house(folder: Path) -> tuple[House, Room, str, list[str]]:
    """A house with one table, in mid-match, and its tokens."""
    house = House(SqliteStorage(folder / "tables.db"), HouseSettings(limits=OPEN_HANDED, compile=False))
    await house.open()
    wanted = NewTable("papageno", 2, sit=[Sitter(0, "Ada"), Sitter(1, "Ben")])
    room, host, tokens = await house.create(wanted)
    await room.carry_out(Caller(host=True), Start("go"))
    await room.carry_out(Caller({0, 1}), Play("one", 0, action=2))
    return house, room, host, [token.token for token in tokens]


def state_of(room: Room) -> tuple[Any, ...]:
    """All that a game is: if any of it changes, somebody has changed it."""
    table = room.table
    seats = [(h.kind, h.name, h.symbol, h.token, h.level, h.entropy, h.pledge, h.stand_in) for h in table.seats]
    return table.match.truth, table.at, table.matches, table.pace, table.host, table.undo, seats


@pytest.mark.no_cover
def test_fuzzed_frames_get_an_error_each_and_change_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    dice = random.Random(5)

    async def story() -> None:
        house, room, host, tokens = await quiet_house(tmp_path)
        before, secret = state_of(room), room.table.match.record().secret
        hidden = [host, *tokens, str(secret), *(h.token for h in room.table.seats), room.table.host]
        wire = Wire(house)
        serving = asyncio.create_task(wire.connection.run())
        wire.say(json.dumps({"type": "hello", "table": room.table.name, "tokens": [secrets.token_urlsafe(24)]}))
        while not any('"undoable"' in text for text in wire.sent):  # the last that comes of itself
            await asyncio.sleep(0.01)
        for number in range(FRAMES):
            wire.sent.clear()
            wire.say(text := mutated(dice))
            for _ in range(1000):
                if wire.sent:
                    break
                await asyncio.sleep(0 if number else 0.001)
            assert len(wire.sent) == 1, (text, wire.sent)
            answer = json.loads(wire.sent[0])
            assert answer["type"] == "refused", (text, answer)
            assert answer["sentence"]
            assert not any(thing in wire.sent[0] for thing in hidden)
        assert not wire.ended
        assert state_of(room) == before
        assert len(await house.storage.read(room.table.name)) == room.table.n
        wire.incoming.put_nowait({"type": "websocket.disconnect"})
        await serving
        await house.close()

    with caplog.at_level(logging.WARNING):
        asyncio.run(story())
    assert not caplog.records


def test_a_seats_holder_cannot_reach_beyond_the_seat(tmp_path: Path) -> None:
    """The same mutations from somebody who holds seat 1: seat 0, the host's rights and the position stay."""
    dice = random.Random(6)

    async def story() -> None:
        house, room, host, tokens = await quiet_house(tmp_path)
        mine = [json.dumps({**message, "id": f"m{i}"}) for i, message in enumerate(GOOD) if message.get("seat") == 0]
        hosts = [json.dumps({**message, "id": f"h{i}"}) for i, message in enumerate(GOOD) if "seat" not in message]
        before = state_of(room)
        wire = Wire(house)
        serving = asyncio.create_task(wire.connection.run())
        wire.say(json.dumps({"type": "hello", "table": room.table.name, "tokens": [tokens[1]]}))
        assert await _soon(lambda: _told(wire, '"undoable"'))
        texts = mine + hosts + [mutated(dice).replace('"seat": 1', '"seat": 0') for _ in range(FRAMES // 10)]
        for text in texts:
            wire.say(text)
        for _ in range(2000):
            await asyncio.sleep(0.005)
            if wire.incoming.empty():
                break
        await asyncio.sleep(0.1)
        assert state_of(room) == before
        assert host
        wire.incoming.put_nowait({"type": "websocket.disconnect"})
        await serving
        await house.close()

    asyncio.run(story())


def test_replayed_ids_of_others_tell_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        house, room, _, tokens = await quiet_house(tmp_path)
        stranger, owner = Wire(house), Wire(house)
        running_ = [asyncio.create_task(wire.connection.run()) for wire in (stranger, owner)]
        stranger.say(json.dumps({"type": "hello", "table": room.table.name}))
        owner.say(json.dumps({"type": "hello", "table": room.table.name, "tokens": tokens[:1]}))
        assert await _soon(lambda: all(_told(wire, '"undoable"') for wire in (stranger, owner)))
        before = state_of(room)
        command = json.dumps({"type": "play", "id": "one", "seat": 0, "action": 2})
        for wire in (stranger, owner):
            wire.say(command)
        assert await _soon(lambda: all(_told(wire, '"id":"one"') for wire in (stranger, owner)))
        answers = [[json.loads(t) for t in wire.sent if '"id":"one"' in t] for wire in (stranger, owner)]
        assert answers[0][0]["reason"] == "not_your_seat"
        assert answers[1][0]["type"] == "ack"
        assert state_of(room) == before
        for wire in (stranger, owner):
            wire.incoming.put_nowait({"type": "websocket.disconnect"})
        await asyncio.gather(*running_)
        await house.close()

    asyncio.run(story())


HELLOS: list[str | bytes] = [
    b"\xff\xfe", b"{}", "", "{", json.dumps({"type": "hello"}), json.dumps({"type": "ping"}),
    json.dumps({"type": "hello", "table": "nosuchtable"}), json.dumps({"type": "hello", "table": "../x"}),
    json.dumps({"type": "hello", "table": "abcdefgh", "protocol": 99}),
    json.dumps({"type": "hello", "table": "abcdefgh", "tokens": ["short"]}),
    json.dumps({"type": "hello", "table": "abcdefgh", "tokens": ["A" * 30] * 50}),
]  # fmt: skip


def test_bad_beginnings_over_the_network_end_in_a_sentence_and_the_server_lives_on(tmp_path: Path) -> None:
    async def one(server: Running, hello: str | bytes) -> None:
        async with connect(server.ws, compression=None) as socket:
            await socket.send(hello)
            answer = json.loads(await asyncio.wait_for(socket.recv(), 60))
            assert answer["type"] in ("refused", "goodbye")
            assert answer["sentence"].endswith(".")

    async def huge(server: Running) -> None:
        room, _, _ = await server.table()
        async with client(server.ws, room.table.name) as guest:
            await guest.socket.send('{"type":"' + "x" * 100_000)
            with pytest.raises(ConnectionClosed):
                await guest.until("nothing more")

    async def story() -> None:
        async with running(tmp_path) as server:
            for hello in HELLOS:
                await one(server, hello)
            await huge(server)
            status, _, _ = await server.get("/healthz")
            assert status == 200
            assert server.house.sockets == 0 or await _soon(lambda: server.house.sockets == 0)

    asyncio.run(story())


def _told(wire: Wire, what: str) -> bool:
    return any(what in text for text in wire.sent)


async def _soon(true: Callable[[], bool]) -> bool:
    for _ in range(3000):
        if true():
            return True
        await asyncio.sleep(0.02)
    return False


def test_rates_and_numbers_are_limited(tmp_path: Path) -> None:
    limits = Limits(message_burst=20, messages_per_second=1, table_burst=3, sockets_per_address=2, hello_seconds=3)

    async def story() -> None:
        async with running(tmp_path, HouseSettings(limits=limits, compile=False)) as server:
            wanted = {"game": "papageno", "seats": 2}
            answers = [(await server.post("/api/tables", wanted))[0] for _ in range(5)]
            assert answers == [200, 200, 200, 429, 429]
            room, _, tokens = await server.table()
            async with client(server.ws, room.table.name, tokens) as guest:
                for i in range(40):
                    await guest.send(type="ping", t=i)
                while (await guest.receive())["type"] != "refused":
                    pass
                assert guest.frames[-1]["reason"] == "too_fast"
                async with client(server.ws, room.table.name):
                    with pytest.raises(InvalidStatus):
                        async with client(server.ws, room.table.name):
                            pass
                with contextlib.suppress(ConnectionClosed):
                    for i in range(400):
                        await guest.send(type="ping", t=i)
                with pytest.raises(ConnectionClosed):
                    await guest.until("nothing more")
            async with connect(server.ws) as silent:  # says nothing
                goodbye = json.loads(await asyncio.wait_for(silent.recv(), 60))
                assert (goodbye["type"], goodbye["reason"]) == ("goodbye", "idle")

    asyncio.run(story())


def test_only_a_silent_guest_is_sent_away(tmp_path: Path) -> None:
    async def story() -> None:
        limits = Limits(silent_seconds=5)
        async with running(tmp_path, HouseSettings(limits=limits, compile=False)) as server:
            room, _, tokens = await server.table()
            async with (
                client(server.ws, room.table.name) as silent,
                client(server.ws, room.table.name, tokens) as lively,
            ):
                came = time.monotonic()
                goodbye = asyncio.ensure_future(silent.until("goodbye"))
                while not goodbye.done():
                    await lively.send(type="ping", t=1)
                    assert (await lively.until("pong"))["t"] == 1
                    await asyncio.sleep(0.2)
                assert (await goodbye)["reason"] == "idle"
                assert time.monotonic() - came > 4
                for _ in range(5):  # longer than the other was given, who came first
                    await lively.send(type="ping", t=2)
                    await asyncio.sleep(0.2)
                assert room.guests

    asyncio.run(story())


def test_a_client_that_does_not_read_delays_nobody_and_is_sent_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zauber.server.live.guests.MOST_WAITING", 10_000)

    async def story() -> None:
        house, room, _, tokens = await quiet_house(tmp_path)
        stuck, fine = Wire(house), Wire(house)
        gate = asyncio.Event()

        async def never(message: Any) -> None:
            if message["type"] == "websocket.send" and '"welcome"' not in message.get("text", ""):
                await gate.wait()
            await Wire.send(stuck, message)

        stuck.connection._send = never
        tasks = [asyncio.create_task(wire.connection.run()) for wire in (stuck, fine)]
        stuck.say(json.dumps({"type": "hello", "table": room.table.name}))
        fine.say(json.dumps({"type": "hello", "table": room.table.name, "tokens": tokens}))
        assert await _soon(lambda: len(room.guests) == 2 and _told(fine, '"undoable"'))
        for i in range(400):
            await room.carry_out(Caller({0}), Say(f"s{i}", 0, phrase="hello"))
        assert await _soon(lambda: sum('"said"' in text for text in fine.sent) == 400)
        gate.set()
        assert await _soon(lambda: len(room.guests) == 1)
        fine.incoming.put_nowait({"type": "websocket.disconnect"})
        await asyncio.gather(*tasks)
        await house.close()

    asyncio.run(story())
