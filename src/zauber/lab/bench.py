"""Measuring this machine: the benches by name, medians of several runs, and what they were measured on.

A bench is a function from settings to rows; `BENCHES` holds those of the package, and whoever brings
another (a server, a physics) registers it there. A row is plain data: the bench, what was measured, a
median, its unit, and the single runs.
"""

import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from ..errors import ZauberError
from ..games.game import Game

Row = dict[str, Any]


@dataclass(frozen=True)
class Settings:
    """What to measure and how long."""

    games: tuple[Game, ...]
    seats: int | None = None
    runs: int = 5
    seconds: float = 1.0


Bench = Callable[[Settings], Iterator[Row]]


def row(bench: str, what: dict[str, Any], unit: str, runs: list[float]) -> Row:
    """A row of a report."""
    return {"bench": bench, **what, "median": statistics.median(runs), "unit": unit, "runs": runs}


def bench_play(settings: Settings) -> Iterator[Row]:
    """Random play on one core, for every game and number of seats."""
    from ..engines.simulate import Runner, buffers, program_options

    for game in settings.games:
        edition = game.edition("", program_options(game, {}))
        seats_of_game = [settings.seats] if settings.seats else list(game.seats)
        for seats in seats_of_game:
            runner = Runner(game, edition, seats)
            lengths, shares = buffers(game, 256)
            runner.play(0, 0, lengths, shares)  # compile and warm up
            paces, by_cpu = [], []
            for run in range(settings.runs):
                decisions, first, begun, busy = 0, 0, time.perf_counter(), time.thread_time()
                while (seconds := time.perf_counter() - begun) < settings.seconds:
                    decisions += runner.play(run, first, lengths, shares)
                    first += len(lengths)
                paces.append(decisions / seconds)
                by_cpu.append(decisions / (time.thread_time() - busy))
            found = row("play", {"game": game.name, "seats": seats}, "decisions/s", paces)
            yield found | {
                "median_by_cpu_time": statistics.median(by_cpu)
            }  # on a busy machine the better figure


READY = """
import time
begun = time.perf_counter()
import numba
from zauber import games
from zauber.engines.simulate import Runner, buffers
imported = time.perf_counter()
game = games.get({name!r})
runner = Runner(game, game.edition(), game.seats[0])
runner.play(0, 0, *buffers(game, 1))
print(imported - begun, time.perf_counter() - imported)
"""


def bench_compile(settings: Settings) -> Iterator[Row]:
    """How long a new process takes to its first match: compiling, and then from the cache."""
    for game in settings.games:
        cold, cached, imports = [], [], []
        for _ in range(max(1, settings.runs // 3)):
            with tempfile.TemporaryDirectory(prefix="zauber-bench-") as folder:
                cold.append(_ready(game, folder)[1])
                for _ in range(3):
                    loading = _ready(game, folder)
                    imports.append(loading[0])
                    cached.append(loading[1])
        what = {"game": game.name}
        yield row("compile", what | {"from": "nothing"}, "s", cold)
        yield row("compile", what | {"from": "cache"}, "s", cached)
        yield row("compile", what | {"from": "imports (Numba and Zauber)"}, "s", imports)


def _ready(game: Game, cache: str) -> tuple[float, float]:
    """Seconds that a new process takes for its imports, and then to have played one match."""
    if game.package.split(".")[0] != "zauber":
        raise ZauberError(f"{game.title} lives outside the package and cannot be measured in a new process.")
    variables = os.environ | {"ZAUBER_CACHE": cache}
    done = subprocess.run(
        [sys.executable, "-c", READY.format(name=game.name)],
        env=variables,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise ZauberError(
            f"A new process could not play {game.title}: {done.stderr.strip().splitlines()[-1]}"
        )
    imports, ready = done.stdout.split()
    return float(imports), float(ready)


BENCHES: dict[str, Bench] = {"play": bench_play, "compile": bench_compile}


def machine() -> dict[str, Any]:
    """What the figures were measured on: hardware and versions, nothing personal."""
    packages = ("zauber", "numpy", "numba", "llvmlite")
    return {
        "cpu": cpu_name(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "load": list(os.getloadavg()) if hasattr(os, "getloadavg") else None,
        "python": platform.python_version(),
        "versions": {name: found for name in packages if (found := _version(name))},
    }


def cpu_name(listing: Path = Path("/proc/cpuinfo")) -> str:
    """The processor's name, as well as the system tells it."""
    try:
        for line in listing.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""
