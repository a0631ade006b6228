"""Zauber: five magical tabletop games.

>>> import zauber
>>> match = zauber.Match("papageno", seats=3, seed=1)
>>> match.play("turn 1")
<1. C: turn 1>
>>> len(match.moves)
6

`zauber.games` lists the games, `zauber.Match` plays one, `zauber.Position` is the state of one (for search and
learning), `zauber.bots` has players, `zauber.envs` environments and `zauber.engines` many matches at once. Heavy parts
are loaded on first use, so importing this package is fast.
"""

import importlib
from typing import TYPE_CHECKING, Any

from .errors import (
    BadEdition,
    BadNotation,
    BadRecord,
    BadSeats,
    BrokenRules,
    CannotUndo,
    IllegalMove,
    UnknownGame,
    ZauberError,
)

if TYPE_CHECKING:
    from . import bots, engines, envs, games
    from .match import Match, MatchRecord, Position

__all__ = [
    "BadEdition",
    "BadNotation",
    "BadRecord",
    "BadSeats",
    "BrokenRules",
    "CannotUndo",
    "IllegalMove",
    "Match",
    "MatchRecord",
    "Position",
    "UnknownGame",
    "ZauberError",
    "bots",
    "engines",
    "envs",
    "games",
]

_LATER = {"Match": "match", "MatchRecord": "match", "Position": "match"}
_SUBPACKAGES = ("bots", "engines", "envs", "games")


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(importlib.import_module(f"{__name__}.{_LATER[name]}"), name)
    if name in _SUBPACKAGES:
        return importlib.import_module(f"{__name__}.{name}")
    if name == "__version__":
        from importlib.metadata import version

        return version("zauber")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
