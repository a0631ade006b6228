"""What a table holds is bounded, however long its match is."""

import asyncio
import contextlib
import hashlib
import json
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.server.helpers import OPEN_HANDED, Client, client, running, until_there
from zauber import games
from zauber.server.access.limits import Limits
from zauber.server.access.tokens import clean_name
from zauber.server.frames import sight
from zauber.server.live import studies as studies_module
from zauber.server.live import telling
from zauber.server.live.house import HouseSettings
from zauber.server.live.pool import Pool
from zauber.server.live.room import Room
from zauber.server.live.studies import Busy, Studies
from zauber.server.table.authority import Authority
from zauber.server.table.positions import CHECKPOINTS, NEAR, RECENT, RUN, WINDOW, Positions


def played(name: str, actions: int) -> tuple[Authority, list[bytes]]:
    """A match at random with all of its positions."""
    dice = random.Random(3)
    match = Authority(name, games.get(name).seats[0], seed=3, compiled=games.get(name).heavy)
    positions = [match.truth]
    while not match.over and match.ply < actions:
        match.play(dice.choice(match.moves.actions))
        positions.append(match.truth)
    return match, positions


@pytest.mark.parametrize(("name", "least"), [("papageno", 40), ("magicians_night", 600)])
def test_positions_that_are_not_kept_are_played_over_to_the_byte(name: str, least: int) -> None:
    match, positions = played(name, 700)
    last = match.ply
    assert last >= least
    kept, old = sum(position is not None for position in match._positions.data), match._positions.checkpoints
    assert kept + len(old) <= CHECKPOINTS + WINDOW // NEAR + RECENT + 2
    assert sum(map(len, old.values())) <= len(old) * len(match.truth) / 4  # they are compressed
    dice = random.Random(1)
    for ply in [*dice.sample(range(last), 30), *range(last - 10, last + 1), *range(10, 35), 0]:
        assert match.bytes_at(ply) == positions[ply], ply
    assert match.at(33).truth == positions[33]
    assert match.at(last - 1).bytes_at(min(140, last - 2)) == positions[min(140, last - 2)]
    assert match._history[:3] == positions[:3]
    assert len(match._positions._run) <= RUN
    match.take_back(5)
    assert (match.truth, match.ply) == (positions[last - 5], last - 5)
    match.play(match.moves.actions[0])
    assert match.bytes_at(30) == positions[30]


def test_the_longer_a_match_the_fewer_of_its_positions_are_kept() -> None:
    class Count:
        def again(self, number: int, before: bytes) -> bytes:
            return number.to_bytes(4, "big")

    count = Count()
    positions = Positions(count, [b"\0"])
    for number in range(1, 60_000):
        positions.append(number.to_bytes(4, "big"))
    kept = [position for position in positions.data if position is not None]
    assert len(kept) <= WINDOW // NEAR + RECENT + 2
    assert len(kept) + len(positions.checkpoints) <= 2 * CHECKPOINTS + WINDOW // NEAR + RECENT + 2
    for ply in (1, 31, 4_567, 33_333, 59_990, 59_999):
        assert positions[ply] == ply.to_bytes(4, "big")


def test_rooms_without_guests_make_room_and_a_full_house_says_so(tmp_path: Path) -> None:
    settings = HouseSettings(limits=replace(OPEN_HANDED, tables=3), compile=False)

    async def story() -> None:
        names = []
        async with running(tmp_path, settings) as server, contextlib.AsyncExitStack() as stack:
            for _ in range(5):  # nobody is at them: the oldest leave the memory
                room, _, _ = await server.table()
                names.append(room.table.name)
            assert len(server.house.rooms) == 3
            for name in names[:3]:
                await stack.enter_async_context(client(server.ws, name))
            status, body, _ = await server.post("/api/tables", {"game": "papageno", "seats": 2})
            assert (status, json.loads(body)["reason"]) == (503, "full")
            await stack.enter_async_context(client(server.ws, names[3]))  # whoever has a table gets in
            assert len(server.house.rooms) == 4
        async with running(tmp_path, settings) as server, contextlib.AsyncExitStack() as stack:
            for name in names:  # after a restart, too
                await stack.enter_async_context(client(server.ws, name))

    asyncio.run(asyncio.wait_for(story(), 240))


def test_what_one_table_and_one_address_may_store_has_an_end(tmp_path: Path) -> None:
    async def refusal(hot: Client) -> str:
        """Play on until that is refused; the reason."""
        for _ in range(200):
            seat = hot.position["turn"]
            answer = await hot.ask("play", seat=seat, action=hot.moves[seat][0]["action"])
            if answer["type"] == "refused":
                return str(answer["reason"])
        return "nothing is refused"

    async def story(limits: Limits, folder: Path, meet: Callable[[Client, Room], Awaitable[None]]) -> None:
        async with running(folder, HouseSettings(limits=limits, compile=False)) as server:
            room, host, tokens = await server.table()
            async with client(server.ws, room.table.name, [host, *tokens]) as hot:
                await hot.ask("start")
                await meet(hot, room)

    async def a_full_table(hot: Client, room: Room) -> None:
        assert await refusal(hot) == "full"
        assert room.table.n == 40
        assert (await hot.ask("say", seat=0, symbol="👏"))["reason"] == "full"
        assert room.table.n == 40

    async def too_much_talk(hot: Client, room: Room) -> None:
        said = [await hot.ask("say", seat=0, symbol="👏") for _ in range(15)]
        assert [answer["type"] for answer in said] == ["ack"] * 9 + ["refused"] * 6  # the start was a change as well
        assert said[-1]["reason"] == "too_fast"
        seat = hot.position["turn"]  # moves are no talk
        assert (await hot.ask("play", seat=seat, action=hot.moves[seat][0]["action"]))["type"] == "ack"

    async def too_much_from_one_address(hot: Client, room: Room) -> None:
        before = room.table.n
        assert await refusal(hot) == "too_fast"
        assert room.table.n - before == 59

    tried: list[tuple[dict[str, float], Any]] = [
        ({"table_entries": 40}, a_full_table),
        ({"change_burst": 10, "changes_per_second": 0.001}, too_much_talk),
        ({"entries_per_hour": 60}, too_much_from_one_address),
    ]
    for number, (changed, meet) in enumerate(tried):
        limits = replace(OPEN_HANDED, **changed)  # type: ignore[arg-type]
        asyncio.run(asyncio.wait_for(story(limits, tmp_path / str(number), meet), 240))


def test_a_record_is_written_once_and_others_have_their_turn_meanwhile(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            room, host, tokens = await server.table()
            async with client(server.ws, room.table.name, [host, *tokens]) as hot:
                await hot.ask("start")
                for _ in range(30):
                    seat = hot.position["turn"]
                    if seat is None:
                        break
                    await hot.ask("play", seat=seat, action=hot.moves[seat][0]["action"])
                match, written = room.table.match, 0
                really = type(match)._written

                def counted(self: Any, ply: Any, viewer: int) -> str:
                    nonlocal written
                    written += 1
                    return really(self, ply, viewer)

                with pytest.MonkeyPatch.context() as patch:
                    patch.setattr(type(match), "_written", counted)
                    path = f"/api/matches/{room.table.match_name}/record"
                    answers = [(await server.get(path))[1] for _ in range(3)]
                    assert len(set(answers)) == 1
                    assert json.loads(answers[0])["moves"] == list(match.public_record().moves)
                    assert written == 2 * match.ply  # once for all who asked, and once here for comparison

    asyncio.run(asyncio.wait_for(story(), 240))


def slow(seconds: float) -> Any:
    """Work that takes about so long."""
    return partial(hashlib.pbkdf2_hmac, "sha256", b"word", iterations=1 + int(seconds * 1_000_000))


def test_short_records_and_other_visitors_do_not_wait_behind_long_ones(tmp_path: Path) -> None:
    async def story() -> None:
        studies = Studies(200.0)
        try:
            await studies.run(slow(0), b"", "warm")
            await studies.run(slow(0), b" " * 100_000, "warm")
            work, long = partial(until_there, tmp_path / "there"), b" " * 100_000
            many = [asyncio.create_task(studies.run(work, long, "one")) for _ in range(4)]
            await asyncio.sleep(0.01)
            many.append(asyncio.create_task(studies.run(work, long, "one")))  # one is being looked at, four wait
            await asyncio.sleep(0)
            with pytest.raises(Busy):
                await studies.run(work, long, "one")
            other = asyncio.create_task(studies.run(work, long, "other"))
            assert await asyncio.wait_for(studies.run(slow(0), b"", "stranger"), 100)
            assert sum(task.done() for task in many) == 0, "a short one is not behind any long one"
            (tmp_path / "there").touch()
            await other
            assert sum(task.done() for task in many) < 5  # one of each visitor in turn
            await asyncio.gather(*many)
        finally:
            await studies.close()

    asyncio.run(asyncio.wait_for(story(), 240))


def test_a_hint_does_not_wait_behind_any_record(tmp_path: Path) -> None:
    async def story() -> None:
        studies = Studies(200.0)
        try:
            work = partial(until_there, tmp_path / "there")
            busy = [asyncio.create_task(studies.run(work, b"", "one", slow)) for slow in (False, True)]
            assert await asyncio.wait_for(studies.hint(slow(0), b"", "one"), 100)
            assert not any(task.done() for task in busy)
            (tmp_path / "there").touch()
            await asyncio.gather(*busy)
        finally:
            await studies.close()

    asyncio.run(asyncio.wait_for(story(), 240))


def test_nobody_waits_for_a_hint_for_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies_module, "HINT_SECONDS", 0.3)

    async def story() -> None:
        studies = Studies(200.0)
        first = asyncio.create_task(studies.hint(slow(30), b"", "first"))
        await asyncio.sleep(0.01)
        others = [asyncio.create_task(studies.hint(slow(30), b"", f"visitor {number}")) for number in range(16)]
        await asyncio.sleep(0.01)
        try:
            with pytest.raises(Busy, match="Too many people wait for a hint"):
                await studies.hint(slow(30), b"", "last")
            with pytest.raises(TimeoutError):
                await first
        finally:
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)
            await studies.close()

    asyncio.run(asyncio.wait_for(story(), 100))


def test_the_search_is_compiled_once_and_loaded_where_hints_are_given(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[tuple[Pool, str]] = []

    async def compile_thinking(self: Pool, game: str) -> None:
        done.append((self, game))

    monkeypatch.setattr(Pool, "compile_thinking", compile_thinking)
    studies = Studies(200.0)
    asyncio.run(studies.compile_thinking("magi"))
    assert done == [(studies._long._pool, "magi"), (studies._hints._pool, "magi")]


def test_a_study_that_takes_too_long_ends_and_the_next_one_is_answered() -> None:
    async def story() -> None:
        studies = Studies(0.3)
        try:
            with pytest.raises(TimeoutError):
                await studies.run(slow(30), b"", "one")
            studies._short.seconds = 30
            assert await studies.run(slow(0), b"", "one")
        finally:
            await studies.close()

    asyncio.run(asyncio.wait_for(story(), 240))


def test_a_short_record_that_takes_long_is_looked_at_among_the_long_ones() -> None:
    async def story() -> None:
        studies = Studies(200.0)
        studies._short.seconds = 0.2
        try:
            assert await studies.run(slow(2), b"", "one")
        finally:
            await studies.close()

    asyncio.run(asyncio.wait_for(story(), 240))


@pytest.mark.parametrize(
    "name", ["\u3164", "A\u2800da", "Ada\u034f", "Ad\ufe0fa", "\u115f\u1160", "\u00ad", "\u200bAda"]
)
def test_invisible_letters_are_not_part_of_a_name(name: str) -> None:
    assert clean_name(name) is None


@pytest.mark.parametrize("other", ["Аda", "АDА", "Ada ", "A d a", "Ａｄａ", "Adа", "Ädä", "𝐀𝐝𝐚", "αda"])
def test_names_that_look_alike_are_the_same(other: str) -> None:
    assert clean_name(other, ["Ada"]) is None
    assert clean_name("Ada", [other]) is None


def test_names_that_do_not_look_alike_are_welcome() -> None:
    for name in ("Bob", "Ben", "Анна", "Ελένη", "李雷", "🦊", "Player 3", "Player 8", "Jürgen", "O'Neill", "Ada Two"):
        assert clean_name(name, ["Ada", "Player 2", "🦉"]) == name
    assert clean_name("ll", ["II"]) is None
    assert clean_name("Bem", ["Bern"]) is None


def test_what_was_told_to_one_visitor_is_not_made_again_for_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = 0
    really = sight.line

    def counted(*given: Any) -> Any:
        nonlocal made
        made += 1
        return really(*given)

    monkeypatch.setattr(telling, "line", counted)

    async def story() -> None:
        async with running(tmp_path) as server:
            room, host, tokens = await server.table()
            async with client(server.ws, room.table.name, [host, *tokens]) as hot:
                await hot.ask("start")
                for _ in range(40):
                    seat = hot.position["turn"]
                    if seat is None:
                        break
                    await hot.ask("play", seat=seat, action=hot.moves[seat][0]["action"])
                told = []
                for _ in range(4):
                    async with client(server.ws, room.table.name) as watcher:
                        told.append(watcher.frames[0]["states"][0]["lines"])
                assert len(told[0]) == room.table.at == made
                assert told[0] == told[1] == told[3]
                assert (await hot.ask("set_name", seat=0, name="Somebody else"))["type"] == "ack"
                async with client(server.ws, room.table.name) as watcher:
                    lines = watcher.frames[0]["states"][0]["lines"]
                assert any("Somebody else" in line["sentence"] for line in lines), "names are those of now"

    asyncio.run(asyncio.wait_for(story(), 240))
