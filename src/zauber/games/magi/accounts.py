"""For the conformance suite and checks: an edition can be played, every card is somewhere, and every count is right."""

from ..contract.kernel import Record
from .cards import (
    AGAIN,
    BIT,
    FREE,
    GROUP,
    GROUPS,
    GUILD,
    KINDS,
    MAGI_KINDS,
    ORIGINAL,
    PICTURES,
    POWERS,
    SEATS,
    SELECT,
    SHOT,
)
from .position import CATCH, SHOOT


def sound(e: Record) -> str:
    """What makes an edition unplayable, in a sentence; "" when nothing does."""
    cards = sum(int(n) for n in e.copies)
    needed = SEATS * int(e.hand_size) + 2
    if cards < needed:
        return f"numbers.copies: {cards} cards are too few; {needed} are needed for {SEATS} players (R11)."
    if cards > 120:
        return f"numbers.copies: {cards} cards are too many; the game is made for at most 120."
    if sum(int(n) for n in e.copies[KINDS - MAGI_KINDS :]) < 2:
        return "numbers.copies: at least two magi are needed, so that somebody can always play when no card is left."
    for power in range(POWERS):
        can = int(e.abilities[power])
        at = f"numbers.abilities[{power}]"
        if can & SELECT and can & FREE:
            return f"{at}: a card cannot have both Select and Free."
        if can & AGAIN and can & SHOT:
            return f"{at}: a card cannot have both Again and Shot; each says whose turn is next."
        if can & ORIGINAL and (can != ORIGINAL or e.draw[power]):
            return f"{at}: Original stands alone on its card (R39)."
        if power < PICTURES - GUILD and can & (SELECT | FREE | ORIGINAL):
            return f"{at}: an item has a colour of its own and cannot have Select, Free or Original."
    return ""


def account(e: Record, s: Record) -> int:
    """1-58: a kind of card is lost or doubled; 60 on: a hand does not fit; 70 on: a count does not fit."""
    hands = s.hand
    talon = s.talon
    pile = s.pile
    past = s.past
    for kind in range(KINDS):
        cards = talon[kind] + pile[kind]
        for seat in range(s.seats):
            cards += hands[seat, kind]
        if kind == s.top:
            cards += 1
        if cards != e.copies[kind] or talon[kind] < 0 or pile[kind] < 0 or past[kind] != 0:
            return kind + 1
    for seat in range(s.seats):
        if not hand_fits(s, seat):
            return 60 + seat
    return account_of_counts(e, s)


def hand_fits(s: Record, seat: int) -> bool:
    hand = s.hand[seat]
    old = s.old[seat]
    cards = 0
    olds = 0
    kinds = 0
    for kind in range(KINDS):
        if old[kind] < 0 or old[kind] > hand[kind]:
            return False
        cards += hand[kind]
        olds += old[kind]
        if hand[kind] > 0:
            kinds |= BIT[kind]
    return cards == s.cards[seat] and olds == s.olds[seat] and kinds == s.held[seat]


def account_of_counts(e: Record, s: Record) -> int:
    talon = 0
    pile = 0
    silences = 0
    for group in range(GROUPS):
        here = 0
        for kind in range(GROUP * group, GROUP * group + GROUP):
            here += s.talon[kind]
            pile += s.pile[kind] if kind < KINDS else 0
        if here != s.heap[group]:
            return 70
        talon += here
    for seat in range(s.seats):
        silences += s.silent[seat]
    if talon != s.talon_left or pile != s.pile_left:
        return 71
    if silences != s.silences:
        return 72
    if s.drawcount < 0 or (s.marked == 0 and s.drawcount > 0) or (s.marked and s.drawcount == 0 and not e.zero_marker):
        return 73
    if s.direction != 1 and s.direction != -1:
        return 74
    return 0


def bound(e: Record, seats: int) -> int:
    """With a turn limit: draw, play, three sections, colour, target, closing, and one catch for every silence."""
    return 9 * (e.turn_limit + 1) if e.turn_limit > 0 else 0


def turned(e: Record, action: int, by: int, seats: int) -> int:
    if action >= CATCH:
        return CATCH + (action - CATCH + by) % seats
    if action >= SHOOT:
        return SHOOT + (action - SHOOT + by) % seats
    return action
