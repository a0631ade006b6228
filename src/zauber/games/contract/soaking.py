"""What shows only now and then: many decisions with few checks, and many set-ups, to see who begins.

`check` looks closely at a few matches; a fault in one position of a thousand would not be among them. Here many more
are played, interpreted, so that every index and every value is checked; half of the matches partly by rule of thumb,
which comes to other positions than chance alone.
"""

import itertools
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...errors import BrokenRules
from ..game import Game
from .editions import Edition
from .guarded import Guarded
from .kernel import NOBODY

BY_THUMB = 0.6  # of the decisions in every second match
ACCOUNTED = 4  # every how many decisions the position is checked
SET_UPS = 30  # for each seat
OF_HEAVY = 0.01  # part of the decisions, for a game whose rules must be compiled to be played


def soak(game: Game, guarded: Guarded, settings: Sequence[Edition], decisions: int, seed: int) -> None:
    """Play so many decisions, in matches of all settings in turn; raise `BrokenRules` at the first fault."""
    if game.heavy:
        decisions = int(decisions * OF_HEAVY) if guarded.fast is not None else 0
    done = 0
    turns = itertools.cycle(itertools.product(settings, game.seats))
    for number in itertools.count():
        if done >= decisions:
            return
        edition, seats = next(turns)
        match = _Match(game, guarded, edition, seats, seed + number, by_thumb=number % 2 == 1)
        try:
            done += max(1, match.play(decisions - done))
        except BrokenRules as error:
            where = f"{game.name}, {edition.name} {dict(edition.options)}, {seats} seats"
            raise BrokenRules(f"{where}, soaking, match {seed + number}, step {match.step}: {error}") from None


class _Match:
    def __init__(self, game: Game, guarded: Guarded, edition: Edition, seats: int, seed: int, by_thumb: bool) -> None:
        self.game, self.e, self.seats, self.seed, self.by_thumb = game, edition.record, seats, seed, by_thumb
        self.f, self.step = guarded, 0
        self.dice = np.random.default_rng(seed)

    def _call(self, name: str, *arguments: Any) -> Any:
        return (self.f.call if self.game.heavy else self.f.interpreted)(name, *arguments)

    def play(self, most: int) -> int:
        s, options = self.game.new_state(), self.game.new_options()
        self._call("sow", s, self.seed, 0)
        self._call("setup", self.e, s, self.seats)
        while s.turn != NOBODY and self.step < most:
            seat = int(s.turn)
            n = self._call("moves", self.e, s, seat, options)
            if not 0 < n <= len(options):
                raise BrokenRules(f"seat {seat}, which the table waits for, has no move.")
            if self.step % ACCOUNTED == 0 and (fault := self._call("account", self.e, s)):
                raise BrokenRules(f"account() reports fault {fault}.")
            self._call("apply", self.e, s, seat, self._choose(s, seat, options, n))
            self.step += 1
        for seat in range(self.seats if s.turn == NOBODY else 0):
            if self._call("moves", self.e, s, seat, options):
                raise BrokenRules(f"seat {seat} may still move after the end.")
        return self.step

    def _choose(self, s: Any, seat: int, options: Any, n: int) -> int:
        if not self.by_thumb or self.dice.random() > BY_THUMB:
            return int(options[self.dice.integers(n)])
        known = s.copy()
        self._call("conceal", self.e, known, seat)
        self._call("sow", known, self.seed, self.step)
        choice = int(self._call("advise", self.e, known, seat, options, n))
        if choice not in options[:n]:
            raise BrokenRules(f"advise() gives {choice} for seat {seat}, which is not legal.")
        return choice


def check_starts(game: Game, guarded: Guarded, seed: int) -> None:
    """Raise `BrokenRules` if there is a seat that never begins, unless the game says why seats are not alike."""
    if game.rules.ASYMMETRIC:
        return
    edition = game.edition()
    for seats in game.seats:
        begun: Counter[int] = Counter()
        for number in range(SET_UPS * seats):
            s = game.new_state()
            guarded.sow(s, seed, number)
            guarded.setup(edition.record, s, seats)
            begun[int(s.turn)] += 1
        if missing := [seat for seat in range(seats) if not begun[seat]]:
            raise BrokenRules(
                f"with {seats} seats, seat {missing[0]} was never on turn first in {SET_UPS * seats} set-ups: let"
                " chance say who begins, or say in ASYMMETRIC why seats are not alike."
            )
