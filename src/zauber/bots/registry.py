"""The bots by name: those that play every game, those that a game provides, and those of other packages.

Other packages add players by an entry point of the group `zauber.players` that leads to a class:

    [project.entry-points."zauber.players"]
    hasty = "my_package:Hasty"

and programs add them with `register`. A player that cannot be loaded is skipped, and `troubles` says why.
"""

import importlib.metadata
import inspect
import sys
from typing import TypeVar

from .. import games
from .levels import Adept, Apprentice, Archmage, Guided, Mage, Seeker
from .network import Network
from .own import own_players
from .player import BotError, Player
from .simple import Random, Thumb

GROUP = "zauber.players"
KINDS: tuple[type[Player], ...] = (Apprentice, Adept, Mage, Archmage, Random, Thumb, Seeker, Network, Guided)
PLAYERS: dict[str, type[Player]] = {player.name: player for player in KINDS}
_P = TypeVar("_P", bound=type[Player])

_troubles: dict[str, str] = {}  # entry points that could not be loaded, and why
_seen: set[tuple[str, str]] = set()  # entry points that were already processed, by name and value
_searched: list[str] = []  # `sys.path` when they were last looked for


def register(player: _P) -> _P:
    """Add a kind of player, or replace the one of that name. Also a class decorator."""
    _check(player)
    PLAYERS[player.name] = player
    return player


def players(game: str) -> dict[str, type[Player]]:
    """All kinds of players that play a game, by name: those for every game, and the game's own."""
    _load_plugins()
    general = {name: player for name, player in PLAYERS.items() if not player.games or game in player.games}
    return general | own_players(games.get(game))


def levels(game: str) -> dict[str, type[Player]]:
    """The players that people are offered in a game, the weakest first."""
    return {name: player for name, player in players(game).items() if player.offered}


def get(name: str, game: str = "") -> type[Player]:
    """The kind of player of that name; with a game's name, only if it plays that game."""
    _load_plugins()
    known = players(game) if game else PLAYERS
    if name in known:
        return known[name]
    everywhere = {found: player for each in games.all_games() for found, player in players(each.name).items()}
    if not game and name in everywhere:
        return everywhere[name]
    offered = ", ".join(known if game else everywhere)
    if name in everywhere:
        raise BotError(f"The bot “{name}” does not play this game. Those that do: {offered}.")
    if name in _troubles:
        raise BotError(_troubles[name])
    raise BotError(f"There is no bot “{name}”. There are: {offered}.")


def troubles() -> list[str]:
    """One sentence for each installed player that could not be loaded."""
    _load_plugins()
    return list(_troubles.values())


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


# Players of installed packages ------------------------------------------------------------------------------------


def _load_plugins() -> None:
    """Load the players of installed packages that have not been processed yet.

    Looking for them takes milliseconds, so it is done again only if `sys.path` has changed.
    """
    global _searched
    if _searched == sys.path:
        return
    _searched = sys.path.copy()
    for point in sorted(importlib.metadata.entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        if (point.name, point.value) not in _seen:
            _seen.add((point.name, point.value))
            _load_plugin(point)


def _load_plugin(point: importlib.metadata.EntryPoint) -> None:
    try:
        player = point.load()
        _check(player)
        if PLAYERS.get(player.name, player) is not player:
            raise BotError(f"There is already a bot called “{player.name}”: choose another name.")
        register(player)
    except (Exception, SystemExit) as error:  # a foreign module may raise anything, and must not break everything else
        package = point.dist.name if point.dist else "an installed package"
        said = str(error) if isinstance(error, BotError) else f"{type(error).__name__}: {error}"
        sentence = f"The bot “{point.name}” of {package} ({point.value}) cannot be loaded: {said}"
        _troubles.setdefault(point.name, sentence)
