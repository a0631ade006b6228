"""`Game`: everything that is known of one game, loaded when it is asked for."""

import functools
import importlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from ..errors import BadNotation, BadSeats, BrokenRules, IllegalMove
from . import kernel
from .editions import Edition, Number, Option, load_edition
from .link import Linker, Wrap, compiled, plain
from .phrases import say


@dataclass(frozen=True, eq=False)
class Game:
    """A game by its name, with its rules, words and editions.

    `package` is the folder's import name; it holds `rules.py`, `words.py`, `en.json`, `rules.md` and
    `editions/*.toml`, the first of `editions` being the default. `version` counts changes of the rules or of
    the action numbers after which old records would replay otherwise; `heavy` rules are compiled for a single
    match too.
    """

    name: str
    title: str
    designer: str
    seats: range
    age: int
    minutes: str
    blurb: str
    package: str
    editions: tuple[str, ...]
    status: str = "complete"
    numbers: tuple[Number, ...] = ()
    options: tuple[Option, ...] = ()
    teaser: Mapping[str, str] = field(default_factory=dict)
    version: int = 1
    heavy: bool = False

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    @functools.cached_property
    def rules(self) -> ModuleType:
        """The rule functions, interpreted: plain Python to read and debug."""
        return importlib.import_module(f"{self.package}.rules")

    @functools.cached_property
    def words(self) -> ModuleType:
        """Names, views and sentences."""
        return importlib.import_module(f"{self.package}.words")

    @functools.cached_property
    def catalogue(self) -> dict[str, Any]:
        """The English words of the game."""
        text = resources.files(self.package).joinpath("en.json").read_text("utf-8")
        catalogue: dict[str, Any] = json.loads(text)
        return catalogue

    @property
    def page(self) -> str:
        """The rules page, as Markdown."""
        return resources.files(self.package).joinpath("rules.md").read_text("utf-8")

    @functools.cached_property
    def bindings(self) -> dict[Callable[..., Any], Callable[..., Any]]:
        """Which of the kernel's stubs stands for which of this game's functions."""
        return {stub: self._found(stub.__name__) for stub in kernel.CONTRACT}

    @functools.cached_property
    def observation_size(self) -> int:
        """The length of an observation."""
        return int(self._found("OBSERVATION"))

    @functools.cached_property
    def _rooms(self) -> list[ModuleType]:
        rooms = [self.rules]
        for room in ("knowledge", "thumb", "accounts"):
            if resources.files(self.package).joinpath(f"{room}.py").is_file():
                rooms.append(importlib.import_module(f"{self.package}.{room}"))
        return rooms

    def _found(self, name: str) -> Any:
        """What the game defines by that name in `rules.py`, or apart: what a seat may know in `knowledge.py`,
        advice in `thumb.py`, what the conformance suite asks in `accounts.py`."""
        for room in self._rooms:
            if name in vars(room):
                return vars(room)[name]
        raise BrokenRules(f"{self.package}.rules does not define {name}.")

    @functools.cached_property
    def _linkers(self) -> dict[Wrap, Linker]:
        return {}

    def linker(self, wrap: Wrap) -> Linker:
        """The linker that binds what is written against the kernel's stubs to this game."""
        return self._linkers.setdefault(wrap, Linker(self.bindings, wrap))

    @functools.cached_property
    def interpreted(self) -> SimpleNamespace:
        """The contract's functions as plain Python."""
        return self._functions(plain)

    @functools.cached_property
    def compiled(self) -> SimpleNamespace:
        """The contract's functions, compiled for the CPU."""
        return self._functions(compiled)

    def _functions(self, wrap: Wrap) -> SimpleNamespace:
        linker = self.linker(wrap)
        helpers = (kernel.sow, kernel.word, kernel.below)
        return SimpleNamespace(**{f.__name__: linker(f) for f in (*kernel.CONTRACT, *helpers)})

    def edition(self, source: str = "", options: Mapping[str, Any] | None = None) -> Edition:
        """An edition by name (of `editions`) or by the path of a TOML file, with options changed."""
        return load_edition(self, source or self.editions[0], dict(options or {}))

    def new_state(self) -> Any:
        """An all-zero position."""
        return np.zeros(1, self.rules.State)[0]

    def check_move(self, e: Any, s: Any, seat: int, action: int) -> None:
        """Refuse an action that the rules do not allow that seat now."""
        legal = np.zeros(self.rules.MOST_MOVES, np.int32)
        if action not in legal[: self.interpreted.moves(e, s, seat, legal)]:
            hidden = s.copy()
            self.interpreted.conceal(e, hidden, seat)
            raise self.refusal(e, hidden, seat, action)

    def refusal(self, e: Any, s: Any, seat: int, action: int, names: Sequence[str] = ()) -> IllegalMove:
        """Why that seat, which knows the concealed position, may not take an action: a sentence, and the rule."""
        if not 0 <= action < self.rules.ACTIONS:
            return IllegalMove(f"There is no action number {action} in {self.title}.")
        rule, phrase = self.words.why(e, s, seat, action)
        return IllegalMove(say(self.catalogue, phrase, names, seat), rule)

    def check_seats(self, seats: int) -> None:
        """Refuse a number of seats that the game is not made for."""
        if seats not in self.seats:
            first, last = self.seats[0], self.seats[-1]
            allowed = f"{first}" if first == last else f"{first} to {last}"
            raise BadSeats(f"{self.title} is played by {allowed} players, not {seats}.")

    @functools.cached_property
    def notations(self) -> tuple[str, ...]:
        """The notation of every action number."""
        return tuple(self.words.notation(action) for action in range(self.rules.ACTIONS))

    @functools.cached_property
    def _actions(self) -> dict[str, int]:
        return {_folded(text): action for action, text in enumerate(self.notations) if text}

    def notation(self, action: int) -> str:
        """The action in the words that people say aloud."""
        return self.notations[action]

    def parse(self, text: str) -> int:
        """The action that the text names; the reverse of `notation`."""
        try:
            return self._actions[_folded(text)]
        except KeyError:
            shown = text if len(text) <= 60 else text[:57] + "…"
            raise BadNotation(f"“{shown}” is not an action of {self.title}.") from None


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()
