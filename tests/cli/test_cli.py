"""The command `zauber` as a whole: help, exit codes, errors in one sentence, and a quick start."""

import importlib.metadata
import json
import os
import subprocess
import sys

import pytest

from zauber import __version__, cli, games
from zauber.cli import main

Output = pytest.CaptureFixture[str]


def test_without_a_command_it_shows_the_help(capsys: Output) -> None:
    assert main([]) == 0
    shown = capsys.readouterr().out
    for command in (*cli.COMMANDS, "serve"):
        assert f"\n    {command}" in shown
    assert "exit codes" in shown


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_every_command_has_help_with_examples(command: str, capsys: Output) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, "--help"])
    assert left.value.code == 0
    assert f"  zauber {command}" in capsys.readouterr().out


def test_version(capsys: Output) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"zauber {__version__}\n"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("games poker", "There is no game “poker”"),
        ("rules poker", "There is no game “poker”"),
        ("rules", "Name a game"),
        ("simulate papageno --seats 9", "2 to 5 players, not 9"),
        ("simulate papageno --edition z", "no edition “z”"),
        ("simulate papageno --option colour=red", "colour"),
        ("simulate papageno --option colour", "KEY=VALUE"),
        ("simulate papageno --seed -4", "seed"),
        ("play papageno --bots 9", "9 bots are too many"),
        ("play papageno --bots grandmaster", "no bot “grandmaster”"),
        ("play papageno --seats 3 --bots 2 --names a,b", "2 names are too many"),
        ("play papageno --seats 7", "2 to 5 players"),
        ("play --resume nowhere.json", "cannot be read"),
        ("replay nowhere.json", "cannot be read"),
        ("bench chess", "There is no game “chess”"),
        ("bench --seconds 0", "more than 0 seconds"),
        ("bench papageno --seats 9", "2 to 5 players"),
        ("check poker", "There is no game “poker”"),
        ("rules --coverage --tests nowhere", "no folder of tests"),
    ],
)
def test_errors_are_one_sentence(line: str, words: str, capsys: Output) -> None:
    assert main(line.split()) == 2
    captured = capsys.readouterr()
    assert words in captured.err
    assert captured.err.startswith("zauber: ")
    assert "Traceback" not in captured.err
    assert captured.out == ""


@pytest.mark.parametrize("count", ["0", "-3", "many", "1e400", "1.5"])
def test_counts_are_whole_numbers(count: str, capsys: Output) -> None:
    with pytest.raises(SystemExit) as left:
        main(["simulate", "papageno", f"--games={count}"])
    assert left.value.code == 2
    assert "whole number" in capsys.readouterr().err


def test_stopping_at_the_keyboard(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("zauber.games.all_games", interrupted)
    assert main(["games"]) == 130
    assert "Stopped" in capsys.readouterr().err


def test_a_reader_that_has_seen_enough() -> None:
    program = f"{sys.executable} -m zauber.cli games --json | head -c 1"
    done = subprocess.run(program, shell=True, capture_output=True, text=True, check=True)
    assert done.stdout == "["
    assert done.stderr == ""


def test_games_are_listed(capsys: Output) -> None:
    assert main(["games"]) == 0
    assert "Papageno" in capsys.readouterr().out
    assert main(["games", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [game["name"] for game in listed] == list(games.NAMES)
    assert {game["name"]: game["seats"] for game in listed}["papageno"] == [2, 5]


def test_one_game_is_described(capsys: Output) -> None:
    assert main(["games", "papageno"]) == 0
    shown = capsys.readouterr().out
    assert "reshuffle" in shown
    assert "keep_top" in shown
    assert "0 to 100000" in shown
    assert main(["games", "papageno", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [edition["name"] for edition in told["editions"]][:2] == ["a", "b"]
    assert told["options"][0]["choices"]["at_once"]


LIGHT = """
import sys, time
begun = time.perf_counter()
import zauber
from zauber.cli import main
main(["games"])
took = time.perf_counter() - begun
assert "numba" not in sys.modules
print(f"took {took}", file=sys.stderr)
"""


def test_listing_games_loads_nothing_heavy() -> None:
    variables = {key: value for key, value in os.environ.items() if not key.startswith("COV")}
    done = subprocess.run([sys.executable, "-c", LIGHT], capture_output=True, text=True, check=True, env=variables)
    assert "papageno" in done.stdout
    assert "took" in done.stderr


def test_importing_zauber_loads_almost_nothing() -> None:
    program = "import sys, zauber; assert not {'numpy', 'numba', 'msgspec', 'rich'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_missing_package_is_named_where_zauber_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(name: str) -> list[str]:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "requires", nothing)
    assert cli._missing("uvicorn.main") == "This needs the Python package uvicorn, which is not installed."
