"""`zauber bench server`: how many tables one core serves, next to a bare echo server on the same machine.

The server is pinned to one core and the load generator to another. There are two runs of each server: at the target
pace (400 tables of five people, five moves a second each), and as fast as moves are answered. The echo server is plain
Starlette and uvicorn: a message from one of five sockets goes out to all five, with as many bytes as our frames have.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from ... import games
from ...errors import ZauberError
from .load import cpu_of

SEATS = 5
WARM = 3.0  # seconds of warm-up
COMPILING = 600.0  # seconds that a server may compile
IDLE = 0.03  # CPU seconds in one second that workers may use while they have nothing to do


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--tables", type=int, default=400, help="tables of five seats (400)")
    parser.add_argument("--rate", type=float, default=5.0, help="moves a second at each table (5)")
    parser.add_argument("--seconds", type=float, default=10.0, help="how long each run measures (10)")
    parser.add_argument("--game", default=games.DEFAULT, help=f"what is played ({games.DEFAULT})")
    parser.add_argument("--database", default="", help="an SQLite file or postgresql://… (a new file)")
    parser.add_argument("--no-sentences", action="store_true", help="as the browser asks: phrases without sentences")
    parser.add_argument("--steady", action="store_true", help="only the runs at the steady pace")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(chosen: argparse.Namespace) -> int:
    """Measure and print."""
    found = measure(chosen)
    if chosen.json:
        print(json.dumps(found, indent=1))
        return 0
    for name, figures in found["runs"].items():
        print(
            f"{name:<16} {figures['moves_per_second']:>8,.0f} moves/s"
            f"  {figures['messages_per_second']:>8,.0f} messages/s"
            f"  p50 {figures['p50_ms']:.2f} ms  p99 {figures['p99_ms']:.2f} ms  {figures['server_cpu']:.0%} of a core"
            f"  {figures['cpu_us_per_message']:.0f} µs each"
        )
    for name in ("ratio", "cpu_ratio", "kib_per_table"):
        if name in found:
            print(f"{name:<16} {found[name]}")
    return 0


def measure(chosen: argparse.Namespace) -> dict[str, Any]:
    """All runs, as data."""
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else [0]
    server_core, load_core = cores[0], cores[-1]
    plan: dict[str, Any] = {
        "tables": chosen.tables, "seats": SEATS, "game": chosen.game, "seconds": chosen.seconds, "warm": WARM,
        "core": load_core, "sentences": not chosen.no_sentences, "echo": False, "rate": chosen.rate,
    }  # fmt: skip
    runs: dict[str, Any] = {}
    found: dict[str, Any] = {"cores": len(cores), "game": chosen.game, "sentences": plan["sentences"], "runs": runs}
    with tempfile.TemporaryDirectory() as folder:
        for steady in (True,) if chosen.steady else (True, False):
            rate = chosen.rate if steady else 0.0
            name = "steady" if steady else "flat out"
            database = chosen.database or str(Path(folder) / f"{name}.db")
            with MeasuredServer(_serve_command(database), server_core) as server:
                server.wait()
                before = server.memory()
                runs[name] = server.load({**plan, "rate": rate})
                found.setdefault("kib_per_table", round((server.memory() - before) / chosen.tables, 1))
            size = runs[name]["bytes_per_message"]
            with MeasuredServer(_echo_command(size), server_core) as server:
                runs[f"echo {name}"] = server.load({**plan, "rate": rate, "echo": True})
    last = "steady" if chosen.steady else "flat out"
    ours, bare = runs[last], runs[f"echo {last}"]
    found["ratio"] = round(ours["messages_per_second"] / bare["messages_per_second"], 3)
    found["cpu_ratio"] = round(bare["cpu_us_per_message"] / max(ours["cpu_us_per_message"], 0.1), 3)
    return found


def _serve_command(database: str) -> list[str]:
    limits = (
        "table_burst",
        "sockets_per_address",
        "messages_per_second",
        "message_burst",
        "request_burst",
        "sockets",
        "connections_per_address",
        "connections_per_second",
        "connection_burst",
        "bytes_per_second",
        "byte_burst",
        "changes_per_second",
        "change_burst",
        "entries_per_hour",
        "table_entries",
    )
    more = [part for name in limits for part in ("--limit", f"{name}=1000000")]
    return [sys.executable, "-m", "zauber.cli", "serve", "--port", "0", "--quiet", "--database", database, *more]


def _echo_command(size: int) -> list[str]:
    return [sys.executable, "-m", "zauber.server.bench.echo", str(size)]


class MeasuredServer:
    """A server in its own process, optionally pinned to a core."""

    def __init__(self, command: list[str], core: int | None) -> None:
        self.command, self.core = command, core

    def __enter__(self) -> "MeasuredServer":
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, text=True)
        if hasattr(os, "sched_setaffinity") and self.core is not None:
            os.sched_setaffinity(self.process.pid, {self.core})
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if "open: " in line:
                self.base = line.split("open: ")[1].strip()
                return self
        raise RuntimeError("The server did not start.")

    def __exit__(self, *error: object) -> None:
        self.process.terminate()
        self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def load(self, plan: dict[str, Any]) -> dict[str, Any]:
        """Run the load generator against this server."""
        text = json.dumps({"bases": [self.base], "servers": [self.process.pid], **plan})
        command = [sys.executable, "-m", "zauber.server.bench.load"]
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(done.stderr)
        figures: dict[str, Any] = json.loads(done.stdout)
        return figures

    def wait(self) -> None:
        """Wait until everything is compiled, so that compiling does not disturb the measurement.

        The server reports when its rules are compiled. After that a worker compiles the search, on the server's core.
        """
        began, used = time.monotonic(), -1.0
        while time.monotonic() - began < COMPILING:
            with urllib.request.urlopen(f"{self.base}/healthz") as answer:
                compiled = len(json.load(answer)["compiled"]) == len(games.all_games())
            before, used = used, cpu_of(*self._workers())
            if compiled and used - before < IDLE:
                return
            time.sleep(1)
        raise ZauberError("The rules were not compiled in time.")

    def _workers(self) -> list[int]:
        """The server's child processes, where there is a /proc."""
        return [int(stat.parent.name) for stat in Path("/proc").glob("[0-9]*/stat") if self._is_parent_of(stat)]

    def _is_parent_of(self, stat: Path) -> bool:
        try:
            return int(stat.read_text().rsplit(")", 1)[1].split()[1]) == self.process.pid
        except OSError:  # it has just ended
            return False

    def memory(self) -> float:
        """KiB in memory."""
        try:
            status = Path(f"/proc/{self.process.pid}/status").read_text()
        except OSError:
            return 0.0
        return float(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])
