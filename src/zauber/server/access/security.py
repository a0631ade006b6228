"""HTTP security: allowed origins and hosts, security headers, and client addresses."""

import functools
import ipaddress
import socket
from typing import Any
from urllib.parse import urlsplit

CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",  # Svelte's transitions set style attributes; no script may be inline
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


def header(scope: Any, name: bytes) -> str:
    """A request header, or "" if it is missing."""
    for key, value in scope.get("headers", ()):
        if key == name:
            return str(value.decode("latin-1"))
    return ""


def address_of(scope: Any, trust_proxy: bool) -> str:
    """The client's network; behind a trusted proxy, that of the address which the proxy saw.

    The proxy appends that address at the very end: to the last header of its kind, or as another header after those
    that the client sent itself.
    """
    if trust_proxy:
        lines = [value for key, value in scope.get("headers", ()) if key == b"x-forwarded-for"]
        if lines and (forwarded := lines[-1].decode("latin-1").rsplit(",", 1)[-1].strip()):
            return network_of(forwarded)
    client = scope.get("client")
    return network_of(client[0] if client else "local")


@functools.lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """What counts as one client: an IPv4 address, or the /64 network of an IPv6 address."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0].strip("[]"))
    except ValueError:
        return address[:64]
    if parsed.version == 6:
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((int(parsed) >> 64 << 64, 64)))
    return str(parsed)


def origin_allowed(scope: Any, settings: Any) -> bool:
    """Whether the page that sent a request may use this server. Programs other than browsers send no origin."""
    origin = header(scope, b"origin")
    if not origin:
        return True
    if origin in settings.origins or (settings.public_url and origin == _origin(settings.public_url)):
        return True
    try:
        return urlsplit(origin).netloc.lower() == header(scope, b"host").lower() != ""
    except ValueError:
        return False


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


class SecurityHeaders:
    """Adds the headers to every response, and refuses requests from other sites that would change something."""

    def __init__(self, app: Any, settings: Any) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if scope["method"] not in ("GET", "HEAD", "OPTIONS") and not origin_allowed(scope, self.settings):
            body = b'{"reason":"bad_origin","sentence":"This page does not belong to this server."}'
            headers = [(b"content-type", b"application/json"), *_encoded()]
            await send({"type": "http.response.start", "status": 403, "headers": headers})
            await send({"type": "http.response.body", "body": body})
            return

        async def with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                present = {key for key, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(h for h in _encoded() if h[0] not in present)]
            await send(message)

        await self.app(scope, receive, with_headers)


def _encoded() -> list[tuple[bytes, bytes]]:
    return [(key.encode(), value.encode()) for key, value in HEADERS.items()]


class KnownHosts:
    """Accepts requests for this server's own host names only.

    Otherwise another site could point its name here (DNS rebinding) and pass for our own origin. That cannot be done
    with numeric addresses or with names of the local network.
    """

    def __init__(self, app: Any, settings: Any) -> None:
        self.app = app
        self.names = {"localhost", socket.gethostname().lower(), *settings.hosts}
        if settings.public_url:
            self.names.add((urlsplit(settings.public_url).hostname or "").lower())

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] not in ("http", "websocket") or self.knows(header(scope, b"host")):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
        else:
            body = b'{"reason":"unknown_host","sentence":"This server does not have that host name."}'
            headers = [(b"content-type", b"application/json")]
            await send({"type": "http.response.start", "status": 421, "headers": headers})
            await send({"type": "http.response.body", "body": body})

    def knows(self, host: str) -> bool:
        """Whether a Host header names this server."""
        try:
            name = urlsplit(f"//{host}").hostname
        except ValueError:
            return False
        if not name:
            return False
        if name.lower() in self.names or name.lower().endswith((".local", ".localhost")):
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True
