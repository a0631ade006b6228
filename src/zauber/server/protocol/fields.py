"""What commands and frames share: the protocol's number and limits, the types of fields, phrases and moves."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

PROTOCOL = 2  # incremented when older clients would misunderstand

MOST_SEATS = 8
LONGEST_NAME = 24
LONGEST_RUN = 32
LARGEST_FRAME = 16_384  # bytes of one message from a client

Seat = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
CommandId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,40}\Z")]
TableId = Annotated[str, Meta(pattern=r"^[a-z0-9]{6,16}\Z")]
Token = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22,64}\Z")]
Entropy = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
Fingerprint = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Action = Annotated[int, Meta(ge=0, le=1_000_000)]
Level = Annotated[str, Meta(pattern=r"^[a-z0-9_-]{1,24}\Z")]
Key = Annotated[str, Meta(pattern=r"^[a-z0-9_.-]{1,40}\Z")]
Symbol = Annotated[str, Meta(min_length=1, max_length=8)]
Days = Annotated[int, Meta(ge=1, le=14)]
Decides = Literal["bot", "host"]  # who goes on when the time for a move is over
Pace = Literal["instant", "fast", "normal", "slow"]


class Said(Struct):
    """A phrase: a key in the catalogue of the game or the house, and the arguments of its text."""

    key: str
    args: Mapping[str, Any]


class Move(Struct):
    """One legal action of a seat. `sentence` is set for clients that asked for sentences."""

    action: int
    notation: str
    label: Said
    sentence: str | UnsetType = UNSET
