"""The two simplest players: random, and the game's rule of thumb."""

from collections.abc import Sequence

from ..games.contract.kernel import Record
from .player import OWN, Budget, Player


class Random(Player):
    """Any legal move, each as likely as the others."""

    name = "random"
    title = "Chance"
    about = "plays any legal move"

    def choose(self, position: Record, moves: Sequence[int], seed: int, budget: Budget = OWN) -> int:
        self.rules.sow(position, seed, 0)
        return moves[int(self.rules.below(position, len(moves)))]


class Thumb(Player):
    """The game's own rule of thumb (`advise`)."""

    name = "thumb"
    title = "Rule of thumb"
    about = "plays sensibly, without looking ahead"

    def choose(self, position: Record, moves: Sequence[int], seed: int, budget: Budget = OWN) -> int:
        rules = self.rules
        options = self.game.new_options()
        options[: len(moves)] = moves
        rules.sow(position, seed, 0)
        return int(rules.advise(self.edition.record, position, self.seat, options, len(moves)))
