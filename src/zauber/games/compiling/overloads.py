"""How often Numba compiles a function.

Numba compiles a function anew for every combination of argument types, and every process does so by itself. Rule
functions are called with whole numbers of all widths (a seat from a record, a constant, a number from Python), which
mean the same. So they are compiled once, for 64 bits, and one process compiles while others wait for the result. This
uses undocumented parts of Numba, here and nowhere else.
"""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def compile_once(function: Any, lock: Path) -> None:
    """Let a compiled function have one overload for all widths of whole numbers, compiled by one process at a time."""
    import numba
    from numba.core.compiler_lock import global_compiler_lock

    types: Any = numba.types

    def widened(kind: Any) -> Any:
        plain = types.unliteral(kind)
        return types.int64 if isinstance(plain, types.Integer) and plain.signed else plain

    def compile_widened(signature: tuple[Any, ...]) -> Any:
        wide = tuple(widened(kind) for kind in signature)
        with global_compiler_lock, contextlib.ExitStack() as stack:  # in this order, as inside Numba
            if wide not in function.overloads:
                stack.enter_context(alone(lock))
            code = type(function).compile(function, wide)
        if wide != signature:
            function._insert([kind._code for kind in signature], code, False)
        return code

    function.compile = compile_widened


@contextlib.contextmanager
def alone(path: Path) -> Iterator[None]:
    """Wait until no other process holds this file's lock, where the system has file locks; the file stays as it is."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
