"""Hints for a seat and analyses of finished matches. This runs in a worker process."""

from typing import Any

import msgspec

from ... import bots, games
from ...bots.advice import advise
from ...bots.analysis import analyse
from ...errors import BadRecord, ZauberError
from ...games.compiling.records import record_of
from ..protocol.bodies import (
    AnalysisMoment,
    AnalysisRequest,
    ChancePoint,
    Hint,
    HintMove,
    MatchAnalysis,
    SeatAnalysis,
)
from .replays import load

ANALYSIS_SECONDS = 20.0  # for a match, on a slow or busy machine with larger errors
SHOWN = 5  # moves in a hint
THINKER = "archmage"


class Question(msgspec.Struct):
    """What a worker is given: no more than the seat knows."""

    game: str
    edition: str
    options: dict[str, str | int]
    seats: int
    seat: int
    seen: list[tuple[int, int, bytes]]  # as for a bot: the position, and what led to it in a game with a memory
    moves: list[int]
    names: list[str]
    at: int


def hint(body: bytes) -> bytes:
    """The response to POST /api/tables/{id}/hint."""
    asked = msgspec.msgpack.decode(body, type=Question)
    game = games.get(asked.game)
    _check_ready(game)
    edition = game.edition(asked.edition, asked.options)
    states = [record_of(game.rules.State, data) for _, _, data in asked.seen]
    seen = [
        bots.Seen(actor, action, before, after)
        for before, after, (actor, action, _) in zip(states, states[1:], asked.seen[1:], strict=False)
    ]
    found = advise(game, edition, asked.seats, asked.seat, states[-1], asked.moves, asked.names, seen=seen)
    moves = [HintMove(one.action, one.notation, one.label, one.share, one.error, one.why) for one in found[:SHOWN]]
    return msgspec.json.encode(Hint(asked.at, moves))


def analyse_record(body: bytes) -> bytes:
    """The response to POST /api/analysis. Raises `BadRecord`."""
    match = load(msgspec.json.decode(body, type=AnalysisRequest).record)
    if not match.over:
        raise BadRecord("Only a match that is over is analysed.")
    _check_ready(match.game)
    found = analyse(match, seconds=ANALYSIS_SECONDS)
    seats = [
        SeatAnalysis(
            story.seat, [ChancePoint(point.ply, point.share, point.error) for point in story.chances],
            story.start, story.choices, story.others, story.luck, story.result,
            story.choices_error, story.others_error, story.luck_error, story.judged, story.unjudged,
        )
        for story in found.seats
    ]  # fmt: skip
    moments = [_moment(one) for one in found.moments]
    return msgspec.json.encode(MatchAnalysis(seats, moments, found.iterations))


def _moment(one: Any) -> AnalysisMoment:
    return AnalysisMoment(one.ply, one.seat, one.kind, one.change, one.error, one.chosen, one.better, one.told)


def _check_ready(game: Any) -> None:
    if not bots.get(THINKER, game.name).ready(game):
        raise ZauberError(
            f"The search for {game.title} is not compiled on this server yet. Try again in a minute; if that does not "
            "help, the server's log says why."
        )
