"""Turns positions by a seat, and checks that nothing chosen or judged depends on the numbers of the seats."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from ...errors import BrokenRules
from ..compiling.link import plain
from ..game import Game
from .guarded import GUARD, Guarded
from .kernel import Array

DRAWS = 64  # choices compared where chance takes part
ALARM = 20.0  # a chi-squared this much beyond its mean, and 8 of its standard deviations, is no chance

Choose = Callable[..., Any]  # with the signature of `advise`, or of `judge`


class Turning:
    """A game's positions with every seat moved one place clockwise, and what is chosen in them."""

    def __init__(self, game: Game, functions: Guarded, e: Any, seats: int) -> None:
        self.game, self.f, self.e, self.seats = game, functions, e, seats
        self._choices = {"advise": functions.advise}
        if (naive := game.extra("naive")) is not None:
            self._choices["naive"] = game.linker(plain)(naive)
        self._judge: Choose | None = None
        if (judge := game.extra("judge")) is not None:
            self._judge = game.linker(plain)(judge)

    def turned(self, state: Any) -> Any:
        """The position with every seat moved one place clockwise."""
        copy = state.copy()
        for name in self.game.rules.SEAT_AXES:
            copy[name][: self.seats] = np.roll(state[name][: self.seats], 1, axis=0)
        for name in self.game.rules.SEAT_VALUES:
            values = np.asarray(state[name])
            copy[name] = np.where(values >= 0, (values + 1) % self.seats, values)
        return copy

    def names_seats(self, options: list[int]) -> bool:
        """Whether some of these actions name a seat."""
        return len(options) > 1 and any(self._there(action) != action for action in options)

    def check_choices(self, hidden: Any, seat: int, options: list[int], seed: int) -> None:
        """Check that rules of thumb choose the same wherever a seat sits, given what it knows."""
        for name, choose in self._choices.items():
            self._check_choice(name, choose, hidden, seat, options, seed)

    def check_judge(self, state: Any) -> None:
        """Check that `judge` gives seats the same shares wherever they sit."""
        if self._judge is None:
            return
        here, there = (self._judged(self._judge, position) for position in (state, self.turned(state)))
        if not np.allclose(np.roll(here, 1), there, rtol=0, atol=1e-6):
            raise BrokenRules(f"judge() treats the seats unequally: {here} becomes {there} when all move one place on.")

    def _there(self, action: int) -> int:
        return int(self.f.turned(self.e, action, 1, self.seats))

    def _judged(self, judge: Choose, position: Any) -> Array:
        nothing, out = np.zeros(1, np.float32), np.zeros(max(self.game.seats))
        judge(self.e, position.copy(), nothing, nothing, out)
        return out[: self.seats]

    def _check_choice(self, name: str, choose: Choose, hidden: Any, seat: int, options: list[int], seed: int) -> None:
        there, neighbour = self.turned(hidden), (seat + 1) % self.seats
        back = {self._there(action): action for action in options}
        surplus: Counter[int] = Counter()  # how much more often an action was chosen here than there
        total: Counter[int] = Counter()
        for draw in range(DRAWS):
            action = self._chosen(name, choose, hidden, seat, options, seed, draw)
            other = back[self._chosen(name, choose, there, neighbour, sorted(back), seed, draw)]
            if draw == 1 and action == other and not any(surplus.values()):
                return  # mostly no chance takes part, or none in what names a seat
            surplus.update({action: 1})
            surplus.subtract({other: 1})
            total.update((action, other))
        most = len(total) - 1
        apart = sum(surplus[action] ** 2 / count for action, count in total.items())
        if most > 0 and apart > most + 8 * (2 * most) ** 0.5 + ALARM:
            raise BrokenRules(
                f"{name}() prefers seats by their number: seat {seat} and, when all have moved one place, seat"
                f" {neighbour} choose differently of {options}. Break ties by distance() from the seat, or by chance."
            )

    def _chosen(
        self, name: str, choose: Choose, position: Any, seat: int, options: list[int], seed: int, draw: int
    ) -> int:
        copy = position.copy()
        self.f.sow(copy, seed, draw)
        listed = np.full(len(options) + GUARD, -1, np.int32)
        listed[: len(options)] = options
        action = int(choose(self.e, copy, seat, listed, len(options)))
        if action not in options:
            raise BrokenRules(f"{name}() gives {action} for seat {seat}, which is not legal.")
        return action
