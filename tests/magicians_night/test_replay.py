"""Stored matches come out the same, to the last bit, on every machine; and the conformance suite passes."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from tests.sizes import FULL, size
from zauber.games.contract.conformance import Report, Trial, settings
from zauber.games.contract.kernel import NOBODY

from .night import GAME

pytestmark = pytest.mark.no_cover  # repeats much: other tests cover these lines

STORED = sorted(Path(__file__).with_name("matches").glob("*.json"))


def unfolded(moves: list[str]) -> list[str]:
    """`push 12 ×3` stands for three strokes."""
    found = []
    for text in moves:
        move, _, times = text.partition(" ×")
        found += [move] * int(times or 1)
    return found


def digest(state: Any) -> str:
    fields = ("x", "y", "here", "symbol", "out", "turns", "clacks", "lost", "winner", "landed")
    return hashlib.sha256(b"".join(state[name].tobytes() for name in fields)).hexdigest()


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_A13_A39_a_stored_match_is_replayed_exactly(path: Path) -> None:
    stored = json.loads(path.read_text())
    edition = GAME.edition(stored["edition"], stored["options"], rules=1).record
    f, s = GAME.compiled, GAME.new_state()
    f.sow(s, stored["seed"], 0)
    f.setup(edition, s, stored["seats"])
    digests = []
    for number, text in enumerate(unfolded(stored["moves"])):
        f.apply(edition, s, int(s.turn), GAME.parse(text))
        if number % 50 == 0:
            digests.append(digest(s)[:12])
    assert digests == stored["on_the_way"]
    assert digest(s) == stored["digest"]
    assert s.turn == NOBODY
    assert int(s.winner) == stored["winner"]


def test_there_are_stored_matches_of_every_edition() -> None:
    assert {json.loads(path.read_text())["edition"] for path in STORED} == set(GAME.editions)


@pytest.mark.no_cover
@pytest.mark.parametrize("seats", [2, 3, 4] if FULL else [3])
def test_the_conformance_suite_passes(seats: int) -> None:
    """As `zauber.games.check`, with short matches: an interpreted stroke through a full plate takes its time."""
    report = Report(GAME.name)
    for number, edition in enumerate(settings(GAME)):
        short = GAME.edition(edition.name, {**edition.options, "turn_limit": 6})
        Trial(GAME, short, seats, 100 * seats + number, report, deep=8, compiled=True).play(size(60, 8))
    assert report.matches == len(list(settings(GAME)))
