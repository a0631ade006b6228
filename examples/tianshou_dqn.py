"""Tianshou's DQN on one seat of a game, against random players: `python examples/tianshou_dqn.py`.

Needs Tianshou 2, which nothing else here needs: pip install tianshou.
"""

import argparse
from typing import Any

import gymnasium
import torch
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

from zauber import envs


class Named(gymnasium.ObservationWrapper[Any, Any, Any]):
    """The observation and the mask under the names that Tianshou knows."""

    def observation(self, observation: Any) -> Any:
        return {"obs": observation["observation"], "mask": observation["action_mask"].astype(bool)}


def main(given: list[str] | None = None) -> float:
    """Learn, print what is gained in a match afterwards, and return the lower bound of that."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--game", default="magic_flute", help="the game (magic_flute)")
    parser.add_argument("--epochs", type=int, default=3, help="epochs of 2,000 decisions (3)")
    parser.add_argument("--matches", type=int, default=400, help="matches to play afterwards (400)")
    chosen = parser.parse_args(given)

    def make() -> Any:
        return Named(envs.gym(chosen.game, against="random", options={"turn_limit": 40}))

    one = make().unwrapped
    seen, actions = one.observation_space["observation"].shape, one.action_space
    net = Net(state_shape=seen, action_shape=actions.n, hidden_sizes=[128, 128])
    policy = DiscreteQLearningPolicy(model=net, action_space=actions, eps_training=0.1, eps_inference=0.0)
    algorithm = DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), gamma=0.99, target_update_freq=500)
    learning, testing = DummyVectorEnv([make] * 4), DummyVectorEnv([make] * 4)
    torch.manual_seed(1)
    algorithm.run_training(
        OffPolicyTrainerParams(
            training_collector=Collector[Any](algorithm, learning, VectorReplayBuffer(20_000, 4), True),
            test_collector=None,
            max_epochs=chosen.epochs, epoch_num_steps=2_000, collection_step_num_env_steps=40,
            update_step_num_gradient_steps_per_sample=0.25, batch_size=64, show_progress=False,
        )
    )  # fmt: skip
    afterwards = Collector[Any](algorithm, testing).collect(n_episode=chosen.matches, reset_before_collect=True)
    gained = afterwards.returns
    mean, error = float(gained.mean()), 1.96 * float(gained.std()) / len(gained) ** 0.5
    print(f"{chosen.game}: {mean:.3f} ± {error:.3f} in a match against random players, where chance gains 0")
    return mean - error


if __name__ == "__main__":
    main()
