"""Records as interpreted rules see them: fields are plain Python numbers, and reading one is quick.

NumPy's own records give back scalars that overflow. A `Face` lies over a record, shares its memory, and gives whole
numbers and floats, so that arithmetic means the same as when the rules are compiled. Numbers are read through a C
structure and arrays through views of memory, because those need no call of a Python function; whatever is written
has to fit its field.
"""

import ctypes
import functools
import math
import operator
from typing import Any

import numpy as np


class Grid:
    """An array with several axes: items are plain numbers; fewer indices than axes give a part of it, as a view."""

    __slots__ = ("_cells", "_items", "shape", "size")

    def __init__(self, cells: memoryview, shape: tuple[int, ...]) -> None:
        bare: Any = cells.cast("B")  # the checker knows formats only as literals
        self._cells = cells
        self._items = bare.cast(cells.format, shape)
        self.shape = shape
        self.size = len(cells)

    def __getitem__(self, index: Any) -> Any:
        try:
            return self._items[index]
        except NotImplementedError:  # a view of memory has no parts with axes of their own
            return self._part(index if isinstance(index, tuple) else (index,))

    def _part(self, index: tuple[int, ...]) -> Any:
        rest = self.shape[len(index) :]
        at = 0
        for i, length in zip(index, self.shape, strict=False):
            if not -length <= i < length:
                raise IndexError(f"There is no row {i} among {length}.")
            at = at * length + i % length
        size = math.prod(rest)
        cells = self._cells[at * size : (at + 1) * size]
        return cells if len(rest) == 1 else Grid(cells, rest)

    def __setitem__(self, index: Any, value: Any) -> None:
        self._items[index] = value

    def __len__(self) -> int:
        return self.shape[0]


class Views(dict[str, memoryview]):
    """The memory of a record as numbers of one format or another."""

    def __missing__(self, code: str) -> memoryview:
        bare: Any = self["B"]  # as above
        view: memoryview = bare.cast(code)
        self[code] = view
        return view


class Face:
    """What all faces have in common; `face_of` makes the class for one kind of record."""

    __slots__ = ("_numbers", "_record", "_views")
    _last: "Face | None" = None
    _structure: type[ctypes.Structure]
    _bytes: np.dtype[Any]
    _arrays: dict[str, tuple[str, int, tuple[int, ...]]]  # format, number of the first cell, shape

    def __init__(self, record: Any) -> None:
        self._record = record
        memory = record.getfield(self._bytes, 0)
        self._numbers = self._structure.from_buffer(memory)
        self._views = Views(B=memory.data)

    def __getattr__(self, name: str) -> Any:
        """An array that is asked for the first time."""
        if name not in self._arrays:
            raise AttributeError(f"There is no field {name}.")
        code, first, shape = self._arrays[name]
        cells = self._views[code][first : first + math.prod(shape)]
        found = cells if len(shape) == 1 else Grid(cells, shape)
        setattr(self, f"_cells_{name}", found)
        return found


def _number(name: str, code: str, index: int) -> property:
    def write(self: Face, value: Any) -> None:
        self._views[code][index] = value

    return property(operator.attrgetter(f"_numbers.{name}"), write)


@functools.cache
def face_of(dtype: np.dtype[Any]) -> type[Face]:
    """The class of faces for records of this type."""
    fields: list[tuple[str, Any]] = []
    arrays: dict[str, tuple[str, int, tuple[int, ...]]] = {}
    body: dict[str, Any] = {}
    for name, (kind, offset, *_) in (dtype.fields or {}).items():
        one: Any = np.ctypeslib.as_ctypes_type(kind.base)
        first = offset // kind.base.itemsize
        if kind.shape:
            fields.append((name, one * math.prod(kind.shape)))
            arrays[name] = kind.base.char, first, kind.shape
            body[name] = property(operator.attrgetter(f"_cells_{name}"))
        else:
            fields.append((name, one))
            body[name] = _number(name, kind.base.char, first)
    body |= {
        "__slots__": tuple(f"_cells_{name}" for name in arrays),
        "_structure": type("Numbers", (ctypes.Structure,), {"_fields_": fields}),
        "_bytes": np.dtype((np.uint8, (dtype.itemsize,))),
        "_arrays": arrays,
    }
    return type("Face", (Face,), body)


def faced(value: Any) -> Any:
    """A face for a record (most often the same as the time before); anything else as it is."""
    if not isinstance(value, np.void):
        return value
    kind = face_of(value.dtype)
    face = kind._last
    if face is None or face._record is not value:
        face = kind._last = kind(value)
    return face
