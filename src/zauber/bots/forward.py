"""A network's forward pass as a rule function, so that it can be compiled into the search.

A network sees the seats from its own on, and names the seats in its actions likewise: see `turned`.

`mind` holds the weights of one network one after another (`packed`), `desk` is working memory (`desk_size`). Nothing
depends on the network's width. Most inputs of a layer are zero: an observation is sparse, and a layer's output has been
through a ReLU. So a layer sums the rows of weights of its nonzero inputs, four rows at a time, which lets the compiler
keep the sums in vector registers.
"""

import math

import numpy as np

from ..games.contract.kernel import Array, Record, observe, root, turned
from .network import LAYERS, TINY, Weights

OBSERVATION, WIDTH, ACTIONS, WEIGHTS = range(4)  # of `mind`: three sizes, then the weights
VERDICTS, MOST_SEATS = 0, 16  # of `desk`: the network's value for each seat, or UNJUDGED
INPUT = MOST_SEATS  # of `desk`: the observation, then two layers and the output, with a zero after each
UNJUDGED = -1.0


def packed(weights: Weights) -> Array:
    """A network as one array. The expected share is the output after the last action's."""
    parts: list[Array] = [np.array([weights.observation, weights.width, weights.actions], np.float32)]
    for layer in weights.layers:
        parts += [np.ravel(part) for part in layer]
    head, constant = weights.value
    parts += [np.ravel(np.column_stack([weights.policy[0], head])), weights.policy[1], constant]
    return np.ascontiguousarray(np.concatenate(parts), np.float32)


def desk_size(weights: Weights) -> int:
    """How much working memory a forward pass needs."""
    return INPUT + weights.observation + 1 + 2 * (weights.width + 1) + weights.actions + 1


def used(desk: Array, source: int, i: int, rows: int) -> int:
    """The first nonzero input from `i` on; `rows` if there is none."""
    while i < rows and desk[source + i] == 0.0:
        i += 1
    return min(i, rows)


def weigh(mind: Array, start: int, rows: int, columns: int, desk: Array, source: int, target: int) -> None:
    """One layer: the bias, which is stored after the weights, plus the weighted inputs.

    If fewer than four inputs are left, the zero after them is multiplied with what is stored after the weights.
    """
    bias = mind[start + rows * columns : start + (rows + 1) * columns]
    out = desk[target : target + columns]
    for j in range(columns):
        out[j] = bias[j]
    a = used(desk, source, 0, rows)
    while a < rows:
        b = used(desk, source, a + 1, rows)
        c = used(desk, source, b + 1, rows)
        d = used(desk, source, c + 1, rows)
        add_rows(
            desk[source + a], mind[start + a * columns : start + (a + 1) * columns],
            desk[source + b], mind[start + b * columns : start + (b + 1) * columns],
            desk[source + c], mind[start + c * columns : start + (c + 1) * columns],
            desk[source + d], mind[start + d * columns : start + (d + 1) * columns],
            out,
        )  # fmt: skip
        a = used(desk, source, d + 1, rows)


def add_rows(
    w: float, row_w: Array, x: float, row_x: Array, y: float, row_y: Array, z: float, row_z: Array, out: Array
) -> None:
    """Add four weighted rows. Indices that start at zero let the compiler use vector instructions."""
    for j in range(len(out)):
        out[j] += w * row_w[j] + x * row_x[j] + y * row_y[j] + z * row_z[j]


def normalise(mind: Array, start: int, columns: int, desk: Array, target: int) -> None:
    """Normalise a layer's output to mean 0 and variance 1, scale and shift it, and apply ReLU."""
    total = 0.0
    for j in range(columns):
        total += desk[target + j]
    mean = total / columns
    squares = 0.0
    for j in range(columns):
        away = desk[target + j] - mean
        squares += away * away
    by = 1.0 / root(squares / columns + TINY)
    for j in range(columns):
        desk[target + j] = max(0.0, (desk[target + j] - mean) * by * mind[start + j] + mind[start + columns + j])
    desk[target + columns] = 0.0


def forward(e: Record, s: Record, seat: int, mind: Array, desk: Array) -> int:
    """Judge a position for a seat, from what it knows; return where in `desk` the preferences for all actions begin."""
    rows = int(mind[OBSERVATION])
    columns = int(mind[WIDTH])
    source = INPUT
    for i in range(rows + 1):
        desk[source + i] = 0.0
    observe(e, s, seat, desk[source : source + rows])
    target = source + rows + 1
    spare = target + columns + 1
    at = WEIGHTS
    for _layer in range(LAYERS):
        weigh(mind, at, rows, columns, desk, source, target)
        at += (rows + 1) * columns
        normalise(mind, at, columns, desk, target)
        at += 2 * columns
        rows = columns
        source = target
        target = spare
        spare = source
    output = INPUT + int(mind[OBSERVATION]) + 1 + 2 * (columns + 1)
    weigh(mind, at, columns, int(mind[ACTIONS]) + 1, desk, source, output)
    return output


def expected(mind: Array, desk: Array, output: int) -> float:
    """The share that the seat may expect, after `forward`."""
    return float(min(1.0, max(0.0, desk[output + int(mind[ACTIONS])])))


def preference(e: Record, s: Record, seat: int, action: int, desk: Array, output: int) -> float:
    """What the network thinks of an action of a seat."""
    return float(desk[output + turned(e, action, s.seats - seat, s.seats)])


def prefer(
    e: Record, s: Record, seat: int, actions: Array, desk: Array, output: int, part: float, warmth: float, out: Array
) -> None:
    """Mix the network's preferences, as probabilities of the legal moves, into the priors `out`."""
    n = len(actions)
    best = preference(e, s, seat, actions[0], desk, output)
    for i in range(1, n):
        best = max(best, preference(e, s, seat, actions[i], desk, output))
    total = 0.0
    for i in range(n):
        total += math.exp((preference(e, s, seat, actions[i], desk, output) - best) / warmth)
    for i in range(n):
        likely = math.exp((preference(e, s, seat, actions[i], desk, output) - best) / warmth) / total
        out[i] = (1.0 - part) * out[i] + part * likely
