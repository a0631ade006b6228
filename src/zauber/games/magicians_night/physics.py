"""Slow pushing (A13): the held magician moves, and the pieces in its way yield along the line of contact.

A stroke consists of sub-steps. In each the magician moves a tenth of a millimetre, and then the pushed pieces move to
the nearest places where nothing overlaps: those with the smallest sum of base area times squared displacement. That is
what "shares in inverse proportion to base area" means for chains. The solution is found by iterating over the contacts;
each contact remembers how far it has pushed, so that it can undo a push that others have made unnecessary. A piece has
a contact only if the magician reaches it through moving pieces, so nothing else is touched, and a push is never
negative, so nothing is pulled.

Only + − × ÷ √ in a fixed order are used: the results are identical interpreted, compiled and on a GPU (there without
fused multiply-add, which rounds once instead of twice).
"""

from ..contract.kernel import HIDDEN, NOBODY, Record, note, root
from .events import CLACK, FELL, IN_HAND, LANDED, LAST_PUSH, PUSHED, TAKEN
from .headings import COSINE, PER_HEADING, SINE
from .table import CAULDRON, CONTACTS, DARK, FIRE, PIECES, TREE, glows, owner, radius, symbol_of

BLOCK = 3  # sub-steps for which a line of contact is used, predicted for their middle
SKIN = 6.4  # mm: pairs closer than this are listed; the list is rebuilt before any other pair can touch
MARGIN = 0.3  # mm: listed pairs that are or come closer than this are contacts
EXACT = 0.02  # mm: the pushes have settled when none changes by more
MOST_SWEEPS = 200
OVER = 1.4  # over-relaxation: corrections are exaggerated, so that chains settle sooner
STRIDE = 4  # contacts are processed in this many passes
REST = 0.02  # mm: larger overlaps are removed when a stroke ends
WEIGHTS = (0.02, 1.5, 4.0)  # in small discs: where resistance begins to be felt, to be clear, to be strong (A31)


def stroke(e: Record, s: Record, held: int, heading: int) -> int:
    """Push the magician `held` along a heading; return the sub-steps made."""
    steps = slide(e, s, held, heading)
    clear_bench(s)
    return steps


def slide(e: Record, s: Record, held: int, heading: int) -> int:
    """The same, with the bench left as it is, so that one may look what was pushed.

    It ends early when something falls or lands (`s.fallen`, `s.landed`), or at the last contact with the plate (A37).
    """
    s.go_x = e.step * COSINE[heading * PER_HEADING]
    s.go_y = e.step * SINE[heading * PER_HEADING]
    s.fallen = 0
    s.landed = HIDDEN
    add_mover(s, held)
    list_pairs(e, s)
    drift = 0.0
    steps = 0
    done = BLOCK
    while done == BLOCK and steps < e.stroke_steps and s.fallen == 0 and s.landed == HIDDEN:
        done = block(e, s, min(BLOCK, e.stroke_steps - steps))
        steps += done
        drift += carry(s)
        if 2.0 * drift > SKIN - 1.0:
            list_pairs(e, s)
            drift = 0.0
    smooth(e, s)
    s.felt = resistance(e, s, steps)
    return steps


def cannot_go(e: Record, s: Record, held: int, heading: int) -> bool:
    """A37: whether a stroke would end before its first sub-step."""
    s.go_x = e.step * COSINE[heading * PER_HEADING]
    s.go_y = e.step * SINE[heading * PER_HEADING]
    leaves = leaves_plate(e, s, s.x[held], s.y[held])
    s.go_x = 0.0
    s.go_y = 0.0
    return leaves


def block(e: Record, s: Record, most: int) -> int:
    """A few sub-steps with the same lines of contact; return how many were made."""
    held = s.mover[0]
    s.pace_x[held] = s.go_x
    s.pace_y[held] = s.go_y
    s.nears = 0
    approach(s, 0, 0.5 * most)
    for i in range(most):
        if leaves_plate(e, s, s.x[held] + s.was_x[held], s.y[held] + s.was_y[held]):
            return i
        s.by_x[held] = s.was_x[held] + s.go_x
        s.by_y[held] = s.was_y[held] + s.go_y
        settle(e, s)
        take_events(e, s)
        if s.fallen > 0 or s.landed != HIDDEN:
            return i + 1
    return most


def leaves_plate(e: Record, s: Record, x: float, y: float) -> bool:
    """A8, A11: whether a sub-step would break the contact with the plate; coming in from farther out does not (A20)."""
    edge = 0.5 * (e.plate + e.magician)
    away = (x + s.go_x) * (x + s.go_x) + (y + s.go_y) * (y + s.go_y)
    return away > edge * edge and away >= x * x + y * y


def add_mover(s: Record, piece: int) -> None:
    s.mover[s.movers] = piece
    s.movers += 1
    s.order[piece] = s.movers
    s.from_x[piece] = s.x[piece]
    s.from_y[piece] = s.y[piece]


def list_pairs(e: Record, s: Record) -> None:
    """Forget the pairs and list those near the pieces that are being pushed."""
    s.pairs = 0
    for i in range(s.movers):
        list_pairs_of(e, s, s.mover[i])


def list_pairs_of(e: Record, s: Record, piece: int) -> None:
    """The pairs of a mover with pieces at rest and with movers found later (earlier ones list it themselves)."""
    x = s.x
    y = s.y
    px = x[piece]
    py = y[piece]
    reach = radius(e, piece) + 0.5 * widest(e) + SKIN
    reach *= reach
    list_pair(e, s, piece, FIRE)
    for b in range(CAULDRON, PIECES):
        dx = x[b] - px
        dy = y[b] - py
        if dx * dx + dy * dy < reach:
            list_pair(e, s, piece, b)


def widest(e: Record) -> float:
    """The largest diameter but the fire's."""
    return max(max(e.cauldron, e.tree), max(max(e.small_disc, e.big_disc), e.magician))


def list_pair(e: Record, s: Record, a: int, b: int) -> None:
    rank = s.order[a]
    if s.here[b] == 0 or a == b or 0 < s.order[b] < rank or s.pairs == CONTACTS:
        return
    mine = radius(e, a)
    theirs = radius(e, b)
    span = mine + theirs
    dx = s.x[b] - s.x[a]
    dy = s.y[b] - s.y[a]
    if dx * dx + dy * dy < (span + SKIN) * (span + SKIN):
        n = s.pairs
        s.one[n] = a
        s.other[n] = b
        s.span[n] = span
        s.share[n] = 1.0 if rank == 1 else mine * mine / (mine * mine + theirs * theirs)
        s.push[n] = 0.0
        s.pairs = n + 1


def approach(s: Record, first: int, ahead: float) -> None:
    """For the pairs from `first` on that may touch: compute the line of contact as it will be after `ahead` sub-steps
    at the last pace, and start from what each pushed before."""
    n = s.nears
    for c in range(first, s.pairs):
        a = s.one[c]
        b = s.other[c]
        go_x = ahead * (s.pace_x[b] - s.pace_x[a])
        go_y = ahead * (s.pace_y[b] - s.pace_y[a])
        dx = s.x[b] - s.x[a] + go_x
        dy = s.y[b] - s.y[a] + go_y
        square = dx * dx + dy * dy
        reach = s.span[c] + MARGIN + 2.0 * (abs(go_x) + abs(go_y))
        push = s.push[c]
        if square >= reach * reach or square == 0.0:
            s.push[c] = 0.0
            continue
        away = root(square)
        dx /= away
        dy /= away
        closing = dx * go_x + dy * go_y
        gap = away - s.span[c] - closing
        if gap >= MARGIN and gap + 2.0 * closing >= MARGIN:
            s.push[c] = 0.0
            continue
        s.along_x[c] = dx
        s.along_y[c] = dy
        s.gap[c] = gap
        s.near[n] = c
        n += 1
        forth = push * s.share[c]
        back = push - forth
        s.by_x[a] -= back * dx
        s.by_y[a] -= back * dy
        s.by_x[b] += forth * dx
        s.by_y[b] += forth * dy
    s.nears = n


def settle(e: Record, s: Record) -> None:
    """Move all that the magician's last sub-step pushes."""
    if s.nears == 0:
        return
    for _ in range(MOST_SWEEPS):
        if sweep(e, s) < EXACT:
            break


def sweep(e: Record, s: Record) -> float:
    """Go over the contacts once; return the largest change of a push.

    Neighbours in the list share a piece, so every STRIDE-th one is taken: a processor can work on several at once.
    """
    by_x = s.by_x
    by_y = s.by_y
    largest = 0.0
    for start in range(STRIDE):
        k = start
        while k < s.nears:
            c = s.near[k]
            k += STRIDE
            a = s.one[c]
            b = s.other[c]
            nx = s.along_x[c]
            ny = s.along_y[c]
            push = s.push[c]
            ax = by_x[a]
            ay = by_y[a]
            bx = by_x[b]
            by = by_y[b]
            change = max(-push, -OVER * (s.gap[c] + nx * (bx - ax) + ny * (by - ay)))
            if change == 0.0:
                continue
            forth = change * s.share[c]
            back = change - forth
            by_x[a] = ax - back * nx
            by_y[a] = ay - back * ny
            by_x[b] = bx + forth * nx
            by_y[b] = by + forth * ny
            s.push[c] = push + change
            largest = max(largest, abs(change))
            if s.order[b] == 0:
                wake(e, s, b)
    return largest


def wake(e: Record, s: Record, piece: int) -> None:
    """A piece starts to move: list its neighbours too."""
    add_mover(s, piece)
    first = s.pairs
    list_pairs_of(e, s, piece)
    approach(s, first, 0.0)


def take_events(e: Record, s: Record) -> None:
    """A39: after every sub-step, what has fallen (A4, A16, A38) and what has landed (A5, A17).

    The movers' last displacements become their predictions for the next sub-step.
    """
    edge = 0.25 * e.plate * e.plate
    ring = 0.25 * (e.ring * e.ring - e.cauldron * e.cauldron)
    for i in range(s.movers):
        piece = s.mover[i]
        by_x = s.by_x[piece]
        by_y = s.by_y[piece]
        x = s.x[piece] + by_x
        y = s.y[piece] + by_y
        s.by_x[piece] = by_x + by_x - s.was_x[piece]
        s.by_y[piece] = by_y + by_y - s.was_y[piece]
        s.was_x[piece] = by_x
        s.was_y[piece] = by_y
        away = x * x + y * y
        if away > edge and i > 0:
            s.fallen += 1 if e.rules == 1 else s.here[piece]  # a piece falls only once
            s.here[piece] = 0
        elif away <= ring and CAULDRON <= piece < TREE:
            ring = away
            s.landed = piece


def carry(s: Record) -> float:
    """Move the movers to their new places; return the largest displacement."""
    longest = 0.0
    for i in range(s.movers):
        piece = s.mover[i]
        dx = s.was_x[piece]
        dy = s.was_y[piece]
        s.x[piece] += dx
        s.y[piece] += dy
        longest = max(longest, dx * dx + dy * dy)
        s.pace_x[piece] = s.by_x[piece] - dx
        s.pace_y[piece] = s.by_y[piece] - dy
        s.by_x[piece] = 0.0
        s.by_y[piece] = 0.0
        s.was_x[piece] = 0.0
        s.was_y[piece] = 0.0
    return root(longest)


def smooth(e: Record, s: Record) -> None:
    """Remove the overlap left by the iteration: at rest nothing overlaps by more than REST."""
    for _ in range(MOST_SWEEPS):
        for i in range(s.movers):
            s.pace_x[s.mover[i]] = 0.0
            s.pace_y[s.mover[i]] = 0.0
        for c in range(s.pairs):
            s.push[c] = 0.0
        s.nears = 0
        approach(s, 0, 0.0)
        deepest = 0.0
        for k in range(s.nears):
            deepest = min(deepest, s.gap[s.near[k]])
        if deepest > -REST:
            break
        settle(e, s)
        take_events(e, s)
        carry(s)
        list_pairs(e, s)


def resistance(e: Record, s: Record, steps: int) -> int:
    """What the hand feels, in four levels: the bases that it moves, weighted by how far each slid (A31)."""
    slid = 0.0
    for i in range(1, s.movers):
        piece = s.mover[i]
        dx = s.x[piece] - s.from_x[piece]
        dy = s.y[piece] - s.from_y[piece]
        base = radius(e, piece)
        slid += base * base * root(dx * dx + dy * dy)
    unit = 0.25 * e.small_disc * e.small_disc * e.step * steps
    level = 0
    for i in range(3):
        if slid > WEIGHTS[i] * unit:
            level = i + 1
    return level


def clear_bench(s: Record) -> None:
    """Clear the working fields, so that equal positions have equal bytes."""
    for i in range(s.movers):
        piece = s.mover[i]
        s.mover[i] = 0
        s.order[piece] = 0
        s.from_x[piece] = 0.0
        s.from_y[piece] = 0.0
        s.pace_x[piece] = 0.0
        s.pace_y[piece] = 0.0
        if s.here[piece] == 0:
            s.x[piece] = 0.0
            s.y[piece] = 0.0
    for c in range(CONTACTS):
        s.one[c] = 0
        s.other[c] = 0
        s.near[c] = 0
        s.span[c] = 0.0
        s.share[c] = 0.0
        s.along_x[c] = 0.0
        s.along_y[c] = 0.0
        s.gap[c] = 0.0
        s.push[c] = 0.0
    s.go_x = 0.0
    s.go_y = 0.0
    s.movers = 0
    s.pairs = 0
    s.nears = 0


# What is only told ---------------------------------------------------------------------------------------------


def note_stroke(e: Record, s: Record, heading: int) -> None:
    """Where the magician is now and what else was seen to move, what landed, and what fell; the bench still says it."""
    held = s.mover[0]
    unowned = HIDDEN
    if s.landed != HIDDEN and owner(s, symbol_of(s.landed)) == NOBODY:
        unowned = s.landed
    note_place(s, heading, held)
    for piece in range(PIECES):
        if s.order[piece] > 1 and s.here[piece] and piece != unowned and (e.light != DARK or glows(piece)):
            x = thousandths(s.x[piece]) - thousandths(s.from_x[piece])
            y = thousandths(s.y[piece]) - thousandths(s.from_y[piece])
            if x != 0 or y != 0:
                note_place(s, heading, piece)
    if unowned != HIDDEN:
        note(s, TAKEN, unowned)
    elif s.landed != HIDDEN:
        note(s, LANDED, s.landed)
    if s.fallen > 0 and e.light == DARK:
        note(s, CLACK, s.active, s.fallen)
    for piece in range(PIECES):
        if s.order[piece] > 1 and s.here[piece] == 0 and e.light != DARK:
            note(s, FELL, s.active, s.fallen, piece)
    if unowned != HIDDEN or (s.fallen > 0 and s.landed == HIDDEN):
        note_in_hand(e, s, held)


def note_place(s: Record, heading: int, piece: int) -> None:
    """Where a piece is after a stroke; the player on turn feels one that does not end the turn."""
    if s.fallen > 0 or s.landed != HIDDEN:
        note(s, LAST_PUSH, s.active, heading, piece, thousandths(s.x[piece]), thousandths(s.y[piece]))
    else:
        note(s, PUSHED, s.active, heading, piece, thousandths(s.x[piece]), thousandths(s.y[piece]), s.felt)


def note_in_hand(e: Record, s: Record, held: int) -> None:
    """R19, A38: a magician that cannot stand there goes back to the hand."""
    if s.x[held] * s.x[held] + s.y[held] * s.y[held] > 0.25 * e.plate * e.plate:
        note(s, IN_HAND, s.active, held)


def thousandths(length: float) -> int:
    """A length in whole thousandths of a millimetre."""
    return int(1000.0 * length + (0.5 if length >= 0.0 else -0.5))
