"""Serves the browser client: the built files, and the one page behind every address that a person may open.

The page refers to its files by relative paths. It is served at many addresses (`/`, `/t/abc`), so the server rewrites
them with the root of the site: `/`, or the path of `--url`.
"""

import gzip
import html
import mimetypes
from collections.abc import Awaitable, Callable
from importlib import resources
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

NOT_BUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Zauber</title></head><body>
<h1>Zauber</h1>
<p>The server is running, but the browser client has not been built into this installation.</p>
<p>In a clone of the project, <code>python3 run.py play</code> builds it and starts the server. For a program
of your own the protocol is at <a href="{root}/api/schema.json">{root}/api/schema.json</a>.</p>
</body></html>
"""

A_YEAR = "public, max-age=31536000, immutable"
RELATIVE = b'="./'  # a relative path in the built page
HEAD_ENDS = b"</head>"  # before which the tags of a page stand
KINDS = {".webmanifest": "application/manifest+json"}  # that the system may not know
ROOT = b'name="zauber-root" content=""'  # where the page looks up the root


def static_folder() -> Path:
    """Where the build puts the browser client."""
    return Path(str(resources.files("zauber.server").joinpath("static")))


class Pages:
    """Serves a folder of files; every other page address shows its index page."""

    def __init__(
        self,
        folder: Path | None = None,
        root: str = "",
        tags: Callable[[Request, str], Awaitable[bytes]] | None = None,
    ) -> None:
        self.folder = (folder or static_folder()).resolve()
        self.root = root  # "" or "/zauber"
        self.tags = tags  # of one page, for those who show a link to it
        self._page: tuple[int, bytes] = (-1, b"")  # modification time; the page

    @property
    def built(self) -> bool:
        """Whether the browser client was built."""
        return (self.folder / "index.html").is_file()

    async def __call__(self, request: Request) -> Response:
        path = request.path_params.get("path", "")
        if not self.built:
            return HTMLResponse(NOT_BUILT.format(root=self.root), 200 if not path else 503)
        found = self._file(path)
        if found is not None and found.name != "index.html":
            return self._send(request, found)
        if found is None and "." in path.rsplit("/", 1)[-1]:
            return Response("There is no such file.", 404, media_type="text/plain")
        return self._send_page(request, b"" if self.tags is None else await self.tags(request, path))

    def _file(self, path: str) -> Path | None:
        if not path or "\0" in path:
            return None
        file = (self.folder / path).resolve()
        inside = file.is_relative_to(self.folder)
        hidden = any(part.startswith(".") for part in file.parts[len(self.folder.parts) :])
        return file if inside and not hidden and file.is_file() else None

    def has_picture(self, name: str) -> bool:
        """Whether there is a picture for links to a game."""
        return self._file(f"preview/{name}.png") is not None

    def _send_page(self, request: Request, tags: bytes) -> Response:
        file = self.folder / "index.html"
        built = file.stat().st_mtime_ns
        if self._page[0] != built:
            root = html.escape(self.root).encode()
            page = file.read_bytes().replace(RELATIVE, b'="%s/' % root).replace(ROOT, ROOT[:-1] + b'%s"' % root)
            self._page = (built, page)
        page = self._page[1].replace(HEAD_ENDS, tags + HEAD_ENDS, 1)
        headers = {"cache-control": "no-cache", "vary": "accept-encoding"}
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(
                gzip.compress(page, 6), headers=headers | {"content-encoding": "gzip"}, media_type="text/html"
            )
        return Response(page, headers=headers, media_type="text/html")

    def _send(self, request: Request, file: Path) -> Response:
        kind = KINDS.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        headers = {"cache-control": A_YEAR if "assets" in file.parts else "no-cache"}
        for coding in ("br", "gzip"):
            packed = file.with_name(file.name + (".br" if coding == "br" else ".gz"))
            if coding in request.headers.get("accept-encoding", "") and packed.is_file():
                headers |= {"content-encoding": coding, "vary": "accept-encoding"}
                return Response(packed.read_bytes(), headers=headers, media_type=kind)
        return Response(file.read_bytes(), headers=headers, media_type=kind)
