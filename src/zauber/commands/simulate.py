"""`zauber simulate`: many matches with statistics: random, by rule of thumb, or between any bots."""

import argparse
import contextlib
import sys
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..errors import ZauberError
from .common import Commands, add_edition, add_json, command, console, edition_of, positive, seed, show_json

if TYPE_CHECKING:
    from ..engines.runs import Progress, Simulation
    from ..games.contract.editions import Edition
    from ..games.game import Game

EXAMPLES = """\
  zauber simulate papageno --games 100000 --seats 3
  zauber simulate papageno --games 1e6 --seats 5 --edition b --threads 4 --json
  zauber simulate papageno --games 10000 --option reshuffle=keep_top --edition my.toml
  zauber simulate magicians_night --by thumb --games 1000 --seats 3     and how they end
  zauber simulate papageno --by network,thumb --games 200               bots, one for each seat
  zauber simulate papageno --games 1e9 --engine gpu                     on a CUDA device
  zauber simulate magi --games 1e8 --on ray                             on all machines of a Ray cluster
"""

BUILT_IN = ("random", "thumb")  # those that play in batches


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "simulate", run, "play many matches and report the figures", EXAMPLES)
    made.add_argument("game", help="a game's name")
    made.add_argument("--games", type=positive, default=10_000, metavar="N", help="how many matches (10000)")
    made.add_argument("--seats", type=positive, metavar="K", help="how many play (default: the game's fewest)")
    made.add_argument("--seed", type=seed, default=0, metavar="S", help="equal seeds give equal runs (0)")
    made.add_argument(
        "--by", default="random", metavar="A,B,…", help="who plays: random, thumb, or bots by name (random)"
    )
    made.add_argument("--engine", choices=("cpu", "gpu"), default="cpu", help="where matches are played (cpu)")
    made.add_argument("--threads", type=positive, metavar="T", help="CPU threads (as many as there are cores)")
    made.add_argument("--on", choices=("here", "ray"), default="here", help="this machine, or a Ray cluster (here)")
    made.add_argument("--cluster", default="", metavar="ADDRESS", help="the cluster's address (as Ray finds it)")
    add_edition(made)
    add_json(made)


def run(chosen: argparse.Namespace) -> int:
    """Run the command."""
    from .. import games
    from ..engines.runs import simulate

    game = games.get(chosen.game)
    seats = chosen.seats or game.seats[0]
    game.check_seats(seats)
    edition = edition_of(game, chosen, by_programs=True)
    how = {"by": chosen.by, "engine": chosen.engine, "threads": chosen.threads}
    with progress_bar(chosen.games) as tell:
        if chosen.by not in BUILT_IN:
            if chosen.engine == "gpu" or chosen.on == "ray":
                raise ZauberError("On a GPU or a cluster matches are random or by rule of thumb: --by random or thumb.")
            result = by_bots(game, edition, seats, chosen, tell)
        elif chosen.on == "ray":
            from ..engines.cluster import simulate_on_ray

            result = simulate_on_ray(game, edition, seats, chosen.games, chosen.seed, tell, chosen.cluster, **how)
        else:
            result = simulate(game, edition, seats, chosen.games, chosen.seed, progress=tell, **how)
    figures = _figures(game, edition, chosen, result)
    if chosen.json:
        show_json(figures)
    else:
        _show(figures)
    return 0


def by_bots(
    game: "Game", edition: "Edition", seats: int, chosen: argparse.Namespace, tell: "Progress | None"
) -> "Simulation":
    """Matches between bots by name."""
    from ..lab.simulating import seated, simulate_bots

    names = [name.strip() for name in chosen.by.split(",")]
    return simulate_bots(game, edition, seated(names, game, seats), chosen.games, chosen.seed, tell)


@contextlib.contextmanager
def progress_bar(games: int) -> "Iterator[Progress | None]":
    """A progress bar on the terminal, shown once the work has taken more than a second."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task("compiling", total=games)
    timer = threading.Timer(1.0, bar.start)
    timer.start()

    def tell(done: int) -> None:
        bar.update(task, advance=done, description="playing")

    try:
        yield tell
    finally:
        timer.cancel()
        bar.stop()


def _figures(game: "Game", edition: "Edition", chosen: argparse.Namespace, result: "Simulation") -> dict[str, Any]:
    from ..lab.figures import summary

    return {
        "game": game.name,
        "edition": {"name": edition.name, "hash": edition.hash, "options": dict(edition.options)},
        "seats": result.seats,
        "by": chosen.by,
        "seed": chosen.seed,
        "engine": chosen.engine,
        "on": chosen.on,
        **summary(result, endings=chosen.by != "random"),
    }


def _show(figures: dict[str, Any]) -> None:
    from rich.table import Table

    from ..match import letter

    screen = console()
    edition = figures["edition"]
    options = ", ".join(f"{key} = {value}" for key, value in edition["options"].items())
    by = {"thumb": "rule-of-thumb"}.get(figures["by"], figures["by"])
    screen.print(f"[bold]{figures['game']}[/bold], edition {edition['name']} ({options})")
    screen.print(
        f"{figures['games']:,} {by} matches of {figures['seats']} seats in {figures['seconds']:.2f} s: "
        f"{figures['decisions']:,} decisions, {figures['decisions_per_second'] / 1e6:.2f} million a second\n"
    )
    if figures["stopped"]:
        screen.print("[bold]Stopped[/bold]: these are the results so far.\n")
    if not figures["games"]:
        return
    table = Table("seat", "wins", "95 % interval")
    for row in figures["wins"]:
        interval = f"{row['low']:.2%} to {row['high']:.2%}"
        table.add_row(letter(row["seat"]), f"{row['share']:.2%}", interval)
    screen.print(table)
    for key, words in (("lengths", "decisions of a match"), ("turns", "turns of a match")):
        if key in figures:
            screen.print(f"{words}: {_spread(figures[key])}")
    if "endings" in figures:
        endings = {key.partition(".")[2].replace("_", " "): share for key, share in figures["endings"].items()}
        screen.print("how they ended: " + ", ".join(f"{words} {share:.1%}" for words, share in endings.items()))
    for key, words in (("shared", "shared wins"), ("nobody_won", "nobody won"), ("unfinished", "cut off")):
        if figures[key]:
            screen.print(f"{words}: {figures[key]:,}")


def _spread(found: dict[str, Any]) -> str:
    return (
        f"{found['mean']:.1f} on average, {found['q50']:.0f} in the median; "
        f"half of them between {found['q25']:.0f} and {found['q75']:.0f}, "
        f"nine in ten between {found['q5']:.0f} and {found['q95']:.0f}, "
        f"from {found['least']} to {found['most']}"
    )
