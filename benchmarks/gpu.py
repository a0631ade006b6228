"""Batches on a GPU: checked against the CPU byte for byte in all five games, then timed.

    python benchmarks/gpu.py                                 everything; figures to benchmarks/results/gpu.json
    python benchmarks/gpu.py check --games magi --lanes 512
    python benchmarks/gpu.py play watch --games papageno
    python benchmarks/gpu.py ready                           seconds to the first launch, also from the cache

Needs a CUDA device and the extra `gpu`. With NUMBA_ENABLE_CUDASIM=1 `check` runs without a device, slowly.
"""

import argparse
import datetime
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from zauber.engines import Batch
from zauber.lab.bench import machine, row

TABLES = {"papageno": 3, "mago_magino": 3, "magic_flute": 2, "magi": 4, "magicians_night": 2}
MORE = {"papageno": (2, 3, 4, 5), "mago_magino": (3,), "magic_flute": (2,), "magi": (4, 8), "magicians_night": (2, 4)}
LIMITS = {"papageno": 60, "mago_magino": 60, "magic_flute": 60, "magi": 60, "magicians_night": 4}  # of checked matches
MATCHES = {  # of a timed run
    "papageno": 1 << 24,
    "mago_magino": 1 << 24,
    "magic_flute": 1 << 22,
    "magi": 1 << 21,
    "magicians_night": 1 << 15,
}
TIMED_TURNS = 8  # of a timed match of Magicians' Night: about 65 strokes each
MIXED = ("learner", "thumb", "random")
FIRST = """
import time
begun = time.perf_counter()
from numba import cuda
from zauber.engines import Batch
cuda.synchronize()
imported = time.perf_counter()
batch = Batch({name!r}, seats={seats}, n=1024, engine="gpu")
_, masks = batch.look()
batch.step(masks.copy_to_host().argmax(axis=1), check=False)
batch.wait()
stepped = time.perf_counter()
Batch({name!r}, seats={seats}, engine="gpu", players="random").play(1024)
print(imported - begun, stepped - imported, time.perf_counter() - stepped)
"""


def host(array: Any) -> Any:
    """The array in the host's memory."""
    return array.copy_to_host() if hasattr(array, "copy_to_host") else np.asarray(array)


def same(one: Any, other: Any, what: str) -> None:
    """Stop at the first byte that differs."""
    a, b = host(one), host(other)
    if a.tobytes() != b.tobytes():
        flat = [np.ascontiguousarray(x).reshape(len(x), -1).view(np.uint8).reshape(len(x), -1) for x in (a, b)]
        lanes = np.flatnonzero((flat[0] != flat[1]).any(axis=1)) if len(flat[0]) == len(flat[1]) else "?"
        raise SystemExit(f"CPU and GPU differ: {what}, rows {lanes[:10]} of {len(a)}")


def chosen(batch: Batch) -> Any:
    """An action for every lane that depends only on the match and its length."""
    lists, counts = (host(array) for array in batch.moves())
    return lists[np.arange(batch.n), (host(batch.numbers) * 7 + host(batch.lengths) * 3) % counts]


def check(names: list[str], arguments: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Steps with learners among other players, whole matches, copies and forks: the same bytes on both engines."""
    for name in names:
        for seats in MORE[name]:
            begun = time.perf_counter()
            about: dict[str, Any] = {"seats": seats, "seed": 11, "options": {"turn_limit": LIMITS[name]}}
            lanes = max(8, arguments.lanes // (16 if name == "magicians_night" else 1))
            for players in ("learner", [MIXED[i % 3] for i in range(seats)]):
                how = {**about, "n": lanes, "players": players, "rotate": True}
                cpu, gpu = Batch(name, **how), Batch(name, engine=arguments.engine, **how)
                for step in range(arguments.steps):
                    where = f"{name}, {seats} seats, {players}, step {step}"
                    for field in ("turn", "numbers", "lengths", "positions"):
                        same(getattr(cpu, field), getattr(gpu, field), f"{field}, {where}")
                    if step % 5 == 0:
                        for method in ("observe", "legal", "conceal"):
                            same(getattr(cpu, method)(), getattr(gpu, method)(), f"{method}, {where}")
                        same(cpu.imagine(step), gpu.imagine(step), f"imagine, {where}")
                    actions = chosen(cpu)
                    ended, again = cpu.step(actions), gpu.step(actions)
                    same(ended.numbers, again.numbers, f"ended, {where}")
                    same(ended.outcomes, again.outcomes, f"outcomes, {where}")
                for batch in (cpu, gpu):
                    batch.fork([0, 1], [2, 3])
                    batch.reseed([0, 1], 5)
                same(cpu.positions, gpu.positions, f"forks, {name}")
            for by in ("random", "thumb"):
                cpu, gpu = (Batch(name, engine=engine, players=by, **about) for engine in ("cpu", arguments.engine))
                one, other = (batch.play(2 * lanes, finals=True) for batch in (cpu, gpu))
                for field in ("lengths", "outcomes", "finals"):
                    same(getattr(one, field), getattr(other, field), f"{field} of whole matches, {name}, {by}")
            found = row("gpu check", {"of": "check", "game": name, "seats": seats}, "s", [time.perf_counter() - begun])
            yield found | {"identical_to_cpu": True, "lanes": lanes, "steps": arguments.steps}


def play(names: list[str], arguments: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Random play of whole matches."""
    for name in names:
        for seats in MORE[name] if arguments.all_seats else (TABLES[name],):
            limit = {"options": {"turn_limit": TIMED_TURNS}} if name == "magicians_night" else {}  # or it would not end
            batch = Batch(name, seats=seats, engine="gpu", players="random", seed=1, **limit)
            matches = max(1, int(MATCHES[name] * arguments.scale))
            batch.play(matches)
            paces = []
            for _ in range(arguments.runs):
                begun = time.perf_counter()
                played = batch.play(matches)
                paces.append(int(played.lengths.sum()) / (time.perf_counter() - begun))
            about = {"of": "whole matches", "game": name, "seats": seats, "matches": matches}
            yield row("gpu play", about, "decisions/s", paces)


def chooser() -> Callable[..., Any]:
    """A kernel that takes a random legal action from every mask, on the device."""
    from numba import cuda

    @cuda.jit
    def choose(masks: Any, actions: Any, salt: int) -> None:
        i = cuda.grid(1)
        if i < len(actions):
            legal = 0
            for action in range(masks.shape[1]):
                legal += masks[i, action]
            x = (i * 0x9E3779B1 + salt * 0x85EBCA77) & 0xFFFFFFFF
            x = ((x ^ (x >> 15)) * 0x2C1B3C6D) & 0xFFFFFFFF
            left = ((x ^ (x >> 12)) & 0xFFFFFF) % legal
            for action in range(masks.shape[1]):
                if masks[i, action]:
                    if left == 0:
                        actions[i] = action
                    left -= 1

    return choose


def watch(names: list[str], arguments: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """A learner's loop that stays on the device: observations and masks of every step, random actions, step."""
    choose = chooser()
    for name in names:
        sizes = (1 << 12,) if name == "magicians_night" else (1 << 14, 1 << 17, 1 << 19)
        for lanes in [max(1, int(n * arguments.scale)) for n in sizes]:
            paces = watched(choose, name, lanes, arguments.steps, arguments.runs)
            about = {"of": "observations and masks", "game": name, "seats": TABLES[name], "lanes": lanes}
            yield row("gpu watch", about, "steps/s", paces)


def watched(choose: Any, name: str, lanes: int, steps: int, runs: int) -> list[float]:
    """The pace of such a loop."""
    from numba import cuda

    batch = Batch(name, seats=TABLES[name], n=lanes, engine="gpu", seed=1)
    observations, masks = batch.look()
    actions = cuda.to_device(np.zeros(lanes, np.int32))
    paces = []
    for run in range(runs + 1):  # the first compiles
        batch.wait()
        begun = time.perf_counter()
        for step in range(steps):
            batch.look(observations, masks)
            choose[(lanes + 127) // 128, 128](masks, actions, run * steps + step)
            batch.advance(actions)
        batch.wait()
        paces.append(lanes * steps / (time.perf_counter() - begun))
    return paces[1:]


def ready(names: list[str], arguments: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Seconds to the first steps and the first whole matches in a new process, compiling and from the cache; before
    them, to import everything and to open the device."""
    for name in names:
        program = FIRST.format(name=name, seats=TABLES[name])
        with tempfile.TemporaryDirectory() as folder:
            for source in ("nothing", "cache"):
                done = subprocess.run(
                    [sys.executable, "-c", program],
                    env=os.environ | {"ZAUBER_CACHE": folder},
                    capture_output=True,
                    text=True,
                    check=False,
                )
                if done.returncode:
                    raise SystemExit(done.stderr)
                parts = ("imports", "first steps", "first whole matches")
                for of, seconds in zip(parts, map(float, done.stdout.split()[-3:]), strict=True):
                    yield row("gpu ready", {"of": of, "game": name, "from": source}, "s", [seconds])


WORK = {"check": check, "play": play, "watch": watch, "ready": ready}


def device() -> dict[str, Any]:
    """What the figures were measured on."""
    from numba import cuda

    found = machine()
    name = getattr(cuda.get_current_device(), "name", "the simulator")
    found["gpu"] = name.decode() if isinstance(name, bytes) else str(name)
    found["versions"]["numba-cuda"] = version("numba-cuda")
    return found


def main() -> None:
    """Check, time, print and store."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", choices=[*WORK, []], help="check, play, watch, ready (all)")
    parser.add_argument("--games", nargs="+", choices=[*TABLES], default=[*TABLES])
    parser.add_argument("--engine", choices=["gpu", "cpu"], default="gpu", help="what is checked against the CPU")
    parser.add_argument("--lanes", type=int, default=512, help="lanes that are checked")
    parser.add_argument("--steps", type=int, default=60, help="steps that are checked, or timed in one run")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--scale", type=float, default=1.0, help="how large the timed batches are, times the usual")
    parser.add_argument("--all-seats", action="store_true", help="time every number of seats")
    parser.add_argument("--store", default=str(Path(__file__).parent / "results" / "gpu.json"))
    arguments = parser.parse_args()
    report: dict[str, Any] = {
        "when": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "command": " ".join(["python", "benchmarks/gpu.py", *sys.argv[1:]]),
        "machine": device() if arguments.engine == "gpu" else machine(),
        "rows": [],
    }
    store = Path(arguments.store)
    store.parent.mkdir(parents=True, exist_ok=True)
    for name in arguments.what or WORK:
        for found in WORK[name](arguments.games, arguments):
            report["rows"].append(found)
            store.write_text(json.dumps(report, indent=1) + "\n", "utf-8")  # after every row: the device may be gone
            print({key: value for key, value in found.items() if key not in ("bench", "runs")}, flush=True)
    print(f"Kept in {store}")


if __name__ == "__main__":
    main()
