"""Replays records for the replay page, and verifies them.

This runs in a worker process, because a record is untrusted and may be long.
"""

from typing import Any

import msgspec

from ...errors import BadRecord
from ...games.contract.kernel import HIDDEN, NOBODY, Record
from ...games.contract.phrases import Phrase
from ...match import read_record, verify
from ...match.resigning import RESIGNS
from ..protocol.bodies import Check, Replay, ReplayFrame, ReplayRequest, Verified
from ..protocol.encoding import encode
from ..protocol.fields import Said
from ..protocol.tables import Ending
from ..table.authority import Authority
from ..table.summary import fairness_of

MOST_MOVES = 20_000
OPEN = "open"


def replay(body: bytes) -> bytes:
    """The response to POST /api/replay. Raises `BadRecord`."""
    asked = msgspec.json.decode(body, type=ReplayRequest)
    match = load(asked.record)
    if isinstance(asked.viewer, int) and asked.viewer >= match.seats:
        raise BadRecord(f"The match has {match.seats} seats.")
    last = min(asked.first + asked.count, match.ply + 1)
    seen = _Seen(match, asked.viewer)
    frames = [seen.frame(ply) for ply in range(asked.first, last)]
    answer = Replay(
        game=match.game.name,
        title=match.game.title,
        edition=match.edition.name,
        options=dict(match.edition.options),
        seats=match.seats,
        names=list(match.names),
        plies=match.ply,
        viewer=asked.viewer,
        frames=frames,
        outcome=_outcome(match),
        fairness=fairness_of(match),
        record=match.record() if match.over else None,
    )
    return encode(answer)


def check(body: bytes) -> bytes:
    """The response to POST /api/verify. A record that fails verification is a regular response, not an error."""
    record = msgspec.json.decode(body)
    given = record.get("record") if isinstance(record, dict) else None
    try:
        found = verify(_read(given))
    except BadRecord as error:
        return msgspec.json.encode(Verified(False, str(error), [Check("record", False, str(error))]))
    whats = ("edition", "secret", "entropy", "moves", "chance", "result", "digest")
    checks = [Check(whats[i] if i < len(whats) else "more", True, text) for i, text in enumerate(found.checks)]
    key = found.match.key if found.match.over else None
    return msgspec.json.encode(Verified(True, "Everything holds: the match was fair.", checks, key))


def _read(given: Any) -> Any:
    if isinstance(given, str):
        record = read_record(given)
    elif isinstance(given, dict):
        record = read_record(msgspec.json.encode(given))
    else:
        raise BadRecord("A record is a JSON object or a text.")
    if len(record.moves) > MOST_MOVES:
        raise BadRecord(f"The record has more than {MOST_MOVES:,} moves: too long to be shown here.")
    return record


def load(given: Any) -> Authority:
    """Load the match of an untrusted record."""
    return Authority.load(_read(given))


def _outcome(match: Authority) -> Ending | None:
    outcome = match.outcome
    if outcome is None:
        return None
    phrase = match.ending
    said = Said(phrase.key, dict(phrase.args))
    return Ending(list(outcome.shares), list(outcome.winners), said, outcome.sentence)


class _Seen:
    """A finished match as seen by one seat, by a spectator, or with everything revealed."""

    def __init__(self, match: Authority, viewer: int | str | None) -> None:
        self.match = match
        self.open = viewer == OPEN
        self.viewer = viewer if isinstance(viewer, int) else NOBODY

    def frame(self, ply: int) -> ReplayFrame:
        match = self.match
        after = self._position(ply)
        seat, action, phrases = None, None, []
        if ply:
            done = match.plies[ply - 1]
            viewer = done.seat if self.open else self.viewer
            seen = self._seen(ply, done.seat, done.action)
            seat, action = done.seat, None if seen == HIDDEN else match.game.notation(seen)
            before = self._position(ply - 1)
            phrases = match.game.tell(match.edition.reading, before, after, done.seat, seen, viewer, match.notes(ply))
        turn = int(after.turn)
        if match.resigned is not None and ply == match.ply:
            turn = NOBODY
            phrases = [*phrases, Phrase(RESIGNS, {"who": match.resigned})]
        return ReplayFrame(
            ply,
            seat,
            action,
            [Said(phrase.key, dict(phrase.args)) for phrase in phrases],
            " ".join(match._say(phrase, self.viewer) for phrase in phrases),
            match.game.words.view(match.edition.reading, after, self.viewer),
            None if turn == NOBODY else turn,
            turn == NOBODY,
        )

    def _position(self, ply: int) -> Record:
        return self.match.truth_at(ply) if self.open else self.match.position(self.viewer, ply)

    def _seen(self, ply: int, seat: int, action: int) -> int:
        if self.open:
            return action
        before, e = self.match.truth_at(ply - 1), self.match.edition.record
        return int(self.match.rules.witness(e, before, seat, action, self.viewer))
