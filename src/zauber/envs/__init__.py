"""The games as environments, with the interfaces that researchers know.

- `aec(game, seats=…)`: PettingZoo, agent by agent; `parallel(game, seats=…)`: the same with all agents in every step.
- `gym(game, seats=…, against=…)`: Gymnasium, one seat against players by name; `gym_vector(game, n=…)`: many at once.
- `register()`: Gymnasium's registry, for `gymnasium.make("zauber/papageno-v0")`.
- `openspiel(game, seats=…)`: OpenSpiel; also `pyspiel.load_game("zauber(game=magi,seats=4)")` after that.
- `text(game, seats=…)`: seats that are asked and answer in words, for language models; it needs no extra.
- `zauber.engines.Batch`: thousands of matches as arrays, for NumPy, PyTorch and JAX.

PettingZoo, Gymnasium and OpenSpiel come with the extra `envs`; each is imported on first use.
"""

import contextlib
import copy
import functools
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .. import games
from ..errors import ZauberError

if TYPE_CHECKING:
    from .language import TextMatch

__all__ = ["aec", "gym", "gym_vector", "openspiel", "parallel", "register", "text"]


def aec(
    game: str, *, seats: int | None = None, edition: str = "", options: Mapping[str, Any] | None = None,
    render_mode: str | None = None, out_of_turn: bool = False,
) -> Any:  # fmt: skip
    """A PettingZoo environment in which agents act one by one; with `out_of_turn`, also those who may when it is not
    their turn are asked."""
    with _extra("PettingZoo"):
        from .agents import ZauberAEC
    return ZauberAEC(game, seats, edition, options, render_mode, out_of_turn)


def parallel(
    game: str, *, seats: int | None = None, edition: str = "", options: Mapping[str, Any] | None = None,
    render_mode: str | None = None, out_of_turn: bool = False,
) -> Any:  # fmt: skip
    """A PettingZoo environment in which all agents act in every step, and the action of the seat to act counts."""
    with _extra("PettingZoo"):
        from .agents import ZauberAEC, ZauberParallel
    return ZauberParallel(ZauberAEC(game, seats, edition, options, render_mode, out_of_turn))


def gym(
    game: str, *, seats: int | None = None, against: str | Sequence[str] = "thumb", seat: int | None = None,
    edition: str = "", options: Mapping[str, Any] | None = None, render_mode: str | None = None, paired: bool = False,
) -> Any:  # fmt: skip
    """A Gymnasium environment: one seat (`seat`, or all of them in turn) against players by name. With `paired`, every
    deal is played from all seats."""
    with _extra("Gymnasium"):
        from .single import ZauberGym
    register()
    env = ZauberGym(game, seats, against, seat, edition, options, render_mode, paired)
    env.spec = spec_of(env, game=game, seats=seats, against=against, seat=seat, edition=edition, options=options,
                       render_mode=render_mode, paired=paired)  # fmt: skip
    return env


def gym_vector(
    game: str, n: int, *, seats: int | None = None, against: str | Sequence[str] = "thumb", edition: str = "",
    options: Mapping[str, Any] | None = None, threads: int | None = None, autoreset: str = "same_step",
) -> Any:  # fmt: skip
    """Many Gymnasium environments in one, stepped by a batch; the others play at random or by rule of thumb.

    With `autoreset` “next_step” or “disabled” they are stepped one by one (Gymnasium's `SyncVectorEnv`), since a batch
    goes on at once; then the others may be any player.
    """
    with _extra("Gymnasium"):
        from gymnasium.vector import AutoresetMode, SyncVectorEnv

        from .vector import ZauberVector
    modes = {mode.name.lower(): mode for mode in AutoresetMode}
    if autoreset not in modes:
        raise ZauberError(f"The mode of autoreset is one of {', '.join(modes)}, not “{autoreset}”.")
    if autoreset == "same_step":
        return ZauberVector(game, n, seats, against, edition, options, threads)
    make = functools.partial(gym, game, seats=seats, against=against, edition=edition, options=options)
    return SyncVectorEnv([make] * n, autoreset_mode=modes[autoreset])


def register() -> None:
    """Register all games with Gymnasium: `gymnasium.make("zauber/papageno-v0")`."""
    with _extra("Gymnasium"):
        import gymnasium

        from .common import VERSION
    for game in games.all_games():
        name = f"zauber/{game.name}-v{VERSION}"
        if name not in gymnasium.registry:
            gymnasium.register(name, f"{__name__}:gym", kwargs={"game": game.name})


def spec_of(env: Any, **made_with: Any) -> Any:
    """The spec from which Gymnasium makes such an environment again."""
    import gymnasium

    from .common import VERSION

    spec = copy.deepcopy(gymnasium.spec(f"zauber/{env.game.name}-v{VERSION}"))
    spec.kwargs = {name: value for name, value in made_with.items() if value not in (None, "", False)}
    return spec


def openspiel(
    game: str, *, seats: int | None = None, edition: str = "", options: Mapping[str, Any] | None = None,
    chance: str = "sampled",
) -> Any:  # fmt: skip
    """An OpenSpiel game. With `chance="explicit"` every throw and draw is a chance node, for exact algorithms."""
    with _extra("OpenSpiel"):
        from .spiel import load
    return load(game, seats, edition, options, chance)


def text(
    game: str, *, seats: int | None = None, seed: int | str | None = None, edition: str = "",
    options: Mapping[str, Any] | None = None, names: Sequence[str] | None = None, rules: str = "short",
    list_moves: bool = True, tries: int = 3, out_of_turn: bool = True,
) -> "TextMatch":  # fmt: skip
    """A match whose seats are asked in words (`prompt`) and answer in words (`answer`).

    `rules` says how much of them is in each prompt (“none”, “short” or “long”), `list_moves` whether the legal moves
    are. A seat that gives `tries` answers in a row which mean no legal move forfeits.
    """
    from .language import TextMatch

    return TextMatch(game, seats, seed, edition, options, names, rules, list_moves, tries, out_of_turn)


@contextlib.contextmanager
def _extra(what: str) -> Iterator[None]:
    """Turn a failed import into a sentence that says what to install."""
    try:
        yield
    except ModuleNotFoundError as error:
        if str(error.name).startswith("zauber"):
            raise
        raise ZauberError(f"{what} is not installed: pip install 'zauber[envs]'.") from None
