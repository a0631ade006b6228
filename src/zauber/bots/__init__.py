"""Players by machine, by level.

>>> from zauber import Match, bots
>>> match = Match("papageno", seats=2, seed=1)
>>> bots.get("thumb").move(match) in match.moves
True

A bot is asked with what its seat knows: the concealed position and the legal moves. It never sees a match
from behind, so it cannot cheat.
"""

from .bot import LEVELS, Bot, BotError, Random, Thumb, get, levels, register
from .night import Planner

register(Random())
register(Thumb())
register(Planner())

__all__ = ["LEVELS", "Bot", "BotError", "Planner", "Random", "Thumb", "get", "levels", "register"]
