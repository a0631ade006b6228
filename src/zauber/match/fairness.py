"""Fair chance: one secret per match, committed to at the start and revealed at the end.

Before every action `s.rng` is set to 16 bytes of BLAKE2b over the number of the action (the set-up is number 0), keyed
by the secret, the edition's hash and the seats' own entropy. So what was seen tells nothing about what comes. Because
the commitment was published before the players revealed their entropy, nobody could have chosen the secret in anybody's
favour. Once the secret is known, everybody can recompute all chance.

There are two schemes. In the first, the seats give their entropy openly, so a player who knows the secret and comes
last can try many values. In the second, used by tables on a server, every seat first *pledges* its entropy by its hash.
When all pledges are fixed, the entropy is revealed, and entropy that does not match its pledge does not count. The only
choice left is whether to reveal, and the record names the seats that did not. Commitments and pledges are SHA-256 of a
few lines of text, so that a browser (or a person with `sha256sum`) can compute them.
"""

import functools
import hashlib
import operator
import secrets
from collections.abc import Sequence

from ..errors import ZauberError
from ..games.contract.phrases import letter

SECRET_BYTES = 32
MOST_ENTROPY = 64  # bytes that one seat may add

_COMMITMENT = b"zauber commitment 1"
_CHANCE = b"zauber chance 1"  # at most 16 bytes: BLAKE2b's personalisation
_SEED = b"zauber seed 1"
_PLEDGED_CHANCE = b"zauber chance 2"


def new_secret() -> bytes:
    """A random secret."""
    return secrets.token_bytes(SECRET_BYTES)


def secret_from_seed(seed: int | str) -> bytes:
    """The secret of a reproducible match. Anybody can derive it, so it is for tests and studies only."""
    return hashlib.blake2b(_seed_text(seed), digest_size=SECRET_BYTES, person=_SEED).digest()


def bytes_from_seed(seed: int | str, purpose: bytes) -> bytes:
    """16 bytes for `s.rng`, the same for the same seed and purpose (at most 16 bytes)."""
    return _never_zero(hashlib.blake2b(_seed_text(seed), digest_size=16, person=purpose).digest())


def fresh_bytes() -> bytes:
    """16 unpredictable bytes for `s.rng`."""
    return _never_zero(secrets.token_bytes(16))


def _seed_text(seed: int | str) -> bytes:
    if isinstance(seed, str):
        return seed.encode()
    try:
        return str(operator.index(seed)).encode()
    except TypeError:
        raise ZauberError(f"A seed is a whole number or a text, not {seed!r}.") from None


def _never_zero(sixteen: bytes) -> bytes:
    """Avoid all zeros, the one state that the generator never leaves."""
    return sixteen if any(sixteen) else b"\1" + sixteen[1:]


def commitment(secret: bytes) -> str:
    """The commitment to a secret: published at the start, checked at the end."""
    return hashlib.sha256(_COMMITMENT + check_secret(secret)).hexdigest()


def check_secret(secret: bytes) -> bytes:
    """Raise an error if a secret has the wrong length."""
    if len(secret) != SECRET_BYTES:
        raise ZauberError(f"A match's secret is {SECRET_BYTES} bytes, not {len(secret)}.")
    return secret


def pledge(committed: str, seat: int, entropy: bytes) -> str:
    """A seat's commitment to its entropy, made before any entropy is revealed.

    It includes the seat and the house's commitment, which no other match has, so it cannot be reused by anybody else.
    """
    return _text_hash("zauber pledge 1", committed, letter(seat), entropy.hex())


def check_pledges(committed: str, pledges: Sequence[str], entropy: Sequence[bytes]) -> None:
    """Raise an error if entropy does not match its seat's pledge."""
    for seat, (pledged, given) in enumerate(zip(pledges, entropy, strict=True)):
        if given and pledge(committed, seat, given) != pledged:
            raise ZauberError(f"The entropy of seat {letter(seat)} is not what that seat has pledged.")


def chance_key(secret: bytes, edition_hash: str, pledges: Sequence[str], entropy: Sequence[bytes]) -> bytes:
    """The key of all chance of a match with pledges: SHA-256 of the secret, the edition and a line for every seat."""
    seats = [
        f"{letter(seat)} {pledged or '-'} {given.hex() or '-'}"
        for seat, (pledged, given) in enumerate(zip(pledges, entropy, strict=True))
    ]
    return bytes.fromhex(_text_hash("zauber key 1", secret.hex(), edition_hash, *seats))


def _text_hash(*lines: str) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


class Chance:
    """The source of a match's chance; with `pledges` (one for each seat, or "") it uses the second scheme."""

    def __init__(
        self, secret: bytes, edition_hash: str, entropy: Sequence[bytes], pledges: Sequence[str] | None = None
    ) -> None:
        self.secret = check_secret(secret)
        if pledges is None:
            self.key = self.secret
            shared, purpose = _open_part(edition_hash, tuple(entropy)), _CHANCE
        else:
            self.key = chance_key(secret, edition_hash, pledges, entropy)
            shared, purpose = b"", _PLEDGED_CHANCE
        self._begun = hashlib.blake2b(shared, digest_size=16, key=self.key, person=purpose)

    def bytes_for(self, number: int) -> bytes:
        """The 16 bytes from which action `number` (0: the set-up) takes its chance."""
        hashing = self._begun.copy()
        hashing.update(number.to_bytes(8, "big"))
        return _never_zero(hashing.digest())


@functools.lru_cache(64)
def _open_part(edition_hash: str, entropy: tuple[bytes, ...]) -> bytes:
    """What everybody knows of a match's chance in the first scheme."""
    given = b"".join(len(part).to_bytes(1, "big") + part for part in entropy)
    return bytes.fromhex(edition_hash) + len(entropy).to_bytes(1, "big") + given


def set_up_bytes(seed: int | str, edition_hash: str, seats: int) -> bytes:
    """The chance of the set-up of a match with a seed: `Chance(…).bytes_for(0)` without all that comes after it."""
    message = _open_part(edition_hash, (b"",) * seats) + bytes(8)
    key = secret_from_seed(seed)
    return _never_zero(hashlib.blake2b(message, digest_size=16, key=key, person=_CHANCE).digest())
