"""Random play in bulk: the same on any number of threads, and the same as the rules interpreted."""

import numpy as np
import pytest

from zauber import BadSeats, ZauberError, games
from zauber.engines import driver
from zauber.engines.simulate import Runner, buffers, program_options, simulate
from zauber.games.link import plain
from zauber.lab.figures import spread, wilson

GAME = games.get("papageno")
EDITION = GAME.edition("", {"turn_limit": 50})


def test_threads_do_not_change_the_run() -> None:
    one = simulate(GAME, EDITION, 3, 300, seed=9)
    two = simulate(GAME, EDITION, 3, 300, seed=9, threads=3)
    assert np.array_equal(one.lengths, two.lengths)
    assert np.array_equal(one.shares, two.shares)
    assert one.games == 300
    assert one.decisions == int(one.lengths.sum())
    assert one.decisions_per_second > 0
    other = simulate(GAME, EDITION, 3, 300, seed=10)
    assert not np.array_equal(one.lengths, other.lengths)


def test_the_compiled_run_is_the_interpreted_one() -> None:
    compiled = simulate(GAME, EDITION, 4, 6, seed=2)
    interpreted = Runner(GAME, EDITION, 4, GAME.linker(plain)(driver.run))
    lengths, shares = buffers(GAME, 6)
    interpreted.play(2, 0, lengths, shares)
    assert np.array_equal(lengths, compiled.lengths)
    assert np.array_equal(shares[:, :4], compiled.shares)


def test_every_match_has_one_win_to_share() -> None:
    result = simulate(GAME, EDITION, 5, 500)
    assert np.allclose(result.shares.sum(axis=1), 1)
    assert result.unfinished == 0
    assert (result.lengths > 0).all()


def test_progress_is_told() -> None:
    told: list[int] = []
    simulate(GAME, EDITION, 2, 200, progress=told.append)
    assert sum(told) == 200


def test_matches_that_never_end_are_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zauber.engines.simulate.MOST_DECISIONS", 10)
    result = simulate(GAME, GAME.edition(), 2, 20)
    assert result.unfinished == 20
    assert (result.lengths == 10).all()


def test_a_turn_limit_for_programs() -> None:
    assert program_options(GAME, {}) == {"turn_limit": 1000}
    assert program_options(GAME, {"turn_limit": 5, "reshuffle": "all"}) == {"turn_limit": 5, "reshuffle": "all"}


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
    found = spread(np.arange(101))
    assert (found["least"], found["q5"], found["q50"], found["q95"], found["most"]) == (0, 5, 50, 95, 100)
    assert found["mean"] == 50
    assert spread(np.zeros(0))["mean"] is None
