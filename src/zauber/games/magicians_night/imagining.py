"""Imagining the trees and discs that a seat cannot see in the dark.

They are thought of where they were set up, a little scattered. Then all that is seen is brought to where it is now,
in small stages: cauldrons and fire from where they stood, magicians straight in from the edge. The unseen pieces give
way; those that are crowded out farthest are the ones that have been heard falling, and the others find room on the
plate without overlap. What was felt and the true ways of the hats in earlier turns are not remembered: the world fits
what is seen now, what was heard, and the set-up.
"""

from ..kernel import HIDDEN, Record, below, root
from .headings import COSINE, PER_15_DEGREES, SINE
from .physics import clear_bench
from .rules import OVER
from .table import (
    BIG,
    CAULDRON,
    CONTACTS,
    INNER,
    MAGICIAN,
    OUTER,
    PIECES,
    TREE,
    glows,
    lay_circle,
    radius,
)

CLEAR = 0.005  # mm between pieces that have made room for each other
FITS = 0.02  # mm of overlap that is let pass
NEAR = 4.0  # mm: pairs nearer than this are looked at again before the list is made anew
STAGES = 25
SWEEPS = 8
GOES = 400
PATIENT = 16  # goes before a piece that finds no room is thought elsewhere


def imagine(e: Record, s: Record, seat: int) -> None:
    if e.light != 0 or s.phase == OVER:
        return
    for piece in range(PIECES):
        s.from_x[piece] = s.x[piece]
        s.from_y[piece] = s.y[piece]
    lay_circle(s, TREE, e.tree_circle, PER_15_DEGREES)
    lay_circle(s, INNER, e.inner_circle, 0)
    lay_circle(s, BIG, e.big_circle, PER_15_DEGREES)
    lay_circle(s, OUTER, e.outer_circle, 0)
    scatter(s, min(0.2 * s.turns, 2.0))
    for k in range(1, STAGES + 1):
        bring_seen(e, s, k / STAGES)
        list_crowded(e, s)
        for _ in range(2):
            make_room(e, s, 2.0 * e.plate)
    for piece in range(PIECES):
        s.from_x[piece] = 0.0
        s.from_y[piece] = 0.0
    for _ in range(s.lost):
        lose_one(e, s)
    find_room(e, s)
    clear_bench(s)


def bring_seen(e: Record, s: Record, part: float) -> None:
    """Bring all that is seen a part of its way: cauldrons and fire from the set-up, magicians straight from the edge."""
    for piece in range(PIECES):
        if s.here[piece] == 0 or not glows(piece):
            continue
        x = s.from_x[piece]
        y = s.from_y[piece]
        home_x = 0.0
        home_y = 0.0
        if piece >= MAGICIAN:
            away = root(x * x + y * y)
            edge = 0.5 * (e.plate + e.magician)
            if 1.0 < away < edge:
                home_x = edge * x / away
                home_y = edge * y / away
            else:
                home_x = x
                home_y = y
        elif piece >= CAULDRON:
            point = 2 * PER_15_DEGREES * (piece - CAULDRON)
            home_x = e.cauldron_circle * COSINE[point]
            home_y = e.cauldron_circle * SINE[point]
        s.x[piece] = x if part == 1.0 else home_x + part * (x - home_x)
        s.y[piece] = y if part == 1.0 else home_y + part * (y - home_y)


def scatter(s: Record, most: float) -> None:
    for piece in range(TREE, MAGICIAN):
        s.x[piece] += most * (below(s, 2001) - 1000) / 1000.0
        s.y[piece] += most * (below(s, 2001) - 1000) / 1000.0


def lose_one(e: Record, s: Record) -> None:
    """Of the pieces left, one that lies far out has fallen."""
    farthest = -1.0
    which = TREE
    for piece in range(TREE, MAGICIAN):
        away = root(s.x[piece] * s.x[piece] + s.y[piece] * s.y[piece]) + below(s, 15)
        if s.here[piece] and away > farthest:
            farthest = away
            which = piece
    drop(s, which)


def drop(s: Record, piece: int) -> None:
    s.here[piece] = 0
    s.x[piece] = 0.0
    s.y[piece] = 0.0


def find_room(e: Record, s: Record) -> None:
    """Let the pieces make room until none overlaps; one that finds none is thought elsewhere."""
    for go in range(GOES):
        list_crowded(e, s)
        for _ in range(SWEEPS):
            make_room(e, s, 0.5 * e.plate)
        worst = most_crowded(e, s)
        if worst == HIDDEN:
            return
        if go >= PATIENT and go % 3 == 0:
            if s.lost > 0 and go % 2 == 0:
                worst = exchange(e, s, worst)
            put_elsewhere(e, s, worst)


def list_crowded(e: Record, s: Record) -> None:
    """List the pairs of an unseen piece with any other that is near."""
    n = 0
    for a in range(TREE, MAGICIAN):
        if s.here[a] == 0:
            continue
        for b in range(PIECES):
            if s.here[b] == 0 or (b >= TREE and b <= a):
                continue
            dx = s.x[b] - s.x[a]
            dy = s.y[b] - s.y[a]
            mine = radius(e, a)
            theirs = radius(e, b)
            reach = mine + theirs + NEAR
            if dx * dx + dy * dy < reach * reach and n < CONTACTS:
                s.one[n] = a
                s.other[n] = b
                s.span[n] = mine + theirs + CLEAR
                s.share[n] = 0.0 if glows(b) else mine * mine / (mine * mine + theirs * theirs)
                n += 1
    s.pairs = n


def make_room(e: Record, s: Record, edge: float) -> None:
    """Move overlapping pieces apart, seen ones staying where they are, and all back onto the plate."""
    for c in range(s.pairs):
        a = s.one[c]
        b = s.other[c]
        dx = s.x[b] - s.x[a]
        dy = s.y[b] - s.y[a]
        square = dx * dx + dy * dy
        if square >= s.span[c] * s.span[c]:
            continue
        away = root(square)
        if away < 0.001:
            dx = 0.001
            dy = 0.0
            away = 0.001
        apart = (s.span[c] - away) / away
        s.x[a] -= apart * (1.0 - s.share[c]) * dx
        s.y[a] -= apart * (1.0 - s.share[c]) * dy
        s.x[b] += apart * s.share[c] * dx
        s.y[b] += apart * s.share[c] * dy
    for piece in range(TREE, MAGICIAN):
        square = s.x[piece] * s.x[piece] + s.y[piece] * s.y[piece]
        if square > edge * edge:
            back = (edge - CLEAR) / root(square)
            s.x[piece] *= back
            s.y[piece] *= back


def crowding(e: Record, s: Record, piece: int) -> float:
    """How deep a piece overlaps another, in mm; negative when it has room."""
    deepest = -1.0
    mine = radius(e, piece)
    for other in range(PIECES):
        if s.here[other] == 0 or other == piece:
            continue
        dx = s.x[other] - s.x[piece]
        dy = s.y[other] - s.y[piece]
        span = mine + radius(e, other)
        square = dx * dx + dy * dy
        if square < span * span:
            deepest = max(deepest, span - root(square))
    return deepest


def most_crowded(e: Record, s: Record) -> int:
    """The unseen piece that overlaps another most, or HIDDEN when all have room."""
    worst = HIDDEN
    deepest = FITS
    for piece in range(TREE, MAGICIAN):
        if s.here[piece]:
            depth = crowding(e, s, piece)
            if depth > deepest:
                deepest = depth
                worst = piece
    return worst


def exchange(e: Record, s: Record, piece: int) -> int:
    """Think that this piece has fallen and not a smaller one that was thought lost; return that one."""
    for other in range(TREE, MAGICIAN):
        if s.here[other] == 0 and radius(e, other) < radius(e, piece):
            s.here[other] = 1
            drop(s, piece)
            return other
    return piece


def put_elsewhere(e: Record, s: Record, piece: int) -> None:
    """The roomiest of some random places on the plate."""
    edge = 0.5 * e.plate - CLEAR
    best = 1000.0
    best_x = 0.0
    best_y = 0.0
    for _ in range(40):
        x = edge * (below(s, 20001) - 10000) / 10000.0
        y = edge * (below(s, 20001) - 10000) / 10000.0
        if x * x + y * y > edge * edge:
            continue
        s.x[piece] = x
        s.y[piece] = y
        depth = crowding(e, s, piece)
        if depth < best:
            best = depth
            best_x = x
            best_y = y
    s.x[piece] = best_x
    s.y[piece] = best_y
