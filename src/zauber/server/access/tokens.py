"""Seat tokens, table ids, and the rules for players' names."""

import hashlib
import hmac
import secrets
import unicodedata
from collections.abc import Iterable

from ..protocol.fields import LONGEST_NAME

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # no i, l, o, 0, 1, which are easily confused
_TABLE_LENGTH = 10  # 49 bits: private tables cannot be found by guessing


def new_token() -> str:
    """A 192-bit secret for a seat or a host."""
    return secrets.token_urlsafe(24)


def new_table_id() -> str:
    """A table id that cannot be guessed."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_TABLE_LENGTH))


def token_hash(token: str) -> str:
    """The hash that is stored of a token. Tokens are long and random, so a plain hash is enough."""
    return hashlib.sha256(b"zauber token 1" + token.encode()).hexdigest()


def same(one: str, other: str) -> bool:
    """Compare two hashes in constant time."""
    return bool(one) and hmac.compare_digest(one, other)


def clean_name(name: str, others: Iterable[str] = ()) -> str | None:
    """The normalised name, or None if it is not allowed: empty, too long, invisible, misleading or taken."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(name) <= LONGEST_NAME or any(not _allowed(letter) for letter in name):
        return None
    marks = 0
    for letter in name:
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks > 2:  # stacked accents
            return None
    if all(unicodedata.category(letter)[0] in "ZM" for letter in name):
        return None
    if outline(name) in {outline(other) for other in others}:
        return None
    return name


def clean_text(text: str) -> str | None:
    """Chat text on one line, or None if it contains characters that must not be shown."""
    text = " ".join(unicodedata.normalize("NFC", text).split())
    if not text or any(not _allowed(letter) for letter in text):
        return None
    return text


def _allowed(letter: str) -> bool:
    category = unicodedata.category(letter)  # C: control, invisible, unassigned; Zl, Zp: line breaks
    return category[0] != "C" and category not in ("Zl", "Zp") and letter not in "<>" and not _invisible(letter)


def _invisible(letter: str) -> bool:
    """Whether a character is drawn as nothing: fillers, joiners, variation selectors, the empty Braille cell."""
    number = ord(letter)
    return (
        number in (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0)
        or 0x180B <= number <= 0x180F
        or 0xFE00 <= number <= 0xFE0F
        or 0xE0100 <= number <= 0xE01EF
    )


# Characters that look like a Latin letter in most typefaces, case-folded: Cyrillic, Greek, Armenian, digits and signs.
_ALIKE = (
    "аa еe оo рp сc уy хx іi јj ѕs һh ԁd ԛq ԝw вb кk мm нh тt гr пn ьb яr єe ӏl αa εe ηn ιi κk μu νv οo ρp τt υu χx ωw "
    "γy βb σo օo սu հh ոn ցg 0o 1l 5s |l !l ıi"
)
_LIKE: dict[int, str] = {ord(pair[0]): pair[1] for pair in _ALIKE.split()}


def outline(name: str) -> str:
    """The name's skeleton: names with the same skeleton are easily confused."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    bare = "".join(letter for letter in plain if letter.isalnum() or letter in "|!")
    return bare.translate(_LIKE).replace("i", "l").replace("rn", "m").replace("vv", "w") or plain
