"""Hints at a table and the analysis of a match, by mouse and by keyboard, with words for those who listen."""

import re

import pytest
from playwright.sync_api import expect

from zauber import bots, games

from .house import SMALL, House, Visitors

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
    expect(given).to_contain_text("of the matches that can follow")
    expect(given.locator("[aria-live=polite]")).to_contain_text("Estimated from what you can see")


def test_no_hint_where_the_table_does_not_allow_it(visit: Visitors, house: House) -> None:
    page = visit(SMALL).go(house.lay(GAME, ["Ada"], 3).fragment(0, host=True))
    page.locator(".table.mine").wait_for()
    page.get_by_role("button", name="The table’s menu").click()
    expect(page.get_by_role("dialog").first).to_be_visible()
    expect(page.get_by_role("button", name="A hint, please")).to_have_count(0)


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
        assert abs(start + choices + others + luck - result) <= 3  # each is rounded
    moments = sheet.locator(".moments button")
    if moments.count():
        moments.first.focus()
        page.keyboard.press("Enter")
        expect(sheet).to_have_count(0)
        expect(page.locator(".tools .count")).to_contain_text("Move ")
    else:
        expect(sheet).to_contain_text("No single moment stands out")
