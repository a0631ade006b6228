"""Many matches between any bots, one of one's own included: slower than the batch, which plays built-in ones only."""

import time
from collections.abc import Sequence

import numpy as np

from .. import bots
from ..engines.runs import MOST_GAMES, UNITS, Progress, Simulation
from ..errors import ZauberError
from ..games.contract.editions import Edition
from ..games.game import Game
from .bout import MOST_PLIES, Bout


def seated(names: Sequence[str], game: Game, seats: int) -> list[type[bots.Player]]:
    """The kinds of players of all seats, from one name for all of them or one for each."""
    if len(names) not in (1, seats):
        raise ZauberError(f"Name one bot for all {seats} seats, or one for each with commas between them.")
    kinds = [bots.get(name, game.name) for name in names]
    return kinds * seats if len(kinds) == 1 else kinds


def simulate_bots(
    game: Game, edition: Edition, kinds: Sequence[type[bots.Player]], games: int, seed: int = 0,
    progress: Progress | None = None,
) -> Simulation:  # fmt: skip
    """Play matches; seats keep their players. Ctrl-C returns the results so far."""
    if not 0 < games <= MOST_GAMES:
        raise ZauberError(f"The number of matches must be from 1 to {MOST_GAMES:,}, not {games:,}.")
    begun = time.perf_counter()
    for kind in set(kinds):
        kind.prepare(game)
    total = Simulation(len(kinds), ready_seconds=time.perf_counter() - begun)
    begun = time.perf_counter()
    try:
        for number in range(games):
            total.add(_played(Bout(game, edition, kinds, seed, number)))
            if progress is not None:
                progress(1)
    except KeyboardInterrupt:
        total.stopped = True
    total.seconds = time.perf_counter() - begun
    return total


def _played(bout: Bout) -> Simulation:
    found = Simulation(bout.seats)
    shares = np.array(bout.play())
    found.units = np.rint(shares * UNITS).astype(np.int64)
    found.lengths = np.bincount([bout.plies])
    winners = int((shares > 0).sum())
    found.shared, found.nobody_won = int(winners > 1), int(winners == 0)
    found.unfinished = int(bout.plies >= MOST_PLIES)
    if int(bout.state.turn) < 0:
        ending = bout.game.words.ending(bout.edition.reading, bout.state)
        found.endings[ending.key] += 1
        if "turns" in ending.args:
            found.turns = np.bincount([ending.args["turns"]])
    return found
