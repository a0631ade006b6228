"""What brings people back: a house to install that never shows an old page, messages, tables by the day, and quiet."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from .house import PHONE, House, Visitors, Windows


@pytest.fixture(scope="module")
def house(pages: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house for children, without bots."""
    opened = House(tmp_path_factory.mktemp("reach"), more=("--no-compile", "--children"))
    yield opened
    opened.close()


@pytest.fixture
def visit(browser: Browser, house: House) -> Iterator[Visitors]:
    visitors = Visitors(Windows(browser, house))
    yield visitors
    visitors.close()


HELD = "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"


def test_the_house_can_be_installed_and_says_kindly_that_it_is_away(
    browser: Browser, pages: None, house: House
) -> None:
    context = browser.new_context(service_workers="allow", permissions=["notifications"])
    page = context.new_page()
    page.goto(house.url)
    page.wait_for_function(HELD)
    found: Any = page.evaluate(
        """async () => {
            const link = document.querySelector('link[rel=manifest]').href;
            const manifest = await (await fetch(link)).json();
            const sizes = {};
            for (const { src, sizes: said, type } of manifest.icons) {
                if (type !== 'image/png') continue;
                const picture = new Image();
                picture.src = new URL(src, link);
                await picture.decode();
                sizes[src] = [said, `${picture.naturalWidth}x${picture.naturalHeight}`];
            }
            return { name: manifest.name, start: new URL(manifest.start_url, link).href, sizes };
        }"""
    )
    assert found["name"] == "Zauber"
    assert found["start"] == house.url + "/"
    assert found["sizes"]["icon-full.png"] == ["512x512", "512x512"]
    assert all(said == drawn for said, drawn in found["sizes"].values())

    # Only the page for those who have no connection is kept.
    kept = page.evaluate(
        """async () => {
            const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
            return Promise.all(stores.map(async (store) => (await store.keys()).map(({ url }) => url)));
        }"""
    )
    assert kept == [[house.url + "/offline.html"]]
    context.set_offline(True)
    page.goto(house.url + "/rules/magi")
    expect(page.get_by_role("heading", name="The house cannot be reached")).to_be_visible()
    context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", name="The rules of Magi")).to_be_visible()

    # A message is shown, and leads to its table.
    session = context.new_cdp_session(page)
    registered: list[Any] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: registered.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    page.wait_for_function(HELD)
    while not registered:
        page.wait_for_timeout(20)
    message = {"origin": house.url, "registrationId": registered[0]["registrationId"]}
    data = '{"title":"Papageno","body":"It is your turn.","table":"k7m29qxd3v"}'
    session.send("ServiceWorker.deliverPushMessage", {**message, "data": data})
    page.wait_for_function(
        """async () => {
            const shown = await (await navigator.serviceWorker.ready).getNotifications();
            return shown.map((one) => [one.title, one.body, one.tag]).join() === 'Papageno,It is your turn.,k7m29qxd3v';
        }"""
    )
    context.close()


def test_a_table_by_the_day_says_until_when_there_is_time(visit: Visitors, house: House) -> None:
    page = visit(size=PHONE).go("/new/magic_flute")
    page.get_by_role("radio", name="3 days a move").check()
    page.get_by_role("radio", name="I decide").check()
    # In this house a name is chosen.
    name = page.get_by_role("combobox", name="Your name")
    assert name.evaluate("(list) => list.options.length") > 20
    name.select_option("Juniper")
    page.get_by_role("button", name="Set up the game").click()
    page.wait_for_url(re.compile("/t/"))
    expect(page.get_by_text("everybody has 3 days for a move. After that the host decides.")).to_be_visible()
    made = house.get("/api/tables/" + page.url.split("/t/")[1].split("#")[0])
    assert (made["days"], made["decides"]) == (3, "host")
    assert made["seats"][0]["name"] == "Juniper"

    laid = house.lay("magic_flute", ["Wren", "Robin"], days=2)
    page = visit().go(laid.fragment(0))
    expect(page.locator(".prompter").get_by_text("There is time until")).to_be_visible()
    turn = house.get(f"/api/tables/{laid.table}")
    assert turn["due"] is not None
    page.keyboard.press("t")
    expect(page.get_by_role("button", name="Tell me when it is my turn")).to_be_visible()
    page.keyboard.press("Escape")
    other = visit().go(laid.fragment(1))
    other.locator(".prompter").wait_for()
    marked = [str(one.locator('link[rel="icon"]').get_attribute("href")) for one in (page, other)]
    assert sorted(map(str, marked)) == ["/icon-turn.svg", "/icon.svg"]


def test_who_is_muted_is_not_heard_until_they_are_again(visit: Visitors, house: House) -> None:
    laid = house.lay("papageno", ["Wren", "Robin"])
    visitor = visit()
    page = visitor.go(laid.fragment(0))
    page.locator(".prompter").wait_for()
    page.keyboard.press("t")
    page.get_by_role("button", name="Mute Robin").click()
    expect(page.get_by_role("button", name="Mute Robin")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="Mute Wren")).to_have_count(0)
    page.keyboard.press("Escape")
    other = visit().go(laid.fragment(1))
    other.locator(".prompter").wait_for()
    for key in ("hello", "oops"):
        other.keyboard.press("l")
        other.get_by_role("button", name="Hello!" if key == "hello" else "Oops!").click()
        other.keyboard.press("Escape")
        if key == "hello":  # heard by the one who said it, and not by who has muted them, also after a reload
            expect(other.locator(".speech")).to_contain_text("Hello!")
            page.reload()
            page.locator(".prompter").wait_for()
            page.keyboard.press("t")
            expect(page.get_by_role("button", name="Mute Robin")).to_have_attribute("aria-pressed", "true")
            page.keyboard.press("Escape")
    page.keyboard.press("l")
    expect(page.locator(".log")).to_be_visible()
    expect(page.locator(".log")).not_to_contain_text("Oops!")
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    page.get_by_role("button", name="Mute Robin").click()
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    expect(page.locator(".log")).to_contain_text("Robin: Oops!")
