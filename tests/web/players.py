"""How a test plays each game: which thing on the stage to touch next, and which named move to choose.

A new game adds a `Player` here, and all tests of `test_match.py` and of the other files play it too.
"""

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

from tests.sizes import FULL, size
from zauber import games

from . import night


@dataclass(frozen=True)
class Player:
    """One game's way of being played by a test."""

    seats: int
    touch: tuple[str, ...]
    """What to touch on the stage when it is one's turn: the first of these that is there."""
    prefer: Callable[[list[str]], int]
    """Which of the legal moves, given in notation, to choose from the list of named buttons."""
    hidden: str
    """What of an opponent's view the reader may not find in the page: a selector of open faces in others' hands."""
    drag: dict[str, Callable[[Page, bool], None]] = field(default_factory=dict)
    """What of `touch` is not clicked but dragged, and how: with the mouse or (true) by touch."""
    least: int = 4
    """How many times one acts at least in a whole match."""
    curtain: bool = True
    """Whether a shared screen is covered between two people."""
    table: dict[str, Any] = field(default_factory=dict)
    """What a table for a test wants: an edition, options."""
    short: dict[str, Any] = field(default_factory=dict)
    """The same for a match that is played to its end by hand, where the game has a shorter edition."""


_turns = itertools.count()


def papageno_prefer(moves: list[str]) -> int:
    """Go round one's places, so that all cards are turned up and the rounds end."""
    for wanted in ("egg", "turn", "place", "leave", "draw"):
        fitting = [i for i, move in enumerate(moves) if move.startswith(wanted)]
        if fitting:
            return fitting[next(_turns) % len(fitting)]
    return 0


def mago_prefer(moves: list[str]) -> int:
    """Into the forest, with a crystal home, and never in circles: forward."""
    for wanted in ("take", "throw", "load child", "child"):
        fitting = [i for i, move in enumerate(moves) if move.startswith(wanted) and "back" not in move]
        if fitting:
            return fitting[-1]
    return 0


PAPAGENO = (
    ".papageno .slot.offered",
    ".hand button",  # capture nothing
    ".own .slot.open[aria-label*='hidden card']",
    ".own .slot.open",
    ".piles .pile.open",
)
FLUTE = (".flute .choices .ticket", ".flute .slot.open", ".flute .choices button")
# A choice, else where the chosen piece may go, else a piece: one's own children first, in a closer look too.
MAGO = (
    ".mago .goal",
    ".mago .choice:not([aria-pressed='false'])",
    ".mago .loupe .one.open[aria-label*='your child']",
    ".mago .loupe .one.open",
    ".mago .piece.alone[aria-label*='your child']",
    ".mago .space.open:enabled",
    ".mago .piece.alone",
)
# Answer what a card asks, say the word, catch, else play the first card that fits; a phone shows a card first.
MAGI = (
    ".magi .choices button",
    ".magi [data-shoot]",
    ".magi .acts .say",
    ".magi .acts .catch",
    ".magi .reading .ticket",
    ".magi .slot.open .seen",
    ".magi .acts button",
)

PLAYERS = {
    "papageno": Player(3, PAPAGENO, papageno_prefer, ""),
    "mago_magino": Player(3, MAGO, mago_prefer, "", curtain=False, short={} if FULL else {"edition": "short_game"}),
    "magic_flute": Player(2, FLUTE, lambda moves: 0, ".them .card:not(.back)", least=1),  # it may be short
    "magicians_night": Player(
        2,
        night.TOUCH,
        night.prefer,
        ".night:not(.light) :is([data-piece=tree], [data-piece=small], [data-piece=big])",
        {night.OPEN: night.push},
        least=2,  # a hat, and a turn that wins
        table=night.SHORT,
    ),
    "magi": Player(
        4,
        MAGI,
        lambda moves: 0,
        ".far [data-card], .side [data-card]",
        least=2,  # one may have to sit out often
        table={"options": {"turn_limit": size(90, 60)}},  # a round or two, and then it is counted as it stands
    ),
}

GAMES = [name for name in PLAYERS if name in games.NAMES]

# Tables whose matches are counted as they stand after some turns, for tests in which their length is not the point.
BRIEF: dict[str, dict[str, Any]] = {
    "papageno": {"options": {"turn_limit": 9}},
    "magic_flute": {"options": {"turn_limit": 12}},
    "magi": {"options": {"turn_limit": 36}},
    "mago_magino": {"edition": "short_game", "options": {"turn_limit": 18}},
    "magicians_night": {"edition": "quick", "options": {"turn_limit": 4}},
}
if FULL:
    BRIEF = {name: player.short for name, player in PLAYERS.items()}
