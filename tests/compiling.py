"""Compile the rules and the searches of all games into the cache on disk, before the tests need them.

Otherwise every process of a run on a new machine compiles the same things at the same time. The same is true of the
tests: pytest rewrites their assertions and keeps the result, so they are collected once.
"""

import multiprocessing
import os
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from zauber import bots, games
from zauber.server.live.pool import warm


def compile_game(name: str) -> float:
    """Compile everything that a server calls for one game; return the seconds it took."""
    begun = time.monotonic()
    warm(name)
    for player in bots.levels(name).values():
        player.prepare(games.get(name))
    return time.monotonic() - begun


def main() -> None:
    """Compile all games, one on each core, and meanwhile collect the tests."""
    names = [game.name for game in games.all_games()]
    collect = [sys.executable, "-m", "pytest", "--collect-only", "--quiet", "--numprocesses=0"]
    collecting = subprocess.Popen(collect, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with ProcessPoolExecutor(os.cpu_count(), multiprocessing.get_context("spawn")) as executor:
        for name, seconds in zip(names, executor.map(compile_game, names), strict=True):
            print(f"{name:<16}{seconds:8.1f} s", flush=True)
    collecting.wait()  # whether all can be collected is said when they are run


if __name__ == "__main__":
    main()
