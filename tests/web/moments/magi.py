"""Magi's moments: every phase and answer, DRAWCOUNT at its height, full hands, eight seats, the word, the end."""

import functools

from playwright.sync_api import Page

from ..gallery import Moment as AnyMoment
from ..gallery import Sight, loser, onlooker, watcher

# A round or two, so that they are found soon.
Moment = functools.partial(AnyMoment, options={"turn_limit": 90}, matches=120)


def my(sight: Sight, phase: str) -> bool:
    """Whether it is one's own turn in this phase."""
    return bool(sight.view["phase"] == phase and sight.view["turn"] == sight.seat and sight.moves)


def plays(sight: Sight) -> int:
    return sum(move.startswith("play") for move in sight.moves)


def height(sight: Sight) -> float:
    """How high the DRAWCOUNT stands before one who can answer it."""
    return (sight.view["drawcount"] or 0) if my(sight, "magic") and plays(sight) else 0


def full(sight: Sight) -> float:
    return len(sight.view["hand"]) if my(sight, "main") else 0


def caught(sight: Sight) -> bool:
    return any(move.startswith("catch") for move in sight.moves) and sight.view["turn"] != sight.seat


def counted(sight: Sight) -> bool:
    return "tell.score" in sight.events and not sight.match.over


def point_at_card(page: Page) -> None:
    page.locator(".magi .slot.open").first.focus()


def show_scores(page: Page) -> None:
    if page.locator(".magi [role=dialog]").count() == 0:
        page.locator(".magi .scores").click()


MOMENTS = (
    Moment("start", lambda sight: my(sight, "main"), 4),
    Moment("start-eight", lambda sight: my(sight, "main"), 8),
    Moment("turn-eight", lambda sight: my(sight, "main") and plays(sight) and sight.view["turns"] > 20, 8),
    Moment("picked", lambda sight: my(sight, "main") and plays(sight) > 2, 5, then=point_at_card),
    Moment("nothing-fits", lambda sight: my(sight, "main") and not plays(sight), 4),
    Moment("drawn", lambda sight: my(sight, "drawn") and plays(sight), 4),
    Moment("drawcount-high", height, 6, best=True, matches=25, chance=0.02),
    Moment("drawcount-high-eight", height, 8, best=True, matches=15, chance=0.02),
    Moment("helpless", lambda sight: my(sight, "magic") and not plays(sight), 4),
    Moment("drawcount-hits", lambda sight: {"tell.took", "tell.took_seen"} & set(sight.events) and sight.moves, 5),
    Moment("colour", lambda sight: my(sight, "colour"), 4),
    Moment("colour-named", lambda sight: my(sight, "main") and sight.view["top"]["sort"] == "magi"
           and sight.view["colour"] == "blue", 4),
    Moment("target-eight", lambda sight: my(sight, "target"), 8),
    Moment("original-1", lambda sight: my(sight, "original_1"), 5, chance=0.3),
    Moment("original-2", lambda sight: my(sight, "original_2"), 8, chance=0.3),
    Moment("original-3", lambda sight: my(sight, "original_3"), 4, chance=0.3),
    Moment("full-hand", full, 4, best=True, matches=30, chance=0.5),
    Moment("full-hand-eight", full, 8, best=True, matches=15, chance=0.5),
    Moment("magi", lambda sight: my(sight, "closing"), 4),
    Moment("magi-eight", lambda sight: my(sight, "closing"), 8),
    Moment("catch", caught, 5, onlooker, chance=0.5),
    Moment("caught", lambda sight: "tell.caught" in sight.events, 5, onlooker, chance=0.5),
    Moment("waits-without-cards", lambda sight: sight.view["out"] and my(sight, "magic"), 4),
    Moment("others-turn", lambda sight: sight.view["turns"] > 12 and not sight.moves, 6, onlooker),
    Moment("counted", counted, 4),
    Moment("counted-eight", counted, 8),
    Moment("scores", lambda sight: my(sight, "main") and sight.view["round"] == 3, 5, then=show_scores),
    Moment("watching", lambda sight: sight.view["turns"] > 15, 4, watcher),
    Moment("watching-eight", lambda sight: sight.view["turns"] > 15, 8, watcher),
    Moment("curtain", lambda sight: my(sight, "main"), 4, all_here=True),
    Moment("won", lambda sight: sight.match.over, 4),
    Moment("lost-eight", lambda sight: sight.match.over, 8, loser),
)  # fmt: skip
