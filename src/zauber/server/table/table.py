"""A table: its seats, settings and match, computed by folding the entries of its log.

`Table.fold` applies one entry after another. It has no other effects and cannot fail on stored entries. What may be
stored is decided in `zauber.server.table.decisions`.
"""

from collections import deque
from typing import Any

from ... import games
from ...errors import ZauberError
from ...games.contract.editions import Edition
from ...games.game import Game
from ...match import letter
from ...match.kept import edition_like
from ...match.shapes import EditionRecord
from ..access.tokens import same
from ..protocol.tables import Phase
from . import customs, entries
from .authority import Authority
from .entries import AnyEntry
from .look import looker
from .parts import Actions, Holder, Step, Undo

REMEMBERED_IDS = 64  # command ids remembered per seat, to recognise repeats
REMEMBERED_STEPS = 200  # actions resent to a viewer who comes back
HOUSE = "~"  # prefix for the ids of the house's own moves; no client can send it (see `protocol.fields.CommandId`)
PLEDGED = 2  # the current scheme of chance, with pledged entropy (1 was the old one, with entropy given openly)
DAY = 86_400.0  # seconds
TAKE_BACK = -1  # in place of an action: the last ones were taken back
RESIGN = -2  # in place of an action: the seat resigned


class Table:
    """The state of a table after `n` entries."""

    __slots__ = (  # with so many attributes, Python would make a dict for every table
        "_actions", "_bots", "_by_stand_ins", "_head", "_ids", "_match", "_match_name", "_names", "_played", "at",
        "closed", "compiled", "created", "days", "decides", "edition", "free_text", "game", "hints", "host",
        "last_names", "listed", "matches", "moved", "n", "name", "opening", "over", "pace", "seats", "secret", "steps",
        "takeover", "undo",
    )  # fmt: skip

    def __init__(self, name: str, compiled: bool | None = None) -> None:
        self.name = name
        self.n = 0
        self.compiled = compiled
        self.seats: list[Holder] = []
        self.undo: Undo | None = None
        self.matches = 0
        self.at = 0
        self.over = False  # the match was closed by `Prepared`
        self.closed = False  # by the server's operator
        self.secret = ""  # of the next match (not yet public)
        self.opening: float | None = None  # pledges are fixed, and entropy is revealed until then
        self.moved = 0.0  # by the day: when the time for the turn began
        self.last_names: list[str] = []  # between matches: the seats' names when the last one ended
        self._bots: tuple[int, ...] | None = None
        self._names: list[str] | None = None
        self._match_name: str | None = None
        self.steps: deque[Step] = deque(maxlen=REMEMBERED_STEPS)
        self._ids: list[dict[str, int]] = []  # per seat, the host last: command id → number of its last entry
        self._played: dict[tuple[int, str], int] = {}  # how many actions of a run were played
        self._actions = Actions()  # of this match, until it is played
        self._by_stand_ins: set[int] = set()  # the numbers of this match's actions that stand-ins played
        self._match: Authority | None = None  # played from the actions when it is first asked for

    # Queries ------------------------------------------------------------------------------------------------

    @property
    def playing(self) -> bool:
        """Whether a match is going on."""
        return self.matches > 0 and not self.over and not self.match.over

    @property
    def phase(self) -> Phase:
        """lobby (before the first match), playing, or over (between matches)."""
        if self.matches == 0:
            return "lobby"
        return "playing" if self.playing else "over"

    @property
    def match(self) -> Authority:
        """The match in play, or the last one."""
        if self._match is None:
            self._match = match = self._begin()
            for at, (number, seat, action) in enumerate(self._actions, 1):
                self._carry_out(match, number, at, seat, action)
            self._actions = Actions()
        return self._match

    @property
    def due(self) -> float | None:
        """By the day: when the time for the turn is over; None if the table waits for nobody, or for a bot."""
        if self.days is None or not self.playing or self.match.turn not in self.people():
            return None
        return self.moved + self.days * DAY

    def rest(self) -> None:
        """Drop everything in the match that can be recomputed."""
        if self._match is not None:
            self._match.forget()

    @property
    def match_name(self) -> str:
        """The name of the match in play, or of the last one."""
        if self._match_name is None:
            self._match_name = f"{self.name}.{self.matches}"
        return self._match_name

    @property
    def names(self) -> list[str]:
        """The seats' display names."""
        if self._names is None:
            self._names = [holder.name or f"Seat {letter(i)}" for i, holder in enumerate(self.seats)]
        return self._names

    def here(self, seat: int) -> bool:
        """Whether the person of that seat is connected to any server process."""
        return bool(self.seats[seat].processes)

    def people(self) -> list[int]:
        """The seats that people hold and play themselves."""
        return [i for i, holder in enumerate(self.seats) if holder.kind == "person" and not holder.stand_in]

    def hidden_entropy(self) -> list[int]:
        """The seats that have pledged entropy for the next match and not revealed it."""
        return [i for i, h in enumerate(self.seats) if h.pledge and not h.entropy and not h.left_out]

    @property
    def bots(self) -> tuple[int, ...]:
        """The seats that bots play now."""
        if self._bots is None:
            self._bots = tuple(i for i, holder in enumerate(self.seats) if holder.bot)
        return self._bots

    def held_by(self, token: str) -> tuple[list[int], bool]:
        """The seats that a token's hash gives access to (one or none), and whether it is the host's."""
        return [i for i, h in enumerate(self.seats) if same(h.token, token)], same(self.host, token)

    def number_of(self, who: int, command: str) -> int | None:
        """The number under which a command of that seat (-1: the host) was stored, if it was."""
        return self._ids[who].get(command) if self._ids else None

    def played_by(self, seat: int, command: str) -> int:
        """How many actions a `play` command has played."""
        return self._played.get((seat, command), 1)

    def same_choice(self, seat: int, at: int) -> bool:
        """Whether only others have acted since position `at`, and the seat still has the same legal moves.

        This happens when several seats choose at once, or when somebody acts out of turn without affecting this seat.
        """
        since = [step for step in self.steps if step.at > at]
        if not since or since[0].at != at + 1 or any(step.undone or step.seat == seat for step in since):
            return False
        look = looker(self.game).look(self.edition.record, since[0].before, since[0].before)
        return look.moves(seat) == self.match.legal(seat)

    # Folding ------------------------------------------------------------------------------------------------

    def fold(self, number: int, entry: AnyEntry) -> None:
        """Apply the next entry of the log."""
        if number != self.n + 1:
            raise ZauberError(f"Entry {number} of table {self.name} does not follow entry {self.n}.")
        self.n = number
        _FOLDS[type(entry)](self, entry)
        if type(entry) is not entries.Acted:
            self._bots = self._names = self._match_name = None

    def _remember(self, who: int, command: str) -> None:
        if not command or command.startswith(HOUSE):
            return
        ids = self._ids[who]
        ids.pop(command, None)
        ids[command] = self.n
        if len(ids) > REMEMBERED_IDS:
            oldest = next(iter(ids))
            del ids[oldest]
            self._played.pop((who, oldest), None)

    def _forget_ids(self, who: int) -> None:
        for command in self._ids[who]:
            self._played.pop((who, command), None)
        self._ids[who].clear()

    def _created(self, entry: entries.Created) -> None:
        self.game: Game = games.get(entry.game)
        found = edition_like(self.game, entry.own or EditionRecord(entry.edition, entry.hash, entry.options))
        if found is None:
            raise ZauberError(
                f"Table {self.name} was made with another edition “{entry.edition}” of {self.game.title}."
            )
        self.edition: Edition = found
        self.created, self.host, self.secret = entry.t, entry.host, entry.secret
        self.listed, self.pace, self.free_text, self.takeover = (
            entry.listed,
            entry.pace,
            entry.free_text,
            entry.takeover,
        )
        self.hints, self.days, self.decides = entry.hints, entry.days, entry.decides
        self.seats = [Holder() for _ in range(entry.seats)]
        self._ids = [{} for _ in range(entry.seats + 1)]
        for seat, level in entry.bots.items():
            self._seat_bot(seat, level)
        for sitting in entry.sit:
            self._sit(sitting, entry.t)

    def _sit(self, sitting: entries.Sitting, now: float) -> None:
        if sitting.level:
            holder = Holder("bot", sitting.name, customs.BOT_BADGE, level=sitting.level)
        else:
            holder = Holder("person", sitting.name, sitting.symbol, sitting.token, since=now)
        holder.entropy, holder.pledge = sitting.entropy, sitting.pledge
        self.seats[sitting.seat] = holder

    def _seat_bot(self, seat: int, level: str) -> None:
        taken = {holder.name for holder in self.seats}
        names = [customs.bot_name(seat + i) for i in range(len(customs.BOT_NAMES))]
        name = next((name for name in names if name not in taken), names[0])
        self.seats[seat] = Holder("bot", name, customs.BOT_BADGE, level=level)

    def _sat(self, entry: entries.SatDown) -> None:
        self._sit(entry.who, entry.t)
        self._forget_ids(entry.who.seat)
        self._remember(entry.who.seat, entry.id)

    def _stood(self, entry: entries.StoodUp) -> None:
        if entry.level:
            self._seat_bot(entry.seat, entry.level)
        else:
            self.seats[entry.seat] = Holder()
        self._without(entry.seat)
        self._remember(-1 if entry.by_host else entry.seat, entry.id)

    def _without(self, seat: int) -> None:
        """Cancel an undo request that this seat made or has yet to agree to."""
        if self.undo is None:
            return
        if self.undo.seat == seat:
            self.undo = None
        elif seat in self.undo.waiting:
            self.undo = None  # a new holder cannot agree for the previous one

    def _named(self, entry: entries.Renamed) -> None:
        self.seats[entry.seat].name = entry.name
        self.seats[entry.seat].symbol = entry.symbol or self.seats[entry.seat].symbol
        self._remember(entry.seat, entry.id)

    def _mixed(self, entry: entries.Mixed) -> None:
        self.seats[entry.seat].entropy = entry.value
        self._remember(entry.seat, entry.id)

    def _pledged(self, entry: entries.Pledged) -> None:
        holder = self.seats[entry.seat]
        holder.pledge, holder.entropy = entry.pledge, ""
        self._remember(entry.seat, entry.id)

    def _opened(self, entry: entries.Opened) -> None:
        self.opening = entry.t + entry.seconds
        self._remember(-1, entry.id)

    def _revealed(self, entry: entries.Revealed) -> None:
        self.seats[entry.seat].entropy = entry.value
        self._remember(entry.seat, entry.id)

    def _left_out(self, entry: entries.LeftOut) -> None:
        self.seats[entry.seat].left_out = True

    def _bot(self, entry: entries.BotSeated) -> None:
        if self.seats[entry.seat].kind == "person":
            self.seats[entry.seat].stand_in = entry.level
            self.seats[entry.seat].auto = entry.auto
            self._without(entry.seat)
        else:
            self._seat_bot(entry.seat, entry.level)
        self._remember(-1, entry.id)

    def _given_back(self, entry: entries.GivenBack) -> None:
        self.moved = entry.t
        self.seats[entry.seat].stand_in = ""
        self.seats[entry.seat].auto = False
        self._remember(entry.seat, entry.id)

    def _began(self, entry: entries.Began) -> None:
        self.matches += 1
        self.moved = entry.t
        self.at = 0
        self.over = False
        self.last_names = []
        self.undo = None
        self.steps.clear()
        self._by_stand_ins = set()
        self._actions = Actions()
        self._match = None
        pledged = entry.chance >= PLEDGED
        self._head: dict[str, Any] = {
            "names": tuple(self.names),
            "kinds": tuple(holder.level if holder.kind == "bot" else "person" for holder in self.seats),
            "entropy": tuple(bytes.fromhex(h.entropy) if h.pledge or not pledged else b"" for h in self.seats),
            "pledges": tuple(holder.pledge for holder in self.seats) if pledged else None,
            "secret": bytes.fromhex(self.secret),
        }
        self.secret = ""
        for holder in self.seats:  # used up: the next match needs new entropy
            holder.entropy, holder.pledge, holder.left_out = "", "", False
        if self.opening is None:  # otherwise the command was recorded with the opening
            self._remember(-1, entry.id)
        self.opening = None

    def _begin(self) -> Authority:
        return Authority(self.game, len(self.seats), edition=self.edition, compiled=self.compiled, **self._head)

    def _prepared(self, entry: entries.Prepared) -> None:
        self.secret = entry.secret
        self.last_names = self.names
        self.over = True
        self.undo = None

    def _acted(self, entry: entries.Acted) -> None:
        self.moved = entry.t
        if self.seats[entry.s].stand_in:
            self._by_stand_ins.add(self.n)
        self._change(entry.s, entry.a)
        if entry.id in self._ids[entry.s]:  # one more action of a run
            self._played[entry.s, entry.id] = self.played_by(entry.s, entry.id) + 1
        self._remember(entry.s, entry.id)

    def _took_back(self, entry: entries.TookBack) -> None:
        self.moved = entry.t
        self._change(entry.count, TAKE_BACK)

    def _resigned(self, entry: entries.Resigned) -> None:
        self._change(entry.seat, RESIGN)
        self._remember(entry.seat, entry.id)

    def _change(self, seat: int, action: int) -> None:
        self.at += 1
        self.undo = None
        if self._match is None:
            self._actions.append(self.n, seat, action)
        else:
            self._carry_out(self._match, self.n, self.at, seat, action)

    def _carry_out(self, match: Authority, number: int, at: int, seat: int, action: int) -> None:
        if action == RESIGN:
            match.resign(seat)
            self.steps.append(
                Step(number, self.match_name, at, seat, action, match.ply, False, False, match, resigned=True)
            )
            return
        undone = action == TAKE_BACK
        if undone:
            for step in self.steps:
                if not step.undone and not step.pinned and step.ply > match.ply - seat:
                    step.pin()
        ply = match.take_back(seat) if undone else match.act(seat, action)
        bot = number in self._by_stand_ins
        self.steps.append(Step(number, self.match_name, at, ply.seat, ply.action, ply.number, undone, bot, match))

    def _asked(self, entry: entries.UndoAsked) -> None:
        self.undo = Undo(entry.seat, [seat for seat in self.people() if seat != entry.seat], entry.count)
        self._remember(entry.seat, entry.id)

    def _answered(self, entry: entries.UndoAnswered) -> None:
        if self.undo is not None and entry.agree:
            self.undo.waiting = [seat for seat in self.undo.waiting if seat != entry.seat]
        if self.undo is not None and (not entry.agree or not self.undo.waiting):
            self.undo = None
        self._remember(entry.seat, entry.id)

    def _talked(self, entry: entries.Talked) -> None:
        self._remember(entry.seat, entry.id)

    def _swapped(self, entry: entries.Swapped) -> None:
        for seat, before in enumerate(entry.order):
            if seat != before:
                self.seats[before].pledge = ""  # a pledge names its seat, so it is not valid for another
        self.seats = [self.seats[seat] for seat in entry.order]
        self._ids = [self._ids[seat] for seat in entry.order] + self._ids[-1:]
        self._played.clear()
        self._remember(-1, entry.id)

    def _paced(self, entry: entries.Paced) -> None:
        self.pace = entry.pace
        self._remember(-1, entry.id)

    def _came(self, entry: entries.Came) -> None:
        holder = self.seats[entry.seat]
        holder.processes.add(entry.process)
        holder.since = entry.t

    def _closed(self, entry: entries.Closed) -> None:
        self.closed = True
        self.listed = False

    def _went(self, entry: entries.Went) -> None:
        holder = self.seats[entry.seat]
        holder.processes.discard(entry.process)
        holder.since = entry.t


_FOLDS: dict[type, Any] = {
    entries.Created: Table._created,
    entries.SatDown: Table._sat,
    entries.StoodUp: Table._stood,
    entries.Renamed: Table._named,
    entries.Mixed: Table._mixed,
    entries.Pledged: Table._pledged,
    entries.Opened: Table._opened,
    entries.Revealed: Table._revealed,
    entries.LeftOut: Table._left_out,
    entries.BotSeated: Table._bot,
    entries.GivenBack: Table._given_back,
    entries.Began: Table._began,
    entries.Prepared: Table._prepared,
    entries.Acted: Table._acted,
    entries.TookBack: Table._took_back,
    entries.Resigned: Table._resigned,
    entries.UndoAsked: Table._asked,
    entries.UndoAnswered: Table._answered,
    entries.Talked: Table._talked,
    entries.Swapped: Table._swapped,
    entries.Paced: Table._paced,
    entries.Came: Table._came,
    entries.Went: Table._went,
    entries.Closed: Table._closed,
}
