"""The bench “strokes”, compared with Pymunk: random straight turns into the opening position, until something falls."""

import importlib.util
import math
import time
from typing import Any

import numpy as np

from ..compiling.link import compiled, link
from ..contract.kernel import Array, Record, below, sow
from ..game import Game
from .headings import COSINE, HEADINGS, PER_HEADING, POINTS, SINE
from .physics import stroke
from .table import MAGICIAN, lay_out, radius

WIDE = 13  # headings about the straight way in, of which each turn takes one
LONGEST = 100  # strokes of a turn
FIRST = 8  # strokes at the start of a turn, which meet few pieces


def figures(game: Game, seconds: float) -> dict[str, tuple[str, float] | str]:
    """The bench “strokes”: whole turns, the first strokes of them, and Pymunk's pace at the same sub-steps."""
    about = (game.edition().record, game.rules.State, seconds)
    whole = strokes_per_second(*about, LONGEST)
    found: dict[str, tuple[str, float] | str] = {
        "whole turns": ("strokes/s", whole),
        f"the first {FIRST} of a turn": ("strokes/s", strokes_per_second(*about, FIRST)),
    }
    if importlib.util.find_spec("pymunk") is None:
        return found | {"whole turns by Pymunk": "This needs Pymunk: pip install 'zauber[physics-check]'."}
    theirs = pymunk_strokes_per_second(*about)
    return found | {
        "whole turns by Pymunk": ("strokes/s", theirs),
        "whole turns, against Pymunk": ("times", whole / theirs),
    }


def begin_turn(e: Record, s: Record, number: int) -> int:
    """The opening position with a magician at a random point of the edge; returns a heading into the plate."""
    sow(s, 5, number)
    lay_out(e, s)
    point = below(s, POINTS)
    away = 0.5 * (e.plate + e.magician)
    s.x[MAGICIAN] = away * COSINE[point]
    s.y[MAGICIAN] = away * SINE[point]
    s.here[MAGICIAN] = 1
    return (point // PER_HEADING + HEADINGS // 2 + below(s, WIDE) - WIDE // 2) % HEADINGS


def run_turns(e: Record, states: Array, first: int, turns: int, most: int) -> int:
    """Push through that many turns (`states[1]` stays all zeros); return the strokes made."""
    s = states[0]
    strokes = 0
    for number in range(first, first + turns):
        states[0] = states[1]
        heading = begin_turn(e, s, number)
        for _ in range(most):
            stroke(e, s, MAGICIAN, heading)
            strokes += 1
            if s.fallen > 0 or s.landed >= 0:
                break
    return strokes


def strokes_per_second(e: Record, dtype: Any, seconds: float = 1.0, most: int = LONGEST) -> float:
    """Our pace on one core, by the time of this thread; `most` is how many strokes of each turn are made."""
    program = link(run_turns, {}, compiled)
    states = np.zeros(2, dtype)
    program(e, states, 0, 1, most)
    strokes, turns, begun = 0, 0, time.thread_time()
    while (spent := time.thread_time() - begun) < seconds:
        strokes += program(e, states, turns, 20, most)
        turns += 20
    return float(strokes / spent)


def pymunk_strokes_per_second(e: Record, dtype: Any, seconds: float = 1.0) -> float:
    """Pymunk's pace at the same sub-steps: a kinematic disc, mass = area, damping 0, no friction."""
    import pymunk

    strokes, number, spent = 0, 0, 0.0
    while spent < seconds:
        s: Any = np.zeros(1, dtype)[0]
        heading = begin_turn(e, s, number)
        number += 1
        space = pymunk.Space()
        space.damping = 0.0
        bodies = {}
        for piece in np.nonzero(s.here)[0]:
            size = float(radius(e, int(piece)))
            held = piece == MAGICIAN
            body = pymunk.Body(body_type=pymunk.Body.KINEMATIC) if held else pymunk.Body(math.pi * size**2, math.inf)
            body.position = (float(s.x[piece]), float(s.y[piece]))
            space.add(body, pymunk.Circle(body, size))
            bodies[int(piece)] = body
        pace = 60.0
        bodies[MAGICIAN].velocity = (
            pace * float(COSINE[heading * PER_HEADING]),
            pace * float(SINE[heading * PER_HEADING]),
        )
        begun = time.thread_time()
        for _ in range(LONGEST):
            for _ in range(int(e.stroke_steps)):
                space.step(float(e.step) / pace)
            strokes += 1
            if any(b.position.length > 0.5 * e.plate for i, b in bodies.items() if i != MAGICIAN):
                break
        spent += time.thread_time() - begun
    return strokes / spent
