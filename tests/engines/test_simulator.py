"""The text that a GPU runs, in Numba's CUDA simulator: it plays the matches that the CPU plays."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engines.simulated import LANES, LONGEST
from tests.engines.test_batch import SHORT
from zauber import games
from zauber.engines import Batch

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.no_cover
def test_kernels_play_what_the_cpu_plays() -> None:
    variables = os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "tests.engines.simulated", *games.NAMES],
        env=variables,
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
    found = dict(line.split() for line in done.stdout.splitlines())
    for name in games.NAMES:
        players = ["thumb", "random"] * (Batch(name).seats // 2)
        batch = Batch(name, seed=5, options=SHORT[name], players=players, rotate=True, longest=LONGEST)
        assert found[name] == hashlib.sha256(batch.play(LANES, finals=True).finals.tobytes()).hexdigest(), name
