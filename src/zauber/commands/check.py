"""`zauber check`: the conformance suite on one game or all of them."""

import argparse
import sys
from typing import Any

from ..errors import ZauberError
from .common import Commands, add_json, command, positive, seed, show_json

EXAMPLES = """\
  zauber check                            all games
  zauber check papageno --matches 20      one, more thoroughly
  zauber check papageno --only 2001       the one match with that seed again
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    summary = "check that a game keeps the contract, by reading its rules and playing it at random"
    made = command(commands, "check", run, summary, EXAMPLES)
    made.add_argument("game", nargs="?", help="a game's name")
    made.add_argument("--matches", type=positive, default=3, metavar="N", help="matches in every setting (3)")
    made.add_argument("--seed", type=seed, default=1, metavar="S", help="equal seeds give equal matches (1)")
    made.add_argument("--only", type=seed, metavar="S", help="play only the match with this seed (a failure names it)")
    made.add_argument("--interpreted", action="store_true", help="use no compiled rules, and so compare no seats")
    made.add_argument(
        "--long", type=positive, default=10_000, metavar="N",
        help="matches of each kind of player in which the seats are compared (10000)",
    )  # fmt: skip
    add_json(made)


def run(chosen: argparse.Namespace) -> int:
    """Run the command."""
    from rich.console import Console

    from .. import games
    from ..lab import seats

    asked = [games.get(chosen.game)] if chosen.game else games.all_games()
    how: dict[str, Any] = {"matches": chosen.matches, "seed": chosen.seed, "compiled": not chosen.interpreted}
    if chosen.only is not None:
        how["only"] = chosen.only
    results, broken = [], 0
    for game in asked:
        with Console(stderr=True).status(f"playing {game.title} …"):
            try:
                report = games.check(game, **how)
                seated = [] if chosen.interpreted or "only" in how else seats.check(game, chosen.long, chosen.seed)
            except ZauberError as error:
                broken += 1
                results.append({"game": game.name, "kept": False, "broken": str(error)})
                if not chosen.json:
                    print(f"{game.title} breaks the contract: {error}", file=sys.stderr)
                continue
        results.append({"kept": True, **report.data(), "seats": [one._asdict() for one in seated]})
        if not chosen.json:
            print(report)
            if seated:
                print(f"No seat is favoured: {', '.join(map(str, seated))}.")
            if chosen.game and report.fields:
                print(f"\nWho sees which field:\n\n{report.table()}")
    if chosen.json:
        show_json(results)
    return 1 if broken else 0
