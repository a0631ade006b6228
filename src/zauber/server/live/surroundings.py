"""Protocols for what a room's parts need from the room, and a room from its house, so that imports run one way."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, Protocol

from ..access.limits import Limits
from ..protocol.frames import Ack
from ..storage.base import Storage
from ..table.decisions import Caller
from ..table.table import Table
from .guests import Guest
from .metrics import Metrics
from .pool import Pool
from .post import Post
from .turns import Turn


class HouseAround(Protocol):
    """The house, as a room uses it."""

    storage: Storage
    process: str
    alive: set[str]
    log: logging.Logger
    metrics: Metrics
    pool: Pool
    post: Post
    children: bool  # names are chosen from a list, and nobody writes free text
    limits: Limits

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run a background task; the house logs its errors."""


class RoomAround(Protocol):
    """A room, as its teller, bots, presence and undo offers use it."""

    table: Table
    guests: set[Guest]
    lock: Turn

    @property
    def house(self) -> HouseAround:
        """The house that the room is in."""

    async def carry_out(self, caller: Caller, command: Any) -> Ack:
        """Decide and store; raises `Refused`."""
