"""What decided a match: a sentence and three boards, asked for once, read out, by keys; numbers behind “more”."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from zauber import Match, bots

from .house import SMALL, Visitor, Visitors, allowed
from .test_looks import check_axe


@pytest.fixture(scope="module")
def record() -> bytes:
    match = Match("magic_flute", seed=2, names=["Ada", "Bo"])
    while not match.over:
        match.play(bots.get("thumb").move(match, seed=len(match.plies)))
    return match.save().encode()


def analysis() -> dict[str, Any]:
    """Two seats with chances after every move, one thing that is certain and one that is not."""

    def seat(number: int) -> dict[str, Any]:
        way = 1 if number else -1
        chances = [{"ply": ply, "share": 0.5 + way * ply / 100, "error": 0.02} for ply in range(10)]
        parts = {
            "start": 0.5,
            "choices": way * 0.3,
            "others": way * 0.01,
            "luck": way * 0.19,
            "result": 0.5 + way * 0.5,
        }
        errors = {"start_error": 0.01, "choices_error": 0.02, "others_error": 0.004, "luck_error": 0.03}
        return {
            "seat": number,
            "chances": [*chances, {"ply": 10, "share": 0.5 + way * 0.5, "error": 0.0}],
            **parts,
            **errors,
        }

    def moment(since: int, ply: int, seat: int, kind: str, before: float, after: float, **more: Any) -> dict[str, Any]:
        shares = {"before": [1 - before, before], "after": [1 - after, after], "error": 0.01}
        words = {"choice": 0, "chosen": "", "better": ""} | more
        return {"since": since, "ply": ply, "seat": seat, "kind": kind, **shares, **words}

    moments = [
        moment(0, 2, 0, "luck", 0.5, 0.3),
        moment(4, 5, 1, "choice", 0.3, 0.7, choice=5, chosen="Play the Bells"),
        moment(7, 8, 0, "choice", 0.6, 0.8, choice=8, chosen="Play Night", better="Play the Flute"),
    ]
    return {"seats": [seat(0), seat(1)], "moments": moments, "by_turns": False, "matches": 2400}


def lines(*told: dict[str, Any]) -> dict[str, Any]:
    """An answer, line by line."""
    return {"body": "".join(json.dumps(one) + "\n" for one in told), "content_type": "application/x-ndjson"}


def replay(visitor: Visitor, record: bytes) -> Page:
    page = visitor.go("/replays")
    page.locator("input[type=file]").set_input_files({"name": "r.json", "mimeType": "text/plain", "buffer": record})
    page.get_by_role("button", name="What decided it").wait_for()
    return page


def opened(visit: Visitors, record: bytes, size: tuple[int, int] = SMALL, **settings: Any) -> Page:
    page = replay(visit(size, own=True, **settings), record)
    page.route("**/api/analysis", lambda route: route.fulfill(**lines(analysis())))
    page.get_by_role("button", name="What decided it").click()
    page.locator(".headline").wait_for()
    return page


def test_one_sentence_three_boards_and_numbers_behind_more(visit: Visitors, record: bytes) -> None:
    page = opened(visit, record)
    sheet = page.get_by_role("dialog", name="What decided it")
    expect(sheet.locator(".headline")).to_have_text("Bo turned it around: “Play the Bells”.")
    moments = sheet.locator(".moments button.words")
    expect(moments).to_have_count(3)
    expect(moments.nth(0)).to_contain_text("Luck was with Ada here.")
    expect(moments.nth(1)).to_contain_text("A good choice by Bo.")
    expect(moments.nth(2)).to_contain_text("Ada had something better: “Play the Flute”.")
    # The boards are the real ones: what each shows is what the replay shows there, and nobody can touch it.
    boards = sheet.locator(".board .flute")
    expect(boards).to_have_count(3)
    pieces = "flute => flute.querySelector(':scope > p.heard').textContent"
    shown = [board.evaluate(pieces) for board in boards.all()]
    assert "%" not in sheet.inner_text()
    assert sheet.locator(".board button").first.evaluate("button => button.closest('[inert]') !== null")
    for place, number in ((2, 8), (1, 5), (0, 2)):
        moments.nth(place).focus()
        page.keyboard.press("Enter")
        expect(sheet).to_have_count(0)
        expect(page.locator(".count")).to_contain_text(f"Move {number} ")
        expect(page.locator(".frame .flute > p.heard")).to_have_text(shown[place])
        page.get_by_role("button", name="What decided it").click()
        expect(moments).to_have_count(3)
    # The numbers: what is too small to tell is not shown.
    page.get_by_text("More: everybody’s chances").focus()
    page.keyboard.press("Enter")
    table = sheet.get_by_role("region", name="Luck and choices apart")
    cells = table.get_by_role("row", name="Bo").get_by_role("cell")
    expect(cells).to_have_text(["50\u00a0%", "+30\u00a0% ± 4", "·", "+19\u00a0% ± 6", "100\u00a0%"])
    page.get_by_text("The numbers as a table").click()
    numbers = sheet.get_by_role("region", name="Chance to win over time, in %")
    expect(numbers.get_by_role("columnheader")).to_have_text(["After move", "Ada", "Bo"])
    expect(numbers.locator("tbody tr")).to_have_count(11)
    expect(sheet.locator(".band")).to_have_count(2)
    numbers.focus()
    count = page.locator(".count").inner_text()
    for key, there in (("End", True), ("Home", False), ("Space", True)):
        page.keyboard.press(key)
        page.wait_for_function("there => document.querySelector('.numbers').scrollTop > 0 === there", arg=there)
    assert page.locator(".count").inner_text() == count  # the replay stays where it is
    name = sheet.get_by_role("button", name="Bo", exact=True)
    name.focus()
    page.keyboard.press("Enter")
    expect(name).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".chart .line").nth(0)).to_have_css("opacity", "0.25")


def test_it_is_asked_for_once_says_how_far_it_is_and_can_be_stopped(visit: Visitors, record: bytes) -> None:
    visitor = visit(SMALL, own=True)
    page = replay(visitor, record)
    asked: list[Route] = []
    page.route("**/api/analysis", lambda route: asked.append(route))
    button, sheet = page.get_by_role("button", name="What decided it"), page.get_by_role("dialog")
    status = sheet.get_by_role("status")
    button.click()
    expect(status).to_contain_text("Thinking the match through")
    expect(sheet.get_by_role("progressbar")).to_be_visible()
    page.keyboard.press("Escape")
    button.click()
    expect(status).to_contain_text("Thinking the match through")
    sheet.get_by_role("button", name="Stop").focus()
    with allowed(visitor, "Failed to load resource"):
        page.keyboard.press("Enter")
        expect(status).to_have_text("Stopped.")
    expect(status).to_be_focused()
    sheet.get_by_role("button", name="Think it through").click()
    expect(status).to_contain_text("Thinking the match through")
    assert len(asked) == 2
    sentence = {"reason": "trouble", "sentence": "That took too long."}
    asked[1].fulfill(**lines({"done": 1, "of": 10, "seconds": 25}, sentence))
    expect(sheet.get_by_role("alert")).to_have_text("That took too long.")
    sheet.get_by_role("button", name="Try again").focus()
    page.keyboard.press("Enter")
    expect(sheet.get_by_role("progressbar")).to_be_visible()
    asked[2].fulfill(**lines(analysis()))
    expect(status).to_have_text("Here it is.")
    expect(status).to_be_focused()
    page.keyboard.press("Escape")
    button.click()
    expect(sheet.locator(".headline")).to_be_visible()
    expect(status).to_have_text("")
    assert len(asked) == 3


@pytest.mark.parametrize(("night", "size"), [(False, SMALL), (True, (360, 740))])
def test_axe_has_nothing_against_it_and_everything_fits(
    night: bool, size: tuple[int, int], visit: Visitors, record: bytes
) -> None:
    page = opened(visit, record, size, night=night)
    page.get_by_text("More: everybody’s chances").click()
    page.get_by_text("The numbers as a table").click()
    page.locator(".numbers").wait_for()
    check_axe(page, "dialog")
    sheet = page.get_by_role("dialog")
    assert sheet.evaluate("part => part.scrollWidth - part.clientWidth") <= 0
    names = page.get_by_role("region", name="Luck and choices apart").get_by_role("rowheader")
    count = "cell => { const r = new Range(); r.selectNodeContents(cell); return r.getClientRects().length }"
    assert [name.evaluate(count) for name in names.all()] == [1, 1]
