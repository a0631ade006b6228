"""A good player of Magicians' Night: tries out where to begin its turn, and then goes by rule of thumb."""

from collections.abc import Sequence

from ..games.editions import Edition
from ..games.game import Game
from ..games.kernel import Record
from ..games.magicians_night import plans
from ..games.magicians_night.rules import BEGIN
from .bot import Bot, Thumb


class Planner(Bot):
    """Plays every beginning of a turn out; in the dark, from worlds that it imagines."""

    name = "planner"
    title = "Planner"
    about = "thinks before every turn"
    games = ("magicians_night",)

    def __init__(self) -> None:
        self._thumb = Thumb()
        self._planner: plans.Planner | None = None

    def choose(self, game: Game, edition: Edition, position: Record, seat: int, moves: Sequence[int], seed: int) -> int:
        if position.phase != BEGIN:
            return self._thumb.choose(game, edition, position, seat, moves, seed)
        return self._planner_of(game).judged(edition.record, position, seat, seed)[0].start

    def prepare(self, game: Game) -> None:
        self._planner_of(game).prepare()

    def _planner_of(self, game: Game) -> plans.Planner:
        if self._planner is None or self._planner.game is not game:
            self._planner = plans.Planner(game)
        return self._planner
