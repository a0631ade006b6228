"""The cache of compiled code: never stale after an edit, and quick for the next process."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import zauber

PACKAGE = Path(str(zauber.__file__)).parent

PROGRAM = """
from zauber import games
from zauber.engines.simulate import Runner, buffers
game = games.get("papageno")
runner = Runner(game, game.edition("", {"turn_limit": 20}), 3)
lengths, shares = buffers(game, 50)
runner.play(1, 0, lengths, shares)
stats = runner._run.stats
print(int(lengths.sum()), sum(stats.cache_misses.values()), sum(stats.cache_hits.values()))
"""


def run_copy(root: Path, cache: Path) -> tuple[int, int, int]:
    """Play with the copied package: all decisions of fifty matches, and the cache's misses and hits."""
    inherited = {key: value for key, value in os.environ.items() if not key.startswith("COV")}
    variables = inherited | {"PYTHONPATH": str(root), "ZAUBER_CACHE": str(cache), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=variables, capture_output=True, text=True, check=True, cwd=root
    )
    decisions, misses, hits = map(int, done.stdout.split())
    return decisions, misses, hits


def edit(path: Path, before: str, after: str) -> None:
    text = path.read_text("utf-8")
    assert before in text
    path.write_text(text.replace(before, after), "utf-8")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(PACKAGE, tmp_path / "zauber", ignore=shutil.ignore_patterns("__pycache__", "static"))
    return tmp_path


def test_an_edit_in_another_file_is_never_missed(copy: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    first, misses, hits = run_copy(copy, cache)
    assert (misses, hits) == (1, 0)
    assert run_copy(copy, cache) == (first, 0, 1)  # the next process compiles nothing

    kernel = copy / "zauber" / "games" / "kernel.py"
    edit(kernel, "0x7FEB352D", "0x7FEB352F")  # a constant of a function that `sow` calls
    second, misses, _ = run_copy(copy, cache)
    assert second != first
    assert misses == 1

    edit(kernel, "0x7FEB352F", "0x7FEB352D")
    assert run_copy(copy, cache) == (first, 0, 1)  # and what was compiled before is found again
