"""Addresses and names that may not come in for a while. They are kept in memory: a restart forgets them."""

import time

from .security import network_of
from .tokens import outline


class Bans:
    """Who is banned, and until when."""

    def __init__(self) -> None:
        self._addresses: dict[str, float] = {}
        self._names: dict[str, float] = {}

    def ban_address(self, address: str, seconds: float) -> str:
        """Ban an address (with its network); return what is banned."""
        network = network_of(address)
        self._addresses[network] = time.monotonic() + seconds
        return network

    def ban_name(self, name: str, seconds: float) -> None:
        """Ban a name, and all that look like it."""
        self._names[outline(name)] = time.monotonic() + seconds

    def address(self, network: str) -> bool:
        """Whether an address is banned now."""
        return bool(self._addresses) and self._holds(self._addresses, network)

    def name(self, name: str) -> bool:
        """Whether a name is banned now."""
        return bool(self._names) and self._holds(self._names, outline(name))

    def lift(self) -> int:
        """Lift all bans; return how many there were."""
        count = len(self._addresses) + len(self._names)
        self._addresses.clear()
        self._names.clear()
        return count

    def listed(self) -> list[tuple[str, float]]:
        """Everything that is banned, and for how many seconds more."""
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
