"""Whether every card, Trial and piece of a position of The Magic Flute is accounted for; for the conformance suite."""

from ..contract.kernel import NOBODY, Record
from .deck import CARDS, COPIES, FACES, TRIALS, exists
from .position import CHOOSE, NOT_OVER, OVER, SEATS


def account(e: Record, s: Record) -> int:
    """1-72: a card is lost or doubled; 80 on: a Trial; 90 on: a value is out of its range."""
    first = 0  # the cards met, as bits: two words of 36
    second = 0
    for place in range(4 * CARDS):
        zone = place // CARDS
        i = place % CARDS
        card = -1
        if zone == 0:
            if i < s.pile_left:
                card = s.pile[i]
        elif zone == 1:
            if i < s.discards:
                card = s.discard[i]
        elif i < s.held[zone - 2]:
            card = s.hand[zone - 2, i]
        if card >= FACES:
            if second >> (card - FACES) & 1:
                return card + 1
            second |= 1 << (card - FACES)
        elif card >= 0:
            if first >> card & 1:
                return card + 1
            first |= 1 << card
    for card in range(CARDS):
        met = (first >> card if card < FACES else second >> (card - FACES)) & 1
        on_table = s.phase == CHOOSE and s.card == card
        if (met == 1 or on_table) != exists(e, card) or (met == 1 and on_table):
            return card + 1
    return account_pieces(e, s)


def account_pieces(e: Record, s: Record) -> int:
    for trial in range(TRIALS):
        copies = s.unseen[trial] + (1 if s.trial == trial else 0)
        for i in range(s.queued):
            copies += 1 if s.queue[i] == trial else 0
        if copies != e.trials[trial, COPIES]:
            return 80 + trial
    for symbol in range(2):
        if not 0 <= s.symbol[symbol] <= e.steps:
            return 90 + symbol
    if not -e.steps <= s.pamina <= e.steps:
        return 92
    if (s.phase == OVER) != (s.turn == NOBODY) or (s.phase == OVER) != (s.reason != NOT_OVER):
        return 93
    for seat in range(SEATS):
        for i in range(1, s.held[seat]):
            if s.hand[seat, i - 1] >= s.hand[seat, i]:
                return 94
    return 0
