"""`zauber rules`: the page, and the report of rules without a test."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from zauber import ZauberError, games
from zauber.cli import main
from zauber.games.game import Game
from zauber.lab import rule_coverage

Output = pytest.CaptureFixture[str]

PAGE = """
**R1** Begin. **R2** Go on. **R10** End. **A1** A decision; **A2** another. **A2** again. (R7 is no marker.)
"""

TESTS = """
def test_R1_A1_the_beginning() -> None: ...
class TestMore:
    def test_R10_the_end(self) -> None: ...
    async def test_R2_A3_going_on(self) -> None: ...
def helper_A2() -> None: ...
def test_XR2_and_R100_are_others() -> None: ...
"""


@pytest.fixture
def tests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A folder of tests, with a page of rules to match."""
    monkeypatch.setattr(Game, "page", PAGE)
    folder = tmp_path / "papageno"
    folder.mkdir()
    (folder / "test_some.py").write_text(TESTS)
    (folder / "helpers.py").write_text("def test_A2_not_in_a_test_file() -> None: ...")
    return str(tmp_path)


def report(tests: str, capsys: Output) -> Any:
    code = main(["rules", "--coverage", "papageno", "--tests", tests, "--json"])
    (found,) = json.loads(capsys.readouterr().out)
    assert code == (0 if found["complete"] else 1)
    return found


def test_numbers_without_a_test_are_named(tests: str, capsys: Output) -> None:
    found = report(tests, capsys)
    assert found["missing"] == ["A2"]
    assert found["R"] == {"tested": 3, "all": 3}
    assert found["A"] == {"tested": 1, "all": 2}
    assert list(found["unknown"]) == ["R100", "A3"]
    assert found["repeated"] == ["A2"]
    assert found["gaps"] == [f"R{i}" for i in range(3, 10)]
    assert found["tests"]["R10"] == ["test_some.py::test_R10_the_end"]


def test_it_passes_when_every_number_has_a_test(tests: str, capsys: Output) -> None:
    (Path(tests) / "papageno" / "test_more.py").write_text("def test_A2_the_rest() -> None: ...")
    assert report(tests, capsys)["complete"] is True
    assert main(["rules", "--coverage", "papageno", "--tests", tests]) == 0
    assert "complete" in capsys.readouterr().out


def test_the_table_names_what_is_missing(tests: str, capsys: Output) -> None:
    assert main(["rules", "--coverage", "papageno", "--tests", tests]) == 1
    shown = capsys.readouterr().out
    assert "3 of 3" in shown
    assert "papageno: without a test: A2" in shown
    assert "not on the page: R100, A3" in shown


def test_a_page_without_numbers_is_not_complete(tests: str, capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "page", "nothing")
    assert main(["rules", "--coverage", "papageno", "--tests", tests]) == 1
    assert "has no numbers" in capsys.readouterr().out


def test_a_game_without_a_page(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    def missing(game: Game) -> str:
        raise FileNotFoundError

    monkeypatch.setattr(Game, "page", property(missing))
    assert rule_coverage.page_of(games.get("papageno")) == ""
    assert main(["rules", "papageno"]) == 2
    assert "no rules page yet" in capsys.readouterr().err


def test_a_test_file_that_is_no_python(tests: str) -> None:
    path = Path(tests) / "papageno" / "test_broken.py"
    path.write_text("def test_(:")
    with pytest.raises(ZauberError, match="cannot be read as Python"):
        rule_coverage.functions_of(path)


def test_the_page_is_shown(tests: str, capsys: Output) -> None:
    assert main(["rules", "papageno"]) == 0
    assert "**R1** Begin." in capsys.readouterr().out


def test_the_page_is_set_nicely_on_a_terminal(tests: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setattr("pydoc.pager", terminal.write)
    monkeypatch.setenv("TERM", "dumb")
    assert main(["rules", "papageno"]) == 0
    assert "Begin." in terminal.getvalue()
    assert "**R1**" not in terminal.getvalue()


def test_the_tests_of_this_clone_are_found() -> None:
    assert rule_coverage.folder_of_tests().name == "tests"
