"""sb3-contrib's MaskablePPO on one seat of a game, against random players: `python examples/maskable_ppo.py`.

Needs sb3-contrib, which nothing else here needs: pip install sb3-contrib.
"""

import argparse

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO

from zauber import envs


def main(given: list[str] | None = None) -> float:
    """Learn, play some matches with what was learned, print the share of the wins, and return its lower bound."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--game", default="magic_flute", help="the game (magic_flute)")
    parser.add_argument("--against", default="random", help="who sits in the other seats (random)")
    parser.add_argument("--steps", type=int, default=20_000, help="decisions to learn from (20000)")
    parser.add_argument("--matches", type=int, default=400, help="matches to play afterwards (400)")
    chosen = parser.parse_args(given)
    envs.register()
    env = gymnasium.make(f"zauber/{chosen.game}-v0", against=chosen.against, paired=True)  # every deal from all seats
    model = MaskablePPO("MultiInputPolicy", env, n_steps=1024, verbose=0, seed=1)
    model.learn(chosen.steps)
    shares = []
    for match in range(chosen.matches):
        seen, _ = env.reset(seed=1 if match == 0 else None)
        over = False
        while not over:
            action, _ = model.predict(seen, action_masks=env.get_wrapper_attr("action_masks")())
            seen, _, over, _, info = env.step(int(action))
        shares.append(info["share"])
    mean, error = float(np.mean(shares)), 1.96 * float(np.std(shares)) / len(shares) ** 0.5
    print(f"{chosen.game}: {mean:.3f} ± {error:.3f} of the wins in {len(shares)} matches against {chosen.against}")
    return mean - error


if __name__ == "__main__":
    main()
