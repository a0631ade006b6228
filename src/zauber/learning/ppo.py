"""Masked PPO by self-play: many worlds, one network in the learners' seats, advantages seat by seat.

A lane's decisions belong to several seats in turn. For every seat the next value is the one at its own next decision,
or its share of the win when the match ends first; discounting is left out, since matches end.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import nn

from .net import Net, barred, sample
from .worlds import World


@dataclass(frozen=True)
class Settings:
    """The numbers of the algorithm. `entropy` and `rate` fall to the given share of themselves over a run."""

    steps: int = 16  # decisions of every lane between two updates
    epochs: int = 2
    portion: int = 131072  # decisions of one update of the weights
    rate: float = 5e-4
    rate_end: float = 0.05
    entropy: float = 0.02
    entropy_end: float = 0.1
    clip: float = 0.2
    trace: float = 0.97  # how far an advantage looks ahead (lambda)
    value_weight: float = 2.0
    largest_norm: float = 0.5


@dataclass
class Group:
    """Worlds that are played alike. `rival` plays all seats but the learner's; without one, the learner plays all."""

    world: World
    rival: Net | None = None


class Memory:
    """What one group has seen and done since the last update."""

    def __init__(self, group: Group, steps: int) -> None:
        world, device = group.world, group.world.device
        n, shape = world.n, (steps, world.n)
        small = torch.bfloat16 if device.type == "cuda" else torch.float32
        self.observations = torch.zeros(*shape, world.observations.shape[1], dtype=small, device=device)
        self.masks = torch.zeros(*shape, world.masks.shape[1], dtype=torch.bool, device=device)
        self.actions = torch.zeros(shape, dtype=torch.long, device=device)
        self.chances = torch.zeros(shape, device=device)  # logarithms
        self.values = torch.zeros(shape, device=device)
        self.turns = torch.zeros(shape, dtype=torch.long, device=device)
        self.own = torch.zeros(shape, dtype=torch.bool, device=device)  # decisions of the learner
        self.ended = torch.zeros(shape, dtype=torch.bool, device=device)
        self.shares = torch.zeros(*shape, world.seats, device=device)
        self.advantages = torch.zeros(shape, device=device)
        self.n = n


class Learner:
    """Plays its groups and learns from what happened."""

    def __init__(self, net: Net, groups: Sequence[Group], settings: Settings) -> None:
        self.net, self.groups, self.settings = net, list(groups), settings
        self.memories = [Memory(group, settings.steps) for group in groups]
        self.device = groups[0].world.device
        fused = self.device.type == "cuda"
        self.optimizer = torch.optim.Adam(net.parameters(), lr=settings.rate, eps=1e-5, fused=fused)

    @property
    def decisions(self) -> int:
        """Decisions of all lanes in one round of play and learning."""
        return sum(group.world.n for group in self.groups) * self.settings.steps

    # Playing ---------------------------------------------------------------------------------------------------------

    @torch.no_grad()
    def play(self) -> None:
        """Let every group play on for the settings' steps, and reckon the advantages."""
        for t in range(self.settings.steps):
            for group, memory in zip(self.groups, self.memories, strict=True):
                self._step(group, memory, t)
        for group, memory in zip(self.groups, self.memories, strict=True):
            self._judge(group, memory)

    def _step(self, group: Group, memory: Memory, t: int) -> None:
        world = group.world
        world.look()
        memory.observations[t] = world.observations
        seen = memory.observations[t]
        memory.masks[t] = world.masks
        masks = memory.masks[t]
        preferences, values = self.net(seen)
        preferences = barred(preferences, masks)
        actions = sample(preferences)
        own = world.turns >= 0
        if group.rival is not None:
            theirs, _ = group.rival(seen)
            actions = torch.where(world.players == 0, actions, sample(barred(theirs, masks)))
            own &= world.players == 0
        memory.actions[t] = actions
        memory.chances[t] = torch.log_softmax(preferences, -1).gather(-1, actions[:, None]).squeeze(-1)
        memory.values[t] = values
        memory.turns[t] = world.turns.clamp(min=0)
        memory.own[t] = own
        world.act(actions)
        memory.ended[t] = world.ended
        memory.shares[t] = world.shares

    def _judge(self, group: Group, memory: Memory) -> None:
        """Advantages, backwards from the last step; what comes after it is judged by the network."""
        world, trace = group.world, self.settings.trace
        after = torch.zeros(memory.n, world.seats, device=self.device)
        for seat in range(world.seats):
            after[:, seat] = self.net(world.observe(seat).to(memory.observations.dtype))[1]
        advantage = torch.zeros_like(after)
        for t in range(self.settings.steps - 1, -1, -1):
            ended = memory.ended[t][:, None]
            after = torch.where(ended, memory.shares[t], after)
            advantage = torch.where(ended, torch.zeros_like(advantage), advantage)
            seat = memory.turns[t][:, None]
            own = memory.own[t][:, None]
            value = memory.values[t][:, None]
            gained = after.gather(1, seat) - value + trace * advantage.gather(1, seat)
            memory.advantages[t] = gained.squeeze(1)
            advantage.scatter_(1, seat, torch.where(own, gained, advantage.gather(1, seat)))
            after.scatter_(1, seat, torch.where(own, value, after.gather(1, seat)))

    # Learning --------------------------------------------------------------------------------------------------------

    def learn(self, progress: float) -> dict[str, float]:
        """Change the weights; `progress` is the share of the run that has passed. Return figures of the update."""
        settings = self.settings
        for part in self.optimizer.param_groups:
            part["lr"] = settings.rate * (1 - (1 - settings.rate_end) * progress)
        entropy_weight = settings.entropy * (1 - (1 - settings.entropy_end) * progress)
        sums = torch.zeros(4, device=self.device)
        updates = 0
        for _ in range(settings.epochs):
            for memory in self._portions():
                sums += self._update(*memory, entropy_weight)
                updates += 1
        means = (sums / max(updates, 1)).tolist()
        return dict(zip(("policy", "value", "entropy", "moved"), means, strict=True))

    def _portions(self) -> "list[tuple[Memory, torch.Tensor]]":
        """The decisions of all groups in random order, as (memory, places)."""
        found = []
        for memory in self.memories:
            places = memory.own.reshape(-1).nonzero().squeeze(-1)
            places = places[torch.randperm(len(places), device=self.device)]
            found += [(memory, part) for part in places.split(self.settings.portion)]
        order = torch.randperm(len(found)).tolist()
        return [found[i] for i in order]

    def _update(self, memory: Memory, places: torch.Tensor, entropy_weight: float) -> torch.Tensor:
        settings = self.settings
        advantages = memory.advantages.view(-1)[places]
        returns = advantages + memory.values.view(-1)[places]
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        preferences, values = self.net(memory.observations.flatten(0, 1)[places])
        preferences = barred(preferences, memory.masks.flatten(0, 1)[places])
        logs = torch.log_softmax(preferences, -1)
        chances = logs.gather(-1, memory.actions.view(-1)[places][:, None]).squeeze(-1)
        ratio = (chances - memory.chances.view(-1)[places]).exp()
        bounded = ratio.clamp(1 - settings.clip, 1 + settings.clip)
        policy = -torch.min(ratio * advantages, bounded * advantages).mean()
        value = (values - returns).square().mean()
        entropy = -(logs.exp() * logs).sum(-1).mean()
        loss = policy + settings.value_weight * value - entropy_weight * entropy
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), settings.largest_norm)
        self.optimizer.step()
        moved = ((ratio - 1).abs() > settings.clip).float().mean()
        return torch.stack([policy, value, entropy, moved]).detach()
