"""The opening of a match: pledges are fixed, entropy is revealed, and the match begins.

When the host begins a match, nobody may pledge, sit down, leave or change seats until it has begun. Each seat that has
pledged reveals its entropy. The match begins when the last one has, or at a deadline, without those that have not.
Bots pledge nothing, nor do clients that have no entropy to give.
"""

from ...match import fairness
from . import entries
from .entries import AnyEntry
from .table import PLEDGED, Table

REVEAL_SECONDS = 4.0  # for revealing pledged entropy


def open_match(table: Table) -> list[AnyEntry]:
    """Begin a match for the host: with an opening, or at once if nobody has pledged anything."""
    return [entries.Opened(seconds=REVEAL_SECONDS)] if any(holder.pledge for holder in table.seats) else [_began()]


def fits(table: Table, seat: int, entropy: str) -> bool:
    """Whether this is the entropy that the seat pledged."""
    committed = fairness.commitment(bytes.fromhex(table.secret))
    return fairness.pledge(committed, seat, bytes.fromhex(entropy)) == table.seats[seat].pledge


def reveal(table: Table, seat: int, entropy: str) -> list[AnyEntry]:
    """A seat reveals its entropy; the last one begins the match."""
    shown = entries.Revealed(seat=seat, value=entropy)
    return [shown, _began()] if table.hidden_entropy() == [seat] else [shown]


def overdue(table: Table, now: float) -> list[AnyEntry]:
    """After the deadline: begin the match without the seats that have not revealed their entropy."""
    if table.opening is None or table.closed or now < table.opening:
        return []
    moment = round(now, 3)
    left = [entries.LeftOut(seat=seat, t=moment) for seat in table.hidden_entropy()]
    began = _began()
    began.t = moment
    return [*left, began]


def _began() -> entries.Began:
    return entries.Began(chance=PLEDGED)
