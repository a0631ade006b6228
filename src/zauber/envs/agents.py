"""PettingZoo: every seat an agent, one acting after another."""

import copy
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from ..errors import ZauberError
from ..match.position import Position
from .common import RENDER_MODES, check_mode, drawn, opened, rewards, spaces_of, versioned
from .stepper import REFUSED, Stepper


class ZauberAEC(AECEnv):
    """A game as a PettingZoo environment.

    An agent observes `{"observation": numbers, "action_mask": 0 or 1 for every action}`. The mask of the agent to act
    is never empty; those of the others are all zeros. An action that is not legal raises `IllegalMove`.
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        edition: str = "",
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game, self.seats, self.edition = opened(game, seats, edition, options)
        check_mode(render_mode)
        self.render_mode = render_mode
        self.metadata = {"name": versioned(self.game), "render_modes": RENDER_MODES, "is_parallelizable": True}
        self.possible_agents = [f"seat_{i}" for i in range(self.seats)]
        self.agents: list[str] = []
        self._seat_of = {agent: i for i, agent in enumerate(self.possible_agents)}
        seen, actions = spaces_of(self.game)
        self.observation_spaces = {agent: copy.deepcopy(seen) for agent in self.possible_agents}
        self.action_spaces = {agent: copy.deepcopy(actions) for agent in self.possible_agents}
        self._random, _ = seeding.np_random()
        self._stepper = Stepper(self.game, self.edition)
        self._nothing = np.zeros(self.game.rules.ACTIONS, np.int8)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        number = int(self._random.integers(2**62))
        self.position = Position(self.game, self.seats, edition=self.edition, seed=number)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._stepper.begin(self.position)]

    def observe(self, agent: str) -> dict[str, Any]:
        seat, stepper = self._seat_of[agent], self._stepper
        mask = stepper.mask if stepper.turn == seat else self._nothing
        return {"observation": stepper.observe(seat), "action_mask": mask.copy()}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ZauberError(f"{agent} has to act: None is for agents whose match is over.")
        turn = self._stepper.step(int(action))
        if turn >= 0:  # rewards come only at the end, so there is nothing to accumulate
            self.agent_selection = self.possible_agents[turn]
            return
        if turn == REFUSED:
            self.position.play(int(action))  # raises, with the reason
        shares = self._stepper.shares(self.seats)
        for each, share, reward in zip(self.agents, shares.tolist(), rewards(shares).tolist(), strict=True):
            self.rewards[each] = self._cumulative_rewards[each] = reward
            self.terminations[each] = True
            self.infos[each] = {"share": share}

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        return drawn(self.position, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""
