"""The games, by name, and the conformance suite that any game must pass.

>>> from zauber import games
>>> games.get("papageno").title
'Papageno'

The games of this package are in `NAMES`. Other packages add games by an entry point of the group `zauber.games` whose
name is the game's name:

    [project.entry-points."zauber.games"]
    cupful = "cupful:GAME"

and programs add them with `register`. A game that cannot be loaded is skipped, and `troubles` says why.
"""

import importlib
from typing import TYPE_CHECKING, Any

from ..errors import BrokenRules, UnknownGame
from .game import Game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from .contract.conformance import Report

NAMES = ("magic_flute", "papageno", "magicians_night", "magi", "mago_magino")
DEFAULT = "papageno"  # the game that commands and environments take when none is named
GROUP = "zauber.games"

_others: dict[str, Game] = {}  # games from outside this package
_troubles: dict[str, str] = {}  # entry points that could not be loaded, and why


def get(name: str) -> Game:
    """The game of that name."""
    if name in NAMES:
        game: Game = importlib.import_module(f"{__name__}.{name}").GAME
        return game
    if name not in _others:
        _load_plugins()
    if name in _others:
        return _others[name]
    if name in _troubles:
        raise BrokenRules(_troubles[name])
    raise UnknownGame(f"There is no game “{name}”. The games are: {', '.join(names())}.")


def names() -> list[str]:
    """The names of all games, those of this package first."""
    _load_plugins()
    return [*NAMES, *_others]


def all_games() -> list[Game]:
    """Every game, those of this package first."""
    return [get(name) for name in names()]


def troubles() -> list[str]:
    """One sentence for each installed game that could not be loaded."""
    _load_plugins()
    return list(_troubles.values())


def register(game: Game) -> None:
    """Add a game from outside this package. A name that is already taken is refused."""
    if not isinstance(game, Game):
        raise BrokenRules(f"{game!r} is not a zauber.games.game.Game.")
    if game.name in NAMES or _others.get(game.name, game) is not game:
        raise BrokenRules(f"There is already a game called “{game.name}”: choose another name.")
    _others[game.name] = game


def check(game: str | Game, **how: Any) -> "Report":
    """Play random matches of a game in every edition and number of seats and assert the contract.

    See `zauber.games.contract.conformance`, which is loaded when this is called.
    """
    from .contract.conformance import check_game

    return check_game(get(game) if isinstance(game, str) else game, **how)


# Games of installed packages ----------------------------------------------------------------------------------------

_seen: set[tuple[str, str]] = set()  # entry points that were already processed, by name and value


def _load_plugins() -> None:
    """Load the games of installed packages that have not been processed yet."""
    from importlib.metadata import entry_points

    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        if (point.name, point.value) not in _seen:
            _seen.add((point.name, point.value))
            _load_plugin(point)


def _load_plugin(point: "EntryPoint") -> None:
    try:
        game = point.load()
        if not isinstance(game, Game):
            raise BrokenRules(f"it is {type(game).__name__}, not a Game.")
        if game.name != point.name:
            raise BrokenRules(f"its name is “{game.name}”; the entry point must have the same.")
        register(game.load())
    except Exception as error:  # importing a foreign module may raise anything, and must not break everything else
        package = point.dist.name if point.dist else "an installed package"
        said = str(error) if isinstance(error, BrokenRules) else f"{type(error).__name__}: {error}"
        _troubles.setdefault(
            point.name, f"The game “{point.name}” of {package} ({point.value}) cannot be loaded: {said}"
        )
