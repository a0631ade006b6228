"""What can happen in Lantern. How bright a drawn lantern is, only its player learns."""

from collections.abc import Mapping

from zauber.games.contract.events import SEAT, Event, each, only

KEPT, DREW, SHOWN = range(3)


def light(name: str, kind: int) -> Mapping[str, int]:
    """A lantern is said as its brightness, from 1."""
    return {name: kind + 1}


EVENTS = {
    KEPT: Event("tell.kept", {"who": SEAT}),
    DREW: Event("tell.drew", {"who": SEAT, "light": only(light, "who")}),
    SHOWN: Event("tell.shown", {"lanterns": each(light)}),
}
