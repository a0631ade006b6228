"""Hints at a table and the analysis of a match, by mouse and by keyboard, with words for those who listen."""

import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from zauber import bots, games

from .acting import play, press
from .house import SMALL, House, Visitors
from .players import PLAYERS

GAME = "magi"


@pytest.fixture(scope="module", autouse=True)
def prepared() -> None:
    """Compile the search in this process, so that the server finds it in the cache."""
    bots.get("archmage").prepare(games.get(GAME))


def test_a_hint_ranks_moves_with_chances_and_reasons_where_the_table_allows_it(visit: Visitors, house: House) -> None:
    page = visit(SMALL).go(house.lay(GAME, ["Ada"], 3, hints=True).fragment(0, host=True))
    page.locator(".table.mine").wait_for()
    page.get_by_role("button", name="The table’s menu").focus()
    page.keyboard.press("Enter")
    ask = page.get_by_role("button", name="A hint, please")
    ask.focus()
    page.keyboard.press("Enter")
    given = page.get_by_role("region", name="Hint")
    expect(given.get_by_role("listitem").first).to_contain_text(re.compile(r"about \d+ % to win"), timeout=120_000)
    expect(given).to_contain_text(re.compile(r"“.+” (is about as good|may be as good)|Your chance is \d+ percentage"))
    expect(given.locator("[aria-live=polite]")).to_contain_text("Estimated from what you can see")


def test_a_hint_is_asked_for_once_and_goes_with_the_position(visit: Visitors, house: House) -> None:
    visitor = visit(SMALL, own=True, buttons=True)
    asked: list[Route] = []
    page = visitor.page
    page.route("**/hint", lambda route: asked.append(route))
    visitor.go(house.lay(GAME, ["Ada"], 3, hints=True).fragment(0, host=True))
    page.locator(".table.mine").wait_for()
    menu, ask = page.get_by_role("button", name="The table’s menu"), page.get_by_role("button", name="A hint, please")
    given = page.get_by_role("region", name="Hint").get_by_role("listitem")
    menu.click()
    ask.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Thinking about it")).to_be_visible()
    expect(ask).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(menu).to_be_focused()
    menu.click()
    expect(page.get_by_text("Thinking about it")).to_be_visible()
    ask.click(force=True)
    asked[0].continue_()
    expect(given.first).to_be_visible(timeout=120_000)
    ask.click(force=True)
    page.keyboard.press("Escape")
    menu.click()
    expect(given.first).to_be_visible()
    assert len(asked) == 1
    page.keyboard.press("Escape")
    play(page, PLAYERS[GAME], press, 1)
    page.locator(".table.mine").wait_for()
    menu.click()
    expect(ask).to_have_attribute("aria-disabled", "false")
    expect(given).to_have_count(0)


ONLY = {"action": 1, "notation": "x", "label": "Take it", "share": None, "error": 0, "why": "It is your only move."}
TRIED = {**ONLY, "share": 0.305, "why": "Why not?"}


@pytest.mark.parametrize(
    ("moves", "item", "below"),
    [
        ([ONLY], r"Take it\s*It is your only move\.", ""),
        ([TRIED], r"Take it\s*about 3[01] % to win\s*Why not\?", "Estimated"),
    ],
)
def test_a_hint_says_only_what_was_found_out(
    moves: list[dict[str, Any]], item: str, below: str, visit: Visitors, house: House
) -> None:
    """A move without a chance has a reason only."""
    visitor = visit(SMALL, own=True)
    laid = house.lay(GAME, ["Ada"], 3, hints=True)
    page = visitor.go(laid.fragment(0, host=True))
    page.locator(".table.mine").wait_for()
    page.route("**/hint", lambda route: route.fulfill(json={**route.fetch().json(), "moves": moves}))
    page.get_by_role("button", name="The table’s menu").click()
    page.get_by_role("button", name="A hint, please").click()
    given = page.get_by_role("region", name="Hint")
    expect(given.get_by_role("listitem")).to_have_text([re.compile(rf"^\s*{item}\s*$")])
    expect(given.locator(".aside")).to_have_text([re.compile(below)] if below else [])


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
        expect(page.get_by_role("button", name="A hint, please")).to_have_count(int(offered))


def test_the_analysis_shows_chances_luck_and_choices_apart_and_leads_to_the_moments(
    visit: Visitors, house: House
) -> None:
    laid = house.lay(GAME, [], 4, options={"turn_limit": 12})
    page = visit(SMALL).go(laid.fragment(host=True))
    page.get_by_role("link", name="See it again").click(timeout=240_000)  # the bots play to the end
    button = page.get_by_role("button", name="Analysis")
    button.focus()
    page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog", name="How it went")
    expect(sheet.get_by_role("img", name="Chance to win over time")).to_be_visible(timeout=120_000)
    heads = ["Player", "At the start", "Own choices", "The others’ choices", "Luck", "Result"]
    expect(sheet.get_by_role("columnheader")).to_have_text(heads)
    rows = sheet.locator("tbody tr")
    expect(rows).to_have_count(4)
    for row in rows.all():
        texts = row.get_by_role("cell").all_inner_texts()
        start, choices, others, luck, result = (
            int(match[0].replace("−", "-")) for text in texts if (match := re.search(r"−?\d+", text))
        )
        assert start + choices + others + luck == result
    moments = sheet.locator(".moments button")
    if moments.count():
        moments.first.focus()
        page.keyboard.press("Enter")
        expect(sheet).to_have_count(0)
        expect(page.locator(".tools .count")).to_contain_text("Move ")
    else:
        expect(sheet).to_contain_text("No single moment stands out")
