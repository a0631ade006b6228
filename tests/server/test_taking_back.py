"""Taking back: when it is possible, what goes with it, who must agree, and that guests are told in time."""

import asyncio
import random
from pathlib import Path
from typing import Any

from tests.server.helpers import Running, client, running
from zauber.games.magicians_night.rules import STOP
from zauber.games.papageno.position import TAKE_TOP
from zauber.server.live import takebacks
from zauber.server.live.guests import Guest
from zauber.server.live.room import Room
from zauber.server.protocol.bodies import Sitter
from zauber.server.protocol.commands import Play, Start, UndoOffer
from zauber.server.table import entries
from zauber.server.table.decisions import Caller
from zauber.server.table.table import HOUSE
from zauber.server.table.taking_back import Stands, plies_back


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


def test_long_turns_of_bots_go_back_as_well(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            room, answers = await long_answered(server, 1)
            ply = room.table.match.ply
            await room.carry_out(Caller({0}), UndoOffer("u", 0))
            assert room.table.match.ply == ply - answers - 1

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


def test_a_table_that_moves_is_left_alone_and_a_quiet_one_is_told_of_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            room, _, _ = await server.table()
            await room.carry_out(Caller(host=True), Start("s"))
            told: list[list[int]] = []
            checks = takebacks.TakeBacks(room, told.append)

            async def send(message: object) -> None:
                """A watcher who reads everything."""

            async def move(action: int) -> None:
                seat = room.table.match.turn
                await room.carry_out(Caller({seat}), Play(f"p{room.table.at}", seat, action=action))

            def stand() -> None:
                checks.tick()
                checks.tick()

            guest = Guest(send)
            room.guests.add(guest)
            await move(0)
            checks.tick()
            await move(0)  # the second choice turns the cards up
            checks.tick()
            assert not told
            stand()
            assert not told  # chance has decided something
            await move(TAKE_TOP)
            room.guests.clear()
            stand()
            assert not told  # nobody is there
            room.guests.add(guest)
            seat = room.table.match.back(1).seat
            stand()
            assert told == [[seat]]
            checks.welcome()  # somebody else has come
            stand()
            assert told == [[seat], [seat]]

    run(story())
