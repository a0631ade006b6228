"""Random play in RLCard: `env.step` with a random legal action, on one core."""

import json
import os
import random
import sys
import time

import rlcard


def main() -> None:
    runs, seconds = int(sys.argv[1]), float(sys.argv[2])
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    for name in ("uno", "leduc-holdem"):
        env = rlcard.make(name)
        found = []
        for _ in range(runs):
            steps, begun, busy = 0, time.perf_counter(), time.process_time()
            while time.perf_counter() - begun < seconds:
                state, _ = env.reset()
                while not env.is_over():
                    state, _ = env.step(random.choice(list(state["legal_actions"])))
                    steps += 1
            found.append([steps / (time.perf_counter() - begun), steps / (time.process_time() - busy)])
        print(json.dumps({"game": name, "by": "env.step", "paces": found}), flush=True)


main()
