"""Batches play the same matches whatever their size and threads, and show what the rules say."""

from collections.abc import Callable
from typing import Any, cast

import numpy as np
import pytest

from tests.sizes import FULL
from zauber import BadSeats, IllegalMove, ZauberError, games
from zauber.engines import Batch, Played
from zauber.engines.batch import program_options
from zauber.games.game import Game

SHORT: dict[str, dict[str, Any]] = {
    "papageno": {"turn_limit": 30},
    "magi": {"turn_limit": 20},
    "mago_magino": {"turn_limit": 30},
    "magic_flute": {"turn_limit": 30},
    "magicians_night": {"turn_limit": 2},
}


def chosen(batch: Batch, salt: int = 0) -> Any:
    """The learner of these tests: each lane's action depends only on the match and its length."""
    lists, counts = batch.moves()
    return lists[np.arange(batch.n), (batch.numbers * 7 + batch.lengths * 3 + salt) % counts]


def results(batch: Batch, most: int = 100_000) -> dict[int, tuple[int, bytes, bytes]]:
    """Play a batch with learners to its end: length, outcome and last position of every match."""
    found: dict[int, tuple[int, bytes, bytes]] = {}
    for _ in range(most):
        ended = batch.step(chosen(batch))
        for j, lane in enumerate(ended.lanes):
            number = int(ended.numbers[j])
            assert number not in found
            found[number] = int(ended.lengths[j]), ended.outcomes[j].tobytes(), batch.finals[lane].tobytes()
        if batch.done.all():
            return found
    raise AssertionError("The batch did not end.")


def by_hand(game: Game, batch: Batch, number: int, kinds: list[str]) -> tuple[int, bytes, bytes]:
    """One match played with the contract's functions alone, by the players of a batch."""
    f, e, s = game.compiled, batch.edition.record, game.new_state()
    options = np.zeros(game.rules.MOST_MOVES, np.int32)
    f.sow(s, batch.seed, number)
    f.setup(e, s, batch.seats)
    length = 0
    while s.turn >= 0:
        seat = int(s.turn)
        n = f.moves(e, s, seat, options)
        by = kinds[(seat - number) % batch.seats if batch.rotate else seat]
        if by == "learner":
            action = options[(number * 7 + length * 3) % n]
        elif by == "random":
            action = options[f.below(s, n)]
        else:
            chance = f.below(s, 1 << 30)
            known = s.copy()
            f.conceal(e, known, seat)
            f.sow(known, chance, length)
            action = f.advise(e, known, seat, options, n)
        f.apply(e, s, seat, int(action))
        length += 1
    shares = np.zeros(game.seats[-1], np.float32)
    f.outcome(e, s, shares)
    return length, shares[: batch.seats].tobytes(), s.tobytes()


@pytest.mark.slow
@pytest.mark.parametrize("name", games.NAMES if FULL else ["papageno", "magi"])
def test_matches_do_not_depend_on_the_batch_and_are_those_of_the_rules(name: str) -> None:
    game = games.get(name)
    seats = game.seats[-1]
    kinds = ["learner", "thumb", "random", "learner", "thumb", "random", "thumb", "random"][:seats]
    how: dict[str, Any] = {"seats": seats, "seed": 5, "options": SHORT[name], "players": kinds, "rotate": True}
    small = Batch(name, n=3, matches=10, threads=1, **how)
    found = results(small)
    assert sorted(found) == list(range(10))
    assert found == results(Batch(name, n=256, matches=10, threads=3, **how))
    for number in (0, 3, 8):
        assert found[number] == by_hand(game, small, number, kinds)


@pytest.mark.parametrize("name", games.NAMES)
@pytest.mark.parametrize("by", ["random", "thumb"])
def test_whole_matches_are_the_matches_of_the_rules(name: str, by: str) -> None:
    game = games.get(name)
    batch = Batch(name, seed=3, options=SHORT[name], players=by, threads=2)
    played = batch.play(12, finals=True)
    for number in (0, 5, 11):
        found = int(played.lengths[number]), played.outcomes[number].tobytes(), played.finals[number].tobytes()
        assert found == by_hand(game, batch, number, [by] * batch.seats)
    more = batch.play(6)
    assert (more.first, len(more.lengths)) == (12, 6)
    assert np.array_equal(batch.play(6, first=12).lengths, more.lengths)


def test_threads_do_not_change_whole_matches() -> None:
    def played(threads: int) -> Played:
        return Batch("papageno", seats=3, seed=9, players="random", threads=threads).play(500, finals=True)

    one, three = played(1), played(3)
    assert np.array_equal(one.lengths, three.lengths)
    assert np.array_equal(one.outcomes, three.outcomes)
    assert one.finals.tobytes() == three.finals.tobytes()
    assert (one.lengths > 0).all()
    assert np.allclose(one.outcomes.sum(axis=1), 1)


@pytest.mark.parametrize("name", games.NAMES)
def test_what_is_seen_is_what_the_rules_say(name: str) -> None:
    game = games.get(name)
    batch = Batch(name, n=5, seed=2, options=SHORT[name], threads=1)
    for _ in range(4):
        batch.step(chosen(batch))
    seen, masks, (lists, counts) = batch.observe(), batch.legal(), batch.moves()
    others = (batch.turn + 1) % batch.seats
    aside, aside_masks = batch.observe(others), batch.legal(others)
    known, worlds = batch.conceal(), batch.imagine(8)
    assert seen.shape == (5, game.observation_size)
    assert masks.shape == (5, game.rules.ACTIONS)
    out, options = np.zeros(game.observation_size, np.float32), np.zeros(game.rules.MOST_MOVES, np.int32)
    f, e = game.compiled, batch.edition.record
    for i in range(5):
        s, seat, other = batch.positions[i].copy(), int(batch.turn[i]), int(others[i])
        f.observe(e, s, seat, out)
        assert seen[i].tobytes() == out.tobytes()
        n = f.moves(e, s, seat, options)
        assert lists[i, : counts[i]].tolist() == options[:n].tolist() == np.flatnonzero(masks[i]).tolist()
        f.observe(e, s, other, out)
        assert aside[i].tobytes() == out.tobytes()
        assert np.flatnonzero(aside_masks[i]).tolist() == options[: f.moves(e, s, other, options)].tolist()
        f.conceal(e, s, seat)
        assert known[i].tobytes() == s.tobytes()
        back = worlds[i].copy()
        f.conceal(e, back, seat)
        assert back.tobytes() == s.tobytes()


def test_the_last_observation_and_outcome_are_kept() -> None:
    batch = Batch("papageno", seats=2, n=4, seed=1, options={"turn_limit": 3}, matches=4)
    game, e = batch.game, batch.edition.record
    while not batch.done.all():
        before, acting = batch.lengths.copy(), batch.turn.copy()
        ended = batch.step(chosen(batch))
        for lane, length in zip(ended.lanes, ended.lengths, strict=True):
            assert length == before[lane] + 1
            out = np.zeros(game.observation_size, np.float32)
            game.compiled.observe(e, batch.finals[lane], int(acting[lane]), out)
            assert np.array_equal(batch.last_observe()[lane], out)
            assert batch.finals[lane].turn == -1
    assert np.allclose(batch.outcome.sum(axis=1), 1)
    assert batch.turn.tolist() == [-1] * 4
    assert np.array_equal(batch.legal().sum(axis=1), [1] * 4)  # nothing to decide: action 0, which is ignored
    assert not batch.observe().any()
    assert len(batch.step(0)) == 0


def test_players_take_their_seats_in_turn() -> None:
    batch = Batch("papageno", seats=3, n=6, players=["learner", "random", "random"], rotate=True)
    assert batch.player.tolist() == [0] * 6
    assert batch.turn.tolist() == [0, 1, 2, 0, 1, 2]
    scores = Batch("papageno", seats=3, players=["thumb", "random", "random"], rotate=True).play(300).scores
    assert scores[:, 0].mean() > 0.5  # the rule of thumb beats chance from every seat
    shares = Batch("papageno", seats=3, players=["thumb", "random", "random"]).play(300)
    assert np.array_equal(shares.scores, shares.outcomes)


def test_a_match_without_a_learners_decision_is_told_in_the_next_step() -> None:
    """With one decision to a match, a learner on seat B sees the matches that seat A begins only when they are over."""
    batch = Batch("papageno", seats=2, n=40, players=["random", "learner"], longest=1, matches=80)
    found: list[int] = []
    for _ in range(3):
        assert ((batch.turn == 1) | (batch.turn == -1)).all()
        found += batch.step(chosen(batch)).numbers.tolist()
    assert sorted(found) == list(range(80))


def test_positions_are_saved_and_set() -> None:
    first = Batch("papageno", seats=3, n=4, seed=1)
    second = Batch("papageno", seats=3, n=4, seed=2)
    for _ in range(9):
        first.step(chosen(first))
    saved = first.positions.copy()
    with pytest.raises(ValueError, match="read-only"):
        first.positions[0] = saved[1]
    second.positions = saved
    assert np.array_equal(second.turn, first.turn)
    assert second.observe().tobytes() == first.observe().tobytes()


def test_lanes_are_forked_and_given_new_chance() -> None:
    batch = Batch("papageno", seats=3, n=6, seed=1)
    for _ in range(7):
        batch.step(chosen(batch))
    batch.fork([3, 4, 5], [0, 0, 1])
    assert batch.positions[3].tobytes() == batch.positions[4].tobytes() == batch.positions[0].tobytes()
    batch.reseed(batch.numbers == 0, 77)
    chances = {batch.positions[i].rng.tobytes() for i in (0, 3, 4)}
    assert len(chances) == 3
    ours = batch.positions.copy()
    for s in ours:
        s.rng[:] = 0
    assert ours[3].tobytes() == ours[0].tobytes()
    ended: dict[int, int] = {}
    while len(ended) < 40:
        for lane, number in zip(*(lambda e: (e.lanes, e.numbers))(batch.step(chosen(batch))), strict=True):
            ended[int(number)] = int(lane)
    assert all(number % 6 == lane for number, lane in ended.items() if number >= 6)  # what follows is as before


def test_out_of_turn() -> None:
    """Magi: any seat may catch whoever forgot to speak."""
    batch = Batch("magi", n=64, seed=4)
    for _ in range(3000):
        for seat in range(batch.seats):
            masks = batch.legal(seat)
            aside = np.flatnonzero(masks.any(axis=1) & (batch.turn != seat))
            if len(aside):
                lane = int(aside[0])
                actions, seats = chosen(batch), batch.turn.copy()
                actions[lane], seats[lane] = np.flatnonzero(masks[lane])[0], seat
                before = batch.positions[lane].tobytes()
                batch.step(actions, seat=seats)
                assert batch.positions[lane].tobytes() != before
                return
        batch.step(chosen(batch))
    raise AssertionError("Nobody could act out of turn.")


def test_an_illegal_action_is_refused_before_anything_is_done() -> None:
    batch = Batch("papageno", n=200, seed=1, threads=2)
    before = batch.positions.tobytes()
    actions = chosen(batch)
    actions[150] = 199
    with pytest.raises(IllegalMove, match=r"Lane 150, seat .*, action 199: "):
        batch.step(actions)
    actions[150] = 5000
    with pytest.raises(IllegalMove, match="no action number 5000"):
        batch.step(actions)
    assert batch.positions.tobytes() == before


BAD: list[tuple[Callable[[], Any], str]] = [
    (lambda: Batch("papageno", n=0), "number of lanes"),
    (lambda: Batch("papageno", seed=-1), "seed"),
    (lambda: Batch("papageno", threads=0), "number of threads"),
    (lambda: Batch("papageno", matches=0), "number of matches"),
    (lambda: Batch("papageno", longest=0), "cut off"),
    (lambda: Batch("papageno", players=["thumb"]), "2 seats and 1 players"),
    (lambda: Batch("papageno", players="nobody"), "A player is one of learner, random, thumb"),
    (lambda: Batch("papageno", engine="abacus"), "An engine is cpu or gpu"),
    (lambda: Batch("papageno", edition=games.get("papageno").edition(), options={"turn_limit": 1}), "loaded already"),
    (lambda: Batch("papageno").play(1), r"use step\(\)"),
    (lambda: Batch("papageno", players="random").step(0), "no learner"),
    (lambda: Batch("papageno").observe(seat=2), "Seats are numbered from 0 to 1;"),
    (lambda: Batch("papageno").observe(out=np.zeros((1, 2), np.float32)), "array to fill must be 1 x 545 of float32"),
    (lambda: Batch("papageno").observe(out=np.frombuffer(bytes(4 * 545), np.float32)[None]), "and writable"),
    (lambda: Batch("papageno").fork([1], [0]), "Lanes are numbered from 0 to 0"),
    # Numbers are never converted without a word
    (lambda: Batch("papageno", n=cast(int, 2.0)), r"number of lanes must be a whole number .*, not 2\.0"),
    (lambda: Batch("papageno", seed=cast(int, 1.5)), r"seed must be a whole number .*, not 1\.5"),
    (
        lambda: Batch("papageno", n=2).step([2**32, 2**32]),
        "at most 2,147,483,647; 4,294,967,296 does not",
    ),
    (lambda: Batch("papageno", n=2).step(np.array([0.9, 0.0])), "Actions are whole numbers, not float64"),
    (lambda: Batch("papageno", n=2).step([True, False]), "Actions are whole numbers, not bool"),
    (lambda: Batch("papageno", n=2).step([0, 0, 0]), r"one for each of 2 lanes, or one for all, not as \(3,\)"),
    (lambda: Batch("papageno", n=2).observe(seat=256), "Seats are whole numbers of at most 127; 256 does not fit"),
    (lambda: Batch("papageno", n=2).observe(seat=0.5), "Seats are whole numbers, not float64"),
    (lambda: Batch("papageno", n=2).conceal(lanes=[0.5]), "Lanes are whole numbers, not float64"),
    (lambda: Batch("papageno", n=2).reseed([0], cast(int, 2.5)), "seed must be a whole number"),
    (lambda: Batch("papageno", n=2).imagine(-1), "seed must be a whole number"),
    (
        lambda: setattr(Batch("papageno", n=4), "positions", np.zeros(4)),
        r"4 records of Papageno, .*float64",
    ),
    (lambda: setattr(Batch("papageno"), "positions", Batch("papageno", n=2).positions), r"1 records .* shape \(2,\)"),
    (lambda: setattr(Batch("papageno"), "positions", Batch("papageno", seats=3).positions), "must have 2 seats"),
    (lambda: setattr(Batch("magi"), "positions", Batch("papageno").positions), "records of Magi"),
]


@pytest.mark.parametrize(("make", "sentence"), BAD, ids=[sentence for _, sentence in BAD])
def test_bad_arguments(make: Callable[[], Any], sentence: str) -> None:
    with pytest.raises(ZauberError, match=sentence):
        make()


def test_bad_seats() -> None:
    with pytest.raises(BadSeats):
        Batch("papageno", seats=9)


def test_a_turn_limit_for_programs() -> None:
    game = games.get("papageno")
    assert program_options(game, {}) == {"turn_limit": 1000}
    assert program_options(game, {"turn_limit": 5, "reshuffle": "all"}) == {"turn_limit": 5, "reshuffle": "all"}
    assert Batch("papageno").edition.options["turn_limit"] == 1000
    assert repr(Batch(game, seats=3, n=7)) == "<Batch of 7 matches of papageno with 3 seats, seed 0, on the CPU>"
