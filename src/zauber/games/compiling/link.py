"""Linking: turning plain rule functions into interpreted, CPU or GPU code for one game.

Rule functions are plain Python. `link` copies a function and everything it calls, replaces the kernel's stubs by the
game's own functions, and wraps each copy, for example with Numba's compiler. Compiled code is cached on disk under a
hash of the code of everything that was linked, so the cache is never stale.

Where `note` is bound to nothing, because nobody listens, the copies are made without it and without the functions whose
names begin with `note_`: the bytecode of every call, its arguments included, is replaced by instructions that do
nothing.
"""

import contextlib
import dis
import enum
import functools
import hashlib
import os
import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType
from typing import Any

import numpy as np

from ...errors import BrokenRules
from ..contract import kernel
from .fetching import row_fetching
from .inner import translating
from .overloads import compile_once
from .records import handle_of

Function = Callable[..., Any]


class Role(enum.Enum):
    """How a linked function is called, with the word for it in the names of cache folders."""

    ENTRY = "door"  # from outside
    INNER = "inner"  # from linked code only
    HOT = "hot"  # from linked code only, and small or at every decision: inlined


Wrap = Callable[[Function, str, Role], Any]

KEPT_CACHES = 6000  # functions; a game links about a hundred
FORMAT = 2  # raise it when the same source is to be compiled differently
BARE: dict[str, Any] = {"_nrt": False, "no_cfunc_wrapper": True}  # options of Numba that are not documented
SMALL = 460  # bytes of bytecode up to which a function is inlined: measured against the time to compile


def plain(function: Function, key: str, role: Role) -> Function:
    """Leave the function interpreted. Records passed from outside are opened as handles (plain numbers)."""
    if role is not Role.ENTRY:
        return function

    @functools.wraps(function)
    def opened(*arguments: Any) -> Any:
        return function(*map(handle_of, arguments))

    return opened


def compiled(function: Function, key: str, role: Role) -> Any:
    """Compile for the CPU when first called, or load from the cache.

    Rule functions own no memory, so Numba's reference counting is switched off (it would cost 40 % of the time).
    Functions that are only called from compiled code get no Python wrapper and no machine code of their own, and those
    that are small or called at every decision are inlined. `kernel.fetch` becomes an instruction.
    """
    import numba

    if function.__code__ is kernel.fetch.__code__:
        return _compiled_fetch()
    folder = cache_folder() / f"{key}-{role.value}"
    vars(numba.config)["CACHE_DIR"] = str(folder)
    how: dict[str, Any] = {**BARE, "cache": True, "nogil": True, "error_model": "numpy"}
    how |= {"no_cpython_wrapper": role is not Role.ENTRY, "forceinline": role is Role.HOT}
    if role is not Role.ENTRY:
        how["pipeline_class"] = translating
    linked = numba.njit(**how)(function)
    compile_once(linked, folder / "lock")
    return linked


@functools.cache
def _compiled_fetch() -> Any:
    import numba

    return numba.njit(**BARE, forceinline=True)(row_fetching())


def link(function: Function, bindings: Mapping[Function, Function] | None = None, wrap: Wrap = plain) -> Any:
    """A copy of `function` in which every rule function it calls, however deep, is bound and wrapped."""
    return Linker(bindings or {}, wrap)(function)


class Linker:
    """Links several functions that share what they call."""

    def __init__(self, bindings: Mapping[Function, Function], wrap: Wrap) -> None:
        self._bindings = bindings
        self._wrap = wrap
        self._silent = kernel.note not in bindings
        self._hot = {*bindings.values(), *(v for v in vars(kernel).values() if isinstance(v, FunctionType))}
        self._linked: dict[tuple[Function, Role], Any] = {}

    def __call__(self, function: Function, role: Role = Role.ENTRY) -> Any:
        """The linked function, callable from Python unless another role is given."""
        function = self._bindings.get(function, function)
        if (function, role) not in self._linked:
            self._linked[function, role] = self._link(function, role)
        return self._linked[function, role]

    def _link(self, function: Function, role: Role) -> Any:
        if not isinstance(function, FunctionType) or function.__closure__:
            raise BrokenRules(f"{function!r} is not a plain function: rule functions are, and close over nothing.")
        scope = dict(function.__globals__)
        code = _without_notes(function) if self._silent else function.__code__
        for name in _names(code):
            if isinstance(scope.get(name), FunctionType):
                scope[name] = self(scope[name], self._inner_role(scope[name]))
        copy = FunctionType(code, scope, function.__name__, function.__defaults__)
        copy.__module__ = function.__module__
        copy.__qualname__ = function.__qualname__
        copy.__doc__ = function.__doc__
        return self._wrap(copy, self.key(function), role)

    def _inner_role(self, function: Function) -> Role:
        function = self._bindings.get(function, function)
        if function is kernel.write_note:
            return Role.INNER  # called in many places, so inlining it takes the compiler long
        return Role.HOT if function in self._hot or self._size(function) < SMALL else Role.INNER

    def _size(self, function: Function) -> int:
        """The bytes of a function's bytecode, without its notes where nobody listens."""
        if not isinstance(function, FunctionType):
            return 0
        size = len(function.__code__.co_code)
        return size - sum(len(place) for place in _notes_in(function)) if self._silent else size

    def cached(self, function: Function) -> bool:
        """Whether this machine has compiled the function before."""
        folder = cache_folder() / f"{self.key(function)}-{Role.ENTRY.value}"
        return any(folder.glob("*/*.nbc"))

    def key(self, function: Function) -> str:
        """A hash of the function's code and of all that it calls or reads, and of what is inlined."""
        digest = hashlib.sha256(f"{SMALL} {FORMAT}".encode())
        for text in _texts(function, self._bindings, set(), self._silent):
            digest.update(text)
        return digest.hexdigest()[:20]


@functools.cache
def _names(code: CodeType) -> list[str]:
    """The globals that a function reads (`co_names` holds attributes as well)."""
    return sorted({str(i.argval) for i in dis.get_instructions(code) if i.opname == "LOAD_GLOBAL"})


def _notes(name: str, function: FunctionType) -> bool:
    found = function.__globals__.get(name)
    return found is kernel.note or (name.startswith("note_") and isinstance(found, FunctionType))


@functools.cache
def _notes_in(function: FunctionType) -> list[range]:
    """Where calls of `note` stand in a function's bytecode: from the name to the dropping of the (missing) result."""
    found: list[range] = []
    begun, depth = -1, 0
    for step in dis.get_instructions(function.__code__):
        if begun < 0 and step.opname == "LOAD_GLOBAL" and _notes(step.argval, function):
            begun, depth = step.offset, 0
        if begun < 0:
            continue
        if step.opcode in dis.hasjrel or step.opcode in dis.hasjabs:
            raise BrokenRules(
                f"{function.__module__}: {function.__name__}() calls note() with a choice in its arguments."
            )
        depth += dis.stack_effect(step.opcode, step.arg if step.opcode >= dis.HAVE_ARGUMENT else None)
        if depth == 0:
            if step.opname != "POP_TOP":
                raise BrokenRules(
                    f"{function.__module__}: {function.__name__}() uses the result of note(), which has none."
                )
            found.append(range(begun, step.offset + 2))
            begun = -1
    return found


@functools.cache
def _without_notes(function: FunctionType) -> CodeType:
    """A function's code, in which every call of `note` is replaced by instructions that do nothing."""
    code, nothing = bytearray(function.__code__.co_code), bytes([dis.opmap["NOP"], 0])
    for place in _notes_in(function):
        code[place.start : place.stop] = nothing * (len(place) // 2)
    return function.__code__.replace(co_code=bytes(code)) if _notes_in(function) else function.__code__


def _texts(function: Function, bindings: Mapping[Function, Function], seen: set[Function], silent: bool) -> list[bytes]:
    function = bindings.get(function, function)
    if function in seen or not isinstance(function, FunctionType):
        return []
    seen.add(function)
    code = _without_notes(function) if silent else function.__code__
    texts = [
        f"{function.__module__}.{function.__qualname__}".encode(),
        code.co_code,
        repr(code.co_consts).encode(),
    ]
    for name in _names(code):
        value = function.__globals__.get(name)
        if isinstance(value, FunctionType):
            texts += [name.encode(), *_texts(value, bindings, seen, silent)]
        elif isinstance(value, np.ndarray):
            texts += [name.encode(), str(value.dtype).encode(), value.tobytes()]
        elif not isinstance(value, BuiltinFunctionType):
            texts.append(f"{name}={value!r}".encode())
    return texts


@functools.cache
def cache_folder() -> Path:
    """Where compiled code is cached: `$ZAUBER_CACHE`, or `zauber` in the user's cache folder."""
    given = os.environ.get("ZAUBER_CACHE")
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", base))
    folder = (Path(given) if given else base / "zauber") / "compiled"
    folder.mkdir(parents=True, exist_ok=True)
    _prune(folder)
    return folder


def _prune(folder: Path) -> None:
    """Delete the least recently used code, so that editing rules does not fill the disk.

    Other processes may do the same at the same time, so missing folders are ignored.
    """
    ages: list[tuple[float, Path]] = []
    for entry in folder.iterdir():
        with contextlib.suppress(OSError):
            ages.append((entry.stat().st_mtime, entry))
    for _, old in sorted(ages, reverse=True)[KEPT_CACHES:]:
        shutil.rmtree(old, ignore_errors=True)
