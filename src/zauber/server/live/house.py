"""The house: all tables of this server process, what they share, and the periodic work for them."""

import asyncio
import contextlib
import ctypes
import gc
import logging
import secrets
import sys
import time
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import msgspec

from ... import bots, games
from ...errors import ZauberError
from ...games.contract.editions import Edition
from ...games.game import Game
from ...match import fairness
from ...match.kept import edition_of, keep_edition, with_options
from ...match.shapes import EditionRecord
from ..access.bans import Bans
from ..access.limits import Buckets, Limits
from ..access.tokens import new_table_id, new_token, token_hash
from ..protocol.bodies import NewTable, SeatToken
from ..protocol.frames import Goodbye, Notice
from ..storage.base import ALIVE_FOR, Damaged, Storage, Trouble
from ..table import entries
from ..table.decisions import Refused, checked_badge, checked_for_children, checked_level, checked_name
from ..table.entries import Created, Sitting
from ..table.summary import summary_of
from ..table.table import Table
from .door import Gate
from .elsewhere import RemoteWorkers
from .metrics import Metrics
from .orders import LOG as ORDERS
from .orders import Orders
from .pool import Pool, warm
from .post import Post
from .records import Finished
from .room import Room
from .slow import put_off
from .studies import Studies

REFRESH = 60.0  # seconds between updates of the stored summary of a table in play
SWEEP = 600.0  # seconds between garbage collections, at most
SWEEP_FREED = 20.0  # seconds between collections after tables have been unloaded
ENDED_MOST = 500  # closed connections that trigger a garbage collection
WAKE = 10.0  # seconds between looks for tables by the day that are due
WOKEN = 50  # of them at once, at most
ROOMS_AT_ONCE = 20  # rooms handled before other tasks may run
IDLE = 30.0  # seconds without a guest before a table is unloaded
KEEP_DAYS = 180.0
CHECKED_FOR = 2.0  # seconds for which a check of the storage stays valid
OPEN_ENTROPY = "Entropy is not given openly any more (protocol 2): pledge it at the table, and show it when asked."
CHECK_SECONDS = 5.0  # timeout for a check of the storage

_encode = msgspec.json.Encoder().encode


@dataclass
class HouseSettings:
    """The settings of a server."""

    limits: Limits = field(default_factory=Limits)
    bot_workers: int = 1
    compile: bool = True
    origins: tuple[str, ...] = ()  # other sites whose pages may use the server
    hosts: tuple[str, ...] = ()  # additional host names of this server
    public_url: str = ""  # the address of the server for guests, if it is behind a proxy
    trust_proxy: bool = False
    keep_days: float = KEEP_DAYS
    admin_token: str = ""  # for `/api/admin`; without it that address does not exist
    worker_token: str = ""  # for workers on other machines; without it none may connect
    children: bool = False  # names are chosen from a list, and nobody writes free text
    push_to_loopback: bool = False  # for tests: messages go to a push service on this machine
    editions: tuple[Edition, ...] = ()  # of the house's own, offered at new tables beside those that are shipped

    @property
    def root(self) -> str:
        """The path of the house in its public URL: "" at the top level, otherwise something like "/zauber"."""
        return urlsplit(self.public_url).path.rstrip("/")


class House:
    """All the tables that this process serves."""

    def __init__(self, storage: Storage, settings: HouseSettings | None = None) -> None:
        self.storage = storage
        self.settings = settings or HouseSettings()
        self.process = secrets.token_hex(6)
        self.log = logging.getLogger("zauber.server")
        self.metrics = Metrics()
        self.elsewhere = RemoteWorkers(self.settings.worker_token)
        self.pool = Pool(self.settings.bot_workers, self.elsewhere)
        self.limits = limits = self.settings.limits
        self.studies = Studies(
            limits.replay_seconds
        )  # for records that anybody may send; separate, so that they do not delay bots
        self.finished = Finished()
        self.bans = Bans()
        self.orders = Orders(storage, self.bans, self.announce)
        self.stored_by = Buckets(limits.entries_per_hour / 3600, limits.entries_per_hour)
        self.post = Post(storage, self.settings.public_url, self.settings.push_to_loopback)
        self.children = self.settings.children
        self.rooms: dict[str, Room] = {}
        self.compiled: set[str] = set()
        self.sockets = 0
        self.closing = False
        self.lan: str | None = None
        self.gate: Gate | None = None  # counts all connections, if a server is listening
        self._checked = (False, -CHECKED_FOR)
        self._checking = asyncio.Lock()
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.alive = {self.process}  # the server processes that share this storage
        self._last_beat = -ALIVE_FOR
        self._last_wake = -WAKE
        self._waking: asyncio.Task[None] | None = None
        self._last_clearing = time.monotonic()
        self._freed = 0  # tables unloaded since the last sweep
        self._swept = (0, time.monotonic())  # closed connections at the last sweep, and its time

    # Opening and closing ------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Open the storage and start the periodic work."""
        await self.storage.open()
        try:
            await self.orders.read()
        except Trouble as error:  # the tables that can be read are served all the same
            self.log.error("bans cannot be read", extra={"why": str(error)})
        self.storage.listen(self._heard)
        await self._beat()
        self.spawn(self._look_after())
        if self.settings.compile:
            self.spawn(self._compile_all())
        self.log.info("open", extra={"storage": self.storage.name, "server": self.process})

    def say_goodbye(self) -> None:
        """Tell every guest that the server is closing, and accept no new ones."""
        self.closing = True
        farewell = _encode(Goodbye("shutdown", "The server closes. Your table will be there again.", 2.0))
        for room in self.rooms.values():
            for guest in list(room.guests):
                guest.post(farewell)

    def announce(self, sentence: str) -> int:
        """Send an announcement to everybody at a table of this process; return the number of recipients."""
        frame = _encode(Notice(sentence))
        guests = [guest for room in self.rooms.values() for guest in room.guests]
        for guest in guests:
            guest.post(frame)
        return len(guests)

    async def close(self) -> None:
        """Disconnect everybody and close the storage."""
        gc.enable()
        self.closing = True
        self.elsewhere.close()
        for room in self.rooms.values():
            room.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.post.close()
        await self.pool.close()
        await self.studies.close()
        with contextlib.suppress(Trouble):
            await self.storage.heartbeat(self.process, 0.0)  # so that others do not wait for this process to time out
        await self.storage.close()
        self.log.info("closed", extra={"server": self.process})

    async def ready(self) -> bool:
        """Whether a move made now would be stored. The storage is checked at most once per CHECKED_FOR seconds."""
        async with self._checking:
            if time.monotonic() - self._checked[1] > CHECKED_FOR:
                try:
                    await asyncio.wait_for(self.storage.check(), CHECK_SECONDS)
                    self._checked = (True, time.monotonic())
                except (Trouble, TimeoutError) as error:
                    self.log.error("not ready", extra={"why": str(error) or "The storage does not answer."})
                    self._checked = (False, time.monotonic())
            return self._checked[0]

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run a task in the background; errors are logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.log.error("a task failed", exc_info=error)

    # Tables -------------------------------------------------------------------------------------------------

    async def room(self, name: str) -> Room | None:
        """The room of a table, loaded if necessary; None if there is no such table."""
        if name in self.rooms:
            return self.rooms[name]
        lock = self._loading.setdefault(name, asyncio.Lock())
        try:
            async with lock:
                if name not in self.rooms:
                    await self._load(name)
        finally:  # also of a table that cannot be read
            self._loading.pop(name, None)
        return self.rooms.get(name)

    async def _load(self, name: str) -> None:
        stored = await self.storage.read(name)
        if not stored:
            return
        self._evict_idle()  # existing tables are always loaded; the limit on connections bounds their number
        table = await self._table(name, stored)
        self.rooms[name] = room = Room(self, table)
        await room.tick(self.alive)

    def _evict_idle(self) -> bool:
        """Unload idle tables, the longest idle first, until there is room for one more."""
        most = self.settings.limits.tables
        if len(self.rooms) < most:
            return True
        idle = [room for room in self.rooms.values() if not room.guests and not room.lock.locked()]
        for room in sorted(idle, key=lambda room: room.idle_since)[: len(self.rooms) - most + 1]:
            self._free(room)
        return len(self.rooms) < most

    def _free(self, room: Room) -> None:
        """Unload a table; the storage has it."""
        room.close()
        del self.rooms[room.table.name]
        self._freed += 1

    async def _table(self, name: str, stored: list[bytes]) -> Table:
        try:
            return await self._folded(name, stored)
        except Damaged:
            self.log.error("a table is damaged", extra={"table": name})
            raise
        except (ZauberError, ArithmeticError, LookupError, TypeError, ValueError) as error:
            self.log.exception("a table cannot be read", extra={"table": name})
            raise Damaged(f"Table {name} cannot be read: {error}") from None

    async def _folded(self, name: str, stored: list[bytes]) -> Table:
        created = entries.decode(stored[0])
        if not isinstance(created, Created):
            raise Damaged(f"The log of table {name} does not begin at its beginning.")
        game = games.get(created.game)
        if game.heavy:
            await self.prepare(created.game)
        table = Table(name, compiled=created.game in self.compiled or None)
        for number, entry in enumerate(stored, 1):
            table.fold(number, entries.decode(entry))
        return table

    async def read_match(self, name: str, number: int) -> Table | None:
        """The table as it was when match `number` was over, or as it is if that is the last one."""
        room = await self.room(name)
        if room is None or not 1 <= number <= room.table.matches:
            return None
        if number == room.table.matches:
            return room.table
        table, begun = Table(name, compiled=room.table.compiled), 0
        for position, stored in enumerate(await self.storage.read(name), 1):
            entry = entries.decode(stored)
            begun += isinstance(entry, entries.Began)
            if begun > number:
                break
            table.fold(position, entry)
        return table

    async def create(self, wanted: NewTable, own: EditionRecord | None = None) -> tuple[Room, str, list[SeatToken]]:
        """Create a table; return its room, the host's token and the seats' tokens. Raises `Refused`.

        `own` is the edition that the guest sent in, which has been tried out.
        """
        entry, host, tokens = self._lay(wanted, own)
        if not self._evict_idle():
            raise Refused("full", "The house is full: try again when a table has ended.")
        name = new_table_id()
        await self.storage.append(name, 1, [entries.encode(entry)])
        room = Room(self, await self._table(name, [entries.encode(entry)]))
        self.rooms[name] = room
        self.metrics.tables_made += 1
        await self._describe(room)
        return room, host, tokens

    def _lay(self, wanted: NewTable, own: EditionRecord | None) -> tuple[Created, str, list[SeatToken]]:
        if self.children:
            checked_for_children([sitter.name for sitter in wanted.sit], wanted.free_text or own is not None)
        game, edition = checked_game(wanted, self.settings.editions, own)
        sitters = [sitter.seat for sitter in wanted.sit]
        try:
            levels = {int(seat): checked_level(level, game.name) for seat, level in wanted.bots.items()}
        except ValueError:
            raise Refused("no_such_seat", "Bots are given by the number of their seat.") from None
        chosen = sitters + list(levels)
        if len(set(chosen)) < len(chosen) or any(not 0 <= seat < wanted.seats for seat in chosen):
            raise Refused("no_such_seat", "A seat is given twice, or does not exist.")
        if wanted.days is not None and wanted.takeover is not None:
            raise Refused("no_such_thing", "A table by the day waits for days: leave “takeover” out.")
        host = new_token()
        tokens = [SeatToken(seat, new_token()) for seat in sitters]
        names: list[str] = []
        sitting = []
        for sitter, given in zip(wanted.sit, tokens, strict=True):
            try:
                name = checked_name(sitter.name, others=names)
            except Refused as no:
                no.seat = sitter.seat
                raise
            names.append(name)
            if sitter.entropy is not None:
                raise Refused("bad_message", OPEN_ENTROPY)
            sitting.append(Sitting(sitter.seat, name, token_hash(given.token), checked_badge(sitter.symbol)))
        entry = Created(
            t=round(time.time(), 3), game=game.name, edition=edition.name, hash=edition.hash,
            options=dict(edition.options), seats=wanted.seats, host=token_hash(host),
            secret=fairness.new_secret().hex(), bots=levels, sit=sitting, listed=wanted.listed, pace=wanted.pace,
            free_text=wanted.free_text, hints=wanted.hints, takeover=wanted.takeover, days=wanted.days,
            decides=wanted.decides,
            own=None if edition.shipped else keep_edition(edition),
        )  # fmt: skip
        return entry, host, tokens

    async def _describe(self, room: Room) -> None:
        room.described = (room.table.n, time.monotonic())
        with contextlib.suppress(Trouble):
            summary = _encode(summary_of(room.table))
            await self.storage.describe(room.table.name, room.table.listed, time.time(), summary)

    # Compiling ----------------------------------------------------------------------------------------------

    async def prepare(self, name: str) -> None:
        """Compile a game's rules: first in a worker, so that this process only has to load them."""
        if name in self.compiled:
            return
        await self.pool.compile(name)
        await asyncio.to_thread(warm, name)
        self.compiled.add(name)

    async def _compile_all(self) -> None:
        for trouble in games.troubles():
            self.log.warning("game left out", extra={"why": trouble})
        for trouble in bots.troubles():
            self.log.warning("bot left out", extra={"why": trouble})
        for game in games.all_games():
            try:
                await self.prepare(game.name)
            except Exception as error:  # this game stays interpreted; compile the others
                self.log.warning("not compiled", extra={"game": game.name, "why": str(error)[:200]})
        gc.collect()
        gc.freeze()  # long-lived objects, never scanned again
        gc.disable()  # a collection stops the event loop, so `_sweep` decides when
        for game in games.all_games():
            if game.name in self.compiled:
                try:
                    await self.studies.compile_thinking(game.name)
                except Exception as error:  # no hints and analyses of this game; compile the others
                    self.log.warning("search not compiled", extra={"game": game.name, "why": str(error)[:200]})

    # The clock ----------------------------------------------------------------------------------------------

    async def _look_after(self) -> None:
        while True:
            await asyncio.sleep(1)
            try:
                await self._beat()
                for number, room in enumerate(list(self.rooms.values())):
                    try:
                        await self._look_at(room)
                    except Trouble:
                        raise
                    except Exception:  # one broken table stops neither the others nor the clock
                        self.log.exception("a table cannot be looked after", extra={"table": room.table.name})
                    if number % ROOMS_AT_ONCE == 0:
                        await asyncio.sleep(0)  # let other tasks run
                self._wake()
                await self._clear_out()
                self._sweep()
            except Trouble as error:
                self.log.error("storage trouble", extra={"why": str(error)})

    async def _look_at(self, room: Room) -> None:
        known, when = room.described
        if room.changed > known or (room.table.n > known and time.monotonic() - when > REFRESH):
            await self._describe(room)
        idle = not room.guests and time.monotonic() - room.idle_since > IDLE
        if idle and not room.lock.locked() and not room.is_busy:
            self._free(room)
        else:
            room.rest()
            with contextlib.suppress(Refused):
                await room.tick(self.alive)

    def _wake(self) -> None:
        """From time to time, load the tables by the day that are due; then their own clocks do what is to be done."""
        if time.monotonic() - self._last_wake > WAKE and (self._waking is None or self._waking.done()):
            self._last_wake = time.monotonic()
            self._waking = self.spawn(self._wake_all())

    async def _wake_all(self) -> None:
        for note in await self.storage.due(time.time(), WOKEN):
            try:
                if await self.room(note.log) is None:
                    await self.storage.swap(note, None)
            except ZauberError:  # it has been logged: it delays no other
                await put_off(self.storage, note)

    def _sweep(self) -> None:
        """Collect garbage when it is worth it. Closed connections leave reference cycles; moves leave none."""
        if gc.isenabled():  # the rules are being compiled
            return
        ended, passed = self.metrics.sockets_opened - self.sockets, time.monotonic() - self._swept[1]
        if ended - self._swept[0] >= ENDED_MOST or passed > SWEEP or (self._freed and passed > SWEEP_FREED):
            gc.collect()
            self._swept, self._freed = (ended, time.monotonic()), 0
            give_back()

    async def _clear_out(self) -> None:
        """Once an hour, delete tables that have not been used for very long."""
        if time.monotonic() - self._last_clearing < 3600:
            return
        self._last_clearing = time.monotonic()
        forgotten = await self.storage.forget(time.time() - self.settings.keep_days * 86_400)
        if forgotten:
            self.log.info("tables forgotten", extra={"count": forgotten})

    async def _beat(self) -> None:
        if time.monotonic() - self._last_beat < ALIVE_FOR / 3:
            return
        self._last_beat = time.monotonic()
        self.alive = set(await self.storage.heartbeat(self.process, time.time())) | {self.process}

    def _heard(self, log: str, number: int) -> None:
        """Another process has appended to a log."""
        if not log or (log == ORDERS and number > self.orders.n):
            self.spawn(self.orders.read())
        for name in [log] if log else list(self.rooms):
            room = self.rooms.get(name)
            if room is not None and (number > room.table.n or not log):
                self.spawn(room.catch_up())


def give_back() -> None:
    """Return unused memory to the system, if the C library supports it."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)


def checked_game(
    wanted: NewTable, offered: tuple[Edition, ...] = (), own: EditionRecord | None = None
) -> tuple[Game, Edition]:
    """The game and the edition that a new table asks for: one that is shipped, one of those that the house offers, or
    the guest's own. Raises `Refused`."""
    try:
        game = games.get(wanted.game)
        game.check_seats(wanted.seats)
        if own is not None:
            if wanted.edition:
                raise Refused("no_such_thing", "An edition is given by its name or as a file, not both.")
            return game, edition_of(game, own, game.version)
        if wanted.edition and wanted.edition not in game.editions:  # never the path of a file
            found = {one.name: one for one in offered if one.game == game.name}
            if wanted.edition not in found:
                known = ", ".join((*game.editions, *found))
                raise Refused("no_such_thing", f"There is no such edition of {game.title}: there are {known}.")
            return game, with_options(game, found[wanted.edition], wanted.options)
        return game, game.edition(wanted.edition, wanted.options)
    except Refused:
        raise
    except ZauberError as error:
        raise Refused("no_such_thing", str(error)) from None
