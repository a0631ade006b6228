"""`zauber check`: the conformance suite on one game or all of them."""

import argparse
import dataclasses
import sys

from ..errors import BrokenRules
from .common import Commands, add_json, command, positive, show_json

EXAMPLES = """\
  zauber check                            all games
  zauber check papageno --matches 20      one, more thoroughly
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    summary = "check that a game keeps the contract, by playing it at random"
    made = command(commands, "check", run, summary, EXAMPLES)
    made.add_argument("game", nargs="?", help="a game's name")
    made.add_argument("--matches", type=positive, default=3, metavar="N", help="matches in every setting (3)")
    made.add_argument("--seed", type=int, default=1, metavar="S", help="equal seeds give equal matches (1)")
    made.add_argument("--interpreted", action="store_true", help="leave the comparison with compiled rules out")
    add_json(made)


def run(chosen: argparse.Namespace) -> int:
    """Carry the command out."""
    from rich.console import Console

    from .. import games

    asked = [games.get(chosen.game)] if chosen.game else games.all_games()
    reports = []
    for game in asked:
        with Console(stderr=True).status(f"playing {game.title} …"):
            try:
                report = games.check(game, matches=chosen.matches, seed=chosen.seed, compiled=not chosen.interpreted)
            except BrokenRules as error:
                print(f"{game.title} breaks the contract: {error}", file=sys.stderr)
                return 1
        reports.append(report)
        if not chosen.json:
            print(report)
    if chosen.json:
        show_json([dataclasses.asdict(report) for report in reports])
    return 0
