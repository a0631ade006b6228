"""Batches on the cores of this machine: compiled loops over lanes, divided among threads."""

import functools
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from ..errors import IllegalMove, ZauberError
from ..games.compiling.entry import entry_of
from ..games.compiling.link import compiled, link
from ..games.contract.kernel import Array
from . import loops
from .batch import KINDS, MOST_SEED, Batch, Ended, Played, by_player, check_whole, per_lane

SMALL = 64  # fewer lanes than this are not worth another thread
MATCHES_AND_BYTES_AT_ONCE = 256, 1 << 20  # whole matches per thread at a time, and the most bytes they may take

_entries: dict[Any, Callable[..., Any]] = {}  # the machine code of compiled loops


def run(loop: Any, *arguments: Any) -> Any:
    """Call a compiled loop without Numba's dispatcher, which looks at every argument's type and takes microseconds.

    The types of a loop's arguments never change: arrays are made here, or checked by `per_lane` and `_buffer`.
    """
    entry = _entries.get(loop)
    if entry is None:
        interpreted = not hasattr(loop, "compile")
        entry = _entries[loop] = loop if interpreted else entry_of(loop, *arguments)
    return entry(*arguments)


mask_lanes = functools.partial(run, link(loops.mask_lanes, wrap=compiled))
check_lanes = functools.partial(run, link(loops.check_lanes, wrap=compiled))


class Lanes:
    """The arrays of n lanes, and the loops that begin, play and settle the matches in them."""

    def __init__(self, batch: Batch, n: int, coming: Array, stride: int, end: int) -> None:
        rules, linker = batch.game.rules, batch.game.linker(compiled)
        self._kinds = np.array([KINDS[player] for player in batch.players], np.int8)
        self._play = None
        if set(batch.players) != {"learner"}:
            self._play = linker(loops.play_on_lanes if "thumb" in batch.players else loops.play_random_lanes)
        self._settle = linker(loops.settle_lanes)
        self._e, self._rotate = batch.edition.record, int(batch.rotate)
        self._rules = batch.seats, batch.seed, stride, end, batch.longest
        self._most_moves = rules.MOST_MOVES
        self._blank = np.zeros(1, rules.State)
        self._buffers = threading.local()
        self.states, self.finals = np.zeros(n, rules.State), np.zeros(n, rules.State)
        self.numbers, self.coming = np.full(n, -1, np.int64), coming.astype(np.int64)
        self.lengths = np.zeros(n, np.int64)
        self.turns = np.full(n, -1, np.int8)
        self.ended = np.zeros(n, np.int8)
        self.outcomes = np.zeros((n, batch.seats), np.float32)
        self.ended_numbers, self.ended_lengths = np.full(n, -1, np.int64), np.zeros(n, np.int64)

    @property
    def plays(self) -> bool:
        """Whether there are built-in players."""
        return self._play is not None

    @property
    def all(self) -> tuple[Any, ...]:
        """What `settle` and `step` take: the edition, the arrays of the lanes, and the numbers of the run."""
        return (
            self._e, self.states, self._blank, self.finals, self.numbers, self.coming, self.lengths,
            self.turns, self.ended, self.outcomes, self.ended_numbers, self.ended_lengths, *self._rules,
        )  # fmt: skip

    def settle(self, first: int, last: int) -> None:
        """Record the matches that ended and begin the next ones."""
        run(self._settle, first, last, *self.all)

    def play(self, first: int, last: int) -> None:
        """Let the built-in players act until it is a learner's turn in every lane."""
        if self._play is not None:
            options, known = self._own()
            run(
                self._play, first, last, self._e, self.states, known, options, self.numbers, self.lengths, self.turns,
                self._kinds, self._rotate, *self._rules[-2:],
            )  # fmt: skip

    def _own(self) -> tuple[Array, Array]:
        """Buffers of this thread: for legal moves, and for what a seat knows."""
        if not hasattr(self._buffers, "both"):
            self._buffers.both = np.zeros(self._most_moves, np.int32), np.zeros(1, self.states.dtype)
        both: tuple[Array, Array] = self._buffers.both
        return both


class CpuBatch(Batch):
    """See `Batch`."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.threads = self.threads or os.cpu_count() or 1
        self._e = self.edition.record
        self._link = self.game.linker(compiled)
        self._pool: ThreadPoolExecutor | None = None
        self._next = self.first
        self._listed: tuple[Array, Array] | None = None
        self._last_seat = np.full(self.n, -1, np.int8)
        nobody = np.zeros(0, np.int64)
        self._none = Ended(nobody, nobody, nobody, *[np.zeros((0, self.seats), np.float32)] * 2)
        if self._has_learners:
            self._lanes = Lanes(self, self.n, self.first + np.arange(self.n), self.n, self.end)
            if self._lanes.plays:
                self._over(self._lanes.settle)
                self._play_on()
            else:
                self._step_learners(self.turn, np.zeros(self.n, np.int32))  # nobody is to act: matches begin

    def _loop(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A loop, compiled for the game."""
        return functools.partial(run, self._link(function))

    # Threads ---------------------------------------------------------------------------------------------------------

    def _over(self, loop: Callable[..., Any], *arguments: Any, count: int | None = None) -> list[Any]:
        """Run a loop over all lanes (or `count` items), divided among threads."""
        count = self.n if count is None else count
        parts = max(1, min(self.threads or 1, count // SMALL))
        if parts == 1:
            return [loop(0, count, *arguments)]

        def work(part: int) -> Any:
            return loop(count * part // parts, count * (part + 1) // parts, *arguments)

        return list(self._workers().map(work, range(parts)))

    def _workers(self) -> ThreadPoolExecutor:
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.threads, "zauber-batch")
        return self._pool

    # Observing -------------------------------------------------------------------------------------------------------

    def _need_lanes(self) -> Lanes:
        self._needs_learners()
        return self._lanes

    @property
    def turn(self) -> Array:
        return self._need_lanes().turns

    @property
    def numbers(self) -> Array:
        return self._need_lanes().numbers

    @property
    def lengths(self) -> Array:
        return self._need_lanes().lengths

    @property
    def outcome(self) -> Array:
        return self._need_lanes().outcomes

    @property
    def ended(self) -> Array:
        return self._need_lanes().ended

    @property
    def finals(self) -> Array:
        return self._need_lanes().finals

    @property
    def done(self) -> Array:
        return self.numbers >= self.end

    def _seats_of(self, seat: Any, count: int | None = None, default: Array | None = None) -> Array:
        """One seat per lane (or per item): those to act, or as given."""
        if seat is None:
            return self.turn if default is None else default
        seats = per_lane(seat, self.n if count is None else count, np.int8, "Seats")
        if ((seats < -1) | (seats >= self.seats)).any():
            raise ZauberError(f"Seats are numbered from 0 to {self.seats - 1}; -1 is none.")
        return seats

    def _buffer(self, out: Any, width: int, kind: Any) -> Array:
        if out is None:
            return np.empty((self.n, width), kind)
        fits = out.shape == (self.n, width) and out.dtype == kind
        if not fits or not out.flags.c_contiguous or not out.flags.aligned or not out.flags.writeable:
            raise ZauberError(
                f"The array to fill must be {self.n} x {width} of {np.dtype(kind)}, in one piece, and writable."
            )
        array: Array = out
        return array

    def observe(self, seat: Any = None, out: Any = None) -> Array:
        return self._observe(self._need_lanes().states, self._seats_of(seat), out)

    def last_observe(self, seat: Any = None, out: Any = None) -> Array:
        return self._observe(self.finals, self._seats_of(seat, default=self._last_seat), out)

    def _observe(self, states: Array, seats: Array, out: Any) -> Array:
        array = self._buffer(out, self.game.observation_size, np.float32)
        self._over(self._loop(loops.observe_lanes), self._e, states, seats, array)
        return array

    def moves(self, seat: Any = None) -> tuple[Array, Array]:
        if seat is None and self._listed is not None:
            return self._listed
        lists, counts = self._lists()
        states = self._need_lanes().states
        self._over(self._loop(loops.list_lanes), self._e, states, self._seats_of(seat), lists, counts)
        if seat is None:
            self._keep(lists, counts)
        return lists, counts

    def _lists(self) -> tuple[Array, Array]:
        """Room for lists of actions."""
        return np.empty((self.n, self.game.rules.MOST_MOVES), np.int16), np.empty(self.n, np.int32)

    def _keep(self, lists: Array, counts: Array) -> None:
        """Remember the lists of the seats to act until the next step."""
        lists.flags.writeable = counts.flags.writeable = False
        self._listed = lists, counts

    def legal(self, seat: Any = None, out: Any = None) -> Array:
        array = self._buffer(out, self.game.rules.ACTIONS, np.bool_)
        self._over(mask_lanes, *self.moves(seat), array)
        return array

    # Acting ----------------------------------------------------------------------------------------------------------

    def _play_on(self) -> None:
        if self._lanes.plays:
            self._over(self._lanes.play)

    def step(self, actions: Any, seat: Any = None, check: bool = True) -> Ended:
        lanes = self._need_lanes()
        actions = per_lane(actions, self.n, np.int32, "Actions")
        seats = self._seats_of(seat)
        if check:
            self._check(actions, seat)
        self._listed = None
        if lanes.plays:
            about = (lanes.states, lanes.turns, seats, actions, lanes.lengths, self._last_seat)
            self._over(self._loop(loops.act_lanes), self._e, *about)
            self._play_on()
            self._over(lanes.settle)
        else:
            self._step_learners(seats, actions)
        found = np.flatnonzero(lanes.ended)
        if not len(found):
            return self._none
        self._play_on()
        numbers, outcomes = lanes.ended_numbers[found], self.outcome[found]
        return Ended(found, numbers, lanes.ended_lengths[found], outcomes, by_player(outcomes, numbers, self.rotate))

    def _step_learners(self, seats: Array, actions: Array) -> None:
        """A step of a batch without built-in players."""
        listed = self._lists()
        self._over(self._loop(loops.step_lanes), *self._lanes.all, seats, actions, self._last_seat, *listed)
        self._keep(*listed)

    def _check(self, actions: Array, seat: Any) -> None:
        for lane in self._over(check_lanes, self.turn, actions, *self.moves(seat)):
            if lane >= 0:
                by, action = int(self._seats_of(seat)[lane]), int(actions[lane])
                refusal = self.game.refusal(self._e, self.conceal(by, [lane])[0], by, action)
                raise IllegalMove(f"Lane {lane}, seat {by}, action {action}: {refusal.sentence}", refusal.rule)

    def play(self, matches: int, first: int | None = None, finals: bool = False) -> Played:
        self._needs_no_learners()
        first = self._next if first is None else first
        matches = max(0, min(matches, self.end - first))
        played = Played(
            first,
            np.zeros(matches, np.int32),
            np.zeros((matches, self.seats), np.float32),
            np.zeros(matches if finals else 0, self.game.rules.State),
            self.rotate,
        )
        portions = Portions(matches, self.threads or 1)
        work = self._play_random if set(self.players) == {"random"} else self._play_players
        if self.threads == 1 or matches == 1:
            work(played, portions)
        else:
            jobs = [self._workers().submit(work, played, portions) for _ in range(self.threads or 1)]
            for job in jobs:
                job.result()
        self._next = first + matches
        return played

    def _play_random(self, played: Played, portions: "Portions") -> None:
        play = self._loop(loops.run_random)
        states, blank = np.zeros((2, 1), self.game.rules.State)
        options = self.game.new_options()
        while (portion := portions.next()) is not None:
            play(
                *portion, self._e, states, blank, self.seats, self.seed, played.first, options,
                played.lengths, played.outcomes, played.finals, self.longest,
            )  # fmt: skip

    def _play_players(self, played: Played, portions: "Portions") -> None:
        room = max(
            1,
            min(
                MATCHES_AND_BYTES_AT_ONCE[0],
                MATCHES_AND_BYTES_AT_ONCE[1] // self.game.rules.State.itemsize,
                len(played.lengths),
            ),
        )
        lanes = Lanes(self, room, np.zeros(room), 0, self.end)
        while (portion := portions.next()) is not None:
            for at in range(*portion, room):
                count = min(room, portion[1] - at)
                lanes.numbers[:count] = -1
                lanes.coming[:count] = np.arange(played.first + at, played.first + at + count)
                lanes.settle(0, count)  # begins
                lanes.play(0, count)
                lanes.coming[:count] = self.end
                lanes.settle(0, count)  # notes the results
                part = slice(at, at + count)
                played.lengths[part], played.outcomes[part] = lanes.ended_lengths[:count], lanes.outcomes[:count]
                played.finals[part] = lanes.finals[: min(count, max(0, len(played.finals) - at))]

    # Positions -------------------------------------------------------------------------------------------------------

    @property
    def positions(self) -> Array:
        view = self._need_lanes().states.view()
        view.flags.writeable = False
        return view

    @positions.setter
    def positions(self, records: Any) -> None:
        lanes = self._need_lanes()
        lanes.states[:] = self._checked_records(records)
        idle = self.done | (lanes.lengths >= self.longest)
        lanes.turns[:] = np.where(idle, -1, lanes.states["turn"])
        self._listed = None
        self._play_on()

    def fork(self, lanes: Any, sources: Any) -> None:
        to, source, own = self._lane_numbers(lanes), self._lane_numbers(sources), self._need_lanes()
        for array in (own.states, own.numbers, own.lengths, own.turns):
            array[to] = array[source]
        self._listed = None

    def reseed(self, lanes: Any, seed: int) -> None:
        check_whole(seed, 0, MOST_SEED - 1, "seed")
        chosen = self._lane_numbers(lanes)
        self._over(self._loop(loops.sow_lanes), self._need_lanes().states, chosen, seed, count=len(chosen))

    def conceal(self, seat: Any = None, lanes: Any = None) -> Array:
        return self._copies(loops.conceal_lanes, seat, lanes)

    def imagine(self, seed: int, seat: Any = None, lanes: Any = None) -> Array:
        check_whole(seed, 0, MOST_SEED - 1, "seed")
        return self._copies(loops.imagine_lanes, seat, lanes, seed)

    def _copies(self, loop: Callable[..., Any], seat: Any, lanes: Any, *rest: int) -> Array:
        chosen = self._lane_numbers(lanes)
        seats = self.turn[chosen] if seat is None else self._seats_of(seat, len(chosen))
        copies = np.zeros(len(chosen), self.game.rules.State)
        states = self._need_lanes().states
        self._over(self._loop(loop), self._e, states, chosen, seats, copies, *rest, count=len(chosen))
        return copies


class Portions:
    """Hands out matches to threads: large portions first, small ones towards the end, so that all end together."""

    def __init__(self, matches: int, threads: int) -> None:
        self._matches, self._share = matches, 2 * threads if threads > 1 else 1
        self._next = 0
        self._lock = threading.Lock()

    def next(self) -> tuple[int, int] | None:
        with self._lock:
            first = self._next
            size = -(-(self._matches - first) // self._share)
            self._next = first + size
            return (first, self._next) if size else None
