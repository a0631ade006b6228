"""Entropy is pledged before anybody's is shown: the result can be computed by hand, and nobody can choose it."""

import copy
import hashlib
import json
import pickle
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.match.short import played
from zauber import BadRecord, BadSeats, Match, ZauberError, games
from zauber.match import fairness, read_record, verify

SECRET = bytes(range(32))
COMMITTED = fairness.commitment(SECRET)
EDITION = games.get("papageno").edition()


def pledged(entropy: list[bytes], left_out: tuple[int, ...] = ()) -> dict[str, Any]:
    """The arguments of a match whose seats have pledged; those left out have not shown it."""
    pledges = [fairness.pledge(COMMITTED, seat, own) if own else "" for seat, own in enumerate(entropy)]
    shown = [b"" if seat in left_out else own for seat, own in enumerate(entropy)]
    return {"secret": SECRET, "entropy": shown, "pledges": pledges}


def test_a_pledge_and_the_key_can_be_computed_with_sha256sum() -> None:
    own = bytes(range(16))
    text = f"zauber pledge 1\n{COMMITTED}\nB\n{own.hex()}"
    assert fairness.pledge(COMMITTED, 1, own) == hashlib.sha256(text.encode()).hexdigest()
    committed, given = "c0ffee" * 8 + "aa" * 8, bytes.fromhex("00112233445566778899aabbccddeeff")
    same = "62f4580eba97af947aea256888c0c259fd8038d30b56e47baf1a26a68cf14569"  # in web/src/net/chance.test.ts
    assert fairness.pledge(committed, 1, given) == same
    pledges = [fairness.pledge(COMMITTED, 0, own), ""]
    lines = ["zauber key 1", SECRET.hex(), EDITION.hash, f"A {pledges[0]} {own.hex()}", "B - -"]
    key = hashlib.sha256("\n".join(lines).encode()).digest()
    chance = fairness.Chance(SECRET, EDITION.hash, [own, b""], pledges)
    assert chance.key == key == fairness.chance_key(SECRET, EDITION.hash, pledges, [own, b""])
    expected = hashlib.blake2b((7).to_bytes(8, "big"), digest_size=16, key=key, person=b"zauber chance 2").digest()
    assert chance.bytes_for(7) == expected


@given(st.lists(st.binary(min_size=16, max_size=16) | st.just(b""), min_size=2, max_size=5), st.data())
@settings(max_examples=60, deadline=None)
def test_nothing_but_what_was_pledged_is_taken(entropy: list[bytes], data: st.DataObject) -> None:
    about = pledged(entropy)
    Match("papageno", len(entropy), **about)
    seat = data.draw(st.integers(0, len(entropy) - 1))
    other = data.draw(st.binary(min_size=1, max_size=16).filter(lambda chosen: chosen != entropy[seat]))
    shown = [*entropy[:seat], other, *entropy[seat + 1 :]]
    with pytest.raises(BadSeats, match="not what that seat has pledged"):
        Match("papageno", len(entropy), **{**about, "entropy": shown})


def test_a_pledge_is_good_for_one_seat_of_one_match() -> None:
    own = b"0123456789abcdef"
    other = fairness.commitment(bytes(32))
    assert len({fairness.pledge(committed, seat, own) for committed in (COMMITTED, other) for seat in (0, 1)}) == 4
    copied = [fairness.pledge(COMMITTED, 0, own)] * 2
    with pytest.raises(ZauberError, match="seat B is not what"):
        fairness.check_pledges(COMMITTED, copied, [own, own])


def test_every_pledge_and_all_entropy_change_all_chance() -> None:
    one, two = b"1" * 16, b"2" * 16
    ways = [
        pledged([one, two]),
        pledged([two, one]),
        pledged([one, b""]),
        pledged([one, two], (1,)),
        pledged([b"", b""]),
    ]
    chances = {Match("papageno", 2, **way)._chance.bytes_for(0) for way in ways}
    assert len(chances) == len(ways)


def test_a_match_with_pledges_is_kept_read_and_verified_in_both_forms() -> None:
    about = pledged([b"a" * 16, b"b" * 16, b""], left_out=(1,))
    match = played(seats=3, names=["Anna", "Ben", "Cleo"], **about)
    text = match.save()
    data = json.loads(text)
    assert data["zauber"] == 2
    assert data["pledges"] == about["pledges"]
    assert match.left_out == (1,)
    for form in (text, match.record().link()):
        again = Match.load(form)
        assert again.record() == match.record()
    assert match.record().link().startswith("z2.")
    said = " ".join(verify(text).checks)
    assert f"The key of all chance is {match.key}" in said
    assert "Entropy was given by Anna, each as pledged beforehand." in said
    assert "not revealed in time: Ben." in said
    assert "No entropy was pledged by Cleo." in said


def test_several_are_named_in_one_sentence() -> None:
    match = played(seats=3, names=["Anna", "Ben", "Cleo"], **pledged([b"a" * 16, b"b" * 16, b"c" * 16]))
    assert "given by Anna, Ben and Cleo," in " ".join(verify(match.save()).checks)


def test_the_key_stays_closed_until_the_end() -> None:
    with pytest.raises(ZauberError, match="is not revealed until"):
        _ = played(2, **pledged([b"a" * 16, b""])).key


def test_copies_and_forks_keep_the_pledges() -> None:
    match = played(4, **pledged([b"a" * 16, b"b" * 16]))
    for same in (copy.copy(match), pickle.loads(pickle.dumps(match))):
        assert same.record() == match.record()
    assert match.fork(seed=1)._chance.bytes_for(9) != match._chance.bytes_for(9)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda data: data["seats"][0].update(entropy="ff" * 16), "not what that seat has pledged"),
        (lambda data: data["pledges"].__setitem__(0, "0" * 64), "not what that seat has pledged"),
        (lambda data: data["pledges"].__setitem__(1, "0" * 64), "."),
        (lambda data: data["pledges"].pop(), "3 seats, but 2 pledges"),
        (lambda data: data.pop("pledges"), "pledges belong to records of version 2"),
        (lambda data: data.update(zauber=1), "pledges belong to records of version 2"),
        (lambda data: data["pledges"].__setitem__(0, "abc"), "pledges"),
    ],
)
def test_a_record_whose_pledges_were_changed_is_refused(change: Any, complaint: str) -> None:
    data = json.loads(played(seats=3, **pledged([b"a" * 16, b"b" * 16, b""], left_out=(1,))).save())
    change(data)
    with pytest.raises(BadRecord, match=complaint):
        Match.load(json.dumps(data))


def test_a_damaged_link_with_pledges_is_a_bad_record() -> None:
    record = played(seats=2, **pledged([b"a" * 16, b""])).record()
    odd = msgspec.structs.replace(
        record, seats=(msgspec.structs.replace(record.seats[0], entropy="zz"), record.seats[1])
    )
    with pytest.raises(BadRecord, match="link is damaged"):
        read_record(odd.link())


def test_old_records_are_written_as_before() -> None:
    match = played(seats=2, entropy=[b"open", b""])
    data = json.loads(match.save())
    assert data["zauber"] == 1
    assert "pledges" not in data
    assert match.left_out == ()
    assert match.record().link().startswith("z1.")
    assert Match.load(match.record().link()).key == match.secret


def test_who_knows_the_secret_and_comes_last_has_nothing_left_to_choose() -> None:
    """The attack of 3,000 tries: the last one to show entropy, with the secret and all other entropy in hand."""
    honest, own = b"h" * 16, b"o" * 16
    about = pledged([honest, own])
    pledges = about["pledges"]
    reached = set()
    for number in range(3000):
        tried = hashlib.sha256(str(number).encode()).digest()[:16] if number else own
        try:
            fairness.check_pledges(COMMITTED, pledges, [honest, tried])
        except ZauberError:
            tried = b""  # it does not fit, so it is left out
        reached.add((bool(tried), fairness.chance_key(SECRET, EDITION.hash, pledges, [honest, tried])))
    assert len(reached) == 2, "as pledged, or left out, which everybody sees"
