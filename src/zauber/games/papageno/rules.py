"""The rules of Papageno, to be read beside the rules page.

Cards are kinds: 0 to 11 are the birds of weight -2 to 9, then Capture, Pan flute and Egg. A wire is six places,
two rows of three:  0 1 2 / 3 4 5.  Face-down cards have no face until they are turned up (HIDDEN): they are drawn from
the bag `dealt`, which the draw pile shares until it is rebuilt from the discards; after that the pile has its own bag.

Actions: 0-5 turn a place up · 6 draw · 7 take the discard · 8-13 place the card in hand · 14 discard it ·
15 leave (no capture) · 16-19 an Egg in the middle of a row takes its left or right neighbour ·
20-199 swap a card with another seat.

Observation: see `layout.py`.
"""

from ..contract.kernel import HIDDEN, NOBODY, RNG, Array, Record, below, clockwise, draw, record

SEATS = 5
PLACES = 6  # R4: two rows of three
ROW = 3
KINDS = 15
CAPTURE, FLUTE, EGG = 12, 13, 14
LIGHTEST = -2  # the weight of kind 0

REVEAL, TAKE, PLACE_DRAWN, PLACE_TAKEN, SWAP_CARDS, CHOOSE_EGG, OVER = range(7)
AT_ONCE, KEEP_TOP, ALL = range(3)  # A28: when and how the draw pile is rebuilt
OWNER, BEST = range(2)  # A20: who chooses for an Egg
NOT_DRAWN, FROM_DEALT, FROM_PILE, LAST_OF_PILE = range(4)  # where the card in hand was drawn
UNDECIDED, LEFT, RIGHT = range(3)
SECRET = 6  # in a concealed record: a seat has chosen, but not known which place

TURN_UP, DRAW, TAKE_TOP, PLACE, DISCARD, LEAVE, EGG_SIDE, SWAP = 0, 6, 7, 8, 14, 15, 16, 20
ACTIONS = SWAP + PLACES * SEATS * PLACES
MOST_MOVES = ACTIONS
ENDLESS = "Nobody has to end a round: players may draw and discard for ever, unless turn_limit is set (A39)."
ASYMMETRIC = ""
SEAT_AXES = ("wins", "score", "area", "down", "chosen", "egg", "shown")
SEAT_VALUES = ("turn", "active", "starter")
OPEN = ("area",)  # cards that lie face up

Edition = record(
    [
        ("copies", "i1", (KINDS,)),
        ("capture_counts", "i1"),
        ("flute_counts", "i1"),
        ("flute_seats", "i1"),
        ("rounds_to_win", "i1"),
        ("reshuffle", "i1"),
        ("egg_choice", "i1"),
        ("turn_limit", "i4"),
    ]
)

State = record(
    [
        RNG,
        ("turns", "i4"),  # turns begun in this round
        ("score", "i2", (SEATS,)),  # of the round just counted
        ("rounds", "i1"),  # rounds begun
        ("seats", "i1"),
        ("turn", "i1"),  # the seat that the table waits for
        ("phase", "i1"),
        ("active", "i1"),  # the player on turn
        ("starter", "i1"),  # of this round
        ("wins", "i1", (SEATS,)),
        ("area", "i1", (SEATS, PLACES)),  # kind, or HIDDEN while face down
        ("down", "i1", (SEATS,)),  # how many are face down
        ("complete", "i1"),  # how many wires are all face up
        ("chosen", "i1", (SEATS,)),  # R5: the place a seat turns up, HIDDEN before it has chosen
        ("held", "i1"),  # the card in the hand of the player on turn, or HIDDEN
        ("origin", "i1"),  # where that card was drawn
        ("lone", "i1"),  # that card, if it was the last of a rebuilt pile: players who remember the discards know it
        ("spot", "i1"),  # where the card of this turn was placed
        ("egg", "i1", (SEATS, 2)),  # a row's middle Egg: UNDECIDED, LEFT or RIGHT
        ("top", "i1"),  # the top of the discard pile, or HIDDEN when there is none
        ("discarded", "i1"),  # the last discard; unlike `top` it survives the end of the round, for `tell`
        ("rebuilt", "i1"),  # whether the pile has a bag of its own
        ("pile_left", "i1"),  # cards in the draw pile
        ("dealt_left", "i1"),  # cards in the bag `dealt`
        ("discards", "i1"),  # cards in the discard pile
        ("dealt", "i1", (KINDS,)),
        ("pile", "i1", (KINDS,)),
        ("discard", "i1", (KINDS,)),
        ("shown", "i1", (SEATS, PLACES)),  # the wires as counted in the previous round
    ]
)


# The pack ------------------------------------------------------------------------------------------------------


def copies(e: Record, kind: int, seats: int) -> int:
    """How many cards of a kind are in the pack."""
    if kind == FLUTE and seats < e.flute_seats:  # R3: with two players the Pan flutes are taken out
        return 0
    return e.copies[kind]


def weight(e: Record, kind: int) -> int:
    """R29, A2: what a card counts; an Egg by itself counts nothing."""
    if kind < CAPTURE:
        return kind + LIGHTEST
    if kind == CAPTURE:
        return e.capture_counts
    return e.flute_counts if kind == FLUTE else 0


def sound(e: Record) -> str:
    """What makes an edition unplayable, in a sentence; "" when nothing does."""
    for seats in range(2, SEATS + 1):
        cards = sum(int(copies(e, kind, seats)) for kind in range(KINDS))
        if cards < PLACES * seats + 2:
            return f"numbers: {cards} cards are too few for {seats} players; {PLACES * seats + 2} are needed (A30)."
        if cards > 120:
            return f"numbers: {cards} cards are too many; the game is made for at most 120."
    return ""


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
        put_on_discard(s, s.held)
        end_turn(e, s)
    elif action == LEAVE:
        end_turn(e, s)
    elif action < SWAP:
        side = action - EGG_SIDE
        s.egg[seat, side // 2] = LEFT + side % 2
        ask_for_eggs(e, s)
    else:
        swap(s, seat, action - SWAP)
        end_turn(e, s)


def choose_place(s: Record, seat: int, place: int) -> None:
    """R5, A31: choose in secret; when all have chosen, the cards are turned."""
    s.chosen[seat] = place
    for i in range(s.seats):
        waiting = clockwise(s, s.starter, i)
        if s.chosen[waiting] == HIDDEN:
            s.turn = waiting
            return
    for i in range(s.seats):
        turning = clockwise(s, s.starter, i)
        turn_up(s, turning, s.chosen[turning])  # A3: no power
        s.chosen[turning] = HIDDEN
    s.pile_left -= 1
    s.dealt_left -= 1
    put_on_discard(s, draw(s, s.dealt, s.dealt_left + 1))  # R6, A4
    s.turn = s.starter
    s.phase = TAKE


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
    s.phase = PLACE_DRAWN
    if s.pile_left == 0 and e.reshuffle == AT_ONCE:  # R7, A28
        if s.rebuilt:
            s.origin = LAST_OF_PILE
            s.lone = s.held
        rebuild_pile(s)
        s.top = HIDDEN


def take_discard(s: Record) -> None:
    """R9: the face-up card of the discard pile."""
    s.held = s.top
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


def put_on_discard(s: Record, kind: int) -> None:
    s.discard[kind] += 1
    s.discards += 1
    s.top = kind
    s.discarded = kind


def place_card(e: Record, s: Record, place: int) -> None:
    """R10: the new card lies face up exactly where the old one was (R13, R15)."""
    seat = s.turn
    replaced = turn_up(s, seat, place)
    kind = s.held
    s.area[seat, place] = kind
    s.spot = place
    s.held = HIDDEN
    s.origin = NOT_DRAWN
    s.lone = HIDDEN
    if kind == FLUTE:  # R16, R21
        replaced = pass_to_the_left(s, seat, place, replaced)
    put_on_discard(s, replaced)
    if kind == CAPTURE and has_card_to_give(s, seat):  # R16, R17, A6, A10
        s.phase = SWAP_CARDS
    else:
        end_turn(e, s)


def pass_to_the_left(s: Record, seat: int, place: int, card: int) -> int:
    """R21-R24, A11-A15: each neighbour puts the card in the same place and passes on the one it replaces."""
    for i in range(1, s.seats):
        neighbour = clockwise(s, seat, i)
        replaced = turn_up(s, neighbour, place)
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
    s.area[seat, mine] = s.area[other, theirs]
    s.area[other, theirs] = kind


def end_turn(e: Record, s: Record) -> None:
    s.held = HIDDEN
    s.origin = NOT_DRAWN
    s.lone = HIDDEN
    s.spot = HIDDEN
    s.turns += 1
    if round_is_over(e, s):  # A23: nobody gets a last turn
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
    s.active = clockwise(s, s.active, 1)
    s.turn = s.active
    s.phase = TAKE


# The end of a round --------------------------------------------------------------------------------------------


def round_is_over(e: Record, s: Record) -> bool:
    return s.complete > 0 or 0 < e.turn_limit <= s.turns  # R27, A14, A39


def reveal_all(s: Record) -> None:
    """R28: the others turn their cards up; no powers (A3)."""
    for i in range(s.seats):
        seat = clockwise(s, s.active, i)
        place = 0
        while s.down[seat] > 0:
            while s.area[seat, place] != HIDDEN:
                place += 1
            turn_up(s, seat, place)


def egg_is_open(e: Record, s: Record, seat: int, row: int) -> bool:
    """R26: whether a middle Egg still waits for its owner to choose a side that makes a difference."""
    middle = ROW * row + 1
    if s.area[seat, middle] != EGG or s.egg[seat, row] != UNDECIDED or e.egg_choice == BEST:
        return False
    left = s.area[seat, middle - 1]
    right = s.area[seat, middle + 1]
    if left == EGG or right == EGG:  # A17: it must take the other side
        return False
    return weight(e, left) != weight(e, right)  # A38


def ask_for_eggs(e: Record, s: Record) -> None:
    """A38: ask the owners clockwise from the player on turn; count when nobody is left to ask."""
    for i in range(s.seats):
        seat = clockwise(s, s.active, i)
        for row in range(2):
            if egg_is_open(e, s, seat, row):
                s.turn = seat
                return
    count_round(e, s)


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
    """R32; with `egg_choice` = best the cheapest sides (A20 b)."""
    if e.egg_choice == OWNER:
        return sum_of(e, s, seat, int(s.egg[seat, 0]), int(s.egg[seat, 1]))
    least = 10_000
    for sides in range(4):
        least = min(least, sum_of(e, s, seat, LEFT + sides // 2, LEFT + sides % 2))
    return least


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
    if over:
        s.phase = OVER
        s.turn = NOBODY
    else:
        s.starter = next_starter(s)
        deal_round(e, s)


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
