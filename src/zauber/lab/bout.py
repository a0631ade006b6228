"""One match between bots, with compiled rules."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .. import bots
from ..bots.levels import Peeking
from ..errors import ZauberError
from ..games.contract.editions import Edition
from ..games.contract.kernel import Record
from ..games.game import Game

MOST_PLIES = 100_000  # of one match
_MIX = 0x5851F42D4C957F2D


def admit(kind: type[bots.Player]) -> None:
    """Raise an error if a kind of player wants more than its seat knows, unless it is the one made to show that."""
    if kind.sees_all and kind is not Peeking:
        raise bots.BotError(f"{kind.title} asks for open positions (`sees_all`), which only “{Peeking.name}” may have.")


class Faulty(ZauberError):
    """A player failed or chose what is no move."""

    def __init__(self, seat: int, what: str) -> None:
        super().__init__(what)
        self.seat = seat


class Bout:
    """One match between bots, with compiled rules. Players get concealed copies and nothing else; only `peeking`, made
    to show what that would be worth, gets open ones. Players that search get no clock unless the budget has one."""

    def __init__(
        self, game: Game, edition: Edition, kinds: Sequence[type[bots.Player]], seed: int, deal: int,
        budget: bots.Budget = bots.OWN,
    ) -> None:  # fmt: skip
        self.game, self.edition, self.seats, self.budget = game, edition, len(kinds), budget
        self.seed, self.deal, self.plies = seed, deal, 0
        self.rules = game.compiled
        self.players = [self.made(kind, seat) for seat, kind in enumerate(kinds)]
        self._watching = [seat for seat, kind in enumerate(kinds) if kind.remembers(game)]
        self.array = np.zeros(1, game.rules.State)
        self.state = self.array[0]
        self._chance()
        self.rules.setup(edition.record, self.state, self.seats)
        self._options = game.new_options()

    def made(self, kind: type[bots.Player], seat: int) -> bots.Player:
        """A player for a seat."""
        admit(kind)
        try:
            player: Any = kind(self.game, self.edition, self.seats, seat)
        except Exception as error:
            raise Faulty(seat, f"{kind.__name__} cannot be made: {type(error).__name__}: {error}") from error
        player.rules = self.rules
        usual = getattr(player, "budget", None)
        if isinstance(usual, bots.Budget) and usual.iterations:
            player.budget = bots.Budget(usual.iterations)
        return player  # type: ignore[no-any-return]

    def _chance(self) -> None:
        self.rules.sow(self.state, number(self.seed, self.deal), self.plies)

    def known_to(self, seat: int) -> Record:
        """A copy of the position, concealed for a seat."""
        known = self.state.copy()
        self.rules.conceal(self.edition.record, known, seat)
        return known

    def moves(self, seat: int) -> list[int]:
        """The legal moves of a seat."""
        n = self.rules.moves(self.edition.record, self.state, seat, self._options)
        return [int(action) for action in self._options[:n]]

    def ask(self, seat: int, moves: list[int]) -> int:
        """What the player of a seat chooses."""
        seed = number(self.seed + 1, self.deal, self.plies, seat)
        player = self.players[seat]
        position = self.state.copy() if type(player) is Peeking else self.known_to(seat)
        try:
            action = player.choose(position, moves, seed, self.budget)
        except Exception as error:
            raise Faulty(seat, f"{player!r} failed with {type(error).__name__}: {error}") from error
        if action not in moves and (action != bots.WAIT or seat == int(self.state.turn)):
            raise Faulty(seat, f"{player!r} chose {action}, which is not one of its moves: {moves}.")
        return int(action)

    def act(self, seat: int, action: int) -> None:
        """Carry out a move, and show it to all players that remember."""
        before = {watcher: self.known_to(watcher) for watcher in self._watching}
        was = self.state.copy() if before else self.state
        self.plies += 1
        self._chance()
        self.rules.apply(self.edition.record, self.state, seat, action)
        for watcher, known in before.items():
            seen = int(self.rules.witness(self.edition.record, was, seat, action, watcher))
            self.show(watcher, bots.Seen(seat, seen, known, self.known_to(watcher)))

    def show(self, watcher: int, seen: bots.Seen) -> None:
        """Show an action to the player of a seat."""
        player = self.players[watcher]
        try:
            player.see(seen)
        except Exception as error:
            raise Faulty(watcher, f"{player!r} failed to see with {type(error).__name__}: {error}") from error

    def step(self) -> None:
        """One action: by a seat that may act out of turn and wants to, or by the seat to act."""
        turn = int(self.state.turn)
        for j in range(1, self.seats):
            seat = (turn + j) % self.seats
            moves = self.moves(seat)
            if moves and (action := self.ask(seat, moves)) != bots.WAIT:
                self.act(seat, action)
                return
        self.act(turn, self.ask(turn, self.moves(turn)))

    def play(self) -> list[float]:
        """Play to the end; return each seat's share."""
        while int(self.state.turn) >= 0 and self.plies < MOST_PLIES:
            self.step()
        out = np.zeros(max(self.game.seats[-1], self.seats))
        self.rules.outcome(self.edition.record, self.state, out)
        return [float(share) for share in out[: self.seats]]


def number(*parts: int) -> int:
    """A 62-bit hash of several numbers."""
    x = 0
    for part in parts:
        x = ((x ^ part) * _MIX + 0x9E3779B9) % 2**64
        x ^= x >> 31
    return x % bots.MOST_SEED
