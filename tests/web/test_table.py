"""At a table: refusals and explanations appear beside their subject and go in time; pace, the menu, the curtain."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from .acting import NOTES_STAY, RESULT, SHEET, Sight, at_once, play, press
from .gallery import picture
from .hanging import company, covering, show
from .house import PHONE, SMALL, WIDE, House, Visitors
from .players import GAMES, PLAYERS

# It is told once more, and meanwhile one may do nothing.
SHOWN_AGAIN = """() => !document.querySelector('.table.mine')
    && document.querySelector('.prompter').textContent.includes('Once more')"""


def clear_of(sheet: Locator, subject: Locator) -> bool:
    """Whether the sheet is in the window and does not cover its subject."""
    a, b = sheet.bounding_box(), subject.bounding_box()
    width, height = sheet.page.evaluate("() => [innerWidth, innerHeight]")
    assert a is not None
    assert b is not None
    inside = a["x"] >= 0 and a["y"] >= 0 and a["x"] + a["width"] <= width
    apart_sideways = a["x"] >= b["x"] + b["width"] or b["x"] >= a["x"] + a["width"]
    apart = apart_sideways or a["y"] >= b["y"] + b["height"] or b["y"] >= a["y"] + a["height"]
    return inside and a["y"] + a["height"] <= height and apart


def sit_alone(page_at: Visitors, house: House, size: tuple[int, int] = WIDE, own: bool = False) -> Page:
    page = page_at(size, touch=size == PHONE, own=own).go(house.lay("papageno", ["Ada"], 2).fragment(0, host=True))
    page.locator(".table.mine").wait_for()
    expect(page.locator(".stage .plate.waiting")).to_have_count(1)  # the others have chosen already
    return page


def test_a_refusal_lies_beside_what_was_touched_and_goes_when_it_is_no_longer_true(
    visit: Visitors, house: House
) -> None:
    for size in (WIDE, PHONE, (844, 390)):
        page = sit_alone(visit, house, size)
        pile = page.locator(".pile").first
        pile.click()
        note = page.locator(".beside:has(.note)")
        expect(note).to_contain_text("First every player turns up one card")
        assert clear_of(note, pile)
        page.keyboard.press("Escape")
        expect(note).to_have_count(0)
        pile.click()
        expect(note).to_have_count(1)
        page.locator(".own .slot.open").first.click()  # another scene: now a card may be drawn
        expect(page.locator(".prompter")).to_contain_text("Draw a card")
        expect(note).to_have_count(0)


def test_escape_closes_whatever_has_opened(visit: Visitors, house: House) -> None:
    page = sit_alone(visit, house, own=True)
    page.evaluate(NOTES_STAY)
    note = page.locator(".beside:has(.note)")
    page.locator(".pile").first.click()
    expect(note).to_have_count(1)
    page.keyboard.press("Escape")
    expect(note).to_have_count(0)
    opened = page.locator("dialog[open], .moves.sheet")
    for key in "mrlt":
        page.keyboard.press(key)
        expect(opened).to_have_count(1)
        page.keyboard.press("Escape")
        expect(opened).to_have_count(0)
    page.get_by_role("button", name="Settings").click()
    expect(opened).to_have_count(1)
    page.keyboard.press("Escape")
    expect(opened).to_have_count(0)


def test_a_card_explains_itself_beside_it_by_pointer_focus_and_touch(visit: Visitors, house: House) -> None:
    page = sit_alone(visit, house)
    card = page.locator(".own .slot").nth(4)
    sheet = page.locator(".beside:has(.explain)")
    card.hover()
    expect(sheet).to_contain_text("Nobody knows it yet")
    assert clear_of(sheet, card)
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    page.mouse.move(2, 2)
    card.focus()
    page.keyboard.press("Shift+Tab")
    expect(sheet).to_contain_text("Nobody knows it yet")
    assert clear_of(sheet, page.locator(":focus"))
    page.keyboard.press("Enter")
    expect(page.locator(".prompter")).to_contain_text("Draw a card")
    expect(sheet).to_have_count(0)


LONG_PRESS = """one => {
    const box = one.getBoundingClientRect();
    const middle = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 };
    const at = { bubbles: true, pointerType: "touch", ...middle };
    one.dispatchEvent(new PointerEvent('pointerdown', at));
}"""
LET_GO = """one => {
    one.dispatchEvent(new PointerEvent('pointerup', { bubbles: true, pointerType: 'touch' }));
    one.dispatchEvent(new PointerEvent('click', { bubbles: true, cancelable: true, pointerType: 'touch', detail: 1 }));
}"""
TWICE = """one => {
    const box = one.getBoundingClientRect();
    const at = { bubbles: true, cancelable: true, detail: 1, clientX: box.left + 9, clientY: box.top + 9 };
    one.dispatchEvent(new PointerEvent('click', at));
    document.elementFromPoint(at.clientX, at.clientY).dispatchEvent(new PointerEvent('click', { ...at, detail: 2 }));
}"""


def test_a_finger_that_stays_explains_and_the_moves_are_a_sheet_that_is_seen(visit: Visitors, house: House) -> None:
    page = visit((360, 640), touch=True).go("/replays")
    shown = picture("papageno", "turn-five")
    with company(house, shown):
        show(page, shown)
        pile = page.locator("[data-spot=pile]")
        sheet = page.locator(".beside:has(.explain)")
        pile.evaluate(LONG_PRESS)
        expect(sheet).to_contain_text("which only you see")
        pile.evaluate(LET_GO)
        expect(page.locator(".table.mine .pile.open")).to_have_count(2)  # nothing was played
        assert covering(page, 9) == []
        page.locator(".prompter").get_by_role("button", name="Moves").tap()
        moves = page.get_by_role("dialog", name="What you may do now")
        expect(moves).to_contain_text("the lightest wire wins a feather")
        moves.get_by_role("button", name="Close").tap()
        expect(moves).to_have_count(0)


def test_a_double_tap_acts_once(visit: Visitors, house: House) -> None:
    page = visit((640, 360), touch=True).go(house.lay("papageno", ["Ada", "Bo"]).fragment(0))
    page.locator(".own .slot.open").first.evaluate(TWICE)
    expect(page.locator(".own .slot.picked")).to_have_count(1)
    page.wait_for_timeout(300)
    expect(page.locator(".beside.loud")).to_have_count(0)  # it would say why the second tap did nothing


def test_behind_the_curtain_nobody_reads_what_the_one_before_was_told(visit: Visitors, house: House) -> None:
    page = visit(SMALL, buttons=True).go(house.lay("papageno", ["Ada", "Bo"]).fragment(0, 1, host=True))
    looked: list[str] = []

    def curtain(sight: Sight) -> None:
        looked.append(sight.curtain)
        said = page.locator(".prompter .last").inner_text()
        assert "you" not in said.lower(), said
        page.keyboard.press("l")
        for name in ("Log", "Moves"):
            expect(page.get_by_role("button", name=name)).to_be_disabled()
        expect(page.locator("dialog")).to_have_count(0)

    play(page, PLAYERS["papageno"], press, 6, curtain)
    assert len(set(looked)) == 2


def test_the_menu_has_all_ways_and_to_give_up_a_seat_lets_a_bot_play_on(visit: Visitors, house: House) -> None:
    soon = house.lay("papageno", ["Ada"], 2, options={"turn_limit": 4})  # so that the bots are done soon
    page = visit(WIDE).go(soon.fragment(0, host=True))
    page.locator(".table.mine").wait_for()
    page.get_by_role("button", name="The table’s menu").click()
    menu = page.get_by_role("dialog", name="This table")
    expect(menu).to_contain_text("This link opens on this computer alone")  # as the lobby says of its own
    expect(menu.get_by_role("button", name="Take back")).to_be_disabled()
    expect(menu).to_contain_text("Nothing can be taken back now.")
    expect(menu).to_contain_text("The goal: When a round ends, the lightest wire wins a feather.")
    for name in ("Rules", "What happened", "Take back", "Copy the link", "Give up my seat"):
        expect(menu.get_by_role("button", name=name)).to_be_visible()
    expect(menu.get_by_text("Nobody watches")).to_be_visible()
    menu.get_by_role("group", name="Pace at the table").get_by_role("radio", name="Fast").check()
    menu.get_by_role("button", name="Give up my seat").click()
    sure = page.get_by_role("dialog", name="Give up your seat?")
    expect(sure).to_contain_text("a bot takes your seat for good")
    expect(sure).to_be_in_viewport(ratio=1)
    sure.get_by_role("button", name="Give it to a bot").click()
    expect(menu).to_have_count(0)
    expect(page.locator(".prompter")).to_contain_text("You are watching")
    expect(page.locator("#result-title")).to_be_visible(timeout=240_000)  # the bots play to the end


def test_sound_is_switched_in_sight(visit: Visitors, house: House) -> None:
    page = sit_alone(visit, house, PHONE)
    switch = page.get_by_role("button", name="Sound")
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")


def test_a_paused_table_waits_and_what_happened_is_shown_again(visit: Visitors, house: House) -> None:
    page = visit(SMALL).go(house.lay("papageno", ["Ada"], 2, pace="fast").fragment(0, host=True))
    page.locator(".table.mine").wait_for()
    expect(page.locator(".stage .plate.waiting")).to_have_count(1)  # the others have chosen
    page.keyboard.press("p")
    page.locator(".own .slot.open").first.click()
    for _ in range(60):
        if page.locator(".own .slot.open, .pile.open").count():
            break
        page.wait_for_timeout(100)
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".table.mine")).to_have_count(1)
    again, did = page.get_by_role("button", name="See again"), page.locator(".prompter .last li")
    while again.is_disabled() or did.count() < 2:  # Ada or Celeste has begun, so not both have done anything since
        page.keyboard.press("1")
        page.wait_for_timeout(300)
        expect(page.locator(".table.mine")).to_have_count(1)
    # What each of the others did since stands below the stage until one moves, and all of it outlives a reload.
    expect(did).to_have_text([re.compile("Bruno"), re.compile("Celeste")])
    for key in ("", "a"):
        words = did.all_text_contents()
        page.keyboard.press(key) if key else again.click()
        at_once(page, SHOWN_AGAIN)
        expect(page.locator(".table.mine")).to_have_count(1)
        expect(did).to_have_text(words)
        page.reload()
        expect(again).to_be_enabled()
    page.keyboard.press("1")
    expect(page.locator(".prompter .last")).not_to_contain_text("Celeste")


def focused(page: Page) -> str:
    return str(page.evaluate("() => document.activeElement === document.body ? '' : document.activeElement.className"))


def test_whoever_listens_hears_whose_turn_it_is_and_what_may_be_done(visit: Visitors, house: House) -> None:
    page = sit_alone(visit, house)
    said = page.locator(".prompter .heard[aria-live]")
    expect(said).to_have_text("Your turn. Choose one of your six cards to turn up.")
    page.keyboard.press("1")
    expect(said).to_have_text(re.compile("^Your turn. Draw a card|’s turn"))


@pytest.mark.parametrize("game", GAMES)
def test_the_focus_never_falls_to_the_body(game: str, visit: Visitors, house: House) -> None:
    page = visit(SMALL).go(house.lay(game, ["Ada"], PLAYERS[game].seats - 1).fragment(0, host=True))
    page.locator(".table.mine").wait_for()
    page.locator(".prompter").get_by_role("button", name="Moves").click()
    for _ in range(3):
        page.locator(f"[data-move]:enabled, {RESULT}").first.wait_for()
        if page.locator(RESULT).count():
            break
        page.locator("[data-move]:enabled").first.focus()
        page.keyboard.press("Enter")
        page.wait_for_timeout(700)
        assert focused(page), "after a move"


@pytest.mark.parametrize("game", ["papageno", "magi"])
def test_the_focus_goes_to_the_stage_when_a_counted_round_is_put_away(game: str, visit: Visitors, house: House) -> None:
    shown = picture(game, {"papageno": "count", "magi": "counted"}[game])
    page = visit(SMALL).go("/replays")
    with company(house, shown):
        show(page, shown)
        expect(page.locator(SHEET)).to_be_focused()
        expect(page.locator(".prompter kbd.numbers")).to_have_text("1")
        page.keyboard.press("1")
        expect(page.locator(SHEET)).to_have_count(0)
        expect(page.locator(".stage")).to_be_focused()


def test_the_focus_comes_back_to_what_opened_a_sheet(visit: Visitors, house: House) -> None:
    page = sit_alone(visit, house)
    for name in ("Log", "Rules", "The table’s menu"):
        button = page.get_by_role("button", name=name, exact=name.startswith("The")).first
        button.focus()
        page.keyboard.press("Enter")
        page.get_by_role("dialog").wait_for()
        page.get_by_role("dialog").get_by_role("button", name="Close").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(button).to_be_focused()
    expect(page.locator(".prompter kbd.numbers, .table:not(.mine)")).not_to_have_count(0)
