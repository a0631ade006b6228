"""`zauber replay`: a match again, ply by ply."""

import argparse
import time
from typing import TYPE_CHECKING, Any

from ..errors import ZauberError
from ..games.kernel import NOBODY
from .common import Commands, add_json, command, console, show_json
from .verify import source_of

if TYPE_CHECKING:
    from ..match import Match

EXAMPLES = """\
  zauber replay match.json              all that happened, and the final table
  zauber replay match.json --ply 20     the table after 20 plies
  zauber replay match.json --seat B     as seat B saw it
  zauber replay match.json --speed 2    two plies a second, with the table
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "replay", run, "show a recorded match again", EXAMPLES)
    made.add_argument("file", metavar="FILE", help="a record, in either form; - for standard input")
    made.add_argument("--ply", type=int, metavar="N", help="only the table after N plies (0: the set-up)")
    made.add_argument("--seat", default="", metavar="LETTER", help="as this seat saw it (default: a spectator)")
    made.add_argument("--speed", type=float, metavar="S", help="show the table after every ply, S plies a second")
    add_json(made)


def run(chosen: argparse.Namespace) -> int:
    """Carry the command out."""
    from ..match import Match, seat_of

    match = Match.load(source_of(chosen.file))
    viewer = seat_of(chosen.seat, match.seats) if chosen.seat else NOBODY
    if chosen.speed is not None and not chosen.speed > 0:
        raise ZauberError("The speed is a number of plies a second, more than 0.")
    if chosen.ply is not None:
        match = match.at(chosen.ply)
    if chosen.json:
        show_json(_as_data(match, viewer))
    elif chosen.ply is not None:
        console().print(match.text(viewer), markup=False)
    else:
        _show(match, viewer, chosen.speed)
    return 0


def _as_data(match: "Match", viewer: int) -> dict[str, Any]:
    seen = match.witnessed(viewer)
    plies = [
        {
            "ply": ply.number,
            "seat": ply.seat,
            "move": move,
            "words": match.log(viewer, ply.number - 1, ply.number),
        }
        for ply, move in zip(match.plies, seen, strict=True)
    ]
    outcome = match.outcome
    ending = None if outcome is None else {"shares": outcome.shares, "sentence": outcome.sentence}
    return {"game": match.game.name, "plies": plies, "outcome": ending, "view": match.view(viewer)}


def _show(match: "Match", viewer: int, speed: float | None) -> None:
    screen = console()
    seen = match.witnessed(viewer)
    for ply, move in zip(match.plies, seen, strict=True):
        screen.print(f"{ply.number:>5}  {move}", style="dim", markup=False)
        for words in match.log(viewer, ply.number - 1, ply.number):
            screen.print(f"       {words}", markup=False)
        if speed is not None:
            screen.print(match.at(ply.number).text(viewer) + "\n", markup=False)
            time.sleep(1 / speed)
    if speed is None or not match.plies:
        screen.print("\n" + match.text(viewer), markup=False)
