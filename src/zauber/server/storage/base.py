"""What the server asks of a disk: numbered logs to which entries are appended and from which they are read.

A log is a table's whole story; an entry is JSON. The pair (log, number) is the key, and numbers have no
gaps: when two writers want the same number, one of them gets a `Collision`, reads what the other wrote, and
thinks again. There are two implementations, `zauber.server.storage.sqlite` for one process and
`zauber.server.storage.postgres` for several; one suite of tests (`tests/server/test_storage.py`) holds both to the
words of this interface.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from ...errors import ZauberError

_log = logging.getLogger("zauber.server")

Heard = Callable[[str, int], None]  # (log, number): somebody appended up to that number; log "" means: look at all

ALIVE_FOR = 15.0  # seconds after its last heartbeat in which a process counts as alive
LISTED_MOST = 200


class Trouble(ZauberError):
    """The storage cannot do what was asked.

    Of an append nothing was stored, as far as the storage knows; but a connection can break after the other side has
    stored and before it could say so. Whoever appended must read the log again before deciding anything else.
    """


class Collision(Trouble):
    """Another writer has already used this number of the log."""


class Damaged(Trouble):
    """What is stored cannot be read as it was written."""


Told = Callable[[Trouble | None], None]  # all is well, or what is wrong


@dataclass(frozen=True)
class Shelf:
    """What the storage knows of a log without reading it: for lists of tables."""

    log: str
    last: int
    listed: bool
    touched: float
    summary: bytes


class Waiting:
    """A future that is resolved by the callback of `Storage.post`."""

    def __init__(self) -> None:
        self.future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def told(self, error: Trouble | None) -> None:
        """The answer is there."""
        if self.future.done():  # whoever asked has gone
            return
        if error is None:
            self.future.set_result(None)
        else:
            self.future.set_exception(error)


class Storage(Protocol):
    """A place for logs. All methods may raise `Trouble`."""

    name: str

    async def open(self) -> None:
        """Connect; create the schema or bring it up to date."""

    async def close(self) -> None:
        """Finish what was begun and let go."""

    def post(self, log: str, first: int, entries: Sequence[bytes], told: Told) -> None:
        """Store entries under the numbers `first`, `first` + 1, …: all of them durably, or none.

        Returns at once; `told` is called in the event loop when they are stored, or with what went wrong: a
        `Collision` unless `first` is the number after the log's last one.
        """

    async def append(self, log: str, first: int, entries: Sequence[bytes]) -> None:
        """Store entries as `post` does, and wait for it. Raises what went wrong."""
        waiting = Waiting()
        self.post(log, first, entries, waiting.told)
        await waiting.future

    async def read(self, log: str, after: int = 0) -> list[bytes]:
        """The entries with numbers greater than `after`, in order; none when the log does not exist."""

    async def describe(self, log: str, listed: bool, touched: float, summary: bytes) -> None:
        """Note what a list of tables shows of this log."""

    async def shelf(self, log: str) -> Shelf | None:
        """What `describe` noted."""

    async def listing(self, listed: bool = True, most: int = LISTED_MOST) -> list[Shelf]:
        """The logs that were described, the last touched first; only listed ones, or all."""

    async def forget(self, before: float) -> int:
        """Remove the logs last touched before that time; return how many."""

    async def heartbeat(self, process: str, now: float) -> dict[str, float]:
        """Say that a process is alive; return every process that is, with the time of its last word."""

    async def check(self) -> None:
        """See that something written now would last; raises `Trouble` when it would not."""

    def listen(self, heard: Heard) -> None:
        """From now on call `heard` in the event loop whenever another process appends."""


def tell(told: Told, error: Trouble | None) -> None:
    """Deliver an answer; an error in the receiver must not affect the storage or others who wait."""
    try:
        told(error)
    except Exception:
        _log.exception("an answer could not be taken in")


def in_order(log: str, after: int, rows: Sequence[tuple[int, str]]) -> list[bytes]:
    """The bodies of consecutive entries; a gap means damage, and the rest is not used."""
    for expected, (number, _) in enumerate(rows, after + 1):
        if number != expected:
            raise Damaged(f"Entry {expected} of {log} is missing.")
    return [body.encode() for _, body in rows]


def check_sequence(first: int, entries: Sequence[bytes]) -> None:
    """Refuse what no log can hold."""
    if first < 1 or not entries:
        raise Trouble(f"Nothing can be appended at number {first}.")
