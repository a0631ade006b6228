"""Papageno by rule of thumb: keep the wire light, make pairs in columns, and do not end a round that would be lost."""

from ..contract.kernel import HIDDEN, Array, Record, below, distance
from .cards import CAPTURE, EGG, KINDS, PLACES, SEATS, weight
from .position import CHOOSE_EGG, DISCARD, DRAW, EGG_SIDE, LEAVE, LEFT, PLACE, REVEAL, ROW, SWAP, TAKE, TAKE_TOP
from .scoring import sum_of

UNSEEN = 5.2  # the assumed weight of a face-down card
CURIOUS = 2.0  # the value of turning a card up: it gives information and brings the end nearer
BEHIND = 20.0  # the assumed cost of ending a round as the loser
HARM = 0.3  # the weight of making another wire heavier, relative to making one's own lighter
PATIENT = 20  # after this many turns per player, ending the round is feared less, and more so with every turn


def advise(e: Record, s: Record, seat: int, options: Array, n: int) -> int:
    if s.phase == REVEAL:
        return options[below(s, n)]
    if s.phase == TAKE:
        if s.top == HIDDEN:
            return DRAW
        if s.pile_left == 0:
            return TAKE_TOP
        return TAKE_TOP if discard_is_better(e, s, seat) else DRAW
    if s.phase == CHOOSE_EGG:
        return cheapest_egg(e, s, seat, options, n)
    if options[n - 1] >= SWAP:
        return best_swap(e, s, seat, options, n)
    return best_place(e, s, seat, options, n)


def likely_value(e: Record, s: Record, seat: int, place: int, put: int, kind: int) -> float:
    """The expected value of a place at the end, with `kind` put at `put`."""
    card = kind if place == put else s.area[seat, place]
    if card == EGG:
        return likely_egg(e, s, seat, place, put, kind)
    return weight(e, card) if card != HIDDEN else UNSEEN


def likely_egg(e: Record, s: Record, seat: int, place: int, put: int, kind: int) -> float:
    """The same for an Egg: the lighter neighbour, as far as it is seen."""
    best = 100.0
    for side in range(-1, 2, 2):
        if place % ROW + side < 0 or place % ROW + side >= ROW:
            continue
        neighbour = kind if place + side == put else s.area[seat, place + side]
        guess = UNSEEN
        if neighbour != HIDDEN and neighbour != EGG:
            guess = weight(e, neighbour)
        best = min(best, guess)
    return best


def likely_column(e: Record, s: Record, seat: int, column: int, put: int, kind: int) -> float:
    """The expected sum of a column: two equal values cancel, unless they are guesses."""
    upper = likely_value(e, s, seat, column, put, kind)
    lower = likely_value(e, s, seat, ROW + column, put, kind)
    return upper + lower if upper != lower or upper == UNSEEN else 0.0


def likely_sum(e: Record, s: Record, seat: int, put: int, kind: int) -> float:
    """The expected sum of the wire at the end, with `kind` put at `put` (HIDDEN: nothing put)."""
    total = 0.0
    for column in range(ROW):
        total += likely_column(e, s, seat, column, put, kind)
    return total


def best_sum(e: Record, s: Record, seat: int, kind: int, left: float, middle: float, right: float) -> float:
    """The expected sum with `kind` put where the wire gets lightest; given the columns as they are.

    An Egg takes the value of a neighbour: where one lies on the wire, a card may change more than its own column.
    """
    best = 1000.0
    if has_egg(s, seat):
        for place in range(PLACES):
            best = min(best, likely_sum(e, s, seat, place, kind))
        return best
    for first in range(0, PLACES, ROW):
        best = min(best, likely_column(e, s, seat, 0, first, kind) + middle + right)
        best = min(best, left + likely_column(e, s, seat, 1, first + 1, kind) + right)
        best = min(best, left + middle + likely_column(e, s, seat, 2, first + 2, kind))
    return best


def has_egg(s: Record, seat: int) -> bool:
    """Whether an Egg lies face up on the wire."""
    eggs = 0
    for place in range(PLACES):
        eggs += s.area[seat, place] == EGG
    return eggs > 0


def discard_is_better(e: Record, s: Record, seat: int) -> bool:
    """Whether the top discard makes the wire lighter than a card of the pile, which need not be kept, on average."""
    left = likely_column(e, s, seat, 0, HIDDEN, HIDDEN)
    middle = likely_column(e, s, seat, 1, HIDDEN, HIDDEN)
    right = likely_column(e, s, seat, 2, HIDDEN, HIDDEN)
    now = left + middle + right
    gain = 0.0
    cards = 0
    for kind in range(KINDS):
        copies = s.pile[kind] if s.rebuilt else s.dealt[kind]
        if copies > 0:
            gain += copies * max(0.0, now - best_sum(e, s, seat, kind, left, middle, right))
            cards += copies
    return now - best_sum(e, s, seat, s.top, left, middle, right) > gain / cards


def lightest_rival(e: Record, s: Record, seat: int) -> float:
    best = 1000.0
    for other in range(s.seats):
        if other != seat:
            best = min(best, likely_sum(e, s, other, HIDDEN, HIDDEN))
    return best


def best_place(e: Record, s: Record, seat: int, options: Array, n: int) -> int:
    """The place that leaves the lightest wire; not the last hidden one while behind."""
    choice = options[n - 1]
    least = likely_sum(e, s, seat, HIDDEN, HIDDEN) if choice == DISCARD else 10_000.0
    rival = lightest_rival(e, s, seat)
    tired = max(0.0, s.turns / s.seats - PATIENT)  # otherwise a round might never end
    for i in range(n):
        if options[i] < PLACE or options[i] >= DISCARD:
            continue
        place = options[i] - PLACE
        total = likely_sum(e, s, seat, place, s.held)
        if s.area[seat, place] == HIDDEN:
            total -= CURIOUS + tired
            if s.down[seat] == 1 and total >= rival:
                total += max(0.0, BEHIND - tired)
        if s.held == CAPTURE:
            total -= gain_of_capture(e, s, seat, place)
        if total < least:
            least = total
            choice = options[i]
    return choice


def gain_of_capture(e: Record, s: Record, seat: int, place: int) -> float:
    """The gain of the best swap with a Capture at that place; the card is placed temporarily."""
    before = s.area[seat, place]
    s.area[seat, place] = CAPTURE
    now = likely_sum(e, s, seat, HIDDEN, HIDDEN)
    best = 0.0
    for other in range(s.seats):
        if other == seat:
            continue
        theirs_now = likely_sum(e, s, other, HIDDEN, HIDDEN)
        for code in range(PLACES * PLACES):
            mine = code // PLACES
            theirs = code % PLACES
            if mine != place and s.area[seat, mine] != HIDDEN and s.area[other, theirs] != HIDDEN:
                gain = now - likely_sum(e, s, seat, mine, s.area[other, theirs])
                harm = likely_sum(e, s, other, theirs, s.area[seat, mine]) - theirs_now
                best = max(best, gain + HARM * harm)
    s.area[seat, place] = before
    return best


def best_swap(e: Record, s: Record, seat: int, options: Array, n: int) -> int:
    """The swap that makes this wire lighter and another heavier; of several as good, with the next seat to the left."""
    choice = LEAVE
    best = 0.0
    away = 0
    for i in range(n):
        if options[i] < SWAP:
            continue
        code = options[i] - SWAP
        theirs = code % PLACES
        other = code // PLACES % SEATS
        mine = code // (PLACES * SEATS)
        gain = likely_sum(e, s, seat, HIDDEN, HIDDEN) - likely_sum(e, s, seat, mine, s.area[other, theirs])
        harm = likely_sum(e, s, other, theirs, s.area[seat, mine]) - likely_sum(e, s, other, HIDDEN, HIDDEN)
        worth = gain + HARM * harm
        steps = mine * SEATS + distance(s, seat, other)
        if worth > best or (worth == best and choice != LEAVE and steps < away):
            best = worth
            away = steps
            choice = options[i]
    return choice


def cheapest_egg(e: Record, s: Record, seat: int, options: Array, n: int) -> int:
    choice = options[0]
    least = 10_000
    for i in range(n):
        code = options[i] - EGG_SIDE
        side = LEFT + code % 2
        top = side if code // 2 == 0 else s.egg[seat, 0]
        bottom = side if code // 2 == 1 else s.egg[seat, 1]
        total = sum_of(e, s, seat, top, bottom)
        if total < least:
            least = total
            choice = options[i]
    return choice
