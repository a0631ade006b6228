"""Many random matches on the cores of this machine, with the compiled driver.

Match number i of a run takes its chance from (seed, i), so a run comes out the same on any number of threads.
"""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import ZauberError
from ..games.editions import Edition
from ..games.game import Game
from ..games.kernel import Array
from ..games.link import compiled
from . import driver

MOST_DECISIONS = 1_000_000  # of one match of a game that need not end
MOST_GAMES = 1_000_000_000
PROGRAM_TURN_LIMIT = 1_000  # for games whose rounds need not end, when only programs play
AT_A_TIME = 0.1  # seconds that one thread works before it reports

Progress = Callable[[int], None]


@dataclass(frozen=True, eq=False)
class Simulation:
    """What a run of random matches came to. `seconds` leaves out compiling."""

    seats: int
    lengths: Array  # decisions of each match
    shares: Array  # of the win, match by match and seat by seat
    unfinished: int  # matches cut off after MOST_DECISIONS
    seconds: float
    ready_seconds: float  # compiling, or loading compiled code

    @property
    def games(self) -> int:
        """How many matches were played."""
        return len(self.lengths)

    @property
    def decisions(self) -> int:
        """All decisions of all matches."""
        return int(self.lengths.sum(dtype=np.int64))

    @property
    def decisions_per_second(self) -> float:
        """The pace."""
        return self.decisions / self.seconds if self.seconds > 0 else 0.0


def program_options(game: Game, given: dict[str, Any]) -> dict[str, Any]:
    """The options of a run by programs: a turn limit, where the game has one and nobody says otherwise."""
    if any(option.key == "turn_limit" for option in game.options):
        return {"turn_limit": PROGRAM_TURN_LIMIT, **given}
    return given


class Runner:
    """The compiled driver of one game and edition, with the buffers of one thread."""

    def __init__(self, game: Game, edition: Edition, seats: int, run: Callable[..., Any] | None = None) -> None:
        game.check_seats(seats)
        self.seats = seats
        self._edition = edition.record
        self._run = run or game.linker(compiled)(driver.run)
        bound = int(game.interpreted.bound(edition.record, seats))
        self.most = bound or MOST_DECISIONS
        self._states = np.zeros(2, game.rules.State)
        self._options = np.zeros(game.rules.MOST_MOVES, np.int32)

    def twin(self, game: Game, edition: Edition) -> "Runner":
        """The same driver with buffers for another thread."""
        return Runner(game, edition, self.seats, self._run)

    def play(self, seed: int, first: int, lengths: Array, shares: Array) -> int:
        """Play as many matches as `lengths` has room for, from number `first` on; return the decisions."""
        chance = (seed, first, len(lengths))
        return int(
            self._run(self._edition, self._states, self.seats, *chance, self._options, lengths, shares, self.most)
        )


def buffers(game: Game, games: int) -> tuple[Array, Array]:
    """Room for the lengths and shares of that many matches."""
    return np.zeros(games, np.int64), np.zeros((games, game.seats[-1]), np.float32)


def simulate(
    game: Game,
    edition: Edition,
    seats: int,
    games: int,
    seed: int = 0,
    threads: int = 1,
    progress: Progress | None = None,
) -> Simulation:
    """Play random matches; `progress` is told how many have been finished, from any thread."""
    if not 0 < games <= MOST_GAMES:
        raise ZauberError(f"The number of matches must be from 1 to {MOST_GAMES:,}, not {games:,}.")
    if not 0 <= seed < 2**62:
        raise ZauberError("A seed is a whole number from 0 to 2**62 - 1.")
    if threads < 1:
        raise ZauberError(f"At least one thread is needed, not {threads}.")
    begun = time.perf_counter()
    runner = Runner(game, edition, seats)
    runner.play(seed, 0, *buffers(game, 1))
    ready = time.perf_counter() - begun
    lengths, shares = buffers(game, games)
    todo = _Portions(games)

    def work(own: Runner) -> None:
        while (portion := todo.next()) is not None:
            first, last = portion
            started = time.perf_counter()
            own.play(seed, first, lengths[first:last], shares[first:last])
            todo.pace(last - first, time.perf_counter() - started)
            if progress is not None:
                progress(last - first)

    begun = time.perf_counter()
    if threads == 1:
        work(runner)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(work, [runner.twin(game, edition) for _ in range(threads)]))
    seconds = time.perf_counter() - begun
    unfinished = int(np.count_nonzero(lengths >= MOST_DECISIONS)) if runner.most == MOST_DECISIONS else 0
    return Simulation(seats, lengths, shares[:, :seats], unfinished, seconds, ready)


class _Portions:
    """Hands out matches in portions of about AT_A_TIME seconds."""

    def __init__(self, games: int) -> None:
        self._games = games
        self._next = 0
        self._size = 1
        self._lock = threading.Lock()

    def next(self) -> tuple[int, int] | None:
        with self._lock:
            first, last = self._next, min(self._next + self._size, self._games)
            self._next = last
            return (first, last) if first < last else None

    def pace(self, games: int, seconds: float) -> None:
        with self._lock:
            fits = int(games * AT_A_TIME / max(seconds, 1e-6))
            self._size = max(1, min(fits, 8 * self._size))
