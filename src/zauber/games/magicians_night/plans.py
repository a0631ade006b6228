"""A player that plans the beginning of its turn.

A plan is a beginning: a point of the edge behind one of the seat's cauldrons or close to it, continuing from where the
magician stands, or passing. From there everybody plays by rule of thumb for some turns; the value of a plan is the
average value of the position at the end. Where everything is visible that is several turns in a few worlds, which
differ in chance alone. In the dark it is the seat's own turn in many worlds that fit what is known: what lies where
matters more than what comes later. Poor plans are dropped early, so that the better ones get more worlds.

    plans = Planner(game).judged(e, known, seat)    # the best first
"""

import functools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..compiling.link import compiled
from ..contract.kernel import Array, Record
from ..game import Game
from .headings import POINTS
from .judging import WON, play_out
from .knowledge import is_dark
from .rules import BEGIN, ENTER, GO_ON, OVER, STOP, held
from .table import CAULDRON, SYMBOLS, TREE

ASIDE = (-14, -7, 0, 7, 14)  # points of the edge to either side of the straight way in
LIT, IMAGINED = (2, 2, 4), (8, 8, 16)  # worlds for every plan, then for the better third, then for the best three
LIT_TURNS, IMAGINED_TURNS = 8, 1  # turns that are played in each
FEWEST = 3  # plans that are never dropped
FINISHED = 40  # worlds in which the match is played to its end, to tell how often a beginning wins
COMPARED = 3  # beginnings of which that is told
LONGEST = 1000  # turns of a match that is played to its end


@dataclass(frozen=True)
class Plan:
    """A beginning: the action, its average value from -1 (lost) to 1 (won), its standard error and the worlds tried."""

    start: int
    worth: float
    error: float
    worlds: int


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
    def play_out(self) -> Any:
        return self.game.linker(compiled)(play_out)

    def prepare(self) -> None:
        """Compile what planning needs."""
        e, over = self.game.edition().record, np.zeros(1, self.game.rules.State)
        over["phase"] = OVER
        self.game.compiled.imagine(e, over[0], 0)
        self.play_out(e, over, 0, 0, 0, STOP, 0, self._options, np.zeros(1))

    def choose(
        self, e: Record, s: Record, seat: int, seed: int, effort: float = 1.0, sees_all: bool = False
    ) -> int | None:
        """Where to begin the turn; None when it has begun. `effort` is a share of the usual number of worlds; with
        `sees_all` the position is the true one and nothing has to be imagined."""
        return self.judged(e, s, seat, seed, effort, sees_all)[0].start if s.phase == BEGIN else None

    def rank(
        self, e: Record, s: Record, seat: int, seed: int, effort: float = 1.0
    ) -> list[tuple[int, int, float, float]]:
        """The beginnings of a turn, the best first: action, worlds, the seat's share of the win, its standard error.
        Only the best few have a share; the others have 0 worlds. Nothing when the turn has begun."""
        starts = [plan.start for plan in self.judged(e, s, seat, seed, effort)] if s.phase == BEGIN else []
        told = starts[:COMPARED]
        shares = self.compare(e, s, seat, told, seed, FINISHED).T if told else ()
        found = [(start, FINISHED, float(row.mean()), doubt(row)) for start, row in zip(told, shares, strict=True)]
        return sorted(found, key=lambda one: -one[2]) + [(start, 0, 0.0, 1.0) for start in starts[COMPARED:]]

    def compare(self, e: Record, s: Record, seat: int, actions: Sequence[int], seed: int, n: int) -> Array:
        """The seat's share of the win after each of these actions, if everybody plays on by rule of thumb to the end of
        the match: a row for each of `n` worlds, which are not those of its plans."""
        worlds = self.worlds(e, s, seat, seed + 1, n, not is_dark(e, s))
        shares = np.zeros((len(actions), n))
        for row, action in zip(shares, actions, strict=True):
            self.play_out(e, worlds, 0, n, seat, action, LONGEST, self._options, row)
        return (shares >= WON).T.astype(np.float64)

    def play_on(self, e: Record, s: Record, seed: int, number: int) -> Array:
        """Every seat's share in a match that is played on from this very position, with chance of its own."""
        rules, seats, shares = self.game.compiled, int(s.seats), np.zeros(self.game.seats[-1])
        worlds = np.array([s, s], s.dtype)
        rules.sow(worlds[0], seed, number)
        if s.phase != OVER:
            n = int(rules.moves(e, worlds[0], s.turn, self._options))
            start = rules.advise(e, worlds[0], s.turn, self._options, n)
            self.play_out(e, worlds, 0, 1, s.turn, start, LONGEST, self._options, np.zeros(1))
        rules.outcome(e, worlds[1], shares)
        return shares[:seats]

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

    def judged(
        self, e: Record, s: Record, seat: int, seed: int = 0, effort: float = 1.0, sees_all: bool = False
    ) -> list[Plan]:
        """The plans of a seat that knows this position, the best first; those dropped early come last."""
        lit = sees_all or not is_dark(e, s)
        turns = LIT_TURNS if lit else IMAGINED_TURNS
        portions = [max(1, round(effort * portion)) for portion in (LIT if lit else IMAGINED)]
        worlds = self.worlds(e, s, seat, seed, sum(portions), lit)
        return self.narrowed(e, worlds, seat, self.starts(s, seat), portions, turns, 3, judged_in)

    def narrowed(
        self,
        e: Record,
        worlds: Array,
        seat: int,
        starts: list[int],
        portions: list[int],
        turns: int,
        share: int,
        judge: Callable[[int, Array], Plan],
    ) -> list[Plan]:
        """Plans tried out in one portion of the worlds after another, the best first; those dropped early come last.

        After each portion but the last only the best go on: one in `share`, but never fewer than FEWEST. `judge` makes
        a plan of a beginning and its values.
        """
        values = {start: np.zeros(len(worlds) - 1) for start in starts}
        left, given_up, done = starts, list[Plan](), 0
        for portion in portions:
            for start in left:
                self.play_out(e, worlds, done, done + portion, seat, start, turns, self._options, values[start])
            done += portion
            plans = sorted((judge(start, values[start][:done]) for start in left), key=lambda plan: -plan.worth)
            kept = max(FEWEST, len(plans) // share) if done < sum(portions) else len(plans)
            given_up = plans[kept:] + given_up
            left = [plan.start for plan in plans[:kept]]
        return plans + given_up

    def worlds(self, e: Record, s: Record, seat: int, seed: int, n: int, lit: bool) -> Array:
        """Worlds that fit what the seat knows, and one more record as working memory."""
        worlds = np.array([s] * (n + 1), s.dtype)
        for k in range(n):
            if not lit:
                self.game.compiled.conceal(e, worlds[k], seat)
            self.game.compiled.sow(worlds[k], seed, k)
            if not lit:
                self.game.compiled.imagine(e, worlds[k], seat)
        return worlds


def judged_in(start: int, values: Array) -> Plan:
    """A plan with the values that it had in some worlds."""
    error = float(values.std(ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else 0.0
    return Plan(start, float(values.mean()), error, len(values))


def doubt(shares: Array) -> float:
    """The standard error of a share: matches that all ended alike do not make it certain."""
    n = len(shares)
    return math.sqrt(max(float(shares.var(ddof=1)), 0.25 / n) / n)
