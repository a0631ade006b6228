"""A phone held sideways: the whole stage, the hand and the words are in the window, in every game."""

from typing import Any

import pytest
from playwright.sync_api import Page

from .acting import play, press
from .house import House, Visitors, set_size
from .players import GAMES, PLAYERS

SIDEWAYS = ((844, 390), (667, 375))

INSIDE = """() => {
    const boxes = {};
    const places = { stage: '.house', prompter: '.prompter', tools: '.prompter .tools' };
    for (const [name, selector] of Object.entries(places)) {
        const box = document.querySelector(selector).getBoundingClientRect();
        boxes[name] = [box.left, box.top, innerWidth - box.right, innerHeight - box.bottom, box.width, box.height];
    }
    const root = document.documentElement;
    return { boxes, scrolls: root.scrollHeight > root.clientHeight + 1 || root.scrollWidth > root.clientWidth + 1 };
}"""


def check_inside(page: Page) -> dict[str, list[float]]:
    seen: Any = page.evaluate(INSIDE)
    assert not seen["scrolls"], "nothing lies below the fold"
    for name, box in seen["boxes"].items():
        assert min(box[:4]) >= 0, (name, box)
    boxes: dict[str, list[float]] = seen["boxes"]
    return boxes


@pytest.mark.parametrize("game", GAMES)
def test_everything_is_in_the_window(game: str, visit: Visitors, house: House) -> None:
    page = visit(SIDEWAYS[0], touch=True, buttons=True).go(
        house.lay(game, ["Ada"], PLAYERS[game].seats - 1).fragment(0)
    )
    page.locator(".table.mine").wait_for()
    play(page, PLAYERS[game], press, 1)
    for width, height in SIDEWAYS:
        set_size(page, width, height)
        page.wait_for_timeout(200)
        boxes = check_inside(page)
        assert boxes["stage"][5] >= height - 20, "the stage has the whole height"
        assert boxes["stage"][4] >= width * 0.62
        assert boxes["prompter"][1] >= 44, "below the velvet with the way home"


def test_opening_the_moves_does_not_shrink_the_stage(visit: Visitors, house: House) -> None:
    for size in ((1280, 720), (390, 844), (844, 390)):
        page = visit(size).go(house.lay("papageno", ["Ada"], 2).fragment(0))
        page.locator(".table.mine").wait_for()
        before = page.locator(".stage").bounding_box()
        page.get_by_role("button", name="Moves").click()
        page.locator("[data-move]").first.wait_for()
        after = page.locator(".stage").bounding_box()
        assert before is not None
        assert after is not None
        assert after["height"] >= before["height"] - 1
        assert after["width"] >= before["width"] * 0.7


@pytest.mark.parametrize("game", ["mago_magino", "magicians_night"])
def test_on_a_small_phone_the_tools_are_in_sight(game: str, visit: Visitors, house: House) -> None:
    page = visit((360, 640), touch=True).go(house.lay(game, ["Ada"], PLAYERS[game].seats - 1).fragment(0))
    page.locator(".table.mine").wait_for()
    tools = page.locator(".prompter .tools").bounding_box()
    assert tools is not None
    assert tools["y"] + tools["height"] <= 640
