"""Search for the best move: the compiled tree and its memory, a budget, several threads, and the results."""

import functools
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..errors import ZauberError
from ..games.compiling.link import Linker, cache_folder, compiled
from ..games.contract.editions import Edition
from ..games.contract.kernel import Array, Record
from ..games.game import Game
from . import tree
from .forward import desk_size, packed
from .network import Weights, weights_of
from .player import Budget, Move

CHUNK = 0.004  # seconds between checks of the clock
DEEP = 64  # choices per iteration that the tree stores
PLAYOUT_DECISIONS = 3000  # decisions per simulation
PARTS = 10  # into which the worlds of a comparison are divided
FRESH = 1 << 31  # the first world of a comparison, far beyond those of `think` and `try_out`

JUDGES = {"searcher": tree.SEARCHER, "everybody": tree.EVERYBODY}


@dataclass(frozen=True)
class SearchSettings:
    """How to search. The defaults are the best of what docs/players.md compares."""

    explore: float = 1.5  # the weight of promising moves that were rarely tried
    trust: float = 0.4  # the prior of the move that the rule of thumb advises
    random: float = 0.0  # how often a simulated move is random
    catches: float = 0.5  # how often a seat that may act out of turn does so
    depth: int = DEEP  # choices that the tree stores; 1 compares only the moves of the root
    horizon: int = PLAYOUT_DECISIONS  # simulated decisions before the position is judged
    rounds: int = 1  # in games of several rounds: rounds to play out before the position is judged; 0: all
    widen: int = 0  # progressive widening: visits of a node per additional move; 0: all moves are open
    halving: bool = False  # sequential halving at the root, with the same worlds for all moves
    early: int = 8  # simulated decisions in which others may act out of turn
    nodes: int = 1 << 14
    edges: int = 1 << 17
    heed: float = 0.0  # the network's weight in the priors of a node's moves
    heed_depth: int = DEEP  # only in nodes above this depth; 1: only at the root
    heed_visits: int = 0  # only from this visit of a node on
    warmth: float = 1.0  # the temperature of the network's preferences; above 1 they differ less
    credit: float = 0.0  # the network's weight in the value of a leaf; with 1 nothing is simulated beyond it
    judges: str = "searcher"  # the seats for which the network judges a leaf, each at its own decision: one of JUDGES
    open: bool = False  # the position is not concealed, and nothing is imagined
    network: Weights | None = None  # weights in place of the shipped ones
    more: dict[Callable[..., Any], Callable[..., Any]] = field(default_factory=dict)  # other priors and evaluations

    @property
    def minded(self) -> bool:
        """Whether a network is used."""
        return self.heed > 0 or self.credit > 0


class SearchMemory:
    """The memory of one searching thread."""

    def __init__(self, game: Game, settings: SearchSettings, desk: int) -> None:
        state = game.rules.State
        most = game.rules.MOST_MOVES
        before, size = 2 * state.itemsize // 8, -(-3 * state.itemsize // 8)  # a record's size is a multiple of 4
        memory = np.zeros(size, np.int64)
        self.states = memory.view(np.uint8)[: 3 * state.itemsize].view(state)
        self.words = memory[before:]
        self.nodes = np.zeros((settings.nodes, tree.NODE_COLUMNS), np.int64)
        self.edges = np.zeros((max(settings.edges, 4 * most), 2), np.int32)
        self.worths = np.zeros((len(self.edges), 3))
        self.slots = np.zeros(1 << (2 * settings.nodes - 1).bit_length(), np.int32)
        self.counts = np.zeros(6, np.int64)
        self.path = np.zeros((DEEP + 1, 3), np.int64)
        self.options = game.new_options()
        self.priors = np.zeros(most)
        self.desk = np.zeros(desk, np.float32)
        self.shares = np.zeros(max(game.seats[-1], 8))

    def clear(self) -> None:
        """Forget everything."""
        self.slots[:] = 0
        self.counts[tree.NODES] = self.counts[tree.EDGES] = 0


@functools.lru_cache(16)
def _mind_of(weights: Weights) -> tuple[Array, int]:
    return packed(weights), desk_size(weights)


@functools.cache
def _linker(game: Game, more: tuple[tuple[Any, Any], ...]) -> Linker:
    known = {
        stub: found for stub in (tree.judge, tree.round_number) if (found := game.extra(stub.__name__)) is not None
    }
    return Linker({**game.bindings, **known, **dict(more)}, compiled)


def is_compiled(game: Game, settings: SearchSettings) -> bool:
    """Whether the search of a game has been compiled on this machine, which takes half a minute once."""
    key = _linker(game, tuple(settings.more.items())).key(tree.grow)
    return any((cache_folder() / f"{key}-door").rglob("*.nbi"))


class Search:
    """Searches for one seat of one match; the tree is kept from move to move."""

    def __init__(self, game: Game, edition: Edition, seat: int, settings: SearchSettings | None = None) -> None:
        self.game, self.edition, self.seat = game, edition, seat
        self.settings = settings or SearchSettings()
        self._memories: list[SearchMemory] = []
        self._grow = _linker(game, tuple(self.settings.more.items()))(tree.grow)
        made = self.settings
        self._mind, self._desk = np.zeros(1, np.float32), 1
        if made.minded:
            self._mind, self._desk = _mind_of(made.network or weights_of(game))
        depth = made.heed_depth if made.heed > 0 else 0
        judges = JUDGES[made.judges] if made.credit > 0 else tree.NOBODY
        self._limits = np.array(
            [made.widen, min(made.depth, DEEP), made.horizon, made.rounds, made.early, depth, made.heed_visits, judges,
             made.open],
            np.int64,
        )  # fmt: skip
        self._knobs = np.array(
            [made.explore, made.trust, made.random, made.catches, made.heed, made.warmth, made.credit]
        )
        self.iterations = self.decisions = 0  # of all searches so far

    def think(self, position: Record, moves: Sequence[int], seed: int, budget: Budget, threads: int = 1) -> list[Move]:
        """The moves of the seat, which knows this position and is to act, the best first."""
        while len(self._memories) < threads:
            self._memories.append(SearchMemory(self.game, self.settings, self._desk))
        for memory in self._memories[:threads]:
            if 2 * memory.counts[tree.NODES] > self.settings.nodes or 2 * memory.counts[tree.EDGES] > len(memory.edges):
                memory.clear()
            memory.states[0] = position
            memory.counts[tree.DECISIONS] = memory.counts[tree.ITERATIONS] = 0
        share = -(-budget.iterations // threads) if budget.iterations else 0
        ends = time.perf_counter() + budget.milliseconds / 1000 if budget.milliseconds else float("inf")
        if not share and not budget.milliseconds:
            raise ZauberError("A search needs a budget: iterations or milliseconds.")

        def work(thread: int) -> list[Move]:
            memory, own = self._memories[thread], seed ^ (thread * 0x9E3779B97F4A7C1 & (2**61 - 1))
            if self.settings.halving:
                return self._halve(memory, len(moves), own, share, ends)
            self._spend(memory, own, 0, share or 1 << 40, ends, 0)
            return self._found(memory)

        if threads == 1:
            found = work(0)
        else:
            with ThreadPoolExecutor(threads) as pool:
                found = _merged(list(pool.map(work, range(threads))))
        for memory in self._memories[:threads]:
            self.iterations += int(memory.counts[tree.ITERATIONS])
            self.decisions += int(memory.counts[tree.DECISIONS])
        return found

    def try_out(self, actions: Sequence[int], least: int, seed: int) -> list[Move]:
        """After `think` (on one thread): try these moves of the same position until each has been tried `least` times,
        so that their estimates can be compared; return all moves."""
        memory = self._memories[0]
        known = self._actions(memory)
        first, _ = self._root(memory)
        for action in actions:
            place = known.index(action)
            missing = least - int(memory.edges[first + place, tree.TRIED])
            if missing > 0:
                forced = np.array([place], np.int64)
                self._spend(memory, seed, 1 << 30, (1 << 30) + missing, float("inf"), 1, forced)
        return self._found(memory)

    def compare(self, actions: Sequence[int], worlds: int, seed: int) -> Array:
        """After `think` (on one thread): each of these moves of the same position in the same worlds, which are not
        those of `think`. A row has the mean shares of the moves in one part of the worlds, so that the spread of the
        rows shows how certain a difference is."""
        memory = self._memories[0]
        known, (first, _) = self._actions(memory), self._root(memory)
        places = np.array([known.index(action) for action in actions], np.int64)
        size = -(-worlds // PARTS)
        means = np.empty((PARTS, len(places)))
        for part in range(PARTS):
            before = memory.worths[first + places, tree.SUM]
            begin = (FRESH + part * size) * len(places)
            self._spend(memory, seed, begin, begin + size * len(places), float("inf"), len(places), places)
            means[part] = (memory.worths[first + places, tree.SUM] - before) / size
        return means

    def play_on(self, position: Record, seed: int, number: int) -> Array:
        """Every seat's share in a match that is played on from this very position, with chance of its own. With a
        `depth` of 0 everybody plays by rule of thumb."""
        if not self._memories:
            self._memories.append(SearchMemory(self.game, self.settings, self._desk))
        memory = self._memories[0]
        memory.states[0] = position
        self._spend(memory, seed, number, number + 1, float("inf"), 0)
        return memory.shares[: int(position.seats)].copy()

    def _spend(
        self,
        memory: SearchMemory,
        seed: int,
        first: int,
        last: int,
        ends: float,
        alive: int,
        forced: Array | None = None,
    ) -> int:
        """Iterate from `first` to `last` or until time is up, but at least once, so that there is a root; return the
        next number."""
        m, forced = memory, np.zeros(1, np.int64) if forced is None else forced
        start = first
        size = last - first if ends == float("inf") else 8
        while first < last:
            began = time.perf_counter()
            if began >= ends and first > start:
                break
            step = min(first + size, last)
            self._grow(
                self.edition.record, m.states, m.words, self.seat, seed, first, step, forced, alive,
                m.nodes, m.edges, m.worths, m.slots, m.counts, m.path, m.options, m.priors,
                self._mind, m.desk, m.shares, self._limits, self._knobs,
            )  # fmt: skip
            spent = time.perf_counter() - began
            ahead = min(CHUNK, ends - began - spent)  # seconds until the next check
            size = max(1, min(int((step - first) * ahead / max(spent, 1e-6)), 4 * size))
            first = step
        return first

    def _halve(self, memory: SearchMemory, n: int, seed: int, iterations: int, ends: float) -> list[Move]:
        """Sequential halving: try all moves in the same worlds, then the better half in more worlds."""
        left = list(range(n))
        rounds = max(1, (n - 1).bit_length())
        found: list[Move] = []
        world, now = 0, time.perf_counter()
        for turn in range(rounds):
            forced = np.array(left, np.int64)
            worlds = 1 << 40 if not iterations else max(1, iterations // (rounds * len(left)))
            until = ends if ends == float("inf") else now + (ends - now) * (turn + 1) / rounds
            first = world * len(left)
            last = self._spend(memory, seed, first, first + worlds * len(left), until, len(left), forced)
            world = -(-last // len(left))
            found = self._found(memory)
            where = {move.action: move for move in found}
            actions = self._actions(memory)
            left = sorted(left, key=lambda i: -where[actions[i]].share)[: max(1, (len(left) + 1) // 2)]
        kept = {actions[i] for i in left}
        return sorted(found, key=lambda move: (move.action not in kept, -move.tried, -move.share))

    def _root(self, memory: SearchMemory) -> tuple[int, int]:
        """Where the root's edges are, and how many."""
        node = memory.nodes[memory.counts[tree.ROOT]]
        return int(node[tree.FIRST]), int(node[tree.LENGTH])

    def _actions(self, memory: SearchMemory) -> list[int]:
        first, n = self._root(memory)
        return [int(action) for action in memory.edges[first : first + n, tree.ACTION]]

    def _found(self, memory: SearchMemory) -> list[Move]:
        first, n = self._root(memory)
        edges, worths = (part[first : first + n, :2].tolist() for part in (memory.edges, memory.worths))
        found = [_move(*edge, *worth) for edge, worth in zip(edges, worths, strict=True)]
        return sorted(found, key=lambda move: (-move.tried, -move.share))


def _move(action: int, tried: int, total: float, squares: float) -> Move:
    if tried == 0:
        return Move(action, 0, 0.0, 1.0)
    mean = total / tried
    spread = max(squares / tried - mean * mean, 0.25 / tried)  # a move that won every time is still not certain to win
    return Move(action, tried, mean, (spread / tried) ** 0.5)


def _merged(found: list[list[Move]]) -> list[Move]:
    """The summed statistics of several trees with the same root."""
    tried: dict[int, int] = {}
    total: dict[int, float] = {}
    spread: dict[int, float] = {}
    for moves in found:
        for move in moves:
            tried[move.action] = tried.get(move.action, 0) + move.tried
            total[move.action] = total.get(move.action, 0.0) + move.tried * move.share
            spread[move.action] = spread.get(move.action, 0.0) + (move.tried * move.error) ** 2
    merged = [
        Move(action, n, total[action] / n, spread[action] ** 0.5 / n) if n else Move(action, 0, 0.0, 1.0)
        for action, n in tried.items()
    ]
    return sorted(merged, key=lambda move: (-move.tried, -move.share))
