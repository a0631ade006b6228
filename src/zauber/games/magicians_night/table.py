"""The table: the pieces and their sizes, the two records, and the set-up before the first turn.

Pieces are numbered: 0 the fire, 1-12 the cauldrons (anticlockwise from three o'clock), 13-24 the trees, 25-36 the
inner small discs, 37-48 the big discs, 49-60 the outer small discs, 61-64 the magicians by their symbols. A place is
a pair of numbers in millimetres from the middle of the plate, x to the right and y away from the viewer.
"""

import numpy as np

from ..contract.kernel import NOBODY, RNG, Record, below, record, root
from .headings import COSINE, PER_15_DEGREES, POINTS, SINE

SEATS = 4
RING = 12  # pieces in each circle of the set-up (R1)
SYMBOLS = 4
SUN, MOON, LIGHTNING, STAR = range(SYMBOLS)
FIRE, CAULDRON, TREE, INNER, BIG, OUTER, MAGICIAN = 0, 1, 13, 25, 37, 49, 61
PIECES = MAGICIAN + SYMBOLS
SPARE = 1
HANDS = 12  # how often every piece is moved when the table is laid (A47)
DARK, LIGHT = range(2)  # R27
WAYS, BENDS = 32, 16  # turns whose paths are recorded, and points of each path
CONTACTS = 192  # pairs of pieces that may be near each other at once: fewer than 3 times the pieces, in a plane

Edition = record(
    [
        ("plate", "f8"),  # diameters, in mm
        ("ring", "f8"),
        ("fire", "f8"),
        ("cauldron", "f8"),
        ("tree", "f8"),
        ("small_disc", "f8"),
        ("big_disc", "f8"),
        ("magician", "f8"),
        ("cauldron_circle", "f8"),  # radii of the circles of the set-up
        ("tree_circle", "f8"),
        ("inner_circle", "f8"),
        ("big_circle", "f8"),
        ("outer_circle", "f8"),
        ("step", "f8"),  # the length of a sub-step
        ("stroke_steps", "i2"),  # sub-steps of a stroke
        ("light", "i1"),
        ("first", "i1"),
        ("stroke_limit", "i2"),
        ("turn_limit", "i4"),
        ("off_place", "f8"),  # how far a piece may lie off its place in the set-up, in mm (A47)
        ("edge", "i1"),
        ("rules", "i1"),  # the version of the rules
    ]
)

State = record(
    [  # from wide to narrow fields, so that there is no padding between them
        RNG,
        ("x", "f8", (PIECES,)),
        ("y", "f8", (PIECES,)),
        # Working memory, all zeros between actions: the pieces that are being pushed, the pairs that are near.
        ("from_x", "f8", (PIECES,)),  # where a mover lay when the stroke began
        ("from_y", "f8", (PIECES,)),
        ("by_x", "f8", (PIECES,)),  # how far it is pushed with the sub-step in hand
        ("by_y", "f8", (PIECES,)),
        ("was_x", "f8", (PIECES,)),  # how far it was pushed with the sub-step before
        ("was_y", "f8", (PIECES,)),
        ("pace_x", "f8", (PIECES,)),  # how far it went in that sub-step
        ("pace_y", "f8", (PIECES,)),
        ("span", "f8", (CONTACTS,)),  # the distance of two pieces that touch
        ("share", "f8", (CONTACTS,)),  # the other piece's part of a push
        ("along_x", "f8", (CONTACTS,)),  # the line of contact
        ("along_y", "f8", (CONTACTS,)),
        ("gap", "f8", (CONTACTS,)),
        ("push", "f8", (CONTACTS,)),
        ("seen_x", "f8", (PIECES,)),  # where it is seen, while the match is replayed in imagination
        ("seen_y", "f8", (PIECES,)),
        ("go_x", "f8"),
        ("go_y", "f8"),
        # The table again: the paths of the hats in the last turns, which everybody has seen.
        ("way_x", "f8", (WAYS, BENDS)),
        ("way_y", "f8", (WAYS, BENDS)),
        ("turns", "i4"),  # turns that have ended
        ("clacks", "i4"),  # pieces heard falling, in the whole match
        ("ways", "i2"),  # how many are recorded, including the current one
        ("quiet", "i2"),  # turns since something fell (A34)
        ("passed", "i2"),  # turns in a row without a push (A34)
        ("patience", "i2"),  # turns before a refused draw may be offered again (A34)
        ("strokes", "i2"),  # pushes and choices of an entry in this turn
        ("movers", "i2"),
        ("pairs", "i2"),
        ("nears", "i2"),
        ("seats", "i1"),
        ("turn", "i1"),  # the seat that the table waits for
        ("phase", "i1"),
        ("active", "i1"),  # the player on turn
        ("starter", "i1"),
        ("symbol", "i1", (SEATS,)),  # the magician of each seat, HIDDEN before it has chosen
        ("out", "i1", (SEATS,)),  # R24
        ("agreed", "i1", (SEATS,)),  # to the draw on offer (A34)
        ("winner", "i1"),
        ("pushing", "i1"),  # whether the magician has been pushed in this turn
        ("lost", "i1"),  # trees and discs that have fallen
        ("fallen", "i1"),  # pieces that fell in the last stroke
        ("landed", "i1"),  # the cauldron in the ring, HIDDEN while there is none
        ("taken", "i1"),  # unowned cauldrons that were taken off the ring (R28)
        ("felt", "i1"),  # resistance met by the last stroke, 0 to 3
        ("way_who", "i1", (WAYS,)),  # the symbol of the magician
        ("way_bends", "i1", (WAYS,)),  # the points noted
        ("way_heading", "i1"),  # the heading of the last part of the current path
        ("here", "i1", (PIECES,)),  # whether a piece is on the plate
        ("mover", "u1", (PIECES,)),
        ("seen", "i1", (PIECES,)),  # whether it is seen on the plate, during imagining
        ("order", "i1", (PIECES,)),  # when a piece began to be pushed in this stroke, from 1
        ("one", "u1", (CONTACTS,)),
        ("other", "u1", (CONTACTS,)),
        ("near", "u1", (CONTACTS,)),
        ("spare", "i1", (SPARE,)),  # fills the record up to a multiple of eight
    ]
)


def radius(e: Record, piece: int) -> float:
    if piece >= MAGICIAN:
        return 0.5 * e.magician
    if piece >= OUTER:
        return 0.5 * e.small_disc
    if piece >= BIG:
        return 0.5 * e.big_disc
    if piece >= INNER:
        return 0.5 * e.small_disc
    if piece >= TREE:
        return 0.5 * e.tree
    if piece >= CAULDRON:
        return 0.5 * e.cauldron
    return 0.5 * e.fire


def glows(piece: int) -> bool:
    """A31: hats, cauldrons and the fire are seen in the dark; trees and discs are not."""
    return piece < TREE or piece >= MAGICIAN


def symbol_of(piece: int) -> int:
    """R9, A2: sun, moon, lightning, star, three times round."""
    if piece >= MAGICIAN:
        return piece - MAGICIAN
    return (piece - CAULDRON) % SYMBOLS


def owner(s: Record, symbol: int) -> int:
    """R9: the seat that plays with that symbol, or NOBODY (R28)."""
    for seat in range(s.seats):
        if s.symbol[seat] == symbol:
            return seat
    return NOBODY


def lay_circle(s: Record, first: int, away: float, point: int) -> None:
    """Twelve pieces 30° apart, the first at that point of the edge table."""
    for i in range(RING):
        at = (point + 2 * PER_15_DEGREES * i) % POINTS
        s.x[first + i] = away * COSINE[at]
        s.y[first + i] = away * SINE[at]
        s.here[first + i] = 1


def lay_out(e: Record, s: Record) -> None:
    """R3-R7, A3: the fire in the middle, and five circles round it, each in the gaps of the one before."""
    s.here[FIRE] = 1
    lay_circle(s, CAULDRON, e.cauldron_circle, 0)
    lay_circle(s, TREE, e.tree_circle, PER_15_DEGREES)
    lay_circle(s, INNER, e.inner_circle, 0)
    lay_circle(s, BIG, e.big_circle, PER_15_DEGREES)
    lay_circle(s, OUTER, e.outer_circle, 0)


def lay_by_hand(e: Record, s: Record, first: int) -> None:
    """A47: move the pieces from `first` on a little off their places, each to a random place nearby where it touches
    nothing.

    Every piece is moved several times in turn, so that in the end all places are equally likely.
    """
    if e.off_place == 0.0:
        return
    for _ in range(HANDS):
        for piece in range(first, MAGICIAN):
            x = e.off_place * (below(s, 2001) - 1000) / 1000.0
            y = e.off_place * (below(s, 2001) - 1000) / 1000.0
            if s.here[piece] and x * x + y * y <= e.off_place * e.off_place:
                at = home_point(piece)
                away = home_circle(e, piece)
                x += away * COSINE[at]
                y += away * SINE[at]
                if has_room(e, s, piece, x, y):
                    s.x[piece] = x
                    s.y[piece] = y


def has_room(e: Record, s: Record, piece: int, x: float, y: float) -> bool:
    """Whether a piece would be entirely on the plate there and touch no other."""
    size = radius(e, piece)
    edge = 0.5 * e.plate - size
    if x * x + y * y > edge * edge:
        return False
    for other in range(PIECES):
        dx = s.x[other] - x
        dy = s.y[other] - y
        span = size + radius(e, other)
        if other != piece and s.here[other] and dx * dx + dy * dy < span * span:
            return False
    return True


def home_point(piece: int) -> int:
    """Where on its circle a piece is set up, as a point of the edge table."""
    if piece < CAULDRON:
        return 0
    circle = (piece - CAULDRON) // RING
    number = (piece - CAULDRON) % RING
    return (circle % 2 * PER_15_DEGREES + 2 * PER_15_DEGREES * number) % POINTS


def home_circle(e: Record, piece: int) -> float:
    """The radius of the circle on which a piece is set up."""
    if piece >= OUTER:
        return e.outer_circle
    if piece >= BIG:
        return e.big_circle
    if piece >= INNER:
        return e.inner_circle
    if piece >= TREE:
        return e.tree_circle
    return e.cauldron_circle if piece >= CAULDRON else 0.0


# Is an edition playable? -------------------------------------------------------------------------------------------

NAMES = ("fire", "cauldron", "tree", "inner small disc", "big disc", "outer small disc", "magician")
FIRSTS = (FIRE, CAULDRON, TREE, INNER, BIG, OUTER, MAGICIAN)


def name_of(piece: int) -> str:
    """The piece by its kind and number, for messages: `tree 3`."""
    kind = max(k for k, first in enumerate(FIRSTS) if piece >= first)
    return NAMES[kind] if piece == FIRE else f"{NAMES[kind]} {piece - FIRSTS[kind] + 1}"


def sound(e: Record) -> str:
    """What makes an edition unplayable, in a sentence; "" when nothing does."""
    if e.cauldron >= e.ring:
        return f"numbers.cauldron: a cauldron of {e.cauldron} mm cannot sink into a ring of {e.ring} mm (R25)."
    for key in ("fire", "tree", "small_disc", "big_disc", "magician"):
        if e[key] <= e.ring:
            return f"numbers.{key} must be wider than the ring of {e.ring} mm, so that it slides over it (A6)."
    s = np.zeros(1, State)[0]
    lay_out(e, s)
    x, y, wide = s.x.tolist(), s.y.tolist(), [float(radius(e, a)) for a in range(MAGICIAN)]
    for a in range(MAGICIAN):
        if root(x[a] ** 2 + y[a] ** 2) + wide[a] > 0.5 * e.plate:
            return f"numbers: {name_of(a)} reaches over the edge of the plate (R7)."
        for b in range(a):
            gap = root((x[a] - x[b]) ** 2 + (y[a] - y[b]) ** 2) - wide[a] - wide[b]
            if gap < 0.0:
                return f"numbers: {name_of(b)} and {name_of(a)} overlap by {-gap:.2f} mm in the set-up."
    return ""
