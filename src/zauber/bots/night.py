"""A good player of Magicians' Night: tries plans out in imagined worlds, and looks again at every stroke."""

from collections.abc import Sequence

from ..games.editions import Edition
from ..games.game import Game
from ..games.kernel import Record
from ..games.magicians_night.plans import Planner
from ..games.magicians_night.rules import BEGIN, ENTERED, PUSHING, STOP
from .bot import Bot, Thumb


class NightPlanner(Bot):
    """Plans whole turns; elsewhere than in Magicians' Night it plays by rule of thumb."""

    name = "planner"
    title = "Planner"
    about = "tries its plans out in imagined worlds"

    def __init__(self, worlds: int = 3) -> None:
        self._worlds = worlds
        self._thumb = Thumb()
        self._planner: Planner | None = None

    def choose(self, game: Game, edition: Edition, position: Record, seat: int, moves: Sequence[int], seed: int) -> int:
        if game.name != "magicians_night" or position.phase not in (BEGIN, ENTERED, PUSHING):
            return self._thumb.choose(game, edition, position, seat, moves, seed)
        if self._planner is None:
            self._planner = Planner(game, self._worlds)
        plan = self._planner.best(edition.record, position, seat, seed)
        action = plan.action(edition.record, position, 0) if plan else STOP
        return action if action in moves else STOP
