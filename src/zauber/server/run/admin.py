"""`zauber admin`: inspect and control a running server, with the token that is stored next to its database."""

import contextlib
import json
import os
import secrets
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, TextIO

from ...errors import ZauberError
from .serving import data_folder


def token_file(database: str) -> Path:
    """The path of the operator's token: next to the SQLite file, or in the data folder for PostgreSQL."""
    if database.startswith(("postgresql://", "postgres://")):
        return data_folder() / "postgres.admin"
    path = Path(database) if database else data_folder() / "tables.db"
    return path.with_name(path.name + ".admin")


def admin_token(database: str) -> str:
    """The operator's token: `$ZAUBER_ADMIN_TOKEN`, or the one in the file, which is created if missing."""
    if given := os.environ.get("ZAUBER_ADMIN_TOKEN"):
        return given
    return kept_token(token_file(database), "administrator's")


def _operators_token(database: str) -> str:
    """The token with which to ask a running server. Nothing is created: a server has made the file that is needed."""
    if not os.environ.get("ZAUBER_ADMIN_TOKEN") and not (file := token_file(database)).exists():
        raise ZauberError(
            f"There is no administrator's token in {file}: --database must be the one that the server was started with."
        )
    return admin_token(database)


def kept_token(file: Path, whose: str) -> str:
    """The token in a file, which is created if it does not exist."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError), _new_file(file) as new:
            new.write(secrets.token_urlsafe(24))
        if token := file.read_text().strip():
            return token
    except (OSError, UnicodeError) as error:
        raise ZauberError(
            f"The {whose} token cannot be stored in {file}: {getattr(error, 'strerror', error)}."
        ) from None
    raise ZauberError(f"The file {file} should hold the {whose} token, but is empty.")


def _new_file(file: Path) -> TextIO:
    """Create a new file that only its owner can read."""
    return open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w")


def admin(url: str, database: str, what: str, **wanted: Any) -> int:
    """Send a request to a running server; return an exit code."""
    if what == "tables":
        _show(_ask(url, database, "/api/admin/tables"))
    elif what == "close":
        print(_ask(url, database, f"/api/admin/tables/{wanted['table']}/close", {})["sentence"])
    else:
        print(_ask(url, database, f"/api/admin/{what}", wanted)["sentence"])
    return 0


def _ask(url: str, database: str, path: str, body: dict[str, Any] | None = None) -> Any:
    content = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {_operators_token(database)}"}
    request = urllib.request.Request(url.rstrip("/") + path, content, headers)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            raise ZauberError(f"The server says: {_sentence(error.read())}") from None
    except OSError as error:
        raise ZauberError(f"No server answers at {url}: {getattr(error, 'reason', error)}.") from None


def _sentence(body: bytes) -> str:
    try:
        return str(json.loads(body)["sentence"])
    except (ValueError, KeyError, TypeError):
        return "something that is not of this protocol."


def _show(found: Any) -> None:
    ready = "ready" if found["ready"] else "NOT READY"
    print(f"Process {found['process']} on {found['storage']}: {ready}. {found['sockets']} at the tables,"
          f" {found['connections']} connections, {found['turned_away']} turned away, {found['cut_off']} cut off,"
          f" {found['moves']} entries stored.")  # fmt: skip
    for table in sorted(found["tables"], key=lambda table: -table["guests"]):
        seats = ", ".join(table["seats"])
        idle = f", idle for {table['idle']:.0f} s" if table["idle"] else ""
        print(f"  {table['table']}  {table['game']:<16} {table['phase']:<8} {table['guests']} here"
              f" ({table['watchers']} watch), {table['entries']} entries{idle}: {seats}")  # fmt: skip
    for banned, seconds in found["bans"]:
        print(f"  banned: {banned}, for {seconds / 60:.0f} minutes more")
