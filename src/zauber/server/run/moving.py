"""`zauber export` writes the matches of a storage as records, `zauber import` loads records into a storage.

A record contains everything about a match except the seats' tokens, of which the server has only hashes. Importing a
match that is not over prints new links for its seats.
"""

import asyncio
import time
from pathlib import Path

import msgspec

from ...errors import UnreadableFile, ZauberError
from ...match import Match, MatchRecord, read_record
from ...match.record import write_private
from ..access.tokens import new_table_id, new_token, token_hash
from ..storage.base import Storage
from ..table import entries
from ..table.entries import AnyEntry
from ..table.summary import summary_of
from ..table.table import PLEDGED, Table
from .serving import storage_for

EVERY = 10_000_000


def export(database: str, folder: str, finished: bool) -> int:
    """Write every match to a file; return an exit code."""
    target = Path(folder)
    over, going = asyncio.run(_export(database, target, finished))
    print(f"{over + going} matches written to {target}.")
    if going:
        print(f"{going} of them are not over: their files hold the secret, so keep them to yourself.")
    return 0


async def _export(database: str, target: Path, finished: bool) -> tuple[int, int]:
    storage = storage_for(database, reading=True)
    await storage.open()
    over = going = 0
    try:
        target.mkdir(parents=True, exist_ok=True)
        for shelf in await storage.listing(listed=False, most=EVERY):
            for name, match in await _matches(storage, shelf.log):
                if finished and not match.over:
                    continue
                write_private(target / f"{name}.json", match.record().text())
                over, going = over + match.over, going + (not match.over)
    finally:
        await storage.close()
    return over, going


async def _matches(storage: Storage, log: str) -> list[tuple[str, Match]]:
    """The matches of a table, in order."""
    table = Table(log)
    found: list[tuple[str, Match]] = []
    for number, stored in enumerate(await storage.read(log), 1):
        entry = entries.decode(stored)
        if isinstance(entry, entries.Began) and table.matches:
            found.append((table.match_name, table.match))
        table.fold(number, entry)
    if table.matches:
        found.append((table.match_name, table.match))
    return found


def bring_in(database: str, files: list[str]) -> int:
    """Import the matches of some files; return an exit code."""
    return asyncio.run(_bring_in(database, [Path(file) for file in files]))


async def _bring_in(database: str, files: list[Path]) -> int:
    for file in files:
        if not file.is_file():
            raise UnreadableFile(f"{file} cannot be read: there is no such file. Nothing was imported.")
    storage = storage_for(database)
    await storage.open()
    wrong = 0
    try:
        for file in files:
            try:
                await _bring_one(storage, file)
            except ZauberError as error:
                wrong += 1
                print(f"{file.name}: {error}")
    finally:
        await storage.close()
    return 1 if wrong else 0


async def _bring_one(storage: Storage, file: Path) -> None:
    record = read_record(file)
    match = Match.load(record)
    name, host = new_table_id(), new_token()
    tokens = [new_token() for _ in record.seats]
    log = entries_of(record, match, host, tokens)
    await storage.append(name, 1, [entries.encode(entry) for entry in log])
    table = Table(name)
    for number, entry in enumerate(log, 1):
        table.fold(number, entry)
    await storage.describe(name, False, time.time(), msgspec.json.encode(summary_of(table)))
    print(f"{file.name}: match {name}.1" + ("" if match.over else f", to be played on at /t/{name}#{host}"))
    if not match.over:
        for seat, token in zip(record.seats, tokens, strict=True):
            print(f"  {seat.name}: /t/{name}#{token}")


def entries_of(record: MatchRecord, match: Match, host: str, tokens: list[str]) -> list[AnyEntry]:
    """The log of a table that plays this match and nothing else."""
    pledges = record.pledges or ("",) * len(record.seats)
    sitting = [
        entries.Sitting(i, seat.name, token_hash(tokens[i]), entropy=seat.entropy, level=level, pledge=pledges[i])
        for i, seat in enumerate(record.seats)
        for level in ["" if seat.kind == "person" else seat.kind]
    ]
    created = entries.Created(
        t=round(time.time(), 3),
        game=record.game,
        edition=record.edition.name,
        hash=record.edition.hash,
        options=dict(record.edition.options),
        seats=len(record.seats),
        host=token_hash(host),
        secret=str(record.secret),
        sit=sitting,
        own=record.edition if record.edition.numbers else None,
    )
    log: list[AnyEntry] = [created, entries.Began(chance=1 if record.pledges is None else PLEDGED)]
    log += [entries.Acted(s=ply.seat, a=ply.action) for ply in match.plies]
    if match.resigned is not None:
        log.append(entries.Resigned(seat=match.resigned))
    return log
