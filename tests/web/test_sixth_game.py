"""A game of somebody else's package in the browser: on the front page, at a table, in a replay and with its rules.

It brings no code for the browser: the house draws what its view says. See `tests/games/test_sixth_game.py`.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.games.plugins import install_examples

from .acting import RESULT, click, play, press, tap
from .house import PHONE, SMALL, WIDE, House, Visitors, Windows
from .players import Player
from .test_looks import check_axe


def never_doubt(moves: list[str]) -> int:
    """Raise where one may, so that matches are not over at once."""
    return 1 if len(moves) > 1 else 0


# The second of the moves is a claim; the last die or the highest claim leaves one.
CUPFUL = Player(3, (".deeds li:nth-child(2) button", ".deeds button"), never_doubt, "", least=2)


@pytest.fixture(scope="module")
def guests(pages: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house with the games of `examples/` installed."""
    examples = install_examples(tmp_path_factory.mktemp("examples"))
    opened = House(tmp_path_factory.mktemp("guests"), examples, more=("--no-compile",))
    yield opened
    opened.close()


@pytest.fixture
def visit(browser: Browser, guests: House) -> Iterator[Visitors]:
    visitors = Visitors(Windows(browser, guests))
    yield visitors
    visitors.close()


def test_it_has_a_name_on_the_front_page_and_one_click_starts_it(visit: Visitors) -> None:
    page = visit().go("/")
    card = page.locator(".worlds > li", has_text="A Cupful of Stars")
    expect(card).to_contain_text("How many stars are in the sky? Claim, or doubt")
    expect(card).to_contain_text("2–4 players")
    expect(page.locator(".worlds > li")).to_have_count(7)
    page.get_by_role("button", name="Play A Cupful of Stars now").click()
    page.get_by_role("dialog").get_by_role("button", name="Begin to play").click()
    expect(page.locator(".prompter")).to_be_visible()
    expect(page.get_by_role("region", name="The table", exact=True)).to_contain_text("The claim, for")


def test_a_whole_match_by_clicking_and_its_replay(visit: Visitors, guests: House) -> None:
    laid = guests.lay("cupful", ["Ada"], 2)
    page = visit(WIDE).go(laid.fragment(0, host=True))
    assert play(page, CUPFUL, click) >= CUPFUL.least
    expect(page.locator("main")).to_contain_text("the last dice, and win")
    page.get_by_role("button", name="Were the shuffles fair?").click()
    expect(page.locator(".fair [role=status]")).to_contain_text("Fair", timeout=240_000)
    page.get_by_role("link", name="See it again").click()
    page.get_by_role("slider", name="Moment of the match").wait_for(timeout=240_000)
    expect(page.get_by_role("region", name="The table", exact=True)).to_contain_text("Ada")


def test_a_whole_match_by_keyboard_alone(visit: Visitors, guests: House) -> None:
    page = visit(SMALL).go(guests.lay("cupful", ["Ada"], 1).fragment(0))
    page.locator(".prompter").wait_for()
    page.keyboard.press("m")
    assert play(page, CUPFUL, press) >= CUPFUL.least


def test_by_touch_on_a_phone_nothing_is_out_of_reach(visit: Visitors, guests: House) -> None:
    page = visit(PHONE, touch=True).go(guests.lay("cupful", ["Ada"], 2).fragment(0))
    page.locator(".prompter").wait_for()
    assert play(page, CUPFUL, tap) >= CUPFUL.least


def test_a_die_on_the_stage_can_be_touched(visit: Visitors, guests: House) -> None:
    page = visit().go(guests.lay("cupful", ["Ada"], 1).fragment(0))
    page.locator(".table.mine").wait_for()
    page.locator(".own button.die").first.click()
    expect(page.locator(".own .die.marked")).to_have_count(1)
    expect(page.locator(".deeds")).not_to_contain_text("Show")
    faces = page.locator(".others .die").evaluate_all("dice => dice.map(die => die.getAttribute('aria-label'))")
    assert set(faces) == {"face down"}


def test_its_rules_are_a_page_with_numbers_to_jump_to(visit: Visitors) -> None:
    page = visit().go("/rules/cupful#R6")
    expect(page.get_by_role("heading", name="A Cupful of Stars", exact=True)).to_be_visible()
    expect(page.locator(".marked")).to_contain_text("All cups are lifted")


def test_the_smallest_example_is_played_too(visit: Visitors, guests: House) -> None:
    page = visit().go(guests.lay("lantern", ["Ada"], 1).fragment(0))
    page.locator(".table.mine").wait_for()
    expect(page.locator(".own .card")).to_have_count(1)
    page.get_by_role("button", name="Keep it").first.click()
    expect(page.locator(RESULT)).to_be_visible()


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
def test_the_plain_stage_is_accessible(night: bool, visit: Visitors, guests: House) -> None:
    page = visit(night=night).go(guests.lay("cupful", ["Ada"], 2).fragment(0))
    page.locator(".table.mine").wait_for()
    check_axe(page)
