"""Pictures of the gallery's moments, and sheets that show many of them at once: `python3 run.py shots --moments`.

They go into `shots/<game>/`, one picture per moment, size and theme; `shots/<game>-<size>-<theme>.png` are the sheets.
With `--measure` what is wrong with a moment is told as well.
"""

import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page

from .gallery import Picture, pictures
from .hanging import company, hang, resize, set_text, show, troubles
from .house import SIZES, House, Visitors, Windows

SHEET = """<!doctype html><meta charset="utf-8"><style>
body {{ margin: 12px; background: #888; display: flex; flex-wrap: wrap; gap: 12px; font: 15px sans-serif }}
figure {{ margin: 0 }} img {{ display: block; width: {width}px }}
</style>{figures}"""


def take(
    browser: Browser,
    game: str,
    folder: Path,
    only: Sequence[str] = (),
    sizes: Sequence[tuple[int, int]] = SIZES,
    nights: Sequence[bool] = (False, True),
    measure: bool = False,
    text: int = 100,
) -> None:
    """Pictures of a game's moments (of those named, or of all) at these sizes, with text of this size in percent."""
    chosen = [picture for picture in pictures(game) if not only or picture.name in only]
    with tempfile.TemporaryDirectory() as data:
        hang(Path(data) / "tables.db", chosen)
        house = House(Path(data))
        try:
            visitors = Visitors(Windows(browser, house))
            page = visitors((1280, 720)).go("/replays")
            set_text(page, text)
            for picture in chosen:
                _picture(house, page, picture, folder / game, sizes, nights, measure)
            visitors.close()
        finally:
            house.close()
    sheet = browser.new_page()
    for night in nights:
        for size in sizes:
            contact_sheet(sheet, folder, game, [picture.name for picture in chosen], size, night)
    sheet.close()


def _picture(
    house: House,
    page: Page,
    picture: Picture,
    folder: Path,
    sizes: Sequence[tuple[int, int]],
    nights: Sequence[bool],
    measure: bool,
) -> None:
    begun = time.monotonic()
    with company(house, picture):
        show(page, picture)
        for size in sizes:
            resize(page, *size)
            for wrong in troubles(page) if measure else ():
                print(f"    {picture.name} at {size[0]}×{size[1]}: {wrong}", flush=True)
            for night in nights:
                page.emulate_media(color_scheme="dark" if night else "light")
                page.wait_for_timeout(50)
                file = folder / named(picture.name, size, night)
                file.parent.mkdir(parents=True, exist_ok=True)
                page.screenshot(path=file)
    print(f"  {picture.game} {picture.name} ({time.monotonic() - begun:.1f} s)", flush=True)


def named(name: str, size: tuple[int, int], night: bool) -> str:
    """The file of a picture, inside its game's folder."""
    return f"{size[0]}x{size[1]}-{'night' if night else 'day'}/{name}.png"


def contact_sheet(
    page: Page, folder: Path, game: str, names: Sequence[str], size: tuple[int, int], night: bool
) -> None:
    """One picture with all moments of a game at a size."""
    width = min(size[0], 320 if size[0] < size[1] else 620)
    across = 1900 // (width + 12)
    figures = "".join(
        f"<figure><img src='{file.as_uri()}'><figcaption>{file.stem}</figcaption></figure>"
        for file in (folder / game / named(name, size, night) for name in names)
    )
    page.set_viewport_size({"width": across * (width + 12) + 24, "height": 400})
    file = folder / f"{game}-{named('sheet', size, night).split('/')[0]}.html"
    file.write_text(SHEET.format(width=width, figures=figures), "utf-8")
    page.goto(file.as_uri())
    page.wait_for_load_state("load")
    page.screenshot(path=file.with_suffix(".png"), full_page=True)
    file.unlink()
