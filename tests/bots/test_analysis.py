"""The analysis: what a choice gained is measured in worlds that had no part in finding the best move."""

import math

import numpy as np
import pytest

from tests.sizes import size
from zauber import Match, bots, games
from zauber.bots import tree
from zauber.bots.analysis import Judged, analyse
from zauber.bots.levels import Adviser
from zauber.bots.player import Budget


def played(game: str, seats: int, seed: int, **options: int) -> Match:
    """A match whose first seat plays like a child, and the others by rule of thumb."""
    match = Match(game, seats, seed=seed, options=options)
    while not match.over:
        level = "apprentice" if match.turn == 0 else "thumb"
        match.play(bots.get(level).move(match, seed=len(match.plies)))
    return match


def test_of_equal_moves_none_costs_anything() -> None:
    """Which card of Papageno is turned up first matters little, but the move that looks best after a search always
    seems to be worth more than the others in the same worlds."""
    game = games.get("papageno")
    seeming = gain = errors = 0.0
    for seed in range(40):
        match = Match(game, 2, seed=seed)
        seat, moves = match.turn, match.moves.actions
        chosen = moves[seed % len(moves)]
        weighed = Adviser(game, match.edition, 2, seat).weigh(match.position(seat), moves, seed, 150, chosen)
        assert weighed is not None
        judged = Judged.of(*weighed)
        gain += judged.gain
        errors += judged.gain_error**2
        search = Adviser(game, match.edition, 2, seat).search
        assert search is not None
        found = {move.action: move.share for move in search.think(match.position(seat), moves, seed, Budget(150))}
        seeming += found[chosen] - max(found.values())
    assert abs(gain) < 3 * math.sqrt(errors)
    assert seeming < 10 * gain


def test_a_gain_is_that_of_paired_worlds() -> None:
    """Two moves that do equally well in good and in bad worlds differ by nothing, with certainty."""
    judged = Judged.of(5, np.array([[0.0, 0.0], [1.0, 1.0], [1.0, 1.0], [0.0, 0.0]]), 1000)
    assert (judged.share, judged.after, judged.gain, judged.gain_error) == (0.5, 0.5, 0.0, 0.0005)
    assert judged.error == judged.after_error == pytest.approx(math.sqrt(1 / 3) / 2)
    same = Judged.of(5, np.array([[0.2], [0.4]]), 1000)
    assert (same.gain, same.gain_error) == (0.0, 0.0)
    assert same.after == same.share
    few = Judged.of(5, np.ones((8, 2)), 8)  # of eight worlds none was lost, by either move
    assert few.error == few.after_error == few.gain_error == 0.0625


def test_what_is_not_judged_is_counted() -> None:
    """In Magicians' Night only the beginnings of turns are judged, by matches that are played to the end."""
    match = played("magicians_night", 2, seed=4, turn_limit=12)
    found = analyse(match, work=1)
    begun = [sum(ply.seat == seat and ply.notation.startswith("enter") for ply in match.plies) for seat in range(2)]
    for story, turns in zip(found.seats, begun, strict=True):
        assert story.judged >= turns > 0
        assert story.unjudged > turns
        assert story.start + story.choices + story.others + story.luck == pytest.approx(story.result)


def test_in_magicians_night_too_the_chances_of_all_add_up_to_one() -> None:
    match = Match("magicians_night", 2, seed=4)
    while len({ply.seat for ply in match.plies if ply.notation.startswith("enter")}) < 2:
        match.play(bots.get("thumb").move(match, seed=len(match.plies)))
    first, second = analyse(match, work=30_000).seats
    assert first.start + second.start == pytest.approx(1.0, abs=4 * (first.chances[0].error + second.chances[0].error))
    assert 0 < first.chances[0].error < 0.2


def test_an_analysis_keeps_to_its_time() -> None:
    """On a machine that is too slow every decision gets the least that is useful; with time, its part of the work."""
    match = played("magi", 4, seed=4, turn_limit=30)
    assert analyse(match, seconds=1e-3).iterations == 100
    assert analyse(match, work=40_000, seconds=1e6).iterations == analyse(match, work=40_000).iterations > 200


def test_a_stroke_of_luck_says_what_happened() -> None:
    match = played("mago_magino", 3, seed=4)
    found = analyse(match, work=20_000)
    lucky = [moment for moment in found.moments if moment.kind == "luck"]
    assert lucky
    for moment in lucky:
        told = match.at(moment.ply).news(moment.seat, moment.ply - 1)
        assert any(sentence in moment.told for sentence in told)
    assert len({moment.ply for moment in lucky}) == len(lucky)  # an event that moved several is told once
    assert all(moment.told == "" for moment in found.moments if moment.kind == "choice")


def test_a_match_that_was_forked_or_in_which_moves_were_taken_back_is_analysed() -> None:
    match = Match("mago_magino", 2, seed=3)
    while len(match.plies) < 30 and not match.over:
        match.play(bots.get("thumb").move(match, seed=len(match.plies)))
    fork = match.fork(seed=1)
    whole = analyse(match, work=1)
    assert analyse(fork, work=1).seats[0].chances == whole.seats[0].chances
    assert analyse(match.at(20), work=1).seats[0].chances == [
        point for point in whole.seats[0].chances if point.ply < 20
    ]


@pytest.mark.parametrize("widen", [0, 1, 4])
def test_progressive_widening_opens_the_most_promising_moves_first(widen: int) -> None:
    priors = [0.1, 0.05, 0.4, 0.15, 0.3]
    nodes = np.zeros((1, tree.NODE_COLUMNS), np.int64)
    nodes[0, tree.LENGTH] = len(priors)
    edges, worths = np.zeros((len(priors), 2), np.int32), np.zeros((len(priors), 3))
    worths[:, tree.PRIOR] = priors
    opened: list[int] = []
    for _ in range(size(400, 60)):
        edge = tree.selected(nodes, edges, worths, 0, 1.5, widen)
        if edge not in opened:
            opened.append(edge)
            if widen:
                assert len(opened) <= 2 + nodes[0, tree.VISITS] // widen
        nodes[0, tree.VISITS] += 1
        edges[edge, tree.TRIED] += 1
        worths[edge, tree.SUM] += 0.5
    assert opened == sorted(range(len(priors)), key=lambda i: -priors[i])


def test_forgetting_differs_from_match_to_match() -> None:
    """An Adept of Mago Magino follows other frogs in every match, and the same when it sees the same again."""

    def followed(seed: int, seat: int = 0) -> list[int]:
        match = Match("mago_magino", 3, seed=seed)
        partner = bots.Partner(bots.get("adept"), match, seat)
        counts = []
        while len(match.plies) < 40 and not match.over:
            match.play(bots.get("thumb").move(match, seed=1))
            player = partner.informed()
            counts.append(len(player._memory.owners))  # type: ignore[attr-defined]
        return counts

    matches = [followed(seed) for seed in range(4)]
    assert followed(0) == matches[0]
    drops = [{i for i in range(1, len(m)) if m[i] < m[i - 1]} for m in matches]
    assert len({tuple(sorted(drop)) for drop in drops}) > 1
    assert any(followed(seed, 1) != matches[seed] for seed in range(4))  # every seat by itself
