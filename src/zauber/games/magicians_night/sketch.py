"""A plan as numbers for a network: what lies where, as seen from the place where the magician begins.

The plate is turned so that the magician's place is straight ahead of the middle, and mirrored if needed so that the
cauldron that it will push is on the left. Pieces are drawn on a coarse grid, one for each kind of piece; where trees
and discs are hidden, the grids of several imagined worlds are averaged. These are rule functions and are compiled.
"""

from ..contract.kernel import HIDDEN, NOBODY, Array, Record, root
from .headings import COSINE, POINTS, SINE
from .judging import chances, clearance, nearness, potential
from .rules import ENTER, GO_ON, entry_distance, held
from .table import CAULDRON, FIRE, MAGICIAN, PIECES, TREE, owner, radius, symbol_of
from .thumb import alignment, best_target, nearest_point

NODES, APART = 13, 28.0  # of the grid along each side, and mm between two of them
KINDS = 5  # grids: trees and discs, own cauldrons, those of the others, those of nobody, the others' magicians
HIDE, OWN, THEIRS, NOBODYS, HATS = range(KINDS)
LANES, LANE = 5, 35.0  # stripes in the direction of the push, and mm from one to the next
SECTORS = 16  # of the edge: how near to it a piece lies
PER_SECTOR = POINTS // SECTORS
SCALARS = 27
AT_LANES = KINDS * NODES * NODES
AT_EDGE = AT_LANES + 2 * LANES
AT_SCALARS = AT_EDGE + SECTORS
SIZE = AT_SCALARS + SCALARS
BRINK = 0.7  # of the way to the edge: pieces farther in are safe


def sketch(e: Record, worlds: Array, first: int, last: int, seat: int, start: int, out: Array) -> None:
    """A plan of a seat, averaged over some worlds. The last of `worlds` is working memory."""
    for i in range(SIZE):
        out[i] = 0.0
    room = len(worlds) - 1
    s = worlds[room]
    for world in range(first, last):
        worlds[room] = worlds[world]
        draw_plan(e, s, seat, start, out)
    for i in range(SIZE):
        out[i] /= last - first


def draw_plan(e: Record, s: Record, seat: int, start: int, out: Array) -> None:
    """Add one world's picture of a plan."""
    at = AT_SCALARS
    out[at] += potential(e, s, seat)
    piece = held(s)
    if start >= ENTER:
        away = entry_distance(e, s, piece, start - ENTER)
        s.x[piece] = away * COSINE[start - ENTER]
        s.y[piece] = away * SINE[start - ENTER]
        s.here[piece] = 1
    away = root(s.x[piece] * s.x[piece] + s.y[piece] * s.y[piece]) + 0.001
    ux = s.x[piece] / away
    uy = s.y[piece] / away
    target = best_target(e, s, seat, piece)
    if target == HIDDEN:
        return
    side = 1.0 if s.y[target] * ux - s.x[target] * uy >= 0.0 else -1.0
    worst = 0.0
    for other in range(s.seats):
        if other != seat and s.out[other] == 0:
            worst = max(worst, chances(e, s, other))
            out[at + 1] += 0.5
    out[at + 2] += chances(e, s, seat)
    out[at + 3] += worst
    out[at + 4] += 1.0 if start == GO_ON else 0.0
    out[at + 5] += away / 100.0
    out[at + 6] += (s.x[target] * ux + s.y[target] * uy) / 100.0
    out[at + 7] += side * (s.y[target] * ux - s.x[target] * uy) / 50.0
    out[at + 8] += nearness(e, s, target)
    out[at + 9] += clearance(e, s, target)
    out[at + 10] += alignment(s, piece, target)
    out[at + 11] += distance(s, piece, target) / 100.0
    if s.here[FIRE]:
        out[at + 12] += 1.0
        out[at + 13] += (s.x[FIRE] * ux + s.y[FIRE] * uy) / 50.0
        out[at + 14] += side * (s.y[FIRE] * ux - s.x[FIRE] * uy) / 50.0
        out[at + 15] += distance(s, FIRE, target) / 50.0
    out[at + 16] += s.lost / 20.0
    out[at + 17] += s.turns / 20.0
    out[at + 18] += (e.tree - 40.0) / 5.0
    out[at + 19] += (e.magician - 44.0) / 5.0
    for other in range(CAULDRON, TREE):
        if s.here[other]:
            out[at + 20 + min(2, whose(s, seat, other))] += 0.25
    draw_pieces(e, s, seat, piece, ux, uy, side, out)
    out[at + 23] += 1.0  # there is a cauldron to push
    out[at + 24] += s.quiet / 10.0
    out[at + 25] += lane_to(e, s, piece, target) / 100.0
    out[at + 26] += lane_to(e, s, target, HIDDEN) / 100.0


def distance(s: Record, one: int, other: int) -> float:
    dx = s.x[one] - s.x[other]
    dy = s.y[one] - s.y[other]
    return root(dx * dx + dy * dy)


def whose(s: Record, seat: int, piece: int) -> int:
    """0 for a cauldron of the seat's own, 1 for another's, 2 for nobody's."""
    other = owner(s, symbol_of(piece))
    if other == NOBODY:
        return 2
    return 0 if other == seat else 1


def lane_to(e: Record, s: Record, piece: int, target: int) -> float:
    """How many millimetres of pieces lie on the way of a piece to another, or to the ring."""
    to_x = s.x[target] if target != HIDDEN else 0.0
    to_y = s.y[target] if target != HIDDEN else 0.0
    dx = to_x - s.x[piece]
    dy = to_y - s.y[piece]
    away = root(dx * dx + dy * dy)
    if away < 1.0:
        return 0.0
    dx /= away
    dy /= away
    total = 0.0
    for other in range(PIECES):
        if s.here[other] == 0 or other == piece:
            continue
        along = (s.x[other] - s.x[piece]) * dx + (s.y[other] - s.y[piece]) * dy
        aside = abs((s.y[other] - s.y[piece]) * dx - (s.x[other] - s.x[piece]) * dy)
        size = radius(e, other)
        span = radius(e, piece) + size
        if other != target and 0.0 < along < away and aside < span:
            total += 2.0 * size * min(1.0, (span - aside) / size)
    return total


def draw_pieces(e: Record, s: Record, seat: int, piece: int, ux: float, uy: float, side: float, out: Array) -> None:
    """Add all pieces to the grids, the lanes and the edge."""
    half = 0.5 * e.plate
    for other in range(CAULDRON, PIECES):
        if s.here[other] == 0 or other == piece:
            continue
        size = radius(e, other)
        along = s.x[other] * ux + s.y[other] * uy
        aside = side * (s.y[other] * ux - s.x[other] * uy)
        kind = HATS if other >= MAGICIAN else HIDE
        if other < TREE:
            kind = OWN + whose(s, seat, other)
        weight = size * size / 400.0 if kind == HIDE else 1.0
        splat(kind, along, aside, weight, out)
        for lane in range(LANES):
            off = abs(aside - LANE * (lane - LANES // 2))
            span = 0.5 * e.magician + size
            if off < span:
                near = 0 if along > 0.0 else LANES
                out[AT_LANES + near + lane] += 0.01 * size * min(1.0, (span - off) / size)
        away = root(along * along + aside * aside) / half
        if away > BRINK:
            sector = nearest_point(along, aside, PER_SECTOR) // PER_SECTOR
            out[AT_EDGE + sector] += (away - BRINK) * (away - BRINK) / (1.0 - BRINK) / (1.0 - BRINK)


def splat(kind: int, along: float, aside: float, weight: float, out: Array) -> None:
    """Spread a piece over the four nearest nodes of a grid."""
    row = min(NODES - 1.001, max(0.0, along / APART + NODES // 2))
    column = min(NODES - 1.001, max(0.0, aside / APART + NODES // 2))
    i = int(row)
    j = int(column)
    down = row - i
    across = column - j
    at = (kind * NODES + i) * NODES + j
    out[at] += weight * (1.0 - down) * (1.0 - across)
    out[at + 1] += weight * (1.0 - down) * across
    out[at + NODES] += weight * down * (1.0 - across)
    out[at + NODES + 1] += weight * down * across
