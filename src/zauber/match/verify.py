"""Verifies a finished match: recomputes all its chance from the committed secret."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .match import Match
from .record import MatchRecord, read_record


@dataclass(frozen=True)
class ChanceEvent:
    """An action that used chance: its number (0: the set-up), the 16 bytes it was given, what came of it."""

    number: int
    move: str
    bytes: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class Verification:
    """What was checked, in sentences, and every chance event."""

    match: Match
    checks: tuple[str, ...]
    events: tuple[ChanceEvent, ...]


def verify(source: str | bytes | Path | MatchRecord) -> Verification:
    """Check a whole record; the first mismatch raises `BadRecord`."""
    record = source if isinstance(source, MatchRecord) else read_record(source)
    match = Match.load(record)
    events = tuple(_event(match, n) for n in range(len(match.plies) + 1) if match.used_chance(n))
    return Verification(match, tuple(_checks(match, record, events)), events)


def _checks(match: Match, record: MatchRecord, events: tuple[ChanceEvent, ...]) -> list[str]:
    edition = record.edition
    given = "numbers are in the record" if edition.numbers else "numbers come with this program"
    outcome = match.outcome
    times = "once" if len(events) == 1 else f"{len(events)} times"
    end = "The match is not over yet." if outcome is None else f"The result is right: {outcome.sentence}"
    return [
        f"The edition “{edition.name}” has the fingerprint {edition.hash[:16]}…, and its {given}.",
        f"The secret's SHA-256 fingerprint is the commitment {record.commitment}. "
        "Compare this commitment with the one that was shown before the first move.",
        _entropy(match),
        f"All {len(match.plies)} moves are legal where they were made.",
        f"Chance was used {times}, including the set-up; all of it was recomputed from the secret.",
        end,
        "The digest in the record matches the final position.",
    ]


def _entropy(match: Match) -> str:
    """Who contributed entropy, who was left out, and who gave none."""
    added = [seat for seat, given in enumerate(match.entropy) if given]
    if match.pledges is None:
        return f"{len(added)} of {match.seats} seats added entropy of their own; it went into all chance."
    none = [seat for seat, pledged in enumerate(match.pledges) if not pledged]
    parts = [f"The key of all chance is {match._chance.key.hex()}, made of the secret and the seats' entropy."]
    if added:
        parts.append(f"Entropy was given by {_named(match, added)}, each as pledged beforehand.")
    if match.left_out:
        left_out = _named(match, match.left_out)
        parts.append(f"Left out, because the pledged entropy was not revealed in time: {left_out}.")
    if none:
        parts.append(f"No entropy was pledged by {_named(match, none)}.")
    return " ".join(parts)


def _named(match: Match, seats: Sequence[int]) -> str:
    named = [match.names[seat] for seat in seats]
    return " and ".join([", ".join(named[:-1]), named[-1]] if len(named) > 1 else named)


def _event(match: Match, number: int) -> ChanceEvent:
    given = match._chance.bytes_for(number).hex()
    if number == 0:
        return ChanceEvent(0, "set-up", given, (f"The game is set up; {_first(match)} is the first to act.",))
    ply = match.plies[number - 1]
    told = (match._say(phrase, -1) for phrase in match.tell(number, ply.seat))
    return ChanceEvent(number, str(ply), given, tuple(told))


def _first(match: Match) -> str:
    seat = match.at(0).turn
    return "nobody" if seat < 0 else match.names[seat]
