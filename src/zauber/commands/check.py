"""`zauber check`: the conformance suite on one game or all of them."""

import argparse
import sys

from ..errors import BrokenRules
from .common import Commands, command

EXAMPLES = """\
  zauber check              all games
  zauber check papageno     one
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(
        commands, "check", run, "check that a game keeps the contract, by playing it at random", EXAMPLES
    )
    made.add_argument("game", nargs="?", help="a game's name")


def run(chosen: argparse.Namespace) -> int:
    """Carry the command out."""
    from .. import games

    asked = [games.get(chosen.game)] if chosen.game else games.all_games()
    for game in asked:
        try:
            print(f"{game.title}: {games.check(game)}")
        except BrokenRules as error:
            print(f"{game.title}: {error}", file=sys.stderr)
            return 1
    return 0
