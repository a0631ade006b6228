"""`zauber arena` is fair to every player, independent of the number of workers, and resumable."""

import itertools
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.sizes import size
from zauber import __version__, bots, games
from zauber.bots.player import Move
from zauber.bots.search import Search
from zauber.cli import main
from zauber.errors import ZauberError
from zauber.games.game import Game
from zauber.lab import arena, measure
from zauber.lab.arena import Contest, hold, play_deal
from zauber.lab.kept import Rows
from zauber.lab.simulating import simulate_bots
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


@pytest.fixture
def registered() -> Iterator[None]:
    """What a test registers is removed afterwards."""
    before = dict(bots.PLAYERS)
    yield
    bots.PLAYERS.clear()
    bots.PLAYERS.update(before)


@pytest.mark.no_cover
@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize(
    ("game", "seats"), [(name, seats) for name in games.NAMES for seats in {*games.get(name).seats[:: size(1, 9)]}]
)
def test_equal_players_differ_by_their_seats_and_by_nothing_else(game: str, seats: int) -> None:
    """Each deal is played from every seat with one source of chance, so that whoever sits there has the same share."""

    class Twin(bots.Thumb):
        name = "twin"

    bots.register(Twin)
    results = hold(Contest(game, ("twin", *["thumb"] * (seats - 1)), seed=5), 3 * seats)
    for rows in results.deals:
        for turn in range(seats):
            assert [rows[turn][(seat + turn) % seats] for seat in range(seats)] == rows[0]
    one, other = results.standings()
    assert one.share == pytest.approx(other.share)
    assert one.share == pytest.approx(sum(results.seat_shares()) / seats)
    assert len({share for rows in results.deals for share in rows[0]}) > 1, "seats do differ"


def test_the_same_whatever_the_workers_and_resumed_where_it_stopped(tmp_path: Path) -> None:
    contest = Contest("papageno", ("mage", "adept"), seed=7)
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
        hold(Contest("papageno", ("adept", "adept"), seed=7), 12, resume=path)


def test_a_busy_machine_plays_no_worse_unless_a_time_limit_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock on which ten seconds pass whenever it is read."""
    contest = Contest("papageno", ("mage", "thumb"), seed=7)
    game, edition = contest.loaded()
    spent: set[bots.Budget] = set()
    think = Search.think

    def thinking(self: Search, *given: Any) -> list[Move]:
        spent.add(given[3])
        return think(self, *given)

    def results() -> list[Any]:
        simulated = simulate_bots(game, edition, contest.kinds(), 4, 7)
        return [hold(contest, 4).deals, measure.play(contest, 0, 2)[0], simulated.lengths.tolist()]

    calm, clock = results(), itertools.count(0.0, 10.0)
    monkeypatch.setattr("zauber.bots.search.time.perf_counter", lambda: next(clock))
    monkeypatch.setattr(Search, "think", thinking)
    assert results() == calm
    assert {budget.milliseconds for budget in spent} == {0}
    spent.clear()
    hold(replace(contest, milliseconds=900), 4)
    assert spent == {bots.Budget(milliseconds=900)}


@pytest.mark.usefixtures("registered")
def test_players_are_prepared_before_their_first_deal() -> None:
    told: list[str] = []

    @bots.register
    class Slow(bots.Thumb):
        name = "slow"

        @classmethod
        def prepare(cls, game: Game) -> None:
            told.append("prepared")

        def choose(self, *given: Any) -> int:
            told.append("asked")
            return super().choose(*given)

    hold(Contest("mago_magino", ("slow", "thumb")), 4)
    assert told[:2] == ["prepared", "asked"]
    assert told.count("prepared") == 1


@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize("name", ["hasty", "thumb"])
def test_a_player_that_only_this_process_knows_is_not_mistaken_for_another(name: str) -> None:
    bots.register(type("Hasty", (bots.Random,), {"name": name}))
    contest = Contest("mago_magino", (name, "random"))
    assert hold(contest, 4).games == 4
    with pytest.raises(ZauberError, match=f"Other processes do not know the player “{name}”.*entry point"):
        hold(contest, 4, workers=2)


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
        ("magicians_night --players thumb,mage --iterations 9", "In Magicians’ Night “mage” does not count iterations"),
        ("magicians_night --players planner,thumb --milliseconds 9", "“planner” does not count iterations or milli"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(
    line: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *line.split()]) == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.usefixtures("registered")
def test_only_the_arenas_own_player_gets_open_positions(capsys: pytest.CaptureFixture[str]) -> None:
    @bots.register
    class Spy(bots.Thumb):
        name = "spy"
        title = "Spy"
        sees_all = True

    for line in ("arena mago_magino --players thumb,spy", "simulate mago_magino --by thumb,spy --games 1"):
        assert main(line.split()) == 2
        assert "Spy asks for open positions (`sees_all`), which only “peeking” may have." in capsys.readouterr().err
    assert main(["simulate", "mago_magino", "--by", "peeking", "--games", "1"]) == 2
    assert "no bot “peeking”" in capsys.readouterr().err


def test_a_budget_is_checked_before_anything_is_played() -> None:
    with pytest.raises(ZauberError, match="whole number of iterations"):
        Contest("papageno", ("mage", "thumb"), iterations=-1).check()


PAIR = Contest("mago_magino", ("thumb", "random"))
MADE = PAIR.header()["made_with"]


def kept_file(path: Path, *lines: Any, **header: Any) -> Path:
    """A file of results with a header that may have been changed."""
    path.write_text("\n".join(json.dumps(line) for line in ({**PAIR.header(), **header}, *lines)) + "\n", "utf-8")
    return path


def test_a_file_of_a_run_that_was_killed_before_its_first_deal_is_continued(tmp_path: Path) -> None:
    """It is empty, or has only its header, which is written at once."""
    path = tmp_path / "results.jsonl"
    path.touch()
    results = hold(PAIR, 4, resume=path)
    assert path.read_text("utf-8").count("\n") == 3
    assert hold(PAIR, 4, resume=kept_file(path)).deals == results.deals
    seen: list[str] = []

    def spread(contest: Contest, deals: Sequence[int]) -> Iterator[tuple[int, Rows]]:
        seen.append(fresh.read_text("utf-8"))
        yield from ((deal, [[1.0, 0.0], [1.0, 0.0]]) for deal in deals)

    hold(PAIR, 4, resume=(fresh := tmp_path / "fresh.jsonl"), spread=spread)
    assert json.loads(seen[0]) == json.loads(json.dumps(PAIR.header()))


@pytest.mark.parametrize(
    "row",
    [
        5, None, {}, [], "deal", {"deal": 0}, {"deal": -1, "shares": [[1, 0], [1, 0]]},
        {"deal": True, "shares": [[1, 0], [1, 0]]}, {"deal": 0.5, "shares": [[1, 0], [1, 0]]},
        {"deal": 0, "shares": [[1, 0]]}, {"deal": 0, "shares": [[1, 0], [1]]}, {"deal": 0, "shares": [1, 0]},
        {"deal": 0, "shares": [["1", "0"], [1, 0]]}, {"deal": 0, "shares": [[2, 0], [1, 0]]},
        {"deal": 0, "shares": [[float("nan"), 0], [1, 0]]},
    ],
)  # fmt: skip
def test_a_line_that_is_not_a_deal_is_refused_in_a_sentence(row: Any, tmp_path: Path) -> None:
    good = {"deal": 1, "shares": [[1, 0], [0.5, 0.5]]}
    path = kept_file(tmp_path / "results.jsonl", good, row)
    with pytest.raises(ZauberError, match=r"^Line 3 of .*results.jsonl is not a deal of this contest"):
        hold(PAIR, 4, resume=path)
    assert hold(PAIR, 4, resume=kept_file(path, good)).deals[1] == good["shares"]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\xff\xfe\x00", "is not a file of an arena's results: it is not text"),
        (b"# Notes\n", "is not a file of an arena's results: name another one"),
        (b"5\n", "is not a file of an arena's results: name another one"),
        (b"[" * 100_000, "is not a file of an arena's results: name another one"),
        (b"\n", "is not a file of an arena's results: name another one"),
        (None, "cannot be read: Is a directory"),
    ],
)
def test_what_is_not_a_file_of_results_is_refused_in_a_sentence(
    content: bytes | None, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "given"
    path.mkdir() if content is None else path.write_bytes(content)
    line = ["arena", PAIR.game, "--players", ",".join(PAIR.players), "--games", "2", "--resume", str(path)]
    assert main(line) == 2
    assert sentence in capsys.readouterr().err
    assert content is None or path.read_bytes() == content


@pytest.mark.parametrize(
    ("made_with", "sentence"),
    [
        (None, "does not say which version of Zauber and which levels played in it"),
        ("old", "does not say which version of Zauber and which levels played in it"),
        ({**MADE, "zauber": "0.0.1"}, r"begun with another version of Zauber \(0.0.1, now "),
        ({**MADE, "rules": 0}, r"begun with another version of the rules \(0, now "),
        ({**MADE, "edition": "abc"}, r"begun with other numbers in the edition \(abc, now "),
        (
            {**MADE, "players": "abc", "rules": 0},
            r"\(0, now .* and other numbers or networks of the levels \(abc, now ",
        ),
        ({}, r"begun with another version of Zauber \(None, now "),
    ],
)
def test_results_of_other_rules_or_players_are_not_continued(made_with: Any, sentence: str, tmp_path: Path) -> None:
    path = kept_file(tmp_path / "results.jsonl", made_with=made_with)
    with pytest.raises(ZauberError, match=sentence):
        hold(PAIR, 4, resume=path)
    old = {key: value for key, value in PAIR.header().items() if key != "made_with"}
    path.write_text(json.dumps(old) + "\n", "utf-8")
    with pytest.raises(ZauberError, match="begin a new file"):
        hold(PAIR, 4, resume=path)


def test_what_results_depend_on_is_recorded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The release, the rules, the edition with its options, and a hash of the levels' numbers and the networks."""
    assert MADE["zauber"] == __version__
    assert MADE["rules"] == games.get("mago_magino").version
    assert replace(PAIR, options={"turn_limit": 9}).header()["made_with"]["edition"] != MADE["edition"]
    mine, night = games.get("mago_magino"), games.get("magicians_night")
    named = {file.name: file for file in arena.strength_files(mine)}
    assert set(named) == {"levels.json", "guided.json", "mago_magino.npz"}
    assert {file.name for file in arena.strength_files(night)} == {"levels.json", "guided.json", "network.npz"}
    assert arena.strength(mine) == MADE["players"] != arena.strength(night)
    for name, file in named.items():
        changed = tmp_path / name
        changed.write_bytes(file.read_bytes() + b" ")
        files = [changed if each == name else other for each, other in named.items()]
        monkeypatch.setattr(arena, "strength_files", lambda game, files=files: files)
        assert arena.strength(mine) != MADE["players"], name


def test_a_table_and_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "arena.svg"
    line = ["arena", "mago_magino", "--players", "apprentice,adept", "--games", "8", "--plot", str(picture)]
    assert main(line) == 0
    assert "adept" in capsys.readouterr().out
    drawn = picture.read_text("utf-8")
    assert drawn == draw(hold(Contest("mago_magino", ("apprentice", "adept")), 8))
    assert drawn.count("<circle") == 2


def test_results_are_not_lost_when_the_picture_cannot_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nowhere = str(tmp_path / "nowhere" / "arena.svg")
    assert main(["arena", "mago_magino", "--players", "thumb,random", "--games", "2", "--plot", nowhere]) == 2
    said = capsys.readouterr()
    assert "matches of 2 seats" in said.out
    assert "arena.svg cannot be written: No such file or directory." in said.err


def test_without_ratings_the_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    assert main(["arena", "mago_magino", "--players", "thumb,random", "--games", "2"]) == 0
    assert "pip install 'zauber[arena]'" in capsys.readouterr().out
