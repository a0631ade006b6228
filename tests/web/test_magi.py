"""Magi's stage in positions that a match seldom shows: a hand of twenty at a table of eight, Original, “Magi!”, caught.

The server's welcome is changed on its way to the page, and what the page answers is kept.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from zauber.games.magi import GAME
from zauber.games.magi.cards import KINDS
from zauber.games.magi.names import card, face_of
from zauber.games.magi.position import CATCH, DRAW, SAY, SILENT

from .gallery import picture
from .hanging import company, show
from .house import PHONE, SIZES, WIDE, House, Visitors

MEASURE = (Path(__file__).parent / "measure.js").read_text()
NAMES = ["Ada", "Bartholomew", "Cleo", "Dan", "Emilia", "Finn", "Greta", "Hugo"]
KIND = {card(kind): kind for kind in range(KINDS)}
SIX = ["red coin", "red amulet", "blue sword", "yellow coat", "archmage", "ghost"]
TWENTY = [
    *("red coin", "red sword", "red cup", "red shield", "red hourglass", "blue coin", "blue cup", "blue balance"),
    *("blue broom", "blue parchment", "blue sceptre II", "yellow sword", "yellow crystal", "yellow amulet"),
    *("yellow coat", "summoner", "mirror-elder", "falconer", "ghost", "archmage"),
]

Moves = list[dict[str, Any]]


def move(action: int) -> dict[str, Any]:
    label: dict[str, Any] = {"key": "label.pass", "args": {}}
    return {"action": action, "notation": GAME.notation(action), "label": label}


def plays(*cards: str) -> Moves:
    return [move(KIND[name]) for name in cards]


def answers(*said: str) -> Moves:
    return [move(GAME.parse(text)) for text in said]


class Scene:
    """A page that shows a made-up position, and what it has sent."""

    def __init__(self, visit: Visitors, house: House, size: tuple[int, int], hand: list[str], moves: Moves) -> None:
        self.sent: list[dict[str, Any]] = []
        self.hand, self.moves = hand, moves
        self.changes: dict[str, Any] = {}
        self.visitor = visit(size, touch=size == PHONE, own=True)
        self.laid = house.lay("magi", NAMES)

    def show(self, **changes: Any) -> Page:
        edition = GAME.edition().record
        counts = [len(self.hand), 4, 7, 1, 12, 3, 9, 5]
        self.changes = {
            "hand": [face_of(edition, KIND[name]) for name in self.hand],
            "counts": counts,
            "scores": [12, 5, 31, 18, 0, 24, 44, 9],
            "top": face_of(edition, KIND["red cup"]),
            "colour": "red",
            "phase": "main",
            "turn": 0,
            "drawcount": None,
            "silent": [],
            "sections": [],
            **changes,
        }
        self.visitor.page.route_web_socket("**/ws", self.route)
        page = self.visitor.go(self.laid.fragment(0))
        page.locator(".magi").wait_for()
        page.wait_for_timeout(200)
        return page

    @property
    def last(self) -> dict[str, Any]:
        """What the page has sent last; it may still be on its way."""
        for _ in range(600):
            if self.sent:
                break
            self.visitor.page.wait_for_timeout(50)
        return self.sent[-1]

    def route(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda message: self.up(server, str(message)))
        server.on_message(lambda message: socket.send(self.down(str(message))))

    def up(self, server: WebSocketRoute, message: str) -> None:
        said = json.loads(message)
        if said["type"] in ("play", "why"):
            self.sent.append(said)
        else:
            server.send(message)

    def down(self, message: str) -> str:
        frame = json.loads(message)
        if frame["type"] == "welcome":
            frame["states"][0]["view"].update(self.changes)
            frame["states"][0]["moves"] = self.moves
        return json.dumps(frame)


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_a_hand_of_twenty_at_a_table_of_eight_is_free_for_a_finger(
    size: tuple[int, int], visit: Visitors, house: House
) -> None:
    page = Scene(visit, house, size, TWENTY, [*plays("red coin", "ghost"), move(DRAW)]).show()
    seen = page.locator(".slot .seen")
    expect(seen).to_have_count(20)
    for box in (seen.nth(i).bounding_box() for i in range(20)):
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        assert page.evaluate("([x, y]) => document.elementFromPoint(x, y)?.closest('.slot') !== null", middle)
    names = page.locator(".far .tile, .side .tile")
    expect(names).to_have_count(7)
    assert page.evaluate(MEASURE) == []


def test_somebody_who_is_not_on_turn_catches(visit: Visitors, house: House) -> None:
    scene = Scene(visit, house, WIDE, SIX, [move(CATCH + 3)])
    page = scene.show(turn=4, silent=[3])
    expect(page.locator(".prompter")).to_contain_text("Dan did not say “Magi!”")
    page.get_by_role("button", name="Catch Dan!").click()
    assert scene.last["action"] == CATCH + 3
    expect(page.locator("[data-catch='3']")).to_be_visible()


def test_the_word_is_a_large_button(visit: Visitors, house: House) -> None:
    scene = Scene(visit, house, PHONE, ["blue sword"], [move(SAY), move(SILENT)])
    page = scene.show(phase="closing")
    expect(page.locator(".path [aria-current=step]")).to_have_text("Closing")
    button = page.get_by_role("button", name="Magi!", exact=True)
    box = button.bounding_box()
    assert box is not None
    assert box["width"] > 150
    assert box["height"] > 50
    button.tap()
    assert scene.last["action"] == SAY


def test_originals_three_sections_lie_beside_the_card(visit: Visitors, house: House) -> None:
    scene = Scene(visit, house, PHONE, SIX[:4], answers("again", "reverse", "shot", "through"))
    page = scene.show(phase="original_2", sections=["select"])
    buttons = page.locator(".choices button")
    expect(buttons).to_have_count(4)
    expect(page.locator(".choices .chosen")).to_have_text("Select")
    buttons.nth(1).tap()
    assert scene.last["action"] == GAME.parse("reverse")


def test_a_touched_card_is_shown_and_then_played(visit: Visitors, house: House) -> None:
    scene = Scene(visit, house, PHONE, SIX, [*plays("red coin", "ghost"), move(DRAW)])
    page = scene.show()
    ghost = page.locator("[data-card=ghost] .seen")
    ghost.tap()
    expect(page.locator(".reading")).to_contain_text("somebody must draw 1 card more")
    assert scene.sent == []
    page.locator(".reading").get_by_role("button", name="Play").tap()
    assert scene.last["action"] == KIND["ghost"]


def test_a_card_is_shown_for_a_pointer_and_not_for_the_mouse_that_a_tap_reports(visit: Visitors, house: House) -> None:
    """After a tap some browsers report a mouse where the finger was, and so over the card that has slid there."""
    for size in (WIDE, PHONE):
        page = Scene(visit, house, size, SIX, [*plays("red coin", "ghost"), move(DRAW)]).show()
        page.locator("[data-card=ghost] .seen").hover()
        page.wait_for_timeout(300)
        expect(page.locator(".reading")).to_have_count(1 if size == WIDE else 0)


def test_a_card_that_does_not_fit_asks_why(visit: Visitors, house: House) -> None:
    scene = Scene(visit, house, WIDE, SIX, [*plays("red coin", "ghost"), move(DRAW)])
    page = scene.show()
    page.locator("[data-card='blue sword'] .seen").click()
    assert scene.last["type"] == "why"
    assert scene.last["notation"] == "play blue sword"


def test_a_card_is_dragged_to_the_pile(visit: Visitors, house: House) -> None:
    scene = Scene(visit, house, WIDE, SIX, [*plays("red coin", "ghost"), move(DRAW)])
    page = scene.show()
    page.locator("[data-card='red coin'] .seen").drag_to(page.locator(".pile"))
    assert scene.last["action"] == KIND["red coin"]


@pytest.mark.parametrize("size", SIZES)
def test_what_fits_is_shown_below_the_points_of_the_top_card(
    size: tuple[int, int], visit: Visitors, house: House
) -> None:
    shown = picture("magi", "drawcount-high")
    page = visit(size).go("/replays")
    with company(house, shown):
        show(page, shown)
        card, fits = page.locator(".pile .top").bounding_box(), page.locator(".pile .fits").bounding_box()
    assert card is not None
    assert fits is not None
    points = card["y"] + card["height"] * 132.5 / 140  # where the figures stand
    assert fits["y"] >= points - 0.5


@pytest.mark.parametrize("size", SIZES)
def test_the_colours_that_are_asked_for_do_not_push_the_card_over_a_seat(
    size: tuple[int, int], visit: Visitors, house: House
) -> None:
    shown = picture("magi", "colour")
    page = visit(size).go("/replays")
    with company(house, shown):
        show(page, shown)
        card = page.locator(".pile .top").bounding_box()
        places = [seat.bounding_box() for seat in page.locator(".magi [data-plate]").all()]
    seats = [place for place in places if place is not None]
    assert card is not None
    assert len(seats) >= 3
    for seat in seats:
        wide = min(card["x"] + card["width"], seat["x"] + seat["width"]) - max(card["x"], seat["x"])
        high = min(card["y"] + card["height"], seat["y"] + seat["height"]) - max(card["y"], seat["y"])
        assert min(wide, high) <= 2, (card, seat)
