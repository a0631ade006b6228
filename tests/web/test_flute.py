"""The Magic Flute: the words of a touched card leave the board as it is; a draw has no winner; the end is said once."""

import pytest
from playwright.sync_api import Page, expect

from .gallery import Picture, picture
from .hanging import company, resize, show
from .house import House, Visitors

GAME = "magic_flute"
HANDS = ("fire-flute", "double-pack", "silence", "pamina-at-the-gate", "trial-ends")

# How high the board is, and how much of the words does not fit into their place.
MEASURED = """() => {
    const reading = document.querySelector('.reading');
    const board = document.querySelector('.flute .scene').getBoundingClientRect().height;
    return [board, reading ? reading.scrollHeight - reading.clientHeight : 0];
}"""


def touch_every_card(page: Page, shown: Picture) -> None:
    before = page.evaluate(MEASURED)[0]
    for card in page.locator(".hand .slot").all():
        card.tap()
        page.locator(".reading").wait_for()
        board, too_much = page.evaluate(MEASURED)
        label = card.get_attribute("aria-label")
        assert board == pytest.approx(before, abs=1), f"{shown.name}: the words of {label} take room from the board"
        assert too_much <= 1, f"{shown.name}: the words of {label} do not fit"


@pytest.mark.parametrize("size", [(844, 390), (360, 640)])
def test_the_words_of_a_touched_card_do_not_squeeze_the_board(
    size: tuple[int, int], visit: Visitors, house: House
) -> None:
    page = visit(touch=True).go("/replays")
    for name in HANDS:
        shown = picture(GAME, name)
        with company(house, shown):
            resize(page, *size)
            show(page, shown)
            touch_every_card(page, shown)


def test_tab_comes_from_a_card_to_what_its_words_lie_over(visit: Visitors, house: House) -> None:
    page = visit((360, 640)).go("/replays")
    shown = picture(GAME, "fire-flute")
    with company(house, shown):
        show(page, shown)
        page.locator(".hand .slot").first.focus()
        page.locator(".reading").wait_for()
        for place in (".trials", ".piles"):
            page.keyboard.press("Shift+Tab")
            expect(page.locator(f"{place} button")).to_be_focused()
        expect(page.locator(".reading")).to_be_visible()


def test_nobody_is_called_the_winner_of_a_draw(visit: Visitors, house: House) -> None:
    page = visit().go("/replays")
    shown = picture(GAME, "draw")
    with company(house, shown):
        show(page, shown)
        assert page.locator(".shares li").count() == 2
        assert page.locator(".shares .winner").count() == 0
        assert page.get_by_text("winner", exact=True).count() == 0


def test_how_a_match_ended_is_heard_once(visit: Visitors, house: House) -> None:
    page = visit().go("/replays")
    shown = picture(GAME, "won-by-pamina")
    with company(house, shown):
        show(page, shown)
        expect(page.locator(".house .heard[role=log]")).to_contain_text("Pamina reaches the Temple of the Sun")
        expect(page.locator(".prompter .heard[aria-live]")).to_have_text("The match is over.")
