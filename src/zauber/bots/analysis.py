"""The analysis of a match: everybody's chances over time, the moments that mattered, and luck separated from choices.

At each of a seat's decisions the search estimates, from what the seat knew then, its share after the best move and
after the move it chose. The difference is what the choice cost. All shares add up to one, so what a choice costs one
seat goes to the others: in equal parts, as an estimate. All other changes between a seat's decisions come from chance.
So for every seat

    start + choices + others + luck = result

holds exactly, and the standard errors say how certain the division is. There is no hindsight.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .advice import label_of
from .levels import Adviser
from .player import Budget, Move, Partner

if TYPE_CHECKING:
    from ..match import Match

WORK = 60_000  # iterations for a whole match
LEAST, MOST = 60, 600  # iterations for one decision
MOMENTS = 6
CLEAR = 2.0  # standard errors that a choice must cost to be called a mistake


@dataclass(frozen=True)
class Chance:
    """A seat's estimated share when it had to decide after `ply` actions, and the standard error."""

    ply: int
    share: float
    error: float


@dataclass(frozen=True)
class Moment:
    """A swing of a seat's chances: by its own choice at action `ply`, or by chance up to that point."""

    ply: int
    seat: int
    kind: str  # "choice" or "luck"
    change: float
    error: float
    chosen: str  # in words; "" for luck
    better: str  # in words; "" where there was nothing clearly better
    better_notation: str = ""


@dataclass
class SeatStory:
    """The analysis of one seat."""

    seat: int
    chances: list[Chance] = field(default_factory=list)
    start: float = 0.0
    choices: float = 0.0  # what its own choices cost it
    others: float = 0.0  # what the choices of the others gave it
    luck: float = 0.0
    result: float = 0.0
    choices_error: float = 0.0  # standard errors
    others_error: float = 0.0
    luck_error: float = 0.0
    judged: int = 0  # its decisions that were judged
    unjudged: int = 0  # the others: what they cost or gained is part of `luck`


@dataclass(frozen=True)
class Analysis:
    """A whole match."""

    seats: list[SeatStory]
    moments: list[Moment]
    iterations: int  # for one decision


def analyse(match: "Match", work: int = WORK, progress: Callable[[int, int], None] | None = None) -> Analysis:
    """Analyse a match that is over (or the part of one that has been played: then the last estimate is the result)."""
    stories = [SeatStory(seat) for seat in range(match.seats)]
    partners = [Partner(Adviser, match.at(0), seat) for seat in range(match.seats)]
    decisions = [ply for ply in range(len(match.plies)) if _decides(match, ply)]
    each = max(LEAST, min(MOST, work // max(1, len(decisions))))
    moments: list[Moment] = []
    pending: dict[int, _Pending] = {}
    for number, ply in enumerate(decisions):
        before, done = match.at(ply), match.plies[ply]
        seat, story = done.seat, stories[done.seat]
        found = partners[seat].at(before).rank(ply, Budget(iterations=each), [done.action])
        by_action = {move.action: move for move in found if move.tried}
        if not by_action:
            story.unjudged += 1
            continue
        story.judged += 1
        chosen = by_action.get(done.action)
        best = max(by_action.values(), key=lambda move: move.share - move.error)
        if chosen is None or chosen.share > best.share:
            best = chosen or best
        chosen = chosen or best
        if not story.chances:
            story.start = best.share
        else:
            _luck(story, moments, ply, best.share, best.error, pending[seat])
        story.chances.append(Chance(ply, best.share, best.error))
        _choice(match, before, ply, chosen, best, story, moments)
        _given(stories, pending, seat, chosen, best)
        pending[seat] = _Pending(chosen.share, chosen.error)
        if progress is not None:
            progress(number + 1, len(decisions))
    outcome = match.outcome
    for story in stories:
        fair = 1 / match.seats
        last = pending.get(story.seat, _Pending(fair, 0.0))
        if not story.chances:
            story.start = fair
        if outcome is None:
            story.result = last.share + last.given
        else:
            story.result = outcome.shares[story.seat]
            _luck(story, moments, len(match.plies), story.result, 0.0, last)
            story.chances.append(Chance(len(match.plies), story.result, 0.0))
        story.choices_error **= 0.5
        story.others_error **= 0.5
        start_error = story.chances[0].error if story.chances else 0.0
        story.luck_error = (start_error**2 + story.choices_error**2 + story.others_error**2) ** 0.5
    moments.sort(key=lambda moment: -abs(moment.change))
    return Analysis(stories, sorted(moments[:MOMENTS], key=lambda moment: moment.ply), each)


def _decides(match: "Match", ply: int) -> bool:
    """Whether action `ply` + 1 was a choice of the seat that the table waited for."""
    before = match.at(ply)
    return before.turn == match.plies[ply].seat and len(before.moves.actions) > 1


@dataclass
class _Pending:
    """A seat's share after its last choice, the error, and what the others' choices have given it since."""

    share: float
    error: float
    given: float = 0.0


def _luck(story: SeatStory, moments: list[Moment], ply: int, now: float, error: float, last: _Pending) -> None:
    change = now - last.share - last.given
    story.luck += change
    moments.append(Moment(ply, story.seat, "luck", change, (error**2 + last.error**2) ** 0.5, "", ""))


def _given(stories: list[SeatStory], pending: dict[int, _Pending], seat: int, chosen: Move, best: Move) -> None:
    """Credit what a seat's choice cost it to the others in equal parts, once they have a share to compare with."""
    part = (best.share - chosen.share) / (len(stories) - 1)
    error = _error(chosen, best) / (len(stories) - 1)
    for other in stories:
        if other.seat != seat and other.seat in pending:
            pending[other.seat].given += part
            other.others += part
            other.others_error += error**2


def _error(chosen: Move, best: Move) -> float:
    return 0.0 if chosen is best else (chosen.error**2 + best.error**2) ** 0.5


def _choice(
    match: "Match", before: "Match", ply: int, chosen: Move, best: Move, story: SeatStory, moments: list[Moment]
) -> None:
    change = chosen.share - best.share
    error = _error(chosen, best)
    story.choices += change
    story.choices_error += error**2
    if change < -CLEAR * error:
        position = before.position(story.seat)
        labels = [
            label_of(match.game, match.edition, position, story.seat, move.action, match.names)
            for move in (chosen, best)
        ]
        better = match.game.notation(best.action)
        moments.append(Moment(ply + 1, story.seat, "choice", change, error, labels[0], labels[1], better))
