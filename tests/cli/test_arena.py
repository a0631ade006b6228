"""`zauber arena` is fair to every player, independent of the number of workers, and resumable."""

import itertools
import json
import sys
from collections.abc import Iterator
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
from zauber.lab.simulating import simulate_bots


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


def test_what_results_depend_on_is_recorded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The release, the rules, the edition with its options, and a hash of the players, levels and networks."""
    assert MADE["zauber"] == __version__
    assert MADE["rules"] == games.get("mago_magino").version
    assert replace(PAIR, options={"turn_limit": 9}).header()["made_with"]["edition"] != MADE["edition"]
    mine, night = games.get("mago_magino"), games.get("magicians_night")
    kinds = PAIR.kinds()
    named = {file.name: file for file in arena.strength_files(mine, kinds)}
    assert {"levels.json", "guided.json", "mago_magino.npz", "thumb.py", "naive.py", "simple.py"} <= set(named)
    assert {"network.npz", "thumb.py"} <= {file.name for file in arena.strength_files(night, kinds)}
    assert Path(__file__).name in {file.name for file in arena.strength_files(mine, [Clumsy])}
    assert arena.strength(mine, kinds) == MADE["players"] != arena.strength(night, kinds)
    for name, file in named.items():
        changed = tmp_path / name
        changed.write_bytes(file.read_bytes() + b" ")
        files = [changed if each == name else other for each, other in named.items()]
        monkeypatch.setattr(arena, "strength_files", lambda game, kinds, files=files: files)
        assert arena.strength(mine, kinds) != MADE["players"], name


def test_without_ratings_the_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    assert main(["arena", "mago_magino", "--players", "thumb,random", "--games", "2"]) == 0
    assert "pip install 'zauber[arena]'" in capsys.readouterr().out


class Clumsy(bots.simple.Random):
    """Fails in some matches, and in others chooses what is no move."""

    name = "clumsy"

    def choose(self, position: Any, moves: Any, seed: int, budget: bots.Budget = bots.OWN) -> int:
        if seed % 40 == 0:
            raise RuntimeError("it fell")
        return -7 if seed % 40 == 1 else super().choose(position, moves, seed, budget)


@pytest.mark.usefixtures("registered")
def test_who_fails_forfeits_and_is_named_and_the_rest_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bots.register(Clumsy)
    path = tmp_path / "clumsy.jsonl"
    line = ["arena", "magic_flute", "--players", "clumsy,random", "--games", "12", "--resume", str(path)]
    assert main(line) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "“clumsy” forfeited in" in told
    assert "of 6 deals. The first: <Clumsy at seat" in told
    again = hold(Contest("magic_flute", ("clumsy", "random")), 12, resume=path)  # as it was read from the file
    deals, first = again.faults["clumsy"]
    assert deals > 0
    assert "failed with RuntimeError: it fell" in first or "chose -7, which is not one of its moves" in first
    assert again.figures()["faults"]["clumsy"]["deals"] == deals
    assert all(sum(row) == pytest.approx(1) for rows in again.deals for row in rows)
    with pytest.raises(ZauberError, match="Clumsy at seat"):  # a benchmark has no use for such results
        measure.play(Contest("magic_flute", ("clumsy", "random")), 0, 6)


def test_ctrl_c_shows_what_there_is(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    played = arena.play_out

    def interrupted(contest: Contest, deal: int) -> Any:
        if deal == 3:
            raise KeyboardInterrupt
        return played(contest, deal)

    monkeypatch.setattr(arena, "play_out", interrupted)
    assert main(["arena", "magic_flute", "--players", "random,thumb", "--games", "20"]) == 0
    told = capsys.readouterr().out
    assert "6 matches" in told
    assert "Stopped early" in told
