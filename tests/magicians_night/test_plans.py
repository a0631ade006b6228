"""Plans: made from what is seen, said in words, tried out in imagined worlds."""

from typing import Any

import numpy as np
import pytest

from zauber import Match
from zauber.bots import Random, Thumb
from zauber.bots.night import NightPlanner
from zauber.games.kernel import NOBODY
from zauber.games.magicians_night.plans import Plan, Planner
from zauber.games.magicians_night.table import CAULDRON
from zauber.games.phrases import say

from .night import FIRE, GAME, SUN, Night

PLANNER = Planner(GAME, worlds=2)


def known(night: Night, seat: int = 0) -> Any:
    hidden = night.s.copy()
    night.f.conceal(night.e, hidden, seat)
    return hidden


def test_R13_R20_plans_begin_at_the_edge_or_from_where_the_magician_stands() -> None:
    night = Night()
    plans = PLANNER.plans(night.e, known(night), 0)
    assert plans
    assert all(plan.start is not None and GAME.notation(plan.start).startswith("enter") for plan in plans)
    night.put(SUN, 100, 100)
    starts = {plan.start for plan in PLANNER.plans(night.e, known(night), 0)}
    assert GAME.parse("go on") in starts


def test_R15_only_who_is_on_turn_has_plans() -> None:
    night = Night()
    assert PLANNER.plans(night.e, known(night, 1), 1) == []


def test_R2_every_plan_can_be_said_and_carried_out() -> None:
    night = Night(light="light").put(SUN, 0, 192).do("stop", "stop")
    for plan in PLANNER.judged(night.e, known(night), 0, seed=4)[::12]:
        assert len(say(GAME.catalogue, plan.words, ["Anna", "Ben"])) > 10
        carried_out(Night(light="light"), plan)


def carried_out(night: Night, plan: Plan) -> Night:
    """Play a turn by a plan."""
    turns, made = int(night.s.turns), 0
    while night.s.turns == turns and night.s.turn != NOBODY:
        begun = night.s.phase != GAME.rules.BEGIN
        night.do(GAME.notation(plan.action(night.e, known(night), made)))
        made += begun
    return night


def test_A31_plans_do_not_depend_on_what_lies_in_the_dark() -> None:
    night, other = Night(), Night()
    other.s.x[20] += 0.2
    one = PLANNER.judged(night.e, known(night), 0, seed=1)
    two = PLANNER.judged(other.e, known(other), 0, seed=1)
    assert one == two


def test_R26_the_best_plan_pushes_a_cauldron_in_when_it_can() -> None:
    night = Night(2, light="light").clear().put(CAULDRON, 30, 0).put(CAULDRON + 1, -100, 0).put(SUN, 80, 0)
    plan = PLANNER.best(night.e, known(night), 0)
    assert plan is not None
    assert plan.purpose in ("own", "straight", "round")
    assert carried_out(night, plan).s.winner == 0


def test_R16_nothing_better_than_stopping_is_no_plan() -> None:
    night = Night(2, light="light").clear().put(CAULDRON, 5.5, 0).put(CAULDRON + 1, -100, 0)
    night.put(SUN, -30.7, 0).put(FIRE, 100, 100).do("go on")
    plan = PLANNER.best(night.e, known(night), 0)
    assert plan is None or plan.stop_after > 0


@pytest.mark.slow
def test_A34_matches_of_bots_end_as_the_rules_say() -> None:
    """By rule of thumb and by plans; a landing, or the limit."""
    players = (NightPlanner(worlds=1), Thumb())
    match = Match("magicians_night", seats=2, seed=5, options={"turn_limit": 12})
    while match.turn != -1:
        match.play(players[match.turn].move(match, seed=len(match.plies)))
    final = match.position()
    assert final.landed >= 0 or final.turns == 12


def test_R13_a_random_player_plays() -> None:
    match = Match("magicians_night", seats=3, seed=2)
    for _ in range(30):
        match.play(Random().move(match, seed=len(match.plies)))
    assert len(match.plies) == 30
    assert np.isfinite(match.position().x).all()
