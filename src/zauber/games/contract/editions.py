"""Editions: the numbers of a game, read from a TOML file and checked.

A file has a table `[edition]` (`name`, `title`, `about`), a table `[numbers]` and a table `[options]`. Every
number is written `key = { value = …, source = "…" }`: a number without a source is refused. A value is a whole
number or a list of them. Options are written `key = "choice"`; those left out take the option's default.

An edition belongs to a version of its game's rules. A number or option that was added in a later version says so
(`since`): in an edition for older rules it has the value that reproduces the earlier behaviour (`before`) and is left
out of the fingerprint. So old records still find the edition that they were played with.
"""

import copy
import functools
import hashlib
import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import numpy as np

from ...errors import BadEdition
from ..compiling.records import Reading, form_of

LARGEST_FILE = 100_000
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}\Z")
LINE = re.compile(r"[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]*\Z")


@dataclass(frozen=True)
class Number:
    """One number of a game's editions: a whole number, or a list of them when `length` is given.

    `field` is the field of the Edition record that it fills, or the `row` of that field. A list shorter than the
    field is filled with zeros; `length` is the smallest and the largest length. `decimal` numbers may have a
    fraction (lengths in mm). `since` is the version of the rules that added it, `before` its value in older ones.
    """

    key: str
    words: str
    least: float
    most: float
    length: tuple[int, int] | None = None
    field: str = ""
    decimal: bool = False
    row: int = -1
    since: int = 1
    before: float = 0


@dataclass(frozen=True)
class Option:
    """A choice that a table makes: `choices` maps its value to plain words, the first being the default.

    The Edition record's field of the same name holds the position of the choice, or, for an option whose choices
    are whole numbers, the number itself (then `least` and `most` bound it and `choices` has the default only).
    `since` is the version of the rules that added it; older versions use the default.
    """

    key: str
    words: str
    choices: Mapping[str, str]
    rule: str
    least: int = 0
    most: int = 0
    since: int = 1

    @property
    def whole(self) -> bool:
        """Whether the option is a whole number rather than a named choice."""
        return self.most > self.least

    @property
    def default(self) -> str | int:
        """The default value."""
        first = next(iter(self.choices))
        return int(first) if self.whole else first


class Playable(Protocol):
    """What an edition needs to know of its game."""

    def __hash__(self) -> int:
        """Games are told apart by identity."""

    @property
    def name(self) -> str:
        """Its name in this package."""

    @property
    def title(self) -> str:
        """Its name as people read it."""

    @property
    def package(self) -> str:
        """Where its files are."""

    @property
    def editions(self) -> tuple[str, ...]:
        """The editions that are shipped with it."""

    @property
    def numbers(self) -> tuple[Number, ...]:
        """The numbers that an edition gives."""

    @property
    def options(self) -> tuple[Option, ...]:
        """The choices that a table makes."""

    @property
    def version(self) -> int:
        """The newest version of its rules."""

    @property
    def rules(self) -> ModuleType:
        """Its rules, which declare the record of an edition."""


@dataclass(frozen=True, eq=False)
class Edition:
    """A checked edition: its name, its values, the version of the rules, and the record that the rules read."""

    game: str
    name: str
    title: str
    about: str
    values: Mapping[str, Any]
    sources: Mapping[str, str]
    options: Mapping[str, str | int]
    shipped: bool
    record: Any
    rules: int = 1

    def __repr__(self) -> str:
        return f"<Edition {self.name} of {self.game}, {self.hash[:12]}>"

    def __getstate__(self) -> dict[str, Any]:
        """The state to pickle, without what can be derived from the record."""
        return {name: value for name, value in vars(self).items() if name not in ("array", "reading")}

    @functools.cached_property
    def array(self) -> Any:
        """The record as an array of one, which is the faster way to pass it to compiled code."""
        return np.ndarray(1, self.record.dtype, bytearray(self.record.tobytes()))

    @functools.cached_property
    def reading(self) -> Reading:
        """The record as words read it."""
        return form_of(self.record.dtype).read(self.record.tobytes())

    @functools.cached_property
    def hash(self) -> str:
        """A hash of the values, the options and the version of the rules. Editions with equal hashes play the same."""
        version = [self.rules] if self.rules > 1 else []
        text = json.dumps([self.game, dict(self.values), dict(self.options), *version], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()


def load_edition(game: Playable, source: str, options: dict[str, Any], rules: int = 0) -> Edition:
    """Read an edition by name or path, check it, and change options; `rules`: the version (0: the newest)."""
    if source in game.editions:
        return edition_from(game, _shipped(game, source), f"{game.name}/{source}.toml", options, True, rules)
    return read_edition(game, _read_file(game, source), source, options, rules)


def read_edition(game: Playable, text: str, where: str, options: Mapping[str, Any], rules: int = 0) -> Edition:
    """An edition of somebody's own, from the text of its file; `where` names it in errors."""
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # tomllib raises both, besides its own error
        reason = "it is nested too deeply" if isinstance(error, RecursionError) else str(error).rstrip(".")
        raise BadEdition(f"{where} is not valid TOML: {reason}.") from None
    edition = edition_from(game, table, where, options, rules=rules)
    if not NAME.match(edition.name):
        raise BadEdition(
            f"{where}: edition.name must be 1 to 40 letters from a to z, digits, - and _, not “{edition.name[:60]}”."
        )
    for key in ("title", "about"):
        if not LINE.match(getattr(edition, key)):
            raise BadEdition(f"{where}: edition.{key} must be one line, without control characters.")
    return edition


def varied(game: Playable, source: str, changes: Mapping[str, Any], options: Mapping[str, Any]) -> Edition:
    """An edition by name or path with some numbers changed; “key[2]” is an item of a list, counted from 0."""
    shipped = source in game.editions
    where = f"{game.name}/{source}" if shipped else source
    try:
        table = copy.deepcopy(_shipped(game, source) if shipped else tomllib.loads(_read_file(game, source)))
    except (ValueError, RecursionError) as error:
        raise BadEdition(f"{where} is not valid TOML: {str(error).rstrip('.')}.") from None
    numbers = _table(table, "numbers", where)
    for name, value in changes.items():
        key, bracket, place = name.partition("[")
        entry = numbers.get(key)
        if not isinstance(entry, dict) or "value" not in entry:
            known = ", ".join(number.key for number in game.numbers[:12])
            more = " …" if len(game.numbers) > 12 else ""
            raise BadEdition(f"“{key}” is not a number of {game.title} (it has: {known}{more}).")
        entry["source"] = "varied"
        if not bracket:
            entry["value"] = value
            continue
        items, at = entry["value"], place.rstrip("]")
        if not isinstance(items, list) or not at.isdecimal() or not int(at) < len(items):
            raise BadEdition(f"“{name}” is not there: {key} is {items}.")
        items[int(at)] = value
    return edition_from(game, table, where, options)


def file_of(game: Playable, name: str) -> str:
    """The text of the file of a shipped edition."""
    if name not in game.editions:
        raise BadEdition(f"There is no edition “{name}” of {game.title}: name one of {', '.join(game.editions)}.")
    try:
        return resources.files(game.package).joinpath(f"editions/{name}.toml").read_text("utf-8")
    except FileNotFoundError:
        raise BadEdition(f"{game.package} has no file editions/{name}.toml.") from None


@functools.cache
def _shipped(game: Playable, name: str) -> dict[str, Any]:
    """The table of an edition that is shipped with its game. Do not change it: it is cached."""
    try:
        return tomllib.loads(file_of(game, name))
    except tomllib.TOMLDecodeError as error:
        raise BadEdition(f"{game.name}/{name}.toml is not valid TOML: {error}.") from None


def edition_from(
    game: Playable,
    table: Mapping[str, Any],
    where: str,
    options: Mapping[str, Any],
    shipped: bool = False,
    rules: int = 0,
) -> Edition:
    """Check a table of the form described above and make an edition of it, for a version of the rules (0: the newest).

    A shipped file may hold numbers that an older version did not have: they are ignored.
    """
    rules = rules or game.version
    for key in table:
        if key not in ("edition", "numbers", "options"):
            raise BadEdition(f"{where}: [{key}] is unknown; a file has [edition], [numbers] and [options].")
    head = _table(table, "edition", where)
    name, title, about = (_line(head, key, where) for key in ("name", "title", "about"))
    newer = {number.key for number in game.numbers if shipped and number.since > rules}
    newer |= {option.key for option in game.options if shipped and option.since > rules}
    numbers = {key: value for key, value in _table(table, "numbers", where).items() if key not in newer}
    given = {key: v for key, v in _table(table, "options", where, missing_ok=True).items() if key not in newer}
    values, sources = _numbers(game, numbers, where, rules)
    chosen = _options(game, {**given, **options}, where, rules)
    record = np.zeros(1, game.rules.Edition)[0]
    if "rules" in record.dtype.names:
        record.rules = rules
    for number in game.numbers:
        _fill(record, number, values.get(number.key, number.before))
    for option in game.options:
        value = chosen.get(option.key, option.default)
        record[option.key] = value if option.whole else list(option.choices).index(str(value))
    sound = getattr(game.rules, "sound", None)
    if sound is not None and (complaint := sound(record)):
        raise BadEdition(f"{where}: {complaint}")
    return Edition(game.name, name, title, about, values, sources, chosen, shipped, record, rules)


def _read_file(game: Playable, source: str) -> str:
    path = Path(source)
    if not path.is_file():
        known = ", ".join(game.editions)
        raise BadEdition(f"There is no edition “{source}” of {game.title}: name one of {known}, or a TOML file.")
    if path.stat().st_size > LARGEST_FILE:
        raise BadEdition(f"{source} is too large for an edition (over {LARGEST_FILE:,} bytes).")
    try:
        return path.read_text("utf-8")
    except (UnicodeDecodeError, OSError) as error:
        raise BadEdition(f"{source} cannot be read as text: {error}.") from None


def _table(table: Mapping[str, Any], key: str, where: str, missing_ok: bool = False) -> Mapping[str, Any]:
    found = table.get(key, {} if missing_ok else None)
    if not isinstance(found, Mapping):
        raise BadEdition(f"{where}: the table [{key}] is missing.")
    return found


def _line(head: Mapping[str, Any], key: str, where: str) -> str:
    value = head.get(key)
    if not isinstance(value, str) or not value.strip() or len(value) > 400:
        raise BadEdition(f"{where}: edition.{key} must be a line of text.")
    return value


def _numbers(game: Playable, table: Mapping[str, Any], where: str, rules: int) -> tuple[dict[str, Any], dict[str, str]]:
    played = [number for number in game.numbers if number.since <= rules]
    known = {number.key for number in played}
    for key in table:
        if key not in known:
            raise BadEdition(f"{where}: numbers.{key} is not a number of {game.title}.")
    values, sources = {}, {}
    for number in played:
        entry = table.get(number.key)
        if entry is None and number.since > 1:  # a file from before the number existed
            entry = {"value": number.before, "source": f"as before version {number.since} of the rules"}
        at = f"{where}: numbers.{number.key}"
        if not isinstance(entry, Mapping) or set(entry) != {"value", "source"}:
            raise BadEdition(f"{at} must be written {{ value = …, source = “…” }} ({number.words}).")
        if not isinstance(entry["source"], str) or not entry["source"].strip():
            raise BadEdition(f"{at}.source must say where the number comes from.")
        values[number.key] = _value(number, entry["value"], at)
        sources[number.key] = entry["source"]
    return values, sources


def _value(number: Number, value: Any, at: str) -> Any:
    if number.length is None:
        return _one(number, value, at)
    least, most = number.length
    if not isinstance(value, list) or not least <= len(value) <= most:
        size = f"{least}" if least == most else f"{least} to {most}"
        raise BadEdition(f"{at} must be a list of {size} numbers ({number.words}).")
    return [_one(number, item, f"{at}[{i}]") for i, item in enumerate(value)]


def _one(number: Number, value: Any, at: str) -> Any:
    kind = (int, float) if number.decimal else int
    if isinstance(value, bool) or not isinstance(value, kind) or not number.least <= value <= number.most:
        what = "a number" if number.decimal else "a whole number"
        raise BadEdition(f"{at} must be {what} from {number.least} to {number.most} ({number.words}), not {value!r}.")
    return value


def _options(game: Playable, table: Mapping[str, Any], where: str, rules: int) -> dict[str, str | int]:
    known = {option.key: option for option in game.options if option.since <= rules}
    for key in table:
        if key not in known:
            offered = ", ".join(known) or "none"
            raise BadEdition(f"{where}: options.{key} is not an option of {game.title} (it has: {offered}).")
    return {key: _choice(option, table.get(key, option.default), where) for key, option in known.items()}


def _choice(option: Option, value: Any, where: str) -> str | int:
    at = f"{where}: options.{option.key}"
    if option.whole:
        if isinstance(value, str) and value.lstrip("-").isdecimal() and len(value) < 12:
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or not option.least <= value <= option.most:
            raise BadEdition(
                f"{at} must be a whole number from {option.least} to {option.most}, not {value!r} ({option.rule})."
            )
        return value
    if not isinstance(value, str) or value not in option.choices:
        choices = ", ".join(option.choices)
        raise BadEdition(f"{at} must be one of {choices}, not {value!r} ({option.rule}).")
    return value


def _fill(record: Any, number: Number, value: Any) -> None:
    field = number.field or number.key
    if isinstance(value, list):
        whole = record[field] if number.row < 0 else record[field][number.row]
        flat = whole.reshape(-1)
        flat[: len(value)] = value
    elif number.row < 0:
        record[field] = value
    else:
        record[field][number.row] = value
