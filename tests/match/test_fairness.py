"""Chance that can be checked: the commitment, the seats' entropy, and the numbers that come of them."""

import hashlib

import pytest

from tests.match.short import played
from zauber import Match, Position, ZauberError, games
from zauber.match import fairness

SECRET = bytes(range(32))


def test_the_commitment_is_a_fingerprint_that_anybody_can_compute() -> None:
    assert fairness.commitment(SECRET) == hashlib.sha256(b"zauber commitment 1" + SECRET).hexdigest()
    assert Match("papageno", secret=SECRET).commitment == fairness.commitment(SECRET)


def test_the_chance_of_an_action_can_be_computed_by_hand() -> None:
    edition = games.get("papageno").edition()
    entropy = [b"", b"anna's"]
    chance = fairness.Chance(SECRET, edition.hash, entropy)
    message = bytes.fromhex(edition.hash) + b"\x02" + b"\x00" + b"\x06anna's" + (7).to_bytes(8, "big")
    expected = hashlib.blake2b(message, digest_size=16, key=SECRET, person=b"zauber chance 1").digest()
    assert chance.bytes_for(7) == expected


def test_every_action_has_its_own_chance() -> None:
    edition = games.get("papageno").edition()
    chance = fairness.Chance(SECRET, edition.hash, [b"", b""])
    assert len({chance.bytes_for(number) for number in range(1000)}) == 1000


@pytest.mark.parametrize("seed", [0, 7, 2**70, "a text"])
def test_a_position_with_a_seed_has_the_chance_of_the_match(seed: int | str) -> None:
    edition = games.get("papageno").edition()
    for seats in (2, 5):
        chance = fairness.Chance(fairness.secret_from_seed(seed), edition.hash, [b""] * seats)
        assert fairness.set_up_bytes(seed, edition.hash, seats) == chance.bytes_for(0)


def test_entropy_of_any_seat_changes_all_chance() -> None:
    edition = games.get("papageno").edition()
    given = ([b"", b""], [b"x", b""], [b"", b"x"], [b"", b"", b""])
    assert len({fairness.Chance(SECRET, edition.hash, entropy).bytes_for(0) for entropy in given}) == 4


def test_seats_cannot_shift_entropy_between_them() -> None:
    edition = games.get("papageno").edition()
    one = fairness.Chance(SECRET, edition.hash, [b"ab", b"c"])
    two = fairness.Chance(SECRET, edition.hash, [b"a", b"bc"])
    assert one.bytes_for(0) != two.bytes_for(0)


def test_the_source_never_stands_still() -> None:
    assert any(fairness._never_zero(bytes(16)))
    with pytest.raises(ZauberError, match="not all of them 0"):
        Position("papageno").set_chance(bytes(16))


def test_the_secret_stays_closed_until_the_end() -> None:
    match = played(3)
    with pytest.raises(ZauberError, match="is not revealed until"):
        _ = match.secret
    finished = played()
    assert fairness.commitment(bytes.fromhex(finished.secret)) == finished.commitment


def test_a_secret_has_32_bytes() -> None:
    assert len(fairness.new_secret()) == 32
    assert fairness.new_secret() != fairness.new_secret()
    with pytest.raises(ZauberError, match="32 bytes"):
        Match("papageno", secret=b"short")
