"""Papageno's moments: every phase of a turn, each special card, and how rounds and matches end."""

from playwright.sync_api import Page

from ..gallery import Moment, Sight, loser, onlooker, watcher


def my(sight: Sight, *phases: str) -> bool:
    """Whether it is one's own turn in one of these phases."""
    return sight.view["phase"] in phases and bool(sight.moves)


def holds(sight: Sight, *cards: str) -> bool:
    held = sight.view["held"]
    return held is not None and held["seat"] == sight.seat and held["card"] in cards


def open_cards(sight: Sight, seat: int | None = None) -> int:
    """How many cards lie open, on one wire or on all."""
    wires = sight.view["areas"] if seat is None else [sight.view["areas"][seat]]
    return sum(card is not None for wire in wires for card in wire)


def counted(sight: Sight) -> float:
    """A round was counted just now; the more columns cancelled, the better."""
    if "tell.round_won" not in sight.events or sight.match.over:
        return 0
    return 1 + sum(map(sum, sight.view["last"]["cancelled"]))


def over(sight: Sight) -> bool:
    return sight.match.over


def touch_first_open(page: Page) -> None:
    page.locator(".own .slot.open").first.click()


def point_at_capture(page: Page) -> None:
    """By keys: a pointer would rest elsewhere as soon as the window changes its size."""
    page.locator(".own .slot").nth(1).focus()
    page.keyboard.press("Shift+Tab")


MOMENTS = (
    Moment("reveal", lambda sight: my(sight, "reveal"), 2),
    Moment("reveal-five", lambda sight: my(sight, "reveal") and sight.view["chosen"].count("hidden") == 3, 5),
    Moment("turn", lambda sight: my(sight, "take") and open_cards(sight) > 8, 3),
    Moment("turn-five", lambda sight: my(sight, "take") and open_cards(sight) > 15, 5),
    Moment("drawn", lambda sight: my(sight, "place_drawn") and holds(sight, "bird:9"), 3),
    Moment("drawn-capture", lambda sight: my(sight, "place_drawn") and holds(sight, "capture"), 4),
    Moment("drawn-flute", lambda sight: my(sight, "place_drawn") and holds(sight, "flute"), 4),
    Moment("drawn-egg", lambda sight: my(sight, "place_drawn") and holds(sight, "egg"), 2),
    Moment("taken", lambda sight: my(sight, "place_taken"), 2),
    Moment("capture", lambda sight: my(sight, "swap") and open_cards(sight) > 6, 3),
    Moment("capture-five", lambda sight: my(sight, "swap") and open_cards(sight) > 12, 5),
    Moment("capture-chosen", lambda sight: my(sight, "swap"), 2, then=touch_first_open),
    Moment("flute", lambda sight: "tell.flute" in sight.events and not sight.match.over, 4, onlooker),
    Moment("others-turn", lambda sight: sight.view["held"] is not None and not sight.moves, 3, onlooker),
    Moment("egg", lambda sight: my(sight, "egg") and sight.view["waiting"] == [sight.seat]
           and not any(sight.view["wins"]), 2),
    Moment("egg-five", lambda sight: my(sight, "egg"), 5),
    Moment("egg-both-rows", lambda sight: my(sight, "egg") and len(sight.view["egg_offers"]) > 2, 2, matches=3000),
    Moment("count", counted, 2, best=True, matches=40),
    Moment("count-five", counted, 5, best=True, matches=40),
    Moment("watching", lambda sight: open_cards(sight) > 5, 2, watcher),
    Moment("watching-five", lambda sight: open_cards(sight) > 15, 5, watcher),
    Moment("explained", lambda sight: sight.moves and sight.view["areas"][sight.seat][0] == "capture", 2,
           then=point_at_capture, shows=".explain"),
    Moment("curtain", lambda sight: my(sight, "take"), 2, all_here=True),
    Moment("won", over, 2),
    Moment("lost", over, 3, loser),
    Moment("won-five", over, 5),
    Moment("over-watching", over, 2, watcher),
)  # fmt: skip
