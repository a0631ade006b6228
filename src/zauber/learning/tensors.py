"""Batches as tensors: what a learner observes and does in many matches, on the CPU or on a GPU.

On a GPU the tensors are the batch's own memory: nothing is copied to the host while a network plays and learns.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch

from ..engines.batch import Batch
from ..errors import ZauberError
from ..games.game import Game


def as_in_seat_0(game: Game, seats: int) -> Any:
    """For every seat and every action as in seat 0 the action that is meant; None if no action names a seat. An action
    that names a seat where nobody sits stays as it is: it is never legal."""
    e, turned = game.edition().record, game.interpreted.turned
    actions = range(game.rules.ACTIONS)
    there = {action for action in actions if turned(e, turned(e, action, 1, seats), seats - 1, seats) == action}
    meant = [[turned(e, a, seat, seats) if a in there else a for a in actions] for seat in range(seats)]
    return None if all(row == list(actions) for row in meant) else np.array(meant, np.int64)


class TensorBatch:
    """One batch, seen by a learner: `observations`, `masks` and `turns` describe what is to be decided.

    Observations count the seats from the learner's own on, and so do the actions of masks and `act`.
    """

    def __init__(
        self,
        game: Game,
        seats: int,
        n: int,
        seed: int,
        device: torch.device,
        players: str | Sequence[str] = "learner",
        options: Mapping[str, Any] | None = None,
        matches: int | None = None,
    ) -> None:
        self.device, self.seats, self.n = device, seats, n
        self.gpu = device.type == "cuda"
        self.batch: Any = Batch(
            game, seats=seats, n=n, seed=seed, players=players, rotate=True, options=options, matches=matches,
            engine="gpu" if self.gpu else "cpu",
        )  # fmt: skip
        turned = as_in_seat_0(game, seats)
        self._meant = None if turned is None else torch.as_tensor(turned, device=device)
        self.observations = self._buffer(game.observation_size, torch.float32)
        self.masks = self._buffer(game.rules.ACTIONS, torch.bool)
        self.ended = torch.zeros(n, dtype=torch.bool, device=device)
        self.shares = torch.zeros(n, seats, device=device)
        if self.gpu:
            self._share_memory()
        self.refresh()

    def _buffer(self, width: int, kind: torch.dtype, lanes: int = 0) -> torch.Tensor:
        """A tensor with a row per lane. On a GPU it is stored by columns, so that neighbouring threads write together,
        which is about ten times as fast."""
        if self.gpu:
            return torch.zeros(width, lanes or self.n, dtype=kind, device=self.device).T
        return torch.zeros(lanes or self.n, width, dtype=kind)

    @staticmethod
    def share_room(batches: "Sequence[TensorBatch]") -> tuple[torch.Tensor, torch.Tensor]:
        """Let these batches of one game fill one table of observations and one of masks, one after the other."""
        lanes = sum(batch.n for batch in batches)
        observations = batches[0]._buffer(batches[0].observations.shape[1], torch.float32, lanes)
        masks = batches[0]._buffer(batches[0].masks.shape[1], torch.bool, lanes)
        first = 0
        for batch in batches:
            batch.observations = observations[first : first + batch.n]
            batch.masks = masks[first : first + batch.n]
            first += batch.n
        return observations, masks

    def _share_memory(self) -> None:
        """Tensors over the batch's own arrays, which stay where they are."""
        batch = self.batch
        self._turn = torch.as_tensor(batch.turn, device=self.device)
        self._numbers = torch.as_tensor(batch.numbers, device=self.device)
        self._ended = torch.as_tensor(batch.ended, device=self.device)
        self._outcome = torch.as_tensor(batch.outcome, device=self.device)

    def refresh(self) -> None:
        """Whose turn it is in every lane (-1: nobody's), and which player that is (0: the learner, in a match with
        others)."""
        if self.gpu:
            self.turns = self._turn.long()
            numbers = self._numbers
        else:
            self.turns = torch.from_numpy(self.batch.turn.astype(np.int64))
            numbers = torch.from_numpy(self.batch.numbers)
        self.players = torch.where(self.turns < 0, -1, (self.turns - numbers) % self.seats)

    def look(self) -> None:
        """Fill `observations` and `masks` for the seats to act."""
        if self.gpu:
            self.batch.look(self.observations, self.masks)
        else:
            self.batch.observe(out=self.observations.numpy())
            self.batch.legal(out=self.masks.numpy())
        if self._meant is not None:
            self.masks.copy_(self.masks.gather(1, self._meant[self.turns.clamp(min=0)]))

    def observe(self, seat: int) -> torch.Tensor:
        """What one seat knows in every lane."""
        out = self._buffer(self.observations.shape[1], torch.float32)
        self.batch.observe(seat, out=out if self.gpu else out.numpy())
        return out

    def act(self, actions: torch.Tensor) -> None:
        """Carry out the actions; then `ended` says which matches ended, and `shares` with what result."""
        if self._meant is not None:
            actions = self._meant[self.turns.clamp(min=0), actions.long()]
        if self.gpu:
            self.batch.advance(actions.to(torch.int32))
            self.ended, self.shares = self._ended.bool(), self._outcome
        else:
            found = self.batch.step(actions.to(torch.int32).numpy(), check=False)
            self.ended = torch.zeros(self.n, dtype=torch.bool)
            self.ended[torch.from_numpy(found.lanes)] = True
            self.shares = torch.from_numpy(self.batch.outcome)
        self.refresh()

    @property
    def resting(self) -> bool:
        """Whether all requested matches have been played."""
        return bool(np.all(self.batch.done))


def device_named(name: str) -> torch.device:
    """`auto`, `cpu` or `cuda` as a device."""
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    if name == "cuda" and not torch.cuda.is_available():
        raise ZauberError("PyTorch finds no CUDA device here; train with --device cpu.")
    return torch.device(name)
