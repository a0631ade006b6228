"""Mago Magino: the die and the arrow fall as they should in long runs of the compiled rules."""

from collections import Counter
from typing import Any

import pytest

from tests.chance import fits

from .boards import Traced, edition, plain

pytestmark = pytest.mark.no_cover  # repeats much: other tests cover these lines

SIGNIFICANCE = 1e-4


@pytest.mark.parametrize(
    "numbers",
    [
        {},
        {"die": [0, 1, 1, 2, 3, 4], "sectors": [3, 0, 5, 1, 2, *range(1, 10)]},
        {"die": [0, 0, 0, 0, 5, 6], "forest": 5, "meadow": 7},
    ],
)
@pytest.mark.parametrize("arrow", ["anywhere", "outside"])
def test_A3_A4_die_and_arrow_have_the_odds_of_their_edition(numbers: dict[str, Any], arrow: str) -> None:
    ed = edition(options={"turn_limit": 300, "arrow": arrow}, **numbers)
    traced = Traced(700)
    faces: Counter[int] = Counter()
    stops: Counter[int] = Counter()
    for number in range(60):
        played = traced.play(ed.record, 2 + number % 4, 21, number, 0)
        throws = 0
        for s in plain(traced.states[: played + 1]):
            if s["throws"] == throws:
                continue
            throws = s["throws"]
            faces[0 if s["witch"] else s["points"]] += 1
            if s["witch"]:
                stops[s["arrow"]] += 1
    die = ed.values["die"]
    assert fits(faces, {face: die.count(face) / 6 for face in set(die)}) > SIGNIFICANCE
    widths = list(ed.values["sectors"])
    if arrow == "outside":
        widths[0] = widths[ed.values["forest"] + 1] = 0
    odds = {space: width / sum(widths) for space, width in enumerate(widths) if width}
    assert fits(stops, odds) > SIGNIFICANCE
    assert sum(faces.values()) > 5000
