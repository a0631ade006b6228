"""The conformance suite: random matches that any game, also one written elsewhere, must survive.

`zauber.games.check("papageno")` plays in every edition and number of seats and asserts the contract of
`zauber.games.kernel`. The first break is raised as `BrokenRules`, in a sentence that names the game, the edition, the
seats, the match and the step, so that it can be seen again.
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..errors import BrokenRules, IllegalMove
from .editions import Edition
from .game import Game
from .kernel import HIDDEN, NOBODY
from .phrases import say

PROGRAM_LIMIT = 1000  # the turn limit for programs, where a game's editions have one


@dataclass
class Report:
    """What was played, and what the suite looked at."""

    game: str
    matches: int = 0
    decisions: int = 0
    out_of_turn: int = 0
    longest: int = 0
    settings: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.game}: {self.matches} matches in {len(self.settings)} settings, {self.decisions} decisions"
            f" ({self.out_of_turn} out of turn), the longest of {self.longest}."
        )


def check_game(
    game: Game, matches: int = 3, seed: int = 1, decisions: int = 400, deep: int = 12, compiled: bool = True
) -> Report:
    """Play `matches` random matches in every setting; raise `BrokenRules` at the first break.

    The first `decisions` decisions of each match are looked at one by one (every `deep`-th of them with imagined
    worlds and all unlisted actions); then the match is played to its end. With `compiled`, every step is also made
    by the compiled rules and compared byte for byte.
    """
    report = Report(game.name)
    _check_words(game)
    for number, (edition, seats) in enumerate(itertools.product(settings(game), game.seats)):
        report.settings.append(f"{edition.name} {dict(edition.options)} for {seats}")
        for match in range(matches):
            Trial(game, edition, seats, seed + 1000 * number + match, report, deep, compiled).play(decisions)
    return report


def settings(game: Game) -> Iterator[Edition]:
    """Every edition, and the default edition with each single option changed."""
    limit = {o.key: PROGRAM_LIMIT for o in game.options if o.key == "turn_limit"}
    for name in game.editions:
        yield game.edition(name, limit)
    for option in game.options:
        if not option.whole:
            for choice in list(option.choices)[1:]:
                yield game.edition("", {**limit, option.key: choice})


def _check_words(game: Game) -> None:
    texts = [text for text in game.notations if text]
    if len({text.casefold() for text in texts}) != len(texts):
        raise BrokenRules(f"{game.name}: two actions have the same notation.")
    for action, text in enumerate(game.notations):
        if text and game.parse(text) != action:
            raise BrokenRules(f"{game.name}: “{text}” is not read back as action {action}.")
    if (game.interpreted.bound(game.edition().record, game.seats[0]) == 0) != bool(game.rules.ENDLESS):
        raise BrokenRules(f"{game.name}: state a bound, or in ENDLESS the reason why there is none.")


class Trial:
    """One random match, looked at closely."""

    def __init__(
        self, game: Game, edition: Edition, seats: int, seed: int, report: Report, deep: int, compiled: bool
    ) -> None:
        self.game, self.edition, self.seats, self.seed, self.report = game, edition, seats, seed, report
        self.e = edition.record
        self.deep = deep
        self.plain: SimpleNamespace = game.interpreted
        self.f: SimpleNamespace = game.compiled if compiled else game.interpreted
        self.dice = np.random.default_rng(seed)
        self.step = 0
        self.s = game.new_state()
        self.f.sow(self.s, seed, 0)
        self.f.setup(self.e, self.s, seats)
        self.options = np.zeros(game.rules.MOST_MOVES, np.int32)
        self.bound = int(self.f.bound(self.e, seats))

    def require(self, holds: bool, what: str) -> None:
        """Raise when something does not hold."""
        if not holds:
            where = f"{self.game.name}, {self.edition.name} {dict(self.edition.options)}, {self.seats} seats"
            raise BrokenRules(f"{where}, match {self.seed}, step {self.step}: {what}")

    def play(self, closely: int) -> None:
        """Play to the end, the first decisions under the glass."""
        self.look_at_position()
        while self.s.turn != NOBODY and self.step < closely:
            self.one_step()
            self.step += 1
        while self.s.turn != NOBODY:
            self.quick_step()
            self.step += 1
        self.look_at_end()
        self.report.matches += 1
        self.report.decisions += self.step
        self.report.longest = max(self.report.longest, self.step)

    # One decision ------------------------------------------------------------------------------------------------

    def moves_of(self, state: Any, seat: int) -> list[int]:
        """The legal actions of a seat."""
        n = self.f.moves(self.e, state, seat, self.options)
        return [int(action) for action in self.options[:n]]

    def one_step(self) -> None:
        """Choose an action of any seat that has one, look at it from all sides, and make it."""
        s = self.s
        before = s.tobytes()
        lists = {seat: self.moves_of(s, seat) for seat in range(self.seats)}
        self.require(s.tobytes() == before, "moves() changed the position.")
        self.require(bool(lists[int(s.turn)]), "the seat that the table waits for has no move.")
        for seat, options in lists.items():
            self.require(options == sorted(set(options)), f"the moves of seat {seat} are not in ascending order.")
            self.require(all(0 <= a < self.game.rules.ACTIONS for a in options), "an action is out of range.")
        seat = int(s.turn)
        if self.dice.random() < 0.2:
            seat = int(self.dice.choice([i for i, options in lists.items() if options]))
        self.report.out_of_turn += seat != s.turn
        action = int(self.dice.choice(lists[seat]))
        closely = self.step % self.deep == 0
        if closely:
            self.look_at_unlisted(lists)
            self.look_at_knowledge(lists)
            self.look_at_symmetry(seat, action)
        self.make(seat, action, closely)
        self.look_at_position()

    def make(self, seat: int, action: int, closely: bool) -> None:
        """Apply the action: the same twice over, interpreted and compiled, and told to everybody."""
        before, s = self.s.copy(), self.s
        self.f.apply(self.e, s, seat, action)
        self.require(s.rng.any(), "the random source has run dry.")
        for other in (self.f, self.plain):
            twin = before.copy()
            other.apply(self.e, twin, seat, action)
            self.require(
                twin.tobytes() == s.tobytes(),
                f"action {action} is not carried out alike twice over, interpreted and compiled.",
            )
        if closely:
            self.look_at_both_ways(before, seat, action)
            for viewer in (*range(self.seats), NOBODY):
                self.look_at_telling(before, seat, action, viewer)

    def quick_step(self) -> None:
        """A random decision without a closer look."""
        n = self.f.moves(self.e, self.s, self.s.turn, self.options)
        self.require(n > 0, "the seat that the table waits for has no move.")
        self.f.apply(self.e, self.s, self.s.turn, int(self.options[self.dice.integers(n)]))
        self.require(not self.bound or self.step < self.bound, f"the match is longer than its bound of {self.bound}.")

    def look_at_both_ways(self, before: Any, seat: int, action: int) -> None:
        """Every function of the contract gives the same, interpreted and compiled, for one viewer or another."""
        viewer = int(self.dice.integers(-1, self.seats))
        results = []
        for f in (self.f, self.plain):
            hidden = before.copy()
            f.conceal(self.e, hidden, viewer)
            imagined = hidden.copy()
            f.sow(imagined, self.seed, self.step)
            f.imagine(self.e, imagined, viewer)
            seen = f.witness(self.e, before, seat, action, viewer)
            seat_sees = np.zeros(self.game.observation_size, np.float32)
            f.observe(self.e, before, seat, seat_sees)
            listed = self.options[: f.moves(self.e, before, seat, self.options)].copy()
            known = before.copy()
            f.conceal(self.e, known, seat)
            f.sow(known, self.seed, self.step)
            advice = f.advise(self.e, known, seat, listed, len(listed))
            results.append(
                (
                    imagined.tobytes(),
                    seen,
                    seat_sees.tobytes(),
                    listed.tobytes(),
                    advice,
                    f.account(self.e, before),
                )
            )
        self.require(results[0] == results[1], f"interpreted and compiled differ for viewer {viewer}.")

    # What is looked at -------------------------------------------------------------------------------------------

    def look_at_position(self) -> None:
        """Every card and piece is there, and the table waits for a seat that exists."""
        fault = self.f.account(self.e, self.s)
        self.require(fault == 0, f"account() finds fault {fault}.")
        self.require(-1 <= self.s.turn < self.seats == self.s.seats, "turn or seats is out of range.")
        self.require(not self.bound or self.step <= self.bound, f"the match is longer than its bound of {self.bound}.")

    def look_at_unlisted(self, lists: dict[int, list[int]]) -> None:
        """The checked entry takes what is listed and refuses everything else with a rule and a sentence."""
        for seat, options in lists.items():
            unlisted = np.setdiff1d(np.arange(-1, self.game.rules.ACTIONS + 1), options)
            for action in self.dice.choice(unlisted, min(6, len(unlisted)), replace=False):
                try:
                    self.game.check_move(self.e, self.s, seat, int(action))
                except IllegalMove as refusal:
                    self.require(bool(refusal.sentence), f"action {action} is refused without a sentence.")
                else:
                    self.require(False, f"action {action} of seat {seat} is not listed, but accepted.")
            for action in options[:6]:
                self.game.check_move(self.e, self.s, seat, action)
                label = self.game.words.label(self.e, self.concealed(self.s, seat), seat, action)
                self.require(bool(say(self.game.catalogue, label)), f"action {action} has no label.")

    def concealed(self, state: Any, viewer: int) -> Any:
        """A copy of the position as that viewer knows it."""
        copy = state.copy()
        self.f.conceal(self.e, copy, viewer)
        return copy

    def observation(self, state: Any, seat: int) -> bytes:
        """What a learner on that seat is given."""
        out = np.zeros(self.game.observation_size, np.float32)
        self.f.observe(self.e, state, seat, out)
        self.require(bool(np.isfinite(out).all()), "an observation is not finite.")
        return out.tobytes()

    def look_at_knowledge(self, lists: dict[int, list[int]]) -> None:
        """Concealing hides, imagining fits, and what a seat is shown depends on what it knows alone."""
        for viewer in (*range(self.seats), NOBODY):
            hidden = self.concealed(self.s, viewer)
            self.require(not hidden.rng.any(), "conceal() leaves the random source.")
            again = self.concealed(hidden, viewer)
            self.require(again.tobytes() == hidden.tobytes(), f"concealing twice differs for viewer {viewer}.")
            view = self.game.words.view(self.e, hidden, viewer)
            self.game.words.text(self.e, hidden, viewer, [f"Seat {i}" for i in range(self.seats)])
            for world in range(2):
                imagined = hidden.copy()
                self.f.sow(imagined, self.seed, 7 * self.step + world)
                self.f.imagine(self.e, imagined, viewer)
                fault = self.f.account(self.e, imagined)
                self.require(fault == 0, f"imagine() for viewer {viewer} gives a world with fault {fault}.")
                back = self.concealed(imagined, viewer)
                self.require(
                    back.tobytes() == hidden.tobytes(),
                    f"an imagined world does not fit what viewer {viewer} knows.",
                )
                self.require(self.game.words.view(self.e, back, viewer) == view, "two worlds give different views.")
                if viewer != NOBODY:
                    seen = self.observation(hidden, viewer)
                    self.require(
                        seen == self.observation(imagined, viewer) == self.observation(self.s, viewer),
                        f"the observation of seat {viewer} depends on what it does not know.",
                    )
                    self.require(
                        self.moves_of(hidden, viewer) == self.moves_of(imagined, viewer) == lists[viewer],
                        f"the moves of seat {viewer} depend on what it does not know.",
                    )
            if viewer != NOBODY and lists[viewer]:
                self.look_at_advice(hidden, viewer, lists[viewer])

    def look_at_advice(self, hidden: Any, seat: int, options: list[int]) -> None:
        """Advice is one of the options."""
        copy = hidden.copy()
        self.f.sow(copy, self.seed, self.step)
        choice = self.f.advise(self.e, copy, seat, np.array(options, np.int32), len(options))
        self.require(int(choice) in options, f"advise() gives {choice}, which is not legal.")
        copy.rng[:] = 0
        self.require(copy.tobytes() == hidden.tobytes(), "advise() changed the position.")

    def look_at_telling(self, before: Any, seat: int, action: int, viewer: int) -> None:
        """Every event can be said, and is told from concealed records alone."""
        seen = int(self.f.witness(self.e, before, seat, action, viewer))
        self.require(seen in (action, HIDDEN), "witness() shows another action.")
        self.require(viewer != seat or seen == action, "a seat does not see its own action.")
        phrases = self.game.words.tell(
            self.e, self.concealed(before, viewer), self.concealed(self.s, viewer), seat, seen, viewer
        )
        self.require(bool(phrases), f"nothing is told of action {action} to viewer {viewer}.")
        for phrase in phrases:
            say(self.game.catalogue, phrase, [f"Seat {i}" for i in range(self.seats)], viewer)

    def look_at_symmetry(self, seat: int, action: int) -> None:
        """Moving every seat one place on moves everything that follows one place on."""
        if self.game.rules.ASYMMETRIC:
            return
        here = self.s.copy()
        there = self.turned(self.s)
        self.f.apply(self.e, here, seat, action)
        other = self.f.turned(self.e, action, 1, self.seats)
        self.f.apply(self.e, there, (seat + 1) % self.seats, other)
        self.require(self.turned(here).tobytes() == there.tobytes(), f"action {action} treats the seats unequally.")

    def turned(self, state: Any) -> Any:
        """The position with every seat moved one place clockwise."""
        copy = state.copy()
        for name in self.game.rules.SEAT_AXES:
            copy[name][: self.seats] = np.roll(state[name][: self.seats], 1, axis=0)
        for name in self.game.rules.SEAT_VALUES:
            values = np.asarray(state[name])
            copy[name] = np.where(values >= 0, (values + 1) % self.seats, values)
        return copy

    def look_at_end(self) -> None:
        """Nobody may move, the shares add up, and the end is explained."""
        for seat in range(self.seats):
            self.require(not self.moves_of(self.s, seat), "a seat may still move after the end.")
        shares = np.zeros(max(self.game.seats), np.float32)
        self.f.outcome(self.e, self.s, shares)
        total = float(shares.sum())
        self.require(abs(total - 1) < 1e-5 or total == 0, f"the shares of the win add up to {total}.")
        self.require(bool(shares.min() >= 0), "a share of the win is negative.")
        say(
            self.game.catalogue,
            self.game.words.ending(self.e, self.s),
            [f"Seat {i}" for i in range(self.seats)],
        )
