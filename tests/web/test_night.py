"""What is special about Magicians' Night: the dark, dragging the magician, strokes answered at once, the light."""

import json
import math
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from .acting import HEAR, at_once
from .gallery import finished, picture
from .hanging import company, resize, show
from .house import PHONE, SIZES, WIDE, House, Visitors, set_size
from .night import DISC, Finger, magician, pieces, spot
from .players import PLAYERS

GAME = "magicians_night"
FIRST = {"first": "first_seat"}
PUSHES = ".prompter .last"

# From sending a stroke until its answer has been drawn; and, for comparison, how long a mere ping takes meanwhile.
STOPWATCH = """
window.answers = []; window.pings = [];
const Socket = window.WebSocket;
window.WebSocket = class extends Socket {
  constructor(...given) {
    super(...given);
    this.addEventListener('message', (message) => {
      const frame = JSON.parse(message.data);
      const now = performance.now();
      if (frame.type === 'pong' && this.asked) { window.pings.push(now - this.asked); this.asked = 0; }
      if (frame.type === 'event' && frame.seat === 0 && frame.action?.startsWith('push') && this.stroked) {
        const began = this.stroked;
        this.stroked = 0;
        setTimeout(() => window.answers.push(performance.now() - began));
        this.asked = now;
        super.send(JSON.stringify({ type: 'ping', t: 0 }));
      }
    });
  }
  send(text) {
    const frame = JSON.parse(text);
    if (frame.type === 'play' && frame.action >= 200) this.stroked = performance.now();
    super.send(text);
  }
};
"""


def sit_down(page: Page, hat: int = 0) -> None:
    page.locator(".hat.open").nth(hat).click()
    page.locator(f"{DISC}.open").wait_for()


def nearest(page: Page) -> float:
    """How far from the middle the nearest cauldron of the first seat is."""
    return min(math.hypot(x, y) for _, owner, x, y in pieces(page, "cauldron") if owner == 0)


def patiently(page: Page, true: Callable[[], bool]) -> bool:
    for _ in range(600):
        if true():
            return True
        page.wait_for_timeout(100)
    return False


def slowly(finger: Finger, page: Page, start: tuple[float, float], end: tuple[float, float], steps: int) -> None:
    for i in range(1, steps + 1):
        part = i / steps
        finger.move(*spot(page, start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part))
        page.wait_for_timeout(60)


def test_a_drag_from_the_edge_enters_and_pushes(visit: Visitors, house: House) -> None:
    page = visit().go(house.lay(GAME, ["Ada"], 1, options=FIRST).fragment(0))
    sit_down(page)
    finger = Finger(page, touch=False)
    finger.press(*spot(page, 0, -185))
    expect(page.locator(".acts .act")).to_have_text("Stop here")
    x, y = magician(page, 0)
    assert math.hypot(x, y) > 190
    assert abs(x) < 4
    slowly(finger, page, (0, -185), (4, -168), 6)
    expect(page.locator(PUSHES)).to_contain_text("You push")
    assert patiently(page, lambda: magician(page, 0)[1] > y + 8), "the magician follows the hand"
    finger.release()


def test_a_finger_on_a_phone_drags_too(visit: Visitors, house: House) -> None:
    page = visit(PHONE, touch=True).go(house.lay(GAME, ["Ada"], 1, options=FIRST).fragment(0))
    page.locator(".hat.open").first.tap()
    page.locator(f"{DISC}.open").wait_for()
    finger = Finger(page, touch=True)
    finger.press(*spot(page, -185, 0))
    expect(page.locator(".acts .act")).to_have_text("Stop here")
    slowly(finger, page, (-185, 0), (-168, 0), 6)
    expect(page.locator(PUSHES)).to_contain_text("You push")
    finger.release()
    assert page.evaluate("() => scrollY") == 0, "a drag moves the magician and not the page"
    page.get_by_role("button", name="Stop here").tap()
    expect(page.locator(".prompter")).to_contain_text("Bruno")


def test_the_plate_by_keys(visit: Visitors, house: House) -> None:
    page = visit().go(house.lay(GAME, ["Ada"], 1, options=FIRST).fragment(0))
    sit_down(page)
    page.locator(DISC).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".ghost")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    turned = page.locator(".night .heard [aria-live]")
    expect(turned).to_have_text(re.compile(r"^At the edge, where \d+:\d\d is on a clock\.$"))
    page.keyboard.press("Enter")
    expect(page.locator(".acts .act")).to_have_text("Stop here")
    before = math.hypot(*magician(page, 0))
    page.keyboard.press("ArrowRight")
    expect(page.locator(".needle")).to_be_visible()
    page.keyboard.press("ArrowUp")
    expect(page.locator(PUSHES)).to_contain_text("You push")
    expect(turned).to_have_text(re.compile(r"^Pushing towards \d+:\d\d\. Your magician stands at "))
    assert patiently(page, lambda: math.hypot(*magician(page, 0)) < before - 2)
    page.keyboard.press("s")
    expect(page.locator(".prompter")).to_contain_text("Bruno")


def test_a_plan_by_its_name(visit: Visitors, house: House) -> None:
    page = visit(buttons=True).go(house.lay(GAME, ["Ada"], 1, options=FIRST).fragment(0))
    sit_down(page)
    assert page.locator("[data-move]").count() < 30, "64 directions are not 64 buttons"
    before = nearest(page)
    page.get_by_role("button", name="to the ring").first.click()
    assert patiently(page, lambda: nearest(page) < before - 1), "a stroke follows the other until it has moved"


def test_in_the_dark_nothing_tells_of_trees_and_discs(visit: Visitors, house: House) -> None:
    visitor = visit(own=True, buttons=True)
    frames: list[str] = []
    visitor.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))
    page = visitor.go(house.lay(GAME, ["Ada"], 1, options=FIRST).fragment(0))
    sit_down(page)
    page.get_by_role("button", name="to the ring").first.click()
    assert patiently(page, lambda: sum('"push ' in frame for frame in frames) > 12)
    seen = [json.loads(frame) for frame in frames]
    views = [frame["view"] for frame in seen if frame["type"] == "event" and not frame["view"]["lamp"]]
    assert len(views) > 5
    for view in views:
        assert view["light"] is False
        assert {piece["kind"] for piece in view["pieces"]} <= {"fire", "cauldron", "magician"}
    assert page.locator(PLAYERS[GAME].hidden).count() == 0
    ground = page.locator(".night").evaluate("one => getComputedStyle(one).backgroundColor")
    assert ground == "rgb(5, 8, 7)"


def test_A31_in_the_dark_the_edge_is_drawn_only_where_the_table_wants_it(visit: Visitors, house: House) -> None:
    for edge, drawn in (("unseen", 0), ("faint", 1)):
        laid = house.lay(GAME, ["Ada"], 1, options={**FIRST, "edge": edge})
        page = visit(buttons=True).go(laid.fragment(0))
        sit_down(page)
        expect(page.locator(".night svg > circle.rim")).to_have_count(drawn)
        for lit in page.locator(".night .lit").all():  # the plate itself
            expect(lit).to_have_css("opacity", "0")


def test_strokes_are_answered_at_once(visit: Visitors, house: House) -> None:
    """Within 50 ms; on a machine that is busy with other things, as soon as a ping is, or so.

    What delays every stroke is seen in the median. The latest may have waited for a processor that others had.
    """
    visitor = visit(own=True)
    visitor.page.add_init_script(STOPWATCH)
    page = visitor.go(house.lay(GAME, ["Ada"], 1, options=FIRST).fragment(0))
    sit_down(page)
    finger = Finger(page, touch=False)
    finger.press(*spot(page, 0, -185))
    page.wait_for_timeout(300)
    for turn in range(60):  # round in a small circle at the edge, where little falls
        angle = turn / 6
        finger.move(*spot(page, 14 * math.sin(angle), -185 + 9 * (1 - math.cos(angle))))
        page.wait_for_timeout(60)
    finger.release()
    answers = sorted(page.evaluate("() => answers"))
    pings = sorted(page.evaluate("() => pings"))
    assert len(answers) >= 12, answers
    for part, least in ((0.5, 50), (0.95, 200)):
        late, ping = answers[int(part * len(answers))], pings[int(part * len(pings))]
        told = f"{part:.0%} of {len(answers)} strokes within {late:.0f} ms, of the pings within {ping:.0f} ms"
        assert late <= max(least, 4 * ping), told


def test_the_light_goes_on_at_the_end_and_the_match_is_seen_again(visit: Visitors) -> None:
    page = visit(buttons=True).go("/replays")
    show(page, finished(GAME))
    expect(page.locator(".last [data-piece=tree]")).not_to_have_count(0)  # the result shows the plate in the light
    page.get_by_role("button", name="Look at the table").click()
    expect(page.locator(".night.light")).to_be_visible()
    page.reload()
    page.get_by_role("link", name="See it again").click()
    page.get_by_role("slider", name="Moment of the match").wait_for(timeout=240_000)
    expect(page.locator(".night.light")).to_be_visible()
    expect(page.locator("[data-piece=tree]")).to_have_count(12)  # from above, in the light, from the first moment
    page.get_by_label("Seen by").select_option("0")
    page.get_by_role("slider", name="Moment of the match").fill("3")  # the hats are chosen: lights out
    expect(page.locator(".night.light")).to_have_count(0)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".tools .count")).to_contain_text(re.compile(r"Move \d\d+ of"), timeout=100_000)


def test_the_end_stays_until_one_asks_for_the_result(visit: Visitors, house: House) -> None:
    page = visit(motion="fast").go(house.lay(GAME, ["Ada"], 1, options={**FIRST, "turn_limit": 1}).fragment(0))
    sit_down(page)
    page.get_by_role("button", name="Pass").click()
    back = page.get_by_role("button", name="The result", exact=True)
    expect(back).to_be_visible()
    expect(page.locator(".night.light")).to_be_visible()
    assert page.locator("#result-title").count() == 0
    back.click()
    expect(page.locator("#result-title")).to_be_visible()


def test_it_begins_in_lamplight_then_the_lights_go_out_and_the_house_is_dark(visit: Visitors, house: House) -> None:
    page = visit(motion="on").go(house.lay(GAME, ["Ada"], 1, options=FIRST).fragment(0))
    page.locator(".hat.open").first.wait_for()
    expect(page.locator(".night.light .legend")).to_contain_text("Trees")
    for width, height in ((390, 844), (844, 390), (1280, 720)):  # also where there is little room
        set_size(page, width, height)
        expect(page.locator(".legend")).to_be_visible()
    assert page.locator("[data-piece=tree]").count() == 12, "every piece can be seen before it gets dark"
    ground = "() => getComputedStyle(document.querySelector('.prompter')).backgroundColor"
    lit = page.evaluate(ground)
    page.locator(".hat.open").first.click()
    at_once(page, "() => document.querySelector('.moment')?.textContent.trim() === 'Lights out!'")
    page.locator(f"{DISC}.open").wait_for()
    expect(page.locator("html")).to_have_attribute("data-lights", "out")
    assert page.evaluate(ground) != lit, "the house around the stage is dark too"
    expect(page.locator(".sky svg")).to_be_hidden()
    expect(page.locator(".moment")).to_have_count(0)


def test_ones_own_way_is_a_faint_trail_and_what_falls_ends_the_turn_in_a_moment(visit: Visitors, house: House) -> None:
    page = visit(motion="on", sound=True).go(house.lay(GAME, ["Ada"], 1, edition="", options=FIRST).fragment(0))
    sit_down(page)
    page.locator(DISC).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".acts .act")).to_have_text("Stop here")
    page.keyboard.down("ArrowUp")
    expect(page.locator(".front .trail")).to_have_count(1)
    clack = at_once(page, "() => document.querySelector('.moment.clack')?.textContent")
    assert "Clack!" in clack
    assert "turn is over" in clack
    page.keyboard.up("ArrowUp")
    expect(page.locator(".front .trail")).to_have_count(0)


def test_what_may_be_done_is_not_heard_again_at_every_stroke(visit: Visitors, house: House) -> None:
    page = visit(own=True, motion="on").go(house.lay(GAME, ["Ada"], 1, options=FIRST).fragment(0))
    sit_down(page)
    page.evaluate(HEAR)
    finger = Finger(page, touch=False)
    finger.press(*spot(page, 0, -185))
    expect(page.locator(".acts .act")).to_have_text("Stop here")
    slowly(finger, page, (0, -185), (4, -168), 6)
    expect(page.locator(PUSHES)).to_contain_text("You push")
    finger.release()
    at_once(page, "() => window.heard.some((words) => words.includes('Push on'))")
    page.wait_for_timeout(500)
    heard = page.evaluate("() => window.heard")
    assert 1 <= sum("Push on" in words for words in heard) <= 2, heard


def test_a_hat_is_ones_colour_and_sign_everywhere(visit: Visitors, house: House) -> None:
    page = visit(motion="off").go(house.lay(GAME, ["Ada"], 1, options={**FIRST, "light": "light"}).fragment(0))
    sit_down(page, hat=2)
    own = page.locator("[data-plate='0'] .crest")
    sign = own.locator("path").last.get_attribute("d")
    assert sign != page.locator("[data-plate='1'] .crest path").last.get_attribute("d")
    page.keyboard.press("t")
    listed = page.get_by_role("dialog").locator(".crest").first
    assert listed.locator("path").last.get_attribute("d") == sign


def test_the_stage_keeps_its_place_while_the_hand_drags(visit: Visitors, house: House) -> None:
    page = visit((1280, 720)).go("/replays")
    boxes: list[Any] = []
    for moment in ("entered", "pushing"):
        shown = picture(GAME, moment)
        with company(house, shown):
            show(page, shown)
            page.wait_for_timeout(1500)  # the button to take a move back comes after a second of quiet
            boxes.append(page.locator(DISC).bounding_box())
    moved = [abs(boxes[0][side] - boxes[1][side]) for side in ("x", "y", "width", "height")]
    assert max(moved) < 1, "whatever is said below it"


def test_where_nothing_is_shuffled_no_shuffle_is_checked(visit: Visitors, house: House) -> None:
    page = visit().go("/replays")
    won = picture(GAME, "won")
    with company(house, won):
        page.goto(house.url + won.address)  # the stage's own words come after the result
        page.get_by_role("button", name="Was it played by the rules?").wait_for()
        expect(page.locator(".fair details")).to_have_count(0)


def test_R22_in_the_light_what_has_fallen_lies_beside_the_plate(visit: Visitors, house: House) -> None:
    shown = picture(GAME, "fallen")
    page = visit().go("/replays")
    show(page, shown)
    gone = [thing for thing in shown.match.view(shown.seat)["gone"] if thing["kind"] != "magician"]
    expect(page.locator("[data-fallen]")).to_have_count(len(gone))


def test_whoever_listens_hears_what_lies_in_the_ring_at_the_end(visit: Visitors, house: House) -> None:
    page = visit().go("/replays")
    show(page, picture(GAME, "won"))
    expect(page.locator("#night-where")).to_contain_text("A cauldron lies in the ring")
    expect(page.locator("#night-where")).not_to_contain_text("fire")


def test_how_much_has_fallen_is_seen_beside_the_plates(visit: Visitors, house: House) -> None:
    shown = picture(GAME, "out")
    page = visit(WIDE, keys=True).go("/replays")
    with company(house, shown):
        show(page, shown)
        for width, height in SIZES:
            resize(page, width, height)
            tally = page.locator(".tally").bounding_box()
            plates = [plate.bounding_box() for plate in page.locator(".night .plate").all()]
            assert tally is not None
            assert plates
            for plate in plates:
                assert plate is not None
                beside = tally["x"] + tally["width"] <= plate["x"] or plate["x"] + plate["width"] <= tally["x"]
                above = tally["y"] + tally["height"] <= plate["y"] or plate["y"] + plate["height"] <= tally["y"]
                assert beside or above, (width, height)
