"""Reads and writes the fields of a record as plain Python numbers. Everything outside compiled code uses this.

NumPy's own records return scalars that overflow, and look up every field by name. Here a field is an `int` or a
`float`, an array with one axis is a `memoryview`, and an array with several axes is a `Grid`. There are two kinds of
object with the same fields and the same values:

- A `Handle` shares the memory of a record. Interpreted rules read and write through it, so arithmetic means the same as
  in compiled rules. A written value has to fit its field. `handle_of` makes one.
- A `Reading` is a snapshot of a record's bytes and cannot be changed. Words get readings. `read` makes one; its `copy`
  is a `Handle` of its own, to try something out.

A `Form` knows the offsets of a record type's fields; `form_of` returns it.
"""

import ctypes
import functools
import math
import operator
import struct
from collections.abc import Callable
from dataclasses import make_dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

Bytes = bytes | bytearray | memoryview


class Grid:
    """An array with several axes. Items are plain numbers; fewer indices than axes give a view of a part. The last
    index may be a slice."""

    __slots__ = ("_code", "_items", "_raw", "shape")

    def __init__(self, raw: memoryview, code: str, shape: tuple[int, ...]) -> None:
        cells: Any = raw  # the type checker knows formats only as literals
        self._raw, self._code, self.shape = raw, code, shape
        self._items = cells.cast(code, shape)

    @property
    def size(self) -> int:
        """How many items there are."""
        return math.prod(self.shape)

    def __getitem__(self, index: Any) -> Any:
        if type(index) is not tuple:
            return self._row(index) if type(index) is int and len(self.shape) == 2 else self._part((index,))
        try:
            return self._items[index]
        except (NotImplementedError, TypeError):  # a memoryview with several axes cannot be sliced
            return self._part(index)

    def _row(self, index: int) -> Any:
        """A row of an array with two axes, the most common request after single items."""
        length, width = self.shape
        if not -length <= index < length:
            raise IndexError(f"There is no row {index} among {length}.")
        size = width * self._items.itemsize
        start = index % length * size
        raw: Any = self._raw[start : start + size]
        return raw.cast(self._code)

    def _part(self, index: tuple[Any, ...]) -> Any:
        if isinstance(index[-1], slice):
            return self._slice(index[:-1], index[-1])
        if len(index) > len(self.shape):
            raise IndexError(f"{len(index)} indices are given for {len(self.shape)} axes.")
        rest = self.shape[len(index) :]
        at = 0
        for i, length in zip(index, self.shape, strict=False):
            if not -length <= i < length:
                raise IndexError(f"There is no row {i} among {length}.")
            at = at * length + i % length
        size = self._items.itemsize * math.prod(rest)
        raw: Any = self._raw[at * size : (at + 1) * size]
        return raw.cast(self._code) if len(rest) == 1 else Grid(raw, self._code, rest)

    def _slice(self, index: tuple[Any, ...], chosen: slice) -> Any:
        """A slice of the last axis is a view; of any other axis a list of parts."""
        if len(index) == len(self.shape) - 1:
            return self._part(index)[chosen]
        return [self._part((*index, i)) for i in range(*chosen.indices(self.shape[len(index)]))]

    def __setitem__(self, index: Any, value: Any) -> None:
        self._items[index] = value

    def __len__(self) -> int:
        return self.shape[0]

    def tolist(self) -> list[Any]:
        """The items as lists of lists."""
        items: list[Any] = self._items.tolist()
        return items

    def tobytes(self) -> bytes:
        """The bytes of the array."""
        return self._raw.tobytes()


class Fields:
    """What handles and readings have in common. `Form` makes the classes for one type of record."""

    __slots__ = ()
    _form: "Form"

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """The fields are those of the record."""

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The record's type."""
        return self._form.dtype

    def tobytes(self) -> bytes:
        """The record's bytes."""
        raise NotImplementedError

    def raw(self, name: str) -> bytes:
        """The bytes of one field: two fields are the same if these are. Nothing is decoded."""
        raise NotImplementedError

    def copy(self) -> "Handle":
        """A copy with memory of its own, which may be changed."""
        return self._form.open(bytearray(self.tobytes()))

    def record(self) -> Any:
        """A real record with the same bytes."""
        return record_of(self.dtype, self.tobytes())


# Reading and writing in place ---------------------------------------------------------------------------------------


class _Views(dict[str, memoryview]):
    """The memory of a record as numbers of one format or another."""

    def __missing__(self, code: str) -> memoryview:
        raw: Any = self["B"]
        view: memoryview = raw.cast(code)
        self[code] = view
        return view


class Handle(Fields):
    """The fields of a record in its own memory. Numbers are read through a C structure and arrays through
    memoryviews, because neither calls a Python function."""

    __slots__ = ("_memory", "_numbers", "_views")
    _last: "Handle | None" = None
    _structure: type[ctypes.Structure]

    def __init__(self, memory: Any) -> None:
        self._memory = memory
        if isinstance(memory, np.void):
            memory = memory.getfield(self._form.bytes, 0)
        self._numbers = self._structure.from_buffer(memory)
        self._views = _Views(B=memoryview(memory))

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Make the view of an array when it is first read."""
            found = self._form.array(name, self._views["B"])
            setattr(self, f"_cells_{name}", found)
            return found

    def tobytes(self) -> bytes:
        """The record's bytes."""
        return self._views["B"].tobytes()

    def raw(self, name: str) -> bytes:
        """The bytes of one field."""
        return self._views["B"][self._form.place(name)].tobytes()


def _number(name: str, code: str, index: int) -> property:
    def write(self: Handle, value: Any) -> None:
        self._views[code][index] = value

    return property(operator.attrgetter(f"_numbers.{name}"), write)


class Rows:
    """An array of records: each is read through a handle, and a handle that is assigned is copied into its place."""

    __slots__ = ("_records",)

    def __init__(self, records: Any) -> None:
        self._records = records

    def __getitem__(self, index: int) -> Handle:
        record = self._records[index]
        return form_of(record.dtype).handle(record)

    def __setitem__(self, index: int, handle: Handle) -> None:
        self._records[index] = handle._memory

    def __len__(self) -> int:
        return len(self._records)


def handle_of(value: Any) -> Any:
    """A handle for a record (usually the one from the last call) or an array of records; any other value unchanged."""
    if isinstance(value, np.ndarray) and value.dtype.names:
        return Rows(value)
    if not isinstance(value, np.void):
        return value
    kind = _handles.get(type(value)) or _kind_of(value)
    handle = kind._last
    if handle is None or handle._memory is not value:
        handle = kind._last = kind(value)
    return handle


_handles: dict[type, type[Handle]] = {}  # by the class of the record, which `kernel.record` makes for each type


def _kind_of(value: Any) -> type[Handle]:
    kind = form_of(value.dtype).handle
    if type(value) is not np.void:
        _handles[type(value)] = kind
    return kind


# Reading a snapshot -------------------------------------------------------------------------------------------------


class Reading(Fields):
    """A snapshot of a record's fields. They are plain attributes, filled all at once."""

    _data: bytes
    _places: dict[str, slice]

    def tobytes(self) -> bytes:
        """The record's bytes."""
        return self._data

    def raw(self, name: str) -> bytes:
        """The bytes of one field."""
        return self._data[self._places[name]]


class _Array:
    """An array field of a reading: created on first access, then found in `__dict__`."""

    def __init__(self, name: str, place: slice, code: str, shape: tuple[int, ...]) -> None:
        self.name, self.place, self.code, self.shape = name, place, code, shape
        self.row = len(shape) == 1

    def __get__(self, reading: Reading, owner: type) -> Any:
        raw: Any = memoryview(reading._data)[self.place]
        found = raw.cast(self.code) if self.row else Grid(raw, self.code, self.shape)
        reading.__dict__[self.name] = found
        return found


class Unchangeable(AttributeError):
    """An attempt to change a reading."""


def _refuse(self: Reading, name: str, value: Any) -> None:
    raise Unchangeable(f"A reading cannot be changed, so {name} cannot be set: change a copy() of it.")


def read(value: Any) -> Any:
    """A reading of a record; any other value (such as a reading) unchanged."""
    return form_of(value.dtype).read(value.tobytes()) if isinstance(value, np.void) else value


def record_of(dtype: np.dtype[Any], data: Bytes) -> Any:
    """A record made from bytes. Copying through bytes is several times as fast as NumPy's own copy of a record."""
    return np.frombuffer(bytearray(data), dtype)[0]


# Offsets of fields --------------------------------------------------------------------------------------------------


class Form:
    """The offsets of a record type's fields, and the classes that read them."""

    def __init__(self, dtype: np.dtype[Any]) -> None:
        self.dtype = dtype
        self.size = dtype.itemsize
        self.bytes = np.dtype((np.uint8, (dtype.itemsize,)))
        self._arrays: dict[str, tuple[slice, str, tuple[int, ...]]] = {}
        self._fields: dict[str, Any] = dict(dtype.fields or {})
        self._places = {
            name: slice(offset, offset + kind.itemsize) for name, (kind, offset, *_) in self._fields.items()
        }
        self._kinds = sorted(self._fields.items(), key=lambda field: int(field[1][1]))
        for name, (kind, *_) in self._kinds:
            if kind.shape:
                self._arrays[name] = self.place(name), kind.base.char, kind.shape
        self.handle = self._handle()
        self._make, self._closed, self._unpack = self._reading()

    def place(self, name: str) -> slice:
        """The offset of a field in the bytes of a record."""
        return self._places[name]

    def byte(self, name: str) -> Callable[[Bytes], int]:
        """A function that reads a field of one signed byte (such as `turn` and `seats`, which every State has) directly
        from the bytes of a record."""
        kind, at = self._fields[name][:2]
        if kind != np.int8:
            raise TypeError(f"{name} is not one signed byte.")

        def value(data: Bytes) -> int:
            byte = data[at]
            return byte - 256 if byte > 127 else byte

        return value

    def array(self, name: str, memory: memoryview) -> Any:
        """An array among the fields, over the memory of a record."""
        if name not in self._arrays:
            raise AttributeError(f"There is no field {name}.")
        place, code, shape = self._arrays[name]
        raw: Any = memory[place]
        return raw.cast(code) if len(shape) == 1 else Grid(raw, code, shape)

    def open(self, memory: Any) -> Handle:
        """A handle for a record, or for a bytearray with the bytes of one."""
        return self.handle(memory)

    def read(self, data: Bytes) -> Reading:
        """A reading of a record, given its bytes."""
        reading = self._make(*self._unpack(data), bytes(data))  # bytes are not copied
        reading.__class__ = self._closed  # filled while it was open: a frozen dataclass is filled three times as slowly
        return reading

    def _handle(self) -> type[Handle]:
        fields: list[tuple[str, Any]] = []
        body: dict[str, Any] = {}
        for name, (kind, offset, *_) in self._kinds:
            one: Any = np.ctypeslib.as_ctypes_type(kind.base)
            if kind.shape:
                fields.append((name, one * math.prod(kind.shape)))
                body[name] = property(operator.attrgetter(f"_cells_{name}"))
            else:
                fields.append((name, one))
                body[name] = _number(name, kind.base.char, offset // kind.base.itemsize)
        body |= {
            "__slots__": tuple(f"_cells_{name}" for name in self._arrays),
            "_structure": type("Numbers", (ctypes.Structure,), {"_fields_": fields}),
            "_form": self,
        }
        return type("Handle", (Handle,), body)

    def _reading(self) -> tuple[Callable[..., Reading], type[Reading], Callable[[Bytes], tuple[Any, ...]]]:
        names, form, end = list[str](), "=", 0
        for name, (kind, offset, *_) in self._kinds:
            if not kind.shape:
                form += f"{offset - end}x{_CODES[kind.str[1:]]}"
                names.append(name)
                end = offset + kind.itemsize
        arrays = {name: _Array(name, *where) for name, where in self._arrays.items()}
        body = {**arrays, "_form": self, "_places": self._places}
        made = make_dataclass(
            "Reading", [*names, "_data"], bases=(Reading,), namespace=body, slots=True, eq=False, repr=False
        )
        closed = type("Reading", (made,), {"__slots__": (), "__setattr__": _refuse})
        return made, closed, struct.Struct(form).unpack_from


_CODES = {"i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q", "u8": "Q", "f4": "f", "f8": "d"}


@functools.cache
def form_of(dtype: np.dtype[Any]) -> Form:
    """The form of a record type."""
    return Form(dtype)
