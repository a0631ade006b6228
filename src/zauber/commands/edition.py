"""`zauber edition`: copy the file of an edition, to change its numbers, and check a file."""

import argparse
import contextlib
import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import BadEdition
from .common import Commands, command

if TYPE_CHECKING:
    from ..games.contract.editions import Edition
    from ..games.game import Game

EXAMPLES = """\
  zauber edition copy papageno mine.toml           a copy of the first edition, called “mine”
  zauber edition copy papageno mine.toml --of b    of another one
  zauber edition check mine.toml                   says whether it can be played, and what is wrong if not
  zauber play papageno --edition mine.toml
  zauber serve --edition mine.toml
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    summary = "copy the file of an edition, to change its numbers, or check one"
    made = command(commands, "edition", run, summary, EXAMPLES)
    made.add_argument("what", choices=["copy", "check"], help="copy or check")
    made.add_argument("words", nargs="+", metavar="GAME FILE", help="the game (only for copy), and the edition file")
    made.add_argument("--of", default="", metavar="NAME", help="the edition to copy (default: the game's first)")


def run(chosen: argparse.Namespace) -> int:
    """Run the command."""
    if chosen.what == "check":
        if len(chosen.words) != 1:
            raise BadEdition("Name the file: zauber edition check FILE.")
        return _check(chosen.words[0])
    if len(chosen.words) != 2:
        raise BadEdition("Name the game and the new file: zauber edition copy GAME FILE.")
    name, file = chosen.words
    return _copy(name, file, chosen.of)


def _copy(name: str, file: str, of: str) -> int:
    from .. import games
    from ..games.contract.editions import NAME, file_of

    game, path = games.get(name), Path(file)
    text = file_of(game, of or game.editions[0])
    if not NAME.match(path.stem):
        allowed = "1 to 40 letters from a to z, digits, - and _"
        raise BadEdition(f"The file's name becomes the edition's: {allowed}, not “{path.stem}”.")
    if path.stem in game.editions:
        raise BadEdition(f"{game.title} has an edition “{path.stem}”: choose another name for the file.")
    text = re.sub(r'^name = "[^"]*"$', f'name = "{path.stem}"', text, count=1, flags=re.MULTILINE)
    try:
        with path.open("x", encoding="utf-8") as opened:
            opened.write(text)
    except FileExistsError:
        raise BadEdition(f"{file} exists already; nothing was written.") from None
    except OSError as error:
        raise BadEdition(f"{file} cannot be written: {error.strerror}.") from None
    game.edition(file)
    print(f"{file} is a copy of {game.title}, edition {of or game.editions[0]}. Change its numbers, then:")
    print(f"  zauber edition check {file}")
    return 0


def _check(file: str) -> int:
    from ..match.tryout import try_out

    game, edition = game_and_edition(file)
    for seats in {game.seats[0], game.seats[-1]}:
        try_out(game, edition, seats)
    print(f"{file}: “{edition.title}” is an edition of {game.title} and can be played.")
    return 0


def game_and_edition(file: str) -> "tuple[Game, Edition]":
    """The edition in a file, and the game that has most of its numbers."""
    from .. import games

    numbers: Any = {}
    with contextlib.suppress(OSError, ValueError, RecursionError):  # the game says what is wrong
        numbers = tomllib.loads(Path(file).read_text("utf-8")).get("numbers")
    keys = set(numbers) if isinstance(numbers, dict) else set()
    game = max(games.all_games(), key=lambda game: sum(number.key in keys for number in game.numbers))
    return game, game.edition(file)
