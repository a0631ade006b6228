"""Logs in one SQLite file, for a server that is one process: the default.

One worker thread owns the connection. Whatever is asked for in the same moment, or while it is busy, is written in
one transaction (one statement, so that the thread asks for the interpreter's lock once and not for every
row). The file is in WAL mode: after `kill -9` everything acknowledged is there. With `durable` every transaction
also waits for the disk, against loss of power.
"""

import asyncio
import contextlib
import os
import sqlite3
import sys
import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, TypeVar

import msgspec

from .storage import LISTED_MOST, Collision, Heard, Shelf, Storage, Told, Trouble, Waiting, check_sequence, tell

T = TypeVar("T")
Done = tuple[Told, Trouble | None]  # whom to tell, and what went wrong

MIGRATIONS = (
    """
    CREATE TABLE entries (
        log TEXT NOT NULL, number INTEGER NOT NULL CHECK (number > 0), body TEXT NOT NULL,
        PRIMARY KEY (log, number)
    ) WITHOUT ROWID;
    CREATE TABLE shelves (
        log TEXT PRIMARY KEY, listed INTEGER NOT NULL, touched REAL NOT NULL, summary TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX shelves_touched ON shelves (touched);
    """,
)

_APPEND = """
    INSERT INTO entries (log, number, body)
    SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)
"""
_LAST = "SELECT coalesce(max(number), 0) FROM entries WHERE log = ?"


class _Append(msgspec.Struct, gc=False):
    log: str
    first: int
    bodies: list[str]
    told: Told


@dataclass
class _Job:
    work: Callable[[sqlite3.Connection], Any]
    told: Told
    result: Any = None


class SqliteStorage(Storage):
    """See `zauber.server.storage.Storage`."""

    def __init__(self, path: str | Path, durable: bool = False, reading: bool = False) -> None:
        self.path = Path(path)
        self.name = f"SQLite ({self.path.name})"
        self.durable = durable
        self.reading = reading
        self._given: deque[list[_Append | _Job | None]] = deque()  # to the worker thread
        self._bell: tuple[int, int] | None = None  # a pipe with a byte for each of them
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._lock: IO[bytes] | None = None
        self._asked: list[_Append | _Job | None] = []  # and not yet given to the worker thread
        self._busy = False  # the worker thread has been given something and has not answered
        self._last: dict[str, int] = {}  # used by the worker thread alone: the last numbers of logs it has met

    async def open(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if not self.reading:
            self._lock = _only_one(self.path)
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
        if self._bell is not None:
            for end in self._bell:
                os.close(end)
            self._bell = None
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def post(self, log: str, first: int, entries: Sequence[bytes], told: Told) -> None:
        check_sequence(first, entries)
        if self.reading:
            raise Trouble(f"{self.name} was opened for reading only.")
        self._ask(_Append(log, first, list(map(bytes.decode, entries)), told))

    async def read(self, log: str, after: int = 0) -> list[bytes]:
        sql = "SELECT body FROM entries WHERE log = ? AND number > ? ORDER BY number"
        rows = await self._do(lambda db: db.execute(sql, (log, after)).fetchall())
        return [body.encode() for (body,) in rows]

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

    async def forget(self, before: float) -> int:
        def work(db: sqlite3.Connection) -> int:
            with db:
                old = [log for (log,) in db.execute("SELECT log FROM shelves WHERE touched < ?", (before,))]
                db.executemany("DELETE FROM entries WHERE log = ?", [(log,) for log in old])
                db.executemany("DELETE FROM shelves WHERE log = ?", [(log,) for log in old])
            for log in old:
                self._last.pop(log, None)
            return len(old)

        return await self._do(work)

    async def heartbeat(self, process: str, now: float) -> dict[str, float]:
        return {process: now}  # a file has one process: `_only_one` sees to that

    async def check(self) -> None:
        await self._do(lambda db: db.execute("SELECT max(touched) FROM shelves").fetchall())

    def listen(self, heard: Heard) -> None:
        """Nobody else appends."""

    # In the event loop --------------------------------------------------------------------------------------

    def _ask(self, item: _Append | _Job) -> None:
        """Give it to the worker thread, with all else that is asked for in the same moment."""
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
            os.write(self._bell[1], b"!")  # and the worker thread, waking, finds the interpreter free

    def _settle(self, done: list[Done]) -> None:
        self._busy = False
        self._give()
        for told, error in done:
            tell(told, error)

    async def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        waiting = Waiting()
        job = _Job(work, waiting.told)
        self._ask(job)
        await waiting.future
        result: T = job.result
        return result

    # In the worker thread -----------------------------------------------------------------------------------

    def _run(self, ready: Told, bell: int) -> None:
        try:
            db = self._connect()
        except (sqlite3.Error, OSError, Trouble) as error:
            self._tell([(ready, Trouble(f"{self.path} cannot be used: {error}"))])
            return
        self._tell([(ready, None)])
        with contextlib.closing(db):
            while self._work(db, bell):
                pass

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, isolation_level=None, timeout=10, check_same_thread=False)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute(f"PRAGMA synchronous = {'FULL' if self.durable else 'NORMAL'}")
        _migrate(db)
        return db

    def _work(self, db: sqlite3.Connection, bell: int) -> bool:
        """Wait for what is asked for, and do it; false when it is time to go."""
        os.read(bell, 1)
        items = self._given.popleft()
        done: list[Done] = []
        appends: list[_Append] = []
        for item in items:
            if isinstance(item, _Append):
                appends.append(item)
                continue
            done += self._append_all(db, appends)
            appends = []
            if item is None:
                break
            try:
                item.result = item.work(db)
                done.append((item.told, None))
            except sqlite3.Error as error:
                done.append((item.told, Trouble(f"{self.name}: {error}")))
        else:
            done += self._append_all(db, appends)
        self._tell(done)
        return items[-1] is not None

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
                db.execute(_APPEND, (msgspec.json.encode(rows).decode(),)).close()
            except sqlite3.IntegrityError:
                error = Collision("Another process has written to this file.")
            except sqlite3.Error as trouble:
                error = Trouble(f"{self.name}: {trouble}")
        if error is not None:
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


def _migrate(db: sqlite3.Connection) -> None:
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    if version > len(MIGRATIONS):
        raise Trouble(f"it was written by a newer Zauber (schema {version}; this one knows {len(MIGRATIONS)})")
    for number in range(version, len(MIGRATIONS)):
        db.executescript(f"BEGIN; {MIGRATIONS[number]} PRAGMA user_version = {number + 1}; COMMIT;")


def _only_one(path: Path) -> IO[bytes]:
    """Hold the file's lock until this process ends, however it ends."""
    lock = open(path.with_name(path.name + ".lock"), "ab")  # noqa: SIM115 - held open on purpose
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise Trouble(
            f"{path} is in use by another Zauber server. Several servers need PostgreSQL (--database postgresql://…)."
        ) from None
    return lock
