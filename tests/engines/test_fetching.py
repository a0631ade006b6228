"""Compiled loops tell the processor which lanes are due; asking for a row beyond the last is harmless."""

import importlib
from typing import Any

import numpy as np

from zauber.games.compiling.fetching import line_fetching, row_fetching
from zauber.games.compiling.link import Linker, Role, compiled, plain
from zauber.games.contract.kernel import Array, fetch


def fetch_and_sum(rows: Array) -> int:
    total = 0
    for i in range(len(rows)):
        fetch(rows, i + 1000, 1 << 20)
        total += rows[i, 0]
    return total


def test_fetch_is_an_instruction_where_it_is_compiled_and_nothing_elsewhere() -> None:
    numba: Any = importlib.import_module("numba")
    made = compiled(fetch, "", Role.HOT)
    assert made.py_func.__code__ is row_fetching().__code__
    assert compiled(fetch, "", Role.HOT) is made
    rows = np.arange(1000).reshape(5, 200)
    assert Linker({}, compiled)(fetch_and_sum)(rows) == Linker({}, plain)(fetch_and_sum)(rows) == 2000
    fetch_line = line_fetching()

    def ask(address: int) -> None:
        fetch_line(address)

    asking = numba.njit(ask)
    asking(1 << 46)
    assert "llvm.prefetch" in "".join(asking.inspect_llvm().values())
