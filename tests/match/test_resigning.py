"""Resigning: a match of two ends with a result that says so, and the record of it replays and verifies."""

import copy
import json
import pickle
from typing import Any

import pytest

from tests.match.short import played
from zauber import BadRecord, CannotUndo, IllegalMove, Match
from zauber.games.contract.kernel import NOBODY
from zauber.match import read_record, verify


def resigned(plies: int = 5, seat: int = 1, **more: Any) -> Match:
    match = played(plies, names=["Anna", "Ben"], **more)
    match.resign(seat)
    return match


@pytest.mark.parametrize("seat", [0, 1])
def test_who_resigns_loses_and_nothing_can_be_done_after_it(seat: int) -> None:
    match = resigned(seat=seat)
    assert match.over
    assert match.turn == NOBODY
    assert match.outcome is not None
    assert match.outcome.winners == (1 - seat,)
    assert match.outcome.shares == ((0, 1) if seat == 0 else (1, 0))
    winner, loser = ("Anna", "Ben") if seat else ("Ben", "Anna")
    assert str(match.outcome) == f"{winner} wins, because {loser} resigned."
    assert not match.moves_of(0).actions
    assert not match.moves_of(1).actions
    for refused in (lambda: match.play(0), lambda: match.resign(0)):
        with pytest.raises(IllegalMove, match="over"):
            refused()
    with pytest.raises(CannotUndo, match="resigned"):
        match.undo()
    assert match.open_position() is not None


def test_only_a_match_of_two_can_be_resigned() -> None:
    match = played(3, seats=3)
    with pytest.raises(IllegalMove, match="with 3 players the others play on"):
        match.resign(0)
    assert not match.over


def test_a_match_that_has_ended_cannot_be_resigned() -> None:
    with pytest.raises(IllegalMove, match="over"):
        played().resign(0)


@pytest.mark.parametrize("plies", [0, 5])
@pytest.mark.parametrize("pledged", [False, True])
def test_the_record_replays_and_verifies_in_both_forms(plies: int, pledged: bool) -> None:
    match = resigned(plies, pledges=["", ""] if pledged else None)
    data = json.loads(match.save())
    assert (data["zauber"], data["resigned"], data["result"]) == (3, 1, [1.0, 0.0])
    for form in (match.save(), match.record().link()):
        again = Match.load(form)
        assert again.outcome == match.outcome
        assert again.save() == match.save()
        checks = " ".join(verify(read_record(form)).checks)
        assert "The result is right: Anna wins, because Ben resigned." in checks


def test_copies_know_that_it_was_resigned_and_earlier_moments_do_not() -> None:
    match = resigned()
    for same in (copy.copy(match), pickle.loads(pickle.dumps(match)), match.fork()):
        assert same.resigned == 1
        assert same.over
    before = match.at(3)
    assert not before.over
    assert before.moves.actions


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"resigned": None}, "belongs to records of version 3"),
        ({"zauber": 1}, "belongs to records of version 3"),
        ({"resigned": 2}, "not valid"),
        ({"resigned": 0}, "another result"),
        ({"result": None}, "gives no result"),
        ({"result": [0.0, 1.0]}, "another result"),
        ({"zauber": 4}, "use a newer Zauber"),
    ],
)
def test_a_record_that_was_changed_is_refused(changes: dict[str, Any], words: str) -> None:
    data = json.loads(resigned().save()) | changes
    with pytest.raises(BadRecord, match=words):
        Match.load(json.dumps({key: value for key, value in data.items() if value is not None}))


def test_a_record_cannot_resign_what_is_over_or_has_more_seats() -> None:
    for match in (played(), played(3, seats=3)):
        data = json.loads(match.save()) | {"zauber": 3, "resigned": 0}
        with pytest.raises(BadRecord, match="says that a seat has resigned, but it cannot"):
            Match.load(json.dumps(data))
