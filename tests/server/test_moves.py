"""A move is carried out at once, without a task of its own, or waits its turn where it must; the result is the same."""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.server.test_fuzz import quiet_house
from zauber.server.live.guests import Guest
from zauber.server.live.house import House
from zauber.server.live.room import Room
from zauber.server.protocol.commands import Play, Rematch
from zauber.server.storage.base import Collision, Trouble, WhenStored
from zauber.server.table.decisions import Caller

Story = Callable[[House, Room, Guest, list[Any]], Awaitable[None]]


def told_at_a_table(folder: Path, story: Story) -> None:
    """Tell a story of a table in mid-match with a guest who holds both seats, and of what the guest is sent."""

    async def told() -> None:
        house, room, _, _ = await quiet_house(folder)
        heard: list[Any] = []

        def post(frame: bytes) -> bool:
            heard.append(json.loads(frame))
            return True

        async def send(message: Any) -> None:
            raise AssertionError(message)

        guest = Guest(send, post=post)
        guest.hold({0, 1}, False)
        room.guests.add(guest)
        try:
            await story(house, room, guest, heard)
        finally:
            assert not room.lock.locked(), "the table is free again"
            await house.close()

    asyncio.run(told())


async def answers(heard: list[Any], number: int = 1) -> list[Any]:
    """Wait for so many answers to commands."""
    for _ in range(2000):
        found = [frame for frame in heard if frame["type"] in ("ack", "refused")]
        if len(found) >= number:
            return found
        await asyncio.sleep(0.005)
    raise AssertionError(heard)


def test_a_move_is_stored_told_and_acknowledged(tmp_path: Path) -> None:
    async def story(house: House, room: Room, guest: Guest, heard: list[Any]) -> None:
        before = room.table.n
        assert room.move(guest, Play("m1", 1, action=3))
        assert not heard, "nothing is told before it is stored"
        assert room.lock.locked()
        [answer] = await answers(heard)
        assert answer == {"type": "ack", "id": "m1", "n": before + 1, "token": None, "played": 1, "stopped": None}
        assert [frame["type"] for frame in heard] == ["event", "event", "ack"]
        assert len(await house.storage.read(room.table.name)) == room.table.n == before + 1
        heard.clear()
        assert room.move(guest, Play("m1", 1, action=3))  # sent again
        assert await answers(heard) == [answer]
        assert room.table.n == before + 1
        assert house.metrics.answering.total > 0

    told_at_a_table(tmp_path, story)


def test_what_is_refused_is_answered_at_once(tmp_path: Path) -> None:
    async def story(house: House, room: Room, guest: Guest, heard: list[Any]) -> None:
        before = room.table.n
        for number, (play, reason) in enumerate(
            [
                (Play("x1", 0, action=4), "illegal"),  # this seat has chosen
                (Play("x2", 1, action=999_999), "illegal"),
                (Play("x3", 1, action=3, at=77), "late"),
                (Play("x4", 1), "bad_message"),
                (Play("x5", 7, action=3), "no_such_seat"),
            ],
            1,
        ):
            assert room.move(guest, play)
            assert len(heard) == number
            assert (heard[-1]["type"], heard[-1]["id"], heard[-1]["reason"]) == ("refused", play.id, reason)
        assert room.table.n == before

    told_at_a_table(tmp_path, story)


def test_a_move_waits_in_line_where_it_must(tmp_path: Path) -> None:
    async def story(house: House, room: Room, guest: Guest, heard: list[Any]) -> None:
        assert not room.move(guest, Play("run", 1, actions=[3])), "a run of actions"
        async with room.lock:
            assert not room.move(guest, Play("busy", 1, action=3)), "something else is under way"
            waiting = asyncio.create_task(room.answer(guest, Play("first", 1, action=3)))
            await asyncio.sleep(0)
        assert not room.move(guest, Play("second", 1, action=4)), "somebody stands in line"
        await waiting
        assert [answer["id"] for answer in await answers(heard)] == ["first"]

    told_at_a_table(tmp_path, story)


@pytest.mark.parametrize("wrong", [Collision("taken"), Trouble("the disk is full")])
def test_what_could_not_be_stored_is_decided_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: Trouble
) -> None:
    async def story(house: House, room: Room, guest: Guest, heard: list[Any]) -> None:
        before, good, tries = room.table.n, house.storage.post, 0

        def post(log: str, first: int, stored: Sequence[bytes], told: WhenStored) -> None:
            nonlocal tries
            tries += 1
            if tries == 1:
                asyncio.get_running_loop().call_soon(told, wrong)
            else:
                good(log, first, stored, told)

        monkeypatch.setattr(house.storage, "post", post)
        assert room.move(guest, Play("m1", 1, action=3))
        [answer] = await answers(heard)
        assert (answer["type"], answer["n"]) == ("ack", before + 1)
        assert tries == 2
        assert [frame["type"] for frame in heard] == ["event", "event", "ack"], "told once"

    told_at_a_table(tmp_path, story)


def test_a_storage_that_is_closed_is_trouble_and_not_the_end(tmp_path: Path) -> None:
    async def story(house: House, room: Room, guest: Guest, heard: list[Any]) -> None:
        before = room.table.n
        await house.storage.close()
        assert not room.move(guest, Play("m1", 1, action=3))
        await room.answer(guest, Play("m1", 1, action=3))
        [answer] = await answers(heard)
        assert (answer["type"], answer["reason"]) == ("refused", "trouble")
        assert room.table.n == before
        await house.storage.open()

    told_at_a_table(tmp_path, story)


@pytest.mark.no_cover
def test_a_match_played_by_such_moves_ends_and_begins_anew(tmp_path: Path) -> None:
    async def story(house: House, room: Room, guest: Guest, heard: list[Any]) -> None:
        dice = random.Random(3)
        while room.table.playing:
            seat, at = room.table.match.turn, room.table.at
            choice = dice.choice(room.table.match.legal(seat))
            assert room.move(guest, Play(f"m{at}", seat, action=choice, at=at))
            while room.lock.locked():
                await asyncio.sleep(0)
            assert room.table.at == at + 1
        assert room.table.match.over
        assert room.table.over
        assert room.table.secret, "the next match is prepared before anybody else has a word"
        await room.carry_out(Caller(host=True), Rematch("again"))
        assert room.table.playing

    told_at_a_table(tmp_path, story)
