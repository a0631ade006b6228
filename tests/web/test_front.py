"""The front page and the way in: five worlds, one click to a game, light and dark, keys, words, size."""

import gzip
import re

import pytest
from playwright.sync_api import FilePayload, expect

from zauber import games
from zauber.games.contract.editions import file_of

from .house import PHONE, ROOT, STATIC, House, Visitors, allowed
from .players import GAMES
from .test_looks import check_geometry

LARGEST_FRONT_PAGE = 120_000  # bytes of script, packed


def test_a_world_for_every_game(visit: Visitors) -> None:
    page = visit().go("/")
    for game in games.all_games():
        heading = page.get_by_role("heading", name=game.title, exact=True)
        expect(heading).to_be_visible()
        expect(page.locator(".worlds > li").filter(has=heading)).to_contain_text(game.line)
    expect(page.locator(".worlds > li")).to_have_count(len(games.names()))


@pytest.mark.parametrize("game", GAMES)
def test_play_now_asks_once_and_begins(game: str, visit: Visitors, house: House) -> None:
    info = next(info for info in house.get("/api/games")["games"] if info["name"] == game)
    page = visit().go("/")
    page.get_by_role("button", name=f"Play {info['title']} now").click()
    sheet = page.get_by_role("dialog")
    begin = sheet.get_by_role("button", name="Begin to play")
    expect(begin).to_be_focused()
    most = str(info["seats"][-1])
    if len(info["seats"]) > 1:
        sheet.get_by_role("radio", name=most, exact=True).check()
    name = sheet.get_by_label("Your name").input_value()
    assert name, "a friendly name is offered"
    begin.click()
    expect(page.locator(".prompter")).to_be_visible()
    expect(page.locator(".stage .crest")).to_have_count(info["seats"][-1])
    table = house.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}")
    assert [seat["kind"] for seat in table["seats"]] == ["person"] + ["bot"] * (info["seats"][-1] - 1)
    assert table["seats"][0]["name"] == name
    assert table["hints"], "against bots nobody is at a disadvantage"
    page.go_back()
    page.get_by_role("button", name=f"Play {info['title']} now").click()
    if len(info["seats"]) > 1:
        expect(sheet.get_by_role("radio", name=most, exact=True)).to_be_checked()
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (844, 390), (1280, 720)])
def test_the_sheet_before_a_game_is_seen_whole(size: tuple[int, int], visit: Visitors) -> None:
    page = visit(size).go("/")
    for game in games.all_games():
        page.get_by_role("button", name=f"Play {game.title} now").click()
        begin = page.get_by_role("button", name="Begin to play")
        begin.wait_for()
        check_geometry(page)
        box = begin.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= size[1], "in reach without scrolling"
        page.keyboard.press("Escape")


def test_a_newcomers_first_night_is_a_quick_one_with_a_faint_edge(visit: Visitors, house: House) -> None:
    page = visit(PHONE, touch=True).go("/")
    seen = []
    for _ in range(2):
        page.get_by_role("button", name=re.compile("Play Magicians. Night now")).tap()
        page.get_by_role("button", name="Begin to play").tap()
        page.locator(".prompter").wait_for()
        table = house.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}")
        seen.append((table["edition"], table["options"]["edge"]))
        page.go_back()
    assert seen == [("quick", "faint"), ("quick", "unseen")], "the book's dark comes with the second match"


def test_a_refused_name_is_told_at_its_field_and_not_kept(visit: Visitors) -> None:
    visitor = visit(PHONE, own=True)
    page = visitor.go("/")
    page.get_by_role("button", name="Play Papageno now").click()
    sheet = page.get_by_role("dialog")
    name = sheet.get_by_label("Your name")
    name.fill("<b>")
    with allowed(visitor, "Failed to load resource"):
        sheet.get_by_role("button", name="Begin to play").click()
        expect(name).to_have_attribute("aria-invalid", "true")
    expect(name).to_be_focused()
    expect(name).to_have_accessible_description(re.compile("That name does not work"))
    field, told = name.bounding_box(), sheet.get_by_role("alert").bounding_box()
    assert field
    assert told
    assert 0 <= told["y"] - field["y"] - field["height"] < 24
    page.keyboard.press("Escape")
    visitor.go("/new/magi")
    expect(page.get_by_label("Your name", exact=True)).not_to_have_value("<b>")
    page.get_by_label("Your name", exact=True).fill("<i>")
    page.get_by_role("button", name="Fill with bots").click()
    with allowed(visitor, "Failed to load resource"):
        page.get_by_role("button", name="Begin to play").click()
        expect(page.get_by_label("Your name", exact=True)).to_be_focused()
    expect(page.locator(".seat").first).to_contain_text("That name does not work")


def _file(text: str) -> FilePayload:
    return {"name": "feast.toml", "mimeType": "text/plain", "buffer": text.encode()}


def test_unfinished_games_are_found_again_and_finished_ones_say_how_they_ended(visit: Visitors, house: House) -> None:
    visitor = visit(PHONE, own=True)
    flute = house.lay("magic_flute", ["Ada"], 1)
    page = visitor.go(flute.fragment(0, host=True))
    page.locator(".stage").wait_for()
    visitor.go("/new/papageno")
    page.get_by_text("Edition and house rules").click()
    mine = file_of(games.get("papageno"), "a").replace('name = "a"', 'name = "feast"').replace("Edition A", "A feast")
    with allowed(visitor, "Failed to load resource"):
        page.get_by_label("Choose a file").set_input_files(_file(mine.replace("value = 4", "value = four")))
        expect(page.get_by_role("alert")).to_contain_text("The file is not valid TOML")
    page.get_by_label("Choose a file").set_input_files(_file(mine))
    expect(page.get_by_role("radio", name="A feast")).to_be_checked()
    expect(page.get_by_role("alert")).to_have_count(0)
    check_geometry(page)
    page.get_by_role("button", name="Set up the game").click()
    page.get_by_role("heading", name="Invite friends with this link").wait_for()
    visitor.go("/")
    yours = page.get_by_role("region", name="Your games")
    expect(yours.get_by_role("listitem")).to_have_count(2)
    laid = yours.get_by_role("listitem").filter(has_text="Papageno")
    expect(laid).to_contain_text("2 free seats · last opened just now")
    check_geometry(page)
    going = yours.get_by_role("link").filter(has_text="The Magic Flute")
    expect(going).to_contain_text(re.compile("with Bruno.*(Your turn|Bruno’s turn)", re.S))
    going.click()
    page.get_by_role("button", name="The table’s menu").click()
    page.get_by_role("button", name="Resign").click()
    sure = page.get_by_role("dialog", name="Resign this match?")
    expect(sure).to_contain_text("Bruno wins")
    expect(sure).to_be_in_viewport(ratio=1)
    sure.get_by_role("button", name="Play on").click()
    expect(sure).to_have_count(0)
    page.get_by_role("button", name="Resign").click()
    sure.get_by_role("button", name="Resign").click()
    expect(page.locator(".veil")).to_contain_text("Bruno wins, because you resigned.")
    page.get_by_role("button", name="Were the shuffles fair?").click()
    expect(page.locator(".fair [role=status]")).to_contain_text("Fair")
    visitor.go("/")
    expect(yours.get_by_role("listitem")).to_have_count(1)
    visitor.go("/replays")
    ended = page.get_by_role("link").filter(has_text="The Magic Flute · ")
    expect(ended).to_contain_text(re.compile(r"\d:\d\d.*Won by Bruno · with Bruno \(\w+\)", re.S))
    check_geometry(page)
    ended.click()
    page.get_by_role("button", name="To the end").click()
    expect(page.locator("body")).to_contain_text("resigns.")


def test_the_front_page_leads_to_the_rules(visit: Visitors) -> None:
    page = visit().go("/")
    page.get_by_role("link", name="The rules of Magi", exact=True).click()
    expect(page.get_by_role("heading", name="The rules of Magi")).to_be_visible()
    title = page.locator("h1").bounding_box()
    assert title is not None
    assert title["width"] > 100, "for the eyes as well"


def test_a_game_that_is_not_there_has_a_page_that_says_so(visit: Visitors) -> None:
    for path in ("/new/nosuchgame", "/rules/nosuchgame"):
        visitor = visit(PHONE)
        with allowed(visitor, "Failed to load resource"):
            page = visitor.go(path)
            expect(page.get_by_role("heading")).to_contain_text("There is no such game in this house")
            expect(page.get_by_role("button", name="Set up the game")).to_have_count(0)
            page.get_by_role("link", name="Back to the front page").click()
            expect(page.locator(".worlds")).to_be_visible()


def test_sun_and_moon_change_the_theme_and_it_is_kept(visit: Visitors) -> None:
    page = visit().go("/")
    html = page.locator("html")
    expect(html).to_have_attribute("data-theme", "day")
    page.get_by_role("button", name="Let it be night").first.click()
    expect(html).to_have_attribute("data-theme", "night")
    page.reload()
    expect(html).to_have_attribute("data-theme", "night")


def test_the_curtain_opens_once_and_a_key_skips_it(visit: Visitors) -> None:
    visitor = visit(curtain=True, motion="slow", own=True)
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": 0})  # it takes a second, and a busy machine longer
    page = visitor.go("/")
    expect(page.locator(".curtain")).to_have_count(1)
    page.keyboard.press("Shift")
    expect(page.locator(".curtain")).to_have_count(0)
    page.reload()
    expect(page.locator(".curtain")).to_have_count(0)


def test_everything_is_reached_by_tab_with_a_visible_focus(visit: Visitors) -> None:
    page = visit().go("/")
    page.locator(".worlds").wait_for()
    seen = set()
    for _ in range(40):
        page.keyboard.press("Tab")
        name, outlined = page.evaluate(
            "() => { const it = document.activeElement; const style = getComputedStyle(it);"
            " return [it.getAttribute('aria-label') || it.textContent.trim(),"
            " style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2]; }"
        )
        if name and page.evaluate("() => document.activeElement !== document.body"):
            assert outlined, name
            seen.add(name)
    assert any("Play Papageno now" in name for name in seen)
    assert {"Settings", "Replays"} <= seen


def test_settings_by_key_and_what_they_do(visit: Visitors) -> None:
    page = visit(motion="auto").go("/replays")
    page.locator("main h1").first.wait_for(state="attached")
    page.keyboard.press("s")
    page.get_by_role("radio", name="Night").check()
    expect(page.locator("html")).to_have_attribute("data-theme", "night")
    page.get_by_role("group", name="Motion").get_by_role("radio", name="Off").check()
    expect(page.locator("html")).to_have_attribute("data-motion", "off")
    page.get_by_role("group", name="Sound").get_by_role("radio", name="On").check()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def test_ornaments_rest_when_nobody_touches_the_page(visit: Visitors) -> None:
    visitor = visit(motion="auto", own=True)
    visitor.page.clock.install(time=0)
    page = visitor.go("/")
    moving = """() => document.getAnimations().filter(one =>
        one.playState === 'running' && one.effect.getComputedTiming().iterations === Infinity).length"""
    expect(page.get_by_role("heading", name="Papageno", exact=True)).to_be_visible()
    page.clock.pause_at(600)  # however long loading has taken
    page.mouse.move(100, 100)
    page.clock.run_for(9_000)
    assert page.evaluate(moving) > 5
    page.clock.run_for(9_000)
    assert page.evaluate(moving) == 0
    page.mouse.move(200, 200)
    assert page.evaluate(moving) > 5


def test_reduced_motion_of_the_system_is_heeded(visit: Visitors) -> None:
    visitor = visit(motion="auto", night=True)
    visitor.page.emulate_media(reduced_motion="reduce")
    page = visitor.go("/")
    expect(page.locator("html")).to_have_attribute("data-motion", "off")
    page.locator(".worlds").wait_for()
    moving = page.evaluate("() => document.getAnimations().filter(one => one.playState === 'running').length")
    assert moving == 0, "neither the sky nor the worlds move"


def test_the_rules_of_every_game_in_two_depths(visit: Visitors, house: House) -> None:
    visitor = visit(PHONE)
    for info in house.get("/api/games")["games"]:
        page = visitor.go(f"/rules/{info['name']}")
        expect(page.locator(".guide h3").first).to_have_text("What you want")
        assert page.locator(".guide .picture svg").count() >= 8
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), info["name"]
        for picture in page.locator(".guide .picture").all():
            box = picture.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) > 20, info["name"]
        page.get_by_role("button", name="Every rule").click()
        expect(page.locator("article h2").first).to_be_visible()
        assert page.locator(".figures svg").count() > 3
        page.get_by_role("navigation", name="Contents").get_by_role("button").last.click()
    page = visitor.go("/rules/papageno#R21")
    expect(page.locator(".marked")).to_contain_text("R21")


def test_an_address_that_leads_nowhere_says_so(visit: Visitors) -> None:
    page = visit(PHONE).go("/nowhere/at/all")
    expect(page.get_by_role("heading")).to_contain_text("no such room")
    page.wait_for_load_state("networkidle")
    asked = page.evaluate("() => performance.getEntriesByType('resource').map(one => one.name)")
    of_all_pages = "/api/house"  # what the house is like
    drawn = [name for name in asked if "/api/" in name and not name.endswith(of_all_pages)]
    assert not drawn, "the front page is not drawn on the way"


def test_the_front_page_is_small(pages: None) -> None:
    index = (STATIC / "index.html").read_text()
    wanted = set(re.findall(r'(?:src|href)="\./(assets/[^"]+\.js)"', index))
    todo = list(wanted)
    while todo:  # what these import before anything is shown
        text = (STATIC / todo.pop()).read_text()
        for name in re.findall(r'(?:from|import)\s*"\./([^"]+\.js)"', text):
            if f"assets/{name}" not in wanted:
                wanted.add(f"assets/{name}")
                todo.append(f"assets/{name}")
    size = sum(len(gzip.compress((STATIC / name).read_bytes(), 9)) for name in wanted)
    assert 20_000 < size <= LARGEST_FRONT_PAGE, sorted(wanted)


def test_the_types_of_the_protocol_are_those_of_the_server() -> None:
    from zauber.server.protocol.schema import typescript

    assert (ROOT / "web" / "src" / "net" / "protocol.ts").read_text() == typescript(), (
        "Run: zauber schema --typescript > web/src/net/protocol.ts"
    )


def test_no_address_of_a_registry_is_in_the_lock_file() -> None:
    assert '"resolved"' not in (ROOT / "web" / "package-lock.json").read_text()
