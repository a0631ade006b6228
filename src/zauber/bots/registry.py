"""The bots by name: those that play every game, and those that a game provides."""

import importlib.metadata
from typing import TypeVar

from .. import games
from .levels import Adept, Apprentice, Archmage, Guided, Mage, Seeker
from .network import Network
from .own import own_players
from .player import BotError, Player
from .simple import Random, Thumb

KINDS: tuple[type[Player], ...] = (Apprentice, Adept, Mage, Archmage, Random, Thumb, Seeker, Network, Guided)
PLAYERS: dict[str, type[Player]] = {player.name: player for player in KINDS}
_P = TypeVar("_P", bound=type[Player])


def _others() -> None:
    """Players of other packages, by the entry point `zauber.players`; a name that is taken is ignored."""
    for point in importlib.metadata.entry_points(group="zauber.players"):
        player = point.load()
        PLAYERS.setdefault(player.name, player)


def register(player: _P) -> _P:
    """Add a kind of player, or replace the one of that name. Also a class decorator."""
    PLAYERS[player.name] = player
    return player


def players(game: str) -> dict[str, type[Player]]:
    """All kinds of players that play a game, by name: those for every game, and the game's own."""
    general = {name: player for name, player in PLAYERS.items() if not player.games or game in player.games}
    return general | own_players(games.get(game))


def levels(game: str) -> dict[str, type[Player]]:
    """The players that people are offered in a game, the weakest first."""
    return {name: player for name, player in players(game).items() if player.offered}


def get(name: str, game: str = "") -> type[Player]:
    """The kind of player of that name; with a game's name, only if it plays that game."""
    if not game and name in PLAYERS:
        return PLAYERS[name]
    everywhere = {found: player for each in games.all_games() for found, player in players(each.name).items()}
    known = players(game) if game else everywhere
    if name in known:
        return known[name]
    offered = ", ".join(known)
    if name in everywhere:
        raise BotError(f"The bot “{name}” does not play this game. Those that do: {offered}.")
    raise BotError(f"There is no bot “{name}”. There are: {offered}.")


_others()
