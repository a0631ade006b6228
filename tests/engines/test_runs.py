"""Runs of whole matches give the same sums however they are divided, and can be stopped at any time."""

import numpy as np
import pytest

from zauber import BadSeats, ZauberError, games
from zauber.engines import runs
from zauber.engines.batch import Batch
from zauber.engines.runs import Simulation, simulate
from zauber.lab.figures import over_deals, spread, wilson

GAME = games.get("papageno")
EDITION = GAME.edition("", {"turn_limit": 50})


def test_sums_are_those_of_the_single_matches() -> None:
    found = simulate(GAME, EDITION, 3, 300, seed=9, threads=1)
    played = Batch(GAME, seats=3, seed=9, edition=EDITION, players="random").play(300)
    assert found.games == 300
    assert found.decisions == int(played.lengths.sum())
    assert found.wins == pytest.approx(played.outcomes.sum(axis=0).tolist())
    assert found.shared == int(((played.outcomes > 0).sum(axis=1) > 1).sum())
    assert (found.nobody_won, found.unfinished, found.stopped) == (0, 0, False)
    assert found.decisions_per_second > 0


def test_threads_and_parts_do_not_change_a_run() -> None:
    one = simulate(GAME, EDITION, 3, 300, seed=9, threads=1)
    assert one.same_results(simulate(GAME, EDITION, 3, 300, seed=9, threads=3))
    parts = Simulation(3)
    for first, matches in ((200, 100), (0, 50), (50, 150)):
        parts.add(simulate(GAME, EDITION, 3, matches, seed=9, first=first))
    assert one.same_results(parts)
    assert not one.same_results(simulate(GAME, EDITION, 3, 300, seed=10))


def test_matches_by_thumb_tell_how_they_ended() -> None:
    found = simulate(GAME, EDITION, 2, 20, by="thumb")
    assert found.games == found.endings.total() == 20


def test_progress_is_told() -> None:
    told: list[int] = []
    simulate(GAME, EDITION, 2, 200, progress=told.append)
    assert sum(told) == 200


def test_a_run_that_is_stopped_gives_the_results_so_far() -> None:
    told: list[int] = []

    def stop(done: int) -> None:
        told.append(done)
        if len(told) == 3:
            raise KeyboardInterrupt

    found = simulate(GAME, EDITION, 2, 1_000_000, progress=stop)
    assert found.stopped
    assert found.games == sum(told)
    assert found.same_results(simulate(GAME, EDITION, 2, sum(told)))


def test_memory_does_not_grow_with_matches() -> None:
    found = simulate(GAME, EDITION, 2, 3000)
    assert len(found.lengths) < 1000 < found.games


def test_matches_that_never_end_are_cut_off() -> None:
    batch = Batch(GAME, edition=GAME.edition(), players="random", longest=10)
    found = runs.summed(batch, batch.play(20))
    assert found.unfinished == 20
    assert found.lengths.tolist() == [0] * 10 + [20]


def test_bad_arguments() -> None:
    with pytest.raises(BadSeats):
        simulate(GAME, EDITION, 9, 10)
    with pytest.raises(ZauberError, match="number of matches"):
        simulate(GAME, EDITION, 2, 0)
    with pytest.raises(ZauberError, match="seed"):
        simulate(GAME, EDITION, 2, 1, seed=-1)
    with pytest.raises(ZauberError, match="thread"):
        simulate(GAME, EDITION, 2, 1, threads=0)


def test_wilson_intervals() -> None:
    low, high = wilson(50, 100)
    assert (low, high) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=1e-4)
    assert wilson(20, 20)[1] == 1.0
    assert wilson(0, 0) == (0.0, 1.0)


def test_quantiles() -> None:
    dice = np.random.default_rng(1)
    for values in (np.arange(101), dice.integers(0, 40, 17), dice.integers(3, 9, 1000)):
        found = spread(np.bincount(values))
        assert [found[f"q{q}"] for q in (5, 25, 50, 75, 95)] == pytest.approx(
            np.percentile(values, (5, 25, 50, 75, 95)).tolist()
        )
        assert (found["least"], found["most"]) == (values.min(), values.max())
        assert found["mean"] == pytest.approx(values.mean())
    assert spread(np.zeros(0, np.int64))["mean"] is None


@pytest.mark.parametrize("each", [2, 4])
@pytest.mark.parametrize("deals", [5, 20, 100])
@pytest.mark.parametrize("share", [0.005, 0.1, 0.5, 0.98])
@pytest.mark.parametrize("alike", [0.0, 0.15])  # how strongly the matches of a deal agree
def test_the_interval_of_a_share_covers_it(share: float, deals: int, each: int, alike: float) -> None:
    chance, trials, covered = np.random.default_rng(1), 400, 0
    odds = (1 - alike) / alike if alike else 0.0
    deal = chance.beta(share * odds, (1 - share) * odds, (trials, deals)) if alike else share
    won = chance.binomial(each, deal, (trials, deals)) / each
    known: dict[tuple[float, float], tuple[float, float]] = {}
    for means in won:
        found = float(means.mean()), float(means.var(ddof=1))
        if found not in known:
            known[found] = over_deals(*found, deals, each)
        low, high = known[found]
        covered += low <= share <= high
    assert covered / trials > 0.93, covered / trials  # 95 % less two standard errors of the simulation


def test_the_interval_of_a_share_at_the_edges() -> None:
    assert over_deals(0.0, 0.0, 100, 2) == pytest.approx((0, 0.01828), abs=1e-4)  # Clopper and Pearson of 200
    assert over_deals(1.0, 0.0, 100, 2) == pytest.approx((0.98172, 1), abs=1e-4)
    assert over_deals(0.5, 0.0, 1, 2) == (0, 1)
