"""Random matches through each interface, with the loop from its documentation: what `zauber bench faces` measures.

Each function creates an environment and returns a function that plays one match, or some steps of many, and returns
the number of steps. In Gymnasium a step is a decision of the learner; the others act inside it.
"""

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from . import aec, gym, gym_vector, openspiel

Work = Callable[[], int]
LANES = 256


def pettingzoo(game: str, seats: int, options: dict[str, Any]) -> Work:
    """PettingZoo: `agent_iter`, `last`, `step`."""
    env = aec(game, seats=seats, options=options)

    def work() -> int:
        steps = 0
        env.reset()
        for _agent in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
            else:
                env.step(random.choice(seen["action_mask"].nonzero()[0]))
                steps += 1
        return steps

    return work


def gymnasium(game: str, seats: int, options: dict[str, Any]) -> Work:
    """Gymnasium: `reset`, `step`; the others play at random."""
    env = gym(game, seats=seats, against="random", options=options)

    def work() -> int:
        seen, _ = env.reset()
        steps, over = 0, False
        while not over:
            seen, _, over, _, _ = env.step(random.choice(seen["action_mask"].nonzero()[0]))
            steps += 1
        return steps

    return work


def gymnasium_vector(game: str, seats: int, options: dict[str, Any]) -> Work:
    """Gymnasium's vector interface with many matches on one core; the actions are chosen in NumPy."""
    env = gym_vector(game, LANES, seats=seats, against="random", options=options, threads=1)
    dice = np.random.default_rng(1)
    held = [env.reset(seed=1)[0]]

    def work() -> int:
        masks = held[0]["action_mask"]
        actions = (dice.random(masks.shape, np.float32) * masks).argmax(axis=1)
        held[0] = env.step(actions)[0]
        return LANES

    return work


def openspiel_documented(game: str, seats: int, options: dict[str, Any]) -> Work:
    """OpenSpiel: the loop of its documentation, which asks for the kind of node and for the player."""
    loaded = openspiel(game, seats=seats, options=options)

    def work() -> int:
        state, steps = loaded.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(actions, odds)[0])
            else:
                state.apply_action(random.choice(state.legal_actions(state.current_player())))
                steps += 1
        return steps

    return work


def openspiel_tuned(game: str, seats: int, options: dict[str, Any]) -> Work:
    """OpenSpiel: after the deal nothing but `legal_actions` and `apply_action`."""
    loaded = openspiel(game, seats=seats, options=options)

    def work() -> int:
        state, steps = loaded.new_initial_state(), 0
        state.apply_action(state.chance_outcomes()[0][0])
        legal, apply, choose = state.legal_actions, state.apply_action, random.random
        actions = legal()
        while actions:
            apply(actions[int(choose() * len(actions))])
            steps += 1
            actions = legal()
        return steps

    return work


FACES: dict[str, Callable[[str, int, dict[str, Any]], Work]] = {
    "PettingZoo": pettingzoo,
    "Gymnasium": gymnasium,
    "Gymnasium vector": gymnasium_vector,
    "OpenSpiel documented": openspiel_documented,
    "OpenSpiel tuned": openspiel_tuned,
}
