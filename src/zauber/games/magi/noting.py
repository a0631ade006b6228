"""What the rules of Magi find out only to tell it. It changes nothing, and is left out of simulations."""

from ..contract.kernel import Record, note
from .cards import ANY, FREE, KINDS
from .events import (
    ANY_MAY_FOLLOW,
    COUNTED,
    COUNTED_NOTHING,
    DREW,
    REBUILT,
    SAID_MAGI,
    TAKEN_AWAY,
    TOOK,
    TOOK_NOTHING,
    WAITS,
)
from .position import AT_ONCE, DRAWING


def note_drawing(e: Record, s: Record, seat: int, n: int) -> None:
    """That the talon will be rebuilt for n cards that are about to be drawn, or that there are none."""
    if n > 0 and s.pile_left > 0 and (s.talon_left < n or (s.talon_left == n and e.rebuild == AT_ONCE)):
        note(s, REBUILT, s.pile_left)
    if s.phase == DRAWING and min(n, s.talon_left + s.pile_left) == 0:
        note(s, TOOK_NOTHING, seat, 0)


def note_drawn(s: Record, seat: int, i: int, n: int) -> None:
    """The card just drawn, after i others; n were to be drawn, or as many as there are."""
    if s.phase == DRAWING:
        note(s, TOOK, seat, min(n, i + 1 + s.talon_left + s.pile_left), s.drawn[seat])
    else:
        note(s, DREW, seat, 1, s.drawn[seat])


def note_reset(s: Record) -> None:
    if s.marked:
        note(s, TAKEN_AWAY, s.turn, s.drawcount)


def note_free(s: Record, can: int) -> None:
    if can & FREE:
        note(s, ANY_MAY_FOLLOW, s.turn, ANY)


def note_closing(s: Record) -> None:
    """What a turn ends with where nobody is asked."""
    if s.cards[s.turn] == 1:
        note(s, SAID_MAGI, s.turn)
    elif s.cards[s.turn] == 0:
        note(s, WAITS, s.turn)


def note_count(s: Record, seat: int) -> None:
    """A hand as it was counted."""
    for kind in range(KINDS):
        for _ in range(s.shown[seat, kind]):
            note(s, COUNTED, seat, s.last[seat], s.score[seat], kind)
    if s.cards[seat] == 0:
        note(s, COUNTED_NOTHING, seat, 0, s.score[seat])
