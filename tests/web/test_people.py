"""Several people: hidden hands, a broken connection, a watcher, one screen for two, friends by link."""

import re
import time

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.sizes import size

from .acting import NOTES_STAY, Sight, look, play, press
from .gallery import finished
from .hanging import not_reached
from .house import LAN, PHONE, SMALL, WIDE, House, Visitors, allowed
from .players import GAMES, PLAYERS


def act_once(page: Page, game: str, seconds: float = 0) -> bool:
    """Act if there is something to do (or is soon)."""
    sight = look(page, seconds=seconds)
    if sight.result or not sight.ready:
        return False
    press(page, PLAYERS[game], sight)
    return True


@pytest.mark.parametrize("game", GAMES)
def test_two_people_in_two_windows_see_only_their_own(game: str, visit: Visitors, house: House) -> None:
    laid = house.lay(game, ["Ada", "Bo"])
    ada, bo = visit(SMALL, buttons=True), visit(SMALL, buttons=True)
    pages = [ada.go(laid.fragment(0, host=True)), bo.go(laid.fragment(1))]
    for page in pages:
        page.locator(".prompter").wait_for()
    acted, rounds, until = 0, size(60, 12), time.monotonic() + 240
    while rounds > 0 or (acted < PLAYERS[game].least and time.monotonic() < until):  # bots take their time
        rounds -= 1
        for page in pages:
            acted += act_once(page, game)
        hidden = PLAYERS[game].hidden
        if hidden:
            assert pages[0].locator(hidden).count() == 0
        pages[0].wait_for_timeout(30)
    assert pages[0].locator(".prompter .said").inner_text()
    assert acted >= PLAYERS[game].least


# Whether the browser would ask before the page is closed.
ASKS_BEFORE_LEAVING = "() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))"


class Line:
    """A page's connection to the house, which can be cut and stays so until it is mended."""

    def __init__(self, page: Page) -> None:
        self.sockets: list[WebSocketRoute] = []
        self.whole = True
        page.route_web_socket("**/ws", self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        if self.whole:
            socket.connect_to_server()
            self.sockets.append(socket)
        else:
            socket.close()

    def cut(self) -> None:
        self.whole = False
        self.sockets[-1].close()

    def mend(self) -> None:
        self.whole = True


@pytest.mark.parametrize("game", GAMES)
def test_a_broken_connection_comes_back_in_mid_turn(game: str, visit: Visitors, house: House) -> None:
    visitor = visit(SMALL, own=True, buttons=True)
    page, line = visitor.page, Line(visitor.page)
    visitor.go(house.lay(game, ["Ada"], PLAYERS[game].seats - 1).fragment(0))
    page.locator("[data-move]").first.wait_for()
    before = page.locator("[data-move]").count()
    with allowed(visitor, "WebSocket"):
        line.cut()
        expect(page.get_by_text("The connection is lost")).to_be_visible()
        line.mend()
        expect(page.get_by_text("The connection is lost")).to_have_count(0)
    expect(page.locator("[data-move]")).to_have_count(before)
    said = page.locator(".prompter .said").inner_text()
    with allowed(visitor, "WebSocket"):  # what is done meanwhile is kept, said to be, and then played
        line.cut()
        expect(page.get_by_text("The connection is lost")).to_be_visible()
        assert not page.evaluate(ASKS_BEFORE_LEAVING)
        assert act_once(page, game, seconds=30)
        expect(page.locator(".banner")).to_contain_text("Your move is kept")
        assert page.evaluate(ASKS_BEFORE_LEAVING)
        line.mend()
        expect(page.locator(".banner")).to_have_count(0)
    assert not page.evaluate(ASKS_BEFORE_LEAVING)
    expect(page.locator(".prompter .said")).not_to_have_text(said)
    expect(page.locator(".note")).to_have_count(0)


def test_who_watches_is_not_told_of_a_seat_when_the_connection_breaks(visit: Visitors, house: House) -> None:
    visitor = visit(SMALL, own=True)
    page, line = visitor.page, Line(visitor.page)
    visitor.go(house.lay("papageno", ["Ada", "Bo"]).fragment())
    expect(page.locator(".prompter")).to_contain_text("You are watching")
    with allowed(visitor, "WebSocket"):
        line.cut()
        told = page.get_by_role("status").filter(has_text="The connection is lost").inner_text()
        line.mend()
        expect(page.get_by_text("The connection is lost")).to_have_count(0)
    assert "the table" in told
    assert "seat" not in told


def test_a_move_made_while_the_connection_breaks_is_played_once(visit: Visitors, house: House) -> None:
    visitor = visit(SMALL, own=True, buttons=True)
    page = visitor.page
    sockets: list[WebSocketRoute] = []
    swallow = [False]

    def route(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        sockets.append(socket)

        def answer(message: str | bytes) -> None:
            if not (swallow[0] and '"ack"' in str(message)):
                socket.send(message)

        server.on_message(answer)

    page.route_web_socket("**/ws", route)
    laid = house.lay("papageno", ["Ada"], 1)
    visitor.go(laid.fragment(0))
    page.locator(".table.mine").wait_for()
    expect(page.locator(".prompter")).to_contain_text("Bruno has chosen")  # or else one may be late
    with allowed(visitor, "WebSocket"):
        swallow[0] = True
        page.keyboard.press("1")
        page.wait_for_timeout(300)
        swallow[0] = False
        sockets[-1].close()
        page.keyboard.press("l")
        expect(page.locator(".log")).to_contain_text("You have chosen a card to turn up")
        page.wait_for_timeout(1500)
    expect(page.locator(".note")).to_have_count(0)
    assert page.locator(".log").inner_text().count("You have chosen a card to turn up") == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_watcher_sees_no_hidden_card_and_cannot_act(game: str, visit: Visitors, house: House) -> None:
    laid = house.lay(game, ["Ada"], PLAYERS[game].seats - 1)
    watcher = visit(SMALL)
    page = watcher.go(laid.fragment())
    expect(page.locator(".prompter")).to_contain_text("You are watching")
    assert page.locator(".stage .open").count() == 0
    assert page.locator(".prompter").get_by_role("button", name="Moves").count() == 0
    player = visit(SMALL, buttons=True)
    player.go(laid.fragment(0)).locator(".table.mine").wait_for()
    assert act_once(player.page, game, seconds=30)
    if PLAYERS[game].hidden:
        assert page.locator(PLAYERS[game].hidden).count() == 0


def test_a_watcher_is_told_of_everybody_the_table_waits_for(visit: Visitors, house: House) -> None:
    laid = house.lay("papageno", ["Ada", "Bo", "Cleo"])
    page = visit(SMALL).go(laid.fragment())
    status = page.locator(".prompter .status")
    expect(status).to_have_text(re.compile(r"^Waiting for \w+, \w+ and \w+\.$"))
    bo = visit(SMALL, buttons=True)
    bo.go(laid.fragment(1)).locator(".table.mine").wait_for()
    assert act_once(bo.page, "papageno", seconds=30)
    expect(status).to_have_text(re.compile(r"^Waiting for (Ada and Cleo|Cleo and Ada)\.$"))


def test_players_are_told_that_somebody_watches_and_has_gone(visit: Visitors, house: House) -> None:
    laid = house.lay("papageno", ["Ada", "Bo"])
    page = visit(SMALL).go(laid.fragment(0))
    page.locator(".table.mine").wait_for()
    watched = page.locator(".prompter .watched")
    expect(watched).to_have_count(0)
    watcher = visit(SMALL).go(laid.fragment())
    expect(watched).to_have_text("1 person watches.")
    expect(watcher.locator(".prompter .watched")).to_have_count(0)  # nobody but oneself
    watcher.goto(house.url + "/")
    expect(watched).to_have_count(0)


def test_a_move_is_taken_back_with_the_bots_answers_and_nobody_is_asked(visit: Visitors, house: House) -> None:
    laid = house.lay("magicians_night", ["Ada"], 1, edition="", options={"first": "first_seat", "light": "light"})
    page = visit(SMALL, buttons=True).go(laid.fragment(0, host=True))
    page.locator(".table.mine .hat.open").first.click()
    take_back = page.get_by_role("button", name="Take back")
    page.get_by_role("button", name="Pass").first.click()
    page.locator(".table.mine", has=page.locator(".prompter .last", has_text="Bruno")).wait_for()
    take_back.click()
    expect(page.locator(".prompter .last")).to_contain_text("You take the last move back")
    expect(page.locator(".table.mine")).to_have_count(1)
    expect(take_back).to_have_count(0)
    expect(page.get_by_text("Waiting for the others’ consent")).to_have_count(0)


def test_what_can_no_longer_be_taken_back_is_not_offered(visit: Visitors, house: House) -> None:
    laid = house.lay("papageno", ["Ada", "Bo"])
    page = visit(SMALL, buttons=True).go(laid.fragment(0))
    other = visit(SMALL, buttons=True).go(laid.fragment(1))
    assert act_once(page, "papageno", seconds=30)
    take_back = page.get_by_role("button", name="Take back")
    expect(take_back).to_have_count(1)  # nobody has seen which card it is
    assert act_once(other, "papageno", seconds=30)
    expect(page.locator(".prompter")).to_contain_text("The discard pile opens")
    expect(take_back).to_have_count(0)


def test_a_move_is_taken_back_with_consent_and_nobody_waits_afterwards(visit: Visitors, house: House) -> None:
    laid = house.lay("magicians_night", ["Ada", "Bo"], edition="", options={"first": "first_seat"})
    ada, bo = visit(SMALL, buttons=True), visit(SMALL, buttons=True)
    pages = [ada.go(laid.fragment(0, host=True)), bo.go(laid.fragment(1))]
    for page in pages:
        page.locator(".table.mine .hat.open").first.click()
    page, other = pages
    expect(page.get_by_role("button", name="Take back")).to_have_count(0)  # a hat that both have chosen stays chosen
    page.get_by_role("button", name="Pass").first.click()
    other.locator(".table.mine").wait_for()
    expect(page.get_by_role("button", name="Take back")).to_have_attribute("aria-keyshortcuts", "Z")
    page.keyboard.press("z")
    waits = page.get_by_text("Waiting for the others’ consent")
    expect(waits).to_be_visible()
    expect(page.get_by_role("button", name="Take back")).to_have_count(0)
    other.get_by_role("button", name="Agreed").click()
    page.locator(".table.mine").wait_for()
    expect(waits).to_have_count(0)
    agreed = other.get_by_role("button", name="Agreed")
    expect(agreed).to_have_count(0)
    page.get_by_role("button", name="Pass").first.click()
    page.get_by_role("button", name="Take back").click()
    expect(agreed).to_be_visible()
    other.get_by_role("button", name="Pass").first.click()  # to play on is an answer as well
    page.locator(".table.mine").wait_for()
    expect(waits).to_have_count(0)
    expect(agreed).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_hot_seat_with_a_curtain_between_hands(game: str, visit: Visitors, house: House) -> None:
    laid = house.lay(game, ["Ada", "Bo"])
    visitor = visit(SMALL, buttons=True)
    page = visitor.go(laid.fragment(0, 1, host=True))
    lifted: list[str] = []

    def lift(sight: Sight) -> None:
        assert sight.moves == [], "no move may be offered behind the curtain"
        lifted.append(sight.curtain)

    play(page, PLAYERS[game], press, size(100_000, 16), lift)
    assert len(set(lifted)) == (2 if PLAYERS[game].curtain else 0)


def test_friends_come_by_link_sit_down_and_begin(visit: Visitors, house: House) -> None:
    ada, bo = visit(name="Ada"), visit()
    page = ada.go("/new/papageno")
    page.get_by_role("radio", name="2", exact=True).check()
    page.get_by_role("button", name="Set up the game").click()
    expect(page.get_by_role("heading", name="Seats")).to_be_visible()
    link = page.locator("#guest-link").input_value()
    expect(page.locator(".share")).to_contain_text("opens on this computer alone")  # and no code that no phone can open
    expect(page.get_by_role("img", name="The link as a QR code")).to_have_count(0)
    begin = page.get_by_role("button", name="Begin", exact=True)
    expect(begin).to_be_disabled()
    assert not_reached(page) + not_reached(page, back=True) == []
    guest = bo.go(link.removeprefix(house.url))
    guest.get_by_role("button", name="Sit here").click()
    guest.get_by_label("Your name").fill("Bo")
    guest.keyboard.press("Enter")
    expect(page.get_by_text("Bo", exact=True)).to_be_visible()
    begin.click()
    for shown in (page, guest):
        expect(shown.locator(".prompter")).to_contain_text("Your turn")
    guest.reload()
    expect(guest.locator(".prompter")).to_contain_text("Your turn")


def test_in_a_local_network_the_code_is_in_sight_and_link_and_picture_go_along(visit: Visitors, house: House) -> None:
    """Over plain HTTP a browser offers no clipboard, and shares nothing unless it is given something that does."""
    near = house.url.replace("127.0.0.1", LAN)
    visitor = visit(WIDE, touch=True, own=True)
    page = visitor.page
    page.add_init_script("navigator.canShare = () => true; navigator.share = async (one) => { window.shared = one; };")
    with allowed(visitor, "Cross-Origin-Opener-Policy"):  # which holds for trusted pages alone
        page.goto(f"{near}/new/papageno")
        assert page.evaluate("() => !window.isSecureContext && !navigator.clipboard")
        page.get_by_role("radio", name="2", exact=True).check()
        page.get_by_role("button", name="Set up the game").click()
        code = page.get_by_role("img", name="The link as a QR code")
        for size in (WIDE, PHONE):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            expect(code).to_be_in_viewport(ratio=1)
        assert code.evaluate("(one) => one.decode().then(() => one.naturalWidth)") > 0
        page.get_by_role("button", name="Copy the link").click()
        expect(page.get_by_role("button", name="Copied")).to_be_visible()
        field = page.locator("#guest-link")
        link = field.input_value()
        assert link.startswith(f"{near}/t/")
        field.evaluate("(one) => { one.readOnly = false; one.value = ''; one.focus(); }")
        page.keyboard.press("Control+v")
        expect(field).to_have_value(link)

        page.goto(near + finished("papageno").address)
        page.get_by_role("button", name="Keep a picture").click()
        page.wait_for_function("() => window.shared")
        shared = page.evaluate("() => [shared.title, shared.url, shared.files[0].type, shared.files[0].size > 20000]")
        assert shared == ["Papageno", f"{near}/replay/{finished('papageno').table}/1", "image/png", True]


def test_a_bot_that_plays_for_somebody_is_told_as_theirs(visit: Visitors, house: House) -> None:
    laid = house.lay("papageno", ["Ada", "Bo"], 1)
    ada, bo = visit(SMALL, buttons=True), visit(SMALL, buttons=True)
    page, other = ada.go(laid.fragment(0, host=True)), bo.go(laid.fragment(1))
    other.locator(".table.mine").wait_for()
    other.goto(house.url + "/")
    page.get_by_role("button", name="Let a bot play for Bo").click()
    page.keyboard.press("l")
    expect(page.locator(".log")).to_contain_text("Bo’s bot has chosen a card to turn up")
    bo.go(laid.fragment(1))
    expect(other.locator(".prompter .note")).to_contain_text("A bot plays for you")
    other.keyboard.press("l")
    expect(other.locator(".log")).to_contain_text("Bo’s bot has chosen")
    expect(other.locator(".log")).not_to_contain_text("You have chosen")
    other.keyboard.press("Escape")
    other.get_by_role("button", name="Play myself").click()
    expect(other.locator(".prompter .note")).to_have_count(0)


def test_an_open_table_is_found_on_the_front_page(visit: Visitors, house: House) -> None:
    sit = [{"seat": 0, "name": "Zerlina"}]
    house.post("/api/tables", {"game": "magi", "seats": 4, "sit": sit, "listed": True})
    page = visit().go("/")
    slip = page.get_by_role("link", name="Zerlina")
    expect(slip).to_contain_text("3 free seats")
    slip.click()
    expect(page.get_by_role("button", name="Sit here")).to_have_count(3)


def test_the_host_chooses_how_well_a_bot_plays(visit: Visitors, house: House) -> None:
    made = house.post("/api/tables", {"game": "magicians_night", "seats": 2})
    page = visit().go(f"/t/{made['table']}#{made['host_token']}")
    page.get_by_role("button", name="Give to a bot").first.click()
    page.get_by_label("How well").select_option(label="Archmage")
    expect(page.get_by_label("How well")).to_have_value("archmage")
    for _ in range(600):  # the page shows the choice before the table has heard of it
        seats = house.get(f"/api/tables/{made['table']}")["seats"]
        levels = [seat["level"] for seat in seats if seat["kind"] == "bot"]
        if levels == ["archmage"]:
            break
        page.wait_for_timeout(50)
    assert levels == ["archmage"]


def test_why_can_i_not(visit: Visitors, house: House) -> None:
    visitor = visit(own=True)
    page = visitor.go(house.lay("papageno", ["Ada"], 1).fragment(0))
    page.locator(".table.mine").wait_for()
    page.evaluate(NOTES_STAY)  # until the bot has chosen
    page.locator(".pile").first.click()
    note = page.get_by_role("alert")
    expect(note).to_contain_text("First every player turns up one card")
    expect(page.get_by_role("log")).to_contain_text("has chosen a card to turn up")
    expect(note).to_contain_text("First every player turns up one card")  # the bot's choice has not changed that
    note.get_by_role("button", name="Rule R5").click()
    expect(page.locator("dialog .marked")).to_contain_text("R5")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
