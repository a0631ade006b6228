"""Short matches for the tests: rounds are counted after one turn, so a match takes a dozen moves."""

import random
from typing import Any

from zauber import Match


def played(plies: int = 1000, seats: int = 2, seed: int = 1, **more: Any) -> Match:
    """A random match of Papageno, stopped after that many plies."""
    options = {"turn_limit": 1} | more.pop("options", {})
    match = Match("papageno", seats=seats, seed=seed, options=options, **more)
    dice = random.Random(seed)
    while not match.over and len(match.plies) < plies:
        match.play(dice.choice(match.moves.actions))
    return match
