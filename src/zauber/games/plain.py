"""Records as interpreted rules see them: fields are plain Python numbers, and reading one is quick.

NumPy's own records look every field up by name in a dictionary and give back scalars that overflow. A `Face` lies over
a record, shares its memory, and gives whole numbers, floats, and `Cells` for the fields that are arrays, so that
arithmetic means the same as when the rules are compiled.
"""

import functools
from typing import Any

import numpy as np


class Cells:
    """An array of a record: items are plain numbers; fewer indices than axes give a part of it, as a view."""

    __slots__ = ("_array", "_axes", "shape", "size")

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        self._array = array
        self._axes = array.ndim
        self.shape = array.shape
        self.size = array.size

    def __getitem__(self, index: Any) -> Any:
        if self._axes == 1:
            return self._array.item(index)
        if isinstance(index, tuple) and len(index) == self._axes:
            return self._array.item(*index)
        return Cells(self._array[index])

    def __setitem__(self, index: Any, value: Any) -> None:
        self._array[index] = value

    def __len__(self) -> int:
        return self.shape[0]


class Face:
    """What all faces have in common; `face_of` makes the class for one kind of record."""

    __slots__ = ("_cells", "_record")

    def __init__(self, record: Any) -> None:
        self._record = record
        self._cells: dict[str, Cells] = {}


def _number(dtype: np.dtype[Any], offset: int) -> property:
    plain = float if dtype.kind == "f" else int

    def read(self: Face) -> Any:
        return plain(self._record.getfield(dtype, offset))

    def write(self: Face, value: Any) -> None:
        self._record.setfield(value, dtype, offset)

    return property(read, write)


def _array(name: str, dtype: np.dtype[Any], offset: int) -> property:
    def read(self: Face) -> Cells:
        cells = self._cells.get(name)
        if cells is None:
            cells = self._cells[name] = Cells(self._record.getfield(dtype, offset))
        return cells

    return property(read)


@functools.cache
def face_of(dtype: np.dtype[Any]) -> type[Face]:
    """The class of faces for records of this type."""
    body: dict[str, Any] = {"__slots__": ()}
    for name, (kind, offset, *_) in (dtype.fields or {}).items():
        body[name] = _array(name, kind, offset) if kind.shape else _number(kind, offset)
    return type("Face", (Face,), body)


def faced(value: Any) -> Any:
    """A face for a record; anything else as it is."""
    return face_of(value.dtype)(value) if isinstance(value, np.void) else value
