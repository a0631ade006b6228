"""What is worked out in The Magic Flute only to be told: nothing here changes a position."""

from ..contract.kernel import Record, note
from .deck import CENTRE, NOTHING, REMOVE, VERB
from .effects import is_reversed, is_swapped
from .events import BY_FIRE, BY_WATER, KEPT, MAY_FOLLOW, MAY_FOLLOW_EITHER, REBUILT, STOPPED, STUCK
from .position import DISCARD, STOP


def note_trial(e: Record, s: Record, row: int, chosen: int) -> None:
    """Whether the Trial in effect changes what a card does, or the one of its effects that was chosen."""
    symbols = 0
    pieces = 0
    for column in range(VERB, VERB + 6, 2):
        verb = e.cards[row, column]
        if NOTHING < verb < REMOVE and (chosen == NOTHING or verb == chosen):
            pieces += 1
            symbols += verb > CENTRE
    if symbols > 0 and is_swapped(e, s, row):
        note(s, BY_FIRE)
    if pieces > 0 and is_reversed(e, s, row):
        note(s, BY_WATER)


def note_chain(s: Record, seat: int, then: int, other: int) -> None:
    """R15: which cards may follow."""
    if other == 0:
        note(s, MAY_FOLLOW, seat, then - 1)
    else:
        note(s, MAY_FOLLOW_EITHER, seat, then - 1, other - 1)


def note_enough(s: Record, seat: int, action: int) -> None:
    """A seat plays, or discards, no further card."""
    if action == STOP:
        note(s, STOPPED, seat)
    else:
        note(s, KEPT, seat, s.held[seat])


def note_turn(s: Record, seat: int, lain: int) -> None:
    """After a seat has drawn; so many discards lay there before."""
    if s.discards < lain:
        note(s, REBUILT, lain)
    if s.phase == DISCARD and s.held[seat] > 0:
        note(s, STUCK, seat, s.trial)
