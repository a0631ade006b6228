"""Hints and analyses over HTTP: for those who may have them, from what the seat knows, within bounds."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.server.helpers import Running
from tests.server.test_http import with_server
from zauber import Match, bots, games
from zauber.bots.analysis import analyse
from zauber.server.http import thinking
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


def test_luck_and_everybodys_choices_add_up_to_the_result_for_every_seat(match: Match) -> None:
    found = analyse(match, work=8000)
    assert match.outcome is not None
    for story in found.seats:
        assert story.result == match.outcome.shares[story.seat]
        assert story.start + story.choices + story.others + story.luck == pytest.approx(story.result)
        assert story.judged == len(story.chances) - 1
        assert story.choices < 3 * story.choices_error + 0.05
        assert min(story.choices_error, story.others_error) >= 0
        plies = [point.ply for point in story.chances]
        assert plies == sorted(plies)
        assert plies[-1] == len(match.plies)
        for ply in plies[:-1]:
            assert match.plies[ply].seat == story.seat
    assert [moment.ply for moment in found.moments] == sorted(moment.ply for moment in found.moments)
    for moment in found.moments:
        if moment.kind == "choice":
            assert moment.better
            assert moment.chosen != moment.better


def test_what_one_player_gives_away_falls_to_the_others(match: Match) -> None:
    """Of two players each gets what the other's choices cost, counted from the own first decision on."""
    duel = Match("magic_flute", seed=2)
    while not duel.over:
        duel.play(bots.get("apprentice" if duel.turn == 0 else "thumb").move(duel, seed=len(duel.plies)))
    weak, strong = analyse(duel, work=3000).seats
    late = min(point.ply for point in (strong if weak.chances[0].ply == 0 else weak).chances)
    assert late > 0
    assert strong.others + weak.others <= -weak.choices - strong.choices + 1e-9
    assert strong.others + weak.others > 0


def test_an_analysis_knows_no_more_than_the_seat_did(match: Match) -> None:
    """What is estimated for a seat up to a moment does not change with what comes later."""
    part = match.at(len(match.plies) // 2)
    whole = [point for point in analyse(match, work=1).seats[1].chances if point.ply < len(part.plies)]
    assert analyse(part, work=1).seats[1].chances == whole


def test_the_analysis_page_gets_everything(match: Match) -> None:
    answer = json.loads(thinking.analyse_record(json.dumps({"record": json.loads(match.save())}).encode()))
    assert len(answer["seats"]) == 4
    assert answer["iterations"] >= 100
    assert all(seat["judged"] > 0 for seat in answer["seats"])


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
        assert (await server.post("/api/analysis", {"record": 5}))[0] == 400

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
                break
            action = luck.choice(match.legal(match.turn))
            await room.carry_out(Caller({match.turn}), Play(f"play {number}", match.turn, action=action))
        assert frog is not None
        wanted = {"seat": match.turn, "tokens": [tokens[match.turn]]}
        status, body, _ = await server.post(f"/api/tables/{room.table.name}/hint", wanted)
        assert status == 200
        why = {move["notation"]: move["why"] for move in json.loads(body)["moves"]}
        child = int(match.truth_at(match.ply).which[frog]) + 1
        assert f"The frog is your child {child}" in why[f"frog {frog + 1} forward"]

    with_server(tmp_path, story)


def _remembered_frog(s: Any, seat: int) -> int | None:
    """A frog of that seat among frogs of others, which nobody can tell apart who has not watched."""
    own = [token for token in range(len(s.frog)) if s.frog[token] > 0 and s.whose[token] == seat]
    return own[0] if s.phase == 1 and own and len(own) < s.frogs and not any(s.struck) else None
