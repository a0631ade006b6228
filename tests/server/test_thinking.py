"""Hints and analyses over HTTP: for those who may have them, from what the seat knows, within bounds."""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.server.helpers import Running
from tests.server.test_http import with_server
from zauber import Match, bots, games
from zauber.server.http import thinking
from zauber.server.live.studies import Studies
from zauber.server.protocol.commands import Play, Start
from zauber.server.table.decisions import Caller


@pytest.fixture(scope="module", autouse=True)
def prepared() -> None:
    for name in ("magi", "magic_flute"):
        bots.get("archmage").prepare(games.get(name))


@pytest.fixture(scope="module")
def match() -> Match:
    match = Match("magi", seats=4, seed=4, names=["Anna", "Ben", "Cora", "Dan"], options={"turn_limit": 30})
    while not match.over:
        match.play(bots.get("apprentice" if match.turn == 0 else "thumb").move(match, seed=len(match.plies)))
    return match


def test_an_analysis_comes_line_by_line_and_others_are_served_meanwhile(tmp_path: Path, match: Match) -> None:
    body = {"record": json.loads(match.save())}

    async def story(server: Running) -> None:
        asked = asyncio.create_task(server.post("/api/analysis", body))
        other = asyncio.create_task(server.post("/api/analysis", body))
        status, answer, _ = await server.post("/api/verify", body)
        assert (status, json.loads(answer)["fair"]) == (200, True)
        for running in (asked, other):
            status, answer, _ = await running
            assert status == 200
            *steps, last = map(json.loads, answer.splitlines())
            assert (steps[0]["done"], steps[0]["seconds"]) == (0, thinking.ANALYSIS_SECONDS)
            assert [step["done"] / step["of"] for step in steps] == sorted(step["done"] / step["of"] for step in steps)
            assert len(last["seats"]) == 4
            assert sum(seat["start"] for seat in last["seats"]) == pytest.approx(1.0)
        status, answer, _ = await server.post("/api/analysis", {"record": 5})
        assert (status, json.loads(answer)["reason"]) == (400, "bad_record")

    with_server(tmp_path, story)


def test_who_has_gone_is_not_worked_for(tmp_path: Path, match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    body = json.dumps({"record": json.loads(match.save())}).encode()

    async def story(server: Running) -> None:
        calls: list[str] = []
        run = Studies.run

        async def counted(self: Studies, work: Any, body: bytes, visitor: str, slow: bool = False) -> bytes:
            found = await run(self, work, body, visitor, slow)
            calls.append(visitor)
            return found

        monkeypatch.setattr(Studies, "run", counted)
        host, port = server.address.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        head = f"POST /api/analysis HTTP/1.1\r\nhost: {host}:{port}\r\ncontent-type: application/json\r\n"
        head += f"content-length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)
        await reader.readuntil(b'"done"')
        writer.close()
        had = -1
        while had != len(calls):  # until nothing more is asked of the worker for longer than a part takes
            had = len(calls)
            await asyncio.sleep(4 * thinking.AT_A_TIME)
        assert had < thinking.ANALYSIS_SECONDS / thinking.AT_A_TIME / 2

    with_server(tmp_path, story)


def test_a_hint_is_for_whoever_is_to_act_where_the_table_allows_it(tmp_path: Path) -> None:
    async def ask(server: Running, room: Any, seat: int, token: str) -> tuple[int, dict[str, Any]]:
        wanted = {"seat": seat, "tokens": [token]}
        status, body, _ = await server.post(f"/api/tables/{room.table.name}/hint", wanted)
        return status, json.loads(body)

    async def story(server: Running) -> None:
        room, _, tokens = await server.table("magi", 4)
        await room.carry_out(Caller(host=True), Start("go"))
        status, body = await ask(server, room, room.table.match.turn, tokens[room.table.match.turn])
        assert (status, body["reason"]) == (403, "not_allowed")
        room, _, tokens = await server.table("magi", 4, hints=True)
        await room.carry_out(Caller(host=True), Start("go"))
        seat = room.table.match.turn
        assert (await ask(server, room, seat, tokens[(seat + 1) % 4]))[0] == 403
        assert (await ask(server, room, 7, tokens[0]))[0] == 403
        other = (seat + 1) % 4
        assert (await ask(server, room, other, tokens[other]))[1]["reason"] == "not_now"
        status, body = await ask(server, room, seat, tokens[seat])
        assert status == 200, body
        assert body["at"] == room.table.at
        legal = room.table.match.legal(seat)
        assert all(move["action"] in legal for move in body["moves"])
        assert body["moves"][0]["label"]
        await room.carry_out(Caller({seat}), Play("x", seat, action=body["moves"][0]["action"]))
        assert (await server.post("/api/tables/nosuchtable/hint", {"seat": 0, "tokens": []}))[0] == 404

    with_server(tmp_path, story)


def test_a_hint_knows_what_its_seat_has_seen(tmp_path: Path) -> None:
    """In Mago Magino a frog looks like any other: only who has watched it knows whose it is."""
    bots.get("archmage").prepare(games.get("mago_magino"))

    async def story(server: Running) -> None:
        room, _, tokens = await server.table("mago_magino", 2, hints=True)
        await room.carry_out(Caller(host=True), Start("go"))
        luck = random.Random(4)
        for number in range(3000):
            match = room.table.match
            if match.over:
                await room.carry_out(Caller(host=True), Start(f"again {number}"))
                continue
            frog = _remembered_frog(match.truth_at(match.ply), match.turn)
            if frog is not None and len(match.legal(match.turn)) <= thinking.SHOWN:
                wanted = {"seat": match.turn, "tokens": [tokens[match.turn]]}
                status, body, _ = await server.post(f"/api/tables/{room.table.name}/hint", wanted)
                assert status == 200
                why = {move["notation"]: move["why"] for move in json.loads(body)["moves"]}
                if told := why.get(f"frog {frog + 1} forward"):  # a move that the search has never tried is not named
                    child = int(match.truth_at(match.ply).which[frog]) + 1
                    assert f"The frog is your child {child}" in told
                    return
            action = luck.choice(match.legal(match.turn))
            await room.carry_out(Caller({match.turn}), Play(f"play {number}", match.turn, action=action))
        raise AssertionError("no hint has named a frog that its seat has watched")

    with_server(tmp_path, story)


def _remembered_frog(s: Any, seat: int) -> int | None:
    """A frog of that seat among frogs of others, which nobody can tell apart who has not watched."""
    own = [token for token in range(len(s.frog)) if s.frog[token] > 0 and s.whose[token] == seat]
    return own[0] if s.phase == 1 and own and len(own) < s.frogs and not any(s.struck) else None
