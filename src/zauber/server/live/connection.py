"""A WebSocket connection, from `hello` to its end. Everything that clients send is validated here first."""

import asyncio
import contextlib
import time
from typing import Any

import msgspec

from ...errors import ZauberError
from ..access.limits import Bucket
from ..access.security import address_of, origin_allowed
from ..access.tokens import new_token, token_hash
from ..protocol import commands, fields, frames
from ..protocol.commands import Hello, Ping, Play, SetName, TakeSeat, Why
from ..protocol.encoding import encode
from ..protocol.frames import Goodbye, Pong
from ..storage.base import Trouble
from ..table.decisions import Refused
from .guests import Guest
from .house import House
from .room import CLOSED, Room
from .wire import WIRE, Wire

STRIKES = 200  # messages over the limit before the connection is closed
MOST_TOKENS = 32
LAST_WORDS = 2.0  # seconds to send the goodbye frame before closing

_decoder: Any = msgspec.json.Decoder(commands.AnyCommand)

POLICY, TRY_AGAIN, TOO_BIG, GOING_AWAY = 1008, 1013, 1009, 1001


class Live:
    """The endpoint `/ws`, as an ASGI application."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.by_address: dict[str, int] = {}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        event = await receive()
        if event["type"] != "websocket.connect":
            return
        address = address_of(scope, self.house.settings.trust_proxy)
        allowed = origin_allowed(scope, self.house.settings) and not self.house.bans.address(address)
        if not allowed or not self._room_for(address):
            await send({"type": "websocket.close", "code": POLICY})
            return
        await send({"type": "websocket.accept"})
        self.by_address[address] = self.by_address.get(address, 0) + 1
        self.house.sockets += 1
        self.house.metrics.sockets_opened += 1
        try:
            wire = scope.get("extensions", {}).get(WIRE)
            await Connection(self.house, receive, send, wire, self.house.stored_by.of(address)).run()
        finally:
            self.house.sockets -= 1
            self.by_address[address] -= 1
            if not self.by_address[address]:
                del self.by_address[address]

    def _room_for(self, address: str) -> bool:
        limits = self.house.settings.limits
        if self.house.closing or self.house.sockets >= limits.sockets:
            return False
        return self.by_address.get(address, 0) < limits.sockets_per_address


class Connection:
    """One connection, which belongs to one table."""

    def __init__(
        self, house: House, receive: Any, send: Any, wire: Wire | None = None, stored: Bucket | None = None
    ) -> None:
        self.house = house
        self._receive = receive
        self._send = send
        self._wire = wire
        limits = house.settings.limits
        self._bucket = Bucket(limits.messages_per_second, limits.message_burst)
        self._stored = stored or Bucket(limits.entries_per_hour / 3600, limits.entries_per_hour)
        self._strikes = 0
        self._busy = False  # a command is in progress; later ones wait
        self._heard = time.monotonic()
        self.guest: Guest | None = None
        self.room: Room | None = None

    async def run(self) -> None:
        """Handle `hello`, then carry out commands until one side leaves."""
        limits = self.house.settings.limits
        try:
            found = await self._hello(limits.hello_seconds)
            if found is None:
                return
            room, guest = found
            try:
                await self._serve(room, guest, limits.silent_seconds)
            finally:
                room.exit(guest)
        except Trouble:
            await self._goodbye("trouble", "The server cannot reach its storage. Please reconnect.", TRY_AGAIN, 2.0)
        except (ZauberError, TimeoutError) as error:
            sentence = str(error) or "The connection was silent for too long."
            await self._goodbye("idle", sentence, GOING_AWAY)

    async def _hello(self, seconds: float) -> tuple[Room, Guest] | None:
        command = await asyncio.wait_for(self._next(), seconds)
        if command is None:
            return None
        if not isinstance(command, Hello):
            await self._goodbye("bad_message", "The first message must be “hello”.", POLICY)
            return None
        if command.protocol != fields.PROTOCOL:
            theirs, ours = command.protocol, fields.PROTOCOL
            sentence = f"This house speaks protocol {ours}, not {theirs}: load the page again, or use a newer program."
            await self._goodbye("bad_message", sentence, POLICY)
            return None
        room = await self.house.room(command.table)
        if room is None or room.table.closed:
            sentence = CLOSED if room else "There is no such table (any more)."
            await self._goodbye("no_such_table", sentence, POLICY)
            return None
        guest = Guest(self._send, command.sentences, self._wire.post if self._wire is not None else None)
        guest.tokens = {token_hash(token) for token in command.tokens}
        unknown = sum(room.table.held_by(token) == ([], False) for token in guest.tokens)
        self.guest = guest
        await room.enter(guest, command.resume_from, unknown)
        return room, guest

    async def _serve(self, room: Room, guest: Guest, silent: float) -> None:
        watching = self.house.spawn(self._watch(guest, silent))
        self.room = room
        if self._wire is not None:
            self._wire.listener = self.hear
        try:
            while (command := await self._next()) is not None:
                self._busy = True
                if isinstance(command, Ping):
                    guest.post(encode(Pong(command.t, round(time.time(), 3), room.table.n)))
                elif isinstance(command, Hello):
                    self._refuse(None, "bad_message", "“hello” was sent already.")
                else:
                    await self._carry_out(room, guest, command)
                self._busy = False
        finally:
            watching.cancel()
            if self._wire is not None:
                self._wire.listener = None

    def hear(self, text: bytes) -> bool:
        """Handle a move immediately if nothing is queued before it; false if it has to go through the queue."""
        if self._busy or (self._wire is not None and not self._wire.queue.empty()):
            return False  # earlier commands come first
        if self.room is None or self.guest is None or not self._bucket.has_some() or not self._stored.has_some():
            return False
        try:
            command = _decoder.decode(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return False
        if type(command) is not Play or not self.room.move(self.guest, command):
            return False
        self._heard = time.monotonic()
        self._bucket.spend()
        self._stored.spend()
        self.house.metrics.commands += 1
        return True

    async def _watch(self, guest: Guest, silent: float) -> None:
        """Close the connection if the client does not read, or is silent for too long."""
        while not guest.closed.is_set():
            left = self._heard + silent - time.monotonic()
            if left <= 0:
                await self._goodbye("idle", "The connection was silent for too long.", GOING_AWAY, 0.0)
                return
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(guest.closed.wait(), left)
        if guest.too_slow:
            sentence = "Too much unread data is queued for you: reconnect and resume."
            await self._goodbye("too_slow", sentence, TRY_AGAIN, 1.0)
        else:
            if (
                not await _quietly(self._send({"type": "websocket.close", "code": GOING_AWAY}))
                and self._wire is not None
            ):
                self._wire.cut()

    async def _carry_out(self, room: Room, guest: Guest, command: Any) -> None:
        began = time.perf_counter()
        if not isinstance(command, (Play, Why)) and not room.changes.take():
            self._refuse(command.id, "too_fast", "Too many changes at this table at once: wait a moment.")
            return
        if not self._stored.take():
            self._refuse(command.id, "too_fast", "Too much has been stored for your address: wait a while.")
            return
        if isinstance(command, (TakeSeat, SetName)) and self.house.bans.name(command.name):
            self._refuse(command.id, "bad_name", "That name cannot be used here now.")
            return
        if isinstance(command, TakeSeat):
            await self._take_seat(room, guest, command)
        else:
            await room.answer(guest, command)
        self.house.metrics.answering.add(time.perf_counter() - began)

    async def _take_seat(self, room: Room, guest: Guest, command: TakeSeat) -> None:
        made = None
        if command.token is None:
            made = command.token = new_token()
        if len(guest.tokens) >= MOST_TOKENS:
            self._refuse(command.id, "full", "This connection holds too many tokens.")
            return
        shown = token_hash(command.token)
        known = shown in guest.tokens
        guest.tokens.add(shown)
        try:
            ack = await room.carry_out(guest.caller, command)
        except Refused as no:
            if not known:
                guest.tokens.discard(shown)
            self._refuse(command.id, no.refusal.reason, no.refusal.sentence)
            return
        ack.token = made
        guest.post(encode(ack))
        await room.rebind(guest)

    async def _next(self) -> Any:
        """The next valid command; invalid messages are refused and counted. None if the client is gone."""
        while True:
            event = await self._receive()
            if event["type"] == "websocket.disconnect":
                return None
            self._heard = time.monotonic()
            if not self._bucket.take():
                self._strikes += 1
                if self._strikes > STRIKES:
                    await self._goodbye("too_fast", "Too many messages.", POLICY, 10.0)
                    return None
                self._refuse(None, "too_fast", "Too many messages at once: wait a moment.")
                continue
            self.house.metrics.commands += 1
            text = event.get("text")
            if text is None or len(text) > fields.LARGEST_FRAME:
                self._refuse(None, "bad_message", "A message is a text frame of at most 16 KiB.")
                continue
            try:
                return _decoder.decode(text)
            except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
                self._refuse(_id_in(text), "bad_message", _complaint(error))

    def _refuse(self, command: str | None, reason: frames.Reason, sentence: str) -> None:
        self.house.metrics.refuse(reason)
        frame = encode(frames.Refused(command, reason, sentence))
        if self.guest is not None:
            self.guest.post(frame)
        else:
            self.house.spawn(_quietly(self._send({"type": "websocket.send", "text": frame.decode()})))

    async def _goodbye(self, reason: Any, sentence: str, code: int, again: float | None = None) -> None:
        frame = encode(Goodbye(reason, sentence, again)).decode()
        await _quietly(self._send({"type": "websocket.send", "text": frame}))
        if not await _quietly(self._send({"type": "websocket.close", "code": code})) and self._wire is not None:
            self._wire.cut()


async def _quietly(sending: Any) -> bool:
    """Send to a client that may be gone or may not read; whether it was sent."""
    with contextlib.suppress(Exception):
        await asyncio.wait_for(sending, LAST_WORDS)
        return True
    return False


class _Named(msgspec.Struct):
    id: str


_named = msgspec.json.Decoder(_Named)


def _id_in(text: str) -> str | None:
    """The id of an invalid message, so that its sender knows which one was refused."""
    with contextlib.suppress(msgspec.MsgspecError, UnicodeError, RecursionError):
        found = _named.decode(text).id
        return found if len(found) <= 40 and found.isascii() else None
    return None


def _complaint(error: Exception) -> str:
    if isinstance(error, msgspec.ValidationError):
        return f"That message is not valid: {error}."
    return "That message is not JSON."
