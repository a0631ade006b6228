"""The analysis of a match that is over: everybody's chances over time, the turns that mattered, luck and choices apart.

Chances are those that somebody would give who sees everything that is hidden: from the true position the match is
played on many times by rule of thumb, with new chance, and every such match gives a share to each seat. So the chances
of all seats add up to one at every moment (where nobody wins, to less).

A choice is judged without that hindsight, from what the seat knew and remembered: in worlds that it thought possible,
matches go on after its move and after the one of the rule of thumb, and the difference is what the choice gained, for
it and for all others. Everything else that changes the chances is luck: what was drawn and thrown, and what nobody
could know. So for every seat

    start + choices + others + luck = result

holds exactly, and over all seats each of the middle three adds up to nothing (to very little where nobody may win). In
a game with a player of its own, whose turns are long rows of small strokes, a whole turn counts as a choice.
"""

import contextlib
import math
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from ..errors import CannotUndo, ZauberError
from ..games.contract.kernel import Array, Record
from .advice import label_of
from .levels import Adviser
from .own import own_players
from .player import Partner
from .search import Search, SearchSettings

if TYPE_CHECKING:
    from ..match import Match

WORK = 60_000  # matches that are played on
LEAST = 16  # from every position, and in so many worlds for every choice, however little time there is
FIRST = 0.6  # the part of the work for the whole match; the rest is for the turns that changed most
CLOSER = 8  # such turns
MOMENTS = 3
CLEAR = 3.0  # standard errors of a change that is called a moment: a match has so many turns that 2 would be chance
GREAT = 0.08  # the least change that is called one
WEIGHED = 1500  # iterations of the search for a better move
PAUSE = 0.25  # seconds between reports
WORLDS = 1 << 33  # numbers of imagined worlds begin here, beyond those of the true positions
SLIP = 0.02  # the least loss for which a better move is looked for


Kind = Literal["choice", "luck", "turn"]


class Progress(NamedTuple):
    """How much of the work is done."""

    done: int
    of: int


@dataclass(frozen=True)
class EstimatedShare:
    """A seat's estimated share after `ply` actions, and the standard error."""

    ply: int
    share: float
    error: float


@dataclass(frozen=True)
class Moment:
    """A turn (the actions after `since` up to `ply`, all by `seat`) that changed the chances of all.

    Its kind says what did it: a "choice" of that seat, "luck", or in games whose single strokes are not judged the
    whole "turn". `choice` is the action (from 1) with the choice in question; `better` is what the search would have
    played there, if that is clearly better.
    """

    since: int
    ply: int
    seat: int
    kind: Kind
    before: tuple[float, ...]
    after: tuple[float, ...]
    error: float  # of the greatest change
    choice: int = 0
    chosen: str = ""
    better: str = ""
    better_notation: str = ""


@dataclass
class SeatStory:
    """The analysis of one seat."""

    seat: int
    chances: list[EstimatedShare] = field(default_factory=list)
    start: float = 0.0
    choices: float = 0.0  # what its own choices gained it, compared with the rule of thumb's
    others: float = 0.0  # what the choices of the others gave it
    luck: float = 0.0
    result: float = 0.0
    start_error: float = 0.0  # standard errors
    choices_error: float = 0.0
    others_error: float = 0.0
    luck_error: float = 0.0


@dataclass(frozen=True)
class Analysis:
    """A whole match. With `by_turns` whole turns were judged, and nothing is called luck."""

    seats: list[SeatStory]
    moments: list[Moment]
    by_turns: bool
    matches: int  # that were played on


class _Mean:
    """A mean of rows with a number for each seat, and its standard error."""

    def __init__(self, seats: int) -> None:
        self.n, self._sum, self._squares = 0, np.zeros(seats), np.zeros(seats)

    def add(self, row: Array) -> None:
        self.n += 1
        self._sum += row
        self._squares += row * row

    @property
    def mean(self) -> Array:
        return self._sum / max(1, self.n)

    @property
    def variance(self) -> Array:
        """Of the mean. That all matches ended alike does not make it certain."""
        n = max(2, self.n)
        spread = (self._squares - self._sum**2 / n) / (n - 1)
        return np.maximum(spread / n, (0.5 / n) ** 2)


class _Known(_Mean):
    """A share that is certain: how the match ended."""

    def __init__(self, shares: Iterable[float]) -> None:
        super().__init__(0)
        self._is = np.array(list(shares))

    @property
    def mean(self) -> Array:
        return self._is

    @property
    def variance(self) -> Array:
        return np.zeros(len(self._is))


class _Choice(_Mean):
    """An action that is not the usual one, and what it gave each seat in comparison."""

    def __init__(self, seats: int, ply: int, seat: int, known: Record, action: int, usual: int | None) -> None:
        super().__init__(seats)
        self.ply, self.seat, self.known, self.action, self.usual = ply, seat, known, action, usual


@dataclass
class _Turn:
    """The actions after `since` up to `ply`, all by one seat."""

    since: int
    ply: int
    seat: int
    choices: list[_Choice] = field(default_factory=list)


def analyse(
    match: "Match", work: int = WORK, progress: Callable[[int, int], None] | None = None, seconds: float = 0.0
) -> Analysis:
    """Analyse a match that is over. `work` is how many matches are played on; with a limit of `seconds` there are fewer
    on a slow machine."""
    for step in analysing(match, work, seconds):
        if isinstance(step, Analysis):
            return step
        if progress is not None:
            progress(*step)
    raise AssertionError("an analysis ends with its result")


def analysing(match: "Match", work: int = WORK, seconds: float = 0.0) -> Iterator[Progress | Analysis]:
    """The same, step by step: how much is done, several times a second, and the result at last."""
    if not match.over:
        raise ZauberError("Only a match that is over can be analysed: what is hidden stays hidden until then.")
    yield from _Analyst(match, work, seconds).steps()


class _Analyst:
    def __init__(self, match: "Match", work: int, seconds: float) -> None:
        self.match, self.work, self.seconds = match, work, seconds
        self.rules, self.e = match.game.compiled, match.edition.record
        own = next(iter(own_players(match.game).values()), None)
        self.mind: Any = own.new_mind() if own else None
        self.search = None if own else Search(match.game, match.edition, 0, SearchSettings(open=True, depth=0))
        self.turns = turns_of(match)
        self.values: dict[int, _Mean] = {0: _Mean(match.seats)}
        self.open: dict[int, Record] = {}
        self.spent = 0
        self.last, self.resigned = len(match.plies), match.resigned
        assert match.outcome is not None
        self.ended = _Known(match.outcome.shares)
        self._begun = self._told = time.monotonic()

    def steps(self) -> Iterator[Progress | Analysis]:
        for place in {turn.since for turn in self.turns}:
            self.values[place], self.open[place] = _Mean(self.match.seats), self.match.open_position(place)
        if self.resigned is not None:
            self.values[self.last], self.open[self.last] = _Mean(self.match.seats), self.match.open_position(self.last)
        else:
            self.values[self.last] = self.ended
        if self.mind is None:
            yield from self._find_choices()
        more = LEAST
        while self.spent < FIRST * self.work or more == LEAST:
            yield from self._pass(self.turns, more, more > LEAST)
            if self._late:
                break
            more = 2 * LEAST
        closest = sorted(self.turns, key=lambda turn: -abs(self._change(turn)).max())[:CLOSER]
        while self.spent < self.work and closest and not self._late:
            yield from self._pass(closest, 2 * LEAST, True)
        yield self._result()

    @property
    def _late(self) -> bool:
        return self.seconds > 0 and time.monotonic() - self._begun > self.seconds

    def _progress(self) -> Progress | None:
        """How far it is, if that has not been told for a while."""
        now = time.monotonic()
        if now - self._told < PAUSE:
            return None
        self._told = now
        timed = self.work * (now - self._begun) / self.seconds if self.seconds else 0
        return Progress(min(self.work, round(max(self.spent, timed))), self.work)

    def _find_choices(self) -> Iterator[Progress]:
        """What was not what the rule of thumb does, with what the seat knew and remembered."""
        partners = [Partner(Adviser, self.match.at(0), seat) for seat in range(self.match.seats)]
        for turn in self.turns:
            for ply in range(turn.since, turn.ply):
                if told := self._progress():
                    yield told
                before, seat, action = self.match.at(ply), turn.seat, self.match.plies[ply].action
                moves, usual = before.moves_of(seat).actions, None
                if before.turn == seat and len(moves) == 1:
                    continue
                adviser = partners[seat].at(before).informed()
                assert isinstance(adviser, Adviser)
                known = adviser.recalled(before.position(seat))
                if before.turn == seat:
                    usual = adviser.usual(known, moves)
                if usual != action:
                    turn.choices.append(_Choice(self.match.seats, ply, seat, known, action, usual))

    def _pass(self, turns: list[_Turn], more: int, timed: bool) -> Iterator[Progress]:
        """More matches for these turns."""
        for place in sorted({place for turn in turns for place in (turn.since, turn.ply)} & self.open.keys()):
            for _ in range(more):
                self._play(place)
                if told := self._progress():
                    yield told
                if timed and self._late:
                    return
        for choice in (choice for turn in turns for choice in turn.choices):
            for _ in range(more):
                self._compare(choice)
                if told := self._progress():
                    yield told
                if timed and self._late:
                    return

    def _play(self, place: int) -> None:
        value = self.values[place]
        value.add(self._shares(self.open[place], place, value.n))

    def _compare(self, choice: _Choice) -> None:
        """In one world more that the seat thought possible: after its choice, and after the usual move."""
        number = WORLDS + choice.n
        world = choice.known.copy()
        self.rules.sow(world, choice.ply, number)
        self.rules.imagine(self.e, world, choice.seat)
        rows = []
        for action in (choice.action, choice.usual):
            then = world.copy()
            self.rules.sow(then, choice.ply, number + 1)
            if action is not None:
                self.rules.apply(self.e, then, choice.seat, action)
            rows.append(self._shares(then, choice.ply, number))
        choice.add(rows[0] - rows[1])

    def _shares(self, position: Record, seed: int, number: int) -> Array:
        self.spent += 1
        if self.search is not None:
            return self.search.play_on(position, seed, number)
        shares: Array = self.mind.play_on(self.e, position, seed, number)
        return shares

    def _change(self, turn: _Turn) -> Array:
        return self.values[turn.ply].mean - self.values[turn.since].mean

    # The result -------------------------------------------------------------------------------------------------------

    def _result(self) -> Analysis:
        seats, places = self.match.seats, sorted(self.values)
        stories = [SeatStory(seat) for seat in range(seats)]
        own, others = np.zeros(seats), np.zeros(seats)
        own_variance, others_variance = np.zeros(seats), np.zeros(seats)
        for turn in self.turns:
            given, variance = self._given(turn)
            mine = np.arange(seats) == turn.seat
            own, own_variance = own + given * mine, own_variance + variance * mine
            others, others_variance = others + given * ~mine, others_variance + variance * ~mine
        if self.resigned is not None:  # to resign is a choice, too
            mine, left = np.arange(seats) == self.resigned, self.values[self.last]
            given = self.ended.mean - left.mean
            own, own_variance = own + given * mine, own_variance + left.variance * mine
            others, others_variance = others + given * ~mine, others_variance + left.variance * ~mine
        for seat, story in enumerate(stories):
            for place in places:
                value = self.values[place] if place < self.last else self.ended
                story.chances.append(EstimatedShare(place, float(value.mean[seat]), math.sqrt(value.variance[seat])))
            story.start, story.start_error = story.chances[0].share, story.chances[0].error
            story.result = story.chances[-1].share
            story.choices, story.choices_error = float(own[seat]), math.sqrt(own_variance[seat])
            story.others, story.others_error = float(others[seat]), math.sqrt(others_variance[seat])
            if self.mind is None:
                story.luck = story.result - story.start - story.choices - story.others
                story.luck_error = math.hypot(story.start_error, story.choices_error, story.others_error)
        return Analysis(stories, self._moments(), self.mind is not None, self.spent)

    def _given(self, turn: _Turn) -> tuple[Array, Array]:
        """What the choices of a turn gave each seat, with variances."""
        if self.mind is not None:
            return self._change(turn), self.values[turn.ply].variance + self.values[turn.since].variance
        none = np.zeros(self.match.seats)
        return (
            sum((choice.mean for choice in turn.choices), none),
            sum((choice.variance for choice in turn.choices), none),
        )

    def _moments(self) -> list[Moment]:
        """The turns that changed most, in the order of the match."""
        found: list[tuple[float, Moment]] = []
        for turn in self.turns:
            change = self._change(turn)
            most = int(np.argmax(abs(change)))
            before, after = self.values[turn.since], self.values[turn.ply]
            error = math.sqrt(before.variance[most] + after.variance[most])
            if abs(change[most]) > max(GREAT, CLEAR * error):
                told = [tuple(value.mean.tolist()) for value in (before, after)]
                moment = Moment(turn.since, turn.ply, turn.seat, self._cause(turn), told[0], told[1], error)
                found.append((float(abs(change[most])), moment))
        great = sorted(found, key=lambda one: -one[0])[:MOMENTS]
        return sorted((self._explained(moment) for _, moment in great), key=lambda moment: moment.ply)

    def _cause(self, turn: _Turn) -> Kind:
        """What changed the chances of the seat on turn: for the most part its choices, or luck."""
        if self.mind is not None:
            return "turn"
        given, variance = (float(part[turn.seat]) for part in self._given(turn))
        change = float(self._change(turn)[turn.seat])
        clear = given * change > 0 and abs(given) > CLEAR * math.sqrt(variance)
        # Where nothing was drawn or thrown, luck had no part in it but what the seat could not see.
        most = abs(given) >= abs(change) / 2 or not any(self._used_chance(ply) for ply in range(turn.since, turn.ply))
        return "choice" if clear and most else "luck"

    def _used_chance(self, ply: int) -> bool:
        with contextlib.suppress(CannotUndo):  # nothing is known of the chance before a fork
            return self.match.used_chance(ply + 1)
        return True

    def _explained(self, moment: Moment) -> Moment:
        """With the choice in words that did most, and a clearly better move if there was one."""
        if moment.kind != "choice":
            return moment
        turn = next(turn for turn in self.turns if turn.ply == moment.ply)
        sign = math.copysign(1.0, moment.after[moment.seat] - moment.before[moment.seat])
        choice = max(turn.choices, key=lambda one: sign * one.mean[moment.seat])
        moment = replace(moment, choice=choice.ply + 1, chosen=self._label(choice, choice.action))
        if choice.mean[choice.seat] > -SLIP:
            return moment
        before = self.match.at(choice.ply)
        adviser = Adviser(self.match.game, self.match.edition, self.match.seats, choice.seat)
        moves = before.moves_of(choice.seat).actions
        weighed = adviser.weigh(choice.known.copy(), moves, choice.ply, WEIGHED, choice.action)
        if weighed is None or weighed[0] == choice.action:
            return moment
        best, rows = weighed
        gain = rows[:, 0] - rows[:, -1]
        if gain.mean() <= 2 * gain.std(ddof=1) / math.sqrt(len(gain)):
            return moment
        return replace(moment, better=self._label(choice, best), better_notation=self.match.game.notation(best))

    def _label(self, choice: _Choice, action: int) -> str:
        match = self.match
        position = match.position(choice.seat, choice.ply)
        return label_of(match.game, match.edition, position, choice.seat, action, match.names)


def turns_of(match: "Match") -> list[_Turn]:
    """The match, divided where another seat acts."""
    found: list[_Turn] = []
    for number, ply in enumerate(match.plies):
        if found and found[-1].seat == ply.seat:
            found[-1].ply = number + 1
        else:
            found.append(_Turn(number, number + 1, ply.seat))
    return found
