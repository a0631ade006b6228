"""The games, by name, and the conformance suite that any game must pass.

>>> from zauber import games
>>> games.get("papageno").title
'Papageno'
"""

import importlib
from typing import TYPE_CHECKING, Any

from ..errors import UnknownGame
from .game import Game

if TYPE_CHECKING:
    from .conformance import Report

NAMES = ("magic_flute", "papageno", "magicians_night", "magi", "mago_magino")

_others: dict[str, Game] = {}


def get(name: str) -> Game:
    """The game of that name."""
    if name in _others:
        return _others[name]
    if name not in NAMES:
        raise UnknownGame(f"There is no game “{name}”. The games are: {', '.join([*NAMES, *_others])}.")
    game: Game = importlib.import_module(f"{__name__}.{name}").GAME
    return game


def all_games() -> list[Game]:
    """Every game, in the house's order."""
    return [get(name) for name in (*NAMES, *_others)]


def register(game: Game) -> None:
    """Add a game that lives outside this package."""
    _others[game.name] = game


def check(game: str | Game, **how: Any) -> "Report":
    """Play random matches of a game in every edition and number of seats and assert the contract.

    See `zauber.games.conformance`, which is loaded when this is called.
    """
    from .conformance import check_game

    return check_game(get(game) if isinstance(game, str) else game, **how)
