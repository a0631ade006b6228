"""Batches on a GPU: the same interface and the same matches as on the CPU, with all arrays in the device's memory.

Needs the extra `gpu` (numba-cuda) and a CUDA device. The arrays have `__cuda_array_interface__`, so PyTorch, CuPy and
JAX share them without a copy. Everything runs on the default stream, in the order of the calls.
"""

import contextlib
import functools
import importlib
import os
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any

import numpy as np

from ..errors import IllegalMove, ZauberError
from ..games.compiling.link import Linker, Role, cache_folder
from ..games.contract import kernel
from ..games.contract.kernel import Array, Record, below
from ..games.game import Game
from . import kernels, steps
from .batch import KINDS, MOST_SEED, Batch, Ended, Played, by_player, check_whole, per_lane, player_of

BLOCK = 128  # threads of a block
THREADS = 1 << 20  # the most threads that play whole matches at once
WORD: Any = np.dtype("u4")  # see `Kernels`, which puts the words of its game in place
WORDS = 1
SMALL = 300  # bytes of bytecode up to which a function is inlined; larger ones take long to compile
TURNS = 256  # turns per thread between checks whether all matches have ended


def cuda_module() -> Any:
    """Numba's CUDA module, which is untyped; an error in a sentence if it cannot be used here."""
    try:
        cuda = importlib.import_module("numba.cuda")
    except (ImportError, AttributeError) as error:
        raise ZauberError(f"The engine “gpu” needs the extra: pip install 'zauber[gpu]' ({error}).") from None
    if not cuda.is_available():
        raise ZauberError("The engine “gpu” needs a CUDA device, and none was found here. The engine “cpu” needs none.")
    return cuda


def simulated() -> bool:
    """Whether Numba simulates the GPU on the CPU: slow, for tests."""
    return os.environ.get("NUMBA_ENABLE_CUDASIM", "0") == "1"


def on_device(function: Callable[..., Any], key: str, role: Role) -> Any:
    """Compile for CUDA: functions called from outside as kernels, cached on disk, and all others as device functions.

    Numba forwards `lto` only in a call of this form. Without it the linker would fuse products and sums.
    """
    cuda = importlib.import_module("numba.cuda")
    if simulated():
        return cuda.jit(function) if role is Role.ENTRY else function
    if role is not Role.ENTRY:
        inline = role is Role.HOT and len(function.__code__.co_code) < SMALL
        return cuda.jit(function, device=True, fastmath=False, forceinline=inline, lto=False)
    config = importlib.import_module("numba.cuda.core.config")
    vars(config)["CACHE_DIR"] = str(cache_folder() / f"{key}-cuda")
    return cuda.jit(function, fastmath=False, lto=False, cache=True)


@contextlib.contextmanager
def rounding_each() -> Iterator[None]:
    """Compile products and sums separately, each rounded as on the CPU, instead of fusing them.

    Numba has no option for that, so the function that it calls is replaced: here and nowhere else.
    """
    if simulated():
        yield
        return
    nvvm: Any = importlib.import_module("numba.cuda.cudadrv.nvvm")
    fusing = getattr(nvvm, "compile_ir", None)
    if fusing is None:
        raise ZauberError("This version of numba-cuda has no nvvm.compile_ir, which the engine “gpu” needs to replace.")
    nvvm.compile_ir = functools.partial(fusing, fma=False)
    try:
        yield
    finally:
        nvvm.compile_ir = fusing


def draw_walking(s: Record, bag: Array, n: int) -> int:
    """`kernel.draw`, stopping at the card that is found: on a GPU that saves more than a jump costs."""
    left = below(s, n)
    kind = 0
    while left >= bag[kind]:
        left -= bag[kind]
        kind += 1
    bag[kind] -= 1
    return kind


def put_words(records: Array, i: int, sources: Array, j: int) -> None:
    """`steps.put` word by word: Numba would copy every byte by an instruction of its own."""
    to = records.view(WORD)
    source = sources.view(WORD)
    for k in range(WORDS):
        to[i * WORDS + k] = source[j * WORDS + k]


def placed(function: Callable[..., Any], constants: dict[str, Any]) -> Any:
    """A copy of a function with constants in the place of its globals."""
    copy = FunctionType(function.__code__, {**function.__globals__, **constants}, function.__name__)
    copy.__module__ = function.__module__
    copy.__qualname__ = function.__qualname__
    return copy


class Kernels:
    """The kernels of one game, each compiled when it is first launched."""

    def __init__(self, game: Game) -> None:
        from numba import from_dtype

        state, option = game.rules.State, np.dtype(np.uint8 if game.rules.ACTIONS <= 256 else np.int16)
        word = next(kind for kind in map(np.dtype, ("u8", "u4", "u1")) if state.itemsize % kind.itemsize == 0)
        words = state.itemsize // word.itemsize
        self._constants = {
            "cuda": importlib.import_module("numba.cuda"),
            "MOST_MOVES": int(game.rules.MOST_MOVES),
            "OPTION": from_dtype(option),
            "STATE": state,
            "WORDS": words,
            "WORD": from_dtype(word),
        }
        put = placed(put_words, {"WORDS": words, "WORD": word})
        self._link = Linker({**game.bindings, kernel.draw: draw_walking, steps.put: put}, on_device)
        self._made: dict[tuple[Callable[..., None], int], Any] = {}
        self._ready: set[tuple[Callable[..., None], int]] = set()

    def launch(self, function: Callable[..., None], count: int, *arguments: Any, block: int = BLOCK) -> None:
        """Run one of `zauber.engines.kernels` in `count` threads; returns before they are done."""
        key = (function, block)
        if key not in self._made:
            self._made[key] = self._link(placed(function, self._constants))
        run = self._made[key][(count + block - 1) // block, block]
        if key in self._ready:
            run(*arguments)
            return
        with rounding_each():  # the first launch compiles
            run(*arguments)
        self._ready.add(key)


@functools.cache
def kernels_of(game: Game) -> Kernels:
    """The kernels of a game: one set for all batches, of whatever size."""
    return Kernels(game)


class GpuBatch(Batch):
    """See `Batch`. All arrays are the device's; `Ended` is copied to the host, `Played` when it is read."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._cuda = cuda = cuda_module()
        self._kernels = kernels_of(self.game)
        n, rules = self.n, self.game.rules
        self._es = cuda.to_device(np.array([self.edition.record], rules.Edition))
        self._blank = cuda.to_device(np.zeros(1, rules.State))
        self._kinds = cuda.to_device(np.array([KINDS[player] for player in self.players], np.int8))
        self._next = self.first
        if not self._has_learners:
            return
        self._states = cuda.to_device(np.zeros(n, rules.State))
        self.numbers = cuda.to_device(np.full(n, -1, np.int64))
        self._coming = cuda.to_device(self.first + np.arange(n))
        self.lengths = cuda.to_device(np.zeros(n, np.int64))
        self.turn = cuda.to_device(np.full(n, -1, np.int8))
        self.outcome = cuda.to_device(np.zeros((n, self.seats), np.float32))
        self.finals = cuda.to_device(np.zeros(n, rules.State))
        self.ended = cuda.to_device(np.zeros(n, np.int8))  # 1 where the last step ended a match
        self._last_seat = cuda.to_device(np.full(n, -1, np.int8))
        self._ended_numbers = cuda.to_device(np.full(n, -1, np.int64))
        self._ended_lengths = cuda.to_device(np.zeros(n, np.int64))
        self._settle()
        self._play_on()

    def _launch(self, function: Callable[..., None], *arguments: Any, count: int | None = None) -> None:
        self._kernels.launch(function, self.n if count is None else count, *arguments)

    def wait(self) -> None:
        """Wait until the device has finished."""
        self._cuda.synchronize()

    def _given(self, array: Any, kind: Any, count: int | None = None) -> Any:
        """A given array on the device: shared if it is already there, copied otherwise."""
        count = self.n if count is None else count
        if hasattr(array, "__cuda_array_interface__"):
            shared = self._cuda.as_cuda_array(array, sync=False)
            if shared.shape != (count,) or shared.dtype != kind:
                wanted = f"{count} of {np.dtype(kind)}"
                raise ZauberError(f"The array must hold {wanted}, not {shared.shape} of {shared.dtype}.")
            return shared
        return self._cuda.to_device(per_lane(array, count, kind, "Actions and seats"))

    # Observing -------------------------------------------------------------------------------------------------------

    @property
    def player(self) -> Any:
        return player_of(self.turn.copy_to_host(), self.numbers.copy_to_host(), self.seats, self.rotate)

    @property
    def done(self) -> Any:
        return self.numbers.copy_to_host() >= self.end

    def _seats_of(self, seat: Any, count: int | None = None, default: Any = None) -> Any:
        if seat is None:
            return self.turn if default is None else default
        if not hasattr(seat, "__cuda_array_interface__"):
            seats = np.asarray(seat)
            if ((seats < -1) | (seats >= self.seats)).any():
                raise ZauberError(f"Seats are numbered from 0 to {self.seats - 1}; -1 is none.")
        return self._given(seat, np.int8, count)

    def _buffer(self, out: Any, width: int, kind: Any) -> Any:
        if out is None:
            return self._cuda.device_array((self.n, width), kind, order="F")  # neighbouring threads write together
        shared = self._cuda.as_cuda_array(out, sync=False) if hasattr(out, "__cuda_array_interface__") else out
        if shared.shape != (self.n, width) or shared.dtype != kind:
            raise ZauberError(f"The array to fill must be {self.n} x {width} of {np.dtype(kind)}.")
        return shared

    def look(self, observations: Any = None, masks: Any = None) -> tuple[Any, Any]:
        """`observe()` and `legal()` in one go."""
        observations = self._buffer(observations, self.game.observation_size, np.float32)
        masks = self._buffer(masks, self.game.rules.ACTIONS, np.bool_)
        self._launch(kernels.look_kernel, self._es, self._states, self.turn, observations, masks)
        return observations, masks

    def observe(self, seat: Any = None, out: Any = None) -> Any:
        return self._observe(self._states, self._seats_of(seat), out)

    def last_observe(self, seat: Any = None, out: Any = None) -> Any:
        return self._observe(self.finals, self._seats_of(seat, default=self._last_seat), out)

    def _observe(self, states: Any, seats: Any, out: Any) -> Any:
        out = self._buffer(out, self.game.observation_size, np.float32)
        self._launch(kernels.observe_kernel, self._es, states, seats, out)
        return out

    def legal(self, seat: Any = None, out: Any = None) -> Any:
        out = self._buffer(out, self.game.rules.ACTIONS, np.bool_)
        self._launch(kernels.mask_kernel, self._es, self._states, self._seats_of(seat), out)
        return out

    def moves(self, seat: Any = None) -> tuple[Any, Any]:
        lists = self._cuda.to_device(np.zeros((self.n, self.game.rules.MOST_MOVES), np.int32))
        counts = self._cuda.device_array(self.n, np.int32)
        self._launch(kernels.list_kernel, self._es, self._states, self._seats_of(seat), lists, counts)
        return lists, counts

    # Acting ----------------------------------------------------------------------------------------------------------

    def _play_on(self) -> None:
        if set(self.players) != {"learner"}:
            self._launch(
                kernels.play_kernel, self._es, self._states, self.numbers, self.lengths, self.turn, self._kinds,
                int(self.rotate), self.end, self.longest,
            )  # fmt: skip

    def advance(self, actions: Any, seat: Any = None) -> None:
        """`step` without a check and without waiting: what has ended stays on the device, in `ended` and `outcome`."""
        self._needs_learners()
        chosen = self._seats_of(seat)
        self._launch(
            kernels.act_kernel, self._es, self._states, self.turn, chosen, self._given(actions, np.int32),
            self.lengths, self._last_seat,
        )  # fmt: skip
        self._play_on()
        self._settle()
        self._play_on()

    def _settle(self) -> None:
        self._launch(
            kernels.settle_kernel, self._es, self._states, self._blank, self.finals, self.numbers, self._coming,
            self.lengths, self.turn, self.ended, self.outcome, self._ended_numbers, self._ended_lengths,
            self.seats, self.seed, self.n, self.end, self.longest,
        )  # fmt: skip

    def step(self, actions: Any, seat: Any = None, check: bool = True) -> Ended:
        actions = self._given(actions, np.int32)
        if check and self._has_learners:
            self._check(actions, seat)
        self.advance(actions, seat)
        lanes = np.flatnonzero(self.ended.copy_to_host())
        numbers = self._ended_numbers.copy_to_host()[lanes]
        lengths = self._ended_lengths.copy_to_host()[lanes]
        outcomes = self.outcome.copy_to_host()[lanes]
        return Ended(lanes, numbers, lengths, outcomes, by_player(outcomes, numbers, self.rotate))

    def _check(self, actions: Any, seat: Any) -> None:
        wrong = self._cuda.device_array(self.n, np.int8)
        self._launch(kernels.check_kernel, self.turn, actions, *self.moves(seat), wrong)
        for lane in np.flatnonzero(wrong.copy_to_host())[:1]:
            by, action = int(self._seats_of(seat).copy_to_host()[lane]), int(actions.copy_to_host()[lane])
            hidden = self.conceal(by, [lane]).copy_to_host()[0]
            refusal = self.game.refusal(self.edition.record, hidden, by, action)
            raise IllegalMove(f"Lane {lane}, seat {by}, action {action}: {refusal.sentence}", refusal.rule)

    def play(self, matches: int, first: int | None = None, finals: bool = False) -> Played:
        self._needs_no_learners()
        first = self._next if first is None else first
        matches = max(0, min(matches, self.end - first))
        end, threads, state = first + matches, min(matches, THREADS), self.game.rules.State
        cuda = self._cuda
        states = cuda.device_array(threads, state)
        numbers = cuda.to_device(first + np.arange(threads))
        own_lengths = cuda.to_device(np.zeros(threads, np.int64))
        lengths = cuda.device_array(matches, np.int32)
        outcomes = cuda.device_array((matches, self.seats), np.float32)
        kept = cuda.device_array(matches if finals else 0, state)
        begun = (self._es, states, self._blank, numbers)
        self._launch(kernels.begin_kernel, *begun, self.seats, self.seed, count=threads)
        going = (*begun, own_lengths)
        results = (lengths, outcomes, kept)
        numbers_of = (first, self.seats, self.seed, end, self.longest, TURNS)
        while matches and int(numbers.copy_to_host().min()) < end:
            if set(self.players) == {"random"}:
                self._launch(kernels.stream_kernel, *going, *results, *numbers_of, count=threads)
            else:
                last = (*numbers_of, int(self.rotate))
                self._launch(kernels.stream_players_kernel, *going, *results, self._kinds, *last, count=threads)
        self._next = end
        return Played(first, lengths, outcomes, kept, self.rotate)

    # Positions -------------------------------------------------------------------------------------------------------

    @property
    def positions(self) -> Any:
        return self._states

    @positions.setter
    def positions(self, records: Any) -> None:
        records = records.copy_to_host() if hasattr(records, "copy_to_host") else records
        self._set(self._checked_records(records))

    def _set(self, records: Array) -> None:
        self._states.copy_to_device(np.ascontiguousarray(records))
        waits = np.where(self.done | (self.lengths.copy_to_host() >= self.longest), -1, records["turn"])
        self.turn.copy_to_device(waits.astype(np.int8))
        self._play_on()

    def fork(self, lanes: Any, sources: Any) -> None:
        lanes, sources = self._lane_numbers(lanes), self._lane_numbers(sources)
        for array in (self._states, self.numbers, self.lengths, self.turn):
            host = array.copy_to_host()
            host[lanes] = host[sources]
            array.copy_to_device(host)

    def reseed(self, lanes: Any, seed: int) -> None:
        chosen = self._cuda.to_device(self._lane_numbers(lanes))
        check_whole(seed, 0, MOST_SEED - 1, "seed")
        self._launch(kernels.sow_kernel, self._states, chosen, seed, count=len(chosen))

    def conceal(self, seat: Any = None, lanes: Any = None) -> Any:
        return self._copies(kernels.conceal_kernel, seat, lanes)

    def imagine(self, seed: int, seat: Any = None, lanes: Any = None) -> Any:
        check_whole(seed, 0, MOST_SEED - 1, "seed")
        return self._copies(kernels.imagine_kernel, seat, lanes, seed)

    def _copies(self, function: Callable[..., None], seat: Any, lanes: Any, *rest: int) -> Any:
        chosen = self._lane_numbers(lanes)
        count = len(chosen)
        seats = self.turn.copy_to_host()[chosen] if seat is None else seat
        copies = self._cuda.to_device(np.zeros(count, self.game.rules.State))
        which = self._cuda.to_device(chosen)
        self._launch(function, self._es, self._states, which, self._seats_of(seats, count), copies, *rest, count=count)
        return copies
