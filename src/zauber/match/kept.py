"""Editions as a record stores them: by name and hash, and with all their numbers if they are custom."""

import contextlib
import functools
from collections.abc import Mapping

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
            edition = _from_numbers(game, kept, kept.options, rules)
        elif kept.name in game.editions:
            edition = shipped_edition(game, kept.name, tuple(sorted(kept.options.items())), rules)
        else:
            raise BadEdition(f"there is no edition “{kept.name}” of {game.title}, and its numbers are not given.")
    except BadEdition as error:
        raise BadRecord(f"The record's edition cannot be played: {error}") from None
    if edition.hash != kept.hash:
        raise BadRecord(f"The record was made with another edition “{kept.name}”: the numbers or options differ.")
    return edition


def _from_numbers(game: Game, kept: EditionRecord, options: Mapping[str, str | int], rules: int) -> Edition:
    table = {
        "edition": {"name": kept.name, "title": kept.title, "about": kept.about},
        "numbers": {key: {"value": n.value, "source": n.source} for key, n in kept.numbers.items()},
        "options": options,
    }
    return edition_from(game, table, "the record's edition", {}, rules=rules)


def with_options(game: Game, edition: Edition, options: Mapping[str, str | int]) -> Edition:
    """An edition that is not shipped, with options changed."""
    return _from_numbers(game, keep_edition(edition), {**edition.options, **options}, edition.rules)


def edition_like(game: Game, kept: EditionRecord) -> Edition | None:
    """The same, for whichever version of the rules it is; None if there is no such edition (any more)."""
    for rules in range(game.version, 0, -1):
        with contextlib.suppress(BadRecord, BadEdition):  # another version, or one that does not have an option
            return edition_of(game, kept, rules)
    return None


@functools.lru_cache(128)
def shipped_edition(game: Game, name: str, options: tuple[tuple[str, str | int], ...], rules: int = 0) -> Edition:
    """A shipped edition for a version of the rules (0: the newest). Editions do not change, so each is read once."""
    return game.edition(name, dict(options), rules)
