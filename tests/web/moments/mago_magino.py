"""Mago Magino's moments: every kind of throw and choice, frogs and crowds, the closer look, and the end."""

from playwright.sync_api import Page

from ..gallery import Moment, Sight, loser, onlooker, watcher


def my(sight: Sight, phase: str, face: str = "") -> bool:
    """Whether it is one's own turn in this phase (and with this face of the die)."""
    return sight.view["phase"] == phase and bool(sight.moves) and face in ("", sight.view["throw"]["face"])


def crowd(sight: Sight) -> int:
    """The most pieces on one space."""
    spaces = sight.view["spaces"]
    return max(int(len(space["children"]) + len(space["frogs"]) + space["magician"]) for space in spaces[1:])


def at_start(sight: Sight) -> bool:
    return len(sight.match.plies) == 0


def frogs(sight: Sight) -> int:
    return len(sight.view["frogs"])


def both_ways(sight: Sight) -> bool:
    """A child may go with a crystal or without."""
    return any(f"load {move}" in sight.moves for move in sight.moves)


def meets(sight: Sight) -> bool:
    """Several pieces that may be moved stand on one space."""
    spaces = sight.view["spaces"]
    return my(sight, "move") and any(len(space["frogs"]) > 1 for space in spaces) and crowd(sight) > 2


def over(sight: Sight) -> bool:
    return sight.match.over


def pick(page: Page) -> None:
    page.locator(".mago .piece.alone, .mago .space.open:enabled").first.click()


def look_closer(page: Page) -> None:
    page.locator(".mago .space.open:enabled").last.click()


MOMENTS = (
    Moment("start", at_start, 2),
    Moment("start-five", at_start, 5),
    Moment("turn", lambda sight: my(sight, "move", "steps") and len(sight.match.plies) > 20, 3),
    Moment("picked", lambda sight: my(sight, "move", "steps") and len(sight.match.plies) > 12, 2, then=pick),
    Moment("witch", lambda sight: my(sight, "move", "witch") and len(sight.match.plies) > 10, 4),
    Moment("bewitched", lambda sight: my(sight, "move") and "tell.bewitched" in sight.events, 4),
    Moment("frogs", lambda sight: my(sight, "move") and frogs(sight) > 3, 5, chance=0.4),
    Moment("crowd", lambda sight: crowd(sight) if my(sight, "move") else 0, 5, best=True, matches=30, chance=0.4),
    Moment("closer", meets, 5, then=look_closer, chance=0.4),
    Moment("pick-up", lambda sight: my(sight, "pick_up"), 2),
    Moment("with-or-without", lambda sight: my(sight, "move") and both_ways(sight), 3, chance=0.4),
    Moment("again", lambda sight: my(sight, "again"), 3),
    Moment("others-turn", lambda sight: len(sight.match.plies) > 15, 4, onlooker),
    Moment("watching", lambda sight: len(sight.match.plies) > 25 and frogs(sight) > 0, 5, watcher),
    Moment("long-board", lambda sight: my(sight, "move") and len(sight.match.plies) > 15, 3, edition="long_board"),
    Moment("won", over, 2),
    Moment("lost", over, 5, loser),
    Moment("over-watching", over, 3, watcher),
)  # fmt: skip
