"""The pages of scores and levels are made from the stored results, and measuring goes on where it stopped."""

import json
import time
from pathlib import Path

import pytest

from benchmarks import levels, scores
from zauber.lab import measure
from zauber.lab.arena import Contest, hold
from zauber.lab.measure import MeasuredRow, MeasurePlan


def test_the_page_is_made_from_the_stored_results() -> None:
    """When this fails: `python benchmarks/scores.py --minutes 0` writes the page again."""
    assert scores.PAGE.read_text("utf-8") == scores.page(measure.read(scores.STORE))


def test_the_table_of_levels_is_made_from_the_stored_results() -> None:
    """When this fails: `python benchmarks/levels.py --minutes 0` writes the table again."""
    page = levels.PAGE.read_text("utf-8")
    assert levels.written(page, levels.table(measure.read(levels.STORE))) == page


def test_a_score_is_what_the_arena_measures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scores, "tables", lambda: iter([("magic_flute", "short", 2)]))
    store, page = tmp_path / "scores.json", tmp_path / "page.md"
    begun = ["--players", "random", "--games", "magic_flute", "--store", str(store), "--page", str(page)]
    begun += ["--workers", "1", "--matches", "8"]
    scores.main([*begun, "--minutes", "0"])
    assert not store.exists()
    scores.main([*begun, "--minutes", "9"])
    [row] = measure.read(store)
    assert row.matches == 8
    share, low, high = row.score()
    [standing] = [one for one in hold(row.contest, 8).standings() if one.name == "random"]
    assert share == pytest.approx(standing.share)
    assert (low, high) == pytest.approx((standing.low, standing.high))
    assert row.said() in page.read_text("utf-8")
    before = store.read_text()
    scores.main([*begun, "--minutes", "9"])  # nothing is left to do
    assert store.read_text() == before
    elsewhere = MeasuredRow("papageno", "house", 2, "random", "thumb", 0, 3, 1.0, 0.5)
    measure.keep(store, [row, elsewhere])
    scores.main([*begun, "--minutes", "9", "--matches", "4", "--again", "random"])
    assert {row.game: row.matches for row in measure.read(store)} == {"magic_flute": 4, "papageno": 6}


def test_levels_are_measured_and_told(tmp_path: Path) -> None:
    store, page = tmp_path / "levels.json", tmp_path / "players.md"
    page.write_text(f"Before.\n\n{levels.BEGIN}\nold\n{levels.END}\n\nAfter.\n")
    given = ["--games", "magic_flute", "--store", str(store), "--page", str(page), "--workers", "1", "--matches", "2"]
    levels.main([*given, "--minutes", "0"])
    assert "Not measured yet" in page.read_text("utf-8")
    kept = [
        MeasuredRow("magic_flute", "house", 2, above, below, levels.SEED, 3, 2.0, 1.5)
        for above, below in [*levels.steps("magi"), ("peeking", "mage")]
    ]
    measure.keep(store, kept[1:])
    levels.main([*given, "--minutes", "9"])
    text = page.read_text("utf-8")
    assert text.startswith("Before.\n")
    assert text.endswith("\nAfter.\n")
    assert "old" not in text
    assert text.count("of 2: open") == 1  # adept against apprentice, now
    assert text.count("0.667 (0.086–0.993) of 6: open") == 2
    assert text.count("0.667 (0.086–0.993) of 6 |") == 1  # nothing is promised of the player that peeks
    assert levels.upper("magi") == [("peeking", "mage")]
    seeds = {(row.game, row.seats): row.seed for row in levels.rows(("magi", "magicians_night"))}
    assert [seeds["magi", 4], seeds["magicians_night", 2], seeds["magicians_night", 3]] == [2026, 2028, 2027]
    assert {row.seed for row in levels.rows(("magicians_night",), 0)} == {0}
    for told, mean in (("yes", 0.9), ("no", 0.1)):
        assert (
            levels.verdict(MeasuredRow("magi", "house", 4, "mage", "adept", 0, 100, 100 * mean, 100 * mean**2)) == told
        )
    assert levels.verdict(MeasuredRow("magi", "house", 2, "mage", "adept", 0, 100, 60.0, 50.0)) == "open"
    assert levels.wanted(4) == pytest.approx(0.35)


def test_processes_and_interruptions_do_not_change_a_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fresh() -> list[MeasuredRow]:
        return [
            MeasuredRow("magic_flute", "short", 2, "random"),
            MeasuredRow("magic_flute", "short", 2, "thumb", "random"),
        ]

    one, two = tmp_path / "one.json", tmp_path / "two.json"
    measure.measure(fresh(), (12,), one, 9)
    measure.measure(fresh(), (4,), two, 9)
    measure.measure(fresh(), (4, 12), two, 9, workers=2)
    assert one.read_bytes() == two.read_bytes()

    calls = iter(range(3))

    def interrupted(contest: Contest, first: int, many: int) -> tuple[list[float], float]:
        if next(calls) == 2:
            raise KeyboardInterrupt
        return [0.5] * many, 1.0

    monkeypatch.setattr(measure, "play", interrupted)
    monkeypatch.setattr(measure, "KEEP_EVERY", 0.0)
    cut = tmp_path / "new" / "cut.json"
    found = measure.measure(fresh(), (40,), cut, 1)
    assert sum(row.deals for row in found) == sum(row["deals"] for row in json.loads(cut.read_text())["rows"]) > 0


def test_a_plan_compiles_once_and_counts_deals_in_their_order() -> None:
    flute, other = MeasuredRow("magic_flute", "house", 2, "random"), MeasuredRow("magic_flute", "house", 2, "mage")
    magi = MeasuredRow("magi", "house", 4, "random")
    plan = MeasurePlan([flute, other, magi], (4, 8))
    assert plan.next() == (flute, 0, 1)
    assert plan.next() == (magi, 0, 1)  # the other game: the first one is being compiled
    assert plan.next() is None
    plan.take(flute, 0, [1.0], 2.0)
    assert plan.next() == (flute, 1, 1)
    assert plan.next() == (other, 0, 1)
    assert plan.next() == (flute, 2, 1)  # the next stage: nothing of the first is left
    plan.take(flute, 2, [0.5], 0.1)
    assert flute.deals == 1  # deal 1 is missing
    plan.take(flute, 1, [0.0], 0.1)
    assert (flute.deals, flute.sum, flute.squares) == (3, 1.5, 1.25)
    assert plan.next() == (flute, 3, 1)
    assert plan.next() is None


def test_no_deals_take_no_time() -> None:
    assert measure.play(Contest("magic_flute", ("random", "random"), "short"), 0, 0)[0] == []
    assert list(measure.alone(MeasurePlan([MeasuredRow("magi", "house", 4, "random")], (4,)), time.monotonic())) == []


def test_one_deal_says_nothing_of_the_spread() -> None:
    assert MeasuredRow("magi", "house", 4, "mage", deals=1, sum=0.5, squares=0.25).score() == (0.5, 0.0, 1.0)
    assert scores.absent({"mage": 0}).startswith("Nothing.")
