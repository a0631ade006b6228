"""Temporary bans of addresses and names, as this process knows them (see `live.orders`)."""

import time

from .security import network_of
from .tokens import outline


class Bans:
    """The banned addresses and names, and when each ban ends."""

    def __init__(self) -> None:
        self._addresses: dict[str, float] = {}
        self._names: dict[str, float] = {}

    def ban_address(self, address: str, seconds: float) -> None:
        """Ban the network of an address."""
        self._addresses[network_of(address)] = time.monotonic() + seconds

    def ban_name(self, name: str, seconds: float) -> None:
        """Ban a name and all names that look like it."""
        self._names[outline(name)] = time.monotonic() + seconds

    def address(self, network: str) -> bool:
        """Whether an address is banned now."""
        return bool(self._addresses) and self._holds(self._addresses, network)

    def name(self, name: str) -> bool:
        """Whether a name is banned now."""
        return bool(self._names) and self._holds(self._names, outline(name))

    def lift(self) -> None:
        """Lift all bans."""
        self._addresses.clear()
        self._names.clear()

    def listed(self) -> list[tuple[str, float]]:
        """All bans, each with its remaining seconds."""
        now = time.monotonic()
        return [(key, until - now) for key, until in [*self._addresses.items(), *self._names.items()] if until > now]

    @staticmethod
    def _holds(bans: dict[str, float], key: str) -> bool:
        until = bans.get(key)
        if until is None:
            return False
        if until < time.monotonic():
            del bans[key]
            return False
        return True
