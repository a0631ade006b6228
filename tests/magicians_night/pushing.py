"""Helpers for the tests of the physics: a stroke alone, random positions, and what they do to a position."""

from typing import Any

import numpy as np

from zauber.games.compiling.link import compiled, link
from zauber.games.magicians_night import physics, table
from zauber.games.magicians_night.headings import COSINE, SINE
from zauber.games.magicians_night.table import MAGICIAN, PIECES, TREE

from .night import GAME

E = GAME.edition().record
RADIUS = np.array([float(table.radius(E, piece)) for piece in range(PIECES)])
HELD = MAGICIAN
stroke = link(physics.stroke, {}, compiled)
lay_out = link(table.lay_out, {}, compiled)


def opening() -> Any:
    """The set-up, without any magician."""
    s = GAME.new_state()
    lay_out(E, s)
    s.landed = -1
    return s


def entering(point: int) -> Any:
    """The set-up with a magician at a point of the edge."""
    s = opening()
    s.x[HELD], s.y[HELD], s.here[HELD] = 192 * COSINE[point], 192 * SINE[point], 1
    return s


def scattered(seed: int, pieces: int = 25, half: float = 120.0) -> Any:
    """A magician in the middle of some pieces at random places without overlap."""
    dice = np.random.default_rng(seed)
    s = GAME.new_state()
    s.landed = -1
    chosen = [HELD, *dice.permutation(np.arange(TREE, MAGICIAN))[: pieces - 1]]
    for piece in chosen:
        for _ in range(2000):
            x, y = dice.uniform(-half, half, 2)
            others = s.here > 0
            if (np.hypot(s.x - x, s.y - y)[others] > RADIUS[others] + RADIUS[piece]).all():
                s.x[piece], s.y[piece], s.here[piece] = x, y, 1
                break
    return s


def pushed(s: Any, heading: int, strokes: int = 1) -> Any:
    """A copy after some strokes, or until something falls or lands."""
    after = s.copy()
    for _ in range(strokes):
        stroke(E, after, HELD, heading)
        if after.fallen or after.landed >= 0:
            break
    return after


def gaps(s: Any) -> Any:
    """The gaps of all pairs on the plate."""
    on = s.here > 0
    x, y, r = s.x[on], s.y[on], RADIUS[on]
    apart = np.hypot(x[:, None] - x, y[:, None] - y) - (r[:, None] + r)
    return apart[np.triu_indices(len(x), 1)]


def ways(before: Any, after: Any) -> Any:
    """How far every piece has gone; 0 for what is not on the plate any more."""
    on = (before.here > 0) & (after.here > 0)
    return np.where(on, np.hypot(after.x - before.x, after.y - before.y), 0.0)


def inward(point: int, turn: int = 0) -> int:
    """The heading from a point of the edge to the middle, turned by some steps."""
    return (round(point / 3) + 32 + turn) % 64
