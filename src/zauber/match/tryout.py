"""Tries out an edition of somebody's own before it may reach compiled rules and a table's words.

An edition's numbers are bounded and checked by the game. What that overlooks shows here: a few matches are played at
random, interpreted, where every index and every value is checked, with a limit for each step and for all of it.
"""

import random
import time

from ..errors import BadEdition, ZauberError
from ..games.contract.editions import Edition
from ..games.contract.kernel import NOBODY
from ..games.game import Game
from .position import Position

SECONDS = 4.0  # for all of it
STEP_SECONDS = 0.5  # for one action of compiled rules: nobody at another table should have to wait longer
MOST_DECISIONS = 150


def try_out(game: Game, edition: Edition, seats: int, seconds: float = SECONDS) -> None:
    """Raise `BadEdition` if matches of the edition cannot be played, shown and told."""
    until = time.monotonic() + seconds
    try:
        for number, count in enumerate(dict.fromkeys((seats, game.seats[0], game.seats[-1]))):
            _play(game, edition, count, number, until)
    except BadEdition:
        raise
    except (ZauberError, ArithmeticError, LookupError, TypeError, ValueError):
        raise BadEdition(f"With these numbers a match of {game.title} cannot be played to its end.") from None


def _play(game: Game, edition: Edition, seats: int, seed: int, until: float) -> None:
    dice = random.Random(seed)
    position = Position(game, seats, edition=edition, seed=seed, compiled=game.heavy)
    for done in range(MOST_DECISIONS):
        if position.over or time.monotonic() > until:
            break
        moves = position.moves()
        if not moves or game.interpreted.account(edition.record, position.record):
            raise BadEdition(f"With these numbers a match of {game.title} comes to a standstill.")
        seat, action = position.turn, dice.choice(moves)
        for viewer in (seat, NOBODY):
            position.view(viewer), position.text(viewer)
        game.words.label(edition.reading, position.known_to(seat).record, seat, action)
        notes = game.hear(edition.record, bytes(position), b"", seat, action)
        before, seen, begun = position.fork(), position.witness(action, NOBODY), time.process_time()
        position.play(action)
        if done and game.heavy and time.process_time() - begun > STEP_SECONDS:  # at first rules may be compiled
            raise BadEdition(f"With these numbers a move of {game.title} takes too long to compute.")
        was, now = (one.known_to(NOBODY).record for one in (before, position))
        game.tell(edition.reading, was, now, seat, seen, NOBODY, notes)
    if position.over:
        game.words.ending(edition.reading, position.record)
