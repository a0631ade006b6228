"""`zauber simulate`, `bench` and `check`: figures as tables and as JSON."""

import argparse
import io
import json
import re
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.sizes import FULL
from zauber import BrokenRules, ZauberError, bots, games
from zauber.cli import main
from zauber.commands import bench as bench_command
from zauber.commands import simulate as simulate_command
from zauber.games.compiling.link import cache_folder
from zauber.games.game import Game
from zauber.games.magicians_night import pace
from zauber.lab import bench, peers, seats

Output = pytest.CaptureFixture[str]


def figures(capsys: Output, *arguments: str) -> Any:
    assert main([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_simulate_in_json(capsys: Output) -> None:
    found = figures(capsys, "simulate", "papageno", "--games", "2_000", "--seats", "3", "--seed", "1")
    assert found["games"] == 2000
    assert found["decisions"] > 2000 * 20
    assert found["seconds"] > 0
    assert found["decisions_per_second"] == pytest.approx(found["decisions"] / found["seconds"])
    assert found["edition"]["options"]["turn_limit"] == 1000
    assert sum(row["wins"] for row in found["wins"]) == pytest.approx(2000)
    for row in found["wins"]:
        assert row["low"] < row["share"] < row["high"]
        assert row["low"] < 1 / 3 < row["high"]
    lengths = found["lengths"]
    assert lengths["least"] <= lengths["q5"] <= lengths["q50"] <= lengths["q95"] <= lengths["most"]


def test_simulate_as_a_table(capsys: Output) -> None:
    assert main(["simulate", "papageno", "--games", "1e3", "--threads", "2", "--edition", "b"]) == 0
    shown = capsys.readouterr().out
    assert "1,000 random matches of 2 seats" in shown
    assert "95 % interval" in shown
    assert "edition b" in shown


def test_a_limit_of_ones_own_is_kept(capsys: Output) -> None:
    found = figures(capsys, "simulate", "papageno", "--games", "10", "--option", "turn_limit=3")
    assert found["edition"]["options"]["turn_limit"] == 3


def test_simulate_by_rule_of_thumb_tells_how_matches_end(capsys: Output) -> None:
    line = ("simulate", "magicians_night", "--by", "thumb", "--games", "8", "--seats", "2", "--option", "turn_limit=14")
    found = figures(capsys, *line)
    assert set(found["endings"]) <= {"end.landed", "end.helped", "end.limit"}
    assert sum(found["endings"].values()) == 1
    assert found["nobody_won"] == 8 * found["endings"].get("end.limit", 0)
    assert 6 < found["turns"]["q50"] <= found["turns"]["most"] <= 14
    assert main(list(line)) == 0
    shown = capsys.readouterr().out
    assert "8 rule-of-thumb matches" in shown
    assert "turns of a match" in shown
    assert re.search(r"how they ended: [a-z ]+ \d+\.\d%", shown)
    one, two = (figures(capsys, *line, "--threads", threads) for threads in ("1", "2"))
    for key in ("wins", "lengths", "turns", "endings"):
        assert one[key] == two[key]


def test_any_bot_can_be_simulated(capsys: Output) -> None:
    """One name for all seats or one for each; a player registered by the user works too."""

    class Last(bots.Random):
        name = "last"

        def choose(self, position: Any, moves: Any, seed: int, budget: Any = bots.OWN) -> int:
            return int(moves[-1])

    bots.register(Last)
    try:
        line = ("simulate", "papageno", "--seats", "2", "--games", "6", "--option", "turn_limit=20")
        found = figures(capsys, *line, "--by", "adept,last")
        assert found["games"] == 6
        assert sum(row["wins"] for row in found["wins"]) == 6
        assert sum(found["endings"].values()) == pytest.approx(1)
        assert found["wins"] == figures(capsys, *line, "--by", "adept,last")["wins"]
        assert main([*line, "--by", "last"]) == 0
        assert "6 last matches of 2 seats" in capsys.readouterr().out
    finally:
        del bots.PLAYERS["last"]
    for wrong, told in (
        (("--by", "adept,adept,adept"), "one for each"),
        (("--by", "nobody"), "no bot “nobody”"),
        (("--by", "adept", "--on", "ray"), "by rule of thumb"),
        (("--by", "adept", "--games", "1e10"), "from 1 to"),
    ):
        assert main([*line, *wrong]) == 2
        assert told in capsys.readouterr().err


def test_the_bar_shows_after_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stderr", Terminal())
    with simulate_command.progress_bar(100) as tell:
        assert tell is not None
        tell(50)


def test_bench_in_json(capsys: Output) -> None:
    line = ("bench", "play", "papageno", "--seats", "3", "--runs", "2", "--seconds", "0.02")
    found = figures(capsys, *line)
    assert found["machine"]["cores"]
    assert found["machine"]["versions"]["numba"]
    (row,) = found["rows"]
    assert (row["bench"], row["game"], row["seats"], row["unit"]) == ("play", "papageno", 3, "decisions/s")
    assert len(row["runs"]) == 2
    assert min(row["runs"]) <= row["median"] <= max(row["runs"])
    assert row["median_by_cpu_time"] > 0


def test_bench_as_lines(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "_ready", lambda game, cache: (0.25, 0.2, 1.5, 1.0))
    monkeypatch.setattr("zauber.lab.search_pace.bench_search", lambda settings: iter(()))  # see below
    assert main(["bench", "papageno", "--runs", "1", "--seconds", "0.01"]) == 0
    shown = capsys.readouterr().out
    assert "decisions/s" in shown
    assert "from cache" in shown
    assert "cores" in shown
    assert bench_command._figure(2.5e6) == "2.50 M"
    assert bench_command._figure(1234.0) == "1,234"


def test_bench_keeps_its_figures(capsys: Output, tmp_path: Path) -> None:
    file = tmp_path / "kept" / "figures.json"
    line = ["bench", "batch", "papageno", "--runs", "1", "--seconds", "0.01", "--store", str(file)]
    assert main(line) == 0
    assert str(file) in capsys.readouterr().out
    report = json.loads(file.read_text("utf-8"))
    assert {"when", "command", "machine", "rows"} == set(report)
    assert [row["lanes"] for row in report["rows"]] == [*bench.SIZES, *[bench.SIZES[-1]] * 2]
    for row in report["rows"]:
        assert row["unit"] == "steps/s"
        assert row["spread"] == {"least": row["median"], "most": row["median"]}
        assert row["median"] > 0


def test_bench_counts_what_cores_give(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 3)
    rows = figures(capsys, "bench", "cores", "papageno", "--runs", "1", "--seconds", "0.02")["rows"]
    assert [row["cores"] for row in rows] == [2, 3]
    assert all(row["median"] > 0 for row in rows)


def test_search_is_measured_beside_that_of_others(
    capsys: Output, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "pace.py").write_text(
        """print('{"game": "hearts", "by": "IS-MCTS", "unit": "decisions/s", "paces": [[10.0, 20.0]]}')"""
    )
    monkeypatch.setattr(peers, "cache_folder", lambda: tmp_path / "compiled")
    monkeypatch.setattr(peers, "SEARCH_PEERS", (peers.Peer("Nim", (), str(tmp_path / "pace.py")),))
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    line = ("bench", "search", "magi", "magicians_night", "--runs", "1", "--seconds", "0.01", "--peers")
    rows = figures(capsys, *line)["rows"]
    assert [(row.get("by"), row.get("unit")) for row in rows] == [
        ("random", "iterations/s"),
        ("random", "decisions/s"),
        ("thumb", "iterations/s"),
        ("thumb", "decisions/s"),
        ("network", "iterations/s"),
        ("network", "decisions/s"),
        ("thumb, 2 threads", "iterations/s"),
        ("thumb, 2 threads", "decisions/s"),
        (None, None),
        ("IS-MCTS", "decisions/s"),
    ]
    assert all(row["median_by_cpu_time"] > 0 for row in rows if "unit" in row)
    assert "plans whole turns" in rows[8]["note"]


PEER = """
import json, sys
print("not a row")
print(json.dumps({"game": "nim", "by": "chance", "paces": [[10.0, 20.0]] * int(sys.argv[1])}))
"""


def test_peers_are_measured_in_environments_of_their_own(
    capsys: Output, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A library that needs no package, and one that cannot be installed."""
    monkeypatch.setattr(peers, "cache_folder", lambda: tmp_path / "compiled")
    (tmp_path / "pace.py").write_text(PEER)
    (tmp_path / "broken.py").write_text("raise SystemExit('no luck')")
    known = peers.Peer("Nim", (), str(tmp_path / "pace.py")), peers.Peer("Moon", (), str(tmp_path / "broken.py"))
    monkeypatch.setattr(peers, "PEERS", known)
    line = ("bench", "play", "papageno", "--seats", "2", "--runs", "2", "--seconds", "0.01", "--peers")
    rows = figures(capsys, *line)["rows"]
    assert [row["bench"] for row in rows] == ["play", "peers", "peers"]
    assert (rows[1]["peer"], rows[1]["game"], rows[1]["median"], rows[1]["median_by_cpu_time"]) == (
        "Nim",
        "nim",
        10,
        20,
    )
    assert rows[2]["note"] == "python broken.py failed: no luck"
    assert (tmp_path / "peers" / "nim" / "ready").exists()
    monkeypatch.setattr("shutil.which", lambda *about, **more: None)
    with pytest.raises(ZauberError, match="uv"):
        peers.environment(peers.PEERS[0])


def test_strokes_are_measured_beside_pymunk(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    paces = iter((9000.0, 20_000.0, 8000.0, 24_000.0))
    monkeypatch.setattr(pace, "strokes_per_second", lambda *about: next(paces))
    monkeypatch.setattr(pace, "pymunk_strokes_per_second", lambda *about: 500.0)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: object())
    rows = figures(capsys, "bench", "strokes", "--runs", "2")["rows"]
    assert [(row["median"], row["unit"]) for row in rows] == [
        (8500, "strokes/s"),
        (22_000, "strokes/s"),
        (500, "strokes/s"),
        (17, "times"),
    ]


def test_strokes_without_pymunk_and_in_another_game(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setattr(pace, "strokes_per_second", lambda *about: 9000.0)
    assert main(["bench", "strokes", "magicians_night", "--runs", "1"]) == 0
    assert "pip install 'zauber[physics-check]'" in capsys.readouterr().out
    assert main(["bench", "strokes", "papageno"]) != 0
    assert "nothing to measure" in capsys.readouterr().err


def test_a_bench_with_arguments_of_its_own(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    def add_arguments(parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--tables", type=int)

    made = SimpleNamespace(__doc__="Tables.", add_arguments=add_arguments, run=lambda chosen: chosen.tables)
    monkeypatch.setitem(sys.modules, "zauber.server.bench.measure", made)
    assert main(["bench", "server", "--tables", "7"]) == 7


def test_the_first_match_of_a_new_process_is_timed(tmp_path: Path) -> None:
    """From an empty cache with ZAUBER_FULL, otherwise with the cache of this machine: the same things are timed."""
    cache = tmp_path if FULL else cache_folder().parent
    imports, _, ready, busy = bench._ready(games.get("papageno"), str(cache))
    assert 0 < imports < 60
    assert 0 < ready < 280
    assert busy > 0


def test_a_process_that_fails_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "READY", "raise SystemExit('no luck')")
    with pytest.raises(ZauberError, match="no luck"):
        bench._ready(games.get("papageno"), str(tmp_path))


def test_the_machine_is_described_where_little_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda program: None)
    listing = tmp_path / "cpuinfo"
    assert bench.cpu_name(listing)
    listing.write_text("flags: x\nmodel name\t: Loom 9\n")
    assert bench.cpu_name(listing) == "Loom 9"
    assert bench._version("no-such-package-anywhere") == ""


def test_check_reports(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    from zauber.games.contract.conformance import Report

    asked: list[dict[str, Any]] = []

    def check(game: Game, **how: Any) -> Report:
        asked.append(how)
        return Report(game.name, matches=3)

    monkeypatch.setattr(games, "check", check)
    monkeypatch.setattr(seats, "check", lambda game, matches, seed: [])
    assert main(["check", "papageno", "--matches", "3", "--interpreted"]) == 0
    assert "3 matches" in capsys.readouterr().out
    assert asked == [{"matches": 3, "seed": 1, "compiled": False}]
    assert [report["game"] for report in figures(capsys, "check")] == list(games.NAMES)


def test_check_fails_with_the_first_break(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    def check(game: Game, **how: Any) -> None:
        raise BrokenRules("A card is lost.")

    monkeypatch.setattr(games, "check", check)
    assert main(["check", "papageno"]) == 1
    assert "breaks the contract: A card is lost." in capsys.readouterr().err
    assert main(["check", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert [(each["game"], each["kept"]) for each in found] == [(name, False) for name in games.names()]
    assert found[0]["broken"] == "A card is lost."


def test_a_checked_game_is_told_as_text_and_as_json(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    from examples.lantern import GAME as LANTERN

    monkeypatch.setattr(games, "_others", {"lantern": LANTERN})
    assert main(["check", "lantern", "--matches", "1", "--interpreted"]) == 0
    said = capsys.readouterr().out
    assert "lantern: 3 matches in 3 settings" in said
    assert re.search(r"^lantern +sees +hidden +hidden$", said, re.MULTILINE)
    assert main(["check", "lantern", "--matches", "1", "--interpreted", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert (found["game"], found["kept"], found["matches"], found["odds"] > 20) == ("lantern", True, 3, True)
    assert {"field": "turn", "own": True, "other": True, "spectator": True} in found["fields"]
    assert main(["check", "lantern", "--only", "1001", "--interpreted", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert found["matches"] == 1
