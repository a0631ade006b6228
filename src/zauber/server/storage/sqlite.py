"""Logs in one SQLite file, for a server with a single process: the default.

One worker thread owns the connection. Requests that arrive together, or while the thread is busy, are batched into one
transaction (and one statement, so that the thread takes the interpreter lock once instead of for every row). The file
is in WAL mode, so everything that was acknowledged survives `kill -9`. With `durable`, every transaction also waits for
the disk, which protects against power loss.

An error goes to the caller, and the next request gets a new connection: the worker thread never dies, and recovers as
soon as the file does. Nothing is acknowledged unless the file is still the one that was opened.
"""

import asyncio
import contextlib
import logging
import os
import secrets
import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, TypeVar

import msgspec

from .base import (
    LISTED_MOST,
    Collision,
    Heard,
    Note,
    Shelf,
    Storage,
    Trouble,
    Waiting,
    WhenStored,
    check_sequence,
    in_order,
    swapping,
    tell,
)
from .file import CHECKPOINT, Checkpoints, Identity, connect, has_space, only_one, prepare

T = TypeVar("T")
Done = tuple[WhenStored, Trouble | None]  # a callback, and the error to pass to it

_log = logging.getLogger("zauber.server")

FORGOTTEN_AT_ONCE = 20  # logs deleted in one job, so that appends do not wait long

_ONE = "INSERT INTO entries (log, number, body) VALUES (?, ?, ?)"
_MANY = """
    INSERT INTO entries (log, number, body)
    SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)
"""
_LAST = "SELECT coalesce(max(number), 0) FROM entries WHERE log = ?"


class _Append(msgspec.Struct, gc=False):
    log: str
    first: int
    bodies: list[str]
    told: WhenStored


@dataclass
class _Job:
    work: Callable[[sqlite3.Connection], Any]
    told: WhenStored
    result: Any = None


class SqliteStorage(Storage):
    """See `zauber.server.storage.base.Storage`."""

    def __init__(self, path: str | Path, durable: bool = False, reading: bool = False) -> None:
        self.path = Path(path)
        self.name = f"SQLite ({self.path.name})"
        self.durable = durable
        self.reading = reading
        self._given: deque[list[_Append | _Job | None]] = deque()  # batches for the worker thread
        self._bell: tuple[int, int] | None = None  # a pipe that carries one byte per batch
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._lock: IO[bytes] | None = None
        self._asked: list[_Append | _Job | None] = []  # requests not yet passed to the worker thread
        self._busy = False  # the worker thread has a batch and has not answered
        self._files = Identity(self.path)
        self._checkpoints = Checkpoints(self.path)
        self._checkpointing: asyncio.Future[int] | None = None
        self._written = 0  # rows since the last checkpoint
        self._opening = True
        self._db: sqlite3.Connection | None = None  # this and the following belong to the worker thread
        self._well = True  # the files were in place at the last check
        self._last: dict[str, int] = {}  # the last number of each log, cached

    async def open(self) -> None:
        self._loop = asyncio.get_running_loop()
        if not self.reading:
            prepare(self.path)
            self._lock = only_one(self.path)
        ready = Waiting()
        self._bell = os.pipe()
        self._thread = threading.Thread(
            target=self._run, args=(ready.told, self._bell[0]), name="zauber-sqlite", daemon=True
        )
        self._thread.start()
        try:
            await ready.future
        except Trouble:
            await self.close()
            raise

    async def close(self) -> None:
        if self._thread is not None:
            self._asked.append(None)
            self._give()
            await asyncio.to_thread(self._thread.join)
            self._thread = None
        if self._checkpointing is not None:
            await asyncio.wait([self._checkpointing])
        self._checkpoints.close()
        self._disconnect()
        self._files.close()
        if self._bell is not None:
            for end in self._bell:
                os.close(end)
            self._bell = None
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def post(self, log: str, first: int, entries: Sequence[bytes], told: WhenStored) -> None:
        check_sequence(first, entries)
        if self.reading:
            raise Trouble(f"{self.name} was opened for reading only.")
        self._ask(_Append(log, first, list(map(bytes.decode, entries)), told))

    async def read(self, log: str, after: int = 0) -> list[bytes]:
        sql = "SELECT number, body FROM entries WHERE log = ? AND number > ? ORDER BY number"
        rows = await self._do(lambda db: db.execute(sql, (log, after)).fetchall())
        return in_order(log, after, rows)

    async def describe(self, log: str, listed: bool, touched: float, summary: bytes) -> None:
        sql = "INSERT OR REPLACE INTO shelves (log, listed, touched, summary) VALUES (?, ?, ?, ?)"
        row = (log, int(listed), touched, summary.decode())
        await self._do(lambda db: db.execute(sql, row).close())

    async def shelf(self, log: str) -> Shelf | None:
        found = await self._do(lambda db: _shelves(db, "WHERE log = ?", (log,)))
        return found[0] if found else None

    async def listing(self, listed: bool = True, most: int = LISTED_MOST) -> list[Shelf]:
        where = "WHERE listed OR ? ORDER BY touched DESC LIMIT ?"
        return await self._do(lambda db: _shelves(db, where, (not listed, most)))

    async def notes(self, log: str) -> list[Note]:
        return await self._do(lambda db: _notes(db, "WHERE log = ?", (log,)))

    async def due(self, before: float, most: int) -> list[Note]:
        where = "WHERE due > 0 AND due <= ? ORDER BY due LIMIT ?"
        return await self._do(lambda db: _notes(db, where, (before, most)))

    async def swap(self, was: Note | None, now: Note | None) -> bool:
        sql, values = swapping(was, now)
        return await self._do(lambda db: db.execute(sql.replace("%s", "?"), values).rowcount == 1)

    async def forget(self, before: float) -> int:
        def some(db: sqlite3.Connection) -> list[str]:
            sql = "SELECT log FROM shelves WHERE touched < ? LIMIT ?"
            old = [log for (log,) in db.execute(sql, (before, FORGOTTEN_AT_ONCE))]
            with _transaction(db):
                db.executemany("DELETE FROM entries WHERE log = ?", [(log,) for log in old])
                db.executemany("DELETE FROM shelves WHERE log = ?", [(log,) for log in old])
                db.executemany("DELETE FROM notes WHERE log = ?", [(log,) for log in old])
            for log in old:
                self._last.pop(log, None)
            db.executescript("PRAGMA incremental_vacuum(5000)")  # shrinks the file
            return old

        forgotten = 0
        while old := await self._do(some):
            forgotten += len(old)
        return forgotten

    async def heartbeat(self, process: str, now: float) -> dict[str, float]:
        return {process: now}  # `only_one` guarantees a single process

    async def check(self) -> None:
        """Write a value and read it back through a new connection, as a server that starts now would."""
        word = secrets.token_hex(8)

        def work(db: sqlite3.Connection) -> None:
            if not has_space(self.path):
                raise Trouble(f"The disk that holds {self.path} is full.")
            if self.reading:
                db.execute("SELECT max(touched) FROM shelves").fetchall()
                return
            db.execute("INSERT OR REPLACE INTO health (one, word) VALUES (1, ?)", (word,))
            with contextlib.closing(sqlite3.connect(f"{self.path.absolute().as_uri()}?mode=ro", uri=True)) as other:
                if other.execute("SELECT word FROM health").fetchall() != [(word,)]:
                    raise Trouble(f"{self.path} does not hold what was written to it.")

        await self._do(work)

    def listen(self, heard: Heard) -> None:
        """Nobody else appends."""

    # In the event loop --------------------------------------------------------------------------------------

    def _ask(self, item: _Append | _Job) -> None:
        """Queue a request for the worker thread, to be batched with others of the same event loop turn."""
        if self._loop is None or self._thread is None:
            raise Trouble(f"{self.name} is not open.")
        if not self._asked and not self._busy:
            self._loop.call_soon(self._give)
        self._asked.append(item)

    def _give(self) -> None:
        if self._asked and self._bell is not None:
            self._busy = True
            self._given.append(self._asked)
            self._asked = []
            os.write(self._bell[1], b"!")  # writing releases the interpreter lock, so the worker can start at once

    def _settle(self, done: list[Done]) -> None:
        self._busy = False
        self._give()
        for told, error in done:
            tell(told, error)
        if self._written > Checkpoints.ROWS and self._checkpointing is None and self._loop is not None:
            self._written = 0
            self._checkpointing = self._loop.run_in_executor(None, self._checkpoints.run)
            self._checkpointing.add_done_callback(self._checkpointed)

    def _checkpointed(self, done: asyncio.Future[int]) -> None:
        self._checkpointing = None
        if not done.cancelled() and done.result() > Checkpoints.MOST_PAGES and self._thread is not None:
            # The write-ahead log can only restart when all of it is copied, so the writer copies what it has added
            # meanwhile. It never waits for readers: the log grows until they are done.
            with contextlib.suppress(Trouble):
                self._ask(_Job(lambda db: db.execute(CHECKPOINT).fetchall(), lambda error: None))

    async def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        waiting = Waiting()
        job = _Job(work, waiting.told)
        self._ask(job)
        await waiting.future
        result: T = job.result
        return result

    # In the worker thread -----------------------------------------------------------------------------------

    def _run(self, ready: WhenStored, bell: int) -> None:
        try:
            self._connected()
        except (sqlite3.Error, OSError, Trouble) as error:
            self._tell([(ready, Trouble(f"{self.path} cannot be used: {error}"))])
            return
        self._tell([(ready, None)])
        while self._work(bell):
            pass

    def _connected(self) -> sqlite3.Connection:
        if self._db is None or not self._well:
            self._disconnect()
            self._db = connect(self.path, self.durable, migrate=self._opening and not self.reading)
            self._opening = False
            self._files.note()
        return self._db

    def _disconnect(self) -> None:
        self._last.clear()
        if self._db is not None:
            with contextlib.suppress(sqlite3.Error):
                self._db.close()
            self._db = None

    def _work(self, bell: int) -> bool:
        """Wait for a batch and carry it out; false when the thread should end."""
        os.read(bell, 1)
        items = self._given.popleft()
        done: list[Done] = []
        appends: list[_Append] = []
        for item in items:
            if isinstance(item, _Append):
                appends.append(item)
                continue
            done += self._try(appends)
            appends = []
            if item is None:
                break
            done.append(self._do_now(item))
        else:
            done += self._try(appends)
        self._tell(done if self._is_in_place() else self._failed(done))
        return items[-1] is not None

    def _is_in_place(self) -> bool:
        """Whether the file is still the one that was opened."""
        well, before = self._files.holds(), self._well
        self._well = well
        if before and not well:
            _log.critical("the database file has vanished or was replaced", extra={"storage": self.name})
        return well

    def _failed(self, done: list[Done]) -> list[Done]:
        gone = Trouble(f"{self.path} was moved, deleted or replaced.")
        return [(told, error or gone) for told, error in done]

    def _do_now(self, job: _Job) -> Done:
        try:
            job.result = job.work(self._connected())
            return job.told, None
        except Exception as error:
            return job.told, self._trouble(error)

    def _try(self, appends: list[_Append]) -> list[Done]:
        """Append, and answer every request whether it succeeds or fails."""
        if not appends:
            return []
        try:
            return self._append_all(self._connected(), appends)
        except Exception as error:
            trouble = self._trouble(error)
            return [(item.told, trouble) for item in appends]

    def _trouble(self, error: Exception) -> Trouble:
        """Turn an error into `Trouble`, and drop the connection, which may be broken."""
        self._disconnect()
        return error if isinstance(error, Trouble) else Trouble(f"{self.name}: {error}")

    def _append_all(self, db: sqlite3.Connection, appends: list[_Append]) -> list[Done]:
        done: list[Done] = []
        fitting: list[_Append] = []
        rows: list[tuple[str, int, str]] = []
        for item in appends:
            log, last = item.log, self._last.get(item.log)
            if last is None:
                last = int(db.execute(_LAST, (log,)).fetchone()[0])
            if item.first == last + 1:
                fitting.append(item)
                for body in item.bodies:
                    last += 1
                    rows.append((log, last, body))
            else:
                done.append((item.told, Collision(f"Number {item.first} of {log} is taken or too far.")))
            self._last[log] = last
        error: Trouble | None = None
        if rows:
            try:
                if len(rows) == 1:  # nearly always at a calm pace; `execute` would take the interpreter lock more often
                    db.executemany(_ONE, rows).close()
                else:
                    db.execute(_MANY, (msgspec.json.encode(rows).decode(),)).close()
                self._written += len(rows)
            except sqlite3.IntegrityError:
                error = Collision("Another process has written to this file.")
                for item in fitting:
                    self._last.pop(item.log, None)
        return done + [(item.told, error) for item in fitting]

    def _tell(self, done: list[Done]) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._settle, done)


def _shelves(db: sqlite3.Connection, where: str, values: tuple[Any, ...]) -> list[Shelf]:
    sql = f"""SELECT log, (SELECT coalesce(max(number), 0) FROM entries WHERE entries.log = shelves.log), listed,
              touched, summary FROM shelves {where}"""
    return [
        Shelf(log, last, bool(listed), touched, summary.encode())
        for log, last, listed, touched, summary in db.execute(sql, values)
    ]


def _notes(db: sqlite3.Connection, where: str, values: tuple[Any, ...]) -> list[Note]:
    rows = db.execute(f"SELECT log, key, due, body FROM notes {where}", values)
    return [Note(log, key, due, body.encode()) for log, key, due, body in rows]


@contextlib.contextmanager
def _transaction(db: sqlite3.Connection) -> Iterator[None]:
    """Commit on success, roll back on an error."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")
