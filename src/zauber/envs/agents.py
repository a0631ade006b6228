"""PettingZoo: every seat an agent, one acting after another."""

import copy
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper

from ..errors import ZauberError
from ..match.position import Position
from .common import RENDER_MODES, check_mode, drawn, opened, restored, rewards, spaces_of, stored, versioned
from .stepper import REFUSED, Stepper


class ZauberAEC(AECEnv):
    """A game as a PettingZoo environment.

    An agent observes `{"observation": numbers, "action_mask": 0 or 1 for every action}`. The mask of the agent to act
    is never empty; those of the others are all zeros. An action that is not legal raises `IllegalMove`.

    With `out_of_turn`, whoever could act out of turn is asked before the seat on turn acts, clockwise from it. The
    action spaces then have one more action, the last, to let it pass.
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        edition: str = "",
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        out_of_turn: bool = False,
    ) -> None:
        super().__init__()
        self.game, self.seats, self.edition = opened(game, seats, edition, options)
        check_mode(render_mode)
        self.render_mode, self.out_of_turn = render_mode, out_of_turn
        self.metadata = {"name": versioned(self.game), "render_modes": RENDER_MODES, "is_parallelizable": True}
        self.possible_agents = [f"seat_{i}" for i in range(self.seats)]
        self.agents: list[str] = []
        self.rewards: dict[str, float] = {}
        self._seat_of = {agent: i for i, agent in enumerate(self.possible_agents)}
        seen, actions = spaces_of(self.game, out_of_turn)
        self.observation_spaces = {agent: copy.deepcopy(seen) for agent in self.possible_agents}
        self.action_spaces = {agent: copy.deepcopy(actions) for agent in self.possible_agents}
        one = seen["observation"]
        self.state_space = spaces.Box(np.tile(one.low, self.seats), np.tile(one.high, self.seats), dtype=np.float32)
        self._random, _ = seeding.np_random()
        self._stepper = Stepper(self.game, self.edition)
        self._nothing = np.zeros(actions.n, np.int8)
        self._asked: list[tuple[int, list[int]]] = []  # who is still to be asked out of turn, and what they could do
        self.pass_action = int(actions.n) - 1 if out_of_turn else None

    def __getstate__(self) -> dict[str, Any]:
        return stored(self)

    def __setstate__(self, state: dict[str, Any]) -> None:
        restored(self, state)

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
        self._select(self._stepper.begin(self.position))

    def _select(self, turn: int) -> None:
        """Whom to ask next: those who could act out of turn, then the seat on turn."""
        self._asked = []
        if self.out_of_turn:
            others = [(turn + i) % self.seats for i in range(1, self.seats)]
            self._asked = [(seat, moves) for seat in others if (moves := self.position.moves(seat))]
        self.agent_selection = self.possible_agents[self._asked[0][0] if self._asked else turn]

    def _need_match(self) -> None:
        if not hasattr(self, "position"):
            raise ZauberError("No match has begun: call reset() first.")

    def last(self, observe: bool = True) -> Any:
        self._need_match()
        return super().last(observe)

    def observe(self, agent: str) -> dict[str, Any]:
        self._need_match()
        seat, stepper = self._seat_of[agent], self._stepper
        mask = self._nothing.copy()
        if self._asked:
            if seat == self._asked[0][0]:
                mask[self._asked[0][1]] = mask[-1] = 1  # the last lets it pass
        elif stepper.turn == seat:
            mask[: len(stepper.mask)] = stepper.mask
        return {"observation": stepper.observe(seat), "action_mask": mask}

    def state(self) -> Any:
        """What all seats know together, for centralised training: their observations, one after another."""
        self._need_match()
        return np.concatenate([self._stepper.observe(seat) for seat in range(self.seats)])

    def step(self, action: int | None) -> None:
        self._need_match()
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ZauberError(f"{agent} has to act: None is for agents whose match is over.")
        if self._asked:
            self._step_aside(int(action))
            return
        turn = self._stepper.step(int(action))
        if turn >= 0:  # rewards come only at the end, so there is nothing to accumulate
            if self.out_of_turn:
                self._select(turn)
            else:
                self.agent_selection = self.possible_agents[turn]
            return
        if turn == REFUSED:
            self.position.play(int(action))  # raises, with the reason
        self._end()

    def _step_aside(self, action: int) -> None:
        """The action of a seat that was asked out of turn."""
        seat, _ = self._asked[0]
        if action == self.pass_action:
            del self._asked[0]
            self.agent_selection = self.possible_agents[self._asked[0][0] if self._asked else self._stepper.turn]
            return
        self.position.play(action, seat)
        turn = self._stepper.begin(self.position)
        if turn >= 0:
            self._select(turn)
        else:
            self._end()

    def _end(self) -> None:
        self._asked = []
        shares = self._stepper.shares(self.seats)
        for each, share, reward in zip(self.agents, shares.tolist(), rewards(shares).tolist(), strict=True):
            self.rewards[each] = self._cumulative_rewards[each] = reward
            self.terminations[each] = True
            self.infos[each] = {"share": share}

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        self._need_match()
        return drawn(self.position, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


class ZauberParallel(turn_based_aec_to_parallel_wrapper):
    """The same with all agents in every step. The action of the agent to act counts; the masks of the others show one
    action, the first (or to let it pass), which is ignored: no mask is empty."""

    def reset(self, seed: int | None = None, options: Any = None) -> Any:
        observations, infos = super().reset(seed, options)
        return self._filled(observations), infos

    def step(self, actions: Any) -> Any:
        observations, *rest = super().step(actions)
        return self._filled(observations), *rest

    def _filled(self, observations: dict[str, Any]) -> dict[str, Any]:
        idle = self.aec_env.pass_action or 0
        for seen in observations.values():
            if not seen["action_mask"].any():
                seen["action_mask"][idle] = 1
        return observations
