"""The rules of Magi, to be read beside the rules page.

`cards.py` says what a card is, `talon.py` how cards are drawn, `position.py` what a position holds and which phases a
turn has; here is the course of a turn and of a round.

Actions: 0-57 play a kind · 58 take the DRAWCOUNT's cards · 59 draw one · 60 pass · 61 say "Magi!" · 62 keep
silent · 63-65 name a colour · 66-67, 68-71, 72-75 choose in a section of Original · 76-83 shoot a seat ·
84-91 catch a seat, also out of turn.

Observation: see `layout.py`.
"""

from ..contract.kernel import NOBODY, Array, Record, below, clockwise, note
from .accounts import sound as sound
from .cards import (
    AGAIN,
    FREE,
    KINDS,
    ORIGINAL,
    RESET,
    REVERSE,
    SELECT,
    SHOT,
    abilities_of,
    coded,
    draws,
    lowest,
    matching,
    points_of,
    starred,
)
from .events import (
    CAUGHT,
    CHOSE,
    KEPT_SILENT,
    LIMIT,
    NAMED,
    NEXT_ROUND,
    PASSED,
    PLAYED,
    RAISED,
    REVERSED,
    SAID_MAGI,
    STUCK,
    TURN_AGAIN,
    TURN_TO,
    WENT_OUT,
)
from .noting import note_closing, note_count, note_free, note_reset
from .position import ACTIONS as ACTIONS
from .position import (
    ANSWERS,
    ASK,
    BUTTON,
    CATCH,
    CLOSING,
    COLOUR,
    DRAW,
    DRAWING,
    DRAWN,
    FIRST,
    FIRST_ANSWER,
    MAGIC,
    MAIN,
    NAME,
    OVER,
    PASS,
    SAY,
    SEAT_A,
    SECOND,
    SECTION_1,
    SECTION_3,
    SHOOT,
    SILENT,
    TAKE,
    TARGET,
    THIRD,
)
from .position import MOST_MOVES as MOST_MOVES
from .position import SINCE as SINCE
from .position import Edition as Edition
from .position import State as State
from .talon import can_draw, deal, lay, take_cards

ENDLESS = "Nobody has to go out: players may draw and play for ever, unless turn_limit is set."
ASYMMETRIC = ""
SEAT_AXES = ("held", "score", "last", "hand", "old", "shown", "cards", "olds", "silent", "drawn")
# What everybody sees of a seat: its points, how many cards it holds, which lie open, and whether it forgot to speak.
OPEN = ("score", "last", "old", "shown", "cards", "olds", "silent")
SEAT_VALUES = ("turn", "starter", "follows")


# Set-up ----------------------------------------------------------------------------------------------------------


def setup(e: Record, s: Record, seats: int) -> None:
    s.seats = seats
    s.starter = 0 if e.first == SEAT_A else below(s, seats)  # A8
    begin_round(e, s)
    proceed(e, s)


def begin_round(e: Record, s: Record) -> None:
    """R11, A46: a fresh round; the start player has the first turn (A9)."""
    s.rounds += 1
    s.first_turn = s.turns
    s.direction = 1  # R5
    clear_drawcount(s)
    deal(e, s)
    begin_turn(s, s.starter)


def begin_turn(s: Record, seat: int) -> None:
    s.turns += 1
    s.turn = seat
    s.follows = NOBODY
    s.phase = MAGIC


# What a seat may do ------------------------------------------------------------------------------------------------


def moves(e: Record, s: Record, seat: int, out: Array) -> int:
    n = 0
    if seat == s.turn:
        if s.phase <= DRAWN:
            n = playing_moves(e, s, seat, out)
        elif s.phase == CLOSING:  # R23
            out[0] = SAY
            out[1] = SILENT
            n = 2
        elif s.phase == TARGET:
            for other in range(s.seats):
                if other != seat:  # R36, A26
                    out[n] = SHOOT + other
                    n += 1
        else:  # R31, R39
            first = FIRST_ANSWER[s.phase - SECTION_1]
            n = ANSWERS[s.phase - SECTION_1]
            for i in range(n):
                out[i] = first + i
    if s.silences > 0:  # R24, A50
        for other in range(s.seats):
            if other != seat and s.silent[other]:
                out[n] = CATCH + other
                n += 1
    return n


def playing_moves(e: Record, s: Record, seat: int, out: Array) -> int:
    n = 0
    kinds = s.held[seat] & matching(s)
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        if s.phase != MAGIC or starred(e, kind):  # R16, A12
            out[n] = kind
            n += 1
    if s.phase == MAGIC:  # A13
        out[n] = TAKE
    elif s.phase == MAIN and can_draw(s):  # R22, A15
        out[n] = DRAW
    else:  # A16, A17, A53
        out[n] = PASS
    return n + 1


def has_to_stop(e: Record, s: Record, seat: int) -> bool:
    """A60: whether there is a decision: a card to play, or time for others to catch somebody."""
    if e.forced_steps == ASK or s.silences > 0:
        return True
    kinds = s.held[seat] & matching(s)
    if s.phase != MAGIC:
        return kinds != 0
    while kinds:
        if starred(e, lowest(kinds)):
            return True
        kinds &= kinds - 1
    return False


# What an action does -----------------------------------------------------------------------------------------------


def apply(e: Record, s: Record, seat: int, action: int) -> None:
    if action >= CATCH:
        break_silence(s, action - CATCH)
        note(s, CAUGHT, seat, action - CATCH, min(1, s.talon_left + s.pile_left))
        take_cards(e, s, action - CATCH, 1)  # R24, A51
    else:
        break_silence(s, seat)  # R25, A31: nobody noticed in time
        if action < KINDS:
            play(e, s, seat, action)
        elif action == TAKE:  # R19
            s.phase = DRAWING
        elif action == DRAW:
            take_cards(e, s, seat, 1)
            s.phase = DRAWN
        elif action == PASS:
            note(s, PASSED, seat)
            s.phase = CLOSING
        elif action < NAME:
            if action == SILENT:
                note(s, KEPT_SILENT, seat)
                s.silent[seat] = 1
                s.silences += 1
            else:
                note(s, SAID_MAGI, seat)
            end_turn(e, s)
        else:
            answer(e, s, seat, action)
    proceed(e, s)


def break_silence(s: Record, seat: int) -> None:
    s.silences -= s.silent[seat]
    s.silent[seat] = 0


def play(e: Record, s: Record, seat: int, kind: int) -> None:
    """R16, R22: lay a card and use all its abilities."""
    lay(s, seat, kind)
    note(s, PLAYED, seat, kind, coded(e, kind), s.cards[seat])
    if abilities_of(e, kind) & ORIGINAL:
        s.phase = SECTION_1  # A55: all three sections before anything happens
    else:
        put_draw(e, s, abilities_of(e, kind), draws(e, kind))


def answer(e: Record, s: Record, seat: int, action: int) -> None:
    """Answer a card's question."""
    if s.phase == COLOUR:
        s.colour = action - NAME  # R31
        note(s, NAMED, seat, s.colour)
        change_order(e, s)
    elif s.phase == TARGET:
        s.follows = action - SHOOT  # R36, A25
        note(s, TURN_TO, seat, s.follows)
        use_up(s)
    else:
        s.section[s.phase - SECTION_1] = action
        note(s, CHOSE, seat, action)
        if s.phase == SECTION_3:
            put_draw(e, s, chosen_abilities(s), action - THIRD)
        else:
            s.phase += 1


def chosen_abilities(s: Record) -> int:
    """R39: what the Original on top does, by the choices made."""
    first = SELECT if s.section[0] == FIRST else FREE
    return first | (AGAIN << (s.section[1] - SECOND))


def put_draw(e: Record, s: Record, can: int, x: int) -> None:
    """A22: first Reset, then Draw; then the round may be over (A37, A55, A57)."""
    if can & RESET:  # R38, A28
        note_reset(s)
        clear_drawcount(s)
    if x > 0 or (s.section[2] == THIRD and e.zero_marker):  # R33, A7
        s.drawcount += x
        s.marked = 1
        note(s, RAISED, x, s.drawcount)
    if is_out(s):
        use_up(s)
    elif can & SELECT:
        s.phase = COLOUR
    else:
        note_free(s, can)
        change_order(e, s)


def change_order(e: Record, s: Record) -> None:
    """A22: after the colour Reverse, then Shot or Again."""
    can = chosen_abilities(s) if s.section[2] else abilities_of(e, s.top)
    if can & REVERSE:  # R35
        s.direction = -s.direction
        note(s, REVERSED, s.turn, s.direction)
    if can & AGAIN:  # R34, A35
        s.follows = s.turn
        note(s, TURN_AGAIN, s.turn, s.turn)
    if can & SHOT:
        s.phase = TARGET
    else:
        use_up(s)


def use_up(s: Record) -> None:
    """End a card after all its abilities have been used."""
    s.phase = CLOSING
    for i in range(3):
        s.section[i] = 0


def clear_drawcount(s: Record) -> None:
    s.drawcount = 0
    s.marked = 0


# The course of a turn ----------------------------------------------------------------------------------------------


def is_out(s: Record) -> bool:
    """R26, R43: the player on turn has no cards and no DRAWCOUNT lies there."""
    return s.cards[s.turn] == 0 and s.marked == 0


def proceed(e: Record, s: Record) -> None:
    """R15, A60: pass through the phases up to the next decision."""
    while True:
        if s.phase == MAGIC:
            if is_out(s):  # A33, A34, A35
                note(s, WENT_OUT, s.turn)
                end_round(e, s)
            elif s.marked == 0:
                s.phase = MAIN  # A14, R20
            elif s.cards[s.turn] > 0 and has_to_stop(e, s, s.turn):
                return
            else:
                s.phase = DRAWING  # R19, R27
        elif s.phase == DRAWING:  # R21
            take_cards(e, s, s.turn, s.drawcount)
            clear_drawcount(s)
            s.phase = CLOSING
        elif s.phase == MAIN:
            if has_to_stop(e, s, s.turn):
                return
            if can_draw(s):  # R13
                take_cards(e, s, s.turn, 1)
                s.phase = DRAWN
            else:
                note(s, STUCK, s.turn)
                s.phase = CLOSING
        elif s.phase == DRAWN:
            if has_to_stop(e, s, s.turn):
                return
            note(s, PASSED, s.turn)
            s.phase = CLOSING  # A16
        elif s.phase == CLOSING:
            if is_out(s):  # A37, A54
                note(s, WENT_OUT, s.turn)
                end_round(e, s)
            elif s.cards[s.turn] == 1 and e.calling == BUTTON:  # R23, A32, A49
                return
            else:
                note_closing(s)
                end_turn(e, s)
        else:
            return


def end_turn(e: Record, s: Record) -> None:
    if 0 < e.turn_limit <= s.turns:
        note(s, LIMIT, e.turn_limit)
        end_round(e, s)
    elif s.follows != NOBODY:
        begin_turn(s, s.follows)
    else:
        begin_turn(s, clockwise(s, s.turn, 1 if s.direction > 0 else s.seats - 1))


# The end of a round --------------------------------------------------------------------------------------------------


def end_round(e: Record, s: Record) -> None:
    """R28, A41: everybody notes the points in hand; from 50 on the game is over (R30)."""
    over = 0 < e.turn_limit <= s.turns
    for seat in range(s.seats):
        s.silent[seat] = 0  # A50
        s.last[seat] = count_hand(e, s.hand[seat], s.shown[seat])
        s.score[seat] += s.last[seat]
        note_count(s, seat)
        if s.score[seat] >= e.target:
            over = True
    s.silences = 0
    if over:
        s.phase = OVER
        s.turn = NOBODY
    else:
        s.starter = clockwise(s, s.starter, 1)  # R29
        begin_round(e, s)
        note(s, NEXT_ROUND, s.starter, s.rounds, s.top)


def count_hand(e: Record, hand: Array, shown: Array) -> int:
    """R28: lay a hand open; its minus points."""
    total = 0
    for kind in range(KINDS):
        shown[kind] = hand[kind]
        if hand[kind] > 0:
            total += hand[kind] * points_of(e, kind)
    return total


def outcome(e: Record, s: Record, out: Array) -> None:
    """A42, A43: the lowest total wins, shared when equal."""
    least = s.score[0]
    for seat in range(1, s.seats):
        least = min(least, s.score[seat])
    winners = 0
    for seat in range(s.seats):
        if s.score[seat] == least:
            winners += 1
    for seat in range(s.seats):
        out[seat] = 1.0 / winners if s.score[seat] == least else 0.0
