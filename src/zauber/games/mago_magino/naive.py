"""Mago Magino as a child plays it: run, above all with a crystal; move the magician and frogs only on a whim."""

from ..contract.kernel import Array, Record, below
from .board import BACKWARD, CHILD_MOVES, LOADED, MAGICIAN_MOVE, TAKE


def naive(e: Record, s: Record, seat: int, options: Array, n: int) -> int:
    choice = options[0]
    if choice >= TAKE:
        return choice
    best = -1
    for i in range(n):
        worth = below(s, 6)
        if options[i] < MAGICIAN_MOVE:
            child = options[i] // CHILD_MOVES
            code = options[i] - child * CHILD_MOVES
            carries = 1 if s.carries[seat, child] or code >= LOADED else 0
            worth = 2 + 4 * carries + (2 if code % LOADED < BACKWARD else 0) + below(s, 4)
        if worth > best:
            best = worth
            choice = options[i]
    return choice
