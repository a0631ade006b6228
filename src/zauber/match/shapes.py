"""The parts of a record, their maximum lengths, and the version of the format."""

from typing import Annotated

import msgspec
from msgspec import Meta

from ..errors import BadRecord

PLEDGED = 2  # the version of records with pledges
VERSION = 3  # 1: the seats gave their entropy openly; 2: it was pledged first; 3: either, and a seat has resigned
LARGEST = 1_000_000  # bytes of a record in either form, unpacked
MOST_MOVES = 100_000
HIDDEN_MOVE = "?"

# No control characters, and no invisible ones that change the direction of text.
_LINE = r"\A[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]*\Z"

Word = Annotated[str, Meta(min_length=1, max_length=80, pattern=r"\A[a-z0-9_]+\Z")]
Text = Annotated[str, Meta(max_length=2000)]
Name = Annotated[str, Meta(min_length=1, max_length=40, pattern=_LINE)]
Hex = Annotated[str, Meta(max_length=128, pattern=r"\A([0-9a-f]{2})*\Z")]
Hex16 = Annotated[str, Meta(pattern=r"\A[0-9a-f]{32}\Z")]
Hex32 = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Pledge = Annotated[str, Meta(pattern=r"\A([0-9a-f]{64})?\Z")]
MoveText = Annotated[str, Meta(min_length=1, max_length=60, pattern=_LINE)]
Share = Annotated[float, Meta(ge=0, le=1)]
Values = int | float | Annotated[list[int | float], Meta(max_length=10_000)]
Choice = int | Annotated[str, Meta(max_length=80)]


class NumberRecord(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One number of an edition, with where it comes from."""

    value: Values
    source: Text


class EditionRecord(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """The edition of a match; `title`, `about` and `numbers` only when it did not come with the package."""

    name: Text
    hash: Hex32
    options: Annotated[dict[Word, Choice], Meta(max_length=100)]
    title: Text = ""
    about: Text = ""
    numbers: Annotated[dict[Word, NumberRecord], Meta(max_length=500)] = {}


class SeatRecord(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Who sits where: a name, `person` or the level of a bot, and the entropy that the seat added."""

    name: Name
    kind: Name = "person"
    entropy: Hex = ""


def too_large() -> BadRecord:
    """The error for a record that is too large."""
    return BadRecord(f"The record is too large: more than {LARGEST:,} bytes.")


def check_version(version: int) -> None:
    """Raise `BadRecord` for a version of the format that this program cannot read."""
    if version > VERSION:
        raise BadRecord(
            f"The record has version {version}, but this program reads up to {VERSION}: use a newer Zauber."
        )
    if version < 1:
        raise BadRecord(f"The record has version {version}, which does not exist.")
