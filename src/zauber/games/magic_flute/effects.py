"""What the cards of The Magic Flute do to sun, moon, Pamina and the Trials."""

from ..contract.kernel import NOBODY, Record, draw, note
from .deck import (
    BOTH_MOVE,
    CENTRE,
    IGNORES,
    MOON_MOVES,
    OTHER,
    PLAY_TRIAL,
    REMOVE,
    REVERSES,
    SUN_MOVES,
    SWAPS,
)
from .events import NONE_IN_EFFECT, PAMINA_STAYS, STAYS, SUN_FORWARD, TO_TEMPLE, TRIAL_BEGINS, TRIAL_ENDS
from .position import (
    ACTIVE_WINS,
    BY_BOTH,
    BY_PAMINA,
    BY_POWER,
    MOON,
    NO_TRIAL,
    SPARED,
    SUN,
    finish,
    owner,
    role,
)


def is_swapped(e: Record, s: Record, row: int) -> bool:
    """R26, R30, A19: whether Fire turns this card's sun into moon."""
    return s.trial != NO_TRIAL and e.trials[s.trial, SWAPS] != 0 and e.cards[row, IGNORES] != s.trial + 1


def is_reversed(e: Record, s: Record, row: int) -> bool:
    """R27, R31, A19: whether Water turns this card's movement round."""
    return s.trial != NO_TRIAL and e.trials[s.trial, REVERSES] != 0 and e.cards[row, IGNORES] != s.trial + 1


def symbol_moved(e: Record, s: Record, seat: int, row: int, verb: int) -> int:
    """Which symbol a card moves, under the Trial in effect."""
    mine = role(s, seat)
    symbol = mine
    if verb == OTHER:
        symbol = 1 - mine
    elif verb == SUN_MOVES:
        symbol = SUN
    elif verb == MOON_MOVES:
        symbol = MOON
    if is_swapped(e, s, row) and not (verb == OTHER and e.fire_pushes == SPARED):  # A13
        symbol = 1 - symbol
    return symbol


def step(e: Record, now: int, steps: int) -> int:
    """A21: where a symbol stands after so many steps: never past its home or the Tower."""
    return max(0, min(e.steps, now + steps))


def pamina_after(e: Record, s: Record, seat: int, verb: int, steps: int) -> int:
    """A16, A17, A21: where Pamina stands after so many steps to that seat, or to the Tower."""
    now = s.pamina
    if verb == CENTRE:
        if now == 0:  # A17: nowhere to go
            return 0
        if now < 0:
            return max(-e.steps, min(0, now + steps))
        return max(0, min(e.steps, now - steps))
    if role(s, seat) == SUN:
        steps = -steps
    return max(-e.steps, min(e.steps, now + steps))


def carry_out(e: Record, s: Record, seat: int, row: int, column: int, way: int) -> None:
    """R18: the effect of a card that stands in that column; `way` is -1 to go backwards (A12)."""
    verb = e.cards[row, column]
    steps = way * e.cards[row, column + 1]
    if verb == REMOVE:
        note_none(s)
        remove_trial(s)  # R46, A8
    elif verb == PLAY_TRIAL:
        play_trial(s)
    else:
        if is_reversed(e, s, row):  # R27, A18
            steps = -steps
        if verb <= CENTRE:  # A15: Fire leaves Pamina alone
            note_pamina(s, pamina_after(e, s, seat, verb, steps))
            s.pamina = pamina_after(e, s, seat, verb, steps)
            look_at_pamina(e, s)
        else:
            if verb == BOTH_MOVE:  # R49, A14
                note_symbols(e, s, SUN, MOON, steps)
                s.symbol[SUN] = step(e, s.symbol[SUN], steps)
                s.symbol[MOON] = step(e, s.symbol[MOON], steps)
            else:
                symbol = symbol_moved(e, s, seat, row, verb)
                note_symbols(e, s, symbol, symbol, steps)
                s.symbol[symbol] = step(e, s.symbol[symbol], steps)
            look_at_tower(e, s, seat)


def look_at_pamina(e: Record, s: Record) -> None:
    """R2, A22: Pamina has reached somebody's place."""
    if s.pamina == -e.steps:
        finish(s, owner(s, SUN), BY_PAMINA)
    elif s.pamina == e.steps:
        finish(s, owner(s, MOON), BY_PAMINA)


def look_at_tower(e: Record, s: Record, seat: int) -> None:
    """R3, A22: a symbol has reached the Tower; both at once by A23."""
    sun = s.symbol[SUN] == e.steps
    moon = s.symbol[MOON] == e.steps
    if sun and moon:
        finish(s, seat if e.both_at_tower == ACTIVE_WINS else NOBODY, BY_BOTH)
    elif sun:
        finish(s, owner(s, SUN), BY_POWER)
    elif moon:
        finish(s, owner(s, MOON), BY_POWER)


def play_trial(s: Record) -> None:
    """R22-R24, A4, A6: the top Trial takes effect; the old one goes to the bottom."""
    if s.unseen_left > 0:
        new = draw(s, s.unseen, s.unseen_left)
        s.unseen_left -= 1
    elif s.queued > 0:
        new = s.queue[0]
        for i in range(1, s.queued):
            s.queue[i - 1] = s.queue[i]
        s.queued -= 1
        s.queue[s.queued] = 0
    else:  # so few Trials that none is left
        note_none(s)
        return
    remove_trial(s)
    s.trial = new
    note(s, TRIAL_BEGINS, new)


def remove_trial(s: Record) -> None:
    """A5, A8: the Trial in effect, if any, goes to the bottom of its pile."""
    if s.trial != NO_TRIAL:
        note(s, TRIAL_ENDS, s.trial)
        s.queue[s.queued] = s.trial
        s.queued += 1
        s.trial = NO_TRIAL


# What is only told ------------------------------------------------------------------------------------------------


def note_symbols(e: Record, s: Record, first: int, last: int, steps: int) -> None:
    """How far symbols will go, or that none can."""
    moved = False
    for symbol in range(first, last + 1):
        old = s.symbol[symbol]
        new = step(e, old, steps)
        if new != old:
            note(s, SUN_FORWARD + 2 * symbol + (new < old), old, new)
            moved = True
    if not moved:
        note(s, STAYS)


def note_pamina(s: Record, new: int) -> None:
    if new == s.pamina:
        note(s, PAMINA_STAYS)
    else:
        note(s, TO_TEMPLE + (new > s.pamina), s.pamina, new)


def note_none(s: Record) -> None:
    if s.trial == NO_TRIAL:
        note(s, NONE_IN_EFFECT)
