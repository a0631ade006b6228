"""Measures many contests together: one file of results, several processes, for a given time.

A row is one player among players of another kind. Deals are played in order, so a row depends only on how many deals it
has, not on the number of processes or on how often a run was stopped and resumed.
"""

import json
import math
import os
import signal
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path

from .arena import Contest, play_deal
from .figures import over_deals

CHUNK = 3.0  # seconds per task
MOST_DEALS = 200  # per task
KEEP_EVERY = 10.0  # seconds between writes of the file


@dataclass(eq=False)
class MeasuredRow:
    """A player among players of another kind, and its mean share of the win in the deals played so far."""

    game: str
    edition: str
    seats: int
    player: str
    against: str = "thumb"
    seed: int = 0
    deals: int = 0
    sum: float = 0.0
    squares: float = 0.0
    milliseconds: int = 0  # for a move; 0: the players' own budgets, in iterations

    @property
    def key(self) -> str:
        """The row's unique key."""
        timed = f"/{self.milliseconds} ms" if self.milliseconds else ""
        return f"{self.game}/{self.edition}/{self.seats}/{self.player}/{self.against}/{self.seed}{timed}"

    @property
    def contest(self) -> Contest:
        """The contest that measures it."""
        players = (self.player, *[self.against] * (self.seats - 1))
        return Contest(self.game, players, self.edition, seed=self.seed, milliseconds=self.milliseconds)

    @property
    def matches(self) -> int:
        """Matches played: every deal once from every seat."""
        return self.deals * self.seats

    def add(self, share: float) -> None:
        """Count one more deal."""
        self.deals, self.sum, self.squares = self.deals + 1, self.sum + share, self.squares + share**2

    def score(self) -> tuple[float, float, float]:
        """The mean share, and the 95 % interval from … to …: over deals, whose matches are dependent."""
        n, mean = self.deals, self.sum / self.deals
        variance = max(self.squares - n * mean**2, 0.0) / max(n - 1, 1)
        return mean, *over_deals(mean, variance if variance > 1e-12 else 0.0, n, self.seats)

    def said(self) -> str:
        """The score as people write it."""
        mean, low, high = self.score()
        return f"{mean:.3f} ({low:.3f}–{high:.3f})"


def read(store: Path) -> list[MeasuredRow]:
    """The rows that a file has."""
    return [MeasuredRow(**row) for row in json.loads(store.read_text("utf-8"))["rows"]] if store.is_file() else []


def keep(store: Path, rows: Iterable[MeasuredRow]) -> None:
    """Write the played rows atomically: a reader sees the old file or the new one."""
    played = sorted((row for row in rows if row.deals), key=lambda row: row.key)
    lines = ",\n".join(json.dumps(asdict(row)) for row in played)
    store.parent.mkdir(parents=True, exist_ok=True)
    fresh = store.with_name(f"{store.name}.new")
    fresh.write_text(f'{{"rows": [\n{lines}\n]}}\n', "utf-8")
    fresh.replace(store)


class MeasurePlan:
    """Which deals are played next: first a few of every row, then more of them, stage by stage."""

    def __init__(self, rows: Sequence[MeasuredRow], stages: Sequence[int]) -> None:
        self.rows, self.stages = rows, stages
        self._handed = {row.key: row.deals for row in rows}
        self._early: dict[str, dict[int, list[float]]] = {row.key: {} for row in rows}
        self._pace: dict[str, float] = {}  # seconds per deal
        self._compiled: set[str] = set()  # games, and players in them, of which a deal has been played
        self._compiling: set[str] = set()  # those whose first deal is being played

    def next(self) -> tuple[MeasuredRow, int, int] | None:
        """A row, the first deal to play and how many; None when there is nothing to begin now."""
        for matches in self.stages:
            for row in self.rows:
                left = math.ceil(matches / row.seats) - self._handed[row.key]
                fresh = {row.game, f"{row.game} {row.player}"} - self._compiled
                if left <= 0 or fresh & self._compiling:
                    continue  # another process is compiling it
                self._compiling |= fresh
                pace = self._pace.get(row.key, CHUNK)
                many = max(1, min(left, MOST_DEALS, int(CHUNK / max(pace, 1e-6))))
                first = self._handed[row.key]
                self._handed[row.key] += many
                return row, first, many
        return None

    def take(self, row: MeasuredRow, first: int, shares: list[float], seconds: float) -> None:
        """Add results; deals that finished early wait for those before them."""
        self._compiled |= {row.game, f"{row.game} {row.player}"}
        self._pace[row.key] = seconds / len(shares)
        early = self._early[row.key]
        early[first] = shares
        while row.deals in early:
            for share in early.pop(row.deals):
                row.add(share)


def play(contest: Contest, first: int, many: int) -> tuple[list[float], float]:
    """The first player's mean share in each of some deals, and the seconds that it took."""
    begun = time.perf_counter()
    shares = []
    for deal in range(first, first + many):
        played = play_deal(contest, deal)
        shares.append(sum(line[0] for line in played) / len(played))
    return shares, time.perf_counter() - begun


Done = tuple[MeasuredRow, int, list[float], float]


def alone(plan: MeasurePlan, until: float) -> Iterator[Done]:
    """Play in this process."""
    while time.monotonic() < until and (task := plan.next()):
        row, first, many = task
        yield (row, first, *play(row.contest, first, many))


def together(plan: MeasurePlan, until: float, workers: int) -> Iterator[Done]:
    """Play in several processes."""
    for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"):
        os.environ.setdefault(variable, "1")  # one thread per process
    pool = ProcessPoolExecutor(workers, get_context("spawn"), signal.signal, (signal.SIGINT, signal.SIG_IGN))
    running: dict[Future[tuple[list[float], float]], tuple[MeasuredRow, int]] = {}
    try:
        while True:
            while len(running) < workers and time.monotonic() < until and (task := plan.next()):
                row, first, many = task
                running[pool.submit(play, row.contest, first, many)] = row, first
            if not running:
                return
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                yield (*running.pop(done), *done.result())
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def measure(
    rows: Iterable[MeasuredRow],
    stages: Sequence[int],
    store: Path,
    minutes: float,
    workers: int = 1,
    again: Sequence[str] = (),
) -> list[MeasuredRow]:
    """Play until every row has as many matches as the last stage wants, or the time is up; return all rows of the file.

    Ctrl-C keeps the results. Those of `rows` with a player in `again` are restarted, because that player has changed.
    """
    known = {row.key: row for row in read(store)}
    asked = list(rows)
    for row in asked:
        if {row.player, row.against} & set(again):
            known.pop(row.key, None)
    plan = MeasurePlan([known.setdefault(row.key, row) for row in asked], stages)
    until = time.monotonic() + 60 * minutes
    done = alone(plan, until) if workers == 1 else together(plan, until, workers)
    kept = time.monotonic()
    try:
        for row, first, shares, seconds in done:
            plan.take(row, first, shares, seconds)
            print(f"{row.key} {row.said()} of {row.matches}" if row.deals else row.key, flush=True)
            if time.monotonic() > kept + KEEP_EVERY:
                keep(store, known.values())
                kept = time.monotonic()
    except KeyboardInterrupt:
        print("Stopped; the results so far are kept.", flush=True)
    if minutes > 0:
        keep(store, known.values())
    return list(known.values())
