"""The operator's orders, bans and announcements, shared by all processes of a house.

They are stored in a separate log in the house's storage. Every process reads it when it starts and whenever another
process appends to it, so an order given to one process applies to all, and a ban survives a restart.
"""

import asyncio
import contextlib
import time
from collections.abc import Callable

import msgspec
from msgspec import Struct

from ..access.bans import Bans
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
_encode = msgspec.json.Encoder().encode


class Orders:
    """The orders that this process has carried out, up to number `n`."""

    def __init__(self, storage: Storage, bans: Bans, say: Callable[[str], int]) -> None:
        self.n = 0
        self._storage, self._bans, self._say = storage, bans, say
        self._reading = asyncio.Lock()

    async def ban(self, seconds: float, address: str = "", name: str = "") -> None:
        """Ban an address, a name, or both."""
        await self._give(Banned(time.time() + seconds, address, name))

    async def lift(self) -> None:
        """Lift all bans."""
        await self._give(Lifted())

    async def announce(self, sentence: str) -> int:
        """Make an announcement; return the number of recipients in this process."""
        return await self._give(Announced(time.time(), sentence))

    async def _give(self, order: Order) -> int:
        """Store an order and carry it out here; the others are notified by the storage."""
        for _ in range(TRIES):
            try:
                await self._storage.append(LOG, self.n + 1, [_encode(order)])
                return await self.read()
            except Collision:  # another process gave one first
                await self.read()
        raise Trouble("Too many orders at once: try again.")

    async def read(self) -> int:
        """Carry out stored orders that are new to this process; return the number of guests told."""
        async with self._reading:
            told = 0
            for stored in await self._storage.read(LOG, self.n):
                self.n += 1
                with contextlib.suppress(msgspec.MsgspecError):  # an order from a newer version
                    told += self._carry_out(_decode(stored))
            return told

    def _carry_out(self, order: Order) -> int:
        if isinstance(order, Announced):
            return self._say(order.sentence) if time.time() - order.t < FRESH else 0
        if isinstance(order, Lifted):
            self._bans.lift()
        elif (seconds := order.until - time.time()) > 0:
            if order.address:
                self._bans.ban_address(order.address, seconds)
            if order.name:
                self._bans.ban_name(order.name, seconds)
        return 0
