"""Hanging the gallery: every moment's record becomes a table in the database that a server is started with.

`company` keeps the others at such a table present, and can play for them.
"""

import asyncio
import contextlib
import itertools
import json
import secrets
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Page
from websockets.sync.client import ClientConnection, connect

from zauber.games.contract.kernel import NOBODY
from zauber.match import SeatRecord
from zauber.server.run.moving import entries_of
from zauber.server.storage.sqlite import SqliteStorage
from zauber.server.table import entries
from zauber.server.table.look import looker
from zauber.server.table.summary import summary_of
from zauber.server.table.table import Table

from .gallery import Picture
from .house import House, allow_touch, set_size

MEASURE, SEEN, WALK, EXPLAINED = (
    (Path(__file__).parent / name).read_text() for name in ("measure.js", "seen.js", "walk.js", "explained.js")
)

# Goes to another address as the house's own links do, and waits until a table with its stage stands.
GO = """async (address) => {
    const frame = () => new Promise(requestAnimationFrame);
    const before = document.querySelector('.table');
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
    const until = performance.now() + 30000;
    while (before?.isConnected || !document.querySelector('.table .stage > *')) {
        if (performance.now() > until) throw new Error('The table did not appear: ' + address);
        await frame();
    }
    await document.fonts.ready;
}"""
# Waits until nothing moves, which may take a moment after a change of size.
REST = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    await frame();
    const ends = (one) => one.playState === 'running' && Number.isFinite(one.effect?.getComputedTiming().endTime);
    const moving = document.getAnimations().filter(ends);
    if (moving.length === 0) return;
    await Promise.race([
        Promise.allSettled(moving.map((one) => one.finished)),
        new Promise((done) => setTimeout(done, 1500)),
    ]);
    await frame();
}"""


def hang(database: Path, hung: Iterable[Picture]) -> None:
    """Write the tables of these moments into a database that no server uses yet."""
    with ThreadPoolExecutor(1) as thread:  # where Playwright is in use, this one has a loop already
        thread.submit(lambda: asyncio.run(_hang(database, hung))).result()


async def _hang(database: Path, hung: Iterable[Picture]) -> None:
    storage = SqliteStorage(database)
    await storage.open()
    try:
        for picture in hung:
            log = _log(picture)
            looker(picture.match.game).use_compiled()
            await storage.append(picture.table, 1, [entries.encode(entry) for entry in log])
            table = Table(picture.table, compiled=True)
            for number, entry in enumerate(log, 1):
                table.fold(number, entry)
            await storage.describe(picture.table, False, time.time(), msgspec.json.encode(summary_of(table)))
    finally:
        await storage.close()


def _log(picture: Picture) -> list[entries.AnyEntry]:
    """Whoever can act now is a person, so that nothing happens by itself; the others are bots."""
    match = picture.match
    seats = [
        SeatRecord(name, "person" if i == picture.seat or acts(picture, i) else "thumb")
        for i, name in enumerate(match.names)
    ]
    record = msgspec.structs.replace(match.record(), seats=tuple(seats))
    tokens = [picture.token(seat) for seat in range(match.seats)]
    return entries_of(record, match, picture.token(NOBODY), tokens)


def acts(picture: Picture, seat: int) -> bool:
    """Whether a seat could do something in this moment, or is played by the browser that looks."""
    return picture.moment.all_here or len(picture.match.moves_of(seat)) > 0


class Company:
    """The people at a moment's table other than the one who looks: they are here, and one can play for them."""

    def __init__(self, socket: ClientConnection, picture: Picture) -> None:
        self.socket = socket
        self.ids = (f"company-{secrets.token_hex(4)}-{number}" for number in itertools.count(1))
        tokens = [picture.token(seat) for seat in range(picture.match.seats) if acts(picture, seat)]
        tokens.append(picture.token(NOBODY))  # the host is among them
        self._send(type="hello", table=picture.table, tokens=tokens)
        self._until("welcome")

    def play(self, seat: int, notation: str) -> None:
        """Play a move for a seat that is a person's."""
        self.ask(type="play", seat=seat, notation=notation)

    def ask(self, **wish: Any) -> None:
        """Ask for something that is granted."""
        self._send(id=next(self.ids), **wish)
        answer = self._until("ack", "refused")
        assert answer["type"] == "ack", answer

    def _send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def _until(self, *types: str) -> Any:
        while True:
            frame = json.loads(self.socket.recv(timeout=60))
            if frame["type"] in types:
                return frame


@contextlib.contextmanager
def company(house: House, picture: Picture) -> Iterator[Company]:
    """While this lasts, everybody who can act at a moment's table is here."""
    with connect(house.url.replace("http", "ws", 1) + "/ws", max_size=None, open_timeout=60) as socket:
        yield Company(socket, picture)


def show(page: Page, picture: Picture) -> None:
    """Bring a moment onto a page that is already in the house; the pointer rests where it explains nothing."""
    page.mouse.move(0, 0)
    page.evaluate(GO, picture.address)
    if picture.match.over:
        page.locator("#result-title").wait_for()
    allow_touch(page, picture.moment.then is not None)  # until the next moment: the pointer stays where it is
    if picture.moment.then is not None:
        picture.moment.then(page)
    if picture.moment.shows:
        page.locator(picture.moment.shows).wait_for()
    page.evaluate(REST)


def resize(page: Page, width: int, height: int) -> None:
    """Give the window another size and wait until everything has found its place."""
    set_size(page, width, height)
    page.evaluate(REST)


def set_text(page: Page, percent: int) -> None:
    """Text as large as somebody has set it in the browser."""
    sizes = {"standard": 16 * percent // 100, "fixed": 13 * percent // 100}
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": sizes})


@contextlib.contextmanager
def text_of(page: Page, percent: int) -> Iterator[None]:
    """While this lasts, text is as large as that."""
    set_text(page, percent)
    try:
        yield
    finally:
        set_text(page, 100)
        page.evaluate(REST)


def troubles(page: Page) -> list[str]:
    """What is wrong with what is seen now, in sentences."""
    found: list[str] = page.evaluate(MEASURE) + page.evaluate(SEEN)
    return found


def covering(page: Page, most: int = 3) -> list[str]:
    """Which of the things that explain themselves do it over what may be chosen."""
    found: list[str] = page.evaluate(EXPLAINED, most)
    return found


def lasting(page: Page, look: Callable[[Page], list[str]]) -> list[str]:
    """What is wrong and stays so: a page needs a moment to find its places, and a while on a busy machine."""
    for _ in range(20):
        if not look(page):
            return []
        page.wait_for_timeout(250)
    return look(page)


def lasting_troubles(page: Page) -> list[str]:
    """The troubles that stay."""
    return lasting(page, troubles)


def not_reached(page: Page, back: bool = False) -> list[str]:
    """What Tab (or Shift+Tab) does not come to when it is pressed once for every control, and keys nobody is told of.

    The browser chooses where the walk begins, so it may pass the edge of the page on its way."""
    controls: int = page.evaluate(WALK, "begin")
    for _ in range(controls + 2):
        page.keyboard.press("Shift+Tab" if back else "Tab")
    found: list[str] = page.evaluate(WALK, "end")
    return found
