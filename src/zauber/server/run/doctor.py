"""`zauber doctor`: checks whether a server can run here. Every result is a sentence; the bad ones say what to do."""

import asyncio
import importlib.util
import os
import secrets
import shutil
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ... import bots, games
from ...errors import ZauberError
from ..http.api import lan_address
from ..http.pages import static_folder
from .serving import data_folder, listening_socket, storage_for


@dataclass(frozen=True)
class Finding:
    """The result of a check: fine, worth knowing (`note`), or wrong."""

    state: str
    sentence: str


def examine(database: str, port: int) -> int:
    """Run all checks; return 1 if something is wrong."""
    wrong = 0
    for check in CHECKS:
        try:
            finding = check(database, port)
        except ZauberError as error:
            finding = Finding("wrong", str(error))
        sign = {"fine": "✓", "note": "·", "wrong": "✗"}[finding.state]
        print(f" {sign} {finding.sentence}")
        wrong += finding.state == "wrong"
    print("\nEverything is ready: zauber serve" if not wrong else f"\n{wrong} to fix.")
    return 1 if wrong else 0


def _python(database: str, port: int) -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    return Finding("fine", f"Python {version}.")


def _parts(database: str, port: int) -> Finding:
    wanted = ["starlette", "uvicorn", "websockets", "segno", "msgspec", "numba"]
    if database.startswith("postgres"):
        wanted.append("psycopg")
    missing = [name for name in wanted if importlib.util.find_spec(name) is None]
    if missing:
        return Finding("wrong", f"{', '.join(missing)} is missing: install zauber[server].")
    return Finding("fine", "All parts of the server are installed.")


def _speedups(database: str, port: int) -> Finding:
    missing = [name for name in ("uvloop", "httptools") if importlib.util.find_spec(name) is None]
    if missing and sys.platform != "win32":
        return Finding("note", f"Without {' and '.join(missing)} the server is slower: install uvicorn[standard].")
    return Finding("fine", "The fast event loop is installed.")


def _storage(database: str, port: int) -> Finding:
    storage = storage_for(database)

    async def try_it() -> float:
        await storage.open()
        try:
            log = f"doctor-{secrets.token_hex(8)}"
            began = time.perf_counter()
            await storage.append(log, 1, [b"{}"])
            seconds = time.perf_counter() - began
            if await storage.read(log) != [b"{}"]:
                raise ZauberError("The storage did not return what was written to it.")
            await storage.describe(log, False, 0.0, b"{}")
            await storage.forget(before=1.0)
            return seconds
        finally:
            await storage.close()

    seconds = asyncio.run(try_it())
    state = "fine" if seconds < 0.05 else "note"
    return Finding(state, f"{storage.name} stores a move in {seconds * 1000:.1f} ms.")


def _space(database: str, port: int) -> Finding:
    if database.startswith("postgres"):
        return Finding("fine", "The tables are stored in PostgreSQL.")
    folder = Path(database).resolve().parent if database else data_folder()
    free = shutil.disk_usage(folder if folder.exists() else Path.home()).free
    if free < 200_000_000:
        return Finding("wrong", f"Only {free // 1_000_000} MB are free where tables are stored ({folder}).")
    return Finding("fine", f"Tables are stored in {folder}, where {free // 1_000_000_000} GB are free.")


def _port(database: str, port: int) -> Finding:
    try:
        listening_socket("127.0.0.1", port).close()
    except ZauberError as error:
        return Finding("wrong", str(error))
    return Finding("fine", f"Port {port} is free.")


def _page(database: str, port: int) -> Finding:
    if (static_folder() / "index.html").is_file():
        return Finding("fine", "The browser client is built.")
    return Finding("note", "The browser client is not built: python3 run.py play builds it. Bots can play without it.")


def _games(database: str, port: int) -> Finding:
    for game in games.all_games():
        game.edition()
    if troubles := games.troubles():
        return Finding("note", " ".join(troubles))
    return Finding("fine", f"{len(games.all_games())} games: {', '.join(g.title for g in games.all_games())}.")


def _bots(database: str, port: int) -> Finding:
    offered = {player.name: player.title for game in games.all_games() for player in bots.levels(game.name).values()}
    if troubles := bots.troubles():
        return Finding("note", " ".join(troubles))
    return Finding("fine", f"{len(offered)} bots are offered: {', '.join(offered.values())}.")


def _compiler(database: str, port: int) -> Finding:
    from ...games.compiling.link import cache_folder

    folder = cache_folder()
    if not os.access(folder, os.W_OK):
        return Finding("wrong", f"Compiled rules cannot be stored in {folder}: set ZAUBER_CACHE to a folder of yours.")
    return Finding("fine", f"Compiled rules are stored in {folder}.")


def _network(database: str, port: int) -> Finding:
    address = lan_address()
    if address is None:
        return Finding("note", "This computer has no address in a network: --lan will be of no use.")
    shown = "zauber serve --lan shows it with a QR code"
    return Finding("fine", f"In the local network this computer is {address}: {shown}.")


def _clock(database: str, port: int) -> Finding:
    if time.time() < 1_704_067_200:
        return Finding("wrong", "The clock is wrong: it shows a date before 2024.")
    return Finding("fine", "The clock is plausible.")


CHECKS: tuple[Callable[[str, int], Finding], ...] = (
    _python, _parts, _speedups, _storage, _space, _port, _page, _games, _bots, _compiler, _network, _clock,
)  # fmt: skip
