"""Our pushing held against Pymunk's: a kinematic disc among bodies of mass = area, damping 0, no friction.

Pymunk makes steps of 0.02 mm. A whole run compares 200 random turns (`ZAUBER_FULL=1`); otherwise the first 10 of them
are compared.
"""

import math
from typing import Any

import numpy as np
import pytest

from tests.sizes import size

from .pushing import HELD, RADIUS, E, entering, inward, pushed, ways

pytestmark = pytest.mark.no_cover  # repeats much: other tests cover these lines

pymunk = pytest.importorskip("pymunk", reason="the extra physics-check is not installed")

PUSHES = size(200, 10)
FINE = 5  # Pymunk's steps for one of ours
PACE = 60.0


def space_of(s: Any) -> tuple[Any, dict[int, Any]]:
    space = pymunk.Space()
    space.damping = 0.0
    space.iterations = 30
    space.collision_slop = 0.001
    space.collision_bias = 0.0
    bodies = {}
    for i in np.nonzero(s.here)[0]:
        radius = float(RADIUS[i])
        if i == HELD:
            body = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
        else:
            body = pymunk.Body(math.pi * radius**2, float("inf"))
        body.position = (float(s.x[i]), float(s.y[i]))
        shape = pymunk.Circle(body, radius)
        shape.friction = shape.elasticity = 0.0
        space.add(body, shape)
        bodies[int(i)] = body
    return space, bodies


def by_pymunk(s: Any, heading: int, strokes: int) -> Any:
    """The position after the same strokes, or after the step in which something falls."""
    space, bodies = space_of(s)
    angle = math.radians(heading * 5.625)
    bodies[HELD].velocity = (PACE * math.cos(angle), PACE * math.sin(angle))
    after = s.copy()
    for _ in range(strokes * int(E.stroke_steps)):
        for _ in range(FINE):
            space.step(float(E.step) / FINE / PACE)
        fallen = [i for i, body in bodies.items() if i != HELD and body.position.length > 0.5 * E.plate]
        if fallen:
            after.here[fallen] = 0
            break
    for i, body in bodies.items():
        after.x[i], after.y[i] = body.position
    return after


@pytest.mark.slow
def test_A13_single_turns_agree_with_pymunk(record_property: Any) -> None:
    dice = np.random.default_rng(2024)
    worst, same = [], 0
    for _ in range(PUSHES):
        point, turn, strokes = int(dice.integers(192)), int(dice.integers(-6, 7)), int(dice.integers(5, 41))
        s = entering(point)
        ours = pushed(s, inward(point, turn), strokes)
        theirs = by_pymunk(s, inward(point, turn), strokes)
        worst.append(float(ways(ours, theirs).max()))
        same += bool((ours.here == theirs.here).all())
    quantiles = np.quantile(worst, [0.5, 0.95, 1.0])
    record_property("worst piece of a turn, mm (median, 95 %, most)", [round(float(q), 3) for q in quantiles])
    print(f"{PUSHES} turns: worst piece {quantiles.round(3)} mm (median, 95 %, most), same falls {same}")
    assert quantiles[1] < 0.35
    assert quantiles[2] < 2.5
    assert same >= PUSHES - 1 - PUSHES // 200
