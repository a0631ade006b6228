"""Records made quick to read for a game's words.

NumPy's records look every field up by name and give back scalars, which takes microseconds; words read the same fields
again and again. A `Reading` is made from a record's bytes and has the fields as plain attributes: whole numbers, and
arrays over the same bytes. Whatever words do with a record they can do with a reading; a game whose words want a real
record (to call compiled rules, say) gets one.
"""

import functools
import struct
from collections.abc import Callable
from dataclasses import make_dataclass
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from ...games.contract.kernel import Record
from ...games.contract.phrases import Phrase
from ...games.game import Game


def _plain(value: Any) -> Any:
    """A NumPy scalar that slipped into a view, as what JSON knows."""
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"{type(value).__name__} is not plain data.")


encode = msgspec.json.Encoder(enc_hook=_plain).encode

_records_only: set[str] = set()  # games whose words have asked for something that a reading cannot do


class Layout:
    """Where the fields of a record type lie, and how they are read."""

    def __init__(self, dtype: np.dtype[Any]) -> None:
        self.dtype = dtype
        arrays: dict[str, _Array] = {}
        names, form, end = [], "=", 0
        fields = sorted((dtype.fields or {}).items(), key=lambda field: field[1][1])
        for name, (kind, offset, *_) in fields:
            if kind.shape:
                arrays[name] = _Array(name, kind, offset)
            else:
                form += f"{offset - end}x{kind.char if kind.char in 'bBhHfd' else _WORDS[kind.str[1:]]}"
                names.append(name)
                end = offset + kind.itemsize
        self.names = tuple(names)
        self.unpack = struct.Struct(form).unpack_from
        self._reading: Callable[..., Reading] = make_dataclass(  # whose fields are set quickly
            "Reading", [*names, "_data"], bases=(Reading,), namespace={**arrays, "_form": self}, eq=False, repr=False
        )

    def read(self, data: bytes | bytearray) -> "Reading":
        """The fields of a record, given its bytes."""
        return self._reading(*self.unpack(data), data)


_WORDS = {"i4": "i", "u4": "I", "i8": "q", "u8": "Q"}


class _Array:
    """An array among the fields: made when it is asked for, and kept where it is found first the next time."""

    def __init__(self, name: str, kind: np.dtype[Any], offset: int) -> None:
        self.name, self.shape, self.base, self.offset = name, kind.shape, kind.base, offset

    def __get__(self, reading: "Reading", owner: type) -> Any:
        found = reading.__dict__[self.name] = np.ndarray(self.shape, self.base, reading._data, self.offset)
        return found


@functools.cache
def layout(dtype: np.dtype[Any]) -> Layout:
    """The layout of a record type."""
    return Layout(dtype)


class Reading:
    """A record's fields as attributes, read from its bytes. `Layout.read` makes one."""

    _form: Layout
    _data: bytes | bytearray

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """The fields are those of the record."""

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The record's type."""
        return self._form.dtype

    def copy(self) -> "Reading":
        """A reading of a copy, whose arrays may be changed."""
        return self._form.read(bytearray(self._data))

    def tobytes(self) -> bytes:
        """The record's bytes."""
        return bytes(self._data)

    def record(self) -> Record:
        """A real record of the same bytes."""
        return record_of(self._form.dtype, self._data)


def record_of(dtype: np.dtype[Any], data: bytes | bytearray) -> Record:
    """A record made of bytes; a copy through bytes is several times as quick as NumPy's own of a record."""
    return np.frombuffer(bytearray(data), dtype)[0]


def in_words(game: Game, name: str, e: Record, readings: tuple[Reading, ...], *more: Any) -> Any:
    """Call one of a game's words with an edition, some positions, and more arguments."""
    function = getattr(game.words, name)
    if game.name not in _records_only:
        try:
            return function(_edition(e), *readings, *more)
        except (AttributeError, TypeError):
            _records_only.add(game.name)
    return function(e, *(reading.record() for reading in readings), *more)


def labels_in_words(game: Game, e: Record, reading: Reading, seat: int, actions: list[int]) -> list[Phrase]:
    """The labels of several actions."""
    label: Callable[..., Phrase] = game.words.label
    if game.name not in _records_only:
        try:
            edition = _edition(e)
            return [label(edition, reading, seat, action) for action in actions]
        except (AttributeError, TypeError):
            _records_only.add(game.name)
    record = reading.record()
    return [label(e, record, seat, action) for action in actions]


_editions: dict[int, tuple[Record, Reading]] = {}


def _edition(e: Record) -> Reading:
    """The reading of an edition's record: editions are few and do not change."""
    found = _editions.get(id(e))
    if found is None or found[0] is not e:
        if len(_editions) > 1000:
            _editions.clear()
        found = _editions[id(e)] = (e, layout(e.dtype).read(e.tobytes()))
    return found[1]
