"""The server's commands: `serve`, `worker`, `admin`, `backup`, `restore`, `export`, `import`, `doctor`, `schema`.

What they need is imported when they run, so that `zauber --help` stays fast.
"""

import argparse
from typing import Any

SERVE_EXAMPLES = """\
  zauber serve                            on this computer only, tables in an SQLite file
  zauber serve --lan                      for phones and computers in your network; shows a QR code
  zauber serve --port 80 --host 0.0.0.0 --url https://play.example.org --trust-proxy
  zauber serve --database postgresql://user@host/zauber    several servers may share it
  zauber serve --edition mine.toml        offers an edition of your own at new tables
"""


WORKER_EXAMPLES = """\
  zauber serve --worker-token worker.token                          on the server: creates the file
  zauber worker --for https://play.example.org --token worker.token  on another machine, with a copy of the file
  zauber worker --for 10.0.0.5:7878 --for 10.0.0.5:7879 --processes 4
"""


ADMIN_EXAMPLES = """\
  zauber admin                                       tables and load at a glance
  zauber admin close k7m29qxd3v                      close a table for good
  zauber admin ban --address 203.0.113.9 --minutes 30
  zauber admin ban                                   lift all bans
  zauber admin announce "We restart at ten: your tables will be there again."
"""


def add(commands: Any) -> None:
    """Declare the commands."""
    from .common import command, port

    serve = command(commands, "serve", _serve, "open the parlour for browsers and bots", SERVE_EXAMPLES)
    serve.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: this computer only)")
    serve.add_argument("--port", type=port, default=7878, help="the port; 0 takes any free one (default 7878)")
    serve.add_argument("--lan", action="store_true", help="accept connections from the local network")
    serve.add_argument("--open", action="store_true", help="open the page in a browser")
    _add_database(serve)
    serve.add_argument("--durable", action="store_true", help="wait for the disk after every move (against power loss)")
    serve.add_argument("--url", default="", help="the public address of the server, if it is behind a proxy")
    serve.add_argument("--trust-proxy", action="store_true", help="trust X-Forwarded-For (only behind a proxy)")
    serve.add_argument("--origin", action="append", default=[], help="another site whose pages may use the server")
    serve.add_argument("--name", action="append", default=[], help="another host name of this server")
    serve.add_argument("--bot-workers", type=int, default=1, help="processes for bots (default 1)")
    serve.add_argument(
        "--worker-token", default="", metavar="FILE", help="accept remote workers that have the token in this file"
    )
    serve.add_argument("--keep-days", type=float, default=180, help="delete tables unused for this long")
    serve.add_argument(
        "--children", action="store_true", help="names from a list, and talk in phrases and symbols only"
    )
    serve.add_argument("--push-to-loopback", action="store_true", help=argparse.SUPPRESS)  # for tests
    serve.add_argument("--compress", action="store_true", help="compress frames: less traffic, more CPU time")
    serve.add_argument("--log-json", action="store_true", help="log as JSON lines")
    serve.add_argument("--quiet", action="store_true", help="log only what is wrong")
    serve.add_argument("--no-compile", action="store_true", help="do not compile rules at the start")
    serve.add_argument(
        "--edition", action="append", default=[], metavar="FILE", help="offer an edition of your own; may be repeated"
    )
    serve.add_argument("--limit", action="append", default=[], metavar="NAME=NUMBER", help="change a limit")

    worker = command(commands, "worker", _worker, "run a server's bots on this machine", WORKER_EXAMPLES)
    worker.add_argument("--for", action="append", required=True, metavar="URL", dest="houses", help="a server process")
    worker.add_argument("--token", default="", metavar="FILE", help="the server's token (or $ZAUBER_WORKER_TOKEN)")
    worker.add_argument("--processes", type=int, default=1, help="how many bots may think at once (default 1)")
    worker.add_argument("--tries", type=int, default=0, help="give up after this many failed attempts (default: never)")
    worker.add_argument("--no-compile", action="store_true", help="do not compile the bots' search at the start")
    worker.add_argument("--log-json", action="store_true", help="log as JSON lines")

    export = command(commands, "export", _export, "write the matches of a server as records, one file each")
    export.add_argument("folder", help="where to write them (created if it does not exist)")
    export.add_argument("--finished", action="store_true", help="only matches that are over")
    _add_database(export)

    bring = command(commands, "import", _import, "load match records into a server's storage")
    bring.add_argument("files", nargs="+", help="records, as export writes them")
    _add_database(bring)

    backup = command(commands, "backup", _backup, "write everything a server has stored into one file, while it runs")
    backup.add_argument("file", help="a new file")
    _add_database(backup)

    restore = command(commands, "restore", _restore, "restore a backup (no server may be running)")
    restore.add_argument("file", help="a backup")
    restore.add_argument("--replace", action="store_true", help="replace the existing tables")
    _add_database(restore)

    admin = command(commands, "admin", _admin, "inspect a running server, close tables, ban, announce", ADMIN_EXAMPLES)
    admin.add_argument(
        "what",
        choices=["tables", "close", "ban", "announce"],
        nargs="?",
        default="tables",
        help="tables (list them; the default), close, ban or announce",
    )
    admin.add_argument("words", nargs="*", help="the table to close, or the sentence to announce")
    admin.add_argument("--address", help="the address to ban (for IPv6, its network)")
    admin.add_argument("--name", help="the name to ban")
    admin.add_argument("--minutes", type=float, default=60, help="for how long (default 60)")
    admin.add_argument("--url", default="http://127.0.0.1:7878", help="the server (default: this computer's)")
    _add_database(admin)

    doctor = command(commands, "doctor", _doctor, "check whether a server can run here, and say what is wrong")
    doctor.add_argument("--port", type=port, default=7878, help="the port to test (default 7878)")
    _add_database(doctor)

    schema = command(commands, "schema", _schema, "print the protocol's types")
    schema.add_argument("--typescript", action="store_true", help="as TypeScript instead of JSON schema")


def _add_database(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--database",
        default="",
        metavar="PATH|URL",
        help="an SQLite file or postgresql://… (default: in your data folder)",
    )


def _serve(chosen: argparse.Namespace) -> int:
    from ..server.live.house import HouseSettings
    from ..server.run.admin import admin_token
    from ..server.run.serving import ServePlan, serve

    plan = ServePlan(
        chosen.host, chosen.port, chosen.lan, chosen.database, chosen.durable, chosen.open, chosen.log_json,
        chosen.quiet, compress=chosen.compress,
    )  # fmt: skip
    settings = HouseSettings(
        limits=_limits(chosen.limit),
        bot_workers=chosen.bot_workers,
        compile=not chosen.no_compile,
        origins=tuple(chosen.origin),
        hosts=tuple(name.lower() for name in chosen.name),
        public_url=chosen.url,
        trust_proxy=chosen.trust_proxy,
        keep_days=chosen.keep_days,
        admin_token=admin_token(chosen.database),
        worker_token=_worker_token(chosen.worker_token),
        children=chosen.children,
        push_to_loopback=chosen.push_to_loopback,
        editions=_editions(chosen.edition),
    )
    return serve(plan, settings)


def _editions(files: list[str]) -> tuple[Any, ...]:
    """The editions of the house's own, each for the game whose numbers it gives."""
    from ..errors import BadEdition
    from .edition import game_and_edition

    found: list[Any] = []
    for file in files:
        game, edition = game_and_edition(file)
        if edition.name in game.editions or any((edition.game, edition.name) == (e.game, e.name) for e in found):
            raise BadEdition(f"{file}: {game.title} already has an edition “{edition.name}”: give this another name.")
        found.append(edition)
    return tuple(found)


def _worker_token(file: str) -> str:
    """The workers' token: from the given file, which is created if necessary, or from the environment."""
    import os
    from pathlib import Path

    from ..server.run.admin import kept_token

    return kept_token(Path(file), "workers'") if file else os.environ.get("ZAUBER_WORKER_TOKEN", "")


def _worker(chosen: argparse.Namespace) -> int:
    from pathlib import Path

    from ..errors import ZauberError
    from ..server.run.worker import WorkPlan, work

    if chosen.token and not Path(chosen.token).is_file():
        raise ZauberError(f"There is no file {chosen.token}: copy it from the server.")
    token = _worker_token(chosen.token)
    if not token:
        raise ZauberError("A worker needs the server's token: --token FILE, or $ZAUBER_WORKER_TOKEN.")
    if not 1 <= chosen.processes <= 256:
        raise ZauberError("--processes is a number from 1 to 256.")
    plan = WorkPlan(chosen.houses, token, chosen.processes, not chosen.no_compile, chosen.log_json, chosen.tries)
    return work(plan)


def _limits(given: list[str]) -> Any:
    from dataclasses import fields, replace

    from ..errors import ZauberError
    from ..server.access.limits import Limits

    known = {field.name: field.type for field in fields(Limits)}
    limits = Limits()
    for text in given:
        name, _, number = text.partition("=")
        try:
            value = float(number)
        except ValueError:
            value = -1
        if name not in known or value <= 0:
            raise ZauberError(f"“{text}” is not a limit: write NAME=NUMBER with one of {', '.join(known)}.")
        changes: dict[str, Any] = {name: int(value) if known[name] is int else value}
        limits = replace(limits, **changes)
    return limits


def _export(chosen: argparse.Namespace) -> int:
    from ..server.run.moving import export

    return export(chosen.database, chosen.folder, chosen.finished)


def _import(chosen: argparse.Namespace) -> int:
    from ..server.run.moving import bring_in

    return bring_in(chosen.database, chosen.files)


def _backup(chosen: argparse.Namespace) -> int:
    from ..server.run.backups import backup

    return backup(chosen.database, chosen.file)


def _restore(chosen: argparse.Namespace) -> int:
    from ..server.run.backups import restore

    return restore(chosen.file, chosen.database, chosen.replace)


def _admin(chosen: argparse.Namespace) -> int:
    from ..errors import ZauberError
    from ..server.run.admin import admin

    if chosen.what == "close":
        if len(chosen.words) != 1:
            raise ZauberError("Name the table to close: zauber admin close TABLE.")
        return admin(chosen.url, chosen.database, "close", table=chosen.words[0])
    if chosen.what == "ban":
        wanted = {"address": chosen.address, "name": chosen.name, "minutes": chosen.minutes}
        return admin(chosen.url, chosen.database, "ban", **wanted)
    if chosen.what == "announce":
        if not chosen.words:
            raise ZauberError('Say what to announce: zauber admin announce "A sentence."')
        return admin(chosen.url, chosen.database, "announce", sentence=" ".join(chosen.words))
    return admin(chosen.url, chosen.database, "tables")


def _doctor(chosen: argparse.Namespace) -> int:
    from ..server.run.doctor import examine

    return examine(chosen.database, chosen.port)


def _schema(chosen: argparse.Namespace) -> int:
    import json

    from ..server.protocol import schema

    text = schema.typescript() if chosen.typescript else json.dumps(schema.json_schema(), indent=1) + "\n"
    print(text, end="")
    return 0
