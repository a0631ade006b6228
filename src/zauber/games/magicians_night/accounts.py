"""Magicians' Night for the conformance suite: whether every piece lies where it may, how long a match can be, and
rotating the seats."""

from ..contract.kernel import NOBODY, Record
from .rules import BEGIN, OVER, held
from .table import MAGICIAN, PIECES, TREE, owner, radius, symbol_of

OVERLAP = 0.05  # mm of overlap that `account` accepts as touching


def account(e: Record, s: Record) -> int:
    """1: a piece beyond the edge; 2: two overlap; 3: an absent one has a place; 4: a count is wrong; 5: the bench is
    not cleared; 6: a magician that nobody plays is on the plate; 7: the wrong one waits or has won."""
    edge = 0.5 * e.plate
    lost = 0
    for piece in range(PIECES):
        away = s.x[piece] * s.x[piece] + s.y[piece] * s.y[piece]
        if s.here[piece] == 0:
            if away > 0.0:
                return 3
            lost += 1 if TREE <= piece < MAGICIAN else 0
            continue
        in_hand = piece >= MAGICIAN and s.phase > BEGIN and piece == held(s)
        if away > edge * edge and not in_hand:
            return 1
        if piece >= MAGICIAN and owner(s, symbol_of(piece)) == NOBODY:
            return 6
        for other in range(piece):
            dx = s.x[piece] - s.x[other]
            dy = s.y[piece] - s.y[other]
            span = radius(e, piece) + radius(e, other) - OVERLAP
            if s.here[other] and dx * dx + dy * dy < span * span:
                return 2
    if lost != s.lost or lost > s.clacks:
        return 4
    if s.movers != 0 or s.pairs != 0 or s.nears != 0:
        return 5
    if (s.phase == OVER) != (s.turn == NOBODY) or (s.winner != NOBODY and s.phase != OVER):
        return 7
    return 0


def bound(e: Record, seats: int) -> int:
    """A33, A34: with both limits, at most this many decisions."""
    if e.turn_limit == 0 or e.stroke_limit == 0:
        return 0
    return seats + e.turn_limit * (e.stroke_limit + 1 + seats)


def turned(e: Record, action: int, by: int, seats: int) -> int:
    return action
