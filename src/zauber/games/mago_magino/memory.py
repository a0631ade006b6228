"""A perfect observer: remembers which child became which frog, from what everybody at the table can see (A34).

No view, sentence or observation says who is under a frog, but anybody who watches every spin knows it. A bot with a
good memory has a `Memory` and shows it every action, as concealed records:

    memory.watch(edition.record, before, after)

and, before it moves, lets it fill the owners into its own concealed record:

    memory.recall(position)

`advise` and `imagine` use the owners that are filled in and guess the others, so an incomplete memory (one that began
late, or was made to `forget`) is useful too.
"""

from typing import NamedTuple

from ..contract.kernel import NOBODY, Record
from .board import NOWHERE


class Flip(NamedTuple):
    """A child that turned into a frog while everybody watched; all numbers count from 0."""

    seat: int
    child: int
    frog: int
    space: int


def flips(after: Record) -> list[Flip]:
    """Which children became which frogs with the action that led to this concealed position."""
    tokens = [token for token, struck in enumerate(after.struck) if struck]
    return [Flip(int(after.whose[t]), int(after.which[t]), t, int(after.frog[t])) for t in tokens]


class Memory:
    """Who is under each frog, as far as it has been seen."""

    def __init__(self) -> None:
        self.owners: dict[int, tuple[int, int]] = {}  # frog: (seat, child), all from 0

    def watch(self, e: Record, before: Record, after: Record) -> None:
        """See one action: the positions before and after it, concealed for the seat that remembers."""
        self.owners = {frog: owner for frog, owner in self.owners.items() if after.frog[frog] != NOWHERE}
        for flip in flips(after):
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
