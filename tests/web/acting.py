"""Playing in the browser: by touching the stage or by the keyboard alone, whenever there is something to do."""

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, TimeoutError

from .players import Player

PATIENCE = 300  # seconds for a whole match; bots are compiled before their first move
RESULT = "#result-title"
SHEET = ".stage [role=dialog] .ticket"
SEEN = ".prompter [data-seen]"  # what says that one has seen what was too big to pass by
ASKED = f".table.mine, {SHEET}, {SEEN}, {RESULT}"  # the table waits for the player, or the match is over
LOOK = (Path(__file__).parent / "look.js").read_text()

# From now on, what is heard is kept in the order in which it changes.
HEAR = """() => {
    const last = new Map();
    const note = () => document.querySelectorAll('[aria-live]').forEach((region) => {
        const words = region.textContent;
        if (words && last.get(region) !== words) window.heard.push(words);
        last.set(region, words);
    });
    window.heard = [];
    note();
    window.heard = [];
    new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true });
}"""

# A note that lies long enough goes by itself; from now on it does not.
NOTES_STAY = """() => {
    const set = window.setTimeout;
    window.setTimeout = (then, after, ...rest) => (after === 9000 ? 0 : set(then, after, ...rest));
}"""

# How many times Tab has to be pressed until the button of a move has the focus, as far as one can tell.
TABS = """move => {
    const fits = (one) => one.tabIndex >= 0 && !one.disabled && !one.closest('[inert]') && one.getClientRects().length;
    const all = [...document.querySelectorAll('a[href], button, input, select, textarea, [tabindex]')].filter(fits);
    const here = all.indexOf(document.activeElement);
    return Math.max(0, all.findIndex((one) => one.dataset.move === move) - here);
}"""


@dataclass(frozen=True)
class Sight:
    """What there is to do, as `look.js` tells it."""

    ready: bool
    """Something is to be done, or the match is over."""
    result: bool
    curtain: str
    """For whom the curtain between two people is closed."""
    sheet: bool
    """A stage shows a sheet between rounds."""
    halt: bool
    """Something big happened, and the table waits until one says that one has seen it."""
    mine: bool
    moves: list[str]
    """The named moves, where they are shown."""
    touch: str
    """What to touch on the stage."""
    seen: str
    """All of it, to notice that something has happened."""


Way = Callable[[Page, Player, Sight], None]


def look(page: Page, wanted: tuple[str, ...] = (), before: str = "", seconds: float = 0) -> Sight:
    """What there is to do, after waiting up to this many seconds until there is something."""
    return Sight(**page.evaluate(LOOK, [wanted, before, seconds * 1000]))


def to_touch(sight: Sight) -> str:
    """What to touch: whatever lies on top has to be put away before anything is played."""
    return SEEN if sight.halt else SHEET if sight.sheet else sight.touch


def click(page: Page, player: Player, sight: Sight) -> None:
    """Click what the game's player wants to touch; if it has gone meanwhile, the caller looks again."""
    with contextlib.suppress(TimeoutError):
        if sight.touch in player.drag and not (sight.sheet or sight.halt):
            player.drag[sight.touch](page, False)
        else:
            page.locator(to_touch(sight)).first.click(timeout=1_500)


def tap(page: Page, player: Player, sight: Sight) -> None:
    """The same with a finger."""
    with contextlib.suppress(TimeoutError):
        if sight.touch in player.drag and not (sight.sheet or sight.halt):
            player.drag[sight.touch](page, True)
        else:
            page.locator(to_touch(sight)).first.tap(timeout=1_500)


def press(page: Page, player: Player, sight: Sight) -> None:
    """With the list of moves shown: number keys for the first nine, Tab and Enter for the rest.

    The button of a sheet between rounds has the focus, and so has the one at something big: Enter puts it away.
    """
    if sight.sheet or sight.halt:
        page.keyboard.press("Enter")
        return
    index = player.prefer(sight.moves)
    if index < 9:
        page.keyboard.press(str(index + 1))
        return
    for _ in range(page.evaluate(TABS, sight.moves[index])):
        page.keyboard.press("Tab")
    for _ in range(200):
        if page.evaluate("() => document.activeElement?.dataset.move") == sight.moves[index]:
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")


def play(
    page: Page,
    player: Player,
    way: Way,
    most: int = 100_000,
    curtain: Callable[[Sight], None] = lambda sight: None,
) -> int:
    """Play until the result is shown, or until `most` actions are done and another is possible.

    Returns the number of actions.
    """
    wanted = () if way is press else player.touch
    acted, before = 0, ""
    until = time.monotonic() + PATIENCE
    while True:
        sight = look(page, wanted, before, seconds=2)
        if sight.result or (sight.ready and acted >= most):
            return acted
        assert time.monotonic() < until, f"The match did not end; acted {acted} times. {sight}"
        if not sight.ready:
            continue
        before = sight.seen
        if sight.curtain:
            curtain(sight)
            page.keyboard.press("Enter")
            continue
        way(page, player, sight)
        acted += not (sight.sheet or sight.halt)


def at_once(page: Page, script: str, *given: str) -> Any:
    """What a script finds, as soon as that is not nothing: it looks at every frame, so that nothing brief is missed."""
    return page.wait_for_function(script, arg=list(given)).json_value()


def put_away(page: Page) -> None:
    """Close a sheet that a stage may show between rounds."""
    if look(page).sheet:
        page.locator(SHEET).first.click()
