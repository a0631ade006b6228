"""Playing in the browser: by touching the stage, by the keyboard alone, and waiting for what follows."""

import contextlib
import time
from collections.abc import Callable

from playwright.sync_api import Page, TimeoutError

from .players import Player

PATIENCE = 150  # seconds for a whole match; bots are compiled before their first move
RESULT = "#result-title"


def on_turn(page: Page) -> bool:
    return page.locator(".table.mine").count() > 0


def finished(page: Page) -> bool:
    return page.locator(RESULT).count() > 0


def put_away(page: Page, by_touch: bool = False) -> bool:
    """Close a sheet that a stage shows between rounds."""
    sheet = page.locator(".stage [role=dialog] .ticket")
    if sheet.count() == 0 or finished(page):
        return False
    if by_touch:
        sheet.first.tap()
    else:
        sheet.first.click()
    return True


def at(page: Page) -> str:
    """What is on the stage, to notice that something has happened."""
    return page.locator(".prompter .said").inner_text()


def whole_match(
    page: Page, act: Callable[[Page], None], sheet: Callable[[Page], bool] = put_away, most: int = 100_000
) -> int:
    """Play until the result is shown (or one has acted so many times); how many times one acted."""
    acted = 0
    until = time.monotonic() + PATIENCE
    while not finished(page) and acted < most:
        assert time.monotonic() < until, f"The match did not end; acted {acted} times. {at(page)}"
        if sheet(page):
            continue
        if on_turn(page):
            act(page)
            acted += 1
        else:
            page.wait_for_timeout(30)
    return acted


def click_stage(player: Player, tap: bool = False) -> Callable[[Page], None]:
    """Touch what the game's player wants to touch; if it is gone before the hand is there, look again."""

    def act(page: Page) -> None:
        if player.act:
            with contextlib.suppress(TimeoutError):
                player.act(page, tap)
            return
        thing = player.touch(page)
        if thing is None:
            return
        with contextlib.suppress(TimeoutError):
            if tap:
                thing.tap(timeout=1_500)
            else:
                thing.click(timeout=1_500)

    return act


def press_moves(player: Player) -> Callable[[Page], None]:
    """With the list of moves shown: number keys for the first nine, Tab and Enter for the rest."""

    def act(page: Page) -> None:
        moves = page.locator("[data-move]").evaluate_all("all => all.map(one => one.dataset.move)")
        if not moves:
            return
        index = player.prefer(moves)
        if index < 9:
            page.keyboard.press(str(index + 1))
        else:
            for _ in range(200):
                page.keyboard.press("Tab")
                if page.evaluate("() => document.activeElement?.dataset.move") == moves[index]:
                    break
            page.keyboard.press("Enter")
        page.wait_for_timeout(40)

    return act


def press_sheet(page: Page) -> bool:
    """The button of a sheet between rounds has the focus: Enter puts it away."""
    if page.locator(".stage [role=dialog] .ticket").count() == 0 or finished(page):
        return False
    page.keyboard.press("Enter")
    page.wait_for_timeout(30)
    return True
