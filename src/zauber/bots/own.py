"""Players that a game provides itself (`Game.players`), so that no game is named here.

Such a player has `choose(e, s, seat, seed, effort, sees_all)`: an action, or None to continue by rule of thumb; `rank`,
for advice; `play_on(e, s, seed, number)`, for analyses: every seat's share in a match that goes on from a position; and
`prepare`, which compiles. Every seat of a match gets a copy, which may remember.
"""

import copy
import functools
from collections.abc import Sequence
from typing import Any, ClassVar

from ..games.contract.editions import Edition
from ..games.contract.kernel import Record
from ..games.game import Game
from .player import OWN, Budget
from .simple import Thumb


class OwnPlayer(Thumb):
    """Plays like a game's own player, and by rule of thumb where that one has no preference."""

    mind: ClassVar[Any]

    def __init__(self, game: Game, edition: Edition, seats: int, seat: int) -> None:
        super().__init__(game, edition, seats, seat)
        self._mind = self.new_mind()

    def choose(self, position: Record, moves: Sequence[int], seed: int, budget: Budget = OWN) -> int:
        action: int | None = self._mind.choose(self.edition.record, position, self.seat, seed)
        return super().choose(position, moves, seed, budget) if action is None else action

    @classmethod
    def new_mind(cls) -> Any:
        """A copy for one seat of one match, because it may remember."""
        return copy.copy(cls.mind)

    @classmethod
    def prepare(cls, game: Game) -> None:
        cls.mind.prepare()


@functools.cache
def own_players(game: Game) -> dict[str, type[OwnPlayer]]:
    """The kinds of players that a game declares, by name."""
    minds = [game.own(reference)(game) for reference in game.players]
    return {mind.name: _kind(game, mind) for mind in minds}


def _kind(game: Game, mind: Any) -> type[OwnPlayer]:
    kind = type(mind)
    body = {key: getattr(mind, key) for key in ("__doc__", "__module__", "name", "title", "about")}
    return type(kind.__name__, (OwnPlayer,), body | {"mind": mind, "games": (game.name,)})
