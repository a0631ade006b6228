"""For everyone: no violation that axe finds, nothing cut, crowded or beyond the edge, in both themes at every size."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from .acting import RESULT, finished, on_turn, press_moves, put_away
from .house import LARGE, PHONE, WIDE, House, Visitors
from .players import GAMES, PLAYERS

MEASURE = (Path(__file__).parent / "measure.js").read_text()
PAGES = ("/", "/new/papageno", "/rules/papageno", "/replays", "/nowhere")
SIZES = {"phone": PHONE, "wide": WIDE, "large": LARGE}
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


def check_axe(page: Page) -> None:
    found = Axe().run(page, options=RULES)
    said = [f"{one['id']}: {one['help']} ({one['nodes'][0]['html'][:160]})" for one in found.response["violations"]]
    assert not said, said


def check_geometry(page: Page) -> None:
    assert page.evaluate(MEASURE) == []


def play_a_little(page: Page, game: str, times: int) -> None:
    act = press_moves(PLAYERS[game])
    page.locator(".prompter").wait_for()
    acted = 0
    while acted < times and not finished(page):
        if not put_away(page):
            page.wait_for_timeout(40)
            if on_turn(page):
                act(page)
                acted += 1
    wait_for_turn_or_end(page)


def wait_for_turn_or_end(page: Page) -> None:
    page.locator(f".table.mine, {RESULT}").first.wait_for()


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
@pytest.mark.parametrize("path", PAGES)
def test_axe_on_every_page(path: str, night: bool, visit: Visitors) -> None:
    page = visit(night=night).go(path)
    page.locator("main h1").first.wait_for(state="attached")
    page.wait_for_timeout(400)
    check_axe(page)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("path", PAGES)
def test_geometry_of_every_page(path: str, size: str, visit: Visitors) -> None:
    page = visit(SIZES[size], touch=size == "phone").go(path)
    page.locator("main h1").first.wait_for(state="attached")
    page.wait_for_timeout(400)
    check_geometry(page)


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
@pytest.mark.parametrize("game", GAMES)
def test_axe_in_the_middle_of_every_game(game: str, night: bool, visit: Visitors, house: House) -> None:
    page = visit(night=night, buttons=True).go(house.lay(game, ["Ada"], PLAYERS[game].seats - 1).fragment(0))
    play_a_little(page, game, 3)
    check_axe(page)
    page.keyboard.press("l")
    page.locator("dialog .log").wait_for()
    check_axe(page)
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    page.locator("dialog article h2").first.wait_for()
    check_axe(page)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_geometry_in_the_middle_of_every_game(game: str, size: str, visit: Visitors, house: House) -> None:
    seats = house_seats(house, game)
    for count in {seats[0], seats[-1]}:
        visitor = visit(SIZES[size], buttons=True)
        page = visitor.go(house.lay(game, ["Ada"], count - 1).fragment(0))
        play_a_little(page, game, 3)
        page.keyboard.press("m")
        page.evaluate("() => localStorage.setItem('zauber.settings', JSON.stringify({ motion: 'off' }))")
        page.reload()
        wait_for_turn_or_end(page)
        page.wait_for_timeout(300)
        check_geometry(page)


@pytest.mark.parametrize("size", ["phone", "wide"])
@pytest.mark.parametrize("game", GAMES)
def test_result_and_replay_are_sound_for_eyes_and_ears(game: str, size: str, visit: Visitors, house: House) -> None:
    page = visit(SIZES[size]).go(house.lay(game, [], PLAYERS[game].seats).fragment(host=True))
    page.locator(RESULT).wait_for()
    check_axe(page)
    page.get_by_role("link", name="See it again").click()
    page.get_by_role("slider", name="Moment of the match").wait_for()
    page.wait_for_timeout(300)
    check_axe(page)
    check_geometry(page)


def house_seats(house: House, game: str) -> list[int]:
    seats: list[int] = next(info["seats"] for info in house.get("/api/games")["games"] if info["name"] == game)
    return seats
