"""Magicians' Night as a child plays it: come in roughly behind any cauldron of one's own, push it straight on with an
unsteady hand, and never stop to think whether it still goes to the ring."""

from ..contract.kernel import HIDDEN, Array, Record, below
from .headings import HEADINGS, PER_HEADING, POINTS
from .rules import AGREE, BEGIN, CHOOSE, ENTER, OFFER, STOP, STROKE, held
from .table import CAULDRON, SYMBOLS, TREE
from .thumb import best_target, entry_for, nearest_point

ASIDE = 12  # points of the edge to either side by which the way in may be missed
WOBBLE = 5  # headings to either side by which the hand may err


def naive(e: Record, s: Record, seat: int, options: Array, n: int) -> int:
    if s.phase == CHOOSE or n == 1:
        return options[below(s, n)]
    if s.phase == OFFER:
        return AGREE
    piece = held(s)
    if s.phase == BEGIN:
        aside = below(s, 2 * ASIDE + 1) - ASIDE
        return ENTER + (entry_for(s, any_own(s, seat)) + POINTS + aside) % POINTS
    target = best_target(e, s, seat, piece)
    if target == HIDDEN or options[n - 1] < STROKE:
        return STOP
    wobble = below(s, 2 * WOBBLE + 1) - WOBBLE
    straight = nearest_point(s.x[target] - s.x[piece], s.y[target] - s.y[piece], PER_HEADING) // PER_HEADING
    return STROKE + (straight + HEADINGS + wobble) % HEADINGS


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
