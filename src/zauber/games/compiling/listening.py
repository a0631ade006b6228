"""Listening: carrying out an action so that what the rules note of it is kept.

The rules are linked with `note` bound to `write_note`, and given a position with room for notes behind it. Everywhere
else (simulations, searches, engines) notes are left out of the code.
"""

import functools
from typing import Any

import numpy as np

from ...errors import BrokenRules
from ..contract.kernel import MOST_NOTES, NOTE, record
from .records import form_of

ROOM = [("noted", "i4"), ("notes", "i4", (MOST_NOTES, NOTE))]
SIZE = NOTE * np.dtype("i4").itemsize  # bytes of one note


@functools.cache
def with_notes(state: np.dtype[Any]) -> np.dtype[Any]:
    """The record type of a position with room for notes: the same fields at the same places, and the room behind."""
    kinds: Any = state.fields
    names = sorted(kinds, key=lambda name: int(kinds[name][1]))
    wide = record([*((name, kinds[name][0].base, kinds[name][0].shape) for name in names), *ROOM])
    assert all((wide.fields or {})[name][1] == kinds[name][1] for name in names)
    return wide


class NoteRoom:
    """One position with room for notes. `state` is the position itself, as an array of one that shares its memory."""

    def __init__(self, state: np.dtype[Any]) -> None:
        self.array = np.zeros(1, with_notes(state))
        self._whole = self.array.view(np.uint8).data
        self.state: Any = np.ndarray(1, state, self._whole)
        self._start, self._noted = form_of(self.array.dtype).place("notes").start, self.array["noted"]

    def put(self, before: bytes, chance: bytes) -> None:
        """Lay out a true position and the 16 bytes of chance (none: the position's own), and begin to listen."""
        form = form_of(self.state.dtype)
        self._whole[: form.size] = before
        if chance:
            self._whole[form.place("rng")] = chance
        self.clear()

    def clear(self) -> None:
        """Begin to listen."""
        self._noted[0] = 0

    def notes(self) -> bytes:
        """What was noted since then."""
        count = int(self._noted[0])
        if count > MOST_NOTES:
            raise BrokenRules(f"One action was noted with {count} events, but there is room for {MOST_NOTES}.")
        return bytes(self._whole[self._start : self._start + count * SIZE])
