"""What the browser tests share. Where no browser is found they are skipped, or fail if `ZAUBER_BROWSER=required`."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from run import find_browser
from zauber.games.compiling.overloads import alone

from .gallery import hung
from .hanging import hang
from .house import House, Visitors, Windows, build_pages, open_browser

expect.set_options(timeout=60_000)  # a machine may be busy with other things


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in Path(item.path).parents:
            item.add_marker(pytest.mark.web)
            item.add_marker(pytest.mark.no_cover)  # what they use runs in other processes


@pytest.fixture(scope="session")
def pages() -> None:
    """The pages, built from the sources that are there now."""
    build_pages()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = find_browser()
    if path is None:
        message = "No Chromium was found: install one, or set ZAUBER_CHROMIUM to its path."
        if os.environ.get("CI") or os.environ.get("ZAUBER_BROWSER") == "required":
            pytest.fail(message)
        pytest.skip(message)
    with sync_playwright() as playwright:
        started = open_browser(playwright, path)
        yield started
        started.close()


@pytest.fixture(scope="session")
def house(pages: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house. The moments of all games are among its tables."""
    folder = tmp_path_factory.mktemp("house")
    shutil.copy(hung_once(tmp_path_factory.getbasetemp()), folder / "tables.db")
    opened = House(folder)
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def windows(browser: Browser, house: House) -> Windows:
    return Windows(browser, house)


@pytest.fixture
def visit(windows: Windows) -> Iterator[Visitors]:
    """Opens windows on the house; fails if a browser console has shown a warning or an error."""
    visitors = Visitors(windows)
    yield visitors
    visitors.close()


def hung_once(base: Path) -> Path:
    """The database with all moments, which one of several workers writes for all."""
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    database, lock = shared / "moments.db", shared / "moments.lock"
    lock.touch()
    with alone(lock):
        if not database.is_file():
            writing = shared / "moments-writing.db"
            hang(writing, hung())
            writing.rename(database)
    return database
