"""Bots: players that are programs.

>>> from zauber import Match, bots
>>> match = Match("papageno", seats=2, seed=1)
>>> bots.get("thumb").move(match) in match.moves
True

`get` returns a kind of player by name: a class, of which one object plays one seat of one match. A `Partner` connects
it to a match. A player gets concealed positions only, so it cannot cheat.
"""

import importlib
from typing import TYPE_CHECKING, Any

from .player import MOST_SEED, OWN, WAIT, BotError, Budget, Partner, Player, Seen, seen_by
from .registry import PLAYERS, get, levels, players, register, troubles
from .simple import Random, Thumb

if TYPE_CHECKING:
    from .advice import advise

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
    "advise",
    "get",
    "levels",
    "players",
    "register",
    "seen_by",
    "troubles",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Advice needs the search, which is loaded on first use."""
    if name == "advise":
        return importlib.import_module(".advice", __name__).advise
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
