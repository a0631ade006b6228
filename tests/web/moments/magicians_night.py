"""Magicians' Night's moments: by lamplight, in the dark and in the light, what is chosen, pushed and heard, the end."""

from ..gallery import Moment, Sight, loser, onlooker, watcher

LIGHT = {"light": "light"}


def my(sight: Sight, phase: str) -> bool:
    """Whether it is one's own turn in this phase."""
    return sight.view["phase"] == phase and bool(sight.moves)


def stands(sight: Sight) -> bool:
    """One's own magician stands on the plate."""
    return sight.view["symbols"][sight.seat] not in sight.view["hand"]


def later(sight: Sight, turns: int) -> bool:
    return bool(sight.view["turns"] >= turns)


def deep(sight: Sight) -> bool:
    """Well into a push."""
    return my(sight, "pushing") and sight.view["strokes"] > 12


def over(sight: Sight) -> bool:
    return sight.match.over


def chosen(sight: Sight) -> int:
    return sum(symbol is not None for symbol in sight.view["symbols"])


MOMENTS = (
    Moment("choose", lambda sight: my(sight, "choose"), 3, chance=0),
    Moment("choose-last", lambda sight: my(sight, "choose") and chosen(sight) == 3, 4, chance=0),
    Moment("others-choose", lambda sight: sight.view["phase"] == "choose", 3, onlooker, chance=0),
    Moment("begin", lambda sight: my(sight, "begin"), 3, chance=0),
    Moment("begin-edge", lambda sight: my(sight, "begin"), 2, options={"edge": "faint"}, chance=0),
    Moment("begin-there", lambda sight: my(sight, "begin") and stands(sight) and later(sight, 6), 3, chance=0),
    Moment("entered", lambda sight: my(sight, "entered"), 2, chance=0),
    Moment("pushing", deep, 3, chance=0),
    Moment("pushing-light", lambda sight: deep(sight) and later(sight, 5), 4, options=LIGHT, chance=0),
    Moment("clack", lambda sight: "tell.clack" in sight.events and later(sight, 4), 4, chance=0),
    Moment("fallen", lambda sight: my(sight, "begin") and len(sight.view["gone"]) > 7, 2, options=LIGHT, chance=0),
    Moment("others-turn", lambda sight: later(sight, 5), 3, onlooker, chance=0),
    Moment("watching", lambda sight: later(sight, 5), 4, watcher, chance=0),
    Moment("watching-light", lambda sight: later(sight, 5), 3, watcher, options=LIGHT, chance=0),
    Moment("won", over, 2, edition="quick", chance=0),
    Moment("lost", over, 3, loser, edition="quick", chance=0),
    Moment("won-light", over, 4, edition="quick", options=LIGHT, chance=0),
    Moment("over-watching", over, 2, watcher, edition="quick", chance=0),
)  # fmt: skip
