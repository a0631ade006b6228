"""How the pieces of Mago Magino move: how far each can go, and where a move ends.

The functions that list moves write actions from `out[n]` on and return the new count. They write every candidate and
count only those that are possible, which is faster than branching.
"""

from ..contract.kernel import Array, Record
from .board import BACKWARD, BOTH, FROG_MOVE, HOUSE, MAGICIAN_MOVE, NOWHERE, hiding_place, ring


def arrival(e: Record, space: int, code: int) -> int:
    """Where a move of so many steps, forward or back, ends on the ring."""
    end = space + code + 1 if code < BACKWARD else space - (code - BACKWARD + 1)
    if end < 0:
        return end + ring(e)
    return end - ring(e) if end >= ring(e) else end


def child_moves(points: int, hiding: int, spaces: int, space: int, code: int, out: Array, n: int) -> int:
    """R11, R13, R15, A10: all points one way; R16, A11: but one may stop in the house and the hiding-place."""
    home = spaces - space  # steps forward to the house
    stop = hiding - space if space < hiding else home
    out[n] = code + stop - 1
    n += stop < points
    if hiding + 1 < points:  # through the house and a small forest
        out[n] = code + home + hiding - 1
        n += home + hiding < points
    out[n] = code + points - 1
    return back_move(points, hiding, spaces, space, code, out, n + 1)


def carrier_moves(points: int, hiding: int, spaces: int, space: int, code: int, out: Array, n: int) -> int:
    """R20, A15, A17, A21: as any child, but not through the house into the forest."""
    out[n] = code + min(points, spaces - space) - 1
    return back_move(points, hiding, spaces, space, code, out, n + 1)


def back_move(points: int, hiding: int, spaces: int, space: int, code: int, out: Array, n: int) -> int:
    """R13, A8, A9: a child never goes back in the forest, nor out of the hiding-place."""
    room = (spaces if space == HOUSE else space) - hiding
    out[n] = code + BACKWARD + min(points, room) - 1
    return n + (room > 0)


def magician_moves(points: int, hiding: int, spaces: int, space: int, out: Array, n: int) -> int:
    """R32, A14, A28: in the house and on the meadow; he may stop in the house."""
    at = spaces if space == HOUSE else space
    out[n] = MAGICIAN_MOVE + min(points, spaces - at) - 1
    n += at < spaces
    out[n] = MAGICIAN_MOVE + BACKWARD + points - 1
    return n + (at - points > hiding)


def frog_moves(e: Record, s: Record, out: Array, n: int) -> int:
    """R17, R28, A24, A25: any frog, one space."""
    both = e.frogs == BOTH
    hiding = hiding_place(e)
    for token in range(s.seats * e.children):
        out[n] = FROG_MOVE + 2 * token
        n += s.frog[token] != NOWHERE
        if both:
            out[n] = FROG_MOVE + 2 * token + 1
            n += s.frog[token] > hiding
    return n
