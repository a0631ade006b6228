"""What a seat may know in Papageno, and how to imagine the rest.

Two things are hidden: the card in hand of the player on turn, if it was drawn from the pile (R9), and the places chosen
in secret at the start of a round (A31). Everything else lies open, or has no face yet.
"""

from ..contract.kernel import HIDDEN, Array, Record, below, draw
from .cards import KINDS, PLACES
from .layout import (
    AT_ACTIVE,
    AT_HELD,
    AT_PHASE,
    AT_PILE,
    AT_TOP,
    AT_UNSEEN,
    AT_WINS,
    AT_WIRE,
    OBSERVATION,
    PER_SEAT,
)
from .position import FROM_DEALT, FROM_PILE, LAST_OF_PILE, NOT_DRAWN, PLACE_DRAWN, REVEAL, SECRET, TURN_UP


def conceal(e: Record, s: Record, seat: int) -> None:
    for i in range(4):
        s.rng[i] = 0
    for other in range(s.seats):
        if other != seat and s.chosen[other] != HIDDEN:
            s.chosen[other] = SECRET
    if s.held != HIDDEN and s.turn != seat:
        if s.origin == FROM_DEALT:
            s.dealt[s.held] += 1
            s.dealt_left += 1
            s.held = HIDDEN
        elif s.origin == FROM_PILE:
            s.pile[s.held] += 1
            s.held = HIDDEN
        elif s.origin == LAST_OF_PILE:  # `lone` records what can be remembered
            s.held = HIDDEN


def imagine(e: Record, s: Record, seat: int) -> None:
    for other in range(s.seats):
        if s.chosen[other] == SECRET:
            s.chosen[other] = below(s, PLACES)
    if s.held == HIDDEN and s.origin == FROM_DEALT:
        s.held = draw(s, s.dealt, s.dealt_left)
        s.dealt_left -= 1
    elif s.held == HIDDEN and s.origin == FROM_PILE:
        s.held = draw(s, s.pile, s.pile_left + 1)
    elif s.held == HIDDEN and s.origin == LAST_OF_PILE:
        s.held = s.lone


def reveals(e: Record, s: Record, t: Record, seat: int, action: int, viewer: int) -> int:
    """The card that was drawn, unless everybody could work it out (`lone`)."""
    return 1 if seat != viewer and s.phase == PLACE_DRAWN and s.origin != LAST_OF_PILE else 0


def witness(e: Record, s: Record, seat: int, action: int, viewer: int) -> int:
    if s.phase == REVEAL and viewer != seat and action < TURN_UP + PLACES:
        return HIDDEN
    return action


def observe(e: Record, s: Record, seat: int, out: Array) -> None:
    for i in range(OBSERVATION):
        out[i] = 0.0
    for i in range(s.seats):
        observe_seat(e, s, (seat + i) % s.seats, out, PER_SEAT * i)
    mine = s.turn == seat or s.origin == NOT_DRAWN
    out[AT_HELD + (int(s.held) + 1 if mine else 0)] = 1.0
    out[AT_TOP + int(s.top) + 1] = 1.0
    out[AT_PHASE + int(s.phase)] = 1.0
    out[AT_PILE] = s.pile_left / 50.0
    for kind in range(KINDS):
        unseen = s.dealt[kind] + s.pile[kind]
        if not mine and (s.lone == kind or (s.held == kind and s.origin != LAST_OF_PILE)):
            unseen += 1
        out[AT_UNSEEN + kind] = unseen / 4.0


def observe_seat(e: Record, s: Record, seat: int, out: Array, at: int) -> None:
    for place in range(PLACES):
        out[at + AT_WIRE + place * (KINDS + 1) + int(s.area[seat, place]) + 1] = 1.0
    out[at + AT_WINS] = s.wins[seat] / e.rounds_to_win
    out[at + AT_ACTIVE] = 1.0 if seat == s.active else 0.0
