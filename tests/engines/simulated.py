"""Plays lanes in kernels of Numba's CUDA simulator; run by test_simulator.py in a process of its own.

Prints, for every game that is named, the bytes of the last positions of a few lanes as a digest.
"""

import hashlib
import importlib
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from tests.engines.test_batch import SHORT
from zauber import games
from zauber.engines import steps
from zauber.engines.batch import KINDS
from zauber.games.compiling.link import Linker, Role, plain

LANES, LONGEST = 3, 60

cuda: Any = importlib.import_module("numba.cuda")  # has no types


def on_device(function: Callable[..., Any], key: str, role: Role) -> Any:
    """Wrap what kernels call: the simulator interprets it, so records are opened as interpreted rules see them."""
    return cuda.jit(device=True)(plain(function, key, Role.ENTRY))


def played(name: str, kinds: list[str]) -> Any:
    """Positions of a few lanes, played by a kernel."""
    game = games.get(name)
    link = Linker(game.bindings, on_device)
    begin, play_on = link(steps.begin, Role.INNER), link(steps.play_on, Role.INNER)
    state, seats = game.rules.State, len(kinds)

    @cuda.jit
    def kernel(es: Any, states: Any, blank: Any, known: Any, options: Any, lengths: Any, players: Any) -> None:
        i = cuda.grid(1)
        if i < len(states):
            begin(es[0], states, i, blank, seats, 5, i)
            lengths[i] = 0
            play_on(es[0], states, i, known, i, options[i], lengths, players, i, 1, LONGEST)

    arrays = [
        np.array([game.edition("", SHORT[name]).record], game.rules.Edition),
        np.zeros(LANES, state),
        np.zeros(1, state),
        np.zeros(LANES, state),
        np.zeros((LANES, game.rules.MOST_MOVES), np.int32),
        np.zeros(LANES, np.int64),
        np.array([KINDS[kind] for kind in kinds], np.int8),
    ]
    held = [cuda.to_device(array) for array in arrays]
    kernel[1, 4](*held)
    return held[1].copy_to_host()


if __name__ == "__main__":
    for name in sys.argv[1:]:
        game = games.get(name)
        found = played(name, ["thumb", "random"] * (game.seats[0] // 2))
        print(name, hashlib.sha256(found.tobytes()).hexdigest())
