"""Web Push without anybody's account: encrypted messages (RFC 8291) and the house's own signature (VAPID, RFC 8292)."""

import base64
import json
import secrets
from typing import Self
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

SIGNED_FOR = 12 * 3600  # seconds that a signature is good for; services accept 24 hours
_RECORD = 4_096
_CURVE = ec.SECP256R1()


class Keys:
    """The house's key pair, by which push services know that a message comes from the house that was allowed."""

    def __init__(self, private: ec.EllipticCurvePrivateKey) -> None:
        self._private = private
        self.public = to_text(point_of(private))

    @classmethod
    def new(cls) -> Self:
        """A new pair."""
        return cls(ec.generate_private_key(_CURVE))

    @classmethod
    def load(cls, stored: bytes) -> Self:
        """The pair that `stored` gave."""
        return cls(ec.derive_private_key(int.from_bytes(from_text(stored.decode())), _CURVE))

    def stored(self) -> bytes:
        """The private key, to be kept with the house's storage."""
        return to_text(self._private.private_numbers().private_value.to_bytes(32)).encode()

    def authorization(self, endpoint: str, subject: str, now: float) -> str:
        """The Authorization header of a message to this endpoint."""
        parts = urlsplit(endpoint)
        claims: dict[str, object] = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(now) + SIGNED_FOR}
        if subject:
            claims["sub"] = subject
        head = {"typ": "JWT", "alg": "ES256"}
        signed = ".".join(to_text(json.dumps(part, separators=(",", ":")).encode()) for part in (head, claims))
        r, s = decode_dss_signature(self._private.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        return f"vapid t={signed}.{to_text(r.to_bytes(32) + s.to_bytes(32))}, k={self.public}"


def encrypt(
    message: bytes, p256dh: str, auth: str, salt: bytes = b"", own: ec.EllipticCurvePrivateKey | None = None
) -> bytes:
    """A message that only the browser with these keys can read; raises `ValueError` for keys that are none."""
    theirs = from_text(p256dh)
    browser = ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, theirs)
    own = own or ec.generate_private_key(_CURVE)
    salt = salt or secrets.token_bytes(16)
    ours = point_of(own)
    shared = own.exchange(ec.ECDH(), browser)
    secret = _derived(shared, from_text(auth), b"WebPush: info\0" + theirs + ours, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(key).encrypt(nonce, message + b"\2", None)  # 2: the last record
    return salt + _RECORD.to_bytes(4) + bytes([len(ours)]) + ours + sealed


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def point_of(private: ec.EllipticCurvePrivateKey) -> bytes:
    """The public key as an uncompressed point."""
    form = serialization.PublicFormat.UncompressedPoint
    return private.public_key().public_bytes(serialization.Encoding.X962, form)


def to_text(data: bytes) -> str:
    """As base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_text(text: str) -> bytes:
    """The reverse; raises `ValueError`."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
