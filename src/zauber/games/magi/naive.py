"""Magi as a child plays it: the most exciting card first, any colour, any target, and "Magi!" is easily forgotten."""

from ..contract.kernel import HIDDEN, Array, Record, below
from .cards import COLOURED, KINDS, abilities_of, draws
from .position import CATCH, CLOSING, SAY, SILENT
from .thumb import next_to_catch


def naive(e: Record, s: Record, seat: int, options: Array, n: int) -> int:
    if options[n - 1] >= CATCH:
        return next_to_catch(s, seat, options, n)
    if s.phase == CLOSING:
        return SAY
    choice = options[below(s, n)]
    best = -1
    for i in range(n):
        if options[i] < KINDS:
            worth = excitement(e, options[i]) * 8 + below(s, 8)
            if worth > best:
                best = worth
                choice = options[i]
    return choice


def excitement(e: Record, kind: int) -> int:
    """A magus is grander than an item, and an item than a picture; best of all is to make others draw."""
    return draws(e, kind) + (3 if kind >= COLOURED else 0) + (1 if abilities_of(e, kind) else 0)


def slip(e: Record, s: Record, seat: int, options: Array, n: int) -> int:
    """What an inattentive player does: says nothing. HIDDEN if there is nothing to forget."""
    return SILENT if s.phase == CLOSING and seat == s.turn and n > 1 else HIDDEN
