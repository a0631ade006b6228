"""Evaluates a position of Papageno for every seat, for players who search one round ahead."""

from ..contract.kernel import Array, Record

FACTORS = (
    14.0,
    7.0,
    2.25,
    1.0,
    0.5,
    0.27,
    0.15,
    0.08,
)  # by rounds still to win: the odds of a fair race


def round_number(e: Record, s: Record) -> int:
    """Rounds begun."""
    return s.rounds


def judge(e: Record, s: Record, mind: Array, desk: Array, out: Array) -> None:
    """Assume that from here on everybody is equally likely to win a round."""
    total = 0.0
    for seat in range(s.seats):
        left = min(7, max(0, e.rounds_to_win - s.wins[seat]))
        out[seat] = FACTORS[left]
        total += out[seat]
    for seat in range(s.seats):
        out[seat] /= total
