"""Many whole matches between built-in players. Results are summed as they arrive, so memory does not grow."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from ..errors import ZauberError
from ..games.contract.editions import Edition
from ..games.contract.kernel import Array
from ..games.game import Game
from .batch import Batch, Played

MOST_GAMES = 1_000_000_000
AT_A_TIME = 0.25  # seconds between reports
UNITS = 1 << 30  # shares of a win are summed in whole units, so that the order of summing does not matter

Progress = Callable[[int], None]


@dataclass(eq=False)
class Simulation:
    """The results of a run. `seconds` excludes compiling. Two parts of a run can be added."""

    seats: int
    units: Array = field(default_factory=lambda: np.zeros(0, np.int64))  # won by each seat
    lengths: Array = field(default_factory=lambda: np.zeros(0, np.int64))  # how many matches took 0, 1, 2 … decisions
    turns: Array = field(default_factory=lambda: np.zeros(0, np.int64))  # the same for turns, if the words count them
    shared: int = 0
    nobody_won: int = 0
    unfinished: int = 0  # matches cut off
    endings: Counter[str] = field(default_factory=Counter)  # how matches ended, if requested
    seconds: float = 0.0
    ready_seconds: float = 0.0  # compiling, or loading compiled code
    stopped: bool = False  # by Ctrl-C, before the end
    workers: int = 0  # of a cluster, if one was used
    worker_seconds: float = 0.0  # their total time

    @property
    def games(self) -> int:
        """How many matches were played."""
        return int(self.lengths.sum())

    @property
    def decisions(self) -> int:
        """All decisions of all matches."""
        return int((self.lengths * np.arange(len(self.lengths))).sum())

    @property
    def decisions_per_second(self) -> float:
        """The pace."""
        return self.decisions / self.seconds if self.seconds > 0 else 0.0

    @property
    def wins(self) -> list[float]:
        """Each seat's total share of wins."""
        return [int(units) / UNITS for units in _longer(self.units, self.seats)]

    @property
    def lost(self) -> float:
        """The share of the workers' time that was spent on distribution: waiting, sending and returning."""
        return max(0.0, 1 - self.worker_seconds / (self.workers * self.seconds)) if self.workers else 0.0

    def add(self, other: "Simulation") -> None:
        """Add the matches of another part of the run."""
        self.units = _sum(self.units, other.units)
        self.lengths = _sum(self.lengths, other.lengths)
        self.turns = _sum(self.turns, other.turns)
        self.shared += other.shared
        self.nobody_won += other.nobody_won
        self.unfinished += other.unfinished
        self.endings += other.endings

    def same_results(self, other: "Simulation") -> bool:
        """Whether the same matches were played, as far as the sums can tell."""
        counts = [
            (one.wins, one.lengths.tolist(), one.turns.tolist(), one.shared, one.unfinished, one.endings)
            for one in (self, other)
        ]
        return counts[0] == counts[1]


def _longer(values: Array, length: int) -> Array:
    return np.pad(values, (0, max(0, length - len(values))))


def _sum(one: Array, other: Array) -> Array:
    length = max(len(one), len(other))
    return _longer(one, length) + _longer(other, length)


def summed(batch: Batch, played: Played) -> Simulation:
    """The sums of some matches; with the ways they ended if their last positions were kept."""
    found = Simulation(batch.seats)
    found.units = np.rint(played.outcomes.astype(np.float64) * UNITS).astype(np.int64).sum(axis=0)
    found.lengths = np.bincount(played.lengths)
    winners = (played.outcomes > 0).sum(axis=1)
    found.shared, found.nobody_won = int((winners > 1).sum()), int((winners == 0).sum())
    found.unfinished = int((played.lengths >= batch.longest).sum())
    turns = []
    for position in played.finals:
        if position.turn < 0:
            ending = batch.game.words.ending(batch.edition.reading, position)
            found.endings[ending.key] += 1
            if "turns" in ending.args:
                turns.append(ending.args["turns"])
    found.turns = np.bincount(turns) if turns else found.turns
    return found


def simulate(
    game: Game,
    edition: Edition,
    seats: int,
    games: int,
    seed: int = 0,
    *,
    by: str = "random",
    engine: str = "cpu",
    threads: int | None = None,
    first: int = 0,
    progress: Progress | None = None,
) -> Simulation:
    """Play matches; `progress` is called with the number finished. Ctrl-C returns the results so far.

    For matches by rule of thumb the results also count how they ended.
    """
    if not 0 < games <= MOST_GAMES:
        raise ZauberError(f"The number of matches must be from 1 to {MOST_GAMES:,}, not {games:,}.")
    begun = time.perf_counter()
    batch = Batch(
        game, seats=seats, seed=seed, edition=edition, engine=engine, threads=threads, players=by,
        first=first, matches=games,
    )  # fmt: skip
    batch.play(1)
    total = Simulation(seats, ready_seconds=time.perf_counter() - begun)
    begun = time.perf_counter()
    try:
        for part in portions(batch, first, games, by == "thumb"):
            total.add(part)
            if progress is not None:
                progress(part.games)
    except KeyboardInterrupt:
        total.stopped = True
    total.seconds = time.perf_counter() - begun
    return total


def portions(batch: Batch, first: int, games: int, endings: bool) -> Iterator[Simulation]:
    """Play a run in portions of about AT_A_TIME seconds."""
    done, size = 0, 1
    while done < games:
        begun = time.perf_counter()
        yield summed(batch, batch.play(min(size, games - done), first + done, finals=endings))
        done = min(done + size, games)
        fits = int(size * AT_A_TIME / max(time.perf_counter() - begun, 1e-6))
        size = max(1, min(fits, 8 * size))
