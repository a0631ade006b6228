"""Magicians' Night by rule of thumb: get behind a cauldron of one's own and push it straight to the ring.

Every stroke is decided afresh from what is seen. The cauldron chosen is the one that lies best between the magician
and the ring; the magician steers round it until it stands right behind, and stops when it has got beside it.
"""

from ..contract.kernel import HIDDEN, Array, Record, below, root
from .headings import COSINE, HEADINGS, PER_HEADING, POINTS, SINE
from .rules import AGREE, BEGIN, CHOOSE, ENTER, GO_ON, OFFER, PUSHING, STOP, STROKE, held
from .table import CAULDRON, SYMBOLS, TREE

BEHIND = 0.8  # the alignment from which it pays to push on from here
BESIDE = 0.3  # below this a push only shoves the cauldron aside
STEER = 1.5  # how strongly the magician goes round the cauldron to get behind it


def advise(e: Record, s: Record, seat: int, options: Array, n: int) -> int:
    if s.phase == CHOOSE:
        return options[below(s, n)]
    if s.phase == OFFER:
        return AGREE
    if n == 1:
        return options[0]
    piece = held(s)
    if s.phase == BEGIN:
        if s.here[piece]:
            target = best_target(e, s, seat, piece)
            if target != HIDDEN and alignment(s, piece, target) > BEHIND:
                return GO_ON
        return ENTER + entry_for(s, nearest_own(s, seat))
    target = best_target(e, s, seat, piece)
    if target == HIDDEN or options[n - 1] < STROKE:
        return STOP
    if s.phase == PUSHING and alignment(s, piece, target) < BESIDE:
        return STOP
    return STROKE + heading_for(e, s, piece, target)


def nearest_own(s: Record, seat: int) -> int:
    """The seat's cauldron nearest to the ring, with a few millimetres of noise."""
    best = HIDDEN
    least = 1000.0
    for piece in range(CAULDRON + s.symbol[seat], TREE, SYMBOLS):
        away = root(s.x[piece] * s.x[piece] + s.y[piece] * s.y[piece]) + below(s, 8)
        if s.here[piece] and away < least:
            least = away
            best = piece
    return best


def entry_for(s: Record, target: int) -> int:
    """The point of the edge from which a cauldron lies straight before the ring."""
    return nearest_point(s.x[target], s.y[target], 1)


def nearest_point(x: float, y: float, every: int) -> int:
    """Of every `every`-th point of the circle, the one nearest to that direction."""
    best = 0
    most = -1000000.0
    for point in range(0, POINTS, every):
        along = x * COSINE[point] + y * SINE[point]
        if along > most:
            most = along
            best = point
    return best


def alignment(s: Record, piece: int, target: int) -> float:
    """1 when the cauldron lies exactly between the magician and the ring, -1 when the magician is on the wrong side."""
    dx = s.x[target] - s.x[piece]
    dy = s.y[target] - s.y[piece]
    apart = root(dx * dx + dy * dy)
    away = root(s.x[target] * s.x[target] + s.y[target] * s.y[target])
    if apart == 0.0 or away == 0.0:
        return 0.0
    return -(dx * s.x[target] + dy * s.y[target]) / (apart * away)


def best_target(e: Record, s: Record, seat: int, piece: int) -> int:
    """The seat's cauldron that is best to push from here."""
    best = HIDDEN
    most = -1000.0
    for target in range(CAULDRON + s.symbol[seat], TREE, SYMBOLS):
        if s.here[target] == 0:
            continue
        dx = s.x[target] - s.x[piece]
        dy = s.y[target] - s.y[piece]
        away = root(s.x[target] * s.x[target] + s.y[target] * s.y[target])
        worth = alignment(s, piece, target) - 0.005 * root(dx * dx + dy * dy) - 0.004 * away
        if worth > most:
            most = worth
            best = target
    return best


def heading_for(e: Record, s: Record, piece: int, target: int) -> int:
    """The heading towards the cauldron, corrected to get behind it if it would be pushed past the ring."""
    dx = s.x[target] - s.x[piece]
    dy = s.y[target] - s.y[piece]
    apart = root(dx * dx + dy * dy)
    away = root(s.x[target] * s.x[target] + s.y[target] * s.y[target])
    if apart == 0.0 or away == 0.0:
        return below(s, HEADINGS)
    dx /= apart
    dy /= apart
    go_x = dx + STEER * (dx + s.x[target] / away)
    go_y = dy + STEER * (dy + s.y[target] / away)
    return nearest_point(go_x, go_y, PER_HEADING) // PER_HEADING
