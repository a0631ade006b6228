"""The HTTP interface: games, tables, records, replay. See `docs/protocol.md`."""

import asyncio
import functools
import io
import ipaddress
import re
import secrets
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Literal
from urllib.parse import urlsplit

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from ... import __version__, bots, games
from ...errors import BadRecord, UnknownGame, ZauberError
from ...games.contract.editions import Edition
from ...games.game import Game
from ...match.kept import keep_edition
from ...match.shapes import EditionRecord
from ..access.limits import Buckets
from ..access.security import address_of
from ..access.tokens import same, token_hash
from ..live import metrics
from ..live.house import House
from ..live.post import Subscription
from ..live.records import PublicRecord
from ..live.studies import Busy
from ..protocol import bodies, commands, fields, schema, tables
from ..storage.base import Damaged, Shelf, Trouble
from ..table import customs
from ..table.decisions import Caller, Refused
from ..table.summary import summary_of
from ..table.table import Table
from . import editions, replays, thinking

_encode = msgspec.json.Encoder().encode
_new_table = msgspec.json.Decoder(bodies.NewTable)
_own_edition = msgspec.json.Decoder(bodies.OwnEdition)
_edition_record = msgspec.json.Decoder(EditionRecord)
_analysis_request = msgspec.json.Decoder(bodies.AnalysisRequest)
_push_request = msgspec.json.Decoder(bodies.PushRequest)
_hint_request = msgspec.json.Decoder(bodies.HintRequest)
_replay_request = msgspec.json.Decoder(bodies.ReplayRequest)

Handler = Callable[["Api", Request], Awaitable[Response]]

LISTED_FOR = 12 * 3600.0  # seconds that an unused table stays in the list

MATCH = re.compile(r"([a-z0-9]{6,16})\.([1-9][0-9]{0,5})\Z")
TABLE = re.compile(r"[a-z0-9]{6,16}\Z")


def answer(body: Any, status: int = 200) -> Response:
    """A body as JSON."""
    content = body if isinstance(body, bytes) else _encode(body)
    headers = {"cache-control": "no-store"}
    return Response(content, status, headers, media_type="application/json")


def problem(status: int, reason: str, sentence: str, seat: int | None = None) -> Response:
    """An error response."""
    return answer(bodies.Problem(reason, sentence, seat), status)


def too_many() -> Response:
    """The response to a client that sends too many requests. It closes the connection, so that the next request needs a
    new one, and those are limited by the door."""
    found = problem(429, "too_fast", "Too many requests: wait a moment.")
    found.headers["connection"] = "close"
    return found


class Api:
    """The request handlers and their shared state."""

    def __init__(self, house: House) -> None:
        self.house = house
        limits = house.settings.limits
        self._requests = Buckets(limits.requests_per_second, limits.request_burst)
        self._tables = Buckets(limits.tables_per_hour / 3600, limits.table_burst)
        self._studies = Buckets(0.5, 20)

    def handler(self, handle: Handler, study: bool = False) -> Callable[[Request], Awaitable[Response]]:
        """Wrap a handler, and turn its errors into `Problem` responses."""

        async def handled(request: Request) -> Response:
            address = address_of(request.scope, self.house.settings.trust_proxy)
            if self.house.bans.address(address):
                return problem(403, "banned", "This address may not come in for now.")
            if not self._requests.take(address) or (study and not self._studies.take(address)):
                return too_many()
            return await self.answered(handle(self, request))

        return handled

    async def answered(self, work: Awaitable[Response]) -> Response:
        """A response; errors become a `Problem`."""
        try:
            return await work
        except Refused as no:
            status = 503 if no.refusal.reason == "full" else 400
            return problem(status, no.refusal.reason, no.refusal.sentence, no.seat)
        except Busy as error:
            return problem(503, "full", str(error))
        except BadRecord as error:
            return problem(400, "bad_record", str(error))
        except UnknownGame as error:
            return problem(404, "no_such_thing", str(error))
        except Damaged:
            return problem(503, "damaged", "What is stored there cannot be read. Ask the server's operator.")
        except Trouble:
            return problem(503, "trouble", "The server cannot reach its storage. Please try again.")
        except ZauberError as error:
            return problem(400, "bad_request", str(error))
        except msgspec.MsgspecError as error:
            return problem(400, "bad_message", f"The request is not valid: {error}.")
        except (UnicodeError, RecursionError):
            return problem(400, "bad_message", "The request is not text, or is nested too deeply.")
        except TimeoutError:
            return problem(503, "trouble", "That took too long.")

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
        return answer(_games(self.house.settings.editions))

    async def rules(self, request: Request) -> Response:
        """GET /api/games/{name}/rules."""
        game = games.get(request.path_params["name"])
        return answer(bodies.RulesInfo(game.name, game.title, game.page, game.catalogue))

    async def house_info(self, request: Request) -> Response:
        """GET /api/house."""
        return answer(
            bodies.HouseInfo(
                protocol=fields.PROTOCOL,
                version=__version__,
                phrases=customs.phrases(),
                symbols=list(customs.SYMBOLS),
                badges=list(customs.BADGES),
                catalogue=customs.catalogue(),
                paces=list(customs.PACES),
                longest_name=fields.LONGEST_NAME,
                lan=self.house.lan,
                base=self.base(request),
                reach=reach_of(self.base(request)),
                push=await self._push_key(),
                children=self.house.children,
                names=customs.names() if self.house.children else [],
            )
        )

    async def _push_key(self) -> str | None:
        try:
            return (await self.house.post.keys()).public
        except Trouble:  # whoever comes later may be told
            return None

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
        if any(self.house.bans.name(sitter.name) for sitter in wanted.sit):
            return problem(400, "bad_name", "That name cannot be used here now.")
        own = None
        if wanted.own_edition is not None:
            if not self._studies.take(address):
                return too_many()
            asked = bodies.OwnEdition(wanted.game, wanted.own_edition, wanted.seats, wanted.options)
            own = _edition_record.decode(await self._studied(request, editions.keep, _encode(asked)))
        room, host, tokens = await self.house.create(wanted, own)
        if wanted.start:
            await room.carry_out(Caller(host=True), commands.Start("start"))
        name = room.table.name
        link = f"{self.base(request)}/t/{name}"
        picture = f"{self.house.settings.root}/api/tables/{name}/qr.svg"
        return answer(bodies.TableMade(name, link, picture, host, tokens, reach_of(link)))

    async def edition(self, request: Request) -> Response:
        """POST /api/editions."""
        body = await self.body(request)
        games.get(_own_edition.decode(body).game)
        return await self._study(request, editions.describe, body)

    async def listed(self, request: Request) -> Response:
        """GET /api/tables."""
        recent = time.time() - LISTED_FOR
        shelves = [shelf for shelf in await self.house.storage.listing() if shelf.touched > recent]
        tables = [view for shelf in shelves if (view := self._summary(shelf)) is not None]
        return answer(bodies.TableList(tables))

    def _summary(self, shelf: Shelf) -> tables.TableView | None:
        try:
            return msgspec.json.decode(shelf.summary, type=tables.TableView)
        except (msgspec.MsgspecError, UnicodeError):
            self.house.log.error("a summary is damaged", extra={"table": shelf.log})
            return None

    async def table(self, request: Request) -> Response:
        """GET /api/tables/{id}."""
        name = request.path_params["table"]
        room = await self.house.room(name) if TABLE.match(name) else None
        if room is None:
            return problem(404, "no_such_table", "There is no such table (any more).")
        return answer(summary_of(room.table))

    async def push(self, request: Request) -> Response:
        """POST /api/tables/{id}/push: tell this browser when it is the turn of whoever holds these tokens."""
        asked = _push_request.decode(await self.body(request))
        name = request.path_params["table"]
        room = await self.house.room(name) if TABLE.match(name) else None
        if room is None:
            return problem(404, "no_such_table", "There is no such table (any more).")
        shown = [token_hash(token) for token in asked.tokens]
        held = [token for token in shown if room.table.held_by(token) != ([], False)]
        if not held:
            return problem(403, "not_allowed", "Only somebody who sits at the table is told of it.")
        if not asked.on:
            await self.house.post.forget(name, asked.endpoint, held)
        elif room.table.days is None:
            return problem(409, "not_now", "Messages are for tables that are played by the day.")
        else:
            await self.house.post.keep(name, Subscription(asked.endpoint, asked.p256dh, asked.auth, held))
        return answer(bodies.PushKept(asked.on))

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
        """The base URL for guests; not a name that works only on this machine, if there is another."""
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
        name = request.path_params["match"]
        if not request.query_params and (kept := self.house.finished.get(name)) is not None:
            return answer(kept)
        table = await self._match(request)
        if table is None:
            return problem(404, "no_such_match", "There is no such match (any more).")
        match = table.match
        if request.query_params.get("form") == "compact":
            if not match.over:
                return problem(409, "not_now", "The compact form is there when the match is over.")
            return Response(match.record().link(), media_type="text/plain", headers={"cache-control": "no-store"})
        if match.over:
            return answer(self._finished(table))
        room = self.house.rooms.get(table.name)
        return answer((await (room.record if room else PublicRecord()).text(match)).encode())

    def _finished(self, table: Table) -> bytes:
        """The record of a finished match, cached."""
        found = self.house.finished.get(table.match_name)
        if found is None:
            found = table.match.record().text().encode()
            self.house.finished.keep(table.match_name, found)
        return found

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
        body = _encode({"record": msgspec.Raw(self._finished(table))})
        return await self._study(request, replays.check, body)

    async def verify(self, request: Request) -> Response:
        """POST /api/verify."""
        body = await self.body(request)
        msgspec.json.decode(body)
        return await self._study(request, replays.check, body)

    async def replay(self, request: Request) -> Response:
        """POST /api/replay."""
        body = await self.body(request)
        _replay_request.decode(body)
        return await self._study(request, replays.replay, body)

    async def analysis(self, request: Request) -> Response:
        """POST /api/analysis: line by line, as it goes on. Others have their turns in between, and when the client has
        gone, nothing more is done."""
        body = await self.body(request)
        _analysis_request.decode(body)
        wanted = msgspec.msgpack.encode(thinking.Wanted(secrets.token_hex(8), body))
        first = await self._study(request, thinking.analyse_part, wanted, slow=True)

        async def lines() -> AsyncIterator[bytes]:
            found = first
            while True:
                yield bytes(found.body) + b"\n"
                if not bytes(found.body).startswith(thinking.PROGRESS):
                    return
                found = await self.answered(self._study(request, thinking.analyse_part, wanted, slow=True))

        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        return StreamingResponse(lines(), 200, headers, media_type="application/x-ndjson")

    async def hint(self, request: Request) -> Response:
        """POST /api/tables/{id}/hint: for the holder of a seat that is to act, where the table allows hints."""
        asked = _hint_request.decode(await self.body(request))
        name = request.path_params["table"]
        room = await self.house.room(name) if TABLE.match(name) else None
        if room is None:
            return problem(404, "no_such_thing", "There is no such table (any more).")
        table = room.table
        if not table.hints:
            return problem(403, "not_allowed", "At this table there are no hints.")
        holder = table.seats[asked.seat] if asked.seat < len(table.seats) else None
        shown = [token_hash(token) for token in asked.tokens]
        if holder is None or not holder.token or not any(same(holder.token, token) for token in shown):
            return problem(403, "not_allowed", "Only the holder of the seat may ask for a hint.")
        if not table.playing or table.match.turn != asked.seat:
            return problem(409, "not_now", "There is a hint when it is your turn.")
        match = table.match
        question = thinking.HintQuestion(
            match.game.name, keep_edition(match.edition), match.seats, asked.seat,
            room.partners.seen_by(asked.seat, bool(match.game.memory)), list(match.legal(asked.seat)),
            list(match.names), table.at,
        )  # fmt: skip
        visitor = address_of(request.scope, self.house.settings.trust_proxy)
        return answer(await self.house.studies.hint(thinking.hint, msgspec.msgpack.encode(question), visitor))

    async def _study(
        self, request: Request, work: Callable[[bytes], bytes], body: bytes, slow: bool = False
    ) -> Response:
        return answer(await self._studied(request, work, body, slow))

    async def _studied(
        self, request: Request, work: Callable[[bytes], bytes], body: bytes, slow: bool = False
    ) -> bytes:
        visitor = address_of(request.scope, self.house.settings.trust_proxy)
        return await self.house.studies.run(work, body, visitor, slow)

    # Health -------------------------------------------------------------------------------------------------

    async def health(self, request: Request) -> Response:
        """GET /healthz: the process answers."""
        return answer(self._health(True, "The server is running."))

    async def ready(self, request: Request) -> Response:
        """GET /readyz: the server can accept moves."""
        if self.house.closing:
            return answer(self._health(False, "The server is closing."), 503)
        if not await self.house.ready():
            return answer(self._health(False, "Nothing can be stored."), 503)
        return answer(self._health(True, "The server is ready."))

    def _health(self, ok: bool, sentence: str) -> bodies.Health:
        house = self.house
        tables, compiled = len(house.rooms), sorted(house.compiled)
        return bodies.Health(ok, __version__, house.storage.name, tables, house.sockets, sentence, compiled)

    async def metrics(self, request: Request) -> Response:
        """GET /metrics."""
        house, gate = self.house, self.house.gate
        now = metrics.Now(len(house.rooms), house.sockets, ready=await house.ready() and not house.closing)
        if gate is not None:
            now.connections, now.turned_away, now.cut_off = gate.open, gate.turned_away, gate.cut_off
        now.remote_workers, now.remote_answers = house.elsewhere.processes, house.elsewhere.answered
        found = metrics.text(house.metrics, now)
        if found is None:
            return problem(404, "no_metrics", "Install prometheus-client to have metrics here.")
        return Response(found, media_type="text/plain; version=0.0.4")


@functools.cache
def _games(own: tuple[Edition, ...]) -> bytes:
    return _encode(bodies.GamesInfo([_game(game, own) for game in games.all_games()]))


@functools.cache
def _schema() -> bytes:
    return msgspec.json.format(_encode(schema.json_schema()), indent=1)


def _game(game: Game, own: tuple[Edition, ...] = ()) -> bodies.GameInfo:
    """What there is to know about a game; `own` are the editions of the house's own."""
    offered = [*map(game.edition, game.editions), *(edition for edition in own if edition.game == game.name)]
    editions = [bodies.EditionInfo(one.name, one.title, one.about, dict(one.options)) for one in offered]
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
        game.name, game.title, game.line, game.designer, list(game.seats), game.age, game.minutes,
        game.difficulty, game.blurb, game.status, dict(game.teaser), editions, options, levels(game.name),
    )  # fmt: skip


def levels(game: str) -> list[bodies.LevelInfo]:
    """The bot levels that can be seated at a table of that game."""
    return [bodies.LevelInfo(bot.name, bot.title, bot.about) for bot in bots.levels(game).values()]


def _is_loopback(host: str) -> bool:
    return reach_of(f"//{host}") == "here"


def reach_of(address: str) -> Literal["everywhere", "network", "here"]:
    """Who can open an address: everybody, those in the same network, or this computer alone."""
    host = urlsplit(address).hostname or ""
    if host == "localhost":
        return "here"
    try:
        number = ipaddress.ip_address(host)
        return "here" if number.is_loopback else "network" if number.is_private else "everywhere"
    except ValueError:
        return "network" if host.endswith(".local") or "." not in host else "everywhere"


def lan_address() -> str | None:
    """This machine's address in the local network, if it has one. Finding it sends no packet."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation; connecting a UDP socket only chooses a route
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if ipaddress.ip_address(address).is_loopback else address
