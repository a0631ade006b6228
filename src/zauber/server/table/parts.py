"""The parts of a table: the holder of a seat, a change of the position, and a request for an undo."""

import zlib
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field

from msgspec import Struct

from ...games.contract.phrases import Phrase
from ...match.resigning import RESIGNS
from ..protocol.tables import Kind
from .authority import Authority


@dataclass
class Holder:
    """The holder of a seat: nobody, a person (with the hash of a token) or a bot (with a level)."""

    kind: Kind = "free"
    name: str = ""
    symbol: str = ""
    token: str = ""
    level: str = ""
    entropy: str = ""  # as revealed
    pledge: str = ""  # the commitment to it
    left_out: bool = False  # it was not revealed in time
    stand_in: str = ""  # the level of the bot that plays for the person
    auto: bool = False  # the stand-in was seated automatically and leaves when the person is back
    processes: set[str] = field(default_factory=set)  # the server processes that the person is connected to
    since: float = 0.0  # when the person last connected or disconnected

    @property
    def bot(self) -> str:
        """The level of the bot that plays this seat now, or "" when a person does (or nobody)."""
        return self.level if self.kind == "bot" else self.stand_in


class Step(Struct, gc=False):
    """One change of the position, stored so that viewers who missed it can be told."""

    n: int
    match: str
    at: int
    seat: int
    action: int
    ply: int
    undone: bool
    bot: bool  # it was played by a bot that stands in for the person at the seat
    played: Authority  # the match with the true positions; only `zauber.server.frames.sight` reads them
    resigned: bool = False  # no action: the seat resigned after the last one
    pinned: bytes = b""  # compressed positions before and after, once the action is no longer part of the record
    heard: bytes = b""  # and its notes

    @property
    def words(self) -> Phrase | None:
        """The house's phrase for a change that is no action of the game."""
        key = RESIGNS if self.resigned else "undone" if self.undone else None
        return None if key is None else Phrase(key, {"who": self.seat})

    @property
    def before(self) -> bytes:
        """The true position before."""
        return self._pinned()[0] if self.pinned else self.played.bytes_at(self.ply - 1)

    @property
    def after(self) -> bytes:
        """The true position after."""
        return self._pinned()[1] if self.pinned else self.played.bytes_at(self.ply)

    @property
    def notes(self) -> bytes:
        """What the rules noted of the action, with nothing concealed."""
        return self.heard if self.pinned or self.words is not None else self.played.notes(self.ply)

    def pin(self) -> None:
        """Store the positions here: the action is about to be taken back."""
        self.heard = self.notes
        self.pinned = zlib.compress(self.before + self.after, 1)

    def _pinned(self) -> tuple[bytes, bytes]:
        both = zlib.decompress(self.pinned)
        return both[: len(both) // 2], both[len(both) // 2 :]


class Actions:
    """The actions of a match in compact form: numbers, seats and actions (or a count and TAKE_BACK, or RESIGN)."""

    def __init__(self) -> None:
        self._numbers, self._seats, self._actions = array("I"), array("B"), array("i")

    def append(self, number: int, seat: int, action: int) -> None:
        """Add an action."""
        self._numbers.append(number)
        self._seats.append(seat)
        self._actions.append(action)

    def __iter__(self) -> Iterator[tuple[int, int, int]]:
        return zip(self._numbers, self._seats, self._actions, strict=True)


@dataclass
class Undo:
    """A request for an undo, and the seats that have not agreed yet."""

    seat: int
    waiting: list[int]
    count: int = 1  # actions to take back: the seat's last one, and the bots' replies to it
