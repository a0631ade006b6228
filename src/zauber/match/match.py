"""`Match`: one match, played by the rules.

A match is the authority: it knows everything, checks every move and makes all chance. Whatever leaves it (a
view, a position, the log) is made from the record as concealed for whoever looks.
"""

from collections.abc import Mapping, MutableSequence, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np

from .. import games
from ..errors import BadSeats, IllegalMove, ZauberError
from ..games.editions import Edition
from ..games.game import Game
from ..games.kernel import HIDDEN, NOBODY, Record
from ..games.phrases import Phrase, say
from . import fairness
from .moves import Moves, Ply, Seat, letter, seat_of, split_seat
from .record import HIDDEN_MOVE, VERSION, EditionRecord, MatchRecord, NumberRecord, SeatRecord, check_names, digest_of


class Outcome(NamedTuple):
    """How a match ended: each seat's share of the win, those who have any, and a sentence."""

    shares: tuple[float, ...]
    winners: tuple[int, ...]
    sentence: str

    def __str__(self) -> str:
        return self.sentence


class Match:
    """One match, from the set-up to the end.

    >>> match = Match("papageno", seats=2, names=["Anna", "Ben"], seed=7)
    >>> "turn 3" in match.moves
    True

    `game` is a game or its name, `edition` one of its editions, a TOML file or an `Edition`. Chance comes
    from a fresh secret, or from `seed` for a match that comes out the same every time, or from a given
    `secret` (32 bytes) whose `commitment` was published before the seats added their `entropy`. Heavy rules
    are compiled; `compiled` says so for any game.
    """

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        *,
        edition: str | Edition = "",
        options: Mapping[str, Any] | None = None,
        seed: int | str | None = None,
        secret: bytes | None = None,
        names: Sequence[str] | None = None,
        kinds: Sequence[str] | None = None,
        entropy: Sequence[bytes] | None = None,
        compiled: bool | None = None,
    ) -> None:
        self.game = games.get(game) if isinstance(game, str) else game
        count = len(names) if seats is None and names is not None else seats
        self.seats = self.game.seats[0] if count is None else int(count)
        self.game.check_seats(self.seats)
        self.edition = edition if isinstance(edition, Edition) else self.game.edition(edition, options)
        self.names = tuple(self._per_seat("names", names, [letter(i) for i in range(self.seats)]))
        self.kinds = tuple(self._per_seat("kinds", kinds, ["person"] * self.seats))
        self.entropy = tuple(self._per_seat("entropy", entropy, [b""] * self.seats))
        if any(len(given) > fairness.MOST_ENTROPY for given in self.entropy):
            raise BadSeats(f"A seat may add at most {fairness.MOST_ENTROPY} bytes of entropy.")
        check_names([*self.names, *self.kinds])
        if secret is None:
            secret = fairness.new_secret() if seed is None else fairness.secret_from_seed(seed)
        self._chance = fairness.Chance(secret, self.edition.hash, self.entropy)
        heavy = self.game.heavy if compiled is None else compiled
        self.rules = self.game.compiled if heavy else self.game.interpreted
        self._plies: list[Ply] = []
        self._moves: dict[int, Moves] = {}
        state = self.game.new_state()
        self._chance.set(state, 0)
        self.rules.setup(self.edition.record, state, self.seats)
        self._states: MutableSequence[Record] = [state]

    def _per_seat(self, what: str, given: Sequence[Any] | None, otherwise: Sequence[Any]) -> Sequence[Any]:
        if given is not None and len(given) != self.seats:
            raise BadSeats(f"There are {self.seats} seats, but {len(given)} {what}.")
        return otherwise if given is None else given

    # Looking ----------------------------------------------------------------------------------------------

    @property
    def turn(self) -> int:
        """The seat that the table waits for; NOBODY (-1) when the match is over."""
        return int(self._states[-1].turn)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.turn == NOBODY

    @property
    def moves(self) -> Moves:
        """The legal moves of the seat that the table waits for."""
        return Moves(self.game, NOBODY, ()) if self.over else self.moves_of(self.turn)

    def moves_of(self, seat: Seat) -> Moves:
        """The legal moves of any seat: some games let others act out of turn."""
        seat = seat_of(seat, self.seats)
        if seat not in self._moves:
            out = np.zeros(self.game.rules.MOST_MOVES, np.int64)
            n = 0 if self.over else self.rules.moves(self.edition.record, self._states[-1], seat, out)
            self._moves[seat] = Moves(self.game, seat, tuple(int(action) for action in out[:n]))
        return self._moves[seat]

    def position(self, seat: Seat = NOBODY, ply: int | None = None) -> Record:
        """A copy of the position (now, or after that many plies), concealed for a seat or for everybody."""
        viewer = self._viewer(seat)
        copy = self._states[-1 if ply is None else self._ply(ply)].copy()
        self.rules.conceal(self.edition.record, copy, viewer)
        return copy

    def open_position(self, ply: int | None = None) -> Record:
        """A copy of the position (at the end, or after that many plies), open: once the match is over."""
        if not self.over:
            raise ZauberError("What is hidden stays hidden until the match is over.")
        return self._states[-1 if ply is None else self._ply(ply)].copy()

    def view(self, seat: Seat = NOBODY) -> dict[str, Any]:
        """What a seat (or a spectator) sees, as plain data."""
        view: dict[str, Any] = self.game.words.view(self.edition.record, self.position(seat), self._viewer(seat))
        return view

    def text(self, seat: Seat = NOBODY) -> str:
        """What a seat (or a spectator) sees, as a table in plain text."""
        words = self.game.words
        return str(words.text(self.edition.record, self.position(seat), self._viewer(seat), self.names))

    def label(self, move: str | int, seat: Seat | None = None) -> str:
        """A move of a seat in plain words, as it reads on a button."""
        number = self._actor(seat)
        action = self.game.parse(move) if isinstance(move, str) else move
        return self._say(self.game.words.label(self.edition.record, self.position(number), number, action), number)

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The actions taken so far. The authority's list: it holds hidden ones too."""
        return tuple(self._plies)

    def witnessed(self, seat: Seat = NOBODY) -> list[str]:
        """The actions as a seat (or a spectator) saw them, in notation; “?” for those it did not see."""
        return [self._written(ply, self._viewer(seat)) for ply in self._plies]

    def tell(self, ply: int, seat: Seat = NOBODY) -> list[Phrase]:
        """What action number `ply` (from 1) did, as a seat (or a spectator) saw it."""
        if not 1 <= ply <= len(self._plies):
            raise ZauberError(f"There is no action {ply}: the match has {len(self._plies)} so far.")
        done, viewer = self._plies[ply - 1], self._viewer(seat)
        before, after = self.position(seat, ply - 1), self.position(seat, ply)
        action = self._witness(done, viewer)
        told: list[Phrase] = self.game.words.tell(self.edition.record, before, after, done.seat, action, viewer)
        return told

    def log(self, seat: Seat = NOBODY, since: int = 0, until: int | None = None) -> list[str]:
        """What happened after ply `since` (up to ply `until`) in sentences, as a seat or spectator saw it."""
        viewer = self._viewer(seat)
        last = len(self._plies) if until is None else self._ply(until)
        plies = range(since + 1, last + 1)
        return [self._say(phrase, viewer) for ply in plies for phrase in self.tell(ply, seat)]

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it goes on."""
        if not self.over:
            return None
        state = self._states[-1]
        out = np.zeros(max(self.game.seats[-1], self.seats), np.float64)
        self.rules.outcome(self.edition.record, state, out)
        shares = tuple(float(share) for share in out[: self.seats])
        winners = tuple(seat for seat, share in enumerate(shares) if share > 0)
        return Outcome(shares, winners, self._say(self.game.words.ending(self.edition.record, state), NOBODY))

    # Playing ----------------------------------------------------------------------------------------------

    def play(self, move: str | int, seat: Seat | None = None) -> Ply:
        """Play a move, in notation or by its action number, for the seat that the table waits for or another.

        “B: catch” is also understood, as records write it.
        """
        if isinstance(move, str):
            given, move = split_seat(move)
            seat = given if seat is None else seat
            action = self.game.parse(move)
        else:
            action = int(move)
        actor = self._actor(seat)
        if self.over:
            raise IllegalMove("The match is over.")
        if action not in self.moves_of(actor).actions:
            raise self.game.refusal(self.edition.record, self.position(actor), actor, action, self.names)
        ply = Ply(len(self._plies) + 1, actor, action, self.game.notation(action))
        state = self._states[-1].copy()
        self._chance.set(state, ply.number)
        self.rules.apply(self.edition.record, state, actor, action)
        self._states.append(state)
        self._plies.append(ply)
        self._moves.clear()
        return ply

    def undo(self) -> Ply:
        """Take the last action back, if it took no chance and showed nobody anything; else `CannotUndo`."""
        from .undo import check_undo

        check_undo(self)
        self._states.pop()
        self._moves.clear()
        return self._plies.pop()

    def at(self, ply: int) -> Self:
        """The match as it was after that many plies (0: after the set-up), as a match of its own."""
        ply = self._ply(ply)
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__)
        copy._plies = self._plies[:ply]
        copy._states = self._states[: ply + 1]
        copy._moves = {}
        return copy

    # Keeping ----------------------------------------------------------------------------------------------

    @property
    def commitment(self) -> str:
        """The fingerprint of the secret, known from the start."""
        return fairness.commitment(self._chance.secret)

    @property
    def secret(self) -> str:
        """The secret, when the match is over."""
        if not self.over:
            raise ZauberError("The secret stays closed until the match is over.")
        return self._chance.secret.hex()

    def record(self) -> MatchRecord:
        """The whole record, secret included: for whoever keeps the match."""
        outcome = self.outcome
        record = self._record(
            secret=self._chance.secret.hex(),
            moves=tuple(self._written(ply, ply.seat) for ply in self._plies),
            result=None if outcome is None else outcome.shares,
        )
        return _with(record, digest=digest_of(record, self._states[-1]))

    def public_record(self) -> MatchRecord:
        """What everybody may see: the whole record once the match is over; before, it has no secret and no
        digest, and hidden moves are “?”."""
        return self.record() if self.over else self._record(moves=tuple(self.witnessed()))

    def save(self, path: str | Path | None = None) -> str:
        """The whole record as text, written to a file too when one is named. It holds the secret: keep it to
        yourself until the match is over, or share `public_record()`."""
        text = self.record().text()
        if path is not None:
            Path(path).write_text(text, "utf-8")
        return text

    @classmethod
    def load(cls, source: str | bytes | Path | MatchRecord, compiled: bool | None = None) -> Self:
        """The match of a record: its text in either form, a link that ends in one, or a file as a `Path`.

        Every move is checked and all chance made again; what does not fit raises `BadRecord`.
        """
        from .replay import replay

        return replay(cls, source, compiled)

    def _record(self, **more: Any) -> MatchRecord:
        edition = self.edition
        kept = EditionRecord(edition.name, edition.hash, dict(edition.options))
        if not edition.shipped:
            numbers = {key: NumberRecord(value, edition.sources[key][:2000]) for key, value in edition.values.items()}
            kept = EditionRecord(
                edition.name, edition.hash, dict(edition.options), edition.title, edition.about, numbers
            )
        seats = zip(self.names, self.kinds, self.entropy, strict=True)
        return MatchRecord(
            zauber=VERSION,
            game=self.game.name,
            rules=self.game.version,
            edition=kept,
            seats=tuple(SeatRecord(name, kind, given.hex()) for name, kind, given in seats),
            commitment=self.commitment,
            **more,
        )

    # Words ------------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        where = "over" if self.over else f"{letter(self.turn)} to act"
        return f"<Match of {self.game.title}, {self.seats} seats, {len(self._plies)} plies, {where}>"

    def _say(self, phrase: Phrase, reader: int) -> str:
        return say(self.game.catalogue, phrase, self.names, None if reader == NOBODY else reader)

    def _viewer(self, seat: Seat) -> int:
        return NOBODY if seat == NOBODY else seat_of(seat, self.seats)

    def _actor(self, seat: Seat | None) -> int:
        return max(self.turn, 0) if seat is None else seat_of(seat, self.seats)

    def _ply(self, ply: int) -> int:
        if not 0 <= ply <= len(self._plies):
            raise ZauberError(f"There is no ply {ply}: the match has {len(self._plies)} so far.")
        return ply

    def _witness(self, ply: Ply, viewer: int) -> int:
        before = self._states[ply.number - 1]
        return int(self.rules.witness(self.edition.record, before, ply.seat, ply.action, viewer))

    def _written(self, ply: Ply, viewer: int) -> str:
        text = HIDDEN_MOVE if self._witness(ply, viewer) == HIDDEN else ply.notation
        waited_for = int(self._states[ply.number - 1].turn) == ply.seat
        return text if waited_for else f"{letter(ply.seat)}: {text}"


def _with(record: MatchRecord, **changes: Any) -> MatchRecord:
    import msgspec

    return msgspec.structs.replace(record, **changes)
