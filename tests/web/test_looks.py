"""Accessibility and layout: axe finds no violation, and nothing is cut, crowded or off screen, in any theme or size."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page

from tests.sizes import FULL
from zauber import games

from .acting import ASKED, play, press, put_away
from .gallery import finished
from .hanging import not_reached, show, text_of
from .house import LARGE, PHONE, WIDE, House, Visitors, set_size
from .players import GAMES, PLAYERS

MEASURE = (Path(__file__).parent / "measure.js").read_text()
PAGES = ("/", "/new/papageno", "/rules/papageno", "/replays", "/nowhere")
SIZES = (WIDE, LARGE, PHONE, (844, 390))
MANY = [True, False] if FULL else [True]  # few sit at most tables of the gallery, which are measured in the same way
AXE = Axe().axe_script
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],  # only violations are reported in full
}


def check_axe(page: Page, part: str = "html") -> None:
    """Nothing is wrong with the page, or with a part of it, given by a selector."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    found = page.evaluate("async ([part, rules]) => (await axe.run(part, rules)).violations", [part, RULES])
    said = [f"{one['id']}: {one['help']} ({one['nodes'][0]['html'][:160]})" for one in found]
    assert not said, said


def check_geometry(page: Page) -> None:
    """Nothing is wrong once the layout has settled, which may take a while on a busy machine."""
    for _ in range(20):
        if page.evaluate(MEASURE) == []:
            return
        page.wait_for_timeout(250)
    assert page.evaluate(MEASURE) == []


def still(stage: Locator) -> bytes:
    """A picture of the stage once nothing on it moves."""
    last = b""
    for _ in range(20):
        stage.page.wait_for_timeout(300)
        shot = stage.screenshot()
        if shot == last:
            return shot
        last = shot
    raise AssertionError("The stage does not come to rest.")


def play_a_little(page: Page, game: str, times: int) -> None:
    page.locator(".prompter").wait_for()
    play(page, PLAYERS[game], press, times)


def at_every_size(page: Page) -> Iterator[None]:
    """The page in windows of every size, one after another."""
    for width, height in SIZES:
        set_size(page, width, height)
        page.wait_for_timeout(200)
        yield


def in_both_themes(page: Page) -> Iterator[None]:
    """The page by night and by day."""
    for night in (True, False):
        yield from in_theme(page, night)


def in_themes(page: Page, game: str) -> Iterator[None]:
    """The page of a game by night and by day; in a short run, every game in one of the two themes."""
    for night in (True, False) if FULL else (GAMES.index(game) % 2 == 0,):
        yield from in_theme(page, night)


def in_theme(page: Page, night: bool) -> Iterator[None]:
    page.emulate_media(color_scheme="dark" if night else "light")
    page.wait_for_timeout(100)
    yield


@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_sound_for_eyes_and_ears(path: str, visit: Visitors) -> None:
    page = visit(keys=True).go(path)
    page.locator("main h1").first.wait_for(state="attached")
    page.wait_for_timeout(400)
    for _ in in_both_themes(page):
        check_axe(page)
    assert not_reached(page) + not_reached(page, back=True) == []
    for _ in at_every_size(page):
        check_geometry(page)
    for size in (WIDE, (390, 844)):
        with text_of(page, 200):
            set_size(page, *size)
            check_geometry(page)


@pytest.mark.parametrize("game", GAMES)
def test_axe_in_the_middle_of_every_game(game: str, visit: Visitors, house: House) -> None:
    page = visit(buttons=True).go(house.lay(game, ["Ada"], PLAYERS[game].seats - 1).fragment(0))
    play_a_little(page, game, 3)
    for _ in in_themes(page, game):
        check_axe(page)
    put_away(page)
    page.keyboard.press("l")
    page.locator("dialog .log").wait_for()
    check_axe(page)
    assert not_reached(page) == [], "it holds the focus until Escape"
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    page.locator("dialog article h2").first.wait_for()
    check_axe(page)
    assert not_reached(page, back=True) == []


@pytest.mark.parametrize("many", MANY, ids=["many", "few"][: len(MANY)])
@pytest.mark.parametrize("game", GAMES)
def test_geometry_in_the_middle_of_every_game(game: str, many: bool, visit: Visitors, house: House) -> None:
    seats = games.get(game).seats
    page = visit(keys=True, buttons=True).go(house.lay(game, ["Ada"], seats[-1 if many else 0] - 1).fragment(0))
    play_a_little(page, game, 3)
    page.keyboard.press("m")
    page.evaluate("() => localStorage.setItem('zauber.settings', JSON.stringify({ motion: 'off' }))")
    page.reload()
    page.locator(ASKED).first.wait_for()
    for _ in at_every_size(page):
        check_geometry(page)
    crests = page.locator(".stage .crest").evaluate_all(
        "all => all.map(one => one.querySelector('path').getAttribute('d'))"
    )
    assert len(set(crests)) == len(crests) == (seats[-1] if many else seats[0]), "seats differ by more than colour"


@pytest.mark.parametrize("game", GAMES)
def test_with_other_colours_one_sees_what_can_be_done(game: str, visit: Visitors, house: House) -> None:
    """For people with deuteranopia, and with the colours that a system forces."""
    visitor = visit(own=True)
    page = visitor.go(house.lay(game, ["Ada"], PLAYERS[game].seats - 1).fragment(0))
    page.locator(".table.mine").wait_for()
    session = visitor.context.new_cdp_session(page)
    stage = page.locator(".stage")
    stage.evaluate("one => { window.opened = [...one.querySelectorAll('.open')]; }")
    for forced in (True, False):
        page.emulate_media(forced_colors="active" if forced else "none")
        session.send("Emulation.setEmulatedVisionDeficiency", {"type": "none" if forced else "deuteranopia"})
        stage.evaluate("() => window.opened.forEach(each => each.classList.add('open'))")
        seen = still(stage)
        stage.evaluate("() => window.opened.forEach(each => each.classList.remove('open'))")
        assert still(stage) != seen, "what can be touched is marked for them too"


@pytest.mark.parametrize("game", GAMES)
def test_result_and_replay_are_sound_for_eyes_and_ears(game: str, visit: Visitors) -> None:
    page = visit(keys=True).go("/replays")
    show(page, finished(game))
    for _ in in_themes(page, game):
        check_axe(page)
    page.get_by_role("link", name="See it again").press("Enter")
    page.get_by_role("slider", name="Moment of the match").wait_for(timeout=240_000)
    page.wait_for_timeout(300)
    check_axe(page)
    assert not_reached(page) + not_reached(page, back=True) == []
    for _ in at_every_size(page):
        check_geometry(page)
