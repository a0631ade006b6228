"""How a test plays each game: which thing on the stage to touch next, and which named move to choose.

A new game adds a `Player` here, and all tests of `test_match.py` and of the other files play it too.
"""

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Locator, Page

from zauber import games

from . import night


@dataclass(frozen=True)
class Player:
    """One game's way of being played by a test."""

    seats: int
    touch: Callable[[Page], Locator | None]
    """What to touch on the stage now, when it is one's turn; None to wait."""
    prefer: Callable[[list[str]], int]
    """Which of the legal moves, given in notation, to choose from the list of named buttons."""
    hidden: str
    """What of an opponent's view the reader may not find in the page: a selector of open faces in others' hands."""
    act: Callable[[Page, bool], None] | None = None
    """For stages that are not clicked: plays by hand, with the mouse or (true) by touch; `touch` is not asked then."""
    least: int = 4
    """How many times one acts at least in a whole match."""
    curtain: bool = True
    """Whether a shared screen is covered between two people."""
    table: dict[str, Any] = field(default_factory=dict)
    """What a table for a test wants: an edition, options."""


def first(*found: Locator) -> Locator | None:
    for locator in found:
        if locator.count() > 0:
            return locator.first
    return None


def papageno_touch(page: Page) -> Locator | None:
    own = page.locator(".own .slot.open")
    return first(
        page.locator(".papageno .egg"),
        page.locator(".hand button"),  # capture nothing
        own.and_(page.get_by_label("hidden card")),
        own,
        page.locator(".piles .pile.open"),
    )


_turns = itertools.count()


def papageno_prefer(moves: list[str]) -> int:
    """Go round one's places, so that all cards are turned up and the rounds end."""
    for wanted in ("egg", "turn", "place", "leave", "draw"):
        fitting = [i for i, move in enumerate(moves) if move.startswith(wanted)]
        if fitting:
            return fitting[next(_turns) % len(fitting)]
    return 0


def flute_touch(page: Page) -> Locator | None:
    return first(page.locator(".flute .choices .ticket"), page.locator(".flute .slot.open"))


def mago_touch(page: Page) -> Locator | None:
    """A choice, else where the chosen piece may go, else a piece: one's own children first, in a closer look too."""
    closer = page.locator(".mago .loupe .one.open")
    pieces = page.locator(".mago .piece.alone")
    return first(
        page.locator(".mago .goal"),
        page.locator('.mago .choice:not([aria-pressed="false"])'),
        closer.and_(page.get_by_label("your child")),
        closer,
        pieces.and_(page.get_by_label("your child")),
        page.locator(".mago .space.open:enabled"),
        pieces,
    )


def mago_prefer(moves: list[str]) -> int:
    """Into the forest, with a crystal home, and never in circles: forward."""
    for wanted in ("take", "throw", "load child", "child"):
        fitting = [i for i, move in enumerate(moves) if move.startswith(wanted) and "back" not in move]
        if fitting:
            return fitting[-1]
    return 0


def magi_touch(page: Page) -> Locator | None:
    """Answer what a card asks, say the word, catch, else play the first card that fits; a phone shows a card first."""
    return first(
        page.locator(".magi .choices button"),
        page.locator(".magi [data-shoot]"),
        page.locator(".magi .acts .say"),
        page.locator(".magi .acts .catch"),
        page.locator(".magi .reading .ticket"),
        page.locator(".magi .slot.open .seen"),
        page.locator(".magi .acts button"),
    )


PLAYERS = {
    "papageno": Player(3, papageno_touch, papageno_prefer, ""),
    "mago_magino": Player(3, mago_touch, mago_prefer, "", curtain=False),
    "magic_flute": Player(2, flute_touch, lambda moves: 0, ".them .card:not(.back)", least=1),  # it may be short
    "magicians_night": Player(
        2,
        lambda page: None,
        night.prefer,
        ".night:not(.light) :is([data-piece=tree], [data-piece=small], [data-piece=big])",
        night.act,
        least=2,  # a hat, and a turn that wins
        table=night.SHORT,
    ),
    "magi": Player(
        4,
        magi_touch,
        lambda moves: 0,
        ".far [data-card], .side [data-card]",
        table={"options": {"turn_limit": 90}},  # a few rounds, and then it is counted as it stands
    ),
}

GAMES = [name for name in PLAYERS if name in games.NAMES]
