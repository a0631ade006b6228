"""The bots of a table: they think in other processes, take as long as a person would, and play as anybody does."""

import asyncio
import random
import time
from typing import TYPE_CHECKING

from . import customs, messages
from .decisions import BOT_ID, Caller, Refused

if TYPE_CHECKING:
    from .room import Room

STAGGER = 4.0  # seconds that other processes wait for a bot whose process may have died
HESITATES = (1.0, 4.0)  # how much longer a bot takes when it is not its turn: people may forestall it


class Partners:
    """Those who play the seats of one room that no person plays."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        self._thinking: dict[int, tuple[int, asyncio.Task[None]]] = {}  # by seat: about which position, and how

    def ask(self) -> None:
        """Let every bot that may act think about this position, if it does not yet."""
        table, house = self.room.table, self.room.house
        if not table.bots or not self.room.guests or not table.matches or not table.playing:
            return
        for seat in table.bots:
            if self._thinking.get(seat, (-1, None))[0] == table.at:
                continue
            turn = seat == table.match.turn
            if not turn and not table.match.legal(seat):
                continue
            task = house.spawn(self._play(seat, table.seats[seat].bot, table.at, turn))
            self._thinking[seat] = (table.at, task)

    async def _play(self, seat: int, level: str, at: int, turn: bool) -> None:
        table, house = self.room.table, self.room.house
        match = table.match
        moves = list(match.legal(seat))
        began = time.monotonic()
        chosen = await house.pool.choose(level, match.game.name, match.edition, match.look.data(seat), seat, moves)
        await asyncio.sleep(max(0.0, self._pause(chosen, turn) - (time.monotonic() - began)))
        if table.at != at or table.seats[seat].bot != level:
            return  # the table has moved on: the answer is stale
        try:
            await self.room.carry_out(Caller({seat}), messages.Play(f"{BOT_ID}{at}", seat, action=chosen, at=at))
        except Refused as no:
            if no.refusal.reason not in ("late", "not_now"):
                house.log.warning("a bot was refused", extra={"why": no.refusal.reason})

    def _pause(self, action: int, turn: bool) -> float:
        """How long a bot takes: as long as a person would. A stroke follows the one before it at once."""
        flows = getattr(self.room.table.game.words, "flows", None)
        least, most = customs.PACES[self.room.table.pace]
        pause = random.uniform(least, most) * (1.0 if turn else random.uniform(*HESITATES))
        if flows is not None and flows(action):
            pause = min(pause, customs.STROKE)
        return pause if self._are_ours() else pause + STAGGER

    def _are_ours(self) -> bool:
        """Of several processes at this table, the one whose bots move first."""
        processes = {process for holder in self.room.table.seats for process in holder.processes}
        return not processes or min(processes) == self.room.house.process

    def close(self) -> None:
        """Stop thinking."""
        for _, task in self._thinking.values():
            task.cancel()
