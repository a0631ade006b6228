"""What `zauber arena` writes: the file that it continues from, and a picture. Nothing that was played is lost."""

import contextlib
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

from zauber.cli import main
from zauber.errors import ZauberError
from zauber.lab.arena import Contest, hold
from zauber.lab.kept import PlayedDeal
from zauber.lab.standings import draw

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

    def spread(contest: Contest, deals: Sequence[int]) -> Iterator[tuple[int, PlayedDeal]]:
        seen.append(fresh.read_text("utf-8"))
        yield from ((deal, PlayedDeal([[1.0, 0.0], [1.0, 0.0]], {})) for deal in deals)

    hold(PAIR, 4, resume=(fresh := tmp_path / "fresh.jsonl"), spread=spread)
    assert json.loads(seen[0]) == json.loads(json.dumps(PAIR.header()))


@pytest.mark.parametrize("part", [1, 100, -1])
def test_a_header_that_was_cut_off_is_begun_again(part: int, tmp_path: Path) -> None:
    """As on a disk that was full when the run began."""
    path = kept_file(tmp_path / "results.jsonl")
    whole = path.read_text("utf-8")
    path.write_text(whole[:part], "utf-8")
    hold(PAIR, 4, resume=path)
    assert path.read_text("utf-8").startswith(whole)
    assert path.read_text("utf-8").count("\n") == 3


@contextlib.contextmanager
def no_file_longer_than(size: int) -> Iterator[None]:
    """A disk that is full."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk_is_said_in_a_sentence_and_costs_nothing_that_was_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    alone, path = hold(PAIR, 8), kept_file(tmp_path / "results.jsonl")
    line = ["arena", PAIR.game, "--players", ",".join(PAIR.players), "--games", "8", "--resume", str(path)]
    with no_file_longer_than(path.stat().st_size + 80):
        assert main(line) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"zauber: {path} cannot be written: ")
    assert "keeps the deals that were written before" in said
    kept = path.read_text("utf-8").splitlines()
    assert len(kept) == 3, "the header, a deal, and a line that was cut off"
    told: list[int] = []
    assert hold(PAIR, 8, resume=path, progress=told.append).deals == alone.deals
    assert told[0] == 2
    with no_file_longer_than(20):
        fresh = tmp_path / "fresh.jsonl"
        with pytest.raises(ZauberError, match=r"fresh\.jsonl cannot be written"):
            hold(PAIR, 4, resume=fresh)
    assert hold(PAIR, 8, resume=fresh).deals == alone.deals


def test_a_file_that_was_moved_away_is_missed(tmp_path: Path) -> None:
    path = kept_file(tmp_path / "results.jsonl")

    def spread(contest: Contest, deals: Sequence[int]) -> Iterator[tuple[int, PlayedDeal]]:
        path.rename(tmp_path / "elsewhere.jsonl")
        yield 0, PlayedDeal([[1.0, 0.0], [1.0, 0.0]], {})

    with pytest.raises(ZauberError, match="cannot be written: No such file"):
        hold(PAIR, 4, resume=path, spread=spread)
    assert not path.exists()


@pytest.mark.parametrize(
    ("picture", "sentence"),
    [
        ("nowhere/arena.svg", "arena.svg cannot be written: No such file"),
        ("arena.png", "name ends in .svg, not in .png"),
    ],
)
def test_a_picture_that_cannot_be_drawn_is_refused_before_anything_is_played(
    picture: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zauber.lab.arena.play_deal", None)
    line = ["arena", PAIR.game, "--players", ",".join(PAIR.players), "--plot", str(tmp_path / picture)]
    assert main(line) == 2
    assert sentence in capsys.readouterr().err


def test_results_are_shown_even_if_their_picture_does_not_fit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["arena", PAIR.game, "--players", ",".join(PAIR.players), "--games", "2", "--json", "--plot"]
    with no_file_longer_than(20):
        assert main([*line, str(tmp_path / "arena.svg")]) == 2
    said = capsys.readouterr()
    assert json.loads(said.out)["games"] == 4
    assert "arena.svg cannot be written: " in said.err


def test_a_process_that_is_killed_is_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(self: ProcessPoolExecutor, *given: Any) -> Future[PlayedDeal]:
        future: Future[PlayedDeal] = Future()
        future.set_exception(BrokenProcessPool())
        return future

    monkeypatch.setattr(ProcessPoolExecutor, "submit", killed)
    with pytest.raises(ZauberError, match="A process that played was ended from outside"):
        hold(PAIR, 4, workers=2)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk that is always full")
def test_output_that_does_not_fit_is_said_in_a_sentence() -> None:
    line = [
        sys.executable,
        "-m",
        "zauber.cli",
        "arena",
        PAIR.game,
        "--players",
        "thumb,thumb",
        "--games",
        "2",
        "--json",
    ]
    with open("/dev/full", "w", encoding="utf-8") as full:
        ended = subprocess.run(line, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ended.returncode == 2
    assert ended.stderr == "zauber: The output cannot be written: No space left on device.\n"


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
        (None, "is not a file of an arena's results: name another one"),
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
            r"\(0, now .* and other players \(their sources, rules of thumb, levels or networks\) \(abc, now ",
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


def test_a_table_and_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "arena.svg"
    line = ["arena", "mago_magino", "--players", "apprentice,adept", "--games", "8", "--plot", str(picture)]
    assert main(line) == 0
    assert "adept" in capsys.readouterr().out
    drawn = picture.read_text("utf-8")
    assert drawn == draw(hold(Contest("mago_magino", ("apprentice", "adept")), 8))
    assert drawn.count("<circle") == 2
