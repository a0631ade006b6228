"""A random agent in ten lines: `python examples/random_agent.py [GAME]`."""

import sys

from zauber import envs

env = envs.aec(sys.argv[1] if len(sys.argv) > 1 else "papageno")
env.reset(seed=1)
for agent in env.agent_iter():
    seen, reward, ended, cut, info = env.last()
    if ended:
        print(agent, reward)
    env.step(None if ended else env.action_space(agent).sample(seen["action_mask"]))
