"""The analysis: chances that add up, choices judged by what their player knew, and everything else is luck."""

import math

import numpy as np
import pytest

from tests.sizes import size
from zauber import Match, ZauberError, bots
from zauber.bots import analysis, tree
from zauber.bots.analysis import Analysis, Progress, analyse, analysing


def played(game: str, seats: int, seed: int, **options: int) -> Match:
    """A match whose first seat plays like a child, and the others by rule of thumb."""
    match = Match(game, seats, seed=seed, options=options)
    while not match.over:
        level = "apprentice" if match.turn == 0 else "thumb"
        match.play(bots.get(level).move(match, seed=len(match.plies)))
    return match


@pytest.fixture(scope="module")
def duel() -> Match:
    """A match of The Magic Flute that its first player loses by Night's Dagger, under the Trial of Water."""
    match = Match("magic_flute", 2, seed=101, names=["Anna", "Ben"])
    while not match.over:
        match.play(bots.get("apprentice").move(match, seed=101_000 + len(match.plies)))
    assert match.plies[-1].notation == "play nights dagger"
    assert match.outcome is not None
    assert match.outcome.shares == (0.0, 1.0)
    return match


def check_sums(found: Analysis, match: Match) -> None:
    """Chances and results add up to one, the rest to nothing, and every seat's parts to its result."""
    assert match.outcome is not None
    for points in zip(*(story.chances for story in found.seats), strict=True):
        assert len({point.ply for point in points}) == 1
        assert sum(point.share for point in points) == pytest.approx(1.0)
    assert sum(story.start for story in found.seats) == pytest.approx(1.0)
    assert sum(story.luck for story in found.seats) == pytest.approx(0.0, abs=1e-9)
    assert sum(story.choices + story.others for story in found.seats) == pytest.approx(0.0, abs=1e-9)
    for story in found.seats:
        assert story.result == match.outcome.shares[story.seat]
        assert story.start + story.choices + story.others + story.luck == pytest.approx(story.result)
        plies = [point.ply for point in story.chances]
        assert (plies, plies[0], plies[-1]) == (sorted(set(plies)), 0, len(match.plies))
    assert [moment.ply for moment in found.moments] == sorted(moment.ply for moment in found.moments)
    for moment in found.moments:
        assert {ply.seat for ply in match.plies[moment.since : moment.ply]} == {moment.seat}
        assert sum(moment.after) - sum(moment.before) == pytest.approx(0.0, abs=1e-9)
        assert (moment.kind == "choice") == bool(moment.chosen)
        assert moment.better != moment.chosen or not moment.chosen


def test_the_chances_of_all_seats_add_up_to_one_from_the_start_to_the_end(duel: Match) -> None:
    """Each seat's own estimates did not: in The Magic Flute both thought well of their hands, 115 % at the start."""
    found = analyse(duel, work=4000)
    check_sums(found, duel)
    assert len(found.moments) <= 3
    assert found.matches >= 4000


@pytest.mark.parametrize(("seed", "level"), [(98, "random"), (137, "apprentice"), (191, "apprentice")])
def test_what_a_seat_does_to_itself_is_its_choice_and_not_the_luck_of_the_other(seed: int, level: str) -> None:
    """Anna ends the match by a card of her own that lets Ben win."""
    match = Match("magic_flute", 2, seed=seed, names=["Anna", "Ben"])
    while not match.over:
        match.play(bots.get(level).move(match, seed=1000 * seed + len(match.plies)))
    assert match.outcome is not None
    assert (match.plies[-1].notation, match.outcome.shares) == ("play nights dagger", (0.0, 1.0))
    analyst = analysis._Analyst(match, 8000, 0.0)
    found = list(analyst.steps())[-1]
    assert isinstance(found, Analysis)
    check_sums(found, match)
    assert analyst._cause(analyst.turns[-1]) == "choice"
    if seed == 137:
        last = found.moments[-1]
        assert (last.ply, last.seat, last.kind, last.after) == (len(match.plies), 0, "choice", (0.0, 1.0))
        assert last.choice in (len(match.plies) - 1, len(match.plies))
        assert match.label(match.plies[last.choice - 1].notation, 0) == last.chosen
        assert found.seats[1].others > 0.3


def test_what_one_does_well_or_badly_falls_to_the_others(duel: Match) -> None:
    weak, strong = analyse(duel, work=4000).seats
    assert weak.choices == pytest.approx(-strong.others)
    assert strong.choices == pytest.approx(-weak.others)
    assert weak.choices < -2 * weak.choices_error


def test_a_choice_is_judged_without_hindsight(duel: Match) -> None:
    """Worlds are imagined from what the seat knew: nothing that was hidden from it is in what it is judged by."""
    analyst = analysis._Analyst(duel, 1, 0.0)
    list(analyst._find_choices())
    choices = [choice for turn in analyst.turns for choice in turn.choices]
    assert choices
    for choice in choices:
        concealed = choice.known.copy()
        duel.game.compiled.conceal(duel.edition.record, concealed, choice.seat)
        assert concealed.tobytes() == choice.known.tobytes()


def test_of_equal_moves_none_costs_anything() -> None:
    """Which card of Papageno is turned up first matters little, and nothing is gained by looking for the best."""
    gain = variance = 0.0
    for seed in range(6):
        match = Match("papageno", 2, seed=seed)
        match.play(match.moves.actions[-1])
        while not match.over:
            match.play(bots.get("thumb").move(match, seed=len(match.plies)))
        analyst = analysis._Analyst(match, 1, 0.0)
        list(analyst._find_choices())
        turn = analyst.turns[0]
        turn.choices = [choice for choice in turn.choices if choice.ply == 0]
        list(analyst._pass([turn], 150, False))
        gain += sum(float(choice.mean[choice.seat]) for choice in turn.choices)
        variance += sum(float(choice.variance[choice.seat]) for choice in turn.choices)
    assert variance > 0
    assert abs(gain) < 3 * math.sqrt(variance)


def test_who_plays_by_rule_of_thumb_has_luck_alone() -> None:
    match = Match("magi", 4, seed=3, options={"turn_limit": 30})
    while not match.over:
        match.play(bots.get("thumb").move(match, seed=len(match.plies)))
    found = analyse(match, work=1)
    check_sums(found, match)
    assert all(story.choices == story.others == 0.0 for story in found.seats)
    assert {moment.kind for moment in found.moments} <= {"luck"}


def test_in_magicians_night_whole_turns_are_judged() -> None:
    match = played("magicians_night", 2, seed=4, turn_limit=6)
    found = analyse(match, work=1)
    assert found.by_turns
    assert len(found.seats[0].chances) == 1 + len(analysis.turns_of(match)) < len(match.plies) / 4
    for story in found.seats:
        assert story.luck == story.luck_error == 0.0
        assert story.start + story.choices + story.others == pytest.approx(story.result)
    assert {moment.kind for moment in found.moments} <= {"turn"}
    for points in zip(*(story.chances for story in found.seats), strict=True):
        assert sum(point.share for point in points) <= 1.0 + 1e-9


def test_an_analysis_keeps_to_its_time_and_says_how_far_it_is() -> None:
    """On a machine that is too slow everything is played on as often as is useful at least."""
    match = played("magi", 4, seed=4, turn_limit=30)
    told: list[tuple[int, int]] = []
    hasty = analyse(match, work=10**9, progress=lambda done, of: told.append((done, of)), seconds=1e-3)
    assert hasty.matches < 16 * 4 * len(match.plies)
    assert all(0 <= done <= of for done, of in told)
    long = list(analysing(match, work=20_000))
    steps = [step for step in long if isinstance(step, Progress)]
    assert steps == sorted(steps)
    assert isinstance(long[-1], Analysis)
    assert long[-1].matches > hasty.matches


def test_a_match_that_goes_on_is_not_analysed() -> None:
    """What is hidden stays hidden."""
    with pytest.raises(ZauberError, match="over"):
        analyse(Match("papageno", 2, seed=1))


def test_to_resign_is_a_choice() -> None:
    match = Match("magic_flute", 2, seed=5)
    while len(match.plies) < 4:
        match.play(bots.get("thumb").move(match, seed=len(match.plies)))
    match.resign(0)
    found = analyse(match, work=1)
    check_sums(found, match)
    assert found.seats[0].choices < -0.1
    assert found.seats[1].others == pytest.approx(-found.seats[0].choices)


def test_a_match_that_was_forked_is_analysed() -> None:
    match = Match("mago_magino", 2, seed=3)
    while len(match.plies) < 30 and not match.over:
        match.play(bots.get("thumb").move(match, seed=len(match.plies)))
    fork = match.fork(seed=1)
    while not fork.over:
        fork.play(bots.get("adept").move(fork, seed=len(fork.plies)))
    check_sums(analyse(fork, work=1), fork)


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
