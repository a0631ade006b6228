"""Small statistics: shares with confidence intervals, and summaries of lengths."""

import math
from typing import Any

import numpy as np

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
