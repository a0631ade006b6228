"""What the last count of Papageno came to, card by card: for the view, and for what is told of it."""

from typing import Any

from ..kernel import Record
from ..views import Kept
from . import rules
from .names import card
from .rules import LEFT, OVER, PLACES, RIGHT, ROW, State

MOST = 2_000  # counts that are kept


def part_of(name: str) -> slice:
    """Where a field lies in a position's bytes, which are read much more quickly than arrays."""
    fields: Any = State.fields
    kind, offset, *_ = fields[name]
    return slice(offset, offset + kind.itemsize)


_SHOWN, _SCORE = part_of("shown"), part_of("score")
_known: dict[tuple[Any, ...], Kept] = {}  # a count is told, and shown until the next one: count once


def last_count(e: Record, s: Record) -> Kept | None:
    """The round counted last, with the worth of every card; None before the first."""
    if s.rounds == 1 and s.phase != OVER:
        return None
    data = s.tobytes()
    what = (e.tobytes(), data[_SHOWN], data[_SCORE], int(s.seats), int(s.rounds), s.phase == OVER)
    found = _known.get(what)
    if found is None:
        if len(_known) >= MOST:
            _known.clear()
        found = _known[what] = _count(e, s)
    return found


def _count(e: Record, s: Record) -> Kept:
    seats = range(int(s.seats))
    scores = [int(s.score[i]) for i in seats]
    values = [_values(e, s, i) for i in seats]
    return Kept(
        round=int(s.rounds) - (0 if s.phase == OVER else 1),
        areas=[[card(kind) for kind in s.shown[i]] for i in seats],
        values=values,
        cancelled=[[v[column] == v[column + ROW] for column in range(ROW)] for v in values],
        scores=scores,
        winners=[i for i in seats if scores[i] == min(scores)],
    )


def _values(e: Record, s: Record, seat: int) -> list[int]:
    """What each place of the counted wire was worth: the Eggs' sides are those that give the score."""
    counted = s.copy()
    counted.area[seat] = s.shown[seat]
    for top in (LEFT, RIGHT):
        for bottom in (LEFT, RIGHT):
            if rules.sum_of(e, counted, seat, top, bottom) == s.score[seat]:
                return [int(rules.value(e, counted, seat, place, top, bottom)) for place in range(PLACES)]
    raise AssertionError("A score must follow from its wire.")
