"""Chi-square tests for tests of randomness, without a library."""

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from typing import Any

LEAST = 5.0  # cells with a lower expectation are merged


def chi_square_tail(statistic: float, degrees: int) -> float:
    """How likely so large a value is by chance (Wilson and Hilferty's approximation, ample for a verdict)."""
    if degrees < 1:
        return 1.0
    spread = 2.0 / (9.0 * degrees)
    z = ((statistic / degrees) ** (1.0 / 3.0) - (1.0 - spread)) / math.sqrt(spread)
    return 0.5 * math.erfc(z / math.sqrt(2.0))


def fits(observed: Mapping[Any, int], odds: Mapping[Any, float]) -> float:
    """How likely such counts are if these are the odds. An event without odds must not happen."""
    if any(n and not odds.get(event) for event, n in observed.items()):
        return 0.0
    total = sum(observed.values())
    statistic, cells, rest_seen, rest_expected = 0.0, 0, 0.0, 0.0
    for event, probability in odds.items():
        expected, seen = total * probability, observed.get(event, 0)
        if expected < LEAST:
            rest_seen, rest_expected = rest_seen + seen, rest_expected + expected
        else:
            statistic, cells = statistic + (seen - expected) ** 2 / expected, cells + 1
    if rest_expected >= LEAST:
        statistic, cells = statistic + (rest_seen - rest_expected) ** 2 / rest_expected, cells + 1
    return chi_square_tail(statistic, cells - 1)


def same_distribution(one: Iterable[Hashable], other: Iterable[Hashable]) -> float:
    """How likely two samples differ this much if they come from one distribution."""
    a, b = Counter(one), Counter(other)
    n, m = sum(a.values()), sum(b.values())
    cells: list[tuple[int, int]] = []
    rest = (0, 0)
    for event in set(a) | set(b):
        if min(n, m) * (a[event] + b[event]) / (n + m) < LEAST:
            rest = (rest[0] + a[event], rest[1] + b[event])
        else:
            cells.append((a[event], b[event]))
    if sum(rest):
        cells.append(rest)
    statistic = sum((math.sqrt(m / n) * x - math.sqrt(n / m) * y) ** 2 / (x + y) for x, y in cells)
    return chi_square_tail(statistic, len(cells) - 1)
