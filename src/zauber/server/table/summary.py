"""The table as everybody sees it: the players, the settings, and the public facts about the match's chance.

This goes into frames and lists of tables, so it contains no token, no secret of a match that is not over, and no
entropy before it counts.
"""

from ...match import fairness
from ..protocol.tables import Fairness, Opening, SeatView, TableView, UndoView
from .authority import Authority
from .table import Table


def summary_of(table: Table, watchers: int = 0) -> TableView:
    """The table, with that many spectators."""
    return TableView(
        table=table.name,
        game=table.game.name,
        title=table.game.title,
        edition=table.edition.name,
        edition_title=table.edition.title,
        options=dict(table.edition.options),
        seats=[_seat(table, i) for i in range(len(table.seats))],
        phase=table.phase,
        match=table.match_name if table.matches else None,
        matches=table.matches,
        host=next((i for i, holder in enumerate(table.seats) if holder.token == table.host), None),
        listed=table.listed,
        pace=table.pace,
        free_text=table.free_text,
        takeover=table.takeover,
        watchers=watchers,
        fairness=_fairness(table),
        undo=UndoView(table.undo.seat, table.undo.waiting) if table.undo else None,
        created=table.created,
        next_commitment=fairness.commitment(bytes.fromhex(table.secret)) if table.secret else None,
        hints=table.hints,
        opening=None if table.opening is None else Opening(table.hidden_entropy(), table.opening),
        last_names=table.last_names,
        turn=table.match.turn if table.playing else None,
        days=table.days,
        decides=table.decides,
        due=table.due,
    )


def _seat(table: Table, i: int) -> SeatView:
    holder = table.seats[i]
    person = holder.kind == "person"
    return SeatView(
        seat=i,
        kind=holder.kind,
        name=holder.name,
        symbol=holder.symbol,
        level=holder.level or None,
        here=table.here(i) if person else holder.kind == "bot",
        since=holder.since if person else None,
        stand_in=holder.stand_in or None,
        pledge=holder.pledge or None,
    )


def _fairness(table: Table) -> Fairness:
    if table.matches == 0:
        return Fairness(fairness.commitment(bytes.fromhex(table.secret)))
    return fairness_of(table.match)


def fairness_of(match: Authority) -> Fairness:
    """The public facts about a match's chance."""
    shown = Fairness(match.commitment, left_out=list(match.left_out))
    if match.pledges is not None:
        shown.pledges = list(match.pledges)
    if match.over:
        shown.secret, shown.key, shown.edition = match.secret, match.key, match.edition.hash
        shown.entropy = [given.hex() for given in match.entropy]
    return shown
