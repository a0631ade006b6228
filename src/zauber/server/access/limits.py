"""Rate limits and quotas, so that no client can slow the server down for the others."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """The limits of a server, with their defaults."""

    messages_per_second: float = 40
    message_burst: float = 120
    tables_per_hour: float = 30
    table_burst: float = 20
    requests_per_second: float = 30
    request_burst: float = 200
    bytes_per_second: float = 32_768  # of one WebSocket, each frame counted with FRAME bytes of overhead
    byte_burst: float = 131_072
    connections_per_address: int = 250  # of any kind, checked before HTTP
    connections_per_second: float = 20  # new ones from one address
    connection_burst: float = 300
    sockets_per_address: int = 200
    sockets: int = 10_000
    tables: int = 5_000  # in memory; idle ones are evicted
    table_entries: int = 100_000  # in the log of one table
    changes_per_second: float = 5  # of one table, besides moves: chat, names, seats
    change_burst: float = 100
    entries_per_hour: float = 100_000  # stored on behalf of one address
    hello_seconds: float = 10
    silent_seconds: float = 90
    request_seconds: float = 10  # for the head of a request to arrive
    largest_head: int = 16_384
    largest_body: int = 1_100_000
    body_seconds: float = 20
    replay_seconds: float = 60


class Bucket:
    """A token bucket: `burst` at once, then `rate` per second."""

    __slots__ = ("burst", "clock", "full", "rate", "then")

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self.full = burst
        self.then = clock()

    def has_some(self) -> bool:
        """Whether a token is certainly available, decided without reading the clock."""
        return self.full >= 1

    def spend(self) -> None:
        """Take a token after `has_some` returned true."""
        self.full -= 1

    def take(self) -> bool:
        """Take a token if there is one; whether there was."""
        now = self.clock()
        self.full = min(self.burst, self.full + (now - self.then) * self.rate)
        self.then = now
        if self.full < 1:
            return False
        self.full -= 1
        return True


class Buckets:
    """One bucket per address; the least recently used are dropped."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self._by_address: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Take a token for this address; whether there was one."""
        return self.of(address).take()

    def of(self, address: str) -> Bucket:
        """The bucket of this address."""
        bucket = self._by_address.get(address)
        if bucket is None:
            bucket = self._by_address[address] = Bucket(self.rate, self.burst)
            if len(self._by_address) > self.most:
                self._by_address.popitem(last=False)
        self._by_address.move_to_end(address)
        return bucket
