"""A perfect observer: remembers which child became which frog, from what everybody at the table can see (A34).

No record, view, sentence or observation tells who is under a frog. Whoever watches every spin knows it nevertheless.
A bot that is to play with a good memory keeps a `Memory` and shows it every action, as concealed records:

    memory.watch(edition.record, before, after)

and, when it is to move, lets it fill the owners into its own concealed record:

    memory.recall(position)

`advise` and `imagine` use owners that are filled in and guess the others, so a memory that began late, or was made to
forget with `forget`, is of use too.
"""

from typing import NamedTuple

from ..kernel import NOBODY, Record
from . import rules
from .board import FROG, NOWHERE


class Flip(NamedTuple):
    """A child that turns into a frog before everybody's eyes; all are counted from 0."""

    seat: int
    child: int
    frog: int
    space: int


def flips(e: Record, before: Record, after: Record) -> list[Flip]:
    """Which children became which frogs between two concealed positions, one action apart."""
    watched = before.copy()
    watched.throws = after.throws
    seen: list[Flip] = []
    seats = int(after.seats)
    for turn in range(seats):
        seat = (int(after.turn) + turn) % seats
        for i in range(int(e.children)):
            if after.child[seat, i] == FROG != before.child[seat, i]:
                frog = int(rules.free_frog(e, watched, len(seen)))
                seen.append(Flip(seat, i, frog, int(after.frog[frog])))
                watched.frog[frog] = after.frog[frog]
                watched.frogs += 1
    return seen


class Memory:
    """Who is under each frog, as far as it has been seen."""

    def __init__(self) -> None:
        self.owners: dict[int, tuple[int, int]] = {}  # frog: (seat, child), all from 0

    def watch(self, e: Record, before: Record, after: Record) -> None:
        """See one action: the positions before and after it, concealed for whoever remembers."""
        self.owners = {frog: owner for frog, owner in self.owners.items() if after.frog[frog] != NOWHERE}
        for flip in flips(e, before, after):
            self.owners[flip.frog] = (flip.seat, flip.child)

    def forget(self, frog: int) -> None:
        """Lose sight of a frog."""
        self.owners.pop(frog, None)

    def recall(self, s: Record) -> None:
        """Fill what is remembered into a concealed position."""
        for frog, (seat, child) in self.owners.items():
            if s.frog[frog] != NOWHERE and s.whose[frog] == NOBODY:
                s.whose[frog] = seat
                s.which[frog] = child
