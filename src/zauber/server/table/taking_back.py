"""Undo at a table: which seats could take back their move now, and how many bots' replies go with it.

A person takes back their own last move, together with the bots' replies to it. Nothing hidden or random may have been
revealed to any person (`zauber.match.undo`).
"""

from typing import Literal

from ...errors import CannotUndo
from ...games.contract.kernel import NOBODY
from . import customs
from .table import Table

MOST_ANSWERS = 240  # bots' replies that are taken back with a move; three turns of Magicians' Night take about 100

Why = Literal["why.undo_nothing", "why.undo_others", "why.undo_chance", "why.undo_seen"]


class Stands(CannotUndo):
    """The move cannot be taken back; `key` names the reason in the house's catalogue."""

    def __init__(self, key: Why) -> None:
        super().__init__(str(customs.catalogue()[key]))
        self.key = key


def plies_back(table: Table, seat: int) -> int:
    """How many actions must be taken back for the seat's last one to be. Raises `Stands` if that cannot be."""
    count = _answers(table, seat) + 1
    match = table.match
    people = table.people()
    viewers = people if len(people) == 1 else [NOBODY, *people]  # a bot forgets what it saw
    plies = [match.back(back).number for back in range(1, count + 1)]
    if any(match.used_chance(ply) for ply in plies):
        raise Stands("why.undo_chance")
    if not all(match.tells_nothing(ply, viewer) for ply in plies for viewer in viewers):
        raise Stands("why.undo_seen")
    return count


def undoable(table: Table) -> list[int]:
    """The people whose last move could be taken back now."""
    return [seat for seat in table.people() if _may(table, seat)] if table.playing else []


def _may(table: Table, seat: int) -> bool:
    try:
        return plies_back(table, seat) > 0
    except Stands:
        return False


def _answers(table: Table, seat: int) -> int:
    """How many actions of bots have followed the seat's last one."""
    match, bots = table.match, table.bots
    for count in range(min(match.ply, MOST_ANSWERS + 1)):
        actor = match.back(count + 1).seat
        if actor == seat:
            return count
        if actor not in bots:
            raise Stands("why.undo_others")
    raise Stands("why.undo_nothing")
