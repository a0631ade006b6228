"""Measures a network: its share of the wins against players by rule of thumb, in every seat in turn."""

import math
from typing import NamedTuple

import torch

from ..games.game import Game
from .net import Net, barred, sample
from .tensors import TensorBatch

JUDGED_DECISIONS = 20_000  # decisions of the learner in one match, for games that need not end


class Share(NamedTuple):
    """A share of the wins, half the width of its 95 % interval, and the number of matches."""

    share: float
    within: float
    matches: int

    def __str__(self) -> str:
        return f"{self.share:.3f} ± {self.within:.3f}"


@torch.no_grad()
def judge(
    net: Net,
    game: Game,
    seats: int,
    matches: int,
    device: torch.device,
    *,
    others: "str | Net" = "thumb",
    greedy: bool = True,
    seed: int = 777,
) -> Share:
    """Let the network play one seat of each match, every seat in turn, against players of one kind in the others."""
    players = ["learner"] * seats if isinstance(others, Net) else ["learner", *[others] * (seats - 1)]
    batch = TensorBatch(game, seats, matches, seed, device, players=players, matches=matches)
    scores = torch.zeros(matches, device=device)
    lanes = torch.arange(matches, device=device)
    seat = lanes % seats  # the seat of player 0 in match number `lane`
    precision = torch.bfloat16 if device.type == "cuda" else torch.float32
    for step in range(JUDGED_DECISIONS):
        if step % 32 == 0 and batch.resting:
            break
        batch.look()
        seen, masks = batch.observations.to(precision), batch.masks
        preferences = barred(net(seen)[0], masks)
        if isinstance(others, Net):
            theirs = barred(others(seen)[0], masks)
            preferences = torch.where((batch.players == 0)[:, None], preferences, theirs)
        actions = preferences.argmax(-1) if greedy else sample(preferences)
        batch.act(actions)
        scores = torch.where(batch.ended, batch.shares.gather(1, seat[:, None]).squeeze(1), scores)
    mean = float(scores.mean())
    spread = float(scores.std()) if matches > 1 else 0.0
    return Share(mean, 1.96 * spread / math.sqrt(matches), matches)
