"""The four levels that people are offered: Apprentice, Adept, Mage and Archmage. They play every game.

An Apprentice plays like a child (`naive`, where a game defines it). An Adept knows the rule of thumb and sometimes
plays like a child. Mage and Archmage look ahead: with the game's own player if it has one, otherwise by search, the
Archmage with the game's network. The lower levels overlook chances to act out of turn, forget what they must say, and
forget what they saw. Games differ in how much a lapse or a search is worth: `levels.json` has the numbers for games, or
games with a number of seats, in which the usual ones would make two levels too similar.
"""

import functools
import json
import random
from collections.abc import Sequence
from importlib import resources
from typing import Any, ClassVar

from ..games.compiling.link import compiled, plain
from ..games.contract.editions import Edition
from ..games.contract.kernel import HIDDEN, Array, Record
from ..games.game import Game
from .guided import guided
from .own import own_players
from .player import OWN, WAIT, Budget, Move, Player, Seen
from .search import Search, SearchSettings, is_compiled

COMPARED = 3  # moves that advice compares carefully
ATTENTION, LAPSE = 11, 12  # random streams: whether the level is attentive, and whether it forgets something


@functools.cache
def _numbers() -> dict[str, dict[str, dict[str, float]]]:
    """The exceptions from the usual numbers: by level, by game or by game and seats ("magi" or "magi 8"), by name."""
    found: dict[str, dict[str, dict[str, float]]] = json.loads(
        resources.files(__package__).joinpath("levels.json").read_text("utf-8")
    )
    return found


def number(level: str, game: Game, seats: int, name: str, usual: float) -> float:
    """A number of a level in a game with so many seats."""
    exceptions = _numbers().get(level, {})
    numbers = exceptions.get(game.name, {}) | exceptions.get(f"{game.name} {seats}", {})
    return numbers.get(name, usual)


class Attentive(Player):
    """A player by rule of thumb, with the attention, the lapses and the memory of its level."""

    attention: ClassVar[float] = 1.0  # how often it acts out of turn when it may, and says what it must
    lapses: ClassVar[float] = 0.0  # how often it plays as a child does
    memory: ClassVar[float] = 1.0  # how much of its memory is left after each action

    def __init__(self, game: Game, edition: Edition, seats: int, seat: int) -> None:
        super().__init__(game, edition, seats, seat)
        self._memory: Any = game.own(game.memory)() if game.memory and self.memory > 0 else None

    @classmethod
    def remembers(cls, game: Game) -> bool:
        return bool(game.memory) and cls.memory > 0

    def see(self, seen: Seen) -> None:
        self._memory.watch(self.edition.record, seen.before, seen.after)
        if self.memory < 1.0:
            chance = random.Random(f"{self.name} {self.seat}".encode() + seen.after.tobytes())
            for thing in list(self._memory.owners):
                if chance.random() > self.memory:
                    self._memory.forget(thing)

    def choose(self, position: Record, moves: Sequence[int], seed: int, budget: Budget = OWN) -> int:
        if self._memory is not None:
            self._memory.recall(position)
        if self.attention < 1.0 and self._chance(seed, ATTENTION) > self.attention:
            if int(position.turn) != self.seat:
                return WAIT
            slip = self.game.extra("slip")
            if slip is not None:
                action = self._ask(slip, position, moves, seed)
                if action != HIDDEN:
                    return action
        if self._chance(seed, LAPSE) < number(self.name, self.game, self.seats, "lapses", self.lapses):
            return self._lapse(position, moves, seed, budget)
        return self.decide(position, moves, seed, budget)

    def decide(self, position: Record, moves: Sequence[int], seed: int, budget: Budget) -> int:
        """The move of an attentive player: by rule of thumb."""
        return self._ask(self.game.rules_of("advise"), position, moves, seed)

    def _lapse(self, position: Record, moves: Sequence[int], seed: int, budget: Budget) -> int:
        """A child's move; where a game does not say how a child plays, a random one half of the time."""
        naive = self.game.extra("naive")
        if naive is not None:
            return self._ask(naive, position, moves, seed)
        chance = random.Random(seed)
        return chance.choice(list(moves)) if chance.random() < 0.5 else self.decide(position, moves, seed, budget)

    def _chance(self, seed: int, stream: int) -> float:
        return random.Random(f"{seed} {stream}").random()

    def _ask(self, rule: Any, position: Record, moves: Sequence[int], seed: int) -> int:
        """The result of a rule function with the signature of `advise`."""
        options = self.game.new_options()
        options[: len(moves)] = moves
        self.rules.sow(position, seed, 0)
        wrap = plain if self.rules is self.game.interpreted else compiled
        return int(self.game.linker(wrap)(rule)(self.edition.record, position, self.seat, options, len(moves)))


class Apprentice(Attentive):
    """Plays as a child does."""

    name = "apprentice"
    title = "Apprentice"
    about = "plays the first thing that looks good, and forgets to look at the others"
    offered = True
    attention = 0.55
    memory = 0.0
    lapses = 1.0


class Adept(Attentive):
    """Plays by rule of thumb, with lapses."""

    name = "adept"
    title = "Adept"
    about = "plays sensibly, move by move, and is careless now and then"
    offered = True
    attention = 0.85
    memory = 0.97
    lapses = 0.35


class Seeker(Attentive):
    """Looks ahead: with the game's own player, if it has one, or by search."""

    name = "search"
    title = "Search"
    about = "imagines what it cannot see, and tries its moves out"
    settings: ClassVar[SearchSettings] = SearchSettings()
    budget: ClassVar[Budget] = Budget(iterations=1000)
    effort: ClassVar[float] = 1.0  # for the game's own player: a share of its usual budget
    threads: ClassVar[int] = 1

    def __init__(self, game: Game, edition: Edition, seats: int, seat: int) -> None:
        super().__init__(game, edition, seats, seat)
        own = next(iter(own_players(game).values()), None)
        self._mind: Any = own.new_mind() if own else None
        self.search = None if own else Search(game, edition, seat, self.settings_for(game))

    @classmethod
    def settings_for(cls, game: Game) -> SearchSettings:
        """How it searches in a game."""
        return cls.settings

    def decide(self, position: Record, moves: Sequence[int], seed: int, budget: Budget) -> int:
        if len(moves) == 1:
            return moves[0]
        if int(position.turn) != self.seat:
            return super().decide(position, moves, seed, budget)
        if self.search is not None:
            return self.search.think(position, moves, seed, self._budget(budget), self.threads)[0].action
        e = self.edition.record
        action: int | None = self._mind.choose(e, position, self.seat, seed, self.effort, self.sees_all)
        return super().decide(position, moves, seed, budget) if action is None else action

    def _share_of(self, budget: Budget) -> float:
        """A budget's iterations as a share of the player's own, for the game's own player."""
        return min(1.0, (budget.iterations or self.budget.iterations) / self.budget.iterations)

    def _budget(self, given: Budget) -> Budget:
        if given != OWN:
            return given
        iterations = int(number(self.name, self.game, self.seats, "iterations", self.budget.iterations))
        return Budget(iterations, self.budget.milliseconds)

    def rank(self, position: Record, moves: Sequence[int], seed: int, budget: Budget) -> list[Move]:
        """The moves, the best first; a move that was not tried has no estimate. The best few are tried often enough to
        be compared."""
        if self._memory is not None:
            self._memory.recall(position)
        if self.search is not None and len(moves) > 1 and int(position.turn) == self.seat:
            found = self.search.think(position, moves, seed, self._budget(budget))
            tried = sum(move.tried for move in found)
            compared = {move.action for move in found[:COMPARED]}
            again = self.search.try_out(sorted(compared), min(found[0].tried, tried // 5), seed)
            return sorted(again, key=lambda move: (-(move.action in compared), -move.share, -move.tried))
        if self._mind is not None:
            judged = self._mind.rank(self.edition.record, position, self.seat, seed, self._share_of(budget))
            if judged:
                return [Move(action, tried, share, error) for action, tried, share, error in judged]
        best = self._ask(self.game.rules_of("advise"), position, moves, seed)
        return [Move(action, 0, 0.0, 1.0) for action in sorted(moves, key=lambda action: action != best)]

    @classmethod
    def prepare(cls, game: Game) -> None:
        own = next(iter(own_players(game).values()), None)
        if own is not None:
            own.prepare(game)
            return
        edition, seats = game.edition(), game.seats[0]
        state, options = game.new_state(), game.new_options()
        game.interpreted.sow(state, 1, 1)
        game.interpreted.setup(edition.record, state, seats)
        seat = int(state.turn)
        n = game.interpreted.moves(edition.record, state, seat, options)
        moves = [int(action) for action in options[:n]]
        game.interpreted.conceal(edition.record, state, seat)
        Search(game, edition, seat, cls.settings_for(game)).think(state, moves, 1, Budget(iterations=2))

    @classmethod
    def ready(cls, game: Game) -> bool:
        return bool(own_players(game)) or is_compiled(game, cls.settings_for(game))


class Guided(Seeker):
    """Search with a network's priors and values if the game has a network; otherwise like `search`."""

    name = "guided"
    title = "Guided search"
    about = "tries its moves out, beginning with those that a network prefers"

    @classmethod
    def settings_for(cls, game: Game) -> SearchSettings:
        return guided(game)


class Peeking(Seeker):
    """Search in the true position instead of imagined ones, for comparison. Only the arena knows it and gives it open
    positions; it cannot be seated elsewhere."""

    name = "peeking"
    title = "Peeking"
    about = "sees what is hidden, to show how much there is to gain by knowing it"
    settings: ClassVar[SearchSettings] = SearchSettings(open=True)
    budget: ClassVar[Budget] = Budget(iterations=1000)
    sees_all = True


class Mage(Seeker):
    """Looks ahead a little."""

    name = "mage"
    title = "Mage"
    about = "thinks a moment ahead, and seldom misses a chance"
    offered = True
    attention = 0.97
    memory = 0.995
    budget = Budget(iterations=300, milliseconds=900)
    effort = 0.125


class Archmage(Guided):
    """Looks ahead as far as a second allows, guided by a network if the game has one."""

    name = "archmage"
    title = "Archmage"
    about = "imagines a thousand matches before every move, and forgets nothing"
    offered = True
    budget = Budget(iterations=1000, milliseconds=900)


class Adviser(Seeker):
    """Ranks moves for hints and analyses: by search alone, so that a chance means matches won by rule of thumb."""

    name = "adviser"
    title = "Adviser"
    about = "tries moves out for others"
    budget = Budget(iterations=3000, milliseconds=900)

    def recalled(self, position: Record) -> Record:
        """The position with what the adviser remembers."""
        if self._memory is not None:
            self._memory.recall(position)
        return position

    def usual(self, position: Record, moves: Sequence[int]) -> int:
        """The move of the rule of thumb, which is always the same."""
        return self._ask(self.game.rules_of("advise"), position.copy(), moves, 0)

    def weigh(
        self, position: Record, moves: Sequence[int], seed: int, iterations: int, chosen: int
    ) -> tuple[int, Array] | None:
        """The move that it would choose in a position with what it remembers; the seat's share after that one and (if
        it is another) after the chosen one, in rows, each for a part of some worlds that had no part in its choice.
        None where it has no judgement."""
        if self.search is None or len(moves) < 2 or int(position.turn) != self.seat:
            return None
        best = self.search.think(position, moves, seed, Budget(iterations=iterations))[0].action
        return best, self.search.compare(list(dict.fromkeys((best, chosen))), iterations, seed)
