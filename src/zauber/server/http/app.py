"""The ASGI application, with all routes of the server."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

from ..access.security import KnownHosts, SecurityHeaders
from ..live.connection import Live
from ..live.door import Gate
from ..live.house import House
from .admin import admin_routes
from .api import Api, problem
from .pages import Pages
from .previews import Previews


async def _nothing_there(request: object) -> Response:
    return problem(404, "no_such_address", "There is nothing at this address; see docs/protocol.md.")


class App:
    """The server as an ASGI application: `/ws` goes straight to the tables, everything else through Starlette.

    Under a path of a larger site it answers with and without that path, so the proxy may strip it or not.
    """

    def __init__(self, house: House, static: Path | None = None) -> None:
        self.limits = house.settings.limits
        self.root = house.settings.root
        self.gate = Gate(self.limits, house.settings.trust_proxy)
        house.gate = self.gate
        self.pages = KnownHosts(SecurityHeaders(make_pages(house, static), house.settings), house.settings)
        self.live = KnownHosts(Live(house), house.settings)
        self.workers = KnownHosts(house.elsewhere, house.settings)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if self.root and (path := scope.get("path", "")).startswith(self.root):
            rest = path[len(self.root) :]
            if not rest or rest.startswith("/"):
                scope["path"] = rest or "/"
        if scope["type"] != "websocket":
            await self.pages(scope, receive, send)
        elif scope["path"] == "/ws":
            await self.live(scope, receive, send)
        elif scope["path"] == "/ws/workers":
            await self.workers(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": 1008})


def make_pages(house: House, static: Path | None = None) -> Starlette:
    """The Starlette application for all HTTP routes."""
    api = Api(house)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await house.open()
        try:
            yield
        finally:
            await house.close()

    pages = Pages(static, house.settings.root)
    pages.tags = Previews(house, api.base, pages.has_picture).tags
    get, post = ["GET"], ["POST"]
    routes = [
        Route("/api/house", api.handler(Api.house_info), methods=get),
        Route("/api/games", api.handler(Api.games), methods=get),
        Route("/api/games/{name}/rules", api.handler(Api.rules), methods=get),
        Route("/api/editions", api.handler(Api.edition, study=True), methods=post),
        Route("/api/tables", api.handler(Api.create), methods=post),
        Route("/api/tables", api.handler(Api.listed), methods=get),
        Route("/api/tables/{table}", api.handler(Api.table), methods=get),
        Route("/api/tables/{table}/hint", api.handler(Api.hint, study=True), methods=post),
        Route("/api/tables/{table}/push", api.handler(Api.push), methods=post),
        Route("/api/tables/{table}/qr.svg", api.handler(Api.qr), methods=get),
        Route("/api/matches/{match}/record", api.handler(Api.record), methods=get),
        Route("/api/matches/{match}/verify", api.handler(Api.verify_match, study=True), methods=get),
        Route("/api/verify", api.handler(Api.verify, study=True), methods=post),
        Route("/api/replay", api.handler(Api.replay, study=True), methods=post),
        Route("/api/analysis", api.handler(Api.analysis, study=True), methods=post),
        Route("/api/schema.json", api.handler(Api.schema), methods=get),
        *admin_routes(house),
        Route("/api/{path:path}", _nothing_there),
        Route("/healthz", api.handler(Api.health), methods=get),
        Route("/readyz", api.handler(Api.ready), methods=get),
        Route("/metrics", api.handler(Api.metrics), methods=get),
        Route("/{path:path}", pages.__call__, methods=get),
    ]
    return Starlette(routes=routes, lifespan=lifespan)
