"""How a match ends: a kind result page with the score, ways on from there, and several matches in a row."""

import itertools
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .acting import RESULT, look, play, press
from .gallery import picture, played_on
from .hanging import GO, company, resize, show
from .house import SMALL, WIDE, House, Visitors, allowed
from .players import BRIEF, GAMES, PLAYERS

SETTLED = """if (location.protocol === 'http:') {
    localStorage.setItem('zauber.settings', JSON.stringify({ motion: 'off', buttons: true }));
    sessionStorage.setItem('zauber.curtain', 'open');
}"""

# What lies directly above the ways on after a match, the colours of these and of their sheet, and how much is below.
FADE = """() => {
    const ways = document.querySelector('.sheet > .doors');
    const veil = ways.closest('.veil');
    const fade = getComputedStyle(ways, '::before');
    return {
        image: fade.backgroundImage,
        height: parseFloat(fade.height) || 0,
        ways: getComputedStyle(ways).backgroundColor,
        sheet: getComputedStyle(ways.parentElement).backgroundColor,
        below: veil.scrollHeight - veil.clientHeight,
    };
}"""


def play_to_the_end(page: Page, game: str) -> bool:
    """Play on; whether one has won."""
    play(page, PLAYERS[game], press)
    return page.locator(RESULT).inner_text() in ("You have won!", "A shared win!")


@pytest.mark.parametrize("game", ["papageno", "magi"])
def test_the_result_is_kind_has_the_score_and_lists_everybody_once(game: str, visit: Visitors, house: House) -> None:
    seats = PLAYERS[game].seats
    laid = house.lay(game, ["Ada"], seats - 1, **BRIEF[game])
    page = visit(SMALL, buttons=True).go(laid.fragment(0, host=True))
    page.locator(".prompter").wait_for()
    won = play_to_the_end(page, game)
    draw = len(set(house.get(f"/api/matches/{laid.table}.1/record")["result"])) == 1
    page.evaluate("() => localStorage.setItem('zauber.settings', JSON.stringify({ motion: 'on' }))")
    page.reload()
    page.locator(RESULT).wait_for()
    expect(page.locator(".air")).to_have_count(1 if won else 0)  # confetti
    expect(page.locator(".kind")).to_have_count(0 if won or draw else 1)
    sheet = page.locator(".veil .sheet")
    if not won and not draw:
        expect(sheet.locator(".kind")).to_contain_text("Ada")
    if game == "magi":
        assert len(re.findall(r"\bBruno\b", sheet.locator("ol, .shares").first.inner_text())) == 1
        expect(sheet.locator(".shares")).to_have_count(0)
    else:
        expect(sheet.locator(".shares")).to_contain_text(re.compile(r"\d rounds?"))
        expect(sheet.locator(".shares li")).to_have_count(seats)
        assert re.search(r"Ada,\s+you\s*: \d rounds?\s*(, winner)?\.", sheet.locator(".shares").text_content() or "")
    expect(page.get_by_role("dialog", name=page.locator(RESULT).inner_text())).to_have_count(1)
    with page.expect_download() as download:
        page.get_by_role("button", name="Keep a picture").click()
    assert download.value.path().read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"

    page.get_by_role("button", name="Look at the table").click()
    expect(page.locator(RESULT)).to_have_count(0)
    expect(page.get_by_role("link", name="See it again")).to_be_visible()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    page.get_by_role("button", name="See again").click()  # it was kept when the page was reloaded
    expect(page.get_by_role("button", name="The result")).to_have_count(0)
    expect(page.locator(RESULT)).to_be_visible()
    page.get_by_role("button", name="Look at the table").click()
    page.get_by_role("button", name="The result").click()
    expect(page.locator(RESULT)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(RESULT)).to_have_count(0)
    page.get_by_role("button", name="Rematch").click()
    expect(page.get_by_role("button", name="The result")).to_have_count(0)


def test_the_result_names_people_by_the_seats_that_they_had(visit: Visitors, house: House) -> None:
    won = played_on("magic_flute", "won-by-pamina", "swapping")
    names = list(won.match.names)
    with company(house, won) as others:
        page = visit(SMALL).go("/replays")
        show(page, won)
        judged = page.locator(
            ".veil .fair summary"
        )  # what this browser finds out about the chance comes a little later
        judged.wait_for()
        told = page.locator(".veil .sheet").inner_text()
        others.ask(type="swap_seats", order=[1, 0])
        for number in range(2):  # as told to one who was there, and to one who comes later
            if number:
                page.reload()
            expect(page.locator(RESULT)).to_have_text("You have won!")
            expect(page.locator(".shares .winner")).to_contain_text(names[won.seat])
            judged.wait_for()
            assert page.locator(".veil .sheet").inner_text() == told
        others.ask(type="swap_seats", order=[1, 0])


def test_the_result_lists_people_by_their_score(visit: Visitors, house: House) -> None:
    lost = picture("mago_magino", "lost")
    page = visit(WIDE).go("/replays")
    with company(house, lost):
        show(page, lost)
        shares = page.locator(".shares .num").all_inner_texts()
    assert [int(share.split()[0]) for share in shares] == sorted(
        (int(share.split()[0]) for share in shares), reverse=True
    )


def test_the_ways_on_are_in_sight_when_the_result_is_shown(visit: Visitors, house: House) -> None:
    """However many sat at the table, and however small the window is: another one, the replay, the table, home."""
    page = visit(keys=True).go("/replays")
    ends = [("mago_magino", "lost"), ("magicians_night", "won"), ("magic_flute", "won-by-pamina")]
    ends += [("magi", "lost-eight"), ("papageno", "won-five")]
    for host, (game, moment) in itertools.product((False, True), ends):
        shown = picture(game, moment)
        with company(house, shown):
            page.evaluate(GO, f"{shown.address}{',' + shown.token(-1) if host else ''}")
            page.locator(RESULT).wait_for()
            ways = ["See it again", "Look at the table", "To the front page"]
            ways += ["Rematch", "Change seats"] if host else []
            for width, height in ((1280, 720), (844, 390), (390, 844), (360, 640)):
                resize(page, width, height)
                for name in ways:
                    box = page.locator(".doors :is(a, button)", has_text=name).bounding_box()
                    assert box is not None
                    assert box["y"] + box["height"] <= height, (game, name, width, height)


def test_seats_are_changed_before_another_match(visit: Visitors, house: House) -> None:
    """The host puts the family in another order, a bot where somebody has left, and plays on; others see who sits."""
    laid = house.lay("papageno", ["Ada", "Bo"], 1, **BRIEF["papageno"])
    pages = [
        visit(SMALL, buttons=True).go(laid.fragment(0, host=True)),
        visit(SMALL, buttons=True).go(laid.fragment(1)),
    ]
    while not all(page.locator(RESULT).count() for page in pages):
        for page in pages:
            sight = look(page, seconds=1)
            if sight.ready and not sight.result:
                press(page, PLAYERS["papageno"], sight)
    ada, bo = pages
    told = ada.locator(".veil .sheet .lead").inner_text()
    expect(bo.get_by_role("button", name="Change seats")).to_have_count(0)  # that is the host's
    ada.get_by_role("button", name="Change seats").click()
    rows = ada.locator(".seats li .name b")
    expect(rows).to_have_text(["Ada", "Bo", re.compile(".+")])
    bot = rows.nth(2).inner_text()
    ada.get_by_role("button", name="Move Bo one seat up").click()
    expect(rows).to_have_text(["Bo", "Ada", bot])
    ada.get_by_role("button", name=f"Move {bot} one seat up").click()
    expect(rows).to_have_text(["Bo", bot, "Ada"])
    ada.get_by_role("button", name="The result").click()
    expect(ada.locator(".veil .sheet .lead")).to_have_text(told)  # the match that is over had the seats that it had
    ada.get_by_role("button", name="Change seats").click()
    ada.locator(".seats li").first.get_by_role("button", name="Free the seat").click()
    expect(bo.get_by_role("button", name="Take a seat")).to_be_visible()
    again = ada.get_by_role("button", name="Rematch")
    expect(again).to_be_disabled()  # before somebody sits there
    bo.get_by_role("button", name="Take a seat").click()
    bo.get_by_role("button", name="Sit here").click()
    bo.keyboard.press("Enter")
    expect(again).to_be_enabled()
    again.click()
    for page in pages:
        expect(page.locator(".prompter")).to_contain_text("Your turn")
    seats = house.get(f"/api/tables/{laid.table}")["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "bot", "person"]
    assert [seat["name"] for seat in seats][1:] == [bot, "Ada"]


def test_what_passes_below_the_ways_on_fades(visit: Visitors, house: House) -> None:
    """The ways on stay where they are while a long result moves: no line of it is cut by an edge."""
    page = visit((390, 844)).go("/replays")
    long = picture("magi", "lost-eight")
    with company(house, long):
        show(page, long)
        fade = page.evaluate(FADE)
    assert fade["below"] > 0, "the result goes on below the ways on"
    assert fade["image"].startswith("linear-gradient(rgba(0, 0, 0, 0), ")
    assert fade["image"].endswith(f"{fade['sheet']})"), "from nothing to the colour of the sheet"
    assert fade["ways"] == fade["sheet"]
    assert fade["height"] >= 8


@pytest.mark.parametrize("game", GAMES)
def test_a_long_evening(game: str, visit: Visitors, house: House) -> None:
    """Three matches in a row with bots, by keyboard, with leaving, coming back and a change of seats between."""
    player = PLAYERS[game]
    visitor = visit(SMALL, keys=True, buttons=True)
    laid = house.lay(game, ["Ada"], player.seats - 1, **BRIEF[game])
    page = visitor.go(laid.fragment(0, host=True))
    page.locator(".prompter").wait_for()
    for number in (1, 2, 3):
        acted = play(page, player, press)
        assert page.evaluate("() => document.activeElement?.id") == "result-title"
        assert house.get(f"/api/tables/{laid.table}")["matches"] == number
        if number == 1:  # home and back
            assert acted >= player.least
            page.get_by_role("link", name="To the front page").press("Enter")
            page.locator(".worlds").wait_for()
            page.go_back()
            page.locator(RESULT).wait_for()
        if number == 2:  # everybody moves one seat on, and another bot sits down where one was
            house.wish(laid, type="swap_seats", order=[*range(1, player.seats), 0])
            house.wish(laid, type="seat_bot", seat=0, level="random")
            seats = house.get(f"/api/tables/{laid.table}")["seats"]
            assert [seat["kind"] for seat in seats] == ["bot"] * (player.seats - 1) + ["person"]
            page.reload()
            page.locator(RESULT).wait_for()
        if number < 3:
            page.get_by_role("button", name="Rematch").press("Enter")
            expect(page.locator(RESULT)).to_have_count(0)
            page.locator(".prompter").wait_for()


@pytest.mark.slow
def test_an_evening_goes_on_after_the_house_was_closed_and_opened_again(
    visit: Visitors, tmp_path: Path, pages: None
) -> None:
    game, player = "papageno", PLAYERS["papageno"]
    first = House(tmp_path, more=("--no-compile",))
    laid = first.lay(game, ["Ada"], 1, **BRIEF[game])
    visitor = visit(SMALL, own=True)
    visitor.page.add_init_script(SETTLED)  # what the browser keeps, it keeps for an address
    visitor.house = first
    with allowed(visitor, "WebSocket", "Failed to load resource"):
        page = visitor.go(laid.fragment(0, host=True))
        page.locator(".table.mine").wait_for()
        play_to_the_end(page, game)
        page.get_by_role("button", name="Rematch").click()
        page.locator(".table.mine").wait_for()
        expect(page.get_by_role("button", name="Next")).to_have_count(0)  # the match before has been counted
        play(page, player, press, 2)
        page.goto("about:blank")
        first.close()
        second = visitor.house = House(tmp_path, more=("--no-compile",))  # elsewhere: the seat comes by its token
        page = visitor.go(laid.fragment(0, host=True))
        page.locator(".table.mine").wait_for()
        play_to_the_end(page, game)
        page.get_by_role("button", name="Rematch").click()
        page.locator(".table.mine").wait_for()
        assert play(page, player, press, 2) == 2
        page.goto("about:blank")
    second.close()


def test_you_is_said_to_the_reader_alone(visit: Visitors, house: House) -> None:
    """Somebody who starts with “Play now” has a name, which a watcher and the replay show instead of “you”."""
    page = visit(SMALL, buttons=True).go("/")
    page.get_by_role("button", name="Play Papageno now").click()
    page.get_by_role("button", name="Begin to play").click()
    page.locator(".table.mine").wait_for()
    table = page.url.rsplit("/", 1)[1]
    name = house.get(f"/api/tables/{table}")["seats"][0]["name"]
    expect(page.locator(".plate", has_text="you")).to_contain_text(name)
    watcher = visit(SMALL).go(f"/t/{table}")
    watcher.locator(".prompter").wait_for()
    expect(watcher.locator(".plate", has_text=name)).to_be_visible()
    for _ in range(3):
        play(page, PLAYERS["papageno"], press, 1)
    expect(page.locator(".prompter")).to_contain_text("1 person watches")
    watcher.keyboard.press("l")
    log = watcher.locator(".log").inner_text()
    assert name in log
    assert not re.search(r"\b[Yy]ou\b", log), log
