"""Playing in the terminal: against bots, with people who share a keyboard, and all the commands."""

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from zauber import Match, bots
from zauber.cli import main
from zauber.terminal import Screen, TerminalTable

Output = pytest.CaptureFixture[str]
Typed = Callable[[str], None]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Typed:
    """Make the program read these lines as if they were typed."""

    def put(lines: str) -> None:
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))

    return put


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def play(match: Match, people: set[int], lines: str, live: bool = False) -> tuple[TerminalTable, str]:
    """Play a match with the given lines; the table and what was shown."""
    kind = Terminal if live else io.StringIO
    target = kind()
    others = {seat: bots.get("random") for seat in range(match.seats) if seat not in people}
    table = TerminalTable(match, others, Screen(kind(lines), target), seed=1, pace=0.0)
    table.play()
    return table, target.getvalue()


def test_a_whole_match_against_bots(typed: Typed, capsys: Output, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    typed("1\n" * 2000)
    line = ["play", "papageno", "--seed", "3", "--option", "turn_limit=3", "--save", str(path)]
    assert main(line) == 0
    shown = capsys.readouterr().out
    assert "Commitment to the shuffle" in shown
    assert "wins the game" in shown
    assert f"zauber verify {path}" in shown
    match = Match.load(path)
    assert match.over
    assert match.kinds == ("person", "adept", "adept")
    assert main(["verify", str(path)]) == 0


def test_equal_seeds_and_keys_give_equal_matches(typed: Typed, tmp_path: Path) -> None:
    saved = []
    for name in ("one", "two"):
        typed("1\n" * 40)
        assert main(["play", "--seed", "3", "--save", str(tmp_path / name)]) == 0
        saved.append((tmp_path / name).read_text("utf-8"))
    assert saved[0] == saved[1]


def test_watching_bots(typed: Typed, capsys: Output) -> None:
    typed("")
    assert main(["play", "--seats", "2", "--bots", "2", "--option", "turn_limit=5", "--seed", "1"]) == 0
    assert "wins the game" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (bots.WAIT, "it waited on its own turn"),
        (99_999, "its answer is not a legal move"),
        (ValueError("a secret"), "ValueError (test_play.py:"),
        (SystemExit(3), "SystemExit (test_play.py:"),
        (3.0, "TypeError (table.py:"),
    ],
)
def test_a_bot_that_gives_no_move_is_played_for(answer: Any, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[bool] = set()

    class Stranger(bots.Random):
        def choose(self, position: Any, moves: Any, seed: int, budget: Any = bots.OWN) -> int:
            asked.add(int(position.turn) == self.seat)
            if isinstance(answer, BaseException):
                raise answer
            return answer  # type: ignore[no-any-return]

    played = Match("papageno", seats=3, seed=3, options={"turn_limit": 2})
    target = io.StringIO()
    players: dict[int, type[bots.Player]] = {0: Stranger, 1: bots.get("thumb"), 2: Stranger}
    assert TerminalTable(played, players, Screen(io.StringIO(), target), seed=1, pace=0.0).play()
    assert asked == {True, False}, "it is asked on its turn and out of turn"
    shown = target.getvalue()
    assert f"gave no move that can be played, so the rule of thumb moves for it: {why}" in shown
    assert ("so it waits: " in shown) == (answer != bots.WAIT), "to wait out of turn is its right"
    assert "a secret" not in shown
    assert "chance decides" not in shown


def test_levels_may_be_named(typed: Typed, capsys: Output, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    typed("quit\n")
    line = ["play", "--bots", "random, adept,random", "--names", "Anna", "--save", str(path), "--seed", "1"]
    assert main(line) == 0
    match = Match.load(path)
    assert match.kinds == ("person", "random", "adept", "random")
    assert match.names == ("Anna", "Bot 1 (random)", "Bot 2", "Bot 3 (random)")
    typed("quit\n")
    assert main(["play", "--bots", "random", "--seats", "4", "--save", str(path)]) == 0
    assert Match.load(path).kinds == ("person", "random", "random", "random")
    assert "zauber play --resume" in capsys.readouterr().out


def test_a_level_for_another_game_is_refused(typed: Typed, capsys: Output) -> None:
    typed("quit\n")
    assert main(["play", "papageno", "--bots", "planner"]) == 2
    assert "The bot “planner” does not play this game. Those that do: apprentice, adept," in capsys.readouterr().err
    assert main(["play", "magicians_night", "--seats", "2", "--bots", "planner"]) == 0
    assert "Bot 1 (planner)" in capsys.readouterr().out


def test_stopping_and_going_on(typed: Typed, capsys: Output, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    typed("turn 1\n")
    assert main(["play", "--seed", "1", "--save", str(path)]) == 0
    before = Match.load(path)
    assert any(ply.notation == "turn 1" and ply.seat == 0 for ply in before.plies)
    typed("1\n1\n")
    assert main(["play", "--resume", str(path), "--save", str(path)]) == 0
    after = Match.load(path)
    assert after.plies[: len(before.plies)] == before.plies
    assert len(after.plies) > len(before.plies)
    typed("")
    assert main(["play", "--resume", str(path)]) == 0
    assert "was not saved" in capsys.readouterr().out
    typed("")
    assert main(["play", "--save", str(tmp_path / "no" / "folder")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_everything_that_can_be_typed(tmp_path: Path) -> None:
    match = Match("papageno", seats=2, seed=2, names=["Anna", "Ben"])
    first = match.turn
    path = tmp_path / "kept.json"
    lines = [
        "help", "log", "table", "moves", "", "rules", f"save {path}", f"save {tmp_path}", "undo",
        "fly", "draw", "99", "0", "turn 9", f"{'BA'[first]}: turn 1", "Q: turn 1", "turn 1", "log", "quit",
    ]  # fmt: skip
    _, shown = play(match, {first}, "\n".join(lines) + "\n")
    assert "Type the number or the notation" in shown
    assert "zauber rules papageno" in shown
    assert f"Saved to {path}" in shown
    assert f"{tmp_path} cannot be written" in shown
    assert Match.load(path).plies[0].seat != first  # the bot chose at once
    assert "“fly” is not an action" in shown
    assert "(R5)" in shown
    assert "“99” is not an action" in shown
    assert "Nobody at this keyboard plays seat" in shown
    assert "Nobody at this keyboard plays seat Q" in shown
    assert "You have chosen" in shown
    assert "Traceback" not in shown


def test_taking_back(tmp_path: Path) -> None:
    match = Match("papageno", seats=2, seed=2)
    people = {0, 1}
    a, b = match.turn, 1 - match.turn
    lines = f"\n\nundo\nturn 1\n\n\nundo\n\n\n{'AB'[b]}: turn 2\nturn 3\n"
    _, shown = play(match, people, lines)
    assert "nobody has acted" in shown
    assert "“" + "AB"[a] + ": turn 1” is taken back." in shown


def test_a_curtain_between_two_people() -> None:
    match = Match("papageno", seats=2, seed=2, names=["Anna", "Ben"])
    first = match.names[match.turn]
    second = match.names[1 - match.turn]
    _, shown = play(match, {0, 1}, "\n\nturn 1\n\n\nturn 2\n\n\ndraw\n" + "discard\n\n\n")
    assert f"{first}, press Enter when only you can see the screen." in shown
    assert f"{second}, press Enter when only you can see the screen." in shown
    assert "─" * 60 in shown
    drawn = shown.index("You draw")
    handed = shown.index("hand the keyboard on", drawn)
    assert "holds the" not in shown[handed:]


def test_the_screen_is_cleared_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    match = Match("papageno", seats=2, seed=2)
    _, shown = play(match, {0, 1}, "\n\nturn 1\n\n\n", live=True)
    assert "\x1b[2J" in shown


def test_nobody_behind_the_curtain_stops_the_match() -> None:
    for lines in ("", "\n"):
        table, _ = play(Match("papageno", seats=2, seed=2), {0, 1}, lines)
        assert not table.match.plies


def waiting_for_a_bot() -> tuple[Match, int]:
    """A match that waits for a bot while a person may act as well."""
    match = Match("papageno", seats=3, seed=1)
    return match, (match.turn + 1) % 3


def test_a_person_may_act_before_a_bot() -> None:
    match, person = waiting_for_a_bot()
    _, shown = play(match, {person}, "help\nturn 9\nturn 4\n")
    assert "you may act already" in shown
    assert match.plies[0].seat == person
    assert match.plies[0].notation == "turn 4"


def test_a_person_may_wait() -> None:
    match, person = waiting_for_a_bot()
    _, shown = play(match, {person}, "\n\n")
    assert shown.count("may act out of turn") == 1
    assert match.plies[0].seat != person
    match, person = waiting_for_a_bot()
    play(match, {person}, "log\n\n")
    assert match.plies[0].seat != person


def test_several_people_are_asked_without_showing_their_moves() -> None:
    match = Match("papageno", seats=3, seed=1)
    people = {seat for seat in range(3) if seat != match.turn}
    _, shown = play(match, people, "\n\n")
    assert shown.count("may act out of turn; Enter waits") == 2
    assert "you may act already" not in shown


def test_a_person_is_asked_where_to_save(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    source, target = Terminal(f"quit\n{path}\n"), Terminal()
    monkeypatch.setattr(sys, "stdin", source)
    monkeypatch.setattr(sys, "stdout", target)
    monkeypatch.setattr("zauber.terminal.table.PACE", 0.0)
    assert main(["play", "--seats", "2", "--seed", "5"]) == 0
    assert path.is_file() or "may act" in target.getvalue()


def test_control_c_keeps_the_match(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, typed: Typed) -> None:
    def interrupted(table: TerminalTable) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(TerminalTable, "play", interrupted)
    typed("")
    path = tmp_path / "match.json"
    assert main(["play", "--save", str(path)]) == 0
    assert Match.load(path).plies == ()


def test_many_moves_of_a_kind_share_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zauber.terminal.table.MANY", 5)
    monkeypatch.setattr("zauber.terminal.table.FEW", 5)
    match = Match("papageno", seats=2, seed=2)
    _, shown = play(match, {match.turn}, "moves\nquit\n")
    short, full = shown.split(">", 1)
    assert "1-6  turn 1 … turn 6  “moves” lists them all" in short
    assert "6  turn 6  Turn up" in full
