"""The rule functions that a `Position` calls, one at a time, with as little overhead from Python as possible.

The functions are written against the kernel's stubs and linked to each game. Light games start interpreted, so that a
short script never waits for the compiler; longer work is compiled. The results are identical.
"""

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..games.compiling import link
from ..games.compiling.entry import entry_of
from ..games.compiling.records import form_of, handle_of
from ..games.contract.editions import Edition
from ..games.contract.kernel import ACTION, Array, apply, conceal, imagine, moves, observe, outcome, setup, witness
from ..games.game import Game

READY = 64  # calls after which compiled code is loaded, if it is in this machine's cache
WORTH_IT = 2000  # calls after which a few seconds of compiling pay off


def setup_one(editions: Array, states: Array, seats: int) -> None:
    """Set the game up."""
    setup(editions[0], states[0], seats)


def moves_one(editions: Array, states: Array, seat: int, out: Array) -> int:
    """Write the legal moves of a seat into `out`; return how many."""
    return moves(editions[0], states[0], seat, out)


def apply_one(editions: Array, states: Array, seat: int, action: int) -> None:
    """Carry out a legal action."""
    apply(editions[0], states[0], seat, action)


def conceal_one(editions: Array, states: Array, seat: int) -> None:
    """Conceal what the seat may not know."""
    conceal(editions[0], states[0], seat)


def imagine_one(editions: Array, states: Array, seat: int) -> None:
    """Fill a concealed position with one world that the seat thinks possible."""
    imagine(editions[0], states[0], seat)


def observe_one(editions: Array, states: Array, seat: int, out: Array) -> None:
    """Write what the seat knows, given a concealed position, as numbers."""
    observe(editions[0], states[0], seat, out)


def witness_one(editions: Array, states: Array, seat: int, action: int, viewer: int) -> int:
    """What the viewer sees of an action that the seat takes here."""
    return witness(editions[0], states[0], seat, action, viewer)


def outcome_one(editions: Array, states: Array, out: Array) -> None:
    """Write each seat's share of the win."""
    outcome(editions[0], states[0], out)


# the functions that playing or checking a match may call
OF_A_MATCH = setup_one, moves_one, apply_one, conceal_one, witness_one, outcome_one


class Steps:
    """The functions above for one game, interpreted: records are given as a tuple of one."""

    compiled = False

    def __init__(self, game: Game) -> None:
        bind = game.linker(link.plain)
        self.setup_one, self.moves_one, self.apply_one = bind(setup_one), bind(moves_one), bind(apply_one)
        self.conceal_one, self.imagine_one = bind(conceal_one), bind(imagine_one)
        self.observe_one, self.witness_one = bind(observe_one), bind(witness_one)
        self.outcome_one = bind(outcome_one)
        self._last: tuple[Any, Any] = (None, None)  # the position of the last call, and its handle

    def edition(self, edition: Edition) -> Any:
        """An edition as these functions take it."""
        return (handle_of(edition.record),)

    def state(self, states: Array) -> Any:
        """A position as these functions take it."""
        last = self._last
        if last[0] is not states:
            last = self._last = (states, (handle_of(states[0]),))
        return last[1]


class QuickSteps(Steps):
    """The same, compiled: records are given as an array of one. Each function is compiled when it is first used."""

    compiled = True

    def __init__(self, game: Game) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name not in _LIKE:
            raise AttributeError(name)
        function, more = _LIKE[name]
        rules = self._game.rules
        bind = self._game.linker(link.compiled)
        entry = entry_of(bind(function), np.zeros(1, rules.Edition), np.zeros(1, rules.State), *more)
        setattr(self, name, entry)
        return entry

    def edition(self, edition: Edition) -> Any:
        """An edition as these functions take it."""
        return edition.array

    def state(self, states: Array) -> Any:
        """A position as these functions take it."""
        return states


_BUFFER = np.zeros(1, ACTION)
_LIKE: dict[str, tuple[Callable[..., Any], tuple[Any, ...]]] = {
    "setup_one": (setup_one, (0,)),
    "moves_one": (moves_one, (0, _BUFFER)),
    "apply_one": (apply_one, (0, 0)),
    "conceal_one": (conceal_one, (0,)),
    "imagine_one": (imagine_one, (0,)),
    "observe_one": (observe_one, (0, np.zeros(1, np.float32))),
    "witness_one": (witness_one, (0, 0, 0)),
    "outcome_one": (outcome_one, (np.zeros(1, np.float64),)),
}


class WhenToCompile:
    """Tells when some functions of a game, which start interpreted, should be compiled."""

    def __init__(self, game: Game, functions: Sequence[Callable[..., Any]]) -> None:
        self._linker, self._functions = game.linker(link.compiled), functions
        self._calls = 0

    def cached(self) -> bool:
        """Whether this machine has compiled them before."""
        return all(map(self._linker.cached, self._functions))

    def now(self) -> bool:
        """Count a call; whether to compile now."""
        self._calls += 1
        return self._calls == WORTH_IT or (self._calls == READY and self.cached())


class Stepping:
    """The functions that a game's positions use now, and access to the fields that every State has.

    `compiled` says whether the rules are compiled from the start, or never. By default heavy rules are compiled at once
    and others when it pays.
    """

    def __init__(self, game: Game, compiled: bool | None = None) -> None:
        self.game = game
        self.fixed = compiled is not None
        self.dtype: np.dtype[Any] = game.rules.State
        form = form_of(self.dtype)
        self.size = form.size
        self.most: int = game.rules.MOST_MOVES
        self.turn, self.seats, self.rng = form.byte("turn"), form.byte("seats"), form.place("rng")
        self._when = WhenToCompile(game, OF_A_MATCH)
        self._steps = Steps(game)
        if compiled or (compiled is None and game.heavy):
            self.compile()

    def compile(self) -> None:
        """Switch to compiled rules."""
        if not self._steps.compiled:
            self._steps = QuickSteps(self.game)

    def warm(self) -> None:
        """Compile or load everything that a match may call."""
        self.compile()
        for function in OF_A_MATCH:
            getattr(self._steps, function.__name__)

    @property
    def steps(self) -> Steps:
        """The functions to use for the next call."""
        steps = self._steps
        if steps.compiled or self.fixed:
            return steps
        if self._when.now():
            self.compile()
        return self._steps


@functools.cache
def stepping(game: Game, compiled: bool | None = None) -> Stepping:
    """The `Stepping` of a game, one for all its positions."""
    return Stepping(game, compiled)
