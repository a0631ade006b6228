"""A browser's console stays silent whenever a page is left, and what it does complain of says where it came from."""

import re

from playwright.sync_api import Route, expect

from .gallery import picture
from .hanging import company, show
from .house import SMALL, House, Visitors, allowed

# Keeps the connection to a table and the first that came over it.
OVERHEARD = """
const Socket = window.WebSocket;
window.WebSocket = class extends Socket {
    constructor(...given) {
        super(...given);
        this.addEventListener('message', (message) => {
            const frame = JSON.parse(message.data);
            if (frame.type === 'welcome') window.overheard = { socket: this, frame };
        });
    }
};
"""
# The table changes, and in the same moment it is left.
LEFT_AS_IT_CHANGES = """() => {
    const { socket, frame } = window.overheard;
    const data = JSON.stringify({ type: 'lobby', n: 0, table: frame.table, what: { key: 'lobby.pledged', args: {} } });
    socket.dispatchEvent(new MessageEvent('message', { data }));
    history.pushState(null, '', '/replays');
    dispatchEvent(new PopStateEvent('popstate'));
}"""


def test_a_complaint_comes_with_the_calls_that_led_to_it(visit: Visitors) -> None:
    visitor = visit()
    page = visitor.go("/")
    page.locator(".worlds").wait_for()
    page.evaluate("() => Object.defineProperty(document, 'title', { set: () => console.warn('Hush!') })")
    with allowed(visitor, "Hush!"):
        with page.expect_console_message():
            page.get_by_role("link", name="Replays").click()
        [said] = visitor.complaints
    assert said.startswith("warning: Hush!")
    assert re.search(r"/assets/Replays-\S+  .*document\.title", said), said


def test_rules_that_are_left_while_they_load(visit: Visitors) -> None:
    visitor = visit(own=True)
    loading: list[Route] = []
    visitor.page.route("**/assets/rules-*.js", lambda route: loading.append(route))
    page = visitor.go("/rules/magi")
    for _ in range(600):
        if loading:
            break
        page.wait_for_timeout(50)
    page.get_by_role("link", name="Replays").click()
    expect(page.get_by_role("heading", name="The rules of Magi")).to_have_count(0)
    loading[0].continue_()
    page.evaluate("file => import(file)", loading[0].request.url)
    page.wait_for_timeout(100)
    assert visitor.complaints == []


def test_a_table_that_is_left_before_its_last_stroke_is_told(visit: Visitors, house: House) -> None:
    """Of many small events those who listen hear the last, when they pause; but not on another page."""
    visitor = visit(SMALL, own=True, buttons=True)
    visitor.page.add_init_script(OVERHEARD)
    page = visitor.go(house.lay("magicians_night", ["Ada"], 1, options={"first": "first_seat"}).fragment(0))
    page.locator(".hat.open").first.click()
    page.locator("[data-move^='plan ring']").first.click()
    expect(page.locator(".prompter .last")).to_contain_text("You push")
    page.evaluate(LEFT_AS_IT_CHANGES)
    page.wait_for_timeout(1000)
    assert visitor.complaints == []


def test_a_stage_whose_pieces_fall_is_gone_at_once_when_it_is_left(visit: Visitors, house: House) -> None:
    shown = picture("magicians_night", "begin")
    page = visit(SMALL, motion="on", pace="slow").go("/replays")
    with company(house, shown):
        show(page, shown)
        left = page.evaluate(
            """async () => {
                document.querySelector('header a.home').click();
                await new Promise((done) => setTimeout(done));
                return document.querySelectorAll('main > *').length;
            }"""
        )
    assert left == 1, "the page that was left does not lie beside the next one"
