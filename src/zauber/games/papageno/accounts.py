"""Papageno for the conformance suite: whether every card is there, how long a match can be, and rotating the seats."""

from ..contract.kernel import HIDDEN, Record
from .cards import KINDS, PLACES, SEATS, copies
from .position import SWAP


def account(e: Record, s: Record) -> int:
    """1-15: a kind of card is lost or doubled; 20 on: a count does not fit."""
    dealt = 0
    pile = 0
    discards = 0
    for kind in range(KINDS):
        cards = s.dealt[kind] + s.pile[kind] + s.discard[kind] + (1 if s.held == kind else 0)
        for seat in range(s.seats):
            for place in range(PLACES):
                cards += 1 if s.area[seat, place] == kind else 0
        if cards != copies(e, kind, s.seats) or s.dealt[kind] < 0 or s.pile[kind] < 0 or s.discard[kind] < 0:
            return kind + 1
        dealt += s.dealt[kind]
        pile += s.pile[kind]
        discards += s.discard[kind]
    down = 0
    for seat in range(s.seats):
        hidden = 0
        for place in range(PLACES):
            hidden += 1 if s.area[seat, place] == HIDDEN else 0
        if hidden != s.down[seat]:
            return 20 + seat
        down += hidden
    if dealt != s.dealt_left or discards != s.discards:
        return 30
    if s.rebuilt:
        return 0 if dealt == down and pile == s.pile_left else 31
    return 0 if dealt == down + s.pile_left and pile == 0 else 32


def bound(e: Record, seats: int) -> int:
    """A39: with a turn limit, at most this many decisions in all rounds."""
    rounds = seats * (e.rounds_to_win - 1) + 1
    return rounds * (seats + 3 * e.turn_limit + 2) if e.turn_limit > 0 else 0


def turned(e: Record, action: int, by: int, seats: int) -> int:
    if action < SWAP:
        return action
    code = action - SWAP
    other = (code // PLACES % SEATS + by) % seats
    return SWAP + (code // (PLACES * SEATS) * SEATS + other) * PLACES + code % PLACES
