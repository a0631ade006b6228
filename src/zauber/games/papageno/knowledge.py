"""What a seat may know in Papageno, and how to imagine the rest.

Hidden are: the card in hand of the player on turn, when it was drawn from the pile (R9), and the places chosen in
secret at the start of a round (A31). Everything else lies open, or has no face yet.
"""

from ..contract.kernel import HIDDEN, Array, Record, below, draw
from .rules import (
    FROM_DEALT,
    FROM_PILE,
    KINDS,
    LAST_OF_PILE,
    NOT_DRAWN,
    OVER,
    PLACES,
    REVEAL,
    SEATS,
    SECRET,
    TURN_UP,
)

PER_SEAT = PLACES * (KINDS + 1) + 2
OBSERVATION = SEATS * PER_SEAT + 2 * (KINDS + 1) + (OVER + 1) + 1 + KINDS


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
        elif s.origin == LAST_OF_PILE:  # `lone` keeps what can be remembered
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


def witness(e: Record, s: Record, seat: int, action: int, viewer: int) -> int:
    if s.phase == REVEAL and viewer != seat and action < TURN_UP + PLACES:
        return HIDDEN
    return action


def observe(e: Record, s: Record, seat: int, out: Array) -> None:
    for i in range(OBSERVATION):
        out[i] = 0.0
    at = 0
    for i in range(SEATS):
        other = (seat + i) % s.seats if i < s.seats else HIDDEN
        for place in range(PLACES):
            if other != HIDDEN:
                out[at + int(s.area[other, place]) + 1] = 1.0
            at += KINDS + 1
        if other != HIDDEN:
            out[at] = s.wins[other] / e.rounds_to_win
            out[at + 1] = 1.0 if other == s.active else 0.0
        at += 2
    mine = s.turn == seat or s.origin == NOT_DRAWN
    out[at + (int(s.held) + 1 if mine else 0)] = 1.0
    at += KINDS + 1
    out[at + int(s.top) + 1] = 1.0
    at += KINDS + 1
    out[at + int(s.phase)] = 1.0
    at += OVER + 1
    out[at] = s.pile_left / 50.0
    at += 1
    for kind in range(KINDS):
        unseen = s.dealt[kind] + s.pile[kind]
        if not mine and (s.lone == kind or (s.held == kind and s.origin != LAST_OF_PILE)):
            unseen += 1
        out[at + kind] = unseen / 4.0
