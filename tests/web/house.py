"""The house under test: a server with tables, and browser windows whose consoles must stay silent."""

import contextlib
import importlib.util
import json
import os
import queue
import re
import secrets
import subprocess
import sys
import threading
import time
import urllib.request
import weakref
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, ConsoleMessage, Error, Page, Playwright
from websockets.sync.client import connect

from zauber.games.compiling.overloads import alone

from .players import GAMES, PLAYERS

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "src" / "zauber" / "server" / "static"
PHONE, WIDE, LARGE = (360, 740), (1280, 800), (2560, 1440)
# At which every moment is seen. A window of 1440 × 900 at 200 % is as one of 720 × 450.
SIZES = (
    *((360, 640), (640, 360), (844, 390), (720, 450)),
    *((390, 844), (1280, 720), (1440, 900), (2560, 1440)),
)
SMALL = (960, 640)  # where the size is not the point: less to draw
LAN = "zauber.local"  # how others in a local network call the house: over plain HTTP, browsers trust such a page less
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",  # without a real one the processor draws itself quicker than it plays a GPU
    f"--host-resolver-rules=MAP {LAN} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
)

LATE = int(os.environ.get("ZAUBER_LATE", "0"))  # milliseconds by which requests and messages are delayed
DELAYED = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1, "latency": LATE}
HELD_BACK = f"""
    const send = WebSocket.prototype.send, wait = setTimeout;
    WebSocket.prototype.send = function (said) {{
        wait(() => this.readyState === WebSocket.OPEN && send.call(this, said), {LATE});
    }};
"""

# What the console complains of comes with the calls that led to it.
TRACED = """
    Error.stackTraceLimit = 40;
    for (const kind of ['warn', 'error']) {
        const plain = console[kind];
        console[kind] = (...said) => plain.call(console, ...said, new Error('traced').stack);
    }
"""
CALL = re.compile(r"/assets/([\w.-]+\.js):(\d+):(\d+)")


def with_code(stack: str) -> str:
    """A stack with a piece of the code at each of its places: it is packed, but one finds one's way by it."""

    def shown(call: re.Match[str]) -> str:
        file, line, column = STATIC / "assets" / call[1], int(call[2]) - 1, int(call[3]) - 1
        code = file.read_text().split("\n")[line] if file.is_file() else ""
        return f"{call[0]}  {code[max(0, column - 70) : column]}»{code[column : column + 50]}"

    return CALL.sub(shown, stack)


def open_browser(playwright: Playwright, path: str) -> Browser:
    """A browser that can reach only this machine."""
    return playwright.chromium.launch(executable_path=path, args=FLAGS)


def build_pages() -> None:
    """Build the pages, unless they are up to date."""
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    hook = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(hook)
    with alone(ROOT / "hatch_build.py"):
        hook.build(ROOT)


class House:
    """A running server."""

    def __init__(self, folder: Path, installed: Path | None = None, more: tuple[str, ...] = ()) -> None:
        """A server with its tables in a folder, with the games of packages that are installed in another, and with
        more options. One with `--no-compile` opens much sooner, and its bots think longer."""
        command = [sys.executable, "-c", "import sys; from zauber.cli import main; sys.exit(main())", "serve"]
        options = ["--port", "0", "--quiet", "--database", str(folder / "tables.db"), "--limit", "table_burst=100000"]
        options += ["--limit", "replay_seconds=240"]
        quick = {key: value for key, value in os.environ.items() if not key.startswith("COVERAGE")}
        if installed:
            quick["PYTHONPATH"] = str(installed)
        self.process = subprocess.Popen(
            [*command, *options, *more],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=ROOT,
            env=quick,
        )
        self.awaited = set() if "--no-compile" in more else set(GAMES)
        self.lines: queue.Queue[str] = queue.Queue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        self.url = self._address()

    def _read(self) -> None:
        for line in self.process.stdout or ():
            self.lines.put(line)

    def _address(self) -> str:
        said = ""
        until = time.monotonic() + 240
        while time.monotonic() < until and self.process.poll() is None:
            try:
                line = self.lines.get(timeout=0.5)
            except queue.Empty:
                continue
            said += line
            if "http://" in line:
                url = line[line.index("http://") :].split()[0]
                self._wait_until_ready(url)
                return url
        raise AssertionError(f"The server did not open:\n{said}")

    def _wait_until_ready(self, url: str) -> None:
        """Until it answers and the rules are compiled: bots are slow before that."""
        for _ in range(1200):
            try:
                with urllib.request.urlopen(f"{url}/readyz", timeout=30) as answer:
                    if self.awaited <= set(json.load(answer)["compiled"]):
                        return
            except OSError:
                pass
            time.sleep(0.2)

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=100)
        self.reader.join(timeout=20)
        if self.process.stdout:
            self.process.stdout.close()

    def post(self, path: str, body: Any) -> Any:
        request = urllib.request.Request(
            self.url + path, json.dumps(body).encode(), {"content-type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=100) as answer:
            return json.load(answer)

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(self.url + path, timeout=100) as answer:
            return json.load(answer)

    def seats(self, game: str) -> list[int]:
        """The numbers of players of a game, as the server tells them."""
        found: list[int] = next(info["seats"] for info in self.get("/api/games")["games"] if info["name"] == game)
        return found

    def lay(self, game: str, sit: list[str], bots: int = 0, **wanted: Any) -> "Laid":
        """A table where these people sit, with bots on the seats after them, and at least as many as the game needs."""
        bots = max(bots, min(self.seats(game)) - len(sit))
        seats = len(sit) + bots
        body = {
            "game": game,
            "seats": seats,
            "sit": [{"seat": i, "name": name} for i, name in enumerate(sit)],
            "bots": {str(len(sit) + i): "thumb" for i in range(bots)},
            "pace": "instant",
            "start": True,
            **(PLAYERS[game].table if game in PLAYERS else {}),
            **wanted,
        }
        made = self.post("/api/tables", body)
        return Laid(made["table"], game, made["host_token"], [token["token"] for token in made["tokens"]])

    def wish(self, laid: "Laid", **wish: Any) -> None:
        """Ask for something as a table's host, not in a browser; it is granted."""
        with connect(self.url.replace("http", "ws", 1) + "/ws", max_size=None, open_timeout=60) as socket:
            socket.send(json.dumps({"type": "hello", "table": laid.table, "tokens": [laid.host]}))
            socket.send(json.dumps({"id": secrets.token_hex(6), **wish}))
            answer: Any = {"type": ""}
            while answer["type"] not in ("ack", "refused"):
                answer = json.loads(socket.recv(timeout=60))
        assert answer["type"] == "ack", answer


@dataclass(frozen=True)
class Laid:
    """A table that was laid, with the secrets of its seats."""

    table: str
    game: str
    host: str
    tokens: list[str]

    def fragment(self, *seats: int, host: bool = False) -> str:
        """The part of an address that gives these seats (and the host's rights) to a browser."""
        tokens = [self.tokens[seat] for seat in seats] + ([self.host] if host else [])
        return f"/t/{self.table}#{','.join(tokens)}" if tokens else f"/t/{self.table}"


@dataclass
class Visitor:
    """A browser window, its settings, and everything it complained about."""

    context: BrowserContext
    page: Page
    house: House
    complaints: list[str] = field(default_factory=list)

    def hear(self, message: ConsoleMessage) -> None:
        blocked = "Service Worker registration blocked by Playwright" in message.text  # as these windows are opened
        if message.type in ("error", "warning") and not blocked:
            self.complaints.append(f"{message.type}: {with_code(message.text)}")

    def hear_error(self, error: Error) -> None:
        self.complaints.append(f"error: {error}\n{with_code(error.stack or '')}")

    def go(self, path: str) -> Page:
        self.page.goto(self.house.url + path)
        return self.page


@dataclass
class Thumbnail:
    """How a window is drawn at a tenth of its size.

    It is laid out as always; but drawing takes a third of the time that a browser needs, and hardly any test looks at
    the picture. The browser would take a pointer's position for one in the small picture, so nothing can be touched in
    such a window; keys work.
    """

    session: CDPSession
    size: tuple[int, int] = WIDE
    scale: float = 0.1

    def apply(self) -> None:
        width, height = self.size
        metrics = {"width": width, "height": height, "screenWidth": width, "screenHeight": height}
        self.session.send(
            "Emulation.setDeviceMetricsOverride",
            {**metrics, "deviceScaleFactor": 1, "mobile": False, "scale": self.scale},
        )


_thumbnails: "weakref.WeakKeyDictionary[Page, Thumbnail]" = weakref.WeakKeyDictionary()


def set_size(page: Page, width: int, height: int) -> None:
    """Give a window a size."""
    small = _thumbnails.get(page)
    if small is None:
        page.set_viewport_size({"width": width, "height": height})
    else:
        small.size = width, height
        small.apply()


def allow_touch(page: Page, allowed: bool) -> None:
    """Draw a window in full as long as things are touched in it, also if it is otherwise drawn small."""
    small = _thumbnails.get(page)
    scale = 1.0 if allowed else Thumbnail.scale
    if small is not None and small.scale != scale:
        small.scale = scale
        small.apply()


class Windows:
    """Browser windows that are used again, since in a new one a page takes twice as long to load.

    A window keeps nothing of the one who used it before. Who changes it in a way that cannot be undone (by scripts or
    routes) asks for one of their own.
    """

    QUIET = "/healthz"  # a page of the house without the house's scripts

    def __init__(self, browser: Browser, house: House) -> None:
        self.browser = browser
        self.house = house
        self.free: dict[str, list[Page]] = {"mouse": [], "touch": [], "keys": []}

    def open(self, by: str) -> Page:
        if by == "keys":
            page = self.browser.new_context(no_viewport=True, service_workers="block").new_page()
            _thumbnails[page] = Thumbnail(page.context.new_cdp_session(page))
        else:
            fingers = by == "touch"
            context = self.browser.new_context(has_touch=fingers, is_mobile=fingers, service_workers="block")
            page = context.new_page()
        page.set_default_timeout(60_000)
        page.add_init_script(TRACED)
        if LATE:
            page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", DELAYED)
            page.add_init_script(HELD_BACK)
        page.goto(self.house.url + self.QUIET)
        return page

    def take(self, by: str, own: bool) -> Page:
        return self.open(by) if own or not self.free[by] else self.free[by].pop()

    def give_back(self, page: Page, by: str, own: bool) -> None:
        if own or page.is_closed():
            page.context.close()
            return
        page.goto(self.house.url + self.QUIET)
        page.mouse.move(-1, -1)
        self.free[by].append(page)


class Visitors:
    """Opens windows and, at the end, insists that none of them complained."""

    def __init__(self, windows: Windows) -> None:
        self.windows = windows
        self.all: list[tuple[Visitor, str, bool]] = []

    def __call__(
        self,
        size: tuple[int, int] = WIDE,
        night: bool = False,
        touch: bool = False,
        own: bool = False,
        curtain: bool = False,
        motion: str = "off",
        keys: bool = False,
        **settings: Any,
    ) -> Visitor:
        """Somebody at a window: what the system and the house are set to, and whether the curtain is to open.

        Who uses `keys` alone, or only looks at what is laid out, gets a window that is drawn small and is quicker.
        """
        by = "keys" if keys else "touch" if touch else "mouse"
        page = self.windows.take(by, own)
        allow_touch(page, not keys)
        set_size(page, *size)
        page.emulate_media(color_scheme="dark" if night else "light", reduced_motion="no-preference")
        page.evaluate(
            """([settings, curtain]) => {
                localStorage.clear();
                sessionStorage.clear();
                localStorage.setItem('zauber.settings', settings);
                if (!curtain) sessionStorage.setItem('zauber.curtain', 'open');
            }""",
            [json.dumps({"motion": motion, **settings}), curtain],
        )
        visitor = Visitor(page.context, page, self.windows.house)
        page.on("console", visitor.hear)
        page.on("pageerror", visitor.hear_error)
        self.all.append((visitor, by, own))
        return visitor

    def close(self) -> None:
        visitors, self.all = self.all, []
        for visitor, by, own in visitors:
            visitor.page.remove_listener("console", visitor.hear)
            visitor.page.remove_listener("pageerror", visitor.hear_error)
            self.windows.give_back(visitor.page, by, own)
        complaints = [complaint for visitor, _, _ in visitors for complaint in visitor.complaints]
        assert not complaints, "\n".join(complaints)


@contextlib.contextmanager
def allowed(visitor: Visitor, *parts: str) -> Iterator[None]:
    """Within this block the console may complain of these things, since the test brings them about."""
    before = len(visitor.complaints)
    yield
    kept = [c for c in visitor.complaints[before:] if not any(part in c for part in parts)]
    visitor.complaints[before:] = kept
