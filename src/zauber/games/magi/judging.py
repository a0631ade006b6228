"""Evaluates a position of Magi for every seat, for players who search one round ahead."""

import math

from ..contract.kernel import Array, Record

SHARP = 0.045  # the weight of a point at the start of a match
SHARPER = 0.105  # the additional weight when somebody is about to reach the target


def round_number(e: Record, s: Record) -> int:
    """Rounds begun."""
    return s.rounds


def judge(e: Record, s: Record, mind: Array, desk: Array, out: Array) -> None:
    """Fewer minus points are better, the more so the nearer the end is; fitted to matches by rule of thumb."""
    most = 0
    for seat in range(s.seats):
        most = max(most, s.score[seat])
    near = most / e.target
    weight = SHARP + SHARPER * near * near
    total = 0.0
    for seat in range(s.seats):
        out[seat] = math.exp(-weight * s.score[seat])
        total += out[seat]
    for seat in range(s.seats):
        out[seat] /= total
