"""A question that leaves a person no choice is answered for them, and takes as long as a person would."""

import asyncio
import random
from pathlib import Path

import pytest

from tests.server.helpers import client, running
from zauber.server.live import partners

ASKING = ("play tamino", "play papageno")  # after these another card may follow


def test_A26_the_program_answers_where_there_is_no_choice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(partners, "ANSWERS", (0.02, 0.05))

    async def story() -> None:
        async with running(tmp_path) as server:
            dice, answered = random.Random(1), 0
            while answered < 3:  # a match may end before the question came up often enough
                room, host, tokens = await server.table("magic_flute", 2)
                game = room.table.game
                stop = game.parse("stop")
                async with client(server.ws, room.table.name, [host, *tokens]) as guest:
                    await guest.ask("start")
                    while not room.table.match.over:
                        match = room.table.match
                        seat, legal, ply = match.turn, match.legal(match.turn), match.ply
                        if legal == [stop]:
                            while match.ply == ply:  # nobody answers but the program
                                await guest.receive()
                            assert match.plies[ply][1:3] == (seat, stop)
                            answered += 1
                        else:
                            asking = [action for action in legal if game.notation(action) in ASKING]
                            action = dice.choice(asking or legal)
                            reply = await guest.ask("play", seat=seat, action=action, at=room.table.at)
                            assert reply["type"] == "ack"

    asyncio.run(asyncio.wait_for(story(), 240))


def test_A26_a_person_who_has_a_choice_is_not_answered_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(partners, "ANSWERS", (0.0, 0.01))

    async def story() -> None:
        async with running(tmp_path) as server:
            room, host, tokens = await server.table("magic_flute", 2)
            async with client(server.ws, room.table.name, [host, *tokens]) as guest:
                await guest.ask("start")
                await asyncio.sleep(0.3)
                assert room.table.match.ply == 0

    asyncio.run(story())
