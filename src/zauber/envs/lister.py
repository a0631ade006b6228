"""What the states of one OpenSpiel game share: one call that acts and lists what is legal next, and histories.

Python asks an OpenSpiel state for its legal actions and applies an action, millions of times. So the actions are
written into one array, which Python turns into a list without going through NumPy.
"""

import functools
import hashlib
from collections.abc import Callable
from typing import Any, Self

import numpy as np

from ..games.compiling import link
from ..games.compiling.entry import entry_of
from ..games.compiling.records import handle_of
from ..games.contract.editions import Edition
from ..games.contract.kernel import Array, apply, moves
from ..games.game import Game
from ..match.kept import edition_of, keep_edition
from ..match.position import Position
from ..match.shapes import EditionRecord
from ..match.steps import WhenToCompile
from .stepper import REFUSED


def list_legal(editions: Array, states: Array, listed: Array) -> int:
    """List the legal actions of the seat to act, with their number in the last cell; return the seat."""
    turn = states[0].turn
    listed[len(listed) - 1] = moves(editions[0], states[0], turn, listed) if turn >= 0 else 0
    return turn


def act_and_list(editions: Array, states: Array, action: int, listed: Array) -> int:
    """Carry out an action if it is listed, and list what is legal next; return the seat to act."""
    for k in range(listed[len(listed) - 1]):
        if listed[k] == action:
            apply(editions[0], states[0], states[0].turn, action)
            return list_legal(editions, states, listed)
    return REFUSED


class Lister:
    """The rules of a game, shared by its states and their copies, which use it in turn.

    `act(e, s, action, listed)` is called directly, because a method around it would double the time.
    """

    def __init__(self, game: Game, seats: int, edition: Edition) -> None:
        self.game, self.seats, self.edition = game, seats, edition
        self.listed = np.zeros(game.rules.MOST_MOVES + 1, np.int32)
        whole = self.listed.data
        self.listings = [whole[:n] for n in range(len(whole))]  # views of the first n actions
        self.count = whole[-1:]
        self.held: Position | None = None  # the position that `listed` belongs to
        self.compiled = False
        self._when = WhenToCompile(game, (list_legal, act_and_list))
        bind = game.linker(link.plain)
        self._list, self._act = bind(list_legal), bind(act_and_list)
        self.act: Callable[..., int] = self._act_and_count
        self.e: Any = (handle_of(edition.record),)
        self.s: Any = None
        if game.heavy or self._when.cached():
            self.compile()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return lister_of, (self.game, self.seats, keep_edition(self.edition), self.edition.rules)

    def compile(self) -> None:
        """Switch to compiled rules."""
        bind = self.game.linker(link.compiled)
        records = self.edition.array, np.zeros(1, self.game.rules.State)
        self._list = entry_of(bind(list_legal), *records, self.listed)
        self.act = entry_of(bind(act_and_list), *records, 0, self.listed)
        self.compiled, self.e, self.held = True, self.edition.array, None

    def _act_and_count(self, e: Any, s: Any, action: int, listed: Array) -> int:
        """`act` while the rules are interpreted."""
        turn = int(self._act(e, s, action, listed))
        if self._when.now():
            self.compile()
        return turn

    def hold(self, position: Position) -> int:
        """Switch to a position, and use its memory; return the seat to act."""
        self.held = position
        self.s = position.array if self.compiled else (handle_of(position.record),)
        return int(self._list(self.e, self.s, self.listed))


def lister_of(game: Game, seats: int, kept: EditionRecord, rules: int) -> Lister:
    """The lister for states that were unpickled, one per game."""
    edition = edition_of(game, kept, rules)
    return _one_lister(game, seats, edition.hash, edition)


@functools.lru_cache(64)
def _one_lister(game: Game, seats: int, _: str, edition: Edition) -> Lister:
    return Lister(game, seats, edition)


class Chains:
    """What every seat has seen: a hash chain of concealed positions, computed on demand.

    Until then the positions themselves are stored, since most states are never queried.
    """

    __slots__ = ("_later", "_seen")

    def __init__(self, seen: tuple[bytes, ...], later: tuple[Position, ...] = ()) -> None:
        self._seen, self._later = seen, later

    def __deepcopy__(self, memo: dict[int, Any]) -> "Chains":
        return Chains(self._seen, self._later)

    def add(self, position: Position) -> None:
        """Add a position, which must not change afterwards."""
        self._later = (*self._later, position)

    def seen(self, seat: int) -> bytes:
        """The end of a seat's chain."""
        for position in self._later:
            self._seen = tuple(
                hashlib.blake2b(old + position.known_to(seat).record.tobytes(), digest_size=16).digest()
                for seat, old in enumerate(self._seen)
            )
        self._later = ()
        return self._seen[seat]


class Trail(list[int]):
    """The history as player, action, player, action, and so on. The first player is chance, and its action the seed.

    What was seen of it is found by replaying it on demand, since most states are never queried.
    """

    __slots__ = ("_before", "_chains", "_known", "told")

    def __init__(self) -> None:
        self.told = 0  # how much of it is in OpenSpiel's own history
        self._known = 0  # how much of it is in the chains
        self._chains: Chains | None = None
        self._before: Position | None = None  # the position after that

    def __deepcopy__(self, memo: dict[int, Any]) -> "Trail":
        copy = Trail()
        copy.extend(self)
        copy.told, copy._known, copy._before = self.told, self._known, self._before
        copy._chains = None if self._chains is None else self._chains.__deepcopy__(memo)
        return copy

    def after(self, place: int) -> list[tuple[int, int]]:
        """Players with their actions, from a place on."""
        return list(zip(self[place::2], self[place + 1 :: 2], strict=True))

    def begin_in(self, world: Position, seat: int, seen: bytes) -> None:
        """Go on from a world that a seat imagines: it has seen the same, the others what they know there."""
        ends = (world.known_to(other).record.tobytes() for other in range(world.seats))
        made = [hashlib.blake2b(b"imagined" + end, digest_size=16).digest() for end in ends]
        made[seat] = seen
        self._before, self._chains, self._known = world.fork(), Chains(tuple(made)), len(self)

    @property
    def chained(self) -> Chains:
        """The chains, once they have begun."""
        assert self._chains is not None
        return self._chains

    def positions(self, now: Position) -> list[Position]:
        """The positions of the match so far."""
        found = [Position(now.game, now.seats, edition=now.edition, seed=self[1])]
        for player, action in self.after(2):
            found.append(found[-1].fork())
            found[-1].carry(action, player)
        return found

    def seen(self, seat: int, now: Position) -> bytes:
        """The end of a seat's chain, `now` being the position after the last action."""
        if self._chains is None or self._before is None:
            self._before = Position(now.game, now.seats, edition=now.edition, seed=self[1])
            self._chains = Chains((b"",) * now.seats, (self._before,))
            self._known = 2
        for player, action in self.after(self._known):
            self._before = self._before.fork()
            self._before.carry(action, player)
            self._chains.add(self._before)
        self._known = len(self)
        return self._chains.seen(seat)
