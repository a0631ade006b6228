"""Moves in notation: the legal moves of a seat, and the actions that were taken."""

import contextlib
import operator
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, overload

from ..errors import BadNotation, BadSeats, IllegalMove
from ..games.contract.kernel import NOBODY
from ..games.contract.phrases import letter as letter
from ..games.game import Game

Seat = int | str  # a seat's number, or its letter


def seat_of(seat: Seat, seats: int) -> int:
    """The number of a seat given by number or letter."""
    number = seats
    if not isinstance(seat, str):
        with contextlib.suppress(TypeError):
            number = operator.index(seat)
    elif len(seat) == 1:
        number = ord(seat.upper()) - ord("A")
    if 0 <= number < seats:
        return number
    raise BadSeats(f"There is no seat {seat!r}: the seats are 0 to {seats - 1}, or A to {letter(seats - 1)}.")


def whole(action: Any) -> int:
    """An action's number; anything other than an integer raises `IllegalMove`."""
    with contextlib.suppress(TypeError):
        if not isinstance(action, bool):
            return operator.index(action)
    raise IllegalMove(f"An action is a whole number or a notation, not {action!r}.")


def split_seat(text: str) -> tuple[str | None, str]:
    """“B: turn 3” as the letter B and “turn 3”; without a letter, None and the text."""
    head, colon, rest = text.partition(":")
    head = head.strip().upper()
    if colon and len(head) == 1 and head.isascii() and head.isalpha():
        return head, rest.strip()
    return None, text


class Ply(NamedTuple):
    """One action of a match: its number (from 1), the seat, and the action."""

    number: int
    seat: int
    action: int
    notation: str

    def __repr__(self) -> str:
        return f"<{self.number}. {self}>"

    def __str__(self) -> str:
        return f"{letter(self.seat)}: {self.notation}"


class Moves(Sequence[str]):
    """The legal moves of one seat, in notation: iterate, ask `in`, count, or look at the `actions`."""

    def __init__(self, game: Game, seat: int, actions: tuple[int, ...]) -> None:
        self._game = game
        self.seat = seat
        self.actions = actions

    def __len__(self) -> int:
        return len(self.actions)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self._game.notation(action) for action in self.actions[index]]
        return self._game.notation(self.actions[index])

    def __iter__(self) -> Iterator[str]:
        return (self._game.notation(action) for action in self.actions)

    def __contains__(self, move: object) -> bool:
        """Whether a move, in notation or by its number, is among them."""
        if isinstance(move, str):
            try:
                move = self._game.parse(move)
            except BadNotation:
                return False
        return move in self.actions

    def __eq__(self, other: Any) -> bool:
        return list(self) == list(other) if isinstance(other, Sequence) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))  # equal to any sequence of the same notations

    def __repr__(self) -> str:
        if self.seat == NOBODY:
            return "<no moves: the match is over>"
        return f"<moves of {letter(self.seat)}: {' · '.join(self) or 'none now'}>"
