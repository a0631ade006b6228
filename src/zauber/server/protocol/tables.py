"""A table as everybody sees it, in frames and in the list of tables."""

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from .fields import Decides, Pace, Said

Kind = Literal["free", "person", "bot"]
Phase = Literal["lobby", "playing", "over"]


class SeatView(Struct):
    """A seat as everybody sees it.

    `kind` is the holder: nobody (free), a person or a bot. A person who is not `here` has been away since `since`
    (Unix time). `stand_in` is the level of the bot that plays for the person meanwhile. `pledge` is the seat's
    commitment to its entropy for the next match.
    """

    seat: int
    kind: Kind
    name: str
    symbol: str
    level: str | None = None
    here: bool = False
    since: float | None = None
    stand_in: str | None = None
    pledge: str | None = None


class Fairness(Struct):
    """The inputs of a match's chance, as far as they may be known.

    During the match: the commitment to the house's secret, each seat's pledge ("" for none), and the seats that were
    left out because they did not reveal their entropy in time. After the match also the secret, everyone's entropy,
    the edition's hash, and the `key` that is derived from these. `pledges` is null for old matches, in which entropy
    was given openly.
    """

    commitment: str
    secret: str | None = None
    entropy: list[str] | None = None
    pledges: list[str] | None = None
    left_out: list[int] = []
    edition: str | None = None
    key: str | None = None


class Opening(Struct):
    """The match is about to begin: all pledges are fixed, and each seat in `waiting` must reveal its entropy.

    At `until` (Unix time) or soon after, the match begins without the seats that have not.
    """

    waiting: list[int]
    until: float


class TableView(Struct):
    """A table as everybody sees it.

    `fairness` belongs to the match in play or, between matches, to the last one. `next_commitment` commits to the
    secret of the next match; while it is set, each seat may pledge entropy, until `opening`. Between matches,
    `last_names` are the seats' names when the last match ended, since people may have changed seats.
    `turn` is the seat that a running match waits for, as the table was when this was made. A table with
    `days` is played by the day: at `due` (Unix time) the time for the turn is over, and `decides` says who goes on.
    """

    table: str
    game: str
    title: str
    edition: str
    edition_title: str
    options: dict[str, str | int]
    seats: list[SeatView]
    phase: Phase
    match: str | None
    matches: int
    host: int | None
    listed: bool
    pace: Pace
    free_text: bool
    takeover: int | None
    watchers: int
    fairness: Fairness
    undo: "UndoView | None" = None
    created: float = 0
    next_commitment: str | None = None
    hints: bool = False
    opening: Opening | None = None
    last_names: list[str] = []
    turn: int | None = None
    days: int | None = None
    decides: Decides = "bot"
    due: float | None = None


class UndoView(Struct):
    """A request to take back the last action: who asks, and who has not agreed yet."""

    seat: int
    waiting: list[int]


class Ending(Struct):
    """How a match ended: each seat's share of the win, and the game's own description."""

    shares: list[float]
    winners: list[int]
    phrase: Said
    sentence: str | UnsetType = UNSET
