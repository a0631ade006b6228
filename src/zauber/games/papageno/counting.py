"""The last count of Papageno, card by card, for the view."""

from typing import Any

from ..contract.kernel import Record
from ..contract.views import Kept
from .cards import PLACES
from .names import card
from .position import OVER, ROW
from .scoring import value

MOST = 2_000  # counts that are cached


_known: dict[tuple[Any, ...], Kept] = {}  # a count is shown until the next one, so it is cached


def last_count(e: Record, s: Record) -> Kept | None:
    """The round counted last, with the worth of every card; None before the first."""
    if s.rounds == 1 and s.phase != OVER:
        return None
    what = (
        e.tobytes(),
        s.raw("shown"),
        s.raw("score"),
        s.raw("sides"),
        s.seats,
        s.rounds,
        s.phase == OVER,
    )
    found = _known.get(what)
    if found is None:
        if len(_known) >= MOST:
            _known.clear()
        found = _known[what] = _count(e, s)
    return found


def _count(e: Record, s: Record) -> Kept:
    seats = range(s.seats)
    scores = [s.score[i] for i in seats]
    values = [_values(e, s, i) for i in seats]
    return Kept(
        round=s.rounds - (0 if s.phase == OVER else 1),
        areas=[[card(kind) for kind in s.shown[i]] for i in seats],
        values=values,
        cancelled=[[v[column] == v[column + ROW] for column in range(ROW)] for v in values],
        scores=scores,
        winners=[i for i in seats if scores[i] == min(scores)],
    )


def _values(e: Record, s: Record, seat: int) -> list[int]:
    """What each place of the counted wire was worth."""
    counted = s.copy()
    counted.area[seat][:] = s.shown[seat]
    sides = counted.sides[seat]
    return [int(value(e, counted, seat, place, sides[0], sides[1])) for place in range(PLACES)]
