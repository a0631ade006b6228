"""Limits: rates and numbers that keep one guest from being a burden on the others."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """The numbers of a house. An administrator may change them."""

    messages_per_second: float = 40
    message_burst: float = 120
    tables_per_hour: float = 30
    table_burst: float = 20
    requests_per_second: float = 30
    request_burst: float = 200
    bytes_per_second: float = 32_768  # of one WebSocket, all frames counted (each as FRAME bytes more)
    byte_burst: float = 131_072
    connections_per_address: int = 250  # of any kind, counted before HTTP
    connections_per_second: float = 20  # new ones, of one address
    connection_burst: float = 300
    sockets_per_address: int = 200
    sockets: int = 10_000
    tables: int = 5_000  # in memory; one that nobody is at makes room
    table_entries: int = 100_000  # that the log of one table may hold
    changes_per_second: float = 5  # of one table, besides moves: what is said, names, seats
    change_burst: float = 100
    entries_per_hour: float = 100_000  # that one address may have stored
    hello_seconds: float = 10
    silent_seconds: float = 90
    request_seconds: float = 10  # until the head of a request is complete
    largest_head: int = 16_384
    largest_body: int = 1_100_000
    body_seconds: float = 20
    replay_seconds: float = 60


class Bucket:
    """A token bucket: `burst` at once, then `rate` a second."""

    __slots__ = ("burst", "clock", "full", "rate", "then")

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self.full = burst
        self.then = clock()

    def has_some(self) -> bool:
        """Whether one more is certainly allowed, without reading the clock."""
        return self.full >= 1

    def spend(self) -> None:
        """Take one, after `has_some`."""
        self.full -= 1

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = self.clock()
        self.full = min(self.burst, self.full + (now - self.then) * self.rate)
        self.then = now
        if self.full < 1:
            return False
        self.full -= 1
        return True


class Buckets:
    """A bucket for every address, forgetting those that have not been used for longest."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self._by_address: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Whether one more is allowed from this address."""
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
