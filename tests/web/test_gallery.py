"""Every moment of the gallery, at every size: nothing cut, covered or too small, and nothing that axe objects to."""

import pytest

from tests.sizes import FULL

from .gallery import games_with_moments, moments, pictures
from .hanging import company, lasting_troubles, resize, show
from .house import SIZES, WIDE, House, Visitors
from .test_looks import check_axe

GAMES = games_with_moments()
# The games whose stages hold at every size; a game is added with its last mended moment.
MENDED: tuple[str, ...] = ("papageno", "magic_flute", "magi")


def sizes(number: int) -> list[tuple[int, int]]:
    """The sizes at which a moment is measured: those where there is least room, and one of the others in turn."""
    tight = [(360, 640), (844, 390), (1280, 720)]
    rest = [size for size in SIZES if size not in tight]
    return list(SIZES) if FULL else [*tight, rest[number % len(rest)]]


@pytest.mark.parametrize("game", GAMES)
def test_every_moment_has_a_record_that_leads_to_it(game: str) -> None:
    shown = {picture.name for picture in pictures(game) if picture.shown()}
    stale = [moment.name for moment in moments(game) if moment.name not in shown]
    assert not stale, f"find them anew: .venv/bin/python -m tests.web.gallery {game}"


@pytest.mark.parametrize("game", MENDED)
def test_every_moment_is_seen_whole_at_every_size(game: str, stroll: Visitors, gallery: House) -> None:
    page = stroll(WIDE).go("/replays")
    found: dict[str, list[str]] = {}
    for number, picture in enumerate(pictures(game)):
        with company(gallery, picture):
            show(page, picture)
            for width, height in sizes(number):
                resize(page, width, height)
                wrong = lasting_troubles(page)
                if wrong:
                    found[f"{picture.name} at {width}×{height}"] = wrong
    assert not found, "\n".join(f"{where}:\n  " + "\n  ".join(what) for where, what in found.items())


@pytest.mark.parametrize("game", GAMES)
def test_axe_has_nothing_against_any_moment(game: str, stroll: Visitors, gallery: House) -> None:
    page = stroll(WIDE).go("/replays")
    looked_at = pictures(game) if FULL else pictures(game)[::3]
    for number, picture in enumerate(looked_at):
        with company(gallery, picture):
            show(page, picture)
            for night in (False, True) if FULL else (number % 2 == 1,):
                page.emulate_media(color_scheme="dark" if night else "light")
                page.wait_for_timeout(60)
                check_axe(page)
