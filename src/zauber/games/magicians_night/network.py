"""`network`: a planner that needs a tenth of the time, with a network's judgement and a memory.

A network sees every plan as `sketch.py` draws it in three imagined worlds, and says how much better than passing it is;
it was trained on plans that had been tried out (`study.py`). The better half of the plans is tried out, most of them in
few worlds and the best in many, and the network's word counts as one more world. Two things make worlds cheap. They are
remembered: at the next turn each of them only has to be continued by what has been seen since (`imagining.follow`). And
pieces are pushed in larger steps and settled less exactly than on the true plate: what is imagined is not exact anyway.

The weights are in `network.npz`; `network.json` says how they were made.
"""

import functools
from importlib import resources
from typing import IO, Any

import numpy as np

from ...errors import ZauberError
from ..compiling.link import Linker, compiled
from ..contract.kernel import Array, Record
from ..game import Game
from . import physics
from .imagining import follow, imagine
from .judging import play_out
from .knowledge import is_dark
from .physics import sweep
from .plans import FEWEST, IMAGINED_TURNS, LIT_TURNS, Plan, Planner, judged_in
from .rules import GO_ON, OVER, STOP
from .sketch import SIZE, sketch
from .table import WAYS

PORTIONS, LIT_PORTIONS = (2, 4, 10), (1, 1)  # worlds for the better half of the plans, then for the best of those
SKETCHED = 3  # worlds in which a plan is sketched
WEIGHT = 1  # worlds that the network's word counts as
ROUGH = 5  # sub-steps that are made at once
SETTLED, MOST_SWEEPS = 0.5, 12  # mm: pushes have settled when none changes by more, or after so many sweeps
LAYERS = 3


def settle_roughly(e: Record, s: Record) -> None:
    """In place of `physics.settle`."""
    if s.nears == 0:
        return
    for _ in range(MOST_SWEEPS):
        if sweep(e, s) < SETTLED:
            break


def leave_rough(e: Record, s: Record) -> None:
    """In place of `physics.smooth`: small overlaps stay until the next stroke."""
    s.nears = 0


class Judge:
    """The network: from the sketches of plans to how much better they are than passing."""

    def __init__(self, arrays: dict[str, Array]) -> None:
        try:
            self.layers = [
                (arrays[f"weight_{i}"].astype(np.float32), arrays[f"bias_{i}"].astype(np.float32))
                for i in range(LAYERS)
            ]
        except KeyError as error:
            raise ZauberError(f"This is not a file of weights: {error} is missing.") from None
        if len(self.layers[0][0]) != SIZE:
            raise ZauberError(f"The weights are for {len(self.layers[0][0])} numbers of a plan, not {SIZE}.")

    def __call__(self, sketch: Array) -> float:
        x = sketch
        for i, (weight, bias) in enumerate(self.layers):
            used = np.flatnonzero(x)  # most numbers of a sketch are zero
            x = x[used] @ weight[used] + bias
            if i + 1 < LAYERS:
                np.maximum(x, 0, out=x)
        return float(x[0])


def load(file: IO[bytes]) -> Judge:
    """A network from a file."""
    try:
        with np.load(file, allow_pickle=False) as found:
            return Judge({name: found[name] for name in found.files})
    except (ValueError, OSError, EOFError) as error:
        raise ZauberError(f"The weights cannot be read: {error}.") from None


@functools.cache
def shipped() -> Judge:
    """The network that comes with the package."""
    with resources.files(__package__ or "").joinpath("network.npz").open("rb") as file:
        return load(file)


@functools.cache
def _linked(game: Game) -> Linker:
    """Links and compiles functions with rough physics, once for all players."""
    rough = {physics.settle: settle_roughly, physics.smooth: leave_rough}
    return Linker({**game.bindings, **rough}, compiled)


class Network(Planner):
    """Tries out the plans that a network thinks best, in worlds that it remembers."""

    name = "network"
    title = "Network"
    about = "learned from plans that were tried out, remembers what it imagined, and needs few tries of its own"

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._numbers = np.zeros(SIZE, np.float32)
        self._earlier: list[Array] = []  # worlds of this seat's last turns, each with what was known then at the end

    @functools.cached_property
    def judge(self) -> Judge:
        return shipped()

    @property
    def play_out(self) -> Any:
        return _linked(self.game)(play_out)

    def prepare(self) -> None:
        e, over = self.game.edition().record, np.zeros(2, self.game.rules.State)
        over["phase"] = OVER
        rough = _linked(self.game)
        rough(imagine)(e, over[0], 0)
        rough(follow)(e, over[0], over[1])
        self.play_out(e, over, 0, 0, 0, STOP, 0, self._options, np.zeros(1))
        rough(sketch)(e, over, 0, 0, 0, GO_ON, self._numbers)
        shipped()

    def judged(
        self, e: Record, s: Record, seat: int, seed: int = 0, effort: float = 1.0, sees_all: bool = False
    ) -> list[Plan]:
        """The plans of a seat that knows this position, the best first; those dropped early come last."""
        lit = sees_all or not is_dark(e, s)
        turns = LIT_TURNS if lit else IMAGINED_TURNS
        portions = [max(1, round(effort * portion)) for portion in (LIT_PORTIONS if lit else PORTIONS)]
        rough = roughly(e)
        worlds = self.worlds(rough, s, seat, seed, sum(portions), lit)
        starts = self.starts(s, seat)
        words = self.words(rough, worlds, seat, starts)
        left = sorted(starts, key=lambda start: -words[start])
        tried = left[: max(FEWEST, (len(left) + 1) // 2)]
        plans = self.narrowed(
            rough, worlds, seat, tried, portions, turns, 2, lambda start, values: agreed(words[start], start, values)
        )
        return plans + [Plan(start, words[start], 0.0, 0) for start in left[len(tried) :]]

    def words(self, e: Record, worlds: Array, seat: int, starts: list[int]) -> dict[int, float]:
        """What the network says that plans are worth."""
        few = min(SKETCHED, len(worlds) - 1)
        passing = np.zeros(len(worlds) - 1)
        self.play_out(e, worlds, 0, few, seat, STOP, 1, self._options, passing)
        base = float(passing[:few].mean())
        found = {STOP: base}
        for start in starts:
            if start != STOP:
                _linked(self.game)(sketch)(e, worlds, 0, few, seat, start, self._numbers)
                found[start] = base + self.judge(self._numbers)
        return found

    def worlds(self, e: Record, s: Record, seat: int, seed: int, n: int, lit: bool) -> Array:
        """Worlds that fit what the seat knows: those of its last turn continued, if it has been asked there."""
        if lit:
            return super().worlds(e, s, seat, seed, n, lit)
        self._earlier = [worlds for worlds in self._earlier if goes_on(worlds[-1], s) and len(worlds) == n + 1]
        known = s.copy()
        self.game.compiled.conceal(e, known, seat)
        worlds = np.array([known] * (n + 1), s.dtype)
        for k in range(n):
            self.game.compiled.sow(worlds[k], seed, k)
            if self._earlier:
                _linked(self.game)(follow)(e, worlds[k], self._earlier[-1][k])
            else:
                _linked(self.game)(imagine)(e, worlds[k], seat)
        self._earlier = [*self._earlier[-1:], worlds.copy()]
        return worlds


def goes_on(was: Record, s: Record) -> bool:
    """Whether a position of an earlier turn is of the same match, and all paths since then are recorded."""
    same = was.turns < s.turns and was.ways <= s.ways < WAYS and was.seats == s.seats
    return bool(same) and all(
        np.array_equal(was[name][: was.ways], s[name][: was.ways]) for name in ("way_x", "way_y", "way_who")
    )


def roughly(e: Record) -> Record:
    """An edition with larger sub-steps and strokes of the same length."""
    rough = e.copy()
    rough.stroke_steps = max(1, round(e.stroke_steps / ROUGH))
    rough.step = e.step * e.stroke_steps / rough.stroke_steps
    return rough


def agreed(word: float, start: int, values: Array) -> Plan:
    """A plan that was tried out: its values in some worlds, and the network's word."""
    tried = judged_in(start, values)
    together = (WEIGHT * word + len(values) * tried.worth) / (WEIGHT + len(values))
    return Plan(start, together, tried.error, len(values))
