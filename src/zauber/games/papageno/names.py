"""The names of cards, places and actions of Papageno, shared by views and sentences."""

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from .cards import CAPTURE, EGG, FLUTE, KINDS, LIGHTEST, PLACES, SEATS
from .position import EGG_SIDE, LEFT, SWAP

ROWS = ("top", "bottom")
SIDES = ("left", "right")  # of an Egg: LEFT, RIGHT
SPECIALS = {CAPTURE: "capture", FLUTE: "flute", EGG: "egg"}
CARDS = (*(SPECIALS.get(kind, f"bird:{kind + LIGHTEST}") for kind in range(KINDS)), None)  # HIDDEN is the last


def card(kind: int) -> str | None:
    """The name of a card; None when it is hidden."""
    return CARDS[kind]


def card_words(kind: int, name: str = "card") -> Mapping[str, Any]:
    """A phrase's arguments for a card, without and with its article; none for a hidden one."""
    return _CARD_WORDS[name][kind]


_CARD_WORDS: Mapping[str, Sequence[Mapping[str, Any]]] = {
    name: tuple({} if word is None else {name: f"@card.{word}", f"a_{name}": f"@a.{word}"} for word in CARDS)
    for name in ("card", "old", "taken")
}


def place_words(place: int) -> Mapping[str, Any]:
    """A phrase's arguments for a place: its number as in the notation, and its words."""
    return _PLACE_WORDS[place]


_PLACE_WORDS: Sequence[Mapping[str, Any]] = tuple({"place": i + 1, "at": f"@place.{i + 1}"} for i in range(PLACES))


def their_place_words(place: int) -> Mapping[str, Any]:
    """The same for a place on somebody else's wire."""
    return _THEIR_PLACE_WORDS[place]


_THEIR_PLACE_WORDS: Sequence[Mapping[str, Any]] = tuple(
    {"their_place": i + 1, "their_at": f"@place.{i + 1}"} for i in range(PLACES)
)


@functools.cache
def laid_words(place: int, kind: int, old: int) -> Mapping[str, Any]:
    """The arguments for a card at a place, and the one that it replaced."""
    return {**place_words(place), **card_words(kind), **card_words(old, "old")}


@functools.cache
def swap_words(mine: int, theirs: int, kind: int, taken: int) -> Mapping[str, Any]:
    """The arguments for a card at a place of one's own, and the one that it is swapped for."""
    return {**place_words(mine), **their_place_words(theirs), **card_words(kind), **card_words(taken, "taken")}


def signed(number: int) -> str:
    """A number with a proper minus sign."""
    return str(number).replace("-", "−")


def swap_parts(action: int) -> tuple[int, int, int]:
    """A swap's own place, the other seat and that seat's place."""
    code = action - SWAP
    return code // (PLACES * SEATS), code // PLACES % SEATS, code % PLACES


def egg_parts(action: int) -> tuple[int, int]:
    """The row (0, 1) and the side (LEFT, RIGHT) that an Egg's action names."""
    return (action - EGG_SIDE) // 2, LEFT + (action - EGG_SIDE) % 2
