"""One random match of the conformance suite, in which every step is checked for every viewer."""

from typing import Any

import numpy as np

from ...errors import BrokenRules, IllegalMove
from ..game import Game
from .disclosure import Disclosure
from .editions import Edition
from .guarded import GUARD, UNTOUCHED, Buffer, CallWatch, Guarded
from .hearing import check_twins
from .kernel import HIDDEN, NOBODY
from .report import Report
from .sayings import Sayings
from .secrets import check_peeking, check_reveals, check_secrets
from .turning import Turning

MOST_DECISIONS = 1_000_000  # the limit for a match without a bound


class Trial:
    """One random match, checked step by step."""

    def __init__(
        self,
        game: Game,
        edition: Edition,
        seats: int,
        seed: int,
        report: Report,
        deep: int,
        compiled: bool = True,
        guarded: Guarded | None = None,
        disclosure: Disclosure | None = None,
    ) -> None:
        self.game, self.edition, self.seats, self.seed, self.report = game, edition, seats, seed, report
        self.e, self.deep, self.step = edition.record, deep, 0
        self.f = guarded or Guarded(game, CallWatch(), compiled)
        self.disclosure = disclosure or Disclosure(game)
        self.turning = Turning(game, self.f, self.e, seats)
        self.say = Sayings(game, self.f, self.e, seats)
        self.viewers = (*range(seats), NOBODY)
        self.dice = np.random.default_rng(seed)
        self.options = Buffer(game.rules.MOST_MOVES, np.int32, "MOST_MOVES")
        self.observed = Buffer(game.observation_size, np.float32, "OBSERVATION")
        self._memory = np.zeros(3, game.rules.State)  # the position, between two guard records that must stay zero
        self.s = self._memory[1]
        self.bound = 0

    def require(self, holds: bool, what: str) -> None:
        """Raise `BrokenRules` if a condition does not hold."""
        if not holds:
            raise BrokenRules(what)

    def play(self, closely: int) -> None:
        """Play to the end; check the first decisions in depth."""
        try:
            self._play(closely)
        except BrokenRules as error:
            where = f"{self.game.name}, {self.edition.name} {dict(self.edition.options)}, {self.seats} seats"
            raise BrokenRules(f"{where}, seed {self.seed}, step {self.step}: {error}") from None

    def _play(self, closely: int) -> None:
        self.set_up()
        self.check_position()
        while self.s.turn != NOBODY and self.step < closely:
            self.one_step()
            self.step += 1
        while self.s.turn != NOBODY:
            self.quick_step()
            self.step += 1
        self.check_end()
        self.f.say_again()
        self.report.matches += 1
        self.report.decisions += self.step
        self.report.longest = max(self.report.longest, self.step)

    def set_up(self) -> None:
        """Set the game up and check that all chance comes from the random source."""
        self.bound = self.f.bound(self.e, self.seats)
        self.require(self.bound >= 0, f"bound() gives {self.bound}.")
        for position in (self.s, twin := self.game.new_state()):
            self.f.sow(position, self.seed, 0)
            self.f.setup(self.e, position, self.seats)
        self.require(twin.tobytes() == self.s.tobytes(), "setup() gives different positions for the same chance.")

    # One decision ------------------------------------------------------------------------------------------------

    def moves_of(self, state: Any, seat: int) -> list[int]:
        """The legal actions of a seat."""
        n = self.f.moves(self.e, state, seat, self.options.cells)
        self.options.check("moves")
        most = len(self.options.cells)
        self.require(0 <= n <= most, f"moves() for seat {seat} says {n}; MOST_MOVES is {most}.")
        return [int(action) for action in self.options.cells[:n]]

    def one_step(self) -> None:
        """Choose an action of any seat that has one, check everything about it, and carry it out."""
        s = self.s
        lists = {seat: self.moves_of(s, seat) for seat in range(self.seats)}
        self.require(bool(lists[int(s.turn)]), f"seat {s.turn}, which the table waits for, has no move.")
        for seat, options in lists.items():
            self.require(options == sorted(set(options)), f"the moves of seat {seat} are not in ascending order.")
            for action in options:
                inside = 0 <= action < self.game.rules.ACTIONS
                self.require(inside, f"action {action} is out of range: ACTIONS is {self.game.rules.ACTIONS}.")
        seat = int(s.turn)
        if self.dice.random() < 0.2:
            seat = int(self.dice.choice([i for i, options in lists.items() if options]))
        self.report.out_of_turn += int(seat != s.turn)
        action = int(self.dice.choice(lists[seat]))
        closely = self.step % self.deep == 0 or self.step == 3  # many matches end before the second of them
        if closely:
            self.check_unlisted(lists)
            self.check_knowledge(lists)
            check_secrets(self, seat, lists[seat])
        self.check_fairness(lists, closely)
        before = s.copy()
        self.make(seat, action, closely)
        self.check_position()
        if closely:
            self.check_symmetry(before, seat, action)

    def make(self, seat: int, action: int, closely: bool) -> None:
        """Apply the action twice, compare the results, and check what every viewer is told."""
        before, s = self.s.copy(), self.s
        self.f.apply(self.e, s, seat, action)
        self.require(
            bool(s.rng.any()), "the random source has become all zeros: only below, draw and word may change it."
        )
        twin = before.copy()
        self.f.apply(self.e, twin, seat, action)
        self.require(twin.tobytes() == s.tobytes(), f"carrying out action {action} twice gives different positions.")
        self._check_memory("apply")
        if closely:
            told, notes = [], self.game.hear(self.e, before.tobytes(), b"", seat, action)
            for viewer in self.viewers:
                seen = self.f.witness(self.e, before, seat, action, viewer)
                self.require(seen in (action, HIDDEN), f"witness() shows viewer {viewer} another action, {seen}.")
                self.require(viewer != seat or seen == action, f"seat {seat} does not see its own action.")
                was, now = self.concealed(before, viewer), self.concealed(s, viewer)
                phrases = self.say.tell(was, now, seat, seen, viewer, notes)
                told.append((viewer, b"%d %b%b" % (seen, was.tobytes(), now.tobytes()), now, phrases))
            self.say.shared("tell", told)
            if self.game.events:
                check_twins(self, before, seat, action, notes)
            check_reveals(self, before, seat, action)

    def quick_step(self) -> None:
        """A random decision without the deep checks."""
        options = self.moves_of(self.s, int(self.s.turn))
        self.require(bool(options), f"seat {self.s.turn}, which the table waits for, has no move.")
        self.f.apply(self.e, self.s, int(self.s.turn), options[self.dice.integers(len(options))])
        self._check_memory("apply")
        self._check_length()

    def _check_memory(self, function: str) -> None:
        self.require(not self._memory[::2].tobytes().strip(b"\0"), f"{function}() writes outside the position.")

    def _check_length(self) -> None:
        self.require(not self.bound or self.step < self.bound, f"the match is longer than its bound of {self.bound}.")
        self.require(self.step < MOST_DECISIONS, f"the match has not ended after {MOST_DECISIONS:,} decisions.")

    # Checks ------------------------------------------------------------------------------------------------------

    def check_position(self) -> None:
        """Check that every card and piece is accounted for, and that the seat to act exists."""
        self.require(
            -1 <= self.s.turn < self.seats == self.s.seats,
            f"turn is {self.s.turn} and seats {self.s.seats}, with {self.seats} seats.",
        )
        fault = self.f.account(self.e, self.s)
        self.require(fault == 0, f"account() reports fault {fault}.")
        self.require(not self.bound or self.step <= self.bound, f"the match is longer than its bound of {self.bound}.")

    def check_unlisted(self, lists: dict[int, list[int]]) -> None:
        """Check that listed actions are accepted and all others refused with a rule and a sentence."""
        for seat, options in lists.items():
            known = self.concealed(self.s, seat)
            unlisted = np.setdiff1d(np.arange(self.game.rules.ACTIONS), options)
            for action in self.dice.choice(unlisted, min(6, len(unlisted)), replace=False):
                self.say.why(known, seat, int(action))
            for action in (-1, self.game.rules.ACTIONS):
                try:
                    self.game.check_move(self.e, self.s, seat, action)
                except IllegalMove:
                    continue
                self.require(False, f"action {action} of seat {seat} does not exist, but is accepted.")
            for action in options[:6]:
                self.say.label(known, seat, action)

    def concealed(self, state: Any, viewer: int) -> Any:
        """A copy of the position as that viewer knows it."""
        copy = state.copy()
        self.f.conceal(self.e, copy, viewer)
        return copy

    def observation(self, state: Any, seat: int) -> bytes:
        """The observation of that seat."""
        cells = self.observed.cells
        cells[:] = np.nan
        self.f.observe(self.e, state, seat, cells)
        self.observed.check("observe")
        for number in np.flatnonzero(~np.isfinite(cells)):
            self.require(False, f"number {number} of the observation of seat {seat} is not finite or was not written.")
        return cells.tobytes()

    def check_knowledge(self, lists: dict[int, list[int]]) -> None:
        """Check that `conceal` hides, `imagine` fits, and what a seat is shown depends only on what it knows."""
        known = {viewer: self.concealed(self.s, viewer) for viewer in self.viewers}
        self.disclosure.count(self.seats, self.s, known)
        self.say.waiting(known[NOBODY], [seat for seat, options in lists.items() if options])
        shown = []
        for viewer, hidden in known.items():
            self.require(not hidden.rng.any(), f"conceal() leaves the random source to viewer {viewer}.")
            self.require(
                self.concealed(hidden, viewer).tobytes() == hidden.tobytes(),
                f"concealing twice for viewer {viewer} is not the same as once.",
            )
            view = self.say.view(hidden, viewer)
            shown.append((viewer, hidden.tobytes(), hidden, view))
            worlds = [self.imagined(hidden, viewer, world) for world in range(2)]
            for imagined in worlds:
                same = self.say.view(imagined, viewer, again=True) == view
                self.require(same, f"two worlds give viewer {viewer} two views.")
                if viewer != NOBODY:
                    self.check_seat(viewer, hidden, imagined, lists[viewer])
            if viewer != NOBODY and lists[viewer]:
                self.check_advice(hidden, viewer, lists[viewer])
                self.check_reasons(hidden, worlds, viewer, lists[viewer][self.step % len(lists[viewer])])
        self.say.shared("view", shown)

    def imagined(self, hidden: Any, viewer: int, world: int) -> Any:
        """A world that fits what the viewer knows."""
        imagined = hidden.copy()
        self.f.sow(imagined, self.seed, 7 * self.step + world)
        self.f.imagine(self.e, imagined, viewer)
        fault = self.f.account(self.e, imagined)
        self.require(fault == 0, f"imagine() for viewer {viewer} gives a world with fault {fault}.")
        back = self.concealed(imagined, viewer)
        if back.tobytes() != hidden.tobytes():
            name = next(name for name in back.dtype.names if back[name].tobytes() != hidden[name].tobytes())
            raise BrokenRules(
                f"an imagined world does not fit what viewer {viewer} knows: {name} is {hidden[name]}, but {back[name]}"
                " when the world is concealed again."
            )
        return imagined

    def check_seat(self, seat: int, hidden: Any, imagined: Any, options: list[int]) -> None:
        """Check that observation and moves are equal in the true, the concealed and every imagined position."""
        seen = self.observation(hidden, seat)
        self.require(
            seen == self.observation(imagined, seat) == self.observation(self.s, seat),
            f"the observation of seat {seat} depends on what it does not know.",
        )
        self.require(
            self.moves_of(hidden, seat) == self.moves_of(imagined, seat) == options,
            f"the moves of seat {seat} depend on what it does not know.",
        )

    def check_advice(self, hidden: Any, seat: int, options: list[int]) -> None:
        """Check that advice is one of the options."""
        copy = hidden.copy()
        self.f.sow(copy, self.seed, self.step)
        listed = np.full(len(options) + GUARD, -1, np.int32)
        listed[: len(options)] = options
        choice = self.f.advise(self.e, copy, seat, listed, len(options))
        self.require(choice in options, f"advise() gives {choice} for seat {seat}, which is not legal.")
        copy.rng[:] = 0
        self.require(copy.tobytes() == hidden.tobytes(), "advise() changed the position.")
        check_peeking(self, hidden, seat, listed, len(options), choice)

    def check_fairness(self, lists: dict[int, list[int]], closely: bool) -> None:
        """Check that seats choose, and are judged, alike: wherever a choice names seats, and now and then elsewhere."""
        if self.game.rules.ASYMMETRIC:
            return
        for seat, options in lists.items():
            if options and (closely or self.turning.names_seats(options)):
                self.turning.check_choices(self.concealed(self.s, seat), seat, options, self.seed + self.step)
        if closely:
            self.turning.check_judge(self.s)

    def check_reasons(self, hidden: Any, worlds: list[Any], seat: int, action: int) -> None:
        """Check the reasons for an action in worlds that the seat cannot tell apart; the worlds are used up."""
        if hasattr(self.game.words, "reasons"):
            for world in worlds:
                self.f.apply(self.e, world, seat, action)
            self.say.reasons(hidden, [self.concealed(world, seat) for world in worlds], seat, action)

    def check_symmetry(self, before: Any, seat: int, action: int) -> None:
        """Check that rotating the seats before an action gives the rotated result, and the same observation."""
        if self.game.rules.ASYMMETRIC:
            return
        there, neighbour = self.turning.turned(before), (seat + 1) % self.seats
        other = self.f.turned(self.e, action, 1, self.seats)
        self.require(0 <= other < self.game.rules.ACTIONS, f"turned() makes action {action} into {other}.")
        self.require(
            self.observation(there, neighbour) == self.observation(before, seat),
            f"the observation of seat {seat} is another when all seats have moved one place: count seats from the"
            " observer.",
        )
        self.f.apply(self.e, there, neighbour, other)
        self.require(
            self.turning.turned(self.s).tobytes() == there.tobytes(), f"action {action} treats the seats unequally."
        )

    def check_end(self) -> None:
        """Check that nobody may move, the shares add up, and the end is explained."""
        for seat in range(self.seats):
            self.require(not self.moves_of(self.s, seat), f"seat {seat} may still move after the end.")
        out = Buffer(max(self.game.seats), np.float32, "the largest number of seats")
        self.f.outcome(self.e, self.s, out.cells)
        out.check("outcome")
        shares = out.cells[: self.seats]
        for left in np.flatnonzero(shares == UNTOUCHED):
            self.require(False, f"outcome() does not write the share of seat {left}.")
        total = float(shares.sum())
        self.require(abs(total - 1) < 1e-5 or total == 0, f"the shares of the win add up to {total:g}.")
        self.require(bool(shares.min() >= 0), "a share of the win is negative.")
        self.say.ending(self.s)
