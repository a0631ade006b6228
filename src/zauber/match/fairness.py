"""Fair chance: one secret for a match, promised by its fingerprint at the start and shown at the end.

Before every action `s.rng` is set to 16 bytes of BLAKE2b, keyed with the secret, over the edition's
fingerprint, the seats' own entropy and the number of the action (the set-up is number 0). What was seen
therefore tells nothing about what comes; and because the fingerprint was known before the players added
their entropy, nobody could have chosen the secret to suit somebody. When the secret is known, everybody can
do the sums again.
"""

import hashlib
import operator
import secrets
from collections.abc import Sequence

from ..errors import ZauberError

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
    """The secret of a reproducible match. Anybody can derive it, so it is only for tests and studies."""
    return hashlib.blake2b(_seed_text(seed), digest_size=SECRET_BYTES, person=_SEED).digest()


def bytes_from_seed(seed: int | str, purpose: bytes) -> bytes:
    """16 bytes for `s.rng`, the same for the same seed and purpose (at most 16 bytes)."""
    return _never_zero(hashlib.blake2b(_seed_text(seed), digest_size=16, person=purpose).digest())


def fresh_bytes() -> bytes:
    """16 bytes for `s.rng` that nobody can foresee."""
    return _never_zero(secrets.token_bytes(16))


def _seed_text(seed: int | str) -> bytes:
    if isinstance(seed, str):
        return seed.encode()
    try:
        return str(operator.index(seed)).encode()
    except TypeError:
        raise ZauberError(f"A seed is a whole number or a text, not {seed!r}.") from None


def _never_zero(sixteen: bytes) -> bytes:
    """All zeros is the one state from which the generator never moves."""
    return sixteen if any(sixteen) else b"\1" + sixteen[1:]


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
        """The 16 bytes from which action `number` (0: the set-up) takes its chance."""
        return self._digest(_CHANCE, number)

    def bytes_for_world(self, number: int) -> bytes:
        """16 bytes for imagining; unrelated to the chance of any action."""
        return self._digest(_WORLDS, number)

    def _digest(self, purpose: bytes, number: int) -> bytes:
        hashing = self._begun[purpose].copy()
        hashing.update(number.to_bytes(8, "big"))
        return _never_zero(hashing.digest())
