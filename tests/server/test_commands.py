"""The server's commands: serve, export, import, doctor, schema."""

import asyncio
import json
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.helpers import Process, client, fetch, running
from tests.server.test_http import finished_match
from zauber.cli import main
from zauber.errors import ZauberError
from zauber.match import verify
from zauber.server.protocol.commands import Play, Start
from zauber.server.run.serving import announce, listening_socket
from zauber.server.storage.sqlite import SqliteStorage
from zauber.server.table.decisions import Caller


def make_matches(database: Path) -> None:
    async def story() -> None:
        async with running(SqliteStorage(database)) as server:
            await finished_match(server)
            room, _, _ = await server.table()
            await room.carry_out(Caller(host=True), Start("go"))
            await room.carry_out(Caller({0}), Play("p", 0, action=1))
            await server.house._describe(room)

    asyncio.run(story())


def test_matches_move_from_one_storage_to_another_as_records(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, two = tmp_path / "one.db", tmp_path / "two.db"
    make_matches(one)
    assert main(["export", str(tmp_path / "a"), "--database", str(one)]) == 0
    assert "1 of them are not over" in capsys.readouterr().out
    files = sorted((tmp_path / "a").iterdir())
    assert len(files) == 2
    assert main(["import", *map(str, files), "--database", str(two)]) == 0
    assert "to be played on at /t/" in capsys.readouterr().out
    assert main(["export", str(tmp_path / "b"), "--database", str(two)]) == 0
    texts = [sorted(path.read_text() for path in (tmp_path / part).iterdir()) for part in "ab"]
    assert texts[0] == texts[1]
    assert main(["export", str(tmp_path / "c"), "--database", str(two), "--finished"]) == 0
    (over,) = (tmp_path / "c").iterdir()
    assert verify(over).match.over
    bad = tmp_path / "bad.json"
    bad.write_text("{}")
    assert main(["import", str(bad), "--database", str(two)]) == 1
    assert "bad.json:" in capsys.readouterr().out


def test_doctor_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        probe.listen()
        taken = str(probe.getsockname()[1])
        assert main(["doctor", "--database", str(tmp_path / "t.db"), "--port", taken]) == 1
        assert re.search(r"cannot listen on .*: .* Try --port 0\.", capsys.readouterr().out)
    with pytest.raises(ZauberError, match=r"cannot listen on 192.0.2.1 port 0: [^.]*\.$"):  # another port is no help
        listening_socket("192.0.2.1", 0)
    assert main(["doctor", "--database", str(tmp_path / "t.db"), "--port", "0"]) == 0
    assert "Everything is ready" in capsys.readouterr().out
    assert main(["doctor", "--database", "postgresql://127.0.0.1:1/none", "--port", "0"]) == 1
    assert "cannot be reached" in capsys.readouterr().out


def test_schema_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema"]) == 0
    assert "$defs" in json.loads(capsys.readouterr().out)
    assert main(["schema", "--typescript"]) == 0
    assert "export interface Welcome" in capsys.readouterr().out


def test_the_start_says_who_can_come_and_shows_a_code_for_phones(capsys: pytest.CaptureFixture[str]) -> None:
    announce("http://127.0.0.1:7878", None, built=False)
    alone = capsys.readouterr().out
    assert "Only this computer can reach it" in alone
    assert "not built" in alone
    announce("http://127.0.0.1:7878", "http://192.0.2.7:7878", built=True)
    shown = capsys.readouterr().out
    assert "on a phone: http://192.0.2.7:7878" in shown
    assert "Everybody in your network can now open this address" in shown
    assert "█" in shown or "▀" in shown  # the code


def test_a_bad_limit_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--limit", "patience=5"]) == 2
    assert "is not a limit" in capsys.readouterr().err


def test_a_server_ends_gracefully_and_tells_its_guests(tmp_path: Path) -> None:
    server = Process(str(tmp_path / "t.db"), tmp_path)
    server.start()

    async def story() -> str:
        wanted = json.dumps({"game": "papageno", "seats": 2}).encode()
        _, body, _ = await asyncio.to_thread(fetch, f"{server.address}/api/tables", wanted, {})
        table: str = json.loads(body)["table"]
        async with client(server.ws, table) as guest:
            code = asyncio.create_task(asyncio.to_thread(server.stop))
            goodbye = await guest.until("goodbye")
            assert goodbye["reason"] == "shutdown"
            assert await code == 0
        return table

    table = asyncio.run(story())
    server.start()
    try:
        assert fetch(f"{server.address}/api/tables/{table}", None, {})[0] == 200
    finally:
        server.stop()


def test_a_server_that_is_asked_to_end_as_it_opens_ends(tmp_path: Path) -> None:
    server = Process(str(tmp_path / "t.db"), tmp_path)
    server.start()
    assert server.stop() == 0


def test_two_servers_do_not_share_a_file(tmp_path: Path) -> None:
    server = Process(str(tmp_path / "t.db"), tmp_path)
    server.start()
    try:
        command = [sys.executable, "-m", "zauber.cli", "serve", "--port", "0", "--database", str(tmp_path / "t.db")]
        second = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
        assert second.returncode != 0
        assert "in use by another Zauber server" in second.stderr
    finally:
        server.stop()


@pytest.mark.no_cover  # repeats much: other tests cover these lines
def test_the_example_bot_plays_a_whole_match(tmp_path: Path) -> None:
    server = Process(str(tmp_path / "t.db"), tmp_path, "--limit", "message_burst=10000")
    server.start()
    try:
        bot = Path(__file__).parents[2] / "examples" / "bot.py"
        assert len(bot.read_text().splitlines()) <= 60
        command = [sys.executable, str(bot), server.address, "papageno"]
        played = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
        assert played.returncode == 0, played.stderr
        assert re.search(r"\bwins? the game\b|^A shared win for ", played.stdout.splitlines()[-1])
    finally:
        server.stop()
