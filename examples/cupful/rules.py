"""The rules of A Cupful of Stars. Actions: 0 doubt · 1–6 raise by so much · 7–12 lay a die with 1–6 stars open.

Dice of one cup have no order: `hidden[seat, face]` and `shown[seat, face]` count those with face + 1 stars.
Observation: see `observe`. Everything stands in this one file; larger games divide it (see the house's own).
"""

from zauber.games.contract.kernel import NOBODY, RNG, Array, Record, below, clockwise, record

SEATS, FACES, MOST_DICE = 4, 6, 5
DOUBT, RAISE, SHOW = 0, 1, 7  # RAISE + 0 raises by one, SHOW + 0 shows a die with one star
STEPS = 6
ACTIONS = MOST_MOVES = SHOW + FACES
CLAIMING, RAISING, OVER = range(3)  # the phases: on turn; a die has just been laid open; the match is over

OBSERVATION = FACES + SEATS * (FACES + 3) + 2
ENDLESS = ASYMMETRIC = ""
SEAT_AXES = ("dice", "hidden", "shown", "lifted")
SEAT_VALUES = ("turn", "claimer", "doubter", "loser")
OPEN = ("dice", "shown", "lifted")  # what lies open before a player, and what did when cups were lifted

Edition = record([("dice", "i1"), ("opening", "i1")])
State = record(
    [
        RNG,
        ("seats", "i1"),
        ("turn", "i1"),
        ("phase", "i1"),
        ("claim", "i2"),
        ("claimer", "i1"),  # who made the claim; NOBODY before the first of a round
        ("dice", "i1", (SEATS,)),
        ("hidden", "i1", (SEATS, FACES)),
        ("shown", "i1", (SEATS, FACES)),
        ("doubter", "i1"),  # of the last doubt, and who lost a die by it; NOBODY before the first
        ("loser", "i1"),
        ("claimed", "i2"),  # the claim that was doubted
        ("lifted", "i1", (SEATS, FACES)),  # what lay under the cups and beside them then
    ]
)


def setup(e: Record, s: Record, seats: int) -> None:
    s.seats = seats
    s.doubter = s.loser = NOBODY
    for seat in range(seats):
        s.dice[seat] = e.dice  # R1
    begin_round(e, s, below(s, seats))  # A1


def begin_round(e: Record, s: Record, starter: int) -> None:
    s.phase = CLAIMING
    s.turn = starter
    s.claim = e.opening * dice_in_play(s)  # R2
    s.claimer = NOBODY
    for i in range(s.seats):  # from the starter on, so that chance favours no seat
        seat = clockwise(s, starter, i)
        for face in range(FACES):
            s.hidden[seat, face] = 0
            s.shown[seat, face] = 0
        shake(s, seat, s.dice[seat])


def shake(s: Record, seat: int, dice: int) -> None:
    for _ in range(dice):
        s.hidden[seat, below(s, FACES)] += 1


def dice_in_play(s: Record) -> int:
    total = 0
    for seat in range(s.seats):
        total += s.dice[seat]
    return total


def under_the_cup(s: Record, seat: int) -> int:
    """How many dice lie hidden there; everybody knows that."""
    dice = s.dice[seat]
    for face in range(FACES):
        dice -= s.shown[seat, face]
    return dice


def moves(e: Record, s: Record, seat: int, out: Array) -> int:
    if seat != s.turn:
        return 0
    n = 0
    if s.phase == CLAIMING and s.claimer != NOBODY:
        out[n] = DOUBT  # R5
        n += 1
    room = FACES * dice_in_play(s) - s.claim
    for step in range(min(STEPS, room)):
        out[n] = RAISE + step  # R3
        n += 1
    if s.phase == CLAIMING and room > 0 and under_the_cup(s, seat) > 1:
        for face in range(FACES):
            if s.hidden[seat, face] > 0:
                out[n] = SHOW + face  # R4
                n += 1
    return n


def apply(e: Record, s: Record, seat: int, action: int) -> None:
    if action == DOUBT:
        doubt(e, s, seat)
    elif action < SHOW:
        s.claim += action - RAISE + 1  # R3
        s.claimer = seat
        s.phase = CLAIMING
        s.turn = next_with_dice(s, seat)
    else:  # R4
        for face in range(FACES):
            s.hidden[seat, face] = 0
        s.shown[seat, action - SHOW] += 1
        shake(s, seat, under_the_cup(s, seat))
        s.phase = RAISING


def next_with_dice(s: Record, seat: int) -> int:
    seat = clockwise(s, seat, 1)
    while s.dice[seat] == 0:
        seat = clockwise(s, seat, 1)
    return seat


def doubt(e: Record, s: Record, seat: int) -> None:
    stars = 0
    for other in range(s.seats):  # R6
        for face in range(FACES):
            s.lifted[other, face] = s.hidden[other, face] + s.shown[other, face]
            stars += s.lifted[other, face] * (face + 1)
    loser = seat if stars >= s.claim else s.claimer
    s.doubter = seat
    s.loser = loser
    s.claimed = s.claim
    s.dice[loser] -= 1
    if players_left(s) > 1:
        begin_round(e, s, loser if s.dice[loser] > 0 else next_with_dice(s, loser))  # R7
    else:
        s.phase = OVER  # R8
        s.turn = NOBODY
        for other in range(s.seats):
            for face in range(FACES):
                s.hidden[other, face] = 0
                s.shown[other, face] = 0


def players_left(s: Record) -> int:
    left = 0
    for seat in range(s.seats):
        left += s.dice[seat] > 0
    return left


def outcome(e: Record, s: Record, out: Array) -> None:
    for seat in range(s.seats):
        out[seat] = 1.0 if s.dice[seat] > 0 else 0.0  # R8


# What a seat knows --------------------------------------------------------------------------------------------------


def conceal(e: Record, s: Record, seat: int) -> None:
    for i in range(4):
        s.rng[i] = 0
    for other in range(s.seats):
        if other != seat:
            for face in range(FACES):
                s.hidden[other, face] = 0


def imagine(e: Record, s: Record, seat: int) -> None:
    if s.phase != OVER:
        for other in range(s.seats):
            if other != seat:
                shake(s, other, under_the_cup(s, other))


def observe(e: Record, s: Record, seat: int, out: Array) -> None:
    """The own hidden dice by face; for each seat from the observer on: its open dice by face, how many it has, whether
    it is on turn and whether the claim is its own; the claim as a part of the highest; whether a die was just shown."""
    for i in range(OBSERVATION):
        out[i] = 0.0
    for face in range(FACES):
        out[face] = s.hidden[seat, face] / MOST_DICE
    at = FACES
    for i in range(s.seats):
        other = clockwise(s, seat, i)
        for face in range(FACES):
            out[at + face] = s.shown[other, face] / MOST_DICE
        out[at + FACES] = s.dice[other] / MOST_DICE
        out[at + FACES + 1] = 1.0 if other == s.turn else 0.0
        out[at + FACES + 2] = 1.0 if other == s.claimer else 0.0
        at += FACES + 3
    out[OBSERVATION - 2] = s.claim / (FACES * dice_in_play(s))
    out[OBSERVATION - 1] = 1.0 if s.phase == RAISING else 0.0


def reveals(e: Record, s: Record, t: Record, seat: int, action: int, viewer: int) -> int:
    """Everybody may raise, whatever lies under the cup; only the cups that are lifted at the end tell something."""
    return 1 if t.phase == OVER else 0


def witness(e: Record, s: Record, seat: int, action: int, viewer: int) -> int:
    return action


def advise(e: Record, s: Record, seat: int, options: Array, n: int) -> int:
    """Doubt a claim above what is to be expected; otherwise raise half the way there."""
    twice = 0  # what is to be expected, twice over: an unseen die shows 3½ stars
    for other in range(s.seats):
        for face in range(FACES):
            twice += 2 * (face + 1) * s.shown[other, face]
            if other == seat:
                twice += 2 * (face + 1) * s.hidden[other, face]
        if other != seat:
            twice += 7 * under_the_cup(s, other)
    if options[0] == DOUBT and (n == 1 or twice < 2 * s.claim):
        return DOUBT
    best = options[1] if options[0] == DOUBT else options[0]
    for i in range(n):
        if options[i] < SHOW and 4 * (options[i] - RAISE + 1) <= twice - 2 * s.claim:
            best = options[i]
    return best


# For the conformance suite ------------------------------------------------------------------------------------------


def account(e: Record, s: Record) -> int:
    for seat in range(s.seats):
        lying = 0
        for face in range(FACES):
            if s.hidden[seat, face] < 0 or s.shown[seat, face] < 0:
                return 1
            lying += s.hidden[seat, face] + s.shown[seat, face]
        if s.phase != OVER and lying != s.dice[seat]:
            return 2
    if s.phase != OVER and s.claim > FACES * dice_in_play(s):
        return 3
    if s.turn != NOBODY and s.dice[s.turn] == 0:
        return 4
    return 0


def bound(e: Record, seats: int) -> int:
    dice = seats * e.dice
    return dice * (2 * FACES * dice + 1)  # a doubt costs a die; a raise is at least one, and may follow a die laid open


def turned(e: Record, action: int, by: int, seats: int) -> int:
    return action
