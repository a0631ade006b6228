"""Random play on a GPU from the very same rules: checked against the CPU byte for byte, then timed.

    python benchmarks/gpu.py [--game papageno] [--seats 3] [--json]

Needs a CUDA device and the extra `gpu`.
"""

import argparse
import json
import statistics
import time
from typing import Any

import numpy as np

from zauber import games
from zauber.engines import driver
from zauber.engines.gpu import DeviceStream
from zauber.games.game import Game
from zauber.games.link import compiled


def main() -> None:
    """Check, time, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="papageno")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--threads", type=int, nargs="+", default=[1 << 17, 1 << 19, 1 << 20])
    parser.add_argument("--block", type=int, nargs="+", default=[64])
    parser.add_argument("--turns", type=int, default=1000, help="turns that every thread plays in one run")
    parser.add_argument("--checked", type=int, default=4096, help="threads that are played again on the CPU")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    game = games.get(arguments.game)
    rows = []
    for threads in arguments.threads:
        for block in arguments.block:
            rows.append(measure(game, arguments, threads, block))
            if not arguments.json:
                print(rows[-1], flush=True)
    if arguments.json:
        print(json.dumps(rows, indent=1))


def measure(game: Game, arguments: argparse.Namespace, threads: int, block: int) -> dict[str, Any]:
    """One setting: the check and the median pace."""
    stream = DeviceStream(game, game.edition(), arguments.seats, threads, block)
    began = time.perf_counter()
    stream.launch(1, arguments.turns)
    stream.wait()
    first = time.perf_counter() - began
    same = compare(game, stream, arguments)
    paces = []
    for run in range(arguments.runs):
        began = time.perf_counter()
        stream.launch(2 + run, arguments.turns)
        stream.wait()
        seconds = time.perf_counter() - began
        paces.append(int(stream.results()[1][:, 1].sum()) / seconds)
    return {
        "game": game.name,
        "seats": arguments.seats,
        "threads": threads,
        "block": block,
        "decisions_per_second": statistics.median(paces),
        "slowest": min(paces),
        "fastest": max(paces),
        "first_launch_seconds": first,
        "threads_checked": min(arguments.checked, threads),
        "identical_to_cpu": same,
    }


def compare(game: Game, stream: DeviceStream, arguments: argparse.Namespace) -> bool:
    """Whether the CPU, playing the same matches, ends in the same bytes."""
    states, counts = stream.results()
    run = game.linker(compiled)(driver.stream)
    own, blank = np.zeros(1, game.rules.State), np.zeros(1, game.rules.State)
    options, count = np.zeros(game.rules.MOST_MOVES, np.int16), np.zeros(2, np.int64)
    edition = game.edition().record
    for thread in np.linspace(0, stream.threads - 1, min(arguments.checked, stream.threads)).astype(int):
        place = (arguments.seats, 1, int(thread), stream.threads)
        run(edition, own, blank, *place, options, arguments.turns, count)
        if (count != counts[thread]).any() or own[0].tobytes() != states[thread].tobytes():
            return False
    return True


if __name__ == "__main__":
    main()
