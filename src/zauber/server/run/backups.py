"""Backup and restore: the whole storage in one SQLite file, written while the server runs.

A plain copy of a running database would miss what is still in the write-ahead log. A backup of PostgreSQL is the same
kind of file, so a house can move from one storage to the other.
"""

import asyncio
import contextlib
import os
import sqlite3
from pathlib import Path
from typing import Any

from ...errors import ZauberError
from ..storage.file import connect, only_one, prepare
from .serving import storage_for

COPIED = (
    ("entries", "log, number, body"),
    ("shelves", "log, listed, touched, summary"),
    ("notes", "log, key, due, body"),
)
ROWS_AT_ONCE = 5_000  # rows copied in one batch


def backup(database: str, file: str) -> int:
    """Write a backup into a new file; return an exit code."""
    target = Path(file)
    if target.exists():
        raise ZauberError(f"{target} already exists: name a new file.")
    source = None if _is_postgres(database) else _source_of(database)
    prepare(target)
    try:
        if source is None:
            asyncio.run(_from_postgres(database, target))
        else:
            _copy(source, target)
        logs, entries = check(target)
    except BaseException:
        target.unlink(missing_ok=True)
        raise
    print(f"{logs} tables with {entries} entries are in {target}. It holds secrets: keep it to yourself.")
    return 0


def restore(file: str, database: str, replace: bool) -> int:
    """Restore a backup into an empty storage, or replace what is there; return an exit code."""
    source = Path(file)
    if not source.is_file():
        raise ZauberError(f"There is no file {source}.")
    logs, entries = check(source)
    if _is_postgres(database):
        asyncio.run(_into_postgres(source, database, replace))
    else:
        _into_file(source, _path_of(database), replace)
    print(f"{logs} tables with {entries} entries are back.")
    return 0


def check(file: Path) -> tuple[int, int]:
    """How many tables and entries a file holds; raises if it is damaged or not a backup."""
    try:
        with contextlib.closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as db:
            [(word,)] = db.execute("PRAGMA integrity_check(1)").fetchall()
            if word != "ok":
                raise ZauberError(f"{file} is damaged: {word}")
            [(logs, entries)] = db.execute("SELECT count(DISTINCT log), count(*) FROM entries").fetchall()
            return int(logs), int(entries)
    except sqlite3.Error as error:
        raise ZauberError(f"{file} is not a backup of a house: {error}") from None


def _is_postgres(database: str) -> bool:
    return database.startswith(("postgresql://", "postgres://"))


def _path_of(database: str) -> Path:
    path: Any = getattr(storage_for(database), "path", None)
    return Path(path)


def _source_of(database: str) -> Path:
    path = _path_of(database)
    if not path.is_file():
        raise ZauberError(f"There is no database {path}.")
    return path


def _copy(source: Path, target: Path) -> None:
    """Copy a consistent snapshot of a database, which may be in use."""
    try:
        with (
            contextlib.closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as old,
            contextlib.closing(sqlite3.connect(target)) as new,
        ):
            old.backup(new)  # in one piece: one in steps starts again whenever something is stored between two
            new.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        raise ZauberError(f"{source} could not be copied: {error}") from None


def _into_file(source: Path, path: Path, replace: bool) -> None:
    prepare(path)
    with only_one(path):  # fails if a server uses it
        if path.stat().st_size and check_empty(path) is False and not replace:
            raise ZauberError(f"{path} holds tables already: --replace puts the backup in their place.")
        fresh = path.with_name(path.name + ".restored")
        fresh.unlink(missing_ok=True)
        prepare(fresh)
        _copy(source, fresh)
        for beside in ("-wal", "-shm"):
            Path(f"{path}{beside}").unlink(missing_ok=True)
        os.replace(fresh, path)
        connect(path, durable=True, migrate=True).close()


def check_empty(path: Path) -> bool:
    """Whether a database file holds no table."""
    with contextlib.suppress(ZauberError):
        return check(path) == (0, 0)
    return False


async def _from_postgres(address: str, target: Path) -> None:
    import psycopg

    with contextlib.closing(connect(target, durable=False, migrate=True)) as db:
        async with await psycopg.AsyncConnection.connect(address) as connection:
            await connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")  # a snapshot
            for table, columns in COPIED:
                marks = ", ".join("?" * len(columns.split(",")))
                async with connection.cursor(name="zauber_backup") as cursor:
                    await cursor.execute(f"SELECT {columns} FROM zauber_{table}".encode())
                    while rows := await cursor.fetchmany(ROWS_AT_ONCE):
                        db.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", rows)
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        db.execute("PRAGMA journal_mode = DELETE")


async def _into_postgres(source: Path, address: str, replace: bool) -> None:
    import psycopg

    storage = storage_for(address)
    await storage.open()  # creates the schema
    await storage.close()
    with contextlib.closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as db:
        async with await psycopg.AsyncConnection.connect(address) as connection:
            cursor = await connection.execute("SELECT EXISTS (SELECT 1 FROM zauber_entries)")
            row = await cursor.fetchone()
            if row is not None and row[0]:
                if not replace:
                    raise ZauberError("The database holds tables already: --replace puts the backup in their place.")
                await connection.execute("TRUNCATE zauber_entries, zauber_shelves")
            await connection.execute("TRUNCATE zauber_notes")  # a house that was opened once has made keys for messages
            async with connection.cursor().copy("COPY zauber_entries (log, number, body) FROM STDIN") as copy:
                for entry in db.execute("SELECT log, number, body FROM entries"):
                    await copy.write_row(entry)
            shelves = "COPY zauber_shelves (log, listed, touched, summary) FROM STDIN"
            async with connection.cursor().copy(shelves) as copy:
                for log, listed, touched, summary in db.execute("SELECT log, listed, touched, summary FROM shelves"):
                    await copy.write_row((log, bool(listed), touched, summary))
            if db.execute("SELECT 1 FROM sqlite_master WHERE name = 'notes'").fetchone():  # not in old backups
                async with connection.cursor().copy("COPY zauber_notes (log, key, due, body) FROM STDIN") as copy:
                    for note in db.execute("SELECT log, key, due, body FROM notes"):
                        await copy.write_row(note)
