"""Magi by rule of thumb: always play when you can, keep a way out of the drawing, empty the hand before
somebody else does, always say "Magi!", and always catch.
"""

from ..contract.kernel import Array, Record, clockwise, distance
from .cards import (
    AGAIN,
    ANY,
    COLOUR_OF,
    COLOURED,
    COLOURS,
    KINDS,
    ON_CARD,
    ON_COLOUR,
    ORIGINAL,
    RESET,
    REVERSE,
    SEATS,
    SHOT,
    abilities_of,
    draws,
    lowest,
    points_of,
    starred,
)
from .position import CATCH, CLOSING, COLOUR, FIRST, NAME, SAY, SECOND, SECTION_1, SECTION_2, SHOOT, TARGET, THIRD

FEW = 3  # when a rival has this few cards, it is time to get rid of points


def advise(e: Record, s: Record, seat: int, options: Array, n: int) -> int:
    if options[n - 1] >= CATCH:
        return next_to_catch(s, seat, options, n)
    if s.phase == CLOSING:
        return SAY
    if s.phase == COLOUR:
        return NAME + favourite_colour(e, s, seat)
    if s.phase == TARGET:
        return best_target(s, seat, options, n)
    if s.phase >= SECTION_1:
        return best_section(s, seat)
    return best_card(e, s, seat, options, n)


def best_card(e: Record, s: Record, seat: int, options: Array, n: int) -> int:
    """The best card to play; the last option, to draw or to pass, only when there is none."""
    choice = options[n - 1]
    best = -1000.0
    few = fewest_cards(s, seat)
    for i in range(n):
        if options[i] < KINDS:
            worth = worth_of(e, s, seat, options[i], few)
            if worth > best:
                best = worth
                choice = options[i]
    return choice


def worth_of(e: Record, s: Record, seat: int, kind: int, few: int) -> float:
    """How good it is to play that card now."""
    can = abilities_of(e, kind)
    x = draws(e, kind)
    left = s.cards[seat] - 1
    marked = s.marked and not can & RESET
    if left == 0 and x == 0 and not marked:
        return 500.0  # out
    hurry = 1.0 if few <= FEW else 0.4
    worth = hurry * points_of(e, kind) + 0.6 * following(s, seat, kind)
    if kind >= COLOURED:
        worth -= 4.0 if few > FEW else 1.0  # always fits, so it can wait
    elif starred(e, kind):
        worth -= 1.0
    if can & AGAIN or can & ORIGINAL:
        worth += again_worth(e, s, seat, kind, marked or x > 0)
    return worth + attack_worth(s, seat, can, x, marked)


def again_worth(e: Record, s: Record, seat: int, kind: int, marked: bool) -> float:
    """The value of another turn: good if another card can follow, bad under the player's own DRAWCOUNT."""
    if not marked:
        return 4.0 if following(s, seat, kind) > 0 else 0.0
    if abilities_of(e, kind) & ORIGINAL:
        return 0.0
    return -6.0


def attack_worth(s: Record, seat: int, can: int, x: int, marked: bool) -> float:
    """The value of making others draw, which is higher if the next player is about to go out."""
    if x == 0 and not marked:
        return 0.0
    victim = clockwise(s, seat, 1 if (s.direction > 0) != (can & REVERSE != 0) else s.seats - 1)
    near = s.cards[victim]
    if can & SHOT:
        near = fewest_cards(s, seat)
    worth = 0.8 * x
    return worth + (3.0 if near <= 2 else 0.0)


def following(s: Record, seat: int, kind: int) -> int:
    """How many kinds of the hand could be played after that card."""
    colour = COLOUR_OF[kind]
    kinds = ON_CARD[kind] if colour != ANY else ON_COLOUR[ANY]
    kinds &= s.held[seat]
    n = 0
    while kinds:
        n += 1
        kinds &= kinds - 1
    if s.hand[seat, kind] == 1:
        n -= 1
    return n


def fewest_cards(s: Record, seat: int) -> int:
    few = 100
    for other in range(s.seats):
        if other != seat:
            few = min(few, s.cards[other])
    return few


def favourite_colour(e: Record, s: Record, seat: int) -> int:
    """The most frequent colour in the hand, with a little weight for points."""
    best = 0
    most = -1.0
    hand = s.hand[seat]
    for colour in range(COLOURS):
        weight = 0.0
        kinds = ON_COLOUR[colour] & s.held[seat]
        while kinds:
            kind = lowest(kinds)
            kinds &= kinds - 1
            if kind < COLOURED:
                weight += hand[kind] * (1.0 + 0.2 * points_of(e, kind))
        if weight > most:
            most = weight
            best = colour
    return best


def next_to_catch(s: Record, seat: int, options: Array, n: int) -> int:
    """Of those who forgot to say “Magi!”, the next to the left."""
    choice = options[n - 1]
    for i in range(n):
        if options[i] >= CATCH and distance(s, seat, options[i] - CATCH) < distance(s, seat, choice - CATCH):
            choice = options[i]
    return choice


def best_target(s: Record, seat: int, options: Array, n: int) -> int:
    """The seat to shoot: under a DRAWCOUNT the one with the fewest cards, otherwise the one with the most; of several,
    the next to the left."""
    choice = options[0]
    least = 10_000
    for i in range(n):
        other = options[i] - SHOOT
        cards = s.cards[other] if s.marked else -s.cards[other]
        rank = cards * SEATS + distance(s, seat, other)
        if rank < least:
            least = rank
            choice = options[i]
    return choice


def best_section(s: Record, seat: int) -> int:
    """Original: name a colour; shoot under a DRAWCOUNT, otherwise take another turn; draw 3 unless it hits us."""
    if s.phase == SECTION_1:
        return FIRST
    if s.phase == SECTION_2:
        return SECOND + (2 if s.marked else 0)
    if (s.cards[seat] == 0 and s.marked == 0) or s.section[1] == SECOND:
        return THIRD
    return THIRD + 3
