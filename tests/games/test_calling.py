"""Words get readings whatever record they are called with, and cannot silently fall back on real records."""

from pathlib import Path

import pytest

from tests.games.planted import planted
from zauber.errors import BrokenRules
from zauber.games.compiling.records import Reading, read
from zauber.games.contract.kernel import NOBODY
from zauber.match import Match, Position


def test_words_get_readings_of_records_and_of_readings() -> None:
    match = Match("papageno", 3, seed=4)
    game, e, s = match.game, match.edition, match.position(0)
    assert game.words.view(e.record, s, 0) == game.words.view(e.reading, read(s), 0) == match.view(0)
    moves = match.moves_of(0).actions
    assert game.words.labels(e.record, s, 0, moves) == [game.words.label(e.reading, s, 0, move) for move in moves]
    assert isinstance(e.reading, Reading)
    assert not hasattr(game.words, "flows")  # which Papageno does not define


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"turn": s.turn', '"turn": s.lantern.sum()', r"view\(\) fails with AttributeError: 'memoryview' .* 'sum'"),
        ("for kind in s.lantern[: s.seats]", "for kind in s.lantern + 1", r"view\(\) fails with TypeError"),
    ],
)
def test_words_that_treat_a_reading_as_numpy_are_an_error_in_a_sentence(
    old: str, new: str, said: str, tmp_path: Path
) -> None:
    game = planted(tmp_path, {"words.py": [(old, new)]})
    position = Position(game, seed=1)
    with pytest.raises(BrokenRules, match=said + r".*\. Words read records as plain numbers"):
        position.view(0)


def test_labels_that_treat_a_reading_as_numpy_are_an_error_in_a_sentence(tmp_path: Path) -> None:
    game = planted(tmp_path, {"words.py": [('Phrase(f"label.{VERBS[action]}")', 'Phrase(f"label.{s.lantern.sum()}")')]})
    position = Position(game, seed=1)
    with pytest.raises(BrokenRules, match=r"label\(\) fails with AttributeError"):
        game.words.labels(position.edition.reading, position.known_to(NOBODY).record, 0, [0])
