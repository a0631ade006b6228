"""The names of spaces, pieces and actions of Mago Magino, shared by views and sentences."""

from typing import Any, NamedTuple

from ..contract.kernel import Record
from . import board
from .board import CHILD_MOVES, FROG_MOVE, HOUSE, LOADED, MAGICIAN_MOVE, STEPS, TAKE

WAYS = ("forward", "back")
ANSWERS = ("take", "leave", "throw", "stop")


class Deed(NamedTuple):
    """An action taken apart: `kind` is child, magician, frog, take, leave, throw or stop."""

    kind: str
    piece: int = 0  # a child's or a frog's number, from 0
    load: bool = False
    back: bool = False
    steps: int = 0

    @property
    def way(self) -> str:
        """Forward is clockwise, back anticlockwise."""
        return WAYS[self.back]


def deed(action: int) -> Deed:
    """The parts of an action."""
    if action < MAGICIAN_MOVE:
        piece, code = divmod(action, CHILD_MOVES)
        load, code = divmod(code, LOADED)
        back, step = divmod(code, STEPS)
        return Deed("child", piece, bool(load), bool(back), step + 1)
    if action < FROG_MOVE:
        back, step = divmod(action - MAGICIAN_MOVE, STEPS)
        return Deed("magician", 0, False, bool(back), step + 1)
    if action < TAKE:
        piece, back = divmod(action - FROG_MOVE, 2)
        return Deed("frog", piece, False, bool(back), 1)
    return Deed(ANSWERS[action - TAKE])


def kind_and_number(forest: int, space: int) -> tuple[str, int]:
    """What sort of space it is behind a forest of that length, and which of its sort (0 where there is only one)."""
    hiding = forest + 1
    if space == HOUSE:
        return "house", 0
    if space == hiding:
        return "hiding_place", 0
    return ("forest", space) if space < hiding else ("meadow", space - hiding)


def place_name(e: Record, space: int) -> str:
    """A space as a word of the catalogue: `@place.meadow_3`."""
    return place_of(int(e.forest), int(space))


def place_of(forest: int, space: int) -> str:
    """The same, given the length of the forest."""
    kind, number = kind_and_number(forest, space)
    return f"@place.{kind}_{number}" if number else f"@place.{kind}"


def path(e: Record, start: int, done: Deed) -> list[int]:
    """The spaces that a move touches, the last one being where it ends."""
    spaces = int(board.ring(e))
    turn = -1 if done.back else 1
    return [(int(start) + turn * step) % spaces for step in range(1, done.steps + 1)]


def move_words(e: Record, start: int, done: Deed) -> dict[str, Any]:
    """A phrase's arguments for a move: numbers for the screen and words for the sentence."""
    way = path(e, start, done)
    return {
        "from": int(start),
        "to": way[-1],
        "path": way,
        "way": done.way,
        "steps": done.steps,
        "start": place_name(e, start),
        "goal": place_name(e, way[-1]),
    }
