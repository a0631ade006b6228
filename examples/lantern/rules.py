"""The rules of Lantern. Actions: 0 keep · 1 draw another.

Observation: the own lantern one-hot, who has been on turn counted from the observer, and the bag.
"""

from zauber.games.contract.kernel import HIDDEN, NOBODY, RNG, Array, Record, below, clockwise, draw, note, record

from .events import DREW, KEPT, SHOWN

SEATS, KINDS = 4, 5
KEEP, DRAW = range(2)
ACTIONS = MOST_MOVES = 2
OBSERVATION = KINDS + SEATS + KINDS
ENDLESS = ASYMMETRIC = ""
SEAT_AXES = ("lantern",)
SEAT_VALUES = ("turn", "starter")

Edition = record([("copies", "i1", (KINDS,))])
State = record(
    [
        RNG,
        ("seats", "i1"),
        ("turn", "i1"),
        ("starter", "i1"),
        ("done", "i1"),
        ("left", "i1"),
        ("bag", "i1", (KINDS,)),
        ("lantern", "i1", (SEATS,)),
    ]
)


def sound(e: Record) -> str:
    """What makes an edition unplayable."""
    return "" if e.copies.sum() > SEATS else "numbers.copies: there must be more lanterns than players."


def setup(e: Record, s: Record, seats: int) -> None:
    s.seats = seats
    s.starter = below(s, seats)
    for kind in range(KINDS):
        s.bag[kind] = e.copies[kind]
        s.left += s.bag[kind]
    for seat in range(SEATS):
        s.lantern[seat] = HIDDEN
    for i in range(seats):
        draw_lantern(s, clockwise(s, s.starter, i))  # R1
    s.turn = s.starter


def draw_lantern(s: Record, seat: int) -> None:
    s.lantern[seat] = draw(s, s.bag, s.left)
    s.left -= 1


def moves(e: Record, s: Record, seat: int, out: Array) -> int:
    if seat != s.turn:
        return 0
    out[0] = KEEP
    out[1] = DRAW
    return 2


def apply(e: Record, s: Record, seat: int, action: int) -> None:
    if action == DRAW:  # R2
        s.bag[s.lantern[seat]] += 1
        s.left += 1
        draw_lantern(s, seat)
        note(s, DREW, seat, s.lantern[seat])
    else:
        note(s, KEPT, seat)
    s.done += 1
    s.turn = clockwise(s, seat, 1) if s.done < s.seats else NOBODY
    if s.turn == NOBODY:
        for other in range(s.seats):
            note(s, SHOWN, s.lantern[other])


def outcome(e: Record, s: Record, out: Array) -> None:
    brightest = HIDDEN
    for seat in range(s.seats):
        brightest = max(brightest, s.lantern[seat])
    winners = 0
    for seat in range(s.seats):
        winners += s.lantern[seat] == brightest
    for seat in range(s.seats):
        out[seat] = 1.0 / winners if s.lantern[seat] == brightest else 0.0  # R3


def conceal(e: Record, s: Record, seat: int) -> None:
    for i in range(4):
        s.rng[i] = 0
    for other in range(s.seats):
        if other != seat and s.turn != NOBODY and s.lantern[other] != HIDDEN:
            s.bag[s.lantern[other]] += 1
            s.left += 1
            s.lantern[other] = HIDDEN


def imagine(e: Record, s: Record, seat: int) -> None:
    for other in range(s.seats):
        if s.lantern[other] == HIDDEN:
            draw_lantern(s, other)


def observe(e: Record, s: Record, seat: int, out: Array) -> None:
    for i in range(OBSERVATION):
        out[i] = 0.0
    out[s.lantern[seat]] = 1.0
    for i in range(s.seats):
        out[KINDS + i] = 1.0 if clockwise(s, seat, i) == s.turn else 0.0
    for kind in range(KINDS):
        unseen = e.copies[kind] - (1 if s.lantern[seat] == kind else 0)
        out[KINDS + SEATS + kind] = unseen / 9.0


def reveals(e: Record, s: Record, t: Record, seat: int, action: int, viewer: int) -> int:
    return 1 if t.turn == NOBODY else 0  # at the end all lanterns are shown


def witness(e: Record, s: Record, seat: int, action: int, viewer: int) -> int:
    return action


def advise(e: Record, s: Record, seat: int, options: Array, n: int) -> int:
    return KEEP if s.lantern[seat] >= KINDS // 2 else DRAW


def account(e: Record, s: Record) -> int:
    for kind in range(KINDS):
        there = s.bag[kind]
        for seat in range(s.seats):
            there += s.lantern[seat] == kind
        if there != e.copies[kind]:
            return kind + 1
    return 0


def bound(e: Record, seats: int) -> int:
    return seats


def turned(e: Record, action: int, by: int, seats: int) -> int:
    return action
