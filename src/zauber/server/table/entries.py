"""The entries of a table's log: every change of a table, as it is stored. The table is the sum of its entries.

Entries hold the match's secret and the hashes of tokens, so they never leave the server: frames for clients are made by
`zauber.server.frames.sight` from concealed positions. Old entries must stay readable: new fields have defaults, and no
field is ever renamed.
"""

from typing import Any

import msgspec
from msgspec import Struct

from ..storage.base import Damaged


class Entry(Struct, tag_field="e", omit_defaults=True, kw_only=True):
    """Something that happened: when, and by which command (its id, for those who send it twice)."""

    t: float = 0.0
    id: str = ""


class Sitting(Struct, omit_defaults=True):
    """A person at a seat; `token` is the hash of the seat's token. With a `level`: a bot (of an imported match).

    `entropy` was given openly once; now it comes with an imported match only.
    """

    seat: int
    name: str
    token: str
    symbol: str = ""
    entropy: str = ""
    level: str = ""
    pledge: str = ""


class Created(Entry, tag="created"):
    """The table was created. `secret` is that of the first match."""

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
    pace: str = "normal"
    free_text: bool = False
    hints: bool = False
    takeover: int | None = None


class SatDown(Entry, tag="sat"):
    """A person took a free seat."""

    who: Sitting


class StoodUp(Entry, tag="stood"):
    """A seat was given up, or freed by the host; `level`: the bot that plays it on."""

    seat: int
    by_host: bool = False
    level: str = ""


class Renamed(Entry, tag="named"):
    """A person changed name or symbol."""

    seat: int
    name: str
    symbol: str = ""


class Mixed(Entry, tag="mixed"):
    """A seat added entropy for the next match, openly, as was done once; without a pledge it does not count now."""

    seat: int
    value: str


class Pledged(Entry, tag="pledged"):
    """A seat fixed its entropy for the next match by a fingerprint."""

    seat: int
    pledge: str


class Opened(Entry, tag="opened"):
    """The host begins: the pledges of this moment are fixed, and entropy may be shown, for so many seconds."""

    seconds: float


class Revealed(Entry, tag="revealed"):
    """A seat showed the entropy that it had pledged."""

    seat: int
    value: str


class LeftOut(Entry, tag="left_out"):
    """A seat did not show its entropy in time: the match begins without it."""

    seat: int


class BotSeated(Entry, tag="bot"):
    """A bot took a free seat, or stands in for a person; `auto`: by the table's setting, until the person
    is back."""

    seat: int
    level: str
    auto: bool = False


class GivenBack(Entry, tag="back"):
    """The stand-in left; the person plays on."""

    seat: int


class Began(Entry, tag="began"):
    """A match began with the seats, names and entropy of this moment; `chance`: the way it is made (`fairness`)."""

    chance: int = 1


class Prepared(Entry, tag="prepared"):
    """The match is over; the secret of the next one."""

    secret: str


class Acted(Entry, tag="a"):
    """An action was played."""

    s: int
    a: int


class TookBack(Entry, tag="undone"):
    """The last actions were taken back, by consent: a person's, and the answers of bots to it."""

    count: int = 1


class UndoAsked(Entry, tag="ask"):
    """A seat asks to take its last action back; `count` with the answers of bots to it."""

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
    """People changed seats: seat i is now who seat `order[i]` was."""

    order: list[int]


class Paced(Entry, tag="pace"):
    """The host changed the pace of bots."""

    pace: str


class Came(Entry, tag="came"):
    """The first connection of a seat to a server process."""

    seat: int
    process: str


class Went(Entry, tag="went"):
    """The last connection of a seat to a server process is gone."""

    seat: int
    process: str


class Closed(Entry, tag="closed"):
    """The host of the house has closed the table for good."""


AnyEntry = (
    Created | SatDown | StoodUp | Renamed | Mixed | Pledged | Opened | Revealed | LeftOut | BotSeated | GivenBack |
    Began | Prepared | Acted | TookBack | UndoAsked | UndoAnswered | Talked | Swapped | Paced | Came | Went | Closed
)  # fmt: skip

_decoder: Any = msgspec.json.Decoder(AnyEntry)
_encoder = msgspec.json.Encoder()


def encode(entry: AnyEntry) -> bytes:
    """The entry as it is stored."""
    return _encoder.encode(entry)


def decode(stored: bytes) -> AnyEntry:
    """The entry that was stored."""
    try:
        entry: AnyEntry = _decoder.decode(stored)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Damaged(f"A stored entry cannot be read: {error}") from None
    return entry
