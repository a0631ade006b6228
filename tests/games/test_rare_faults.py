"""Faults that a few matches do not show: what is secret and seen, odds a little off, and what happens now and then."""

from pathlib import Path

import pytest

from examples.cupful import GAME as CUPFUL
from examples.lantern import GAME as LANTERN
from tests.games.faults import Fault
from tests.games.planted import planted
from zauber import games
from zauber.errors import BrokenRules
from zauber.games.contract import hearing
from zauber.games.contract.conformance import check_game
from zauber.games.game import Game

RULES, WORDS = "rules.py", "words.py"
BID = '("lantern", "i1", (SEATS,)),\n        ("bid", "i1", (SEATS,)),'
SECRET_BID = [  # in place of drawing, a seat lays a secret bid: conceal() hides it, imagine() makes one up
    ('("lantern", "i1", (SEATS,)),', BID),
    ('SEAT_AXES = ("lantern",)', 'SEAT_AXES = ("lantern", "bid")'),
    ("        s.bag[s.lantern[seat]] += 1\n        s.left += 1\n        draw_lantern(s, seat)\n", "        pass\n"),
    ("    s.done += 1\n", "    s.bid[seat] = action + 1\n    s.done += 1\n"),
    ("    for other in range(s.seats):\n        if other != seat and s.turn", "    for other in range(s.seats):\n"
     "        if other != seat:\n            s.bid[other] = 0\n        if other != seat and s.turn"),
    ("    for other in range(s.seats):\n        if s.lantern[other] == HIDDEN:\n            draw",
     "    for i in range(s.seats):\n"
     "        other = clockwise(s, s.starter, i)\n        if other != seat and i < s.done:\n"
     "            s.bid[other] = 1 + below(s, 2)\n    for other in range(s.seats):\n"
     "        if s.lantern[other] == HIDDEN:\n            draw"),
]  # fmt: skip
ALIKE = """            kind = below(s, KINDS)
            while s.bag[kind] == 0:
                kind = below(s, KINDS)
            s.lantern[other] = kind
            s.bag[kind] -= 1
            s.left -= 1
"""
RARELY = "(s.rng[0] + 977 * s.claim) % 1009 == 7"  # in one position of a thousand

DOUBT = "    if action == DOUBT:\n"
FAULTS = [
    Fault(
        "bids left",
        RULES,
        '("claimed", "i2"),',
        '("claimed", "i2"),\n        ("bid", "i1", (SEATS,)),',
        r"conceal\(\) hides bid of a seat from nobody. If that lies open .*OPEN = \('dice', .*, 'bid'\)",
    ),
    Fault(
        "words that remember",
        WORDS,
        '"turn": s.turn,',
        '"turn": s.turn, "told": len(TOLD),',
        r"view\(\) of words.py gives two answers for the same records: words remember nothing",
    ),
    Fault(
        "never a move",
        RULES,
        "    if seat != s.turn:\n",
        f"    if seat != s.turn or {RARELY}:\n",
        # or a world that was imagined at the table is the one in a thousand
        r"step \d+: (seat ., which the table waits for, has no move|the moves of seat . depend on what it does not)",
    ),
    Fault(
        "moves after some ends",
        RULES,
        "    if seat != s.turn:\n",
        "    if seat != s.turn and s.phase != OVER:\n",  # only a low last claim leaves room for another
        r"step \d+: seat . may still move after the end",
    ),
    Fault(
        "overflow",
        RULES,
        DOUBT,
        f"    if {RARELY}:\n        s.dice[seat] += 200\n{DOUBT}",
        r"apply\(\) writes a value that its field cannot hold, in rules.py",
    ),
    Fault(
        "advice that peeks",
        RULES,
        "            if other == seat:\n                twice",
        "            if s.seats > 0:\n                twice",
        r"advise\(\) for seat . depends on hidden of other seats, which conceal\(\) hides from it",
    ),
]
MORE = {
    "bids left": [
        (RULES, '"shown", "lifted")\nSEAT', '"shown", "lifted", "bid")\nSEAT'),
        (RULES, DOUBT, f"    s.bid[seat] = action\n{DOUBT}"),
    ],
    "words that remember": [
        (WORDS, "PHASES = ", "TOLD = []\nPHASES = "),
        (WORDS, f"{DOUBT}        return _tell", f"    TOLD.append(action)\n{DOUBT}        return _tell"),
    ],
}


def check(game: Game) -> None:
    games.check(game, matches=1, compiled=False, patience=3)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name.replace(" ", "-"))
def test_a_planted_fault_is_named(fault: Fault, tmp_path: Path) -> None:
    changes: dict[str, list[tuple[str, str]]] = {fault.file: [(fault.old, fault.new)]}
    for file, old, new in MORE.get(fault.name, []):
        changes.setdefault(file, []).append((old, new))
    with pytest.raises(BrokenRules, match=fault.sentence) as broken:
        check(planted(tmp_path, changes, "examples.cupful"))
    assert "\n" not in str(broken.value)


def test_a_move_that_tells_more_than_the_game_says_is_named(tmp_path: Path) -> None:
    change = ("return 1 if t.phase == OVER else 0", "return 0")
    game = planted(tmp_path, {"rules.py": [change]}, "examples.cupful")
    with pytest.raises(BrokenRules, match=r"reveals\(\) says that “doubt” of seat . tells viewer \S+ nothing, but"):
        check_game(game, matches=6, compiled=False, worlds=0, soaked=0, deep=1)


def test_a_witness_that_shows_a_secret_action_is_named(tmp_path: Path) -> None:
    game = planted(tmp_path, {RULES: SECRET_BID})
    with pytest.raises(BrokenRules, match=r"witness\(\) shows viewer \S+ which of “.*” and “.*” seat . takes"):
        check(game)
    hidden = ("    return action\n\n\ndef advise", "    return action if viewer == seat else HIDDEN\n\n\ndef advise")
    with pytest.raises(
        BrokenRules, match=r"viewer \S+ is told tell\.\w+ .* but tell\.\w+ .*: events.py lets it learn too"
    ):
        check(planted(tmp_path, {RULES: [*SECRET_BID, hidden]}))
    told = ("note(s, DREW, seat, s.lantern[seat])", "note(s, KEPT, seat)")
    secret = planted(tmp_path, {RULES: [*SECRET_BID, hidden, told]})
    games.check(secret, matches=1, compiled=False, patience=3, soaked=0)  # nobody ever draws


NOTED = "note(s, DREW, seat, s.lantern[seat])"


@pytest.mark.parametrize(
    ("file", "old", "new", "sentence"),
    [
        (
            "events.py",
            'only(light, "who")',
            "light",
            r"viewer \S+ is told tell.drew .*: events.py lets it learn too much",
        ),
        (
            RULES,
            "    s.done += 1\n",
            "    s.done += 1\n    note_done(s)\n",
            "comes to another position when somebody listens: note_… functions change nothing",
        ),
        (RULES, NOTED, "note(s, 7, seat)", "The rules note event 7, which events.py does not declare"),
        (RULES, NOTED, "note(s, DREW, seat)", r"The rules note “tell.drew” without its 2 arguments \('who', 'light'\)"),
        (
            RULES,
            NOTED,
            "for i in range(999):\n            note(s, KEPT, seat)",
            r"noted with \d+ events, .* room for 400",
        ),
        (
            "events.py",
            "    SHOWN:",
            '    9: Event("tell.kept", {}),\n    SHOWN:',
            "“tell.kept”, which never happened in 300 deci",
        ),
        (
            RULES,
            "    if seat != s.turn:\n",
            "    note(s, KEPT, seat)\n    if seat != s.turn:\n",
            r"moves\(\) notes an event",
        ),
    ],
    ids=["tells too much", "changes", "undeclared", "arguments", "too many", "never", "not in apply"],
)
def test_a_fault_in_events_is_named(
    file: str, old: str, new: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hearing, "LISTENED", 300)
    changes = {
        RULES: [("def moves(", "def gain(s):\n    s.left += 1\n\n\ndef note_done(s):\n    gain(s)\n\n\ndef moves(")]
    }
    changes.setdefault(file, []).append((old, new))
    game = planted(tmp_path, changes)
    with pytest.raises(BrokenRules, match=sentence):
        games.check(game, compiled=False, matches=1, decisions=20, deep=2, worlds=0, soaked=60)


def test_a_note_function_that_changes_something_is_refused_when_the_rules_are_read(tmp_path: Path) -> None:
    changes = [("def moves(", "def note_done(s):\n    s.left += 1\n\n\ndef moves(")]
    game = planted(tmp_path, {RULES: [*changes, ("    s.done += 1\n", "    s.done += 1\n    note_done(s)\n")]})
    with pytest.raises(BrokenRules, match=r"note_done\(\) uses a name that begins with note_ and changes something"):
        games.check(game, compiled=False, matches=1)


def test_an_imagine_that_deals_all_kinds_alike_is_named(tmp_path: Path) -> None:
    game = planted(tmp_path, {RULES: [("            draw_lantern(s, other)\n", ALIKE)]})
    with pytest.raises(BrokenRules, match=r"imagine\(\) has other odds than chance"):
        check(game)


def test_a_start_that_is_always_seat_0_is_named(tmp_path: Path) -> None:
    game = planted(tmp_path, {RULES: [("s.starter = below(s, seats)", "s.starter = below(s, seats) * 0")]})
    with pytest.raises(BrokenRules, match=r"with 2 seats, seat 1 was never on turn first in 60 set-ups"):
        check(game)


@pytest.mark.parametrize("game", [CUPFUL, LANTERN], ids=["cupful", "lantern"])
def test_the_examples_are_sound_when_they_are_looked_at_for_long(game: Game) -> None:
    assert games.check(game, compiled=False).matches > 0
