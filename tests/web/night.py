"""Magicians' Night in the hands of a test: dragging the magician by mouse or finger, and named choices."""

import math
from typing import Any

from playwright.sync_api import CDPSession, Page

SHORT: dict[str, Any] = {"edition": "quick", "options": {"turn_limit": 8}}  # a match for a test ends soon (A34)
DISC = ".disc"
OPEN = f"{DISC}.open"
TOUCH = (".hat.open", ".sheet-dark .act", OPEN)  # a hat, an answer to an offer, else a push
HALF = 221.0  # what the drawing shows of the plate, from its middle, in mm


def spot(page: Page, x: float, y: float) -> tuple[float, float]:
    """The place on the screen of a place on the plate, in mm from its middle, y upwards."""
    box = page.locator(DISC).bounding_box()
    assert box is not None
    scale = box["width"] / (2 * HALF)
    return box["x"] + box["width"] / 2 + x * scale, box["y"] + box["height"] / 2 - y * scale


def pieces(page: Page, kind: str) -> list[tuple[str, int, float, float]]:
    """What is drawn of a kind of piece: name, owner (-1: nobody), and where."""
    found = page.locator(f".bodies [data-piece^='{kind}']").evaluate_all(
        """all => all.map(one => {
            const [x, y] = one.style.transform.match(/-?[\\d.]+/g).map(Number);
            return [one.dataset.piece, Number(one.dataset.owner ?? -1), x, -y];
        })"""
    )
    return [(name, owner, x, y) for name, owner, x, y in found]


def magician(page: Page, seat: int) -> tuple[float, float]:
    [(_, _, x, y)] = [piece for piece in pieces(page, "magician") if piece[1] == seat]
    return x, y


class Finger:
    """A mouse, or a finger on a touch screen, that presses, drags and lets go."""

    def __init__(self, page: Page, touch: bool) -> None:
        self.page = page
        self.session: CDPSession | None = page.context.new_cdp_session(page) if touch else None

    def _touch(self, kind: str, *points: tuple[float, float]) -> None:
        assert self.session is not None
        self.session.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]}
        )

    def press(self, x: float, y: float) -> None:
        if self.session:
            self._touch("touchStart", (x, y))
        else:
            self.page.mouse.move(x, y)
            self.page.mouse.down()

    def move(self, x: float, y: float) -> None:
        if self.session:
            self._touch("touchMove", (x, y))
        else:
            self.page.mouse.move(x, y)

    def release(self) -> None:
        if self.session:
            self._touch("touchEnd")
        else:
            self.page.mouse.up()


def rest(page: Page, milliseconds: int) -> bool:
    """Wait a little; whether one may still push then."""
    script = f"ms => new Promise(done => setTimeout(() => done(document.querySelector('{OPEN}') !== null), ms))"
    return bool(page.evaluate(script, milliseconds))


def push(page: Page, touch: bool, seat: int = 0) -> None:
    """A turn by hand: straight through an own cauldron to the middle."""
    own = [(x, y) for _, owner, x, y in pieces(page, "cauldron") if owner == seat]
    if not own:
        return
    x, y = own[0]
    far = math.hypot(x, y) or 1.0
    edge, middle = spot(page, x / far * 185, y / far * 185), spot(page, 0, 0)
    finger = Finger(page, touch)
    finger.press(*edge)
    may = rest(page, 150)
    for part in range(1, 19):  # as slowly as one pushes in the dark
        if not may:
            break
        left = (185 - 9 * part) / 185
        finger.move(*(m + (e - m) * left for m, e in zip(middle, edge, strict=True)))
        may = rest(page, 100)
    finger.release()
    stop = page.locator(".acts .act.main")
    if stop.count() > 0:
        stop.first.dispatch_event("click")
    page.wait_for_timeout(100)


def prefer(moves: list[str]) -> int:
    """The first plan; when there is none, stop."""
    for wanted in ("take", "agree", "plan", "stop"):
        for i, move in enumerate(moves):
            if move.startswith(wanted):
                return i
    return 0
