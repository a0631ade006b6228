"""Whole turns for machines, and for people who would rather choose than steer.

A plan is where to begin and what to do then, with a purpose that can be said. Some plans are *steered*: they push a
cauldron to the ring and aim anew at every stroke from what is seen. The others are a fixed row of strokes, a line or a
gentle curve. Plans are made from what a seat sees and tried out in imagined worlds; a potential scores them stroke by
stroke, so that a plan also tells where it is best to stop. In the dark only steered plans are made: a fixed row of
strokes does not notice when the world is not as imagined.

    planner = Planner(game)
    plan = planner.best(e, known, seat)
    while the turn lasts: action = plan.action(e, known, strokes made so far)
"""

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..game import Game
from ..kernel import HIDDEN, NOBODY, Array, Record
from ..link import compiled
from ..phrases import Phrase
from .headings import COSINE, HEADINGS, PER_HEADING, POINTS, SINE
from .judging import steer, try_out
from .knowledge import is_dark
from .names import SYMBOL_NAMES, hour, way
from .rules import BEGIN, ENTER, ENTERED, GO_ON, PUSHING, STOP, STROKE, held, owner
from .table import CAULDRON, FIRE, SYMBOLS, TREE, radius, symbol_of

Point = tuple[float, float]
Purpose = tuple[Phrase, str, list[Point]]
LONGEST = 80  # strokes of a plan
HABIT = 0.15  # in the dark: how much better than the usual beginning another must look


@dataclass
class Plan:
    """A turn: where to begin (None when it has begun), the cauldron it steers for or its strokes, and its purpose."""

    start: int | None
    words: Phrase
    purpose: str
    target: int = HIDDEN
    strokes: list[int] = field(default_factory=list)
    score: float = 0.0
    stop_after: int = 0

    def action(self, e: Record, s: Record, made: int) -> int:
        """The next action, from a position concealed for the player, after `made` strokes of this plan."""
        if s.phase == BEGIN:
            return STOP if self.start is None else self.start
        if made >= self.stop_after:
            return STOP
        return int(steer(e, s, self.target)) if self.target != HIDDEN else self.strokes[made]


class Planner:
    """Makes plans and tries them out. `worlds` is how many worlds are imagined for a judgement."""

    def __init__(self, game: Game, worlds: int = 3) -> None:
        self.game = game
        self.worlds = worlds

    @functools.cached_property
    def _try_out(self) -> Any:
        return self.game.linker(compiled)(try_out)

    def plans(self, e: Record, s: Record, seat: int) -> list[Plan]:
        """Plans for the seat on turn, from a position concealed for it; empty when it is not choosing a way."""
        if seat != s.turn or s.phase not in (BEGIN, ENTERED, PUSHING):
            return []
        made = []
        for start, origin in self._starts(e, s, seat):
            made += _steered(s, seat, start, origin)
            for words, purpose, ways in _purposes(e, s, seat, start, origin):
                strokes = _strokes(e, origin, ways)
                if strokes:
                    made.append(Plan(start, words, purpose, strokes=strokes))
        return made

    def judged(self, e: Record, s: Record, seat: int, seed: int = 0) -> list[Plan]:
        """The plans, the best first, each with its score and the stroke after which it is best to stop."""
        worlds = self._worlds(e, s, seat, seed)
        made = self.plans(e, s, seat)
        usual = self._usual_start(e, s, seat, seed) if made and is_dark(e, s) else None
        for plan in made:
            self._judge(e, worlds, seat, plan)
            if plan.start == usual and usual is not None:
                plan.score += HABIT
        return sorted(made, key=lambda plan: -plan.score)

    def best(self, e: Record, s: Record, seat: int, seed: int = 0) -> Plan | None:
        """The best plan, or None when nothing is better than to stop here."""
        made = self.judged(e, s, seat, seed)
        if not made:
            return None
        return made[0] if made[0].stop_after > 0 else None

    def _worlds(self, e: Record, s: Record, seat: int, seed: int) -> Array:
        known = s.copy()
        self.game.compiled.conceal(e, known, seat)
        worlds = np.zeros(self.worlds + 1, s.dtype)  # the last one is room to work
        for k in range(self.worlds):
            worlds[k] = known
            self.game.compiled.sow(worlds[k], seed, k)
            self.game.compiled.imagine(e, worlds[k], seat)
        return worlds

    def _usual_start(self, e: Record, s: Record, seat: int, seed: int) -> int | None:
        """Where the rule of thumb would begin; in the dark it takes a clear advantage to begin elsewhere."""
        if s.phase != BEGIN:
            return None
        known, options = s.copy(), np.zeros(self.game.rules.MOST_MOVES, np.int64)
        self.game.compiled.sow(known, seed, self.worlds)
        n = self.game.compiled.moves(e, known, seat, options)
        return int(self.game.compiled.advise(e, known, seat, options, n))

    def _judge(self, e: Record, worlds: Array, seat: int, plan: Plan) -> None:
        strokes = np.array(plan.strokes or [0] * LONGEST, np.int64)
        scores = np.zeros(len(strokes) + 1)
        start = -1 if plan.start is None else plan.start
        self._try_out(e, worlds, self.worlds, seat, start, plan.target, strokes, scores)
        plan.stop_after = int(scores.argmax())
        plan.score = float(scores[plan.stop_after]) / self.worlds
        if plan.target != HIDDEN and plan.stop_after > 0:  # what is seen on the way says when to stop
            plan.stop_after = LONGEST
            plan.score = float(scores[-1]) / self.worlds

    # Where a plan may begin -------------------------------------------------------------------------------------------

    def _starts(self, e: Record, s: Record, seat: int) -> list[tuple[int | None, Point]]:
        here = (float(s.x[held(s)]), float(s.y[held(s)]))
        if s.phase == PUSHING:
            return [(None, here)]
        starts: list[tuple[int | None, Point]] = [(None, here)] if s.phase == ENTERED else []
        if s.phase == BEGIN and s.here[held(s)]:
            starts.append((GO_ON, here))
        away = 0.5 * (e.plate + e.magician)
        for point in _interesting_points(s, seat):
            starts.append((ENTER + point, (away * float(COSINE[point]), away * float(SINE[point]))))
        return starts


def _interesting_points(s: Record, seat: int) -> list[int]:
    """Points of the edge behind own cauldrons and a little to either side."""
    points = set()
    for piece in _own(s, seat):
        straight = round(math.atan2(s.y[piece], s.x[piece]) * POINTS / (2 * math.pi))
        points |= {(straight + turn) % POINTS for turn in (-14, -7, 0, 7, 14)}
    return sorted(points)


def _own(s: Record, seat: int) -> list[int]:
    return [piece for piece in range(CAULDRON + int(s.symbol[seat]), TREE, SYMBOLS) if s.here[piece]]


def _steered(s: Record, seat: int, start: int | None, origin: Point) -> list[Plan]:
    """Push an own cauldron to the ring, aiming anew at every stroke."""
    begin = _Beginning(start)
    found = []
    for rank, piece in enumerate(sorted(_own(s, seat), key=lambda i: math.hypot(s.x[i], s.y[i]))):
        if _behind(origin, (float(s.x[piece]), float(s.y[piece]))):
            which = {"which": "@plan.nearest" if rank == 0 else "@plan.other", "side": f"@plan.{_side(origin)}"}
            found.append(Plan(start, begin.words("own", **which, piece=piece), "own", target=piece))
    return found


def _purposes(e: Record, s: Record, seat: int, start: int | None, origin: Point) -> list[Purpose]:
    """What else may be done from there: words, a short name, and the points to go through."""
    if is_dark(e, s):
        return []
    begin = _Beginning(start)
    found = _fire_plans(e, s, origin, begin) if s.here[FIRE] else []
    for rank, piece in enumerate(sorted(_own(s, seat), key=lambda i: math.hypot(s.x[i], s.y[i]))):
        x, y = float(s.x[piece]), float(s.y[piece])
        away = math.hypot(x, y)
        if away > 1.0 and _behind(origin, (x, y)):
            reach = float(radius(e, held(s)) + radius(e, piece))
            last = (x / away * (reach - 6), y / away * (reach - 6))
            behind = (x * (1 + reach / away), y * (1 + reach / away))
            which = {"which": "@plan.nearest" if rank == 0 else "@plan.other", "side": f"@plan.{_side(origin)}"}
            found.append((begin.words("straight", **which, piece=piece), "straight", [last]))
            found.append((begin.words("round", **which, piece=piece), "round", [behind, last]))
    if begin.on:
        found += _free_plans(origin, begin)
        found += _spoiling_plans(s, seat, origin, begin)
    return found


class _Beginning:
    """How a plan begins, for its words: from where the magician is, or at an hour of the clock."""

    def __init__(self, start: int | None) -> None:
        self.on = start is None or start == GO_ON
        self.hour = 0 if start is None or start == GO_ON else hour(start - ENTER)

    def words(self, purpose: str, **args: Any) -> Phrase:
        if self.on:
            return Phrase(f"plan.{purpose}.on", args)
        return Phrase(f"plan.{purpose}.at", {**args, "hour": self.hour})


def _behind(origin: Point, cauldron: Point) -> bool:
    """Whether a push from there through the cauldron goes towards the ring rather than away."""
    dx, dy = cauldron[0] - origin[0], cauldron[1] - origin[1]
    return dx * cauldron[0] + dy * cauldron[1] < -0.3 * math.hypot(dx, dy) * math.hypot(*cauldron)


def _side(origin: Point) -> str:
    """Which side of the table a way comes from."""
    x, y = origin
    if abs(x) > abs(y):
        return "from_right" if x > 0 else "from_left"
    return "from_far" if y > 0 else "from_near"


def _fire_plans(e: Record, s: Record, origin: Point, begin: _Beginning) -> list[Purpose]:
    """Push the fire off the middle, straight away from where one comes."""
    fire = (float(s.x[FIRE]), float(s.y[FIRE]))
    if math.hypot(*fire) > 0.5 * (e.fire + e.ring):
        return []
    dx, dy = fire[0] - origin[0], fire[1] - origin[1]
    apart = math.hypot(dx, dy) or 1.0
    end = (fire[0] + dx / apart * 20, fire[1] + dy / apart * 20)
    return [(begin.words("fire"), "fire", [end])]


def _free_plans(origin: Point, begin: _Beginning) -> list[Purpose]:
    """Simply go some way in one of sixteen directions."""
    found = []
    for heading in range(0, HEADINGS, 4):
        point = heading * PER_HEADING
        end = (origin[0] + 36 * float(COSINE[point]), origin[1] + 36 * float(SINE[point]))
        found.append((begin.words("free", way=f"@way.{way(heading)}", heading=heading), "free", [end]))
    return found


def _spoiling_plans(s: Record, seat: int, origin: Point, begin: _Beginning) -> list[Purpose]:
    """Shove another player's cauldron away when it is near the ring."""
    found = []
    for piece in range(CAULDRON, TREE):
        other = owner(s, symbol_of(piece))
        x, y = float(s.x[piece]), float(s.y[piece])
        if not s.here[piece] or other in (seat, NOBODY) or math.hypot(x, y) > 45:
            continue
        dx, dy = x - origin[0], y - origin[1]
        apart = math.hypot(dx, dy) or 1.0
        end = (x + dx / apart * 15, y + dy / apart * 15)
        symbol = f"@symbol.{SYMBOL_NAMES[symbol_of(piece)]}"
        found.append((begin.words("spoil", whom=int(other), symbol=symbol, piece=piece), "spoil", [end]))
    return found


def _strokes(e: Record, origin: Point, ways: Sequence[Point]) -> list[int]:
    """The strokes that lead through the points, each in the heading nearest to the way left."""
    length = float(e.step * e.stroke_steps)
    x, y = origin
    strokes: list[int] = []
    for end_x, end_y in ways:
        while len(strokes) < LONGEST:
            dx, dy = end_x - x, end_y - y
            if math.hypot(dx, dy) < 0.7 * length:
                break
            heading = round(math.atan2(dy, dx) * HEADINGS / (2 * math.pi)) % HEADINGS
            x += length * float(COSINE[heading * PER_HEADING])
            y += length * float(SINE[heading * PER_HEADING])
            strokes.append(STROKE + heading)
    return strokes
