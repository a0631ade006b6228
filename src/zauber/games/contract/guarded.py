"""Calls a game's functions and turns every failure into a sentence.

`Guarded` has the functions of the contract as attributes. A call that raises, does not return in time, or writes beyond
a buffer, gives something other than a whole number or changes a record that it should only read raises `BrokenRules`,
which names the function, the line and the fault. If the rules are also compiled, calls run interpreted first and the
two results are compared: the interpreter checks every index and every value before compiled code can write out of
bounds, and it can be interrupted. Of the functions that are called most, and of heavy games, this is true of the first
calls and of some later ones.
"""

import copy
import ctypes
import linecache
import operator
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from ...errors import BrokenRules
from ..compiling.records import Unchangeable
from ..game import Game

GUARD = 64  # cells after a buffer that must not be written to
UNTOUCHED = 77
WHOLE = {"moves", "witness", "advise", "account", "bound", "turned"}  # those that give a whole number
WRITES = {"setup", "apply", "conceal", "imagine", "advise", "sow"}  # those that may change the position
ALWAYS = {"setup", "moves", "apply", "imagine"}  # those whose every call also runs interpreted: loops are likely here
CAREFUL = 150  # the first calls of the others that also run interpreted, and one in CAREFUL after that
CALL_SECONDS = 10.0  # seconds of processor time allowed for one call
IDLE = 20.0  # times as long by the clock, for a call that waits


class TimeUp(Exception):
    """Raised inside a function that does not return."""


class CallWatch:
    """Ends interpreted calls that do not return: a second thread raises `TimeUp` in the calling thread."""

    def __init__(self, patience: float = CALL_SECONDS) -> None:
        self.patience = patience
        self._lock = threading.Lock()
        self._end = threading.Event()
        self._begun: tuple[float, float] | None = None  # when the call began: processor time, and time by the clock
        self._raised = False
        self._caller = threading.get_ident()
        self._thread = threading.Thread(target=self._look, name="zauber-check-watch", daemon=True)

    def __enter__(self) -> "CallWatch":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join()

    def call(self, what: str, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function that must return in time."""
        try:
            self._begun = time.process_time(), time.monotonic()
            try:
                return function(*arguments)
            finally:
                with self._lock:
                    self._begun, raised, self._raised = None, self._raised, False
                if raised:
                    time.sleep(0.05)  # the exception may not have arrived yet
        except TimeUp:
            raise BrokenRules(f"{what} does not return: it was ended after {self.patience:g} seconds.") from None

    def _look(self) -> None:
        while not self._end.wait(min(0.05, self.patience / 4)):
            with self._lock:
                if self._late() and not self._raised:
                    self._raised = True
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._caller), ctypes.py_object(TimeUp))

    def _late(self) -> bool:
        """Whether a call has used up its time; a busy machine is not the call's fault."""
        if self._begun is None:
            return False
        used, passed = time.process_time() - self._begun[0], time.monotonic() - self._begun[1]
        return used > self.patience or passed > IDLE * self.patience


class Guarded:
    """The functions of a game's contract, guarded."""

    def __init__(self, game: Game, watch: CallWatch, compiled: bool) -> None:
        self.game, self.watch = game, watch
        self.plain = game.interpreted
        self.fast = game.compiled if compiled else None
        self._calls: Counter[str] = Counter()
        self._said: list[tuple[str, tuple[Any, ...], Any]] = []  # some calls of words, to be made again
        self._careful = CAREFUL // 10 if game.heavy else CAREFUL

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            return self.call(name, *arguments)

        setattr(self, name, call)
        return call

    def call(self, name: str, *arguments: Any) -> Any:
        """Call a function of the contract by its name."""
        records = [(a, a.tobytes()) for a in arguments if isinstance(a, np.void)]
        result = self._both_ways(name, arguments)
        for record, before in records[:-1] if name in WRITES else records:
            if record.tobytes() != before:
                what = "edition" if record.dtype == self.game.rules.Edition else "position"
                raise BrokenRules(f"{name}() changed the {what}.")
        return result

    def _both_ways(self, name: str, arguments: tuple[Any, ...]) -> Any:
        """Call a function interpreted and, with `compiled`, also compiled, and compare the results."""
        self._calls[name] += 1
        if self.fast is None:
            return self.interpreted(name, *arguments)
        always = name in ALWAYS and not self.game.heavy
        if not always and self._calls[name] > self._careful and self._calls[name] % self._careful:
            return getattr(self.fast, name)(*arguments)
        copies = tuple(a.copy() if isinstance(a, (np.void, np.ndarray)) else a for a in arguments)
        slow = self.interpreted(name, *copies)
        fast = self._compiled(name, arguments)
        if slow != fast:
            raise BrokenRules(f"{name}() gives {slow} interpreted and {fast} compiled.")
        for one, other in zip(copies, arguments, strict=True):
            if isinstance(one, (np.void, np.ndarray)) and one.tobytes() != other.tobytes():
                raise BrokenRules(f"{name}() writes {_difference(one, other)} when it is compiled.")
        return fast

    def interpreted(self, name: str, *arguments: Any) -> Any:
        """Call a function as plain Python."""
        try:
            result = self.watch.call(f"{name}()", getattr(self.plain, name), *arguments)
        except BrokenRules:
            raise
        except Exception as error:
            raise BrokenRules(f"{name}() {in_words(error, self.game)}") from None
        if name not in WHOLE:
            return result
        try:
            return operator.index(result)
        except TypeError:
            raise BrokenRules(f"{name}() gives {result!r}, which is not a whole number.") from None

    def _compiled(self, name: str, arguments: tuple[Any, ...]) -> Any:
        """Compiled code is not timed: the first call compiles, and later calls cannot be interrupted."""
        try:
            return getattr(self.fast, name)(*arguments)
        except Exception as error:
            raise BrokenRules(f"{name}() {in_words(error, self.game)}") from None

    def words(self, name: str, *arguments: Any) -> Any:
        """Call a function of the game's words by its name."""
        result = self._words(name, arguments)
        self._calls[name] += 1
        if self._calls[name].bit_count() == 1:  # more and more rarely
            copies = tuple(a.copy() if isinstance(a, np.void) else a for a in arguments)
            self._said.append((name, copies, copy.deepcopy(result)))
        return result

    def say_again(self) -> None:
        """Make some of the calls of words again, the last one first, and compare what they give."""
        for name, arguments, result in reversed(self._said):
            if self._words(name, arguments) != result:
                raise BrokenRules(
                    f"{name}() of words.py gives two answers for the same records: words remember nothing between"
                    " calls."
                )

    def _words(self, name: str, arguments: tuple[Any, ...]) -> Any:
        try:
            return self.watch.call(f"{name}()", getattr(self.game.words, name), *arguments)
        except BrokenRules as error:
            if error.__cause__ is None:
                raise
            raise BrokenRules(f"{name}() of words.py {in_words(error.__cause__, self.game)}") from None
        except Exception as error:
            raise BrokenRules(f"{name}() of words.py {in_words(error, self.game)}") from None


def _difference(one: Any, other: Any) -> str:
    if isinstance(one, np.void):
        for field in one.dtype.names or ():
            if one[field].tobytes() != other[field].tobytes():
                return f"{field} = {one[field]} when it is interpreted and {other[field]}"
    return f"{one.tolist()} when it is interpreted and {other.tolist()}"


class Buffer:
    """An array for a rule function to write into, with guard cells after it."""

    def __init__(self, size: int, kind: Any, name: str) -> None:
        self._whole = np.full(size + GUARD, UNTOUCHED, kind)
        self.cells = self._whole[:size]
        self._guard = self._whole[size:]
        self._name = name

    def check(self, function: str) -> None:
        """Raise when something was written after the last cell."""
        if (self._guard != UNTOUCHED).any():
            self._guard[:] = UNTOUCHED
            raise BrokenRules(f"{function}() writes beyond its buffer, whose size is {self._name} = {len(self.cells)}.")


# Error messages -----------------------------------------------------------------------------------------------------


def in_words(error: BaseException, game: Game) -> str:
    """What went wrong, and where in the game's source."""
    return f"{_meaning(error)}{_place(error, game)}"


def _meaning(error: BaseException) -> str:
    text = str(error)
    if type(error).__module__.startswith("numba"):
        return f"cannot be compiled: {_compiler_says(text)}"
    if isinstance(error, (ValueError, OverflowError)) and ("invalid value" in text or "out of bounds" in text):
        return "writes a value that its field cannot hold"
    if isinstance(error, TypeError) and "invalid type" in text:
        return "writes something other than a number of the field's type (such as a float into an integer field)"
    if isinstance(error, Unchangeable) or "cannot modify read-only memory" in text:
        return "changes the record that it is given"
    if isinstance(error, IndexError):
        return f"uses an index that is outside its array ({text})"
    if isinstance(error, ZeroDivisionError):
        return "divides by zero"
    if isinstance(error, RecursionError):
        return "calls itself without end"
    if isinstance(error, KeyError):
        return f"looks for {text}, which is not there"
    return f"fails with {type(error).__name__}: {text}"


def _compiler_says(text: str) -> str:
    """The one useful line of the compiler's message."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    for start in ("No implementation", "Cannot unify", "Unknown attribute", "Untyped global", "Invalid use"):
        for line in lines:
            if line.startswith(start):
                return line[:200]
    return lines[0][:200] if lines else "the compiler does not say why"


def _place(error: BaseException, game: Game) -> str:
    """The innermost line of the game's own files in the traceback."""
    module = game.package.replace(".", "/")
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if f"{module}/" in frame.filename]
    if not frames:
        return "."
    last = frames[-1]
    line = (last.line or linecache.getline(last.filename, last.lineno or 0)).strip()
    return f", in {last.filename.rpartition('/')[2]}, line {last.lineno}: {line}"
