"""What a seat may know in The Magic Flute, and how to imagine the rest.

The cards in the other hand that were drawn since the pile was last rebuilt are hidden; older ones are known (see
`position.py`). A spectator knows no card of a hand, only which cards of equal age are divided between the two hands. In
a concealed hand a hidden card is the number -1 - 2 * age, or one less when it is known to be music; the pile then lists
all cards that may be hidden.
"""

from ..contract.kernel import NOBODY, Array, Record, below
from .deck import CARDS, COPIES, FACES, TRIALS, exists, face, muted
from .layout import (
    AT_HIDDEN,
    AT_KNOWN,
    AT_LAST_CARD,
    AT_MUSIC,
    AT_OPEN,
    AT_OTHER,
    AT_OTHER_CARDS,
    AT_OTHER_SYMBOL,
    AT_OWN,
    AT_OWN_CARDS,
    AT_OWN_SYMBOL,
    AT_PAMINA,
    AT_PHASE,
    AT_PILE,
    AT_QUEUE,
    AT_ROLE,
    AT_TRIAL,
    AT_TURN,
    AT_UNSEEN,
    AT_UNSEEN_TRIALS,
    OBSERVATION,
)
from .position import CHOOSE_EFFECT, DISCARD_CARD, FACE_UP, NO_CARD, NO_TRIAL, PLAY, PLAY_CARD, SEATS, role
from .rules import has_playable, is_silent


def code(s: Record, card: int) -> int:
    """The number that represents a hidden card."""
    return -1 - 2 * s.age[card] - s.music[card]


def is_hidden(s: Record, card: int, viewer: int) -> bool:
    """Whether that viewer does not know this card of another's hand."""
    return card >= 0 and (s.age[card] == 0 or viewer == NOBODY)


def conceal(e: Record, s: Record, seat: int) -> None:
    for i in range(4):
        s.rng[i] = 0
    hide_hands(e, s, seat)


def hide_hands(e: Record, s: Record, viewer: int) -> None:
    for seat in range(SEATS):
        if seat != viewer:
            for i in range(s.held[seat]):
                card = s.hand[seat, i]
                if is_hidden(s, card, viewer):
                    s.hand[seat, i] = code(s, card)
                    s.music[card] = 0
            arrange(s, seat)
    list_unseen(e, s, viewer)


def list_unseen(e: Record, s: Record, viewer: int) -> None:
    """Write every card that may be in the pile into the pile's list, in ascending order."""
    n = 0
    own = 0
    for card in range(CARDS):
        if viewer != NOBODY and own < s.held[viewer] and s.hand[viewer, own] == card:
            own += 1
        elif s.age[card] == 0 and exists(e, card):
            s.pile[n] = card
            n += 1
    for i in range(n, CARDS):
        s.pile[i] = 0


def arrange(s: Record, seat: int) -> None:
    """Put a hand into ascending order."""
    for i in range(1, s.held[seat]):
        card = s.hand[seat, i]
        j = i
        while j > 0 and s.hand[seat, j - 1] > card:
            s.hand[seat, j] = s.hand[seat, j - 1]
            j -= 1
        s.hand[seat, j] = card


def imagine(e: Record, s: Record, seat: int) -> None:
    fill_hands(e, s, seat)
    # R16, R20: a player who does not discard under Silence holds a card that may be played
    while s.phase == PLAY and is_silent(e, s) and not has_playable(e, s, s.turn):
        hide_hands(e, s, seat)
        fill_hands(e, s, seat)


def fill_hands(e: Record, s: Record, viewer: int) -> None:
    """Deal the hidden cards at random: first those known to be music, then the others."""
    unseen = count_unseen(s)
    for known in range(1, -1, -1):
        for seat in range(SEATS):
            for i in range(s.held[seat]):
                hidden = -1 - s.hand[seat, i]
                if hidden < 0 or hidden % 2 != known:
                    continue
                if hidden < 2:
                    s.hand[seat, i] = take_unseen(e, s, unseen, known)
                    unseen -= 1
                else:
                    s.hand[seat, i] = take_old(e, s, hidden // 2, known)
                s.music[s.hand[seat, i]] = known
    for seat in range(SEATS):
        if seat != viewer:
            arrange(s, seat)


def count_unseen(s: Record) -> int:
    """How many cards the concealed pile lists."""
    n = s.pile_left
    for seat in range(SEATS):
        for i in range(s.held[seat]):
            if -3 < s.hand[seat, i] < 0:
                n += 1
    return n


def take_unseen(e: Record, s: Record, unseen: int, music: int) -> int:
    """A random card from the list of unseen cards; only music if required."""
    place = 0
    if music == 0:
        place = below(s, unseen)
    else:
        silent = 0
        for i in range(unseen):
            silent += 1 if muted(e, face(s.pile[i])) else 0
        left = below(s, silent)
        while True:
            if muted(e, face(s.pile[place])):
                if left == 0:
                    break
                left -= 1
            place += 1
    card = s.pile[place]
    s.pile[place] = s.pile[unseen - 1]
    s.pile[unseen - 1] = 0
    return card


def take_old(e: Record, s: Record, age: int, music: int) -> int:
    """For a spectator: a random card of that age that has not been given to a hand yet."""
    choices = 0
    for card in range(CARDS):
        choices += 1 if is_open(e, s, card, age, music) else 0
    left = below(s, choices)
    card = 0
    while True:
        if is_open(e, s, card, age, music):
            if left == 0:
                return card
            left -= 1
        card += 1


def is_open(e: Record, s: Record, card: int, age: int, music: int) -> bool:
    if s.age[card] != age or not exists(e, card) or (music == 1 and not muted(e, face(card))):
        return False
    for seat in range(SEATS):
        for i in range(s.held[seat]):
            if s.hand[seat, i] == card:
                return False
    return True


def reveals(e: Record, s: Record, t: Record, seat: int, action: int, viewer: int) -> int:
    """A card of the hand, unless it is from an old pile and so known to the other player; or, where nothing could be
    drawn, whether the next player holds a card that may be played under Silence (R16)."""
    if t.turn != s.turn and t.turn != NOBODY and is_silent(e, t):
        return 1
    if seat == viewer or action >= CHOOSE_EFFECT:
        return 0
    card = action - (PLAY_CARD if action < DISCARD_CARD else DISCARD_CARD)
    return 1 if viewer == NOBODY or s.age[card] == 0 else 0


def witness(e: Record, s: Record, seat: int, action: int, viewer: int) -> int:
    """R19: every card is played or discarded face up."""
    return action


def observe(e: Record, s: Record, seat: int, out: Array) -> None:
    for i in range(OBSERVATION):
        out[i] = 0.0
    other = 1 - seat
    for row in range(FACES):  # without branches: this takes the most time of all
        one, two, copies = s.age[row], s.age[row + FACES], e.cards[row, COPIES]
        out[AT_OPEN + row] = (one == FACE_UP) + (two == FACE_UP)
        out[AT_UNSEEN + row] = ((one == 0) & (copies > 0)) + ((two == 0) & (copies > 1))
    for i in range(s.held[seat]):
        card = s.hand[seat, i]
        out[AT_OWN + face(card)] += 1.0
        if s.age[card] > 0:
            out[AT_KNOWN + face(card)] += 1.0
        else:
            out[AT_UNSEEN + face(card)] -= 1.0
    hidden = 0
    music = 0
    for i in range(s.held[other]):
        card = s.hand[other, i]
        if card >= 0 and s.age[card] > 0:
            out[AT_OTHER + face(card)] += 1.0
        else:
            hidden += 1
            if card == -2 or (card >= 0 and s.music[card] == 1):
                music += 1
    out[AT_HIDDEN] = hidden / 4.0
    out[AT_MUSIC] = music / 4.0
    observe_table(e, s, seat, out)


def observe_table(e: Record, s: Record, seat: int, out: Array) -> None:
    """The public part of an observation."""
    mine = role(s, seat)
    out[AT_ROLE] = 1.0 if mine == 0 else -1.0
    out[AT_OWN_SYMBOL] = s.symbol[mine] / e.steps
    out[AT_OTHER_SYMBOL] = s.symbol[1 - mine] / e.steps
    out[AT_PAMINA] = (s.pamina if mine == 1 else -s.pamina) / e.steps
    out[AT_TURN] = 1.0 if s.turn == seat else 0.0
    out[AT_OWN_CARDS] = s.held[seat] / 4.0
    out[AT_OTHER_CARDS] = s.held[1 - seat] / 4.0
    out[AT_PILE] = s.pile_left / 36.0
    out[AT_TRIAL + s.trial - NO_TRIAL] = 1.0
    for trial in range(TRIALS):
        out[AT_UNSEEN_TRIALS + trial] = s.unseen[trial]
    for i in range(s.queued):
        out[AT_QUEUE + i * TRIALS + s.queue[i]] = 1.0
    out[AT_PHASE + s.phase] = 1.0
    if s.card != NO_CARD:
        out[AT_LAST_CARD + face(s.card)] = 1.0
