"""What a link to the house looks like where it is pasted: a title, a line and a picture, as Open Graph tags.

They say what everybody may know: which game it is, and whether a seat is free. They hold no names, cards or results.
"""

import html
import re
from collections.abc import Callable
from typing import NamedTuple

import msgspec
from starlette.requests import Request

from ... import games
from ...errors import UnknownGame
from ..access.limits import Buckets
from ..access.security import address_of
from ..live.house import House
from ..protocol.tables import TableView
from ..storage.base import Trouble
from ..table import customs

_RULES = re.compile(r"(?:rules|new)/([a-z0-9_]{1,40})\Z")
_TABLE = re.compile(r"t/([a-z0-9]{6,16})\Z")
_REPLAY = re.compile(r"replay/([a-z0-9]{6,16})(?:/[0-9]{1,6})?\Z")


class Preview(NamedTuple):
    title: str
    line: str
    game: str = ""  # whose picture it has; else the house's


class Previews:
    """The tags of every address that a person may share."""

    def __init__(self, house: House, base: Callable[[Request], str], pictures: Callable[[str], bool]) -> None:
        self.house = house
        self.base = base
        self.pictures = pictures  # whether there is one of that name
        limits = house.settings.limits
        self._lookups = Buckets(limits.requests_per_second, limits.request_burst)

    async def tags(self, request: Request, path: str) -> bytes:
        """The tags of one page."""
        found = await self._of(request, path)
        base = self.base(request)
        picture = found.game if self.pictures(found.game) else "parlour"
        tags = {
            "og:type": "website",
            "og:site_name": _word("house"),
            "og:title": found.title,
            "og:description": found.line,
            "og:url": f"{base}/{path}",
            "og:image": f"{base}/preview/{picture}.png",
            "og:image:alt": _word("picture", game=found.title),
        }
        lines = [f'<meta property="{name}" content="{html.escape(value)}" />' for name, value in tags.items()]
        lines.append('<meta name="twitter:card" content="summary_large_image" />')
        return "\n    ".join([*lines, ""]).encode()

    async def _of(self, request: Request, path: str) -> Preview:
        try:
            if found := _RULES.match(path):
                game = games.get(found[1])
                title = _word("rules", game=game.title) if path.startswith("rules") else game.title
                return Preview(title, game.line, game.name)
            shared = _TABLE.match(path) or _REPLAY.match(path)
            if shared and self._lookups.take(address_of(request.scope, self.house.settings.trust_proxy)):
                table = await self._table(shared[1])
                if table is not None:
                    return _of_replay(table) if path.startswith("replay") else _of_table(table)
        except (UnknownGame, Trouble, msgspec.MsgspecError, UnicodeError):
            pass  # the page says what is wrong
        return Preview(_word("house"), _word("line"))

    async def _table(self, name: str) -> TableView | None:
        """What the house has noted about a table: nothing is loaded for a preview."""
        shelf = await self.house.storage.shelf(name)
        return None if shelf is None else msgspec.json.decode(shelf.summary, type=TableView)


def _of_table(table: TableView) -> Preview:
    free = sum(seat.kind == "free" for seat in table.seats)
    if table.phase == "playing":
        line = _word("playing")
    elif table.phase == "over":
        line = _word("over")
    else:
        line = _word("free_one") if free == 1 else _word("free", n=free) if free else _word("full")
    return Preview(table.title, line, table.game)


def _of_replay(table: TableView) -> Preview:
    return Preview(_word("replay", game=table.title), _word("replay_line"), table.game)


def _word(key: str, **values: object) -> str:
    return str(customs.catalogue()[f"preview.{key}"]).format(**values)
