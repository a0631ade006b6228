"""What the stages show as it happens, in moments of the gallery; some are played on."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .acting import HEAR, NOTES_STAY, at_once
from .gallery import Picture, picture, played_on
from .hanging import company, lasting, resize, show, troubles
from .house import PHONE, SMALL, WIDE, House, Visitors

# How many scores are shown in the moment in which the sheet with the count appears.
TALLIES = """() => document.querySelector('.stage [role=dialog]')
    && [document.querySelectorAll('.papageno .tally').length]"""

# The title and the words of the card that is shown large, while this is said of it, and how many cards may be played.
SPOTLIGHT = """([said]) => {
    const words = (selector) => document.querySelector(selector)?.textContent ?? '';
    const title = words('.flute .spotlight h2');
    return title && words('.prompter .status').includes(said)
        && [title, words('.flute .spotlight .words'), document.querySelectorAll('.flute .slot.open').length];
}"""

# How far each of Papageno's wires hangs below the top of the numbers on its cards, in pixels; above it if negative.
SAGS = """() => [...document.querySelectorAll('.papageno .wire')].flatMap((wire) => {
    const slots = [...wire.querySelectorAll('.slot')];
    return ['::before', '::after'].map((one, row) => {
        const style = getComputedStyle(wire, one);
        const low = wire.getBoundingClientRect().top + parseFloat(style.top) + parseFloat(style.height);
        const numbers = slots.slice(3 * row, 3 * row + 3).flatMap((slot) => [...slot.querySelectorAll('text')]);
        const tops = numbers.map((text) => {
            const shown = text.getScreenCTM();
            const high = parseFloat(getComputedStyle(text).fontSize) * 0.7; // the height of a figure
            return shown.f + shown.d * (Number(text.getAttribute('y')) - high);
        });
        return low - Math.min(...tops);
    });
}).filter(Number.isFinite)"""

# One of the longest names that the house gives, for everybody.
LONG_NAMES = """() => document.querySelectorAll('.plate .name').forEach((one) => (one.textContent = 'Amaryllis'))"""

# What the prompter said after a sheet was put away, one status after another.
NEXT_STATUS = "() => window.said.join(' ')"
KEEP_STATUS = """() => {
    const status = document.querySelector('.prompter .status');
    window.said = [];
    const changes = { subtree: true, childList: true, characterData: true };
    new MutationObserver(() => window.said.push(status.textContent)).observe(status, changes);
}"""


def opened(visit: Visitors, shown: Picture, **window: Any) -> Page:
    page = visit(**window).go("/replays")
    show(page, shown)
    return page


def test_names_are_whole_and_ones_own_is_marked_where_many_sit_at_a_small_table(visit: Visitors, house: House) -> None:
    page = visit(keys=True).go("/replays")
    crowds = ("turn-five", "count-five"), ("start-eight",), ("others-turn", "frogs"), ("turn",), ("pushing-light",)
    found = {}
    for game, names in zip(("papageno", "magi", "mago_magino", "magic_flute", "magicians_night"), crowds, strict=True):
        for name in names:
            with company(house, picture(game, name)):
                show(page, picture(game, name))
                for width, height in ((360, 640), (640, 360), (390, 844), (844, 390)):
                    resize(page, width, height)
                    page.evaluate(LONG_NAMES)
                    wrong = [one for one in lasting(page, troubles) if "name that is cut" in one]
                    own = page.locator(".plate .state").get_by_text("you").first
                    wrong += [] if own.is_visible() else ["Which is mine?"]
                    if wrong:
                        found[f"{game} {name} at {width}×{height}"] = wrong
    assert not found, found


def test_the_log_opens_where_the_newest_is(visit: Visitors, house: House) -> None:
    page = opened(visit, picture("papageno", "turn"), size=SMALL)
    page.keyboard.press("l")
    newest = page.locator(".log .last")
    expect(newest).to_be_in_viewport()
    above = page.locator(".log li").first.evaluate("line => line.getBoundingClientRect().bottom")
    assert above < 0, "what is long ago is further up"


CROWDED = (
    ("magi", "drawcount-high"),
    ("magi", "original-2"),
    ("magic_flute", "full-hand"),
    ("magicians_night", "choose-last"),
    ("magicians_night", "pushing-light"),
)


def test_nothing_is_cut_or_lies_over_another_beside_the_list_of_moves(visit: Visitors, house: House) -> None:
    page = visit((1280, 800), buttons=True).go("/replays")
    found = {}
    for game, name in CROWDED:
        with company(house, picture(game, name)):
            show(page, picture(game, name))
            page.locator("[data-move]").first.wait_for()
            if wrong := lasting(page, troubles):
                found[f"{game} {name}"] = wrong
    assert not found, found


# Papageno --------------------------------------------------------------------------------------------------


def test_an_egg_is_settled_by_touching_a_neighbour_that_shows_its_points(visit: Visitors, house: House) -> None:
    shown = picture("papageno", "egg-both-rows")
    page = opened(visit, shown, size=SMALL)
    offers = page.locator(".own .slot.offered")
    expect(offers).to_have_count(len(shown.match.moves_of(shown.seat)))
    for slot in offers.all():
        points = slot.locator(".offer").inner_text()
        assert any(letter.isdigit() for letter in points), "what the wire would count is seen"
        assert f"({points}" in str(slot.get_attribute("aria-label")), "the label speaks the points that are seen"
    places = [slot.bounding_box() for slot in page.locator(".own .slot").all()]
    tops = {round(box["y"]) for box in places if box}
    assert len(places) == 6, "the wire keeps its six places"
    assert len(tops) == 2, "in two rows"


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (844, 390), (1440, 900)])
def test_no_wire_hangs_over_the_numbers(size: tuple[int, int], visit: Visitors, house: House) -> None:
    for name in ("egg-five", "egg"):
        page = opened(visit, picture("papageno", name), size=size)
        sags = page.evaluate(SAGS)
        assert len(sags) >= 4
        assert max(sags) <= 0.5, (name, sags)


def test_a_card_explains_itself_to_a_pointer_that_comes_not_to_one_that_stays(visit: Visitors, house: House) -> None:
    """Whoever has chosen a card and waits for the others is not told about it where the pointer happens to be."""
    page = visit(WIDE).go(house.lay("papageno", ["Ada"], 1).fragment(0))
    slot = page.locator(".own .slot.open").first
    slot.wait_for()
    box = slot.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(x, y)
    page.locator(".own .slot:not([aria-label*='hidden card'])").wait_for()  # it is turned up
    page.mouse.move(x + 1, y + 1)  # no hand is quite still
    page.wait_for_timeout(1500)
    expect(page.locator(".explain")).to_have_count(0)
    page.mouse.move(x + 9, y + 9, steps=3)
    expect(page.locator(".explain")).to_be_visible()


def test_a_counted_round_that_is_put_away_is_told_of_no_longer(visit: Visitors, house: House) -> None:
    shown = played_on("papageno", "egg", "putting-away")
    with company(house, shown):
        page = opened(visit, shown, size=SMALL, motion="on")
        page.locator(".own .slot.offered").first.click()
        go_on = page.get_by_role("dialog", name="is over").get_by_role("button", name="Next")
        go_on.wait_for()
        page.evaluate(KEEP_STATUS)
        go_on.click()
        status = page.locator(".prompter .status")
        expect(status).to_contain_text("Choose one of your six cards")
        assert "count" not in page.evaluate(NEXT_STATUS)


def test_a_round_ends_on_the_wires_card_by_card(visit: Visitors, house: House) -> None:
    """The last choice of a round is made while one looks: cards turn up, columns cancel, then it is counted; and the
    next round begins, whatever the others do, when that was seen."""
    shown = played_on("papageno", "egg", "counting")
    with company(house, shown):
        page = opened(visit, shown, size=SMALL, motion="on")
        page.locator(".own .slot.offered").first.click()
        assert at_once(page, TALLIES) == [0], "first the cards are seen, then the points"
        assert page.locator(".papageno .wins .won").count() == sum(shown.match.view()["wins"]), "nor who has won"
        sheet = page.get_by_role("dialog", name="is over")
        expect(page.locator(".papageno .slot:visible")).to_have_count(12)
        expect(page.locator(".papageno .tally")).to_have_count(2)
        assert page.get_by_role("button", name="hidden card").count() == 0, "nothing of the next round yet"
        status = page.locator(".prompter .status")
        expect(status).to_contain_text("Round 1 is over")
        page.wait_for_timeout(1500)  # in which the bot begins the next round
        expect(status).to_contain_text("Round 1 is over")
        expect(page.locator(".prompter .last")).not_to_contain_text("has chosen")
        sheet.get_by_role("button").click()
        expect(page.locator(".prompter .last")).to_contain_text("has chosen")
        expect(page.locator(".own .slot.open")).to_have_count(6)
        expect(status).to_contain_text("Choose one of your six cards")


def test_whether_a_card_may_be_replaced_is_said(visit: Visitors, house: House) -> None:
    page = opened(visit, picture("papageno", "drawn"), size=SMALL)
    labels = page.locator(".own .slot").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    assert all("Replace" in label for label in labels), labels


def test_a_capture_asks_for_the_second_card_when_the_first_was_touched(visit: Visitors, house: House) -> None:
    page = opened(visit, picture("papageno", "capture-chosen"), size=SMALL)
    status = page.locator(".prompter .status")
    expect(status).to_contain_text("Now choose the card that you want for it.")
    page.locator(".own .slot.picked").click()
    expect(status).to_contain_text("Choose one of your open cards and one of somebody else")


def test_a_refusal_stays_while_it_is_true_and_goes_when_somebody_else_has_moved_on(
    visit: Visitors, house: House
) -> None:
    shown = played_on("papageno", "flute", "refusing")
    with company(house, shown) as people:
        page = opened(visit, shown, size=SMALL, own=True)
        page.evaluate(NOTES_STAY)
        page.locator(".own .slot").first.click()
        note = page.locator(".beside:has(.note)")
        expect(note).to_contain_text("It is not your turn")
        people.play(shown.match.turn, "draw")
        status = page.locator(".prompter")
        expect(status).to_contain_text("draws")
        page.wait_for_timeout(500)
        expect(note).to_have_count(1)
        people.play(shown.match.turn, "discard")
        expect(status).to_contain_text("Your turn")
        expect(note).to_have_count(0)


@pytest.mark.parametrize(("game", "moment"), [("papageno", "count"), ("magi", "counted")])
def test_escape_puts_a_count_away(game: str, moment: str, visit: Visitors, house: House) -> None:
    page = opened(visit, picture(game, moment), size=SMALL)
    count = page.locator(".stage [role=dialog]")
    expect(count).to_have_count(1)
    page.keyboard.press("Escape")
    expect(count).to_have_count(0)


# The Magic Flute -------------------------------------------------------------------------------------------


def test_under_fire_a_card_says_and_shows_what_it_does_now(visit: Visitors, house: House) -> None:
    shown = picture("magic_flute", "fire")
    page = opened(visit, shown, size=SMALL)
    moves = {piece["piece"] for piece in _preview(shown)}
    assert moves == {"sun"}, "the first card that may be played moves the sun, though it is the moon's"
    expect(page.locator(".flute .reading")).to_contain_text("The sun goes 1 space")
    expect(page.locator(".flute .reading")).not_to_contain_text("The moon")
    expect(page.locator("[data-whole='where sun would go']")).to_have_count(1)


def _preview(shown: Picture) -> list[dict[str, object]]:
    """What the card that has the focus would move."""
    match = shown.match
    label = match.game.words.label(
        match.edition.record, match.position(shown.seat), shown.seat, match.moves_of(shown.seat).actions[0]
    )
    moved: list[dict[str, object]] = label.args["moves"]
    return moved


def test_a_discarded_card_keeps_the_sign_of_the_one_who_laid_it(visit: Visitors, house: House) -> None:
    shown = picture("magic_flute", "turn")
    page = opened(visit, shown, size=SMALL)
    laid = next(
        phrase.args["who"]
        for ply in range(len(shown.match.plies), 0, -1)
        for phrase in shown.match.tell(ply, shown.seat)
        if phrase.key in ("tell.played", "tell.discarded")
    )
    sign = "sun" if laid == shown.match.view()["sarastro"] else "moon"
    assert laid != shown.seat, "it is not the one on turn who laid it"
    expect(page.locator("[data-spot=discard]")).to_have_attribute("data-sign", sign)


def test_a_touched_card_announces_the_second_tap(visit: Visitors, house: House) -> None:
    page = opened(visit, picture("magic_flute", "turn"), size=PHONE, touch=True)
    page.locator(".flute .slot.open").first.tap()
    expect(page.locator(".flute .reading")).to_contain_text("Tap once more to play it.")


def test_the_others_card_is_shown_large_as_it_is_played(visit: Visitors, house: House) -> None:
    shown = played_on("magic_flute", "others-turn", "seeing")
    move = next(one for one in shown.match.moves if one.startswith("play") and _passes(shown, one))
    with company(house, shown) as people:
        page = opened(visit, shown, size=SMALL, motion="on", pace="slow")
        people.play(shown.match.turn, move)
        card = move.removeprefix("play ")
        title, told, free = at_once(page, SPOTLIGHT, f"{shown.match.names[shown.match.turn]} plays")
        assert free == 0, "one may act when it has been seen"
        expect(page.locator(".flute .slot.open")).not_to_have_count(0)
        assert title.strip() == _title(shown, card)
        assert "your side" not in told.lower(), "what it did, not what it would do for the reader"
        assert "your symbol" not in told.lower()


def _title(shown: Picture, said: str) -> str:
    return str(shown.match.game.catalogue[f"card.{said.removesuffix(' 2').replace(' ', '_')}"])


def test_cards_that_silence_forbids_may_still_be_thrown_away_and_are_not_struck_out(
    visit: Visitors, house: House
) -> None:
    page = opened(visit, picture("magic_flute", "silence-discard"), size=SMALL)
    assert page.locator(".own .slot.open").count() > 1
    expect(page.locator(".own .slot.open .gag")).to_have_count(0)


def test_what_happened_is_heard_before_whose_turn_it_is(visit: Visitors, house: House) -> None:
    shown = played_on("magic_flute", "others-turn", "hearing")
    move = next(one for one in shown.match.moves if _passes(shown, one))
    with company(house, shown) as people:
        page = opened(visit, shown, size=SMALL)
        page.evaluate(HEAR)
        people.play(shown.match.turn, move)
        page.locator(".table.mine").wait_for()
        expect(page.locator(".prompter .heard[aria-live]")).to_contain_text("Your turn.")
        heard = page.evaluate("() => window.heard")
    told = " ".join(heard)  # on a busy machine both may be said in one breath
    assert -1 < told.find(shown.match.names[shown.match.turn]) < told.find("Your turn."), heard


def _passes(shown: Picture, move: str) -> bool:
    """Whether the turn goes to the one who looks when this is played."""
    tried = shown.match.at(len(shown.match.plies))
    tried.play(move)
    return not tried.over and tried.turn == shown.seat


# Magi ------------------------------------------------------------------------------------------------------


def test_cards_that_arrive_in_numbers_are_seen_before_anything_goes_on(visit: Visitors, house: House) -> None:
    """Whoever takes the cards of a high DRAWCOUNT is shown how many, and a tap (or Enter) says that it was seen."""
    shown = played_on("magi", "drawcount-high", "taking")
    take = next(move for move in shown.match.moves_of(shown.seat) if not move.startswith("play"))
    with company(house, shown):
        page = opened(visit, shown, size=SMALL, motion="on", buttons=True)
        page.locator(f"[data-move='{take}']").click()
        seen = page.locator(".prompter [data-seen]")
        expect(seen).to_be_focused()
        expect(page.locator(".prompter .status")).to_contain_text(str(shown.match.view(shown.seat)["drawcount"]))
        expect(page.locator(".table.mine")).to_have_count(0)
        assert seen.get_attribute("aria-keyshortcuts") == "1"
        page.keyboard.press("1")
        expect(seen).to_have_count(0)
