"""Bots: players that are programs.

>>> from zauber import Match, bots
>>> match = Match("papageno", seats=2, seed=1)
>>> bots.get("thumb").move(match) in match.moves
True

`get` returns a kind of player by name: a class, of which one object plays one seat of one match. A `Partner` connects
it to a match. A player gets concealed positions only, so it cannot cheat.
"""

from .player import MOST_SEED, OWN, WAIT, BotError, Budget, Partner, Player, Seen, seen_by
from .registry import PLAYERS, get, levels, players, register, troubles
from .simple import Random, Thumb

__all__ = [
    "MOST_SEED",
    "OWN",
    "PLAYERS",
    "WAIT",
    "BotError",
    "Budget",
    "Partner",
    "Player",
    "Random",
    "Seen",
    "Thumb",
    "get",
    "levels",
    "players",
    "register",
    "seen_by",
    "troubles",
]  # fmt: skip
