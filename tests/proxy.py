"""A reverse proxy for tests, in a thread of its own: it gives every connection to the next server, without stickiness.

Under a path it behaves as `location /zauber/ { proxy_pass http://…/; }` does in nginx: the path is stripped, and what
lies outside of it is not the house's.
"""

import asyncio
import contextlib
import threading

LONGEST_HEAD = 65_536


class Proxy:
    """Listens on 127.0.0.1. `ports` may change at any time; a server that does not answer is passed over."""

    def __init__(self, ports: list[int], under: str = "") -> None:
        self.ports, self.under = ports, under
        self.port = 0
        self.elsewhere: list[str] = []  # paths that were asked for outside of `under`
        self.served: dict[int, int] = {}  # connections by server
        self.passed_over = 0
        self._turn = 0
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> "Proxy":
        self._thread.start()
        assert self._ready.wait(60)
        return self

    def __exit__(self, *error: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}{self.under}"

    @property
    def ws(self) -> str:
        return f"ws://127.0.0.1:{self.port}{self.under}/ws"

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0, limit=LONGEST_HEAD))
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        self._loop.run_forever()
        server.close()
        if tasks := asyncio.all_tasks(self._loop):
            for task in tasks:
                task.cancel()
            self._loop.run_until_complete(asyncio.wait(tasks))
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            request = self._rewritten(head)
            if request is None:
                writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                await writer.drain()
                return
            far_reader, far_writer = await self._connect()
            far_writer.write(request)
            await self._join((reader, far_writer), (far_reader, writer))
        except (OSError, EOFError, asyncio.CancelledError):
            pass
        finally:
            with contextlib.suppress(RuntimeError):  # the loop may be closed
                writer.close()

    def _rewritten(self, head: bytes) -> bytes | None:
        """The head for the server; None when the path is not the house's."""
        line, _, rest = head.partition(b"\r\n")
        method, target, version = line.split(b" ")
        path = target.decode()
        if not path.startswith(self.under + "/"):
            self.elsewhere.append(path)
            return None
        lines = [line for line in rest.split(b"\r\n") if line]
        if not any(line.lower().startswith(b"upgrade:") for line in lines):  # one request for each connection
            lines = [line for line in lines if not line.lower().startswith(b"connection:")] + [b"Connection: close"]
        lines.append(b"X-Forwarded-For: 127.0.0.1")
        first = b" ".join((method, path[len(self.under) :].encode(), version))
        return b"\r\n".join((first, *lines, b"", b""))

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        for _ in range(len(self.ports) * 2):
            self._turn += 1
            port = self.ports[self._turn % len(self.ports)]
            try:
                found = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                self.passed_over += 1
                continue
            self.served[port] = self.served.get(port, 0) + 1
            return found
        raise ConnectionError("No server answers.")

    async def _join(self, *ways: tuple[asyncio.StreamReader, asyncio.StreamWriter]) -> None:
        pumps = [asyncio.create_task(self._pump(*way)) for way in ways]
        try:
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for pump in pumps:
                pump.cancel()
            await asyncio.gather(*pumps, return_exceptions=True)
            ways[0][1].close()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
