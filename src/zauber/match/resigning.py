"""Resigning: in a match of two the other seat wins. The house's phrases for it are in `en.json`."""

import functools
import json
from importlib import resources
from typing import Any

from ..errors import IllegalMove
from ..games.contract.phrases import Phrase

SEATS = 2  # with more, the others would play on: their game is not decided by one who goes
RESIGNS = "resigned"


@functools.cache
def catalogue() -> dict[str, Any]:
    """The English texts."""
    texts: dict[str, Any] = json.loads(resources.files(__package__).joinpath("en.json").read_text("utf-8"))
    return texts


def check_resigning(seats: int) -> None:
    """Raise `IllegalMove` where nobody can resign."""
    if seats != SEATS:
        raise IllegalMove(f"Only a match of two can be resigned: with {seats} players the others play on.")


def shares_after(seat: int) -> tuple[float, float]:
    """The result when that seat has resigned."""
    return (0.0, 1.0) if seat == 0 else (1.0, 0.0)


def ending(seat: int) -> Phrase:
    """The sentence about the end."""
    return Phrase("ending.resigned", {"who": 1 - seat, "whom": seat})
