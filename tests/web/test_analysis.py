"""An analysis on its page, with given numbers: asked for once, read out, reached by keys, honest about the rest."""

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


def analysis(unjudged: int = 0) -> dict[str, Any]:
    """Two seats, of which the second has a chance after odd moves."""

    def seat(number: int) -> dict[str, Any]:
        chances = [{"ply": ply, "share": 0.4 + ply / 100, "error": 0.04} for ply in range(number, 30, 2)]
        parts = {"start": 0.494, "choices": -0.096, "others": 0.004, "luck": 0.098, "result": 0.5}
        errors = {"choices_error": 0.02, "others_error": 0.004, "luck_error": 0.03}
        return {
            "seat": number, "chances": [*chances, {"ply": 30, "share": 0.5, "error": 0.0}], **parts, **errors,
            "judged": 15, "unjudged": unjudged * number,
        }  # fmt: skip

    choice = {"ply": 5, "seat": 0, "kind": "choice", "change": -0.14, "error": 0.041} | {"chosen": "A", "better": "B"}
    luck = {"ply": 9, "seat": 1, "kind": "luck", "change": 0.2, "error": 0.004} | {"chosen": "", "better": ""}
    moments = [choice | {"told": ""}, luck | {"told": "You draw “Night”."}]
    return {"seats": [seat(0), seat(1)], "moments": moments, "iterations": 240}


def replay(visitor: Visitor, record: bytes) -> Page:
    page = visitor.go("/replays")
    page.locator("input[type=file]").set_input_files({"name": "r.json", "mimeType": "text/plain", "buffer": record})
    page.get_by_role("button", name="Analysis").wait_for()
    return page


def opened(visit: Visitors, record: bytes, found: dict[str, Any], **settings: Any) -> Page:
    page = replay(visit(SMALL, own=True, **settings), record)
    page.route("**/api/analysis", lambda route: route.fulfill(json=found))
    page.get_by_role("button", name="Analysis").click()
    page.get_by_role("img", name="Chance to win over time").wait_for()
    return page


def test_an_analysis_is_asked_for_once_and_its_end_is_announced_once(visit: Visitors, record: bytes) -> None:
    page = replay(visit(SMALL, own=True), record)
    asked: list[Route] = []
    page.route("**/api/analysis", lambda route: asked.append(route))
    button, sheet = page.get_by_role("button", name="Analysis"), page.get_by_role("dialog", name="How it went")
    status = sheet.get_by_role("status")
    button.click()
    expect(status).to_contain_text("Thinking the match through")
    page.keyboard.press("Escape")
    button.click()
    expect(status).to_contain_text("Thinking the match through")
    asked[0].fulfill(json=analysis())
    expect(status).to_have_text("The analysis is finished.")
    sheet.locator(".moments button").first.click()
    expect(sheet).to_have_count(0)
    expect(page.locator(".count")).to_contain_text("Move 4 ")
    button.click()
    expect(sheet.get_by_role("img", name="Chance to win over time")).to_be_visible()
    expect(status).to_have_text("")
    assert len(asked) == 1


def test_an_analysis_that_failed_can_be_tried_again(visit: Visitors, record: bytes) -> None:
    visitor = visit(SMALL, own=True)
    page = replay(visitor, record)
    sentence = "The search is still being compiled."
    page.route("**/api/analysis", lambda route: route.fulfill(status=503, json={"sentence": sentence}), times=1)
    with allowed(visitor, "Failed to load resource"):
        page.get_by_role("button", name="Analysis").click()
        sheet = page.get_by_role("dialog", name="How it went")
        expect(sheet.get_by_role("alert")).to_have_text(sentence)
    page.route("**/api/analysis", lambda route: route.fulfill(json=analysis()))
    sheet.get_by_role("button", name="Try again").focus()
    page.keyboard.press("Enter")
    expect(sheet.get_by_role("img", name="Chance to win over time")).to_be_visible()
    expect(sheet.get_by_role("status")).to_be_focused()


def test_the_chances_are_a_table_as_well_with_their_errors(visit: Visitors, record: bytes) -> None:
    page = opened(visit, record, analysis())
    sheet = page.get_by_role("dialog", name="How it went")
    page.get_by_text("The numbers as a table").focus()
    page.keyboard.press("Enter")
    numbers = sheet.get_by_role("region", name="Chance to win over time, in %")
    expect(numbers.get_by_role("columnheader")).to_have_text(["After move", "Ada", "Bo"])
    rows = numbers.locator("tbody tr")
    expect(rows).to_have_count(31)
    texts = [row.split("\t") for row in rows.all_inner_texts()]
    assert [[text.strip() for text in row] for row in (texts[0], texts[1], texts[30])] == [
        ["0", "40 ± 4", ""],
        ["1", "", "41 ± 4"],
        ["30", "50", "50"],
    ]
    expect(sheet.locator(".band")).to_have_count(2)
    assert sheet.locator(".band").first.bounding_box() != sheet.locator("svg .line").first.bounding_box()
    expect(sheet.locator(".moments button")).to_have_text(
        [
            "Move 5: Ada chose “A” (−14 % ± 4). Better: “B”.",
            "Up to move 9: luck changed Bo’s chances by +20 % ± 1. Bo was told: “You draw ‘Night’.”",
        ]
    )
    # 49 − 10 + 0 + 10 would not be 50.
    apart = sheet.get_by_role("region", name="Luck and choices apart").get_by_role("row", name="Ada")
    expect(apart.get_by_role("cell")).to_have_text(["49 %", "−10 % ± 2", "0 % ± 1", "+11 % ± 3", "50 %"])


@pytest.mark.parametrize("night", [False, True])
def test_axe_has_nothing_against_an_analysis(night: bool, visit: Visitors, record: bytes) -> None:
    page = opened(visit, record, analysis(3), night=night)
    page.get_by_text("The numbers as a table").click()
    page.locator(".numbers").wait_for()
    check_axe(page, "dialog")


def test_keys_scroll_what_scrolls_and_leave_the_replay_alone(visit: Visitors, record: bytes) -> None:
    page = opened(visit, record, analysis())
    page.get_by_text("The numbers as a table").click()
    numbers = page.locator(".numbers")
    numbers.focus()
    count = page.locator(".count").inner_text()
    for key, there in (("End", True), ("Home", False), ("ArrowDown", True), ("Home", False), ("Space", True)):
        page.keyboard.press(key)
        page.wait_for_function("there => document.querySelector('.numbers').scrollTop > 0 === there", arg=there)
    page.keyboard.press("ArrowRight")
    assert page.locator(".count").inner_text() == count
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".count")).not_to_have_text(count)


def test_one_line_is_looked_at_alone(visit: Visitors, record: bytes) -> None:
    page = opened(visit, record, analysis())
    name = page.get_by_role("dialog").get_by_role("button", name="Bo", exact=True)
    name.focus()
    page.keyboard.press("Enter")
    expect(name).to_have_attribute("aria-pressed", "true")
    lines = page.locator(".chart .line")
    expect(lines.nth(0)).to_have_css("opacity", "0.25")
    expect(lines.nth(1)).to_have_css("opacity", "1")
    page.keyboard.press("Enter")
    expect(lines.nth(0)).to_have_css("opacity", "1")


@pytest.mark.parametrize("unjudged", [0, 7])
def test_what_could_not_be_judged_is_not_called_luck(unjudged: int, visit: Visitors, record: bytes) -> None:
    page = opened(visit, record, analysis(unjudged))
    sheet = page.get_by_role("dialog", name="How it went")
    head = sheet.get_by_role("region", name="Luck and choices apart").get_by_role("columnheader").nth(4)
    expect(head).to_have_text("Luck and the rest" if unjudged else "Luck")
    if unjudged:
        expect(sheet).to_contain_text(
            "Some decisions could not be judged (Bo: 7 of 22). What they did is counted under"
        )
        expect(sheet).to_contain_text("luck, or what could not be judged, moved Bo")
        expect(sheet).not_to_contain_text("The rest is luck")
        expect(sheet).not_to_contain_text("at every decision and playing them out")
    else:
        expect(sheet).not_to_contain_text("could not be judged")
        expect(sheet).to_contain_text("The search looks for the best move in about 240 of them")


def test_names_stay_whole_beside_the_numbers_on_a_phone(visit: Visitors) -> None:
    match = Match("papageno", 3, seed=2, names=["Anneliese", "Bo", "Maximilian"])
    while not match.over:
        match.play(bots.get("thumb").move(match, seed=len(match.plies)))
    found = analysis()
    found["seats"].append({**found["seats"][1], "seat": 2})
    visitor = visit((360, 740), own=True)
    page = replay(visitor, match.save().encode())
    page.route("**/api/analysis", lambda route: route.fulfill(json=found))
    page.get_by_role("button", name="Analysis").click()
    table = page.get_by_role("region", name="Luck and choices apart")
    names = table.get_by_role("rowheader")
    expect(names).to_have_count(3)
    count = "cell => { const r = new Range(); r.selectNodeContents(cell); return r.getClientRects().length }"
    assert [name.evaluate(count) for name in names.all()] == [1, 1, 1], "one line for each"
    assert table.evaluate("part => part.scrollWidth - part.clientWidth") <= 0
