"""A player that plans the beginning of its turn.

A plan is a beginning: a point of the edge behind one of the seat's cauldrons or close to it, continuing from where the
magician stands, or passing. From there everybody plays by rule of thumb for some turns, in the visible position or, in
the dark, in worlds that fit what is known; the value of a plan is the average result. Many worlds are imagined and the
likeliest are used. Poor plans are dropped early, so that the better ones get more worlds.

    plans = Planner(game).judged(e, known, seat)    # the best first
"""

import functools
import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..compiling.link import compiled
from ..contract.kernel import Array, Record
from ..game import Game
from .headings import POINTS
from .imagining import recollect
from .judging import play_out
from .knowledge import is_dark
from .rules import BEGIN, ENTER, GO_ON, OVER, STOP, held
from .table import CAULDRON, SYMBOLS, TREE

ASIDE = (-14, -7, 0, 7, 14)  # points of the edge to either side of the straight way in
TURNS = 8  # turns that are played out
LIT, IMAGINED = (2, 2, 4), (3, 3, 6)  # worlds for every plan, then for the better third, then for the best three
FEWEST = 3  # plans that are never dropped
TRIES = 3  # worlds imagined in the dark for each that is kept


@dataclass(frozen=True)
class Plan:
    """A beginning: the action, and its average value from -1 (lost) to 1 (won)."""

    start: int
    worth: float


class Planner:
    """Makes and judges plans for the seat that begins a turn. As a player it begins turns by plan and continues by rule
    of thumb."""

    name = "planner"
    title = "Planner"
    about = "thinks before every turn"

    def __init__(self, game: Game) -> None:
        self.game = game
        self._options = game.new_options()

    @functools.cached_property
    def _recollect(self) -> Any:
        return self.game.linker(compiled)(recollect)

    @functools.cached_property
    def _play_out(self) -> Any:
        return self.game.linker(compiled)(play_out)

    def prepare(self) -> None:
        """Compile what planning needs."""
        e, over = self.game.edition().record, np.zeros(1, self.game.rules.State)
        over["phase"] = OVER
        self._recollect(e, over[0])
        self._play_out(e, over, 0, 0, 0, STOP, 0, self._options)

    def choose(self, e: Record, s: Record, seat: int, seed: int, effort: float = 1.0) -> int | None:
        """Where to begin the turn; None when it has begun. `effort` is a share of the usual number of worlds."""
        return self.judged(e, s, seat, seed, effort)[0].start if s.phase == BEGIN else None

    def rank(
        self, e: Record, s: Record, seat: int, seed: int, effort: float = 1.0
    ) -> list[tuple[int, int, float, float]]:
        """The beginnings of a turn, the best first: action, worlds, share from 0 to 1, and a standard error; nothing
        when the turn has begun."""
        worlds = max(1, round(effort * sum(IMAGINED)))
        plans = self.judged(e, s, seat, seed, effort) if s.phase == BEGIN else []
        return [(plan.start, worlds, (1 + plan.worth) / 2, 0.25 / math.sqrt(worlds)) for plan in plans]

    def starts(self, s: Record, seat: int) -> list[int]:
        """The beginnings that are considered; none if the seat is not at the beginning of its turn."""
        if seat != s.turn or s.phase != BEGIN:
            return []
        points = set()
        for piece in range(CAULDRON + int(s.symbol[seat]), TREE, SYMBOLS):
            if s.here[piece]:
                straight = round(math.atan2(s.y[piece], s.x[piece]) * POINTS / (2 * math.pi))
                points |= {(straight + turn) % POINTS for turn in ASIDE}
        return [*([GO_ON] if s.here[held(s)] else []), STOP, *(ENTER + point for point in sorted(points))]

    def judged(self, e: Record, s: Record, seat: int, seed: int = 0, effort: float = 1.0) -> list[Plan]:
        """The plans of a seat that knows this concealed position, the best first; those dropped early come last."""
        dark = bool(is_dark(e, s))
        portions = tuple(max(1, round(effort * portion)) for portion in (IMAGINED if dark else LIT))
        worlds = self._worlds(e, s, seat, seed, sum(portions), TRIES if dark else 1)
        left = self.starts(s, seat)
        totals = dict.fromkeys(left, 0.0)
        done, given_up = 0, list[Plan]()
        for portion in portions:
            for start in left:
                totals[start] += self._play_out(e, worlds, done, done + portion, seat, start, TURNS, self._options)
            done += portion
            judged = sorted((Plan(start, totals[start] / done) for start in left), key=lambda plan: -plan.worth)
            kept = max(FEWEST, len(judged) // 3) if done < sum(portions) else len(judged)
            given_up = judged[kept:] + given_up
            left = [plan.start for plan in judged[:kept]]
        return judged[:kept] + given_up

    def _worlds(self, e: Record, s: Record, seat: int, seed: int, n: int, tries: int) -> Array:
        """The n likeliest of n * tries worlds, in any order, and one more record as working memory."""
        worlds = np.zeros(n * tries, s.dtype)
        misfits = np.zeros(len(worlds))
        for k in range(len(worlds)):
            worlds[k] = s
            self.game.compiled.conceal(e, worlds[k], seat)
            self.game.compiled.sow(worlds[k], seed, k)
            misfits[k] = self._recollect(e, worlds[k])
        likeliest = np.sort(misfits.argsort(kind="stable")[:n])
        return np.concatenate((worlds[likeliest], worlds[:1]))
