"""Compares the seats in a long run of every player that a game defines: the start is drawn by chance, so each seat
must win as often as the others.

Random, by rule of thumb, and as a child plays. Whoever may act out of turn does. One compiled loop for all of them.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ..engines.batch import MOST_DECISIONS
from ..engines.steps import begin
from ..errors import BrokenRules
from ..games.compiling.link import Linker, compiled
from ..games.contract.conformance import settings
from ..games.contract.kernel import Array, Record, advise, apply, below, clockwise, conceal, moves, outcome, sow
from ..games.game import Game

MATCHES = 10_000
HEAVY = 20  # in a heavy game this many times fewer
ALARM = 5.0  # standard errors


class Seats(NamedTuple):
    """The share of the wins of each seat, and the standard errors."""

    player: str
    shares: list[float]
    errors: list[float]
    matches: int

    def __str__(self) -> str:
        return f"{self.player} {'/'.join(f'{100 * share:.1f}' for share in self.shares)} %"


def at_random(e: Record, s: Record, seat: int, options: Array, n: int) -> int:
    """Any legal move."""
    return int(options[below(s, n)])


def play_matches(
    first: int, last: int, e: Record, states: Array, blank: Array, options: Array, seats: int, seed: int, longest: int,
    shares: Array,
) -> None:  # fmt: skip
    """Play whole matches in `states[0]`; `states[1]` is what a seat knows. The first who may act out of turn does,
    clockwise from the seat on turn."""
    s = states[0]
    for number in range(first, last):
        begin(e, states, 0, blank, seats, seed, number)
        length = 0
        while s.turn >= 0 and length < longest:
            seat = int(s.turn)
            n = 0
            for j in range(1, seats):
                if n == 0:
                    seat = clockwise(s, s.turn, j)
                    n = moves(e, s, seat, options)
            if n == 0:
                seat = int(s.turn)
                n = moves(e, s, seat, options)
            chance = below(s, 1 << 30)
            states[1] = states[0]
            conceal(e, states[1], seat)
            sow(states[1], chance, length)
            apply(e, s, seat, advise(e, states[1], seat, options, n))
            length += 1
        outcome(e, s, shares[number - first])


def compare(game: Game, seats: int, matches: int = MATCHES, seed: int = 1) -> Iterator[Seats]:
    """The shares of all seats in a long run of every player that the game defines."""
    edition = next(iter(settings(game)))
    players: dict[str, Any] = {"random": at_random, "thumb": game.rules_of("advise")}
    if (naive := game.extra("naive")) is not None:
        players["naive"] = naive
    matches = max(100, matches // HEAVY) if game.heavy else matches
    for name, choose in players.items():
        play = Linker({**game.bindings, advise: choose}, compiled)(play_matches)
        shares = np.zeros((matches, max(game.seats)))
        play(
            0, matches, edition.record, np.zeros(2, game.rules.State), np.zeros(1, game.rules.State),
            game.new_options(), seats, seed, MOST_DECISIONS // 100, shares,
        )  # fmt: skip
        found = shares[:, :seats]
        errors = found.std(axis=0, ddof=1) / matches**0.5
        yield Seats(name, found.mean(axis=0).tolist(), errors.tolist(), matches)


def check(game: Game, matches: int = MATCHES, seed: int = 1) -> list[Seats]:
    """Raise `BrokenRules` if a player wins more from one seat than from another."""
    if game.rules.ASYMMETRIC:
        return []
    found = []
    for seats in sorted({game.seats[0], game.seats[-1]} - {1}):
        for one in compare(game, seats, matches, seed):
            fair = sum(one.shares) / seats
            for seat, (share, error) in enumerate(zip(one.shares, one.errors, strict=True)):
                if abs(share - fair) > ALARM * max(error, 1 / one.matches):
                    told = ", ".join(f"{share:.1%}" for share in one.shares)
                    raise BrokenRules(
                        f"{game.name}, {seats} seats: in {one.matches:,} matches between players of the kind"
                        f" “{one.player}” the seats win {told}, which is no chance (seat {seat}). Who starts is drawn"
                        " by chance, and ties are broken by distance() from one's own seat or by chance."
                    )
            found.append(one)
    return found
