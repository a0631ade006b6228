"""The rules of Magicians' Night, to be read beside the rules page. How pieces give way is in `physics.py`.

Actions: 0-3 take a magician (sun, moon, lightning, star) · 4 go on from where it stands · 5 stop · 6 agree to a draw ·
7 play on · 8-199 lay the magician to the edge at one of 192 points, anticlockwise from three o'clock ·
200-263 push it 3 mm in one of 64 directions, anticlockwise from “to the right”.

Observation: see `layout.py`.
"""

from ..contract.kernel import HIDDEN, NOBODY, Array, Record, below, note, root
from .events import (
    AGREED,
    ASKED,
    ENTERS,
    GOES_ON,
    HELD_BACK,
    LIFTS,
    LIGHTS_ON,
    LIGHTS_OUT,
    OFFERED,
    OUT,
    PASSES,
    PLAYS_ON,
    STOPS,
    TOOK,
    TURN,
)
from .headings import COSINE, HEADINGS, POINTS, SINE
from .physics import cannot_go, clear_bench, note_in_hand, note_place, note_stroke, slide, thousandths
from .table import (
    BENDS,
    CAULDRON,
    DARK,
    FIRE,
    MAGICIAN,
    PIECES,
    SEATS,
    SYMBOLS,
    TREE,
    WAYS,
    Edition,
    State,
    lay_by_hand,
    lay_out,
    owner,
    radius,
    sound,
    symbol_of,
)

__all__ = ["Edition", "State", "sound"]

CHOOSE, BEGIN, ENTERED, PUSHING, OFFER, OVER = range(6)
AT_RANDOM, FIRST_SEAT = range(2)  # A30
TAKE, GO_ON, STOP, AGREE, PLAY_ON, ENTER = 0, 4, 5, 6, 7, 8
STROKE = ENTER + POINTS
ACTIONS = STROKE + HEADINGS
MOST_MOVES = ACTIONS
PASSED_ROUNDS, QUIET_ROUNDS, PATIENT_ROUNDS = 3, 10, 3  # A34
ENDLESS = "Players may pass or push to and fro for ever, unless turn_limit and stroke_limit are set (A33, A34)."
ASYMMETRIC = ""
SEAT_AXES = ("symbol", "out", "agreed")
SEAT_VALUES = ("turn", "active", "starter", "winner")
OPEN = ("symbol", "out", "agreed")  # which magician each has taken, who is out, who has agreed to end


def setup(e: Record, s: Record, seats: int) -> None:
    s.seats = seats
    lay_out(e, s)  # R28: the same for any number of players
    for seat in range(SEATS):
        s.symbol[seat] = HIDDEN
    s.starter = below(s, seats) if e.first == AT_RANDOM else 0  # R11, A30
    lay_by_hand(e, s, FIRE)  # A47
    s.active = s.starter
    s.turn = s.starter  # R8, A42
    s.landed = HIDDEN
    s.winner = NOBODY
    s.phase = CHOOSE


# What a seat may do --------------------------------------------------------------------------------------------


def moves(e: Record, s: Record, seat: int, out: Array) -> int:
    n = 0
    if seat != s.turn:  # R15
        return 0
    if s.phase == CHOOSE:
        for symbol in range(SYMBOLS):  # R8, A29
            if owner(s, symbol) == NOBODY:
                out[n] = TAKE + symbol
                n += 1
        return n
    if s.phase == OFFER:  # A34
        out[0] = AGREE
        out[1] = PLAY_ON
        return 2
    tired = 0 < e.stroke_limit <= s.strokes  # A33
    if s.phase == BEGIN and s.here[held(s)]:  # R20
        out[n] = GO_ON
        n += 1
    out[n] = STOP  # R16, A18
    n += 1
    if (s.phase == BEGIN or s.phase == ENTERED) and not tired:  # R13, R20, A19, A20, A35
        for point in range(POINTS):
            out[n] = ENTER + point
            n += 1
    if (s.phase == ENTERED or s.phase == PUSHING) and not tired:  # R12, A14
        for heading in range(HEADINGS):
            out[n] = STROKE + heading
            n += 1
    return n


def held(s: Record) -> int:
    """The magician of the player on turn."""
    return MAGICIAN + s.symbol[s.active]


# What an action does -------------------------------------------------------------------------------------------


def apply(e: Record, s: Record, seat: int, action: int) -> None:
    if action < GO_ON:
        take_magician(s, seat, action - TAKE)
        note_begin(e, s)
        return
    if AGREE <= action <= PLAY_ON:
        answer(e, s, seat, action)
        note_next(s)
        return
    s.fallen = 0
    s.felt = 0
    if action == STOP:  # R16
        note_stop(e, s)
        end_turn(e, s)
        return
    s.strokes += 1
    if action == GO_ON:  # R20
        note(s, GOES_ON, seat, held(s))
        s.phase = PUSHING
    elif action < STROKE:
        enter(e, s, action - ENTER)
    else:
        push(e, s, action - STROKE)


def take_magician(s: Record, seat: int, symbol: int) -> None:
    """R8, A42: the first player chooses first, then clockwise."""
    s.symbol[seat] = symbol
    note(s, TOOK, seat, symbol)
    s.turn = (seat + 1) % s.seats
    if s.symbol[s.turn] != HIDDEN:
        s.phase = BEGIN
        s.turn = s.active


def enter(e: Record, s: Record, point: int) -> None:
    """R13, R20: lift the magician and place it at the edge there; nothing else moves (A21)."""
    piece = held(s)
    away = entry_distance(e, s, piece, point)
    s.x[piece] = away * COSINE[point]
    s.y[piece] = away * SINE[point]
    note_entry(s, point)
    s.here[piece] = 1
    s.phase = ENTERED


def entry_distance(e: Record, s: Record, piece: int, point: int) -> float:
    """A8, A20: just in contact with the plate, or farther out, clear of anything that hangs over the edge there."""
    away = 0.5 * (e.plate + e.magician)
    for other in range(PIECES):
        if s.here[other] == 0 or other == piece:
            continue
        span = radius(e, piece) + radius(e, other)
        along = s.x[other] * COSINE[point] + s.y[other] * SINE[point]
        aside = s.y[other] * COSINE[point] - s.x[other] * SINE[point]
        if aside * aside < span * span:
            away = max(away, along + root(span * span - aside * aside))
    return away


def push(e: Record, s: Record, heading: int) -> None:
    """R12-R14: one stroke and its consequences. One that moves nothing is not a push (R21, A37)."""
    piece = held(s)
    if e.rules > 1 and cannot_go(e, s, piece, heading):
        note_held_back(s, heading)
        return
    s.phase = PUSHING  # R21
    mark_start(s, heading)
    s.pushing = 1
    slide(e, s, piece, heading)
    note_stroke(e, s, heading)
    clear_bench(s)
    mark_way(s)
    took = land(e, s)
    if s.phase == OVER:  # A15
        return
    if s.fallen > 0:
        count_fallen(s)
    if s.fallen > 0 or took:  # R17, R28, A41
        end_turn(e, s)


def mark_start(s: Record, heading: int) -> None:
    """Everybody sees the hat move: record where its path begins and where it bends."""
    if s.pushing == 0:
        if s.ways == WAYS:
            forget_first_way(s)
        s.way_who[s.ways] = s.symbol[s.active]
        s.way_bends[s.ways] = 1
        s.ways += 1
    way = s.ways - 1
    bends = s.way_bends[way]
    if bends == 1 or (heading != s.way_heading and bends < BENDS):
        s.way_x[way, bends - 1] = s.x[held(s)]
        s.way_y[way, bends - 1] = s.y[held(s)]
        s.way_bends[way] += 1
        s.way_heading = heading


def mark_way(s: Record) -> None:
    """Record the hat's current place as the last point of its path."""
    last = s.way_bends[s.ways - 1] - 1
    s.way_x[s.ways - 1, last] = s.x[held(s)]
    s.way_y[s.ways - 1, last] = s.y[held(s)]


def forget_first_way(s: Record) -> None:
    for way in range(WAYS - 1):
        s.way_who[way] = s.way_who[way + 1]
        s.way_bends[way] = s.way_bends[way + 1]
        for i in range(BENDS):
            s.way_x[way, i] = s.way_x[way + 1, i]
            s.way_y[way, i] = s.way_y[way + 1, i]
    s.ways -= 1


def land(e: Record, s: Record) -> bool:
    """R25, R26: a cauldron in the ring wins for its owner; an unowned one is taken off (R28, A28)."""
    if s.landed == HIDDEN:
        return False
    seat = owner(s, symbol_of(s.landed))
    if seat != NOBODY:
        count_fallen(s)
        finish(e, s, seat)
        return False
    take_off(s, s.landed)
    s.taken += 1
    s.landed = HIDDEN
    return True


def take_off(s: Record, piece: int) -> None:
    s.here[piece] = 0
    s.x[piece] = 0.0
    s.y[piece] = 0.0


def count_fallen(s: Record) -> None:
    """R17, R22, A16: fallen pieces stay off; R24: a player who has lost all three cauldrons is out."""
    s.clacks += s.fallen
    s.lost = 0
    for piece in range(TREE, MAGICIAN):
        s.lost += 1 - s.here[piece]
    for seat in range(s.seats):
        left = 0
        for piece in range(CAULDRON + s.symbol[seat], TREE, SYMBOLS):
            left += s.here[piece]
        if left == 0:
            note_out(s, seat)
            s.out[seat] = 1


def end_turn(e: Record, s: Record) -> None:
    """R18: the magician stays where it is, if it can stand there (R19, A9, A10, A36)."""
    piece = held(s)
    edge = 0.25 * e.plate * e.plate
    if s.x[piece] * s.x[piece] + s.y[piece] * s.y[piece] > edge:  # A38
        take_off(s, piece)
    s.quiet = 0 if s.fallen > 0 else s.quiet + 1
    s.passed = 0 if s.pushing else s.passed + 1
    s.patience = max(0, s.patience - 1)
    s.turns += 1
    s.strokes = 0
    s.pushing = 0
    s.felt = 0
    s.phase = BEGIN
    left = players_left(s)
    if left <= 1 or 0 < e.turn_limit <= s.turns:  # A25, A26, A34
        finish(e, s, last_player(s) if left == 1 else NOBODY)
        return
    s.active = next_player(s, s.active)  # R11
    s.turn = s.active
    if s.patience == 0 and (s.passed >= PASSED_ROUNDS * left or s.quiet >= QUIET_ROUNDS * left):
        offer_draw(s)
    note_next(s)


def players_left(s: Record) -> int:
    left = 0
    for seat in range(s.seats):
        left += 1 - s.out[seat]
    return left


def last_player(s: Record) -> int:
    for seat in range(s.seats):
        if s.out[seat] == 0:
            return seat
    return NOBODY


def next_player(s: Record, seat: int) -> int:
    """R18, A24: the next one clockwise who is not out."""
    for i in range(1, s.seats + 1):
        other = (seat + i) % s.seats
        if s.out[other] == 0:
            return other
    return seat


def offer_draw(s: Record) -> None:
    """A34: everybody who still plays is asked, the next player first."""
    note(s, OFFERED)
    s.phase = OFFER
    for seat in range(SEATS):
        s.agreed[seat] = 0


def answer(e: Record, s: Record, seat: int, action: int) -> None:
    """A34: a draw needs everybody's consent; refused, it is offered again after three rounds."""
    if action == AGREE:
        note(s, AGREED, seat)
        s.agreed[seat] = 1
        s.turn = next_player(s, seat)
        if s.agreed[s.turn]:
            finish(e, s, NOBODY)
        return
    note(s, PLAYS_ON, seat)
    s.patience = PATIENT_ROUNDS * players_left(s)
    s.phase = BEGIN
    s.turn = s.active


def finish(e: Record, s: Record, seat: int) -> None:
    note_light(e, s)
    s.winner = seat
    s.phase = OVER
    s.turn = NOBODY
    s.felt = 0


def outcome(e: Record, s: Record, out: Array) -> None:
    """R26: the owner of the landed cauldron, or the last one left (A25), or nobody (A26, A34)."""
    for seat in range(s.seats):
        out[seat] = 1.0 if s.winner == seat else 0.0


# What is only told ---------------------------------------------------------------------------------------------


def note_begin(e: Record, s: Record) -> None:
    """R10, A48: when all have chosen."""
    if s.phase == BEGIN and e.light == DARK:
        note(s, LIGHTS_OUT)
    note_next(s)


def note_next(s: Record) -> None:
    """Whose turn it is, or who is asked."""
    if s.phase == BEGIN:
        note(s, TURN, s.turn)
    elif s.phase == OFFER:
        note(s, ASKED, s.turn)


def note_entry(s: Record, point: int) -> None:
    piece = held(s)
    if s.phase == BEGIN and s.here[piece]:
        note(s, LIFTS, s.active, piece, point, thousandths(s.x[piece]), thousandths(s.y[piece]))
    else:
        note(s, ENTERS, s.active, piece, point, thousandths(s.x[piece]), thousandths(s.y[piece]))


def note_held_back(s: Record, heading: int) -> None:
    """A37: a magician that has just entered stays at the edge; one that has been pushed only goes no farther."""
    if s.phase == ENTERED:
        note(s, HELD_BACK, s.active, held(s))
    else:
        note_place(s, heading, held(s))


def note_stop(e: Record, s: Record) -> None:
    if s.phase == BEGIN:
        note(s, PASSES, s.active)
    else:
        note(s, STOPS, s.active, held(s))
    note_in_hand(e, s, held(s))


def note_out(s: Record, seat: int) -> None:
    if s.out[seat] == 0:
        note(s, OUT, seat)


def note_light(e: Record, s: Record) -> None:
    if e.light == DARK:
        note(s, LIGHTS_ON)
