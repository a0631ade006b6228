"""Secrets that open seats, names of tables, and which names a guest may choose."""

import hashlib
import hmac
import secrets
import unicodedata
from collections.abc import Iterable

from ..protocol.messages import LONGEST_NAME

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
    if outline(name) in {outline(other) for other in others}:
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
    return category[0] != "C" and category not in ("Zl", "Zp") and letter not in "<>" and not _invisible(letter)


def _invisible(letter: str) -> bool:
    """Letters and marks that are drawn as nothing: fillers, joiners, variation selectors, the empty Braille cell."""
    number = ord(letter)
    return (
        number in (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0)
        or 0x180B <= number <= 0x180F
        or 0xFE00 <= number <= 0xFE0F
        or 0xE0100 <= number <= 0xE01EF
    )


# What looks like a Latin letter in most typefaces, after case is folded: Cyrillic, Greek, Armenian, digits and signs.
_ALIKE = (
    "аa еe оo рp сc уy хx іi јj ѕs һh ԁd ԛq ԝw вb кk мm нh тt гr пn ьb яr єe ӏl αa εe ηn ιi κk μu νv οo ρp τt υu χx ωw "
    "γy βb σo օo սu հh ոn ցg 0o 1l 5s |l !l ıi"
)
_LIKE: dict[int, str] = {ord(pair[0]): pair[1] for pair in _ALIKE.split()}


def outline(name: str) -> str:
    """The name's bare outline: two names with the same one are easily taken for each other."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    bare = "".join(letter for letter in plain if letter.isalnum() or letter in "|!")
    return bare.translate(_LIKE).replace("i", "l").replace("rn", "m").replace("vv", "w") or plain
