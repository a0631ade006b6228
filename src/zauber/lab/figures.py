"""Small statistics: shares with confidence intervals, and summaries of lengths."""

import functools
import math
from typing import Any

import numpy as np

from ..engines.runs import Simulation
from ..games.contract.kernel import Array

Z95 = 1.959963984540054  # the normal quantile of a 95 % interval
QUANTILES = (5, 25, 50, 75, 95)


def wilson(wins: float, trials: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's interval for a share. Shared wins count in part; the interval is then a little too wide."""
    if trials <= 0:
        return 0.0, 1.0
    share = wins / trials
    spread = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    middle, scale = share + z * z / (2 * trials), 1 + z * z / trials
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def over_deals(mean: float, variance: float, deals: int, each: int) -> tuple[float, float]:
    """A 95 % interval for a share of the win, from the mean and the variance of its means over deals of `each` matches.

    The matches of a deal depend on each other, so it counts as many independent matches as would vary as much, fewer by
    Student's quantile for so many deals, and never more than were played. For those the interval is exact (Clopper and
    Pearson; so done, Korn and Graubard's), which also holds near 0 and 1.
    """
    if deals < 2:
        return 0.0, 1.0
    matches = deals * each
    worth = float(matches)
    if 0 < mean < 1 and variance > 0:
        wide = (student(matches - 1) / student(deals - 1)) ** 2
        worth = min(worth, mean * (1 - mean) * deals / variance * wide)
    won = mean * worth
    low = beta_quantile(0.025, won, worth - won + 1) if won > 1e-9 else 0.0
    high = beta_quantile(0.975, won + 1, worth - won) if worth - won > 1e-9 else 1.0
    return low, high


@functools.cache
def student(freedom: int) -> float:
    """The 97.5 % quantile of Student's distribution."""
    x = beta_quantile(0.05, freedom / 2, 0.5)
    return math.sqrt(freedom * (1 - x) / x)


def beta_quantile(part: float, a: float, b: float) -> float:
    """Where the beta distribution reaches this part, by halving."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if _beta(middle, a, b) < part:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _beta(x: float, a: float, b: float) -> float:
    """The beta distribution's part up to x, by its continued fraction (Lentz)."""
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta(1 - x, b, a)
    if x <= 0:
        return 0.0
    front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    total = d
    for m in range(1, 500):
        for step in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            c, d = 1 + step / c, 1 / (1 + step * d)
            total *= c * d
        if abs(c * d - 1) < 1e-13:
            break
    return math.exp(front) / a * total


def spread(counts: Array) -> dict[str, Any]:
    """Mean, extremes and quantiles of whole numbers, given how often each of 0, 1, 2 … occurs."""
    found = np.flatnonzero(counts)
    if len(found) == 0:
        return {"mean": None, "least": None, "most": None} | {f"q{q}": None for q in QUANTILES}
    upto = np.cumsum(counts)
    trials = int(upto[-1])

    def quantile(percent: float) -> float:
        place = (trials - 1) * percent / 100
        low, high = np.searchsorted(upto, [math.floor(place), math.ceil(place)], "right")
        return float(low + (high - low) * (place - math.floor(place)))

    return {
        "mean": int((counts * np.arange(len(counts))).sum()) / trials,
        "least": int(found[0]),
        "most": int(found[-1]),
        **{f"q{q}": quantile(q) for q in QUANTILES},
    }


def summary(result: Simulation, endings: bool) -> dict[str, Any]:
    """The figures of a run, as plain data; with how matches ended, which is not counted in random play."""
    wins = []
    for seat, total in enumerate(result.wins):
        low, high = wilson(total, result.games)
        wins.append({"seat": seat, "wins": total, "share": total / max(1, result.games), "low": low, "high": high})
    found: dict[str, Any] = {
        "stopped": result.stopped,
        "games": result.games,
        "decisions": result.decisions,
        "seconds": result.seconds,
        "decisions_per_second": result.decisions_per_second,
        "ready_seconds": result.ready_seconds,
        "wins": wins,
        "nobody_won": result.nobody_won,
        "shared": result.shared,
        "unfinished": result.unfinished,
        "lengths": spread(result.lengths),
    }
    if endings:
        found["endings"] = {key: number / max(1, result.games) for key, number in result.endings.most_common()}
        if len(result.turns):
            found["turns"] = spread(result.turns)
    return found
