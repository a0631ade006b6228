"""Mago Magino in the browser: players throw the die themselves, and nobody can look up who a frog is."""

import re

from playwright.sync_api import Page, expect

from .acting import HEAR
from .gallery import picture, played_on
from .hanging import company, lasting_troubles, resize, show
from .house import SIZES, SMALL, WIDE, House, Visitors

GAME = "mago_magino"


READY = ".mago .piece.alone, .mago .space.open:enabled"
HAND = ".mago .dice.hand"
SPIN = ".mago .spin"
CHOICE = ".mago .choice"


def move(page: Page) -> None:
    """Move some piece: touch it, or the closer look at its space, and then where it goes; leave a crystal that lies
    there."""
    page.locator(READY).first.click()
    if page.locator(".mago .loupe").count():
        page.locator(".mago .loupe .one.open").first.click()
    page.locator(".mago .goal").first.click()
    expect(page.locator(".mago .goal")).to_have_count(0)
    page.locator(f"{CHOICE}, {HAND}, {SPIN}, {READY}").first.wait_for()
    if page.locator(CHOICE).count():
        page.locator(CHOICE).last.click()


def until_the_die_waits(page: Page) -> None:
    """Move, if that is what one may do; the bot moves, and the die waits."""
    page.locator(f"{READY}, {HAND}").first.wait_for()
    if page.locator(HAND).count() == 0:
        move(page)
    expect(page.locator(HAND)).to_be_visible()


def test_R6_one_throws_the_die_oneself_by_touch_or_key(visit: Visitors, house: House) -> None:
    laid = house.lay(GAME, ["Ada"], 1, options={"arrow": "anywhere"})
    page = visit(SMALL, own=True, motion="fast", buttons=True).go(laid.fragment(0))
    page.locator(".table.mine").wait_for()
    page.evaluate(HEAR)
    until_the_die_waits(page)
    page.reload()
    expect(page.locator(HAND)).to_be_visible()  # it is offered again
    assert page.locator(".mago .piece.alone").count() == 0
    page.keyboard.press("l")
    assert not re.search(r"You roll|Your child|You move", page.get_by_role("dialog").inner_text().split("\n")[-1])
    page.keyboard.press("Escape")
    page.evaluate(HEAR)
    for by_key in (False, True):
        until_the_die_waits(page)
        status = page.locator(".prompter .status")
        expect(status).to_contain_text("Roll the die")
        assert page.locator(".mago .piece.alone").count() == 0, "nothing can be moved before"
        assert not re.search(r"You roll", page.locator(".prompter").inner_text())
        assert not re.search(r"You roll", page.locator(".house > [role=log]").inner_text()), "nor is it heard before"
        expect(page.get_by_role("button", name="Roll the die")).not_to_have_count(0)
        page.evaluate("() => (window.heard = [])")
        if by_key:
            page.keyboard.press("1")
        else:
            page.locator(HAND).click()
        page.keyboard.press("1")  # in vain: it rolls, and what may be moved is not known yet
        expect(page.locator(".mago .dice.hand")).to_have_count(0)
        spin = page.locator(".mago .spin")
        page.locator(f"{READY}, .mago .spin").first.wait_for()
        if spin.count():
            spin.click()
        assert not re.search(r"You move", " ".join(page.evaluate("() => window.heard")))


def test_people_who_share_a_screen_are_called_by_name(visit: Visitors, house: House) -> None:
    page = visit(SMALL, own=True, motion="fast").go(house.lay(GAME, ["Ada", "Bo"]).fragment(0, 1))
    status = page.locator(".prompter .status")
    expect(page.locator(HAND)).to_have_text(re.compile("(Ada|Bo), roll the die"))
    names = ["Ada", "Bo"] if "Ada" in page.locator(HAND).inner_text() else ["Bo", "Ada"]  # chance decides who begins
    for name in names:
        expect(page.locator(HAND)).to_have_text(f"{name}, roll the die")
        expect(status).to_have_text(f"{name}, roll the die")
        throw(page, HAND)
        page.locator(f"{READY}, {SPIN}").first.wait_for()
        if page.locator(SPIN).count():
            expect(page.locator(SPIN)).to_have_text(f"{name}, spin the arrow")
            throw(page, SPIN)
        page.locator(READY).first.wait_for()
        expect(status).to_contain_text(f"{name}’s turn")
        move(page)


def test_R6_the_house_throws_for_whoever_wants_it_and_the_log_tells_no_frog(visit: Visitors, house: House) -> None:
    page = visit(SMALL, motion="fast", throws=True).go(house.lay(GAME, ["Ada"], 1).fragment(0))
    for _ in range(2):
        page.locator(READY).first.wait_for()
        move(page)
    page.locator(READY).first.wait_for()
    assert page.locator(".mago .dice.hand").count() == 0
    page.keyboard.press("l")
    log = page.get_by_role("dialog").inner_text()
    assert "a child" in log or "magician" in log
    assert not re.search(r"frog \d|rolls? a \d|child \d from", log)


def test_R6_die_and_arrow_are_thrown_by_hand_and_cover_nothing_at_any_size(visit: Visitors, house: House) -> None:
    shown = played_on(GAME, "before-the-witch", "throwing")
    page = visit(WIDE, motion="fast").go("/replays")
    with company(house, shown) as people:
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


def test_spaces_are_named_on_the_board_as_the_text_names_them(visit: Visitors, house: House) -> None:
    shown = picture(GAME, "turn")
    page = visit(WIDE).go("/replays")
    with company(house, shown):
        show(page, shown)
        named = page.locator(".mago > svg text").all_text_contents()
        assert len(named) == len(shown.match.view(shown.seat)["spaces"])
        assert {"the house", "forest 1", "the hiding-place", "meadow 9"} <= set(named)
        expect(page.locator(".mago .way")).to_have_count(4)  # the forest leads one way, from the house to the crystals
        spoken = page.locator(".mago [data-space='1']").get_attribute("aria-label") or ""
        assert spoken.startswith("forest 1:")


def test_a_closer_look_says_where_it_looks_and_what_it_asks(visit: Visitors, house: House) -> None:
    shown = picture(GAME, "closer")
    page = visit(WIDE).go("/replays")
    with company(house, shown):
        show(page, shown)
        expect(page.locator(".mago .place")).to_have_text(re.compile(r"^meadow \d: who should go\?$"))
        page.keyboard.press("Escape")
        expect(page.locator(".mago .loupe")).to_have_count(0)


def test_crystals_on_the_ground_are_seen_on_a_phone_whoever_stands_there(visit: Visitors, house: House) -> None:
    shown = picture(GAME, "frogs")
    lying = [space for space in shown.match.view(shown.seat)["spaces"] if space["kind"] != "hiding_place"]
    page = visit((360, 640)).go("/replays")
    with company(house, shown):
        show(page, shown)
        gems = page.locator(".mago .front .gem")
        expect(gems).to_have_count(sum(space["crystals"] for space in lying))
        for gem in gems.all():
            box = gem.bounding_box()
            assert box is not None
            assert box["height"] >= 18
