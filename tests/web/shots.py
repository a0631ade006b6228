"""Pictures of every page and every game, in both themes, wide and phone: `python3 run.py shots`.

They go into `shots/`, which is not committed; `--docs` takes only the few in `docs/pictures/` and renews them. Games
are also shown as people with deuteranopia see them.
"""

import argparse
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from run import find_browser
from zauber import games

from . import moment_shots
from .acting import ASKED, RESULT, play, press
from .gallery import games_with_moments
from .house import LARGE, PHONE, ROOT, WIDE, House, Visitors, Windows, build_pages, open_browser
from .house import SIZES as EVERY_SIZE
from .players import GAMES, PLAYERS

SIZES = {"wide": WIDE, "phone": PHONE, "large": LARGE}
PAGES = {
    "front": "/",
    "new": "/new/papageno",
    "rules": "/rules/papageno",
    "replays": "/replays",
    "lost": "/nowhere",
}
MOST = {game.name: game.seats[-1] for game in games.all_games()}
DOCS = {"parlour": "front-wide-night"}
DOCS_MOMENTS = {
    "papageno": ("turn", False),
    "magic_flute": ("turn", True),
    "magi": ("drawcount-high-eight", True),
    "mago_magino": ("frogs", False),
}


def play_on(page: Page, game: str, times: int) -> None:
    """Some moves, until there is another to do, so that the picture shows what may be done."""
    page.locator(".prompter").wait_for()
    play(page, PLAYERS[game], press, times)
    page.wait_for_timeout(500)


class Photographer:
    """Takes the pictures that were asked for."""

    def __init__(self, visitors: Visitors, folder: Path, only: str) -> None:
        self.visitors = visitors
        self.folder = folder
        self.only = only

    def shot(self, page: Page, name: str, whole: bool = False) -> None:
        page.mouse.move(0, 0)
        page.wait_for_timeout(250)
        page.screenshot(path=self.folder / f"{name}.png", full_page=whole)
        print(f"  {name}.png", flush=True)

    def page(self, name: str, path: str, size: str, night: bool) -> None:
        visitor = self.visitors(SIZES[size], night=night, touch=size == "phone")
        page = visitor.go(path)
        page.locator("main h1").first.wait_for(state="attached")
        page.wait_for_timeout(500)
        self.shot(page, f"{name}-{size}-{named(night)}", whole=name != "rules")
        self.visitors.close()

    def lobby(self, house: House, size: str, night: bool) -> None:
        laid = house.lay("papageno", ["Ada"], 2, seats=4, start=False)
        for name, fragment in {"lobby": laid.fragment(0, host=True), "invited": laid.fragment()}.items():
            self.page(name, fragment, size, night)

    def game(self, house: House, game: str, size: str, night: bool) -> None:
        """The middle of a match, also as people with deuteranopia see it; and the fullest table on a phone."""
        for seats in {PLAYERS[game].seats, MOST[game] if size == "phone" else PLAYERS[game].seats}:
            visitor = self.visitors(SIZES[size], night=night, own=True, buttons=True)
            wanted: dict[str, Any] = {} if game == "magi" else {"edition": "", "options": {}}  # a test's would end soon
            page = visitor.go(house.lay(game, ["Ada"], seats - 1, **wanted).fragment(0))
            play_on(page, game, 4)
            page.evaluate("() => localStorage.setItem('zauber.settings', JSON.stringify({ motion: 'off' }))")
            page.reload()
            page.locator(ASKED).first.wait_for()
            page.wait_for_timeout(400)
            full = "" if seats == PLAYERS[game].seats else f"-{seats}"
            name = f"{game}{full}-{size}-{named(night)}"
            self.shot(page, name)
            session = visitor.context.new_cdp_session(page)
            session.send("Emulation.setEmulatedVisionDeficiency", {"type": "deuteranopia"})
            self.shot(page, f"{name}-deuteranopia")
            self.visitors.close()

    def afterwards(self, house: House, game: str, size: str, night: bool) -> None:
        """The result of a match that bots have played, and its replay."""
        visitor = self.visitors(SIZES[size], night=night)
        page = visitor.go(house.lay(game, [], PLAYERS[game].seats).fragment(host=True))
        page.locator(RESULT).wait_for()
        self.shot(page, f"{game}-result-{size}-{named(night)}")
        page.get_by_role("link", name="See it again").click()
        page.get_by_role("slider", name="Moment of the match").wait_for()
        for _ in range(12):
            page.keyboard.press("ArrowRight")
        self.shot(page, f"{game}-replay-{size}-{named(night)}", whole=True)
        self.visitors.close()

    def all(self, house: House) -> None:
        for night in (False, True):
            for size in SIZES:
                for name, path in PAGES.items():
                    if self.only in ("", name):
                        self.page(name, path, size, night)
                if self.only in ("", "lobby") and size != "large":
                    self.lobby(house, size, night)
                for game in GAMES:
                    if self.only in ("", game):
                        self.game(house, game, size, night)
                    if self.only in ("", game) and size != "large":
                        self.afterwards(house, game, size, night)


def take_moments(browser: Browser, folder: Path, chosen: argparse.Namespace) -> None:
    """Pictures of the gallery."""
    sizes = [(int(size.split("x")[0]), int(size.split("x")[1])) for size in chosen.sizes or ()] or EVERY_SIZE
    nights = (False, True) if chosen.theme is None else (chosen.theme == "night",)
    for game in games_with_moments():
        if chosen.only in ("", game):
            moment_shots.take(browser, game, folder, chosen.moments, sizes, nights, chosen.measure, chosen.text)


def named(night: bool) -> str:
    return "night" if night else "day"


def main() -> int:
    parser = argparse.ArgumentParser(prog="run.py shots", description=__doc__)
    parser.add_argument("--only", default="", help="one page (front, new, lobby, …) or one game")
    parser.add_argument("--moments", nargs="*", help="the gallery's moments instead: all of them, or those named")
    parser.add_argument("--sizes", nargs="*", help="with --moments: windows of these sizes, as 390x844")
    parser.add_argument("--theme", choices=("day", "night"), help="with --moments: only this theme")
    parser.add_argument("--text", type=int, default=100, help="with --moments: the size of the text in percent")
    parser.add_argument("--measure", action="store_true", help="with --moments: also tell what is wrong with them")
    parser.add_argument("--docs", action="store_true", help="only renew docs/pictures/")
    chosen = parser.parse_args()
    path = find_browser()
    if path is None:
        print("No Chromium was found: install one, or set ZAUBER_CHROMIUM to its path.")
        return 1
    build_pages()
    folder = ROOT / "shots"
    folder.mkdir(exist_ok=True)
    if chosen.docs and chosen.moments is not None:
        parser.error("--docs takes pictures of pages and moments alike: leave --moments out.")
    if chosen.moments is not None:
        with sync_playwright() as playwright:
            browser = open_browser(playwright, path)
            take_moments(browser, folder, chosen)
            browser.close()
        return 0
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        house = House(Path(data))
        browser = open_browser(playwright, path)
        Photographer(Visitors(Windows(browser, house)), folder, "front" if chosen.docs else chosen.only).all(house)
        house.close()
        for game, (moment, night) in DOCS_MOMENTS.items() if chosen.docs else ():
            moment_shots.take(browser, game, folder, [moment], [WIDE], [night])
        browser.close()
    if chosen.docs:
        pictures = ROOT / "docs" / "pictures"
        pictures.mkdir(parents=True, exist_ok=True)
        taken = {name: folder / f"{source}.png" for name, source in DOCS.items()}
        for game, (moment, night) in DOCS_MOMENTS.items():
            taken[game] = folder / game / moment_shots.named(moment, WIDE, night)
        for name, source in taken.items():
            if source.is_file():
                (pictures / f"{name}.png").write_bytes(source.read_bytes())
    return 0


if __name__ == "__main__":
    sys.exit(main())
