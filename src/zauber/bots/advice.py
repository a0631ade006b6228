"""Advice: the moves of a seat that can be judged, the best first, each with a reason that names things on the table.

Everything is judged from what the seat knows. The game itself says what a move is good for (`reasons` in its words);
chances come from a search, and assume that everybody plays on by rule of thumb. Where nothing is searched (out of turn,
or within a turn that the game's own player judges as a whole), the advice is the one move of the rule of thumb.
"""

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import ZauberError
from ..games.contract.editions import Edition
from ..games.contract.kernel import NOBODY, Record
from ..games.contract.phrases import Phrase
from ..games.game import Game
from ..match import Match, Position
from ..match.moves import Seat, seat_of
from .levels import Adviser
from .player import Budget, Move, Seen, seen_by

USUAL = Budget(iterations=3000, milliseconds=900)
CLEAR = 2.0  # standard errors by which a move must lead to be called better than another
LOOKS = 60  # worlds in which a move's consequences up to the seat's next turn are examined
FAR = 200  # decisions that are looked ahead in each
EXPLAINED = 3  # moves that are examined this way
ALIKE = 5  # percentage points: with more between them, moves that differ less than is certain are not called alike
REASONS = 2  # that are said of a move

ONLY = "It is your only move."
BY_THUMB = "By rule of thumb"


@dataclass(frozen=True)
class Advice:
    """A move: its notation, its label, its estimated chance with the standard error, and the reasons in sentences,
    which do not repeat the chance; `reason` is the game's first one alone, in a sentence without figures."""

    action: int
    notation: str
    label: str
    share: float | None  # None where nothing was searched
    error: float
    why: str
    reason: str = ""


def advise(
    of: Match | Position, seat: Seat | None = None, iterations: int = 3000, milliseconds: int = 900, seed: int = 0
) -> list[Advice]:
    """The moves of a seat (default: the one to act) that can be judged, the best first, from what the seat knows.

    Of a match it knows all that the seat has seen; a position has no history, which matters where players remember.
    """
    match = of if isinstance(of, Match) else None
    viewer = of.viewer if isinstance(of, Position) else None
    number = (of.turn if viewer is None else viewer) if seat is None else seat_of(seat, of.seats)
    if number == NOBODY:
        raise ZauberError("The match is over." if of.over else "A spectator has nothing to decide here.")
    known = of.known_to(number)
    moves = of.moves(number) if isinstance(of, Position) else of.moves_of(number).actions
    seen = () if match is None or not known.game.memory else seen_by(match, number)
    names = () if match is None else match.names
    about = (known.game, known.edition, known.seats, number, known.record, moves, names)
    return advise_from(*about, Budget(iterations, milliseconds), seed, seen)


def advise_from(
    game: Game, edition: Edition, seats: int, seat: int, position: Record, moves: Sequence[int],
    names: Sequence[str] = (), budget: Budget = USUAL, seed: int = 0, seen: Iterable[Seen] = (),
) -> list[Advice]:  # fmt: skip
    """The same for a seat whose `position` is what it knows now; `moves` are its legal actions, and `seen` is what it
    has seen of the match, which matters in games with a memory."""
    called = list(names) or [chr(ord("A") + i) for i in range(seats)]
    if int(position.turn) == NOBODY:
        raise ZauberError("The match is over.")
    if not moves:
        raise ZauberError(f"{called[seat]} has nothing to decide here.")
    counsel = _Counsel(game, edition, seats, seat, _remembered(game, edition, position, seen), called, seed)
    if len(moves) == 1 and int(position.turn) == seat:
        return [counsel.unjudged(moves[0], ONLY)]
    _prepare(game)
    found = Adviser(game, edition, seats, seat).rank(counsel.position.copy(), moves, seed, budget)
    judged = [move for move in found if move.tried]
    if not judged:
        reasons = " ".join(counsel.reasons(found[0].action))
        return [counsel.unjudged(found[0].action, f"{BY_THUMB}: {reasons}" if reasons else f"{BY_THUMB}.")]
    return [counsel.judged(judged, place) for place in range(len(judged))]


@functools.cache
def _prepare(game: Game) -> None:
    """Load the search, or compile it, before the clock runs."""
    Adviser.prepare(game)


def label_of(game: Game, edition: Edition, position: Record, seat: int, action: int, names: Sequence[str]) -> str:
    """The label of a move, as that seat reads it."""
    return game.speaker.say(game.words.label(edition.reading, position, seat, action), names, seat)


def _remembered(game: Game, edition: Edition, position: Record, seen: Iterable[Seen]) -> Record:
    """The position with what the seat remembers from what it has seen, in a game that needs a memory."""
    position = position.copy()
    if game.memory:
        memory = game.own(game.memory)()
        for one in seen:
            memory.watch(edition.record, one.before, one.after)
        memory.recall(position)
    return position


class _Counsel:
    """Says why, to one seat in one position."""

    def __init__(
        self, game: Game, edition: Edition, seats: int, seat: int, position: Record, names: Sequence[str], seed: int
    ) -> None:
        self.game, self.edition, self.seats, self.seat = game, edition, seats, seat
        self.position, self.names, self.seed = position, names, seed
        self._options, self._out = game.new_options(), np.zeros(max(8, game.seats[-1]))

    def unjudged(self, action: int, why: str) -> Advice:
        """A move without a chance."""
        reason = ONLY if why == ONLY else "".join(self.reasons(action)[:1])
        return Advice(action, self.game.notation(action), self.label(action), None, 1.0, why, reason)

    def judged(self, moves: Sequence[Move], place: int) -> Advice:
        """One of the moves that were tried out, compared with the best of the others."""
        move = moves[place]
        rival = None if len(moves) == 1 else moves[1 if place == 0 else 0]
        reasons = self.reasons(move.action)
        said = [*reasons, self._compared(move, rival)]
        if place < EXPLAINED and not self.game.heavy:
            said.append(self._what_follows(move.action))
        why = " ".join(text for text in said if text)
        return Advice(
            move.action, self.game.notation(move.action), self.label(move.action), move.share, move.error, why,
            "".join(reasons[:1]),
        )  # fmt: skip

    def label(self, action: int) -> str:
        return label_of(self.game, self.edition, self.position, self.seat, action, self.names)

    def reasons(self, action: int) -> list[str]:
        """The game's own reasons for a move, the most telling ones."""
        if not hasattr(self.game.words, "reasons"):
            return []
        after = self._world(0)
        self.game.compiled.apply(self.edition.record, after, self.seat, action)
        self.game.compiled.conceal(self.edition.record, after, self.seat)
        found: list[Phrase] = self.game.words.reasons(self.edition.reading, self.position, after, self.seat, action)
        return [self.game.speaker.say(phrase, self.names, self.seat) for phrase in found[:REASONS]]

    def _compared(self, move: Move, rival: Move | None) -> str:
        if rival is None:
            return ""
        gap, other = move.share - rival.share, self.label(rival.action)
        points = round(100 * abs(gap))
        if abs(gap) < CLEAR * (move.error**2 + rival.error**2) ** 0.5 or points == 0:
            alike = "is about as good" if points <= ALIKE else "may be as good: it is not certain"
            return f"“{other}” {alike}."
        much = f"{points} percentage point{'s' if points > 1 else ''} {'higher' if gap > 0 else 'lower'}"
        return f"Your chance is {much} than with “{other}”."

    def _what_follows(self, action: int) -> str:
        """How often the match ends with a move, or before the seat's next turn, in worlds that the seat thinks possible
        and if everybody plays on by rule of thumb."""
        rules, e = self.game.compiled, self.edition.record
        at_once = won = lost = 0
        for world in range(LOOKS):
            s = self._world(world)
            rules.apply(e, s, self.seat, action)
            at_once += int(s.turn) == NOBODY
            self._play_on(s)
            if int(s.turn) == NOBODY:
                rules.outcome(e, s, self._out)
                won += self._out[self.seat] == 1
                lost += self._out[self.seat] == 0 < self._out[: self.seats].max()
        if won == at_once == LOOKS:
            return "It wins at once."
        if lost == at_once == LOOKS:
            return "You lose at once."
        if at_once == LOOKS:
            return "It ends the match at once."
        if won > LOOKS // 10:
            return f"In {_matches(won)} you have won before your next turn."
        if lost > LOOKS // 10:
            return f"In {_matches(lost)} somebody else wins before your next turn."
        return ""

    def _world(self, number: int) -> Any:
        """A world that the seat thinks possible, with its own chance."""
        rules, s = self.game.compiled, self.position.copy()
        rules.sow(s, self.seed, 2 * number)
        rules.imagine(self.edition.record, s, self.seat)
        rules.sow(s, self.seed, 2 * number + 1)
        return s

    def _play_on(self, s: Record) -> None:
        """Let everybody act by rule of thumb until the seat's next turn: those who may act out of turn do so as soon as
        they may, once before each action of the seat on turn."""
        decisions, others_began = 0, False
        while decisions < FAR and int(s.turn) != NOBODY:
            for other in range(self.seats):
                if int(s.turn) not in (NOBODY, other):
                    self._act(s, other)
            turn = int(s.turn)
            if turn == NOBODY or (turn == self.seat and others_began):
                return
            others_began = others_began or turn != self.seat
            self._act(s, turn)
            decisions += 1

    def _act(self, s: Record, seat: int) -> None:
        """The action of a seat by rule of thumb, if it has any."""
        rules, e = self.game.compiled, self.edition.record
        n = int(rules.moves(e, s, seat, self._options))
        if n > 0:
            rules.apply(e, s, seat, int(rules.advise(e, s, seat, self._options, n)))


def _matches(worlds: int) -> str:
    return f"{'all' if worlds == LOOKS else f'{worlds / LOOKS:.0%}'} of the matches that can follow"
