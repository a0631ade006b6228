"""What a link looks like where it is pasted: the game and its picture, and nothing that not everybody may know."""

import asyncio
import html
import re
from pathlib import Path

from zauber.server.live.house import HouseSettings
from zauber.server.protocol.bodies import NewTable, Sitter
from zauber.server.protocol.commands import Start
from zauber.server.table.decisions import Caller

from .helpers import OPEN_HANDED, running

PAGE = (
    '<!doctype html><html><head><meta name="zauber-root" content="" /><title>Zauber</title></head><body></body></html>'
)
TAG = re.compile(r'<meta property="og:([a-z:_]+)" content="([^"]*)" />')


def test_a_link_says_what_it_leads_to_behind_a_proxy_too(tmp_path: Path) -> None:
    static = tmp_path / "static"
    (static / "preview").mkdir(parents=True)
    (static / "index.html").write_text(PAGE)
    (static / "preview" / "papageno.png").write_bytes(b"png")
    settings = HouseSettings(
        limits=OPEN_HANDED, compile=False, public_url="https://play.example.org/zauber", hosts=("inside",)
    )

    async def story() -> None:
        async with running(tmp_path, settings, static) as house:

            async def tags(path: str) -> dict[str, str]:
                status, body, _ = await house.get(path)
                assert status == 200
                head = body.decode().split("</head>")[0]
                assert "Secret Ada" not in head
                return {name: html.unescape(value) for name, value in TAG.findall(head)}

            base = "https://play.example.org/zauber"
            front = await tags("/")
            assert (front["title"], front["url"], front["image"]) == (
                "Zauber",
                f"{base}/",
                f"{base}/preview/parlour.png",
            )
            assert (await tags("/rules/papageno"))["title"] == "How to play Papageno"
            assert (await tags("/rules/papageno"))["image"] == f"{base}/preview/papageno.png"
            assert (await tags("/rules/magi"))["image"] == f"{base}/preview/parlour.png"  # it has no picture
            room, _, _ = await house.house.create(NewTable("papageno", 2, sit=[Sitter(0, "Secret Ada")], bots={}))
            name = room.table.name
            table = await tags(f"/zauber/t/{name}")
            assert table["title"] == "Papageno"
            assert table["description"] == "You are invited: one seat is still free."
            assert table["url"] == f"{base}/t/{name}"
            room, _, _ = await house.table()
            await room.carry_out(Caller(host=True), Start("start"))
            await house.house._describe(room)
            assert (await tags(f"/t/{room.table.name}"))["description"] == "A game is going on. Come and watch."
            replay = await tags(f"/replay/{room.table.name}/1")
            assert (replay["title"], replay["description"]) == ("A game of Papageno", "See it again, move by move.")
            for path in ("/t/nosuchtable", "/rules/nothing", '/t/"><script>', "/replay/nosuchtable/1"):
                assert (await tags(path))["title"] == "Zauber"
            packed = await house.get("/", accept_encoding="gzip")
            assert packed[2]["content-encoding"] == "gzip"

    asyncio.run(story())
