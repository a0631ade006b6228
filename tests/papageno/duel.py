"""Matches of the rule of thumb against chance, or against another rule of thumb, at full speed."""

import numpy as np

from zauber.games.compiling.link import Function, compiled
from zauber.games.contract.kernel import Array, Record, advise, apply, below, conceal, moves, outcome, setup, sow
from zauber.games.papageno import GAME, rules
from zauber.games.papageno.cards import SEATS


def other_advice(e: Record, s: Record, seat: int, options: Array, n: int) -> int:
    """What seats that are not advised do: anything. Bound to something else to compare two kinds of advice."""
    return int(options[below(s, n)])


def duel(
    e: Record, states: Array, seats: int, seed: int, first: int, advised: int, options: Array, shares: Array, most: int
) -> int:
    """Play matches in which the seats of the bit set `advised`, turned by one at every match, follow advice."""
    s = states[0]
    seen = states[2]
    unfinished = 0
    for game in range(len(shares)):
        states[0] = states[1]
        sow(s, seed, first + game)
        setup(e, s, seats)
        decisions = 0
        while s.turn >= 0 and decisions < most:
            seat = s.turn
            n = moves(e, s, seat, options)
            states[2] = states[0]
            conceal(e, seen, seat)
            sow(seen, seed + 1, (first + game) * 10_000 + decisions)
            if advised >> (seat + game) % seats & 1:
                action = advise(e, seen, seat, options, n)
            else:
                action = other_advice(e, seen, seat, options, n)
            apply(e, s, seat, action)
            decisions += 1
        if s.turn >= 0:
            unfinished += 1
        outcome(e, s, shares[game])
        for place in range(seats):  # count by who was advised
            shares[game, seats + (place + game) % seats] = shares[game, place]
    return unfinished


def win_rates(
    seats: int, advised: int, games: int, edition: str = "a", other: Function | None = None, most: int = 9_000
) -> tuple[list[float], int]:
    """Each role's share of the games, and how many games came to no end."""
    linker = GAME.linker(compiled)
    if other is not None:
        linker = type(linker)({**GAME.bindings, other_advice: other}, compiled)
    shares = np.zeros((games, 2 * SEATS), "f8")
    options = np.zeros(rules.MOST_MOVES, "i4")
    states = np.zeros(3, rules.State)
    e = GAME.edition(edition).record
    unfinished = linker(duel)(e, states, seats, 31, 0, advised, options, shares, most)
    return [float(x) for x in shares[:, seats : 2 * seats].mean(axis=0)], int(unfinished)
