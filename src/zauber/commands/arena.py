"""`zauber arena`: fair tournaments between bots, with ratings and confidence intervals."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import ZauberError
from .common import Commands, add_edition, add_json, command, console, options_of, positive, seed, show_json
from .simulate import progress_bar

if TYPE_CHECKING:
    from ..lab.arena import Results

EXAMPLES = """\
  zauber arena papageno --players mage,adept --games 200
  zauber arena magi --players archmage,mage,mage,mage --games 400 --workers 4
  zauber arena magic_flute --players search,thumb --iterations 500 --games 1000 --resume flute.jsonl
  zauber arena papageno --players adept,adept,thumb --games 300 --json
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "arena", run, "let bots play against each other", EXAMPLES)
    made.add_argument("game", help="a game's name")
    made.add_argument("--players", required=True, metavar="A,B,…", help="one for each seat; names may be repeated")
    made.add_argument("--games", type=positive, default=100, metavar="N", help="how many matches at least (100)")
    made.add_argument("--seed", type=seed, default=0, metavar="S", help="equal seeds give equal results (0)")
    made.add_argument("--workers", type=positive, default=1, metavar="W", help="processes on this machine (1)")
    made.add_argument(
        "--iterations",
        type=positive,
        default=0,
        metavar="I",
        help="iterations per move for players that search (not where a game has a player of its own)",
    )
    made.add_argument(
        "--milliseconds",
        type=positive,
        default=0,
        metavar="MS",
        help="or a time limit: then results vary; without it nobody plays by the clock",
    )
    made.add_argument("--resume", metavar="FILE", help="store results in a file, and continue from it next time")
    made.add_argument("--plot", metavar="FILE", help="draw the shares with their intervals (.svg)")
    made.add_argument("--on", choices=("here", "ray"), default="here", help="where to play: here, or on a Ray cluster")
    add_edition(made)
    add_json(made)


def run(chosen: argparse.Namespace) -> int:
    """Run the command."""
    from ..lab.arena import Contest, hold

    names = tuple(name.strip() for name in chosen.players.split(",") if name.strip())
    contest = Contest(
        chosen.game, names, chosen.edition, options_of(chosen), chosen.seed, chosen.iterations, chosen.milliseconds
    )
    spread = None
    if chosen.on == "ray":
        from ..lab.cluster import over_ray

        spread = over_ray
    contest.check()
    plot = _place(chosen.plot) if chosen.plot else None
    with progress_bar(chosen.games) as tell:
        resume = Path(chosen.resume) if chosen.resume else None
        results = hold(contest, chosen.games, chosen.workers, resume, tell, spread)
    if chosen.json:
        show_json(results.figures())
    else:
        _show(results)
    if plot is not None:  # last, so that the results are not lost if it cannot be written
        from ..lab.standings import draw

        try:
            plot.write_text(draw(results), "utf-8")
        except OSError as error:
            raise _unwritable(plot, error) from None
    return 0


def _place(name: str) -> Path:
    """Where a plot is to be drawn: what cannot be written is known before anything is played."""
    path = Path(name)
    if path.suffix not in ("", ".svg"):
        raise ZauberError(f"A plot is an SVG file, so its name ends in .svg, not in {path.suffix}.")
    try:
        path.open("a").close()
    except OSError as error:
        raise _unwritable(path, error) from None
    return path


def _unwritable(path: Path, error: OSError) -> ZauberError:
    return ZauberError(f"{path} cannot be written: {error.strerror}.")


def _show(results: "Results") -> None:
    from rich.table import Table

    contest, fair = results.contest, 1 / len(results.contest.players)
    screen = console()
    screen.print(f"[bold]{contest.game}[/bold]: {results.games:,} matches of {len(contest.players)} seats")
    table = Table("player", "share of a seat", "95 % interval", "× fair", "rating")
    for one in results.standings():
        rating = "–" if one.rating is None else f"{one.rating:.1f} ({one.rating_low:.1f} to {one.rating_high:.1f})"
        table.add_row(
            one.name, f"{one.share:.1%}", f"{one.low:.1%} to {one.high:.1%}", f"{one.share / fair:.2f}", rating
        )
    screen.print(table)
    for name, (deals, first) in results.faults.items():
        screen.print(
            f"“{name}” forfeited in {deals:,} of {len(results.deals):,} deals. The first: {first}", markup=False
        )
    if results.stopped:
        screen.print("Stopped early: these are the results so far.")
    seats = ", ".join(f"{chr(ord('A') + seat)} {share:.1%}" for seat, share in enumerate(results.seat_shares()))
    screen.print(f"by seat: {seats}")
    if any(one.rating is None for one in results.standings()):
        screen.print("Ratings need openskill: pip install 'zauber[arena]'.", markup=False)
