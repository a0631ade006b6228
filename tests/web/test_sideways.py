"""A phone held sideways: the whole stage, the hand and the words are in the window, in every game."""

from typing import Any

import pytest
from playwright.sync_api import Page

from .acting import play, press
from .gallery import picture
from .hanging import company, lasting, show
from .house import House, Visitors, set_size
from .players import GAMES, PLAYERS
from .test_gallery import out_of_sight

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

# Of what has happened: how far it is scrolled, how much lies below what is seen of it, and how it begins.
LAST = """() => {
    const line = document.querySelector('.prompter .last');
    const said = document.querySelector('.prompter .said').getBoundingClientRect();
    const under = Math.max(0, line.getBoundingClientRect().bottom - said.bottom);
    const below = line.scrollHeight - line.clientHeight - line.scrollTop + under;
    return [line.scrollTop, below, getComputedStyle(line).maskImage];
}"""


def outside(page: Page) -> list[str]:
    """What is not where it should be."""
    seen: Any = page.evaluate(INSIDE)
    boxes: dict[str, list[float]] = seen["boxes"]
    width, height = page.evaluate("() => [innerWidth, innerHeight]")
    wrong = ["something lies below the fold"] if seen["scrolls"] else []
    wrong += [f"{name} is outside: {box}" for name, box in boxes.items() if min(box[:4]) < 0]
    if boxes["stage"][5] < height - 20:
        wrong.append("the stage has not the whole height")
    if boxes["stage"][4] < width * 0.62:
        wrong.append("the stage is narrow")
    if boxes["prompter"][1] < 44:
        wrong.append("the words are not below the velvet with the way home")
    return wrong


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
        assert not lasting(page, outside)


def test_in_a_lobby_the_seats_are_in_sight(visit: Visitors, house: House) -> None:
    laid = house.lay("papageno", ["Ada"], 1, seats=4, start=False)
    page = visit(SIDEWAYS[0], touch=True).go(laid.fragment(0, host=True))
    page.locator(".seats li").nth(3).wait_for()
    for width, height in SIDEWAYS:
        set_size(page, width, height)
        for seat in page.locator(".seats li").all():
            box = seat.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= height, "all four seats"
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        lines = page.locator(".seats .name b").evaluate_all("all => all.map(one => one.getClientRects().length)")
        assert lines == [1, 1], "no name is broken"


@pytest.mark.parametrize(("size", "longer"), [((844, 390), True), ((360, 640), False)])
def test_what_happened_last_is_in_sight_and_what_was_before_fades(
    size: tuple[int, int], longer: bool, visit: Visitors, house: House
) -> None:
    page = visit(size).go("/replays")
    shown = picture("papageno", "count-five")
    with company(house, shown):
        show(page, shown)
        end, below, fades = page.evaluate(LAST)
    assert (end > 0) == longer, "upright a line for each seat has room, sideways more is said than that"
    assert below <= 1, "the last sentence is seen"
    assert ("gradient" in fades) == longer


def test_opening_the_moves_does_not_shrink_the_stage(visit: Visitors, house: House) -> None:
    for size in ((1280, 720), (390, 844), (844, 390)):
        page = visit(size).go(house.lay("papageno", ["Ada"], 2).fragment(0))
        page.locator(".table.mine").wait_for()
        before = page.locator(".stage").bounding_box()
        page.locator(".prompter").get_by_role("button", name="Moves").click()
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
    assert not lasting(page, out_of_sight)
