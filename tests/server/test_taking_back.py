"""Taking back: when it is possible, what goes with it, who must agree, and that guests are told in time."""

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.helpers import Running, client, running
from zauber.games.magicians_night.rules import STOP
from zauber.server.live import takebacks
from zauber.server.live.guests import Guest
from zauber.server.live.room import Room
from zauber.server.protocol.bodies import Sitter
from zauber.server.protocol.commands import Play, Start, UndoOffer
from zauber.server.table import entries
from zauber.server.table.decisions import Caller
from zauber.server.table.table import HOUSE, Table
from zauber.server.table.taking_back import Stands, look_over, plies_back


def run(story: Any) -> None:
    asyncio.run(asyncio.wait_for(story, 240))


async def answered(server: Running, seed: int) -> tuple[Room, int]:
    """A table with a person at seat 0 and a bot at seat 1, where the bot's answers can be taken back with the move
    that they answered; how many actions that takes."""
    dice = random.Random(seed)
    room, _, _ = await server.table(bots={"1": "random"}, sit=[Sitter(0, "Ada")])
    await room.carry_out(Caller(host=True), Start("s"))
    table = room.table
    while table.playing:
        seat = table.match.turn
        name = f"m{table.at}" if seat == 0 else f"{HOUSE}{table.at}"
        await room.carry_out(Caller({seat}), Play(name, seat, action=dice.choice(table.match.legal(seat))))
        if table.match.back(1).seat == 1 and not table.match.over:
            try:
                count = plies_back(table, 0)
                list(look_over(table, count))
            except Stands:
                continue
            return room, count
    return await answered(server, seed + 1)


def test_against_bots_alone_a_move_goes_back_with_their_answers(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            room, count = await answered(server, 1)
            assert count >= 2
            ply, at = room.table.match.ply, room.table.at
            before = room.table.match.truth_at(ply - count).tobytes()
            await room.carry_out(Caller({0}), UndoOffer("u", 0))
            assert (room.table.match.ply, room.table.at) == (ply - count, at + 1)
            assert room.table.match.truth == before
            last = entries.decode((await server.house.storage.read(room.table.name))[-1])
            assert isinstance(last, entries.TookBack)
            assert last.count == count
            # the same from the log
            del server.house.rooms[room.table.name]
            again = await server.house.room(room.table.name)
            assert again is not None
            assert again.table.match.truth == before

    run(story())


async def long_answered(server: Running, seed: int) -> tuple[Room, int]:
    """A lit table of Magicians' Night with a person at seat 0, who is to act after long turns of three bots; how many
    actions these took."""
    dice = random.Random(seed)
    how: dict[str, Any] = {"game": "magicians_night", "seats": 4, "options": {"light": "light"}}
    room, _, _ = await server.table(sit=[Sitter(0, "Ada")], bots=dict.fromkeys("123", "random"), **how)
    await room.carry_out(Caller(host=True), Start("s"))
    table, answers, turn = room.table, 0, [-1]
    while table.playing:
        seat = table.match.turn
        turn = [*turn, seat] if turn[-1] == seat else [seat]
        if turn == [0] and 40 < answers <= table.match.ply - 1:
            return room, answers
        answers = answers + 1 if seat else 0
        legal = table.match.legal(seat)
        on = [action for action in legal if action != STOP]
        action = STOP if STOP in legal and (seat == 0 or len(turn) > 20) else dice.choice(on or legal)
        name = f"{HOUSE}{table.at}" if seat else f"m{table.at}"
        await room.carry_out(Caller({seat}), Play(name, seat, action=action))
    return await long_answered(server, seed + 1)


def test_long_turns_of_bots_go_back_as_well_and_nobody_else_waits_for_the_check(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            room, answers = await long_answered(server, 1)
            ply = room.table.match.ply
            check = asyncio.create_task(room.take_backs.prove(0))
            others = 0
            while not check.done():
                await asyncio.sleep(0)
                others += 1
            await check
            assert others > 20  # the check looks at more than 2,600 worlds
            await room.carry_out(Caller({0}), UndoOffer("u", 0))
            assert room.table.match.ply == ply - answers - 1

    run(story())


def test_asking_again_costs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            room, _, _ = await server.table("magi", 4)
            await room.carry_out(Caller(host=True), Start("s"))
            seat = room.table.match.turn
            looked: list[int] = []

            def look_over(table: Table, count: int, worlds: int | None) -> Iterator[None]:
                looked.append(count)
                yield

            monkeypatch.setattr(takebacks, "plies_back", lambda *_: 1)
            monkeypatch.setattr(takebacks, "look_over", look_over)
            for _ in range(3):
                await room.take_backs.prove(seat)
            assert len(looked) == 1
            await room.carry_out(Caller({seat}), Play("p", seat, action=room.table.match.legal(seat)[0]))
            await room.take_backs.prove(seat)
            assert len(looked) == 2

    run(story())


def test_a_check_ends_when_everybody_has_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            room, _, _ = await server.table("magi", 4)
            await room.carry_out(Caller(host=True), Start("s"))
            worlds = 0
            told: list[list[int]] = []

            def look_over(*_: object) -> Iterator[None]:
                nonlocal worlds
                for worlds in range(1, 100):
                    if worlds == 10:
                        room.guests.clear()
                    yield

            with monkeypatch.context() as patch:
                patch.setattr(takebacks, "plies_back", lambda *_: 1)
                patch.setattr(takebacks, "look_over", look_over)
                patch.setattr(room, "guests", {None})
                checks = takebacks.TakeBacks(room, told.append)
                checks.tick()
                checks.tick()
                while room.guests:
                    await asyncio.sleep(0)
                for _ in range(100):
                    await asyncio.sleep(0)
                assert worlds == 10
                assert not told
                patch.setattr(takebacks, "look_over", lambda *_: iter([None]))
                patch.setattr(room, "guests", {None})
                checks.welcome()
                checks.tick()
                while not told:
                    await asyncio.sleep(0)
                assert told == [room.table.people()]  # whoever returns is told after a check of its own

    run(story())


def test_whoever_comes_during_a_check_begins_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            room, _, _ = await server.table("magi", 4)
            await room.carry_out(Caller(host=True), Start("s"))
            looked: list[int] = []
            told: list[list[int]] = []

            def look_over(table: Table, count: int, worlds: int | None) -> Iterator[None]:
                looked.append(count)
                yield from [None] * 20

            with monkeypatch.context() as patch:
                patch.setattr(takebacks, "plies_back", lambda *_: 1)
                patch.setattr(takebacks, "look_over", look_over)
                patch.setattr(takebacks, "CHECKED_SECONDS", -1)  # others run after every world
                patch.setattr(room, "guests", [None])
                checks = takebacks.TakeBacks(room, told.append)
                checks.tick()
                checks.tick()
                while not looked:
                    await asyncio.sleep(0)
                checks.welcome()
                checks.tick()
                while not told:
                    await asyncio.sleep(0)
                await asyncio.sleep(0.1)
            people = room.table.people()
            assert len(looked) == len(people) > 0
            assert told == [people]

    run(story())


def test_guests_are_told_whose_move_could_be_taken_back_and_refusals_are_plain_sentences(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            room, host, tokens = await server.table()
            async with client(server.ws, room.table.name, [host, *tokens]) as hot:
                await hot.ask("start")
                nothing = await hot.ask("undo_offer", seat=0)
                assert (nothing["reason"], nothing["phrase"]["key"]) == ("cannot_undo", "why.undo_nothing")
                for seat, action in ((0, 0), (1, 3)):
                    await hot.ask("play", seat=seat, action=action)
                revealed = await hot.ask("undo_offer", seat=1)
                assert revealed["reason"] == "cannot_undo"
                assert revealed["phrase"]["key"] in ("why.undo_chance", "why.undo_seen")
                seat = hot.position["turn"]
                assert (await hot.ask("play", seat=seat, notation="take"))["type"] == "ack"
                told = await hot.until("undoable")
                assert told == {
                    "type": "undoable",
                    "match": room.table.match_name,
                    "at": room.table.at,
                    "seats": [seat],
                }
                async with client(server.ws, room.table.name) as late:
                    assert (await late.until("undoable"))["seats"] == [seat]
                others = await hot.ask("undo_offer", seat=1 - seat)
                assert others["phrase"]["key"] == "why.undo_others"
                for no in (nothing, revealed, others):
                    assert no["sentence"].endswith(".")
                    assert "“" not in no["sentence"]
                # consent ends the question for everybody, in the table's own words
                assert (await hot.ask("undo_offer", seat=seat))["type"] == "ack"
                assert hot.table["undo"]["waiting"] == [1 - seat]
                assert (await hot.ask("undo_answer", seat=1 - seat, agree=True))["type"] == "ack"
                assert hot.table["undo"] is None

    run(story())


def test_bots_wait_while_somebody_asks_to_take_a_move_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            sit = [Sitter(0, "Ada"), Sitter(1, "Ben")]
            room, host, tokens = await server.table(seats=3, sit=sit, bots={"2": "random"}, pace="instant")
            async with client(server.ws, room.table.name, [host, *tokens]) as hot:
                await hot.ask("start")
                assert (await hot.ask("play", seat=0, action=0))["type"] == "ack"
                await room.carry_out(Caller({2}), Play(f"{HOUSE}x", 2, action=0))
                asked = await hot.ask("undo_offer", seat=0)  # a hidden choice, and a bot's: nothing has been seen
                assert asked["type"] == "ack", asked
                await asyncio.sleep(0.5)
                at = room.table.at
                assert room.table.undo is not None
                assert (await hot.ask("undo_answer", seat=1, agree=True))["type"] == "ack"
                assert room.table.at > at
                await hot.until(lambda f: f["type"] == "event" and f["seat"] == 2 and not f["undone"])

    run(story())


def test_a_table_that_moves_is_left_alone_and_tables_take_turns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            rooms = [(await server.table("magi", 4))[0] for _ in range(3)]
            at_work: list[Table] = []
            looked: list[Table] = []

            async def send(message: object) -> None:
                """A watcher who reads everything."""

            def look_over(table: Table, *_: object) -> Iterator[None]:
                assert not set(at_work) - {table}
                looked.append(table)
                at_work.append(table)
                yield from [None] * 5
                at_work.remove(table)

            with monkeypatch.context() as patch:
                patch.setattr(takebacks, "plies_back", lambda *_: 1)
                patch.setattr(takebacks, "look_over", look_over)
                patch.setattr(takebacks, "CHECKED_SECONDS", -1)  # others run after every world
                told: list[list[int]] = []
                checks = [takebacks.TakeBacks(room, told.append) for room in rooms]
                for room in rooms:
                    await room.carry_out(Caller(host=True), Start("s"))
                    room.guests.add(Guest(send))
                for number in range(5):  # a change between any two ticks
                    for room, check in zip(rooms, checks, strict=True):
                        check.tick()
                        seat = room.table.match.turn
                        play = Play(f"p{number}", seat, action=room.table.match.legal(seat)[0])
                        await room.carry_out(Caller({seat}), play)
                for _ in range(100):
                    await asyncio.sleep(0)
                assert not looked
                for check in checks * 2:
                    check.tick()
                while len(told) < len(rooms):
                    await asyncio.sleep(0)
                assert {table.name for table in looked} == {room.table.name for room in rooms}
                assert told == [room.table.people() for room in rooms]
                async with rooms[0].house.checking:  # a latecomer is told what is known, whoever is checking
                    checks[0].welcome()
                    checks[0].tick()
                    checks[0].tick()
                    assert told[len(rooms) :] == [rooms[0].table.people()]

    run(story())
