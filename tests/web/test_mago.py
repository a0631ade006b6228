"""Mago Magino in the browser: one throws the die oneself, and nobody can look a frog up."""

import re

from playwright.sync_api import Page, expect

from .gallery import picture
from .hanging import company, lasting_troubles, resize, show
from .house import SIZES, WIDE, House, Visitors

GAME = "mago_magino"


def move(page: Page) -> None:
    """Move some piece: touch it, or the closer look at its space, and then where it goes."""
    piece = page.locator(".mago .piece.alone, .mago .space.open:enabled").first
    piece.click()
    if page.locator(".mago .loupe").count():
        page.locator(".mago .loupe .one.open").first.click()
    page.locator(".mago .goal").first.click()
    leave = page.locator(".mago .choice")
    if leave.count():
        leave.last.click()


READY = ".mago .piece.alone, .mago .space.open:enabled"
HAND = ".mago .dice.hand"
SPIN = ".mago .spin"


def until_the_die_waits(page: Page) -> None:
    """Move, if that is what one may do; the bot moves, and the die waits."""
    page.locator(f"{READY}, {HAND}").first.wait_for()
    if page.locator(HAND).count() == 0:
        move(page)
    expect(page.locator(HAND)).to_be_visible()


def test_R6_one_throws_the_die_oneself_by_touch_or_key(visit: Visitors, house: House) -> None:
    page = visit(motion="fast", buttons=True).go(house.lay(GAME, ["Ada"], 1, options={"arrow": "anywhere"}).fragment(0))
    for by_key in (False, True):
        until_the_die_waits(page)
        status = page.locator(".prompter .status")
        expect(status).to_contain_text("Throw the die")
        assert page.locator(".mago .piece.alone").count() == 0, "nothing can be moved before"
        assert not re.search(r"You throw", page.locator(".prompter").inner_text())
        assert not re.search(r"You throw", page.locator(".house > [role=log]").inner_text()), "nor is it heard before"
        expect(page.get_by_role("button", name="Throw the die")).not_to_have_count(0)
        if by_key:
            page.keyboard.press("1")
        else:
            page.locator(HAND).click()
        expect(page.locator(".mago .dice.hand")).to_have_count(0)
        spin = page.locator(".mago .spin")
        page.locator(f"{READY}, .mago .spin").first.wait_for()
        if spin.count():
            spin.click()


def test_R6_the_house_throws_for_whoever_wants_it_and_the_log_tells_no_frog(visit: Visitors, house: House) -> None:
    page = visit(motion="fast", throws=True).go(house.lay(GAME, ["Ada"], 1).fragment(0))
    for _ in range(2):
        page.locator(READY).first.wait_for()
        move(page)
    page.locator(READY).first.wait_for()
    assert page.locator(".mago .dice.hand").count() == 0
    page.keyboard.press("l")
    log = page.get_by_role("dialog").inner_text()
    assert "a child" in log or "magician" in log
    assert not re.search(r"frog \d|throws? a \d|child \d from", log)


def test_R6_die_and_arrow_are_thrown_by_hand_and_cover_nothing_at_any_size(stroll: Visitors, gallery: House) -> None:
    shown = picture(GAME, "before-the-witch")
    page = stroll(WIDE, motion="fast").go("/replays")
    with company(gallery, shown) as people:
        show(page, shown)
        people.play(shown.match.turn, next(iter(shown.match.moves)))
        page.locator(HAND).wait_for()
        found = measured(page)
        throw(page, HAND)
        page.locator(SPIN).wait_for()
        found += measured(page)
        throw(page, SPIN)
        expect(page.locator(SPIN)).to_have_count(0)
        page.locator(READY).first.wait_for()
    assert not found


def measured(page: Page) -> list[str]:
    found = []
    for width, height in SIZES:
        resize(page, width, height)
        found += [f"{wrong} at {width}×{height}" for wrong in lasting_troubles(page)]
    resize(page, *WIDE)
    return found


def throw(page: Page, what: str) -> None:
    """Press, drag and let go."""
    box = page.locator(what).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y - 30)
    page.mouse.up()
