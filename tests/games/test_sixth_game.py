"""A sixth game, written and packaged as others would, is found by its entry point and played everywhere.

In the terminal, the simulator and the server here; in the browser in `tests/web/test_sixth_game.py`.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.games.plugins import EXAMPLES, environment, install_examples
from tests.server.helpers import Process
from zauber.cli import main


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install_examples(tmp_path_factory.mktemp("sixth"))


def zauber(installed: Path, *arguments: str, say: str = "") -> str:
    command = [sys.executable, "-m", "zauber.cli", *arguments]
    done = subprocess.run(
        command, input=say, capture_output=True, text=True, env=environment(installed), timeout=240, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_is_listed_with_its_title_and_players(installed: Path) -> None:
    listed = {game["name"]: game for game in json.loads(zauber(installed, "games", "--json"))}
    assert (listed["cupful"]["title"], listed["cupful"]["seats"]) == ("A Cupful of Stars", [2, 4])
    assert "lantern" in listed


def test_it_is_played_in_a_terminal(installed: Path) -> None:
    said = zauber(installed, "play", "cupful", "--seats", "2", "--seed", "3", say="1\n" * 200)
    assert "The claim:" in said
    assert "has the last dice, and wins." in said or "You have the last dice" in said


@pytest.mark.no_cover  # repeats much: other tests cover these lines
def test_it_is_simulated(installed: Path) -> None:
    found = json.loads(zauber(installed, "simulate", "cupful", "--games", "2000", "--seats", "3", "--json"))
    assert found["games"] == 2000


def test_it_is_played_on_the_server(installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", environment(installed)["PYTHONPATH"])
    server = Process(str(tmp_path / "t.db"), tmp_path, "--limit", "message_burst=10000")
    server.start()
    try:
        command = [sys.executable, str(EXAMPLES / "bot.py"), server.address, "cupful"]
        played = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
        assert played.returncode == 0, played.stderr
        assert "the last dice, and win" in played.stdout.splitlines()[-1]
    finally:
        server.stop()


def test_it_is_not_there_where_it_is_not_installed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "cupful"]) == 2
    assert "There is no game “cupful”" in capsys.readouterr().err
