"""Many matches by rule of thumb: everybody plays as the game's `advise` says, from what its seat knows."""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..games.editions import Edition
from ..games.game import Game
from ..games.kernel import Array, Record, advise, apply, below, conceal, moves, outcome, sow
from ..games.link import compiled
from .driver import begin
from .simulate import MOST_DECISIONS, Simulation, buffers


@dataclass(frozen=True, eq=False)
class ThumbSimulation(Simulation):
    """What a run came to, and how the matches ended: the keys of the words that end them, with their numbers."""

    endings: Counter[str]
    turns: Array  # of each match that ended; empty where the words do not tell


def play(e: Record, states: Array, seats: int, seed: int, number: int, options: Array, share: Array, most: int) -> int:
    """Play match `number` of a run in `states[0]`, which is all zeros; return the decisions. `states[1]` is what the
    seat to act knows."""
    s = states[0]
    known = states[1]
    begin(e, s, seats, seed, number)
    decisions = 0
    while s.turn >= 0 and decisions < most:
        seat = s.turn
        n = moves(e, s, seat, options)
        chance = below(s, 1 << 30)
        states[1] = states[0]
        conceal(e, known, seat)
        sow(known, chance, decisions)
        apply(e, s, seat, advise(e, known, seat, options, n))
        decisions += 1
    outcome(e, s, share)
    return decisions


def simulate_by_thumb(
    game: Game, edition: Edition, seats: int, games: int, seed: int = 0, progress: Callable[[int], None] | None = None
) -> ThumbSimulation:
    """Play matches by rule of thumb; `progress` is told of each."""
    begun = time.perf_counter()
    e, state = edition.record, game.rules.State
    program = game.linker(compiled)(play)
    options = np.zeros(game.rules.MOST_MOVES, np.int64)
    lengths, shares = buffers(game, games)
    program(e, np.zeros(2, state), seats, seed, 0, options, shares[0], 1)
    ready = time.perf_counter() - begun
    endings, turns = Counter[str](), []
    begun = time.perf_counter()
    for number in range(games):
        states = np.zeros(2, state)
        lengths[number] = program(e, states, seats, seed, number, options, shares[number], MOST_DECISIONS)
        if states[0].turn < 0:
            ending = game.words.ending(e, states[0])
            endings[ending.key] += 1
            if "turns" in ending.args:
                turns.append(ending.args["turns"])
        if progress is not None:
            progress(1)
    seconds = time.perf_counter() - begun
    return ThumbSimulation(
        seats, lengths, shares[:, :seats], games - endings.total(), seconds, ready, endings, np.array(turns, np.int64)
    )
