"""The games as environments, with the interfaces that researchers know.

- `aec(game, seats=…)`: PettingZoo, agent by agent; `parallel(game, seats=…)`: the same with all agents in every step.
- `gym(game, seats=…, against=…)`: Gymnasium, one seat against players by name; `gym_vector(game, n=…)`: many at once.
- `openspiel(game, seats=…)`: OpenSpiel; also `pyspiel.load_game("zauber(game=magi,seats=4)")` after that.
- `zauber.engines.Batch`: thousands of matches as arrays, for NumPy, PyTorch and JAX.

PettingZoo, Gymnasium and OpenSpiel come with the extra `envs`; each is imported on first use.
"""

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..errors import ZauberError

__all__ = ["aec", "gym", "gym_vector", "openspiel", "parallel"]


def aec(
    game: str, *, seats: int | None = None, edition: str = "", options: Mapping[str, Any] | None = None,
    render_mode: str | None = None,
) -> Any:  # fmt: skip
    """A PettingZoo environment in which agents act one by one."""
    with _extra("PettingZoo"):
        from .agents import ZauberAEC
    return ZauberAEC(game, seats, edition, options, render_mode)


def parallel(
    game: str, *, seats: int | None = None, edition: str = "", options: Mapping[str, Any] | None = None,
    render_mode: str | None = None,
) -> Any:  # fmt: skip
    """A PettingZoo environment in which all agents act in every step, and the action of the seat to act counts."""
    with _extra("PettingZoo"):
        from pettingzoo.utils.conversions import turn_based_aec_to_parallel
    return turn_based_aec_to_parallel(aec(game, seats=seats, edition=edition, options=options, render_mode=render_mode))


def gym(
    game: str, *, seats: int | None = None, against: str | Sequence[str] = "thumb", seat: int | None = None,
    edition: str = "", options: Mapping[str, Any] | None = None, render_mode: str | None = None,
) -> Any:  # fmt: skip
    """A Gymnasium environment: one seat (`seat`, or another one in every match) against players by name."""
    with _extra("Gymnasium"):
        from .single import ZauberGym
    return ZauberGym(game, seats, against, seat, edition, options, render_mode)


def gym_vector(
    game: str, n: int, *, seats: int | None = None, against: str | Sequence[str] = "thumb", edition: str = "",
    options: Mapping[str, Any] | None = None, threads: int | None = None,
) -> Any:  # fmt: skip
    """Many Gymnasium environments in one, stepped by a batch; the others play at random or by rule of thumb."""
    with _extra("Gymnasium"):
        from .vector import ZauberVector
    return ZauberVector(game, n, seats, against, edition, options, threads)


def openspiel(
    game: str, *, seats: int | None = None, edition: str = "", options: Mapping[str, Any] | None = None,
    chance: str = "sampled",
) -> Any:  # fmt: skip
    """An OpenSpiel game. With `chance="explicit"` every throw and draw is a chance node, for exact algorithms."""
    with _extra("OpenSpiel"):
        from .spiel import load
    return load(game, seats, edition, options, chance)


@contextlib.contextmanager
def _extra(what: str) -> Iterator[None]:
    """Turn a failed import into a sentence that says what to install."""
    try:
        yield
    except ModuleNotFoundError as error:
        if str(error.name).startswith("zauber"):
            raise
        raise ZauberError(f"{what} is not installed: pip install 'zauber[envs]'.") from None
