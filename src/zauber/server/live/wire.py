"""uvicorn's WebSocket, made faster at what this server does most: receiving moves and sending text to many.

A short text frame that arrives whole is offered to the `listener` at once, before anything is queued or woken. `post`
builds a text frame by hand and holds it until the end of the event loop's turn; then everything goes out in one write,
so an event and the answer to the move that caused it share one. Everything else is uvicorn's.
"""

import math
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.utils import apply_mask

from ..access.limits import Limits

WIRE = "zauber.wire"  # the key of the `Wire` in the extensions of the ASGI scope

TEXT = 0x81  # the first byte of an unfragmented text frame
MASKED = 0x80  # the mask bit, which every client sets in the length byte
FRAME = 200  # bytes charged for a frame on top of its size, because even a short one takes time to read
UNLIMITED = Limits(bytes_per_second=math.inf, byte_burst=math.inf)  # for applications that have no limits
MOST_UNREAD = 65_536  # unread bytes allowed for a client that sends pings
SHORT = 126  # from this size on, the length field takes more than one byte


def _head(size: int) -> bytes:
    """The bytes before a text of that size."""
    if size < SHORT:
        return bytes((TEXT, size))
    if size < 65536:
        return bytes((TEXT, SHORT)) + size.to_bytes(2, "big")
    return bytes((TEXT, SHORT + 1)) + size.to_bytes(8, "big")


_HEADS = [_head(size) for size in range(4096)]


class Wire(WebSocketsSansIOProtocol):
    """One connection."""

    __slots__ = (
        "_begun",
        "_budget",
        "_filled",
        "_gate",
        "_limits",
        "_out",
        "_quick",
        "_shut",
        "_unsent",
        "leaves",
        "listener",
    )

    def __init__(self, config: Any, server_state: Any, app_state: dict[str, Any], _loop: Any = None) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.listener: Callable[[bytes], bool] | None = None  # handles a text, or returns false to leave it to uvicorn
        self._unsent: list[Wire] = app_state.setdefault("unsent", [])  # of all connections of the server
        self._out: list[bytes] = []
        self._quick = False  # `post` may be used: no extension, and the client reads
        self._begun = b""  # an incomplete frame; uvicorn gets only whole ones
        self._shut = False  # closing or cut off; further input is ignored
        self.leaves: Callable[[], object] | None = None  # called when the connection is gone
        self._gate = getattr(config.app, "gate", None)
        self._limits: Limits = getattr(config.app, "limits", None) or UNLIMITED
        self._budget = self._limits.byte_burst  # bytes that may still arrive, with FRAME charged for each frame
        self._filled = self.loop.time()

    def handle_connect(self, event: Any) -> None:
        """A client connects: offer `post` to the application."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: Any = self.scope["extensions"]
            extensions[WIRE] = self

    def data_received(self, data: bytes) -> None:
        """Handle received bytes: first the request, then frames."""
        if self._shut:
            return
        self._budget -= len(data) + FRAME
        if self._budget < 0 and not self._refill():
            self.cut()
        elif not self.handshake_initiated:
            super().data_received(data)
        elif self._begun:
            self._walk(self._begun + data)
        elif not self._heard(data):
            self._walk(data, len(data))

    def _refill(self) -> bool:
        """Refill the budget; whether the client is within its rate."""
        now = self.loop.time()
        earned = (now - self._filled) * self._limits.bytes_per_second
        self._budget = min(self._budget + earned, self._limits.byte_burst)
        self._filled = now
        return self._budget >= 0

    def cut(self) -> None:
        """End the connection at once, without sending what is queued."""
        self._shut = True
        self._quick = False
        self._out.clear()
        self.transport.abort()
        if self._gate is not None:
            self._gate.cut_off += 1

    def _walk(self, data: bytes, offered: int = -1) -> None:
        """Go from frame to frame; one of the size `offered` has been offered to the listener."""
        at = 0
        while not self._shut and (size := self._frame_at(data, at)):
            frame = data[at : at + size]
            at += size
            if at > size:  # the first frame was charged with the piece itself
                self._budget -= FRAME
                if self._budget < 0 and not self._refill():
                    self.cut()
                    return
            if size == offered or not self._heard(frame):
                super().data_received(frame)
        self._begun = data[at:]

    def _heard(self, data: bytes) -> bool:
        """Whether the data is a single short text that the listener handled."""
        size = len(data) - 6
        if not 0 <= size < SHORT or data[0] != TEXT or data[1] != MASKED + size or self.listener is None or self.frames:
            return False
        if self.close_sent:
            return False
        return self.listener(apply_mask(data[6:], data[2:6]))

    def _frame_at(self, data: bytes, at: int) -> int:
        """The size of the frame at an offset; 0 if it is incomplete."""
        size = len(data) - at
        if size < 2:
            return 0
        head, length = 2, data[at + 1] & 127
        if length >= SHORT:
            head = 4 if length == SHORT else 10
            length = int.from_bytes(data[at + 2 : at + head], "big")
        whole = head + length + (4 if data[at + 1] & MASKED else 0)
        if size >= head and length > self.config.ws_max_size:
            return size  # too large: uvicorn refuses it without the rest
        return whole if size >= whole else 0

    def post(self, frame: bytes) -> bool:
        """Queue a UTF-8 text for sending; false if it must be sent the usual way."""
        if not self._quick:
            return False
        out, size = self._out, len(frame)
        if not out:
            if not self._unsent:
                self.loop.call_soon(self._deliver)
            self._unsent.append(self)
        out.append(_HEADS[size] if size < len(_HEADS) else _head(size))
        out.append(frame)
        return True

    def pause_writing(self) -> None:
        """The client has stopped reading."""
        self._quick = False
        super().pause_writing()

    def resume_writing(self) -> None:
        """The client reads again."""
        super().resume_writing()
        self._see()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        super().connection_lost(exc)
        self._shut = True
        self._see()
        if self.leaves is not None:
            self.leaves()
            self.leaves = None

    def _see(self) -> None:
        """Whether `post` may be used now."""
        up = self.handshake_complete and not self.close_sent and not self.disconnected
        self._quick = up and not self.conn.extensions and self.writable.is_set()

    def _deliver(self) -> None:
        """Send what was posted on all connections of the server."""
        wires = self._unsent.copy()
        self._unsent.clear()
        for wire in wires:
            wire._flush()

    def _flush(self) -> None:
        if self._out:
            if not self.transport.is_closing():
                self.transport.write(b"".join(self._out))
            self._out.clear()

    async def send(self, message: Any) -> None:
        """Send as uvicorn does, after what was posted."""
        self._flush()
        try:
            await super().send(message)
        finally:
            self._see()

    def handle_close(self, event: Any) -> None:
        """The client closes: send what was posted first, and ignore further input."""
        self._flush()
        super().handle_close(event)
        self._shut = True

    def handle_ping(self) -> None:
        """Answer a ping; a client that does not read the answers is cut off."""
        if self.transport.get_write_buffer_size() > MOST_UNREAD:
            self.conn.data_to_send()
            self.cut()
        else:
            super().handle_ping()

    def shutdown(self) -> None:
        """The server closes: send what was posted first."""
        self._flush()
        super().shutdown()
