"""What the interfaces share: names and versions, rewards, spaces, pictures."""

import functools
from collections.abc import Mapping
from typing import Any

import numpy as np

from .. import games
from ..engines.batch import program_options
from ..errors import ZauberError
from ..games.contract.editions import Edition
from ..games.contract.kernel import Array
from ..games.game import Game
from ..match.kept import edition_of, keep_edition
from ..match.position import Position
from . import picture
from .stepper import Stepper

RENDER_MODES = ["human", "ansi", "svg", "rgb_array"]
VERSION = 0  # of all environments; docs/environments.md says when it is incremented
BOUND = 1000.0  # for numbers without a bound that holds in every edition; most are between -1 and 1


def opened(game: str, seats: int | None, edition: str, options: Mapping[str, Any] | None) -> tuple[Game, int, Edition]:
    """The game, the number of seats and the edition; games that need not end get a turn limit."""
    found = games.get(game)
    count = found.check_seats(found.seats[0] if seats is None else seats)
    return found, count, found.edition(edition, program_options(found, options or {}))


def stored(env: Any) -> dict[str, Any]:
    """What is pickled of an environment: not its compiled functions, and of its edition only the numbers."""
    state = {name: value for name, value in vars(env).items() if name != "_stepper"}
    return state | {"edition": (keep_edition(env.edition), env.edition.rules)}


def restored(env: Any, state: dict[str, Any]) -> None:
    """Give an environment what was pickled of it."""
    env.__dict__.update(state)
    env.edition = edition_of(env.game, *state["edition"])
    env._stepper = Stepper(env.game, env.edition)
    if "position" in state:
        env._stepper.begin(env.position)


def versioned(game: Game) -> str:
    """The name of the environment, with its version: `magi_v0`."""
    return f"{game.name}_v{VERSION}"


@functools.cache
def spaces_of(game: Game, may_pass: bool = False) -> tuple[Any, Any]:
    """The spaces of what an agent observes (numbers, bounded as the game declares, and a mask) and of its actions, with
    one more to let something pass."""
    from gymnasium import spaces

    low, high = game.layout.bounds(BOUND)
    actions = int(game.rules.ACTIONS) + may_pass
    mask = spaces.Box(0, 1, (actions,), np.int8)
    seen = spaces.Dict({"observation": spaces.Box(low, high, dtype=np.float32), "action_mask": mask})
    return seen, spaces.Discrete(actions)


def check_mode(mode: str | None) -> None:
    """Raise an error for an unknown render mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise ZauberError(f"A table is rendered as one of {', '.join(RENDER_MODES)}, not “{mode}”.")
    if mode == "rgb_array":
        picture.check_drawing()


def rewards(shares: Array) -> Array:
    """Zero-sum rewards: a seat that wins alone gets 1, and the others lose equal parts of it.

    If nobody wins, everybody gets 0. Who plays alone gets the share.
    """
    shares = np.asarray(shares, np.float64)
    seats = shares.shape[-1]
    if seats == 1:
        return shares
    won = shares.sum(axis=-1, keepdims=True) > 0
    return np.where(won, (seats * shares - 1) / (seats - 1), 0.0)


def drawn(position: Position, mode: str | None, seat: int = -1) -> Any:
    """The table as a seat (or a spectator) sees it, in one of RENDER_MODES."""
    text = position.text(seat)
    if mode == "human":
        print(text)
        return None
    if mode == "ansi":
        return text
    svg = picture.svg(text)
    return svg if mode == "svg" else picture.pixels(svg)
