"""Connection limits and request deadlines, enforced before HTTP.

A connection that is silent, or never completes its headers, costs a descriptor and memory, and every new one costs
time. So there are limits per network (how many at once, how many new ones a second), a limit for all together, and
short deadlines.
"""

import contextlib
import functools
import sys
from asyncio import TimerHandle
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from ..access.limits import Buckets, Limits
from ..access.security import network_of

RESERVED = 64  # descriptors that the server itself needs, for files, workers and the database


class Gate:
    """Counts the connections of one server by client network."""

    def __init__(self, limits: Limits, trust_proxy: bool = False) -> None:
        self.limits = limits
        self.most = min(2 * limits.sockets, descriptors() - RESERVED)
        self.trust_proxy = trust_proxy  # then all connections come from the proxy, which has to count them
        self.open = 0
        self.turned_away = 0
        self.cut_off = 0
        self._by_network: dict[str, int] = {}
        self._new = Buckets(limits.connections_per_second, limits.connection_burst)

    def let_in(self, network: str) -> bool:
        """Whether one more connection from there is allowed; if so, it is counted."""
        here = self._by_network.get(network, 0)
        full = here >= self.limits.connections_per_address or not self._new.take(network)
        if (full and not self.trust_proxy) or self.open >= self.most:
            self.turned_away += 1
            return False
        self.open += 1
        self._by_network[network] = here + 1
        return True

    def let_out(self, network: str) -> None:
        """A counted connection is closed."""
        self.open -= 1
        left = self._by_network[network] - 1
        if left:
            self._by_network[network] = left
        else:
            del self._by_network[network]


def descriptors() -> int:
    """How many descriptors this process may have, after raising its soft limit as far as allowed."""
    if sys.platform == "win32":
        return 8_192
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 65_536 if hard == resource.RLIM_INFINITY else min(hard, 65_536)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 65_536 if soft == resource.RLIM_INFINITY else soft


class Door(HttpToolsProtocol):
    """uvicorn's HTTP protocol behind a gate."""

    def __init__(self, config: Any, server_state: Any, app_state: dict[str, Any], _loop: Any = None) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.gate: Gate = config.app.gate
        self._network: str | None = None
        self._deadline: TimerHandle | None = None
        self._head = 0  # bytes received of incomplete headers

    def connection_made(self, transport: Any) -> None:
        """A connection was made."""
        super().connection_made(transport)
        network = network_of(self.client[0] if self.client else "local")
        if not self.gate.let_in(network):
            self.connections.discard(self)
            transport.abort()
            return
        self._network = network
        self._expect()

    def _expect(self) -> None:
        """Start the deadline for the request's headers."""
        self._head = 0
        self._deadline = self.loop.call_later(self.gate.limits.request_seconds, self._too_late)

    def _arrived(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_late(self) -> None:
        self._deadline = None
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Data was received."""
        self._head += len(data)
        super().data_received(data)
        if self._deadline is not None and self._head > self.gate.limits.largest_head:
            self._arrived()
            self.send_400_response("The headers of this request are too long.")

    def on_message_begin(self) -> None:
        """A request begins; every request after the first gets a new deadline."""
        super().on_message_begin()
        if self._deadline is None:
            self._expect()

    def on_headers_complete(self) -> None:
        """The headers are complete."""
        self._arrived()
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        """The connection becomes a WebSocket, which releases the gate when it ends."""
        self._arrived()
        network, self._network = self._network, None
        super().handle_websocket_upgrade()
        wire: Any = self.transport.get_protocol()
        if network is not None:
            wire.leaves = functools.partial(self.gate.let_out, network)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._arrived()
        if self._network is not None:
            self.gate.let_out(self._network)
            self._network = None
        super().connection_lost(exc)
