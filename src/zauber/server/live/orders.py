"""The operator's orders, bans and announcements, shared by all processes of a house.

They are stored in a separate log in the house's storage. Every process reads it when it starts and whenever another
process appends to it, so an order given to one process applies to all, and a ban survives a restart.
"""

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Callable

import msgspec
from msgspec import Struct

from ..access.bans import Bans
from ..protocol.encoding import encode
from ..storage.base import Collision, Storage, Trouble

LOG = "~house"  # not a valid table id (see `protocol.fields.TableId`)
FRESH = 60.0  # seconds after which an announcement is too old to be sent, by a process that was disconnected
TRIES = 20  # collisions in a row before an order is refused


class Banned(Struct, tag="banned", omit_defaults=True):
    """An address or a name was banned."""

    until: float
    address: str = ""
    name: str = ""


class Lifted(Struct, tag="lifted"):
    """All bans are lifted."""


class Announced(Struct, tag="announced"):
    """An announcement was made."""

    t: float
    sentence: str


Order = Banned | Lifted | Announced

_decode = msgspec.json.Decoder(Order).decode


class Orders:
    """The orders that this process has carried out, up to number `n`."""

    def __init__(self, storage: Storage, bans: Bans, say: Callable[[str], int]) -> None:
        self.n = 0
        self._storage, self._bans, self._say = storage, bans, say
        self._reading = asyncio.Lock()
        self._told: deque[tuple[int, int]] = deque(maxlen=16)  # the last announcements, with their recipients here

    async def ban(self, seconds: float, address: str = "", name: str = "") -> None:
        """Ban an address, a name, or both."""
        await self._give(Banned(time.time() + seconds, address, name))

    async def lift(self) -> None:
        """Lift all bans."""
        await self._give(Lifted())

    async def announce(self, sentence: str) -> int:
        """Make an announcement; return the number of recipients in this process."""
        number = await self._give(Announced(time.time(), sentence))
        return dict(self._told).get(number, 0)

    async def _give(self, order: Order) -> int:
        """Store an order and carry it out here; the others are notified by the storage. Return its number."""
        for _ in range(TRIES):
            number = self.n + 1
            try:
                await self._storage.append(LOG, number, [encode(order)])
                await self.read()  # unless the storage's own notification was faster
                return number
            except Collision:  # another process gave one first
                await self.read()
        raise Trouble("Too many orders at once: try again.")

    async def read(self) -> None:
        """Carry out stored orders that are new to this process."""
        async with self._reading:
            for stored in await self._storage.read(LOG, self.n):
                self.n += 1
                with contextlib.suppress(msgspec.MsgspecError):  # an order from a newer version
                    self._carry_out(_decode(stored))

    def _carry_out(self, order: Order) -> None:
        if isinstance(order, Announced):
            if time.time() - order.t < FRESH:
                self._told.append((self.n, self._say(order.sentence)))
        elif isinstance(order, Lifted):
            self._bans.lift()
        elif (seconds := order.until - time.time()) > 0:
            if order.address:
                self._bans.ban_address(order.address, seconds)
            if order.name:
                self._bans.ban_name(order.name, seconds)
