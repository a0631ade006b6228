"""Verification repeats all chance and names the first thing that does not fit."""

import json

import pytest

from tests.match.short import played
from zauber import BadRecord, Match
from zauber.match import fairness, verify


def test_a_fair_match_is_told_event_by_event() -> None:
    match = played(seats=3, entropy=[b"one", b"", b"three"], names=["Anna", "B", "Cleo"])
    found = verify(match.save())
    assert found.events[0].number == 0
    assert "the first to act" in found.events[0].words[0]
    assert all(event.words for event in found.events)
    moves = {event.number: event.move for event in found.events}
    assert all(str(match.plies[number - 1]) == move for number, move in moves.items() if number)
    draws = [ply.number for ply in match.plies if ply.notation == "draw"]
    assert set(draws) <= set(moves)
    takes = [ply.number for ply in match.plies if ply.notation == "take"]
    assert not set(takes) & set(moves)
    checks = " ".join(found.checks)
    assert match.commitment in checks
    assert "2 of 3 seats added entropy" in checks
    assert f"All {len(match.plies)} moves are legal" in checks
    assert str(match.outcome) in checks


def test_the_bytes_of_an_event_are_those_of_the_keyed_hash() -> None:
    match = played()
    chance = fairness.Chance(bytes.fromhex(match.secret), match.edition.hash, match.entropy)
    for event in verify(match.record()).events:
        assert event.bytes == chance.bytes_for(event.number).hex()


def test_an_unfinished_match_of_ones_own_can_be_checked() -> None:
    found = verify(played(4).save())
    assert "not over yet" in " ".join(found.checks)


def test_another_secret_is_noticed() -> None:
    data = json.loads(played().save())
    data["secret"] = "11" * 32
    with pytest.raises(BadRecord, match="not the one that was committed to"):
        verify(json.dumps(data))


def test_another_secret_with_its_own_commitment_leads_elsewhere() -> None:
    data = json.loads(played(seats=3).save())
    data["secret"] = "11" * 32
    data["commitment"] = fairness.commitment(bytes.fromhex(data["secret"]))
    with pytest.raises(BadRecord):
        verify(json.dumps(data))


def test_entropy_that_was_changed_later_is_noticed() -> None:
    data = json.loads(played(seats=3, entropy=[b"a", b"b", b"c"]).save())
    data["seats"][1]["entropy"] = b"d".hex()
    with pytest.raises(BadRecord):
        Match.load(json.dumps(data))
