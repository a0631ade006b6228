"""Measures who sees which field of a position, in the matches that `zauber check` plays.

For a field with an axis of seats “own” is the viewer's row of it and “other” another seat's; for any other field “own”
is what the seat on turn sees and “other” what the rest see. A field counts as hidden from somebody when `conceal`
changed it there at least once.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...errors import BrokenRules
from ..game import Game
from .kernel import NOBODY

ENOUGH = 12  # how often a row must have been hidden from one viewer before “never from another” raises an alarm


@dataclass(frozen=True)
class FieldRow:
    """Who sees one field: True when `conceal` never changed it for such a viewer."""

    field: str
    own: bool
    other: bool
    spectator: bool


class Disclosure:
    """Counts, over many positions, what `conceal` changes for whom."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._fields = [name for name in game.rules.State.names if not name.startswith("gap_") and name != "rng"]
        self._axes = set(game.rules.SEAT_AXES)
        self.looks = 0
        self._hidden: Counter[tuple[str, str]] = Counter()  # by field and kind of viewer
        self._from: Counter[tuple[str, int, int, int]] = Counter()  # rows: by field, seats, owner, viewer
        self._first: dict[str, bytes] = {}  # a seat's row of each field, in the first position
        self._varied: set[str] = set()  # the fields with an axis of seats of which not all rows have been alike

    def count(self, seats: int, true: Any, concealed: dict[int, Any]) -> None:
        """Count one position, given how each viewer knows it."""
        self.looks += 1
        for name in self._axes - self._varied:
            rows = {row.tobytes() for row in true[name][:seats]}
            if rows != {self._first.setdefault(name, true[name][0].tobytes())}:
                self._varied.add(name)
        for name in self._fields:
            for viewer, known in concealed.items():
                self._count(name, seats, true, viewer, true[name] != known[name])

    def _count(self, name: str, seats: int, true: Any, viewer: int, changed: Any) -> None:
        if not np.any(changed):
            return
        if viewer == NOBODY:
            self._hidden[name, "spectator"] += 1
        elif name not in self._axes:
            self._hidden[name, "own" if viewer == true.turn else "other"] += 1
        if name in self._axes:
            for owner in range(seats):
                if np.any(changed[owner]):
                    self._from[name, seats, owner, viewer] += 1
                    if viewer != NOBODY:
                        self._hidden[name, "own" if viewer == owner else "other"] += 1

    def rows(self) -> list[FieldRow]:
        """The table."""
        return [
            FieldRow(name, *(not self._hidden[name, who] for who in ("own", "other", "spectator")))
            for name in self._fields
        ]

    # Alarms -------------------------------------------------------------------------------------------------------

    def check(self) -> None:
        """Raise `BrokenRules` if something is visible that should be hidden, unless the game declares it open."""
        declared = self.game.open_fields
        hidden = sorted({name for name, _ in self._hidden})
        if isinstance(declared, str) and declared:
            if hidden:
                raise BrokenRules(f"OPEN says that nothing is hidden, but conceal() hides {', '.join(hidden)}.")
            return
        if not hidden:
            raise BrokenRules(
                "conceal() hides nothing from anybody but the random source. If the game is open, say so in a sentence:"
                ' OPEN = "…".'
            )
        for name in self.game.rules.SEAT_AXES:
            for seats in self.game.seats:
                self._check_rows(name, seats)
        seen = [
            name
            for name in self.game.rules.SEAT_AXES
            if name in self._varied and name not in declared and not self._hidden[name, "other"]
        ]
        if seen:
            raise BrokenRules(
                f"conceal() hides {', '.join(seen)} of a seat from nobody. If that lies open on the table, say so:"
                f" OPEN = {(*declared, *seen)!r}."
            )

    def _check_rows(self, name: str, seats: int) -> None:
        """Check that a seat's row which is hidden from somebody is hidden from everybody else too, at least once."""
        if name in self.game.open_fields:
            return
        for owner in range(seats):
            others = [viewer for viewer in (*range(seats), NOBODY) if viewer != owner]
            from_whom = {viewer: self._from[name, seats, owner, viewer] for viewer in others}
            most = max(from_whom, key=lambda viewer: from_whom[viewer])
            for viewer in others:
                if from_whom[most] >= ENOUGH and not from_whom[viewer]:
                    raise BrokenRules(
                        f"with {seats} seats, conceal() hides {name} of seat {owner} from {_who(most)}, but never from"
                        f" {_who(viewer)}. If it may be seen there, say so: OPEN = ({name!r},)."
                    )


def _who(viewer: int) -> str:
    return "spectators" if viewer == NOBODY else f"seat {viewer}"
