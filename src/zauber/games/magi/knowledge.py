"""What a seat may know in Magi, and how to imagine the rest.

The other hands are hidden. Everybody has seen every card that was played, so everybody knows which cards are unseen.
Until the talon is rebuilt, all unseen cards are equal: each may be in a hand or in the talon. When it is rebuilt, the
unseen cards are exactly those in the hands (`old`), and the new talon consists of cards that lay open. From then on
there are two bags that do not mix, and a hand may hold cards of both. How many cards of a hand are old is public,
since everybody can follow a newly drawn card until it is played. If a player holds an old and a new card of a kind,
chance decides which one is played.

In a concealed record `talon` also holds the other hands' new cards, and `past` their old ones. No conclusions are
drawn from what players chose: a played card counts as picked at random from the hand. Where forced steps are
automatic (A60), it is not recorded either what somebody could not play in an earlier turn. Only the current stop
counts: the seat on turn has something to play.
"""

from ..contract.kernel import NOBODY, Array, Record, below, clockwise
from .cards import BIT, GROUP, KINDS, lowest, matching, starred
from .layout import (
    AT_COLOUR,
    AT_DIRECTION,
    AT_DRAWCOUNT,
    AT_HAND,
    AT_MARKED,
    AT_ORIGINAL,
    AT_PHASE,
    AT_PILE,
    AT_SEAT,
    AT_TALON,
    AT_TOP,
    AT_UNSEEN,
    AT_UNSEEN_OLD,
    OBSERVATION,
    PER_SEAT,
)
from .position import ASK, CLOSING, DRAWN, FIRST, MAGIC
from .rules import has_to_stop
from .talon import NOTHING

ONE_THIRD, ONE_TENTH = 1 / 3.0, 1 / 10.0  # a product is made sooner than a quotient, and is the same float32 here


def conceal(e: Record, s: Record, seat: int) -> None:
    for i in range(4):
        s.rng[i] = 0
    for other in range(s.seats):
        if other != seat:
            hide_hand(s, other)


def hide_hand(s: Record, seat: int) -> None:
    hand = s.hand[seat]
    old = s.old[seat]
    kinds = s.held[seat]
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        fresh = hand[kind] - old[kind]
        s.talon[kind] += fresh
        s.heap[kind // GROUP] += fresh
        s.past[kind] += old[kind]
        hand[kind] = 0
        old[kind] = 0
    s.held[seat] = 0
    s.drawn[seat] = NOTHING


def imagine(e: Record, s: Record, seat: int) -> None:
    """Fill the hands one after another, starting with the seat on turn, which must have something to play."""
    first = s.turn if s.turn != NOBODY else s.starter
    for i in range(s.seats):
        other = clockwise(s, first, i)
        if other != seat:
            imagine_hand(s, other)
            if i == 0 and has_a_card_to_play(e, s):
                while not has_to_stop(e, s, other):
                    hide_hand(s, other)
                    imagine_hand(s, other)


def has_a_card_to_play(e: Record, s: Record) -> bool:
    """A60: whether the table has stopped because the seat on turn holds a card that it may play."""
    return MAGIC <= s.phase <= DRAWN and e.forced_steps != ASK and s.silences == 0


def reveals(e: Record, s: Record, t: Record, seat: int, action: int, viewer: int) -> int:
    """A card of a hand; that old and new cards of a kind are together in a hand, since chance decides between them; or
    (A60) that a seat has a card to play, or had none when its turn came and nothing could be drawn."""
    if t.turn == NOBODY:
        return 1
    if action < KINDS and (seat != viewer or 0 < s.olds[seat] < s.cards[seat]):
        return 1
    if t.turns > s.turns + 1 or (t.phase == CLOSING and (t.turns > s.turns or t.turn != seat)):
        return 1
    return 1 if t.turn != viewer and has_a_card_to_play(e, t) and may_have_none(e, t) else 0


def may_have_none(e: Record, s: Record) -> bool:
    """Whether the unseen cards would make a hand for the seat on turn of which it could play nothing."""
    playable = matching(s)
    past = 0
    talon = 0
    for kind in range(KINDS):
        if not playable & BIT[kind] or (s.phase == MAGIC and not starred(e, kind)):
            past += s.past[kind]
            talon += s.talon[kind]
    return past >= s.olds[s.turn] and talon >= s.cards[s.turn] - s.olds[s.turn]


def imagine_hand(s: Record, seat: int) -> None:
    past = total(s.past)
    talon = total(s.heap)
    for i in range(s.cards[seat]):
        if i < s.olds[seat]:
            kind = draw_from(s, s.past, past - i)
            s.old[seat, kind] += 1
        else:
            kind = draw_from(s, s.talon, talon - i + s.olds[seat])
            s.heap[kind // GROUP] -= 1
        s.hand[seat, kind] += 1
        s.held[seat] |= BIT[kind]


def total(bag: Array) -> int:
    cards = 0
    for i in range(len(bag)):
        cards += bag[i]
    return cards


def draw_from(s: Record, bag: Array, n: int) -> int:
    left = below(s, n)
    kind = 0
    while left >= bag[kind]:
        left -= bag[kind]
        kind += 1
    bag[kind] -= 1
    return kind


def witness(e: Record, s: Record, seat: int, action: int, viewer: int) -> int:
    return action


def observe(e: Record, s: Record, seat: int, out: Array) -> None:
    for i in range(OBSERVATION):
        out[i] = 0.0
    other = seat
    for i in range(s.seats):
        observe_seat(e, s, other, out, AT_SEAT + PER_SEAT * i)
        other = other + 1 if other + 1 < s.seats else 0
    hand = s.hand[seat]
    kinds = s.held[seat]
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        out[AT_HAND + kind] = hand[kind] * ONE_THIRD
    for kind in range(KINDS):
        out[AT_UNSEEN + kind] = (e.copies[kind] - hand[kind] - s.pile[kind]) * ONE_THIRD
    out[AT_TOP + s.top] = 1.0
    out[AT_UNSEEN + s.top] = (e.copies[s.top] - hand[s.top] - s.pile[s.top] - 1) * ONE_THIRD
    if s.rebuilt:
        observe_old(s, seat, out)
    out[AT_COLOUR + s.colour] = 1.0
    out[AT_PHASE + s.phase] = 1.0
    out[AT_DIRECTION] = s.direction
    out[AT_MARKED] = s.marked
    out[AT_DRAWCOUNT] = s.drawcount / 10.0
    out[AT_TALON] = s.talon_left / 100.0
    out[AT_PILE] = s.pile_left / 100.0
    for i in range(3):
        if s.section[i]:
            out[AT_ORIGINAL + s.section[i] - FIRST] = 1.0


def observe_old(s: Record, seat: int, out: Array) -> None:
    """Which unseen cards must be in other hands, since they were there when the talon was rebuilt."""
    for other in range(s.seats):
        if other == seat:
            continue
        kinds = s.held[other]
        while kinds:
            kind = lowest(kinds)
            kinds &= kinds - 1
            out[AT_UNSEEN_OLD + kind] += s.old[other, kind]
    for kind in range(KINDS):
        out[AT_UNSEEN_OLD + kind] = (out[AT_UNSEEN_OLD + kind] + s.past[kind]) * ONE_THIRD


def observe_seat(e: Record, s: Record, seat: int, out: Array, at: int) -> None:
    out[at] = 1.0
    out[at + 1] = s.cards[seat] * ONE_TENTH
    out[at + 2] = s.olds[seat] * ONE_TENTH
    out[at + 3] = s.score[seat] / e.target
    out[at + 4] = 1.0 if s.turn == seat else 0.0
    out[at + 5] = s.silent[seat]
    out[at + 6] = 1.0 if s.starter == seat else 0.0
    out[at + 7] = 1.0 if s.follows == seat else 0.0
