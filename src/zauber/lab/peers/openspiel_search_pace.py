"""Information-set Monte Carlo tree search in OpenSpiel, in C++: iterations and simulated decisions a second."""

import json
import os
import random
import sys
import time
from typing import Any

import pyspiel

ITERATIONS = 1000


def dealt(game: Any) -> Any:
    """A position after the deal, at a decision."""
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


def main() -> None:
    runs, seconds = int(sys.argv[1]), float(sys.argv[2])
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    for name in ("hearts", "leduc_poker"):
        game = pyspiel.load_game(name)
        states = [dealt(game) for _ in range(16)]
        mean = sum(length(state) for state in states for _ in range(20)) / (16 * 20)
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        policy = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        bot = pyspiel.ISMCTSBot(1, evaluator, 1.5, ITERATIONS, -1, policy, False, False)
        paces = []
        for _ in range(runs):
            iterations, begun, busy = 0, time.perf_counter(), time.process_time()
            while time.perf_counter() - begun < seconds or not iterations:
                bot.step(random.choice(states))
                iterations += ITERATIONS
            paces.append([iterations / (time.perf_counter() - begun), iterations / (time.process_time() - busy)])
        print(json.dumps({"game": name, "by": "IS-MCTS", "unit": "iterations/s", "paces": paces}), flush=True)
        decisions = [[pace * mean for pace in found] for found in paces]
        print(json.dumps({"game": name, "by": "IS-MCTS", "unit": "decisions/s", "paces": decisions}), flush=True)


main()
