"""`zauber verify` and `zauber replay`: records from files, pipes and links."""

import io
import json
import sys
from pathlib import Path

import pytest

from tests.match.short import played
from zauber.cli import main

Output = pytest.CaptureFixture[str]
MATCH = played(seats=3, names=["Anna", "Ben", "Cleo"])


@pytest.fixture
def path(tmp_path: Path) -> str:
    MATCH.save(tmp_path / "match.json")
    return str(tmp_path / "match.json")


def test_a_right_record(path: str, capsys: Output) -> None:
    assert main(["verify", path]) == 0
    shown = capsys.readouterr().out
    assert "Checked:" in shown
    assert MATCH.commitment in shown
    assert "set-up" in shown
    assert "is the first to act" in shown


def test_a_right_record_in_json(path: str, capsys: Output) -> None:
    assert main(["verify", path, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["right"] is True
    assert found["chance"][0]["number"] == 0
    assert found["checks"]


def test_a_wrong_record_fails_and_says_where(path: str, capsys: Output) -> None:
    data = json.loads(Path(path).read_text("utf-8"))
    data["moves"][3] = "swap 1 B2"
    Path(path).write_text(json.dumps(data), "utf-8")
    assert main(["verify", path]) == 1
    assert "Not right: Move 4 of the record, “swap 1 B2”, is not legal there" in capsys.readouterr().err
    assert main(["verify", path, "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["right"] is False


def test_a_link_and_standard_input(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    link = MATCH.record().link()
    assert main(["verify", link]) == 0
    assert main(["verify", f"https://example.org/#{link}"]) == 0
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(MATCH.save().encode())))
    assert main(["verify", "-"]) == 0
    assert main(["verify", "no such file"]) == 1
    assert "cannot be read" in capsys.readouterr().err


def test_replay_tells_everything(path: str, capsys: Output) -> None:
    assert main(["replay", path]) == 0
    shown = capsys.readouterr().out
    for sentence in MATCH.log():
        assert sentence in shown
    assert MATCH.text() in shown
    assert f"{len(MATCH.plies):>5}  {MATCH.plies[-1].notation}" in shown


def test_replay_to_a_ply(path: str, capsys: Output) -> None:
    assert main(["replay", path, "--ply", "5"]) == 0
    assert capsys.readouterr().out.strip() == MATCH.at(5).text().strip()
    assert main(["replay", path, "--ply", "5", "--seat", "b"]) == 0
    assert capsys.readouterr().out.strip() == MATCH.at(5).text(1).strip()
    assert main(["replay", path, "--ply", "500"]) == 2
    assert main(["replay", path, "--seat", "Q"]) == 2
    assert main(["replay", path, "--speed", "0"]) == 2


def test_replay_at_a_speed(path: str, capsys: Output) -> None:
    assert main(["replay", path, "--speed", "10000"]) == 0
    assert capsys.readouterr().out.count("Draw pile") == len(MATCH.plies)


def test_replay_in_json(path: str, capsys: Output) -> None:
    assert main(["replay", path, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["plies"]) == len(MATCH.plies)
    assert found["outcome"]["sentence"] == str(MATCH.outcome)
    assert main(["replay", path, "--json", "--ply", "2"]) == 0
    assert json.loads(capsys.readouterr().out)["outcome"] is None
