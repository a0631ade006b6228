"""Gymnasium's vector interface over a batch: many matches, one seat of each, stepped together.

When a match ends, the next one begins in the same step: the observation belongs to the new match, and the last one of
the old match is in `info["final_obs"]`, as in Gymnasium's mode SAME_STEP. A match that the others end before the
learner can act shows zeros and one legal action, 0, which is ignored; the next step reports its end.
"""

import copy
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ..engines import Batch
from ..errors import ZauberError
from .common import opened, rewards, spaces_of, versioned


class ZauberVector(VectorEnv):
    """n matches with one learner in each, who takes every seat in turn."""

    def __init__(
        self,
        game: str,
        n: int,
        seats: int | None = None,
        against: str | Sequence[str] = "thumb",
        edition: str = "",
        options: Mapping[str, Any] | None = None,
        threads: int | None = None,
    ) -> None:
        self.game, self.seats, self.edition = opened(game, seats, edition, options)
        self.num_envs, self._threads = n, threads
        others = [against] * (self.seats - 1) if isinstance(against, str) else list(against)
        self._players = ["learner", *others]
        if len(self._players) != self.seats:
            raise ZauberError(f"There are {self.seats - 1} other seats and {len(others)} players for them.")
        if unknown := [name for name in others if name not in ("random", "thumb")]:
            raise ZauberError(f"In a batch the others play as random or thumb, not “{unknown[0]}”.")
        self.metadata = {"name": versioned(self.game), "autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_observation_space, self.single_action_space = copy.deepcopy(spaces_of(self.game))
        self.observation_space = batch_space(self.single_observation_space, n)
        self.action_space = batch_space(self.single_action_space, n)
        self._batch: Batch | None = None

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        if isinstance(seed, list):
            raise ZauberError("All matches of a batch come from one seed: give one number.")
        super().reset(seed=seed)
        number = int(self.np_random.integers(2**62)) if seed is None else seed
        self._batch = Batch(
            self.game, seats=self.seats, n=self.num_envs, seed=number, edition=self.edition, players=self._players,
            rotate=True, threads=self._threads,
        )  # fmt: skip
        return self._seen(), {}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        batch = self._open()
        ended = batch.step(np.asarray(actions))
        gained = np.zeros(self.num_envs, np.float64)
        over = np.zeros(self.num_envs, np.bool_)
        info: dict[str, Any] = {}
        if len(ended):
            learner = (ended.numbers % self.seats).astype(np.int64)  # where player 0 sat
            gained[ended.lanes] = rewards(ended.outcomes)[np.arange(len(ended)), learner]
            over[ended.lanes] = True
            info = self._last(ended.lanes, learner, ended.outcomes)
        return self._seen(), gained, over, np.zeros(self.num_envs, np.bool_), info

    def _last(self, lanes: Any, learner: Any, outcomes: Any) -> dict[str, Any]:
        """The last observations of the matches that ended, and the shares won."""
        seats = np.zeros(self.num_envs, np.int8)
        seats[lanes] = learner
        seen = self._open().last_observe(seats)
        mask = np.zeros(self.game.rules.ACTIONS, np.int8)
        final = np.full(self.num_envs, None, object)
        share = np.zeros(self.num_envs, np.float32)
        marked = np.zeros(self.num_envs, np.bool_)
        for i, lane in enumerate(lanes):
            final[lane] = {"observation": seen[lane].copy(), "action_mask": mask.copy()}
            share[lane] = outcomes[i, learner[i]]
        marked[lanes] = True
        inner = {"share": share, "_share": marked}
        return {"final_obs": final, "_final_obs": marked, "final_info": inner, "_final_info": marked}

    def _open(self) -> Batch:
        if self._batch is None:
            raise ZauberError("Call reset() before step().")
        return self._batch

    def _seen(self) -> dict[str, Any]:
        batch = self._open()
        return {"observation": batch.observe(), "action_mask": batch.legal().view(np.int8)}
