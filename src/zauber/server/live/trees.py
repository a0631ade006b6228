"""The search trees that a worker process keeps from move to move, as the levels were measured with.

A player is made anew for every question, and gets the search of the last question about its seat of the match. Nodes
are found by what a seat knows, so a tree stays right when actions are taken back. If another process answered in
between, or the tree had to make room, the player is a little weaker and nothing else.
"""

from collections import OrderedDict
from typing import Any

from ...bots.search import Search

MOST = 16  # searches: each takes 5.1 MB in every game once its tree is full, so 82 MB together

Key = tuple[str, int, str, str]  # match, seat, level and the edition's hash


class Trees:
    """The searches used last."""

    def __init__(self) -> None:
        self._searches: OrderedDict[Key, Search] = OrderedDict()

    def __len__(self) -> int:
        return len(self._searches)

    def give(self, player: Any, key: Key) -> None:
        """Let a new player continue with its seat's search, if it searches."""
        made = getattr(player, "search", None)
        if isinstance(made, Search):
            player.search = self._searches.setdefault(key, made)
            self._searches.move_to_end(key)
            if len(self._searches) > MOST:
                self._searches.popitem(last=False)
