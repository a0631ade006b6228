"""The Magic Flute by rule of thumb: play what helps most now, and keep the stronger of two equally good cards."""

from ..contract.kernel import Array, Record
from .deck import (
    ANY_CARD,
    BOTH_MOVE,
    CENTRE,
    CHOICE,
    NOTHING,
    OTHER,
    OWN,
    PAMINA,
    PLAY_TRIAL,
    REMOVE,
    THEN,
    VERB,
    face,
    follows,
)
from .effects import is_reversed, pamina_after, step, symbol_moved
from .position import CHOOSE_EFFECT, DISCARD_CARD, NO_TRIAL, STOP, SUN, role
from .rules import may_play

TOWER, PAMINAS = 12.0, 7.0  # what the last step to the Tower and the last step of Pamina are worth
WON = 100.0
FOLLOW = 0.6  # the weight of a following card when a chain begins
TRIAL = 0.8  # what it is worth to leave the other under a Trial
JUNK = 0.9  # a card that would gain less than this without a Trial is not worth holding under Silence


def advise(e: Record, s: Record, seat: int, options: Array, n: int) -> int:
    best = -1000.0
    choice = options[0]
    for i in range(n):
        score = option_score(e, s, seat, options[i])
        if score > best:
            best = score
            choice = options[i]
    return choice


def option_score(e: Record, s: Record, seat: int, action: int) -> float:
    if action < DISCARD_CARD:
        following = follow_score(e, s, seat, action)
        return card_score(e, s, seat, face(action)) + (FOLLOW if following < WON / 2 else 1.0) * following
    if action < CHOOSE_EFFECT:
        return JUNK - worth(e, face(action - DISCARD_CARD))
    if action < STOP:
        return chosen_score(e, s, seat, action - CHOOSE_EFFECT)
    return 0.0


def worth(e: Record, row: int) -> float:
    """What a card is worth in the hand, roughly."""
    steps = e.cards[row, VERB + 1]
    verb = e.cards[row, VERB]
    if verb == OWN:
        return 1.0 * steps
    if verb in (PAMINA, OTHER):
        return 0.6 * abs(steps)
    if verb == REMOVE:
        return 2.0
    return 0.5


def card_score(e: Record, s: Record, seat: int, row: int) -> float:
    """What all effects of a card gain, or the best of those it offers; a little less for a card worth keeping."""
    total = 0.0
    best = -1000.0
    for column in range(VERB, VERB + 6, 2):
        if e.cards[row, column] != 0:
            gain = effect_score(e, s, seat, row, e.cards[row, column], e.cards[row, column + 1])
            total += gain
            best = max(best, gain)
    return (best if e.cards[row, CHOICE] != 0 else total) - 0.1 * worth(e, row)


def follow_score(e: Record, s: Record, seat: int, played: int) -> float:
    """The best card in hand that may follow, judged from where the pieces are after the first; a card that must follow
    may also cost something. The pieces are moved temporarily and put back."""
    row = face(played)
    then = e.cards[row, THEN]
    if then == 0:
        return 0.0
    sun = s.symbol[SUN]
    moon = s.symbol[1 - SUN]
    pamina = s.pamina
    trial = s.trial
    lay_for_a_look(e, s, seat, row)
    best = -1000.0 if then == ANY_CARD else 0.0
    if not is_won(e, s):
        for i in range(s.held[seat]):
            card = s.hand[seat, i]
            if card != played and (then == ANY_CARD or follows(e, row, face(card))) and may_play(e, s, card):
                best = max(best, card_score(e, s, seat, face(card)))
    s.symbol[SUN] = sun
    s.symbol[1 - SUN] = moon
    s.pamina = pamina
    s.trial = trial
    return max(best, -10.0)


def lay_for_a_look(e: Record, s: Record, seat: int, row: int) -> None:
    """Move the pieces as a card would: by all its effects, or by the best of those it offers."""
    best = 0
    most = -1000.0
    if e.cards[row, CHOICE] != 0:
        for column in range(VERB, VERB + 6, 2):
            if e.cards[row, column] != 0:
                gain = effect_score(e, s, seat, row, e.cards[row, column], e.cards[row, column + 1])
                if gain > most:
                    most = gain
                    best = column
    for column in range(VERB, VERB + 6, 2):
        if (best == 0 or column == best) and not is_won(e, s):
            move_for_a_look(e, s, seat, row, e.cards[row, column], e.cards[row, column + 1])


def move_for_a_look(e: Record, s: Record, seat: int, row: int, verb: int, steps: int) -> None:
    if verb == REMOVE:
        s.trial = NO_TRIAL
        return
    if verb in (NOTHING, PLAY_TRIAL):
        return
    if is_reversed(e, s, row):
        steps = -steps
    if verb in (PAMINA, CENTRE):
        s.pamina = pamina_after(e, s, seat, verb, steps)
    elif verb == BOTH_MOVE:
        s.symbol[SUN] = step(e, s.symbol[SUN], steps)
        s.symbol[1 - SUN] = step(e, s.symbol[1 - SUN], steps)
    else:
        moved = symbol_moved(e, s, seat, row, verb)
        s.symbol[moved] = step(e, s.symbol[moved], steps)


def is_won(e: Record, s: Record) -> bool:
    """Whether somebody has won where the pieces are."""
    return abs(s.pamina) == e.steps or s.symbol[0] == e.steps or s.symbol[1] == e.steps


def chosen_score(e: Record, s: Record, seat: int, code: int) -> float:
    row = face(s.card)
    verb = code // 2 + 1
    steps = 0
    for column in range(VERB, VERB + 6, 2):
        if e.cards[row, column] == verb:
            steps = e.cards[row, column + 1]
    return effect_score(e, s, seat, row, verb, -steps if code % 2 == 1 else steps)


def effect_score(e: Record, s: Record, seat: int, row: int, verb: int, steps: int) -> float:
    """How much better the position is after one effect of a card."""
    if verb == REMOVE:  # a Trial burdens the next player
        return 0.0 if s.trial == NO_TRIAL else -TRIAL
    if verb == PLAY_TRIAL:
        return TRIAL if s.trial == NO_TRIAL else 0.0
    if is_reversed(e, s, row):
        steps = -steps
    mine = role(s, seat)
    own = s.symbol[mine]
    other = s.symbol[1 - mine]
    pamina = s.pamina if mine != SUN else -s.pamina
    before = standing(e, own, other, pamina)
    if verb in (PAMINA, CENTRE):
        after = pamina_after(e, s, seat, verb, steps)
        return standing(e, own, other, after if mine != SUN else -after) - before
    if verb == BOTH_MOVE:
        return standing(e, step(e, own, steps), step(e, other, steps), pamina) - before
    if symbol_moved(e, s, seat, row, verb) == mine:
        return standing(e, step(e, own, steps), other, pamina) - before
    return standing(e, own, step(e, other, steps), pamina) - before


def standing(e: Record, own: int, other: int, pamina: int) -> float:
    """The value of a position: steps near the Tower count more, and so does Pamina on the player's side."""
    if own == e.steps or pamina == e.steps:
        return WON
    if other == e.steps or pamina == -e.steps:
        return -WON
    total = TOWER / (e.steps - own) - TOWER / (e.steps - other)
    return total + PAMINAS / (e.steps - pamina) - PAMINAS / (e.steps + pamina)
