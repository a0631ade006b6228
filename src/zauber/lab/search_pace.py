"""`zauber bench search`: iterations and simulated decisions a second inside the search, on one core and on all."""

import os
import statistics
import time
from collections.abc import Iterator

from .. import bots
from ..bots.guided import guided
from ..bots.own import own_players
from ..bots.player import Budget
from ..bots.search import Search, SearchSettings
from ..engines.batch import program_options
from ..games.game import Game
from ..match import Match
from .bench import BenchRow, BenchSettings, row

POSITIONS = 16
PLIES = 12  # actions before the position is searched
PORTION = 400  # iterations between two positions


def ways(game: Game) -> dict[str, SearchSettings]:
    """How simulations continue: at random as in other libraries, by rule of thumb, or until the network judges."""
    found = {"random": SearchSettings(random=1.0), "thumb": SearchSettings()}
    return found | ({"network": guided(game)} if guided(game).minded else {})


def searching(game: Game, seats: int) -> list[Match]:
    """Matches by rule of thumb, each at a decision with several moves."""
    matches = []
    thumb = bots.get("thumb")
    for seed in range(POSITIONS):
        match = Match(game, seats=seats, seed=seed, options=program_options(game, {}))
        while not match.over and (len(match.plies) < PLIES or len(match.moves.actions) < 2):
            match.play(thumb.move(match, seed=len(match.plies)))
        if not match.over:
            matches.append(match)
    return matches


def bench_search(settings: BenchSettings) -> Iterator[BenchRow]:
    """Search from positions early in a match, with each kind of simulation, and by rule of thumb on all cores too."""
    cores = os.cpu_count() or 1
    for game in settings.games:
        if own_players(game):
            yield {"bench": "search", "game": game.name, "note": "its own player plans whole turns"}
            continue
        seats = settings.seats or game.seats[0]
        matches = searching(game, seats)
        kinds = [(name, way, 1) for name, way in ways(game).items()]
        if cores > 1:
            kinds.append((f"thumb, {cores} threads", SearchSettings(), cores))
        for name, way, threads in kinds:
            paces = [_pace(matches, way, settings.seconds, threads) for _ in range(settings.runs)]
            for place, unit in enumerate(("iterations/s", "decisions/s")):
                found = row("search", {"game": game.name, "seats": seats, "by": name}, unit, [p[place] for p in paces])
                yield found | {"median_by_cpu_time": statistics.median(pace[2 + place] for pace in paces)}


def _pace(matches: list[Match], way: SearchSettings, seconds: float, threads: int) -> tuple[float, float, float, float]:
    """Iterations and decisions a second, in wall time and then in CPU time of all threads."""
    searches = [Search(match.game, match.edition, match.turn, way) for match in matches]
    roots = [(match.position(match.turn), match.moves.actions) for match in matches]
    searches[0].think(*roots[0], 0, Budget(iterations=2))  # compile, or load
    begun, busy, seed = time.perf_counter(), time.process_time(), 0
    while (spent := time.perf_counter() - begun) < seconds or not seed:
        at = seed % len(matches)
        seed += 1
        searches[at].think(*roots[at], seed, Budget(iterations=threads * PORTION), threads)
    worked = max(time.process_time() - busy, 1e-9)
    iterations, decisions = sum(search.iterations for search in searches), sum(search.decisions for search in searches)
    return iterations / spent, decisions / spent, iterations / worked, decisions / worked
