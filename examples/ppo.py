"""Masked PPO in plain PyTorch against the rule of thumb, on a laptop's CPU in minutes.

    python examples/ppo.py --minutes 9 --store curve.json

A network first imitates the rule of thumb and then learns by PPO from matches against it. All matches are lanes of one
`Batch`; the other seat is played inside the batch. The program prints, and with `--store` keeps, the share of the wins
against the rule of thumb with its 95 % interval; 0.5 is fair for two seats.
"""

import argparse
import json
import math
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from zauber import bots
from zauber.engines import Batch

BARRED = -1e9  # the preference of an action that is not legal


class Net(nn.Module):
    """Two layers; preferences for all actions, and the expected share of the win."""

    def __init__(self, observation: int, actions: int, width: int = 128) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(observation, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, 1)
        nn.init.zeros_(self.policy.weight)

    def forward(self, seen: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The logarithms of the chances of actions, and values."""
        hidden = self.body(seen)
        logs = torch.log_softmax(self.policy(hidden).masked_fill(~masks, BARRED), -1)
        return logs, self.value(hidden).squeeze(-1)


def tables(chosen: argparse.Namespace, n: int, seed: int, matches: int | None = None) -> Batch:
    """Matches of one learner among players by rule of thumb, in every seat in turn."""
    players = ["learner", *["thumb"] * (chosen.seats - 1)]
    return Batch(chosen.game, seats=chosen.seats, n=n, seed=seed, players=players, rotate=True, matches=matches)


def look(batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
    """Observations and masks as tensors."""
    return torch.from_numpy(batch.observe()), torch.from_numpy(batch.legal())


@torch.no_grad()
def judge(net: Net, chosen: argparse.Namespace, matches: int) -> tuple[float, float]:
    """The share of the wins against the rule of thumb over so many matches, and half the 95 % interval."""
    batch, shares = tables(chosen, min(matches, 512), 1_000_003, matches), []
    while not batch.done.all():
        seen, masks = look(batch)
        shares += batch.step(net(seen, masks)[0].argmax(-1).numpy(), check=False).scores[:, 0].tolist()
    return float(np.mean(shares)), 1.96 * float(np.std(shares)) / math.sqrt(len(shares))


# Imitation -----------------------------------------------------------------------------------------------------------


def advised(batch: Batch, dice: np.random.Generator) -> Any:
    """What the rule of thumb would do in every lane."""
    thumb = bots.get("thumb", batch.game.name)
    players = [thumb(batch.game, batch.edition, batch.seats, seat) for seat in range(batch.seats)]
    for player in players:
        player.rules = batch.game.compiled
    known, (lists, counts) = batch.conceal(), batch.moves()
    actions = np.zeros(batch.n, np.int64)
    for lane, seat in enumerate(batch.turn):
        if seat >= 0:
            legal = lists[lane, : counts[lane]].tolist()
            actions[lane] = players[seat].choose(known[lane], legal, int(dice.integers(1 << 40)))
    return actions


def imitate(net: Net, chosen: argparse.Namespace, steps: int, epochs: int = 4) -> None:
    """Let the rule of thumb play, and learn to prefer what it does."""
    batch, dice = tables(chosen, chosen.lanes, 7), np.random.default_rng(7)
    shown = []
    for _ in range(steps):
        seen, masks = look(batch)
        actions, own = advised(batch, dice), torch.from_numpy(batch.turn >= 0)
        shown.append((seen[own], masks[own], torch.from_numpy(actions)[own]))
        batch.step(actions, check=False)
    seen, masks, actions = (torch.cat(part) for part in zip(*shown, strict=True))
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    for _ in range(epochs):
        for part in torch.randperm(len(actions)).split(512):
            loss = nn.functional.nll_loss(net(seen[part], masks[part])[0], actions[part])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


# PPO -----------------------------------------------------------------------------------------------------------------


@torch.no_grad()
def play(net: Net, batch: Batch, steps: int, trace: float) -> tuple[torch.Tensor, ...]:
    """Play on, and return what was decided: observations, masks, actions, their logarithms, advantages, returns."""
    rows = []
    for _ in range(steps):
        seen, masks = look(batch)
        logs, values = net(seen, masks)
        actions = (logs - torch.empty_like(logs).exponential_().log_()).argmax(-1)
        own = torch.from_numpy(batch.turn >= 0)  # elsewhere the match is over before the learner comes to act
        ended = batch.step(actions.numpy(), check=False)
        over, shares = torch.zeros(batch.n, dtype=torch.bool), torch.zeros(batch.n)
        over[ended.lanes], shares[ended.lanes] = True, torch.from_numpy(ended.scores[:, 0].astype(np.float32))
        chances = logs.gather(1, actions[:, None]).squeeze(1)
        rows.append((seen, masks, actions, chances, values, own, over, shares))
    after, advantage = net(*look(batch))[1], torch.zeros(batch.n)
    advantages: list[torch.Tensor] = []
    for *_, values, own, over, shares in reversed(rows):
        after, advantage = torch.where(over, shares, after), torch.where(over, 0.0, advantage)
        gained = after - values + trace * advantage
        advantages.append(gained)
        after, advantage = torch.where(own, values, after), torch.where(own, gained, advantage)
    seen, masks, actions, chances, values, own = (torch.cat([row[i] for row in rows]) for i in range(6))
    gained = torch.cat(advantages[::-1])
    return tuple(part[own] for part in (seen, masks, actions, chances, gained, gained + values))


def learn(net: Net, optimizer: Any, decided: tuple[torch.Tensor, ...], chosen: argparse.Namespace, warm: bool) -> None:
    """Change the weights; while `warm`, only the value learns."""
    seen, masks, actions, chances, advantages, returns = decided
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    for _ in range(chosen.epochs):
        for part in torch.randperm(len(actions)).split(chosen.portion):
            logs, values = net(seen[part], masks[part])
            ratio = (logs.gather(1, actions[part, None]).squeeze(1) - chances[part]).exp()
            bounded = ratio.clamp(1 - chosen.clip, 1 + chosen.clip)
            policy = -torch.min(ratio * advantages[part], bounded * advantages[part]).mean()
            entropy = -(logs.exp() * logs.clamp(min=-20)).sum(-1).mean()
            value = (values - returns[part]).square().mean()
            loss = value if warm else policy + value - chosen.entropy * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimizer.step()


def train(chosen: argparse.Namespace) -> dict[str, Any]:
    """Imitate, then learn until the time is up; return the curve."""
    torch.manual_seed(chosen.seed)
    batch = tables(chosen, chosen.lanes, chosen.seed)
    net = Net(batch.game.observation_size, batch.game.rules.ACTIONS)
    curve: list[dict[str, float]] = []
    begun, decisions, rounds = time.perf_counter(), 0, 0

    def note(matches: int) -> None:
        share, half = judge(net, chosen, matches)
        minutes = (time.perf_counter() - begun) / 60
        curve.append({"minutes": minutes, "decisions": decisions, "share": share, "half": half, "matches": matches})
        print(f"{minutes:5.1f} min  {decisions:>10,} decisions  {share:.3f} ± {half:.3f}", flush=True)

    note(chosen.matches)
    imitate(net, chosen, chosen.imitate)
    note(chosen.matches)
    optimizer = torch.optim.Adam(net.parameters(), lr=chosen.rate, eps=1e-5)
    while (spent := (time.perf_counter() - begun) / 60 / chosen.minutes) < 1 or not rounds:
        optimizer.param_groups[0]["lr"] = chosen.rate * max(0.02, 1 - spent)
        decided = play(net, batch, chosen.steps, chosen.trace)
        learn(net, optimizer, decided, chosen, rounds < chosen.warm)
        decisions, rounds = decisions + len(decided[0]), rounds + 1
        if time.perf_counter() - begun > chosen.minutes * 60 * len(curve) / (chosen.looks + 1):
            note(chosen.matches)
    note(8 * chosen.matches)
    return {"game": chosen.game, "seats": chosen.seats, "settings": vars(chosen), "curve": curve}


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    """What can be chosen."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    for name, default, what in (
        ("game", "mago_magino", "which game"), ("seats", 2, "how many seats"), ("seed", 1, "where chance begins"),
        ("minutes", 9.0, "how long to learn"), ("lanes", 512, "matches at once"),
        ("steps", 32, "steps between updates"),
        ("imitate", 240, "steps of imitation"), ("warm", 4, "first rounds in which only the value learns"),
        ("epochs", 2, "passes over the decisions of a round"), ("portion", 2048, "decisions of one update"),
        ("rate", 1e-3, "learning rate, falling to almost nothing"), ("clip", 0.2, "bound of a change"),
        ("entropy", 0.003, "weight of the entropy"), ("trace", 0.95, "lambda of the advantages"),
        ("matches", 1024, "matches of an evaluation"), ("looks", 8, "evaluations on the way"),
        ("store", "", "where the curve is kept as JSON"),
    ):  # fmt: skip
        parser.add_argument(f"--{name}", type=type(default), default=default, help=f"{what} ({default})")
    return parser.parse_args(given)


def main(given: list[str] | None = None) -> None:
    """Train, and keep the curve."""
    chosen = arguments(given)
    found = train(chosen)
    if chosen.store:
        Path(chosen.store).write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
