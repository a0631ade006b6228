"""Random play in Pgx on one core: one compiled loop of vectorised, automatically reset steps over a batch.

Every step makes the observation and the mask of legal actions; the action is drawn from the mask.
"""

import json
import os
import sys
import time
from typing import Any

if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset

GAMES = (("leduc_holdem", 4096, 64), ("kuhn_poker", 4096, 64), ("sparrow_mahjong", 256, 16), ("backgammon", 256, 16))


def measure(name: str, lanes: int, steps: int, runs: int, seconds: float) -> None:
    """Print the pace of one game."""
    env = pgx.make(name)
    step = auto_reset(env.step, env.init)

    def one(carry: Any, _: Any) -> Any:
        state, key = carry
        key, draw, move = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        actions = jax.random.categorical(draw, logits, axis=-1)
        state = jax.vmap(step)(state, actions, jax.random.split(move, lanes))
        return (state, key), state.observation.sum()

    loop = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=steps)[0])
    begun = time.perf_counter()
    carry = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), lanes)), jax.random.PRNGKey(1)
    carry = jax.block_until_ready(loop(carry))
    ready = time.perf_counter() - begun
    found = []
    for _ in range(runs):
        count, begun, busy = 0, time.perf_counter(), time.process_time()
        while time.perf_counter() - begun < seconds:
            carry = jax.block_until_ready(loop(carry))
            count += lanes * steps
        found.append([count / (time.perf_counter() - begun), count / (time.process_time() - busy)])
    about = {"game": name, "by": "vector steps", "lanes": lanes, "compiling_s": round(ready, 2)}
    print(json.dumps({**about, "paces": found}), flush=True)


for name, lanes, steps in GAMES:
    measure(name, lanes, steps, int(sys.argv[1]), float(sys.argv[2]))
