"""What can happen in Magicians' Night: every event that the rules note, with its arguments, and who learns them.

Places are noted in thousandths of a millimetre, and told in millimetres from the middle of the plate. In the dark the
rules note of a stroke only what glows (A31), so that nothing else can be told.
"""

from collections.abc import Mapping
from typing import Any

from ..contract.events import NUMBER, SEAT, Event, each, only
from .headings import POINTS
from .names import SYMBOL_NAMES, counted, hour, piece_words, way

(
    TOOK, LIGHTS_OUT, LIGHTS_ON, TURN, GOES_ON, ENTERS, LIFTS, HELD_BACK, PUSHED, LAST_PUSH, LANDED, TAKEN, CLACK, FELL,
    PASSES, STOPS, IN_HAND, OUT, OFFERED, ASKED, AGREED, PLAYS_ON,
) = range(22)  # fmt: skip


def _symbol(name: str, symbol: int) -> Mapping[str, Any]:
    return {name: f"@symbol.{SYMBOL_NAMES[symbol]}"}


def _piece(name: str, piece: int) -> Mapping[str, Any]:
    return {name: piece, "what": piece_words(piece)}


def _millimetres(name: str, thousandths: int) -> Mapping[str, Any]:
    return {name: thousandths / 1000}


def _point(name: str, point: int) -> Mapping[str, Any]:
    return {"hour": hour(point), "degrees": point * 360 / POINTS}


def _heading(name: str, heading: int) -> Mapping[str, Any]:
    return {name: heading, "way": f"@way.{way(heading)}"}


def _felt(name: str, level: int) -> Mapping[str, Any]:
    return {name: f"@felt.{level}", "level": level}


def _slid(words: Mapping[str, Any]) -> Mapping[str, Any]:
    """The first piece is the magician; `moved` are the others, as `[id, x, y]`, so that the screen can slide them."""
    (piece, x, y), *others = zip(words["piece"], words["x"], words["y"], strict=True)
    return {"piece": piece, "x": x, "y": y, "moved": [list(other) for other in others]}


def _fell(words: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"what": counted(words["pieces"]), "pieces": str(words["pieces"])}


_PLACE = {"x": _millimetres, "y": _millimetres}
_PLACES = {"piece": each(NUMBER), "x": each(_millimetres), "y": each(_millimetres)}

EVENTS = {
    TOOK: Event("tell.took", {"who": SEAT, "symbol": _symbol}),
    LIGHTS_OUT: Event("tell.lights_out", {}),  # R10, A48
    LIGHTS_ON: Event("tell.lights_on", {}),
    TURN: Event("tell.turn", {"who": SEAT}),
    GOES_ON: Event("tell.goes_on", {"who": SEAT, "piece": NUMBER}),
    ENTERS: Event("tell.enters", {"who": SEAT, "piece": NUMBER, "point": _point, **_PLACE}),
    LIFTS: Event("tell.lifts", {"who": SEAT, "piece": NUMBER, "point": _point, **_PLACE}),
    HELD_BACK: Event("tell.held_back", {"who": SEAT, "piece": NUMBER}),  # A37
    PUSHED: Event(
        "tell.push",
        {"who": SEAT, "heading": _heading, **_PLACES, "felt": only(_felt, "who")},
        known="tell.push_felt",
        more=_slid,
    ),
    LAST_PUSH: Event("tell.push", {"who": SEAT, "heading": _heading, **_PLACES}, more=_slid),  # it ends the turn
    LANDED: Event("tell.landed", {"piece": _piece}),
    TAKEN: Event("tell.taken", {"piece": _piece}, rare=True),  # R28: it takes a better player than the rule of thumb
    CLACK: Event("tell.clack", {"who": SEAT, "n": NUMBER}),  # A32: in the dark only the sound
    FELL: Event("tell.fell", {"who": SEAT, "n": NUMBER, "pieces": each(NUMBER)}, more=_fell),
    PASSES: Event("tell.passes", {"who": SEAT}),
    STOPS: Event("tell.stops", {"who": SEAT, "piece": NUMBER}),
    IN_HAND: Event("tell.in_hand", {"who": SEAT, "piece": NUMBER}),
    OUT: Event("tell.out", {"who": SEAT}, rare=True),  # A43: after very many turns
    OFFERED: Event("tell.offer", {}),
    ASKED: Event("tell.asked", {"who": SEAT}),
    AGREED: Event("tell.agreed", {"who": SEAT}),
    PLAYS_ON: Event("tell.plays_on", {"who": SEAT}),
}
