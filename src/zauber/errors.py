"""The exceptions that Zauber raises, with one base class.

An error is a sentence for the person who reads it: what is wrong, where, and what would be right.
"""


class ZauberError(Exception):
    """The base of every error that this package raises on purpose."""


class UnknownGame(ZauberError):
    """There is no game of that name."""


class BadEdition(ZauberError):
    """An edition (a file of numbers, or an option) does not describe a playable game."""


class BadSeats(ZauberError):
    """The game cannot be played by that number of seats, or a seat does not exist."""


class IllegalMove(ZauberError):
    """The rules do not allow the move. `rule` is the number of the rule that forbids it."""

    def __init__(self, sentence: str, rule: str = "") -> None:
        super().__init__(f"{sentence} ({rule})" if rule else sentence)
        self.sentence = sentence
        self.rule = rule


class BadNotation(IllegalMove):
    """The text is not the notation of any action of the game."""


class CannotUndo(ZauberError):
    """Taking the action back would take back something that was seen or left to chance."""


class BadRecord(ZauberError):
    """A match record is damaged, too new or too large, or does not describe a legal match."""


class UnreadableFile(BadRecord):
    """A record's file does not exist or cannot be read."""


class BrokenRules(ZauberError):
    """A game violates the contract (raised by `zauber.games.check`)."""
