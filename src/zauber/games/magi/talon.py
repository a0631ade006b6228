"""The talon of Magi: dealing, drawing, and rebuilding it from the played cards.

The talon is a bag without an order: a card is picked at random when it is drawn. `heap` counts its cards in groups of
eight kinds, so that a draw need not walk over all kinds. When the talon is rebuilt, the cards in hand become `old`:
they cannot be among those drawn later.
"""

from ..contract.kernel import Record, below, clockwise
from .cards import BIT, COLOUR_OF, GROUP, GROUPS, KINDS
from .noting import note_drawing, note_drawn
from .position import AT_ONCE

NOTHING = -1  # in place of the kind that a seat has drawn


def draw_kind(s: Record) -> int:
    """One card of the talon's bag, every card equally likely."""
    left = below(s, s.talon_left)
    group = 0
    seen = 0
    skipped = 0
    heap = s.heap
    for i in range(GROUPS):  # no early exit: the branch would be unpredictable
        seen += heap[i]
        if seen <= left:
            group = i + 1
            skipped = seen
    left -= skipped
    talon = s.talon
    first = GROUP * group
    kind = first
    for i in range(GROUP):
        left -= talon[first + i]
        kind += left >= 0
    s.talon_left -= 1
    heap[group] -= 1
    talon[kind] -= 1
    return kind


def receive(s: Record, seat: int) -> None:
    kind = draw_kind(s)
    s.hand[seat, kind] += 1
    s.held[seat] |= BIT[kind]
    s.cards[seat] += 1
    s.drawn[seat] = kind


def can_draw(s: Record) -> bool:
    """A39, A40: whether a card is left in the talon or under the top card."""
    return s.talon_left > 0 or s.pile_left > 0


def take_cards(e: Record, s: Record, seat: int, n: int) -> None:
    """Draw that many, or as many as there are (A40)."""
    note_drawing(e, s, seat, n)
    for i in range(n):
        if s.talon_left == 0:
            rebuild_talon(s)
            if s.talon_left == 0:
                return
        receive(s, seat)
        note_drawn(s, seat, i, n)
        if s.talon_left == 0 and e.rebuild == AT_ONCE:
            rebuild_talon(s)


def rebuild_talon(s: Record) -> None:
    """A39: all played cards but the top one become the talon."""
    if s.pile_left == 0:
        return
    talon = s.talon
    heap = s.heap
    pile = s.pile
    for kind in range(KINDS):
        talon[kind] = pile[kind]
        heap[kind // GROUP] += pile[kind]
        pile[kind] = 0
    s.talon_left = s.pile_left
    s.pile_left = 0
    s.rebuilt = 1
    for seat in range(s.seats):
        s.olds[seat] = s.cards[seat]
        hand = s.hand[seat]
        old = s.old[seat]
        for kind in range(KINDS):
            old[kind] = hand[kind]


def deal(e: Record, s: Record) -> None:
    """R11, A46, A59: shuffle all cards, deal the hands and turn one card up."""
    fill_talon(e, s)
    for i in range(s.seats):
        seat = clockwise(s, s.starter, i)
        hand = s.hand[seat]
        old = s.old[seat]
        for kind in range(KINDS):
            hand[kind] = 0
            old[kind] = 0
        s.held[seat] = 0
        s.cards[seat] = 0
        s.olds[seat] = 0
        for _ in range(e.hand_size):
            receive(s, seat)
        s.drawn[seat] = NOTHING
    s.top = draw_kind(s)
    s.colour = COLOUR_OF[s.top]  # A10, A11


def fill_talon(e: Record, s: Record) -> None:
    """A59: put all cards into the talon."""
    talon = s.talon
    heap = s.heap
    pile = s.pile
    for group in range(GROUPS):
        heap[group] = 0
    cards = 0
    for kind in range(KINDS):
        talon[kind] = e.copies[kind]
        heap[kind // GROUP] += e.copies[kind]
        cards += e.copies[kind]
        pile[kind] = 0
    s.talon_left = cards
    s.pile_left = 0
    s.rebuilt = 0


def lay(s: Record, seat: int, kind: int) -> None:
    """Put a card from the hand on the pile."""
    old = s.old[seat, kind]
    if old > 0 and (old == s.hand[seat, kind] or below(s, s.hand[seat, kind]) < old):
        s.old[seat, kind] -= 1
        s.olds[seat] -= 1
    s.hand[seat, kind] -= 1
    if s.hand[seat, kind] == 0:
        s.held[seat] ^= BIT[kind]
    s.cards[seat] -= 1
    s.pile[s.top] += 1
    s.pile_left += 1
    s.top = kind
    s.colour = COLOUR_OF[kind]
