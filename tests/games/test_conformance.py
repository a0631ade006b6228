"""The conformance suite passes a sound game written elsewhere, and names what is wrong with an unsound one.

Faults are planted in a copy of an example game by replacing some of its text. Each must be named in a sentence that
says where it is.
"""

from pathlib import Path

import pytest

from examples.cupful import GAME as CUPFUL
from examples.lantern import GAME as LANTERN
from tests.games.faults import (
    FAULTS,
    HIDES,
    HIDES_NOTHING,
    IMAGINE,
    IMAGINES_NOTHING,
    LIES_OPEN,
    MORE,
    RULES,
    SEEN_BY_ONE,
    SEEN_BY_SPECTATORS,
    SIZES,
    Fault,
)
from tests.games.faults_in_words import FAULTS_IN_WORDS, PHASES, WORDS
from tests.games.planted import planted
from tests.sizes import FULL
from zauber import Match, games
from zauber.errors import BrokenRules, UnknownGame
from zauber.games.contract.conformance import Report
from zauber.games.game import Game


def check(game: Game, worlds: int = 0, **how: float) -> Report:
    settings = {"matches": 1, "decisions": 16, "deep": 2, "patience": 3, "soaked": 0}
    return games.check(game, compiled=False, worlds=worlds, **(settings | how))


def test_a_game_from_elsewhere_can_be_registered_checked_and_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_others", {})
    with pytest.raises(UnknownGame, match="lantern"):
        games.get("lantern")
    games.register(LANTERN)
    report = games.check("lantern", matches=4, deep=1)
    assert report.matches == 12
    assert report.longest == 4
    assert "12 matches in 3 settings" in str(report)
    assert report.odds > 50
    match = Match("lantern", seats=2, seed=3)
    while not match.over:
        match.play("keep")
    assert match.outcome is not None
    assert sum(match.outcome.shares) == pytest.approx(1)


@pytest.mark.parametrize("name", games.NAMES if FULL else ("magic_flute",))
def test_our_own_games_keep_the_contract_when_they_are_played_for_long(name: str) -> None:
    """That a side is chosen openly for an Egg of Papageno shows only in matches that are checked for long."""
    assert games.check(name, matches=1, deep=8, compiled=False, worlds=0, soaked=300).fields


def test_who_sees_which_field_is_measured() -> None:
    rows = {row.field: (row.own, row.other, row.spectator) for row in check(CUPFUL, worlds=150).fields}
    assert rows.pop("hidden") == (True, False, False)
    assert set(rows.values()) == {(True, True, True)}
    assert "rng" not in rows


@pytest.mark.parametrize("fault", [*FAULTS, *FAULTS_IN_WORDS], ids=lambda fault: fault.name.replace(" ", "-"))
def test_a_planted_fault_is_named(fault: Fault, tmp_path: Path) -> None:
    changes = [(fault.old, fault.new), *([MORE] if fault.file == RULES else [])]
    game = planted(tmp_path, {fault.file: changes}, "examples.cupful")
    with pytest.raises(BrokenRules, match=fault.sentence) as broken:
        check(game, fault.worlds)
    said = str(broken.value)
    assert "Traceback" not in said
    assert "\n" not in said


@pytest.mark.parametrize(
    ("hidden_from", "sentence"),
    [
        (SEEN_BY_SPECTATORS, "hides hidden of seat 1 from seat 0, but never from spectators"),
        (SEEN_BY_ONE, "hides hidden of seat 1 from .*, but never from seat 0"),
    ],
)
def test_a_seat_whose_dice_somebody_always_sees_is_named(hidden_from: str, sentence: str, tmp_path: Path) -> None:
    hides = HIDES + IMAGINE
    game = planted(tmp_path, {RULES: [(hides, hides.replace("other != seat", hidden_from))]}, "examples.cupful")
    with pytest.raises(BrokenRules, match=rf"with 2 seats, conceal\(\) {sentence}"):
        games.check(game, matches=1, deep=2, compiled=False, worlds=0)


def test_views_that_are_said_to_be_the_same_for_all_are_compared(tmp_path: Path) -> None:
    changes = {
        RULES: [(HIDES + IMAGINE, HIDES_NOTHING + IMAGINES_NOTHING), (LIES_OPEN, 'OPEN = "All cups are of glass."')],
        WORDS: [(PHASES, f"def same_for_all(s):\n    return True\n\n\n{PHASES}")],
    }
    with pytest.raises(BrokenRules, match=r"same_for_all.. says .* the same view.., but viewers 0 and 1 do not"):
        check(planted(tmp_path, changes, "examples.cupful"))


def test_a_hang_that_only_comes_late_is_ended_although_the_rules_are_compiled(tmp_path: Path) -> None:
    late = "    while s.claim > 60:\n        n = 0\n    room = FACES"
    game = planted(tmp_path, {RULES: [("    room = FACES", late)]}, "examples.cupful")
    with pytest.raises(BrokenRules, match=r"seed \d+, step \d+: moves\(\) does not return"):
        games.check(game, worlds=0, patience=1)


def test_a_fault_can_be_seen_again(tmp_path: Path) -> None:
    game = planted(
        tmp_path,
        {RULES: [("under_the_cup(s, seat))\n        s.phase", "under_the_cup(s, seat) - 1)\n        s.phase")]},
        "examples.cupful",
    )
    with pytest.raises(BrokenRules, match=r"cupful, .*, \d seats, seed \d+, step \d+: account") as first:
        check(game)
    seed = int(str(first.value).split("seed ")[1].split(",")[0])
    with pytest.raises(BrokenRules) as again:
        check(game, only=seed)
    assert str(again.value) == str(first.value)


def test_what_only_the_compiler_refuses_is_named_in_a_line(tmp_path: Path) -> None:
    game = planted(
        tmp_path, {RULES: [("    n = 0\n", "    n = 0\n    n = out if seat > 90 else 0\n")]}, "examples.cupful"
    )
    with pytest.raises(BrokenRules, match=r"moves\(\) cannot be compiled: ") as broken:
        games.check(game, matches=1, deep=1, worlds=0)
    assert len(str(broken.value)) < 500


def test_compiled_code_that_writes_elsewhere_is_found_by_the_interpreter_first(tmp_path: Path) -> None:
    game = planted(tmp_path, {RULES: [(SIZES, "ACTIONS = SHOW + FACES\nMOST_MOVES = 5")]}, "examples.cupful")
    with pytest.raises(BrokenRules, match="outside its array"):
        games.check(game, matches=1, deep=1, worlds=0)
