"""A table by the day: whose time for a move is over, who is told that it is their turn, and when to look again.

What has been told is noted beside the table's log, together with the time of the next look. Of several processes only
the one that changes the note sends the messages, and after a restart the note wakes the table.
"""

import time
from typing import NamedTuple

import msgspec
from msgspec import Struct

from ..protocol.encoding import encode
from ..storage.base import Note, Storage
from ..table import customs, entries
from ..table.entries import AnyEntry
from ..table.table import Table
from .post import Post
from .telling import Teller

ALARM = "alarm"
AGAIN = 43_200.0  # seconds between two reminders: at most two a day
BOTS = 60.0  # seconds after which a table is looked at again whose bots are to move
LATER = 86_400.0  # seconds after which a table is looked at again that cannot be read
HOST = -1
When = dict[int, tuple[str, float]]  # by seat (or HOST): what was told last, and when


class LastTold(Struct):
    """The body of the note: when each seat (or the host) was last told, and of what, while it lasts."""

    told: When = {}


class Message(NamedTuple):
    seat: int  # or HOST
    key: str  # in the house's catalogue


class Slow:
    """The clock of one table by the day."""

    def __init__(self, table: Table, teller: Teller, storage: Storage, post: Post) -> None:
        self.table, self.teller, self.storage, self.post = table, teller, storage, post
        self._seen = -1  # the last entry that was looked at
        self._next = 0.0  # when to look again

    def overdue(self, now: float) -> list[AnyEntry]:
        """The stand-ins for those whose time is over, where bots go on."""
        table = self.table
        if table.decides != "bot" or (due := table.due) is None or now < due or table.closed:
            return []
        late = [seat for seat in self._asked() if seat in table.people()]
        return [entries.BotSeated(seat=seat, level="thumb", auto=True, t=round(now, 3)) for seat in late]

    async def look(self) -> None:
        """Tell who is to be told, and note when to look again. Raises `Trouble`."""
        now, table = time.time(), self.table
        if self._seen == table.n and now < self._next:
            return
        n = table.n
        was = next((note for note in await self.storage.notes(table.name) if note.key == ALARM), None)
        told = msgspec.json.decode(was.body, type=LastTold).told if was is not None else {}
        new, messages = self.plan(told, now)
        due = self._due(new, now)
        changed = was is None or new != told or (was.due != due and not now < was.due <= due)
        if changed and not await self.storage.swap(was, Note(table.name, ALARM, due, encode(LastTold(new)))):
            return  # another process was quicker: look again
        self._seen, self._next = n, due or now + LATER
        for message in messages:
            await self._send(message)

    def plan(self, told: When, now: float) -> tuple[When, list[Message]]:
        """What will have been told after this look, and the messages for it."""
        new: When = {}
        messages = []
        for seat, what in self._matters(now).items():
            before = told.get(seat)
            if before is not None and before[0] == what and (what != "turn" or now < before[1] + AGAIN):
                new[seat] = before
                continue
            new[seat] = (what, now)
            if seat == HOST or not self.table.here(seat):
                messages.append(Message(seat, "again" if before is not None and before[0] == what else what))
        return new, messages

    def _matters(self, now: float) -> dict[int, str]:
        """By seat, what there is to know: a turn, a stand-in, or for the host a time that is over."""
        table = self.table
        if table.closed or not table.playing:
            return {}
        people = table.people()
        matters = {seat: "turn" for seat in self._asked() if seat in people}
        matters |= {seat: "stand_in" for seat, holder in enumerate(table.seats) if holder.stand_in and holder.auto}
        if table.decides == "host" and (due := table.due) is not None and now >= due:
            matters[HOST] = "host"
        return matters

    def _asked(self) -> list[int]:
        """The seats that everybody knows the table waits for."""
        return self.teller.now_seen().waiting(())

    def _due(self, told: When, now: float) -> float:
        """When to look again; 0: not before something happens."""
        if self.table.closed or not self.table.playing:
            return 0.0
        times = [when + AGAIN for what, when in told.values() if what == "turn"]
        if (due := self.table.due) is not None and due > now:
            times.append(due)
        if self.table.match.turn in self.table.bots:
            times.append(now + BOTS)
        return round(min(times, default=now + LATER), 3)

    @property
    def is_busy(self) -> bool:
        """Whether a bot is to move: the table stays, although nobody is there."""
        return self.table.playing and not self.table.closed and self.table.match.turn in self.table.bots

    async def _send(self, message: Message) -> None:
        table = self.table
        sentence = str(customs.catalogue()[f"push.{message.key}"])
        body = encode({"title": table.game.title, "body": sentence, "table": table.name})
        holder = table.host if message.seat == HOST else table.seats[message.seat].token
        here = frozenset(h.token for i, h in enumerate(table.seats) if h.token and table.here(i))
        await self.post.tell(table.name, holder, body, here)


async def put_off(storage: Storage, note: Note) -> None:
    """Look at a table again tomorrow that cannot be read now."""
    await storage.swap(note, Note(note.log, note.key, time.time() + LATER, note.body))
