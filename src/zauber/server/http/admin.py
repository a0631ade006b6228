"""The operator's interface, `/api/admin/…`, protected by a token that is stored next to the database.

`zauber admin` uses it. Without a token these addresses do not exist.
"""

import hmac
import time
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...errors import ZauberError
from ..access.security import network_of
from ..live.house import House
from ..live.room import Room
from .api import TABLE, answer, problem

LONGEST_BODY = 4_096


class TableLine(Struct):
    """A table at a glance."""

    table: str
    game: str
    phase: str
    seats: list[str]
    guests: int
    watchers: int
    entries: int
    idle: float


class Overview(Struct):
    """GET /api/admin/tables."""

    process: str
    storage: str
    ready: bool
    sockets: int
    connections: int
    turned_away: int
    cut_off: int
    moves: int
    tables: list[TableLine]
    bans: list[tuple[str, float]]


class Ban(Struct, forbid_unknown_fields=True):
    """POST /api/admin/ban: ban an address or a name for some minutes; with neither, lift all bans."""

    address: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    name: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    minutes: Annotated[float, Meta(gt=0, le=525_600)] = 60


class Announcement(Struct, forbid_unknown_fields=True):
    """POST /api/admin/announce."""

    sentence: Annotated[str, Meta(min_length=1, max_length=300)]


def admin_routes(house: House) -> list[Route]:
    """The operator's routes, if there is a token."""
    if not house.settings.admin_token:
        return []

    def guarded(handle: Callable[[House, Request], Awaitable[Any]]) -> Callable[[Request], Awaitable[Response]]:
        async def handled(request: Request) -> Response:
            given = request.headers.get("authorization", "").removeprefix("Bearer ")
            if not hmac.compare_digest(given.encode(), house.settings.admin_token.encode()):
                return problem(403, "not_host", "This address is for the server's operator.")
            try:
                return answer(await handle(house, request))
            except (msgspec.MsgspecError, UnicodeError) as error:
                return problem(400, "bad_message", f"The request is not valid: {error}.")
            except ZauberError as error:
                return problem(400, "bad_request", str(error))

        return handled

    post = ["POST"]
    return [
        Route("/api/admin/tables", guarded(_overview)),
        Route("/api/admin/tables/{table}/close", guarded(_close), methods=post),
        Route("/api/admin/ban", guarded(_ban), methods=post),
        Route("/api/admin/announce", guarded(_announce), methods=post),
    ]


async def _overview(house: House, request: Request) -> Overview:
    gate = house.gate
    return Overview(
        house.process, house.storage.name, await house.ready(), house.sockets, gate.open if gate else 0,
        gate.turned_away if gate else 0, gate.cut_off if gate else 0, house.metrics.appends,
        [_line(room) for room in house.rooms.values()], house.bans.listed(),
    )  # fmt: skip


def _line(room: Room) -> TableLine:
    table = room.table
    kinds = [holder.kind if holder.kind != "person" else holder.name for holder in table.seats]
    idle = 0.0 if room.guests else time.monotonic() - room.idle_since
    phase = "closed" if table.closed else table.phase
    return TableLine(
        table.name, table.game.name, phase, kinds, len(room.guests), room.teller.watchers(), table.n, round(idle, 1)
    )


async def _close(house: House, request: Request) -> dict[str, str]:
    name = request.path_params["table"]
    room = await house.room(name) if TABLE.match(name) else None
    if room is None:
        raise ZauberError("There is no such table (any more).")
    await room.shut()
    house.log.warning("table closed by the administrator", extra={"table": name})
    return {"sentence": f"Table {name} is closed."}


async def _ban(house: House, request: Request) -> dict[str, str]:
    wanted = msgspec.json.decode(await _body(request), type=Ban)
    if wanted.address is None and wanted.name is None:
        count = len(house.bans.listed())
        await house.orders.lift()
        return {"sentence": f"{count} bans lifted."}
    await house.orders.ban(wanted.minutes * 60, wanted.address or "", wanted.name or "")
    said = [network_of(wanted.address)] if wanted.address else []
    if wanted.name:
        said.append(f"the name “{wanted.name}”")
    banned = "are banned" if len(said) > 1 else "is banned"
    return {"sentence": f"{' and '.join(said)} {banned} for {wanted.minutes:g} minutes."}


async def _announce(house: House, request: Request) -> dict[str, str]:
    words = msgspec.json.decode(await _body(request), type=Announcement)
    others = len(house.alive) - 1
    told = f"Sent to {await house.orders.announce(words.sentence)} guests"
    return {"sentence": f"{told}, and to those of {others} other processes." if others else f"{told}."}


async def _body(request: Request) -> bytes:
    content = bytearray()
    async for chunk in request.stream():
        content += chunk
        if len(content) > LONGEST_BODY:
            raise ZauberError("The request is too long.")
    return bytes(content)
