"""Long evenings: tables with bots play match after match, while people leave, come back, change seats, and the server
restarts."""

import asyncio
import secrets
from pathlib import Path

import pytest

from tests.server.helpers import Client, Running, client, running
from zauber import games
from zauber.server.live import partners
from zauber.server.live.pool import warm
from zauber.server.protocol.bodies import NewTable, Sitter
from zauber.server.table import entries
from zauber.server.table.table import HOUSE

MATCHES = 3
SHORT: dict[str, dict[str, str | int]] = {
    "papageno": {"turn_limit": 6},
    "magic_flute": {"turn_limit": 10},
    "magi": {"turn_limit": 16},
    "mago_magino": {"turn_limit": 12},
    "magicians_night": {"turn_limit": 4, "stroke_limit": 12},
}


class Evening:
    """One table: a person with a seat and the host's token, and bots at all other seats."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.table = ""
        self.tokens: list[str] = []
        self.finished: list[str] = []

    async def lay(self, server: Running) -> None:
        seats = games.get(self.game).seats[0]
        bots = {str(seat): "thumb" if seat % 2 else "random" for seat in range(1, seats)}
        wanted = NewTable(self.game, seats, bots=bots, sit=[Sitter(0, "Ada")], pace="instant", options=SHORT[self.game])
        room, host, tokens = await server.house.create(wanted)
        self.table, self.tokens = room.table.name, [host, tokens[0].token]

    async def play(self, server: Running, leave_after: int = 0) -> None:
        """Begin the next match and play it to its end; in its midst the person leaves and comes back."""
        async with client(server.ws, self.table, self.tokens, sentences=False) as ada:
            begin = "rematch" if self.finished else "start"
            assert (await ada.ask(begin))["type"] == "ack"
            left = await self._go_on(ada, leave_after)
        while left:
            async with client(server.ws, self.table, self.tokens, sentences=False) as ada:
                left = await self._go_on(ada)
        self.finished.append(f"{self.table}.{len(self.finished) + 1}")

    async def _go_on(self, ada: Client, moves: int = 0) -> bool:
        """Play until the match is over, or until the person has made so many moves: then true."""
        made = 0
        while not ada.position["over"]:
            seat = ada.table["seats"].index(next(s for s in ada.table["seats"] if s["name"] == "Ada"))
            if ada.position["turn"] != seat:
                await ada.receive()
                continue
            move, at = secrets.choice(ada.moves[seat]), ada.position["at"]
            answer = await ada.ask("play", seat=seat, action=move["action"], at=at, match=ada.position["match"])
            assert answer["type"] == "ack", answer
            while ada.position["at"] <= at:
                await ada.receive()
            made += 1
            if made == moves:
                return True
        if ada.table["phase"] != "over":  # the secret of the next match comes with this
            await ada.found(lambda f: f["type"] == "lobby" and f["what"]["key"] == "lobby.over" and f["n"] >= ada.n - 1)
        return False

    async def change_seats(self, server: Running) -> None:
        """Somebody takes a bot's seat, thinks better of it, and everybody moves one seat on."""
        async with client(server.ws, self.table, self.tokens) as ada, client(server.ws, self.table) as ben:
            last = len(ada.table["seats"]) - 1
            played = [seat["name"] for seat in ada.table["seats"]]
            assert (await ada.ask("free_seat", seat=last))["type"] == "ack"
            assert (await ben.ask("take_seat", seat=last, name="Ben"))["type"] == "ack"
            for number in range(70):  # more than a seat remembers, under names that look like the house's own
                assert (await ben.ask("say", seat=last, symbol="👍", id=f"bot-{number}"))["type"] == "ack"
            assert (await ben.ask("leave_seat", seat=last))["type"] == "ack"
            assert (await ada.ask("seat_bot", seat=last, level="thumb"))["type"] == "ack"
            assert (await ada.ask("swap_seats", order=[*range(1, last + 1), 0]))["type"] == "ack"
        async with client(server.ws, self.table, self.tokens) as ada:  # the match that is over is told as it was played
            assert ada.table["last_names"] == played
            assert ada.table["seats"][last]["name"] == "Ada"


@pytest.mark.slow
@pytest.mark.no_cover  # repeats much: other tests cover these lines
def test_tables_with_bots_play_match_after_match_in_every_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(partners, "ANSWERS", (1e6, 1e6))  # nobody answers before Ada, however busy this machine is
    warm("magicians_night")  # its tables wait until its rules are compiled
    evenings = [Evening(game.name) for game in games.all_games()]

    async def first() -> None:
        async with running(tmp_path) as server:
            for evening in evenings:
                await evening.lay(server)
            await asyncio.gather(*(_two_matches(server, evening) for evening in evenings))

    async def _two_matches(server: Running, evening: Evening) -> None:
        await evening.play(server)
        await evening.change_seats(server)
        await evening.play(server, leave_after=2)

    async def after_a_restart() -> None:
        async with running(tmp_path) as server:
            await asyncio.gather(*(evening.play(server) for evening in evenings))
            for evening in evenings:
                assert len(evening.finished) == MATCHES
                await _judge(server, evening)

    async def _judge(server: Running, evening: Evening) -> None:
        for match in evening.finished:
            status, body, _ = await server.get(f"/api/matches/{match}/record")
            assert (status, b'"secret":null' in body) == (200, False), match
        log = [entries.decode(stored) for stored in await server.house.storage.read(evening.table)]
        names = [entry.id for entry in log if isinstance(entry, entries.Acted) and entry.id.startswith(HOUSE)]
        assert len(names) == len(set(names)) > 0

    asyncio.run(asyncio.wait_for(first(), 300))
    asyncio.run(asyncio.wait_for(after_a_restart(), 240))
