"""The entries of a table's log: every change of a table, as it is stored.

The state of a table is the fold of its entries. They contain match secrets and token hashes, so they never leave the
server; frames for clients are made from concealed positions (`zauber.server.frames.sight`). Old entries must stay
readable: new fields get defaults, and no field is ever renamed.
"""

from typing import Any

import msgspec
from msgspec import Struct

from ...match.shapes import EditionRecord
from ..protocol.encoding import encode as _encode
from ..protocol.fields import Decides, Pace
from ..storage.base import Damaged


class Entry(Struct, tag_field="e", omit_defaults=True, kw_only=True):
    """A change: its time, and the id of the command that caused it, so that a repeated command is recognised."""

    t: float = 0.0
    id: str = ""


class Sitting(Struct, omit_defaults=True):
    """A person at a seat, with the hash of the seat's token; or, with a `level`, a bot of an imported match.

    `entropy` is set for imported matches only; older versions also let people give it openly.
    """

    seat: int
    name: str
    token: str
    symbol: str = ""
    entropy: str = ""
    level: str = ""
    pledge: str = ""


class Created(Entry, tag="created"):
    """The table was created. `secret` is the secret of the first match; `own` is an edition that is not shipped with
    the game, with all its numbers."""

    game: str
    edition: str
    hash: str
    options: dict[str, str | int]
    seats: int
    host: str
    secret: str
    bots: dict[int, str] = {}
    sit: list[Sitting] = []
    listed: bool = False
    pace: Pace = "normal"
    free_text: bool = False
    hints: bool = False
    takeover: int | None = None
    days: int | None = None
    decides: Decides = "bot"
    own: EditionRecord | None = None


class SatDown(Entry, tag="sat"):
    """A person took a free seat."""

    who: Sitting


class StoodUp(Entry, tag="stood"):
    """A seat was given up, or freed by the host; `level` is the bot that takes it over, if any."""

    seat: int
    by_host: bool = False
    level: str = ""


class Renamed(Entry, tag="named"):
    """A person changed name or symbol."""

    seat: int
    name: str
    symbol: str = ""


class Mixed(Entry, tag="mixed"):
    """A seat gave entropy for the next match openly. Only in old logs; without a pledge it no longer counts."""

    seat: int
    value: str


class Pledged(Entry, tag="pledged"):
    """A seat committed to its entropy for the next match."""

    seat: int
    pledge: str


class Opened(Entry, tag="opened"):
    """The host began a match: pledges are fixed, and entropy may be revealed for this many seconds."""

    seconds: float


class Revealed(Entry, tag="revealed"):
    """A seat revealed the entropy that it had pledged."""

    seat: int
    value: str


class LeftOut(Entry, tag="left_out"):
    """A seat did not reveal its entropy in time, so the match begins without it."""

    seat: int


class BotSeated(Entry, tag="bot"):
    """A bot took a free seat, or stands in for a person; with `auto`, automatically and until the person is back."""

    seat: int
    level: str
    auto: bool = False


class GivenBack(Entry, tag="back"):
    """The stand-in left; the person plays on."""

    seat: int


class Began(Entry, tag="began"):
    """A match began with the current seats, names and entropy; `chance` is the version of the scheme (`fairness`)."""

    chance: int = 1


class Prepared(Entry, tag="prepared"):
    """The match is over; `secret` is the secret of the next one."""

    secret: str


class Acted(Entry, tag="a"):
    """An action was played; at a table by the day it has its time."""

    s: int
    a: int


class TookBack(Entry, tag="undone"):
    """The last actions were taken back by consent: a person's, and the bots' replies to it."""

    count: int = 1


class Resigned(Entry, tag="resigned"):
    """A seat of a match of two resigned, which ended it."""

    seat: int


class UndoAsked(Entry, tag="ask"):
    """A seat asks to take back its last action; `count` includes the bots' replies to it."""

    seat: int
    count: int = 1


class UndoAnswered(Entry, tag="answer"):
    """A seat agrees to an undo, or refuses it."""

    seat: int
    agree: bool


class Talked(Entry, tag="said"):
    """A seat said something."""

    seat: int
    phrase: str = ""
    symbol: str = ""
    text: str = ""


class Swapped(Entry, tag="swapped"):
    """People changed seats: the holder of seat `order[i]` moved to seat i."""

    order: list[int]


class Paced(Entry, tag="pace"):
    """The host changed the pace of bots."""

    pace: Pace


class Came(Entry, tag="came"):
    """The first connection of a seat to a server process."""

    seat: int
    process: str


class Went(Entry, tag="went"):
    """The last connection of a seat to a server process is gone."""

    seat: int
    process: str


class Closed(Entry, tag="closed"):
    """The server's operator closed the table for good."""


AnyEntry = (
    Created | SatDown | StoodUp | Renamed | Mixed | Pledged | Opened | Revealed | LeftOut | BotSeated | GivenBack |
    Began | Prepared | Acted | TookBack | Resigned | UndoAsked | UndoAnswered | Talked | Swapped | Paced | Came | Went |
    Closed
)  # fmt: skip

_decoder: Any = msgspec.json.Decoder(AnyEntry)


def encode(entry: AnyEntry) -> bytes:
    """Encode an entry for storage."""
    return _encode(entry)


def decode(stored: bytes) -> AnyEntry:
    """Decode a stored entry; raises `Damaged`."""
    try:
        entry: AnyEntry = _decoder.decode(stored)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Damaged(f"A stored entry cannot be read: {error}") from None
    return entry
