"""The overhead of a Ray cluster: the same run on this machine's threads and on a local cluster.

    python benchmarks/cluster.py [--game papageno] [--seats 3] [--matches 1000000] [--cores 2]

Prints matches a second and the share lost to distribution, and stores them in benchmarks/results/ray.json. The parts of
a run are long compared with Ray's overhead, so the loss decreases with the length of the run.
"""

import argparse
import datetime
import json
import statistics
import sys
from importlib.metadata import version
from pathlib import Path

import ray

from zauber import games
from zauber.engines.batch import program_options
from zauber.engines.cluster import simulate_on_ray
from zauber.engines.runs import simulate
from zauber.lab.bench import machine, row


def main() -> None:
    """Measure in alternating runs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="papageno")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--matches", type=int, default=1_000_000)
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--store", default=str(Path(__file__).parent / "results" / "ray.json"))
    chosen = parser.parse_args()
    game = games.get(chosen.game)
    edition = game.edition("", program_options(game, {}))
    about = (game, edition, chosen.seats, chosen.matches)
    ray.init(num_cpus=chosen.cores, include_dashboard=False, log_to_driver=False, logging_level="error")
    for seed in range(2):  # let the workers start and load the compiled code
        simulate_on_ray(game, edition, chosen.seats, 20_000, 100 + seed)
    paces: dict[str, list[float]] = {"threads of this machine": [], "local Ray cluster": []}
    lost = {"threads of this machine": [0.0], "local Ray cluster": []}
    for seed in range(chosen.runs):
        here = simulate(*about, seed, threads=chosen.cores)
        there = simulate_on_ray(*about, seed)
        if not here.same_results(there):
            raise SystemExit("The cluster's results are not those of this machine.")
        for found, where in ((here, "threads of this machine"), (there, "local Ray cluster")):
            paces[where].append(found.games / found.seconds)
        lost["local Ray cluster"].append(there.lost)
    ray.shutdown()
    rows = []
    for where, runs in paces.items():
        what = {
            "where": where,
            "game": game.name,
            "seats": chosen.seats,
            "cores": chosen.cores,
            "matches": chosen.matches,
        }
        rows.append(row("ray", what, "matches/s", runs) | {"lost": statistics.median(lost[where])})
        print(rows[-1])
    about_machine = machine()
    about_machine["versions"]["ray"] = version("ray")
    report = {
        "when": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "command": " ".join(["python", "benchmarks/cluster.py", *sys.argv[1:]]),
        "machine": about_machine,
        "rows": rows,
    }
    Path(chosen.store).write_text(json.dumps(report, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
