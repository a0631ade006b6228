"""What is worked out in Mago Magino only to be told: nothing here changes a position."""

from ..contract.kernel import Record, note
from .board import BACKWARD, FROG, HOUSE, LEAVE, PIECES, THROW_AGAIN
from .events import (
    BEWITCHED,
    BEWITCHED_FOREST,
    DROPPED,
    FREED,
    HARMLESS,
    HOPPED,
    LEFT_IT,
    MAGICIAN_MOVED,
    MOVED,
    PROTECTED,
    SPUN,
    STOPPED,
    THREW,
    THREW_WITCH,
    THROWS_AGAIN,
    spot,
    struck,
)
from .moving import arrival


def signed(code: int) -> int:
    """The steps of a move, below 0 for back."""
    return code + 1 if code < BACKWARD else BACKWARD - code - 1


def note_child(e: Record, s: Record, seat: int, i: int, code: int) -> None:
    start = s.child[seat, i]
    note(s, MOVED, seat, i, spot(e, start), spot(e, arrival(e, start, code)), signed(code))


def note_magician(e: Record, s: Record, seat: int, code: int) -> None:
    end = arrival(e, s.magician, code)
    note(s, MAGICIAN_MOVED, seat, spot(e, s.magician), spot(e, end), signed(code))
    note_freed(e, s, end)


def note_frog(e: Record, s: Record, token: int, code: int) -> None:
    start = s.frog[token]
    note(s, HOPPED, s.turn, token, spot(e, start), spot(e, arrival(e, start, code)), signed(code))


def note_freed(e: Record, s: Record, space: int) -> None:
    """The children under the frogs of a space, which will turn back: by seat, so that the order tells no frog from
    another (A34)."""
    for seat in range(s.seats):
        for i in range(e.children):
            for token in range(PIECES):
                if s.child[seat, i] == FROG and s.whose[token] == seat and s.which[token] == i:
                    if s.frog[token] == space:
                        note(s, FREED, seat, i, token, spot(e, space))


def note_answer(s: Record, seat: int, action: int) -> None:
    if action == LEAVE:
        note(s, LEFT_IT, seat)
    elif action == THROW_AGAIN:
        note(s, THROWS_AGAIN, seat)
    else:
        note(s, STOPPED, seat)


def note_throw(s: Record) -> None:
    if s.witch:
        note(s, THREW_WITCH, s.turn, s.points, s.throws)
    else:
        note(s, THREW, s.turn, s.points, s.throws)


def note_arrow(e: Record, s: Record, lain: int) -> None:
    """What the arrow has done where it stopped; so many crystals lay there before."""
    at = spot(e, s.arrow)
    note(s, SPUN, at)
    hit = 0
    for token in range(PIECES):
        if s.struck[token]:
            flip = struck(s.whose[token], s.which[token], token, s.frog[token])
            hit += 1
            if 0 < s.arrow <= e.forest:
                note(s, BEWITCHED_FOREST, flip)
            else:
                note(s, BEWITCHED, at, flip)
    safe = 0
    for seat in range(s.seats):
        for i in range(e.children):
            safe += s.child[seat, i] == s.arrow
    if hit > 0:
        if s.loose[s.arrow] > lain:
            note(s, DROPPED, s.loose[s.arrow] - lain, at)
    elif safe > 0 and s.arrow == s.magician and s.arrow != HOUSE:
        note(s, PROTECTED, safe, at)
    else:
        note(s, HARMLESS, at)
