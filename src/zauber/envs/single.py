"""Gymnasium: one seat against players by name."""

import copy
from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from .. import bots
from ..bots import WAIT
from ..errors import ZauberError
from ..match.position import Position
from .common import RENDER_MODES, check_mode, drawn, opened, restored, rewards, spaces_of, stored, versioned
from .stepper import REFUSED, Stepper, kinds_of


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

    An illegal action is refused: nothing changes, and `info["refused"]` says why. Without a `seat`, all seats are taken
    in turn, and with `paired` with the same deal: a deal is played from every seat before the next one.
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
        paired: bool = False,
    ) -> None:
        self.game, self.seats, self.edition = opened(game, seats, edition, options)
        names = [against] * (self.seats - 1) if isinstance(against, str) else list(against)
        if len(names) != self.seats - 1:
            raise ZauberError(f"There are {self.seats - 1} other seats and {len(names)} players for them.")
        self.against = [bots.get(name, self.game.name) for name in names]
        if seat is not None and not 0 <= seat < self.seats:
            raise ZauberError(f"Seats are numbered from 0 to {self.seats - 1}.")
        check_mode(render_mode)
        if paired and seat is not None:
            raise ZauberError("A deal is paired over all seats: name no seat.")
        self.paired, self._played, self._deal = paired, 0, 0
        self.fixed, self.seat, self.render_mode = seat, seat or 0, render_mode
        self.metadata = {"name": versioned(self.game), "render_modes": RENDER_MODES}
        self.observation_space, _ = copy.deepcopy(spaces_of(self.game))
        self.action_space = self._legal = Legal(self.game.rules.ACTIONS)
        self._names, self._stepper = names, Stepper(self.game, self.edition)
        self._nothing = np.zeros(self.game.rules.ACTIONS, np.int8)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        number = int(self.np_random.integers(2**62))
        if seed is not None or not self._played:
            self._first, self._played = int(self.np_random.integers(self.seats)), 0
        if self.paired and self._played % self.seats:
            number = self._deal
        self._deal = number
        self.seat = (self._first + self._played) % self.seats if self.fixed is None else self.fixed
        self._played += 1
        self.position = Position(self.game, self.seats, edition=self.edition, seed=number)
        self._stepper.chance[0] = self.np_random.integers(2**61)
        self._stepper.begin(self.position)
        self._kinds = kinds_of(self._names, self.seat)
        self._players: dict[int, Any] = {}
        self._let_others_play()
        return self._seen(), {"seat": self.seat}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        stepper = self._stepper
        if stepper.turn < 0:
            raise ZauberError("The match is over: call reset().")
        turn = stepper.step(int(action))
        if turn == REFUSED:
            known = self.position.known_to(self.seat).record
            refusal = self.game.refusal(self.edition.record, known, self.seat, int(action))
            return self._seen(), 0.0, False, False, {"seat": self.seat, "refused": str(refusal)}
        if turn not in (-1, self.seat):
            self._let_others_play()
        if stepper.turn >= 0:
            return self._seen(), 0.0, False, False, {"seat": self.seat}
        shares = stepper.shares(self.seats)
        info = {"seat": self.seat, "share": float(shares[self.seat])}
        return self._seen(), float(rewards(shares)[self.seat]), True, False, info

    def _let_others_play(self) -> None:
        """Let the other seats act until it is this one's turn; in compiled code if possible."""
        stepper = self._stepper
        if self._kinds is not None and stepper.compiled:
            stepper.let_others(self._kinds)
            return
        while stepper.turn not in (-1, self.seat):
            seat, moves = stepper.turn, stepper.moves
            known = self.position.known_to(seat).record
            action = self._player(seat).choose(known, moves, int(stepper.chance[0]))
            stepper.chance[0] += 1
            stepper.step(moves[0] if action == WAIT else action)

    def _player(self, seat: int) -> Any:
        """The player at another seat, created on first use."""
        if seat not in self._players:
            kind = self.against[seat if seat < self.seat else seat - 1]
            self._players[seat] = kind(self.game, self.edition, self.seats, seat)
        return self._players[seat]

    def action_masks(self) -> Any:
        """The legal actions as truth values, under the name that sb3-contrib's MaskablePPO asks for."""
        return self._legal.now.astype(np.bool_)

    def __getstate__(self) -> dict[str, Any]:
        # Players of other seats begin anew, since they may hold compiled functions.
        return stored(self) | {"_players": {}, "chance": int(self._stepper.chance[0])}

    def __setstate__(self, state: dict[str, Any]) -> None:
        chance = state.pop("chance")
        restored(self, state)
        self._stepper.chance[0] = chance

    def _seen(self) -> dict[str, Any]:
        stepper = self._stepper
        mask = (self._nothing if stepper.turn < 0 else stepper.mask).copy()
        if stepper.turn >= 0:
            self._legal.now = mask
        return {"observation": stepper.observe(self.seat), "action_mask": mask}

    def render(self) -> Any:
        return None if self.render_mode is None else drawn(self.position, self.render_mode, self.seat)
