"""Checks that a game's rules and words define what the contract requires, when the game is loaded.

Nothing is played here; `zauber check` does that. A violation raises `BrokenRules` with a sentence that names the
module and what is missing or wrong.
"""

import inspect
import re
import string
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from ...errors import BrokenRules
from . import kernel
from .events import Event
from .words import OPTIONAL_WORDS, WORDS, tell

COUNTS = ("ACTIONS", "MOST_MOVES", "OBSERVATION")
SENTENCES = ("ENDLESS", "ASYMMETRIC")
FIELDS = ("SEAT_AXES", "SEAT_VALUES")
MOST_ACTIONS = 2**15 - 1


# Rules --------------------------------------------------------------------------------------------------------------


def check_rules(where: str, found: Callable[[str], Any], most_seats: int, edition_fields: Iterable[str]) -> None:
    """Raise `BrokenRules` where the rules do not declare what `contract.kernel` asks for.

    `found` gives what the game defines by a name, or raises; `edition_fields` are those that the numbers and options of
    `GAME` fill.
    """
    for stub in kernel.CONTRACT:
        _check_rule_function(where, stub, found(stub.__name__))
    for name in COUNTS:
        value = found(name)
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise BrokenRules(f"{where}: {name} is {value!r}; it must be a whole number of at least 1.")
    if found("ACTIONS") > MOST_ACTIONS:
        raise BrokenRules(
            f"{where}: ACTIONS is {found('ACTIONS')}; engines store actions in 16 bits: {MOST_ACTIONS:,} at most."
        )
    for name in SENTENCES:
        if not isinstance(found(name), str):
            raise BrokenRules(f'{where}: {name} is {found(name)!r}; it must be a sentence, or "" for none.')
    state, edition = (_record_type(where, name, found(name)) for name in ("State", "Edition"))
    _check_state(where, state)
    for name in FIELDS:
        _check_field_names(where, name, found(name), state)
    for name in found("SEAT_AXES"):
        shape = state[name].shape
        if not shape or shape[0] < most_seats:
            raise BrokenRules(
                f"{where}: SEAT_AXES names {name}, whose first axis must have room for {most_seats} seats; its shape is"
                f" {shape}."
            )
    for name in edition_fields:
        if name not in edition:
            raise BrokenRules(f"{where}: Edition has no field {name}, which a number or option of GAME fills.")


def check_optional(where: str, found: Callable[[str], Any]) -> None:
    """Raise `BrokenRules` where an optional function is none, or cannot be called; `found` gives it, or None."""
    for stub in kernel.OPTIONAL:
        if (function := found(stub.__name__)) is not None:
            _check_rule_function(where, stub, function)


def check_open(where: str, declared: Any, state: np.dtype[Any]) -> None:
    """Raise `BrokenRules` where OPEN is neither a sentence nor names of fields."""
    if not isinstance(declared, str):
        _check_field_names(where, "OPEN", declared, state.fields or {})


def _check_rule_function(where: str, stub: Any, function: Any) -> None:
    wanted = f"{stub.__name__}({', '.join(inspect.signature(stub).parameters)})"
    if not isinstance(function, FunctionType):
        raise BrokenRules(f"{where}: {stub.__name__} is {function!r}; it must be a plain function {wanted}.")
    if function.__code__.co_argcount != stub.__code__.co_argcount or function.__code__.co_kwonlyargcount:
        raise BrokenRules(
            f"{where}: {stub.__name__}{inspect.signature(function)} cannot be called as {wanted}, as the contract asks."
        )


def _record_type(where: str, name: str, kind: Any) -> Mapping[str, Any]:
    if not isinstance(kind, np.dtype) or not kind.fields:
        raise BrokenRules(f"{where}: {name} is {kind!r}; make it with record([...]) of zauber.games.contract.kernel.")
    for field, (form, *_) in kind.fields.items():
        if form.base.kind not in "iuf" or form.base.str[1:] == "u8":
            raise BrokenRules(f"{where}: {name}.{field} is of type {form.base}; use whole numbers (but u8) or floats.")
    return {field: form for field, (form, *_) in kind.fields.items()}


def _check_state(where: str, state: Mapping[str, Any]) -> None:
    needed = {"rng": np.dtype(("u4", (4,))), "seats": np.dtype("i1"), "turn": np.dtype("i1")}
    for name, kind in needed.items():
        if name not in state:
            raise BrokenRules(f"{where}: State has no field {name}, which every State has.")
        if state[name] != kind:
            raise BrokenRules(f"{where}: State.{name} is of type {state[name]}; it must be {kind}.")


def _check_field_names(where: str, name: str, given: Any, state: Mapping[str, Any]) -> None:
    if not isinstance(given, tuple) or not all(isinstance(field, str) for field in given):
        raise BrokenRules(f"{where}: {name} is {given!r}; it must be a tuple of names of State's fields.")
    for field in given:
        if field not in state:
            raise BrokenRules(f"{where}: {name} names {field}, but State has no such field.")


# Words --------------------------------------------------------------------------------------------------------------

KEY = re.compile(r"""\bPhrase\(\s*(["'])([^"'{}]*)\1\s*[,)]""")  # literal keys; others are checked when said


def check_words(
    module: ModuleType, catalogue: Any, sources: Iterable[tuple[str, str]] = (), events: Any = None
) -> None:
    """Raise `BrokenRules` where a module does not keep the contract, or its catalogue cannot be said.

    `sources` are the names and texts of the game's files, in which keys are looked for. A game that declares `events`
    needs no `tell`.
    """
    where = module.__name__
    for stub in (*WORDS, *OPTIONAL_WORDS):
        found = getattr(module, stub.__name__, None)
        if found is None and (stub in OPTIONAL_WORDS or (stub is tell and events)):
            continue
        _check_function(where, stub, found)
    _check_catalogue(where, catalogue)
    _check_events(where, events or {}, catalogue)
    for name, source in sources:
        for _, key in KEY.findall(source):
            if key not in catalogue:
                raise BrokenRules(f"{where}: {name} uses the phrase “{key}”, which en.json does not have.")


def _check_function(where: str, stub: Any, found: Any) -> None:
    wanted = f"{stub.__name__}({', '.join(inspect.signature(stub).parameters)})"
    if not callable(found):
        meaning = (stub.__doc__ or "").split(".")[0].split("\n")[0]
        raise BrokenRules(f"{where} does not define {wanted}: {meaning[0].lower()}{meaning[1:]}.")
    if not isinstance(found, FunctionType):
        return  # a cached function, for example: its signature is checked by calling it
    try:
        inspect.signature(found).bind(*inspect.signature(stub).parameters)
    except TypeError:
        raise BrokenRules(
            f"{where}: {stub.__name__}{inspect.signature(found)} cannot be called as {wanted}, as the contract asks."
        ) from None


def _check_events(where: str, events: Any, catalogue: Any) -> None:
    if not isinstance(events, Mapping) or not all(
        isinstance(number, int) and isinstance(event, Event) for number, event in events.items()
    ):
        raise BrokenRules(f"{where}: EVENTS of events.py is not a dict from the numbers of events to Event(…).")
    for event in events.values():
        for key in event.keys:
            if key not in catalogue:
                raise BrokenRules(f"{where}: events.py uses the phrase “{key}”, which en.json does not have.")


def _check_catalogue(where: str, catalogue: Any) -> None:
    if not isinstance(catalogue, Mapping):
        raise BrokenRules(f"{where}: en.json is not an object from keys to texts.")
    for key, value in catalogue.items():
        for text in _texts(f"{where}: en.json, “{key}”", value):
            _check_text(f"{where}: en.json, “{key}”", text)


def _texts(where: str, value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif not isinstance(value, Mapping):
        raise BrokenRules(f"{where}: {value!r} is neither a text nor a choice of texts.")
    elif "other" not in value or not set(value) <= {"you", "one", "other"}:
        raise BrokenRules(
            f"{where}: a choice has “other”, and besides it only “you” and “one”; this has {list(value)}."
        )
    else:
        for choice in value.values():
            yield from _texts(where, choice)


def _check_text(where: str, text: str) -> None:
    try:
        fields = [field for _, *field in string.Formatter().parse(text)]
    except ValueError as error:
        raise BrokenRules(f"{where}: “{text}” cannot be read ({error}); a literal brace is written twice.") from None
    for name, form, conversion in fields:
        noun = form is not None and form.count("|") == 1 and all(form.split("|"))  # {points:point|points}
        if name is not None and (not name.isidentifier() or (form and not noun) or conversion):
            raise BrokenRules(f"{where}: {{{name}}} in “{text}” is not the name of an argument.")
