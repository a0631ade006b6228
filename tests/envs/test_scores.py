"""The page of scores is made from the stored results, and measuring goes on where it stopped."""

import json
from pathlib import Path

import pytest

from benchmarks import scores
from zauber.lab.arena import hold

ROOT = Path(__file__).parent.parent.parent


def test_the_page_is_made_from_the_stored_results() -> None:
    """When this fails: `python benchmarks/scores.py --minutes 0` writes the page again."""
    assert scores.PAGE.read_text("utf-8") == scores.page(scores.read(scores.STORE))


def test_a_score_is_what_the_arena_measures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scores, "STAGES", (4, 8))
    monkeypatch.setattr(scores, "tables", lambda: iter([("magic_flute", "short", 2)]))
    store, page = tmp_path / "scores.json", tmp_path / "page.md"
    begun = ["--players", "random", "--games", "magic_flute", "--store", str(store), "--page", str(page)]
    scores.main([*begun, "--minutes", "0"])
    assert not store.exists()
    scores.main([*begun, "--minutes", "1"])
    [row] = json.loads(store.read_text())["rows"]
    assert row["deals"] * row["seats"] == 8
    share, half = scores.score(row)
    [standing] = [one for one in hold(scores.contest_of(row), 8).standings() if one.name == "random"]
    assert share == pytest.approx(standing.share)
    assert min(1.0, share + half) == pytest.approx(standing.high, abs=1e-3)
    assert scores.said(row) in page.read_text("utf-8")
    scores.main([*begun, "--minutes", "1"])  # nothing is left to do
    assert json.loads(store.read_text())["rows"] == [row]


def test_one_deal_says_nothing_of_the_spread() -> None:
    assert scores.score({"deals": 1, "sum": 0.5, "squares": 0.25}) == (0.5, 1.0)
    assert scores.absent({"mage": 0}).startswith("Nothing.")
