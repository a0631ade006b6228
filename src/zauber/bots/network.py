"""`network`: plays the move that a trained network prefers, without searching and with NumPy alone.

The weights are shipped with the package (`zauber.bots.networks`) or come from the folder of a training run. A network
gets its seat's observation and nothing else. It sees the seats from its own on, and so its actions name them: `turned`
says which action is meant.
"""

import functools
import json
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import IO, Any

import numpy as np

from ..errors import ZauberError
from ..games.contract.kernel import Array, Record
from ..games.game import Game
from .player import OWN, Budget, Player

LAYERS = 3
LARGEST = 8_000_000  # bytes of a file of weights
TINY = 1e-5  # avoids a division by zero in normalisation


class Weights:
    """A network as arrays: from an observation to a preference for every action and the expected share."""

    def __init__(self, arrays: dict[str, Array]) -> None:
        try:
            self.layers = [
                tuple(np.ascontiguousarray(arrays[f"{part}_{i}"], np.float32) for part in _PARTS) for i in range(LAYERS)
            ]
            self.policy = arrays["policy_weight"].astype(np.float32), arrays["policy_bias"].astype(np.float32)
            self.value = arrays["value_weight"].astype(np.float32), arrays["value_bias"].astype(np.float32)
        except KeyError as error:
            raise ZauberError(f"This is not a file of weights: {error} is missing.") from None
        self.observation, self.width = len(self.layers[0][0]), len(self.layers[0][1])
        self.actions = len(self.policy[1])
        self.arrays = arrays

    def judge(self, observation: Array) -> tuple[Array, float]:
        """Preferences for all actions, and the share of the win that the seat may expect."""
        x = observation
        for weight, bias, scale, shift in self.layers:
            used = np.flatnonzero(x)  # observations are mostly zeros, and so are activations
            x = x[used] @ weight[used] + bias if len(used) * 3 < len(x) else x @ weight + bias
            x = x - x.mean()
            x = x * (1.0 / np.sqrt(np.mean(x * x) + TINY)) * scale + shift
            np.maximum(x, 0, out=x)
        weight, bias = self.policy
        head, constant = self.value
        return x @ weight + bias, float(x @ head + constant[0])


_PARTS = ("weight", "bias", "scale", "shift")


def load_weights(game: Game, file: IO[bytes]) -> Weights:
    """Weights from a file, checked against the game."""
    try:
        with np.load(file, allow_pickle=False) as found:
            weights = Weights({name: found[name] for name in found.files})
    except (ValueError, OSError, EOFError) as error:
        raise ZauberError(f"The weights cannot be read: {error}.") from None
    if (weights.observation, weights.actions) != (game.observation_size, game.rules.ACTIONS):
        raise ZauberError(
            f"The weights are for {weights.observation} observations and {weights.actions} actions; {game.title} "
            f"has {game.observation_size} and {game.rules.ACTIONS}. Train a new network: zauber train {game.name}."
        )
    return weights


@functools.cache
def weights_of(game: Game) -> Weights:
    """The weights that are shipped with the package."""
    with resources.files(f"{__package__}.networks").joinpath(f"{game.name}.npz").open("rb") as file:
        return load_weights(game, file)


def weights_in(game: Game, folder: Path) -> Weights:
    """The weights of a training run."""
    path = folder / "weights.npz"
    if not path.is_file():
        raise ZauberError(f"There are no weights in {folder}.")
    if path.stat().st_size > LARGEST:
        raise ZauberError(f"{path} is too large for a file of weights.")
    with path.open("rb") as file:
        return load_weights(game, file)


@functools.cache
def made(name: str) -> dict[str, Any]:
    """How the network of a game was made: command, device, minutes, figures."""
    text = resources.files(f"{__package__}.networks").joinpath(f"{name}.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def _trained() -> tuple[str, ...]:
    files = resources.files(f"{__package__}.networks").iterdir()
    return tuple(sorted(file.name.removesuffix(".npz") for file in files if file.name.endswith(".npz")))


class Network(Player):
    """Takes the action that the network prefers."""

    name = "network"
    title = "Network"
    about = "learned from hundreds of millions of moves against itself, and answers at once"
    games = _trained()

    def choose(self, position: Record, moves: Sequence[int], seed: int, budget: Budget = OWN) -> int:
        if len(moves) == 1:
            return moves[0]
        preferences, _ = self.judge(position)
        e, seats = self.edition.record, self.seats
        turned = {self.rules.turned(e, action, seats - self.seat, seats): action for action in moves}
        return turned[max(sorted(turned), key=preferences.__getitem__)]

    def judge(self, position: Record) -> tuple[Array, float]:
        """Preferences for all actions, as in seat 0, and the expected share, from what the seat knows."""
        seen = np.zeros(self.game.observation_size, np.float32)
        self.rules.observe(self.edition.record, position, self.seat, seen)
        return weights_of(self.game).judge(seen)

    @classmethod
    def prepare(cls, game: Game) -> None:
        weights_of(game)
