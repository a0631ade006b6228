"""The actions of a match in a few bytes each: a match may go on for very long, and there are many tables."""

from array import array
from collections.abc import Iterable, MutableSequence, Sequence
from typing import Any, overload

from ...match import Ply


class Plies(MutableSequence[Ply]):
    """The actions in order. A `Ply` is made when somebody asks for it, so two of the same number may be equal and
    not the same: `cuts` says what was taken back."""

    def __init__(self, notations: Sequence[str], plies: Iterable[Ply] = ()) -> None:
        self._notations = notations
        self._seats, self._actions = array("B"), array("i")
        self.cuts: list[int] = []  # how many were left each time that some were taken back
        for ply in plies:
            self.append(ply)

    def append(self, ply: Ply) -> None:
        """Add the next action."""
        self._seats.append(ply.seat)
        self._actions.append(ply.action)

    def _made(self, at: int) -> Ply:
        action = self._actions[at]
        return Ply(at + 1, self._seats[at], action, self._notations[action])

    @overload
    def __getitem__(self, at: int) -> Ply: ...

    @overload
    def __getitem__(self, at: slice) -> list[Ply]: ...

    def __getitem__(self, at: int | slice) -> Ply | list[Ply]:
        count = len(self._actions)
        if isinstance(at, slice):
            return [self._made(i) for i in range(*at.indices(count))]
        if not -count <= at < count:
            raise IndexError(f"There is no action {at} among {count}.")
        return self._made(at % count)

    def __delitem__(self, at: int | slice) -> None:
        """Take the last actions back."""
        first = at.indices(len(self._actions))[0] if isinstance(at, slice) else at % len(self._actions)
        del self._seats[first:], self._actions[first:]
        self.cuts.append(first)

    def __len__(self) -> int:
        return len(self._actions)

    def __setitem__(self, at: Any, ply: Any) -> None:
        raise TypeError("Past actions cannot be replaced.")

    def insert(self, at: int, ply: Ply) -> None:
        """Not possible: actions are only added at the end, by `append`."""
        raise TypeError("Actions can only be added at the end.")
