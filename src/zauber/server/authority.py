"""The match as the server keeps it: with the one door to what is not concealed, and quick."""

from collections.abc import MutableSequence
from typing import Any, Self, overload

import numpy as np

from ..errors import BadSeats, IllegalMove
from ..games.kernel import Record
from ..match import Match, Ply
from .look import STAY, Look, Looker, looker
from .reading import record_of


class Positions(MutableSequence[Record]):
    """Positions kept as bytes, which are a fraction of a record; a record is made of one when it is asked for."""

    def __init__(self, dtype: np.dtype[Any], data: list[bytes]) -> None:
        self.dtype, self.data = dtype, data

    @overload
    def __getitem__(self, at: int) -> Record: ...

    @overload
    def __getitem__(self, at: slice) -> "Positions": ...

    def __getitem__(self, at: int | slice) -> "Record | Positions":
        if isinstance(at, slice):
            return Positions(self.dtype, self.data[at])
        return record_of(self.dtype, self.data[at])

    def __setitem__(self, at: Any, state: Any) -> None:
        self.data[at] = state.tobytes()

    def __delitem__(self, at: int | slice) -> None:
        del self.data[at]

    def __len__(self) -> int:
        return len(self.data)

    def insert(self, at: int, state: Record) -> None:
        """Put a position in."""
        self.data.insert(at, state.tobytes())


class Authority(Match):
    """A match whose keeper needs the true position, to conceal it for every viewer at once.

    `truth` must not leave the server: `zauber.server.frames` makes from `look` what each viewer may see. Where the
    rules are compiled, `act` and the look at what came of it are one call.
    """

    def __init__(self, *given: Any, eyes: Looker | None = None, **more: Any) -> None:
        super().__init__(*given, **more)
        self._looker = eyes or looker(self.game)
        self._turn_at: int = self.game.rules.State.fields["turn"][1]
        self._states = Positions(self._looker.form.dtype, [self._states[0].tobytes()])
        self._data = self._states.data
        self._look: Look | None = None

    @property
    def truth(self) -> bytes:
        """The position's bytes, nothing concealed."""
        return self._data[-1]

    @property
    def turn(self) -> int:
        """The seat that the table waits for; NOBODY when the match is over."""
        turn = self._data[-1][self._turn_at]
        return turn if turn < 128 else turn - 256

    @property
    def look(self) -> Look:
        """The position as everybody knows it, after the last action."""
        if self._look is None:
            e = self.edition.record
            if self._plies:
                last = self._plies[-1]
                self._look = self._looker.look(e, self._data[-2], self._data[-1], last.seat, last.action)
            else:
                self._look = self._looker.look(e, self._data[-1], self._data[-1], STAY)
        return self._look

    @property
    def ply(self) -> int:
        """How many actions the record has."""
        return len(self._plies)

    @property
    def last_actor(self) -> int | None:
        """The seat whose action was the last, if there is one."""
        return self._plies[-1].seat if self._plies else None

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
        ply = Ply(len(self._plies) + 1, seat, action, self.game.notations[action])
        rng = self._chance.bytes_for(ply.number)
        if not any(rng):  # the one state in which the source would stand still
            rng = b"\1" + rng[1:]
        data, self._look = self._looker.advance(self.edition.record, self._data[-1], seat, action, rng)
        self._data.append(data)
        self._plies.append(ply)
        self._moves.clear()
        return ply

    def play(self, move: str | int, seat: int | str | None = None) -> Ply:
        """Play a move, as any match does."""
        ply = super().play(move, seat)
        self._look = None
        return ply

    def at(self, ply: int) -> Self:
        """The match as it was after that many plies."""
        copy = super().at(ply)
        copy._data = self._data[: ply + 1]
        copy._states = Positions(self._looker.form.dtype, copy._data)
        copy._look = None
        return copy

    def undo(self) -> Ply:
        """Take the last action back, if that is honest."""
        ply = super().undo()
        self._look = None
        return ply

    def truth_at(self, ply: int) -> Record:
        """The position after that many plies, nothing concealed."""
        return self._states[self._ply(ply)]
