"""What a seat may know of Magicians' Night.

In the dark (A31) hats, cauldrons and the fire are visible, and so is the ring where nothing covers it. Trees and discs
are not, on the plate or off it; but everybody hears how many of them have fallen (A32), since a cauldron, the fire or a
hat that falls is missed at once. The player on turn also feels how strongly the last stroke was resisted. With the
light on, and when the match is over, everything is visible. How exactly the pieces were laid by hand (A47) is unknown
in the dark below a millimetre, so that nobody can compute from the public moves where the hidden pieces must be.
"""

from ..contract.kernel import NOBODY, Array, Record
from .imagining import imagine
from .layout import (
    AT_CAULDRONS,
    AT_FELT,
    AT_FIRE,
    AT_LOST,
    AT_MAGICIANS,
    AT_OUT,
    AT_PHASE,
    AT_TAKEN,
    AT_TREES,
    AT_TURN,
    OBSERVATION,
    PLACE,
)
from .rules import CHOOSE, ENTER, OVER, STROKE
from .table import (
    BIG,
    CAULDRON,
    DARK,
    FIRE,
    INNER,
    MAGICIAN,
    OUTER,
    SYMBOLS,
    TREE,
    home_circle,
    home_point,
    lay_circle,
    owner,
    radius,
)

__all__ = ["imagine"]


def is_dark(e: Record, s: Record) -> bool:
    """R27: whether trees and discs are hidden; the light goes on when somebody has won."""
    return e.light == DARK and s.phase != OVER


def by_lamplight(e: Record, s: Record) -> bool:
    """R8, R10, A48: until all have chosen a magician the lamp is on, and everybody sees each piece in its place in the
    set-up, to about a millimetre. How far off it lies (A47) nobody can see, so there is nothing to hide."""
    return is_dark(e, s) and s.phase == CHOOSE


def shown(e: Record, s: Record) -> Record:
    """A concealed position as it is drawn: by lamplight, with all pieces in their places."""
    if not by_lamplight(e, s):
        return s
    lit = s.copy()
    for first in (TREE, INNER, BIG, OUTER):
        lay_circle(lit, first, home_circle(e, first), home_point(first))
    return lit


def conceal(e: Record, s: Record, seat: int) -> None:
    for i in range(4):
        s.rng[i] = 0
    if s.active != seat:
        s.felt = 0
    if is_dark(e, s):  # A31
        for piece in range(TREE, MAGICIAN):
            s.here[piece] = 0
            s.x[piece] = 0.0
            s.y[piece] = 0.0


def reveals(e: Record, s: Record, t: Record, seat: int, action: int, viewer: int) -> int:
    """In the dark: how far a hat can be pushed, whether a piece hangs over the edge where a hat enters, and everything
    when the light goes on."""
    if not is_dark(e, s):
        return 0
    enters = ENTER <= action < STROKE
    return 1 if action >= STROKE or (enters and may_overhang(e, s)) or not is_dark(e, t) else 0


def may_overhang(e: Record, s: Record) -> bool:
    """Whether a tree or a disc can hang over the edge: once something has been pushed, or set up so far out."""
    farthest = 0.0
    for first in (TREE, INNER, BIG, OUTER):
        farthest = max(farthest, home_circle(e, first) + radius(e, first))
    return s.ways > 0 or farthest + e.off_place > 0.5 * e.plate


def witness(e: Record, s: Record, seat: int, action: int, viewer: int) -> int:
    return action  # A31: a hat is seen wherever it goes


def observe(e: Record, s: Record, seat: int, out: Array) -> None:
    for i in range(OBSERVATION):
        out[i] = 0.0
    at = AT_CAULDRONS
    for i in range(SYMBOLS):
        symbol = symbol_at(s, seat, i)
        write_place(e, s, MAGICIAN + symbol, out, AT_MAGICIANS + PLACE * i)
        for piece in range(CAULDRON + symbol, TREE, SYMBOLS):
            write_place(e, s, piece, out, at)
            at += PLACE
    write_place(e, s, FIRE, out, AT_FIRE)
    if not is_dark(e, s):
        for piece in range(TREE, MAGICIAN):  # in the order of the layout: trees, then the three circles of discs
            write_place(e, s, piece, out, AT_TREES + PLACE * (piece - TREE))
    out[AT_PHASE + s.phase] = 1.0
    for i in range(s.seats):
        other = (seat + i) % s.seats
        out[AT_TURN + i] = 1.0 if s.turn == other else 0.0
        out[AT_OUT + i] = s.out[other]
    out[AT_FELT + (s.felt if s.active == seat else 0)] = 1.0
    for symbol in range(SYMBOLS):
        out[AT_TAKEN + symbol] = 1.0 if owner(s, symbol) != NOBODY else 0.0
    out[AT_LOST] = s.lost / 48.0


def symbol_at(s: Record, seat: int, i: int) -> int:
    """The symbols in an observer's order: its own, the others' clockwise, then those that nobody has."""
    n = 0
    for k in range(s.seats):
        symbol = s.symbol[(seat + k) % s.seats]
        if symbol >= 0:
            if n == i:
                return symbol
            n += 1
    for symbol in range(SYMBOLS):
        if owner(s, symbol) == NOBODY:
            if n == i:
                return symbol
            n += 1
    return 0


def write_place(e: Record, s: Record, piece: int, out: Array, at: int) -> None:
    if s.here[piece]:
        out[at] = s.x[piece] / (0.5 * e.plate)
        out[at + 1] = s.y[piece] / (0.5 * e.plate)
        out[at + 2] = 1.0
