"""Hints for a seat and analyses of finished matches. This runs in a worker process."""

import time
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

import msgspec

from ... import bots, games
from ...bots.advice import advise_from
from ...bots.analysis import Analysis, Progress, analysing
from ...errors import BadRecord, ZauberError
from ...games.compiling.records import record_of
from ...match.kept import edition_like
from ...match.shapes import EditionRecord
from ..protocol.bodies import (
    AnalysisMoment,
    AnalysisProgress,
    AnalysisRequest,
    ChancePoint,
    Hint,
    HintMove,
    MatchAnalysis,
    SeatAnalysis,
)
from .replays import load

ANALYSIS_SECONDS, HEAVY_SECONDS = 8.0, 25.0  # for a match, on a slow or busy machine with larger errors
AT_A_TIME = 0.8  # seconds of an analysis before somebody else has a turn
PROGRESS = b'{"done":'  # how a line begins after which more lines follow
MOST_BEGUN = 4  # analyses that a worker has begun; one that is left longest begins again
SHOWN = 5  # moves in a hint
THINKER = "archmage"


class HintQuestion(msgspec.Struct):
    """What a worker is given: no more than the seat knows."""

    game: str
    edition: EditionRecord
    seats: int
    seat: int
    seen: list[tuple[int, int, bytes]]  # as for a bot: the position, and what led to it in a game with a memory
    moves: list[int]
    names: list[str]
    at: int


def hint(body: bytes) -> bytes:
    """The response to POST /api/tables/{id}/hint."""
    asked = msgspec.msgpack.decode(body, type=HintQuestion)
    game = games.get(asked.game)
    _check_ready(game)
    edition = edition_like(game, asked.edition)
    if edition is None:
        raise ZauberError(f"This edition of {game.title} is another one here.")
    states = [record_of(game.rules.State, data) for _, _, data in asked.seen]
    seen = [
        bots.Seen(actor, action, before, after)
        for before, after, (actor, action, _) in zip(states, states[1:], asked.seen[1:], strict=False)
    ]
    found = advise_from(game, edition, asked.seats, asked.seat, states[-1], asked.moves, asked.names, seen=seen)
    moves = [
        HintMove(one.action, one.notation, one.label, one.share, one.error, one.why, one.reason)
        for one in found[:SHOWN]
    ]
    return msgspec.json.encode(Hint(asked.at, moves))


class Wanted(msgspec.Struct):
    """An analysis, and the body of the request for it."""

    name: str
    body: bytes


class _Begun:
    """An analysis that a worker is at."""

    def __init__(self, body: bytes) -> None:
        match = load(msgspec.json.decode(body, type=AnalysisRequest).record)
        if not match.over:
            raise BadRecord("Only a match that is over is analysed.")
        _check_ready(match.game)
        self.seconds = HEAVY_SECONDS if match.game.heavy else ANALYSIS_SECONDS
        self.steps: Iterator[Progress | Analysis] = analysing(match, seconds=self.seconds)


_begun: OrderedDict[str, _Begun] = OrderedDict()


def analyse_part(wanted: bytes) -> bytes:
    """The next line of the response to POST /api/analysis: how far it is, or the result. Raises `BadRecord`."""
    asked = msgspec.msgpack.decode(wanted, type=Wanted)
    if asked.name not in _begun:
        begun = _begun[asked.name] = _Begun(asked.body)
        while len(_begun) > MOST_BEGUN:
            _begun.popitem(last=False)
        return msgspec.json.encode(AnalysisProgress(0, 1, begun.seconds))
    _begun.move_to_end(asked.name)
    begun, ends = _begun[asked.name], time.monotonic() + AT_A_TIME
    for step in begun.steps:
        if isinstance(step, Analysis):
            del _begun[asked.name]
            return msgspec.json.encode(_told(step))
        if time.monotonic() > ends:
            return msgspec.json.encode(AnalysisProgress(*step, begun.seconds))
    raise AssertionError("an analysis ends with its result")


def _told(found: Analysis) -> MatchAnalysis:
    seats = [
        SeatAnalysis(
            story.seat, [ChancePoint(point.ply, point.share, point.error) for point in story.chances],
            story.start, story.choices, story.others, story.luck, story.result,
            story.start_error, story.choices_error, story.others_error, story.luck_error,
        )
        for story in found.seats
    ]  # fmt: skip
    moments = [
        AnalysisMoment(
            one.since, one.ply, one.seat, one.kind, list(one.before), list(one.after), one.error,
            one.choice, one.chosen, one.better,
        )
        for one in found.moments
    ]  # fmt: skip
    return MatchAnalysis(seats, moments, found.by_turns, found.matches)


def _check_ready(game: Any) -> None:
    if not bots.get(THINKER, game.name).ready(game):
        raise ZauberError(
            f"The search for {game.title} is not compiled on this server yet. Try again in a minute; if that does not "
            "help, the server's log says why."
        )
