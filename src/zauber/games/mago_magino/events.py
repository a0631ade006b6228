"""What can happen in Mago Magino: every event that the rules note, with its arguments. Everybody learns everything.

A space is noted as `spot(e, space)`, because how it is called depends on how long the forest is. `frog` and `flips` are
for the screen, where each child is seen to turn over on its space and become a frog; no sentence contains them, and
`afterwards` leaves them out, so that nobody can look them up (A34).
"""

import functools
from collections.abc import Mapping
from typing import Any

from ..contract.events import NUMBER, SEAT, Event, Kind, each
from ..contract.kernel import Record
from .board import CHILDREN, PIECES, SPACES
from .names import WAYS, place_of

(
    PICKED_UP, MOVED, BROUGHT, MAGICIAN_MOVED, HOPPED, FREED, MAY_THROW, LEFT_IT, THROWS_AGAIN, STOPPED, THREW,
    THREW_WITCH, SPUN, BEWITCHED, BEWITCHED_FOREST, DROPPED, PROTECTED, HARMLESS, LIMIT,
) = range(19)  # fmt: skip


def spot(e: Record, space: int) -> int:
    """A space, and the length of the forest."""
    return int(e.forest) * SPACES + int(space)


def struck(seat: int, child: int, frog: int, space: int) -> int:
    """A child that turns into a frog: one of `flips`."""
    return ((int(seat) * CHILDREN + int(child)) * PIECES + frog) * SPACES + int(space)


def _place(name: str, at: int, other: str = "place") -> Mapping[str, Any]:
    forest, space = divmod(at, SPACES)
    return {name: space, other: place_of(forest, space)}


def _flip(name: str, number: int) -> Mapping[str, Any]:
    number, space = divmod(number, SPACES)
    number, frog = divmod(number, PIECES)
    seat, child = divmod(number, CHILDREN)
    return {name: {"seat": seat, "child": child + 1, "frog": frog + 1, "space": space}}


def _piece(name: str, piece: int) -> Mapping[str, Any]:
    return {name: piece + 1}


def _steps(name: str, steps: int) -> Mapping[str, Any]:
    return {name: abs(steps), "way": WAYS[steps < 0]}


def _path(words: Mapping[str, Any]) -> Mapping[str, Any]:
    """The spaces that a move touches. Where it leads through the house, `over` is the length of the ring."""
    start, step = words["from"], -1 if words["way"] == "back" else 1
    over = abs(start + step * words["steps"] - words["to"])
    return {"path": [(start + step * i) % (over or SPACES) for i in range(1, words["steps"] + 1)]}


def _bewitched(words: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"n": len(words["flips"])}


_MOVE: dict[str, Kind] = {
    "from": functools.partial(_place, other="start"),
    "to": functools.partial(_place, other="goal"),
    "steps": _steps,  # below 0 for back: and `way`; the spaces on it are the `path`
}

EVENTS = {
    PICKED_UP: Event("tell.picked_up", {"who": SEAT, "child": _piece, "space": _place}),  # before moving, or at its end
    MOVED: Event("tell.moved", {"who": SEAT, "child": _piece, **_MOVE}, more=_path),
    BROUGHT: Event("tell.brought", {"who": SEAT, "child": _piece, "n": NUMBER, "aim": NUMBER}),
    MAGICIAN_MOVED: Event("tell.magician", {"who": SEAT, **_MOVE}, more=_path),
    HOPPED: Event("tell.hopped", {"who": SEAT, "frog": _piece, **_MOVE}, more=_path),
    FREED: Event("tell.freed", {"who": SEAT, "child": _piece, "frog": _piece, "space": _place}),  # who: whose child
    MAY_THROW: Event("tell.may_throw", {"who": SEAT}),
    LEFT_IT: Event("tell.left", {"who": SEAT}),
    THROWS_AGAIN: Event("tell.again", {"who": SEAT}),
    STOPPED: Event("tell.stopped", {"who": SEAT}),
    THREW: Event("tell.threw", {"who": SEAT, "n": NUMBER, "number": NUMBER}),  # n steps; the number of the throw
    THREW_WITCH: Event("tell.threw_witch", {"who": SEAT, "n": NUMBER, "number": NUMBER}),
    SPUN: Event("tell.spun", {"to": _place}),
    BEWITCHED: Event("tell.bewitched", {"space": _place, "flips": each(_flip)}, more=_bewitched),
    BEWITCHED_FOREST: Event(
        "tell.bewitched", {"flips": each(_flip)}, more=lambda words: {"place": "@place.forest", **_bewitched(words)}
    ),
    DROPPED: Event("tell.dropped", {"n": NUMBER, "space": _place}),
    PROTECTED: Event("tell.protected", {"n": NUMBER, "space": _place}),
    HARMLESS: Event("tell.harmless", {"space": _place}),
    LIMIT: Event("tell.limit", {"n": NUMBER}),
}
