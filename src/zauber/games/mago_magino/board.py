"""The board of Mago Magino and the two records: what an edition says, and what a position is.

Spaces are numbered clockwise: 0 the house, then the forest, the hiding-place, the meadow, and back to the house.
"""

from ..contract.kernel import RNG, Record, record

SEATS = 5
CHILDREN = 3  # at most, of one seat
PIECES = SEATS * CHILDREN
SPACES = 24  # at most
SIDES = 6  # of the die
STEPS = 6  # at most
HOUSE = 0
FROG = -1  # the space of a bewitched child
NOWHERE = -1
WITCH = 0  # a face of the die

THROW, MOVE, PICK_UP, AGAIN, OVER = range(5)  # THROW lasts no longer than an action
WHOLE, SHORT = range(2)  # R38: how long the game is
ANYWHERE, OUTSIDE = range(2)  # A4: where the arrow can point
HOME, BOTH = range(2)  # A24: which way frogs hop

LOADED, BACKWARD = 2 * STEPS, STEPS
CHILD_MOVES = 4 * STEPS
MAGICIAN_MOVE = CHILDREN * CHILD_MOVES
FROG_MOVE = MAGICIAN_MOVE + 2 * STEPS
TAKE = FROG_MOVE + 2 * PIECES
LEAVE, THROW_AGAIN, STOP = TAKE + 1, TAKE + 2, TAKE + 3

Edition = record(
    [
        ("turn_limit", "i4"),
        ("sectors", "i2", (SPACES,)),
        ("forest", "i1"),
        ("meadow", "i1"),
        ("die", "i1", (SIDES,)),
        ("witch_steps", "i1"),
        ("children", "i1"),
        ("crystals", "i1"),
        ("crystals_to_win", "i1"),
        ("crystals_to_win_short", "i1"),
        ("length", "i1"),
        ("arrow", "i1"),
        ("frogs", "i1"),
        ("rules", "i1"),  # the version of the rules
    ]
)

State = record(
    [
        RNG,
        ("throws", "i4"),  # how many throws there have been
        ("circle", "i2"),  # the widths of all sectors together
        ("widest", "i1"),  # and the widest of them
        ("points", "i1"),  # steps of this throw
        ("seats", "i1"),
        ("turn", "i1"),  # the seat that the table waits for
        ("phase", "i1"),
        ("starter", "i1"),
        ("witch", "i1"),  # whether the die shows the witch
        ("arrow", "i1"),  # the space it points to, NOWHERE before the first spin
        ("magician", "i1"),  # his space
        ("lander", "i1"),  # the child that may pick a crystal up where it has landed, or HIDDEN
        ("brought", "i1", (SEATS,)),  # crystals brought home
        ("child", "i1", (SEATS, CHILDREN)),  # its space, or FROG
        ("carries", "i1", (SEATS, CHILDREN)),
        ("hopped", "i1", (SEATS, CHILDREN)),  # the frog that it was, the last time it turned back, or HIDDEN
        ("loose", "i1", (SPACES,)),  # crystals lying on a space
        ("frogs", "i1"),  # how many frogs there are
        ("frog", "i1", (PIECES,)),  # the space of a frog, or NOWHERE
        ("whose", "i1", (PIECES,)),  # the seat of the child under a frog, or HIDDEN
        ("which", "i1", (PIECES,)),  # its number, or HIDDEN
        ("struck", "i1", (PIECES,)),  # whether it became a frog with the last action (A34)
        ("spare", "i1", (1,)),  # fills the record up to a multiple of four
    ]
)
SINCE = {"struck": 2, "spare": 2}  # the version of the rules that brought a field


# The board -----------------------------------------------------------------------------------------------------


def hiding_place(e: Record) -> int:
    """R12, A2, A42: one space, behind the forest."""
    return e.forest + 1


def ring(e: Record) -> int:
    """A1: all spaces; also the house, as one comes to it from the meadow."""
    return e.forest + e.meadow + 2


def target(e: Record) -> int:
    """R5, R38: crystals that win."""
    return e.crystals_to_win_short if e.length == SHORT else e.crystals_to_win


def sector(e: Record, space: int) -> int:
    """A4: how wide the arrow's sector of a space is."""
    if e.arrow == OUTSIDE and (space == HOUSE or space == hiding_place(e)):
        return 0
    return e.sectors[space]


def sound(e: Record) -> str:
    """What makes an edition unplayable, in a sentence; "" when nothing does."""
    spaces = int(ring(e))
    farthest = max(int(e.witch_steps), *(int(face) for face in e.die))
    if spaces > SPACES:
        return f"numbers: a ring of {spaces} spaces is too long; the game is made for at most {SPACES}."
    if any(e.sectors[spaces:]) or not all(e.sectors[hiding_place(e) + 1 : spaces]):
        return f"numbers.sectors must be a list of {spaces} numbers, and none of the meadow may be 0 (A4)."
    if farthest > e.meadow:
        return f"numbers.meadow must be at least {farthest}, or the magician could be unable to move (A13, A14)."
    needed = SEATS * (int(max(e.crystals_to_win, e.crystals_to_win_short)) - 1)
    if e.crystals <= needed:
        return f"numbers.crystals must be more than {needed}, or all could be brought home and nobody win (R37)."
    return ""
