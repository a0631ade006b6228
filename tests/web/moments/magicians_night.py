"""Magicians' Night's moments: by lamplight, in the dark and in the light, what is chosen, pushed and heard, the end."""

import math
from collections.abc import Callable

from zauber import Match

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


def out_or_first(match: Match) -> int:
    """The eyes of whoever has no cauldron left."""
    out = match.view(match.turn)["out"] if not match.over else []
    return out.index(True) if True in out else 0


def passes(match: Match) -> str:
    """Nobody pushes, and then everybody agrees to a draw."""
    return next((move for move in ("agree", "stop") if move in match.moves_of(match.turn)), "")


def sweeps(match: Match) -> str:
    """Everybody comes in from another side and pushes straight across, until nothing covers the ring."""
    view = match.view(match.turn)
    if view["phase"] in ("choose", "offer"):
        return "play on" if view["phase"] == "offer" else ""
    if view["covered"] is None:
        return "stop"
    side = view["turns"] % 4
    return f"enter {side * 48}" if view["phase"] == "begin" else f"push {(side * 16 + 32) % 64}"


def ousts(match: Match) -> str:
    """Everybody pushes the cauldrons of the first seat (and that one those of the second) over the edge."""
    view = match.view(match.turn)
    victim = 0 if match.turn else 1
    aims = [piece for piece in view["pieces"] if piece["kind"] == "cauldron" and piece["owner"] == victim]
    if view["phase"] in ("choose", "offer") or not aims:
        return "play on" if view["phase"] == "offer" else ""
    aim = max(aims, key=lambda piece: math.hypot(piece["x"], piece["y"]))
    if view["phase"] == "begin":  # not from behind, where the fire is
        angle = math.atan2(aim["y"], aim["x"]) + (1.9, 2.4, -1.9, -2.4)[view["turns"] % 4]
        return f"enter {round(angle / math.tau * 192) % 192}"
    own = next(piece for piece in view["pieces"] if piece["id"] == view["held"])
    way = math.atan2(aim["y"] - own["y"], aim["x"] - own["x"])
    return f"push {round(way / math.tau * 64) % 64}"


def ended(key: str) -> Callable[[Sight], bool]:
    return lambda sight: f"end.{key}" in sight.events


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
    Moment("ring-free", lambda sight: my(sight, "begin") and sight.view["covered"] is None, 3, edition="quick",
           options={"turn_limit": 14}, chance=0, plays=sweeps),
    Moment("out", lambda sight: my(sight, "begin") and any(sight.view["out"]), 3, edition="quick",
           options={"turn_limit": 80}, chance=0, plays=ousts),
    Moment("out-watching-on", lambda sight: sight.view["out"][sight.seat], 3, out_or_first, edition="quick",
           options={"turn_limit": 80}, chance=0, plays=ousts),
    Moment("offer", lambda sight: my(sight, "offer"), 3, chance=0, plays=passes),
    Moment("offer-agreed", lambda sight: my(sight, "offer") and any(sight.view["agreed"]), 4, options=LIGHT, chance=0,
           plays=passes),
    Moment("others-turn", lambda sight: later(sight, 5), 3, onlooker, chance=0),
    Moment("watching", lambda sight: later(sight, 5), 4, watcher, chance=0),
    Moment("watching-light", lambda sight: later(sight, 5), 3, watcher, options=LIGHT, chance=0),
    Moment("won", over, 2, edition="quick", chance=0),
    Moment("lost", over, 3, loser, edition="quick", chance=0),
    Moment("won-helped", ended("helped"), 4, edition="quick", chance=0),
    Moment("lost-helping", ended("helped"), 4, lambda match: match.plies[-1].seat if match.over else 0, edition="quick",
           chance=0),
    Moment("won-light", over, 4, edition="quick", options=LIGHT, chance=0),
    Moment("draw-agreed", ended("agreed"), 4, chance=0, plays=passes),
    Moment("draw-limit", ended("limit"), 3, options={"turn_limit": 3}, chance=0),
    Moment("over-watching", over, 2, watcher, edition="quick", chance=0),
    Moment("curtain", lambda sight: my(sight, "begin"), 3, all_here=True, chance=0),
)  # fmt: skip
