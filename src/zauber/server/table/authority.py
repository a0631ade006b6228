"""The server's own kind of match: fast, and with access to the true position."""

from collections.abc import Sequence
from typing import Any, Self, SupportsIndex

from ... import games
from ...errors import BadSeats, IllegalMove
from ...games.contract.kernel import NOBODY, Record
from ...games.game import Game
from ...match import Match, MatchRecord, Ply
from ...match.moves import Seat
from ...match.position import Position
from .look import STAY, Look, Looker, looker
from .plies import Plies
from .positions import Positions


class Authority(Match):
    """A match with access to the true position, which the server needs to conceal it for every viewer.

    `truth` must not leave the server: frames are made from `look` (`zauber.server.frames.sight`). With compiled rules,
    `act` and the look at the new position are one call.
    """

    def __init__(
        self, game: str | Game, *given: Any, eyes: Looker | None = None, compiled: bool | None = None, **more: Any
    ) -> None:
        game = games.get(game) if isinstance(game, str) else game
        compiled = game.heavy if compiled is None else compiled  # compiling on demand would block the server
        super().__init__(game, *given, compiled=compiled, **more)
        self._looker = eyes or looker(self.game)
        self._turn = self._looker.form.byte("turn")
        self._plies = self._played = Plies(self.game.notations)
        self._positions = Positions(self, [self._history[0]])
        self._history = self._positions
        self._look: Look | None = None

    @property
    def truth(self) -> bytes:
        """The true position's bytes, with nothing concealed."""
        return self._positions.last

    @property
    def turn(self) -> int:
        """The seat that the table waits for; NOBODY when the match is over."""
        return self._turn(self._positions.last) if self.resigned is None else NOBODY

    @property
    def look(self) -> Look:
        """The position after the last action, as each viewer knows it."""
        if self._look is None:
            e, now = self.edition.record, self.truth
            if self._plies:
                last = self._plies[-1]
                self._look = self._looker.look(e, self._history[-2], now, last.seat, last.action)
            else:
                self._look = self._looker.look(e, now, now, STAY)
            if self.resigned is not None:
                self._look = self._look.without_moves()
        return self._look

    @property
    def ply(self) -> int:
        """The number of actions in the record."""
        return len(self._positions.data) - 1

    def legal(self, seat: int) -> list[int]:
        """The legal moves of a seat, as action numbers."""
        return self.look.moves(seat)

    def act(self, seat: int, action: int) -> Ply:
        """Play one of the seat's legal moves."""
        if not 0 <= seat < self.seats:
            raise BadSeats(f"There is no seat {seat}.")
        if action not in self.legal(seat):
            raise IllegalMove(f"“{action}” is not legal now.")
        if self._looker.compiled is None or self.rules is not self.game.compiled:
            return self.play(action, seat)
        number = self.ply + 1
        rng, truth = self._chance.bytes_for(number), self._positions.last
        data, self._look = self._looker.advance(self.edition.record, truth, seat, action, rng)
        ply = Ply(number, seat, action, self.game.notations[action])
        self._move_on(ply, data)
        return ply

    def play(self, move: str | SupportsIndex, seat: int | str | None = None) -> Ply:
        """Play a move, as `Match.play` does."""
        ply = super().play(move, seat)
        self._look = None
        return ply

    def at(self, ply: int) -> Self:
        """A copy of the match as it was after that many plies."""
        copy = super().at(ply)
        copy._plies = copy._played = Plies(self.game.notations, copy._plies)
        copy._positions = copy._history = self._positions.upto(ply, copy)
        copy._look = None
        return copy

    def undo(self) -> Ply:
        """Take the last action back, if that is honest."""
        ply = super().undo()
        self._look = None
        return ply

    def resign(self, seat: Seat) -> None:
        """End a match of two: the other seat wins."""
        super().resign(seat)
        self._look = None

    def take_back(self, count: int) -> Ply:
        """Take the last actions back, as decided and stored before; return the first of them."""
        ply = self.back(count)
        self._take_back(count)
        self._look = None
        return ply

    def plies_after(self, count: int) -> list[Ply]:
        """The actions after the first `count`."""
        return self._played[count:]

    @property
    def cuts(self) -> Sequence[int]:
        """How many actions were left, each time that some were taken back."""
        return self._played.cuts

    def public_record_with(self, moves: list[str]) -> MatchRecord:
        """The public record of a running match, given its moves as spectators saw them."""
        return self._record(moves=tuple(moves))

    def back(self, count: int) -> Ply:
        """The last action (1), the one before it (2), …"""
        return self._plies[-count]

    def truth_at(self, ply: int) -> Record:
        """The position after that many plies, nothing concealed."""
        return self._position(ply).record

    def bytes_at(self, ply: int) -> bytes:
        """The same as bytes."""
        return self._history[self._ply(ply)]

    def notes(self, ply: int) -> bytes:
        """What the rules note of an action of the record, with nothing concealed."""
        return self._notes(ply)

    def forget(self) -> None:
        """Drop cached positions that can be recomputed."""
        self._positions.forget()

    def again(self, number: int, before: bytes) -> bytes:
        """The position after an action of the record, recomputed."""
        ply = self._plies[number - 1]
        here = Position.of(self.game, self.edition, before, compiled=self._compiled)
        here.set_chance(self._chance.bytes_for(number))
        here.carry(ply.action, ply.seat)
        return bytes(here)
