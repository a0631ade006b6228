"""Measuring this machine: the benches by name, medians of several runs, and what they were measured on.

A bench is a function from settings to rows; `BENCHES` holds those of the package, and whoever brings
another registers it there. A row is plain data: the bench, what was measured, a median, its unit, and the
single runs; or a note why it was not measured.
"""

import importlib.util
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
from typing import TYPE_CHECKING, Any

from ..errors import ZauberError
from ..games.game import Game

if TYPE_CHECKING:
    from ..engines.simulate import Runner

Row = dict[str, Any]
LONGEST = 2_000  # decisions after which a match is cut off, so that a run takes as long as it should


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
            runner.most = min(runner.most, LONGEST)
            runner.play(0, 0, *buffers(game, 1))  # compile, or load what was compiled
            room = buffers(game, _matches(game, runner, settings.seconds / 10))
            paces, by_cpu = [], []
            for run in range(settings.runs):
                decisions, first, begun, busy = 0, 0, time.perf_counter(), time.thread_time()
                while (seconds := time.perf_counter() - begun) < settings.seconds:
                    decisions += runner.play(run, first, *room)
                    first += len(room[0])
                paces.append(decisions / seconds)
                by_cpu.append(decisions / (time.thread_time() - busy))
            found = row("play", {"game": game.name, "seats": seats}, "decisions/s", paces)
            yield found | {"median_by_cpu_time": statistics.median(by_cpu)}  # on a busy machine the better figure


def _matches(game: Game, runner: "Runner", seconds: float) -> int:
    """How many matches take about that long."""
    from ..engines.simulate import buffers

    matches = 1
    while matches < 100_000:
        begun = time.perf_counter()
        runner.play(1, 0, *buffers(game, matches))
        if time.perf_counter() - begun > seconds:
            break
        matches *= 2
    return matches


READY = """
import time
times = [time.perf_counter(), time.process_time()]
import numba
from zauber import games
from zauber.engines.simulate import Runner, buffers
times += [time.perf_counter(), time.process_time()]
game = games.get({name!r})
runner = Runner(game, game.edition(), game.seats[0])
runner.play(0, 0, *buffers(game, 1))
times += [time.perf_counter(), time.process_time()]
print(*times)
"""


def bench_compile(settings: Settings) -> Iterator[Row]:
    """How long a new process takes to its first match: compiling, and then from the cache."""
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
    """Seconds that a new process takes for its imports, and then to have played one match: by the clock and by
    the processor, each."""
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
        raise ZauberError(f"A new process could not play {game.title}: {done.stderr.strip().splitlines()[-1]}")
    begun, _, imported, imported_busy, ready, ready_busy = map(float, done.stdout.split())
    return imported - begun, imported_busy, ready - imported, ready_busy - imported_busy


def bench_strokes(settings: Settings) -> Iterator[Row]:
    """Magicians' Night: strokes into the opening position, and Pymunk's pace at the same sub-steps in the same run."""
    from ..games.magicians_night.pace import FIRST, LONGEST, pymunk_strokes_per_second, strokes_per_second

    for game in settings.games:
        if game.name != "magicians_night":
            continue
        about = (game.edition().record, game.rules.State, settings.seconds)
        with_pymunk = importlib.util.find_spec("pymunk") is not None
        whole, first, theirs = [], [], []
        for _ in range(settings.runs):
            whole.append(strokes_per_second(*about, LONGEST))
            first.append(strokes_per_second(*about, FIRST))
            if with_pymunk:
                theirs.append(pymunk_strokes_per_second(*about))
        yield row("strokes", {"game": game.name, "of": "whole turns"}, "strokes/s", whole)
        yield row("strokes", {"game": game.name, "of": f"the first {FIRST} of a turn"}, "strokes/s", first)
        if not with_pymunk:
            missing = "Pymunk is not installed (the extra physics-check brings it)"
            yield {"bench": "strokes", "game": game.name, "of": "whole turns by Pymunk", "note": missing}
            return
        yield row("strokes", {"game": game.name, "of": "whole turns by Pymunk"}, "strokes/s", theirs)
        ratios = [ours / others for ours, others in zip(whole, theirs, strict=True)]
        yield row("strokes", {"game": game.name, "of": "whole turns, against Pymunk"}, "times", ratios)


BENCHES: dict[str, Bench] = {"play": bench_play, "compile": bench_compile, "strokes": bench_strokes}


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
