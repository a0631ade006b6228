"""`zauber sweep`: what a number of an edition does to the game."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from zauber import BadEdition, games
from zauber.cli import main
from zauber.games.contract.editions import varied
from zauber.lab.sweeping import read_vary

Output = pytest.CaptureFixture[str]


def rows(capsys: Output, *arguments: str) -> list[dict[str, Any]]:
    assert main(["sweep", *arguments, "--json"]) == 0
    found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["rows"]
    return found


def test_a_longer_board_makes_longer_matches_and_every_share_has_its_interval(capsys: Output) -> None:
    found = rows(capsys, "magic_flute", "--vary", "board.steps=4..8:2", "--games", "2000")
    assert [row["set"] for row in found] == [{"steps": 4}, {"steps": 6}, {"steps": 8}]
    means = [row["lengths"]["mean"] for row in found]
    assert means == sorted(means)
    assert means[2] > 2 * means[0]
    for row in found:
        assert row["games"] == 2000
        assert sum(one["share"] for one in row["wins"]) + row["nobody_won"] / 2000 == pytest.approx(1)
        assert all(one["low"] < one["share"] < one["high"] for one in row["wins"])
        assert sum(row["endings"].values()) == pytest.approx(1)
    assert len({row["hash"] for row in found}) == 3


def test_the_usual_number_plays_the_usual_matches(capsys: Output) -> None:
    """A variant that changes nothing is the edition itself: the same seeds give the same matches as `simulate`."""
    [same] = rows(capsys, "papageno", "--vary", "rounds_to_win=2", "--games", "300", "--seed", "5")
    assert main(["simulate", "papageno", "--by", "thumb", "--games", "300", "--seed", "5", "--json"]) == 0
    usual = json.loads(capsys.readouterr().out)
    assert same["wins"] == usual["wins"]
    assert same["hash"] == usual["edition"]["hash"]
    assert same["endings"] == usual["endings"]


def test_numbers_and_options_vary_together_and_what_cannot_be_says_why(capsys: Output, tmp_path: Path) -> None:
    file = tmp_path / "found.csv"
    chosen = ["papageno", "--vary", "capture_copies=3,99", "--vary", "reshuffle=at_once,keep_top"]
    found = rows(capsys, *chosen, "--vary", "bird_copies[3]=4", "--games", "100", "--csv", str(file))
    assert len(found) == 4
    assert {row["set"]["reshuffle"] for row in found} == {"at_once", "keep_top"}
    refused = [row for row in found if "refused" in row]
    assert [row["set"]["capture_copies"] for row in refused] == [99, 99]
    assert all("capture_copies must be a whole number from" in row["refused"] for row in refused)
    written = list(csv.DictReader(file.read_text("utf-8").splitlines()))
    assert len(written) == 4
    assert float(written[0]["share_0"]) == pytest.approx(found[0]["wins"][0]["share"])
    assert written[3]["refused"] == refused[1]["refused"]


def test_as_a_table(capsys: Output) -> None:
    assert main(["sweep", "magi", "--seats", "4", "--vary", "hand_size=5,6", "--games", "50", "--by", "random"]) == 0
    shown = capsys.readouterr().out
    assert "50 random matches of each variant" in shown
    assert "±" in shown
    assert main(["sweep", "papageno", "--vary", "turn_limit=3", "--games", "50", "--by", "random,thumb"]) == 0
    assert "random,thumb matches" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("vary", "said"),
    [
        ("steps", "is written KEY=VALUES"),
        ("=3", "is written KEY=VALUES"),
        ("steps=", "is written KEY=VALUES"),
        ("steps=9..4", "no range of at most 1,000 values that goes up"),
        ("steps=1..9:0", "no range of at most 1,000 values that goes up"),
        ("steps=1..99999", "no range of at most 1,000 values that goes up"),
        ("stairs=1..3", "“stairs” is not a number of The Magic Flute"),
        ("steps[0]=1", "“steps[0]” is not there: steps is 6"),
        ("silence[4]=1", "“silence[4]” is not there: silence is [1, 1, 0, 0]"),
        ("steps=four", "must be a whole number from"),
        ("hand=0", "must be a whole number from"),
    ],
)
def test_what_cannot_vary_is_said_in_a_sentence(vary: str, said: str, capsys: Output) -> None:
    assert main(["sweep", "magic_flute", "--vary", vary]) == 2
    assert said in capsys.readouterr().err


def test_ranges() -> None:
    assert read_vary("a=1..4").values == (1, 2, 3, 4)
    assert read_vary("a=0.1..0.3:0.1").values == (0.1, 0.2, 0.3)
    assert read_vary("a=-2..2:2").values == (-2, 0, 2)
    assert read_vary(" x.a = 1, 2.5 ,three ").values == (1, 2.5, "three")


def test_a_shipped_edition_is_not_changed_by_its_variants() -> None:
    game = games.get("papageno")
    before = game.edition("a").hash
    assert varied(game, "a", {"bird_copies[0]": 1}, {}).hash != before
    assert game.edition("a").hash == before
    with pytest.raises(BadEdition, match="name one of"):
        varied(game, "none", {}, {})
