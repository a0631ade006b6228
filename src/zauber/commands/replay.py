"""`zauber replay`: shows a recorded match ply by ply."""

import argparse
import importlib
import importlib.util
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import ZauberError
from ..games.contract.kernel import NOBODY
from .common import Commands, add_json, command, console, show_json
from .verify import source_of

if TYPE_CHECKING:
    from ..match import Match

EXAMPLES = """\
  zauber replay match.json              all that happened, and the final table
  zauber replay match.json --ply 20     the table after 20 plies
  zauber replay match.json --seat B     as seat B saw it
  zauber replay match.json --speed 2    two plies a second, with the table
  zauber replay match.json --svg table.svg --ply 20          a picture of the table, for games that are drawn
  zauber replay match.json --animate turn.svg --lamp on      the last turn as a picture that moves
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "replay", run, "show a recorded match again", EXAMPLES)
    made.add_argument("file", metavar="FILE", help="a record, in either form; - for standard input")
    made.add_argument("--ply", type=int, metavar="N", help="only the table after N plies (0: the set-up)")
    made.add_argument("--seat", default="", metavar="LETTER", help="as this seat saw it (default: a spectator)")
    made.add_argument("--speed", type=float, metavar="S", help="show the table after every ply, S plies a second")
    made.add_argument(
        "--svg", default="", metavar="OUT", help="write a picture of the table, at the end or after --ply"
    )
    made.add_argument("--animate", default="", metavar="OUT", help="write the turn with that ply as a moving picture")
    made.add_argument(
        "--lamp",
        choices=("on", "off"),
        help="pictures with the light on or off (default: as it was seen)",
    )
    add_json(made)


def run(chosen: argparse.Namespace) -> int:
    """Run the command."""
    from ..match import Match, seat_of

    match = Match.load(source_of(chosen.file))
    viewer = seat_of(chosen.seat, match.seats) if chosen.seat else NOBODY
    if chosen.speed is not None and not chosen.speed > 0:
        raise ZauberError("The speed is a number of plies a second, more than 0.")
    if chosen.svg or chosen.animate:
        _draw(match, viewer, chosen)
        return 0
    if chosen.ply is not None:
        match = match.at(chosen.ply)
    if chosen.json:
        show_json(_as_data(match, viewer))
    elif chosen.ply is not None:
        console().print(match.text(viewer), markup=False)
    else:
        _show(match, viewer, chosen.speed)
    return 0


def _draw(match: "Match", viewer: int, chosen: argparse.Namespace) -> None:
    """Write the pictures that are wanted, if the game has a module that draws."""
    name = f"{match.game.package}.picture"
    if importlib.util.find_spec(name) is None:
        raise ZauberError(f"There are no pictures of {match.game.title}: it can be read, and played in the browser.")
    picture = importlib.import_module(name)
    last = match.at(len(match.plies) if chosen.ply is None else chosen.ply).plies
    how = {"light": None if chosen.lamp is None else chosen.lamp == "on", "viewer": viewer}

    def position(ply: int) -> Any:
        return match.open_position(ply) if chosen.lamp == "on" else match.position(viewer, ply)

    e = match.edition.record
    if chosen.svg:
        _write(chosen.svg, picture.svg(e, position(len(last)), **how))
    if chosen.animate:
        turn = _turn(match, len(last))
        if len(turn) == 1:
            raise ZauberError("Nobody has had a turn before the first ply, so there is nothing to animate.")
        _write(chosen.animate, picture.animated(e, [position(ply) for ply in turn], **how))


def _turn(match: "Match", ply: int) -> range:
    """From the position before the turn that holds this ply to the one after it."""
    if ply == 0:
        return range(1)
    seats = [done.seat for done in match.plies]
    first = last = ply
    while first > 0 and seats[first - 1] == seats[ply - 1]:
        first -= 1
    while last < len(seats) and seats[last] == seats[ply - 1]:
        last += 1
    return range(first, last + 1)


def _write(path: str, text: str) -> None:
    try:
        Path(path).write_text(text, "utf-8")
    except OSError as error:
        raise ZauberError(f"{path} cannot be written: {error.strerror}.") from None
    console().print(f"The picture is in {path}.", markup=False)


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
