"""Benchmarks by name: medians of several runs, and a description of the machine.

A bench is a function from settings to rows; `BENCHES` holds those for every game, and games may add their own. A row is
plain data: the bench, what was measured, a median, its unit, and the single runs; or a note why it was not measured.
"""

import functools
import json
import os
import platform
import re
import shutil
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

import numpy as np

from .. import games
from ..errors import ZauberError
from ..games.compiling.link import cache_folder
from ..games.game import Game

BenchRow = dict[str, Any]
CUT_DECISIONS = 2_000  # decisions after which a match is cut off, so that runs take about as long as they should
SIZES = (1, 16, 256, 4096)  # lanes of a batch


@dataclass(frozen=True)
class BenchSettings:
    """What to measure and how long."""

    games: tuple[Game, ...]
    seats: int | None = None
    runs: int = 5
    seconds: float = 1.0

    def tables(self) -> Iterator[tuple[Game, int]]:
        """Every game with every number of seats, or the requested one."""
        for game in self.games:
            for seats in [self.seats] if self.seats else game.seats:
                yield game, seats


Bench = Callable[[BenchSettings], Iterator[BenchRow]]


def row(bench: str, what: dict[str, Any], unit: str, runs: list[float]) -> BenchRow:
    """A row of a report."""
    spread = {"least": min(runs), "most": max(runs)}
    return {"bench": bench, **what, "median": statistics.median(runs), "unit": unit, "spread": spread, "runs": runs}


def bench_play(settings: BenchSettings) -> Iterator[BenchRow]:
    """Random play on one core, for every game and number of seats."""
    for game, seats in settings.tables():
        play = playing(game, seats, 1, settings.seconds)
        paces = [timed(play, run, settings.seconds) for run in range(settings.runs)]
        yield paced("play", {"game": game.name, "seats": seats}, "decisions/s", paces)


def bench_batch(settings: BenchSettings) -> Iterator[BenchRow]:
    """A learner's loop on one core: observations, masks, a random action for every lane, step; by sizes of batches.

    The choice of actions, in NumPy, is part of the time.
    """
    for game in settings.games:
        seats = settings.seats or game.seats[0]
        for n in SIZES:
            step = stepping(game, seats, n, True)
            paces = [timed(step, run, settings.seconds) for run in range(settings.runs)]
            yield paced("batch", {"game": game.name, "seats": seats, "lanes": n}, "steps/s", paces)
        step = stepping(game, seats, SIZES[-1], False)
        paces = [timed(step, run, settings.seconds) for run in range(settings.runs)]
        about = {"game": game.name, "seats": seats, "lanes": SIZES[-1], "without": "observations"}
        yield paced("batch", about, "steps/s", paces)
        clear = clearing(game, SIZES[-1])
        paces = [timed(clear, run, settings.seconds) for run in range(settings.runs)]
        yield paced("batch", about | {"without": "everything but clearing observations"}, "steps/s", paces)


def bench_cores(settings: BenchSettings) -> Iterator[BenchRow]:
    """Random play on 1, 2, 4 … cores, alternating with runs on one core.

    Measured by wall time and by CPU time per decision, which shows what several cores would give on an idle machine.
    """
    cores = os.cpu_count() or 1
    counts = sorted({*(2**k for k in range(cores.bit_length())), cores} - {1})
    for game in settings.games:
        seats = settings.seats or game.seats[0]
        plays = {threads: playing(game, seats, threads, settings.seconds) for threads in (1, *counts)}
        paces = [
            {threads: timed(play, run, settings.seconds, time.process_time) for threads, play in plays.items()}
            for run in range(settings.runs)
        ]
        for threads in counts:
            ratios = [found[threads][0] / found[1][0] for found in paces]
            by_cpu = [threads * found[threads][1] / found[1][1] for found in paces]
            about = {"game": game.name, "seats": seats, "cores": threads}
            found = row("cores", about, "times one core", ratios)
            yield found | {"median_by_cpu_time": statistics.median(by_cpu)}


Work = Callable[[int], int]  # does some work and returns the number of decisions made


def timed(
    work: Work, run: int, seconds: float, processor: Callable[[], float] = time.thread_time
) -> tuple[float, float]:
    """Decisions a second, by wall time and by CPU time (by default of this thread)."""
    decisions, begun, busy = 0, time.perf_counter(), processor()
    while (spent := time.perf_counter() - begun) < seconds or not decisions:  # at least once, even on a busy machine
        decisions += work(run)
    return decisions / spent, decisions / max(processor() - busy, 1e-9)


def paced(bench: str, what: dict[str, Any], unit: str, paces: list[tuple[float, float]]) -> BenchRow:
    """A row with a pace; on a busy machine CPU time gives the better figure."""
    found = row(bench, what, unit, [pace for pace, _ in paces])
    return found | {"median_by_cpu_time": statistics.median(pace for _, pace in paces)}


def playing(game: Game, seats: int, threads: int, seconds: float) -> Work:
    """Whole random matches, in portions that take about a fifth of a run."""
    from ..engines import Batch

    batch = Batch(game, seats=seats, players="random", threads=threads, longest=CUT_DECISIONS)
    batch.play(threads)  # compile, or load from the cache
    matches = threads
    while matches < 1_000_000:
        begun = time.perf_counter()
        batch.play(matches)
        if time.perf_counter() - begun > seconds / 10:
            break
        matches *= 2

    def work(run: int) -> int:
        return int(batch.play(matches).lengths.sum())

    return work


def stepping(game: Game, seats: int, n: int, observing: bool) -> Work:
    """Steps of a batch, with random actions from outside."""
    from ..engines import Batch

    batch = Batch(game, seats=seats, n=n, threads=1, longest=CUT_DECISIONS)
    dice, lanes = np.random.default_rng(0), np.arange(n)
    seen, masks = batch.observe(), batch.legal()

    def work(run: int) -> int:
        if observing:
            batch.observe(out=seen)
            batch.legal(out=masks)
        lists, counts = batch.moves()
        batch.step(lists[lanes, (dice.random(n) * counts).astype(np.intp)], check=False)
        return n

    for _ in range(8):
        work(0)
    return work


def clearing(game: Game, n: int) -> Work:
    """Nothing but zeros into the observations of a batch: what writing memory allows at most."""
    seen = np.zeros((n, game.observation_size), np.float32)

    def work(run: int) -> int:
        seen.fill(0)
        return n

    return work


READY = """
import time
times = [time.perf_counter(), time.process_time()]
import numba
from zauber.engines import Batch
times += [time.perf_counter(), time.process_time()]
Batch({name!r}, players="random", threads=1).play(1)
times += [time.perf_counter(), time.process_time()]
print(*times)
"""


def bench_compile(settings: BenchSettings) -> Iterator[BenchRow]:
    """How long a new process takes to its first match: compiling, and loading from the cache."""
    for game in settings.games:
        cold, cached = [], []
        for _ in range(max(1, settings.runs // 3)):
            with tempfile.TemporaryDirectory(prefix="zauber-bench-") as folder:
                cold.append(_ready(game, folder))
                cached += [_ready(game, folder) for _ in range(3)]
        imports = [times[:2] for times in cached]
        for source, runs in (
            ("nothing", [times[2:] for times in cold]),
            ("cache", [times[2:] for times in cached]),
            ("imports (Numba and Zauber)", imports),
        ):
            found = row("compile", {"game": game.name, "from": source}, "s", [seconds for seconds, _ in runs])
            yield found | {"median_by_cpu_time": statistics.median(busy for _, busy in runs)}


def _ready(game: Game, cache: str) -> tuple[float, float, float, float]:
    """Seconds that a new process takes for its imports and for one match, each in wall time and in CPU time."""
    if game.package.split(".")[0] != "zauber":
        raise ZauberError(f"{game.title} is not part of the package and cannot be measured in a new process.")
    variables = os.environ | {"ZAUBER_CACHE": cache}
    done = subprocess.run(
        [sys.executable, "-c", READY.format(name=game.name)],
        env=variables,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise ZauberError(f"A new process could not play {game.title}: {done.stderr.strip().splitlines()[-1]}")
    begun, _, imported, imported_busy, ready, ready_busy = map(float, done.stdout.split())
    return imported - begun, imported_busy, ready - imported, ready_busy - imported_busy


BENCHES: dict[str, Bench] = {
    "play": bench_play,
    "batch": bench_batch,
    "cores": bench_cores,
    "compile": bench_compile,
}


def benches() -> dict[str, Bench]:
    """All benches by name: those above, and those of the games (`Game.benches`)."""
    own = dict.fromkeys(name for game in games.all_games() for name in game.benches)
    return BENCHES | {name: functools.partial(bench_own, name) for name in own}


def bench_own(name: str, settings: BenchSettings) -> Iterator[BenchRow]:
    """The benches that a game defines itself."""
    for game in settings.games:
        if name not in game.benches:
            continue
        runs = [game.own(game.benches[name])(game, settings.seconds) for _ in range(settings.runs)]
        for of, first in runs[0].items():
            about = {"game": game.name, "of": of}
            if isinstance(first, str):
                yield {"bench": name, **about, "note": first}
            else:
                yield row(name, about, first[0], [figures[of][1] for figures in runs])


def store(report: dict[str, Any], path: str = "") -> Path:
    """Save a report to a path, or next to the compiled code, named by its time."""
    folder = cache_folder().parent / "bench"
    file = Path(path) if path else folder / f"{report['when'].replace(':', '')}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return file


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
    """The processor's name, as far as the system reports it."""
    told = listing.read_text() if listing.is_file() else ""
    if "model name" not in told and (program := shutil.which("lscpu")):
        told = subprocess.run([program], capture_output=True, text=True, check=False).stdout
    named = re.search(r"^model name\s*:\s*(\S.*)$", told, re.IGNORECASE | re.MULTILINE)
    return named[1].strip() if named else platform.processor() or platform.machine()


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""
