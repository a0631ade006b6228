"""What can happen in Papageno: every event that the rules note, with its arguments, and who learns them.

A card is said as `card` (“5”) and `a_card` (“a 5”), a place as `place` (its number) and `at` (its words).
"""

import functools
from collections.abc import Mapping
from typing import Any

from ..contract.events import NUMBER, SEAT, Event, Kind, each, only
from .names import CARDS, ROWS, SIDES, signed
from .position import LEFT, ROW

(
    CHOSE, TURNED, FIRST_DISCARD, STARTS, DREW, REBUILT, TOOK, PLACED, FLUTED, PASSED, FLUTE_ENDS, MAY_CAPTURE, LAPSES,
    LEFT_ALONE, SWAPPED, DISCARDED, ALL_OPEN, ROUND_ENDS, LIMIT, REVEALED, EGG_TAKES, SCORED, WON_ROUND, NEXT_ROUND,
) = range(24)  # fmt: skip


@functools.cache
def _card(name: str, kind: int) -> Mapping[str, Any]:
    return {name: f"@card.{CARDS[kind]}", f"a_{name}": f"@a.{CARDS[kind]}"}


@functools.cache
def _place(name: str, place: int) -> Mapping[str, Any]:
    return {name: place + 1, name.replace("place", "at"): f"@place.{place + 1}"}


def _row(name: str, row: int) -> Mapping[str, Any]:
    return {name: f"@row.{ROWS[row]}"}


def _side(name: str, side: int) -> Mapping[str, Any]:
    return {name: f"@side.{SIDES[side - LEFT]}"}


def _was(name: str, face_down: int) -> Mapping[str, Any]:
    return {name: "hidden" if face_down else "open"}


def _points(words: Mapping[str, Any]) -> Mapping[str, Any]:
    values = words["values"]
    cancelled = [values[column] == values[column + ROW] for column in range(ROW)]
    return {"points": signed(words["n"]), "cancelled": cancelled}


_LAID: dict[str, Kind] = {"place": _place, "card": _card, "old": _card, "was": _was}  # `old` lay there before

EVENTS = {
    CHOSE: Event("tell.chose", {"who": SEAT, "place": only(_place, "who")}),
    TURNED: Event("tell.turned", {"who": SEAT, "place": _place, "card": _card}),
    FIRST_DISCARD: Event("tell.first_discard", {"card": _card}),
    STARTS: Event("tell.starts", {"who": SEAT}),
    DREW: Event("tell.drew", {"who": SEAT, "card": only(_card, "who")}, known="tell.drew_seen"),
    REBUILT: Event("tell.rebuilt", {"n": NUMBER}),
    TOOK: Event("tell.took", {"who": SEAT, "card": _card}),
    PLACED: Event("tell.placed", {"who": SEAT, **_LAID}),  # `old` goes to the discards
    FLUTED: Event("tell.flute", {"who": SEAT, **_LAID}),  # `old` goes to the left
    PASSED: Event("tell.passed", {"who": SEAT, "whom": SEAT, **_LAID}),  # `whom` gave `card` to `who`
    FLUTE_ENDS: Event("tell.flute_ends", {"whom": SEAT, "card": _card}),
    MAY_CAPTURE: Event("tell.may_capture", {"who": SEAT}),
    LAPSES: Event("tell.capture_lapses", {"who": SEAT}),
    LEFT_ALONE: Event("tell.left", {"who": SEAT}),
    SWAPPED: Event(
        "tell.swapped",  # `who` gave `card` from `place` to `whom` and took `taken` from `their_place`
        {"who": SEAT, "whom": SEAT, "place": _place, "their_place": _place, "card": _card, "taken": _card},
    ),
    DISCARDED: Event("tell.discarded", {"who": SEAT, "card": _card}),
    ALL_OPEN: Event("tell.all_open", {"who": SEAT}),
    ROUND_ENDS: Event("tell.round_ends", {}),
    LIMIT: Event("tell.limit", {"n": NUMBER}),
    REVEALED: Event("tell.revealed", {"who": SEAT, "places": each(_place), "cards": each(_card)}),
    EGG_TAKES: Event("tell.egg", {"who": SEAT, "row": _row, "side": _side, "card": _card}),
    SCORED: Event(
        "tell.score",  # and `points`, and `cancelled` by column; lists go by place
        {"who": SEAT, "n": NUMBER, "cards": each(_card), "values": each(NUMBER)},
        more=_points,
    ),
    WON_ROUND: Event("tell.round_won", {"who": SEAT, "number": NUMBER, "n": NUMBER, "goal": NUMBER}),
    NEXT_ROUND: Event("tell.next_round", {"who": SEAT, "number": NUMBER}),
}
