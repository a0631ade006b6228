"""`zauber arena` is fair to every player, independent of the number of workers, and resumable."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.sizes import size
from zauber import bots
from zauber.cli import main
from zauber.errors import ZauberError
from zauber.lab.arena import Contest, hold, play_deal
from zauber.lab.standings import draw


def figures(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["arena", *arguments, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_the_better_player_is_named_first_with_share_interval_and_rating(capsys: pytest.CaptureFixture[str]) -> None:
    found = figures(capsys, "mago_magino", "--players", "apprentice,thumb", "--games", "60", "--seed", "3")
    best, other = found["players"]
    assert (best["name"], other["name"]) == ("thumb", "apprentice")
    assert best["low"] < best["share"] < best["high"]
    assert best["low"] > 0.5 > other["high"]
    assert best["share"] + other["share"] == pytest.approx(1)
    assert best["rating"] > other["rating"]
    assert found["games"] == 60


def test_a_name_may_stand_for_several_seats(capsys: pytest.CaptureFixture[str]) -> None:
    found = figures(capsys, "mago_magino", "--players", "adept,apprentice,apprentice", "--games", "45")
    shares = {player["name"]: player["share"] for player in found["players"]}
    assert shares["adept"] + 2 * shares["apprentice"] == pytest.approx(1)
    assert found["fair"] == pytest.approx(1 / 3)
    assert sum(found["seats"]) == pytest.approx(1)


@pytest.mark.no_cover
def test_equal_players_differ_by_nothing_but_chance() -> None:
    """Each deal is played from every seat; identical players with one source of chance share it evenly."""

    class Twin(bots.Thumb):
        name = "twin"

    bots.register(Twin)
    try:
        results = hold(Contest("mago_magino", ("thumb", "twin"), seed=5), size(200, 80))
    finally:
        del bots.PLAYERS["twin"]
    one, _ = results.standings()
    assert one.low < 0.5 < one.high
    alone = hold(Contest("mago_magino", ("thumb", "thumb"), seed=5), 40)
    assert [standing.share for standing in alone.standings()] == [0.5]


def test_the_same_whatever_the_workers_and_resumed_where_it_stopped(tmp_path: Path) -> None:
    contest = Contest("mago_magino", ("apprentice", "adept"), seed=7)
    alone = hold(contest, 12)
    assert hold(contest, 12, workers=2).figures() == alone.figures()
    path = tmp_path / "results.jsonl"
    hold(contest, 6, resume=path)
    with path.open("a", encoding="utf-8") as file:
        file.write('{"deal": 3, "sha')  # the power went off
    told: list[int] = []
    assert hold(contest, 12, resume=path, progress=told.append).figures() == alone.figures()
    assert told[0] == 6
    assert hold(contest, 12, resume=path).deals == alone.deals
    with pytest.raises(ZauberError, match="holds another contest"):
        hold(Contest("mago_magino", ("adept", "adept"), seed=7), 12, resume=path)


def test_a_deal_is_the_same_chance_for_every_rotation() -> None:
    """Two players that play alike get each other's shares when they change seats."""
    for deal in range(4):
        rows = play_deal(Contest("mago_magino", ("thumb", "thumb"), seed=1), deal)
        assert rows[0] != rows[1] or rows[0] == [0.5, 0.5]
        assert rows[0] == rows[1][::-1]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("papageno --players thumb", "Papageno is played by 2 to 5 players: name one for each seat"),
        ("papageno --players thumb,planner", "The bot “planner” does not play this game"),
        ("papageno --players thumb,thumb --seed -1", "A seed is a whole number"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(
    line: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *line.split()]) == 2
    assert sentence in capsys.readouterr().err


def test_a_table_and_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "arena.svg"
    line = ["arena", "mago_magino", "--players", "apprentice,adept", "--games", "8", "--plot", str(picture)]
    assert main(line) == 0
    assert "adept" in capsys.readouterr().out
    drawn = picture.read_text("utf-8")
    assert drawn == draw(hold(Contest("mago_magino", ("apprentice", "adept")), 8))
    assert drawn.count("<circle") == 2


def test_without_ratings_the_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    assert main(["arena", "mago_magino", "--players", "thumb,random", "--games", "2"]) == 0
    assert "pip install 'zauber[arena]'" in capsys.readouterr().out
