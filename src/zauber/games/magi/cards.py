"""The cards of Magi as numbers: kinds, faces, abilities, and which kinds match which.

Cards of the same kind cannot be told apart: 0-12 are the red cards (seven guild pictures, then six items), 13-25 the
blue, 26-38 the yellow, 39-57 the magi. A face is a kind without its colour: 0-6 guild, 7-12 items, 13-31 magi. The
edition says how many cards there are of a kind, and what a face is worth and can do.

A set of kinds is one whole number with a bit for each kind.
"""

from typing import Any

import numpy as np

from ..contract.kernel import Array, Record

SEATS = 8  # R1
COLOURS = 3  # A1
GUILD = 7  # R7
ITEMS = 6  # R8: five pictures, the sceptre in two versions (R9)
PICTURES = GUILD + ITEMS
MAGI_KINDS = 19
COLOURED = COLOURS * PICTURES  # kinds with a colour come first, then the magi
KINDS = COLOURED + MAGI_KINDS
FACES = PICTURES + MAGI_KINDS
POWERS = ITEMS + MAGI_KINDS  # faces that may have abilities
GROUP = 8  # kinds in a group of the talon
GROUPS = (KINDS + GROUP - 1) // GROUP
ANY = 3  # in place of a colour: any card fits (Free)

SCEPTRE_1, SCEPTRE_2 = 11, 12
SELECT, FREE, AGAIN, REVERSE, SHOT, THROUGH, RESET, ORIGINAL = 1, 2, 4, 8, 16, 32, 64, 128


def points_of(e: Record, kind: int) -> int:
    """R7, R8, R10: the minus points of a card that is still held."""
    return e.points[FACE[kind]]


def abilities_of(e: Record, kind: int) -> int:
    """What a card can do, as a sum of SELECT, FREE and so on; guild cards can do nothing (R7)."""
    return e.abilities[FACE[kind] - GUILD] if FACE[kind] >= GUILD else 0


def coded(e: Record, kind: int) -> int:
    """All that a card can do as one number, for telling: 16 times its abilities, and the x of Draw (x)."""
    return 16 * abilities_of(e, kind) + draws(e, kind)


def draws(e: Record, kind: int) -> int:
    """R33: the x of Draw (x), or 0."""
    return e.draw[FACE[kind] - GUILD] if FACE[kind] >= GUILD else 0


def starred(e: Record, kind: int) -> bool:
    """R16, R40: whether a card counts as having the sign ✦."""
    what = FACE[kind]
    if what < GUILD:
        return False
    if e.sceptres == 1 and SCEPTRE_1 <= what <= SCEPTRE_2:
        return True
    return e.star[what - GUILD] == 1


def lowest(kinds: int) -> int:
    """The first kind of a set that is not empty."""
    return PLACE[(kinds & -kinds) % 67]


def matching(s: Record) -> int:
    """R3, R12, R14, A18: the set of kinds that may lie on the top card."""
    return ON_CARD[s.top] if s.top < COLOURED else ON_COLOUR[s.colour]


def _faces() -> Array:
    return np.array([k % PICTURES if k < COLOURED else k - COLOURED + PICTURES for k in range(KINDS)], np.int64)


def _colours() -> Array:
    return np.array([k // PICTURES if k < COLOURED else ANY for k in range(KINDS)], np.int64)


def _picture(kind: int) -> int:
    return SCEPTRE_1 if FACE[kind] == SCEPTRE_2 else int(FACE[kind])  # R9, R42


def _set(*kinds: int) -> int:
    return sum(1 << kind for kind in kinds)


def _on_colour() -> Array:
    """Which kinds may be played when a colour was named, or any (A18, A20)."""
    magi = _set(*range(COLOURED, KINDS))
    sets = [magi | _set(*range(c * PICTURES, (c + 1) * PICTURES)) for c in range(COLOURS)]
    return np.array([*sets, _set(*range(KINDS))], np.int64)


def _on_card() -> Array:
    """Which kinds may be played on a coloured card: its colour, its picture, and magi."""
    sets: list[Any] = []
    for top in range(COLOURED):
        alike = [kind for kind in range(COLOURED) if _picture(kind) == _picture(top)]
        sets.append(int(ON_COLOUR[top // PICTURES]) | _set(*alike))
    return np.array(sets, np.int64)


def _places() -> Array:
    """The powers of two up to 2**57 all have different remainders modulo 67."""
    places = np.zeros(67, np.int64)
    for kind in range(KINDS):
        places[(1 << kind) % 67] = kind
    return places


FACE = _faces()
COLOUR_OF = _colours()  # A10, A21: a magus counts as any colour until one is named
BIT = np.array([1 << kind for kind in range(KINDS)], np.int64)
ON_COLOUR = _on_colour()
ON_CARD = _on_card()
PLACE = _places()
