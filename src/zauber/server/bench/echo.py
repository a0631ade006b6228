"""A bare echo server on Starlette, the upper bound for a server built on it. For `zauber bench server`."""

import sys
from collections import defaultdict

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from ..run.serving import listening_socket

groups: dict[str, list[WebSocket]] = defaultdict(list)


def make(size: int) -> Starlette:
    """The application: every message makes it send `size` bytes to everybody in the same group."""
    said = "x" * size

    async def echo(socket: WebSocket) -> None:
        await socket.accept()
        group = groups[socket.query_params["group"]]
        group.append(socket)
        try:
            while True:
                await socket.receive_text()
                for other in group:
                    await other.send_text(said)
        except WebSocketDisconnect:
            group.remove(socket)

    return Starlette(routes=[WebSocketRoute("/ws", echo)])


def main() -> None:
    """Serve until the process is stopped."""
    listener = listening_socket("127.0.0.1", 0)
    print(f"open: http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    config = uvicorn.Config(make(int(sys.argv[1])), log_config=None, access_log=False, ws_per_message_deflate=False)
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
