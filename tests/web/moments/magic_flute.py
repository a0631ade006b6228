"""The Magic Flute's moments: each Trial, each kind of choice, chains, and every way a game ends."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from ..gallery import Moment, Sight, loser, onlooker, watcher

Wanted = Callable[[Sight], Any]


def my(sight: Sight, phase: str) -> bool:
    """Whether it is one's own turn in this phase."""
    return bool(sight.view["phase"] == phase and sight.moves)


def hand(sight: Sight) -> list[str]:
    return [held["card"] for held in sight.view["hands"][sight.seat] if held["card"]]


def holds(sight: Sight, *cards: str) -> bool:
    return any(card in hand(sight) for card in cards)


def plays(sight: Sight) -> list[str]:
    return [move for move in sight.moves if move.startswith("play")]


def under(trial: str, *cards: str) -> Wanted:
    """One's own turn while a Trial is in effect, with one of these cards in hand if any are named."""
    return lambda sight: my(sight, "play") and sight.view["trial"] == trial and (not cards or holds(sight, *cards))


def far(sight: Sight) -> float:
    """All three pieces away from where they began."""
    view = sight.view
    return 0 if not my(sight, "play") else min(view["sun"], view["moon"], abs(view["pamina"]))


def ended(reason: str, winner: str) -> Wanted:
    return lambda sight: sight.view["reason"] == reason and sight.view["winner"] == sight.view[winner]


def point_at_card(page: Page) -> None:
    page.locator(".flute .slot.open").first.focus()


def point_at_trial(page: Page) -> None:
    page.locator(".flute .trials button").focus()


MOMENTS = (
    Moment("start", lambda sight: my(sight, "play")),
    Moment("turn", far, best=True, matches=60),
    Moment("turn-moon", lambda sight: my(sight, "play") and sight.seat == sight.view["queen"]
           and sight.view["moon"] > 3),
    Moment("picked", lambda sight: my(sight, "play") and sight.view["turns"] > 4, then=point_at_card,
           shows=".flute .reading.card"),
    Moment("picked-moon", lambda sight: my(sight, "play") and sight.seat == sight.view["queen"], then=point_at_card),
    Moment("others-turn", lambda sight: sight.view["turns"] > 5 and not sight.moves, eyes=onlooker),
    Moment("chain", lambda sight: my(sight, "chain") and plays(sight)),
    Moment("second", lambda sight: my(sight, "second")),
    Moment("choose", lambda sight: my(sight, "choose") and len(sight.moves) == 2),
    Moment("choose-of-three", lambda sight: my(sight, "choose") and len(sight.moves) == 3),
    Moment("choose-with-direction", lambda sight: my(sight, "choose") and len(sight.moves) > 3,
           options={"direction": "free"}),
    Moment("silence", under("silence", "tamino", "papageno", "nights_dagger")),
    Moment("silence-discard", lambda sight: my(sight, "discard")),
    Moment("fire", under("fire", "night", "a_little_night_music", "heralding_the_morning"), then=point_at_card),
    Moment("fire-flute", under("fire", "magic_flute")),
    Moment("water", under("water", "tamino", "victorious"), then=point_at_card),
    Moment("trial-explained", lambda sight: my(sight, "play") and sight.view["trial"], then=point_at_trial,
           shows=".flute .reading"),
    Moment("trial-begins", lambda sight: "tell.trial_begins" in sight.events and sight.moves),
    Moment("trial-ends", lambda sight: "tell.trial_ends" in sight.events and sight.moves),
    Moment("full-hand", lambda sight: my(sight, "play") and len(hand(sight)), best=True, matches=150, chance=0.6),
    Moment("two-steps-from-tower", lambda sight: my(sight, "play") and sight.view["sun"] == sight.view["steps"] - 1
           and sight.view["moon"] >= sight.view["steps"] - 2),
    Moment("pamina-at-the-gate", lambda sight: my(sight, "play")
           and abs(sight.view["pamina"]) == sight.view["steps"] - 1),
    Moment("short-board", lambda sight: my(sight, "play") and sight.view["turns"] > 2, edition="short"),
    Moment("long-board", lambda sight: my(sight, "play") and sight.view["sun"] > 3, edition="long"),
    Moment("double-pack", lambda sight: my(sight, "play") and sight.view["turns"] > 5, edition="double"),
    Moment("watching", lambda sight: sight.view["turns"] > 6, eyes=watcher),
    Moment("curtain", lambda sight: my(sight, "play"), all_here=True),
    Moment("won-by-pamina", ended("pamina", "sarastro")),
    Moment("lost-to-pamina", ended("pamina", "queen"), eyes=loser),
    Moment("won-by-the-sun", ended("power", "sarastro")),
    Moment("lost-to-the-moon", ended("power", "queen"), eyes=loser),
    Moment("both-at-the-tower", lambda sight: sight.view["reason"] == "both", matches=4000, chance=0.4),
    Moment("draw", lambda sight: sight.view["reason"] == "limit", options={"turn_limit": 12}, eyes=watcher),
)  # fmt: skip
