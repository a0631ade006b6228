"""A second implementation of saying a phrase, written for clarity, for the tests to compare `Speaker` with."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from zauber.games.contract.phrases import Phrase


def say(catalogue: Mapping[str, Any], phrase: Phrase, names: Sequence[str] = (), reader: int | None = None) -> str:
    """The phrase as a sentence; `names` are the seats' names and `reader` the seat that reads."""
    text = catalogue[phrase.key]
    while isinstance(text, Mapping):
        if "you" in text and reader is not None and phrase.args.get("who") == reader:
            text = text["you"]
        elif phrase.args.get("n") == 1 and "one" in text:
            text = text["one"]
        else:
            text = text["other"]
    return _fill(
        str(text), {key: _argument(catalogue, key, value, names, reader) for key, value in phrase.args.items()}
    )


_FIELD = re.compile(r"\{\{|\}\}|\{(\w+)(?::([^|{}]*)\|([^|{}]*))?\}")


def _fill(text: str, said: Mapping[str, str]) -> str:
    def value(found: re.Match[str]) -> str:
        name, one, other = found.groups()
        if name is None:
            return found[0][0]
        words = said[name]
        return words if one is None else f"{words} {one if words.lstrip('-−+') == '1' else other}"

    return _FIELD.sub(value, text)


def _argument(catalogue: Mapping[str, Any], key: str, value: Any, names: Sequence[str], reader: int | None) -> str:
    if key.startswith("who") and isinstance(value, int):
        if value == reader and "you" in catalogue:
            return str(catalogue["you"])
        return names[value] if value < len(names) else chr(ord("A") + value)
    if isinstance(value, (list, tuple)):
        items = [_several(catalogue, key, item, n, names, reader) for item, n in _counted(catalogue, value)]
        if len(items) < 2:
            return "".join(items)
        joined = str(catalogue.get("and", "{first} and {last}"))
        return _fill(joined, {"first": ", ".join(items[:-1]), "last": items[-1]})
    if isinstance(value, str) and value.startswith("@"):
        return say(catalogue, Phrase(value[1:]), names, reader)
    return str(value)


def _counted(catalogue: Mapping[str, Any], items: Sequence[Any]) -> list[tuple[Any, int]]:
    """The items in their order; those that the catalogue can say by number once, with how many there are."""
    counted: list[tuple[Any, int]] = []
    for item in items:
        if not (isinstance(item, str) and item.startswith("@") and f"{item[1:]}.many" in catalogue):
            counted.append((item, 1))
        elif item not in [known for known, _ in counted]:
            counted.append((item, list(items).count(item)))
    return counted


def _several(
    catalogue: Mapping[str, Any], key: str, item: Any, n: int, names: Sequence[str], reader: int | None
) -> str:
    if n > 1:
        return say(catalogue, Phrase(f"{item[1:]}.many", {"n": n}), names, reader)
    return _argument(catalogue, key, item, names, reader)
