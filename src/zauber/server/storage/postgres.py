"""Logs in PostgreSQL, for several server processes that share their tables.

Appends that arrive while a statement is running are batched into the next one. The same statement notifies the other
processes of the log and its number, nothing else. A process that lost its LISTEN connection checks all its tables.
"""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any

import psycopg

from .base import (
    ALIVE_FOR,
    LISTED_MOST,
    Collision,
    Heard,
    Note,
    Shelf,
    Storage,
    Trouble,
    WhenStored,
    check_sequence,
    in_order,
    swapping,
    tell,
)

CHANNEL = "zauber"
READERS = 3
AGAIN = (0.0, 0.2, 0.6)  # seconds before each retry of an append whose connection broke
MIGRATION_LOCK = 7_203_914_551

MIGRATIONS = (
    """
    CREATE TABLE zauber_entries (
        log text NOT NULL, number integer NOT NULL CHECK (number > 0), body text NOT NULL,
        PRIMARY KEY (log, number)
    );
    CREATE TABLE zauber_shelves (
        log text PRIMARY KEY, listed boolean NOT NULL, touched double precision NOT NULL, summary text NOT NULL
    );
    CREATE INDEX zauber_shelves_touched ON zauber_shelves (touched);
    CREATE UNLOGGED TABLE zauber_processes (process text PRIMARY KEY, seen double precision NOT NULL);
    """,
    """
    CREATE TABLE zauber_health (one integer PRIMARY KEY CHECK (one = 1), word text NOT NULL);
    """,
    """
    CREATE TABLE zauber_notes (
        log text NOT NULL, key text NOT NULL, due double precision NOT NULL, body text NOT NULL, PRIMARY KEY (log, key)
    );
    CREATE INDEX zauber_notes_due ON zauber_notes (due) WHERE due > 0;
    """,
)

# An entry is inserted only if it is the first or its predecessor exists, so numbers have no gaps.
_APPEND = """
    WITH given AS (
        SELECT * FROM unnest(%s::text[], %s::integer[], %s::text[], %s::boolean[]) AS t (log, number, body, leads)
    ), fitting AS (
        SELECT log FROM given WHERE leads AND (number = 1 OR EXISTS (
            SELECT 1 FROM zauber_entries e WHERE e.log = given.log AND e.number = given.number - 1))
    ), stored AS (
        INSERT INTO zauber_entries (log, number, body)
        SELECT log, number, body FROM given WHERE log IN (SELECT log FROM fitting)
        RETURNING log, number
    )
    SELECT log, max(number), pg_notify(%s, log || ' ' || max(number)) FROM stored GROUP BY log
"""


@dataclass
class _Append:
    log: str
    first: int
    bodies: list[str]
    told: WhenStored


class PostgresStorage(Storage):
    """See `zauber.server.storage.base.Storage`."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.name = "PostgreSQL"
        self._writer: psycopg.AsyncConnection[tuple[Any, ...]] | None = None
        self._readers: asyncio.LifoQueue[psycopg.AsyncConnection[tuple[Any, ...]] | None] = asyncio.LifoQueue()
        self._waiting: list[_Append] = []
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._heard: Heard | None = None
        self._open = False

    async def open(self) -> None:
        self._writer = await self._connect()
        try:
            await self._migrate(self._writer)
        except Trouble:
            await self._writer.close()
            raise
        for _ in range(READERS):
            self._readers.put_nowait(None)
        self._open = True
        self._tasks.append(asyncio.create_task(self._write()))

    async def close(self) -> None:
        self._open = False
        self._wake.set()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()
        for item in self._waiting:
            tell(item.told, Trouble("The server is closing."))
        self._waiting.clear()
        connections = [self._writer]
        while not self._readers.empty():
            connections.append(self._readers.get_nowait())
        for connection in connections:
            if connection is not None:
                await connection.close()
        self._writer = None

    def post(self, log: str, first: int, entries: Sequence[bytes], told: WhenStored) -> None:
        check_sequence(first, entries)
        if not self._open:
            raise Trouble(f"{self.name} is not open.")
        self._waiting.append(_Append(log, first, [entry.decode() for entry in entries], told))
        self._wake.set()

    async def read(self, log: str, after: int = 0) -> list[bytes]:
        query = "SELECT number, body FROM zauber_entries WHERE log = %s AND number > %s ORDER BY number"
        return in_order(log, after, [(number, body) for number, body in await self._rows(query, (log, after))])

    async def describe(self, log: str, listed: bool, touched: float, summary: bytes) -> None:
        query = """INSERT INTO zauber_shelves (log, listed, touched, summary) VALUES (%s, %s, %s, %s)
                   ON CONFLICT (log) DO UPDATE SET listed = excluded.listed, touched = excluded.touched,
                   summary = excluded.summary"""
        await self._rows(query, (log, listed, touched, summary.decode()))

    async def shelf(self, log: str) -> Shelf | None:
        found = await self._shelves("WHERE log = %s", (log,))
        return found[0] if found else None

    async def listing(self, listed: bool = True, most: int = LISTED_MOST) -> list[Shelf]:
        return await self._shelves("WHERE listed OR %s ORDER BY touched DESC LIMIT %s", (not listed, most))

    async def notes(self, log: str) -> list[Note]:
        return await self._notes("WHERE log = %s", (log,))

    async def due(self, before: float, most: int) -> list[Note]:
        return await self._notes("WHERE due > 0 AND due <= %s ORDER BY due LIMIT %s", (before, most))

    async def swap(self, was: Note | None, now: Note | None) -> bool:
        sql, values = swapping(was, now, "zauber_notes")
        return await self._rows(f"{sql} RETURNING 1", values) != []

    async def forget(self, before: float) -> int:
        query = """WITH old AS (DELETE FROM zauber_shelves WHERE touched < %s RETURNING log),
                   gone AS (DELETE FROM zauber_entries WHERE log IN (SELECT log FROM old)),
                   noted AS (DELETE FROM zauber_notes WHERE log IN (SELECT log FROM old))
                   SELECT count(*) FROM old"""
        rows = await self._rows(query, (before,))
        return int(rows[0][0])

    async def heartbeat(self, process: str, now: float) -> dict[str, float]:
        await self._rows(
            """INSERT INTO zauber_processes (process, seen) VALUES (%s, %s)
               ON CONFLICT (process) DO UPDATE SET seen = excluded.seen""",
            (process, now),
        )
        await self._rows("DELETE FROM zauber_processes WHERE seen < %s", (now - 100 * ALIVE_FOR,))
        rows = await self._rows("SELECT process, seen FROM zauber_processes WHERE seen > %s", (now - ALIVE_FOR,))
        return {name: float(seen) for name, seen in rows}

    async def check(self) -> None:
        query = """INSERT INTO zauber_health (one, word) VALUES (1, %s)
                   ON CONFLICT (one) DO UPDATE SET word = excluded.word RETURNING word"""
        word = secrets.token_hex(8)
        if await self._rows(query, (word,)) != [(word,)]:
            raise Trouble(f"{self.name} does not hold what was written to it.")

    def listen(self, heard: Heard) -> None:
        self._heard = heard
        self._tasks.append(asyncio.create_task(self._listen()))

    # Inside -------------------------------------------------------------------------------------------------

    async def _connect(self) -> psycopg.AsyncConnection[tuple[Any, ...]]:
        try:
            return await psycopg.AsyncConnection.connect(self.address, autocommit=True, connect_timeout=10)
        except psycopg.Error as error:
            raise Trouble(f"PostgreSQL cannot be reached: {_first_line(error)}") from None

    async def _migrate(self, connection: psycopg.AsyncConnection[tuple[Any, ...]]) -> None:
        try:
            async with connection.transaction():
                await connection.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATION_LOCK,))
                await connection.execute("CREATE TABLE IF NOT EXISTS zauber_schema (version integer NOT NULL)")
                cursor = await connection.execute("SELECT coalesce(max(version), 0) FROM zauber_schema")
                row = await cursor.fetchone()
                version = int(row[0]) if row else 0
                if version > len(MIGRATIONS):
                    known = len(MIGRATIONS)
                    raise Trouble(f"The database was written by a newer Zauber (schema {version}; this knows {known}).")
                for number in range(version, len(MIGRATIONS)):
                    for statement in MIGRATIONS[number].split(";"):
                        if statement.strip():
                            await connection.execute(statement.encode())
                    await connection.execute("INSERT INTO zauber_schema VALUES (%s)", (number + 1,))
        except psycopg.Error as error:
            raise Trouble(f"The database cannot be prepared: {_first_line(error)}") from None

    @contextlib.asynccontextmanager
    async def _reader(self) -> AsyncIterator[psycopg.AsyncConnection[tuple[Any, ...]]]:
        if not self._open:
            raise Trouble(f"{self.name} is not open.")
        connection = await self._readers.get()
        try:
            if connection is None or connection.closed:
                connection = None
                connection = await self._connect()
            yield connection
        finally:
            if self._open:
                self._readers.put_nowait(connection)
            elif connection is not None:
                await connection.close()

    async def _rows(self, query: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        for again in (True, False):
            async with self._reader() as connection:
                try:
                    cursor = await connection.execute(query.encode(), values)
                    return await cursor.fetchall() if cursor.description else []
                except psycopg.OperationalError as error:  # the connection was lost: retry once on a new one
                    await connection.close()
                    if not again:
                        raise Trouble(f"{self.name}: {_first_line(error)}") from None
                except psycopg.Error as error:
                    raise Trouble(f"{self.name}: {_first_line(error)}") from None
        raise AssertionError

    async def _shelves(self, where: str, values: tuple[Any, ...]) -> list[Shelf]:
        query = f"""SELECT log, (SELECT coalesce(max(number), 0) FROM zauber_entries e WHERE e.log = s.log), listed,
                    touched, summary FROM zauber_shelves s {where}"""
        return [Shelf(log, last, listed, touched, summary.encode())
                for log, last, listed, touched, summary in await self._rows(query, values)]  # fmt: skip

    async def _notes(self, where: str, values: tuple[Any, ...]) -> list[Note]:
        rows = await self._rows(f"SELECT log, key, due, body FROM zauber_notes {where}", values)
        return [Note(log, key, due, body.encode()) for log, key, due, body in rows]

    async def _write(self) -> None:
        """Store pending appends in a loop."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                batch = _one_per_log(self._waiting)
                self._waiting = [item for item in self._waiting if item not in batch]
                await self._store(batch)

    async def _store(self, batch: list[_Append]) -> None:
        """Store a batch of appends; if the connection breaks, retry on a new one.

        If the connection breaks before the reply, the batch may or may not have been stored. The retry finds out:
        either the number is free, or it holds exactly what we sent (`_settle`).
        """
        for pause in (*AGAIN, None):
            try:
                await self._insert(batch)
                return
            except psycopg.errors.UniqueViolation:
                await self._settle(batch)
                return
            except (psycopg.Error, Trouble) as error:
                if self._writer is not None and not self._writer.closed:
                    await self._writer.close()
                if pause is None or not isinstance(error, (psycopg.OperationalError, Trouble)):
                    for item in batch:
                        tell(item.told, Trouble(f"{self.name}: {_first_line(error)}"))
                    return
                await asyncio.sleep(pause)

    async def _settle(self, batch: list[_Append]) -> None:
        """At least one number in this batch is taken: store the others, and find out who took it."""
        if len(batch) > 1:
            for item in batch:
                await self._store([item])
            return
        [item] = batch
        try:
            stored = await self.read(item.log, item.first - 1)
        except Trouble as error:
            tell(item.told, error)
            return
        ours = [body.encode() for body in item.bodies]
        if stored[: len(ours)] == ours:
            tell(item.told, None)
        else:
            tell(item.told, Collision(f"Number {item.first} of {item.log} is taken."))

    async def _insert(self, batch: list[_Append]) -> None:
        if self._writer is None or self._writer.closed:
            self._writer = await self._connect()
        rows = [(item.log, item.first + i, body, i == 0) for item in batch for i, body in enumerate(item.bodies)]
        columns = [list(column) for column in zip(*rows, strict=True)]
        cursor = await self._writer.execute(_APPEND, (*columns, CHANNEL))
        stored = {log for log, _, _ in await cursor.fetchall()}
        for item in batch:
            if item.log in stored:
                tell(item.told, None)
            else:
                tell(item.told, Collision(f"Number {item.first} of {item.log} is too far."))

    async def _listen(self) -> None:
        """Listen for appends by other processes; after a lost connection, report that any log may have changed."""
        while True:
            with contextlib.suppress(psycopg.Error, Trouble):
                async with await self._connect() as connection:
                    await connection.execute(f"LISTEN {CHANNEL}".encode())
                    self._tell("", 0)
                    async for notice in connection.notifies():
                        log, _, number = notice.payload.partition(" ")
                        self._tell(log, int(number))
            await asyncio.sleep(0.5)

    def _tell(self, log: str, number: int) -> None:
        if self._heard is not None:
            self._heard(log, number)


def _one_per_log(items: list[_Append]) -> list[_Append]:
    """At most one append per log, so that one statement can accept or reject each separately."""
    chosen: dict[str, _Append] = {}
    for item in items:
        chosen.setdefault(item.log, item)
    return list(chosen.values())


def _first_line(error: Exception) -> str:
    """The first line of an error; later lines may name hosts."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
