"""Every message of the live protocol and of the HTTP interface, as types.

Decoding checks a message completely; encoding needs no further thought; the JSON schema
(`zauber.server.protocol.schema`) and the browser's TypeScript types are made from these classes. `docs/protocol.md`
tells the same in prose. Names on the wire are the names here.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

PROTOCOL = 2  # grows when a client written for the old number would misunderstand

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
Pace = Literal["instant", "fast", "normal", "slow"]


# What is said -----------------------------------------------------------------------------------------------


class Said(Struct):
    """A phrase: a key of the game's (or the house's) catalogue, and the arguments of its text."""

    key: str
    args: Mapping[str, Any]


class Move(Struct):
    """One legal action of a seat. `sentence` is there for those who asked for sentences."""

    action: int
    notation: str
    label: Said
    sentence: str | UnsetType = UNSET


# From the client --------------------------------------------------------------------------------------------


class Command(Struct, tag_field="type", forbid_unknown_fields=True):
    """What a client may send.

    Every command but `hello` and `ping` has an id and is answered once by `ack` or `refused`.
    """


class Hello(Command, tag="hello"):
    """The first message: which table, the tokens one holds for it, and the last number one has seen."""

    table: TableId
    protocol: int = PROTOCOL
    tokens: Annotated[list[Token], Meta(max_length=MOST_SEATS + 1)] = []
    resume_from: Annotated[int, Meta(ge=0)] | None = None
    sentences: bool = True


class Ping(Command, tag="ping"):
    """Are you there? Answered by `pong` with the same number."""

    t: Annotated[float, Meta(ge=0)] = 0


class Play(Command, tag="play"):
    """Play for a seat: one action by number or by notation, or a run of actions.

    `at` is the number of the position that the player saw, and `match` the match that it belongs to (numbers begin
    anew with every match); if the table has moved on, the play is refused as late.
    """

    id: CommandId
    seat: Seat
    action: Action | None = None
    notation: Annotated[str, Meta(max_length=80)] | None = None
    actions: Annotated[list[Action], Meta(min_length=1, max_length=LONGEST_RUN)] | None = None
    at: Annotated[int, Meta(ge=0)] | None = None
    match: Annotated[str, Meta(max_length=40)] | None = None


class Why(Command, tag="why"):
    """Why may this seat not do that now? Answered by `refused`, or by `ack` when it may."""

    id: CommandId
    seat: Seat
    action: Action | None = None
    notation: Annotated[str, Meta(max_length=80)] | None = None


class Say(Command, tag="say"):
    """A fixed phrase or a symbol of the house; free text where the table allows it.

    Exactly one of the three.
    """

    id: CommandId
    seat: Seat
    phrase: Key | None = None
    symbol: Symbol | None = None
    text: Annotated[str, Meta(min_length=1, max_length=200)] | None = None


class TakeSeat(Command, tag="take_seat"):
    """Sit down. A client that makes the token itself may safely repeat the command after a break.

    `pledge` is that of the seat's entropy for the next match, as in the command of that name.
    """

    id: CommandId
    seat: Seat
    name: Name
    symbol: Symbol | None = None
    token: Token | None = None
    pledge: Fingerprint | None = None


class LeaveSeat(Command, tag="leave_seat"):
    """Stand up for good: the token is void, and the seat is free (or a bot's, in a running match)."""

    id: CommandId
    seat: Seat


class SetName(Command, tag="set_name"):
    """Change the name or the symbol of one's seat."""

    id: CommandId
    seat: Seat
    name: Name
    symbol: Symbol | None = None


class Pledge(Command, tag="pledge"):
    """Fix this seat's own contribution to the chance of the next match by its fingerprint, before anybody's is shown.

    It is SHA-256 of four lines of text, without an end of line after the last: `zauber pledge 1`, the table's
    `next_commitment`, the seat's letter, and the entropy in hexadecimal digits.
    """

    id: CommandId
    seat: Seat
    pledge: Fingerprint


class Reveal(Command, tag="reveal"):
    """Show the entropy that this seat has pledged, when the table asks for it (`opening`); in hexadecimal digits."""

    id: CommandId
    seat: Seat
    entropy: Entropy


class UndoOffer(Command, tag="undo_offer"):
    """Ask to take one's last action back, with the answers that bots have given to it."""

    id: CommandId
    seat: Seat


class UndoAnswer(Command, tag="undo_answer"):
    """Agree, or not. The asker withdraws with `agree` false."""

    id: CommandId
    seat: Seat
    agree: bool


class Start(Command, tag="start"):
    """Host: begin the match. Free seats must have been filled or given to bots."""

    id: CommandId


class Rematch(Command, tag="rematch"):
    """Host: when a match is over, begin another with the same seats."""

    id: CommandId


class SwapSeats(Command, tag="swap_seats"):
    """Host, between matches: `order[i]` is the seat whose people and things move to seat i."""

    id: CommandId
    order: Annotated[list[Seat], Meta(min_length=1, max_length=MOST_SEATS)]


class FreeSeat(Command, tag="free_seat"):
    """Host: take the seat from whoever has it; its token is void."""

    id: CommandId
    seat: Seat


class SeatBot(Command, tag="seat_bot"):
    """Host: a bot takes a free seat, or stands in for a person who keeps the seat and may come back."""

    id: CommandId
    seat: Seat
    level: Level


class GiveBack(Command, tag="give_back"):
    """The stand-in leaves and the person plays on; by the host or by the person."""

    id: CommandId
    seat: Seat


class SetPace(Command, tag="pace"):
    """Host: how long bots take for a move."""

    id: CommandId
    pace: Pace


AnyCommand = (
    Hello | Ping | Play | Why | Say | TakeSeat | LeaveSeat | SetName | Pledge | Reveal | UndoOffer | UndoAnswer
    | Start | Rematch | SwapSeats | FreeSeat | SeatBot | GiveBack | SetPace
)  # fmt: skip


# What a table looks like ------------------------------------------------------------------------------------


class SeatView(Struct):
    """A seat as everybody sees it.

    `kind` is who holds it: nobody (free), a person or a bot. A person who is not `here` is away since `since`
    (seconds since 1970). `stand_in` is the level of the bot that plays for the person meanwhile. `pledge` is the
    fingerprint of the seat's entropy for the match that has not begun.
    """

    seat: int
    kind: Literal["free", "person", "bot"]
    name: str
    symbol: str
    level: str | None = None
    here: bool = False
    since: float | None = None
    stand_in: str | None = None
    pledge: str | None = None


class Fairness(Struct):
    """What a match's chance is made of, as far as it may be known.

    The commitment to the house's secret; each seat's pledge ("": none), and the seats that did not show their entropy
    in time and were left out; when the match is over the secret, everyone's entropy, the edition's fingerprint, and the
    `key` of all chance that is made of these. `pledges` null: a match of old, in which entropy was given openly.
    """

    commitment: str
    secret: str | None = None
    entropy: list[str] | None = None
    pledges: list[str] | None = None
    left_out: list[int] = []
    edition: str | None = None
    key: str | None = None


class Opening(Struct):
    """The match is about to begin: all pledges are fixed, and each seat in `waiting` is to show its entropy.

    At `until` (seconds since 1970) or soon after it begins without those who have not.
    """

    waiting: list[int]
    until: float


class TableView(Struct):
    """A table as everybody sees it.

    `fairness` is that of the match in play or, between matches, of the last one. `next_commitment` promises
    the secret of the match that has not begun: while it is there, each seat may pledge entropy, until `opening`.
    `last_names` are, between matches, the names of the seats when the last one ended: people may have changed seats
    since.
    """

    table: str
    game: str
    title: str
    edition: str
    edition_title: str
    options: dict[str, str | int]
    seats: list[SeatView]
    phase: Literal["lobby", "playing", "over"]
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


class UndoView(Struct):
    """A wish to take back the last action: who asks, and whose consent is still missing."""

    seat: int
    waiting: list[int]


class Ending(Struct):
    """How a match ended: each seat's share of the win, and the game's own words."""

    shares: list[float]
    winners: list[int]
    phrase: Said
    sentence: str | UnsetType = UNSET


# To the client ----------------------------------------------------------------------------------------------


class Frame(Struct, tag_field="type", omit_defaults=False):
    """What the server may send."""


class Line(Struct):
    """A past action, without view and moves: for the log of somebody who comes (back) to the table.

    For an action, `seat` acted, `action` is its notation (null when the viewer did not see it), and
    `phrases` tell it. Where it is part of the game to remember what happened, a line of a match that goes on leaves out
    what must not be looked up, and the notation.
    """

    n: int
    match: str
    at: int
    seat: int | None
    action: str | None
    phrases: list[Said]
    sentence: str | UnsetType = UNSET
    undone: bool = False


class SeatState(Struct):
    """The position of the match in play as one viewer knows it (`viewer` null: a watcher)."""

    viewer: int | None
    view: Any
    moves: list[Move]
    lines: list[Line]


class Position(Struct):
    """What is public about the position of the match in play: its number, ply, whose turn, who may act."""

    match: str
    at: int
    ply: int
    turn: int | None
    waiting: list[int]
    over: bool
    outcome: Ending | None = None


class You(Struct):
    """What one's tokens are good for."""

    seats: list[int]
    host: bool


class Welcome(Frame, tag="welcome"):
    """The answer to `hello`: all there is to know now. What follows is numbered from `n` + 1.

    `lines` of each state are the actions after `resume_from` (at most 200, the newest); `complete` says
    whether these are all. `unknown` counts tokens that are good for nothing here (any more).
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

    `seat` acted, `action` is its notation, or null when it is hidden from the viewer. `moves` absent: as
    before. `phrases` tell it in the moment; `later` is what may be kept of them to be read again, where it is part of
    the game to remember the rest (absent: all of them).
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


class Begun(Frame, tag="begun"):
    """A match begins: the table's new state and the first position, as one viewer sees it."""

    n: int
    viewer: int | None
    match: str
    table: TableView
    position: Position
    state: SeatState


class Lobby(Frame, tag="lobby"):
    """Something about the table changed: what (a phrase of the house's catalogue), and the table as it is
    now."""

    n: int
    what: Said
    table: TableView
    sentence: str | UnsetType = UNSET


class Spoken(Frame, tag="said"):
    """Somebody said something: exactly one of phrase, symbol and text."""

    n: int
    seat: int
    phrase: str | None = None
    symbol: str | None = None
    text: str | None = None


class Presence(Frame, tag="presence"):
    """How many watch. Not numbered: it is about now only."""

    watchers: int


class Undoable(Frame, tag="undoable"):
    """Whose last move could be taken back now, with the answers that bots have given to it. Not numbered.

    It comes when the table has been quiet for a moment, and counts for this position only. No such frame: nobody's.
    """

    match: str
    at: int
    seats: list[int]


class Notice(Frame, tag="notice"):
    """Something that whoever runs the house tells everybody, such as a restart to come. Not numbered."""

    sentence: str


class Ack(Frame, tag="ack"):
    """The command was carried out and stored as number `n` (0 when there was nothing to store).

    `token` answers `take_seat` without a token. `played` counts the actions of a run; when the run stopped
    early, `stopped` says why.
    """

    id: str
    n: int
    token: str | None = None
    played: int | None = None
    stopped: "Refusal | None" = None


Reason = Literal[
    "illegal",  # the rules do not allow it; `rule` names the rule
    "late",  # the table has moved on since the position that the command names
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
    "full",  # the house (or the table) has no room for more
    "trouble",  # the server could not store it (or does not know yet): send it again, with the same id
]


class Refusal(Struct):
    """Why a command was not carried out."""

    reason: Reason
    sentence: str
    rule: str = ""
    phrase: Said | None = None


class Refused(Frame, tag="refused"):
    """The command was not carried out and nothing has changed.

    `id` null: the message had none that could be read.
    """

    id: str | None
    reason: Reason
    sentence: str
    rule: str = ""
    phrase: Said | None = None


class Pong(Frame, tag="pong"):
    """Yes, I am here; the server's time and the table's last number (a client that lacks it has a gap)."""

    t: float
    time: float
    n: int


class Goodbye(Frame, tag="goodbye"):
    """The server closes the connection; when `again`, come back after so many seconds."""

    reason: Literal["shutdown", "too_slow", "too_fast", "idle", "replaced", "no_such_table", "bad_message", "trouble"]
    sentence: str
    again: float | None = None


AnyFrame = (
    Welcome | Event | Begun | Lobby | Spoken | Presence | Undoable | Notice | Ack | Refused | Pong | Goodbye
)  # fmt: skip
