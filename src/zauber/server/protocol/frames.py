"""The frames: every message that the server sends over the live protocol, as types.

`commands.py` has the other direction. `zauber.server.frames` makes the frames about a position.
"""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from .fields import Move, Said
from .tables import Ending, TableView


class Frame(Struct, tag_field="type", omit_defaults=False):
    """A message from the server."""


class Line(Struct):
    """A past action without view and moves, for the log of a client that connects or reconnects.

    `seat` acted, `action` is its notation (null when the viewer did not see it), and `phrases` describe it. In a game
    of memory, a line of a running match leaves out the notation and whatever players have to remember. `bot` is true if
    a bot played it that stands in for the person at the seat.
    """

    n: int
    match: str
    at: int
    seat: int | None
    action: str | None
    phrases: list[Said]
    sentence: str | UnsetType = UNSET
    undone: bool = False
    bot: bool | UnsetType = UNSET


class SeatState(Struct):
    """The position of the match in play as one viewer knows it (`viewer` is null for a spectator)."""

    viewer: int | None
    view: Any
    moves: list[Move]
    lines: list[Line]


class Position(Struct):
    """The public facts of the position in play: its number, its ply, whose turn it is, and who may act."""

    match: str
    at: int
    ply: int
    turn: int | None
    waiting: list[int]
    over: bool
    outcome: Ending | None = None


class You(Struct):
    """What the client's tokens give access to."""

    seats: list[int]
    host: bool


class Welcome(Frame, tag="welcome"):
    """The answer to `hello`: the complete current state. Later frames are numbered from `n` + 1.

    The `lines` of each state are the actions after `resume_from` (the newest 200 at most); `complete` says whether
    these are all. `unknown` counts tokens that are not valid here (or no longer are).
    """

    n: int
    protocol: int
    table: TableView
    you: You
    position: Position | None
    states: list[SeatState]
    complete: bool
    unknown: int
    time: float


class Event(Frame, tag="event"):
    """An action was played (or, with `undone`, taken back), as one viewer sees it.

    `seat` acted; `action` is its notation, or null when it is hidden from the viewer. If `moves` is absent, the moves
    are unchanged. `phrases` describe the action now; `later` is the part of them that a log may keep in a game of
    memory (absent: all of them). `bot` is true if a bot acted that stands in for the person at the seat.
    """

    n: int
    viewer: int | None
    match: str
    at: int
    ply: int
    seat: int | None
    action: str | None
    phrases: list[Said]
    view: Any
    turn: int | None
    waiting: list[int]
    later: list[Said] | UnsetType = UNSET
    moves: list[Move] | UnsetType = UNSET
    sentence: str | UnsetType = UNSET
    over: bool = False
    outcome: Ending | None = None
    undone: bool = False
    bot: bool | UnsetType = UNSET


class Begun(Frame, tag="begun"):
    """A match has begun: the table's new state and the first position, as one viewer sees it."""

    n: int
    viewer: int | None
    match: str
    table: TableView
    position: Position
    state: SeatState


class Lobby(Frame, tag="lobby"):
    """Something about the table changed: a phrase from the house's catalogue, and the table as it is now."""

    n: int
    what: Said
    table: TableView
    sentence: str | UnsetType = UNSET


class Spoken(Frame, tag="said"):
    """A chat message: exactly one of phrase, symbol and text."""

    n: int
    seat: int
    phrase: str | None = None
    symbol: str | None = None
    text: str | None = None


class Presence(Frame, tag="presence"):
    """The number of spectators. Not numbered, because it describes only the present."""

    watchers: int


class Undoable(Frame, tag="undoable"):
    """The seats whose last move could be taken back now, with the bots' replies to it. Not numbered.

    Sent when the table has been quiet for a moment, and valid for this position only. Without it, nobody's can.
    """

    match: str
    at: int
    seats: list[int]


class Notice(Frame, tag="notice"):
    """An announcement by the server's operator, such as a coming restart. Not numbered."""

    sentence: str


class Ack(Frame, tag="ack"):
    """The command was carried out and stored as number `n` (0 when there was nothing to store).

    `token` is set in the answer to a `take_seat` without a token. `played` counts the actions of a run; if the run
    stopped early, `stopped` says why.
    """

    id: str
    n: int
    token: str | None = None
    played: int | None = None
    stopped: "Refusal | None" = None


Reason = Literal[
    "illegal",  # the rules do not allow it; `rule` names the rule
    "late",  # the table has moved on from the position that the command names
    "not_your_seat",  # no token for that seat
    "not_host",  # only the host may
    "not_now",  # not in this phase of the table
    "taken",  # the seat is not free
    "no_such_seat",
    "no_such_thing",  # an unknown phrase, symbol, level, edition…
    "bad_name",
    "cannot_undo",
    "too_fast",
    "bad_message",  # the message is not one of this protocol
    "no_such_table",
    "full",  # the house or the table is at its limit
    "trouble",  # the server could not store it, or does not know yet: send it again with the same id
]


class Refusal(Struct):
    """Why a command was not carried out."""

    reason: Reason
    sentence: str
    rule: str = ""
    phrase: Said | None = None


class Refused(Frame, tag="refused"):
    """The command was not carried out and nothing has changed. `id` is null if the message had no readable id."""

    id: str | None
    reason: Reason
    sentence: str
    rule: str = ""
    phrase: Said | None = None


class Pong(Frame, tag="pong"):
    """The answer to `ping`: the server's time and the table's last number, by which a client detects a gap."""

    t: float
    time: float
    n: int


class Goodbye(Frame, tag="goodbye"):
    """The server closes the connection; if `again` is set, reconnect after that many seconds."""

    reason: Literal["shutdown", "too_slow", "too_fast", "idle", "replaced", "no_such_table", "bad_message", "trouble"]
    sentence: str
    again: float | None = None


AnyFrame = (
    Welcome | Event | Begun | Lobby | Spoken | Presence | Undoable | Notice | Ack | Refused | Pong | Goodbye
)  # fmt: skip
