"""Every moment of the gallery, at every size: nothing cut, covered or too small, and nothing that axe objects to.

Whose turn it is and what may be done is heard as well, Tab walks through everything and comes round, and what nobody
touches comes to rest.
"""

import re

import pytest
from playwright.sync_api import Page

from tests.sizes import FULL
from zauber import games

from .acting import RESULT
from .gallery import Picture, games_with_moments, moments, pictures
from .hanging import company, covering, lasting, not_reached, resize, show, text_of, troubles
from .house import SIZES, SMALL, WIDE, House, Visitors
from .test_looks import check_axe

GAMES = games_with_moments()
HEARD = ".prompter .heard[aria-live]"

# How many things on the page move without end.
MOVING = """() => document.getAnimations().filter(one =>
    one.playState === 'running' && one.effect.getComputedTiming().iterations === Infinity).length"""

# How far the tools, and the ways on after a match, reach below the window.
BELOW = """() => Math.max(...[...document.querySelectorAll('.prompter .tools, .sheet > .doors')]
    .map((one) => one.getBoundingClientRect().bottom - innerHeight))"""


def windows(number: int) -> list[tuple[int, int, int]]:
    """The sizes at which a moment is measured, with that of the text in percent: by default one. Every other moment has
    a window with the least room, and every other round of them text of twice its size."""
    if FULL:
        return [(*size, text) for size in SIZES for text in (100, 200)]
    in_turn = [size for pair in zip(SIZES[:4], SIZES[4:], strict=True) for size in pair]
    rounds, turn = divmod(number, len(in_turn))
    return [(*in_turn[turn], 200 if rounds % 2 else 100)]


def test_every_game_has_its_moments() -> None:
    assert list(games.NAMES) == GAMES


@pytest.mark.parametrize("game", GAMES)
def test_every_moment_has_a_record_that_leads_to_it(game: str) -> None:
    shown = {picture.name for picture in pictures(game) if picture.shown()}
    stale = [moment.name for moment in moments(game) if moment.name not in shown]
    assert not stale, f"find them anew: .venv/bin/python -m tests.web.gallery {game}"


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_moment_is_seen_whole_at_every_size(game: str, visit: Visitors, house: House) -> None:
    page = visit(WIDE, keys=True).go("/replays")
    found: dict[str, list[str]] = {}
    for number, picture in enumerate(pictures(game)):
        with company(house, picture):
            show(page, picture)
            if unheard := lasting(page, not_heard):
                found[picture.name] = unheard
            for width, height, text in windows(number):
                with text_of(page, text):
                    resize(page, width, height)
                    wrong = lasting(page, what_is_wrong) + not_shown(page, picture) + covering(page)
                if wrong:
                    found[f"{picture.name} at {width}×{height}, text at {text} %"] = wrong
            if number % 4 == 0 and page.locator(".table.mine").count():
                page.keyboard.press("m")  # the list of moves is walked through as well
            for back in (False, True) if FULL else (number % 2 == 1,):
                if missed := not_reached(page, back):
                    found[f"{picture.name} by {'Shift+Tab' if back else 'Tab'}"] = missed
    assert not found, "\n".join(f"{where}:\n  " + "\n  ".join(what) for where, what in found.items())


@pytest.mark.parametrize("game", GAMES)
def test_the_table_after_a_match_is_seen_whole(game: str, visit: Visitors, house: House) -> None:
    picture = next(one for one in pictures(game) if one.match.over and one.seat >= 0)
    page = visit(WIDE).go(f"{picture.address},{picture.token(-1)}")  # a host has one way more
    page.get_by_role("button", name="Look at the table").click()
    page.get_by_role("button", name="Rematch").wait_for()
    page.get_by_role("button", name="The result").wait_for()
    found = {}
    for width, height in SIZES:
        resize(page, width, height)
        wrong = lasting(page, what_is_wrong)
        if wrong:
            found[f"{picture.name} at {width}×{height}"] = wrong
    assert not found, "\n".join(f"{where}:\n  " + "\n  ".join(what) for where, what in found.items())


def what_is_wrong(page: Page) -> list[str]:
    return troubles(page) + out_of_sight(page)


def not_shown(page: Page, picture: Picture) -> list[str]:
    """What the moment is about, and is not seen."""
    wanted = picture.moment.shows
    return [f"“{wanted}” is not seen"] if wanted and not page.locator(wanted).is_visible() else []


def not_heard(page: Page) -> list[str]:
    """What the speaking region leaves out: whose turn it is, and what one may do."""
    heard = page.locator(HEARD).inner_text()
    if page.locator(".table.mine").count():
        told = heard.startswith("Your turn. ") and len(heard) > len("Your turn. ") + 5
    elif page.locator(f"{RESULT}, .curtain[role=dialog]").count():
        told = heard != ""
    else:
        told = re.match(r"Waiting for |.+’s turn\.", heard) is not None
    return [] if told else [f"It is not heard what may be done: “{heard}”"]


def out_of_sight(page: Page) -> list[str]:
    """The tools below the stage are where one reaches them without scrolling, whatever is said above them; and so are
    the ways on after a match."""
    out: float = page.evaluate(BELOW)
    return [f"The tools or the ways on end {out:.0f} px below the window."] if out > 0 else []


@pytest.mark.parametrize("game", GAMES)
def test_a_stage_that_nobody_touches_comes_to_rest(game: str, visit: Visitors, house: House) -> None:
    shown = next(one for one in pictures(game) if one.match.plies and len(one.match.moves_of(one.seat)) > 0)
    visitor = visit(SMALL, own=True, motion="on")
    visitor.page.clock.install()
    page = visitor.go("/replays")
    with company(house, shown):
        show(page, shown)
        page.clock.run_for(20_000)
        assert page.evaluate(MOVING) == 0


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_axe_has_nothing_against_any_moment(game: str, visit: Visitors, house: House) -> None:
    page = visit(WIDE, keys=True).go("/replays")
    looked_at = pictures(game) if FULL else pictures(game)[::7]
    for number, picture in enumerate(looked_at):
        with company(house, picture):
            show(page, picture)
            for night in (False, True) if FULL else (number % 2 == 1,):
                page.emulate_media(color_scheme="dark" if night else "light")
                page.wait_for_timeout(60)
                check_axe(page)
