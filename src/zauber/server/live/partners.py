"""The bots of a table. They think in worker processes, take about as long as a person, and use the same commands."""

import asyncio
import contextlib
import random
import time
from typing import NamedTuple

from ... import bots
from ...games.contract.kernel import HIDDEN, NOBODY
from ..protocol import commands
from ..table import customs
from ..table.decisions import Caller, Refused
from ..table.table import HOUSE
from .pool import SeenAction
from .surroundings import RoomAround

STAGGER = 4.0  # seconds that other processes wait before they move a bot whose process may have died
HESITATES = (1.0, 4.0)  # factors by which a bot waits longer out of turn, so that people can act first
ANSWERS = (1.5, 4.0)  # seconds before the program answers for a person who has no choice
AGAIN = 2.0  # seconds before a bot whose move could not be stored tries again


class Question(NamedTuple):
    """What a bot has to answer: a position of a match (numbering restarts with every match), at a level."""

    match: str
    at: int
    level: str


class Partners:
    """The bots and stand-ins of one room."""

    def __init__(self, room: RoomAround) -> None:
        self.room = room
        self._waiting: dict[int, Question] = {}  # by seat: positions in which a bot could act out of turn and declined
        self._memories: dict[int, tuple[object, int, list[SeenAction]]] = {}  # of a match with so many cuts
        self._thinking: dict[int, tuple[Question, asyncio.Task[None]]] = {}  # by seat
        self._answers = hasattr(room.table.game.words, "obvious")  # the house answers where there is no choice

    def ask(self) -> None:
        """Start every bot that may act on this position, unless it is already thinking."""
        table, house = self.room.table, self.room.house
        if not table.bots and not self._answers:
            return
        if not (self.room.guests or table.days) or not table.matches or not table.playing:
            return
        if table.undo is not None:  # a bot waits until the undo is settled
            return
        self._answer_for(table.match.turn)
        for seat in table.bots:
            question = self._question(seat)
            known = self._thinking.get(seat)
            if (known is not None and known[0] == question) or self._waiting.get(seat) == question:
                continue
            turn = seat == table.match.turn
            if not turn and not table.match.legal(seat):
                continue
            self._thinking[seat] = (question, house.spawn(self._think(seat, question, turn)))

    def _question(self, seat: int) -> Question:
        table = self.room.table
        return Question(table.match_name, table.at, table.seats[seat].bot)

    def _answer_for(self, seat: int) -> None:
        """Answer for a person who has only one answer, after about as long as a person would take."""
        table = self.room.table
        obvious = getattr(table.game.words, "obvious", None)
        if obvious is None or seat < 0 or seat in table.bots:
            return
        moves = table.match.legal(seat)
        question = Question(table.match_name, table.at, "")
        known = self._thinking.get(seat)
        if len(moves) == 1 and obvious(moves[0]) and (known is None or known[0] != question):
            self._thinking[seat] = (question, self.room.house.spawn(self._answer(seat, question, moves[0])))

    async def _answer(self, seat: int, question: Question, action: int) -> None:
        try:
            await asyncio.sleep(random.uniform(*ANSWERS))
            table = self.room.table
            if (table.match_name, table.at) == question[:2] and table.undo is None and self._are_ours():
                name = f"{HOUSE}{question.match}.{question.at}"
                play = commands.Play(name, seat, action=action, at=question.at, match=question.match)
                with contextlib.suppress(Refused):  # the person was quicker
                    await self.room.carry_out(Caller({seat}), play)
        finally:
            if self._thinking.get(seat, (None,))[0] == question:
                del self._thinking[seat]

    async def _think(self, seat: int, question: Question, turn: bool) -> None:
        """Think and play. If the move is refused, the question is dropped so that it can be asked again."""
        try:
            await self._play(seat, question, turn)
        except Refused as no:
            if no.refusal.reason == "late":
                return
            self.room.house.log.warning("a bot was refused", extra={"why": no.refusal.reason})
            await asyncio.sleep(AGAIN)
        finally:
            known = self._thinking.get(seat)
            if known is not None and known[0] == question:
                del self._thinking[seat]
        self.ask()

    async def _play(self, seat: int, question: Question, turn: bool) -> None:
        if self._question(seat) != question:
            return
        match, pool = self.room.table.match, self.room.house.pool
        began = time.monotonic()
        seen = self.seen_by(seat, self._remembers(question.level))
        chosen = await pool.choose(question.level, match, question.match, seat, seen)
        if chosen == bots.WAIT:
            self._waiting[seat] = question
            return
        await asyncio.sleep(max(0.0, self._pause(chosen, turn) - (time.monotonic() - began)))
        if self._question(seat) != question or self.room.table.undo is not None:
            return  # the table has moved on: the answer is stale
        name = f"{HOUSE}{question.match}.{question.at}"
        play = commands.Play(name, seat, action=chosen, at=question.at, match=question.match)
        await self.room.carry_out(Caller({seat}), play)

    def seen_by(self, seat: int, remembers: bool) -> list[SeenAction]:
        """What a seat has seen: the current position, and the whole match for bots and hints with a memory."""
        match = self.room.table.match
        if not remembers:
            return [(NOBODY, HIDDEN, match.look.data(seat))]
        cuts = len(match.cuts)
        kept_of, cuts_then, kept = self._memories.get(seat, (None, 0, []))
        if kept_of is not match or cuts_then != cuts:  # another match, or an action was taken back
            kept = [(NOBODY, HIDDEN, match.position(seat, 0).tobytes())]
        for ply in match.plies_after(len(kept) - 1):
            kept.append((ply.seat, match.seen(ply.number, seat), match.position(seat, ply.number).tobytes()))
        self._memories[seat] = (match, cuts, kept)
        return list(kept)

    def _remembers(self, level: str) -> bool:
        """Whether the bots of that level have a memory; a bot that cannot say has none."""
        game = self.room.table.game
        try:
            return bots.get(level, game.name).remembers(game)
        except Exception:  # it may be anybody's bot, or not installed any more: the worker that is asked says so
            return False

    def _pause(self, action: int, turn: bool) -> float:
        """How long a bot takes for a move: about as long as a person, but a continuing stroke follows at once."""
        flows = getattr(self.room.table.game.words, "flows", None)
        least, most = customs.PACES[self.room.table.pace]
        pause = random.uniform(least, most) * (1.0 if turn else random.uniform(*HESITATES))
        if flows is not None and flows(action):
            pause = min(pause, customs.STROKE)
        return pause if self._are_ours() else pause + STAGGER

    def _are_ours(self) -> bool:
        """Whether this process moves the bots first, among the live processes at this table."""
        house = self.room.house
        processes = {process for holder in self.room.table.seats for process in holder.processes} & house.alive
        return not processes or min(processes) == house.process

    def close(self) -> None:
        """Stop thinking."""
        for _, task in list(self._thinking.values()):
            task.cancel()
