"""Match records for clients, built incrementally and cached.

The public description of an action never changes, so it is made once. The text of a running match is cached until the
next action; the texts of finished matches are in an LRU cache.
"""

import asyncio
from collections import OrderedDict

from ...games.contract.kernel import NOBODY
from ...match import MatchRecord
from ..table.authority import Authority

ACTIONS_AT_ONCE = 25  # actions written before other tasks may run
KEPT = 16_000_000  # bytes of cached finished records


class PublicRecord:
    """The public record of the match in play."""

    def __init__(self) -> None:
        self._match: Authority | None = None
        self._cuts = 0  # of the match, that were taken in
        self._moves: list[str] = []
        self._told: tuple[MatchRecord, str] | None = None  # the last record and its text, cached

    async def text(self, match: Authority) -> str:
        """The record's text now."""
        if match is not self._match:
            self._match, self._cuts, self._moves, self._told = match, 0, [], None
        while not match.over:
            self._drop_taken_back(match)
            missing = match.plies_after(len(self._moves))
            if not missing:
                return self._text(match.public_record_with(self._moves))
            for ply in missing[:ACTIONS_AT_ONCE]:
                self._moves.append(match._written(ply, NOBODY))
            await asyncio.sleep(0)
        return match.record().text()

    def _text(self, record: MatchRecord) -> str:
        if self._told is None or self._told[0] != record:
            self._told = (record, record.text())
        return self._told[1]

    def _drop_taken_back(self, match: Authority) -> None:
        for left in match.cuts[self._cuts :]:
            del self._moves[left:]
        self._cuts = len(match.cuts)


class Finished:
    """An LRU cache of the records of finished matches, by name."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._size = 0

    def get(self, name: str) -> bytes | None:
        """The record, if it is cached."""
        found = self._kept.get(name)
        if found is not None:
            self._kept.move_to_end(name)
        return found

    def keep(self, name: str, text: bytes) -> None:
        """Cache a record, and evict the least recently used."""
        self._size += len(text) - len(self._kept.pop(name, b""))
        self._kept[name] = text
        while self._size > KEPT:
            _, gone = self._kept.popitem(last=False)
            self._size -= len(gone)
