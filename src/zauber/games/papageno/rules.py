"""The rules of Papageno, to be read beside the rules page.

`cards.py` says what a card is, `position.py` what a position holds, `scoring.py` what a wire is worth; here is the
course of a round: turn cards up, draw, place, swap, and count.

Actions: 0-5 turn a place up · 6 draw · 7 take the discard · 8-13 place the card in hand · 14 discard it ·
15 leave (no capture) · 16-19 an Egg in the middle of a row takes its left or right neighbour ·
20-199 swap a card with another seat.

Observation: see `layout.py`.
"""

from ..contract.kernel import HIDDEN, NOBODY, Array, Record, below, clockwise, draw, note
from .cards import CAPTURE, FLUTE, KINDS, PLACES, SEATS, copies
from .cards import Edition as Edition
from .cards import sound as sound
from .events import (
    ALL_OPEN,
    CHOSE,
    DISCARDED,
    DREW,
    EGG_TAKES,
    FIRST_DISCARD,
    FLUTE_ENDS,
    FLUTED,
    LAPSES,
    LEFT_ALONE,
    LIMIT,
    MAY_CAPTURE,
    NEXT_ROUND,
    PASSED,
    PLACED,
    REBUILT,
    REVEALED,
    ROUND_ENDS,
    SCORED,
    STARTS,
    SWAPPED,
    TOOK,
    TURNED,
    WON_ROUND,
)
from .position import ACTIONS as ACTIONS
from .position import (
    AT_ONCE,
    BEST,
    CHOOSE_EGG,
    DISCARD,
    DRAW,
    EGG_SIDE,
    FROM_DEALT,
    FROM_PILE,
    KEEP_TOP,
    LAST_OF_PILE,
    LEAVE,
    LEFT,
    NOT_DRAWN,
    OVER,
    PLACE,
    PLACE_DRAWN,
    PLACE_TAKEN,
    REVEAL,
    ROW,
    SWAP,
    SWAP_CARDS,
    TAKE,
    TAKE_TOP,
    TURN_UP,
    UNDECIDED,
)
from .position import MOST_MOVES as MOST_MOVES
from .position import SINCE as SINCE
from .position import State as State
from .scoring import egg_is_open, score_of, sides_differ, value

ENDLESS = "Nobody has to end a round: players may draw and discard for ever, unless turn_limit is set (A39)."
ASYMMETRIC = ""
SEAT_AXES = ("wins", "score", "area", "down", "chosen", "egg", "shown", "sides")
SEAT_VALUES = ("turn", "active", "starter")
# Cards that lie face up, the sides that Eggs take, where cards lie face down, and the points.
OPEN = ("area", "egg", "down", "shown", "sides", "wins", "score")


# Set-up --------------------------------------------------------------------------------------------------------


def setup(e: Record, s: Record, seats: int) -> None:
    s.seats = seats
    s.discarded = HIDDEN
    for seat in range(SEATS):
        for place in range(PLACES):
            s.shown[seat, place] = HIDDEN
    s.starter = below(s, seats)  # R8, A27
    deal_round(e, s)


def deal_round(e: Record, s: Record) -> None:
    """R3, R4: shuffle all cards and deal six face down to each."""
    s.rounds += 1
    s.turns = 0
    s.pile_left = 0
    for kind in range(KINDS):
        s.dealt[kind] = copies(e, kind, s.seats)
        s.pile_left += s.dealt[kind]
        s.pile[kind] = 0
        s.discard[kind] = 0
    s.dealt_left = s.pile_left
    s.pile_left -= PLACES * s.seats
    s.discards = 0
    s.rebuilt = 0
    s.complete = 0
    s.top = HIDDEN
    s.held = HIDDEN
    s.origin = NOT_DRAWN
    s.lone = HIDDEN
    s.spot = HIDDEN
    for seat in range(SEATS):
        s.down[seat] = PLACES if seat < s.seats else 0
        s.chosen[seat] = HIDDEN
        for place in range(PLACES):
            s.area[seat, place] = HIDDEN
    s.active = s.starter
    s.turn = s.starter
    s.phase = REVEAL  # R5


# What a seat may do --------------------------------------------------------------------------------------------


def moves(e: Record, s: Record, seat: int, out: Array) -> int:
    n = 0
    if s.phase == REVEAL:  # R5, A31: all choose at once, in any order
        if s.chosen[seat] == HIDDEN:
            for place in range(PLACES):
                out[place] = TURN_UP + place
            n = PLACES
    elif s.phase == CHOOSE_EGG:  # R26, A38: owners choose in any order
        for row in range(2):
            if egg_is_open(e, s, seat, row):
                out[n] = EGG_SIDE + 2 * row
                out[n + 1] = EGG_SIDE + 2 * row + 1
                n += 2
    elif seat == s.turn:
        if s.phase == TAKE:  # R9
            out[0] = DRAW
            n = 1 if s.pile_left > 0 else 0
            out[n] = TAKE_TOP
            n += 1 if s.top != HIDDEN else 0
        elif s.phase == SWAP_CARDS:
            n = capture_moves(s, seat, out)
        else:
            for place in range(PLACES):  # R10, R14: any of the six
                out[place] = PLACE + place
            out[PLACES] = DISCARD
            n = PLACES + 1 if s.phase == PLACE_DRAWN else PLACES  # R11, R12
    return n


def capture_moves(s: Record, seat: int, out: Array) -> int:
    out[0] = LEAVE  # A7
    n = 1
    for mine in range(PLACES):
        if s.area[seat, mine] == HIDDEN or mine == s.spot:  # R19, R20
            continue
        for other in range(s.seats):
            if other == seat:
                continue
            for theirs in range(PLACES):
                if s.area[other, theirs] != HIDDEN:  # R19
                    out[n] = SWAP + (mine * SEATS + other) * PLACES + theirs  # R18
                    n += 1
    return n


# What an action does -------------------------------------------------------------------------------------------


def apply(e: Record, s: Record, seat: int, action: int) -> None:
    if action < DRAW:
        choose_place(s, seat, action - TURN_UP)
    elif action == DRAW:
        take_from_pile(e, s)
    elif action == TAKE_TOP:
        take_discard(s)
    elif action < DISCARD:
        place_card(e, s, action - PLACE)
    elif action == DISCARD:  # R11, A5: no power
        note(s, DISCARDED, seat, s.held)
        put_on_discard(s, s.held)
        end_turn(e, s)
    elif action == LEAVE:
        note(s, LEFT_ALONE, seat)
        end_turn(e, s)
    elif action < SWAP:
        side = action - EGG_SIDE
        s.egg[seat, side // 2] = LEFT + side % 2
        note(s, EGG_TAKES, seat, side // 2, LEFT + side % 2, s.area[seat, ROW * (side // 2) + 2 * (side % 2)])
        ask_for_eggs(e, s)
    else:
        swap(s, seat, action - SWAP)
        end_turn(e, s)


def choose_place(s: Record, seat: int, place: int) -> None:
    """R5, A31: choose in secret; when all have chosen, the cards are turned."""
    s.chosen[seat] = place
    note(s, CHOSE, seat, place)
    for i in range(s.seats):
        waiting = clockwise(s, s.starter, i)
        if s.chosen[waiting] == HIDDEN:
            s.turn = waiting
            return
    for i in range(s.seats):
        turning = clockwise(s, s.starter, i)
        turn_up(s, turning, s.chosen[turning])  # A3: no power
        note(s, TURNED, turning, s.chosen[turning], s.area[turning, s.chosen[turning]])
        s.chosen[turning] = HIDDEN
    s.pile_left -= 1
    s.dealt_left -= 1
    put_on_discard(s, draw(s, s.dealt, s.dealt_left + 1))  # R6, A4
    note(s, FIRST_DISCARD, s.top)
    s.turn = s.starter
    s.phase = TAKE
    note(s, STARTS, s.turn)


def turn_up(s: Record, seat: int, place: int) -> int:
    """The card at that place, turned face up if it was face down."""
    if s.area[seat, place] == HIDDEN:
        s.area[seat, place] = draw(s, s.dealt, s.dealt_left)
        s.dealt_left -= 1
        s.down[seat] -= 1
        s.complete += s.down[seat] == 0
    return s.area[seat, place]


def take_from_pile(e: Record, s: Record) -> None:
    """R9: the top card of the draw pile, looked at secretly."""
    s.pile_left -= 1
    bag = s.pile if s.rebuilt else s.dealt
    s.held = draw(s, bag, s.pile_left + 1 if s.rebuilt else s.dealt_left)
    s.origin = FROM_PILE if s.rebuilt else FROM_DEALT
    s.dealt_left -= 0 if s.rebuilt else 1
    note(s, DREW, s.turn, s.held)
    s.phase = PLACE_DRAWN
    if s.pile_left == 0 and e.reshuffle == AT_ONCE:  # R7, A28
        if s.rebuilt:
            s.origin = LAST_OF_PILE
            s.lone = s.held
        rebuild_pile(s)
        s.top = HIDDEN
        note_rebuilt(s)


def take_discard(s: Record) -> None:
    """R9: the face-up card of the discard pile."""
    s.held = s.top
    note(s, TOOK, s.turn, s.held)
    s.discard[s.top] -= 1
    s.discards -= 1
    s.top = HIDDEN
    s.phase = PLACE_TAKEN


def rebuild_pile(s: Record) -> None:
    """R7: the discards become the draw pile. Cards still face down on the table stay in their own bag."""
    s.rebuilt = 1
    for kind in range(KINDS):
        s.pile[kind] += s.discard[kind]
        s.discard[kind] = 0
    s.pile_left += s.discards
    s.discards = 0


def note_rebuilt(s: Record) -> None:
    if s.pile_left > 0:
        note(s, REBUILT, s.pile_left)


def put_on_discard(s: Record, kind: int) -> None:
    s.discard[kind] += 1
    s.discards += 1
    s.top = kind
    s.discarded = kind


def place_card(e: Record, s: Record, place: int) -> None:
    """R10: the new card lies face up exactly where the old one was (R13, R15)."""
    seat = s.turn
    was_down = s.area[seat, place] == HIDDEN
    replaced = turn_up(s, seat, place)
    kind = s.held
    s.area[seat, place] = kind
    s.spot = place
    s.held = HIDDEN
    s.origin = NOT_DRAWN
    s.lone = HIDDEN
    if kind == FLUTE:  # R16, R21
        note(s, FLUTED, seat, place, kind, replaced, was_down)
        replaced = pass_to_the_left(s, seat, place, replaced)
        note(s, FLUTE_ENDS, clockwise(s, seat, s.seats - 1), replaced)
    else:
        note(s, PLACED, seat, place, kind, replaced, was_down)
    put_on_discard(s, replaced)
    if kind == CAPTURE and has_card_to_give(s, seat):  # R16, R17, A6, A10
        s.phase = SWAP_CARDS
        note(s, MAY_CAPTURE, seat)
    else:
        note_lapse(s, seat, kind)
        end_turn(e, s)


def note_lapse(s: Record, seat: int, kind: int) -> None:
    if kind == CAPTURE:
        note(s, LAPSES, seat)


def pass_to_the_left(s: Record, seat: int, place: int, card: int) -> int:
    """R21-R24, A11-A15: each neighbour puts the card in the same place and passes on the one it replaces."""
    for i in range(1, s.seats):
        neighbour = clockwise(s, seat, i)
        was_down = s.area[neighbour, place] == HIDDEN
        replaced = turn_up(s, neighbour, place)
        note(s, PASSED, neighbour, clockwise(s, seat, i - 1), place, card, replaced, was_down)
        s.area[neighbour, place] = card  # R25: no power
        card = replaced
    return card  # R24, A36


def has_card_to_give(s: Record, seat: int) -> bool:
    """A6: whether a face-up card besides the Capture just placed lies here."""
    return s.down[seat] < PLACES - 1


def swap(s: Record, seat: int, code: int) -> None:
    """R17, A8, A9: two face-up cards change places; neither works (R25)."""
    theirs = code % PLACES
    other = code // PLACES % SEATS
    mine = code // (PLACES * SEATS)
    kind = s.area[seat, mine]
    note(s, SWAPPED, seat, other, mine, theirs, kind, s.area[other, theirs])
    s.area[seat, mine] = s.area[other, theirs]
    s.area[other, theirs] = kind


def end_turn(e: Record, s: Record) -> None:
    s.held = HIDDEN
    s.origin = NOT_DRAWN
    s.lone = HIDDEN
    s.spot = HIDDEN
    s.turns += 1
    if round_is_over(e, s):  # A23: nobody gets a last turn
        note_end(e, s)
        reveal_all(s)
        for seat in range(s.seats):  # until then they belong to the last count, which is still shown
            s.egg[seat, 0] = UNDECIDED
            s.egg[seat, 1] = UNDECIDED
        s.phase = CHOOSE_EGG
        ask_for_eggs(e, s)
        return
    if s.pile_left == 0 and e.reshuffle != AT_ONCE:  # A28, A29
        kept = s.top
        rebuild_pile(s)
        s.top = HIDDEN
        if e.reshuffle == KEEP_TOP:
            s.pile[kept] -= 1
            s.pile_left -= 1
            put_on_discard(s, kept)
        note_rebuilt(s)
    s.active = clockwise(s, s.active, 1)
    s.turn = s.active
    s.phase = TAKE


# The end of a round --------------------------------------------------------------------------------------------


def round_is_over(e: Record, s: Record) -> bool:
    return s.complete > 0 or 0 < e.turn_limit <= s.turns  # R27, A14, A39


def note_end(e: Record, s: Record) -> None:
    """Who has ended the round, or that its turns are over."""
    for i in range(s.seats):
        seat = clockwise(s, s.active, i)
        if s.down[seat] == 0:
            note(s, ALL_OPEN, seat)
    if s.complete > 0:
        note(s, ROUND_ENDS)
    else:
        note(s, LIMIT, e.turn_limit)


def reveal_all(s: Record) -> None:
    """R28: the others turn their cards up; no powers (A3)."""
    for i in range(s.seats):
        seat = clockwise(s, s.active, i)
        place = 0
        while s.down[seat] > 0:
            while s.area[seat, place] != HIDDEN:
                place += 1
            turn_up(s, seat, place)
            note(s, REVEALED, seat, place, s.area[seat, place])


def ask_for_eggs(e: Record, s: Record) -> None:
    """A38: ask the owners clockwise from the player on turn; count when nobody is left to ask."""
    for i in range(s.seats):
        seat = clockwise(s, s.active, i)
        for row in range(2):
            if egg_is_open(e, s, seat, row):
                s.turn = seat
                return
    count_round(e, s)


def count_round(e: Record, s: Record) -> None:
    """R32, R33: the lowest score wins the round, ties included (A24)."""
    lowest = 10_000
    for seat in range(s.seats):
        s.score[seat] = score_of(e, s, seat)
        lowest = min(lowest, s.score[seat])
        for place in range(PLACES):
            s.shown[seat, place] = s.area[seat, place]
    over = False
    for seat in range(s.seats):
        if s.score[seat] == lowest:
            s.wins[seat] += 1
            if s.wins[seat] >= e.rounds_to_win:
                over = True
    note_count(e, s, lowest)
    if over:
        s.phase = OVER
        s.turn = NOBODY
    else:
        s.starter = next_starter(s)
        deal_round(e, s)
        note(s, NEXT_ROUND, s.starter, s.rounds)


def note_count(e: Record, s: Record, lowest: int) -> None:
    """The sides that Eggs took by themselves (A20 b), what every wire counts, and who has won the round."""
    for i in range(2 * s.seats if e.egg_choice == BEST else 0):
        seat = clockwise(s, s.active, i // 2)
        row = i % 2
        if sides_differ(e, s, seat, row):
            side = s.sides[seat, row]
            note(s, EGG_TAKES, seat, row, side, s.area[seat, ROW * row + 2 * (side - LEFT)])
    for i in range(PLACES * s.seats):
        seat = clockwise(s, s.active, i // PLACES)
        counted = value(e, s, seat, i % PLACES, s.sides[seat, 0], s.sides[seat, 1])
        note(s, SCORED, seat, s.score[seat], s.area[seat, i % PLACES], counted)
    for i in range(s.seats):
        seat = clockwise(s, s.active, i)
        if s.score[seat] == lowest:
            note(s, WON_ROUND, seat, s.rounds, s.wins[seat], e.rounds_to_win)


def next_starter(s: Record) -> int:
    """R8, A25, A26: the most points of this round; of several, the first from the old starter's left."""
    best = clockwise(s, s.starter, 1)
    for i in range(2, s.seats + 1):
        seat = clockwise(s, s.starter, i)
        if s.score[seat] > s.score[best]:
            best = seat
    return best


def outcome(e: Record, s: Record, out: Array) -> None:
    """R2, A24: those who have won the rounds needed share the game."""
    winners = 0
    for seat in range(s.seats):
        if s.wins[seat] >= e.rounds_to_win:
            winners += 1
    for seat in range(s.seats):
        out[seat] = 1.0 / winners if s.wins[seat] >= e.rounds_to_win else 0.0
