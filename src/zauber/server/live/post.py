"""Sends messages to browsers that are closed, through the push services that they named.

An address of a push service comes from a browser, so it may be anybody's: it must be HTTPS, its name must lead to the
open internet and nowhere else, and the connection goes to the very address that was checked. Nothing waits for it:
there is a queue of limited length, few connections at once, and a limit on time.
"""

import asyncio
import contextlib
import hashlib
import ipaddress
import logging
import socket
import ssl
import time
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

import msgspec
from msgspec import Struct

from ...errors import ZauberError
from ..access.webpush import Keys, encrypt, from_text
from ..protocol.encoding import encode
from ..storage.base import Note, Storage, Trouble

HOUSE = "~house"  # where the keys are noted; not a valid table id
KEY = "push key"
PREFIX = "push "
MESSAGES_AT_ONCE = 4  # messages being sent
MOST_WAITING = 500  # messages in the queue; more are dropped
SECONDS = 10.0  # for a message
KEPT_FOR = 43_200  # seconds that a push service keeps a message for a browser that is switched off
FAILURES = 5  # in a row, after which a subscription is forgotten
MOST_PER_TABLE = 32  # subscriptions
MOST_PER_HOLDER = 4  # of them, so that nobody takes the others' place
GONE = (400, 401, 403, 404, 410, 413)  # it will never be taken again
_EMBEDS_IPV4 = ipaddress.ip_network("64:ff9b::/96")

_log = logging.getLogger("zauber.server")


class Subscription(Struct, omit_defaults=True):
    """A browser that wants to be told, and the hashes of the tokens that it holds at the table."""

    endpoint: str
    p256dh: str
    auth: str
    tokens: list[str]
    since: float = 0.0
    failed: int = 0


class _Letter(NamedTuple):
    note: Note
    message: bytes


class Post:
    """The house's messages to browsers."""

    def __init__(self, storage: Storage, subject: str = "", loopback: bool = False) -> None:
        self.storage = storage
        self.loopback = loopback  # for tests: a push service on this machine, over plain HTTP
        self.sent = 0
        self._subject = subject if subject.startswith("https:") else ""  # who sends, for the push services
        self._keys: Keys | None = None
        self._queue: asyncio.Queue[_Letter] = asyncio.Queue(MOST_WAITING)
        self._carriers: list[asyncio.Task[None]] = []
        self._lookups = ThreadPoolExecutor(
            MESSAGES_AT_ONCE, "zauber-lookup"
        )  # of its own: a slow name delays nothing else

    async def keys(self) -> Keys:
        """The house's keys, made once for all its processes. Raises `Trouble`."""
        if self._keys is None:
            for _ in range(2):
                kept = [note for note in await self.storage.notes(HOUSE) if note.key == KEY]
                if kept:
                    self._keys = Keys.load(msgspec.json.decode(kept[0].body, type=str).encode())
                    break
                fresh = Keys.new()
                await self.storage.swap(None, Note(HOUSE, KEY, 0.0, encode(fresh.stored().decode())))
            else:
                raise Trouble("The house's keys for messages cannot be kept.")
        return self._keys

    # Subscriptions ------------------------------------------------------------------------------------------

    async def keep(self, table: str, wanted: Subscription) -> None:
        """Keep a subscription. Raises `ZauberError` if its address or keys cannot be used."""
        checked_endpoint(wanted.endpoint, self.loopback)
        try:
            encrypt(b"", wanted.p256dh, wanted.auth)
            fits = len(from_text(wanted.auth)) == 16
        except ValueError:
            fits = False
        if not fits:
            raise ZauberError("The keys of this browser's messages are not valid.")
        known = await self._kept(table)
        key = key_of(wanted.endpoint)
        was = next((note for note, _ in known if note.key == key), None)
        others = [(note, kept) for note, kept in known if note.key != key]
        for note, _ in _too_many(others, wanted.tokens):
            await self.storage.swap(note, None)
        if len(others) >= MOST_PER_TABLE:
            raise ZauberError("Too many browsers are told of this table already.")
        wanted.since = round(time.time(), 3)
        if not await self.storage.swap(was, Note(table, key, 0.0, encode(wanted))):
            raise Trouble("Somebody else was quicker.")

    async def forget(self, table: str, endpoint: str, tokens: list[str]) -> None:
        """Forget a subscription of the holder of these tokens."""
        for note, kept in await self._kept(table):
            if note.key == key_of(endpoint) and set(kept.tokens) & set(tokens):
                await self.storage.swap(note, None)

    async def _kept(self, table: str) -> list[tuple[Note, Subscription]]:
        notes = [note for note in await self.storage.notes(table) if note.key.startswith(PREFIX)]
        return [(note, msgspec.json.decode(note.body, type=Subscription)) for note in notes]

    # Sending ------------------------------------------------------------------------------------------------

    async def tell(self, table: str, holder: str, message: bytes, unless: frozenset[str] = frozenset()) -> None:
        """Send a message to all browsers of the holder of a token, unless they also hold one of the others."""
        for note, kept in await self._kept(table):
            if holder in kept.tokens and not unless & set(kept.tokens):
                with contextlib.suppress(asyncio.QueueFull):  # the next reminder comes
                    self._queue.put_nowait(_Letter(note, message))
        while len(self._carriers) < MESSAGES_AT_ONCE:
            self._carriers.append(asyncio.create_task(self._carry()))

    async def _carry(self) -> None:
        while True:
            letter = await self._queue.get()
            try:
                await self._deliver(letter)
            except Exception as error:  # whatever a push service or a key does, the next message is sent
                _log.warning("a message was not sent", extra={"why": type(error).__name__})

    async def _deliver(self, letter: _Letter) -> None:
        kept = msgspec.json.decode(letter.note.body, type=Subscription)
        keys = await self.keys()
        status = 0
        try:
            body = encrypt(letter.message, kept.p256dh, kept.auth)
            head = {
                "authorization": keys.authorization(kept.endpoint, self._subject, time.time()),
                "content-encoding": "aes128gcm",
                "ttl": str(KEPT_FOR),
                "urgency": "normal",
                "topic": letter.note.log[:32],  # a newer message takes the place of an older one
            }
            async with asyncio.timeout(SECONDS):
                status = await self._send(kept.endpoint, head, body)
        except (OSError, TimeoutError, ValueError, ZauberError, asyncio.IncompleteReadError) as error:
            _log.info("a push service was not reached", extra={"why": type(error).__name__})
        if 200 <= status < 300:
            self.sent += 1
            if kept.failed:
                await self._note(letter.note, kept, 0)
        elif status in GONE or kept.failed + 1 >= FAILURES:
            await self.storage.swap(letter.note, None)
        else:
            await self._note(letter.note, kept, kept.failed + 1)

    async def _note(self, note: Note, kept: Subscription, failed: int) -> None:
        kept.failed = failed
        await self.storage.swap(note, Note(note.log, note.key, note.due, encode(kept)))

    async def _send(self, endpoint: str, head: dict[str, str], body: bytes) -> int:
        """Send a request; its status. It follows no redirection, and reads no more than the first line."""
        parts = checked_endpoint(endpoint, self.loopback)
        host, safe = str(parts.hostname), parts.scheme == "https"
        port = parts.port or (443 if safe else 80)
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._lookups, _addresses, host, port)
        for address in found:
            if not is_public(address) and not (self.loopback and ipaddress.ip_address(address).is_loopback):
                raise ZauberError("The address of a push service leads into a private network.")
        context = ssl.create_default_context() if safe else None
        reader, writer = await _connected(found, port, context, host if safe else None)
        try:
            lines = [f"POST {parts.path or '/'}{'?' + parts.query if parts.query else ''} HTTP/1.1"]
            named = {"host": parts.netloc, "content-length": str(len(body)), "connection": "close", **head}
            lines += [f"{name}: {value}" for name, value in named.items()]
            writer.write("\r\n".join([*lines, "", ""]).encode("ascii") + body)
            await writer.drain()
            line = await reader.readuntil(b"\n")
            return int(line.split()[1])
        except (IndexError, asyncio.LimitOverrunError):
            return 0
        finally:
            writer.transport.abort()

    async def close(self) -> None:
        """Stop sending."""
        for task in self._carriers:
            task.cancel()
        await asyncio.gather(*self._carriers, return_exceptions=True)
        self._lookups.shutdown(wait=False, cancel_futures=True)


def key_of(endpoint: str) -> str:
    """The key of a subscription's note."""
    return PREFIX + hashlib.sha256(endpoint.encode()).hexdigest()[:32]


def checked_endpoint(endpoint: str, loopback: bool = False) -> SplitResult:
    """The parts of a push service's address; raises `ZauberError` if nothing may be sent there."""
    try:
        parts = urlsplit(endpoint)
        port = parts.port
        host = parts.hostname or ""
        printable = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint
    except ValueError:
        raise ZauberError("The address of the push service is not valid.") from None
    if not printable or not host or parts.username is not None or parts.fragment:
        raise ZauberError("The address of the push service is not valid.")
    if loopback and host == "127.0.0.1":
        return parts
    if parts.scheme != "https" or port not in (None, 443):
        raise ZauberError("A push service must be reached by HTTPS.")
    with contextlib.suppress(ValueError):
        ipaddress.ip_address(host)
        raise ZauberError("A push service must have a name.")
    return parts


def is_public(address: str) -> bool:
    """Whether an address is one of the open internet, and not one that leads elsewhere in disguise."""
    number = ipaddress.ip_address(address.partition("%")[0])
    if not number.is_global or number.is_multicast or number.is_reserved:
        return False
    if isinstance(number, ipaddress.IPv6Address):
        disguised = number.ipv4_mapped or number.sixtofour or number.teredo or number in _EMBEDS_IPV4
        return not disguised
    return True


async def _connected(
    addresses: list[str], port: int, context: ssl.SSLContext | None, host: str | None
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection to the first address that takes one."""
    for address in addresses[:-1]:
        with contextlib.suppress(OSError):
            return await asyncio.open_connection(address, port, ssl=context, server_hostname=host, limit=4_096)
    return await asyncio.open_connection(addresses[-1], port, ssl=context, server_hostname=host, limit=4_096)


def _addresses(host: str, port: int) -> list[str]:
    """All addresses of a name. Runs in a thread."""
    return [str(found[4][0]) for found in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


def _too_many(kept: list[tuple[Note, Subscription]], tokens: list[str]) -> list[tuple[Note, Subscription]]:
    """The oldest subscriptions of the same holder, if there is no room for another."""
    same = sorted((pair for pair in kept if set(pair[1].tokens) & set(tokens)), key=lambda pair: pair[1].since)
    return same[: max(0, len(same) - MOST_PER_HOLDER + 1)]
