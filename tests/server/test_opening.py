"""The opening of a match: entropy is pledged, all pledges are fixed, entropy is shown, and then the match begins."""

import asyncio
import contextlib
import json
import secrets
import stat
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect

from tests.server.helpers import Client, Running, client, pledged, running
from tests.server.test_tables import play_out
from zauber import games
from zauber.match import fairness, read_record, verify
from zauber.server.protocol import commands
from zauber.server.protocol.encoding import encode
from zauber.server.run import moving
from zauber.server.storage.base import Storage
from zauber.server.storage.postgres import PostgresStorage
from zauber.server.storage.sqlite import SqliteStorage
from zauber.server.table import entries
from zauber.server.table.decisions import Caller, Refused, decide
from zauber.server.table.opening import overdue
from zauber.server.table.summary import summary_of
from zauber.server.table.table import Table

ONE, TWO = "01" * 16, "02" * 16


def run(story: Any) -> None:
    asyncio.run(asyncio.wait_for(story, 240))


@pytest.fixture(autouse=True)
def time_to_reveal(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy this machine is, nobody is late who is not meant to be."""
    monkeypatch.setattr("zauber.server.table.opening.REVEAL_SECONDS", 100.0)


@contextlib.asynccontextmanager
async def two_people(server: Running, **more: Any) -> AsyncIterator[tuple[Any, Client, Client]]:
    """A table with two people, each on a device of their own; the first is the host."""
    room, host, tokens = await server.table(options={"turn_limit": 1}, **more)
    name = room.table.name
    async with client(server.ws, name, [host, tokens[0]]) as ada, client(server.ws, name, [tokens[1]]) as ben:
        yield room, ada, ben


def told(key: str) -> Callable[[dict[str, Any]], bool]:
    return lambda frame: frame["type"] == "lobby" and frame["what"]["key"] == key


async def record_of(server: Running, match: str) -> dict[str, Any]:
    _, body, _ = await server.get(f"/api/matches/{match}/record")
    return dict(json.loads(body))


def test_nobodys_entropy_is_seen_before_all_pledges_are_fixed(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server, two_people(server) as (room, ada, ben):
            early = await ada.ask("reveal", seat=0, entropy=ONE)
            assert early["reason"] == "not_now"
            for person, seat, own in ((ada, 0, ONE), (ben, 1, TWO)):
                assert (await person.pledge(seat, own))["type"] == "ack"
            assert (await ada.ask("start"))["type"] == "ack"
            opening = await ben.until(told("lobby.opening"))
            committed = opening["table"]["next_commitment"]
            assert [seat["pledge"] for seat in opening["table"]["seats"]] == [
                pledged(committed, 0, ONE), pledged(committed, 1, TWO),
            ]  # fmt: skip
            assert opening["table"]["opening"]["waiting"] == [0, 1]
            assert (await ada.ask("reveal", seat=0, entropy=ONE))["type"] == "ack"
            shown = await ben.until(told("lobby.revealed"))
            assert shown["table"]["opening"]["waiting"] == [1]
            assert not any(ONE in text for text in ben.raw)  # until the match is there, only the house knows it
            assert (await ben.ask("reveal", seat=1, entropy=TWO))["type"] == "ack"
            begun = await ada.until("begun")
            assert begun["table"]["opening"] is None
            assert begun["table"]["fairness"]["pledges"] == [pledged(committed, 0, ONE), pledged(committed, 1, TWO)]
            assert begun["table"]["fairness"]["left_out"] == []
            assert room.table.match.entropy == (bytes.fromhex(ONE), bytes.fromhex(TWO))

    run(story())


def test_a_rematch_wants_new_pledges_and_both_matches_verify(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server, two_people(server) as (room, ada, ben):
            for number, command in ((1, "start"), (2, "rematch")):
                own = [secrets.token_hex(16), secrets.token_hex(16)]
                for person, seat in ((ada, 0), (ben, 1)):
                    assert (await person.pledge(seat, own[seat]))["type"] == "ack"
                assert (await ada.ask(command))["type"] == "ack"
                for person, seat in ((ada, 0), (ben, 1)):
                    assert (await person.ask("reveal", seat=seat, entropy=own[seat]))["type"] == "ack"
                await ada.until("begun")
                ada.viewers, ben.viewers = [0], [1]
                await play_out([ada, ben])
                for person in (ada, ben):
                    await person.until(told("lobby.over"))
                fair = ada.table["fairness"]
                assert fair["entropy"] == own
                assert all(seat["pledge"] is None for seat in ada.table["seats"])
                record = await record_of(server, f"{room.table.name}.{number}")
                assert record["pledges"] == fair["pledges"]
                key = fairness.chance_key(
                    bytes.fromhex(fair["secret"]), fair["edition"], fair["pledges"], [bytes.fromhex(e) for e in own]
                )
                assert fair["key"] == key.hex()
                _, body, _ = await server.get(f"/api/matches/{room.table.name}.{number}/verify")
                answer = json.loads(body)
                assert (answer["fair"], answer["key"]) == (True, fair["key"])
                assert "Entropy was given by Player 0 and Player 1" in body.decode()

    run(story())


def test_between_the_hosts_word_and_the_match_nothing_can_be_changed(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server, two_people(server) as (_, ada, ben):
            await ada.pledge(0, ONE)
            await ben.pledge(1, TWO)
            await ada.ask("start")
            wishes: list[tuple[Client, str, dict[str, Any]]] = [
                (ada, "start", {}),
                (ada, "pledge", {"seat": 0, "pledge": "0" * 64}),
                (ben, "leave_seat", {"seat": 1}),
                (ada, "free_seat", {"seat": 1}),
                (ada, "seat_bot", {"seat": 1, "level": "random"}),
                (ada, "swap_seats", {"order": [1, 0]}),
            ]
            for person, wish, more in wishes:
                answer = await person.ask(wish, **more)
                assert (wish, answer.get("reason")) == (wish, "not_now")
            wrong = await ben.ask("reveal", seat=1, entropy=ONE)
            assert wrong["sentence"] == "That is not the entropy that this seat has pledged."
            assert (await ben.ask("reveal", seat=1, entropy=TWO))["type"] == "ack"
            assert (await ben.ask("reveal", seat=1, entropy=TWO))["reason"] == "not_now"
            assert (await ada.ask("reveal", seat=0, entropy=ONE))["type"] == "ack"
            assert (await ada.ask("pledge", seat=0, pledge="0" * 64))["reason"] == "not_now"  # it is for the next match

    run(story())


def test_whoever_does_not_show_it_is_left_out_and_everybody_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zauber.server.table.opening.REVEAL_SECONDS", 5.0)

    async def story() -> None:
        async with running(tmp_path) as server, two_people(server) as (room, ada, ben):
            await ada.pledge(0, ONE)
            await ben.pledge(1, TWO)
            async with client(server.ws, room.table.name) as watcher:
                await ada.ask("start")
                await ada.ask("reveal", seat=0, entropy=ONE)
                for person in (ada, ben, watcher):
                    left = await person.until(told("lobby.left_out"))
                    assert left["what"]["args"] == {"who": 1}
                    begun = await person.until("begun")
                    assert begun["table"]["fairness"]["left_out"] == [1]
                assert "Player 1 did not open their part" in left["sentence"]
            ada.viewers, ben.viewers = [0], [1]
            await play_out([ada, ben])
            record = await record_of(server, f"{room.table.name}.1")
            assert [seat["entropy"] for seat in record["seats"]] == [ONE, ""]
            assert all(record["pledges"])
            checks = " ".join(verify(json.dumps(record)).checks)
            assert "not revealed in time: Player 1." in checks

    run(story())


def test_who_pledges_nothing_gives_nothing_and_delays_nobody(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server, two_people(server) as (room, ada, ben):
            await ada.ask("start")
            begun = await ben.until("begun")
            assert begun["table"]["fairness"]["pledges"] == ["", ""]
            ada.viewers, ben.viewers = [0], [1]
            await play_out([ada, ben])
            record = await record_of(server, f"{room.table.name}.1")
            assert "No entropy was pledged by Player 0 and Player 1." in " ".join(verify(json.dumps(record)).checks)

    run(story())


def test_several_seats_of_one_device_and_a_bot(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            sit = [{"seat": 0, "name": "Ada"}, {"seat": 1, "name": "Ben"}]
            wanted = {"game": "papageno", "seats": 3, "sit": sit, "bots": {"2": "random"}}
            _, body, _ = await server.post("/api/tables", wanted)
            made = json.loads(body)
            tokens = [made["host_token"], *(token["token"] for token in made["tokens"])]
            async with client(server.ws, made["table"], tokens) as hot:
                assert (await hot.ask("pledge", seat=2, pledge="0" * 64))["reason"] == "not_your_seat"
                for seat, own in ((0, ONE), (1, TWO)):
                    await hot.pledge(seat, own)
                await hot.ask("start")
                for seat, own in ((0, ONE), (1, TWO)):
                    await hot.ask("reveal", seat=seat, entropy=own)
                begun = await hot.found(lambda frame: frame["type"] == "begun")
                assert [bool(pledge) for pledge in begun["table"]["fairness"]["pledges"]] == [True, True, False]

    run(story())


def test_a_pledge_does_not_follow_to_another_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server, two_people(server) as (_, ada, ben):
            await ada.pledge(0, ONE)
            await ben.pledge(1, TWO)
            await ada.ask("swap_seats", order=[1, 0])
            assert [seat["pledge"] for seat in ada.table["seats"]] == [None, None]
            await ada.pledge(1, ONE)
            left = await ada.ask("leave_seat", seat=1)
            assert left["type"] == "ack"
            assert ada.table["seats"][1]["pledge"] is None

    run(story())


def test_an_opening_survives_a_restart_and_goes_on_in_another_process(new_storage: Callable[[], Storage]) -> None:
    async def story() -> None:
        async with running(new_storage()) as server:
            room, host, tokens = await server.table()
            name = room.table.name
            async with client(server.ws, name, [host, *tokens]) as both:
                await both.pledge(0, ONE)
                await both.pledge(1, TWO)
                await both.ask("start")
                await both.ask("reveal", seat=0, entropy=ONE)
        async with running(new_storage()) as server, client(server.ws, name, tokens) as both:
            assert both.table["opening"]["waiting"] == [1]
            await both.ask("reveal", seat=1, entropy=TWO)
            assert server.house.rooms[name].table.match.entropy == (bytes.fromhex(ONE), bytes.fromhex(TWO))

    run(story())


def test_an_opening_at_two_processes_at_once(postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zauber.server.table.opening.REVEAL_SECONDS", 8.0)

    async def story() -> None:
        address = postgres()
        async with running(PostgresStorage(address)) as here, running(PostgresStorage(address)) as there:
            room, host, tokens = await here.table(seats=3)
            name = room.table.name
            async with (
                client(here.ws, name, [host, tokens[0]]) as ada,
                client(there.ws, name, [tokens[1]]) as ben,
                client(there.ws, name, [tokens[2]]) as cem,
            ):
                for seat, (person, own) in enumerate(((ada, ONE), (ben, TWO), (cem, ONE))):
                    assert (await person.pledge(seat, own))["type"] == "ack"
                await ada.ask("start")
                for seat, person, own in ((0, ada, ONE), (1, ben, TWO)):
                    await person.found(told("lobby.opening"))
                    assert (await person.ask("reveal", seat=seat, entropy=own))["type"] == "ack"
                for person in (ada, cem):  # both processes look at the clock; the match begins once
                    begun = await person.until("begun")
                    assert begun["match"] == f"{name}.1"
                    assert begun["table"]["fairness"]["left_out"] == [2]
                assert there.house.rooms[name].table.match.truth == room.table.match.truth

    run(story())


def opened(honest: str, own: str) -> Table:
    """A table of Magi in the moment when only the last seat has still to show what it pledged."""
    secret = fairness.secret_from_seed("known to the attacker").hex()
    committed = fairness.commitment(bytes.fromhex(secret))
    edition = games.get("magi").edition()
    sit = [
        entries.Sitting(seat, f"P{seat}", f"{seat}" * 64, pledge=pledged(committed, seat, own if seat == 3 else honest))
        for seat in range(4)
    ]
    created = entries.Created(
        game="magi", edition=edition.name, hash=edition.hash, options=dict(edition.options), seats=4, host="h" * 64,
        secret=secret, sit=sit,
    )  # fmt: skip
    table = Table("t", compiled=False)
    log: list[Any] = [created, entries.Opened(seconds=4.0)]
    log += [entries.Revealed(seat=seat, value=honest) for seat in range(3)]
    for number, entry in enumerate(log, 1):
        table.fold(number, entry)
    return table


def test_three_thousand_tries_of_the_last_to_come_change_nothing() -> None:
    """Who knows the house's secret and everybody's entropy, and comes last, looks for a hand that suits."""
    own = secrets.token_hex(16)
    table = opened(secrets.token_hex(16), own)
    taken = []
    for number in range(3000):
        tried = own if number == 1234 else secrets.token_hex(16)
        command = commands.Reveal(f"r{number}", 3, tried)
        with contextlib.suppress(Refused):
            taken.append((tried, decide(table, Caller({3}), command)))
    assert [tried for tried, _ in taken] == [own]
    with pytest.raises(Refused, match="fixed"):
        decide(table, Caller({3}), commands.Pledge("p", 3, "0" * 64))
    with pytest.raises(Refused, match="about to begin"):
        decide(table, Caller({3}), commands.LeaveSeat("l", 3))


def test_entropy_given_openly_before_an_upgrade_does_not_count_any_more() -> None:
    log: list[Any] = [entries.Mixed(seat=0, value="ff" * 16)]
    fresh = Table("u", compiled=False)
    created = entries.Created(
        game="papageno", edition="a", hash=table_hash("papageno"), options={}, seats=2, host="h", secret="ab" * 32,
        sit=[entries.Sitting(0, "A", "a" * 64), entries.Sitting(1, "B", "b" * 64)],
    )  # fmt: skip
    for number, entry in enumerate([created, *log], 1):
        fresh.fold(number, entry)
    begun = decide(fresh, Caller(host=True), commands.Start("s"))
    fresh.fold(3, begun[0])
    assert fresh.match.entropy == (b"", b"")
    assert fresh.match.pledges == ("", "")
    old = Table("v", compiled=False)
    for number, entry in enumerate([created, *log, entries.Began()], 1):
        old.fold(number, entry)
    assert old.match.entropy == (bytes.fromhex("ff" * 16), b"")  # as it was when it began
    assert old.match.pledges is None
    assert summary_of(old).fairness.pledges is None


STEPS = st.one_of(
    st.tuples(st.just("pledge"), st.integers(0, 2), st.integers(0, 3)),
    st.tuples(st.just("reveal"), st.integers(0, 2), st.integers(0, 3)),
    st.tuples(st.just("swap"), st.permutations([0, 1, 2]), st.just(0)),
    st.tuples(st.sampled_from(["begin", "wait", "leave"]), st.integers(0, 2), st.just(0)),
)


@given(st.lists(STEPS, max_size=25))
@settings(max_examples=80, deadline=None)
def test_whatever_happens_before_the_match_only_what_was_pledged_is_in_it(steps: list[Any]) -> None:
    values = [f"{number:032x}" for number in (11, 22, 33, 44)]
    table = Table("t", compiled=False)
    log: list[Any] = [
        entries.Created(
            game="papageno", edition="a", hash=table_hash("papageno"), options={}, seats=3, host="h", secret="ab" * 32,
            sit=[entries.Sitting(i, f"P{i}", f"{i}" * 64) for i in range(3)],
        )
    ]  # fmt: skip
    committed = fairness.commitment(bytes.fromhex("ab" * 32))
    fixed: list[str] | None = None
    while True:
        for entry in log:
            if isinstance(entry, entries.Opened):
                fixed = [holder.pledge for holder in table.seats]
            assert fixed is None or not isinstance(entry, (entries.Pledged, entries.Swapped, entries.StoodUp))
            table.fold(table.n + 1, entry)
        if table.matches:
            break
        assert not any(value in encode(summary_of(table)).decode() for value in values)
        if not steps:
            return
        (kind, who, value), *steps = steps
        command: Any
        if kind == "pledge":
            command = commands.Pledge("p", who, pledged(committed, who, values[value]))
        elif kind == "reveal":
            command = commands.Reveal("r", who, values[value])
        elif kind == "swap":
            command = commands.SwapSeats("w", list(who))
        else:
            command = commands.Start("s") if kind == "begin" else commands.LeaveSeat("l", who)
        log = []
        with contextlib.suppress(Refused):
            wait = kind == "wait"
            log = overdue(table, 1e12) if wait else list(decide(table, Caller({0, 1, 2}, host=True), command))
    match = table.match
    assert list(match.pledges or ()) == (fixed or ["", "", ""])
    for seat, own in enumerate(match.entropy):
        assert not own or pledged(committed, seat, own.hex()) == match.pledges[seat]  # type: ignore[index]
    assert table.opening is None
    assert table.hidden_entropy() == []


def test_a_closed_table_begins_no_match() -> None:
    table = opened(ONE, TWO)
    assert [type(entry) for entry in overdue(table, 1e12)] == [entries.LeftOut, entries.Began]
    assert overdue(table, 0.0) == []
    table.fold(table.n + 1, entries.Closed())
    assert overdue(table, 1e12) == []


def table_hash(game: str) -> str:
    return games.get(game).edition("a").hash


def test_what_an_old_client_is_told(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            room, _, _ = await server.table()
            async with connect(server.ws) as socket:
                await socket.send(json.dumps({"type": "hello", "protocol": 1, "table": room.table.name}))
                goodbye = json.loads(await socket.recv())
            assert goodbye["type"] == "goodbye"
            assert goodbye["sentence"].startswith("This house speaks protocol 2, not 1: load the page again")
            wanted = {"game": "papageno", "seats": 2, "sit": [{"seat": 0, "name": "Ada", "entropy": "00" * 16}]}
            status, body, _ = await server.post("/api/tables", wanted)
            assert status == 400
            assert "pledge it at the table" in json.loads(body)["sentence"]

    run(story())


def test_a_match_with_pledges_is_taken_to_another_house(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def story() -> None:
        async with running(tmp_path) as server, two_people(server) as (_, ada, ben):
            await ada.pledge(0, ONE)
            await ben.pledge(1, TWO)
            await ada.ask("start")
            await ada.ask("reveal", seat=0, entropy=ONE)
            await ben.ask("reveal", seat=1, entropy=TWO)

    run(story())
    assert moving.export(str(tmp_path / "tables.db"), str(tmp_path / "out"), finished=False) == 0
    (file,) = (tmp_path / "out").glob("*.json")
    file.chmod(0o644)
    assert moving.export(str(tmp_path / "tables.db"), str(tmp_path / "out"), finished=False) == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600  # it holds a secret, also where there was a file before
    record = read_record(file)
    assert moving.bring_in(str(tmp_path / "other.db"), [str(file)]) == 0
    assert "to be played on" in capsys.readouterr().out

    async def again() -> None:
        storage = SqliteStorage(tmp_path / "other.db")
        await storage.open()
        (shelf,) = await storage.listing(listed=False, most=10)
        ((_, match),) = await moving._matches(storage, shelf.log)
        await storage.close()
        assert match.record() == record

    run(again())
