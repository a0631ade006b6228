"""The names of pieces, symbols, clock positions and directions, as the game's words use them."""

from collections.abc import Sequence
from typing import Any

from ..contract.kernel import HIDDEN, Record
from .headings import HEADINGS, POINTS
from .table import BIG, CAULDRON, FIRE, INNER, MAGICIAN, OUTER, PIECES, TREE, owner, symbol_of

SYMBOL_NAMES = ("sun", "moon", "lightning", "star")
PHASES = ("choose", "begin", "entered", "pushing", "offer", "over")
KINDS = {FIRE: "fire", CAULDRON: "cauldron", TREE: "tree", INNER: "small", BIG: "big", OUTER: "small"}
MANY = 5  # from this many pieces of a kind on, “several” is said
WAYS = ("right", "away_right", "away", "away_left", "left", "near_left", "near", "near_right")


def kind_of(piece: int) -> str:
    """fire, cauldron, tree, small, big or magician."""
    return _KIND_OF[piece]


_KIND_OF = (
    *(KINDS[max(first for first in KINDS if first <= piece)] for piece in range(MAGICIAN)),
    *["magician"] * (PIECES - MAGICIAN),
)
ONE_OF = {kind: _KIND_OF.index(kind) for kind in _KIND_OF}  # a piece of every kind


def symbol_name(piece: int) -> str | None:
    """The symbol of a cauldron or a magician."""
    if CAULDRON <= piece < TREE or piece >= MAGICIAN:
        return SYMBOL_NAMES[symbol_of(piece)]
    return None


def owner_of(s: Record, piece: int) -> int | None:
    """The seat that a cauldron or a magician belongs to."""
    if symbol_name(piece) is None:
        return None
    seat = int(owner(s, symbol_of(piece)))
    return None if seat == HIDDEN else seat


def piece_words(piece: int) -> str:
    """The piece in a phrase: `@piece.tree`, `@piece.cauldron.moon`."""
    symbol = symbol_name(piece)
    return f"@piece.{kind_of(piece)}" + (f".{symbol}" if symbol else "")


def counted(pieces: Sequence[int]) -> list[str]:
    """Pieces in a phrase, with equal names counted: `@piece.tree`, `@pieces.big.2`."""
    words = [piece_words(piece) for piece in pieces]
    return [
        word if (n := words.count(word)) == 1 else f"{word.replace('piece.', 'pieces.')}.{min(n, MANY)}"
        for word in dict.fromkeys(words)
    ]


def hour(point: int) -> int:
    """Where a point of the edge lies on a clock face, three being to the right."""
    return (round(3 - point * 12 / POINTS) - 1) % 12 + 1


def way(heading: int) -> str:
    """The nearest of eight directions to a heading, as seen by the first player, who looks from below."""
    return WAYS[(heading + HEADINGS // 16) % HEADINGS // (HEADINGS // 8)]


def place(s: Record, piece: int) -> dict[str, Any]:
    """Where a piece is, in millimetres from the middle."""
    return {"x": round(float(s.x[piece]), 3), "y": round(float(s.y[piece]), 3)}
