"""The house works under a path of a larger site, behind a proxy: pages, files, tables, links, pictures and records."""

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from tests.proxy import Proxy

from .acting import RESULT, play, press
from .house import House, Visitors, Windows
from .players import BRIEF, PLAYERS

UNDER = "/zauber"


@pytest.fixture
def proxied(browser: Browser, pages: None, tmp_path: Path) -> Iterator[tuple[Visitors, House, Proxy]]:
    with Proxy([], UNDER) as proxy:
        house = House(tmp_path, more=("--no-compile", "--url", proxy.address + "/", "--trust-proxy"))
        try:
            proxy.ports.append(urlsplit(house.url).port or 0)
            house.url = proxy.address
            visitors = Visitors(Windows(browser, house))
            yield visitors, house, proxy
            visitors.close()
        finally:
            house.close()


def test_everything_is_found_under_the_path(proxied: tuple[Visitors, House, Proxy]) -> None:
    visit, house, proxy = proxied
    page = visit(buttons=True).go("/")
    page.get_by_role("link", name="The rules of Magi", exact=True).click()
    expect(page).to_have_url(f"{house.url}/rules/magi")
    page.reload()  # a deep address, asked of the server
    expect(page.get_by_role("heading", name="The rules of Magi")).to_be_attached()
    page.get_by_role("link", name="Replays").click()
    expect(page).to_have_url(f"{house.url}/replays")
    page.go_back()
    expect(page).to_have_url(f"{house.url}/rules/magi")

    page.goto(house.url + "/new/papageno")
    page.get_by_role("button", name="Set up the game").click()
    page.wait_for_url(f"{house.url}/t/*")
    expect(page.locator("#guest-link")).to_have_value(page.url)
    made = house.post("/api/tables", {"game": "papageno", "seats": 2})
    assert made["link"].startswith(f"{house.url}/t/")
    assert made["qr"].startswith(f"{UNDER}/api/tables/")

    laid = house.lay("papageno", ["Ada"], 1, **BRIEF["papageno"])
    page.goto(house.url + laid.fragment(0))
    page.locator(".prompter").wait_for()
    play(page, PLAYERS["papageno"], press)
    page.locator(RESULT).wait_for()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    assert json.loads(download.value.path().read_text())["game"] == "papageno"
    page.get_by_role("link", name="See it again").click()
    expect(page).to_have_url(f"{house.url}/replay/{laid.table}/1")
    page.reload()
    expect(page.locator(".stage")).to_be_visible()
    asked = page.evaluate("() => performance.getEntriesByType('resource').map(one => one.name)")
    assert asked
    assert all(urlsplit(name).path.startswith(UNDER + "/") for name in asked), asked
    assert proxy.elsewhere == []
