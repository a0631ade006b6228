"""Random play in PettingZoo: the documented loop over agents, and the environment without its wrappers."""

import json
import os
import random
import sys
import time
from typing import Any

from pettingzoo.classic import leduc_holdem_v4


def episode(env: Any) -> int:
    """One match."""
    steps = 0
    env.reset()
    for _agent in env.agent_iter():
        observation, _, over, cut, _ = env.last()
        if over or cut:
            env.step(None)
        else:
            mask = observation["action_mask"]
            env.step(random.choice([action for action in range(len(mask)) if mask[action]]))
            steps += 1
    return steps


def main() -> None:
    runs, seconds = int(sys.argv[1]), float(sys.argv[2])
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    for by, make in (("raw_env", leduc_holdem_v4.raw_env), ("env", leduc_holdem_v4.env)):
        env = make()
        episode(env)
        found = []
        for _ in range(runs):
            steps, begun, busy = 0, time.perf_counter(), time.process_time()
            while time.perf_counter() - begun < seconds:
                steps += episode(env)
            found.append([steps / (time.perf_counter() - begun), steps / (time.process_time() - busy)])
        print(json.dumps({"game": "leduc_holdem_v4", "by": by, "paces": found}), flush=True)


main()
