"""The cache of compiled code is never stale after an edit, and saves the next process from compiling."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import zauber
from examples import lantern

pytestmark = pytest.mark.no_cover  # repeats much: other tests cover these lines

PACKAGES = [Path(str(package.__file__)).parent for package in (zauber, lantern)]

PROGRAM = """
from lantern import GAME
from zauber.engines import Batch, loops
from zauber.games.compiling.link import compiled
shares = Batch(GAME, seats=2, seed=1, players="random", threads=1).play(50).outcomes
stats = GAME.linker(compiled)(loops.run_random).stats
won_by_a = sum(1 << match for match, share in enumerate(shares[:, 0]) if share == 1)
print(won_by_a, sum(stats.cache_misses.values()), sum(stats.cache_hits.values()))
"""


def start_copy(root: Path, cache: Path) -> subprocess.Popen[str]:
    """Play the smallest game with the copied package, in a process of its own."""
    inherited = {key: value for key, value in os.environ.items() if not key.startswith("COV")}
    variables = inherited | {"PYTHONPATH": str(root), "ZAUBER_CACHE": str(cache), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.Popen([sys.executable, "-c", PROGRAM], env=variables, stdout=subprocess.PIPE, text=True, cwd=root)


def result(process: subprocess.Popen[str]) -> tuple[int, int, int]:
    """Who won fifty matches, and the cache's misses and hits."""
    output, _ = process.communicate()
    assert process.returncode == 0
    winners, misses, hits = map(int, output.split())
    return winners, misses, hits


def run_copy(root: Path, cache: Path) -> tuple[int, int, int]:
    return result(start_copy(root, cache))


def edit(path: Path, before: str, after: str) -> None:
    text = path.read_text("utf-8")
    assert before in text
    path.write_text(text.replace(before, after), "utf-8")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for package in PACKAGES:
        shutil.copytree(package, tmp_path / package.name, ignore=shutil.ignore_patterns("__pycache__", "static"))
    return tmp_path


def test_an_edit_in_another_file_is_never_missed(copy: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    together = [start_copy(copy, cache) for _ in range(2)]
    (first, *one), (same, *other) = map(result, together)
    assert first == same
    assert sorted([one, other]) == [[0, 1], [1, 0]]  # one of two processes compiles, and the other waits for it
    assert run_copy(copy, cache) == (first, 0, 1)  # the next process compiles nothing

    kernel = copy / "zauber" / "games" / "contract" / "kernel.py"
    edit(kernel, "0x7FEB352D", "0x7FEB352F")  # a constant of a function that `sow` calls
    second, misses, _ = run_copy(copy, cache)
    assert second != first
    assert misses == 1

    edit(kernel, "0x7FEB352F", "0x7FEB352D")
    assert run_copy(copy, cache) == (first, 0, 1)  # and what was compiled before is found again
