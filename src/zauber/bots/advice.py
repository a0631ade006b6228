"""Advice: the moves of a seat ranked by search, each with its chances and a sentence that names things on the table.

Everything is judged from what the seat knows. The chances assume that everybody plays on by rule of thumb.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..games.contract.editions import Edition
from ..games.contract.kernel import Record
from ..games.game import Game
from .levels import Adviser
from .player import Budget, Move

USUAL = Budget(iterations=3000, milliseconds=900)
CLEAR = 2.0  # standard errors by which a move must lead to be called better than another
LOOKS = 60  # worlds in which a move's consequences up to the seat's next turn are examined
EXPLAINED = 3  # moves that are examined this way


@dataclass(frozen=True)
class Advice:
    """A move: its notation, its label, its estimated chance with the standard error, and a reason."""

    action: int
    notation: str
    label: str
    share: float | None  # None inside a turn, if the game's own player judges only whole turns
    error: float
    why: str


def ranked(
    game: Game, edition: Edition, seats: int, seat: int, position: Record, moves: Sequence[int],
    budget: Budget = USUAL, seed: int = 0,
) -> list[Move]:  # fmt: skip
    """The moves of a seat that is to act and knows this concealed position, the best first."""
    return Adviser(game, edition, seats, seat).rank(position.copy(), moves, seed, budget)


def advise(
    game: Game, edition: Edition, seats: int, seat: int, position: Record, moves: Sequence[int],
    names: Sequence[str] = (), budget: Budget = USUAL, seed: int = 0,
) -> list[Advice]:  # fmt: skip
    """The same in words."""
    found = ranked(game, edition, seats, seat, position, moves, budget, seed)
    called = list(names) or [chr(ord("A") + i) for i in range(seats)]
    labels = {move.action: label_of(game, edition, position, seat, move.action, called) for move in found}
    advice = []
    for place, move in enumerate(found):
        label, why = labels[move.action], ""
        if move.tried:
            rival = found[1 if place == 0 else 0] if len(found) > 1 else None
            why = _compared(label, move, rival, labels[rival.action] if rival is not None else "")
            if place < EXPLAINED and not game.heavy:
                why += _what_follows(game, edition, seat, position, move.action, seed)
        share = move.share if move.tried else None
        advice.append(Advice(move.action, game.notation(move.action), label, share, move.error, why))
    return advice


def label_of(game: Game, edition: Edition, position: Record, seat: int, action: int, names: Sequence[str]) -> str:
    """The label of a move, as that seat reads it."""
    return game.speaker.say(game.words.label(edition.reading, position, seat, action), names, seat)


def _compared(label: str, move: Move, rival: Move | None, other: str) -> str:
    chance = f"“{label}” wins about {move.share:.0%} of the matches that can follow"
    if rival is None or not rival.tried:
        return f"{chance}."
    gap = move.share - rival.share
    if abs(gap) < CLEAR * (move.error**2 + rival.error**2) ** 0.5:
        return f"{chance}; “{other}” is about as good."
    return f"{chance}, {abs(gap):.0%} {'more' if gap > 0 else 'less'} than “{other}”."


def _what_follows(game: Game, edition: Edition, seat: int, position: Record, action: int, seed: int) -> str:
    """The consequences of a move before the seat acts again, in worlds that it thinks possible."""
    rules, e = game.compiled, edition.record
    options, out = game.new_options(), np.zeros(max(8, game.seats[-1]))
    won = lost = 0
    for world in range(LOOKS):
        s = position.copy()
        rules.sow(s, seed, 2 * world)
        rules.imagine(e, s, seat)
        rules.sow(s, seed, 2 * world + 1)
        rules.apply(e, s, seat, action)
        steps = 0
        while int(s.turn) >= 0 and (int(s.turn) != seat or steps == 0) and steps < 200:
            turn = int(s.turn)
            n = rules.moves(e, s, turn, options)
            rules.apply(e, s, turn, int(rules.advise(e, s, turn, options, n)))
            steps += 1
        if int(s.turn) < 0:
            rules.outcome(e, s, out)
            won += out[seat] > 0
            lost += out[seat] == 0
    if won == LOOKS:
        return " It wins at once."
    if won > LOOKS // 10:
        return f" In {won / LOOKS:.0%} of them you have won before your next turn."
    if lost > LOOKS // 10:
        return f" In {lost / LOOKS:.0%} of them somebody else wins before your next turn."
    return ""
