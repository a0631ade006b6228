"""The interface of a bot, and how a bot takes part in a match."""

import operator
import secrets
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from ..errors import ZauberError
from ..games.contract.editions import Edition
from ..games.contract.kernel import Record
from ..games.game import Game

if TYPE_CHECKING:
    from ..match import Match

MOST_SEED = 2**62
WAIT = -1  # in place of a move: a seat that may act out of turn declines


class BotError(ZauberError):
    """There is no player of that name, or none for that game."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a player may think about one move: iterations, milliseconds, or both (whichever ends first).

    0 sets no limit of that kind. With both 0 the player decides for itself.
    """

    iterations: int = 0
    milliseconds: int = 0

    def __post_init__(self) -> None:
        for name, number in (("iterations", self.iterations), ("milliseconds", self.milliseconds)):
            try:
                fits = not isinstance(number, bool) and operator.index(number) >= 0
            except TypeError:
                fits = False
            if not fits:
                raise ZauberError(f"A budget has a whole number of {name}, 0 for no limit, not {number!r}.")


OWN = Budget()  # the player's own budget


@dataclass(frozen=True)
class Move:
    """A move that was tried out: how often, and the mover's mean share of the win."""

    action: int
    tried: int
    share: float
    error: float  # the standard error of `share`


class Seen(NamedTuple):
    """What a seat saw of one action: the same as a person in that seat would."""

    actor: int  # the seat that acted
    action: int  # HIDDEN when the seat could not see it
    before: Record  # the position before and after the action, concealed for the seat
    after: Record


class Player(ABC):
    """Plays one seat of one match. A fresh player is made for every seat and match.

    Subclasses have a `name`, a `title`, a few words `about` how they play, and `choose`. A player gets concealed
    positions only, so it cannot cheat.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    about: ClassVar[str]
    games: ClassVar[tuple[str, ...]] = ()  # the games that it plays; empty for all
    offered: ClassVar[bool] = False  # whether people are offered it as a level when they fill a seat
    sees_all: ClassVar[bool] = False  # gets open positions: for the arena's own `peeking` alone, others are refused

    def __init__(self, game: Game, edition: Edition, seats: int, seat: int) -> None:
        self.game = game
        self.edition = edition
        self.seats = seats
        self.seat = seat
        self.rules = game.compiled if game.heavy else game.interpreted  # arenas set compiled ones

    @abstractmethod
    def choose(self, position: Record, moves: Sequence[int], seed: int, budget: Budget = OWN) -> int:
        """One of `moves`, the seat's legal actions, judged from a position that is concealed for the seat.

        `position` is the player's own copy. All chance comes from `seed` (0 to 2**62 - 1): a player that has seen the
        same and is asked the same gives the same answer, unless the budget is in milliseconds. A seat that the table
        does not wait for may also answer WAIT.
        """

    def see(self, seen: Seen) -> None:  # noqa: B027 - most players remember nothing
        """See an action of any seat, including its own. Called only for players that remember."""

    @classmethod
    def remembers(cls, game: Game) -> bool:
        """Whether the player wants to `see` the actions of a match of this game."""
        return False

    @classmethod  # noqa: B027 - most players have nothing to prepare
    def prepare(cls, game: Game) -> None:
        """Compile what the first move would otherwise have to wait for."""

    @classmethod
    def ready(cls, game: Game) -> bool:
        """Whether the first move needs no compiling: everything is compiled in this process or cached on disk."""
        return True

    @classmethod
    def move(cls, match: "Match", seat: int | None = None, seed: int | None = None, budget: Budget = OWN) -> int:
        """The action of a player who has watched from the start, for a seat (default: the seat to act)."""
        seat = match.turn if seat is None else seat
        seed = secrets.randbelow(MOST_SEED) if seed is None else seed
        return Partner(cls, match, seat).move(seed, budget)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} at seat {self.seat} of {self.game.name}>"


def seen_by(match: "Match", seat: int, since: int = 0) -> Iterable[Seen]:
    """What a seat has seen of a match, action by action, after the first `since` of them."""
    before = match.position(seat, since)
    for ply in match.plies[since:]:
        after = match.position(seat, ply.number)
        yield Seen(ply.seat, match.seen(ply.number, seat), before, after)
        before = after


class Partner:
    """A player at a seat of a running match: it is shown what its seat sees, and asked for moves."""

    def __init__(self, kind: type[Player], match: "Match", seat: int) -> None:
        if kind.sees_all:
            raise BotError(f"{kind.title} looks at what is hidden, and plays in the arena only.")
        self.kind, self.match, self.seat = kind, match, seat
        self._remembers = kind.remembers(match.game)
        self._begin()

    def _begin(self) -> None:
        self.player = self.kind(self.match.game, self.match.edition, self.match.seats, self.seat)
        self._shown: list[object] = []

    def _catch_up(self) -> None:
        plies = self.match.plies
        if self._shown and (len(self._shown) > len(plies) or plies[len(self._shown) - 1] is not self._shown[-1]):
            self._begin()  # an action was taken back
        for seen in seen_by(self.match, self.seat, len(self._shown)):
            self._shown.append(plies[len(self._shown)])  # before it is seen: a player that fails does not see it twice
            self.player.see(seen)

    def at(self, match: "Match") -> "Partner":
        """The same player at a later moment of the match (or any other)."""
        self.match = match
        return self

    def informed(self) -> Player:
        """The player, having seen what its seat has seen."""
        if self._remembers:
            self._catch_up()
        return self.player

    def move(self, seed: int, budget: Budget = OWN) -> int:
        """The action that the player chooses now."""
        match, seat = self.match, self.seat
        return self.informed().choose(match.position(seat), match.moves_of(seat).actions, seed, budget)
