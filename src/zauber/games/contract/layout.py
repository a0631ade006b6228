"""The layout of an observation: its parts, declared once and by name.

A game declares `LAYOUT` in `layout.py`. The length of an observation, the places at which `observe` writes, the spaces
of the environments and the tables in docs/environments are all made from it:

    LAYOUT = Layout(
        Each("seat", SEATS, "counted clockwise from the observer", Part("wins", (), "rounds won", 0, 1, ("wins",))),
        Part("phase", (PHASES,), "the phase, one-hot", 0, 1, ("phase",)),
    )
    OBSERVATION = LAYOUT.size
    PER_SEAT, AT_WINS, AT_PHASE = LAYOUT.step("seat"), LAYOUT.at("wins"), LAYOUT.at("phase")

A part names the fields of the concealed record that it is made from. `tests/envs/test_layouts.py` changes fields of
concealed records one by one and compares which parts change with what is declared here.
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from ...errors import BrokenRules
from .kernel import Array

ANY = math.inf  # as `most` of a part: no bound holds in every edition


@dataclass(frozen=True)
class Part:
    """Numbers that belong together: a name, a shape (() for one number), what they mean, their range, the fields of the
    concealed record that they depend on, and the numbers or options of the edition that they are divided by or
    otherwise depend on."""

    name: str
    shape: tuple[int, ...]
    meaning: str
    least: float
    most: float
    fields: tuple[str, ...]
    edition: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """How many numbers it holds."""
        return math.prod(self.shape)


class Each:
    """Parts that are repeated, such as once for every seat."""

    def __init__(self, name: str, count: int, meaning: str, *parts: "Part | Each") -> None:
        self.name, self.count, self.meaning, self.parts = name, count, meaning, parts

    @property
    def width(self) -> int:
        """How many numbers one of them holds."""
        return sum(part.size for part in self.parts)

    @property
    def size(self) -> int:
        """How many numbers all of them hold."""
        return self.count * self.width


@dataclass(frozen=True)
class Row:
    """A line of the table that describes a layout."""

    what: Part | Each
    depth: int  # how many groups it is inside of
    first: int  # its first place, counted from the beginning of the group


class Layout:
    """The parts of an observation, one after another."""

    def __init__(self, *parts: Part | Each) -> None:
        self.tree = parts
        self.parts: dict[str, Part] = {}
        self._groups: dict[str, Each] = {}
        self._places: dict[str, Array] = {}
        self.size = self._lay(parts, np.zeros((), np.int64))

    def _lay(self, parts: Iterable[Part | Each], starts: Array) -> int:
        """Record the places of the parts, given where each copy of them begins; return the length of a copy."""
        at = 0
        for part in parts:
            if part.name in self.parts or part.name in self._groups:
                raise BrokenRules(f"An observation has two parts called {part.name}.")
            if isinstance(part, Each):
                self._groups[part.name] = part
                self._lay(part.parts, starts[..., None] + at + part.width * np.arange(part.count))
            else:
                self.parts[part.name] = part
                inside = np.arange(part.size).reshape(part.shape)
                self._places[part.name] = np.asarray(starts.reshape(starts.shape + (1,) * inside.ndim) + at + inside)
            at += part.size
        return at

    def at(self, name: str) -> int:
        """The place of the first number of a part; inside a group, of the group's first copy."""
        return int(self._places[name].min())

    def step(self, name: str) -> int:
        """How far apart the copies of a group lie."""
        return self._groups[name].width

    def places(self, name: str) -> Array:
        """The places of all numbers of a part, with an axis for every group that it is inside of."""
        return self._places[name]

    def split(self, observation: Array) -> dict[str, Array]:
        """An observation (or many, along the axes before the last) as its parts by name."""
        seen = np.asarray(observation)
        return {name: seen[..., places] for name, places in self._places.items()}

    def bounds(self, widest: float) -> tuple[Array, Array]:
        """The bounds of every number; `widest` where no bound is known."""
        low, high = np.zeros(self.size, np.float32), np.zeros(self.size, np.float32)
        for name, places in self._places.items():
            low[places] = max(self.parts[name].least, -widest)
            high[places] = min(self.parts[name].most, widest)
        return low, high

    def rows(self) -> Iterator[Row]:
        """The rows of a table that describes the layout, from the top."""
        yield from _rows(self.tree, 0)

    def check(self, where: str, size: int, state: Mapping[str, object], edition: Mapping[str, object]) -> None:
        """Raise `BrokenRules` where the layout does not fit the rules."""
        if self.size != size:
            raise BrokenRules(f"{where}: the parts of LAYOUT hold {self.size} numbers, but OBSERVATION is {size}.")
        for part in self.parts.values():
            for field in part.fields:
                if field not in state:
                    raise BrokenRules(f"{where}: {part.name} depends on {field}, but State has no such field.")
            for field in part.edition:
                if field not in edition:
                    raise BrokenRules(f"{where}: {part.name} depends on {field}, but Edition has no such field.")


def _rows(parts: Iterable[Part | Each], depth: int) -> Iterator[Row]:
    at = 0
    for part in parts:
        yield Row(part, depth, at)
        if isinstance(part, Each):
            yield from _rows(part.parts, depth + 1)
        at += part.size


def undeclared(size: int) -> Layout:
    """The layout of a game that declares none: one undescribed part."""
    return Layout(Part("observation", (size,), "see the rules file of the game", -ANY, ANY, ()))
