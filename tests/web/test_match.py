"""A whole match of every game in the browser: by clicking, by keyboard alone, by touch on a phone, and afterwards."""

import json
import re

import pytest
from playwright.sync_api import Route, expect

from tests.sizes import FULL, size

from .acting import RESULT, click, play, press, tap
from .gallery import finished
from .hanging import show
from .house import PHONE, SMALL, House, Visitors, allowed
from .players import BRIEF, GAMES, PLAYERS

# Every game is played to its end by clicking; by keys too, in test_ends.py. By default some are by touch.
KEYED = GAMES if FULL else ["mago_magino"]
TOUCHED = GAMES if FULL else ["papageno", "magicians_night"]
MOVING = GAMES if FULL else ["papageno", "magi", "magicians_night"]


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_by_clicking(game: str, visit: Visitors, house: House) -> None:
    player = PLAYERS[game]
    visitor = visit()
    laid = house.lay(game, ["Ada"], player.seats - 1, **player.short)
    page = visitor.go(laid.fragment(0, host=True))
    assert play(page, player, click) >= player.least
    expect(page.locator(RESULT)).to_be_visible()
    assert "#" not in page.url, "the seat's secret must not stay in the address"

    asked = {"magicians_night": "Was it played by the rules?", "mago_magino": "Were the throws fair?"}
    page.get_by_role("button", name=asked.get(game, "Were the shuffles fair?")).click()
    expect(page.locator(".fair [role=status]")).to_contain_text(re.compile("^(Fair|Everything fits):"), timeout=240_000)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    assert download.value.suggested_filename.startswith(laid.table)

    page.get_by_role("button", name="Rematch").click()
    expect(page.locator(RESULT)).to_have_count(0)
    expect(page.locator(".prompter")).to_be_visible()


@pytest.mark.parametrize("game", KEYED)
def test_a_whole_match_by_keyboard_alone(game: str, visit: Visitors, house: House) -> None:
    player = PLAYERS[game]
    visitor = visit(SMALL, keys=True)
    page = visitor.go(house.lay(game, ["Ada"], player.seats - 1, **BRIEF[game]).fragment(0))
    page.locator(".prompter").wait_for()
    page.keyboard.press("m")
    assert play(page, player, press) >= player.least
    assert page.evaluate("() => document.activeElement?.id") == "result-title"


@pytest.mark.parametrize("game", TOUCHED)
def test_a_whole_match_by_touch_on_a_phone(game: str, visit: Visitors, house: House) -> None:
    player = PLAYERS[game]
    visitor = visit(PHONE, touch=True)
    page = visitor.go(house.lay(game, ["Ada"], player.seats - 1, **BRIEF[game]).fragment(0))
    page.locator(".prompter").wait_for()
    assert play(page, player, tap) >= player.least


@pytest.mark.parametrize("game", MOVING)
def test_with_motion_and_sound_play_goes_on_as_well(game: str, visit: Visitors, house: House) -> None:
    player = PLAYERS[game]
    visitor = visit(SMALL, keys=True, motion="fast", sound=True)
    page = visitor.go(house.lay(game, ["Ada"], player.seats - 1).fragment(0))
    page.locator(".prompter").wait_for()
    page.keyboard.press("m")
    assert play(page, player, press, most=size(100_000, 5)) >= player.least


@pytest.mark.parametrize("game", GAMES)
def test_the_replay_by_scrubber_keys_seats_and_link(game: str, visit: Visitors, house: House) -> None:
    page = visit().go("/replays")
    show(page, finished(game))
    page.get_by_role("link", name="See it again").click()
    scrubber = page.get_by_role("slider", name="Moment of the match")
    scrubber.wait_for(timeout=240_000)
    last = int(scrubber.get_attribute("max") or "0")
    assert last > 3
    page.locator(".replay").click(position={"x": 2, "y": 2})
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".tools .count")).to_have_text(f"Move 2 of {last}")
    expect(page).to_have_url(re.compile("at=2"))

    other = visit(SMALL)
    elsewhere = other.go(page.url.removeprefix(house.url))
    expect(elsewhere.locator(".tools .count")).to_have_text(f"Move 2 of {last}")
    page.get_by_label("Seen by").select_option("0")
    expect(page.locator(".tools .count")).to_have_text(f"Move 2 of {last}")
    page.keyboard.press("End")
    expect(page.locator(".tools .count")).to_have_text(f"Move {last} of {last}")


def test_a_view_of_the_replay_that_comes_late_is_not_shown(visit: Visitors) -> None:
    """Whoever looks through one seat's eyes and then through another's sees the second, whichever is sent first."""
    visitor = visit(own=True)
    page = visitor.go("/replays")
    show(page, finished("papageno"))
    page.get_by_role("link", name="See it again").click()
    page.get_by_role("slider", name="Moment of the match").wait_for(timeout=240_000)
    late: list[Route] = []

    def hold(route: Route) -> None:
        asked = json.loads(route.request.post_data or "{}")
        if asked["viewer"] == 0:
            late.append(route)
        else:
            route.continue_()

    page.route("**/api/replay", hold)
    page.get_by_label("Seen by").select_option("0")
    with page.expect_response("**/api/replay"):
        page.get_by_label("Seen by").select_option("1")
    answer = late[0].fetch()
    with page.expect_response("**/api/replay"):
        late[0].fulfill(json={**answer.json(), "names": ["Too late"] * 5})
    page.wait_for_timeout(100)
    expect(page.get_by_text("Too late")).to_have_count(0)
    expect(page.get_by_label("Seen by")).to_have_value("1")


def test_until_another_view_of_the_replay_has_come_the_old_one_stays(visit: Visitors) -> None:
    """It is not read out as if its player were somebody else; and if the other never comes, that is said beside it."""
    visitor = visit(own=True)
    page = visitor.go("/replays")
    show(page, finished("papageno"))
    page.get_by_role("link", name="See it again").click()
    page.get_by_role("slider", name="Moment of the match").wait_for(timeout=240_000)
    line, seen_by = page.locator(".desk .line"), page.get_by_label("Seen by")
    seats = seen_by.get_by_role("option").all_inner_texts()[2:]
    page.keyboard.press("ArrowRight")
    before = line.inner_text()
    mover = next(number for number, name in enumerate(seats) if before.startswith(name))
    held: list[Route] = []
    page.route("**/api/replay", lambda route: held.append(route))

    def asked() -> Route:
        for _ in range(600):
            if held:
                return held.pop()
            page.wait_for_timeout(50)
        raise AssertionError("The page did not ask for another view.")

    seen_by.select_option(str(mover))
    page.wait_for_timeout(100)
    expect(line).to_have_text(before)
    asked().continue_()
    expect(line).to_contain_text("You ")
    after = line.inner_text()
    seen_by.select_option("open")
    with allowed(visitor, "Failed to load resource"):
        asked().fulfill(status=503, json={"sentence": "The server is busy."})
        expect(page.get_by_role("alert")).to_have_text("The server is busy.")
    expect(line).to_have_text(after)
    page.unroute("**/api/replay")
    seen_by.select_option("public")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(line).to_have_text(before)
