"""What a wire of Papageno is worth: Eggs take the value of a neighbour, and equal values in a column cancel."""

from ..contract.kernel import Record
from .cards import EGG, weight
from .position import BEST, LEFT, OWNER, RIGHT, ROW, UNDECIDED


def egg_is_open(e: Record, s: Record, seat: int, row: int) -> bool:
    """R26: whether a middle Egg still waits for its owner to choose a side that makes a difference."""
    if s.egg[seat, row] != UNDECIDED or e.egg_choice == BEST:
        return False
    return sides_differ(e, s, seat, row)


def sides_differ(e: Record, s: Record, seat: int, row: int) -> bool:
    """Whether a middle Egg of that row has two neighbours of different values."""
    middle = ROW * row + 1
    left = s.area[seat, middle - 1]
    right = s.area[seat, middle + 1]
    if s.area[seat, middle] != EGG or left == EGG or right == EGG:  # A17: it must take the other side
        return False
    return weight(e, left) != weight(e, right)  # A38


def value(e: Record, s: Record, seat: int, place: int, top_side: int, bottom_side: int) -> int:
    """R26, R29: a card's value; the sides say which neighbour the middle Egg of each row takes."""
    kind = s.area[seat, place]
    if kind != EGG:
        return weight(e, kind)
    row = place // ROW
    middle = ROW * row + 1
    if place == middle or s.area[seat, middle] == EGG:  # A17: an outer Egg takes the middle Egg's value
        side = top_side if row == 0 else bottom_side
        if s.area[seat, middle - 1] == EGG:
            side = RIGHT
        elif s.area[seat, middle + 1] == EGG:
            side = LEFT
        return weight(e, s.area[seat, middle + 1 if side == RIGHT else middle - 1])
    return weight(e, s.area[seat, middle])  # A18, R31: the real value, cancelled or not


def sum_of(e: Record, s: Record, seat: int, top_side: int, bottom_side: int) -> int:
    """R30, R32: the sum of a wire, two equal values in a column cancelling (A19, A21, A22)."""
    total = 0
    for column in range(ROW):
        upper = value(e, s, seat, column, top_side, bottom_side)
        lower = value(e, s, seat, ROW + column, top_side, bottom_side)
        if upper != lower:
            total += upper + lower
    return total


def score_of(e: Record, s: Record, seat: int) -> int:
    """R32: the sum of a wire. Its middle Eggs take the sides that were chosen, or with `egg_choice` = best the cheapest
    (A20 b); `sides` keeps them."""
    if e.egg_choice == OWNER:
        s.sides[seat, 0] = s.egg[seat, 0]
        s.sides[seat, 1] = s.egg[seat, 1]
        return sum_of(e, s, seat, int(s.egg[seat, 0]), int(s.egg[seat, 1]))
    least = 10_000
    for sides in range(4):
        total = sum_of(e, s, seat, LEFT + sides // 2, LEFT + sides % 2)
        if total < least:
            least = total
            s.sides[seat, 0] = LEFT + sides // 2
            s.sides[seat, 1] = LEFT + sides % 2
    return least
