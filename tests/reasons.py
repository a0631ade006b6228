"""The reasons that a game gives for a move, as the player who asks reads them."""

from typing import Any

from zauber.games.game import Game

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal")


def phrases(game: Game, e: Any, s: Any, seat: int, action: int, world: int = 1, known: Any = None) -> list[Any]:
    """The reasons for an action of a seat, in one of the worlds that the seat thinks possible. `known` is what the seat
    knows, if it remembers more than it sees."""
    f = game.compiled if game.heavy else game.interpreted
    before = s.copy()
    f.conceal(e, before, seat)
    if known is not None:
        before = known
    after = before.copy()
    f.sow(after, world, 0)
    f.imagine(e, after, seat)
    f.apply(e, after, seat, action)
    f.conceal(e, after, seat)
    found: list[Any] = game.words.reasons(e, before, after, seat, action)
    return found


def reasons(game: Game, e: Any, s: Any, seat: int, move: str, known: Any = None) -> list[str]:
    """The same as sentences, for a move in notation."""
    found = phrases(game, e, s, seat, game.parse(move), known=known)
    return [game.speaker.say(phrase, NAMES, seat) for phrase in found]
