"""Tests whether `imagine` draws worlds with the right probabilities.

Many matches are begun with fresh chance and played a few steps. From each true position a world is imagined for one
viewer. If `imagine` draws worlds with the odds that they have for somebody who knows what the viewer knows, then over
many matches the other seats observe the same in imagined worlds as in true ones, and equally often. Observations are
compared rather than records, because a record may hold the same thing in different orders.

Only chance is tested, not how people play: a move of another seat is weighted by the number of legal moves it was
chosen from, as if all were equally likely whatever that seat holds.

For each value of each observed number, the difference (true − imagined) has mean 0; its sum divided by its standard
deviation is compared with ALARM. The numbers that differ most are tested again in more worlds, and if they still
differ, in many more, so that small faults are found without imagining many worlds of every game. ALARM is so high that
a correct game fails less than once in a million checks, and the seeds are fixed: the same game always gives the same
result.
"""

import math
from typing import Any

import numpy as np

from ...errors import BrokenRules
from ..game import Game
from .editions import Edition
from .guarded import Buffer, Guarded
from .kernel import NOBODY

ALARM = 6.5  # standard deviations
STAGES = (0.0, 4), (2.5, 16)  # what differs by so many standard deviations is tested in so many times as many worlds
DOUBTFUL = 8  # numbers that are tested again at most
DIFFERENT = 25  # worlds that must differ from the truth in a number before it is tested
FOREIGN_STEPS = 3  # decisions of other seats; more would make the weights too unequal
STEPS = (0, 0, 1, 1, 2, 2, 3, 4, 5, 6)  # decisions before a world is imagined; after the end nothing is hidden
FACES = 40  # a number with more values than this counts as continuous: only above or below its median is compared


class Odds:
    """True positions, and worlds imagined from them, as the other seats observe them."""

    def __init__(self, game: Game, guarded: Guarded, edition: Edition, seats: int, seed: int) -> None:
        self.game, self.guarded, self.e, self.seats, self.seed = game, guarded, edition.record, seats, seed
        self._dice = np.random.default_rng(seed)
        self._moves = Buffer(game.rules.MOST_MOVES, np.int32, "MOST_MOVES")

    def check(self, worlds: int) -> int:
        """Raise `BrokenRules` if imagined worlds have different odds; return the number of comparisons."""
        true, imagined, weights = self._drawn(0, worlds)
        found: list[tuple[float, int, Any]] = []  # how far apart, which number, which of its values
        for place in np.flatnonzero((true != imagined).sum(axis=0) >= DIFFERENT).tolist():
            found += self._compare(place, true[:, place], imagined[:, place], weights)
        compared, drawn = len(found), worlds
        for doubt, more in STAGES:
            doubtful = sorted((one for one in found if one[0] > doubt), reverse=True)[:DOUBTFUL]
            if not doubtful or self.game.heavy:
                break
            true, imagined, weights = self._drawn(drawn, more * worlds)
            drawn += more * worlds
            found = []
            for _, cell, value in doubtful:
                found += self._compare(cell, true[:, cell], imagined[:, cell], weights, value)
        return compared

    def _drawn(self, first: int, worlds: int) -> tuple[Any, Any, Any]:
        """What others observe in true positions and in worlds imagined from them, and the weights of these."""
        size = (self.seats - 1) * self.game.observation_size
        true, imagined = np.zeros((worlds, size), np.float32), np.zeros((worlds, size), np.float32)
        weights = np.zeros(worlds)
        for world in range(worlds):
            weights[world] = self._draw(first + world, true[world], imagined[world])
        return true, imagined, np.exp(weights - weights.max())

    def _draw(self, world: int, true: Any, imagined: Any) -> float:
        """Play a few steps, imagine a world, and record what others observe; return the logarithm of the weight."""
        s = self.game.new_state()
        self.guarded.sow(s, self.seed, world)
        self.guarded.setup(self.e, s, self.seats)
        viewer = int(self._dice.integers(self.seats))
        weight = self._advance(s, viewer)
        copy = s.copy()
        self.guarded.conceal(self.e, copy, viewer)
        self.guarded.sow(copy, self.seed + 1, world)
        self.guarded.imagine(self.e, copy, viewer)
        for position, out in ((s, true), (copy, imagined)):
            for i, part in enumerate(out.reshape(self.seats - 1, -1)):
                self.guarded.observe(self.e, position, (viewer + 1 + i) % self.seats, part)
        return weight

    def _advance(self, s: Any, viewer: int) -> float:
        weight, foreign = 0.0, 0
        for _ in range(int(self._dice.choice(STEPS))):
            seat = int(s.turn)
            if seat == NOBODY or (seat != viewer and foreign == FOREIGN_STEPS):
                break
            n = self.guarded.moves(self.e, s, seat, self._moves.cells)
            if seat != viewer:
                foreign += 1
                weight += math.log(n)
            self.guarded.apply(self.e, s, seat, int(self._moves.cells[self._dice.integers(n)]))
        return weight

    def _compare(
        self, cell: int, true: Any, imagined: Any, weights: Any, only: Any = None
    ) -> list[tuple[float, int, Any]]:
        """Compare how often each value of a number (or `only` one) is observed; return how far apart that is."""
        values = np.unique(np.concatenate([true, imagined]))
        if len(values) > FACES:
            middle = np.median(np.concatenate([true, imagined]))
            true, imagined, values, only = true > middle, imagined > middle, np.array([True]), None
        found = []
        for value in values if only is None else [only]:
            difference = weights * ((true == value).astype(float) - (imagined == value))
            spread = math.sqrt(float((difference**2).sum()))
            if np.count_nonzero(difference) < DIFFERENT:
                continue
            found.append((abs(float(difference.sum())) / spread, cell, value))
            if found[-1][0] > ALARM:
                odds = [float((weights * (some == value)).sum() / weights.sum()) for some in (true, imagined)]
                seat, place = divmod(cell, self.game.observation_size)
                raise BrokenRules(
                    f"imagine() has other odds than chance: number {place} of what the seat {seat + 1} to the left of"
                    f" the viewer observes is {value:g} in {odds[0]:.1%} of {len(true)} true positions, but in"
                    f" {odds[1]:.1%} of the worlds imagined from them."
                )
        return found
