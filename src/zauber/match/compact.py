"""The compact form of a record: `z1.` to `z3.` and base64url of a deflated MessagePack array, short enough for a link.

Actions are numbers here, in seven-bit groups. A move is its action + 1; 0 is an escape: 0 0 n repeats the previous move
n more times, and 0 (seat + 1) (action + 1) is a move of a seat that was not on turn. Only pledges that cannot be
computed from the entropy are stored.
"""

import base64
import binascii
import re
import zlib
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from .. import games
from ..errors import BadNotation, BadRecord, UnknownGame
from ..games.game import Game
from .fairness import SECRET_BYTES, commitment, pledge
from .moves import letter, split_seat
from .shapes import LARGEST, MOST_MOVES, PLEDGED, EditionRecord, SeatRecord, check_version, too_large

_SHAPE = re.compile(rb"(?:[^\s{}#]*#)?z(\d{1,9})\.([A-Za-z0-9_-]*)=*\Z")


class _Packed(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    game: str
    rules: int
    edition: EditionRecord
    seats: tuple[SeatRecord, ...]
    committed: bytes  # the secret, or its commitment while it is not revealed
    revealed: bool
    moves: bytes
    result: tuple[float, ...] | None
    digest: bytes
    pledges: tuple[bytes, ...] | None = None  # of the seats without entropy


class _Resigned(_Packed, array_like=True, forbid_unknown_fields=True):
    resigned: int | None = None


_decoder = msgspec.msgpack.Decoder(_Packed)
_resigned_decoder = msgspec.msgpack.Decoder(_Resigned)


def looks_compact(data: bytes) -> bool:
    """Whether this looks like a record in compact form."""
    return _SHAPE.match(data) is not None


def pack(record: Mapping[str, Any]) -> str:
    """The compact form of a record, given its fields."""
    game = _game(record["game"])
    resigned = record["resigned"]
    given = (
        record["game"],
        record["rules"],
        record["edition"],
        record["seats"],
        bytes.fromhex(record["secret"] or record["commitment"]),
        record["secret"] is not None,
        b"".join(_packed_moves(game, record["moves"])),
        record["result"],
        bytes.fromhex(record["digest"] or ""),
        _packed_pledges(record["pledges"], record["seats"]),
    )
    packed = _Packed(*given) if resigned is None else _Resigned(*given, resigned)
    squeezed = zlib.compress(msgspec.msgpack.encode(packed), 9)
    return f"z{record['zauber']}.{base64.urlsafe_b64encode(squeezed).decode().rstrip('=')}"


def unpack(data: bytes) -> dict[str, Any]:
    """The fields of a record from its compact form, or from a link that ends in it."""
    shape = _SHAPE.match(data)
    if shape is None:
        raise BadRecord("The link is damaged: its end is not a match record.")
    check_version(int(shape[1]))
    packed = _decode(shape[2], int(shape[1]))
    game = _game(packed.game)
    if packed.revealed and len(packed.committed) != SECRET_BYTES:
        raise BadRecord("The link is damaged: the secret has the wrong length.")
    committed = commitment(packed.committed) if packed.revealed else packed.committed.hex()
    return {
        "zauber": int(shape[1]),
        "game": packed.game,
        "rules": packed.rules,
        "edition": packed.edition,
        "seats": packed.seats,
        "commitment": committed,
        "secret": packed.committed.hex() if packed.revealed else None,
        "moves": tuple(_unpacked_moves(game, packed.moves)),
        "result": packed.result,
        "resigned": packed.resigned if isinstance(packed, _Resigned) else None,
        "digest": packed.digest.hex() or None,
        "pledges": _unpacked_pledges(packed, committed),
    }


def _packed_pledges(pledges: tuple[str, ...] | None, seats: tuple[SeatRecord, ...]) -> tuple[bytes, ...] | None:
    if pledges is None:
        return None
    return tuple(bytes.fromhex(p) for p, seat in zip(pledges, seats, strict=False) if not seat.entropy)


def _unpacked_pledges(packed: _Packed, committed: str) -> tuple[str, ...] | None:
    if packed.pledges is None:
        return None
    kept = (pledged.hex() for pledged in packed.pledges)
    try:
        return tuple(
            pledge(committed, i, bytes.fromhex(seat.entropy)) if seat.entropy else next(kept, "")
            for i, seat in enumerate(packed.seats)
        )
    except ValueError:
        raise BadRecord("The link is damaged: the entropy of a seat cannot be read.") from None


def _decode(text: bytes, version: int = 1) -> _Packed:
    try:
        squeezed = base64.urlsafe_b64decode(text + b"=" * (-len(text) % 4))
        opener = zlib.decompressobj()
        plain = opener.decompress(squeezed, LARGEST)
    except (binascii.Error, ValueError, zlib.error):
        raise BadRecord("The link is damaged: some of its letters are wrong or missing.") from None
    if opener.unconsumed_tail:
        raise too_large()
    if not opener.eof:
        raise BadRecord("The link is cut off: its end is missing.")
    try:
        return _resigned_decoder.decode(plain) if version > PLEDGED else _decoder.decode(plain)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadRecord(f"The link is damaged: {str(error).rstrip('.')}.") from None


def _game(name: str) -> Game:
    try:
        return games.get(name)
    except UnknownGame as error:
        raise BadRecord(f"The record is of an unknown game. {error}") from None


def _packed_moves(game: Game, moves: tuple[str, ...]) -> Iterator[bytes]:
    before, times = b"", 0
    for text in (*moves, ""):
        move = _packed_move(game, text) if text else b""
        if move and move == before:
            times += 1
            continue
        if times:
            yield _number(0) + _number(0) + _number(times)
        if move:
            yield move
        before, times = move, 0


def _packed_move(game: Game, text: str) -> bytes:
    seat, notation = split_seat(text)
    try:
        move = _number(game.parse(notation) + 1)
    except BadNotation as error:
        raise BadRecord(f"The record cannot be made compact. {error}") from None
    return move if seat is None else _number(0) + _number(ord(seat) - ord("A") + 1) + move


def _unpacked_moves(game: Game, data: bytes) -> list[str]:
    numbers = _numbers(data)
    moves: list[str] = []
    for number in numbers:
        seat = next(numbers, -1) if number == 0 else 0
        if number == 0 and seat == 0:
            times = next(numbers, -1)
            if not moves or not 0 < times <= MOST_MOVES - len(moves):
                raise BadRecord("The link is damaged: a move is repeated in an impossible way.")
            moves += moves[-1:] * times
            continue
        action = (number if seat == 0 else next(numbers, -1)) - 1
        if not 0 <= seat <= 26 or not 0 <= action < len(game.notations) or not game.notations[action]:
            raise BadRecord(f"The link is damaged: move {len(moves) + 1} is not an action of {game.title}.")
        if len(moves) >= MOST_MOVES:
            raise too_large()
        moves.append((f"{letter(seat - 1)}: " if seat else "") + game.notations[action])
    return moves


def _number(value: int) -> bytes:
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _numbers(data: bytes) -> Iterator[int]:
    value = shift = 0
    for byte in data:
        value |= (byte & 0x7F) << shift
        shift += 7
        if shift > 35:
            raise BadRecord("The link is damaged: a number in it is too large.")
        if byte < 0x80:
            yield value
            value = shift = 0
    if shift:
        raise BadRecord("The link is cut off: its last move is incomplete.")
