"""Mistakes at the command line lead to one sentence and an exit code, never to a traceback."""

import json
import os
import pty
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from zauber import Match, bots
from zauber.cli import main
from zauber.terminal import Screen, TerminalTable

Output = pytest.CaptureFixture[str]


@pytest.mark.parametrize("command", [["serve"], ["export", "folder"], ["import", "x.json"], ["doctor"]])
def test_without_the_extra_a_sentence_names_it(command: list[str], tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "for name in ('starlette', 'uvicorn', 'prometheus_client', 'psycopg', 'segno', 'websockets'):\n"
        "    sys.modules[name] = None\n"
        "from zauber.cli import main\n"
        f"sys.exit(main({command!r}))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "which the extra “server” installs: pip install 'zauber[server]'" in done.stderr


@pytest.mark.parametrize("port", ["99999", "-1", "http"])
def test_a_port_that_cannot_be_is_refused(port: str, capsys: Output) -> None:
    for command in ("serve", "doctor"):
        assert main([command, f"--port={port}"]) == 2
        assert "a whole number from 0 to 65535" in capsys.readouterr().err


@pytest.mark.parametrize(
    "command", [["verify"], ["replay"], ["play", "--resume"], ["simulate", "papageno", "--edition"], ["import"]]
)
def test_a_missing_file_has_one_exit_code(command: list[str], capsys: Output, tmp_path: Path) -> None:
    assert main([*command, str(tmp_path / "nofile.json")]) == 2
    assert "nofile.json" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["export", "--database"], ["backup", "--database"]])
def test_without_a_database_nothing_is_written(command: list[str], capsys: Output, tmp_path: Path) -> None:
    assert main([*command, str(tmp_path / "none.db"), str(tmp_path / "out" / "file")]) == 2
    assert "none.db" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("seed", ["-1", "1.5", "x", str(2**62)])
@pytest.mark.parametrize(
    "command",
    [
        ["play"],
        ["simulate", "papageno"],
        ["check", "papageno"],
        ["arena", "papageno", "--players", "thumb,thumb"],
        ["train", "papageno"],
    ],
)
def test_a_seed_has_the_same_bounds_everywhere(command: list[str], seed: str, capsys: Output) -> None:
    for given in ([f"--seed={seed}"], ["--seed", seed]):
        assert main([*command, *given]) == 2
        assert "A seed is a whole number from 0 to 4,611,686,018,427,387,903" in capsys.readouterr().err


def test_rules_as_data(capsys: Output) -> None:
    assert main(["rules", "papageno", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["game"], said["title"]) == ("papageno", "Papageno")
    assert said["numbers"][:2] == ["R1", "R2"]
    assert said["numbers"][-1].startswith("A")
    assert said["page"].startswith("# ")


def test_the_numbers_of_a_game_are_listed(capsys: Output) -> None:
    assert main(["games", "papageno"]) == 0
    shown = capsys.readouterr().out
    assert "egg_copies" in shown
    assert "how many Eggs" in shown
    assert main(["games", "papageno", "--json"]) == 0
    [eggs] = [number for number in json.loads(capsys.readouterr().out)["numbers"] if number["key"] == "egg_copies"]
    assert eggs["values"] == {"a": 2, "b": 2}
    assert all(eggs["sources"].values())


# The terminal -------------------------------------------------------------------------------------------------


def table_of(match: Match, bot_seats: set[int], lines: str) -> tuple[TerminalTable, StringIO]:
    shown = StringIO()
    players = {seat: bots.get("random") for seat in bot_seats}
    return TerminalTable(match, players, Screen(StringIO(lines), shown), seed=1), shown


def test_undo_takes_ones_own_move_back_with_the_answers_of_bots() -> None:
    match = Match("magicians_night", seats=2, seed=3, options={"light": "light"})
    first = match.turn
    match.play("take sun")
    table, shown = table_of(match, {1 - first}, "")
    table._bot(1 - first)
    assert [ply.seat for ply in match.plies] == [first, 1 - first]
    table._undo()
    assert match.plies == ()
    assert shown.getvalue().count("is taken back") == 2


def test_undo_that_a_bots_answer_forbids_takes_nothing_back() -> None:
    match = Match("papageno", seats=2, seed=7)
    first = match.turn
    match.play("turn 1")
    match.play("turn 1")
    played = match.plies
    table, shown = table_of(match, {1 - first}, "")
    table._undo()
    assert match.plies == played
    assert "cannot be taken back" in shown.getvalue()


def test_a_bots_turn_of_many_strokes_is_told_in_a_few_lines() -> None:
    match = Match("magicians_night", seats=2, seed=3)
    shown = StringIO()
    thumbs = {seat: bots.get("thumb") for seat in (0, 1)}
    table = TerminalTable(match, thumbs, Screen(StringIO(""), shown), seed=1)
    while not match.over and len(match.plies) < 60:
        table._next()
    lines = [line for line in shown.getvalue().splitlines() if "pushes" in line]
    strokes = sum("pushes" in sentence for sentence in match.log())
    assert strokes > 20
    assert len(lines) < strokes / 3
    assert any("times)" in line for line in lines)


def test_what_was_typed_before_it_was_asked_for_is_forgotten() -> None:
    keyboard, terminal = pty.openpty()
    with open(terminal, closefd=False) as source, open(terminal, "w", closefd=False) as target:
        screen = Screen(source, target)
        assert screen.live
        os.write(keyboard, b"typed too early\n")
        screen.forget_typed()
        os.write(keyboard, b"meant\n")
        assert screen.ask("?") == "meant"
    os.close(keyboard)
    os.close(terminal)


def test_what_was_typed_while_bots_moved_is_no_move_out_of_turn_either(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[str] = []

    def ask(screen: Screen, prompt: str) -> str:
        called.append("ask")
        return ""

    monkeypatch.setattr(Screen, "forget_typed", lambda screen: called.append("forget"))
    monkeypatch.setattr(Screen, "ask", ask)
    match = Match("papageno", seats=3, seed=1)
    first, person = match.turn, (match.turn + 2) % 3
    table, _ = table_of(match, {first, (first + 1) % 3}, "")
    table._bot(first)
    table._next()
    assert match.moves_of(person)
    assert called == ["forget", "ask"]


def test_the_program_answers_for_a_person_without_a_choice() -> None:
    for seed in range(200):
        match = Match("magic_flute", seed=seed)
        if "play tamino" in match.moves:
            match.play("play tamino")
            if list(match.moves) == ["stop"]:
                break
    seat = match.turn
    table, shown = table_of(match, {1 - seat}, "")
    table._person(seat)
    assert match.plies[-1].notation == "stop"
    assert "You have no choice, so the program answers for you: Play no further card." in shown.getvalue()


def test_an_edition_is_copied_checked_and_never_overwritten(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["edition", "copy", "papageno", "mine.toml", "--of", "b"]) == 0
    assert 'name = "mine"' in Path("mine.toml").read_text("utf-8")
    assert main(["edition", "check", "mine.toml"]) == 0
    assert "can be played" in capsys.readouterr().out
    for command, sentence in (
        (["copy", "papageno", "mine.toml"], "exists already"),
        (["copy", "papageno", "a b.toml"], "not “a b”"),
        (["copy", "papageno", "a.toml"], "has an edition “a”"),
        (["copy", "papageno", "none/mine.toml"], "cannot be written"),
        (["copy", "papageno"], "Name the game and the new file"),
        (["copy", "papageno", "other.toml", "--of", "z"], "no edition “z”"),
        (["check", "none.toml"], "There is no edition “none.toml”"),
    ):
        assert main(["edition", *command]) == 2
        assert sentence in capsys.readouterr().err
    text = Path("mine.toml").read_text("utf-8")
    Path("mine.toml").write_text(text.replace('"mine"', '"a b/../c"'), "utf-8")
    for command in (["edition", "check", "mine.toml"], ["simulate", "papageno", "--edition", "mine.toml"]):
        assert main(command) == 2
        assert "edition.name must be 1 to 40 letters" in capsys.readouterr().err


def test_the_numbers_of_a_game_can_be_read_at_80_columns(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["games", "magic_flute"]) == 0
    shown = re.sub(r"\x1b\[[0-9;]*m", "", capsys.readouterr().out)
    assert max(map(len, shown.splitlines())) <= 80
    assert "    house, double: 6\n    short: 4\n    long: 8\n" in shown


def test_the_example_bot_explains_itself() -> None:
    file = Path(__file__).parent.parent.parent / "examples" / "bot.py"
    for arguments, code in ((["--help"], 1), (["http://127.0.0.1:9"], 1), (["nowhere"], 1)):
        done = subprocess.run([sys.executable, str(file), *arguments], capture_output=True, text=True, check=False)
        assert done.returncode == code, done.stderr
        assert "Traceback" not in done.stderr
        assert "usage: bot.py" in done.stderr or "No table was made at" in done.stderr
