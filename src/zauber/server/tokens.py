"""Secrets that open seats, names of tables, and which names a guest may choose."""

import hashlib
import hmac
import secrets
import unicodedata
from collections.abc import Iterable

from .messages import LONGEST_NAME

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # no i, l, o, 0, 1: easy to read aloud
_TABLE_LENGTH = 10  # 49 bits: nobody finds a private table by trying


def new_token() -> str:
    """A secret of 192 bits for a seat or a host."""
    return secrets.token_urlsafe(24)


def new_table_id() -> str:
    """A name for a table that cannot be guessed."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_TABLE_LENGTH))


def token_hash(token: str) -> str:
    """What is stored of a token. Tokens are long and random, so a plain hash is enough."""
    return hashlib.sha256(b"zauber token 1" + token.encode()).hexdigest()


def same(one: str, other: str) -> bool:
    """Whether two hashes are the same, in a time that does not tell how much of them is."""
    return bool(one) and hmac.compare_digest(one, other)


def even(entropy: str | None) -> str:
    """Entropy in hexadecimal digits, as whole bytes."""
    return "" if entropy is None else entropy + "0" * (len(entropy) % 2)


def clean_name(name: str, others: Iterable[str] = ()) -> str | None:
    """The name as it will be shown, or None when it cannot be: empty, too long, invisible, misleading,
    taken."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(name) <= LONGEST_NAME or any(not _allowed(letter) for letter in name):
        return None
    marks = 0
    for letter in name:
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks > 2:  # towers of accents
            return None
    if all(unicodedata.category(letter)[0] in "ZM" for letter in name):
        return None
    if _folded(name) in {_folded(other) for other in others}:
        return None
    return name


def clean_text(text: str) -> str | None:
    """Free text of the chat in one line, or None when it holds what must not be shown."""
    text = " ".join(unicodedata.normalize("NFC", text).split())
    if not text or any(not _allowed(letter) for letter in text):
        return None
    return text


def _allowed(letter: str) -> bool:
    category = unicodedata.category(letter)  # C: control, invisible, unassigned; Zl, Zp: line breaks
    return category[0] != "C" and category not in ("Zl", "Zp") and letter not in "<>"


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
