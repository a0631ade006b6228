"""Honest undo: an action may be taken back only if nobody could have learned anything from it.

The action must have used no chance, and must tell nothing to those who look on. A game says what tells (`reveals`),
from what everybody knows before and after the action: the answer is exact, and itself tells nothing of what is hidden.
"""

from ..games.compiling.link import plain
from ..games.contract.kernel import NOBODY
from .moves import Ply
from .position import Position


def tells_nothing(before: Position, after: Position, ply: Ply, viewer: int) -> bool:
    """Whether the viewer knew no more after an action without chance than before it."""
    game = before.game
    if (reveals := game.extra("reveals")) is None:
        return isinstance(game.open_fields, str)  # a game that hides nothing, and says so
    e, s, t = before.edition.record, before.known_to(NOBODY).record, after.known_to(NOBODY).record
    return not game.linker(plain)(reveals)(e, s, t, ply.seat, ply.action, viewer)
