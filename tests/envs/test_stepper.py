"""A stepper plays the same match as a position: interpreted, compiled, and with players inside the loop."""

import random
from typing import Any

import numpy as np
import pytest

from zauber import Position, envs, games
from zauber.envs.stepper import REFUSED, Stepper, kinds_of, others_on
from zauber.games.compiling.link import plain
from zauber.match import steps as choosing
from zauber.match.steps import WhenToCompile

SHORT: dict[str, Any] = {"turn_limit": 8}


def beginning(name: str, seats: int, seed: int) -> tuple[Position, Stepper]:
    game = games.get(name)
    edition = game.edition("", SHORT)
    return Position(game, seats, edition=edition, seed=seed), Stepper(game, edition)


@pytest.mark.parametrize("name", ["papageno", "magic_flute"])
def test_a_stepper_plays_as_a_position_does(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WhenToCompile, "cached", lambda self: False)
    for compiled in (False, True):
        position, stepper = beginning(name, 2, 3)
        same, dice = position.fork(), random.Random(4)
        if compiled:
            stepper.compile()
        turn, steps = stepper.begin(position), 0
        while turn >= 0:
            assert stepper.moves == same.moves()
            assert (stepper.mask.astype(bool) == same.mask()).all()
            for seat in range(2):
                assert (stepper.observe(seat) == same.observe(seat)).all()
            illegal = next(action for action in range(len(stepper.mask)) if not stepper.mask[action])
            before = bytes(position)
            assert stepper.step(illegal) == stepper.step(-1) == stepper.step(10**6) == REFUSED
            assert bytes(position) == before
            action = dice.choice(stepper.moves)
            turn = stepper.step(action)
            same.play(action)
            assert position == same
            steps += 1
        assert turn == same.turn
        assert steps > 8
        assert stepper.shares(2).tolist() == list(same.outcome or ())
        assert not stepper.mask.any()


def test_a_stepper_is_compiled_when_there_is_enough_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WhenToCompile, "cached", lambda self: False)
    monkeypatch.setattr(choosing, "WORTH_IT", 5)
    position, stepper = beginning("magic_flute", 2, 1)
    stepper.begin(position)
    for step in range(5):
        assert not stepper.compiled, step
        stepper.step(stepper.moves[0])
    assert stepper.compiled
    monkeypatch.setattr(WhenToCompile, "cached", lambda self: True)
    assert beginning("magic_flute", 2, 1)[1].compiled


@pytest.mark.parametrize("against", ["random", "thumb"])
def test_others_play_the_same_inside_the_loop_and_outside(against: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for compiled in (False, True):
        monkeypatch.setattr(WhenToCompile, "cached", lambda self, compiled=compiled: compiled)
        env = envs.gym("magic_flute", against=against, options=SHORT)
        lines = []
        for match in range(3):
            seen, _ = env.reset(seed=match)
            over = False
            while not over:
                lines.append((seen["observation"].tobytes(), seen["action_mask"].tobytes()))
                seen, reward, over, _, info = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
            lines.append((reward, info["share"]))
        assert env._stepper.compiled is compiled
        found.append(lines)
    assert found[0] == found[1]


def test_the_loop_of_others_runs_interpreted_too() -> None:
    kinds = kinds_of(["random", "thumb"], 1)
    assert kinds is not None
    game = games.get("papageno")
    both = []
    for interpreted in (False, True):
        position, stepper = beginning("papageno", 3, 2)
        stepper.chance[0] = 77
        stepper.begin(position)
        if interpreted:
            bound = game.linker(plain)(others_on)
            stepper._others = bound
        stepper.let_others(kinds)
        both.append((bytes(position), stepper.turn, stepper.moves, int(stepper.chance[0])))
    assert both[0] == both[1]
    assert kinds_of(["mage"], 0) is None
