"""From a record back to a match: the edition is found, every move played, every claim compared."""

import functools
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from .. import games
from ..errors import BadEdition, BadNotation, BadRecord, BadSeats, IllegalMove, UnknownGame
from ..games.editions import Edition, edition_from
from ..games.game import Game
from . import fairness
from .moves import letter, split_seat
from .record import HIDDEN_MOVE, EditionRecord, MatchRecord, digest_of, read_record

if TYPE_CHECKING:
    from .match import Match

M = TypeVar("M", bound="Match")


def replay(kind: type[M], source: str | bytes | Path | MatchRecord, compiled: bool | None = None) -> M:
    """The match of a record, with everything checked."""
    record = source if isinstance(source, MatchRecord) else read_record(source)
    game = game_of(record)
    edition = edition_of(game, record.edition)
    check_promise(record)
    moves = parsed_moves(game, record)
    match = _set_up(kind, record, game, edition, compiled)
    for number, (seat, action) in enumerate(moves, 1):
        try:
            match.play(action, seat)
        except (IllegalMove, BadSeats) as error:
            text = record.moves[number - 1]
            raise BadRecord(f"Move {number} of the record, “{text}”, is not legal there: {error}") from None
    compare_end(record, match)
    return match


def game_of(record: MatchRecord) -> Game:
    """The game that the record is of."""
    try:
        game = games.get(record.game)
    except UnknownGame as error:
        raise BadRecord(f"The record is of an unknown game. {error}") from None
    if record.rules != game.version:
        raise BadRecord(
            f"The match was played by version {record.rules} of the rules of {game.title}; "
            f"this program has version {game.version}."
        )
    return game


def edition_of(game: Game, kept: EditionRecord) -> Edition:
    """The edition of a record: one that came with the package, or the one whose numbers the record holds."""
    try:
        if kept.numbers:
            table = {
                "edition": {"name": kept.name, "title": kept.title, "about": kept.about},
                "numbers": {key: {"value": n.value, "source": n.source} for key, n in kept.numbers.items()},
                "options": kept.options,
            }
            edition = edition_from(game, table, "the record's edition", {})
        elif kept.name in game.editions:
            edition = _shipped(game, kept.name, tuple(sorted(kept.options.items())))
        else:
            raise BadEdition(f"there is no edition “{kept.name}” of {game.title}, and its numbers are not given.")
    except BadEdition as error:
        raise BadRecord(f"The record's edition cannot be played: {error}") from None
    if edition.hash != kept.hash:
        raise BadRecord(f"The record was made with another edition “{kept.name}”: the numbers or options differ.")
    return edition


@functools.lru_cache(128)
def _shipped(game: Game, name: str, options: tuple[tuple[str, str | int], ...]) -> Edition:
    return game.edition(name, dict(options))


def check_promise(record: MatchRecord) -> None:
    """Compare the secret with its commitment."""
    if record.secret is None:
        raise BadRecord("The secret of this match is not revealed yet, so it cannot be replayed.")
    if fairness.commitment(bytes.fromhex(record.secret)) != record.commitment:
        raise BadRecord("The secret is not the one that was promised: its fingerprint is not the commitment.")


def parsed_moves(game: Game, record: MatchRecord) -> list[tuple[str | None, int]]:
    """The record's moves as letters (None for the seat that is waited for) and action numbers."""
    moves = []
    for number, text in enumerate(record.moves, 1):
        seat, notation = split_seat(text)
        if notation == HIDDEN_MOVE:
            raise BadRecord(f"Move {number} of the record is hidden (“?”), so the match cannot be replayed.")
        try:
            moves.append((seat, game.parse(notation)))
        except BadNotation as error:
            raise BadRecord(f"Move {number} of the record cannot be read: {error}") from None
    return moves


def _set_up(kind: type[M], record: MatchRecord, game: Game, edition: Edition, compiled: bool | None) -> M:
    try:
        return kind(
            game,
            len(record.seats),
            edition=edition,
            secret=bytes.fromhex(record.secret or ""),
            names=[seat.name for seat in record.seats],
            kinds=[seat.kind for seat in record.seats],
            entropy=[bytes.fromhex(seat.entropy) for seat in record.seats],
            compiled=compiled,
        )
    except BadSeats as error:
        raise BadRecord(f"The record's seats do not fit: {error}") from None


def compare_end(record: MatchRecord, match: "Match") -> None:
    """Compare the result and the digest that the record claims with what the replay came to."""
    outcome = match.outcome
    if outcome is None and record.result is not None:
        raise BadRecord(f"The record claims a result, but after its last move {letter(match.turn)} is to act.")
    if outcome is not None and record.result is not None and outcome.shares != record.result:
        raise BadRecord(f"The record claims another result than the moves lead to: {outcome.sentence}")
    if outcome is not None and record.result is None:
        raise BadRecord(f"The record gives no result, but its moves end the match: {outcome.sentence}")
    if record.digest is None:
        raise BadRecord("The record has no digest, so nobody can tell whether it is whole.")
    if digest_of(record, match._states[-1]) != record.digest:
        raise BadRecord("The record was changed or damaged: its digest does not fit what it says.")
