"""Runs over a Ray cluster: parts of a run go to the cluster's workers, and their sums come back.

Match k of a run takes its chance from (seed, k), and sums do not depend on their order, so a run gives the same result
on any cluster as on one machine. A part whose worker was lost is played again by another.
"""

import contextlib
import importlib
import time
from collections.abc import Callable, Iterator
from typing import Any

from ..errors import ZauberError
from ..games.contract.editions import Edition
from ..games.game import Game
from .runs import Progress, Simulation, simulate

PART_SECONDS = 2.0  # target duration of a part: long compared with Ray's overhead, cheap to repeat
AHEAD = 2  # parts handed out per core, so that no core waits for its next one
TRIES = 20  # for a part whose worker is lost


def ray_module() -> Any:
    """Ray, which has its own extra; without it, an error that says so."""
    try:
        return importlib.import_module("ray")
    except ImportError:
        raise ZauberError("Playing on a cluster needs Ray: pip install 'zauber[ray]'.") from None


@contextlib.contextmanager
def connected(address: str = "") -> Iterator[Any]:
    """Ray, connected to the cluster at an address, or to the one that it finds, or else to a local one."""
    ray = ray_module()
    if ray.is_initialized():
        yield ray
        return
    try:
        ray.init(address=address or None, log_to_driver=False, logging_level="error", include_dashboard=False)
    except Exception as error:  # Ray also raises plain exceptions
        why = "cannot be reached, does not let this machine in, or does not start"
        raise ZauberError(f"The Ray cluster {why}: {error}") from None
    try:
        yield ray
    finally:
        ray.shutdown()


def play_part(package: str, edition: Edition, seats: int, matches: int, seed: int, first: int, how: Any) -> Simulation:
    """One part of a run, on a worker of the cluster."""
    game = importlib.import_module(package).GAME
    return simulate(game, edition, seats, matches, seed, first=first, **how)


def simulate_on_ray(
    game: Game,
    edition: Edition,
    seats: int,
    matches: int,
    seed: int = 0,
    progress: Progress | None = None,
    address: str = "",
    *,
    by: str = "random",
    engine: str = "cpu",
    threads: int | None = None,
    part: Callable[..., Simulation] = play_part,
) -> Simulation:
    """`simulate` on a Ray cluster: the one at `address`, or the one that Ray finds, or else one on this machine.

    A task takes `threads` cores (1), or one GPU with the engine "gpu". Ctrl-C gives the results so far.
    """
    begun = time.perf_counter()
    with connected(address) as ray:
        needs = {"num_gpus": 1} if engine == "gpu" else {"num_cpus": threads or 1}
        unit = "GPU" if engine == "gpu" else "CPU"
        workers = int(ray.cluster_resources().get(unit, 0)) // next(iter(needs.values()))
        if workers < 1:
            raise ZauberError(f"The Ray cluster has no {unit} for a task that needs {needs}.")
        task = ray.remote(max_retries=TRIES, **needs)(part)
        how = {"by": by, "engine": engine, "threads": threads or 1}

        def hand_out(first: int, size: int) -> Any:
            return task.remote(game.package, edition, seats, size, seed, first, how)

        return _collect(ray, hand_out, Simulation(seats, workers=workers), matches, begun, progress)


def _collect(
    ray: Any,
    hand_out: Callable[[int, int], Any],
    total: Simulation,
    matches: int,
    begun: float,
    progress: Progress | None,
) -> Simulation:
    """Hand out parts, a few per worker at a time, and sum up the results."""
    given, size, started, most = 0, 1, 0.0, AHEAD * total.workers
    waiting: list[Any] = []
    try:
        while given < matches or waiting:
            while given < matches and len(waiting) < most:
                now = min(size, matches - given)
                waiting.append(hand_out(given, now))
                given += now
            done, waiting = ray.wait(waiting, num_returns=1)
            found: Simulation = ray.get(done[0])
            if not started:  # the first part shows how long workers take to start
                started = time.perf_counter()
                total.ready_seconds = started - begun
            total.add(found)
            total.worker_seconds += found.seconds
            pace = found.games / max(found.seconds, 1e-6)
            fair = -(-(matches - given) // most)  # so that the last parts end together
            size = max(1, min(int(pace * PART_SECONDS), 16 * size, fair or 1))
            if progress is not None:
                progress(found.games)
    except KeyboardInterrupt:
        total.stopped = True
        for task in waiting:
            ray.cancel(task)
    total.seconds = time.perf_counter() - started
    return total
