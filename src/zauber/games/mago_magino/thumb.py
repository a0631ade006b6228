"""Mago Magino by rule of thumb: take the shortest way to and with a crystal, avoid the arrow, free the player's frogs.

It knows who is under a frog only if a memory has filled it in (see `memory.py`); otherwise it guesses from how many of
the frogs are its own. Everything is valued in steps.
"""

from ..contract.kernel import NOBODY, Array, Record
from .board import (
    BACKWARD,
    CHILD_MOVES,
    FROG,
    FROG_MOVE,
    HOUSE,
    LOADED,
    MAGICIAN_MOVE,
    PIECES,
    SIDES,
    TAKE,
    WITCH,
    hiding_place,
    ring,
    sector,
)
from .moving import arrival

EXTRA_THROW = 2.5
RESCUED = 7.0  # a frog of the player that turns back
HELPED = 0.5  # another player's: measured, it does no harm
HOP = 1.5  # a frog of the player one space before its rescue; less the farther away it is
BEWITCHED = 4.0  # a child of the player that becomes a frog
DROPPED = 6.0  # and loses its crystal
HOME = 4.0  # a crystal laid down


def advise(e: Record, s: Record, seat: int, options: Array, n: int) -> int:
    choice = options[0]  # of take and leave, of throw and stop, the first
    if choice >= TAKE:
        return choice
    best = -1000.0
    for i in range(n):
        action = options[i]
        if action < MAGICIAN_MOVE:
            worth = worth_of_child(e, s, seat, action)
        elif action < FROG_MOVE:
            worth = worth_of_magician(e, s, seat, action)
        else:
            worth = worth_of_frog(e, s, seat, action)
        if worth > best:
            best = worth
            choice = action
    return choice


def worth_of_child(e: Record, s: Record, seat: int, action: int) -> float:
    i = action // CHILD_MOVES
    code = action - i * CHILD_MOVES
    carries = 1 if s.carries[seat, i] or code >= LOADED else 0
    start = s.child[seat, i]
    end = arrival(e, start, code % LOADED)
    worth = 0.0 + steps_left(e, s, start, s.carries[seat, i])
    worth += danger(e, s, start, s.carries[seat, i], s.magician)
    if carries and end == HOUSE:
        return worth + HOME
    taken = 1 if carries or s.loose[end] > 0 else 0
    return worth - steps_left(e, s, end, carries) - danger(e, s, end, taken, s.magician) + 0.2 * taken


def steps_left(e: Record, s: Record, space: int, carries: int) -> int:
    """Steps until this child can lay a crystal down."""
    home = ring(e) - space
    if carries:
        return home
    least = 3 * ring(e)
    for lying in range(hiding_place(e), ring(e)):
        if s.loose[lying] == 0:
            continue
        steps = home  # it lies on the way
        if space == HOUSE:
            steps = min(home, 2 * (ring(e) - lying))
        elif lying < space:
            steps = home + 2 * (space - lying)
        least = min(least, steps)
    return least


def danger(e: Record, s: Record, space: int, carries: int, magician: int) -> float:
    """What the arrow is likely to cost a child there until its next turn (R7, R8, R31)."""
    if space == HOUSE:
        return 0.0
    if space == magician:
        return 0.0
    width = 0
    if space <= e.forest:
        for wood in range(1, e.forest + 1):
            width += sector(e, wood)
    else:
        width = sector(e, space)
    witches = 0
    for side in range(SIDES):
        witches += 1 if e.die[side] == WITCH else 0
    chance = s.seats * witches * width / (SIDES * s.circle)
    return chance * (BEWITCHED + DROPPED * carries)


def worth_of_magician(e: Record, s: Record, seat: int, action: int) -> float:
    end = arrival(e, s.magician, action - MAGICIAN_MOVE)
    worth = 0.0
    freed = 0
    for token in range(PIECES):
        if s.frog[token] == end:
            freed += 1
            mine = share(e, s, seat, token)
            worth += mine * RESCUED + (1.0 - mine) * HELPED
    if freed > 0:
        worth += EXTRA_THROW
    for i in range(e.children):
        if s.child[seat, i] != FROG:
            space = s.child[seat, i]
            carries = s.carries[seat, i]
            worth += danger(e, s, space, carries, s.magician) - danger(e, s, space, carries, end)
    return worth


def worth_of_frog(e: Record, s: Record, seat: int, action: int) -> float:
    token = (action - FROG_MOVE) >> 1
    back = (action - FROG_MOVE) & 1
    end = arrival(e, s.frog[token], back * BACKWARD)
    mine = share(e, s, seat, token)
    if end == HOUSE or end == s.magician:
        return EXTRA_THROW + mine * RESCUED + (1.0 - mine) * HELPED
    if back:
        return -mine
    left = ring(e) - end
    if s.magician > end:
        left = s.magician - end
    return mine * HOP / left


def share(e: Record, s: Record, seat: int, token: int) -> float:
    """The probability that a child of the player is under that frog."""
    if s.whose[token] != NOBODY:
        return 1.0 if s.whose[token] == seat else 0.0
    mine = 0
    for i in range(e.children):
        mine += 1 if s.child[seat, i] == FROG else 0
    return mine / s.frogs
