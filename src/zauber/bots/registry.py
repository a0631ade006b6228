"""The bots by name: those that play every game, those that a game provides, and those of other packages.

Other packages add players by an entry point of the group `zauber.players` that leads to a class:

    [project.entry-points."zauber.players"]
    hasty = "my_package:Hasty"

and programs add them with `register`. A player that cannot be loaded is skipped, and `troubles` says why.
"""

import inspect
from importlib.metadata import EntryPoint
from typing import TypeVar

from .. import games
from ..plugins import Plugins
from .levels import Adept, Apprentice, Archmage, Guided, Mage, Seeker
from .network import Network
from .own import own_players
from .player import BotError, Player
from .simple import Random, Thumb

KINDS: tuple[type[Player], ...] = (Apprentice, Adept, Mage, Archmage, Random, Thumb, Seeker, Network, Guided)
PLAYERS: dict[str, type[Player]] = {player.name: player for player in KINDS}
_P = TypeVar("_P", bound=type[Player])


def register(player: _P) -> _P:
    """Add a kind of player, or replace the one of that name. Also a class decorator."""
    _check(player)
    PLAYERS[player.name] = player
    return player


def players(game: str) -> dict[str, type[Player]]:
    """All kinds of players that play a game, by name: those for every game, and the game's own."""
    _plugins.load()
    general = {name: player for name, player in PLAYERS.items() if not player.games or game in player.games}
    return general | own_players(games.get(game))


def levels(game: str) -> dict[str, type[Player]]:
    """The players that people are offered in a game, the weakest first."""
    return {name: player for name, player in players(game).items() if player.offered}


def get(name: str, game: str = "") -> type[Player]:
    """The kind of player of that name; with a game's name, only if it plays that game."""
    _plugins.load()
    known = players(game) if game else PLAYERS
    if name in known:
        return known[name]
    everywhere = {found: player for each in games.all_games() for found, player in players(each.name).items()}
    if not game and name in everywhere:
        return everywhere[name]
    offered = ", ".join(known if game else everywhere)
    if name in everywhere:
        raise BotError(f"The bot “{name}” does not play this game. Those that do: {offered}.")
    if name in _plugins.troubles:
        raise BotError(_plugins.troubles[name])
    raise BotError(f"There is no bot “{name}”. There are: {offered}.")


def troubles() -> list[str]:
    """One sentence for each installed player that could not be loaded."""
    _plugins.load()
    return list(_plugins.troubles.values())


def _check(player: object) -> None:
    """Whether this can be used as a kind of player; raises `BotError`, which says what is missing."""
    if not (isinstance(player, type) and issubclass(player, Player)):
        raise BotError(f"{player!r} is not a class derived from zauber.bots.Player.")
    for name in ("name", "title", "about"):
        words = getattr(player, name, None)
        if not (isinstance(words, str) and words):
            raise BotError(f"The class {player.__name__} has no `{name}`, which must be a text.")
    if inspect.isabstract(player):
        raise BotError(f"The class {player.__name__} has no method `{min(player.__abstractmethods__)}`.")
    playing: object = player.games
    if not (isinstance(playing, tuple) and all(isinstance(name, str) for name in playing)):
        raise BotError(f"`games` of the class {player.__name__} must be a tuple of games' names; () is every game.")


def _take(point: EntryPoint) -> None:
    """Register the player of an installed package."""
    player = point.load()
    _check(player)
    if PLAYERS.get(player.name, player) is not player:
        raise BotError(f"There is already a bot called “{player.name}”: choose another name.")
    register(player)


_plugins = Plugins("zauber.players", "bot", _take)
