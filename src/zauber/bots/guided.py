"""How the search uses the network of each game: the best settings in docs/players.md, stored next to the weights."""

import functools
import json
from importlib import resources

from ..games.game import Game
from .network import Network
from .search import SearchSettings


@functools.cache
def guided(game: Game) -> SearchSettings:
    """The settings of a search with the network of a game; without one, those of the search alone."""
    if game.name not in Network.games:
        return SearchSettings()
    text = resources.files(f"{__package__}.networks").joinpath("guided.json").read_text("utf-8")
    known = json.loads(text)
    return SearchSettings(**known.get(game.name, known["default"]))
