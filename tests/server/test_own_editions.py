"""Editions of one's own at tables: offered by the house, or sent in by a guest, who may mean harm."""

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server.helpers import OPEN_HANDED, Running, running
from zauber import Match, games
from zauber.cli import main
from zauber.commands.server import _editions
from zauber.errors import BadEdition
from zauber.games.contract.editions import file_of, read_edition
from zauber.games.contract.kernel import HIDDEN, NOBODY
from zauber.match import verify
from zauber.match.kept import keep_edition
from zauber.match.tryout import try_out
from zauber.server.live.house import HouseSettings
from zauber.server.live.pool import BotQuestion, choose, knows
from zauber.server.protocol.commands import Play, Start
from zauber.server.run.moving import export
from zauber.server.table.decisions import Caller

PAPAGENO = games.get("papageno")
FEWER = file_of(PAPAGENO, "a").replace('name = "a"', 'name = "feast"').replace("Edition A", "A feast of Eggs")
FEWER = FEWER.replace("capture_copies = { value = 4", "capture_copies = { value = 9")
FEWER = FEWER.replace("turn_limit = 0", "turn_limit = 3")


async def ended(room: Any) -> None:
    """Play the match to its end."""
    if not room.table.playing:
        await room.carry_out(Caller(host=True), Start("go"))
    number = 0
    while room.table.playing:
        seat, action = room.table.match.turn, room.table.match.moves.actions[0]
        await room.carry_out(Caller({seat}), Play(f"p{number}", seat, action=action))
        number += 1


async def sent_in(server: Running, **more: Any) -> tuple[Any, bytes]:
    """A table with a guest's own edition."""
    sit = [{"seat": seat, "name": f"Player {seat}"} for seat in range(2)]
    wanted = {"game": "papageno", "seats": 2, "own_edition": FEWER, "sit": sit}
    status, body, _ = await server.post("/api/tables", {**wanted, **more})
    assert status == 200, body
    return server.house.rooms[json.loads(body)["table"]], body


def test_a_guests_edition_is_played_verified_and_there_after_a_restart(tmp_path: Path, capsys: Any) -> None:
    async def story() -> str:
        async with running(tmp_path) as server:
            _, body, _ = await server.post("/api/editions", {"game": "papageno", "text": FEWER})
            said = json.loads(body)
            assert (said["name"], said["title"], said["options"]["turn_limit"]) == ("feast", "A feast of Eggs", 3)
            room, body = await sent_in(server, hints=True)
            assert room.table.edition.values["capture_copies"] == 9
            await room.carry_out(Caller(host=True), Start("go"))
            match = room.table.match
            seen = [(NOBODY, HIDDEN, match.look.data(match.turn))]
            own = keep_edition(match.edition)
            asked = BotQuestion("thumb", "papageno", "feast", own.options, own.hash, seen, 2, match.turn,
                                list(match.legal(match.turn)), own=own)  # fmt: skip
            assert choose(asked) in asked.moves, "what bots are asked holds the edition"
            assert knows(asked)
            assert not knows(msgspec.structs.replace(asked, own=None))
            hint = {"seat": match.turn, "tokens": [json.loads(body)["tokens"][match.turn]["token"]]}
            question = await server.post(f"/api/tables/{room.table.name}/hint", hint)
            assert question[0] == 200 or b"not compiled" in question[1]
            await ended(room)
            name = str(room.table.match_name)
        async with running(tmp_path) as server:
            _, body, _ = await server.get(f"/api/matches/{name}/record")
            record = json.loads(body)
            assert record["edition"]["numbers"]["capture_copies"]["value"] == 9
            assert json.loads((await server.get(f"/api/matches/{name}/verify"))[1])["fair"]
            assert json.loads((await server.post("/api/replay", {"record": record}))[1])["edition"] == "feast"
            room, _ = await sent_in(server, options={"turn_limit": 1})
            assert room.table.edition.options["turn_limit"] == 1
            await ended(room)
        return name

    name = asyncio.run(asyncio.wait_for(story(), 240))
    export(str(tmp_path / "tables.db"), str(tmp_path / "out"), finished=True)
    file = tmp_path / "out" / f"{name}.json"
    assert verify(file).checks
    assert main(["import", "--database", str(tmp_path / "other.db"), str(file)]) == 0


def test_the_houses_own_editions_are_offered_to_everybody(tmp_path: Path) -> None:
    file = tmp_path / "feast.toml"
    file.write_text(FEWER, "utf-8")
    settings = HouseSettings(limits=OPEN_HANDED, compile=False, editions=_editions([str(file)]))

    async def story() -> None:
        async with running(tmp_path, settings) as server:
            listed = json.loads((await server.get("/api/games"))[1])["games"]
            offered = {game["name"]: [one["name"] for one in game["editions"]] for game in listed}
            assert offered["papageno"] == ["a", "b", "feast"]
            assert "feast" not in offered["magi"]
            room, _, _ = await server.table(edition="feast", options={"turn_limit": 2})
            await ended(room)
            name = room.table.match_name
        async with running(tmp_path) as server:  # a house that does not offer it any more
            record = json.loads((await server.get(f"/api/matches/{name}/record"))[1])
            assert Match.load(json.dumps(record)).edition.options["turn_limit"] == 2
            status, body, _ = await server.post("/api/tables", {"game": "papageno", "seats": 2, "edition": "feast"})
            assert (status, "There is no such edition" in json.loads(body)["sentence"]) == (400, True)

    asyncio.run(asyncio.wait_for(story(), 240))
    for name in ("a", "feast"):
        file.write_text(FEWER.replace('"feast"', f'"{name}"'), "utf-8")
        with pytest.raises(BadEdition, match=f"already has an edition “{name}”"):
            _editions([str(file)] if name == "a" else [str(file), str(file)])


HOSTILE = {
    "no TOML": "these are not numbers",
    "nested": "a = " + "[" * 9_000,
    "tables in tables": "a = " + "{b = " * 4_000,
    "a number of 9,000 digits": FEWER.replace("value = 9", f"value = {'9' * 9_000}"),
    "no number": FEWER.replace("value = 9", "value = nan"),
    "long key": FEWER + f"\n{'k' * 9_000} = 1\n",
    "dots": ".".join("a" * 9_000) + " = 1",
    "path": FEWER.replace('"feast"', '"a b/../c"'),
    "control characters": FEWER.replace("A feast of Eggs", "A\\u202efeast"),
    "no card": FEWER.replace("[4, 0, 4, 4, 0, 4, 4, 4, 4, 4, 4, 4]", "[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]"),
    "another game": file_of(games.get("magi"), "house"),
    "empty": "",
    "too long": FEWER + "#" * 20_000,
    "bytes": "\\x00",
}


def test_hostile_files_get_a_sentence_and_the_house_goes_on(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            for number, (what, text) in enumerate(HOSTILE.items()):
                if number % 2:
                    status, body, _ = await server.post("/api/editions", {"game": "papageno", "text": text})
                else:
                    wanted = {"game": "papageno", "seats": 2, "own_edition": text}
                    status, body, _ = await server.post("/api/tables", wanted)
                assert status == 400, (what, body)
                said = json.loads(body)["sentence"]
                assert 10 < len(said) < 400, (what, said)
                assert "Traceback" not in said
            both = {"game": "papageno", "seats": 2, "edition": "a", "own_edition": FEWER}
            assert b"not both" in (await server.post("/api/tables", both))[1]
            assert (await server.post("/api/editions", {"game": "chess", "text": FEWER}))[0] == 404
            await ended((await sent_in(server))[0])
            assert len(server.house.rooms) == 1

    asyncio.run(asyncio.wait_for(story(), 240))


@pytest.mark.parametrize("name", games.NAMES)
def test_the_editions_of_our_own_games_can_be_tried_out(name: str) -> None:
    game = games.get(name)
    try_out(game, game.edition(), game.seats[-1], seconds=2)


def test_an_edition_at_which_the_rules_fail_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.get("papageno")
    monkeypatch.setattr(game.rules, "sound", lambda e: "", raising=False)
    few = FEWER.replace("[4, 0, 4, 4, 0, 4, 4, 4, 4, 4, 4, 4]", "[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]")
    with pytest.raises(BadEdition, match="With these numbers a match of Papageno"):
        try_out(game, read_edition(game, few, "few", {}), 5)
