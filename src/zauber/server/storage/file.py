"""The file of an SQLite storage: creating, locking and migrating it, and noticing when it is replaced.

It contains the secrets of matches, so only its owner may read it.
"""

import contextlib
import os
import shutil
import sqlite3
import sys
import time
from pathlib import Path
from typing import IO

from .base import Trouble
from .watch import FolderWatch

CHECKPOINT = "PRAGMA wal_checkpoint(PASSIVE)"  # as much as possible without waiting for anybody
LEAST_FREE = 16_000_000  # bytes of free disk space below which the storage is not ready
PAGE = 4_096  # bytes
LOCK_SECONDS = 10.0  # seconds that a statement waits for a lock of another process
LOOKED_FOR = 1.0  # seconds after which the files are looked at again, whatever the watch says

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
    # One row that is rewritten to test whether writing is possible (`SqliteStorage.check`).
    """
    CREATE TABLE health (one INTEGER PRIMARY KEY CHECK (one = 1), word TEXT NOT NULL);
    """,
    """
    CREATE TABLE notes (
        log TEXT NOT NULL, key TEXT NOT NULL, due REAL NOT NULL, body TEXT NOT NULL, PRIMARY KEY (log, key)
    ) WITHOUT ROWID;
    CREATE INDEX notes_due ON notes (due) WHERE due > 0;
    """,
)


def prepare(path: Path) -> None:
    """Create the folder and an empty file that only its owner can read."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        if sys.platform != "win32" and os.stat(path).st_uid == os.getuid():
            os.chmod(path, 0o600)
    except OSError as error:
        raise Trouble(f"Tables cannot be stored in {path}: {_reason(error)}.") from None


def connect(path: Path, durable: bool, migrate: bool) -> sqlite3.Connection:
    """Connect to an existing file. It is never created here, so that an empty file cannot replace a lost one.

    Unless `migrate` is set, the file must already have the schema.
    """
    db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None, timeout=LOCK_SECONDS,
                         check_same_thread=False)  # fmt: skip
    try:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
        db.execute("PRAGMA wal_autocheckpoint = 0")  # done in a separate thread, see `Checkpoints`
        db.execute(f"PRAGMA journal_size_limit = {Checkpoints.MOST_PAGES * PAGE}")  # once it starts again
        _migrate(db, migrate)
        db.execute("SELECT max(touched) FROM shelves").fetchall()  # makes SQLite create the -wal and -shm files
    except BaseException:
        db.close()
        raise
    return db


def _migrate(db: sqlite3.Connection, migrate: bool) -> None:
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    if version > len(MIGRATIONS):
        raise Trouble(f"it was written by a newer Zauber (schema {version}; this one knows {len(MIGRATIONS)})")
    if not migrate:
        if not version:
            raise Trouble("it holds no tables of Zauber")
        return
    if version < len(MIGRATIONS) and db.execute("PRAGMA auto_vacuum").fetchone()[0] != 2:
        db.execute("PRAGMA auto_vacuum = INCREMENTAL")  # so that deleted tables free their disk space
        db.execute("VACUUM")
    for number in range(version, len(MIGRATIONS)):
        db.executescript(f"BEGIN; {MIGRATIONS[number]} PRAGMA user_version = {number + 1}; COMMIT;")


class Identity:
    """The identity of the open files, to notice when they are replaced or deleted.

    This is asked before every acknowledgement. While a watch on the folder reports no change, the files are looked at
    once a second.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._log = ""
        self._watch: FolderWatch | None = None
        self._known: tuple[int, int, int, int] | None = None
        self._until = 0.0  # when the files are looked at again, whatever the watch says

    def note(self) -> None:
        """Remember the current files."""
        self.close()
        self._until = 0.0
        real = os.path.realpath(self._path)
        self._log = f"{real}-wal"
        if not self._path.is_symlink():
            self._watch = FolderWatch(os.path.dirname(real))
        self._known = self._look()
        self._until = time.monotonic() + LOOKED_FOR

    def _look(self) -> tuple[int, int, int, int]:
        file, log = os.stat(self._path), os.stat(self._log)
        return file.st_dev, file.st_ino, log.st_dev, log.st_ino

    def holds(self) -> bool:
        """Whether the files at these paths are still the same ones."""
        if self._watch is not None and time.monotonic() < self._until and self._watch.is_calm():
            return True
        self._until = 0.0
        try:
            if self._watch is not None:
                self._watch.forget()
            if self._known is not None and self._look() != self._known:
                return False
        except OSError:
            return False
        self._until = time.monotonic() + LOOKED_FOR
        return True

    def close(self) -> None:
        """End the watch on the folder."""
        if self._watch is not None:
            self._watch.close()
            self._watch = None


class Checkpoints:
    """Copies the write-ahead log into the database file without blocking the writer.

    It does so often enough that the log stays small, because a new page costs more than one that is written again.
    """

    ROWS = 1_000  # written between two checkpoints
    MOST_PAGES = 4_000  # in the log before the writer copies the rest, so that the log starts again

    def __init__(self, path: Path) -> None:
        self.path = path
        self._db: sqlite3.Connection | None = None

    def run(self) -> int:
        """Checkpoint as much as possible now; return the size of the write-ahead log in pages. Runs in a thread."""
        try:
            if self._db is None:
                self._db = sqlite3.connect(
                    f"{self.path.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None, check_same_thread=False
                )
            _, pages, _ = self._db.execute(CHECKPOINT).fetchone()
            return int(pages)
        except sqlite3.Error:
            self.close()
            return 0

    def close(self) -> None:
        """Close the connection."""
        if self._db is not None:
            with contextlib.suppress(sqlite3.Error):
                self._db.close()
            self._db = None


def only_one(path: Path) -> IO[bytes]:
    """Hold the file's lock until this process ends, however it ends."""
    try:
        lock = open(f"{os.path.realpath(path)}.lock", "ab")  # noqa: SIM115 - held open on purpose
    except OSError as error:
        raise Trouble(f"Tables cannot be stored in {path}: {_reason(error)}.") from None
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


def has_space(path: Path) -> bool:
    """Whether the disk has enough free space."""
    return shutil.disk_usage(path.parent).free >= LEAST_FREE


def _reason(error: OSError) -> str:
    return (error.strerror or "it is not possible").lower()
