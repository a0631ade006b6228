"""Hints at a table and the analysis of a match, by mouse and by keyboard, with words for those who listen."""

import re

import pytest
from playwright.sync_api import Route, expect

from zauber import bots, games

from .acting import play, press
from .house import SMALL, House, Visitors, allowed
from .players import PLAYERS
from .test_looks import check_axe

GAME = "magi"


@pytest.fixture(scope="module", autouse=True)
def prepared() -> None:
    """Compile the search in this process, so that the server finds it in the cache."""
    bots.get("archmage").prepare(games.get(GAME))


def test_a_hint_lights_up_what_it_means_and_goes_with_the_position(visit: Visitors, house: House) -> None:
    """By keys; the sentence is read out, and figures are behind “more”."""
    visitor = visit(SMALL, own=True, buttons=True)
    asked: list[Route] = []
    page = visitor.page
    page.route("**/hint", lambda route: asked.append(route))
    visitor.go(house.lay(GAME, ["Ada"], 3, hints=True).fragment(0, host=True))
    page.locator(".table.mine").wait_for()
    lamp, given = page.get_by_role("button", name="A hint, please"), page.get_by_role("region", name="Hint")
    lamp.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Thinking about it")).to_be_attached()
    expect(lamp).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("h")
    asked[0].continue_()
    expect(given).to_be_visible(timeout=120_000)
    best = given.locator("strong").inner_text()
    assert "%" not in given.inner_text()
    expect(page.get_by_role("status").filter(has_text=best)).to_be_attached()
    expect(page.locator(".moves [data-move]", has_text=best).first).to_have_css("outline-width", "4px")
    lit = page.locator(".stage [data-plays]").evaluate_all(
        "all => all.filter(one => getComputedStyle(one).outlineWidth === '4px').length"
    )
    assert lit >= 1
    check_axe(page, "section.hint")
    page.keyboard.press("Tab")
    expect(given.get_by_role("button", name="More")).to_be_focused()
    page.keyboard.press("Enter")
    expect(given.get_by_role("listitem").first).to_contain_text(re.compile(r"about \d+ % to win"))
    expect(given).to_contain_text(re.compile(r"“.+” (is about as good|may be as good)|Your chance is \d+ percentage"))
    expect(given).to_contain_text("Estimated from what you can see")
    page.keyboard.press("Escape")
    expect(given).to_have_count(0)
    expect(lamp).to_be_focused()
    expect(page.locator(".moves [data-move]", has_text=best).first).not_to_have_css("outline-width", "4px")
    page.keyboard.press("h")
    expect(given).to_be_visible()
    assert len(asked) == 1
    play(page, PLAYERS[GAME], press, 1)
    expect(given).to_have_count(0)
    page.locator(".table.mine").wait_for()
    expect(lamp).to_have_attribute("aria-disabled", "false")
    expect(given).to_have_count(0)


ONLY = {"action": 1, "notation": "x", "label": "Take it", "share": None, "error": 0}
ONLY |= {"why": "It is your only move.", "reason": "It is your only move."}


def test_a_hint_says_only_what_was_found_out(visit: Visitors, house: House) -> None:
    """A move without a chance has a reason only, and a trouble is told."""
    visitor = visit(SMALL, own=True)
    laid = house.lay(GAME, ["Ada"], 3, hints=True)
    page = visitor.go(laid.fragment(0, host=True))
    page.locator(".table.mine").wait_for()
    page.route("**/hint", lambda route: route.fulfill(json={**route.fetch().json(), "moves": [ONLY]}))
    page.route("**/hint", lambda route: route.fulfill(status=503, json={"sentence": "Too many wait."}), times=1)
    lamp, given = page.get_by_role("button", name="A hint, please"), page.get_by_role("region", name="Hint")
    with allowed(visitor, "Failed to load resource"):
        lamp.click()
        expect(given).to_contain_text("Too many wait.")
    given.get_by_role("button", name="All right").click()
    lamp.click()
    expect(given.locator("strong")).to_have_text("Take it")
    expect(given).to_contain_text("It is your only move.")
    given.get_by_role("button", name="More").click()
    expect(given).not_to_contain_text("%")
    expect(given).not_to_contain_text("Estimated")


def test_hints_are_chosen_with_the_table_and_everybody_is_told(visit: Visitors, house: House) -> None:
    page = visit(SMALL).go(f"/new/{GAME}")
    box = page.get_by_role("checkbox", name="Hints for whoever asks")
    expect(box).not_to_be_checked()
    seats = page.get_by_role("region", name="Seats")
    for hints, told in ((True, "This table has hints"), (False, "There are no hints at this table")):
        box.set_checked(hints)
        page.get_by_role("button", name="Set up the game").click()
        expect(seats).to_contain_text(told)
        table = page.url.rsplit("/", 1)[1]
        assert house.get(f"/api/tables/{table}")["hints"] is hints
        guest = visit(SMALL).go(f"/t/{table}")
        expect(guest.get_by_role("region", name="Seats")).to_contain_text(told)
        page.goto(f"{house.url}/new/{GAME}")
        expect(box).to_be_checked(checked=hints)  # the last answer


@pytest.mark.parametrize("hints", [True, False])
def test_the_menu_tells_players_and_watchers_whether_there_are_hints(
    hints: bool, visit: Visitors, house: House
) -> None:
    laid = house.lay(GAME, ["Ada"], 3, hints=hints)
    for fragment, offered in ((laid.fragment(0, host=True), hints), (laid.fragment(), False)):
        page = visit(SMALL).go(fragment)
        page.locator(".table.mine" if fragment != laid.fragment() else ".table").wait_for()
        page.get_by_role("button", name="The table’s menu").click()
        told = "This table has hints" if hints else "There are no hints at this table"
        expect(page.get_by_role("dialog").first).to_contain_text(told)
        page.keyboard.press("Escape")
        expect(page.get_by_role("button", name="A hint, please")).to_have_count(int(offered))


def test_what_decided_a_match_is_asked_for_on_its_result(visit: Visitors, house: House) -> None:
    laid = house.lay(GAME, [], 4, options={"turn_limit": 12})
    page = visit(SMALL).go(laid.fragment(host=True))
    keep = page.get_by_role("button", name="Keep a picture")
    keep.wait_for(timeout=240_000)  # the bots play to the end
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    with page.expect_download() as saved:
        keep.click()
    assert saved.value.path().read_bytes()[:4] == b"\x89PNG"
    assert not said  # it is the stage that was drawn: where a browser cannot do that, it says so
    page.get_by_role("link", name="What decided it").click()
    sheet = page.get_by_role("dialog", name="What decided it")
    expect(sheet.locator(".headline")).to_be_visible(timeout=120_000)
    page.get_by_text("More: everybody’s chances").click()
    heads = ["Player", "At the start", "Own choices", "The others’ choices", "Luck", "Result"]
    expect(sheet.get_by_role("columnheader")).to_have_text(heads)
    starts = sheet.locator("tbody tr td:nth-of-type(1)").all_inner_texts()
    assert sum(int(start.removesuffix("\u00a0%")) for start in starts) in range(98, 103)  # 100, rounded
    moments = sheet.locator(".moments button.words")
    if moments.count():
        moments.first.focus()
        page.keyboard.press("Enter")
        expect(sheet).to_have_count(0)
        expect(page.locator(".tools .count")).to_contain_text("Move ")
    else:
        expect(sheet).to_contain_text("No single moment stands out")
