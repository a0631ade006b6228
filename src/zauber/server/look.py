"""One look at a position with everybody's eyes, written against the kernel's stubs and linked to each game.

Concealing a position for every viewer, and asking what each saw and may do, is the server's most frequent
work; as one compiled call it costs a few microseconds.
"""

import functools
from typing import Any

import numpy as np

from ..games.game import Game
from ..games.kernel import NOBODY, Array, Record, conceal, moves, witness
from ..games.link import compiled


def look(
    e: Record, before: Record, after: Record, seat: int, action: int,
    eyes: Array, seen: Array, options: Array, counts: Array,
) -> None:  # fmt: skip
    """For every viewer (row 0: a spectator; row i + 1: seat i): the position after the action, concealed;
    what the viewer saw of the action (nothing when `seat` is NOBODY); the viewer's legal moves."""
    for row in range(after.seats + 1):
        viewer = row - 1
        eyes[row] = after
        conceal(e, eyes[row], viewer)
        seen[row] = NOBODY
        if seat != NOBODY:
            seen[row] = witness(e, before, seat, action, viewer)
        counts[row] = 0
        if row > 0 and after.turn != NOBODY:
            counts[row] = moves(e, after, viewer, options[row])


class Look:
    """The result of one look: concealed records and legal moves by viewer (NOBODY = -1, or a seat)."""

    def __init__(self, game: Game, e: Record, before: Record, after: Record, seat: int, action: int) -> None:
        rows = int(after.seats) + 1
        self._eyes = np.empty(rows, game.rules.State)
        self._seen = np.empty(rows, np.int64)
        self._options = np.empty((rows, game.rules.MOST_MOVES), np.int64)
        self._counts = np.empty(rows, np.int64)
        looker(game)(e, before, after, seat, action, self._eyes, self._seen, self._options, self._counts)
        self.seen = self._seen.tolist()
        self.counts = self._counts.tolist()

    def record(self, viewer: int) -> Record:
        """The position as the viewer knows it."""
        return self._eyes[viewer + 1]

    def action(self, viewer: int) -> int:
        """The action as the viewer saw it."""
        return int(self.seen[viewer + 1])

    def moves(self, viewer: int) -> list[int]:
        """The viewer's legal moves."""
        count = self.counts[viewer + 1]
        moves: list[int] = self._options[viewer + 1, :count].tolist()
        return moves


_compiled: set[str] = set()


def use_compiled(game: Game) -> None:
    """From now on look with compiled code (which must be ready, or the next look waits for the compiler)."""
    _compiled.add(game.name)
    looker.cache_clear()


@functools.cache
def looker(game: Game) -> Any:
    """The function `look` of a game: compiled when that is ready, or its like in plain Python."""
    if game.name in _compiled:
        return game.linker(compiled)(look)
    return functools.partial(_look, game.interpreted)


def _look(
    rules: Any, e: Record, before: Record, after: Record, seat: int, action: int,
    eyes: Array, seen: Array, options: Array, counts: Array,
) -> None:  # fmt: skip
    """`look` with interpreted rules, which do not copy records."""
    for row in range(int(after.seats) + 1):
        viewer = row - 1
        eyes[row] = after
        rules.conceal(e, eyes[row], viewer)
        seen[row] = rules.witness(e, before, seat, action, viewer) if seat != NOBODY else NOBODY
        acts = row > 0 and after.turn != NOBODY
        counts[row] = rules.moves(e, after, viewer, options[row]) if acts else 0
