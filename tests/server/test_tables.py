"""Tables and seats: sitting down, leaving, hosts, bots, chat, undo, rematch, presence."""

import asyncio
import gc
import json
import secrets
import weakref
from pathlib import Path
from typing import Any

import pytest

from tests.server.helpers import Client, Running, client, pledged, running
from zauber import Match
from zauber.server.live.house import ENDED_MOST, House
from zauber.server.protocol.commands import Start
from zauber.server.run.moving import entries_of
from zauber.server.storage.sqlite import SqliteStorage
from zauber.server.table import entries
from zauber.server.table.decisions import Caller
from zauber.server.table.table import Table


def run(story: Any) -> None:
    asyncio.run(asyncio.wait_for(story, 240))


async def play_out(players: list[Client]) -> None:
    """Play at random until the match is over; every client holds one seat."""
    seats = {player.viewers[0]: player for player in players}
    while not players[0].position["over"]:
        actor = seats[players[0].position["turn"]]
        move = secrets.choice(actor.moves[actor.viewers[0]])
        at = actor.position["at"]
        answer = await actor.ask("play", seat=actor.viewers[0], action=move["action"], at=at)
        assert answer["type"] == "ack", answer
        for player in players:
            while player.position["at"] <= at:
                await player.receive()


def test_a_whole_match_from_an_empty_table_to_a_rematch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zauber.server.table.opening.REVEAL_SECONDS", 100.0)

    async def story() -> None:
        async with running(tmp_path) as server:
            wanted = {"game": "papageno", "seats": 2, "sit": [{"seat": 0, "name": "Ada"}]}
            status, body, _ = await server.post("/api/tables", wanted)
            assert status == 200
            made = json.loads(body)
            tokens = [made["host_token"], made["tokens"][0]["token"]]
            async with client(server.ws, made["table"], tokens) as ada, client(server.ws, made["table"]) as ben:
                assert ada.frames[0]["you"] == {"seats": [0], "host": True}
                assert ben.frames[0]["you"] == {"seats": [], "host": False}
                assert ben.table["seats"][1]["kind"] == "free"
                refused = await ada.ask("start")
                assert (refused["type"], refused["reason"]) == ("refused", "not_now")
                sealed = pledged(ben.table["next_commitment"], 1, "ff" * 16)
                sat = await ben.ask("take_seat", seat=1, name="Ben", symbol="🦊", pledge=sealed)
                assert sat["type"] == "ack"
                assert len(sat["token"]) >= 22
                await ada.found(lambda f: f["type"] == "presence" and f["watchers"] == 1)
                await ada.until(lambda f: f["type"] == "presence" and f["watchers"] == 0)  # who sits does not watch
                assert (await ada.pledge(0, "00" * 16))["type"] == "ack"
                assert (await ada.ask("start"))["type"] == "ack"
                assert (await ada.ask("reveal", seat=0, entropy="00" * 16))["type"] == "ack"
                assert (await ben.ask("reveal", seat=1, entropy="ff" * 16))["type"] == "ack"
                await ada.until("begun")
                commitment = ben.table["fairness"]["commitment"]
                assert ben.table["fairness"]["secret"] is None
                ben.viewers = [1]
                ada.viewers = [0]
                await play_out([ada, ben])
                over = await ben.found(lambda f: f["type"] == "lobby" and f["what"]["key"] == "lobby.over")
                fairness = over["table"]["fairness"]
                assert fairness["commitment"] == commitment
                assert fairness["entropy"] == ["00" * 16, "ff" * 16]
                assert len(fairness["secret"]) == 64
                assert over["table"]["next_commitment"] not in (None, commitment)
                status, body, _ = await server.get(f"/api/matches/{made['table']}.1/verify")
                assert status == 200, body
                assert json.loads(body)["fair"] is True
                status, body, _ = await server.get(f"/api/matches/{made['table']}.1/record")
                record = json.loads(body)
                assert record["secret"] == fairness["secret"]
                assert (await ben.ask("rematch"))["reason"] == "not_host"
                assert (await ada.ask("rematch"))["type"] == "ack"
                begun = await ben.until("begun")
                assert begun["match"] == f"{made['table']}.2"
                assert begun["table"]["fairness"]["commitment"] == over["table"]["next_commitment"]
                # the record of the first match is still to be had
                status, again, _ = await server.get(f"/api/matches/{made['table']}.1/record")
                assert json.loads(again) == record
                status, body, _ = await server.get(f"/api/matches/{made['table']}.2/record")
                assert "secret" not in json.loads(body)

    run(story())


def test_who_chooses_at_the_same_moment_as_others_is_not_late(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            room, host, tokens = await server.table(seats=3)
            async with (
                client(server.ws, room.table.name, [host, *tokens[:2]]) as hot,
                client(server.ws, room.table.name, tokens[2:]) as cem,
            ):
                await hot.ask("start")
                assert (await cem.ask("play", seat=2, notation="turn 4", at=0))["type"] == "ack"
                foreign = await cem.ask("play", seat=0, notation="turn 1", at=0)
                assert foreign["reason"] == "not_your_seat"  # and not whether that seat's choice has changed
                assert (await hot.ask("play", seat=0, notation="turn 1", at=0))["type"] == "ack"
                assert (await hot.ask("play", seat=0, notation="turn 2", at=0))["reason"] == "late"
                assert (await hot.ask("play", seat=1, notation="turn 2", at=3))["reason"] == "late"
                assert (await hot.ask("play", seat=1, notation="turn 2", at=1))["type"] == "ack"
                turn = room.table.match.turn
                mover = cem if turn == 2 else hot
                assert (await mover.ask("play", seat=turn, notation="draw", at=2))["reason"] == "late"
                assert (await mover.ask("play", seat=turn, notation="draw", at=3))["type"] == "ack"

    run(story())


def test_illegal_late_and_foreign_plays_are_refused_in_words_and_change_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            room, host, tokens = await server.table()
            async with (
                client(server.ws, room.table.name, [host, *tokens]) as hot,
                client(server.ws, room.table.name, tokens[1:]) as ben,
            ):
                early = await hot.ask("play", seat=0, action=0)
                assert (early["reason"], early["sentence"]) == ("not_now", "The match has not begun yet.")
                await hot.ask("start")
                before = room.table.n
                answers = {
                    "illegal": await hot.ask("play", seat=0, notation="draw"),
                    "late": await hot.ask("play", seat=0, action=0, at=99),
                    "not_your_seat": await ben.ask("play", seat=0, action=0),
                    "no_such_seat": await ben.ask("play", seat=7, action=0),
                    "bad_message": await hot.ask("play", seat=0, action=0, notation="turn 1"),
                }
                for reason, answer in answers.items():
                    assert (answer["type"], answer["reason"]) == ("refused", reason)
                    assert answer["sentence"].endswith(".")
                assert answers["illegal"]["rule"].startswith("R")
                assert (await hot.ask("play", seat=0, notation="fly away"))["reason"] == "illegal"
                assert (await hot.ask("play", seat=0, action=999_999))["reason"] == "illegal"
                assert room.table.n == before
                why = await hot.ask("why", seat=0, notation="draw")
                assert why["rule"] == answers["illegal"]["rule"]
                assert (await hot.ask("why", seat=0, action=0))["type"] == "ack"
                assert room.table.n == before

    run(story())


def test_a_command_sent_twice_is_carried_out_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            room, host, tokens = await server.table()
            async with client(server.ws, room.table.name, [host, *tokens]) as hot:
                await hot.ask("start", id="begin")
                first = await hot.ask("play", seat=0, action=2, id="one")
                again = await hot.ask("play", seat=0, action=2, id="one")
                other = await hot.ask("play", seat=0, action=4, id="one")
                assert first["n"] == again["n"] == other["n"]
                assert again["played"] == 1
                assert room.table.match.ply == 1
                assert (await hot.ask("start", id="begin"))["type"] == "ack"
                assert room.table.matches == 1
            # after a restart of the table from its log, too
            del server.house.rooms[room.table.name]
            async with client(server.ws, room.table.name, tokens) as hot:
                assert (await hot.ask("play", seat=0, action=2, id="one"))["n"] == first["n"]

    run(story())


def test_a_run_of_actions_stops_at_the_first_that_is_not_legal(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            room, host, tokens = await server.table()
            async with client(server.ws, room.table.name, [host, *tokens]) as hot:
                await hot.ask("start")
                answer = await hot.ask("play", seat=0, actions=[1, 1, 1])
                assert (answer["type"], answer["played"]) == ("ack", 1)
                assert answer["stopped"]["reason"] == "illegal"
                assert (await hot.ask("play", seat=0, actions=[1]))["type"] == "refused"

    run(story())


def test_a_seat_is_taken_once_and_only_under_a_good_name(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            room, _, _ = await server.table(seats=3, sit=[])
            async with client(server.ws, room.table.name) as one, client(server.ws, room.table.name) as two:
                bad = ["\u202eevil", "<b>bold</b>", "\u200b", "a\u0301\u0301\u0301\u0301", "tab\x07"]
                for name in bad:
                    answer = await one.ask("take_seat", seat=0, name=name)
                    assert answer["reason"] in ("bad_name", "bad_message"), name
                assert (await one.ask("take_seat", seat=0, name="x" * 25))["reason"] == "bad_message"
                token = secrets.token_urlsafe(24)
                assert (await one.ask("take_seat", seat=0, name="  Ann   Marie ", token=token))["type"] == "ack"
                assert room.table.seats[0].name == "Ann Marie"
                again = await one.ask("take_seat", seat=0, name="Ann Marie", token=token)
                assert again["type"] == "ack"
                assert (await two.ask("take_seat", seat=0, name="Bob"))["reason"] == "taken"
                assert (await two.ask("take_seat", seat=1, name="ANN MARIE"))["reason"] == "bad_name"
                assert (await two.ask("take_seat", seat=1, name="Bob", symbol="💣"))["reason"] == "no_such_thing"
                assert (await two.ask("take_seat", seat=1, name="Bob", token=token))["reason"] == "taken"
                assert (await two.ask("take_seat", seat=5, name="Bob"))["reason"] == "no_such_seat"
                assert (await two.ask("take_seat", seat=1, name="Bob"))["type"] == "ack"
                await two.until(lambda f: f["type"] == "lobby" or f["type"] == "welcome")
                assert (await two.ask("set_name", seat=1, name="Robert"))["type"] == "ack"
                assert (await two.ask("set_name", seat=0, name="Robert"))["reason"] == "not_your_seat"
                assert room.table.names == ["Ann Marie", "Robert", "Seat C"]

    run(story())


def test_the_host_frees_a_seat_and_its_token_is_void(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            room, host, tokens = await server.table()
            async with (
                client(server.ws, room.table.name, [host]) as boss,
                client(server.ws, room.table.name, tokens[:1]) as guest,
            ):
                assert (await guest.ask("free_seat", seat=1))["reason"] == "not_host"
                assert (await boss.ask("free_seat", seat=0))["type"] == "ack"
                await guest.until("welcome")
                assert guest.frames[-1]["you"]["seats"] == []
                assert (await guest.ask("say", seat=0, phrase="hello"))["reason"] == "not_your_seat"
                assert (await boss.ask("free_seat", seat=0))["reason"] == "not_now"
            async with client(server.ws, room.table.name, tokens[:1]) as guest:
                assert guest.frames[0]["unknown"] == 1

    run(story())


def test_seats_swap_between_matches_only_and_tokens_move_along(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            room, host, tokens = await server.table(seats=3)
            async with client(server.ws, room.table.name, [host, tokens[0]]) as boss:
                assert (await boss.ask("swap_seats", order=[0, 0, 1]))["reason"] == "no_such_seat"
                assert (await boss.ask("swap_seats", order=[1, 2, 0]))["type"] == "ack"
                assert room.table.names == ["Player 1", "Player 2", "Player 0"]
                assert boss.frames[-2]["type"] == "welcome" or any(
                    f["type"] == "welcome" and f["you"]["seats"] == [2] for f in boss.frames
                )
                await boss.ask("start")
                assert (await boss.ask("swap_seats", order=[1, 2, 0]))["reason"] == "not_now"

    run(story())


def test_a_bot_stands_in_by_the_hosts_word_and_gives_the_seat_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            room, host, tokens = await server.table(pace="instant")
            async with client(server.ws, room.table.name, [host, tokens[0]]) as ada:
                assert (await ada.ask("seat_bot", seat=1, level="thumb"))["reason"] == "not_now"  # no match yet
                await ada.ask("start")
                assert (await ada.ask("seat_bot", seat=1, level="nobody"))["reason"] == "no_such_thing"
                assert (await ada.ask("seat_bot", seat=1, level="random"))["type"] == "ack"
                event = await ada.until(lambda f: f["type"] == "event" and f["seat"] == 1)  # the bot chooses its card
                assert event["action"] is None
                assert event["bot"]
                async with client(server.ws, room.table.name, tokens[1:]) as ben:
                    lines = next(f for f in ben.frames if f["type"] == "welcome")["states"][0]["lines"]
                    assert [line["bot"] for line in lines if line["seat"] == 1]
                    assert all(line.get("bot", False) == (line["seat"] == 1) for line in lines)
                    assert ben.table["seats"][1]["stand_in"] == "random"
                    assert (await ben.ask("play", seat=1, action=0))["reason"] == "not_now"
                    assert (await ben.ask("give_back", seat=1))["type"] == "ack"
                    assert (await ben.ask("give_back", seat=1))["reason"] == "not_now"
                    assert room.table.seats[1].bot == ""

    run(story())


def test_whoever_stays_away_is_taken_over_when_the_table_says_so_and_comes_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            room, host, tokens = await server.table(pace="instant", takeover=10)
            room.table.takeover = 0  # seconds; the least that a table may ask for is ten
            async with client(server.ws, room.table.name, [host, tokens[0]]) as ada:
                await ada.ask("start")
                came = await ada.until(lambda f: f["type"] == "lobby" and f["what"]["key"] == "lobby.takeover")
                assert came["table"]["seats"][1]["stand_in"] == "thumb"
                assert came["sentence"].startswith("Player 1 has been away")
                async with client(server.ws, room.table.name, tokens[1:]):
                    back = await ada.until(lambda f: f["type"] == "lobby" and f["what"]["key"] == "lobby.given_back")
                    assert back["table"]["seats"][1]["stand_in"] is None
                    assert back["table"]["seats"][1]["here"]

    run(story())


def test_presence_is_told_to_everybody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zauber.server.live.presence.GRACE", 0.05)

    async def story() -> None:
        async with running(tmp_path) as server:
            room, _, tokens = await server.table()
            async with client(server.ws, room.table.name, tokens[:1]) as ada:
                async with client(server.ws, room.table.name, tokens[1:]):
                    back = await ada.until(lambda f: f["type"] == "lobby" and f["what"] == _who("lobby.back", 1))
                    assert back["table"]["seats"][1]["here"]
                away = await ada.until(lambda f: f["type"] == "lobby" and f["what"] == _who("lobby.away", 1))
                assert not away["table"]["seats"][1]["here"]
                assert away["table"]["seats"][1]["since"] > 1e9
                assert away["sentence"] == "Player 1 is away."
                async with client(server.ws, room.table.name):
                    assert (await ada.until("presence"))["watchers"] in (0, 1)

    run(story())


def _who(key: str, seat: int) -> dict[str, Any]:
    return {"key": key, "args": {"who": seat}}


def test_chat_is_phrases_and_symbols_and_text_only_where_the_table_allows_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            for free in (False, True):
                room, _, tokens = await server.table(free_text=free)
                async with (
                    client(server.ws, room.table.name, tokens[:1]) as ada,
                    client(server.ws, room.table.name) as watcher,
                ):
                    assert (await ada.ask("say", seat=0, phrase="well_played"))["type"] == "ack"
                    assert (await watcher.until("said"))["phrase"] == "well_played"
                    assert (await ada.ask("say", seat=0, symbol="👏"))["type"] == "ack"
                    assert (await ada.ask("say", seat=0, phrase="rubbish"))["reason"] == "no_such_thing"
                    assert (await ada.ask("say", seat=0, symbol="💩"))["reason"] == "no_such_thing"
                    assert (await ada.ask("say", seat=0))["reason"] == "bad_message"
                    text = await ada.ask("say", seat=0, text="Hi there")
                    assert text["type"] == ("ack" if free else "refused")
                    if free:
                        assert (await ada.ask("say", seat=0, text="<script>"))["reason"] == "no_such_thing"
                    assert (await watcher.ask("say", seat=0, phrase="hello"))["reason"] == "not_your_seat"

    run(story())


async def until_placing(player: Client, seats: int = 2) -> int:
    """Play until a seat holds the card it took from the discard pile: placing that shows nothing new."""
    while True:
        seat = player.position["turn"]
        notations = {move["notation"]: move["action"] for move in player.moves[seat]}
        if "take" in notations:
            await player.ask("play", seat=seat, action=notations["take"])
            return int(seat)
        choice = notations.get("discard", next(iter(notations.values())))
        await player.ask("play", seat=seat, action=choice)


def test_undo_needs_consent_and_must_not_take_back_what_was_seen(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            room, host, tokens = await server.table()
            async with client(server.ws, room.table.name, [host, *tokens]) as hot:
                await hot.ask("start")
                seat = await until_placing(hot)
                other = 1 - seat
                ply = room.table.match.ply
                assert (await hot.ask("undo_offer", seat=other))["reason"] == "cannot_undo"
                assert (await hot.ask("undo_answer", seat=other, agree=True))["reason"] == "not_now"
                assert (await hot.ask("undo_offer", seat=seat))["type"] == "ack"
                assert room.table.undo is not None
                assert (await hot.ask("undo_offer", seat=seat))["reason"] == "not_now"
                assert (await hot.ask("undo_answer", seat=seat, agree=True))["reason"] == "not_now"
                assert (await hot.ask("undo_answer", seat=other, agree=False))["type"] == "ack"
                assert room.table.undo is None
                assert (await hot.ask("undo_offer", seat=seat))["type"] == "ack"
                at = hot.position["at"]
                assert (await hot.ask("undo_answer", seat=other, agree=True))["type"] == "ack"
                undone = [f for f in hot.frames if f["type"] == "event" and f["undone"]]
                assert {f["viewer"] for f in undone} == {0, 1}
                assert undone[0]["at"] == at + 1
                assert room.table.match.ply == ply - 1
                assert "takes the last move back" in undone[other]["sentence"]
                # drawing a card is chance: it stays
                await hot.ask("play", seat=seat, notation="draw")
                no = await hot.ask("undo_offer", seat=seat)
                assert (no["reason"], "chance" in no["sentence"]) == ("cannot_undo", True)
            # and the table comes back from its log as it was
            del server.house.rooms[room.table.name]
            again = await server.house.room(room.table.name)
            assert again is not None
            assert again.table.match.truth == room.table.match.truth
            assert [s.n for s in again.table.steps] == [s.n for s in room.table.steps]

    run(story())


def test_bots_play_alone_with_a_person_and_a_whole_match_ends(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            room, _, tokens = await server.table(
                seats=3, sit=[], bots={"0": "thumb", "1": "random", "2": "thumb"}, pace="instant", start=True
            )
            await room.carry_out(Caller(host=True), Start("go"))
            assert tokens == []
            async with client(server.ws, room.table.name) as watcher:
                over = await watcher.until(lambda f: f["type"] == "event" and f["over"], 50)
                assert over["outcome"]["sentence"].endswith(".")
                assert watcher.moves[None] == []

    run(story())


def test_a_seat_that_leaves_in_mid_match_is_played_on_by_a_bot(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            room, host, tokens = await server.table(pace="instant")
            async with (
                client(server.ws, room.table.name, [host, tokens[0]]) as ada,
                client(server.ws, room.table.name, tokens[1:]) as ben,
            ):
                await ada.ask("start")
                await ben.until("begun")
                assert (await ben.ask("leave_seat", seat=1))["type"] == "ack"
                await ada.until(lambda f: f["type"] == "event" and f["seat"] == 1)
                assert room.table.seats[1].kind == "bot"
                assert (await ada.ask("pace", pace="slow"))["type"] == "ack"

    run(story())


def test_a_match_of_two_ends_when_a_seat_resigns(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            room, host, tokens = await server.table()
            name = room.table.name
            async with (
                client(server.ws, name, [host, tokens[0]]) as ada,
                client(server.ws, name, tokens[1:]) as ben,
                client(server.ws, name) as watcher,
            ):
                assert (await ben.ask("resign", seat=1))["reason"] == "not_now"
                await ada.ask("start")
                await ben.until("begun")
                await ada.ask("play", seat=room.table.match.turn, action=0)
                at, ply = room.table.at, room.table.match.ply
                assert (await ben.ask("resign", seat=0))["reason"] == "not_your_seat"
                assert (await watcher.ask("resign", seat=1))["reason"] == "not_your_seat"
                assert (await ben.ask("resign", seat=1))["type"] == "ack"
                for one, sentence in ((ada, "resigns."), (ben, "You resign."), (watcher, "resigns.")):
                    if not one.position["over"]:  # an answer may have come after it
                        await one.until(lambda f: f["type"] == "event" and f["over"])
                    told = one.position
                    assert told["sentence"].endswith(sentence)
                    assert (told["seat"], told["action"], told["turn"], told["waiting"]) == (1, None, None, [])
                    assert (told["at"], told["ply"], told["undone"]) == (at + 1, ply, False)
                    assert told["phrases"] == [{"key": "resigned", "args": {"who": 1}}]
                    assert told["outcome"]["winners"] == [0]
                    assert told["outcome"]["phrase"]["key"] == "ending.resigned"
                assert not ada.moves[0]
                assert not ben.moves[1]
                assert (await watcher.until("lobby"))["what"]["key"] == "lobby.over"
                assert (await ben.ask("resign", seat=1))["reason"] == "not_now"
                assert (await ada.ask("play", seat=0, action=0))["reason"] == "not_now"
            for fresh in (False, True):  # and from the log
                if fresh:
                    del server.house.rooms[name]
                async with client(server.ws, name, tokens[1:]) as late:
                    welcome = late.frames[0]
                    assert welcome["position"]["over"]
                    assert welcome["position"]["outcome"]["winners"] == [0]
                    assert welcome["states"][0]["moves"] == []
                    assert welcome["states"][0]["lines"][-1]["sentence"] == "You resign."
            status, text, _ = await server.get(f"/api/matches/{name}.1/record")
            record = json.loads(text)
            assert (status, record["resigned"], record["result"]) == (200, 1, [1.0, 0.0])
            status, text, _ = await server.get(f"/api/matches/{name}.1/verify")
            assert json.loads(text)["fair"]
            async with client(server.ws, name, [host, tokens[0]]) as ada:
                assert (await ada.ask("rematch"))["type"] == "ack"
                if ada.position["over"]:
                    await ada.until("begun")
                assert not ada.position["over"]

    run(story())


def test_a_resigned_match_comes_into_a_storage_as_it_was() -> None:
    match = Match("papageno", names=["Ada", "Ben"], seed=3)
    match.play(0)
    match.resign("B")
    table = Table("k7m29qxd3v")
    for number, entry in enumerate(entries_of(match.record(), match, "host", ["one", "two"]), 1):
        table.fold(number, entries.decode(entries.encode(entry)))
    assert table.phase == "over"
    assert table.match.record().text() == match.save()


def test_with_more_than_two_seats_nobody_resigns(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            room, host, tokens = await server.table(seats=3)
            async with client(server.ws, room.table.name, [host, *tokens]) as hot:
                await hot.ask("start")
                no = await hot.ask("resign", seat=0)
                assert (no["type"], no["reason"]) == ("refused", "not_now")
                assert "Leave the seat, and a bot plays on for you." in no["sentence"]

    run(story())


def test_returning_viewers_are_told_what_they_missed(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            room, host, tokens = await server.table()
            async with client(server.ws, room.table.name, [host, *tokens]) as hot:
                await hot.ask("start")
                await hot.ask("play", seat=0, action=0)
                async with client(server.ws, room.table.name, tokens[1:]) as ben:
                    seen = ben.n
                await hot.ask("play", seat=1, action=3)
                await hot.ask("play", seat=hot.position["turn"], notation="draw")
                async with client(server.ws, room.table.name, tokens[1:], resume_from=seen) as ben:
                    lines = ben.frames[0]["states"][0]["lines"]
                    events = [f for f in hot.frames if f["type"] == "event" and f["viewer"] == 1 and f["n"] > seen]
                    assert [line["n"] for line in lines] == [event["n"] for event in events]
                    for line, event in zip(lines, events, strict=True):
                        assert line["phrases"] == event["phrases"]
                        assert line["sentence"] == event["sentence"]
                        assert line["action"] == event["action"]
                    assert ben.views[1] == hot.views[1]
                    assert ben.moves[1] == hot.moves[1]
                    assert ben.frames[0]["complete"]

    run(story())


def test_sentences_can_be_left_out(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            room, host, tokens = await server.table()
            async with client(server.ws, room.table.name, [host, *tokens], sentences=False) as hot:
                await hot.ask("start")
                await hot.ask("play", seat=0, action=0)
                assert not any("sentence" in f for f in hot.frames if f["type"] not in ("ack", "refused"))
                assert all("sentence" not in move for move in hot.moves[1])

    run(story())


def test_ping_tells_the_last_number(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        room, _, tokens = await server.table()
        async with client(server.ws, room.table.name, tokens) as hot:
            await hot.send(type="ping", t=12.5)
            pong = await hot.until("pong")
            assert (pong["t"], pong["n"]) == (12.5, room.table.n)

    async def start() -> None:
        async with running(tmp_path) as server:
            await story(server)

    run(start())


def test_what_ended_connections_leave_behind_is_swept_and_nothing_before(tmp_path: Path) -> None:
    class Leaf:
        pass

    house = House(SqliteStorage(tmp_path / "tables.db"))
    one, other = Leaf(), Leaf()
    vars(one)["to"], vars(other)["to"] = other, one
    left = weakref.ref(one)
    del one, other
    gc.disable()  # as a house does once all rules are compiled
    try:
        house.metrics.sockets_opened, house.sockets = ENDED_MOST, 1
        house._sweep()
        assert left() is not None
        house.sockets = 0
        house._sweep()
        assert left() is None
    finally:
        gc.enable()


def test_watchers_are_told_of_all_who_choose_at_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            room, host, tokens = await server.table(seats=3)
            async with (
                client(server.ws, room.table.name, [host, *tokens]) as hot,
                client(server.ws, room.table.name) as watcher,
            ):
                await hot.ask("start")
                begun = await watcher.until("begun")
                assert sorted(begun["position"]["waiting"]) == [0, 1, 2]
                await hot.ask("play", seat=1, action=0)
                assert sorted((await watcher.until("event"))["waiting"]) == [0, 2]
                await hot.ask("play", seat=0, action=0)
                assert (await watcher.until("event"))["waiting"] == [2]
                assert watcher.table["watchers"] == 1
                assert any(frame["type"] == "presence" and frame["watchers"] == 1 for frame in hot.frames)

    run(story())
