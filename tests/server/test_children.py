"""A house for children: names from its list and no free text, whichever way they come in."""

import asyncio
import json
from pathlib import Path

import pytest

from zauber.server.live.house import HouseSettings
from zauber.server.protocol.bodies import NewTable, Sitter
from zauber.server.storage.sqlite import SqliteStorage
from zauber.server.table import customs
from zauber.server.table.decisions import Refused

from .helpers import OPEN_HANDED, client, running


def test_nothing_that_somebody_wrote_comes_into_a_house_for_children(tmp_path: Path) -> None:
    settings = HouseSettings(limits=OPEN_HANDED, compile=False, children=True)

    async def story() -> None:
        async with running(tmp_path) as house:  # once it was a house for everybody
            room, host, tokens = await house.table(free_text=True)
            name = room.table.name
        async with running(SqliteStorage(tmp_path / "tables.db"), settings) as house:
            told = json.loads((await house.get("/api/house"))[1])
            assert told["children"] is True
            names = told["names"]
            assert names == customs.names()
            assert len(names) > 20
            for wrong in (
                {"sit": [{"seat": 0, "name": "Shouty"}]},
                {"free_text": True},
                {"sit": [{"seat": 0, "name": " Wren"}]},
            ):
                status, body, _ = await house.post("/api/tables", {"game": "papageno", "seats": 2, **wrong})
                assert (status, json.loads(body)["reason"]) in ((400, "bad_name"), (400, "not_now"))
            with pytest.raises(Refused):
                await house.house.create(NewTable("papageno", 2, sit=[Sitter(0, "Anybody")]))
            made = json.loads((await house.post("/api/tables", {"game": "papageno", "seats": 2}))[1])
            async with client(house.ws, made["table"], [made["host_token"]]) as guest:
                assert (await guest.ask("take_seat", seat=0, name="Shouty"))["reason"] == "bad_name"
                assert (await guest.ask("take_seat", seat=0, name=names[3]))["type"] == "ack"
                assert (await guest.ask("set_name", seat=0, name="Shouty"))["reason"] == "bad_name"
                assert (await guest.ask("set_name", seat=0, name=names[4]))["type"] == "ack"
                assert (await guest.ask("say", seat=0, phrase="hello"))["type"] == "ack"
                assert (await guest.ask("say", seat=0, symbol="👏"))["type"] == "ack"
            # Also at a table that was laid before, with free text.
            async with client(house.ws, name, [host, *tokens]) as guest:
                answer = await guest.ask("say", seat=0, text="anything")
                assert (answer["type"], answer["reason"]) == ("refused", "not_now")
                assert guest.table["free_text"] is True

    asyncio.run(story())
