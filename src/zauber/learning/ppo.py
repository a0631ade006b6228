"""Masked PPO by self-play: many batches, one network in the learners' seats, advantages seat by seat.

A lane's decisions belong to several seats in turn. For every seat the next value is the one at its own next decision,
or its share of the win when the match ends first. There is no discount, since matches end.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from torch import nn

from .net import Net, barred, sample
from .tensors import TensorBatch

WARM_UP = 3  # updates before one is recorded as a CUDA graph


@dataclass(frozen=True)
class PpoSettings:
    """The numbers of the algorithm. `entropy` and `rate` fall linearly to the given share of themselves."""

    steps: int = 16  # decisions of every lane between two rounds of learning
    epochs: int = 2
    portion: int = 32768  # decisions of one update of the weights
    rate: float = 1e-3
    rate_end: float = 0.05
    entropy: float = 0.008
    entropy_end: float = 0.1
    clip: float = 0.2
    trace: float = 0.8  # how far an advantage looks ahead (lambda)
    value_weight: float = 2.0
    largest_norm: float = 0.5


@dataclass
class Group:
    """Worlds that are played alike. `rival` plays all seats but the learner's; without one, the learner plays all.

    A `fixed` rival is a player to beat: it keeps its weights and always takes the action that it prefers.
    """

    batch: TensorBatch
    rival: Net | None = None
    fixed: bool = False


class Experience:
    """What all lanes have seen and done since the last round of learning. Each group has a slice of the lanes."""

    def __init__(self, groups: Sequence[Group], steps: int) -> None:
        batches = [group.batch for group in groups]
        device, lanes = batches[0].device, sum(batch.n for batch in batches)
        shape = (steps, lanes)
        small = torch.bfloat16 if device.type == "cuda" else torch.float32
        self.observations = torch.zeros(*shape, batches[0].observations.shape[1], dtype=small, device=device)
        self.masks = torch.zeros(*shape, batches[0].masks.shape[1], dtype=torch.bool, device=device)
        self.actions = torch.zeros(shape, dtype=torch.long, device=device)
        self.chances = torch.zeros(shape, device=device)  # logarithms
        self.values = torch.zeros(shape, device=device)
        self.turns = torch.zeros(shape, dtype=torch.long, device=device)
        self.own = torch.zeros(shape, dtype=torch.bool, device=device)  # decisions of the learner
        self.ended = torch.zeros(shape, dtype=torch.bool, device=device)
        self.shares = torch.zeros(*shape, max(batch.seats for batch in batches), device=device)
        self.advantages = torch.zeros(shape, device=device)
        self.slices = []
        first = 0
        for batch in batches:
            self.slices.append(slice(first, first + batch.n))
            first += batch.n


class Learner:
    """Plays its groups and learns from what happened."""

    def __init__(self, net: Net, groups: Sequence[Group], settings: PpoSettings) -> None:
        self.net, self.groups, self.settings = net, list(groups), settings
        self.memory = Experience(groups, settings.steps)
        self.device = groups[0].batch.device
        gpu = self.device.type == "cuda"
        rate = torch.tensor(settings.rate, device=self.device) if gpu else settings.rate
        self.optimizer = torch.optim.Adam(net.parameters(), lr=rate, eps=1e-5, fused=gpu, capturable=gpu)
        self._seen, self._legal = TensorBatch.share_room([group.batch for group in groups])
        self._entropy = torch.tensor(settings.entropy, device=self.device)
        self._places = torch.zeros(settings.portion, dtype=torch.long, device=self.device)
        self._sums = torch.zeros(4, device=self.device)
        self._replay: Callable[[], None] | None = None
        self._updates = 0

    @property
    def decisions(self) -> int:
        """Decisions of all lanes in one round of play and learning."""
        return self.memory.actions.numel()

    # Playing ---------------------------------------------------------------------------------------------------------

    @torch.no_grad()
    def play(self) -> None:
        """Let every group play on for the settings' steps, then compute the advantages."""
        for t in range(self.settings.steps):
            self._step(t)
        self._judge()

    def _step(self, t: int) -> None:
        """One decision in every lane of all groups: the network is asked once for all of them."""
        memory = self.memory
        for group in self.groups:
            group.batch.look()
        memory.observations[t] = self._seen
        memory.masks[t] = self._legal
        seen, masks = memory.observations[t], memory.masks[t]
        preferences, memory.values[t] = self.net(seen)
        preferences = barred(preferences, masks)
        actions = sample(preferences)
        for group, lanes in zip(self.groups, memory.slices, strict=True):
            own = group.batch.turns >= 0
            if group.rival is not None:
                theirs = barred(group.rival(seen[lanes])[0], masks[lanes])
                mine = group.batch.players == 0
                actions[lanes] = torch.where(mine, actions[lanes], theirs.argmax(-1) if group.fixed else sample(theirs))
                own &= mine
            memory.own[t, lanes] = own
            memory.turns[t, lanes] = group.batch.turns.clamp(min=0)
        memory.actions[t] = actions
        memory.chances[t] = torch.log_softmax(preferences, -1).gather(-1, actions[:, None]).squeeze(-1)
        for group, lanes in zip(self.groups, memory.slices, strict=True):
            group.batch.act(actions[lanes])
            memory.ended[t, lanes] = group.batch.ended
            memory.shares[t, lanes, : group.batch.seats] = group.batch.shares

    def _judge(self) -> None:
        """Advantages, backwards from the last step; what follows it is estimated by the network."""
        memory, trace = self.memory, self.settings.trace
        after = torch.zeros_like(memory.shares[0])
        for group, lanes in zip(self.groups, memory.slices, strict=True):
            for seat in range(group.batch.seats):
                after[lanes, seat] = self.net(group.batch.observe(seat).to(memory.observations.dtype))[1]
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
        rate = settings.rate * (1 - (1 - settings.rate_end) * progress)
        for part in self.optimizer.param_groups:
            if isinstance(part["lr"], torch.Tensor):
                part["lr"].fill_(rate)
            else:
                part["lr"] = rate
        self._entropy.fill_(settings.entropy * (1 - (1 - settings.entropy_end) * progress))
        self._sums.zero_()
        own = self.memory.own.view(-1).nonzero().squeeze(-1)
        size = min(settings.portion, len(own))
        if size != len(self._places):
            self._places, self._replay = self._places.new_zeros(size), None
        updates = 0
        for _ in range(settings.epochs):
            order = own[torch.randperm(len(own), device=self.device)]
            for places in order[: len(own) - len(own) % size].split(size):  # what is left over is dropped
                self._places.copy_(places)
                self._update_once()
                updates += 1
        means = (self._sums / max(updates, 1)).tolist()
        return dict(zip(("policy", "value", "entropy", "moved"), means, strict=True))

    def _update_once(self) -> None:
        """An update with the decisions in `_places`. On a GPU it is recorded once and replayed: launching its many
        small kernels one by one takes the host longer than they run."""
        if self._replay is not None:
            self._replay()
            return
        if self.device.type != "cuda" or self._updates < WARM_UP:
            self._updates += 1
            self._update()
            return
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        self.optimizer.zero_grad(set_to_none=True)
        with torch.cuda.graph(graph):
            self._update()
        self._replay = graph.replay
        self._replay()

    def _update(self) -> None:
        settings, memory, places = self.settings, self.memory, self._places
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
        loss = policy + settings.value_weight * value - self._entropy * entropy
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), settings.largest_norm)
        self.optimizer.step()
        moved = ((ratio - 1).abs() > settings.clip).float().mean()
        self._sums += torch.stack([policy, value, entropy, moved]).detach()
