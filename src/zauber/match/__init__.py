"""Matches: playing by the rules, recording, replaying, and proving that chance was fair.

- `Position` is the state of a game as a value: fork it, play on, imagine what a seat cannot see.
- `Match` plays: moves, views, undo, saving and loading.
- `MatchRecord` is what is stored: readable JSON, or a short text for a link.
- `fairness` makes the chance of a live table; `verify` recomputes that of a finished match.
"""

from .match import Match, Outcome
from .moves import Moves, Ply, letter, seat_of
from .position import Position
from .record import MatchRecord, read_record
from .shapes import SeatRecord
from .verify import ChanceEvent, Verification, verify

__all__ = [
    "ChanceEvent",
    "Match",
    "MatchRecord",
    "Moves",
    "Outcome",
    "Ply",
    "Position",
    "SeatRecord",
    "Verification",
    "letter",
    "read_record",
    "seat_of",
    "verify",
]
