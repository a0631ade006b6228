"""The GPU engine: its kernels give the CPU's results in Numba's simulator; without a device it says so."""

import os
import subprocess
import sys
from typing import Any

import pytest

from zauber import games
from zauber.engines import Batch
from zauber.engines.gpu import draw_walking
from zauber.errors import ZauberError
from zauber.games.contract.kernel import Record, draw

GAME = games.get("papageno")

SIMULATED = """
import numpy as np
from zauber.engines import Batch

def host(array):
    return array.copy_to_host() if hasattr(array, "copy_to_host") else array

for players in ("learner", ["learner", "thumb"]):
    how = {"seats": 2, "n": 3, "seed": 5, "players": players, "rotate": True}
    cpu, gpu = Batch("papageno", **how), Batch("papageno", engine="gpu", **how)
    for step in range(8):
        assert (host(gpu.turn) == cpu.turn).all()
        assert (host(gpu.observe()) == cpu.observe()).all()
        assert (host(gpu.legal()) == cpu.legal()).all()
        lists, counts = cpu.moves()
        actions = lists[np.arange(3), (step * 7 + np.arange(3)) % counts]
        one, other = cpu.step(actions), gpu.step(actions)
        assert (one.numbers == other.numbers).all() and (one.outcomes == other.outcomes).all()
        assert host(gpu.positions).tobytes() == cpu.positions.tobytes()
    assert host(gpu.imagine(3)).tobytes() == cpu.imagine(3).tobytes()
    assert host(gpu.conceal(0)).tobytes() == cpu.conceal(0).tobytes()
for players in ("random", "thumb"):
    about = {"seats": 2, "seed": 5, "players": players, "longest": 60}
    one, other = (Batch("papageno", engine=engine, **about).play(2, finals=True) for engine in ("cpu", "gpu"))
    assert one.lengths.tolist() == other.lengths.tolist() and one.finals.tobytes() == other.finals.tobytes()
try:
    gpu.step(np.full(3, 199))
except Exception as error:
    print(type(error).__name__)
"""


def test_the_kernels_play_the_matches_of_the_cpu_byte_for_byte() -> None:
    pytest.importorskip("numba_cuda", reason="the extra `gpu` is not installed")
    variables = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    done = subprocess.run([sys.executable, "-c", SIMULATED], env=variables, capture_output=True, text=True, timeout=500)
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout == "IllegalMove\n"


def test_without_a_device_there_is_one_sentence() -> None:
    with pytest.raises(ZauberError, match=r"The engine “gpu” needs (the extra|a CUDA device)"):
        Batch("papageno", engine="gpu")


def test_both_ways_to_draw_from_a_bag_take_the_same_card() -> None:
    def drawn(how: Any, s: Record) -> list[int]:
        GAME.interpreted.sow(s, 3, 4)
        s.dealt[:] = GAME.edition().record.copies
        return [int(how(s, s.dealt, 50 - i)) for i in range(50)]

    assert drawn(draw, GAME.new_state()) == drawn(draw_walking, GAME.new_state())
