"""The same rules on a GPU: linking a game's functions for CUDA, and random play on many threads.

Needs the extra `gpu` (numba-cuda) and a CUDA device. Every thread plays matches of its own; the matches are those that
`driver.stream` plays on the CPU for the same numbers, byte for byte.
"""

import contextlib
import functools
import importlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ..games import kernel
from ..games.editions import Edition
from ..games.game import Game
from ..games.kernel import Array, Record, below
from ..games.link import Linker, Role
from . import driver


def cuda_module() -> Any:
    """Numba's CUDA side, which has no types."""
    return importlib.import_module("numba.cuda")


def on_device(function: Callable[..., Any], key: str, role: Role) -> Any:
    """Compile for CUDA, as a function that kernels call."""
    return cuda_module().jit(device=True, fastmath=False, forceinline=role is not Role.INNER)(function)


@contextlib.contextmanager
def rounding_each() -> Iterator[None]:
    """Compile products and sums apart, each rounded as on the CPU. Numba has no switch of its own for that, and none
    at all where a kernel is optimised when it is linked."""
    package = cuda_module().jit.__module__.rpartition(".")[0]  # Numba's own or numba-cuda's
    nvvm: Any = importlib.import_module(f"{package}.cudadrv.nvvm")
    fusing = nvvm.compile_ir
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


class DeviceStream:
    """Random play of one game and edition on a GPU."""

    def __init__(self, game: Game, edition: Edition, seats: int, threads: int, block: int = 128) -> None:
        from numba import from_dtype

        game.check_seats(seats)
        cuda = self._cuda = cuda_module()
        self.seats, self.threads, self.block = seats, threads, block
        self._edition = cuda.to_device(np.array([edition.record], game.rules.Edition))
        self._blank = cuda.to_device(np.zeros(1, game.rules.State))
        self._states = cuda.to_device(np.zeros(threads, game.rules.State))
        self._counts = cuda.to_device(np.zeros((threads, 2), np.int64))
        state, most = from_dtype(game.rules.State), game.rules.MOST_MOVES
        stream = Linker({**game.bindings, kernel.draw: draw_walking}, on_device)(driver.stream)

        def play(editions: Any, blank: Any, states: Any, counts: Any, seats: int, seed: int, turns: int) -> None:
            thread = cuda.grid(1)
            if thread < states.size:
                own = cuda.local.array(1, state)
                options = cuda.local.array(most, np.int16)
                stride = states.size
                stream(editions[0], own, blank, seats, seed, thread, stride, options, turns, counts[thread])
                states[thread] = own[0]

        self._kernel = cuda.jit(lto=False)(play)

    def launch(self, seed: int, turns: int) -> None:
        """Let every thread play that many turns; returns before they are played."""
        blocks = (self.threads + self.block - 1) // self.block
        buffers = (self._edition, self._blank, self._states, self._counts)
        with rounding_each():  # the first launch compiles
            self._kernel[blocks, self.block](*buffers, self.seats, seed, turns)

    def wait(self) -> None:
        """Wait for the device."""
        self._cuda.synchronize()

    def results(self) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """The last position of every thread, and how many matches it has ended and decisions made."""
        return self._states.copy_to_host(), self._counts.copy_to_host()
