"""The analysis of a match: everybody's chances over time, the moments that mattered, and luck separated from choices.

At each of a seat's decisions the search looks for the best move, from what the seat knew then. That move and the one
that was chosen are then tried out in worlds that had no part in the search: a best move found and measured in the same
worlds would look better than it is. The difference is what the choice gained or, more often, cost. All shares add up to
one (where nobody wins, to nothing), so what a choice costs one seat goes to the others: in equal parts, as an estimate.
All other changes between a seat's decisions come from chance, or from decisions that could not be judged. So for every
seat

    start + choices + others + luck = result

holds exactly, and the standard errors say how certain the division is. There is no hindsight.
"""

import contextlib
import math
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from ..errors import CannotUndo
from ..games.contract.kernel import Array
from .advice import label_of
from .levels import Adviser
from .player import Partner

if TYPE_CHECKING:
    from ..match import Match

WORK = 300_000  # iterations for a whole match
LEAST, MOST = 100, 6000  # iterations for one decision
PACE = 2000.0  # iterations a second, before any have been counted
COUNTED = 3  # decisions after which the pace is known
MOMENTS = 6
CLEAR = 3.0  # standard errors of a swing that is called a moment: a match has so many decisions that 2 would be chance
TOLD = 2  # sentences about what chance did


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
    chosen: str = ""  # in words; "" for luck
    better: str = ""  # in words; "" for luck
    better_notation: str = ""
    told: str = ""  # what chance did, as the seat was told; "" for choices


@dataclass
class SeatStory:
    """The analysis of one seat."""

    seat: int
    chances: list[Chance] = field(default_factory=list)
    start: float = 0.0
    choices: float = 0.0  # what its own choices gained it, compared with the adviser's: mostly less than 0
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
    iterations: int  # for one decision, on average


@dataclass(frozen=True)
class Judged:
    """A decision: the seat's share after the best move and after the chosen one, with standard errors."""

    best: int
    share: float
    error: float
    after: float
    after_error: float
    gain: float  # of the choice, below 0 for a worse one
    gain_error: float

    @classmethod
    def of(cls, best: int, rows: Array, worlds: int) -> "Judged":
        """From the shares in some worlds, the chosen move in the last column; they are paired, and so is the gain. That
        all worlds agree does not make a share certain."""
        means, least = rows.mean(axis=0).tolist(), 0.5 / worlds
        errors = np.maximum(rows.std(axis=0, ddof=1) / math.sqrt(len(rows)), least).tolist()
        gain = rows[:, -1] - rows[:, 0]
        gain_error = max(float(gain.std(ddof=1)) / math.sqrt(len(rows)), least) if rows.shape[1] > 1 else 0.0
        return cls(best, means[0], errors[0], means[-1], errors[-1], float(gain.mean()), gain_error)


@dataclass
class _Pending:
    """A seat's share after its last choice, which was at `ply`, and what the others' choices have given it since."""

    share: float
    error: float
    ply: int
    given: float = 0.0
    given_variance: float = 0.0


class _Allowance:
    """How many iterations each decision gets: its part of what is left of the work, and of the time if that is limited.

    Decisions that cannot be judged cost nothing, so the parts depend on how many of the earlier ones could be.
    """

    def __init__(self, decisions: int, work: int, seconds: float) -> None:
        self.decisions, self.work, self.seconds = decisions, work, seconds
        self.seen = self.judged = self.spent = 0
        self._ends = time.monotonic() + seconds
        self._paces = deque([PACE], COUNTED)

    def part(self) -> int:
        """The iterations for the next decision."""
        expected = max(1.0, (self.decisions - self.seen) * (self.judged + 1) / (self.seen + 1))
        part = (self.work - self.spent) / expected
        if self.seconds:
            part = min(part, max(self._paces) * (self._ends - time.monotonic()) / expected)
        return int(max(LEAST, min(MOST, part)))

    def use(self, iterations: int, judged: bool, seconds: float) -> None:
        """Count a decision."""
        self.seen += 1
        if judged:
            self.judged += 1
            self.spent += iterations
            self._paces.append(iterations / max(seconds, 1e-6))


def analyse(
    match: "Match", work: int = WORK, progress: Callable[[int, int], None] | None = None, seconds: float = 0.0
) -> Analysis:
    """Analyse a match that is over (or the part of one that has been played: then the last estimate is the result).

    `work` is in iterations of the search. With a limit of `seconds` there are fewer on a slow machine.
    """
    stories = [SeatStory(seat) for seat in range(match.seats)]
    partners = [Partner(Adviser, match.at(0), seat) for seat in range(match.seats)]
    decisions = [ply for ply in range(len(match.plies)) if _decides(match, ply)]
    allowance = _Allowance(len(decisions), work, seconds)
    moments: list[Moment] = []
    pending: dict[int, _Pending] = {}
    for number, ply in enumerate(decisions):
        before, done = match.at(ply), match.plies[ply]
        seat, story = done.seat, stories[done.seat]
        iterations, begun = allowance.part(), time.monotonic()
        judged = _judged(partners[seat].at(before), iterations, ply, done.action)
        allowance.use(iterations, judged is not None, time.monotonic() - begun)
        if judged is None:
            story.unjudged += 1
        else:
            story.judged += 1
            if story.chances:
                _luck(match, story, moments, ply, judged.share, judged.error, pending[seat])
            else:
                story.start = judged.share
            story.chances.append(Chance(ply, judged.share, judged.error))
            _choice(match, before, ply, done.action, judged, story, moments)
            _given(stories, pending, seat, judged)
            pending[seat] = _Pending(judged.after, judged.after_error, ply)
        if progress is not None:
            progress(number + 1, len(decisions))
    outcome = match.outcome
    for story in stories:
        fair = 1 / match.seats
        last = pending.get(story.seat, _Pending(fair, 0.0, 0))
        if not story.chances:
            story.start = fair
        if outcome is None:
            story.result = last.share + last.given
        else:
            story.result = outcome.shares[story.seat]
            if match.resigned is None:
                _luck(match, story, moments, len(match.plies), story.result, 0.0, last)
            elif match.resigned == story.seat:  # to resign is a choice, too
                story.choices += story.result - last.share - last.given
            else:
                story.others += story.result - last.share - last.given
            story.chances.append(Chance(len(match.plies), story.result, 0.0))
        story.choices_error **= 0.5
        story.others_error **= 0.5
        start_error = story.chances[0].error if story.chances else 0.0
        story.luck_error = (start_error**2 + story.choices_error**2 + story.others_error**2) ** 0.5
    return Analysis(stories, _greatest(moments), allowance.spent // max(1, allowance.judged))


def _greatest(moments: list[Moment]) -> list[Moment]:
    """The greatest swings in the order of the match; of those that one event made for several seats, the greatest."""
    events: dict[tuple[int, str], Moment] = {}
    for moment in sorted(moments, key=lambda moment: -abs(moment.change)):
        events.setdefault((moment.ply, moment.kind), moment)
    return sorted(list(events.values())[:MOMENTS], key=lambda moment: moment.ply)


def _decides(match: "Match", ply: int) -> bool:
    """Whether action `ply` + 1 was a choice: among several moves, or to act out of turn."""
    before, seat = match.at(ply), match.plies[ply].seat
    return before.turn != seat or len(before.moves) > 1


def _judged(partner: Partner, iterations: int, seed: int, chosen: int) -> Judged | None:
    """A decision, judged from what the seat knew; None if it cannot be judged."""
    match, seat = partner.match, partner.seat
    adviser = partner.informed()
    assert isinstance(adviser, Adviser)
    found = adviser.weigh(match.position(seat), match.moves_of(seat).actions, seed, iterations, chosen)
    return None if found is None else Judged.of(*found)


def _luck(
    match: "Match", story: SeatStory, moments: list[Moment], ply: int, now: float, error: float, last: _Pending
) -> None:
    change = now - last.share - last.given
    error = math.sqrt(error**2 + last.error**2 + last.given_variance)
    story.luck += change
    if abs(change) > CLEAR * error:
        told = [line for n in range(last.ply + 1, ply + 1) for line in _chance_news(match, story.seat, n)]
        moments.append(Moment(ply, story.seat, "luck", change, error, told=" ".join(told[-TOLD:])))


def _chance_news(match: "Match", seat: int, ply: int) -> list[str]:
    """What a seat was told of an action, if it used chance."""
    with contextlib.suppress(CannotUndo):  # nothing is known of the chance before a fork
        if match.used_chance(ply):
            return match.at(ply).news(seat, ply - 1)
    return []


def _given(stories: list[SeatStory], pending: dict[int, _Pending], seat: int, judged: Judged) -> None:
    """Credit what a seat's choice cost it to the others in equal parts, once they have a share to compare with."""
    for other in stories:
        if other.seat != seat and other.seat in pending:
            part, variance = -judged.gain / (len(stories) - 1), (judged.gain_error / (len(stories) - 1)) ** 2
            pending[other.seat].given += part
            pending[other.seat].given_variance += variance
            other.others += part
            other.others_error += variance


def _choice(
    match: "Match", before: "Match", ply: int, chosen: int, judged: Judged, story: SeatStory, moments: list[Moment]
) -> None:
    story.choices += judged.gain
    story.choices_error += judged.gain_error**2
    if judged.gain < -CLEAR * judged.gain_error:
        position = before.position(story.seat)
        labels = [
            label_of(match.game, match.edition, position, story.seat, action, match.names)
            for action in (chosen, judged.best)
        ]
        better = match.game.notation(judged.best)
        moments.append(
            Moment(ply + 1, story.seat, "choice", judged.gain, judged.gain_error, labels[0], labels[1], better)
        )
