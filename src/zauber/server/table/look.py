"""A `Look`: a position concealed for every viewer at once, with what each saw of the last action and may do now.

Concealing positions is the server's most frequent work. Where a game's rules are compiled, an action and the look at
the new position are one call (`advance`), written against the kernel's stubs and linked to each game. It also
listens to what the rules note.
"""

import functools
from collections.abc import Sequence
from struct import Struct
from typing import Any

import numpy as np

from ...games.compiling.entry import entry_of
from ...games.compiling.link import compiled
from ...games.compiling.listening import NoteRoom
from ...games.compiling.records import Form, Reading, form_of, record_of
from ...games.contract.kernel import ACTION, NOBODY, Array, Record, apply, conceal, moves, witness
from ...games.game import Game

STAY = -2  # in place of a seat: do not act, only look


def advance(
    editions: Array, befores: Array, rooms: Array, afters: Array, seat: int, action: int, rng: Array,
    known: Array, seen: Array, options: Array, counts: Array,
) -> None:  # fmt: skip
    """Carry out an action on a copy of `befores[0]` in `afters[0]` (or leave the two as they are), then look.
    `rooms[0]` is the position afterwards once more, in the same memory, with room for notes if the game has events.

    For every viewer (row 0: a spectator; row i + 1: seat i): the position afterwards, concealed; what the viewer saw of
    the action; the viewer's legal moves.
    """
    e = editions[0]
    before = befores[0]
    after = afters[0]
    if rng.size == 4:
        afters[0] = befores[0]
        for i in range(4):
            after.rng[i] = rng[i]
        apply(e, rooms[0], seat, action)
    for row in range(after.seats + 1):
        viewer = row - 1
        known[row] = after
        conceal(e, known[row], viewer)
        seen[row] = NOBODY
        if seat >= 0:
            seen[row] = witness(e, before, seat, action, viewer)
        counts[row] = 0
        if row > 0 and after.turn != NOBODY:
            counts[row] = moves(e, after, viewer, options[row])


class Look:
    """A position as each viewer knows it; a viewer is a seat, or NOBODY (-1) for a spectator."""

    __slots__ = ("_form", "_readings", "_rows", "actions", "choices", "kins", "notes")

    def __init__(
        self,
        form: Form,
        rows: Sequence[bytes],
        actions: Sequence[int],
        choices: list[list[int]],
        notes: bytes | None = None,
    ) -> None:
        self._form, self._rows = form, rows
        self.actions, self.choices = actions, choices  # these start with the spectator
        self.kins = list(map(rows.index, rows))  # for every row, the first one with the same knowledge
        self.notes = notes  # of the action, with nothing concealed; None if nobody has listened
        self._readings: list[Reading | None] = [None] * len(rows)

    def without_moves(self) -> "Look":
        """The same, when nobody may move any more."""
        return Look(self._form, self._rows, self.actions, [[] for _ in self.choices], self.notes)

    def data(self, viewer: int) -> bytes:
        """The bytes of the position as the viewer knows it."""
        return self._rows[viewer + 1]

    def reading(self, viewer: int) -> Reading:
        """The position as the viewer knows it."""
        kin = self.kins[viewer + 1]
        found = self._readings[kin]
        if found is None:
            found = self._readings[kin] = self._form.read(self._rows[kin])
        return found

    def action(self, viewer: int) -> int:
        """The action as the viewer saw it."""
        return self.actions[viewer + 1]

    def moves(self, viewer: int) -> list[int]:
        """The viewer's legal moves; a spectator has none."""
        return self.choices[viewer + 1]


class Looker:
    """Makes looks at the positions of one game, with compiled rules once they are ready."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.form = form_of(game.rules.State)
        self.size = self.form.dtype.itemsize
        self.compiled: Any = None
        self._entry: Any = None
        rows = game.seats[-1] + 1
        self._room = NoteRoom(game.rules.State) if game.events else None
        self._before, after = np.zeros((2, 1), game.rules.State)
        self._after = after if self._room is None else self._room.state
        self._raw = self._before.view(np.uint8).data, self._after.view(np.uint8).data
        self._rng = np.zeros(4, np.uint32)
        self._rng_bytes = self._rng.data.cast("B")
        self._seats = self.form.byte("seats")
        self._known = np.zeros(rows, game.rules.State)
        self._rows = [Struct(f"{self.size}s" * count) for count in range(rows + 1)]  # by the number of viewers
        self._numbers = [Struct(f"{count}q") for count in range(rows + 1)]
        self._seen = np.zeros(rows, np.int64)
        self._most = game.rules.MOST_MOVES
        self._options = np.zeros((rows, self._most), ACTION)
        self._actions = self._options.data.cast("B").cast("i")  # the same memory, which makes lists sooner
        self._counts = np.zeros(rows, np.int64)
        self._results = self._known.view(np.uint8).data, self._seen.data, self._counts.data  # the memory of these
        self._editions: dict[int, tuple[Record, Array]] = {}

    def use_compiled(self) -> None:
        """Switch to compiled rules. They should be in the cache already, or the next call waits for the compiler."""
        if self.compiled is None:
            self.compiled = self.game.listening(compiled)(advance)

    def advance(self, e: Record, before: bytes, seat: int, action: int, rng: bytes) -> tuple[bytes, Look]:
        """Carry out a legal action with the given chance; the new position's bytes and a look at it. Compiled only."""
        self._raw[0][:] = before
        self._rng_bytes[:] = rng
        room = self._room
        if room is not None:
            room.clear()
        self._call(e, seat, action, self._rng)
        after = bytes(self._raw[1])
        return after, self._look(after, b"" if room is None else room.notes())

    def look(self, e: Record, before: bytes, after: bytes, seat: int = STAY, action: int = 0) -> Look:
        """A look at a position, after an action or without one."""
        if self.compiled is None:
            return self._interpreted(e, before, after, seat, action)
        self._raw[0][:] = before
        self._raw[1][:] = after
        self._call(e, seat, action, _NO_CHANCE)
        return self._look(after)

    def _call(self, e: Record, seat: int, action: int, rng: Array) -> None:
        editions = self._edition(e)
        rooms = self._after if self._room is None else self._room.array
        results = (self._known, self._seen, self._options, self._counts)
        given = (editions, self._before, rooms, self._after, seat, action, rng, *results)
        if self._entry is not None:
            self._entry(*given)
            return
        self._entry = entry_of(self.compiled, *given)
        self._entry(*given)

    def _look(self, after: bytes, notes: bytes | None = None) -> Look:
        most, count = self._most, self._seats(after) + 1
        numbers, (known, seen, counts) = self._numbers[count], self._results
        choices: list[list[int]] = []
        at = 0
        for found in numbers.unpack_from(counts):
            choices.append(self._actions[at : at + found].tolist() if found else [])
            at += most
        return Look(self.form, self._rows[count].unpack_from(known), numbers.unpack_from(seen), choices, notes)

    def _edition(self, e: Record) -> Array:
        found = self._editions.get(id(e))
        if found is None or found[0] is not e:
            if len(self._editions) > 1000:
                self._editions.clear()
            found = self._editions[id(e)] = (e, np.array([e]))
        return found[1]

    def _interpreted(self, e: Record, before: bytes, after: bytes, seat: int, action: int) -> Look:
        rules, dtype = self.game.interpreted, self.form.dtype
        was, now = record_of(dtype, before), record_of(dtype, after)
        rows, seen, choices = [], [], []
        for viewer in range(NOBODY, int(now.seats)):
            known = record_of(dtype, after)
            rules.conceal(e, known, viewer)
            rows.append(known.tobytes())
            seen.append(int(rules.witness(e, was, seat, action, viewer)) if seat >= 0 else NOBODY)
            count = 0
            if viewer >= 0 and now.turn != NOBODY:
                count = rules.moves(e, now, viewer, self._options[0])
            choices.append(self._options[0, :count].tolist())
        return Look(self.form, rows, seen, choices)


_NO_CHANCE = np.zeros(0, np.uint32)


@functools.cache
def looker(game: Game) -> Looker:
    """The looker of a game."""
    return Looker(game)
