"""Undo at a table: which seats could take back their move now, and how many bots' replies go with it.

A person takes back their own last move, together with the bots' replies to it. Nothing hidden or random may have been
revealed to any person (`zauber.match.undo`).
"""

from collections.abc import Iterator
from typing import Literal

from ...errors import CannotUndo
from ...games.contract.kernel import NOBODY
from ...match.undo import WORLDS
from . import customs
from .table import Table

MOST_ANSWERS = 240  # bots' replies that are taken back with a move; three turns of Magicians' Night take about 100
LEAST_WORLDS = 8  # per viewer

Why = Literal["why.undo_nothing", "why.undo_others", "why.undo_chance", "why.undo_seen"]


class Stands(CannotUndo):
    """The move cannot be taken back; `key` names the reason in the house's catalogue."""

    def __init__(self, key: Why) -> None:
        super().__init__(str(customs.catalogue()[key]))
        self.key = key


def plies_back(table: Table, seat: int) -> int:
    """How many actions must be taken back to reach the seat's last one. Raises `Stands`."""
    match, bots = table.match, table.bots
    for count in range(1, min(match.ply, MOST_ANSWERS + 1) + 1):
        actor = match.back(count).seat
        if actor == seat:
            return count
        if actor not in bots:
            raise Stands("why.undo_others")
    raise Stands("why.undo_nothing")


def look_over(table: Table, count: int, worlds: int | None = None) -> Iterator[None]:
    """Raise `Stands` if the last actions revealed something. It takes long, so it yields from time to time.

    `worlds` is how many worlds are imagined per action, shared among the viewers; by default each gets the full number.
    """
    match = table.match
    people = table.people()
    viewers = people if len(people) == 1 else [NOBODY, *people]  # a bot forgets what it saw
    each = WORLDS if worlds is None else max(LEAST_WORLDS, worlds // len(viewers))
    plies = [match.back(back) for back in range(1, count + 1)]
    for ply in plies:
        if match.used_chance(ply.number):
            raise Stands("why.undo_chance")
    for ply in plies:
        for viewer in viewers:
            for alike in match.worlds_after(ply, viewer, each):
                if not alike:
                    raise Stands("why.undo_seen")
                yield
