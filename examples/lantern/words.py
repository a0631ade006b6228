"""Lantern in words."""

from collections.abc import Sequence
from typing import Any

from zauber.games.contract.kernel import HIDDEN, NOBODY
from zauber.games.contract.phrases import Phrase
from zauber.games.contract.views import area, piece

VERBS = ("keep", "draw")


def notation(action: int) -> str:
    """What people say aloud."""
    return VERBS[action]


def label(e: Any, s: Any, seat: int, action: int) -> Phrase:
    """The text of a button."""
    return Phrase(f"label.{VERBS[action]}")


def view(e: Any, s: Any, seat: int) -> dict[str, Any]:
    """`lanterns` (brightness from 1, or null when unknown), `turn`, `bag` (how many); the browser draws `tableau`."""
    lanterns = [None if kind == HIDDEN else int(kind) + 1 for kind in s.lantern[: s.seats]]
    tableau = [area(Phrase("area.lantern"), [piece(light)], seat) for seat, light in enumerate(lanterns)]
    return {"lanterns": lanterns, "turn": s.turn, "bag": s.left, "tableau": tableau}


def why(e: Any, s: Any, seat: int, action: int) -> tuple[str, Phrase]:
    """Why an action is not legal."""
    if s.turn == NOBODY:
        return "R3", Phrase("why.over")
    return "R2", Phrase("why.turn", {"whom": s.turn})


def ending(e: Any, s: Any) -> Phrase:
    """Who won."""
    best = max(s.lantern[: s.seats])
    return Phrase("ending", {"who_all": [seat for seat in range(s.seats) if s.lantern[seat] == best]})


def text(e: Any, s: Any, seat: int, names: Sequence[str]) -> str:
    """The table as text."""
    shown = view(e, s, seat)["lanterns"]
    return "\n".join(f"{name}: {'?' if light is None else light}" for name, light in zip(names, shown, strict=False))
