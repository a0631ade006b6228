"""The storage interface: append-only logs of numbered entries.

A log is the complete history of a table; an entry is JSON. The key is (log, number), and numbers have no gaps: when two
writers want the same number, one of them gets a `Collision`, reads what the other wrote, and decides again. There are
two implementations, `zauber.server.storage.sqlite` for one process and `zauber.server.storage.postgres` for several.
`tests/server/test_storage.py` tests both against this interface.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from ...errors import ZauberError

_log = logging.getLogger("zauber.server")

Heard = Callable[[str, int], None]  # (log, number): another process appended up to that number; log "" means any log

ALIVE_FOR = 15.0  # seconds after its last heartbeat that a process counts as alive
LISTED_MOST = 200


class Trouble(ZauberError):
    """The storage operation failed.

    A failed append stored nothing as far as the storage knows, but a connection can break after the entries were stored
    and before they were acknowledged. The caller must read the log again before it decides anything else.
    """


class Collision(Trouble):
    """Another writer has already used this number in the log."""


class Damaged(Trouble):
    """The stored data is corrupt."""


WhenStored = Callable[[Trouble | None], None]  # called with None on success, or with the error


@dataclass(frozen=True)
class Shelf:
    """The summary of a log, for lists of tables: what is known without reading the log itself."""

    log: str
    last: int
    listed: bool
    touched: float
    summary: bytes


@dataclass(frozen=True)
class Note:
    """Something small that is kept beside a log, under a key of its own, and when it is due (0: never)."""

    log: str
    key: str
    due: float
    body: bytes


class Waiting:
    """A future that is resolved by the callback of `Storage.post`."""

    def __init__(self) -> None:
        self.future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def told(self, error: Trouble | None) -> None:
        """Resolve the future."""
        if self.future.done():  # the caller was cancelled
            return
        if error is None:
            self.future.set_result(None)
        else:
            self.future.set_exception(error)


class Storage(Protocol):
    """Stores logs. All methods may raise `Trouble`."""

    name: str

    async def open(self) -> None:
        """Connect, and create or migrate the schema."""

    async def close(self) -> None:
        """Finish pending work and disconnect."""

    def post(self, log: str, first: int, entries: Sequence[bytes], told: WhenStored) -> None:
        """Store entries under the numbers `first`, `first` + 1, …: all of them, or none.

        Returns immediately. `told` is called in the event loop when they are stored, or with the error: a `Collision`
        unless `first` is the number after the log's last entry.
        """

    async def append(self, log: str, first: int, entries: Sequence[bytes]) -> None:
        """Store entries as `post` does, and wait until they are stored. Raises the error if they are not."""
        waiting = Waiting()
        self.post(log, first, entries, waiting.told)
        await waiting.future

    async def read(self, log: str, after: int = 0) -> list[bytes]:
        """The entries with numbers greater than `after`, in order; none when the log does not exist."""

    async def describe(self, log: str, listed: bool, touched: float, summary: bytes) -> None:
        """Store the log's summary for lists of tables."""

    async def shelf(self, log: str) -> Shelf | None:
        """What `describe` noted."""

    async def listing(self, listed: bool = True, most: int = LISTED_MOST) -> list[Shelf]:
        """The summaries, most recently touched first: of listed tables only, or of all."""

    async def notes(self, log: str) -> list[Note]:
        """The notes kept beside a log."""

    async def due(self, before: float, most: int) -> list[Note]:
        """The notes of all logs that are due before that time, the earliest first."""

    async def swap(self, was: Note | None, now: Note | None) -> bool:
        """Put a note in place of another (`was` None: if there is none yet; `now` None: only take it away).

        False if what is kept is not `was`: somebody else was quicker, and of several only one is told true.
        """

    async def forget(self, before: float) -> int:
        """Delete the logs last touched before that time, with their notes; return how many."""

    async def heartbeat(self, process: str, now: float) -> dict[str, float]:
        """Record that a process is alive; return all processes that are, with the time of their last heartbeat."""

    async def check(self) -> None:
        """Check that writes would be durable now; raises `Trouble` if not."""

    def listen(self, heard: Heard) -> None:
        """Call `heard` in the event loop whenever another process appends."""


def tell(told: WhenStored, error: Trouble | None) -> None:
    """Run a callback; an error in it must not affect the storage or other callers."""
    try:
        told(error)
    except Exception:
        _log.exception("a storage callback failed")


def in_order(log: str, after: int, rows: Sequence[tuple[int, str]]) -> list[bytes]:
    """The bodies of consecutive entries. A gap means that the log is damaged; entries after it are not used."""
    for expected, (number, _) in enumerate(rows, after + 1):
        if number != expected:
            raise Damaged(f"Entry {expected} of {log} is missing.")
    return [body.encode() for _, body in rows]


def swapping(was: Note | None, now: Note | None, table: str = "notes") -> tuple[str, tuple[str | float, ...]]:
    """`Storage.swap` as a statement, which concerns one row or none."""
    here = "WHERE log = %s AND key = %s AND due = %s AND body = %s"
    if was is None:
        assert now is not None
        sql = f"INSERT INTO {table} (log, key, due, body) VALUES (%s, %s, %s, %s) ON CONFLICT (log, key) DO NOTHING"
        return sql, (now.log, now.key, now.due, now.body.decode())
    known = (was.log, was.key, was.due, was.body.decode())
    if now is None:
        return f"DELETE FROM {table} {here}", known
    return f"UPDATE {table} SET due = %s, body = %s {here}", (now.due, now.body.decode(), *known)


def check_sequence(first: int, entries: Sequence[bytes]) -> None:
    """Raise `Trouble` for a range of numbers that no log can hold."""
    if first < 1 or not entries:
        raise Trouble(f"Nothing can be appended at number {first}.")
