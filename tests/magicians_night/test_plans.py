"""Plans: beginnings of a turn, made from what is seen and tried out in imagined worlds."""

from typing import Any

import numpy as np
import pytest

from zauber import Match, bots
from zauber.games.compiling.link import compiled
from zauber.games.contract.phrases import say
from zauber.games.magicians_night import plans
from zauber.games.magicians_night.imagining import recollect
from zauber.games.magicians_night.table import CAULDRON

from .night import GAME, MOON, SUN, TREES, Night

PLANNER = plans.Planner(GAME)


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thought need not be deep to be tested."""
    monkeypatch.setattr(plans, "IMAGINED", (1, 1))
    monkeypatch.setattr(plans, "LIT", (1, 1))
    monkeypatch.setattr(plans, "LIT_TURNS", 2)


def known(night: Night, seat: int = 0) -> Any:
    hidden = night.s.copy()
    night.f.conceal(night.e, hidden, seat)
    return hidden


def test_R13_R20_plans_begin_at_the_edge_or_from_where_the_magician_stands() -> None:
    night = Night()
    starts = PLANNER.starts(known(night), 0)
    assert "stop" in [GAME.notation(start) for start in starts]
    assert sum(GAME.notation(start).startswith("enter") for start in starts) == 15
    assert GAME.parse("go on") not in starts
    night.put(SUN, 100, 100)
    assert GAME.parse("go on") in PLANNER.starts(known(night), 0)


def test_R15_only_who_begins_a_turn_has_plans() -> None:
    night = Night()
    assert PLANNER.starts(known(night, 1), 1) == []
    night.do("enter 0")
    assert PLANNER.starts(known(night), 0) == []


def test_R2_every_plan_is_legal_can_be_said_and_is_judged_once() -> None:
    night = Night().put(SUN, 0, 192).do("stop", "stop")
    judged = PLANNER.judged(night.e, known(night), 0, seed=4)
    assert sorted(plan.start for plan in judged) == sorted(PLANNER.starts(known(night), 0))
    for plan in judged:
        assert -1 <= plan.worth <= 1
        assert say(GAME.catalogue, GAME.words.label(night.e, known(night), 0, plan.start), ["Anna", "Ben"])
    assert judged[0].worth >= judged[1].worth >= judged[2].worth


def test_A31_plans_do_not_depend_on_what_lies_in_the_dark() -> None:
    night, other = Night(), Night()
    other.s.x[TREES[3]] += 0.2
    assert PLANNER.judged(night.e, night.s, 0, seed=1) == PLANNER.judged(other.e, other.s, 0, seed=1)


def test_A31_who_sees_all_plans_in_the_dark_as_by_lamplight() -> None:
    dark, lit = Night(), Night(2, light="light")
    assert PLANNER.judged(dark.e, dark.s, 0, seed=1, sees_all=True) == PLANNER.judged(lit.e, lit.s, 0, seed=1)
    assert PLANNER.judged(dark.e, dark.s, 0, seed=1) != PLANNER.judged(lit.e, lit.s, 0, seed=1)


def test_R26_the_planner_pushes_a_cauldron_in_when_it_can() -> None:
    night = Night(2, light="light").clear().put(CAULDRON, 30, 0).put(CAULDRON + 1, -100, 0).put(SUN, 80, 0)
    assert PLANNER.judged(night.e, known(night), 0)[0].worth == 1
    bot = bots.get("planner", "magicians_night")(GAME, night.edition, 2, 0)
    while night.s.turn == 0:
        moves = [GAME.parse(move) for move in night.moves()]
        night.do(GAME.notation(bot.choose(known(night), moves, 1)))
    assert night.s.winner == 0


def test_A31_a_world_that_came_out_as_seen_fits_better() -> None:
    """Where a cauldron lies elsewhere than the ways of the hats say, the match was not as imagined."""
    night = Night(2).do("enter 0").push(32, 12).do("stop")
    misfits = []
    for shift in (0.0, 15.0):
        hidden = known(night)
        hidden.x[CAULDRON + 6] += shift
        night.f.sow(hidden, 1, 1)
        misfits.append(GAME.linker(compiled)(recollect)(night.e, hidden))
    assert misfits[0] < misfits[1]
    lit = Night(2, light="light")
    assert recollect(lit.e, lit.s) == 0


def test_R26_the_planner_sees_by_lamplight_what_the_rule_of_thumb_does_not() -> None:
    """A cauldron of the other is nearer to the ring from the usual side: begin elsewhere, or lose."""
    night = Night(2, light="light").clear().put(CAULDRON, 60, 0).put(CAULDRON + 1, 25, 0).put(MOON, 0, 150)
    start = PLANNER.judged(night.e, known(night), 0)[0].start
    options = np.zeros(GAME.rules.MOST_MOVES, np.int64)
    hidden = known(night)
    night.f.sow(hidden, 1, 1)
    usual = night.f.advise(night.e, hidden, 0, options, night.f.moves(night.e, hidden, 0, options))
    assert GAME.notation(int(usual)) == "enter 0"
    assert start != usual


def test_R13_a_random_player_plays() -> None:
    match = Match("magicians_night", seats=3, seed=2)
    for _ in range(30):
        match.play(bots.get("random").move(match, seed=len(match.plies)))
    assert len(match.plies) == 30
    assert np.isfinite(match.position().x).all()
