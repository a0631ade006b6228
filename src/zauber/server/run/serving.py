"""Runs the server: from the command line's options to a listening server, and its shutdown."""

import asyncio
import contextlib
import errno
import os
import signal
import socket
import sys
import webbrowser
from dataclasses import dataclass
from pathlib import Path

import uvicorn

from ...errors import ZauberError
from ..http.api import lan_address
from ..http.app import App
from ..http.pages import Pages
from ..live.door import Door
from ..live.house import House, HouseSettings
from ..live.wire import Wire
from ..protocol.fields import LARGEST_FRAME
from ..storage.base import Storage
from . import logs

DEFAULT_PORT = 7878

LAN_WARNING = """\
  Everybody in your network can now open this address, create tables and play. Nobody can see hidden cards or play
  for somebody else. The server uses plain HTTP: in a network that you do not trust, others could read the traffic.
  Stop it with Ctrl+C."""


@dataclass
class ServePlan:
    """The options of `zauber serve`."""

    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    lan: bool = False
    database: str = ""
    durable: bool = False
    open_browser: bool = False
    json_logs: bool = False
    quiet: bool = False
    static: Path | None = None
    compress: bool = False


def data_folder() -> Path:
    """The default folder for tables: `$ZAUBER_DATA`, or `zauber` in the user's data folder."""
    if given := os.environ.get("ZAUBER_DATA"):
        return Path(given)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "zauber" / "data"
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "zauber"


def storage_for(database: str, durable: bool = False, reading: bool = False) -> Storage:
    """The storage for a URL (`postgresql://…`) or for the path of an SQLite file.

    With `reading`, a file may be opened while a server uses it.
    """
    if database.startswith(("postgresql://", "postgres://")):
        from ..storage.postgres import PostgresStorage

        return PostgresStorage(database)
    from ..storage.sqlite import SqliteStorage

    return SqliteStorage(Path(database) if database else data_folder() / "tables.db", durable, reading)


def listening_socket(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes any free port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        reason = error.strerror or "it is not possible"
        hint = " Try --port 0." if port and error.errno in (errno.EADDRINUSE, errno.EACCES) else ""
        raise ZauberError(f"The server cannot listen on {host} port {port}: {reason}.{hint}") from None
    listener.listen(2048)
    listener.setblocking(False)
    return listener


class Server(uvicorn.Server):
    """uvicorn with our settings; it sends a goodbye to every guest before it closes."""

    def __init__(self, house: House, static: Path | None = None, compress: bool = False) -> None:
        self.house = house
        super().__init__(
            uvicorn.Config(
                App(house, static),
                log_config=None,
                access_log=False,
                lifespan="on",
                http=Door,
                ws=Wire,
                ws_max_size=LARGEST_FRAME,
                ws_per_message_deflate=compress,
                ws_ping_interval=30,
                ws_ping_timeout=30,
                timeout_keep_alive=20,
                timeout_graceful_shutdown=5,
                proxy_headers=False,
                server_header=False,
            )
        )

    def end(self, *_: object) -> None:
        """A signal asks the server to end."""
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Send goodbyes, then close."""
        self.house.say_goodbye()
        await super().shutdown(sockets)


def serve(plan: ServePlan, settings: HouseSettings) -> int:
    """Serve until stopped."""
    logs.set_up(plan.json_logs, "WARNING" if plan.quiet else "INFO")
    host = "0.0.0.0" if plan.lan and plan.host == "127.0.0.1" else plan.host
    listener = listening_socket(host, plan.port)
    port = listener.getsockname()[1]
    asyncio.run(_try_out(storage_for(plan.database, plan.durable)))
    house = House(storage_for(plan.database, plan.durable), settings)
    lan = lan_address() if host in ("0.0.0.0", "::") else None
    house.lan = f"http://{lan}:{port}" if lan else None
    server = Server(house, plan.static, plan.compress)
    signal.signal(signal.SIGTERM, server.end)  # before and after the time in which uvicorn listens to signals itself
    local = f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else host}:{port}"
    announce(local, house.lan, Pages(plan.static).built)
    if plan.open_browser:
        _open_soon(server, local)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listener])
    return 0 if server.started else 1


async def _try_out(storage: Storage) -> None:
    """Open and close the storage, so that an error is reported in one sentence before anything starts."""
    await storage.open()
    await storage.close()


def announce(local: str, lan: str | None, built: bool) -> None:
    """Print the server's address, with a QR code for phones in the local network."""
    print(f"Zauber is open: {local}", flush=True)
    if not built:
        print(
            "  (The browser client is not built into this installation; the page at this address says how to build it.)"
        )
    if lan is None:
        print("  Only this computer can reach it. Use --lan to play with others in your network.", flush=True)
        return
    import segno

    print(f"In your network, on a phone: {lan}\n")
    segno.make(lan, error="l", micro=False).terminal(compact=True, border=2)
    print(LAN_WARNING, flush=True)


def _open_soon(server: object, address: str) -> None:
    """Open the browser when the server is listening, if this machine has one."""
    import threading
    import time

    def wait_and_open() -> None:
        for _ in range(100):
            if getattr(server, "started", False):
                with contextlib.suppress(webbrowser.Error):
                    webbrowser.open(address)
                return
            time.sleep(0.1)

    threading.Thread(target=wait_and_open, daemon=True).start()
