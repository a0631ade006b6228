"""benchmarks/minds.py compares players at equal time, stores the results in a file and prints the table."""

import importlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from zauber import bots
from zauber.lab.measure import MeasuredRow


@pytest.fixture
def minds() -> Iterator[Any]:
    """The script; the players that it registers are removed afterwards."""
    before = dict(bots.PLAYERS)
    yield importlib.reload(importlib.import_module("benchmarks.minds"))
    bots.PLAYERS.clear()
    bots.PLAYERS.update(before)


def test_the_players_are_compared_at_equal_time(minds: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "minds.json"
    given = ["--games", "mago_magino", "--milliseconds", "1", "--matches", "4", "--out", str(out)]
    minds.main([*given, "--minutes", "0.02"])
    rows = json.loads(out.read_text("utf-8"))["rows"]
    assert rows[0]["milliseconds"] == 1
    assert rows[0]["deals"] >= 1
    minds.main([*given, "--minutes", "0"])
    assert "| Mago Magino | 2 | 1 | search | thumb |" in capsys.readouterr().out


def test_every_way_is_a_player_and_fifty_five_to_forty_five_is_wanted_of_it(minds: Any) -> None:
    asked = list(minds.rows((), ("value", "root"), 100, 1))
    assert {row.player for row in asked} == {"value", "root"}
    assert {row.game for row in asked} == {"magic_flute", "papageno", "magi", "mago_magino"}
    assert all(bots.get(name, "magi") for name in minds.WAYS)
    assert minds.wanted(MeasuredRow("papageno", "", 2, "guided", "search")) == "0.550"
    assert minds.wanted(MeasuredRow("magi", "", 4, "guided", "search")) == "0.289"
    assert minds.wanted(MeasuredRow("magi", "", 4, "guided", "thumb")) == ""
    night = [(row.player, row.against) for row in minds.rows(("magicians_night",), (), 100, 1)]
    assert night == [("planner", "thumb")]
