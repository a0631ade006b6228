"""The HTTP interface, what browsers are told, and who may ask."""

import asyncio
import gzip
import json
import logging
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.server.helpers import OPEN_HANDED, Running, client, running
from zauber import games
from zauber.server.access.security import address_of
from zauber.server.http.api import reach_of
from zauber.server.live.house import HouseSettings
from zauber.server.protocol import schema
from zauber.server.protocol.commands import Play, Start
from zauber.server.run import logs
from zauber.server.table.decisions import Caller


def with_server(tmp_path: Path, story: Any, **more: Any) -> None:
    """Run a story with a server."""

    async def tell() -> None:
        async with running(tmp_path, **more) as server:
            await story(server)

    asyncio.run(asyncio.wait_for(tell(), 240))


async def finished_match(server: Running) -> tuple[str, list[str]]:
    """A match played to its end by itself; its name and the tokens of the seats."""
    room, _, tokens = await server.table(options={"turn_limit": 3})
    await room.carry_out(Caller(host=True), Start("go"))
    number = 0
    while room.table.playing:
        seat = room.table.match.turn
        action = room.table.match.moves.actions[0]
        await room.carry_out(Caller({seat}), Play(f"p{number}", seat, action=action))
        number += 1
    return room.table.match_name, tokens


def test_games_are_listed_with_editions_options_and_levels_in_words(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        status, body, headers = await server.get("/api/games")
        assert (status, headers["content-type"]) == (200, "application/json")
        listed = json.loads(body)["games"]
        assert [game["name"] for game in listed] == [game.name for game in games.all_games()]
        papageno = next(game for game in listed if game["name"] == "papageno")
        assert papageno["seats"] == [2, 3, 4, 5]
        assert papageno["editions"][0]["name"] == "a"
        assert {option["key"] for option in papageno["options"]} >= {"reshuffle", "egg_choice"}
        assert papageno["options"][0]["choices"][0]["words"]
        assert [level["level"] for level in papageno["levels"]] == ["apprentice", "adept", "mage", "archmage"]
        night = next(game for game in listed if game["name"] == "magicians_night")
        assert [level["name"] for level in night["levels"]] == ["Apprentice", "Adept", "Mage", "Archmage"]
        status, body, _ = await server.get("/api/games/papageno/rules")
        assert json.loads(body)["markdown"] == games.get("papageno").page
        assert (await server.get("/api/games/chess/rules"))[0] == 404
        status, body, _ = await server.get("/api/house")
        assert "hello" in json.loads(body)["phrases"]
        assert (await server.get("/api/nothing"))[0] == 404

    with_server(tmp_path, story)


BAD_TABLES: list[Any] = [
    b"", b"[", b"[]", {}, {"game": "papageno"}, {"game": "chess", "seats": 2}, {"game": "papageno", "seats": 9},
    {"game": "papageno", "seats": 2, "edition": "../../../etc/passwd"},
    {"game": "papageno", "seats": 2, "edition": "c"},
    {"game": "papageno", "seats": 2, "options": {"colour": "red"}},
    {"game": "papageno", "seats": 2, "options": {"turn_limit": -1}},
    {"game": "papageno", "seats": 2, "bots": {"0": "nobody"}}, {"game": "papageno", "seats": 2, "bots": {"x": "thumb"}},
    {"game": "papageno", "seats": 2, "bots": {"5": "thumb"}},
    {"game": "papageno", "seats": 2, "bots": {"0": "planner"}},
    {"game": "papageno", "seats": 2, "bots": {"0": "thumb"}, "sit": [{"seat": 0, "name": "Ada"}]},
    {"game": "papageno", "seats": 2, "sit": [{"seat": 0, "name": "Ada"}, {"seat": 1, "name": "ada"}]},
    {"game": "papageno", "seats": 2, "sit": [{"seat": 0, "name": "<i>"}]},
    {"game": "papageno", "seats": 2, "start": True}, {"game": "papageno", "seats": 2, "unknown": 1},
    {"game": "papageno", "seats": 2, "takeover": 1}, b'{"game":"papageno","seats":2' + b" " * 1_200_000 + b"}",
]  # fmt: skip


def test_bad_wishes_for_a_table_get_a_sentence(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        for wanted in BAD_TABLES:
            status, body, _ = await server.post("/api/tables", wanted)
            assert status == 400, wanted
            assert json.loads(body)["sentence"].endswith(".")

    with_server(tmp_path, story)


def test_listed_tables_are_shown_and_private_ones_are_not(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        open_, _, _ = await server.table(listed=True)
        private, _, _ = await server.table(listed=False)
        _, body, _ = await server.get("/api/tables")
        assert [table["table"] for table in json.loads(body)["tables"]] == [open_.table.name]
        status, body, _ = await server.get(f"/api/tables/{private.table.name}")
        assert (status, json.loads(body)["game"]) == (200, "papageno")
        for name in ("nosuchtable", "x", "..", "a" * 40):
            assert (await server.get(f"/api/tables/{name}"))[0] == 404

    with_server(tmp_path, story)


def test_the_qr_code_shows_the_guests_link(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        room, _, _ = await server.table()
        status, body, headers = await server.get(f"/api/tables/{room.table.name}/qr.svg")
        assert (status, headers["content-type"]) == (200, "image/svg+xml")
        assert body.startswith(b"<svg")
        assert (await server.get("/api/tables/../qr.svg"))[0] == 404
        server.house.lan = "http://192.0.2.7:7878"
        _, body, _ = await server.post("/api/tables", {"game": "papageno", "seats": 2})
        assert json.loads(body)["link"].startswith("http://192.0.2.7:7878/t/")
        server.house.settings.public_url = "https://play.example.org/"
        _, body, _ = await server.post("/api/tables", {"game": "papageno", "seats": 2})
        assert json.loads(body)["link"].startswith("https://play.example.org/t/")

    with_server(tmp_path, story)


def test_records_of_unfinished_matches_hold_nothing_secret(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        room, _, _ = await server.table()
        name = room.table.name
        assert (await server.get(f"/api/matches/{name}.1/record"))[0] == 404
        await room.carry_out(Caller(host=True), Start("go"))
        status, body, _ = await server.get(f"/api/matches/{name}.1/record")
        record = json.loads(body)
        assert status == 200
        assert "secret" not in record
        assert str(room.table.match.record().secret) not in body.decode()
        assert (await server.get(f"/api/matches/{name}.1/verify"))[0] == 409
        assert (await server.get(f"/api/matches/{name}.1/record?form=compact"))[0] == 409
        for bad in (f"{name}.2", f"{name}.0", f"{name}.x", name, "nosuchtable.1"):
            assert (await server.get(f"/api/matches/{bad}/record"))[0] == 404

    with_server(tmp_path, story)


def test_a_finished_match_can_be_replayed_from_every_seat_and_verified(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        name, _ = await finished_match(server)
        _, body, _ = await server.get(f"/api/matches/{name}/record")
        record = json.loads(body)
        _, compact, headers = await server.get(f"/api/matches/{name}/record?form=compact")
        assert headers["content-type"].startswith("text/plain")
        lengths = set()
        for viewer in (0, 1, None, "open"):
            for given in (record, compact.decode()):
                status, body, _ = await server.post("/api/replay", {"record": given, "viewer": viewer})
                replay = json.loads(body)
                assert status == 200, replay
                lengths.add(len(replay["frames"]))
                assert replay["frames"][-1]["over"]
                assert replay["outcome"]["shares"] == record["result"]
        assert lengths == {len(record["moves"]) + 1}
        status, body, _ = await server.post("/api/replay", {"record": record, "first": 3, "count": 2})
        assert [frame["ply"] for frame in json.loads(body)["frames"]] == [3, 4]
        status, body, _ = await server.post("/api/verify", {"record": record})
        assert json.loads(body)["fair"]
        forged = {**record, "secret": "00" * 32}
        status, body, _ = await server.post("/api/verify", {"record": forged})
        assert (status, json.loads(body)["fair"]) == (200, False)
        for bad in ({"record": 5}, {"record": forged}, {"record": record, "viewer": 7}, {"record": "z1.zz"}, {}, b"{"):
            assert (await server.post("/api/replay", bad))[0] == 400

    with_server(tmp_path, story)


def test_health_and_metrics(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        assert json.loads((await server.get("/healthz"))[1])["ok"]
        assert json.loads((await server.get("/readyz"))[1])["sentence"] == "The server is ready."
        room, _, tokens = await server.table()
        async with client(server.ws, room.table.name, tokens):
            text = (await server.get("/metrics"))[1].decode()
            assert "zauber_sockets 1.0" in text
            assert "zauber_tables 1.0" in text
            assert "zauber_store_seconds_bucket" in text
        server.house.closing = True
        assert (await server.get("/readyz"))[0] == 503

    with_server(tmp_path, story)


def test_every_answer_carries_the_security_headers_and_no_cookie(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        for path in ("/", "/t/abcdefgh", "/api/games", "/api/nothing", "/healthz"):
            _, _, headers = await server.get(path)
            policy = headers["content-security-policy"]
            assert "script-src 'self';" in policy
            assert "unsafe-eval" not in policy
            assert "frame-ancestors 'none'" in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
            assert "set-cookie" not in headers
            assert "server" not in headers

    with_server(tmp_path, story)


def test_pages_of_other_sites_are_turned_away(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        room, _, _ = await server.table()
        wanted = {"game": "papageno", "seats": 2}
        for origin in ("https://evil.example", "null", "http://127.0.0.1:1", "http://127.0.0.1.evil.example"):
            status, body, _ = await server.post("/api/tables", wanted, Origin=origin)
            assert (status, json.loads(body)["reason"]) == (403, "bad_origin")
            with pytest.raises(InvalidStatus):
                await connect(server.ws, origin=origin)  # type: ignore[arg-type]  # any text will do
        status, _, _ = await server.post("/api/tables", wanted, Origin=server.address)
        assert status == 200
        async with connect(server.ws, origin=server.address):  # type: ignore[arg-type]  # as above
            pass
        assert room.table.n == 1

    with_server(tmp_path, story)


def test_a_name_that_points_here_from_elsewhere_is_not_ours(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        status, body, _ = await server.get("/api/games", Host="evil.example")
        assert (status, json.loads(body)["reason"]) == (421, "unknown_host")
        for host in ("localhost", "192.0.2.9:7878", "[::1]:7878", "parlour.local", "play.example.org"):
            assert (await server.get("/healthz", Host=host))[0] == 200
        reader, writer = await asyncio.open_connection("127.0.0.1", int(server.address.rsplit(":", 1)[1]))
        writer.write(
            b"GET /ws HTTP/1.1\r\nHost: evil.example\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
            b"Origin: http://evil.example\r\n\r\n"
        )
        assert b"403" in await reader.readline()
        writer.close()

    settings = HouseSettings(compile=False, hosts=("play.example.org",))
    with_server(tmp_path, story, settings=settings)


def test_behind_a_proxy_the_last_forwarded_address_counts_and_otherwise_none(tmp_path: Path) -> None:
    scope = {"headers": [(b"x-forwarded-for", b"6.6.6.6, 192.0.2.1")], "client": ("127.0.0.1", 5)}
    assert address_of(scope, trust_proxy=True) == "192.0.2.1"
    assert address_of(scope, trust_proxy=False) == "127.0.0.1"
    assert address_of({"headers": [], "client": None}, trust_proxy=True) == "local"


def test_without_a_built_page_a_plain_one_says_so(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        status, body, _ = await server.get("/")
        assert status == 200
        assert b"has not been built" in body

    with_server(tmp_path, story, static=tmp_path / "empty")


def test_built_files_are_served_and_every_other_address_is_the_page(tmp_path: Path) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<title>the page</title>")
    (static / "assets" / "app.js").write_text("let x = 1;")
    (static / "assets" / "app.js.gz").write_bytes(b"packed")
    (static / ".hidden").write_text("no")
    (tmp_path / "outside.txt").write_text("secret")

    async def story(server: Running) -> None:
        for path in ("/", "/t/abcdefgh", "/g/papageno", "/replay"):
            status, body, headers = await server.get(path)
            assert (status, body) == (200, b"<title>the page</title>")
            assert headers["cache-control"] == "no-cache"
        status, body, headers = await server.get("/assets/app.js")
        assert (status, body) == (200, b"let x = 1;")
        assert "immutable" in headers["cache-control"]
        status, body, headers = await server.get("/assets/app.js", Accept_Encoding="gzip")
        assert (body, headers["content-encoding"]) == (b"packed", "gzip")
        assert (await server.get("/assets/none.js"))[0] == 404
        for path in ("/../outside.txt", "/%2e%2e/outside.txt", "/assets/..%2f..%2foutside.txt", "/.hidden"):
            _, body, _ = await server.get(path)
            assert b"secret" not in body
            assert body != b"no"

    with_server(tmp_path, story, static=static)


def test_the_schema_is_published_and_makes_typescript(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        _, body, _ = await server.get("/api/schema.json")
        assert json.loads(body) == json.loads(json.dumps(schema.json_schema()))

    with_server(tmp_path, story)
    types = schema.typescript()
    assert "export interface Play {" in types
    assert "  at?: number | null;" in types
    assert "moves?: Move[];" in types
    assert "export type Frame = " in types


def test_logs_hold_no_tokens_names_or_secrets(tmp_path: Path) -> None:
    lines: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.extend(logs.Lines(as_json).format(record) for as_json in (True, False))

    log, keep = logging.getLogger("zauber.server"), Keep()

    async def story(server: Running) -> None:
        name, tokens = await finished_match(server)
        room = server.house.rooms[name.split(".")[0]]
        try:
            raise ValueError(tokens[0])
        except ValueError:
            log.exception("something failed", extra={"table": "t", "token": tokens[0], "name_": "Player 0"})
        text = "\n".join(lines)
        assert "something failed" in text
        for secret in (*tokens, room.table.match.secret, "Player 0", room.table.host):
            assert secret not in text

    level = log.level
    log.setLevel(logging.DEBUG)
    log.addHandler(keep)
    try:
        with_server(tmp_path, story)
    finally:
        log.removeHandler(keep)
        log.setLevel(level)


def test_the_house_says_who_can_open_its_links(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            info = json.loads((await server.get("/api/house"))[1])
            assert (info["base"], info["reach"]) == (server.address, "here")
            made = json.loads((await server.post("/api/tables", {"game": "papageno", "seats": 2}))[1])
            assert made["reach"] == "here"
            server.house.lan = "http://192.168.1.7:7878"
            info = json.loads((await server.get("/api/house"))[1])
            assert (info["base"], info["reach"]) == ("http://192.168.1.7:7878", "network")

    asyncio.run(story())
    for address, reach in (
        ("http://[::1]:7878", "here"), ("http://localhost", "here"), ("http://piano.local:80", "network"),
        ("https://play.example.org", "everywhere"), ("http://[2001:4860::1]/t/x", "everywhere"),
    ):  # fmt: skip
        assert reach_of(address) == reach


def test_under_a_path_the_house_answers_with_and_without_it(tmp_path: Path) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text('<meta name="zauber-root" content="" /><script src="./assets/app.js"></script>')
    (static / "assets" / "app.js").write_text("let x = 1;")
    url = "https://example.org/games/zauber/"

    async def story(server: Running) -> None:
        for front in ("", "/games/zauber"):  # the proxy strips the path, or does not
            for path in ("/", "/t/abcdefgh", "/index.html"):
                _, body, headers = await server.get(front + path)
                assert b'content="/games/zauber"' in body
                assert b'src="/games/zauber/assets/app.js"' in body
                assert headers["cache-control"] == "no-cache"
            _, packed, headers = await server.get(front + "/", Accept_Encoding="gzip, br")
            assert (gzip.decompress(packed), headers["content-encoding"]) == (body, "gzip")
            assert (await server.get(front + "/assets/app.js"))[1] == b"let x = 1;"
            assert json.loads((await server.get(front + "/api/house"))[1])["base"] == url.rstrip("/")
            _, body, _ = await server.post(front + "/api/tables", {"game": "papageno", "seats": 2})
            made = json.loads(body)
            assert made["link"] == f"{url}t/{made['table']}"
            assert made["qr"] == f"/games/zauber/api/tables/{made['table']}/qr.svg"
            async with client(f"{server.ws.removesuffix('/ws')}{front}/ws", made["table"]) as watcher:
                assert watcher.table["table"] == made["table"]
        assert (await server.get("/games/zauber"))[0] == 200
        assert (await server.get("/games/zauberei/assets/app.js"))[0] == 404
        (static / "index.html").write_text('<script src="./assets/new.js"></script>')  # built anew while it runs
        assert (await server.get("/"))[1] == b'<script src="/games/zauber/assets/new.js"></script>'

    with_server(
        tmp_path, story, static=static, settings=HouseSettings(compile=False, limits=OPEN_HANDED, public_url=url)
    )
