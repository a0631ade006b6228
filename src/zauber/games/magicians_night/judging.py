"""The value of a position for a seat, and playouts of a beginning. These are rule functions and are compiled."""

from ..contract.kernel import NOBODY, Array, Record, root
from .rules import OVER, apply, moves
from .table import CAULDRON, FIRE, MAGICIAN, SYMBOLS, TREE, radius
from .thumb import advise, alignment

WIDE = 30.0  # mm: from here a cauldron has half a chance
OTHERS = 0.7  # weight of the best opponent's value against the seat's own
COVER = 0.35  # extra distance for every millimetre by which the fire is in the way
CLEAR = 1.0  # extra value of a cauldron when the path to it from the edge is clear
FULL = 6  # trees and discs on such a path at the start
READY = 0.12  # value of a magician that stands right behind the best cauldron
WON, LOST, SHARED = 1.0, -1.0, -0.2  # values of a match that is over; SHARED if nobody won


def nearness(e: Record, s: Record, piece: int) -> float:
    """1 in the ring, 0 far away; the fire in the middle makes the path longer."""
    away = root(s.x[piece] * s.x[piece] + s.y[piece] * s.y[piece])
    if s.here[FIRE]:
        room = 0.5 * (e.fire + e.cauldron)
        fire = root(s.x[FIRE] * s.x[FIRE] + s.y[FIRE] * s.y[FIRE])
        if fire < room:
            away += COVER * (room - fire)
    return 1.0 / (1.0 + away * away / (WIDE * WIDE))


def clearance(e: Record, s: Record, piece: int) -> float:
    """1 when no tree or disc stands between a cauldron and the edge behind it, 0 when the path is full of them."""
    away = root(s.x[piece] * s.x[piece] + s.y[piece] * s.y[piece])
    if away < 1.0:
        return 1.0
    ux = s.x[piece] / away
    uy = s.y[piece] / away
    left = FULL
    for other in range(TREE, MAGICIAN):
        along = s.x[other] * ux + s.y[other] * uy
        aside = s.y[other] * ux - s.x[other] * uy
        if s.here[other] and along > away and abs(aside) < 0.5 * e.magician + radius(e, other):
            left -= 1
    return max(0, left) / FULL


def chances(e: Record, s: Record, seat: int) -> float:
    """The best cauldron of a seat, a little of its others, and its magician behind one."""
    best = 0.0
    total = 0.0
    for piece in range(CAULDRON + s.symbol[seat], TREE, SYMBOLS):
        if s.here[piece]:
            near = nearness(e, s, piece) * (1.0 + CLEAR * clearance(e, s, piece))
            magician = MAGICIAN + s.symbol[seat]
            if s.here[magician]:
                near += READY * near * max(0.0, alignment(s, magician, piece))
            best = max(best, near)
            total += near
    return best + 0.1 * (total - best)


def potential(e: Record, s: Record, seat: int) -> float:
    """From LOST to WON, for a seat whose turn is ending here."""
    if s.phase == OVER:
        if s.winner == seat:
            return WON
        return LOST if s.winner != NOBODY else SHARED
    if s.out[seat]:
        return LOST
    worst = 0.0
    for other in range(s.seats):
        if other != seat and s.out[other] == 0:
            worst = max(worst, chances(e, s, other))
    return 0.4 * (chances(e, s, seat) - OTHERS * worst)


def play_out(
    e: Record, worlds: Array, first: int, last: int, seat: int, start: int, turns: int, options: Array, values: Array
) -> None:
    """Begin a turn in each of these worlds, and play by rule of thumb for some turns; store what the result is worth to
    the seat in `values`. The last of `worlds` is working memory."""
    room = len(worlds) - 1
    s = worlds[room]
    for world in range(first, last):
        worlds[room] = worlds[world]
        end = s.turns + turns
        apply(e, s, seat, start)
        while s.phase != OVER and s.turns < end:
            n = moves(e, s, s.turn, options)
            apply(e, s, s.turn, advise(e, s, s.turn, options, n))
        values[world] = potential(e, s, seat)
