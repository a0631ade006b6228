"""`zauber play`: a game in the terminal, with people at one keyboard and bots."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import ZauberError
from .common import Commands, add_edition, command, edition_of, positive, seed

if TYPE_CHECKING:
    from ..match import Match
    from ..terminal import Screen

EXAMPLES = """\
  zauber play papageno                          you and two bots
  zauber play papageno --seats 4 --bots 2       two people at this keyboard and two bots
  zauber play papageno --bots mage,apprentice    you and one bot of each level
  zauber play papageno --seats 3 --bots 3       watch three bots
  zauber play magicians_night --bots archmage   against the strongest
  zauber play --resume match.json               go on with a saved match
"""

USUAL_SEATS = 3
USUAL_LEVEL = "adept"


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "play", run, "play in the terminal, with people at this keyboard and bots", EXAMPLES)
    made.add_argument("game", nargs="?", default="", help="a game's name (papageno)")
    made.add_argument("--seats", type=positive, metavar="N", help="how many play (3 where the game allows it)")
    made.add_argument(
        "--bots",
        default="",
        metavar="N|LEVELS",
        help="how many bots, or their levels: apprentice, adept, mage, archmage (all but you; adept)",
    )
    made.add_argument("--names", default="", metavar="A,B,…", help="the names of the people")
    made.add_argument("--seed", type=seed, metavar="S", help="equal seeds give equal chance")
    made.add_argument("--save", default="", metavar="FILE", help="write the match here when it ends or stops")
    made.add_argument("--resume", default="", metavar="FILE", help="go on with a saved match")
    add_edition(made)


def run(chosen: argparse.Namespace) -> int:
    """Run the command."""
    from ..bots import get
    from ..match import Match
    from ..terminal import Screen, TerminalTable

    match = Match.load(Path(chosen.resume)) if chosen.resume else _new(chosen)
    bots = {seat: get(kind, match.game.name) for seat, kind in enumerate(match.kinds) if kind != "person"}
    screen = Screen(sys.stdin, sys.stdout)
    for kind in set(bots.values()):
        if not kind.ready(match.game):
            screen.say(f"Preparing {kind.title} for the first time; this takes about half a minute.", "dim")
            kind.prepare(match.game)
    table = TerminalTable(match, bots, screen, chosen.seed)
    try:
        finished = table.play()
    except KeyboardInterrupt:
        screen.say()
        finished = False
    _keep(match, screen, chosen.save, finished)
    return 0


def _new(chosen: argparse.Namespace) -> "Match":
    from .. import games
    from ..match import Match, letter

    game = games.get(chosen.game or games.DEFAULT)
    names = [name.strip() for name in chosen.names.split(",") if name.strip()]
    usual = USUAL_SEATS if USUAL_SEATS in game.seats else game.seats[0]
    levels = _levels(game.name, chosen.bots, chosen.seats or usual, max(1, len(names)))
    explicit = "," in chosen.bots and chosen.seats is None
    seats = max(1, len(names)) + len(levels) if explicit else chosen.seats or usual
    game.check_seats(seats)
    people = seats - len(levels)
    if people < 0:
        raise ZauberError(f"{len(levels)} bots are too many for {seats} seats.")
    if len(names) > people:
        raise ZauberError(f"{len(names)} names are too many for {people} people.")
    names += [letter(seat) if people > 1 else "Guest" for seat in range(len(names), people)]
    for number, level in enumerate(levels, 1):
        names.append(f"Bot {number}" if level == USUAL_LEVEL else f"Bot {number} ({level})")
    kinds = ["person"] * people + levels
    return Match(game, seats, edition=edition_of(game, chosen), seed=chosen.seed, names=names, kinds=kinds)


def _levels(game: str, text: str, seats: int, people: int) -> list[str]:
    """The levels of the bots: from a number of them, one level for all, or a list."""
    from ..bots import get

    if not text:
        return [USUAL_LEVEL] * (seats - people)
    if text.isdecimal():
        return [USUAL_LEVEL] * int(text)
    levels = [get(level.strip(), game).name for level in text.split(",")]
    return levels if len(levels) > 1 else levels * (seats - people)


def _keep(match: "Match", screen: "Screen", path: str, finished: bool) -> None:
    """Save the match where the player wants it."""
    if not path and screen.live:
        question = "Save the match to a file? (a name, or Enter for no)"
        path = screen.ask(question) or ""
    if path:
        try:
            match.save(path)
        except OSError as error:
            raise ZauberError(f"{path} cannot be written: {error.strerror}.") from None
        after = f"Check it with: zauber verify {path}" if finished else f"Go on with: zauber play --resume {path}"
        screen.say(f"Saved to {path}. {after}")
    elif not finished:
        screen.say("Stopped; the match was not saved.")
