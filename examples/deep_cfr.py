"""Deep CFR of OpenSpiel's, in PyTorch, on a tiny edition of The Magic Flute: how far it can be exploited.

    python examples/deep_cfr.py

Chance is explicit, so that the algorithm samples every throw and draw. Needs two packages that OpenSpiel does not
install: pip install torch dm-tree.
"""

import argparse
from pathlib import Path
from typing import Any

import torch
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability
from open_spiel.python.pytorch import deep_cfr

from zauber import envs

EDITION = Path(__file__).parent / "tiny_flute.toml"


def learn(iterations: int, traversals: int, width: int, turn_limit: int = 1) -> tuple[float, float]:
    """Train; return the exploitability of uniformly random play and of what was learned."""
    torch.manual_seed(1)
    options = {"turn_limit": turn_limit}
    game = envs.openspiel("magic_flute", edition=str(EDITION), options=options, chance="explicit")
    solver = deep_cfr.DeepCFRSolver(
        game, policy_network_layers=(width, width), advantage_network_layers=(width, width), num_iterations=iterations,
        num_traversals=traversals, learning_rate=1e-3, batch_size_advantage=128, batch_size_strategy=128,
        memory_capacity=100_000, policy_network_train_steps=40 * iterations, advantage_network_train_steps=100,
    )  # fmt: skip
    solver.solve()
    learned: Any = policy.tabular_policy_from_callable(game, solver.action_probabilities)
    return exploitability.exploitability(game, policy.UniformRandomPolicy(game)), exploitability.exploitability(
        game, learned
    )


def main(given: list[str] | None = None) -> float:
    """Train, print, and return how much less the learned play can be exploited than uniformly random play."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--iterations", type=int, default=10, help="of the algorithm (10)")
    parser.add_argument("--traversals", type=int, default=40, help="of the tree in each (40)")
    parser.add_argument("--width", type=int, default=64, help="of the networks' layers (64)")
    parser.add_argument("--turn-limit", type=int, default=1, help="turns of a match (1)")
    chosen = parser.parse_args(given)
    uniform, learned = learn(chosen.iterations, chosen.traversals, chosen.width, chosen.turn_limit)
    print(f"uniformly random play can be exploited for {uniform:.4f}, what was learned for {learned:.4f}")
    return uniform - learned


if __name__ == "__main__":
    main()
