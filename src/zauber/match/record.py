"""The record of a match: edition, seats, secret, actions. Everything else is derived from it by replay.

It has two forms. The readable one is JSON:

    {"zauber": 1, "game": "papageno", "rules": 1,
     "edition": {"name": "a", "hash": "…", "options": {…}},
     "seats": [{"name": "Anna", "kind": "person", "entropy": ""}, …],
     "commitment": "…", "secret": "…",
     "moves": ["turn 3", "B: turn 1", "draw", …],
     "result": [1.0, 0.0], "digest": "…"}

Version 2 also has `pledges`, one for each seat: the seat's commitment to its entropy, made before any entropy was
revealed, or "" for a seat that gave none. A seat with a pledge and no entropy did not reveal it in time. Version 3 is a
match of two that ended because a seat resigned after the last move: `resigned` is that seat, counted from 0. It has
`pledges` if entropy was pledged.

A move of a seat that was not on turn begins with the seat's letter. An edition that is not part of the package includes
its `numbers`. `secret` and `digest` are missing while others may not know them, and a move that is still hidden is
written “?”. The compact form (see `compact`) has the same content in a few hundred characters, for a link.

Reading an invalid record always raises `BadRecord` with a sentence, and nothing else.
"""

import hashlib
import json
import os
import re
import sys
from pathlib import Path
from typing import Annotated, Any

import msgspec
import numpy as np
from msgspec import Meta

from ..errors import BadRecord, BadSeats, UnreadableFile
from ..games.contract.kernel import Record
from .compact import looks_compact, pack, unpack
from .shapes import (
    LARGEST,
    MOST_MOVES,
    PLEDGED,
    VERSION,
    EditionRecord,
    Hex16,
    Hex32,
    MoveText,
    Name,
    Pledge,
    SeatRecord,
    Share,
    Word,
    check_version,
    too_large,
)

LONGEST_PATH = 1000  # characters; a longer text is taken for a record


class MatchRecord(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """A match as it is stored. `text()` and `link()` write it; `read_record` reads both."""

    zauber: Annotated[int, Meta(ge=1, le=VERSION)]
    game: Word
    rules: Annotated[int, Meta(ge=1)]
    edition: EditionRecord
    seats: Annotated[tuple[SeatRecord, ...], Meta(min_length=1, max_length=26)]
    commitment: Hex32
    moves: Annotated[tuple[MoveText, ...], Meta(max_length=MOST_MOVES)]
    secret: Hex32 | None = None
    pledges: Annotated[tuple[Pledge, ...], Meta(max_length=26)] | None = None
    result: Annotated[tuple[Share, ...], Meta(max_length=26)] | None = None
    resigned: Annotated[int, Meta(ge=0, le=1)] | None = None
    digest: Hex16 | None = None

    def text(self) -> str:
        """The readable form."""
        plain = msgspec.to_builtins(self, order="deterministic")
        order = [
            "zauber",
            "game",
            "rules",
            "edition",
            "seats",
            "commitment",
            "pledges",
            "secret",
            "moves",
            "resigned",
            "result",
            "digest",
        ]
        lines = [f"  {json.dumps(key)}: {_written(plain[key])}" for key in order if key in plain]
        return "{\n" + ",\n".join(lines) + "\n}\n"

    def link(self) -> str:
        """The compact form, for the end of a link."""
        return pack(msgspec.structs.asdict(self))


def _written(value: Any) -> str:
    """JSON with lists wrapped like a paragraph, so that a long match stays readable."""
    if not isinstance(value, (list, tuple)) or not value:
        return json.dumps(value, ensure_ascii=False)
    lines = [""]
    for item in value:
        text = json.dumps(item, ensure_ascii=False)
        if lines[-1] and (isinstance(item, dict) or len(lines[-1]) + len(text) > 100):
            lines.append("")
        lines[-1] += f"{text}, "
    lines[-1] = lines[-1][:-2]
    if len(lines) == 1:
        return f"[{lines[0]}]"
    return "[\n" + "\n".join(f"    {line.rstrip()}" for line in lines) + "\n  ]"


class _Version(msgspec.Struct):
    zauber: int


_version = msgspec.json.Decoder(_Version)
_record = msgspec.json.Decoder(MatchRecord)


def read_record(source: str | bytes | Path) -> MatchRecord:
    """Read a record: its text or bytes in either form, a link that ends in one, or (as a `Path`) a file."""
    data = _bytes_of(source)
    if len(data) > LARGEST:
        raise too_large()
    data = data.removeprefix(b"\xef\xbb\xbf").strip()
    if data.startswith(b"{"):
        return _read_json(data)
    if looks_compact(data):
        return _read_link(data)
    raise BadRecord("This is not a match record: it is neither JSON nor the compact form of a link.")


def path_or_record(source: str | bytes | Path) -> str | bytes | Path:
    """Load from a text: a record, a link that ends in one, or else the path of a file.

    Not for texts from outside, which could then name any file to read.
    """
    if not isinstance(source, str):
        return source
    text = source.removeprefix("\ufeff").strip()
    looks = text.startswith("{") or looks_compact(text.encode("utf-8", "replace"))
    if looks or not text or "\n" in text or len(text) > LONGEST_PATH:
        return source
    if not Path(source).exists():
        raise UnreadableFile(
            f"There is no file {source}, and it is not a match record: neither JSON nor the compact form of a link."
        )
    return Path(source)


def write_private(path: Path, text: str) -> None:
    """Write a file that only its owner can read, because a record contains the secret of its match."""
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        if sys.platform != "win32" and os.fstat(file.fileno()).st_uid == os.getuid():
            os.fchmod(file.fileno(), 0o600)  # it may have existed before
        file.write(text)


def _bytes_of(source: str | bytes | Path) -> bytes:
    if isinstance(source, Path):
        try:
            with source.open("rb") as file:
                return file.read(LARGEST + 1)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or "no such file"
            raise UnreadableFile(f"{source} cannot be read: {reason}.") from None
    if isinstance(source, str):
        try:
            return source.encode()
        except UnicodeEncodeError:
            raise BadRecord("The record is damaged: it contains an incomplete character.") from None
    return source


def _read_json(data: bytes) -> MatchRecord:
    try:
        check_version(_version.decode(data).zauber)
        return _whole(_record.decode(data))
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadRecord(_complaint(error)) from None


def _read_link(data: bytes) -> MatchRecord:
    try:
        return _whole(msgspec.convert(unpack(data), MatchRecord))
    except msgspec.ValidationError as error:
        raise BadRecord(f"The link is damaged: {error}.") from None


def _whole(record: MatchRecord) -> MatchRecord:
    if record.zauber < VERSION and (record.zauber == PLEDGED) != (record.pledges is not None):
        raise BadRecord("The record is damaged: pledges belong to records of version 2 or later, and to no others.")
    if (record.zauber == VERSION) != (record.resigned is not None):
        raise BadRecord("The record is damaged: who resigned belongs to records of version 3, and to no others.")
    return record


def _complaint(error: Exception) -> str:
    text = str(error)
    if isinstance(error, RecursionError):
        return "The record is damaged: it is nested too deeply."
    if "truncated" in text:
        return "The record is cut off: its end is missing."
    if isinstance(error, msgspec.ValidationError):
        where = re.sub(r" - at `\$\.?(.*)`\Z", r" (at “\1”)", text)
        return f"The record is not valid: {where.rstrip('.')}."
    return f"The record is damaged: {text.rstrip('.')}."


def check_names(names: list[str]) -> None:
    """Raise `BadSeats` for names that a record cannot hold."""
    try:
        msgspec.convert(names, list[Name])
    except msgspec.ValidationError:
        raise BadSeats("A name is one line of 1 to 40 letters, without control characters.") from None


def digest_of(record: MatchRecord, position: Record, newer: frozenset[str] = frozenset()) -> str:
    """A hash of the final position and of the whole record, to detect damage and changes.

    `newer` are fields of the position that the record's version of the rules did not have; they are left out.
    """
    said = msgspec.to_builtins(record)
    said.pop("digest", None)
    text = json.dumps(said, sort_keys=True)
    digest = hashlib.blake2b(text.encode(), digest_size=16, person=b"zauber digest 1")
    for field in position.dtype.names:
        if field in newer:
            continue
        values = np.asarray(position[field])
        digest.update(values.astype(values.dtype.newbyteorder("<")).tobytes())
    return digest.hexdigest()
