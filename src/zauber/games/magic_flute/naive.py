"""The Magic Flute as a child plays it: anything that moves the player's own symbol forward, Trial or not."""

from ..contract.kernel import Array, Record, below
from .deck import OTHER, OWN, PAMINA, VERB, face
from .position import CHOOSE_EFFECT, DISCARD_CARD, STOP


def naive(e: Record, s: Record, seat: int, options: Array, n: int) -> int:
    best = -1000.0
    choice = options[0]
    for i in range(n):
        worth = 0.0
        if options[i] < DISCARD_CARD:
            worth = printed(e, face(options[i])) + 0.5 * below(s, 4)
        elif options[i] < CHOOSE_EFFECT:
            worth = -1.0  # keeps its cards
        elif options[i] < STOP:
            worth = 1.0 - 0.01 * i
        if worth > best:
            best = worth
            choice = options[i]
    return choice


def printed(e: Record, row: int) -> float:
    """How far the card moves according to its text."""
    worth = 0.0
    for column in range(VERB, VERB + 6, 2):
        steps = e.cards[row, column + 1]
        if e.cards[row, column] == OWN:
            worth += steps
        elif e.cards[row, column] == PAMINA:
            worth += 0.5 * steps
        elif e.cards[row, column] == OTHER:
            worth -= 0.3 * steps
    return worth
