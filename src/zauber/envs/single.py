"""Gymnasium: one seat against players by name."""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from .. import bots
from ..bots import WAIT
from ..errors import IllegalMove, ZauberError
from ..match.position import Position
from .common import BOUND, RENDER_MODES, drawn, opened, rewards, versioned


class Legal(spaces.Discrete):
    """All action numbers; `sample()` without a mask takes a legal one."""

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.now = np.ones(n, np.int8)

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if mask is None and probability is None:
            mask = self.now
        return super().sample(mask, probability)


class ZauberGym(gymnasium.Env[dict[str, Any], np.int64]):
    """A match from one seat. The reward comes at the end; `info["share"]` is the share of the win.

    An action that is not legal is refused: nothing changes, and `info["refused"]` says why, in a sentence.
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        against: str | Sequence[str] = "thumb",
        seat: int | None = None,
        edition: str = "",
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.game, self.seats, self.edition = opened(game, seats, edition, options)
        names = [against] * (self.seats - 1) if isinstance(against, str) else list(against)
        if len(names) != self.seats - 1:
            raise ZauberError(f"There are {self.seats - 1} other seats and {len(names)} players for them.")
        self.against = [bots.get(name, self.game.name) for name in names]
        if seat is not None and not 0 <= seat < self.seats:
            raise ZauberError(f"Seats are numbered from 0 to {self.seats - 1}.")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ZauberError(f"A table is rendered as one of {', '.join(RENDER_MODES)}, not “{render_mode}”.")
        self.fixed, self.seat, self.render_mode = seat, seat or 0, render_mode
        self.metadata = {"name": versioned(self.game), "render_modes": RENDER_MODES}
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-BOUND, BOUND, (self.game.observation_size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.game.rules.ACTIONS,), np.int8),
            }
        )
        self.action_space = self._legal = Legal(self.game.rules.ACTIONS)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        number = int(self.np_random.integers(2**62))
        self.seat = int(self.np_random.integers(self.seats)) if self.fixed is None else self.fixed
        self.position = Position(self.game, self.seats, edition=self.edition, seed=number)
        others = iter(self.against)
        self._players = {
            seat: next(others)(self.game, self.edition, self.seats, seat)
            for seat in range(self.seats)
            if seat != self.seat
        }
        self._let_others_play()
        return self._seen(), {"seat": self.seat}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        if self.position.over:
            raise ZauberError("The match is over: call reset().")
        try:
            self.position.play(int(action))
        except IllegalMove as refusal:
            return self._seen(), 0.0, False, False, {"seat": self.seat, "refused": str(refusal)}
        self._let_others_play()
        over = self.position.over
        if not over:
            return self._seen(), 0.0, False, False, {"seat": self.seat}
        shares = np.array(self.position.outcome)
        info = {"seat": self.seat, "share": float(shares[self.seat])}
        return self._seen(), float(rewards(shares)[self.seat]), True, False, info

    def _let_others_play(self) -> None:
        """The other seats act until this one has to."""
        while not self.position.over and self.position.turn != self.seat:
            seat = self.position.turn
            known = self.position.known_to(seat).record
            seed = int(self.np_random.integers(2**62))
            action = self._players[seat].choose(known, self.position.moves(seat), seed)
            if action == WAIT:
                action = self.position.moves(seat)[0]
            self.position.play(action, seat)

    def _seen(self) -> dict[str, Any]:
        mask = np.zeros(self.game.rules.ACTIONS, np.int8)
        if not self.position.over:
            mask[:] = self.position.mask(self.seat)
            self._legal.now = mask
        return {"observation": self.position.observe(self.seat), "action_mask": mask}

    def render(self) -> Any:
        return None if self.render_mode is None else drawn(self.position, self.render_mode, self.seat)
