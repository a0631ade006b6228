"""`zauber verify` and `zauber replay`: records from files, pipes and links."""

import io
import json
import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.match.short import played
from zauber import Match
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
    assert main(["verify", "no such file"]) == 2
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


@pytest.fixture
def night(tmp_path: Path) -> str:
    """A match of Magicians' Night in the dark, to the end."""
    match = Match("magicians_night", names=["Anna", "Ben"], seed=2, options={"turn_limit": 2, "first": "first_seat"})
    for move in ("take sun", "take moon", "enter 0", "push 32", "push 32", "stop", "enter 96", "push 0", "stop"):
        match.play(move)
    match.save(tmp_path / "night.json")
    return str(tmp_path / "night.json")


def test_replay_draws_a_position_by_lamplight_and_in_the_dark(night: str, tmp_path: Path, capsys: Output) -> None:
    picture = tmp_path / "table.svg"
    for lamp, trees in ((["--lamp", "on"], 12), (["--lamp", "off"], 0), ([], 0)):
        assert main(["replay", night, "--svg", str(picture), "--ply", "5", "--seat", "A", *lamp]) == 0
        drawn = picture.read_text("utf-8")
        assert ET.fromstring(drawn).tag.endswith("svg")
        assert drawn.count('class="tree"') == trees
    assert f"The picture is in {picture}." in capsys.readouterr().out
    assert main(["replay", night, "--svg", str(picture)]) == 0
    assert picture.read_text("utf-8").count('class="tree"') == 12  # over: the light is on


def test_replay_draws_the_turn_of_a_ply(night: str, tmp_path: Path, capsys: Output) -> None:
    picture = tmp_path / "turn.svg"
    assert main(["replay", night, "--animate", str(picture), "--ply", "4", "--lamp", "off"]) == 0
    (hat,) = re.findall(r'class="magician"[^>]*><animateTransform[^>]*values="([^"]*)"', picture.read_text("utf-8"))
    places = hat.split(";")
    assert float(places[0].split()[0]) - float(places[-1].split()[0]) == pytest.approx(6, abs=0.2)  # two strokes
    assert main(["replay", night, "--animate", str(picture), "--ply", "0"]) == 2
    assert "nothing to animate" in capsys.readouterr().err


def test_replay_refuses_pictures_that_there_are_not(path: str, night: str, tmp_path: Path, capsys: Output) -> None:
    assert main(["replay", path, "--svg", str(tmp_path / "x.svg")]) == 2
    assert "There are no pictures of Papageno" in capsys.readouterr().err
    assert main(["replay", night, "--svg", str(tmp_path / "no" / "x.svg")]) == 2
    assert "cannot be written" in capsys.readouterr().err
    Match.load(Path(night)).at(5).save(tmp_path / "half.json")
    assert main(["replay", str(tmp_path / "half.json"), "--svg", str(tmp_path / "x.svg"), "--lamp", "on"]) == 2
    assert "hidden until the match is over" in capsys.readouterr().err
