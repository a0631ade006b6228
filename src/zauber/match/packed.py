"""A position as bytes, to store or send: its game, the version of the rules, the edition, the viewer and the record."""

import msgspec

from .. import games
from ..errors import BadRecord, UnknownGame
from ..games.contract.editions import Edition
from ..games.game import Game
from .kept import edition_of, keep_edition
from .shapes import EditionRecord

_MAGIC = b"zauber position 1\n"


class _Packed(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    game: str
    rules: int
    edition: EditionRecord
    viewer: int | None
    data: bytes


_decoder = msgspec.msgpack.Decoder(_Packed)


def pack(edition: Edition, data: bytes, viewer: int | None) -> bytes:
    """The bytes of a position."""
    packed = _Packed(edition.game, edition.rules, keep_edition(edition), viewer, data)
    return _MAGIC + msgspec.msgpack.encode(packed)


def unpack(packed: bytes) -> tuple[Game, Edition, bytes, int | None]:
    """What `pack` was given, and the game; the record is not checked."""
    if not packed.startswith(_MAGIC):
        raise BadRecord("These bytes are not a position.")
    try:
        found = _decoder.decode(packed[len(_MAGIC) :])
        game = games.get(found.game)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise BadRecord(f"The position's bytes are damaged: {error}.") from None
    except UnknownGame as error:
        raise BadRecord(f"The position is of an unknown game. {error}") from None
    if found.rules > game.version:
        raise BadRecord(
            f"The position was made by version {found.rules} of the rules of {game.title}; "
            f"this program knows them up to version {game.version}."
        )
    return game, edition_of(game, found.edition, found.rules), found.data, found.viewer
