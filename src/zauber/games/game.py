"""`Game`: everything about one game, loaded on first use."""

import functools
import importlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from types import ModuleType, SimpleNamespace
from typing import Any, Literal

import numpy as np

from ..errors import BadNotation, BadSeats, BrokenRules, IllegalMove
from .compiling.link import Linker, Wrap, compiled, plain
from .compiling.listening import NoteRoom
from .contract import kernel
from .contract.calling import Words
from .contract.editions import Edition, Number, Option, load_edition
from .contract.events import Events, PhraseMaker
from .contract.layout import Layout, undeclared
from .contract.loading import check_open, check_optional, check_rules, check_words
from .contract.phrases import Phrase, Speaker, speaker_of

Difficulty = Literal["", "easy", "medium", "hard"]  # "": not said
PROGRAM_TURN_LIMIT = 1_000  # for games whose matches need not end, when only programs play


@dataclass(frozen=True, eq=False, kw_only=True)
class Game:
    """A game: its name, rules, words and editions.

    What people read about a game is stated here and nowhere else: `title`, `line` (a few words for the front page),
    `blurb` (a sentence or two), `summary` (the rules in a paragraph), `designer`, `seats` (the possible numbers of
    players), `age` and `minutes` (as the box or the book says), and `difficulty` (ours: how long the rules take to
    learn).

    `package` is the import name of its folder, which holds `rules.py`, `events.py`, `words.py`, `en.json`, `rules.md`
    and `editions/*.toml`; the first of `editions` is the default. `numbers` and `options` say what such a file holds.
    The rules of a `heavy` game are compiled even for a single match.

    `version` is raised by every change of the rules that would make old records replay differently. Old versions stay
    playable: an Edition record with a field `rules` holds the version, the rules check it where they differ, and
    `SINCE` in `rules.py` names the State's fields that were added later.

    A game that need not end (`ENDLESS` in its rules) has an option called `turn_limit`: a whole number, 0 for no limit,
    after which a match is scored as it stands. Programs that play on their own set it; see `turn_limit`.

    `players` names the game's own bots, `benches` its own benchmarks, and `training` its own way to train a network,
    each as "module:name" inside the package. A player is a class, constructed with the game, that has `name`, `title`
    and `about`; `prepare()`; `choose(e, s, seat, seed, effort=1.0, sees_all=False)`, which returns an action, or None
    to follow the rule of thumb; `rank(e, s, seat, seed, effort=1.0)`, a list of (action, worlds, share, standard
    error), the best first, or empty; and `compare(e, s, seat, actions, seed, n)`,
    the shares after each action in `n` worlds, as rows. Every seat of a match gets a copy, which may remember. The
    first of `players` also plays for Mage, Archmage, hints and analyses. A bench is a function of the game and a number
    of seconds that returns its figures by name: unit and value, or a note why there is none. A training is a function
    of the game, a folder, minutes, a seed, a number of processes, and a function to which it tells its progress; it
    returns the figures of the network by name.
    """

    name: str
    title: str
    line: str
    designer: str
    seats: range
    age: int
    minutes: str
    blurb: str
    package: str
    editions: tuple[str, ...]
    summary: str = ""
    difficulty: Difficulty = ""
    status: str = "complete"
    numbers: tuple[Number, ...] = ()
    options: tuple[Option, ...] = ()
    teaser: Mapping[str, str] = field(default_factory=dict)
    version: int = 1
    heavy: bool = False
    players: tuple[str, ...] = ()
    memory: str = ""
    benches: Mapping[str, str] = field(default_factory=dict)
    training: str = ""

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle a game by the name of its package, so that another process loads its own."""
        if getattr(importlib.import_module(self.package), "GAME", None) is not self:
            raise BrokenRules(f"{self.title} cannot be pickled: it is not the GAME of {self.package}.")
        return _game_of, (self.package,)

    @functools.cached_property
    def rules(self) -> ModuleType:
        """The rule functions, interpreted: plain Python to read and debug."""
        return self._module("rules")

    @functools.cached_property
    def words(self) -> Words:
        """Names, views and sentences; checked against `zauber.games.contract.words`."""
        module = self._module("words")
        check_words(module, self.catalogue, self._sources(), self.events)
        return Words(module)

    @functools.cached_property
    def events(self) -> Events:
        """What its rules can note, as declared in `events.py`; empty for a game whose words `tell` by themselves."""
        if not resources.files(self.package).joinpath("events.py").is_file():
            return {}
        declared: Events = self._module("events").EVENTS
        return declared

    @functools.cached_property
    def teller(self) -> PhraseMaker:
        """Tells what the rules noted."""
        return PhraseMaker(self.events)

    @functools.cached_property
    def speaker(self) -> Speaker:
        """Says the game's phrases."""
        return speaker_of(self.catalogue)

    @functools.cached_property
    def catalogue(self) -> dict[str, Any]:
        """The game's English texts."""
        try:
            catalogue: dict[str, Any] = json.loads(self._file("en.json"))
        except ValueError as error:
            raise BrokenRules(f"{self.package}: en.json is not valid JSON: {error}.") from None
        return catalogue

    @property
    def page(self) -> str:
        """The rules page, as Markdown."""
        return self._file("rules.md")

    @property
    def turn_limit(self) -> Option | None:
        """The option that limits the number of turns, after which a match is scored as it stands, if there is one."""
        return next((option for option in self.options if option.key == "turn_limit"), None)

    @functools.cached_property
    def bindings(self) -> dict[Callable[..., Any], Callable[..., Any]]:
        """This game's function for each of the kernel's stubs; the rules are checked first."""
        fields = [*(number.field or number.key for number in self.numbers), *(option.key for option in self.options)]
        check_rules(f"{self.package}.rules", self.rules_of, max(self.seats), fields)
        check_optional(f"{self.package}.rules", self.extra)
        check_open(f"{self.package}.rules", self.open_fields, self.rules.State)
        state, edition = (self.rules_of(name).fields for name in ("State", "Edition"))
        self.layout.check(f"{self.package}.layout", self.observation_size, state, edition)
        return {stub: self.rules_of(stub.__name__) for stub in kernel.CONTRACT}

    @functools.cached_property
    def observation_size(self) -> int:
        """The length of an observation."""
        return int(self.rules_of("OBSERVATION"))

    @functools.cached_property
    def layout(self) -> Layout:
        """The parts of an observation; a game need not declare them."""
        declared: Layout | None = self.extra("LAYOUT")
        return undeclared(self.observation_size) if declared is None else declared

    @functools.cached_property
    def open_fields(self) -> str | tuple[str, ...]:
        """What the rules declare in OPEN, which is optional: see `zauber.games.contract.kernel`."""
        declared: str | tuple[str, ...] | None = self.extra("OPEN")
        return () if declared is None else declared

    def load(self) -> "Game":
        """Load and check everything now, so that faults show up here rather than at a table; return the game."""
        _ = self.bindings, self.notations, self.page
        for name in self.editions:
            self.edition(name)
        return self

    def _module(self, name: str) -> ModuleType:
        try:
            return importlib.import_module(f"{self.package}.{name}")
        except ModuleNotFoundError as error:
            if error.name != f"{self.package}.{name}":
                raise
            raise BrokenRules(f"{self.package} has no module {name}.py.") from None

    def _file(self, name: str) -> str:
        try:
            return resources.files(self.package).joinpath(name).read_text("utf-8")
        except FileNotFoundError:
            raise BrokenRules(f"{self.package} has no file {name}.") from None

    def _sources(self) -> Iterator[tuple[str, str]]:
        for file in resources.files(self.package).iterdir():
            if file.name.endswith(".py"):
                yield file.name, file.read_text("utf-8")

    @functools.cached_property
    def _modules(self) -> list[ModuleType]:
        modules = [self.rules]
        for name in ("knowledge", "layout", "thumb", "naive", "accounts", "judging"):
            if resources.files(self.package).joinpath(f"{name}.py").is_file():
                modules.append(importlib.import_module(f"{self.package}.{name}"))
        return modules

    def extra(self, name: str) -> Any:
        """What the game defines by that name in `rules.py` or in a module next to it (what a seat may know in
        `knowledge.py`, advice in `thumb.py`, functions for the conformance suite in `accounts.py`, …), or None."""
        return next((vars(module)[name] for module in self._modules if name in vars(module)), None)

    def rules_of(self, name: str) -> Any:
        """The same for a name of the contract, which the game has to define."""
        if not any(name in vars(module) for module in self._modules):
            raise BrokenRules(f"{self.package}.rules does not define {name}.")
        return self.extra(name)

    def own(self, reference: str) -> Any:
        """An object of the game's package, given as "module:name"."""
        module, _, name = reference.partition(":")
        return getattr(importlib.import_module(f"{self.package}.{module}"), name)

    @functools.cached_property
    def _linkers(self) -> dict[Wrap, Linker]:
        return {}

    def linker(self, wrap: Wrap) -> Linker:
        """The linker that binds functions written against the kernel's stubs to this game."""
        return self._linkers.setdefault(wrap, Linker(self.bindings, wrap))

    @functools.cached_property
    def _listening(self) -> dict[Wrap, Linker]:
        return {}

    def listening(self, wrap: Wrap) -> Linker:
        """The same with the rules' notes written down, if it has events: for positions in a `NoteRoom`."""
        if not self.events:
            return self.linker(wrap)
        bindings = {**self.bindings, kernel.note: kernel.write_note}
        return self._listening.setdefault(wrap, Linker(bindings, wrap))

    def hear(self, e: Any, before: bytes, chance: bytes, seat: int, action: int) -> bytes:
        """What the rules note of a legal action, for `tell`, given the true position before it and the 16 bytes of its
        chance (none: the position's own). A game without events says nothing."""
        return self.listen(e, before, chance, seat, action).notes() if self.events else b""

    def listen(self, e: Any, before: bytes, chance: bytes, seat: int, action: int) -> NoteRoom:
        """The position after it, with the notes."""
        room = NoteRoom(self.rules.State)
        room.put(before, chance)
        self.listening(compiled if self.heavy else plain)(kernel.apply)(e, room.array[0], seat, action)
        return room

    def tell(self, e: Any, before: Any, after: Any, seat: int, action: int, viewer: int, notes: bytes) -> list[Phrase]:
        """What a viewer is told of an action: by the events that the rules noted or, in a game that declares none, by
        its words. The records are concealed for the viewer, and `action` is HIDDEN if the viewer did not see it."""
        if not self.events:
            phrases: list[Phrase] = self.words.tell(e, before, after, seat, action, viewer)
            return phrases
        phrases = self.teller.told(notes, viewer)
        if after.turn == kernel.NOBODY:
            phrases.append(self.words.ending(e, after))
        return phrases

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

    def edition(self, source: str = "", options: Mapping[str, Any] | None = None, rules: int = 0) -> Edition:
        """An edition by name (of `editions`) or by the path of a TOML file, with options changed; `rules`: for an
        older version of the rules."""
        return load_edition(self, source or self.editions[0], dict(options or {}), rules)

    def new_state(self) -> Any:
        """An all-zero position."""
        return np.zeros(1, self.rules.State)[0]

    def new_options(self) -> kernel.Array:
        """A list for `moves` to fill."""
        return np.zeros(self.rules.MOST_MOVES, kernel.ACTION)

    def check_move(self, e: Any, s: Any, seat: int, action: int) -> None:
        """Raise `IllegalMove` if the rules do not allow the seat that action now."""
        legal = self.new_options()
        if action not in legal[: self.interpreted.moves(e, s, seat, legal)]:
            hidden = s.copy()
            self.interpreted.conceal(e, hidden, seat)
            raise self.refusal(e, hidden, seat, action)

    def refusal(self, e: Any, s: Any, seat: int, action: int, names: Sequence[str] = ()) -> IllegalMove:
        """Why that seat, which knows the concealed position, may not take an action: a sentence, and the rule."""
        if not self._has(action):
            return self._no_action(action)
        rule, phrase = self.words.why(e, s, seat, action)
        return IllegalMove(self.speaker.say(phrase, names, seat), rule)

    def check_action(self, action: int) -> None:
        """Raise `IllegalMove` for a number that is not one of the game's actions."""
        if not self._has(action):
            raise self._no_action(action)

    def _has(self, action: int) -> bool:
        return 0 <= action < int(self.rules.ACTIONS)

    def _no_action(self, action: int) -> IllegalMove:
        return IllegalMove(f"There is no action number {action} in {self.title}.")

    def check_seats(self, seats: int) -> int:
        """The number of seats, if the game supports it; otherwise raise `BadSeats`."""
        if seats not in self.seats:
            first, last = self.seats[0], self.seats[-1]
            allowed = f"{first}" if first == last else f"{first} to {last}"
            raise BadSeats(f"{self.title} is played by {allowed} players, not {seats}.")
        return int(seats)

    def newer_fields(self, rules: int) -> frozenset[str]:
        """The fields of a position that a version of the rules did not have."""
        since: Mapping[str, int] = getattr(self.rules, "SINCE", {})
        return frozenset(field for field, version in since.items() if version > rules)

    @functools.cached_property
    def remembered(self) -> bool:
        """Whether remembering is part of the game, so that what was seen cannot be looked up before the end."""
        return hasattr(self.words, "afterwards")

    def afterwards(self, phrases: list[Phrase]) -> list[Phrase]:
        """The phrases about an action that may be read later in the match, given those told when it happened."""
        told: list[Phrase] = self.words.afterwards(phrases) if self.remembered else phrases
        return told

    @functools.cached_property
    def notations(self) -> tuple[str, ...]:
        """The notation of every action number."""
        return tuple(self.words.notation(action) for action in range(self.rules.ACTIONS))

    @functools.cached_property
    def _actions(self) -> dict[str, int]:
        return {_folded(text): action for action, text in enumerate(self.notations) if text}

    def notation(self, action: int) -> str:
        """The action as people say it aloud."""
        self.check_action(action)
        return self.notations[action]

    def parse(self, text: str) -> int:
        """The action that the text names; the reverse of `notation`."""
        try:
            return self._actions[_folded(text)]
        except KeyError:
            shown = text if len(text) <= 60 else text[:57] + "…"
            raise BadNotation(f"“{shown}” is not an action of {self.title}.") from None


def _game_of(package: str) -> Game:
    game: Game = importlib.import_module(package).GAME
    return game


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()
