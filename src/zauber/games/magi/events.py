"""What can happen in Magi: every event that the rules note, with its arguments, and who learns them.

Nobody but the seat `who` learns which cards it draws. Abilities come as one number, see `coded`.
"""

import functools
from collections.abc import Mapping
from typing import Any

from ..contract.events import NUMBER, SEAT, Event, each, only
from .names import COLOUR_NAMES, WORDS, abilities_in, section_name, word

(
    PLAYED, CHOSE, TAKEN_AWAY, RAISED, NAMED, ANY_MAY_FOLLOW, REVERSED, TURN_TO, TURN_AGAIN, TOOK, TOOK_NOTHING, DREW,
    PASSED, STUCK, SAID_MAGI, KEPT_SILENT, CAUGHT, REBUILT, WAITS, WENT_OUT, LIMIT, COUNTED, COUNTED_NOTHING,
    NEXT_ROUND,
) = range(24)  # fmt: skip


@functools.cache
def _card(name: str, kind: int) -> Mapping[str, Any]:
    return {name: word(kind)}


@functools.cache
def _alone(name: str, kind: int) -> Mapping[str, Any]:
    return {name: [word(kind)]}


@functools.cache
def _abilities(name: str, coded: int) -> Mapping[str, Any]:
    return {name: [f"@ability.{ability}" for ability in abilities_in(*divmod(coded, 16))]}


def _answer(name: str, action: int) -> Mapping[str, Any]:
    return {name: f"@ability.{section_name(action)}"}


def _colour(name: str, colour: int) -> Mapping[str, Any]:
    return {name: f"@colour.{COLOUR_NAMES[colour]}"}


def _clockwise(name: str, direction: int) -> Mapping[str, Any]:
    return {name: direction > 0}


def _sorted(words: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"cards": sorted(words["cards"], key=WORDS.index)} if "cards" in words else {}


EVENTS = {
    PLAYED: Event(
        "tell.played",  # n: cards left in hand
        {"who": SEAT, "card": _card, "abilities": _abilities, "n": NUMBER},
    ),
    CHOSE: Event("tell.chose", {"who": SEAT, "ability": _answer}),  # of a section of Original
    TAKEN_AWAY: Event("tell.reset", {"who": SEAT, "n": NUMBER}),  # a DRAWCOUNT
    RAISED: Event("tell.drawcount", {"n": NUMBER, "sum": NUMBER}),
    NAMED: Event("tell.colour", {"who": SEAT, "colour": _colour}),
    ANY_MAY_FOLLOW: Event("tell.free", {"who": SEAT, "colour": _colour}),
    REVERSED: Event("tell.reversed", {"who": SEAT, "clockwise": _clockwise}),
    TURN_TO: Event("tell.shot", {"who": SEAT, "whom": SEAT}),
    TURN_AGAIN: Event("tell.again", {"who": SEAT, "whom": SEAT}),  # both the same
    TOOK: Event(
        "tell.took",  # the cards of a DRAWCOUNT
        {"who": SEAT, "n": NUMBER, "cards": each(only(_card, "who"))},
        known="tell.took_seen",
        more=_sorted,
    ),
    TOOK_NOTHING: Event("tell.took", {"who": SEAT, "n": NUMBER}),  # n: 0
    DREW: Event("tell.drew", {"who": SEAT, "n": NUMBER, "cards": only(_alone, "who")}, known="tell.drew_seen"),  # n: 1
    PASSED: Event("tell.passed", {"who": SEAT}),
    STUCK: Event("tell.stuck", {"who": SEAT}, rare=True),  # nothing could be drawn
    SAID_MAGI: Event("tell.magi", {"who": SEAT}),
    KEPT_SILENT: Event("tell.silent", {"who": SEAT}),
    CAUGHT: Event("tell.caught", {"who": SEAT, "whom": SEAT, "n": NUMBER}),  # n: cards to draw
    REBUILT: Event("tell.rebuilt", {"n": NUMBER}),  # n: cards in the new talon
    WAITS: Event("tell.waits", {"who": SEAT}),  # no cards, but a DRAWCOUNT lies there
    WENT_OUT: Event("tell.out", {"who": SEAT}),
    LIMIT: Event("tell.limit", {"n": NUMBER}),
    COUNTED: Event("tell.score", {"who": SEAT, "n": NUMBER, "total": NUMBER, "cards": each(_card)}),
    COUNTED_NOTHING: Event("tell.score", {"who": SEAT, "n": NUMBER, "total": NUMBER}, more=lambda words: {"cards": []}),
    NEXT_ROUND: Event("tell.next_round", {"who": SEAT, "number": NUMBER, "card": _card}),
}
