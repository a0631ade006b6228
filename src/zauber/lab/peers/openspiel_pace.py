"""Random play in OpenSpiel: in C++ (rollouts of an evaluator, its own loop over random bots), and by loops in Python:
the one of its documentation, and one that asks for nothing but legal actions. With the argument `search`: iterations
and simulated decisions a second of its information-set Monte Carlo tree search, in C++."""

import json
import os
import random
import sys
import time
from collections.abc import Callable
from typing import Any

import pyspiel

ROLLOUTS = 64
ITERATIONS = 1000


def paces(work: Callable[[], float], runs: int, seconds: float) -> list[list[float]]:
    work()
    found = []
    for _ in range(runs):
        steps, begun, busy = 0.0, time.perf_counter(), time.process_time()
        while time.perf_counter() - begun < seconds:
            steps += work()
        found.append([steps / (time.perf_counter() - begun), steps / (time.process_time() - busy)])
    return found


def dealt(game: Any) -> Any:
    """A position after the deal."""
    state = game.new_initial_state()
    while state.is_chance_node():
        actions, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(random.choices(actions, odds)[0])
    return state


def length(state: Any) -> int:
    """Decisions of one random match from here on; chance is not a decision."""
    steps = 0
    state = state.clone()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(actions, odds)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
    return steps


def rollouts(game: Any) -> Callable[[], float]:
    """One simulation of an MCTS bot is ROLLOUTS random matches from the given position, played in C++."""
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1000, False, 1, False)
    states = [dealt(game) for _ in range(16)]
    mean = sum(length(state) for state in states for _ in range(40)) / (16 * 40)
    place = 0

    def work() -> float:
        nonlocal place
        place = (place + 1) % len(states)
        bot.step(states[place])
        return ROLLOUTS * mean

    return work


def bots(game: Any) -> Callable[[], float]:
    """Whole matches between C++ bots, in a C++ loop."""
    players = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(game.num_players())]
    mean = sum(length(dealt(game)) for _ in range(300)) / 300

    def work() -> float:
        pyspiel.evaluate_bots(game.new_initial_state(), players, random.randrange(1 << 30))
        return mean

    return work


def documented(game: Any) -> Callable[[], float]:
    """Whole matches by the loop of the documentation."""

    def work() -> float:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(actions, odds)[0])
            else:
                state.apply_action(random.choice(state.legal_actions(state.current_player())))
                steps += 1
        return steps

    return work


def tuned(game: Any) -> Callable[[], float]:
    """Whole matches in which chance is drawn like an action, and nothing is asked but what is legal."""

    def work() -> float:
        state, steps, choose = game.new_initial_state(), 0, random.random
        legal, apply = state.legal_actions, state.apply_action
        actions = legal()
        while actions:
            chance = state.is_chance_node()
            apply(actions[int(choose() * len(actions))])
            steps += not chance
            actions = legal()
        return steps

    return work


def searches(states: list[Any]) -> Callable[[], float]:
    """The iterations of one choice by search."""
    evaluator, policy = pyspiel.RandomRolloutEvaluator(1, 1), pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(1, evaluator, 1.5, ITERATIONS, -1, policy, False, False)

    def work() -> float:
        bot.step(random.choice(states))
        return ITERATIONS

    return work


def measure_search(runs: int, seconds: float) -> None:
    """Iterations, and decisions: as many for each iteration as a random match has."""
    for name in ("hearts", "leduc_poker"):
        game = pyspiel.load_game(name)
        states = [dealt(game) for _ in range(16)]
        mean = sum(length(state) for state in states for _ in range(20)) / (16 * 20)
        found = paces(searches(states), runs, seconds)
        for unit, each in (("iterations/s", 1.0), ("decisions/s", mean)):
            times = [[pace * each for pace in pair] for pair in found]
            print(json.dumps({"game": name, "by": "IS-MCTS", "unit": unit, "paces": times}), flush=True)


def main() -> None:
    runs, seconds = int(sys.argv[1]), float(sys.argv[2])
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    if sys.argv[3:] == ["search"]:
        measure_search(runs, seconds)
        return
    for name in ("crazy_eights", "hearts", "leduc_poker"):
        game = pyspiel.load_game(name)
        ways = ("C++ rollouts", rollouts), ("C++ random bots", bots), ("Python loop", documented), ("tuned", tuned)
        for by, make in ways:
            print(json.dumps({"game": name, "by": by, "paces": paces(make(game), runs, seconds)}), flush=True)


main()
