"""Checks of what a record claims: its game, commitment, moves and result. `Match.load` replays it."""

from .. import games
from ..errors import BadNotation, BadRecord, UnknownGame
from ..games.game import Game
from . import fairness
from .moves import letter, split_seat
from .position import Position
from .record import MatchRecord, digest_of
from .shapes import HIDDEN_MOVE


def game_of(record: MatchRecord) -> Game:
    """The game that the record is of."""
    try:
        game = games.get(record.game)
    except UnknownGame as error:
        raise BadRecord(f"The record is of an unknown game. {error}") from None
    if record.rules > game.version:
        raise BadRecord(
            f"The match was played by version {record.rules} of the rules of {game.title}; "
            f"this program knows them up to version {game.version}: use a newer Zauber."
        )
    return game


def check_commitment(record: MatchRecord) -> bytes:
    """The secret, compared with its commitment."""
    if record.secret is None:
        raise BadRecord("The secret of this match is not revealed yet, so it cannot be replayed.")
    secret = bytes.fromhex(record.secret)
    if fairness.commitment(secret) != record.commitment:
        raise BadRecord("The secret is not the one that was committed to: its fingerprint differs from the commitment.")
    return secret


def parsed_moves(game: Game, record: MatchRecord) -> list[tuple[str | None, int]]:
    """The record's moves as letters (None for the seat on turn) and action numbers."""
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


def check_end(record: MatchRecord, last: Position, shares: tuple[float, ...] | None, ending: str | None) -> None:
    """Compare a record's result and digest with what its moves lead to: `shares` and `ending` are the real result."""
    if ending is None and record.result is not None:
        raise BadRecord(f"The record claims a result, but after its last move {letter(last.turn)} is to act.")
    if ending is not None and record.result is not None and shares != record.result:
        raise BadRecord(f"The record claims another result than the moves lead to: {ending}")
    if ending is not None and record.result is None:
        raise BadRecord(f"The record gives no result, but its moves end the match: {ending}")
    if record.digest is None:
        raise BadRecord("The record has no digest, so nobody can tell whether it is complete.")
    if digest_of(record, last.record, last.game.newer_fields(record.rules)) != record.digest:
        raise BadRecord("The record was changed or damaged: its digest does not fit what it says.")
