"""`zauber train magicians_night`: a network learns to judge plans from plans that were tried out.

Matches are played by a mixture of players, in the dark, with every number of seats and in every edition. Where a player
plans, each of its plans is tried out in a few imagined worlds, and what it gained over passing is kept with its sketch;
then the plan that did best is played. Some matches are for testing: there plans are tried in many worlds, which say
what the plan is worth that the network prefers, and what those are worth that did best in a few worlds.

The folder of a run holds `tried-N-*.npz` (the sketches and gains of the Nth sitting), `weights.npz` and `made.json`.
The same command goes on with what is in the folder. NumPy is all it needs: there is nothing for a GPU to do.
"""

import functools
import itertools
import json
import math
import platform
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..compiling.link import compiled
from ..contract.kernel import Array, Record
from ..game import Game
from .naive import naive
from .network import LAYERS, SKETCHED, Judge
from .plans import Planner
from .rules import BEGIN, ENTERED, OVER, PUSHING, STOP, apply, moves
from .sketch import SIZE, sketch
from .thumb import advise

LEARNING, TESTING = 6, 40  # worlds in which a plan is tried
REFERENCE = 8  # testing: the worlds from here on say what a plan is worth
FOR_TESTING = 0.04  # share of the matches
SEATS = (2, 2, 2, 3, 3, 4, 4)
EDITIONS = ("house", "house", "house", "quick", "tight")
PLANNING, BY_THUMB, CHILDISH = range(3)
STYLES = (0.6, 0.25, 0.15)  # how often a seat plays like that
CURIOUS = 0.15  # how often the plans of a seat that does not plan are tried out
ERRING = 0.08  # how often any plan is played instead of the best
LONGEST = 80  # turns of a match
WIDTHS = (64, 32)  # of the network's layers
EPOCHS, PORTION, RATE, DECAY = 8, 1024, 1.5e-3, 1e-3

Tell = Callable[[str], None]


def play_turn(e: Record, s: Record, childish: int, options: Array) -> None:
    """Play until a turn begins, by rule of thumb or as a child does."""
    end = s.turns + (1 if s.phase == BEGIN or s.phase == ENTERED or s.phase == PUSHING else 0)
    while s.phase != OVER and (s.turns < end or s.phase != BEGIN):
        n = moves(e, s, s.turn, options)
        if childish:
            apply(e, s, s.turn, naive(e, s, s.turn, options, n))
        else:
            apply(e, s, s.turn, advise(e, s, s.turn, options, n))


class Gatherer:
    """Plays matches, and tries out plans."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.rules = game, game.compiled
        self.planner = Planner(game)
        self.chance = np.random.default_rng(seed)
        self._options = game.new_options()

    @functools.cached_property
    def _play_turn(self) -> Any:
        return self.game.linker(compiled)(play_turn)

    @functools.cached_property
    def _sketch(self) -> Any:
        return self.game.linker(compiled)(sketch)

    def _number(self) -> int:
        return int(self.chance.integers(2**62))

    def positions(self, worlds: int) -> Iterator[tuple[Array, Array]]:
        """Turns of one match: the sketches of all plans but passing, and what each gained over it in every world."""
        c = self.chance
        e = self.game.edition(str(c.choice(EDITIONS))).record
        seats = int(c.choice(SEATS))
        styles = c.choice(len(STYLES), seats, p=STYLES)
        s = np.zeros(1, self.game.rules.State)[0]
        self.rules.sow(s, self._number(), 0)
        self.rules.setup(e, s, seats)
        self._play_turn(e, s, 0, self._options)
        while s.phase != OVER and s.turns < LONGEST:
            seat, start = int(s.turn), -1
            style = int(styles[seat])
            if style == PLANNING or c.random() < CURIOUS:
                starts, sketches, gains = self.try_out(e, s, seat, worlds)
                yield sketches, gains
                if style == PLANNING:
                    best = int(np.argmax([0.0, *gains.mean(1)]))
                    start = [STOP, *starts][int(c.integers(1 + len(starts))) if c.random() < ERRING else best]
            self.rules.sow(s, self._number(), 0)
            if start >= 0:
                self.rules.apply(e, s, seat, start)
            if start != STOP or s.phase != BEGIN:
                self._play_turn(e, s, int(style == CHILDISH), self._options)

    def try_out(self, e: Record, s: Record, seat: int, n: int) -> tuple[list[int], Array, Array]:
        """The plans of a seat but passing: their beginnings, their sketches, and what they gained in n worlds."""
        known = s.copy()
        self.rules.conceal(e, known, seat)
        worlds = self.planner.worlds(e, known, seat, self._number(), n, lit=False)
        starts = [start for start in self.planner.starts(known, seat) if start != STOP]
        values, sketches = np.zeros((1 + len(starts), n)), np.zeros((len(starts), SIZE), np.float32)
        for i, start in enumerate([STOP, *starts]):
            self.planner.play_out(e, worlds, 0, n, seat, start, 1, self._options, values[i])
        for i, start in enumerate(starts):
            self._sketch(e, worlds, 0, SKETCHED, seat, start, sketches[i])
        return starts, sketches, values[1:] - values[0]


def gather(game: Game, seconds: float, seed: int, path: Path) -> None:
    """Play for some seconds, at least one match for learning and one for testing, and write down what was tried."""
    gatherer = Gatherer(game, seed)
    found: dict[int, list[tuple[Array, Array]]] = {LEARNING: [], TESTING: []}
    begun = time.monotonic()
    while time.monotonic() - begun < seconds or not all(found.values()):
        late = time.monotonic() - begun >= seconds
        testing = not found[TESTING] if late else gatherer.chance.random() < FOR_TESTING
        found[TESTING if testing else LEARNING] += gatherer.positions(TESTING if testing else LEARNING)
    columns: dict[str, Any] = {}
    for worlds, positions in found.items():
        columns[f"sketches_{worlds}"] = np.concatenate([sketches for sketches, _ in positions]).astype(np.float16)
        columns[f"gains_{worlds}"] = np.concatenate([gains for _, gains in positions]).astype(np.float16)
        columns[f"plans_{worlds}"] = np.array([len(gains) for _, gains in positions])
    with open(path, "wb") as file:
        np.savez_compressed(file, **columns)


class Tried(NamedTuple):
    """Plans that were tried out in some worlds, and the number of the position that each belongs to."""

    sketches: Array
    gains: Array
    position: Array


def tried(folder: Path, worlds: int) -> Tried:
    """All plans in a folder that were tried out in so many worlds."""
    files = [np.load(path) for path in sorted(folder.glob("tried-*.npz"))]
    sketches, gains, plans = (
        np.concatenate([file[f"{name}_{worlds}"] for file in files]) for name in ("sketches", "gains", "plans")
    )
    return Tried(sketches, gains.astype(np.float32), np.repeat(np.arange(len(plans)), plans))


def fit(plans: Tried, seed: int) -> dict[str, Any]:
    """The weights of a network that foretells what plans gain: Adam on squared errors, with a falling rate."""
    chance = np.random.default_rng(seed)
    wanted = plans.gains.mean(1)
    weights: list[Array] = []
    for rows, columns in itertools.pairwise([SIZE, *WIDTHS, 1]):
        weights += [chance.uniform(-1, 1, (rows, columns)) / math.sqrt(rows), np.zeros(columns)]
    weights = [array.astype(np.float32) for array in weights]
    means, squares = ([np.zeros_like(array) for array in weights] for _ in range(2))
    portion = min(PORTION, len(wanted))
    batches = len(wanted) // portion
    for step in range(EPOCHS * batches):
        if step % batches == 0:
            order = chance.permutation(len(wanted))
        batch = order[step % batches * portion :][:portion]
        rate = RATE * 0.5 * (1 + math.cos(math.pi * step / (EPOCHS * batches)))
        slopes = slopes_of(weights, plans.sketches[batch].astype(np.float32), wanted[batch])
        for array, mean, square, slope in zip(weights, means, squares, slopes, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            width = np.sqrt(square / (1 - 0.999 ** (step + 1))) + 1e-8
            array -= rate * (mean / (1 - 0.9 ** (step + 1)) / width + DECAY * array)
    return {f"{('weight', 'bias')[i % 2]}_{i // 2}": array.astype(np.float16) for i, array in enumerate(weights)}


def slopes_of(weights: list[Array], sketches: Array, wanted: Array) -> list[Array]:
    """How the mean squared error of a network changes with each of its weights."""
    layers = [sketches]
    for i in range(LAYERS):
        layer = layers[-1] @ weights[2 * i] + weights[2 * i + 1]
        layers.append(np.maximum(layer, 0) if i + 1 < LAYERS else layer)
    back = 2 / len(wanted) * (layers[-1] - wanted[:, None])
    slopes: list[Array] = []
    for i in reversed(range(LAYERS)):
        slopes = [layers[i].T @ back, back.sum(0), *slopes]
        back = (back @ weights[2 * i].T) * (layers[i] > 0)
    return slopes


def gains_of_choices(judge: Judge, plans: Tried) -> dict[str, list[float]]:
    """What plans gain over passing on average, with the standard error: those that the network prefers, those that did
    best in a few worlds, and any. `best` is chosen by the worlds that say what plans are worth: nobody can reach it."""
    words = np.array([judge(row) for row in plans.sketches.astype(np.float32)])
    found: dict[str, list[float]] = {}
    for position in range(plans.position[-1] + 1):
        own = plans.position == position
        truth = np.append(plans.gains[own, REFERENCE:].mean(1), 0.0)
        found.setdefault("network", []).append(truth[np.append(words[own], 0.0).argmax()])
        for worlds in (1, 2, 4, 8):
            did = np.append(plans.gains[own, :worlds].mean(1), 0.0)
            found.setdefault(f"{worlds} worlds", []).append(truth[did.argmax()])
        found.setdefault("any", []).append(truth.mean())
        found.setdefault("best", []).append(truth.max())
    return {
        name: [round(float(np.mean(gains)), 4), round(float(np.std(gains)) / math.sqrt(len(gains)), 4)]
        for name, gains in found.items()
    }


def study(game: Game, folder: Path, minutes: float, seed: int, workers: int, tell: Tell) -> dict[str, str]:
    """Gather for some minutes, train a network on all that is in the folder, and return what its choices gain."""
    folder.mkdir(parents=True, exist_ok=True)
    sitting = 1 + max((int(path.stem.split("-")[1]) for path in folder.glob("tried-*.npz")), default=0)
    asked = [
        (game, 60 * minutes, (1000 * seed + sitting) * 1000 + worker, folder / f"tried-{sitting}-{worker}.npz")
        for worker in range(workers)
    ]
    for _ in Gatherer(game, seed).positions(LEARNING):  # so that the processes find everything compiled
        pass
    tell(f"trying out plans for {minutes:g} minutes in {workers} processes")
    if workers == 1:
        gather(*asked[0])
    else:
        with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
            for done in [pool.submit(gather, *each) for each in asked]:
                done.result()
    learning, testing = tried(folder, LEARNING), tried(folder, TESTING)
    tell(f"learning from {len(learning.gains):,} plans in {learning.position[-1] + 1:,} positions")
    begun = time.monotonic()
    weights = fit(learning, seed)
    learned = time.monotonic() - begun
    with open(folder / "weights.npz", "wb") as file:
        np.savez_compressed(file, **weights)
    figures = gains_of_choices(Judge(weights), testing)
    made = {
        "game": game.name, "rules": game.version, "numbers": SIZE, "widths": list(WIDTHS), "worlds": LEARNING,
        "device": platform.processor() or platform.machine(), "processes": workers, "seed": seed,
        "minutes": round(minutes * sitting, 2), "minutes_of_learning": round(learned / 60, 2),
        "positions": int(learning.position[-1] + 1), "plans": len(learning.gains),
        "tested": int(testing.position[-1] + 1), "figures": figures,
    }  # fmt: skip
    (folder / "made.json").write_text(json.dumps(made, indent=1) + "\n")
    return {name: f"{gain:.4f} ± {1.96 * error:.4f}" for name, (gain, error) in figures.items()}
