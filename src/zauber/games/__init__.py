"""The games, by name, and the conformance suite that any game must pass.

>>> from zauber import games
>>> games.get("papageno").title
'Papageno'

The games of this package are in `NAMES`. Other packages add games by an entry point of the group `zauber.games` whose
name is the game's name:

    [project.entry-points."zauber.games"]
    cupful = "cupful:GAME"

and programs add them with `register`. A game that cannot be loaded is skipped, and `troubles` says why.
"""

import importlib
from typing import TYPE_CHECKING, Any

from ..errors import BrokenRules, UnknownGame
from ..plugins import Plugins
from .game import Game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from .contract.conformance import Report

NAMES = ("magic_flute", "papageno", "magicians_night", "magi", "mago_magino")
DEFAULT = "papageno"  # the game that commands and environments take when none is named

_others: dict[str, Game] = {}  # games from outside this package


def get(name: str) -> Game:
    """The game of that name."""
    if name in NAMES:
        game: Game = importlib.import_module(f"{__name__}.{name}").GAME
        return game
    if name not in _others:
        _plugins.load()
    if name in _others:
        return _others[name]
    if name in _plugins.troubles:
        raise BrokenRules(_plugins.troubles[name])
    raise UnknownGame(f"There is no game “{name}”. The games are: {', '.join(names())}.")


def names() -> list[str]:
    """The names of all games, those of this package first."""
    _plugins.load()
    return [*NAMES, *_others]


def all_games() -> list[Game]:
    """Every game, those of this package first."""
    return [get(name) for name in names()]


def troubles() -> list[str]:
    """One sentence for each installed game that could not be loaded."""
    _plugins.load()
    return list(_plugins.troubles.values())


def register(game: Game) -> None:
    """Add a game from outside this package. A name that is already taken is refused."""
    if not isinstance(game, Game):
        raise BrokenRules(f"{game!r} is not a zauber.games.game.Game.")
    if game.name in NAMES or _others.get(game.name, game) is not game:
        raise BrokenRules(f"There is already a game called “{game.name}”: choose another name.")
    _others[game.name] = game


def check(game: str | Game, **how: Any) -> "Report":
    """Play random matches of a game in every edition and number of seats and assert the contract.

    See `zauber.games.contract.conformance`, which is loaded when this is called.
    """
    from .contract.conformance import check_game

    return check_game(get(game) if isinstance(game, str) else game, **how)


def _take(point: "EntryPoint") -> None:
    """Register the game of an installed package."""
    game = point.load()
    if not isinstance(game, Game):
        raise BrokenRules(f"it is {type(game).__name__}, not a Game.")
    if game.name != point.name:
        raise BrokenRules(f"its name is “{game.name}”; the entry point must have the same.")
    register(game.load())


_plugins = Plugins("zauber.games", "game", _take)
