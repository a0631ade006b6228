"""The opening of a match: pledges are fixed, entropy is shown, and the match begins with what fits.

When the host begins, nobody may pledge, sit down, leave or change seats any more until the match is there. Each seat
that has pledged shows its entropy; the last to do so begins the match, or else time does, without those who did not.
Bots pledge nothing, and so does a client that has no entropy to give.
"""

from ...match import fairness
from . import entries
from .entries import AnyEntry
from .table import PLEDGED, Table

REVEAL_SECONDS = 4.0  # for showing what was pledged


def open_match(table: Table) -> list[AnyEntry]:
    """What the host's word leads to: the opening, or the match at once when nobody has pledged anything."""
    return [entries.Opened(seconds=REVEAL_SECONDS)] if any(holder.pledge for holder in table.seats) else [_began()]


def fits(table: Table, seat: int, entropy: str) -> bool:
    """Whether this is the entropy that the seat has pledged."""
    promised = fairness.commitment(bytes.fromhex(table.secret))
    return fairness.pledge(promised, seat, bytes.fromhex(entropy)) == table.seats[seat].pledge


def reveal(table: Table, seat: int, entropy: str) -> list[AnyEntry]:
    """A seat shows its entropy; the last one begins the match."""
    shown = entries.Revealed(seat=seat, value=entropy)
    return [shown, _began()] if table.hidden_entropy() == [seat] else [shown]


def overdue(table: Table, now: float) -> list[AnyEntry]:
    """What time leads to: the match begins without those who have not shown their entropy."""
    if table.opening is None or table.closed or now < table.opening:
        return []
    moment = round(now, 3)
    left = [entries.LeftOut(seat=seat, t=moment) for seat in table.hidden_entropy()]
    began = _began()
    began.t = moment
    return [*left, began]


def _began() -> entries.Began:
    return entries.Began(chance=PLEDGED)
