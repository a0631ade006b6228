"""uvicorn's WebSocket, quicker at what this server does most: sending text to many.

`post` puts a text frame together by hand and keeps it until the end of the event loop's turn. Then all goes out at
once, which is much quicker than a little after every move; and an event and the answer to the move that caused it are
one write. All else is uvicorn's.
"""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

POST = "zauber.post"  # the name under which the application finds `post` among the extensions of its scope


class Wire(WebSocketsSansIOProtocol):
    """One connection."""

    def __init__(self, config: Any, server_state: Any, app_state: dict[str, Any], _loop: Any = None) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._unsent: list[Wire] = app_state.setdefault("unsent", [])  # of all connections of the server
        self._out: list[bytes] = []
        self._full = False

    def handle_connect(self, event: Any) -> None:
        """Somebody connects: the application may use `post`."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: Any = self.scope["extensions"]
            extensions[POST] = self.post

    def post(self, frame: bytes) -> bool:
        """Send text (in UTF-8) soon; false when it must be sent the usual way."""
        if self._full or self.disconnected or self.close_sent or not self.handshake_complete or self.conn.extensions:
            return False
        out, size = self._out, len(frame)
        if not out:
            if not self._unsent:
                self.loop.call_soon(self._deliver)
            self._unsent.append(self)
        if 126 <= size < 65536:
            out.append(b"\x81\x7e%c%c" % (size >> 8, size & 255))
        else:
            out.append(bytes((0x81, size)) if size < 126 else b"\x81\x7f" + size.to_bytes(8, "big"))
        out.append(frame)
        return True

    def pause_writing(self) -> None:
        """The client does not read what it is sent."""
        self._full = True
        super().pause_writing()

    def resume_writing(self) -> None:
        """The client reads again."""
        self._full = False
        super().resume_writing()

    def _deliver(self) -> None:
        """Send what was posted to any connection of the server."""
        wires = self._unsent.copy()
        self._unsent.clear()
        for wire in wires:
            wire._flush()

    def _flush(self) -> None:
        out, self._out = self._out, []
        if out and not self.transport.is_closing():
            self.transport.write(b"".join(out))

    async def send(self, message: Any) -> None:
        """Send as uvicorn does, after what was posted."""
        self._flush()
        await super().send(message)

    def handle_close(self, event: Any) -> None:
        """The other side closes: what was posted comes first."""
        self._flush()
        super().handle_close(event)

    def shutdown(self) -> None:
        """The server closes: what was posted comes first."""
        self._flush()
        super().shutdown()
