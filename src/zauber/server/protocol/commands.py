"""The commands: every message that a client may send over the live protocol, as types.

Decoding validates a message completely. The JSON schema (`schema.py`) and the browser's TypeScript types are generated
from these classes, and names on the wire are the names here. `docs/protocol.md` describes the protocol in prose.
"""

from typing import Annotated

from msgspec import Meta, Struct

from .fields import (
    LONGEST_RUN,
    MOST_SEATS,
    PROTOCOL,
    Action,
    CommandId,
    Entropy,
    Fingerprint,
    Key,
    Level,
    Name,
    Pace,
    Seat,
    Symbol,
    TableId,
    Token,
)


class Command(Struct, tag_field="type", forbid_unknown_fields=True):
    """A message from a client.

    Every command except `hello` and `ping` has an id and is answered exactly once, by `ack` or `refused`.
    """


class Hello(Command, tag="hello"):
    """The first message: the table, the client's tokens for it, and the last number it has seen."""

    table: TableId
    protocol: int = PROTOCOL
    tokens: Annotated[list[Token], Meta(max_length=MOST_SEATS + 1)] = []
    resume_from: Annotated[int, Meta(ge=0)] | None = None
    sentences: bool = True


class Ping(Command, tag="ping"):
    """A liveness check, answered by `pong` with the same number."""

    t: Annotated[float, Meta(ge=0)] = 0


class Play(Command, tag="play"):
    """Play for a seat: one action by number or by notation, or a run of actions.

    `at` is the number of the position that the player saw, and `match` its match (numbering restarts with every
    match). If the table has moved on, the play is refused as late.
    """

    id: CommandId
    seat: Seat
    action: Action | None = None
    notation: Annotated[str, Meta(max_length=80)] | None = None
    actions: Annotated[list[Action], Meta(min_length=1, max_length=LONGEST_RUN)] | None = None
    at: Annotated[int, Meta(ge=0)] | None = None
    match: Annotated[str, Meta(max_length=40)] | None = None


class Why(Command, tag="why"):
    """Ask why an action is illegal now. Answered by `refused`, or by `ack` if the action is legal."""

    id: CommandId
    seat: Seat
    action: Action | None = None
    notation: Annotated[str, Meta(max_length=80)] | None = None


class Say(Command, tag="say"):
    """Exactly one of: a fixed phrase, a symbol of the house, or free text where the table allows it."""

    id: CommandId
    seat: Seat
    phrase: Key | None = None
    symbol: Symbol | None = None
    text: Annotated[str, Meta(min_length=1, max_length=200)] | None = None


class TakeSeat(Command, tag="take_seat"):
    """Sit down. A client that generates the token itself can safely repeat the command after a lost connection.

    `pledge` fixes the seat's entropy for the next match, as the `pledge` command does.
    """

    id: CommandId
    seat: Seat
    name: Name
    symbol: Symbol | None = None
    token: Token | None = None
    pledge: Fingerprint | None = None


class LeaveSeat(Command, tag="leave_seat"):
    """Give the seat up: its token becomes void, and the seat is free (or a bot's, in a running match)."""

    id: CommandId
    seat: Seat


class SetName(Command, tag="set_name"):
    """Change the name or the symbol of the seat's holder."""

    id: CommandId
    seat: Seat
    name: Name
    symbol: Symbol | None = None


class Pledge(Command, tag="pledge"):
    """Commit to this seat's contribution to the next match's chance, before any contribution is revealed.

    The pledge is the SHA-256 of four lines of text without a final newline: `zauber pledge 1`, the table's
    `next_commitment`, the seat's letter, and the entropy in hexadecimal.
    """

    id: CommandId
    seat: Seat
    pledge: Fingerprint


class Reveal(Command, tag="reveal"):
    """Reveal the entropy that this seat pledged, in hexadecimal, when the table asks for it (`opening`)."""

    id: CommandId
    seat: Seat
    entropy: Entropy


class UndoOffer(Command, tag="undo_offer"):
    """Ask to take back the seat's last action and the bots' replies to it."""

    id: CommandId
    seat: Seat


class UndoAnswer(Command, tag="undo_answer"):
    """Agree to an undo or refuse it. The player who asked withdraws with `agree` false."""

    id: CommandId
    seat: Seat
    agree: bool


class Resign(Command, tag="resign"):
    """Resign a running match of two: the other seat wins. With more seats it is refused; see `leave_seat`."""

    id: CommandId
    seat: Seat


class Start(Command, tag="start"):
    """Host: begin the match. Every seat must be held by a person or a bot."""

    id: CommandId


class Rematch(Command, tag="rematch"):
    """Host: begin another match with the same seats, after one is over."""

    id: CommandId


class SwapSeats(Command, tag="swap_seats"):
    """Host, between matches: the holder of seat `order[i]` moves to seat i."""

    id: CommandId
    order: Annotated[list[Seat], Meta(min_length=1, max_length=MOST_SEATS)]


class FreeSeat(Command, tag="free_seat"):
    """Host: take a seat away from its holder; its token becomes void."""

    id: CommandId
    seat: Seat


class SeatBot(Command, tag="seat_bot"):
    """Host: seat a bot at a free seat, or let one stand in for a person, who keeps the seat and may come back."""

    id: CommandId
    seat: Seat
    level: Level


class GiveBack(Command, tag="give_back"):
    """Host, or the seat's holder: the stand-in leaves and the person plays on."""

    id: CommandId
    seat: Seat


class SetPace(Command, tag="pace"):
    """Host: set how long bots take for a move."""

    id: CommandId
    pace: Pace


AnyCommand = (
    Hello | Ping | Play | Why | Say | TakeSeat | LeaveSeat | SetName | Pledge | Reveal | UndoOffer | UndoAnswer
    | Resign | Start | Rematch | SwapSeats | FreeSeat | SeatBot | GiveBack | SetPace
)  # fmt: skip
