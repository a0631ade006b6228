"""Magi by rule of thumb."""

from ..kernel import Array, Record, below


def advise(e: Record, s: Record, seat: int, options: Array, n: int) -> int:
    return options[below(s, n)]
