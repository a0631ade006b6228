"""What a bot is, the levels by name, and the two simplest: by chance and by rule of thumb."""

import secrets
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..errors import ZauberError
from ..games.editions import Edition
from ..games.game import Game
from ..games.kernel import Record

if TYPE_CHECKING:
    from ..match import Match

MOST_SEED = 2**62


class BotError(ZauberError):
    """There is no bot of that level, or none for that game."""


class Bot(ABC):
    """A player by machine. A level is one of these with a `name`, a `title` and a word `about` it.

    `games` names the games that it can play; empty means all.
    """

    name: str
    title: str
    about: str
    games: tuple[str, ...] = ()

    @abstractmethod
    def choose(self, game: Game, edition: Edition, position: Record, seat: int, moves: Sequence[int], seed: int) -> int:
        """One of `moves`, the seat's legal actions, judged from a position that is concealed for the seat.

        `position` is the bot's own copy. The same arguments, `seed` (from 0 to 2**62) included, give the
        same move.
        """

    def prepare(self, game: Game) -> None:  # noqa: B027 - most bots have nothing to prepare
        """Compile what the first move would wait for."""

    def move(self, match: "Match", seat: int | None = None, seed: int | None = None) -> int:
        """The action that the bot would take for a seat of a match (the one that the table waits for)."""
        seat = match.turn if seat is None else seat
        seed = secrets.randbelow(MOST_SEED) if seed is None else seed
        return self.choose(match.game, match.edition, match.position(seat), seat, match.moves_of(seat).actions, seed)

    def __repr__(self) -> str:
        return f"<Bot {self.name}>"


class Random(Bot):
    """Any legal move, each as likely as the others."""

    name = "random"
    title = "Chance"
    about = "plays any legal move"

    def choose(self, game: Game, edition: Edition, position: Record, seat: int, moves: Sequence[int], seed: int) -> int:
        game.interpreted.sow(position, seed, 0)
        return moves[int(game.interpreted.below(position, len(moves)))]


class Thumb(Bot):
    """The game's own rule of thumb (`advise`)."""

    name = "thumb"
    title = "Rule of thumb"
    about = "plays sensibly, without looking ahead"

    def choose(self, game: Game, edition: Edition, position: Record, seat: int, moves: Sequence[int], seed: int) -> int:
        rules = game.compiled if game.heavy else game.interpreted
        options = np.zeros(game.rules.MOST_MOVES, np.int64)
        options[: len(moves)] = moves
        rules.sow(position, seed, 0)
        return int(rules.advise(edition.record, position, seat, options, len(moves)))


LEVELS: dict[str, Bot] = {}


def register(bot: Bot) -> None:
    """Add a level, or replace the one of that name."""
    LEVELS[bot.name] = bot


def levels(game: str) -> dict[str, Bot]:
    """The levels that can play a game, by name."""
    return {name: bot for name, bot in LEVELS.items() if not bot.games or game in bot.games}


def get(level: str, game: str = "") -> Bot:
    """The bot of a level; with a game's name, only if it can play that game."""
    if level not in LEVELS:
        raise BotError(f"There is no bot “{level}”. The levels are: {', '.join(levels(game) if game else LEVELS)}.")
    if game and level not in levels(game):
        raise BotError(f"The bot “{level}” does not play this game. The levels are: {', '.join(levels(game))}.")
    return LEVELS[level]
