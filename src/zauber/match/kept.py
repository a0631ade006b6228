"""Editions as a record stores them: by name and hash, and with all their numbers if they are custom."""

import functools

from ..errors import BadEdition, BadRecord
from ..games.contract.editions import Edition, edition_from
from ..games.game import Game
from .shapes import EditionRecord, NumberRecord


def keep_edition(edition: Edition) -> EditionRecord:
    """An edition as a record stores it."""
    options = dict(edition.options)
    if edition.shipped:
        return EditionRecord(edition.name, edition.hash, options)
    numbers = {key: NumberRecord(value, edition.sources[key][:2000]) for key, value in edition.values.items()}
    return EditionRecord(edition.name, edition.hash, options, edition.title, edition.about, numbers)


def edition_of(game: Game, kept: EditionRecord, rules: int) -> Edition:
    """The edition of a record, a shipped one or one whose numbers the record holds, for the version of the rules that
    the match was played with."""
    try:
        if kept.numbers:
            table = {
                "edition": {"name": kept.name, "title": kept.title, "about": kept.about},
                "numbers": {key: {"value": n.value, "source": n.source} for key, n in kept.numbers.items()},
                "options": kept.options,
            }
            edition = edition_from(game, table, "the record's edition", {}, rules=rules)
        elif kept.name in game.editions:
            edition = shipped_edition(game, kept.name, tuple(sorted(kept.options.items())), rules)
        else:
            raise BadEdition(f"there is no edition “{kept.name}” of {game.title}, and its numbers are not given.")
    except BadEdition as error:
        raise BadRecord(f"The record's edition cannot be played: {error}") from None
    if edition.hash != kept.hash:
        raise BadRecord(f"The record was made with another edition “{kept.name}”: the numbers or options differ.")
    return edition


@functools.lru_cache(128)
def shipped_edition(game: Game, name: str, options: tuple[tuple[str, str | int], ...], rules: int = 0) -> Edition:
    """A shipped edition for a version of the rules (0: the newest). Editions do not change, so each is read once."""
    return game.edition(name, dict(options), rules)
