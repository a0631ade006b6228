"""Worker processes, here and on other machines: no question is lost because of another, and bots always move."""

import asyncio
import gc
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.helpers import OPEN_HANDED, Running, client, running
from zauber import __version__, bots, games
from zauber.cli import main
from zauber.errors import ZauberError
from zauber.server.live import elsewhere
from zauber.server.live.elsewhere import Answered, Asked, Introduction
from zauber.server.live.house import House, HouseSettings
from zauber.server.live.pool import BotQuestion, Pool, WorkerEnded
from zauber.server.protocol.commands import Start
from zauber.server.run import logs, worker
from zauber.server.run.worker import WorkPlan, _address, _prepare, _serve
from zauber.server.table.decisions import Caller

TOKEN = "a-token-of-workers"
BY_ALL = {"0": "random", "1": "random"}


def run(story: Any, seconds: float = 240) -> None:
    asyncio.run(asyncio.wait_for(story, seconds))


def settings() -> HouseSettings:
    return HouseSettings(limits=OPEN_HANDED, compile=False, worker_token=TOKEN)


# Here ---------------------------------------------------------------------------------------------------------


def test_a_question_that_is_given_up_takes_nobody_elses_answer_along() -> None:
    async def story() -> None:
        pool = Pool(1)
        try:
            await pool.run(os.getpid)
            long = asyncio.create_task(pool.run(time.sleep, 0.6))
            await asyncio.sleep(0.05)
            waiting = [asyncio.create_task(pool.run(abs, -number)) for number in range(6)]
            await asyncio.sleep(0.05)
            for given_up in (long, waiting[0], waiting[3]):
                given_up.cancel()
            others = [waiting[number] for number in (1, 2, 4, 5)]
            assert await asyncio.wait_for(asyncio.gather(*others), 60) == [1, 2, 4, 5]
            assert waiting[0].cancelled()
        finally:
            await pool.close()

    run(story())


def test_when_the_worker_is_killed_after_a_question_was_given_up_the_next_are_answered() -> None:
    async def story() -> None:
        pool = Pool(1)
        try:
            worker = await pool.run(os.getpid)
            long = asyncio.create_task(pool.run(time.sleep, 60))
            await asyncio.sleep(0.05)
            given_up, waiting = (asyncio.create_task(pool.run(abs, -number)) for number in (1, 2))
            await asyncio.sleep(0.05)
            given_up.cancel()
            os.kill(worker, 9)
            with pytest.raises(WorkerEnded):
                await asyncio.wait_for(long, 60)
            assert await asyncio.wait_for(waiting, 60) == 2
            assert await pool.run(os.getpid) != worker
        finally:
            await pool.close()

    run(story())


def test_a_restart_ends_the_work_and_is_not_taken_for_being_cancelled() -> None:
    async def story() -> None:
        pool = Pool(1)
        try:
            await pool.run(os.getpid)
            long = asyncio.create_task(pool.run(time.sleep, 60))
            await asyncio.sleep(0.05)
            waiting = asyncio.create_task(pool.run(abs, -3))
            await asyncio.sleep(0.05)
            pool.restart()
            with pytest.raises(WorkerEnded):
                await asyncio.wait_for(long, 60)
            assert await asyncio.wait_for(waiting, 60) == 3
        finally:
            await pool.close()

    run(story())


def test_the_time_for_a_question_begins_when_a_worker_is_free() -> None:
    async def story() -> None:
        pool = Pool(1)
        try:
            await pool.ready()
            long = asyncio.create_task(pool.run(time.sleep, 6))
            await asyncio.sleep(0.05)
            assert await pool.run(abs, -4, seconds=5.0) == 4  # it waited for longer than that
            await long
            with pytest.raises(TimeoutError):
                await pool.run(time.sleep, 3.0, seconds=0.2)
        finally:
            await pool.close()

    run(story())


def test_a_game_that_cannot_be_compiled_does_not_keep_the_others_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []

    async def prepare(self: House, name: str) -> None:
        tried.append(name)
        if name == games.names()[0]:
            raise TypeError("the compiler is confused")

    monkeypatch.setattr(House, "prepare", prepare)

    async def story() -> None:
        async with running(tmp_path, settings()) as server:
            await server.house._compile_all()
            assert tried == games.names()

    try:
        run(story())
    finally:
        gc.enable()
        gc.unfreeze()


# Elsewhere ----------------------------------------------------------------------------------------------------


def worker_process(address: str, folder: Path, *more: str) -> subprocess.Popen[str]:
    (folder / "worker.token").write_text(TOKEN)
    command = [sys.executable, "-m", "zauber.cli", "worker", "--for", address, "--token", str(folder / "worker.token")]
    return subprocess.Popen([*command, "--no-compile", *more], stderr=subprocess.PIPE, text=True)


async def workers_are(server: Running, number: int) -> None:
    for _ in range(2000):
        if len(server.house.elsewhere.workers) == number:
            return
        await asyncio.sleep(0.05)
    raise AssertionError(f"There are {len(server.house.elsewhere.workers)} workers.")


async def play_one(server: Running) -> None:
    """A match of bots alone, to its end."""
    room, _, _ = await server.table(sit=[], bots=BY_ALL, pace="instant", options={"turn_limit": 4})
    await room.carry_out(Caller(host=True), Start("go"))
    async with client(server.ws, room.table.name) as watcher:
        await watcher.until(lambda frame: frame["type"] == "event" and frame["over"], 60)


def test_bots_think_in_another_process_and_here_when_that_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(elsewhere, "LOST_SECONDS", 60.0)  # however busy this machine is

    async def story() -> None:
        async with running(tmp_path, settings()) as server:
            # more than two: an answer out of turn may still be under way when both are asked about the next position
            process = worker_process(server.address, tmp_path, "--processes", "8")
            try:
                await workers_are(server, 1)
                await play_one(server)
                answered = server.house.elsewhere.answered
                assert answered > 3
                assert server.house.pool._crew is None, "nobody here was asked"
                metrics = (await server.get("/metrics"))[1].decode()
                assert "zauber_remote_workers 8.0" in metrics
                assert f"zauber_remote_answers_total {answered}.0" in metrics
                process.kill()
                await workers_are(server, 0)
                await play_one(server)
                assert server.house.elsewhere.answered == answered
                assert server.house.pool._crew is not None
            finally:
                process.kill()
                process.communicate()

    run(story())


def test_a_worker_comes_back_when_the_house_does_and_ends_when_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(elsewhere, "LOST_SECONDS", 60.0)

    async def story() -> None:
        async with running(tmp_path, settings()) as server:
            plan = WorkPlan([server.address], TOKEN, 2, compile=False)
            working = asyncio.create_task(_serve(plan, plan.houses[0]))
            await workers_are(server, 1)
            await play_one(server)
            assert server.house.elsewhere.answered > 3
            server.house.elsewhere.workers[0].end()  # as when the house restarts
            await workers_are(server, 0)
            await workers_are(server, 1)
            working.cancel()
            await asyncio.gather(working, return_exceptions=True)
            await plan.pool.close()
            process = worker_process(server.address, tmp_path)
            await workers_are(server, 1)
            process.terminate()
            said = (await asyncio.to_thread(process.communicate, timeout=60))[1]
            assert process.returncode == 0, said
            assert "closed" in said

    run(story())


def test_without_the_token_or_the_version_no_worker_is_let_in(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path, settings()) as server:
            for headers in ({}, {"Authorization": "Bearer another"}):
                with pytest.raises(InvalidStatus):
                    async with connect(server.ws + "/workers", additional_headers=headers):
                        pass
            plan = WorkPlan([server.address], "another", tries=1)
            with pytest.raises(ZauberError, match="accepts this worker"):
                await _serve(plan, plan.houses[0])
            async with Friend(server, version="0.0.1") as wire:
                with pytest.raises(ConnectionClosed, match=r"the worker 0\.0\.1"):
                    await wire.recv()
            async with connect(server.ws + "/workers", additional_headers=with_token()) as wire:
                await wire.send("no introduction")
                with pytest.raises(ConnectionClosed, match="introduces itself"):
                    await wire.recv()
        async with running(tmp_path / "closed") as server:  # a house that wants no workers
            with pytest.raises(InvalidStatus):
                async with connect(server.ws + "/workers", additional_headers={"Authorization": "Bearer "}):
                    pass
            plan = WorkPlan([f"127.0.0.1:{server.address.rsplit(':', 1)[1]}"], TOKEN, tries=2)
            with pytest.raises(ZauberError, match="accepts this worker"):
                await _serve(plan, plan.houses[0])

    run(story())
    with pytest.raises(ZauberError, match="is not the address of a server"):
        WorkPlan(["ftp://example.org"], TOKEN)
    assert _address("https://example.org/zauber/") == "wss://example.org/zauber/ws/workers"


def with_token() -> dict[str, str]:
    return {"Authorization": f"Bearer {TOKEN}"}


class Friend:
    """A worker by hand."""

    def __init__(self, server: Running, version: str = __version__, known: list[str] | None = None) -> None:
        self.connecting = connect(server.ws + "/workers", additional_headers=with_token(), max_size=None)
        self.introduction = Introduction(version, 1, known or games.names())

    async def __aenter__(self) -> ClientConnection:
        wire = await self.connecting.__aenter__()
        await wire.send(msgspec.msgpack.encode(self.introduction))
        return wire

    async def __aexit__(self, *error: Any) -> None:
        await self.connecting.__aexit__(*error)


@pytest.mark.parametrize("kind", ["nonsense", "an illegal move", "waiting", "nothing", "it cannot say", "too late"])
def test_whatever_a_worker_says_the_bots_play_on(tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elsewhere, "LOST_SECONDS", 0.3 if kind in ("nothing", "too late") else 60.0)

    async def answer(wire: ClientConnection) -> None:
        while True:
            asked = msgspec.msgpack.decode(await wire.recv(decode=False), type=Asked)
            if kind == "nonsense":
                await wire.send(b"\xff\x00")
            elif kind == "an illegal move":
                await wire.send(msgspec.msgpack.encode(Answered(asked.number, 99_999)))
            elif kind == "waiting":
                await wire.send(msgspec.msgpack.encode(Answered(asked.number, bots.WAIT)))
            elif kind == "it cannot say":
                await wire.send(msgspec.msgpack.encode(Answered(asked.number, None)))
            elif kind == "too late":
                await asyncio.sleep(0.5)
                await wire.send(msgspec.msgpack.encode(Answered(asked.number, asked.question.moves[0])))

    async def story() -> None:
        async with running(tmp_path, settings()) as server, Friend(server) as wire:
            await workers_are(server, 1)
            answering = asyncio.create_task(answer(wire))
            await play_one(server)
            answering.cancel()
            await asyncio.gather(answering, return_exceptions=True)
            if kind in ("nonsense", "nothing", "too late"):
                await workers_are(server, 0)
            else:
                assert len(server.house.elsewhere.workers) == 1

    run(story())


def test_a_worker_is_asked_no_more_than_it_can_think_about(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with running(tmp_path, settings()) as server, Friend(server, known=["papageno"]) as wire:
            await workers_are(server, 1)
            hub = server.house.elsewhere
            question = BotQuestion("random", "papageno", "standard", {}, "", [], 2, 0, [0, 1])
            first = asyncio.create_task(hub.choose(question))
            asked = msgspec.msgpack.decode(await wire.recv(decode=False), type=Asked)
            assert asked.question == question
            assert await hub.choose(question) is None, "its one process thinks"
            await wire.send(msgspec.msgpack.encode(Answered(asked.number, 1)))
            assert await first == 1
            assert await hub.choose(msgspec.structs.replace(question, game="magi")) is None, "it does not know that"
            monkeypatch.setattr(elsewhere, "LARGEST_QUESTION", 10)
            assert await hub.choose(question) is None, "a memory that is too long for the wire"

    run(story())


def test_a_worker_makes_everything_ready_that_bots_think_with(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[tuple[str, str]] = []

    class Noted(Pool):
        async def compile(self, game: str) -> None:
            done.append(("rules", game))

        async def compile_thinking(self, game: str) -> None:
            done.append(("thinking", game))

    monkeypatch.setattr(worker, "Pool", Noted)
    asyncio.run(_prepare(WorkPlan(["127.0.0.1:1"], TOKEN)))
    assert done == [(kind, name) for kind in ("rules", "thinking") for name in games.names()]
    done.clear()
    asyncio.run(_prepare(WorkPlan(["127.0.0.1:1"], TOKEN, compile=False)))
    assert done == []


def test_a_worker_that_cannot_begin_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("ZAUBER_WORKER_TOKEN", raising=False)
    monkeypatch.setattr(logs, "set_up", lambda *_: None)  # other tests listen to the same log
    words = ["worker", "--for", "127.0.0.1:1", "--tries", "1", "--no-compile"]
    (tmp_path / "empty").write_text("")
    for more, sentence in (
        ([], "needs the server's token"),
        (["--token", str(tmp_path / "none")], "There is no file"),
        (["--token", str(tmp_path / "empty")], "but is empty"),
    ):
        assert main([*words, *more]) == 2
        assert sentence in capsys.readouterr().err
    monkeypatch.setenv("ZAUBER_WORKER_TOKEN", TOKEN)
    assert main([*words, "--processes", "0"]) == 2
    assert "from 1 to 256" in capsys.readouterr().err
    assert main(words) == 2
    assert "accepts this worker" in capsys.readouterr().err
