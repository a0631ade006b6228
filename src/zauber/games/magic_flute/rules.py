"""The rules of The Magic Flute, to be read beside the rules page.

`deck.py` says what a card is, `position.py` what a position holds, `effects.py` what a card does; here is the course of
a turn: draw, play, go on or stop, discard.

Actions: 0-71 play a card · 72-143 discard a card · 144-161 choose an effect (each forward, then back) · 162 stop (play
no further card) · 163 done (discard no more).

Observation: see `layout.py`.
"""

from ..contract.kernel import NOBODY, Array, Record, below, note
from .accounts import account as account
from .deck import (
    ANY_CARD,
    CARDS,
    CHOICE,
    COPIES,
    FACES,
    FREE,
    NOTHING,
    OR,
    OWN,
    PAMINA,
    REMOVE,
    SILENCES,
    THEN,
    TRIALS,
    VERB,
    counters,
    face,
    follows,
    muted,
)
from .deck import Edition as Edition
from .deck import sound as sound
from .effects import carry_out, remove_trial
from .events import CHOSE, DISCARDED, DREW, EMPTY, MUST_FOLLOW, PLAYED, TO_CHOOSE
from .noting import note_chain, note_enough, note_trial, note_turn
from .position import ACTIONS as ACTIONS
from .position import (
    BY_LIMIT,
    CHAIN,
    CHOOSE,
    CHOOSE_EFFECT,
    DISCARD,
    DISCARD_CARD,
    DONE,
    EITHER_WAY,
    FACE_UP,
    LOT,
    NO_CARD,
    NO_TRIAL,
    NOT_OVER,
    OLDEST,
    ONLY_REMOVE,
    OVER,
    PLAY,
    PLAY_CARD,
    SEATS,
    SECOND,
    STOP,
    finish,
)
from .position import MOST_MOVES as MOST_MOVES
from .position import State as State

ENDLESS = "Pieces may go to and fro for ever, unless turn_limit is set (A40)."
ASYMMETRIC = ""
SEAT_AXES = ("held", "hand")
SEAT_VALUES = ("turn", "starter", "sarastro", "winner")
OPEN = ("held",)  # how many cards each holds


# Set-up ---------------------------------------------------------------------------------------------------


def setup(e: Record, s: Record, seats: int) -> None:
    s.seats = seats
    first = below(s, SEATS)  # R11, A35
    s.starter = first
    s.sarastro = below(s, SEATS) if e.sarastro == LOT else e.sarastro  # R5
    s.winner = NOBODY  # R6, R7: sun, moon and Pamina stand at 0
    s.card = NO_CARD
    s.trial = NO_TRIAL
    for trial in range(TRIALS):  # R10, A4
        s.unseen[trial] = e.trials[trial, COPIES]
        s.unseen_left += s.unseen[trial]
    n = 0
    for row in range(FACES):  # R8
        s.pile[n] = row
        n += 1 if e.cards[row, COPIES] > 0 else 0
        if e.cards[row, COPIES] > 1:
            s.pile[n] = row + FACES
            n += 1
    if n < CARDS:
        s.pile[n] = 0
    s.pile_left = n
    for _ in range(e.hand):  # R9, A40
        draw_card(s, first)
        draw_card(s, 1 - first)
    start_turn(e, s, first)


# The course of a turn ---------------------------------------------------------------------------------------


def start_turn(e: Record, s: Record, seat: int) -> None:
    """R12, A29, A33, A34: draw one card, and more while the hand is too small."""
    s.turn = seat
    s.card = NO_CARD
    lain = s.discards
    drawn = draw_card(s, seat)
    while drawn and s.held[seat] < e.hand:
        drawn = draw_card(s, seat)
    s.phase = PLAY
    if is_silent(e, s) and not has_playable(e, s, seat):  # R16
        s.phase = DISCARD
        for i in range(s.held[seat]):
            s.music[s.hand[seat, i]] = 1
    note_turn(s, seat, lain)


def end_turn(e: Record, s: Record) -> None:
    pass_turn(e, s)
    if s.phase != OVER and s.held[s.turn] == 0:  # A7: no cards in hand and none to draw
        note(s, EMPTY, s.turn)
        pass_turn(e, s)


def pass_turn(e: Record, s: Record) -> None:
    s.turns += 1
    if 0 < e.turn_limit <= s.turns:  # A40
        finish(s, NOBODY, BY_LIMIT)
    else:
        start_turn(e, s, 1 - s.turn)


def draw_card(s: Record, seat: int) -> bool:
    """One card from the pile into the hand; whether there was one."""
    if s.pile_left == 0:
        rebuild_pile(s)
        if s.pile_left == 0:  # A7: both piles are empty
            return False
    last = s.pile_left - 1
    place = below(s, s.pile_left)
    card = s.pile[place]
    note(s, DREW, seat, 1, card)
    s.pile[place] = s.pile[last]
    s.pile[last] = 0
    s.pile_left = last
    held = s.held[seat]
    for i in range(held):  # no early exit: the branch would cost more than it saves
        upper = max(s.hand[seat, i], card)
        s.hand[seat, i] = min(s.hand[seat, i], card)
        card = upper
    s.hand[seat, held] = card
    s.held[seat] = held + 1
    if last == 0:  # A7: at once
        rebuild_pile(s)
    return True


def rebuild_pile(s: Record) -> None:
    """R13: the discards become the draw pile. The cards in hand are still from the old one."""
    if s.discards == 0:
        return
    for seat in range(SEATS):
        for i in range(s.held[seat]):
            card = s.hand[seat, i]
            if s.age[card] < OLDEST:
                s.age[card] += 1
    for i in range(s.discards):
        card = s.discard[i]
        s.pile[i] = card
        s.age[card] = 0
        s.discard[i] = 0
    s.pile_left = s.discards
    s.discards = 0


# What a seat may do ---------------------------------------------------------------------------------------


def is_silent(e: Record, s: Record) -> bool:
    """R25: whether music is forbidden."""
    return s.trial != NO_TRIAL and e.trials[s.trial, SILENCES] != 0


def may_play(e: Record, s: Record, card: int) -> bool:
    """R25, A11, A30: whether the Trial in effect allows the card."""
    return not (is_silent(e, s) and muted(e, face(card)))


def has_playable(e: Record, s: Record, seat: int) -> bool:
    found = False
    for i in range(s.held[seat]):
        if s.hand[seat, i] >= 0 and may_play(e, s, s.hand[seat, i]):
            found = True
    return found


def moves(e: Record, s: Record, seat: int, out: Array) -> int:
    if seat != s.turn:
        return 0
    if s.phase == PLAY or s.phase == SECOND:  # R14-R17, A25
        return card_moves(e, s, seat, out)
    if s.phase == CHAIN:
        return chain_moves(e, s, seat, out)
    if s.phase == CHOOSE:
        return effect_moves(e, s, out)
    return discard_moves(s, seat, out)


def card_moves(e: Record, s: Record, seat: int, out: Array) -> int:
    n = 0
    silent = is_silent(e, s)
    for i in range(s.held[seat]):
        card = s.hand[seat, i]
        if card >= 0 and not (silent and muted(e, face(card))):
            out[n] = PLAY_CARD + card
            n += 1
    return n


def chain_moves(e: Record, s: Record, seat: int, out: Array) -> int:
    """R15, A26, A27: one of the cards that the last one names, or none."""
    n = 0
    row = face(s.card)
    for i in range(s.held[seat]):
        card = s.hand[seat, i]
        if card >= 0 and follows(e, row, face(card)) and may_play(e, s, card):
            out[n] = PLAY_CARD + card
            n += 1
    out[n] = STOP
    return n + 1


def discard_moves(s: Record, seat: int, out: Array) -> int:
    """R20, R21, A32, A39: any card, or no more."""
    n = 0
    for i in range(s.held[seat]):
        if s.hand[seat, i] >= 0:
            out[n] = DISCARD_CARD + s.hand[seat, i]
            n += 1
    out[n] = DONE
    return n + 1


def effect_moves(e: Record, s: Record, out: Array) -> int:
    """R41, R58, A9, A12: the effects to choose from, those without a printed direction also backwards."""
    n = 0
    row = face(s.card)
    only_remove = e.luck_under_silence == ONLY_REMOVE and is_silent(e, s)
    for column in range(VERB, VERB + 6, 2):
        verb = e.cards[row, column]
        if verb == 0 or (only_remove and verb != REMOVE):
            continue
        out[n] = CHOOSE_EFFECT + 2 * (verb - 1)
        n += 1
        if is_free(e, row, verb):
            out[n] = CHOOSE_EFFECT + 2 * (verb - 1) + 1
            n += 1
    return n


def is_free(e: Record, row: int, verb: int) -> bool:
    """A12 b: whether the player picks the direction."""
    return e.direction == EITHER_WAY and e.cards[row, FREE] != 0 and verb in (PAMINA, OWN)


def must_choose(e: Record, s: Record, row: int) -> bool:
    """Whether the card leaves its player a choice."""
    if e.cards[row, CHOICE] != 0:
        return not (e.luck_under_silence == ONLY_REMOVE and is_silent(e, s) and counters(e, row))
    return is_free(e, row, e.cards[row, VERB])


# What an action does --------------------------------------------------------------------------------------


def apply(e: Record, s: Record, seat: int, action: int) -> None:
    if action < DISCARD_CARD:
        play_card(e, s, seat, action - PLAY_CARD)
    elif action < CHOOSE_EFFECT:
        leave_hand(s, seat, action - DISCARD_CARD)
        put_on_discard(s, action - DISCARD_CARD)
        note(s, DISCARDED, seat, action - DISCARD_CARD)
    elif action < STOP:
        choose_effect(e, s, seat, action - CHOOSE_EFFECT)
    else:
        note_enough(s, seat, action)
        end_turn(e, s)


def leave_hand(s: Record, seat: int, card: int) -> None:
    last = s.held[seat] - 1
    for i in range(last):  # the cards above it move down
        s.hand[seat, i] = s.hand[seat, i + (1 if s.hand[seat, i] >= card else 0)]
    s.hand[seat, last] = 0
    s.held[seat] = last
    s.age[card] = FACE_UP
    s.music[card] = 0


def put_on_discard(s: Record, card: int) -> None:
    s.discard[s.discards] = card
    s.discards += 1


def play_card(e: Record, s: Record, seat: int, card: int) -> None:
    """R14, R18: the card is laid down and carried out, in the order of its effects (A24)."""
    leave_hand(s, seat, card)
    s.card = card
    row = face(card)
    note(s, PLAYED, seat, card)
    if must_choose(e, s, row):
        note(s, TO_CHOOSE, seat, card)
        s.phase = CHOOSE
        return
    if e.cards[row, CHOICE] != 0:  # A9 b
        remove_trial(s)
    else:
        note_trial(e, s, row, NOTHING)
        for column in range(VERB, VERB + 6, 2):
            if e.cards[row, column] == NOTHING or s.phase == OVER:
                break
            carry_out(e, s, seat, row, column, 1)
    go_on(e, s, seat, row)


def choose_effect(e: Record, s: Record, seat: int, code: int) -> None:
    row = face(s.card)
    note(s, CHOSE, seat, code // 2 + 1, s.card)
    note_trial(e, s, row, code // 2 + 1)
    for column in range(VERB, VERB + 6, 2):
        if e.cards[row, column] == code // 2 + 1:
            carry_out(e, s, seat, row, column, -1 if code % 2 == 1 else 1)
    go_on(e, s, seat, row)


def go_on(e: Record, s: Record, seat: int, row: int) -> None:
    """R19, R15: the played card is discarded; then another may or must follow, or the turn ends."""
    put_on_discard(s, s.card)
    if s.phase == OVER:
        return
    then = e.cards[row, THEN]
    if then == 0 or s.held[seat] == 0:  # A38
        end_turn(e, s)
    elif then == ANY_CARD:  # R42, A26, A31
        s.phase = SECOND
        note(s, MUST_FOLLOW, seat)
    elif may_be_held(e, s, then) or may_be_held(e, s, e.cards[row, OR]):  # A28
        s.phase = CHAIN
        note_chain(s, seat, then, e.cards[row, OR])
    else:
        end_turn(e, s)


def may_be_held(e: Record, s: Record, number: int) -> bool:
    """Whether that card may be played now and does not lie open, so that the question does not tell who holds it."""
    if number == 0 or e.cards[number - 1, COPIES] == 0 or not may_play(e, s, number - 1):
        return False
    if s.age[number - 1] >= 0:
        return True
    return e.cards[number - 1, COPIES] == 2 and s.age[number - 1 + FACES] >= 0


def outcome(e: Record, s: Record, out: Array) -> None:
    """R2, R3; a draw is shared (A23 a, A40)."""
    for seat in range(SEATS):
        out[seat] = 0.0
        if s.reason != NOT_OVER:
            if s.winner == NOBODY:
                out[seat] = 0.5
            elif s.winner == seat:
                out[seat] = 1.0


# For the conformance suite ----------------------------------------------------------------------------------


def bound(e: Record, seats: int) -> int:
    """A40: with a turn limit; in a turn each card is at most played, chosen for and stopped after, or discarded."""
    return e.turn_limit * (3 * CARDS + 1) if e.turn_limit > 0 else 0


def turned(e: Record, action: int, by: int, seats: int) -> int:
    return action
