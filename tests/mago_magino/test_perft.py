"""Mago Magino: all lines of play from known positions, counted by two implementations.

A line is a sequence of decisions with every different throw, and every space at which the arrow can stop, in between.
The counts were frozen when both implementations agreed upon them.
"""

from typing import Any

import numpy as np
import pytest

from zauber.games.compiling.link import compiled
from zauber.games.mago_magino import GAME, rules
from zauber.games.mago_magino.board import NOWHERE, THROW, ring, sector
from zauber.games.mago_magino.rules import MOST_MOVES

from .boards import edition, place, table_for
from .naive import Chance, Table
from .scene import Scene

pytestmark = pytest.mark.no_cover  # repeats much: other tests cover these lines

LINK = GAME.linker(compiled)
act, die_shows, arrow_stops, moves = (LINK(f) for f in (rules.act, rules.die_shows, rules.arrow_stops, rules.moves))


def lines(e: Any, s: Any, depth: int) -> int:
    """How many lines of that many decisions the compiled rules know."""
    out = np.zeros(MOST_MOVES, np.int32)
    n = moves(e, s, s.turn, out) if s.turn >= 0 else 0
    if depth == 1:
        return int(n)
    total = 0
    for action in out[:n]:
        then = s.copy()
        act(e, then, then.turn, action)
        outcomes = thrown(e, then) if then.phase == THROW else [then]
        total += sum(lines(e, outcome, depth - 1) for outcome in outcomes)
    return total


def thrown(e: Any, s: Any) -> list[Any]:
    """Everything that the next throw can bring."""
    found = []
    for face in sorted({int(face) for face in e.die}):
        shown = s.copy()
        die_shows(e, shown, face)
        if not shown.witch:
            found.append(shown)
            continue
        for space in range(int(ring(e))):
            if sector(e, space):
                spun = shown.copy()
                arrow_stops(e, spun, space)
                found.append(spun)
    return found


class AnyNumber(dict[tuple[int, int], int]):
    """Frog numbers for a table that may choose them itself: the lowest that is free."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def __contains__(self, piece: object) -> bool:
        return True

    def __getitem__(self, piece: tuple[int, int]) -> int:
        taken = {frog.frog_number for frog in self.table.frogs()}
        return min(set(range(1, 16)) - taken)


def naive_lines(e: Any, table: Table, depth: int, throws: list[int]) -> int:
    """How many the naive table knows."""
    options = table.moves()
    if depth == 1:
        return len(options)
    total = 0
    for action in options:
        try_one = table.copy()
        try_one.play(action, Chance(max(throws)))
        if try_one.throws == table.throws:
            total += naive_lines(e, try_one, depth - 1, throws)
            continue
        for face in throws:
            for space in range(len(table.ring)) if face == 0 else [0]:
                if face == 0 and not sector(e, space):
                    continue
                then = table.copy()
                then.play(action, Chance(face, place(e, space), AnyNumber(then)))
                total += naive_lines(e, then, depth - 1, throws)
    return total


def table_of(scene: Scene) -> Table:
    """The scene as a naive table."""
    s, e = scene.s, scene.e
    table = table_for(e, int(s.seats), int(s.starter))
    table.player, table.asks = int(s.turn), "move"
    table.points, table.throws = int(s.points), int(s.throws)
    table.magician = place(e, int(s.magician))
    table.brought = [int(n) for n in s.brought[: s.seats]]
    table.crystals = {at: int(s.loose[i]) for i, at in enumerate(table.ring)}
    for piece in table.pieces:
        i = piece.number - 1
        space = int(s.child[piece.player, i])
        piece.crystal = bool(s.carries[piece.player, i])
        if space < 0:
            [t] = [t for t in range(15) if s.frog[t] != NOWHERE and (s.whose[t], s.which[t]) == (piece.player, i)]
            piece.side, piece.frog_number, space = "frog", t + 1, int(s.frog[t])
        piece.place = place(e, space)
    return table


SECOND = 10_000  # the naive table counts as far as this at every run, and once counted all

SMALL: dict[str, Any] = {"forest": 1, "meadow": 4, "die": [0, 0, 2, 2, 3, 3], "crystals": 11}
POSITIONS: dict[str, tuple[dict[str, Any], list[int]]] = {
    "the beginning": ({"throw": 3}, [5, 450, 38169]),
    "a witch at the beginning": ({"throw": "witch"}, [5, 450, 37657]),
    "crystals and frogs": (
        {
            "throw": 2,
            "seats": 3,
            "magician": "meadow 6",
            "A1": "frog 2 on meadow 5",
            "A2": "meadow 8 with a crystal",
            "B1": "frog 1 on meadow 3",
            "C1": "forest 2",
            "crystals": {"meadow 3": 1},
        },
        [6, 528, 46664],
    ),
    "a small board": (
        {
            "throw": 3,
            "ed": edition(options={"frogs": "both"}, **SMALL),
            "A1": "meadow 3",
            "B1": "frog 1 on meadow 1",
            "B2": "hiding-place with a crystal",
            "crystals": {"meadow 3": 2},
        },
        [11, 342, 23325],
    ),
    "without a witch": (
        {"throw": 2, "ed": edition(die=[2, 2, 3, 3, 4, 4]), "A1": "frog 1 on meadow 9", "B1": "hiding-place"},
        [4, 59, 667, 9358, 108331],
    ),
    "a die of threes": (
        {"throw": 3, "ed": edition(die=[3] * 6), "A1": "meadow 8", "B1": "frog 2 on meadow 9"},
        [7, 27, 152, 645, 3476, 15776],
    ),
    "about to win": (
        {"throw": 2, "A1": "meadow 8 with a crystal", "B2": "meadow 9 with a crystal", "brought": {"A": 2, "B": 2}},
        [5, 360, 24947],
    ),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_both_implementations_count_the_frozen_number_of_lines(name: str) -> None:
    scene, frozen = Scene(**POSITIONS[name][0]), POSITIONS[name][1]
    table = table_of(scene)
    faces = sorted({int(face) for face in scene.e.die})
    for depth, count in enumerate(frozen, start=1):
        assert lines(scene.e, scene.s, depth) == count
        if count < SECOND:
            assert naive_lines(scene.e, table, depth, faces) == count
