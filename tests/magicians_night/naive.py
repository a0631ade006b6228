"""A second implementation of pushing, slow and obvious: all pairs, very small steps, no state.

In every step the pusher goes a hundredth of a millimetre. Then every pair of pieces that would overlap is a contact,
and the contacts are gone over until no push changes any more; a push is never negative.
"""

import math

Disc = tuple[float, float, float]  # x, y, radius
TINY = 0.01


def push(pusher: Disc, others: list[Disc], angle: float, way: float) -> tuple[Disc, list[Disc]]:
    """The places after the pusher has gone that way in that direction."""
    discs = [pusher, *others]
    for _ in range(round(way / TINY)):
        x, y, r = discs[0]
        discs[0] = (x + TINY * math.cos(angle), y + TINY * math.sin(angle), r)
        discs = give_way(discs)
    return discs[0], discs[1:]


def give_way(discs: list[Disc]) -> list[Disc]:
    """Everything but the first gives way, by the least sum of area times way squared."""
    gaps = {}
    for i, (x, y, r) in enumerate(discs):
        for j, (u, v, q) in enumerate(discs[:i]):
            away = math.hypot(x - u, y - v)
            if away < r + q + 0.05:
                gaps[j, i] = (away - r - q, (x - u) / away, (y - v) / away)
    moved = [[0.0, 0.0] for _ in discs]
    pushes = dict.fromkeys(gaps, 0.0)
    yields = [0.0, *(1 / r**2 for _, _, r in discs[1:])]
    change = 1.0
    while change > 1e-9:
        change = 0.0
        for (i, j), (gap, nx, ny) in gaps.items():
            left = gap + nx * (moved[j][0] - moved[i][0]) + ny * (moved[j][1] - moved[i][1])
            more = max(-pushes[i, j], -left / (yields[i] + yields[j]))
            pushes[i, j] += more
            for k, sign in ((i, -1), (j, 1)):
                moved[k][0] += sign * yields[k] * more * nx
                moved[k][1] += sign * yields[k] * more * ny
            change = max(change, abs(more) * (yields[i] + yields[j]))
    return [(x + dx, y + dy, r) for (x, y, r), (dx, dy) in zip(discs, moved, strict=True)]
