"""The rules of Mago Magino, to be read beside the rules page.

Spaces are numbered clockwise: 0 the house, then the forest, the hiding-place, the meadow, and back to the house.
Forward is clockwise, back is anticlockwise. A child is a seat's piece 0, 1, …; while it is bewitched its space is
FROG, and a frog, known only by its number, stands on the board instead. Who is under a frog (`whose`, `which`) is
stored for the moment when it turns back, and told to nobody. Everybody sees a child turn over (`struck`) until the next
action; after that it must be remembered.

The die is thrown, and the arrow spun, as soon as a turn begins: a decision is always made with the throw on the table.

Actions: 0-71 a child of one's own moves (24 for each: 12 as it is, 12 after picking a crystal up; 1 to 6 steps forward,
1 to 6 back) · 72-83 the magician moves (likewise) · 84-113 a frog hops (forward, back) · 114 take a crystal
where the child has landed · 115 leave it · 116 throw again · 117 stop.

Observation: see `layout.py`.
"""

from ..contract.kernel import HIDDEN, NOBODY, Array, Record, below, clockwise, note
from .board import (
    AGAIN,
    BACKWARD,
    CHILD_MOVES,
    CHILDREN,
    FROG,
    FROG_MOVE,
    HOUSE,
    LEAVE,
    LOADED,
    MAGICIAN_MOVE,
    MOVE,
    NOWHERE,
    OVER,
    PICK_UP,
    PIECES,
    SEATS,
    SIDES,
    SPACES,
    STOP,
    TAKE,
    THROW,
    THROW_AGAIN,
    WITCH,
    hiding_place,
    ring,
    sector,
    target,
)
from .board import SINCE as SINCE
from .board import Edition as Edition
from .board import State as State
from .board import sound as sound
from .events import BROUGHT, LIMIT, MAY_THROW, PICKED_UP, spot
from .moving import arrival, carrier_moves, child_moves, frog_moves, magician_moves
from .noting import note_answer, note_arrow, note_child, note_freed, note_frog, note_magician, note_throw

ACTIONS = STOP + 1
MOST_MOVES = 6 * CHILDREN + 2 + 2 * PIECES + 1  # plus one that is written but not counted
ENDLESS = "Nobody has to carry a crystal home: pieces may wander for ever, unless turn_limit is set."
ASYMMETRIC = ""
SEAT_AXES = ("child", "carries", "brought", "hopped")
SEAT_VALUES = ("turn", "starter", "whose")
OPEN = ("child", "carries", "brought", "hopped")  # the board is open; only the frogs' faces are not


# Set-up --------------------------------------------------------------------------------------------------------


def setup(e: Record, s: Record, seats: int) -> None:
    s.seats = seats
    for seat in range(SEATS):
        for i in range(CHILDREN):
            s.child[seat, i] = HOUSE  # R3
            s.hopped[seat, i] = HIDDEN
    for token in range(PIECES):
        s.frog[token] = NOWHERE
        s.whose[token] = NOBODY
        s.which[token] = HIDDEN
    for space in range(ring(e)):
        s.circle += sector(e, space)
        s.widest = max(s.widest, sector(e, space))
    s.magician = HOUSE  # R4
    s.loose[hiding_place(e)] = e.crystals  # R4, A40
    s.arrow = NOWHERE
    s.lander = HIDDEN
    s.starter = below(s, seats)  # R6, A38
    s.turn = s.starter
    throw(e, s)


# Chance ----------------------------------------------------------------------------------------------------------


def throw(e: Record, s: Record) -> None:
    """R6: throw the die; R7: the witch spins the arrow."""
    die_shows(e, s, e.die[below(s, SIDES)])
    note_throw(s)
    if s.witch:
        space = spin(e, s)
        lain = s.loose[space]
        arrow_stops(e, s, space)
        note_arrow(e, s, lain)


def die_shows(e: Record, s: Record, face: int) -> None:
    """R7, R9, R10: what a face gives."""
    s.throws += 1
    s.phase = MOVE
    s.lander = HIDDEN
    if face == WITCH:
        s.witch = 1
        s.points = e.witch_steps
    else:
        s.witch = 0
        s.points = face


def spin(e: Record, s: Record) -> int:
    """A4, A7: a random space, with the odds of its sector's width, by rejection sampling."""
    while True:
        space = below(s, ring(e))
        width = sector(e, space)
        if width == s.widest or width > below(s, s.widest):
            return space


def arrow_stops(e: Record, s: Record, space: int) -> None:
    """R7, R8, R31, A5: whom the arrow strikes; R30: nobody afterwards."""
    s.arrow = space
    if space == HOUSE or space == s.magician:
        return
    first = space
    last = space
    if space <= e.forest:
        first = 1
        last = e.forest
    order = 0
    for j in range(s.seats):
        seat = clockwise(s, s.turn, j)
        for i in range(e.children):
            if first <= s.child[seat, i] <= last:  # R29: frogs stay frogs
                bewitch(e, s, seat, i, free_frog(e, s, order))
                order += 1


def bewitch(e: Record, s: Record, seat: int, i: int, token: int) -> None:
    """R25, R26, A6, A50: a frog stands where the child stood; its crystal stays there."""
    space = s.child[seat, i]
    s.child[seat, i] = FROG
    s.loose[space] += s.carries[seat, i]
    s.carries[seat, i] = 0
    s.frog[token] = space
    s.whose[token] = seat
    s.which[token] = i
    s.struck[token] = 1
    s.frogs += 1


def free_frog(e: Record, s: Record, order: int) -> int:
    """A34, A49: a random number for the next frog of a spin, so that nobody can work it out later. (Version 1 of the
    rules derived it from the count of throws.)"""
    free = int(s.seats) * int(e.children) - int(s.frogs)
    if e.rules == 1:
        skip = (((int(s.throws) * 31 + order * 17 + 7) * 0x9E3779B1 & 0xFFFFFFFF) >> 12) % free
    else:
        skip = below(s, free)
    token = 0
    while s.frog[token] != NOWHERE or skip > 0:
        if s.frog[token] == NOWHERE:
            skip -= 1
        token += 1
    return token


# What a seat may do --------------------------------------------------------------------------------------------


def moves(e: Record, s: Record, seat: int, out: Array) -> int:
    if seat != s.turn:
        return 0
    if s.phase == MOVE:
        return piece_moves(e, s, seat, out)
    if s.phase == PICK_UP:  # R18, R22, A16: may
        out[0] = TAKE
        out[1] = LEAVE
        return 2
    if s.phase == AGAIN:  # R36, A32: may
        out[0] = THROW_AGAIN
        out[1] = STOP
        return 2
    return 0


def piece_moves(e: Record, s: Record, seat: int, out: Array) -> int:
    """R9, R10, R28, A13: a child of the seat, the magician or any frog."""
    points = int(s.points)
    hiding = int(hiding_place(e))
    spaces = int(ring(e))
    n = 0
    for i in range(e.children):
        if s.child[seat, i] != FROG:
            n = moves_of_child(s, seat, i, points, hiding, spaces, out, n)
    n = magician_moves(points, hiding, spaces, int(s.magician), out, n)
    return frog_moves(e, s, out, n) if s.frogs > 0 else n


def moves_of_child(s: Record, seat: int, i: int, points: int, hiding: int, spaces: int, out: Array, n: int) -> int:
    """With its crystal, if it carries one; without, and with one that lies where it stands (R23, A16, A44)."""
    space = int(s.child[seat, i])
    code = i * CHILD_MOVES
    if s.carries[seat, i]:
        return carrier_moves(points, hiding, spaces, space, code, out, n)
    n = child_moves(points, hiding, spaces, space, code, out, n)
    if s.loose[space] > 0:
        n = carrier_moves(points, hiding, spaces, space, code + LOADED, out, n)
    return n


# What an action does -------------------------------------------------------------------------------------------


def apply(e: Record, s: Record, seat: int, action: int) -> None:
    for token in range(PIECES):
        s.struck[token] = 0
    act(e, s, seat, action)
    if s.phase == THROW:
        throw(e, s)


def act(e: Record, s: Record, seat: int, action: int) -> None:
    """Everything up to the next throw."""
    if action < MAGICIAN_MOVE:
        i = action // CHILD_MOVES
        move_child(e, s, seat, i, action - i * CHILD_MOVES)
    elif action < FROG_MOVE:
        note_magician(e, s, seat, action - MAGICIAN_MOVE)
        s.magician = arrival(e, s.magician, action - MAGICIAN_MOVE)
        after_rescue(e, s, free_all(e, s, s.magician) if s.frogs > 0 else 0)  # R35, A27
    elif action < TAKE:
        move_frog(e, s, (action - FROG_MOVE) >> 1, (action - FROG_MOVE) & 1)
    elif action == TAKE:
        pick_up(e, s, seat, s.lander)
        end_turn(e, s)
    elif action == THROW_AGAIN:  # R36, A29, A33, A47, A48
        note_answer(s, seat, action)
        ask_for_throw(e, s)
    else:
        note_answer(s, seat, action)
        end_turn(e, s)


def move_child(e: Record, s: Record, seat: int, i: int, code: int) -> None:
    """R14, A20: over and among other pieces, without effect on the way."""
    if code >= LOADED:  # R23, R24
        pick_up(e, s, seat, i)
        code -= LOADED
    note_child(e, s, seat, i, code)
    space = arrival(e, s.child[seat, i], code)
    s.child[seat, i] = space
    if s.carries[seat, i]:  # A19: takes no other
        if space == HOUSE:
            bring_home(e, s, seat, i)
            return
    elif s.loose[space] > 0:  # R18, R22, A45
        s.lander = i
        s.phase = PICK_UP
        return
    end_turn(e, s)


def pick_up(e: Record, s: Record, seat: int, i: int) -> None:
    """R19: one crystal."""
    note(s, PICKED_UP, seat, i, spot(e, s.child[seat, i]))
    s.loose[s.child[seat, i]] -= 1
    s.carries[seat, i] = 1


def bring_home(e: Record, s: Record, seat: int, i: int) -> None:
    """R21, A12, A37: lay the crystal down; R37, A39: the last one needed wins at once."""
    s.carries[seat, i] = 0
    s.brought[seat] += 1
    note(s, BROUGHT, seat, i, s.brought[seat], target(e))
    if s.brought[seat] >= target(e):
        finish(s)
    else:
        end_turn(e, s)


def move_frog(e: Record, s: Record, token: int, back: int) -> None:
    """R33, R34, A23, A26: a frog hops; in the house and beside the magician it turns back."""
    note_frog(e, s, token, back * BACKWARD)
    space = arrival(e, s.frog[token], back * BACKWARD)
    s.frog[token] = space
    rescued = 0
    if space == HOUSE or space == s.magician:
        note_freed(e, s, space)
        turn_back(s, token)
        rescued = 1
    after_rescue(e, s, rescued)


def free_all(e: Record, s: Record, space: int) -> int:
    """R35: every frog of a space turns back; returns how many."""
    rescued = 0
    for token in range(s.seats * e.children):
        if s.frog[token] == space:
            turn_back(s, token)
            rescued += 1
    return rescued


def turn_back(s: Record, token: int) -> None:
    """A frog becomes the child that it was."""
    seat = s.whose[token]
    i = s.which[token]
    s.child[seat, i] = s.frog[token]
    s.hopped[seat, i] = token
    s.frog[token] = NOWHERE
    s.whose[token] = NOBODY
    s.which[token] = HIDDEN
    s.frogs -= 1


def after_rescue(e: Record, s: Record, rescued: int) -> None:
    """R36, A30, A31: one more throw, whoever was rescued and however many."""
    if rescued > 0:
        s.phase = AGAIN
        note(s, MAY_THROW, s.turn)
    else:
        end_turn(e, s)


def end_turn(e: Record, s: Record) -> None:
    s.turn = clockwise(s, s.turn, 1)  # R6
    ask_for_throw(e, s)


def ask_for_throw(e: Record, s: Record) -> None:
    if 0 < e.turn_limit <= s.throws:
        note(s, LIMIT, e.turn_limit)
        finish(s)
    else:
        s.phase = THROW


# The end ---------------------------------------------------------------------------------------------------------


def finish(s: Record) -> None:
    s.phase = OVER
    s.turn = NOBODY
    s.lander = HIDDEN


def outcome(e: Record, s: Record, out: Array) -> None:
    """R37; at a turn limit those who brought most share the win, if anybody brought anything."""
    most = 0
    winners = 0
    for seat in range(s.seats):
        if s.brought[seat] > most:
            most = s.brought[seat]
            winners = 0
        if s.brought[seat] == most:
            winners += 1
    for seat in range(s.seats):
        out[seat] = 1.0 / winners if most > 0 and s.brought[seat] == most else 0.0


# For the conformance suite ---------------------------------------------------------------------------------------


def account(e: Record, s: Record) -> int:
    """1: a crystal is lost or doubled; 2 on: a piece is where it cannot be; 10 on: frogs and children do not fit."""
    crystals = 0
    for space in range(SPACES):
        crystals += s.loose[space]
        if s.loose[space] < 0:
            return 2
        if s.loose[space] > 0 and (space < hiding_place(e) or space >= ring(e)):
            return 2
    missing = 0
    for seat in range(s.seats):
        crystals += s.brought[seat]
        for i in range(e.children):
            crystals += s.carries[seat, i]
            space = s.child[seat, i]
            if space < FROG or space >= ring(e):
                return 3
            if s.carries[seat, i] and space < hiding_place(e):  # R20, R26, A15
                return 4
            if space == FROG:
                missing += 1
    if crystals != e.crystals:
        return 1
    if s.magician < 0 or s.magician >= ring(e) or 0 < s.magician <= hiding_place(e):  # R32
        return 5
    frogs = 0
    for token in range(PIECES):
        if s.frog[token] == NOWHERE:
            continue
        frogs += 1
        if s.frog[token] <= HOUSE or s.frog[token] >= ring(e) or s.frog[token] == s.magician:  # R33-R35
            return 6
        if s.whose[token] < 0 or s.child[s.whose[token], s.which[token]] != FROG:
            return 10
        for other in range(token):
            same = s.whose[other] == s.whose[token] and s.which[other] == s.which[token]
            if same and s.frog[other] != NOWHERE:
                return 12
    return 0 if frogs == missing == s.frogs else 11


def bound(e: Record, seats: int) -> int:
    """With a turn limit, at most a move and one more decision for each throw."""
    return 2 * int(e.turn_limit)


def turned(e: Record, action: int, by: int, seats: int) -> int:
    """No action names a seat."""
    return action
