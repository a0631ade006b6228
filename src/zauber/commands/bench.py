"""`zauber bench`: how fast this machine is."""

import argparse
import datetime
import importlib
import shlex
import sys
from typing import Any

from ..errors import ZauberError
from .common import Commands, add_json, command, console, positive, show_json
from .faces import bench_faces

EXAMPLES = """\
  zauber bench                        everything
  zauber bench play papageno          random play of one game on one core
  zauber bench batch papageno         a learner's loop: observations, masks, steps, by sizes of batches
  zauber bench faces magi --peers     PettingZoo, Gymnasium and OpenSpiel, next to other libraries' own loops
  zauber bench search --peers         iterations inside the search, next to OpenSpiel's
  zauber bench cores                  how much faster on several cores
  zauber bench compile --json         without and with the cache
  zauber bench --peers                next to OpenSpiel, Pgx, RLCard and PettingZoo, in the same run
  zauber bench strokes                pushing in Magicians' Night, next to Pymunk if it is installed
  zauber bench server --help          the server under load, with its own options
  zauber bench cluster --help         several servers on one PostgreSQL
"""

# Benches with their own arguments: `add_arguments` and `run` of a module.
OTHERS = {"server": "server.bench.measure", "cluster": "server.bench.cluster"}


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "bench", run, "measure the speed of this machine", EXAMPLES)
    benches = "benches (play, batch, faces, search, cores, compile, strokes) and games (all)"
    made.add_argument("what", nargs="*", metavar="BENCH|GAME", help=benches)
    made.add_argument("--peers", action="store_true", help="measure other libraries too, each in its own environment")
    made.add_argument("--store", default="", metavar="FILE", help="where to store the figures as JSON")
    made.add_argument("--seats", type=positive, metavar="K", help="only with this many seats")
    made.add_argument("--runs", type=positive, default=5, metavar="N", help="runs for each median (5)")
    made.add_argument("--seconds", type=float, default=1.0, metavar="S", help="how long a run takes (1)")
    add_json(made)


def run(chosen: argparse.Namespace) -> int:
    """Run the command."""
    from .. import games
    from ..lab import bench
    from ..lab.search_pace import bench_search

    known = bench.benches() | {"faces": bench_faces, "search": bench_search}
    names = [word for word in chosen.what if word not in known]
    asked = tuple(games.get(name) for name in names)
    if not asked:
        asked = tuple(game for game in games.all_games() if chosen.seats is None or chosen.seats in game.seats)
    benches = [word for word in chosen.what if word in known] or list(known)
    if chosen.peers:
        from ..lab import peers

        alike = {("faces",): peers.bench_face_peers, ("search",): peers.bench_search_peers}
        known |= {"peers": alike.get(tuple(benches), peers.bench_peers)}
        benches.append("peers")
    if not 0 < chosen.seconds <= 3600:
        raise ZauberError("A run takes more than 0 seconds and at most an hour.")
    for game in asked:
        if chosen.seats:
            game.check_seats(chosen.seats)
    settings = bench.BenchSettings(asked, chosen.seats, chosen.runs, chosen.seconds)
    rows = []
    for name in benches:
        for found in known[name](settings):
            rows.append(found)
            if not chosen.json:
                console().print(_line(found), markup=False)
    if not rows:
        raise ZauberError(f"There is nothing to measure: “{' '.join(chosen.what)}” is not a bench of that game.")
    report: dict[str, Any] = {
        "when": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "command": shlex.join(["zauber", *sys.argv[1:]]),
        "machine": bench.machine(),
        "rows": rows,
    }
    kept = bench.store(report, chosen.store)
    if chosen.json:
        show_json(report)
    else:
        _show_machine(report["machine"])
        console().print(f"Stored in {kept}", style="dim", markup=False)
    return 0


def run_other(name: str, arguments: list[str]) -> int:
    """Run a bench that has its own arguments."""
    module = importlib.import_module(f"zauber.{OTHERS[name]}")
    parser = argparse.ArgumentParser(prog=f"zauber bench {name}", description=module.__doc__)
    module.add_arguments(parser)
    code: int = module.run(parser.parse_args(arguments))
    return code


def _line(found: dict[str, Any]) -> str:
    known = ("bench", "median", "unit", "spread", "runs", "median_by_cpu_time", "note")
    what = ", ".join(
        f"{value}" if key == "game" else f"{key} {value}" for key, value in found.items() if key not in known
    )
    if "note" in found:
        return f"{found['bench']:<8} {what:<44} {found['note']}"
    cpu = f"; {_figure(found['median_by_cpu_time'])} by CPU time" if "median_by_cpu_time" in found else ""
    low, high = min(found["runs"]), max(found["runs"])
    return (
        f"{found['bench']:<8} {what:<44} {_figure(found['median']):>10} {found['unit']:<12} "
        f"({_figure(low)} to {_figure(high)}, {len(found['runs'])} run{'s' * (len(found['runs']) != 1)}{cpu})"
    )


def _figure(value: float) -> str:
    return f"{value / 1e6:.2f} M" if value >= 1e6 else f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def _show_machine(found: dict[str, Any]) -> None:
    versions = ", ".join(f"{name} {number}" for name, number in found["versions"].items())
    load = "" if found["load"] is None else f", load {found['load'][0]:.1f}"
    console().print(
        f"\n{found['cpu']}, {found['cores']} cores{load}; {found['system']}; Python {found['python']}; {versions}",
        style="dim",
        markup=False,
    )
