"""Fair chance: one secret for a match, promised by its fingerprint at the start and shown at the end.

Before every action `s.rng` is set to 16 bytes of BLAKE2b, keyed with the secret, over the edition's
fingerprint, the seats' own entropy and the number of the action (the set-up is number 0). What was seen
therefore tells nothing about what comes; and because the fingerprint was known before the players added
their entropy, nobody could have chosen the secret to suit somebody. When the secret is known, everybody can
do the sums again.
"""

import hashlib
import secrets
from collections.abc import Sequence

from ..errors import ZauberError
from ..games.kernel import Record

SECRET_BYTES = 32
MOST_ENTROPY = 64  # bytes that one seat may add

_PROMISE = b"zauber commitment 1"
_CHANCE = b"zauber chance 1"  # at most 16 bytes: BLAKE2b's personalisation
_WORLDS = b"zauber worlds 1"
_SEED = b"zauber seed 1"


def new_secret() -> bytes:
    """A secret that nobody can guess."""
    return secrets.token_bytes(SECRET_BYTES)


def secret_from_seed(seed: int | str) -> bytes:
    """The secret of a match that comes out the same every time. It is none: for tests and studies."""
    return hashlib.blake2b(str(seed).encode(), digest_size=SECRET_BYTES, person=_SEED).digest()


def commitment(secret: bytes) -> str:
    """The fingerprint that promises a secret: published at the start, checked at the end."""
    return hashlib.sha256(_PROMISE + check_secret(secret)).hexdigest()


def check_secret(secret: bytes) -> bytes:
    """Refuse a secret of another length."""
    if len(secret) != SECRET_BYTES:
        raise ZauberError(f"A match's secret is {SECRET_BYTES} bytes, not {len(secret)}.")
    return secret


class Chance:
    """Where the chance of one match comes from."""

    def __init__(self, secret: bytes, edition_hash: str, entropy: Sequence[bytes]) -> None:
        self.secret = check_secret(secret)
        parts = [bytes.fromhex(edition_hash), len(entropy).to_bytes(1, "big")]
        parts += [len(given).to_bytes(1, "big") + given for given in entropy]
        shared = b"".join(parts)
        self._begun = {
            purpose: hashlib.blake2b(shared, digest_size=16, key=self.secret, person=purpose)
            for purpose in (_CHANCE, _WORLDS)
        }

    def bytes_for(self, number: int) -> bytes:
        """The 16 bytes from which action `number` takes its chance."""
        return self._digest(_CHANCE, number)

    def set(self, s: Record, number: int) -> None:
        """Set `s.rng` for action `number`."""
        _fill(s, self.bytes_for(number))

    def set_for_world(self, s: Record, number: int) -> None:
        """Set `s.rng` for imagining; unrelated to the chance of any action."""
        _fill(s, self._digest(_WORLDS, number))

    def _digest(self, purpose: bytes, number: int) -> bytes:
        hashing = self._begun[purpose].copy()
        hashing.update(number.to_bytes(8, "big"))
        return hashing.digest()


def _fill(s: Record, sixteen: bytes) -> None:
    for i in range(4):
        s.rng[i] = int.from_bytes(sixteen[4 * i : 4 * i + 4], "little")
    if not any(sixteen):  # the one state in which the source would stand still
        s.rng[0] = 1
