"""Magicians' Night as a child plays it: push any cauldron of one's own, with an unsteady hand, and never stop."""

from ..contract.kernel import HIDDEN, Array, Record, below
from .headings import HEADINGS
from .rules import AGREE, BEGIN, CHOOSE, ENTER, OFFER, STOP, STROKE, held
from .table import CAULDRON, SYMBOLS, TREE
from .thumb import best_target, entry_for, heading_for

WOBBLE = 5  # headings to either side by which the hand may err


def naive(e: Record, s: Record, seat: int, options: Array, n: int) -> int:
    if s.phase == CHOOSE or n == 1:
        return options[below(s, n)]
    if s.phase == OFFER:
        return AGREE
    piece = held(s)
    if s.phase == BEGIN:
        return ENTER + entry_for(s, any_own(s, seat))
    target = best_target(e, s, seat, piece)
    if target == HIDDEN or options[n - 1] < STROKE:
        return STOP
    wobble = below(s, 2 * WOBBLE + 1) - WOBBLE
    return STROKE + (heading_for(e, s, piece, target) + HEADINGS + wobble) % HEADINGS


def any_own(s: Record, seat: int) -> int:
    """A random cauldron of the player's own."""
    found = HIDDEN
    seen = 0
    for piece in range(CAULDRON + s.symbol[seat], TREE, SYMBOLS):
        if s.here[piece]:
            seen += 1
            if below(s, seen) == 0:
                found = piece
    return found
