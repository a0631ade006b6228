"""The network: from a seat's observation to a preference for every action and the expected share of the win.

Three layers, each normalised, and two heads. Its weights are small enough to ship with the package, and it plays with
NumPy alone (`zauber.bots.network`).
"""

import itertools
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812 - its usual name
from torch import nn

LAYERS = 3
BARRED = -1e9  # the preference of an action that is not legal


class Net(nn.Module):
    """Policy and value of one game, for all numbers of seats."""

    def __init__(self, observation: int, actions: int, width: int) -> None:
        super().__init__()
        self.width = width
        sizes = [observation] + [width] * LAYERS
        self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in itertools.pairwise(sizes))
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(LAYERS))
        self.policy = nn.Linear(width, actions)
        self.value = nn.Linear(width, 1)
        nn.init.zeros_(self.policy.weight)
        nn.init.zeros_(self.policy.bias)
        nn.init.zeros_(self.value.weight)
        nn.init.constant_(self.value.bias, 0.3)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Preferences (not masked) and expected shares, in single precision.

        All layers compute in the precision of `x`; the weights themselves stay in single precision.
        """
        kind = x.dtype
        for layer, norm in zip(self.layers, self.norms, strict=True):
            x = F.linear(x, layer.weight.to(kind), layer.bias.to(kind))
            x = torch.relu(F.layer_norm(x, (self.width,), norm.weight.to(kind), norm.bias.to(kind)))
        preferences = F.linear(x, self.policy.weight.to(kind), self.policy.bias.to(kind))
        value = F.linear(x, self.value.weight.to(kind), self.value.bias.to(kind))
        return preferences.float(), value.float().squeeze(-1)

    def arrays(self) -> dict[str, Any]:
        """The weights as arrays of half precision, by the names that `zauber.bots.network` knows."""
        found: dict[str, Any] = {}
        for i, (layer, norm) in enumerate(zip(self.layers, self.norms, strict=True)):
            found |= {f"weight_{i}": layer.weight.T, f"bias_{i}": layer.bias}
            found |= {f"scale_{i}": norm.weight, f"shift_{i}": norm.bias}
        found |= {"policy_weight": self.policy.weight.T, "policy_bias": self.policy.bias}
        found |= {"value_weight": self.value.weight[0], "value_bias": self.value.bias}
        return {name: tensor.detach().float().cpu().numpy().astype(np.float16) for name, tensor in found.items()}

    def load_arrays(self, arrays: dict[str, Any]) -> None:
        """The reverse of `arrays`."""
        with torch.no_grad():
            for i, (layer, norm) in enumerate(zip(self.layers, self.norms, strict=True)):
                layer.weight.copy_(torch.from_numpy(arrays[f"weight_{i}"].astype(np.float32)).T)
                layer.bias.copy_(torch.from_numpy(arrays[f"bias_{i}"].astype(np.float32)))
                norm.weight.copy_(torch.from_numpy(arrays[f"scale_{i}"].astype(np.float32)))
                norm.bias.copy_(torch.from_numpy(arrays[f"shift_{i}"].astype(np.float32)))
            self.policy.weight.copy_(torch.from_numpy(arrays["policy_weight"].astype(np.float32)).T)
            self.policy.bias.copy_(torch.from_numpy(arrays["policy_bias"].astype(np.float32)))
            self.value.weight[0].copy_(torch.from_numpy(arrays["value_weight"].astype(np.float32)))
            self.value.bias.copy_(torch.from_numpy(arrays["value_bias"].astype(np.float32)))


def barred(preferences: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
    """Preferences with illegal actions masked."""
    return preferences.masked_fill(~masks, BARRED)


def sample(preferences: torch.Tensor) -> torch.Tensor:
    """One action each, by preference: the largest after adding Gumbel noise."""
    noise = torch.empty_like(preferences).exponential_().log_()
    return (preferences - noise).argmax(-1)
