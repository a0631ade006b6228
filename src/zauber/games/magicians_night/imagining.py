"""Imagining the trees and discs that a seat cannot see in the dark.

The match is replayed in imagination: the pieces start where they may have been laid by hand (A47), and the hats take
the paths that everybody has seen, stroke by stroke. Then everything visible is moved to its true place, and the unseen
pieces give way. Pieces that fall over the edge in the replay count as fallen, as far as the number of clacks allows;
the others are moved until none overlap. Resistance that was felt is not used.

`recollect` also returns how far the replay was from the truth before it was corrected.
"""

from ..contract.kernel import HIDDEN, NOBODY, Record, below, root
from .headings import PER_HEADING
from .physics import clear_bench, stroke
from .rules import OVER
from .table import CONTACTS, FIRE, MAGICIAN, PIECES, TREE, glows, lay_by_hand, lay_out, owner, radius, symbol_of
from .thumb import nearest_point

CLEAR = 0.005  # mm between pieces that were moved apart
FITS = 0.02  # mm of overlap that is tolerated
NEAR = 4.0  # mm: pairs nearer than this are listed and checked until the list is rebuilt
STAGES = 10
SWEEPS = 8
GOES = 400
PATIENT = 16  # rounds before a piece without room is placed elsewhere
SCATTER = 0.1  # mm: how exactly the set-up could be known by the first version of the rules
FAR = 20.0  # mm: the largest error that a piece can count for
WRONG = 100.0  # mm²: the weight of a clack too many or too few


def imagine(e: Record, s: Record, seat: int) -> None:
    recollect(e, s)


def recollect(e: Record, s: Record) -> float:
    """Imagine a world; return how badly the replay fitted what was seen and heard, in mm²."""
    if e.light != 0 or s.phase == OVER:
        return 0.0
    remember_seen(s)
    for piece in range(PIECES):
        s.here[piece] = 0
    lay_out(e, s)
    s.x[FIRE] = 0.0
    s.y[FIRE] = 0.0
    if e.rules == 1:
        scatter(s, SCATTER if s.ways > 0 else 0.0)
    else:
        lay_by_hand(e, s, FIRE)  # A47: nobody knows how
    return replay(e, s, 0)


def follow(e: Record, s: Record, was: Record) -> float:
    """Imagine a world that was imagined earlier as it must be now: only the paths since then are replayed."""
    if e.light != 0 or s.phase == OVER:
        return 0.0
    remember_seen(s)
    for piece in range(PIECES):
        s.x[piece] = was.x[piece]
        s.y[piece] = was.y[piece]
        s.here[piece] = was.here[piece]
    return replay(e, s, was.ways)


def remember_seen(s: Record) -> None:
    for piece in range(PIECES):
        s.seen_x[piece] = s.x[piece]
        s.seen_y[piece] = s.y[piece]
        s.seen[piece] = s.here[piece]


def replay(e: Record, s: Record, first: int) -> float:
    """Replay the paths of the hats from `first` on, then correct what came out differently; return how badly it fitted
    what was seen and heard, in mm²."""
    for way in range(first, s.ways):
        go_again(e, s, way)
    misfit = astray(s)
    see_again(e, s)
    count_again(e, s)
    find_room(e, s)
    for piece in range(PIECES):
        s.seen_x[piece] = 0.0
        s.seen_y[piece] = 0.0
        s.seen[piece] = 0
        s.was_x[piece] = 0.0
        s.was_y[piece] = 0.0
    clear_bench(s)
    return misfit


def astray(s: Record) -> float:
    """How far fire and cauldrons are from where they are seen, and how wrong the number of clacks is."""
    total = 0.0
    for piece in range(TREE):
        dx = s.x[piece] - s.seen_x[piece]
        dy = s.y[piece] - s.seen_y[piece]
        if s.here[piece] != s.seen[piece]:
            total += FAR * FAR
        elif s.here[piece]:
            total += min(dx * dx + dy * dy, FAR * FAR)
    return total + WRONG * abs(thought_lost(s) - s.lost)


def thought_lost(s: Record) -> int:
    lost = 0
    for piece in range(TREE, MAGICIAN):
        lost += 1 - s.here[piece]
    return lost


def go_again(e: Record, s: Record, way: int) -> None:
    """Replay the path of a hat."""
    piece = MAGICIAN + s.way_who[way]
    length = e.step * e.stroke_steps
    felt = s.felt
    fallen = s.fallen
    s.x[piece] = s.way_x[way, 0]
    s.y[piece] = s.way_y[way, 0]
    s.here[piece] = 1
    for bend in range(1, s.way_bends[way]):
        dx = s.way_x[way, bend] - s.x[piece]
        dy = s.way_y[way, bend] - s.y[piece]
        away = root(dx * dx + dy * dy)
        heading = nearest_point(dx, dy, PER_HEADING) // PER_HEADING
        for _ in range(int(away / length + 0.98)):
            stroke(e, s, piece, heading)
            if s.landed != HIDDEN and owner(s, symbol_of(s.landed)) == NOBODY:  # R28
                drop(s, s.landed)
    edge = 0.25 * e.plate * e.plate
    if s.x[piece] * s.x[piece] + s.y[piece] * s.y[piece] > edge:
        drop(s, piece)
    s.felt = felt
    s.fallen = fallen
    s.landed = HIDDEN


def see_again(e: Record, s: Record) -> None:
    """Move everything visible to its true place in stages; unseen pieces give way."""
    for piece in range(PIECES):
        if glows(piece):
            s.was_x[piece] = s.x[piece] if s.here[piece] else s.seen_x[piece]
            s.was_y[piece] = s.y[piece] if s.here[piece] else s.seen_y[piece]
            s.here[piece] = s.seen[piece]
    for k in range(1, STAGES + 1):
        part = k / STAGES
        for piece in range(PIECES):
            if glows(piece):
                s.x[piece] = s.was_x[piece] + part * (s.seen_x[piece] - s.was_x[piece])
                s.y[piece] = s.was_y[piece] + part * (s.seen_y[piece] - s.was_y[piece])
        list_crowded(e, s)
        for _ in range(3):
            make_room(s)
    for piece in range(PIECES):
        if glows(piece):
            s.x[piece] = s.seen_x[piece]
            s.y[piece] = s.seen_y[piece]


def count_again(e: Record, s: Record) -> None:
    """Take off or put back pieces, so that as many are off the plate as were heard falling."""
    off = thought_lost(s)
    while off < s.lost:
        lose_one(s)
        off += 1
    for piece in range(MAGICIAN - 1, TREE - 1, -1):
        if off > s.lost and s.here[piece] == 0:
            s.here[piece] = 1
            put_elsewhere(e, s, piece)
            off -= 1
    keep_on_plate(e, s)


def scatter(s: Record, most: float) -> None:
    for piece in range(TREE, MAGICIAN):
        s.x[piece] += most * (below(s, 2001) - 1000) / 1000.0
        s.y[piece] += most * (below(s, 2001) - 1000) / 1000.0


def lose_one(s: Record) -> None:
    """Assume that one of the outermost pieces has fallen."""
    farthest = -1.0
    which = TREE
    for piece in range(TREE, MAGICIAN):
        away = root(s.x[piece] * s.x[piece] + s.y[piece] * s.y[piece]) + below(s, 3)
        if s.here[piece] and away > farthest:
            farthest = away
            which = piece
    drop(s, which)


def drop(s: Record, piece: int) -> None:
    s.here[piece] = 0
    s.x[piece] = 0.0
    s.y[piece] = 0.0


def find_room(e: Record, s: Record) -> None:
    """Move the pieces apart until none overlap; a piece without room is placed elsewhere."""
    for go in range(GOES):
        list_crowded(e, s)
        for _ in range(SWEEPS):
            make_room(s)
            keep_on_plate(e, s)
        worst = most_crowded(e, s)
        if worst == HIDDEN:
            return
        if go >= PATIENT and go % 3 == 0:
            if s.lost > 0 and go % 2 == 0:
                worst = exchange(e, s, worst)
            put_elsewhere(e, s, worst)


def yields(e: Record, piece: int) -> float:
    """How readily a piece gives way: visible ones do not move."""
    if glows(piece):
        return 0.0
    size = radius(e, piece)
    return 1.0 / (size * size)


def list_crowded(e: Record, s: Record) -> None:
    """List the pairs that are near and of which one can give way."""
    n = 0
    for a in range(PIECES):
        if s.here[a] == 0:
            continue
        mine = radius(e, a)
        give = yields(e, a)
        for b in range(a):
            dx = s.x[b] - s.x[a]
            dy = s.y[b] - s.y[a]
            reach = mine + 0.5 * e.fire + NEAR
            if dx * dx + dy * dy >= reach * reach or s.here[b] == 0:
                continue
            span = mine + radius(e, b)
            take = yields(e, b)
            if dx * dx + dy * dy < (span + NEAR) * (span + NEAR) and n < CONTACTS and give + take > 0.0:
                s.one[n] = a
                s.other[n] = b
                s.span[n] = span + CLEAR
                s.share[n] = take / (give + take)
                n += 1
    s.pairs = n


def make_room(s: Record) -> None:
    """Move overlapping pieces apart."""
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


def keep_on_plate(e: Record, s: Record) -> None:
    """Move unseen pieces beyond the edge back onto it."""
    edge = 0.5 * e.plate
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
    """Assume that this piece has fallen instead of a smaller one that was assumed lost; return the smaller one."""
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
