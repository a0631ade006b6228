"""The phrases of `lobby` frames: what changed at a table, from the house's catalogue."""

from ...games.contract.phrases import Phrase
from . import entries
from .entries import AnyEntry
from .table import Table


def told_in_words(table: Table, entry: AnyEntry) -> Phrase | None:
    """The phrase for an entry that is about to be folded in; None for entries that have their own frames."""
    match entry:
        case entries.Created():
            return Phrase("lobby.created")
        case entries.SatDown():
            return Phrase("lobby.sat", {"who": entry.who.seat})
        case entries.StoodUp():
            key = "lobby.freed" if entry.by_host else "lobby.stood"
            return Phrase(key, {"seat": entry.seat, "name": table.names[entry.seat]})
        case entries.Renamed():
            old = table.names[entry.seat]
            return Phrase("lobby.named", {"seat": entry.seat, "old": old, "name": entry.name})
        case entries.Mixed():
            return Phrase("lobby.mixed", {"who": entry.seat})
        case entries.Pledged():
            return Phrase("lobby.pledged", {"who": entry.seat})
        case entries.Opened():
            return Phrase("lobby.opening")
        case entries.Revealed():
            return Phrase("lobby.revealed", {"who": entry.seat})
        case entries.LeftOut():
            return Phrase("lobby.left_out", {"who": entry.seat})
        case entries.BotSeated():
            return Phrase(_bot_key(table, entry), {"who": entry.seat, "level": entry.level})
        case entries.GivenBack():
            return Phrase("lobby.given_back", {"who": entry.seat})
        case entries.Prepared():
            return Phrase("lobby.over")
        case entries.UndoAsked():
            return Phrase("lobby.undo_asked", {"who": entry.seat})
        case entries.UndoAnswered():
            return Phrase(_answer_key(table, entry), {"who": entry.seat})
        case entries.Swapped():
            return Phrase("lobby.swapped", {"order": entry.order})
        case entries.Paced():
            return Phrase("lobby.pace", {"pace": entry.pace})
        case entries.Came():
            return Phrase("lobby.back", {"who": entry.seat})
        case entries.Went():
            return Phrase("lobby.away", {"who": entry.seat})
        case _:
            return None


def _bot_key(table: Table, entry: entries.BotSeated) -> str:
    if table.seats[entry.seat].kind != "person":
        return "lobby.bot"
    return "lobby.takeover" if entry.auto else "lobby.stand_in"


def _answer_key(table: Table, entry: entries.UndoAnswered) -> str:
    if entry.agree:
        return "lobby.undo_agreed"
    own = table.undo is not None and table.undo.seat == entry.seat
    return "lobby.undo_withdrawn" if own else "lobby.undo_refused"
