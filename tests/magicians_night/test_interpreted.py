"""What is usually compiled gives the same results interpreted: knowledge, imagined worlds, advice and judgement."""

from typing import Any

import numpy as np
import pytest

from zauber.games.compiling.link import compiled, plain
from zauber.games.contract.kernel import NOBODY
from zauber.games.magicians_night import judging
from zauber.games.magicians_night.layout import OBSERVATION
from zauber.games.magicians_night.table import MAGICIAN, TREE

from .night import GAME, SUN, SUN_CAULDRONS, Night

BY_HAND, COMPILED = GAME.interpreted, GAME.compiled


def pushed() -> Night:
    """A few strokes at the edge, where little is in the way."""
    return Night().do("enter 0", "push 32", "push 30", "push 34", "stop")


@pytest.mark.parametrize("viewer", [NOBODY, 0, 1])
def test_A31_a_position_is_concealed_and_imagined_alike(viewer: int) -> None:
    night = pushed()
    found: list[Any] = []
    for rules in (BY_HAND, COMPILED):
        known = night.s.copy()
        rules.conceal(night.e, known, viewer)
        rules.sow(known, 5, 1)
        rules.imagine(night.e, known, viewer)
        found.append(known)
    assert found[0].tobytes() == found[1].tobytes()
    assert (found[0].x[:TREE] == night.s.x[:TREE]).all(), "what glows is where it was seen"
    assert (found[0].x[MAGICIAN:] == night.s.x[MAGICIAN:]).all()


def test_A31_an_observation_and_what_is_witnessed_are_the_same() -> None:
    night = pushed()
    known = night.s.copy()
    BY_HAND.conceal(night.e, known, 0)
    seen = [np.zeros(OBSERVATION, np.float32) for _ in range(2)]
    for rules, out in zip((BY_HAND, COMPILED), seen, strict=True):
        rules.observe(night.e, known, 0, out)
    assert (seen[0] == seen[1]).all()
    assert seen[0].any()
    push = GAME.parse("push 3")
    assert BY_HAND.witness(night.e, night.s, 0, push, 1) == COMPILED.witness(night.e, night.s, 0, push, 1)


def test_advice_is_the_same() -> None:
    positions = [Night(), Night().do("enter 0"), Night().do("enter 0", "push 32"), pushed()]
    positions.append(Night().clear().spare_cauldrons().put(SUN_CAULDRONS[1], 40, 0).put(SUN, 90, 0))
    for night in positions:
        options = np.zeros(GAME.rules.MOST_MOVES, np.int64)
        seat = int(night.s.turn)
        n = COMPILED.moves(night.e, night.s, seat, options)
        advised = []
        for rules in (BY_HAND, COMPILED):
            known = night.s.copy()
            rules.conceal(night.e, known, seat)
            rules.sow(known, 3, 1)
            advised.append(int(rules.advise(night.e, known, seat, options, n)))
        assert advised[0] == advised[1]
        assert advised[0] in options[:n]


def test_judgement_is_the_same_and_prefers_the_nearer_cauldron() -> None:
    judged = [GAME.linker(way)(judging.potential) for way in (plain, compiled)]
    near, far = (Night().put(SUN_CAULDRONS[0], away, 0).put(SUN, away + 40, 0) for away in (60, 120))
    for night in (near, far):
        assert judged[0](night.e, night.s, 0) == judged[1](night.e, night.s, 0)
    assert judged[0](near.e, near.s, 0) > judged[0](far.e, far.s, 0)
    near.s.phase, near.s.winner = GAME.rules.OVER, 0
    assert judged[0](near.e, near.s, 0) == 1.0
    assert judged[0](near.e, near.s, 1) == -1.0
    near.s.winner = NOBODY
    assert -1.0 < judged[0](near.e, near.s, 0) < 0.0


def test_a_beginning_is_played_out_alike() -> None:
    night = Night().clear().spare_cauldrons().put(SUN_CAULDRONS[1], 20, 0).put(SUN, 60, 0)
    worth = []
    for way in (plain, compiled):
        worlds = np.zeros(2, night.s.dtype)
        worlds[0] = night.s
        options = np.zeros(GAME.rules.MOST_MOVES, np.int64)
        begin = GAME.parse("go on")
        values = np.zeros(1)
        GAME.linker(way)(judging.play_out)(night.e, worlds, 0, 1, 0, begin, 2, options, values)
        worth.append(values[0])
    assert worth[0] == worth[1]
    assert worth[0] == 1.0, "the rule of thumb pushes it in"
