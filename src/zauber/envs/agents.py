"""PettingZoo: every seat an agent, one acting after another."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from ..errors import ZauberError
from ..match.position import Position
from .common import BOUND, RENDER_MODES, drawn, opened, rewards, versioned


class ZauberAEC(AECEnv):
    """A game as PettingZoo knows games.

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
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ZauberError(f"A table is rendered as one of {', '.join(RENDER_MODES)}, not “{render_mode}”.")
        self.render_mode = render_mode
        self.metadata = {"name": versioned(self.game), "render_modes": RENDER_MODES, "is_parallelizable": True}
        self.possible_agents = [f"seat_{i}" for i in range(self.seats)]
        self.agents: list[str] = []
        seen = spaces.Box(-BOUND, BOUND, (self.game.observation_size,), np.float32)
        mask = spaces.Box(0, 1, (self.game.rules.ACTIONS,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.game.rules.ACTIONS) for agent in self.possible_agents}
        self._random, _ = seeding.np_random()

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
        self.agent_selection = self.agents[self.position.turn]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self.game.rules.ACTIONS, np.int8)
        if self.position.turn == seat:
            mask[:] = self.position.mask(seat)
        return {"observation": self.position.observe(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ZauberError(f"{agent} has to act: None is for agents whose match is over.")
        self.position.play(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.position.over:
            shares = self.position.outcome or ()
            for each, share, reward in zip(self.agents, shares, rewards(np.array(shares)), strict=True):
                self.rewards[each] = float(reward)
                self.terminations[each] = True
                self.infos[each] = {"share": share}
        else:
            self.agent_selection = self.agents[self.position.turn]
        self._accumulate_rewards()

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        return drawn(self.position, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""
