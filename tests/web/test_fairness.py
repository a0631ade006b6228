"""This browser's part of the shuffle: sealed, opened, checked by the browser, also where WebCrypto is missing."""

import json
import time
from typing import Any

from playwright.sync_api import Page, expect

from .acting import RESULT, look, play, press
from .house import PHONE, WIDE, House, Laid, Visitors
from .players import PLAYERS
from .test_looks import check_axe

SHORT: dict[str, Any] = {"options": {"turn_limit": 1}, "start": False}
PLAIN_HTTP = "Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined })"  # as on a LAN address


def play_all(*pages: Page) -> None:
    """Let the people in these windows play, each when it is their turn, until everybody sees the result."""
    player = PLAYERS["papageno"]
    until = time.monotonic() + 240
    while time.monotonic() < until:
        for page in pages:
            sight = look(page)
            if sight.ready and not sight.result:
                press(page, player, sight)
        if all(page.locator(RESULT).count() for page in pages):
            return
        pages[0].wait_for_timeout(40)
    raise AssertionError("The match did not end.")


def wait_for_seals(page: Page, house: House, laid: Laid) -> None:
    """Wait until every browser has sealed its part of the next match."""
    until = time.monotonic() + 60
    while not all(seat["pledge"] for seat in house.get(f"/api/tables/{laid.table}")["seats"]):
        assert time.monotonic() < until, "not everybody has sealed a part"
        page.wait_for_timeout(40)


def fairness(house: House, laid: Laid) -> dict[str, Any]:
    found: dict[str, Any] = house.get(f"/api/tables/{laid.table}")["fairness"]
    return found


def test_two_browsers_seal_open_and_check_for_themselves(visit: Visitors, house: House) -> None:
    laid = house.lay("papageno", ["Ada", "Ben"], **SHORT)
    ada = visit(WIDE, buttons=True).go(laid.fragment(0, host=True))
    phone = visit(PHONE, night=True, own=True, buttons=True)
    phone.context.add_init_script(PLAIN_HTTP)
    ben = phone.go(laid.fragment(1))
    assert ben.evaluate("() => crypto.subtle") is None
    for number, begin in ((1, "Begin"), (2, "Rematch")):
        wait_for_seals(ada, house, laid)
        ada.get_by_role("button", name=begin, exact=True).click()
        expect(ada.locator(RESULT)).to_have_count(0)
        ben.locator(".table").wait_for()
        expect(ben.locator(RESULT)).to_have_count(0)
        play_all(ada, ben)
        shown = fairness(house, laid)
        assert all(shown["entropy"]), number
        assert shown["left_out"] == []
        for page, own, other in ((ada, "Ada", "Ben"), (ben, "Ben", "Ada")):
            panel = page.locator(".fair")
            expect(panel.locator("summary")).to_contain_text("your part is in it")
            expect(panel.locator("li").first).to_be_hidden()
            panel.locator("summary").focus()
            page.keyboard.press("Enter")
            expect(panel).to_contain_text("this browser saw before the match")
            expect(panel).to_contain_text(f"The part of {own} is in, just as this browser sealed it.")
            expect(panel).to_contain_text(f"What was added by {other} fits the seals set beforehand.")
            expect(panel).to_contain_text(f"({shown['key'][:12]}…)")
            check_axe(page, ".fair")
    ada.reload()  # what this browser kept is still there
    expect(ada.locator(".fair summary")).to_contain_text("your part is in it")


def test_a_phone_that_sleeps_does_not_stop_the_start_and_is_named(visit: Visitors, house: House) -> None:
    laid = house.lay("papageno", ["Ada", "Ben"], **SHORT)
    ben = visit(WIDE).go(laid.fragment(1))
    ada = visit(WIDE, buttons=True).go(laid.fragment(0, host=True))
    expect(ada.locator(".seal")).to_contain_text("Sealed so far: the parts of Ada and Ben.")
    ben.goto(house.url + "/healthz")  # the phone is put away
    ada.get_by_role("button", name="Begin", exact=True).click()
    expect(ada.locator(".seal")).to_contain_text("are being opened")
    ada.locator(".table").wait_for()
    ada.keyboard.press("l")
    expect(ada.get_by_role("dialog")).to_contain_text("Ben did not open their part of the shuffle in time")
    ada.keyboard.press("Escape")
    assert fairness(house, laid)["left_out"] == [1]
    ben.go_back()
    ben.locator(".table").wait_for()


def test_a_table_made_to_begin_has_the_makers_part_in_it(visit: Visitors, house: House) -> None:
    page = visit(WIDE).go("/new/papageno")
    page.get_by_role("button", name="Fill with bots").click()
    page.get_by_role("button", name="Begin to play").click()
    page.locator(".prompter").wait_for()
    table = page.url.rsplit("/", 1)[1]
    pledges = house.get(f"/api/tables/{table}")["fairness"]["pledges"]
    assert [bool(pledge) for pledge in pledges] == [True, False, False]


def test_a_house_that_names_another_key_is_caught(visit: Visitors, house: House) -> None:
    visitor = visit(WIDE, own=True, buttons=True)

    def lie(text: str) -> str:
        frame = json.loads(text)
        fair = (frame.get("table") or {}).get("fairness") or {}
        if fair.get("key"):
            fair["key"] = "0" * 64
        return json.dumps(frame)

    def between(socket: Any) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(lie(text)))

    visitor.page.route_web_socket("**/ws", between)
    laid = house.lay("papageno", ["Ada"], 1, **SHORT)
    page = visitor.go(laid.fragment(0, host=True))
    page.get_by_role("button", name="Begin", exact=True).click()
    play(page, PLAYERS["papageno"], press)
    panel = page.locator(".fair")
    expect(panel.locator("summary")).to_contain_text("found something that does not fit")
    wrong = "✗Wrong: The key of the match that the house names is not made of these."
    expect(panel.locator("li.no")).to_have_text(wrong)
