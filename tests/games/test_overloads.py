"""Compiled functions have one overload for whole numbers of all widths, and inner ones no code of their own."""

from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from zauber.games.compiling import link


def total(a: int, b: int) -> int:
    return a + b


def of_a_constant(a: int) -> int:
    return total(a, 3) + total(3, a)


@pytest.fixture
def compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Compiles in a cache of its own."""
    monkeypatch.setattr(link, "cache_folder", lambda: tmp_path)
    return link.Linker({}, link.compiled)


def test_all_widths_share_one_overload(compiled: Any) -> None:
    function = compiled(total)
    for narrow in (np.int8, np.int16, np.int32, np.int64, int):
        assert function(narrow(100), 100) == 200
        assert function(narrow(100), narrow(100)) == 200  # more than eight bits hold
    assert len(function.overloads) == 1
    assert sum(function.stats.cache_misses.values()) == 1


def test_known_widths_are_called_directly(compiled: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    function = compiled(total)
    assert function(np.int8(1), np.int16(2)) == 3

    def fails(signature: Any) -> Any:
        raise AssertionError(f"asked for {signature} again")

    monkeypatch.setattr(function, "compile", fails)
    assert function(np.int8(3), np.int16(4)) == 7
    assert function(3, 4) == 7
    with pytest.raises(AssertionError, match="int32"):
        function(np.int32(3), 4)


def test_constants_and_numbers_of_records_share_the_overload_of_an_inner_function(compiled: Any) -> None:
    record = np.zeros(1, [("a", "i1")]).view(np.recarray)[0]
    record.a = 5
    assert compiled(of_a_constant)(record.a) == 16
    assert len(compiled(total, link.Role.HOT).overloads) == 1


def test_other_types_have_overloads_of_their_own(compiled: Any) -> None:
    function = compiled(total)
    assert function(1.5, 2) == 3.5
    assert function(1, 2) == 3
    assert function(1, 2.5) == 3.5
    assert len(function.overloads) == 3


@pytest.mark.parametrize("role", [link.Role.HOT, link.Role.INNER])
def test_an_inner_function_has_no_machine_code_of_its_own(compiled: Any, role: link.Role) -> None:
    inner = compiled(total, role)
    inner.compile((numba.int64, numba.int64))
    (overload,) = inner.overloads.values()
    assert list(overload.library.get_defined_functions()) == []
    assert compiled(of_a_constant)(5) == 16


def test_code_from_the_cache_is_linked_as_well(compiled: Any) -> None:
    assert compiled(of_a_constant)(5) == 16
    again = link.Linker({}, link.compiled)
    assert again(of_a_constant)(5) == 16
    assert sum(again(of_a_constant).stats.cache_hits.values()) == 1

    inner = again(total, link.Role.HOT)
    inner.compile((numba.int64, numba.int64))
    assert sum(inner.stats.cache_hits.values()) == 1
