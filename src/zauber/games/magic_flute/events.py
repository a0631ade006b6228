"""What can happen in The Magic Flute: every event that the rules note, with its arguments, and who learns them."""

from collections.abc import Mapping
from typing import Any

from ..contract.events import NUMBER, SEAT, Event, each, only
from .names import EFFECTS, cards_said, said, trial_said

(
    PLAYED, TO_CHOOSE, CHOSE, BY_FIRE, BY_WATER, SUN_FORWARD, SUN_BACK, MOON_FORWARD, MOON_BACK, STAYS, TO_TEMPLE,
    TO_CASTLE, PAMINA_STAYS, TRIAL_ENDS, TRIAL_BEGINS, NONE_IN_EFFECT, MAY_FOLLOW, MAY_FOLLOW_EITHER, MUST_FOLLOW,
    STOPPED, DISCARDED, KEPT, DREW, REBUILT, EMPTY, STUCK,
) = range(26)  # fmt: skip


def _card(name: str, card: int) -> Mapping[str, Any]:
    return {name: said(card)}


def _trial(name: str, trial: int) -> Mapping[str, Any]:
    return {name: trial_said(trial)}


def _choice(name: str, effect: int) -> Mapping[str, Any]:
    return {name: f"@choice.{EFFECTS[effect]}"}


def _goes(piece: str, way: str) -> Event:
    """A piece goes from a space to another (as in the view), so many of them: `n`."""

    def more(words: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"piece": piece, "way": way, "n": abs(words["to"] - words["from"])}

    return Event(f"tell.{piece}_{way}", {"from": NUMBER, "to": NUMBER}, more=more)


def _drawn(words: Mapping[str, Any]) -> Mapping[str, Any]:
    """How many cards, and for whoever knows them the cards in order."""
    return {"n": sum(words["n"]), **(cards_said(sorted(words["cards"])) if "cards" in words else {})}


EVENTS = {
    PLAYED: Event("tell.played", {"who": SEAT, "card": _card}),
    TO_CHOOSE: Event("tell.to_choose", {"who": SEAT, "card": _card}),
    CHOSE: Event("tell.chose", {"who": SEAT, "choice": _choice, "card": _card}),
    BY_FIRE: Event("tell.fire", {}),
    BY_WATER: Event("tell.water", {}),
    SUN_FORWARD: _goes("sun", "forward"),
    SUN_BACK: _goes("sun", "back"),
    MOON_FORWARD: _goes("moon", "forward"),
    MOON_BACK: _goes("moon", "back"),
    STAYS: Event("tell.stays", {}, more=lambda words: {"piece": "symbol"}),
    TO_TEMPLE: _goes("pamina", "temple"),
    TO_CASTLE: _goes("pamina", "castle"),
    PAMINA_STAYS: Event("tell.pamina_stays", {}, more=lambda words: {"piece": "pamina"}),
    TRIAL_ENDS: Event("tell.trial_ends", {"trial": _trial}),
    TRIAL_BEGINS: Event("tell.trial_begins", {"trial": _trial}),
    NONE_IN_EFFECT: Event("tell.no_trial", {}),
    MAY_FOLLOW: Event("tell.may_follow", {"who": SEAT, "card": _card}),
    MAY_FOLLOW_EITHER: Event("tell.may_follow_either", {"who": SEAT, "card": _card, "other": _card}),
    MUST_FOLLOW: Event("tell.must_follow", {"who": SEAT}),
    STOPPED: Event("tell.stopped", {"who": SEAT}),
    DISCARDED: Event("tell.discarded", {"who": SEAT, "card": _card}),
    KEPT: Event("tell.done", {"who": SEAT, "n": NUMBER}),
    DREW: Event(  # and for whoever drew them `titles`, in quotation marks
        "tell.drew",
        {"who": SEAT, "n": each(NUMBER), "cards": each(only(NUMBER, "who"))},
        known="tell.drew_seen",
        more=_drawn,
    ),
    REBUILT: Event("tell.rebuilt", {"n": NUMBER}),
    EMPTY: Event("tell.empty", {"who": SEAT}, rare=True),  # where every card of the pack is music
    STUCK: Event("tell.stuck", {"who": SEAT, "trial": _trial}),
}
