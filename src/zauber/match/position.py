"""`Position`: the state of a game as a value, for looking ahead, searching, learning and storing."""

from collections.abc import Mapping, Sequence
from typing import Any, Self, SupportsIndex

import numpy as np

from .. import games
from ..errors import BadRecord, BadSeats, IllegalMove, ZauberError
from ..games.contract.editions import Edition
from ..games.contract.kernel import ACTION, NOBODY, Array, Record
from ..games.contract.views import own
from ..games.game import Game
from . import fairness
from .kept import edition_of, keep_edition, shipped_edition
from .moves import Seat, letter, seat_of, split_seat, whole
from .packed import pack, unpack
from .shapes import EditionRecord
from .steps import Stepping, stepping

_RESEED = b"zauber reseed 1"
_IMAGINE = b"zauber imagine 1"


class Position:
    """The state of a game: the game, its edition, and one record that holds everything.

    >>> p = Position("papageno", seats=3, seed=7)
    >>> q = p.fork()
    >>> q.play(q.moves()[0])
    <Position of Papageno, 3 seats, B to act>
    >>> p == q
    False

    `seats` defaults to the smallest number of players; `edition` is one of the game's editions, the path of a TOML file
    or an `Edition`. A `seed` (a whole number or a text) makes the position reproducible: it is the one that `Match`
    begins with for the same seed. Without a seed, chance is unpredictable.

    Chance is part of a position: play the same action in two equal positions and they stay equal. So `fork()` is an
    exact copy that knows what will be drawn; to look ahead without knowing it, use `fork().reseed()`, or
    `known_to(seat).imagine()`, which also forgets what the seat cannot see.

    A position that came from `known_to` is concealed: it holds what one seat (its `viewer`) knows. It answers for that
    seat alone, and it cannot be played on until a world is imagined.

    `play` and `reseed` change a position in place; nothing else does. Equality and hash go by content (game, edition,
    viewer, bytes), so a position in a set or a dictionary must not be played on: store a `fork()`, or use `bytes(p)` as
    the key.

    The first calls for a game run interpreted. After a few thousand calls, or earlier if this machine has compiled the
    game before, the rules are compiled, which takes some seconds once. `compiled=True` compiles at once, False never.
    The results are the same.
    """

    __slots__ = ("_array", "_data", "_stepping", "edition", "game", "viewer")

    game: Game
    edition: Edition
    viewer: int | None  # whose knowledge this is: a seat, NOBODY (-1) for a spectator, None when nothing is concealed
    _data: bytearray
    _array: Array | None  # the same memory as an array of one record, created on demand
    _stepping: Stepping

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        *,
        edition: str | Edition = "",
        options: Mapping[str, Any] | None = None,
        seed: int | str | None = None,
        compiled: bool | None = None,
    ) -> None:
        self._hold(game, edition, options, compiled)
        count = self.game.check_seats(self.game.seats[0] if seats is None else seats)
        if seed is None:
            self._lay(count, fairness.fresh_bytes())
        else:
            self._lay(count, fairness.set_up_bytes(seed, self.edition.hash, count))

    @classmethod
    def begin(cls, game: Game, seats: int, edition: Edition, chance: bytes, compiled: bool | None = None) -> Self:
        """The position that a match begins with, given the 16 bytes from which its set-up takes its chance."""
        self = object.__new__(cls)
        self._hold(game, edition, None, compiled)
        self._lay(seats, chance)
        return self

    def _lay(self, seats: int, chance: bytes) -> None:
        self._data = bytearray(self._stepping.size)
        self.set_chance(chance)
        steps = self._stepping.steps
        steps.setup_one(steps.edition(self.edition), steps.state(self.array), seats)

    @classmethod
    def of(
        cls,
        game: str | Game,
        edition: str | Edition,
        record: "Record | bytes | bytearray",
        viewer: int | None = None,
        compiled: bool | None = None,
    ) -> Self:
        """A position from a record of the game, or from the bytes of one (see `bytes(p)`); it is copied.

        `viewer` says for whom the record is concealed; None if nothing is.
        """
        self = object.__new__(cls)
        self._hold(game, edition, None, compiled)
        self._data = bytearray(record if isinstance(record, (bytes, bytearray)) else record.tobytes())
        if len(self._data) != self._stepping.size:
            raise BadRecord(
                f"A record of {self.game.title} has {self._stepping.size} bytes, but this one has {len(self._data)}."
            )
        if self.seats not in self.game.seats or not NOBODY <= self.turn < self.seats:
            raise BadRecord(
                f"These bytes are not a position of {self.game.title}: the number of seats or the turn is impossible."
            )
        if viewer is not None:
            self.viewer = self._viewer(viewer)
        return self

    def _hold(
        self,
        game: str | Game,
        edition: str | Edition,
        options: Mapping[str, Any] | None = None,
        compiled: bool | None = None,
    ) -> None:
        self.game = games.get(game) if isinstance(game, str) else game
        if isinstance(edition, Edition):
            self.edition = edition
        elif (not edition or edition in self.game.editions) and _hashable(options):
            chosen = tuple(sorted((options or {}).items()))
            self.edition = shipped_edition(self.game, edition or self.game.editions[0], chosen)
        else:
            self.edition = self.game.edition(edition, options)
        if self.edition.game != self.game.name:
            raise ZauberError(f"“{self.edition.name}” is an edition of {self.edition.game}, not of {self.game.name}.")
        self._stepping = stepping(self.game, compiled)
        self._array = None
        self.viewer = None

    # Looking ----------------------------------------------------------------------------------------------

    @property
    def turn(self) -> int:
        """The seat to act; NOBODY (-1) when the match is over."""
        return self._stepping.turn(self._data)

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self._stepping.seats(self._data)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._stepping.turn(self._data) == NOBODY

    @property
    def outcome(self) -> tuple[float, ...] | None:
        """Each seat's share of the win (they add up to 1, or to 0 if nobody wins); None before the end."""
        if not self.over:
            return None
        steps = self._stepping.steps
        out = np.zeros(max(self.game.seats[-1], self.seats), np.float64)
        steps.outcome_one(steps.edition(self.edition), steps.state(self.array), out)
        return tuple(out[: self.seats].tolist())

    def moves(self, seat: Seat | None = None) -> list[int]:
        """The legal actions of a seat (default: the seat to act), as numbers in ascending order; none after the end.

        `p.game.notation(action)` gives the words for one. Some games let other seats act too.
        """
        number = self._own(seat)
        return [] if number == NOBODY or self.over else self._legal(number)

    def _legal(self, number: int) -> list[int]:
        """The legal actions of a seat while the match goes on."""
        steps = self._stepping.steps
        out = np.empty(self._stepping.most, ACTION)
        n = steps.moves_one(steps.edition(self.edition), steps.state(self.array), number, out)
        legal: list[int] = out[:n].tolist()
        return legal

    def mask(self, seat: Seat | None = None) -> Array:
        """The same as an array of truth values, one for every action number of the game."""
        mask = np.zeros(self.game.rules.ACTIONS, np.bool_)
        mask[self.moves(seat)] = True
        return mask

    def observe(self, seat: Seat | None = None) -> Array:
        """What a seat (default: the seat to act) knows, as `game.observation_size` numbers of type float32."""
        number = self._own(seat)
        if number == NOBODY:
            raise ZauberError("Nobody is to act: say which seat observes.")
        known = self.known_to(number)
        steps = self._stepping.steps
        out = np.zeros(self.game.observation_size, np.float32)
        steps.observe_one(steps.edition(self.edition), steps.state(known.array), number, out)
        return out

    def witness(self, action: int, viewer: Seat, seat: Seat | None = None) -> int:
        """What a viewer sees of an action by a seat (default: the seat to act) here: the action, or HIDDEN (-1)."""
        actor = self.turn if seat is None else seat_of(seat, self.seats)
        steps = self._stepping.steps
        number = self._viewer(viewer)
        return int(steps.witness_one(steps.edition(self.edition), steps.state(self.array), actor, action, number))

    def view(self, seat: Seat | None = None) -> dict[str, Any]:
        """What a seat sees, as plain data; a spectator's view if no seat is named."""
        known = self.known_to(self._viewer_for(seat))
        view: dict[str, Any] = own(self.game.words.view(self.edition.reading, known.record, known.viewer))
        return view

    def text(self, seat: Seat | None = None, names: Sequence[str] = ()) -> str:
        """What a seat sees, as plain text; a spectator's view if no seat is named."""
        known = self.known_to(self._viewer_for(seat))
        names = names or [letter(i) for i in range(self.seats)]
        return str(self.game.words.text(self.edition.reading, known.record, known.viewer, names))

    # Going on ---------------------------------------------------------------------------------------------

    def play(self, action: SupportsIndex | str, seat: Seat | None = None) -> Self:
        """Carry out an action, by number or in notation, for the seat to act or for another; return self.

        An illegal action raises `IllegalMove` with the rule, and changes nothing.
        """
        if self.viewer is not None:
            raise ZauberError(f"This is only what {_who(self.viewer)} knows: imagine a world before you play on.")
        if isinstance(action, str):
            given, action = split_seat(action)
            seat = given if seat is None else seat
            number = self.game.parse(action)
        else:
            number = whole(action)
        turn = self._stepping.turn(self._data)
        actor = turn if seat is None else seat_of(seat, self.seats)
        if turn == NOBODY:
            raise IllegalMove("The match is over.")
        if number not in self._legal(actor):
            raise self.game.refusal(self.edition.record, self.known_to(actor).record, actor, number)
        self.carry(number, actor)
        return self

    def carry(self, action: int, seat: int) -> None:
        """Carry out an action that is known to be legal. Nothing is checked: others corrupt the position."""
        steps = self._stepping.steps
        steps.apply_one(steps.edition(self.edition), steps.state(self.array), seat, action)

    def reseed(self, seed: int | str | None = None) -> Self:
        """Replace all future chance, from a seed or (without one) unpredictably; return self."""
        self.set_chance(fairness.fresh_bytes() if seed is None else fairness.bytes_from_seed(seed, _RESEED))
        return self

    @property
    def chance(self) -> bytes:
        """The 16 bytes that determine all future chance."""
        return bytes(self._data[self._stepping.rng])

    def set_chance(self, chance: bytes) -> None:
        """Replace all future chance: 16 bytes, not all of them 0."""
        if len(chance) != 16 or not any(chance):
            raise ZauberError("Chance is 16 bytes, not all of them 0.")
        self._data[self._stepping.rng] = chance

    def fork(self, seed: int | str | None = None) -> Self:
        """An independent copy: exact, or with new chance from a `seed`. `fork().reseed()` has unpredictable chance."""
        copy = object.__new__(type(self))
        copy.game = self.game
        copy.edition = self.edition
        copy.viewer = self.viewer
        copy._stepping = self._stepping
        copy._data = self._data[:]
        copy._array = None
        return copy if seed is None else copy.reseed(seed)

    def known_to(self, seat: Seat) -> Self:
        """A copy that holds only what a seat knows (NOBODY: what everybody may see)."""
        viewer = self._viewer(seat)
        copy = self.fork()
        if self.viewer is None:
            steps = self._stepping.steps
            steps.conceal_one(steps.edition(self.edition), steps.state(copy.array), viewer)
            copy.viewer = viewer
        elif self.viewer != viewer:
            raise ZauberError(f"This is only what {_who(self.viewer)} knows: it cannot say what {_who(viewer)} knows.")
        return copy

    def imagine(self, seat: Seat | None = None, seed: int | str | None = None) -> Self:
        """One random world that a seat (default: the viewer, or the seat to act) thinks possible.

        It is a complete position with its own chance. Concealed for the seat, it is again what the seat knows.
        """
        chance = fairness.fresh_bytes() if seed is None else fairness.bytes_from_seed(seed, _IMAGINE)
        return self.imagine_from(chance, self._own(None) if seat is None else seat)

    def imagine_from(self, chance: bytes, seat: Seat) -> Self:
        """The same, with 16 bytes of chance given."""
        world = self.known_to(seat)
        world.set_chance(chance)
        steps = self._stepping.steps
        steps.imagine_one(steps.edition(self.edition), steps.state(world.array), world.viewer)
        world.viewer = None
        return world

    # Keeping ----------------------------------------------------------------------------------------------

    @property
    def array(self) -> Array:
        """The record as an array of one, sharing memory: for functions linked to the game (`game.linker`)."""
        if self._array is None:
            self._array = np.ndarray(1, self._stepping.dtype, self._data)
        return self._array

    @property
    def record(self) -> Record:
        """The record itself, sharing memory: its fields are those of the game's `rules.State`."""
        return self.array[0]

    def __bytes__(self) -> bytes:
        """The bytes of the record alone: an exact key. Positions that a seat cannot tell apart, concealed for it, have
        the same."""
        return bytes(self._data)

    def to_bytes(self) -> bytes:
        """The whole position as bytes, to store or send; `from_bytes` reads them."""
        return pack(self.edition, bytes(self._data), self.viewer)

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """The position of `to_bytes`. Only for trusted bytes: the record in them is not checked against the rules."""
        try:
            return cls.of(*unpack(data))
        except BadSeats as error:
            raise BadRecord(f"The position's bytes are damaged: {error}") from None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (
            self._data == other._data
            and self.viewer == other.viewer
            and self.game is other.game
            and (self.edition is other.edition or self.edition.hash == other.edition.hash)
        )

    def __hash__(self) -> int:
        return hash((self.game.name, self.edition.hash, self.viewer, bytes(self._data)))

    def __copy__(self) -> Self:
        return self.fork()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.fork()

    def __reduce__(self) -> tuple[Any, ...]:
        kept = keep_edition(self.edition)
        return _unpickled, (type(self), self.game, kept, self.edition.rules, bytes(self._data), self.viewer)

    def __repr__(self) -> str:
        where = "over" if self.over else f"{letter(self.turn)} to act"
        whose = "" if self.viewer is None else f", as {_who(self.viewer)} knows it"
        return f"<Position of {self.game.title}, {self.seats} seats, {where}{whose}>"

    # Internal ---------------------------------------------------------------------------------------------

    def _viewer(self, seat: Seat) -> int:
        return NOBODY if seat == NOBODY else seat_of(seat, self.seats)

    def _viewer_for(self, seat: Seat | None) -> Seat:
        """The default viewer: that of a concealed position, or else a spectator."""
        return seat if seat is not None else NOBODY if self.viewer is None else self.viewer

    def _own(self, seat: Seat | None) -> int:
        """The given or default seat; a concealed position can only answer for its viewer."""
        if seat is None:
            return self.turn if self.viewer is None else self.viewer
        number = seat_of(seat, self.seats)
        if self.viewer is not None and number != self.viewer:
            raise ZauberError(f"This is only what {_who(self.viewer)} knows: it cannot answer for {_who(number)}.")
        return number


def _hashable(options: Mapping[str, Any] | None) -> bool:
    """Whether the options can be looked up in a cache; what cannot is wrong, and `Game.edition` says so."""
    return all(isinstance(value, (str, int)) for value in (options or {}).values())


def _who(viewer: int) -> str:
    return "a spectator" if viewer == NOBODY else letter(viewer)


def _unpickled(
    kind: type[Position], game: Game, kept: EditionRecord, rules: int, data: bytes, viewer: int | None
) -> Position:
    return kind.of(game, edition_of(game, kept, rules), data, viewer)
