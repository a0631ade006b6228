"""Decides commands: a command leads to entries to store, or to a refusal with a reason.

These are pure functions of the table and the caller; nothing here waits, stores or sends.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from ... import bots
from ...errors import BadNotation, IllegalMove, ZauberError
from ...games.contract.phrases import Phrase
from ...match import fairness, letter
from ...match.resigning import check_resigning
from ..access.tokens import clean_name, clean_text, token_hash
from ..protocol import commands
from ..protocol.fields import Said
from ..protocol.frames import Reason, Refusal
from . import customs, entries, opening
from .entries import AnyEntry
from .table import HOUSE, Table
from .taking_back import Stands, plies_back


class Refused(ZauberError):
    """A command that is not carried out."""

    seat: int | None = None  # of a new table, whose name is refused

    def __init__(self, reason: Reason, sentence: str, rule: str = "", phrase: Phrase | None = None) -> None:
        super().__init__(sentence)
        self.refusal = Refusal(reason, sentence, rule, Said(phrase.key, dict(phrase.args)) if phrase else None)


@dataclass
class Caller:
    """The permissions of a command's sender, derived from its tokens. The house's bots need no token for their seat."""

    seats: set[int] = field(default_factory=set)
    host: bool = False


Decision = Callable[[Table, Caller, Any], Sequence[AnyEntry]]


def decide(table: Table, caller: Caller, command: Any) -> Sequence[AnyEntry]:
    """The entries that carry the command out, possibly none; raises `Refused`."""
    found = _DECISIONS[type(command)](table, caller, command)
    now = time.time()
    for entry in found:
        entry.t = round(now, 3)
        entry.id = command.id
    return found


# Permissions ------------------------------------------------------------------------------------------------


def _seat(table: Table, seat: int) -> int:
    if seat >= len(table.seats):
        raise Refused("no_such_seat", f"This table has {len(table.seats)} seats: there is no seat {letter(seat)}.")
    return seat


def _own(table: Table, caller: Caller, seat: int) -> int:
    _seat(table, seat)
    if seat not in caller.seats:
        raise Refused("not_your_seat", f"Seat {letter(seat)} is not yours.")
    return seat


def _host(caller: Caller) -> None:
    if not caller.host:
        raise Refused("not_host", "Only the host of the table may do that.")


def _playing(table: Table) -> None:
    if not table.playing:
        key = "why.over" if table.matches else "why.not_begun"
        raise Refused("not_now", str(customs.catalogue()[key]), phrase=Phrase(key))


def _between(table: Table) -> None:
    if table.playing:
        raise Refused("not_now", "That has to wait until the match is over.")
    _settled(table)


def _settled(table: Table) -> None:
    if table.opening is not None:
        raise Refused("not_now", "The match is about to begin: wait a moment.")


# Playing ----------------------------------------------------------------------------------------------------


def play_one(table: Table, caller: Caller, command: commands.Play, action: int) -> list[AnyEntry]:
    """One action of a `play` command."""
    seat = _own(table, caller, command.seat)
    if table.seats[seat].stand_in and not command.id.startswith(HOUSE):
        raise Refused("not_now", "A bot is playing for this seat: take over first.")
    _legal(table, seat, action)
    acted = entries.Acted(s=seat, a=action, id=command.id)
    if table.days is not None:
        acted.t = round(time.time(), 3)
    return [acted]


def actions_of(table: Table, caller: Caller, command: commands.Play) -> list[int]:
    """The actions that a `play` command names."""
    _playing(table)
    seat, at = _own(table, caller, command.seat), command.at
    moved_on = at is not None and at != table.at and not table.same_choice(seat, at)
    if moved_on or (command.match is not None and command.match != table.match_name):
        raise Refused("late", str(customs.catalogue()["why.late"]), phrase=Phrase("why.late"))
    if (command.action is None) + (command.notation is None) + (command.actions is None) != 2:
        raise Refused("bad_message", "A play names an action, a notation or a run of actions, and only one of these.")
    if command.actions is not None:
        return list(command.actions)
    return [_action(table, command)]


def _action(table: Table, command: commands.Play | commands.Why) -> int:
    if command.action is not None:
        return command.action
    try:
        return table.game.parse(command.notation or "")
    except BadNotation as error:
        raise Refused("illegal", error.sentence) from None


def _legal(table: Table, seat: int, action: int) -> None:
    match = table.match
    if action in match.legal(seat):  # empty when the match is over
        return
    _playing(table)
    if not 0 <= action < table.game.rules.ACTIONS:
        raise Refused("illegal", f"There is no action number {action} in {table.game.title}.")
    rule, phrase = table.game.words.why(table.edition.reading, match.position(seat), seat, action)
    raise Refused("illegal", table.game.speaker.say(phrase, table.names, seat), rule, phrase)


def _why(table: Table, caller: Caller, command: commands.Why) -> list[AnyEntry]:
    seat = _own(table, caller, command.seat)
    _playing(table)
    _legal(table, seat, _action(table, command))
    return []


# Undo -------------------------------------------------------------------------------------------------------


def cannot_undo(no: Stands) -> Refused:
    return Refused("cannot_undo", str(no), phrase=Phrase(no.key))


def _undo_offer(table: Table, caller: Caller, command: commands.UndoOffer) -> list[AnyEntry]:
    """Ask to take a move back."""
    seat = _own(table, caller, command.seat)
    _playing(table)
    if table.seats[seat].stand_in:
        raise Refused("not_now", "A bot is playing for this seat: take over first.")
    if table.undo is not None:
        raise Refused("not_now", "That question has been asked already.")
    try:
        count = plies_back(table, seat)
    except Stands as no:
        raise cannot_undo(no) from None
    asked = entries.UndoAsked(seat=seat, count=count)
    others = [other for other in table.people() if other != seat]
    return [asked] if others else [asked, entries.TookBack(count=count)]


def _undo_answer(table: Table, caller: Caller, command: commands.UndoAnswer) -> list[AnyEntry]:
    seat = _own(table, caller, command.seat)
    if table.undo is None:
        raise Refused("not_now", "Nobody asks to take a move back (any more).")
    if seat == table.undo.seat:
        if command.agree:
            raise Refused("not_now", "The others have to agree.")
    elif seat not in table.undo.waiting:
        raise Refused("not_now", "You have answered already.")
    answer = entries.UndoAnswered(seat=seat, agree=command.agree)
    last = command.agree and table.undo.waiting == [seat]
    return [answer, entries.TookBack(count=table.undo.count)] if last else [answer]


# Resigning --------------------------------------------------------------------------------------------------


def _resign(table: Table, caller: Caller, command: commands.Resign) -> list[AnyEntry]:
    seat = _own(table, caller, command.seat)
    _playing(table)
    try:
        check_resigning(len(table.seats))
    except IllegalMove as no:
        raise Refused("not_now", f"{no.sentence} Leave the seat, and a bot plays on for you.") from None
    return [entries.Resigned(seat=seat)]


# Seats ------------------------------------------------------------------------------------------------------


def _take_seat(table: Table, caller: Caller, command: commands.TakeSeat) -> list[AnyEntry]:
    seat = _seat(table, command.seat)
    token = token_hash(cast(str, command.token))
    held, host = table.held_by(token)
    if held == [seat]:
        return []  # a repeated command: the seat is theirs already
    if held or (host and not caller.host):
        raise Refused("taken", "This token opens another seat: make a new one.")
    if table.seats[seat].kind != "free":
        raise Refused("taken", f"Seat {letter(seat)} is taken by {table.seats[seat].name}.")
    name = checked_name(command.name, table, seat)
    sitting = entries.Sitting(seat, name, token, checked_badge(command.symbol), pledge=command.pledge or "")
    return [entries.SatDown(who=sitting)]


def checked_name(name: str, table: Table | None = None, seat: int = -1, others: Sequence[str] = ()) -> str:
    """The normalised name; raises `Refused` if it is not allowed."""
    taken = list(others)
    if table is not None:
        taken += [holder.name for i, holder in enumerate(table.seats) if i != seat and holder.name]
    cleaned = clean_name(name, taken)
    if cleaned is None:
        raise Refused(
            "bad_name",
            "That name does not work: pick one of up to 24 letters that nobody else here has.",
        )
    return cleaned


def checked_for_children(names: Sequence[str] = (), free_text: bool = False) -> None:
    """What a house for children allows: names from its list, and no free text. Raises `Refused`."""
    if any(name not in customs.names() for name in names):
        raise Refused("bad_name", "In this house everybody chooses a name from the list.")
    if free_text:
        raise Refused("not_now", "In this house people talk in its phrases and symbols only.")


def checked_badge(symbol: str | None) -> str:
    """One of the house's badges, or none."""
    if symbol is not None and symbol not in customs.BADGES:
        raise Refused("no_such_thing", "That is not one of the house's badges.")
    return symbol or ""


def _leave_seat(table: Table, caller: Caller, command: commands.LeaveSeat) -> list[AnyEntry]:
    seat = _own(table, caller, command.seat)
    _settled(table)
    return [entries.StoodUp(seat=seat, level=_replacement(table))]


def _replacement(table: Table) -> str:
    """The level that takes over a seat in a running match, which an empty seat would stop."""
    return "thumb" if table.playing else ""


def _set_name(table: Table, caller: Caller, command: commands.SetName) -> list[AnyEntry]:
    seat = _own(table, caller, command.seat)
    name, symbol = checked_name(command.name, table, seat), checked_badge(command.symbol)
    return [entries.Renamed(seat=seat, name=name, symbol=symbol)]


def _pledge(table: Table, caller: Caller, command: commands.Pledge) -> list[AnyEntry]:
    seat = _own(table, caller, command.seat)
    if not table.secret:
        raise Refused("not_now", "Entropy is for the next match; there is no commitment for that one yet.")
    if table.opening is not None:
        raise Refused("not_now", "All pledges are fixed: the match is about to begin.")
    return [entries.Pledged(seat=seat, pledge=command.pledge)]


def _reveal(table: Table, caller: Caller, command: commands.Reveal) -> list[AnyEntry]:
    seat = _own(table, caller, command.seat)
    if table.opening is None:
        raise Refused("not_now", "Entropy is revealed when all pledges are fixed and the match is about to begin.")
    if seat not in table.hidden_entropy():
        raise Refused("not_now", "This seat has revealed its entropy already, or has pledged none.")
    if not opening.fits(table, seat, command.entropy):
        raise Refused("illegal", "That is not the entropy that this seat has pledged.")
    return opening.reveal(table, seat, command.entropy)


def _say(table: Table, caller: Caller, command: commands.Say) -> list[AnyEntry]:
    seat = _own(table, caller, command.seat)
    if sum(part is not None for part in (command.phrase, command.symbol, command.text)) != 1:
        raise Refused("bad_message", "Say a phrase, a symbol or a text, and only one of these.")
    if command.phrase is not None and command.phrase not in customs.phrases():
        raise Refused("no_such_thing", "That is not one of the house's phrases.")
    if command.symbol is not None and command.symbol not in customs.SYMBOLS:
        raise Refused("no_such_thing", "That is not one of the house's symbols.")
    text = ""
    if command.text is not None:
        if not table.free_text:
            raise Refused("not_now", "This table talks in the house's phrases and symbols only.")
        text = clean_text(command.text) or ""
        if not text:
            raise Refused("no_such_thing", "That text holds signs that cannot be shown.")
    return [entries.Talked(seat=seat, phrase=command.phrase or "", symbol=command.symbol or "", text=text)]


# The host ---------------------------------------------------------------------------------------------------


def _start(table: Table, caller: Caller, command: commands.Start) -> list[AnyEntry]:
    _host(caller)
    if table.matches:
        raise Refused("not_now", "The match has begun already; when it is over, ask for a rematch.")
    return _begin(table)


def _rematch(table: Table, caller: Caller, command: commands.Rematch) -> list[AnyEntry]:
    _host(caller)
    if not table.matches or table.playing or not table.secret:
        raise Refused("not_now", "A rematch begins when a match is over.")
    return _begin(table)


def _begin(table: Table) -> list[AnyEntry]:
    free = [letter(i) for i, holder in enumerate(table.seats) if holder.kind == "free"]
    if free:
        raise Refused("not_now", f"Seat {', '.join(free)} is still free: somebody or a bot must take it.")
    _settled(table)
    return opening.open_match(table)


def _swap_seats(table: Table, caller: Caller, command: commands.SwapSeats) -> list[AnyEntry]:
    _host(caller)
    _between(table)
    if sorted(command.order) != list(range(len(table.seats))):
        raise Refused("no_such_seat", "The new order must name every seat once.")
    return [entries.Swapped(order=command.order)]


def _free_seat(table: Table, caller: Caller, command: commands.FreeSeat) -> list[AnyEntry]:
    _host(caller)
    seat = _seat(table, command.seat)
    _settled(table)
    if table.seats[seat].kind == "free":
        raise Refused("not_now", "That seat is free already.")
    if table.seats[seat].kind == "bot" and table.playing:
        raise Refused("not_now", "The bot plays until the match is over.")
    return [entries.StoodUp(seat=seat, by_host=True, level=_replacement(table))]


def _seat_bot(table: Table, caller: Caller, command: commands.SeatBot) -> list[AnyEntry]:
    _host(caller)
    seat = _seat(table, command.seat)
    checked_level(command.level, table.game.name)
    _settled(table)
    if table.seats[seat].kind == "person":
        _playing(table)
    return [entries.BotSeated(seat=seat, level=command.level)]


def checked_level(level: str, game: str) -> str:
    """A bot level that plays the game; raises `Refused` if there is none of that name."""
    try:
        return bots.get(level, game).name
    except bots.BotError as error:
        raise Refused("no_such_thing", str(error)) from None


def _give_back(table: Table, caller: Caller, command: commands.GiveBack) -> list[AnyEntry]:
    seat = _seat(table, command.seat)
    if not caller.host:
        _own(table, caller, seat)
    if not table.seats[seat].stand_in:
        raise Refused("not_now", "No bot stands in for that seat.")
    return [entries.GivenBack(seat=seat)]


def _pace(table: Table, caller: Caller, command: commands.SetPace) -> list[AnyEntry]:
    _host(caller)
    return [entries.Paced(pace=command.pace)]


def prepared() -> entries.Prepared:
    """The secret of the next match."""
    return entries.Prepared(secret=fairness.new_secret().hex(), t=round(time.time(), 3))


_DECISIONS: dict[type, Decision] = {
    commands.Why: _why,
    commands.UndoOffer: _undo_offer,
    commands.UndoAnswer: _undo_answer,
    commands.Resign: _resign,
    commands.TakeSeat: _take_seat,
    commands.LeaveSeat: _leave_seat,
    commands.SetName: _set_name,
    commands.Pledge: _pledge,
    commands.Reveal: _reveal,
    commands.Say: _say,
    commands.Start: _start,
    commands.Rematch: _rematch,
    commands.SwapSeats: _swap_seats,
    commands.FreeSeat: _free_seat,
    commands.SeatBot: _seat_bot,
    commands.GiveBack: _give_back,
    commands.SetPace: _pace,
}


def asker(command: Any) -> int:
    """The seat that a command's id is recorded for; -1 for the host."""
    return -1 if type(command) in _HOST_ONLY else int(command.seat)


_HOST_ONLY = {
    commands.Start, commands.Rematch, commands.SwapSeats, commands.FreeSeat, commands.SeatBot, commands.SetPace,
}  # fmt: skip
