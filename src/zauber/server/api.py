"""The HTTP interface: games, tables, records, replay. See `docs/protocol.md`."""

import asyncio
import functools
import io
import ipaddress
import re
import socket
import time
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from .. import __version__, bots, games
from ..errors import BadRecord, UnknownGame, ZauberError
from ..games.game import Game
from . import bodies, customs, messages, metrics, replays, schema
from .decisions import Caller, Refused
from .house import House
from .limits import Buckets
from .security import address_of
from .storage import Trouble

_encode = msgspec.json.Encoder().encode
_new_table = msgspec.json.Decoder(bodies.NewTable)
_replay_request = msgspec.json.Decoder(bodies.ReplayRequest)

Handler = Callable[["Api", Request], Awaitable[Response]]

LISTED_FOR = 12 * 3600.0  # seconds that a table stays in the list after the last thing that happened there

MATCH = re.compile(r"([a-z0-9]{6,16})\.([1-9][0-9]{0,5})\Z")
TABLE = re.compile(r"[a-z0-9]{6,16}\Z")


def answer(body: Any, status: int = 200) -> Response:
    """A body as JSON."""
    content = body if isinstance(body, bytes) else _encode(body)
    headers = {"cache-control": "no-store"}
    return Response(content, status, headers, media_type="application/json")


def problem(status: int, reason: str, sentence: str) -> Response:
    """An answer that says what is wrong."""
    return answer(bodies.Problem(reason, sentence), status)


class Api:
    """The handlers, with what they share."""

    def __init__(self, house: House) -> None:
        self.house = house
        limits = house.settings.limits
        self._requests = Buckets(limits.requests_per_second, limits.request_burst)
        self._tables = Buckets(limits.tables_per_hour / 3600, limits.table_burst)
        self._studies = Buckets(0.5, 20)

    def handler(self, handle: Handler, study: bool = False) -> Callable[[Request], Awaitable[Response]]:
        """A handler whose troubles become sentences."""

        async def handled(request: Request) -> Response:
            address = address_of(request.scope, self.house.settings.trust_proxy)
            if not self._requests.take(address) or (study and not self._studies.take(address)):
                return problem(429, "too_fast", "Too many requests: wait a moment.")
            try:
                return await handle(self, request)
            except Refused as no:
                return problem(400, no.refusal.reason, no.refusal.sentence)
            except BadRecord as error:
                return problem(400, "bad_record", str(error))
            except UnknownGame as error:
                return problem(404, "no_such_thing", str(error))
            except Trouble:
                return problem(503, "trouble", "The server cannot reach its storage. Please try again.")
            except ZauberError as error:
                return problem(400, "bad_request", str(error))
            except msgspec.MsgspecError as error:
                return problem(400, "bad_message", f"The request is not as it should be: {error}.")
            except TimeoutError:
                return problem(503, "trouble", "That took too long.")

        return handled

    async def body(self, request: Request) -> bytes:
        """The request's body, if it is not too large."""
        limits = self.house.settings.limits
        content = bytearray()
        async with asyncio.timeout(limits.body_seconds):
            async for chunk in request.stream():
                content += chunk
                if len(content) > limits.largest_body:
                    raise ZauberError(f"The request is larger than {limits.largest_body:,} bytes.")
        return bytes(content)

    # Games --------------------------------------------------------------------------------------------------

    async def games(self, request: Request) -> Response:
        """GET /api/games."""
        return answer(_games())

    async def rules(self, request: Request) -> Response:
        """GET /api/games/{name}/rules."""
        game = games.get(request.path_params["name"])
        return answer(bodies.RulesInfo(game.name, game.title, game.page, game.catalogue))

    async def house_info(self, request: Request) -> Response:
        """GET /api/house."""
        return answer(
            bodies.HouseInfo(
                protocol=messages.PROTOCOL,
                version=__version__,
                phrases=customs.phrases(),
                symbols=list(customs.SYMBOLS),
                badges=list(customs.BADGES),
                catalogue=customs.catalogue(),
                paces=list(customs.PACES),
                longest_name=messages.LONGEST_NAME,
                lan=self.house.lan,
            )
        )

    async def schema(self, request: Request) -> Response:
        """GET /api/schema.json."""
        return answer(_schema())

    # Tables -------------------------------------------------------------------------------------------------

    async def create(self, request: Request) -> Response:
        """POST /api/tables."""
        address = address_of(request.scope, self.house.settings.trust_proxy)
        wanted = _new_table.decode(await self.body(request))
        if not self._tables.take(address):
            return problem(429, "too_fast", "Too many tables from one place: use one that is there, or wait.")
        room, host, tokens = await self.house.create(wanted)
        if wanted.start:
            await room.carry_out(Caller(host=True), messages.Start("start"))
        name = room.table.name
        link = f"{self.base(request)}/t/{name}"
        return answer(bodies.TableMade(name, link, f"/api/tables/{name}/qr.svg", host, tokens))

    async def listed(self, request: Request) -> Response:
        """GET /api/tables."""
        recent = time.time() - LISTED_FOR
        shelves = [shelf for shelf in await self.house.storage.listing() if shelf.touched > recent]
        tables = [msgspec.json.decode(shelf.summary, type=messages.TableView) for shelf in shelves]
        return answer(bodies.TableList(tables))

    async def table(self, request: Request) -> Response:
        """GET /api/tables/{id}."""
        name = request.path_params["table"]
        room = await self.house.room(name) if TABLE.match(name) else None
        if room is None:
            return problem(404, "no_such_table", "There is no such table (any more).")
        return answer(room.table.view())

    async def qr(self, request: Request) -> Response:
        """GET /api/tables/{id}/qr.svg."""
        import segno

        name = request.path_params["table"]
        if not TABLE.match(name):
            return problem(404, "no_such_table", "There is no such table (any more).")
        picture = io.BytesIO()
        code = segno.make(f"{self.base(request)}/t/{name}", error="m", micro=False)
        code.save(picture, kind="svg", scale=8, border=3, dark="#1b1626", light="#ffffff", xmldecl=False)
        return Response(picture.getvalue(), media_type="image/svg+xml", headers={"cache-control": "no-store"})

    def base(self, request: Request) -> str:
        """How guests reach this server: never by a name that is good on this machine alone, if there is
        another."""
        settings = self.house.settings
        if settings.public_url:
            return settings.public_url.rstrip("/")
        host = request.headers.get("host", "")
        if self.house.lan and _is_loopback(host):
            return self.house.lan
        return f"{request.url.scheme}://{host}"

    # Matches ------------------------------------------------------------------------------------------------

    async def record(self, request: Request) -> Response:
        """GET /api/matches/{id}/record."""
        table = await self._match(request)
        if table is None:
            return problem(404, "no_such_match", "There is no such match (any more).")
        match = table.match
        if request.query_params.get("form") == "compact":
            if not match.over:
                return problem(409, "not_now", "The compact form is there when the match is over.")
            return Response(match.record().link(), media_type="text/plain", headers={"cache-control": "no-store"})
        return answer(match.public_record().text().encode())

    async def _match(self, request: Request) -> Any:
        found = MATCH.match(request.path_params["match"])
        return await self.house.read_match(found[1], int(found[2])) if found else None

    async def verify_match(self, request: Request) -> Response:
        """GET /api/matches/{id}/verify."""
        table = await self._match(request)
        if table is None:
            return problem(404, "no_such_match", "There is no such match (any more).")
        if not table.match.over:
            return problem(409, "not_now", "The secret is revealed when the match is over.")
        return await self._study(replays.check, _encode({"record": table.match.record()}))

    async def verify(self, request: Request) -> Response:
        """POST /api/verify."""
        body = await self.body(request)
        msgspec.json.decode(body)
        return await self._study(replays.check, body)

    async def replay(self, request: Request) -> Response:
        """POST /api/replay."""
        body = await self.body(request)
        _replay_request.decode(body)
        return await self._study(replays.replay, body)

    async def _study(self, work: Callable[[bytes], bytes], body: bytes) -> Response:
        seconds = self.house.settings.limits.replay_seconds
        try:
            return answer(await asyncio.wait_for(self.house.study.run(work, body), seconds))
        except TimeoutError:
            self.house.study.restart()
            raise

    # Health -------------------------------------------------------------------------------------------------

    async def health(self, request: Request) -> Response:
        """GET /healthz: the process answers."""
        return answer(self._health(True, "The server is running."))

    async def ready(self, request: Request) -> Response:
        """GET /readyz: it can serve."""
        if self.house.closing:
            return answer(self._health(False, "The server is closing."), 503)
        try:
            await asyncio.wait_for(self.house.storage.check(), 5)
        except (Trouble, TimeoutError):
            return answer(self._health(False, "The storage does not answer."), 503)
        return answer(self._health(True, "The server is ready."))

    def _health(self, ok: bool, sentence: str) -> bodies.Health:
        house = self.house
        tables, compiled = len(house.rooms), sorted(house.compiled)
        return bodies.Health(ok, __version__, house.storage.name, tables, house.sockets, sentence, compiled)

    async def metrics(self, request: Request) -> Response:
        """GET /metrics."""
        found = metrics.text(self.house.metrics, len(self.house.rooms), self.house.sockets)
        if found is None:
            return problem(404, "no_metrics", "Install prometheus-client to have metrics here.")
        return Response(found, media_type="text/plain; version=0.0.4")


@functools.cache
def _games() -> bytes:
    return _encode(bodies.GamesInfo([_game(game) for game in games.all_games()]))


@functools.cache
def _schema() -> bytes:
    return msgspec.json.format(_encode(schema.json_schema()), indent=1)


def _game(game: Game) -> bodies.GameInfo:
    editions = []
    for name in game.editions:
        edition = game.edition(name)
        editions.append(bodies.EditionInfo(name, edition.title, edition.about, dict(edition.options)))
    options = [
        bodies.OptionInfo(
            option.key,
            option.words,
            option.rule,
            option.default,
            [bodies.ChoiceInfo(value, words) for value, words in option.choices.items()],
            option.whole,
            option.least,
            option.most,
        )
        for option in game.options
    ]
    return bodies.GameInfo(
        game.name, game.title, game.designer, list(game.seats), game.age, game.minutes, game.blurb,
        game.status, dict(game.teaser), editions, options, levels(game.name),
    )  # fmt: skip


def levels(game: str) -> list[bodies.LevelInfo]:
    """The levels of bots that can be seated at a table of that game."""
    return [bodies.LevelInfo(bot.name, bot.title, bot.about) for bot in bots.levels(game).values()]


def _is_loopback(host: str) -> bool:
    name = host.rsplit(":", 1)[0].strip("[]")
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


def lan_address() -> str | None:
    """This machine's address in the house's network, if it has one. Nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation: choosing a route sends nothing
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if ipaddress.ip_address(address).is_loopback else address
