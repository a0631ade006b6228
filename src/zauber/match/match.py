"""`Match`: one match, played by the rules.

A match is a `Position`, the actions that led to it, and the secret that all chance comes from. It knows everything,
checks every move and generates all chance. Everything it returns (a view, a position, the log) is made from the
position as concealed for the viewer.
"""

from collections.abc import Callable, Mapping, MutableSequence, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self, SupportsIndex

import msgspec

from .. import games
from ..errors import BadRecord, BadSeats, CannotUndo, IllegalMove, ZauberError
from ..games.contract.editions import Edition
from ..games.contract.kernel import HIDDEN, NOBODY, Array, Record
from ..games.contract.phrases import Phrase, speaker_of
from ..games.contract.views import own
from ..games.game import Game
from . import fairness, resigning
from .kept import edition_of, keep_edition
from .moves import Moves, Ply, Seat, letter, seat_of, split_seat, whole
from .position import Position
from .record import MatchRecord, check_names, digest_of, path_or_record, read_record, write_private
from .replay import check_commitment, check_end, game_of, parsed_moves
from .shapes import HIDDEN_MOVE, PLEDGED, VERSION, EditionRecord, SeatRecord
from .undo import tells_nothing


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

    `game` is a game or its name, `edition` one of its editions, a TOML file or an `Edition`. Chance comes from a fresh
    secret, or from `seed` for a reproducible match, or from a given `secret` (32 bytes) whose `commitment` was
    published before the seats added their `entropy`. Where they pledged it first, `pledges` has a fingerprint for each
    seat (see `fairness`). `compiled` says whether the rules run compiled; the default is that of a `Position`.

    A copy (`copy.copy`, `copy.deepcopy`, `pickle`) is the same match again: it has the same secret, so the same chance.
    To try something out, take a `fork()`.
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
        pledges: Sequence[str] | None = None,
        compiled: bool | None = None,
    ) -> None:
        self.game = games.get(game) if isinstance(game, str) else game
        count = len(names) if seats is None and names is not None else seats
        self.seats = self.game.check_seats(self.game.seats[0] if count is None else count)
        self.edition = edition if isinstance(edition, Edition) else self.game.edition(edition, options)
        self.names = tuple(self._per_seat("names", names, [letter(i) for i in range(self.seats)]))
        self.kinds = tuple(self._per_seat("kinds", kinds, ["person"] * self.seats))
        self.entropy = tuple(self._per_seat("entropy", entropy, [b""] * self.seats))
        if any(len(given) > fairness.MOST_ENTROPY for given in self.entropy):
            raise BadSeats(f"A seat may add at most {fairness.MOST_ENTROPY} bytes of entropy.")
        check_names([*self.names, *self.kinds])
        if secret is None:
            secret = fairness.new_secret() if seed is None else fairness.secret_from_seed(seed)
        self.pledges = None if pledges is None else tuple(self._per_seat("pledges", pledges, ()))
        if self.pledges is not None:
            self._check_pledges(fairness.commitment(secret), self.pledges)
        self._chance = fairness.Chance(secret, self.edition.hash, self.entropy, self.pledges)
        self.rules = self.game.compiled if compiled or (compiled is None and self.game.heavy) else self.game.interpreted
        self._compiled = compiled
        self._forked: int | None = None  # how many plies were played before the fork, if this is one
        self._before_fork: tuple[bytes, ...] = ()  # the chance that these were given
        self.resigned: int | None = None  # the seat that has resigned, which ended the match
        self._plies: MutableSequence[Ply] = []
        self._moves: dict[int, Moves] = {}
        begun = Position.begin(self.game, self.seats, self.edition, self._chance.bytes_for(0), compiled)
        self._now: Position | None = begun  # the current position; None if it has to be restored from the history
        self._history: MutableSequence[bytes] = [bytes(begun)]  # the position after every ply

    def _per_seat(self, what: str, given: Sequence[Any] | None, otherwise: Sequence[Any]) -> Sequence[Any]:
        if given is not None and len(given) != self.seats:
            raise BadSeats(f"There are {self.seats} seats, but {len(given)} {what}.")
        return otherwise if given is None else given

    def _check_pledges(self, committed: str, pledges: Sequence[str]) -> None:
        try:
            fairness.check_pledges(committed, pledges, self.entropy)
        except ZauberError as error:
            raise BadSeats(str(error)) from None

    # Looking ----------------------------------------------------------------------------------------------

    @property
    def turn(self) -> int:
        """The seat that the table waits for; NOBODY (-1) when the match is over."""
        return self._here.turn if self.resigned is None else NOBODY

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
            legal = () if self.over else tuple(self._here.moves(seat))
            self._moves[seat] = Moves(self.game, seat, legal)
        return self._moves[seat]

    def known_to(self, seat: Seat = NOBODY, ply: int | None = None) -> Position:
        """What a seat (or a spectator) knows of the position now, or after that many plies."""
        return self._position(ply).known_to(seat)

    def position(self, seat: Seat = NOBODY, ply: int | None = None) -> Record:
        """The record of what a seat (or a spectator) knows: a copy, for functions that take records."""
        return self.known_to(seat, ply).record

    def open_position(self, ply: int | None = None) -> Record:
        """A copy of the complete record (at the end, or after that many plies), once the match is over."""
        if not self.over:
            raise ZauberError("What is hidden stays hidden until the match is over.")
        return self._position(ply).fork().record

    def mask(self, seat: Seat | None = None) -> Array:
        """Which actions are legal for a seat (the one that the table waits for), as one truth value for each action."""
        return self._here.mask(seat)

    def observe(self, seat: Seat | None = None) -> Array:
        """What a seat (the one that the table waits for) knows, as numbers for a learner."""
        return self._here.observe(seat)

    def view(self, seat: Seat = NOBODY) -> dict[str, Any]:
        """What a seat (or a spectator) sees, as plain data."""
        view: dict[str, Any] = own(self.game.words.view(self.edition.reading, self.position(seat), self._viewer(seat)))
        return view

    def text(self, seat: Seat = NOBODY) -> str:
        """What a seat (or a spectator) sees, as a table in plain text."""
        words = self.game.words
        return str(words.text(self.edition.reading, self.position(seat), self._viewer(seat), self.names))

    def label(self, move: str | SupportsIndex, seat: Seat | None = None) -> str:
        """A move of a seat in plain words, as it reads on a button."""
        number = self._actor(seat)
        action = self.game.parse(move) if isinstance(move, str) else whole(move)
        self.game.check_action(action)
        return self._say(self.game.words.label(self.edition.reading, self.position(number), number, action), number)

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The actions taken so far, including hidden ones: for the owner of the match."""
        return tuple(self._plies)

    def witnessed(self, seat: Seat = NOBODY) -> list[str]:
        """The actions as a seat (or a spectator) saw them, in notation; “?” for those it did not see, and, in a game of
        memory, for all of them until the match is over."""
        if self.game.remembered and not self.over:
            return [HIDDEN_MOVE] * len(self._plies)
        return [self._written(ply, self._viewer(seat)) for ply in self._plies]

    def seen(self, ply: int, seat: Seat = NOBODY) -> int:
        """The number of action `ply` (from 1) as a seat (or a spectator) saw it; HIDDEN if it did not."""
        return self._witness(self._plies[self._ply(ply) - 1], self._viewer(seat))

    def tell(self, ply: int, seat: Seat = NOBODY) -> list[Phrase]:
        """What action number `ply` (from 1) did, as a seat (or a spectator) saw it."""
        if not 1 <= ply <= len(self._plies):
            raise ZauberError(f"There is no action {ply}: the match has {len(self._plies)} so far.")
        done, viewer = self._plies[ply - 1], self._viewer(seat)
        if self.game.events:  # made from the notes; the position says only whether the match is over
            after = self._position(ply).record
            notes = self._notes(ply)
            return self.game.tell(self.edition.reading, after, after, done.seat, HIDDEN, viewer, notes)
        before, after = self.position(seat, ply - 1), self.position(seat, ply)
        action = self._witness(done, viewer)
        return self.game.tell(self.edition.reading, before, after, done.seat, action, viewer, b"")

    def _notes(self, ply: int) -> bytes:
        """What the rules note of an action, which is carried out again to hear it."""
        done, chance = self._plies[ply - 1], self._dealt(ply)
        return self.game.hear(self.edition.record, self._history[ply - 1], chance, done.seat, done.action)

    def _dealt(self, ply: int) -> bytes:
        """The chance that an action was given."""
        return self._before_fork[ply - 1] if ply <= len(self._before_fork) else self._chance.bytes_for(ply)

    def log(self, seat: Seat = NOBODY, since: int = 0, until: int | None = None) -> list[str]:
        """What happened after ply `since` (up to ply `until`) in sentences, for a seat or spectator to read later.

        Until the match is over it leaves out what players of a game of memory must not look up; `news` has it.
        """
        return self._sentences(seat, since, until, self.afterwards)

    def news(self, seat: Seat = NOBODY, since: int = 0, until: int | None = None) -> list[str]:
        """The same as a seat or spectator sees it when it happens: to be shown at once, not to be stored."""
        return self._sentences(seat, since, until, lambda phrases: phrases)

    def afterwards(self, phrases: list[Phrase]) -> list[Phrase]:
        """The phrases that may still be read later."""
        return phrases if self.over else self.game.afterwards(phrases)

    def _sentences(
        self, seat: Seat, since: int, until: int | None, kept: Callable[[list[Phrase]], list[Phrase]]
    ) -> list[str]:
        viewer = self._viewer(seat)
        last = len(self._plies) if until is None else self._ply(until)
        plies = range(since + 1, last + 1)
        return [self._say(phrase, viewer) for ply in plies for phrase in kept(self.tell(ply, seat))]

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it goes on."""
        if not self.over:
            return None
        shares = (self._here.outcome or ()) if self.resigned is None else resigning.shares_after(self.resigned)
        winners = tuple(seat for seat, share in enumerate(shares) if share > 0)
        return Outcome(shares, winners, self._say(self.ending, NOBODY))

    @property
    def ending(self) -> Phrase:
        """How the match ended, as a phrase of the game or, if a seat has resigned, of the house."""
        if not self.over:
            raise ZauberError("The match is not over yet.")
        if self.resigned is not None:
            return resigning.ending(self.resigned)
        ending: Phrase = self.game.words.ending(self.edition.reading, self._here.record)
        return ending

    # Playing ----------------------------------------------------------------------------------------------

    def play(self, move: str | SupportsIndex, seat: Seat | None = None) -> Ply:
        """Play a move, in notation or by its action number, for the seat that the table waits for or another.

        “B: catch” is also understood, as records write it.
        """
        if isinstance(move, str):
            given, move = split_seat(move)
            seat = given if seat is None else seat
            action = self.game.parse(move)
        else:
            action = whole(move)
        actor = self._actor(seat)
        if self.over:
            raise IllegalMove("The match is over.")
        if action not in self.moves_of(actor).actions:
            raise self.game.refusal(self.edition.record, self.position(actor), actor, action, self.names)
        ply = Ply(len(self._plies) + 1, actor, action, self.game.notation(action))
        here = self._here.fork()
        here.set_chance(self._chance.bytes_for(ply.number))
        here.carry(action, actor)
        self._move_on(ply, bytes(here), here)
        return ply

    def resign(self, seat: Seat) -> None:
        """End a match of two: the other seat wins. Nothing can be played or taken back after it."""
        number = seat_of(seat, self.seats)
        resigning.check_resigning(self.seats)
        if self.over:
            raise IllegalMove("The match is over.")
        self.resigned = number
        self._moves.clear()

    def _move_on(self, ply: Ply, data: bytes, here: Position | None = None) -> None:
        """Record an action and the position that it led to."""
        self._plies.append(ply)
        self._history.append(data)
        self._now = here
        self._moves.clear()

    def undo(self) -> Ply:
        """Take the last action back, if it took no chance and showed nobody anything; else `CannotUndo`."""
        if not self._plies:
            raise CannotUndo("There is nothing to take back: nobody has acted yet.")
        last = self._plies[-1]
        if self.resigned is not None:
            raise CannotUndo(f"“{last}” cannot be taken back: the match was resigned.")
        if self.used_chance(last.number):
            raise CannotUndo(f"“{last}” cannot be taken back: chance has decided something since.")
        if not all(self.tells_nothing(last.number, viewer) for viewer in (NOBODY, *range(self.seats))):
            raise CannotUndo(f"“{last}” cannot be taken back: somebody has seen something by it.")
        self._take_back(1)
        return last

    def _take_back(self, count: int) -> None:
        """Remove the last actions."""
        del self._plies[-count:], self._history[-count:]
        self._now = None
        self._moves.clear()

    def used_chance(self, ply: int) -> bool:
        """Whether action number `ply` (0: the set-up) used chance."""
        if self._forked is not None and ply <= self._forked:
            raise CannotUndo("What happened before the fork cannot be taken back.")
        return self._position(ply).chance != self._chance.bytes_for(ply)

    def tells_nothing(self, ply: int, viewer: Seat = NOBODY) -> bool:
        """Whether a seat (or a spectator) knew no more after action number `ply` than before it."""
        before, after = self._position(ply - 1), self._position(ply)
        return tells_nothing(before, after, self._plies[ply - 1], self._viewer(viewer))

    def at(self, ply: int) -> Self:
        """The match as it was after that many plies (0: after the set-up), as an independent match."""
        ply = self._ply(ply)
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__)
        copy._plies = self._plies[:ply]
        copy._history = self._history[: ply + 1]
        copy._forked = None if self._forked is None else min(self._forked, ply)
        copy.resigned = self.resigned if ply == len(self._plies) else None
        copy._now = None
        copy._moves = {}
        return copy

    def fork(self, seed: int | str | None = None) -> Self:
        """An independent match that continues from here with its own chance, so it cannot foresee this one.

        A `seed` makes it reproducible. A fork has no record, because its chance does not come from one secret, and
        nothing that happened before it can be taken back.
        """
        copy = self.at(len(self._plies))
        copy._before_fork = tuple(self._dealt(number) for number in range(1, len(self._plies) + 1))
        secret = fairness.new_secret() if seed is None else fairness.secret_from_seed(seed)
        copy._chance = fairness.Chance(secret, self.edition.hash, self.entropy, self.pledges)
        copy._forked = len(self._plies)
        return copy

    def __copy__(self) -> Self:
        return self.at(len(self._plies))

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.at(len(self._plies))

    def __reduce__(self) -> tuple[Any, ...]:
        about: dict[str, Any] = {"names": self.names, "kinds": self.kinds, "entropy": self.entropy}
        about |= {"pledges": self.pledges, "secret": self._chance.secret, "compiled": self._compiled}
        kept = (keep_edition(self.edition), self.edition.rules)
        played = (self._plies, self._history, self._forked, self._before_fork, self.resigned)
        return _unpickled, (type(self), self.game, kept, self.seats, about, *played)

    # Keeping ----------------------------------------------------------------------------------------------

    @property
    def commitment(self) -> str:
        """The commitment to the secret, known from the start."""
        return fairness.commitment(self._chance.secret)

    @property
    def secret(self) -> str:
        """The secret, once the match is over."""
        if not self.over:
            raise ZauberError("The secret is not revealed until the match is over.")
        return self._chance.secret.hex()

    @property
    def key(self) -> str:
        """The key of all chance, once the match is over: derived from the secret and the seats' entropy."""
        if not self.over:
            raise ZauberError("The key is not revealed until the match is over.")
        return self._chance.key.hex()

    @property
    def left_out(self) -> tuple[int, ...]:
        """The seats that pledged entropy and did not reveal it in time, so that it is not part of the chance."""
        pairs = zip(self.pledges or (), self.entropy, strict=False)
        return tuple(seat for seat, (pledged, given) in enumerate(pairs) if pledged and not given)

    def record(self) -> MatchRecord:
        """The whole record including the secret: for the owner of the match."""
        outcome = self.outcome
        record = self._record(
            secret=self._chance.secret.hex(),
            moves=tuple(self._written(ply, ply.seat) for ply in self._plies),
            result=None if outcome is None else outcome.shares,
        )
        newer = self.game.newer_fields(record.rules)
        return msgspec.structs.replace(record, digest=digest_of(record, self._here.record, newer))

    def public_record(self) -> MatchRecord:
        """What everybody may see: the whole record once the match is over; before, it has no secret and no
        digest, and hidden moves are “?”, as are all moves of a game in which they are to be remembered."""
        if self.over:
            return self.record()
        return self._record(moves=tuple(self.witnessed()))

    def save(self, path: str | Path | None = None) -> str:
        """The whole record as text, also written to a file if one is named, which only you can read. It contains the
        secret: keep it to yourself until the match is over, or share `public_record()`."""
        text = self.record().text()
        if path is not None:
            write_private(Path(path), text)
        return text

    @classmethod
    def load(cls, source: str | bytes | Path | MatchRecord, compiled: bool | None = None) -> Self:
        """The match of a record: a file's path, the record's text in either form, or a link that ends in one.

        Every move is checked and all chance recomputed; a mismatch raises `BadRecord`.
        """
        record = source if isinstance(source, MatchRecord) else read_record(path_or_record(source))
        game = game_of(record)
        edition = edition_of(game, record.edition, record.rules)
        secret = check_commitment(record)
        moves = parsed_moves(game, record)
        about: dict[str, Any] = {
            "names": [seat.name for seat in record.seats],
            "kinds": [seat.kind for seat in record.seats],
            "entropy": [bytes.fromhex(seat.entropy) for seat in record.seats],
            "pledges": record.pledges,
        }
        try:
            match = cls(game, len(record.seats), edition=edition, secret=secret, compiled=compiled, **about)
        except BadSeats as error:
            raise BadRecord(f"The record's seats do not fit: {error}") from None
        for number, (seat, action) in enumerate(moves, 1):
            try:
                match.play(action, seat)
            except (IllegalMove, BadSeats) as error:
                text = record.moves[number - 1]
                raise BadRecord(f"Move {number} of the record, “{text}”, is not legal there: {error}") from None
        if record.resigned is not None:
            try:
                match.resign(record.resigned)
            except IllegalMove as error:
                raise BadRecord(f"The record says that a seat has resigned, but it cannot: {error}") from None
        outcome = match.outcome
        ended = (None, None) if outcome is None else (outcome.shares, outcome.sentence)
        check_end(record, match._here, *ended)
        return match

    def _record(self, **more: Any) -> MatchRecord:
        if self._forked is not None:
            raise ZauberError("A fork has no record: its chance is not that of one secret.")
        seats = zip(self.names, self.kinds, self.entropy, strict=True)
        return MatchRecord(
            zauber=VERSION if self.resigned is not None else 1 if self.pledges is None else PLEDGED,
            game=self.game.name,
            rules=self.edition.rules,
            edition=keep_edition(self.edition),
            seats=tuple(SeatRecord(name, kind, given.hex()) for name, kind, given in seats),
            commitment=self.commitment,
            pledges=self.pledges,
            resigned=self.resigned,
            **more,
        )

    # Words ------------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        where = "over" if self.over else f"{letter(self.turn)} to act"
        return f"<Match of {self.game.title}, {self.seats} seats, {len(self._plies)} plies, {where}>"

    def _say(self, phrase: Phrase, reader: int) -> str:
        house = resigning.catalogue()
        speaker = speaker_of(house) if phrase.key in house else self.game.speaker
        return speaker.say(phrase, self.names, None if reader == NOBODY else reader)

    def _viewer(self, seat: Seat) -> int:
        return NOBODY if seat == NOBODY else seat_of(seat, self.seats)

    def _actor(self, seat: Seat | None) -> int:
        return max(self.turn, 0) if seat is None else seat_of(seat, self.seats)

    @property
    def _here(self) -> Position:
        """The current position, with nothing concealed."""
        if self._now is None:
            self._now = self._position(len(self._plies))
        return self._now

    def _position(self, ply: int | None) -> Position:
        """The position after that many plies (default: now), with nothing concealed."""
        if ply is None:
            return self._here
        return Position.of(self.game, self.edition, self._history[self._ply(ply)], compiled=self._compiled)

    def _ply(self, ply: int) -> int:
        if not 0 <= ply <= len(self._plies):
            raise ZauberError(f"There is no ply {ply}: the match has {len(self._plies)} so far.")
        return ply

    def _witness(self, ply: Ply, viewer: int) -> int:
        return self._position(ply.number - 1).witness(ply.action, viewer, ply.seat)

    def _written(self, ply: Ply, viewer: int) -> str:
        text = HIDDEN_MOVE if self._witness(ply, viewer) == HIDDEN else ply.notation
        waited_for = self._position(ply.number - 1).turn == ply.seat
        return text if waited_for else f"{letter(ply.seat)}: {text}"


def _unpickled(
    kind: type[Match],
    game: Game,
    kept: tuple[EditionRecord, int],
    seats: int,
    about: dict[str, Any],
    plies: list[Ply],
    history: list[bytes],
    forked: int | None,
    before_fork: tuple[bytes, ...],
    resigned: int | None,
) -> Match:
    match = kind(game, seats, edition=edition_of(game, *kept), **about)
    match._plies, match._history, match._forked, match._now = plies, history, forked, None
    match._before_fork, match.resigned = before_fork, resigned
    return match
