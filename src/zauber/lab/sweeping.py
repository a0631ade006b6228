"""What if: an edition's numbers are varied, and many matches of every variant say what that does to the game."""

import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..engines.runs import Simulation
from ..errors import BadEdition, ZauberError
from ..games.contract.editions import Edition, varied
from ..games.game import Game
from .figures import summary

MOST_VARIANTS = 1_000
DULL = 0.08  # of the matches did not end: then the shares say little
RANGE = re.compile(r"(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)(?::(\d+(?:\.\d+)?))?\Z")

Value = int | float | str


class Vary(NamedTuple):
    """A number or an option of an edition, and the values that it takes in turn."""

    name: str
    values: tuple[Value, ...]


def read_vary(text: str) -> Vary:
    """“steps=4..12”, “steps=4..12:2”, “capture_copies=2,3,4”, “bird_copies[1]=0..4” or an option of the table."""
    name, equals, values = (part.strip() for part in text.partition("="))
    if not equals or not name or not values:
        raise BadEdition(f"What varies is written KEY=VALUES, for example steps=4..12 or steps=4,6,8, not “{text}”.")
    name = name.rpartition(".")[2]
    found = RANGE.match(values)
    if found is None:
        return Vary(name, tuple(_value(value.strip()) for value in values.split(",")))
    first, last, step = (_number(part or "1") for part in found.groups())
    if last < first or step <= 0 or (last - first) / step >= MOST_VARIANTS:
        raise BadEdition(f"“{values}” is no range of at most {MOST_VARIANTS:,} values that goes up.")
    count = int((last - first) / step + 1e-9) + 1
    return Vary(name, tuple(round(first + i * step, 9) for i in range(count)))


def _number(text: str) -> int | float:
    return float(text) if "." in text else int(text)


def _value(text: str) -> Value:
    try:
        return _number(text)
    except ValueError:
        return text


def variants(
    game: Game, source: str, options: Mapping[str, Any], varying: Sequence[Vary]
) -> Iterator[tuple[dict[str, Value], Edition | BadEdition]]:
    """Every combination of values, with its edition, or with what is wrong with it."""
    names = [vary.name for vary in varying]
    if len(set(names)) < len(names):
        raise BadEdition("Each number varies once: name all its values together.")
    count = 1
    for vary in varying:
        count *= len(vary.values)
    if count > MOST_VARIANTS:
        raise BadEdition(f"These are {count:,} variants; a sweep has {MOST_VARIANTS:,} at most.")
    chosen = {option.key for option in game.options}
    for values in itertools.product(*(vary.values for vary in varying)):
        given = dict(zip(names, values, strict=True))
        numbers = {name: value for name, value in given.items() if name not in chosen}
        more = {
            name: value if isinstance(value, int) else str(value) for name, value in given.items() if name in chosen
        }
        try:
            yield given, varied(game, source, numbers, {**options, **more})
        except BadEdition as error:
            yield given, error


def sweep(
    found: Sequence[tuple[dict[str, Value], Edition | BadEdition]],
    play: Callable[[Edition], Simulation],
    endings: bool,
) -> Iterator[dict[str, Any]]:
    """Play the variants, and give a row for each as soon as it is there. All have the same seeds."""
    if all(isinstance(edition, BadEdition) for _, edition in found):
        raise ZauberError(f"None of these variants can be played. The first: {found[0][1]}")
    for given, edition in found:
        if isinstance(edition, BadEdition):
            yield {"set": given, "refused": str(edition)}
            continue
        result = play(edition)
        if result.games:
            yield {"set": given, "hash": edition.hash, **summary(result, endings)}
        if result.stopped:
            return
