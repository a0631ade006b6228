"""How a game says what happens: its rules note events, and this makes the phrases that one viewer is told.

A game's `events.py` gives every event a number and declares it once, in `EVENTS`:

    DREW, STARTS = range(2)

    EVENTS = {
        DREW: Event("tell.drew", {"who": SEAT, "card": only(card_words, "who")}, known="tell.drew_seen"),
        STARTS: Event("tell.starts", {"who": SEAT}),
    }

The rules note it where it happens, with its arguments in this order: `note(s, DREW, seat, s.held)`.

Every argument has a kind: a function of the argument's name and number that gives the phrase's arguments (a card has
its name and its name with an article). `SEAT` and `NUMBER` leave the number as it is. Everybody learns an argument,
unless it is `only(kind, "who", …)`: then only the seats that the arguments of these names hold. Who may not know all of
an event is told its `key` without those arguments, and who may is told `known`; an empty key is not told at all.

`each(kind)` gathers: notes of the same event that follow each other, with the same other arguments, are one phrase, and
this argument is a list. `more` is a function that adds to a phrase's arguments what follows from them.

When an action has ended the match, the game's `ending` is told last.
"""

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ...errors import BrokenRules
from .kernel import ABSENT, NOTE
from .phrases import KeptPhrase, Phrase

Kind = Callable[[str, int], Mapping[str, Any]]

FEW = 3  # arguments: phrases with more come in thousands of variants, and keeping them costs more than making them
MOST_KEPT = 2000


def number(name: str, value: int) -> Mapping[str, Any]:
    """A kind whose argument is the number itself."""
    return {name: value}


SEAT = NUMBER = number


class Only(NamedTuple):
    """An argument that only some seats learn: those in the arguments `to`."""

    kind: Kind
    to: tuple[str, ...]


class Each(NamedTuple):
    """An argument that is a list: one item for each of several notes."""

    kind: Kind


def only(kind: Kind, *to: str) -> Only:
    """An argument that only the seats in these arguments learn."""
    return Only(kind, to)


def each(kind: Kind) -> Each:
    """An argument that is a list: one item for each of several notes."""
    return Each(kind)


class Event:
    """The declaration of one event: see above."""

    def __init__(
        self,
        key: str,
        arguments: Mapping[str, Kind | Only | Each],
        known: str | None = None,
        more: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = None,
    ) -> None:
        self.key, self.known, self.more = key, key if known is None else known, more
        self.names = tuple(arguments)
        self.kinds = tuple(a.kind if isinstance(a, (Only, Each)) else a for a in arguments.values())
        self.secret = {
            i: tuple(self.names.index(name) for name in a.to)
            for i, a in enumerate(arguments.values())
            if isinstance(a, Only)
        }
        self.lists = tuple(i for i, a in enumerate(arguments.values()) if isinstance(a, Each))
        if len(self.names) >= NOTE:
            raise BrokenRules(f"The event “{key}” has {len(self.names)} arguments; {NOTE - 1} are the most.")
        self._kept = functools.lru_cache(MOST_KEPT)(self._keep)

    @property
    def keys(self) -> list[str]:
        """The keys of the catalogue under which it is told."""
        return [key for key in dict.fromkeys((self.key, self.known)) if key]

    def hidden(self, given: Sequence[int], viewer: int) -> frozenset[int]:
        """The places of the arguments that a viewer does not learn."""
        return frozenset(i for i, to in self.secret.items() if viewer not in [given[j] for j in to])

    def phrase(self, given: tuple[int, ...], hidden: frozenset[int] = frozenset()) -> Phrase | None:
        """The phrase for plain arguments without those that are hidden; None if it is not told."""
        return self._kept(given, hidden) if len(given) <= FEW else self._made(Phrase, given, hidden)

    def _keep(self, given: tuple[int, ...], hidden: frozenset[int]) -> Phrase | None:
        return self._made(KeptPhrase, given, hidden)

    def _made(self, kind: type[Phrase], given: tuple[int, ...], hidden: frozenset[int]) -> Phrase | None:
        key = self.key if hidden else self.known
        words: dict[str, Any] = {}
        for i, name in enumerate(self.names):
            if i not in hidden:
                words |= self.kinds[i](name, given[i])
        return kind(key, self._whole(words)) if key else None

    def _whole(self, words: dict[str, Any]) -> dict[str, Any]:
        return words if self.more is None else {**words, **self.more(words)}

    def gathered(self, rows: Sequence[Sequence[int]]) -> Phrase:
        """The phrase for several notes."""
        words: dict[str, Any] = {}
        for i, (name, kind) in enumerate(zip(self.names, self.kinds, strict=True)):
            if i in self.lists:
                words[name] = [kind(name, row[i])[name] for row in rows]
            else:
                words |= kind(name, rows[0][i])
        return Phrase(self.key, self._whole(words))


Events = Mapping[int, Event]


def happened(events: Events, notes: bytes) -> list[tuple[Event, tuple[int, ...]]]:
    """The events and their arguments, as the rules noted them."""
    cells: list[int] = memoryview(notes).cast("i").tolist()
    found = []
    for at in range(0, len(cells), NOTE):
        event = events.get(cells[at])
        if event is None:
            raise BrokenRules(f"The rules note event {cells[at]}, which events.py does not declare.")
        count = len(event.names)
        if cells[at + count] == ABSENT or (count < NOTE - 1 and cells[at + count + 1] != ABSENT):
            raise BrokenRules(
                f"The rules note “{event.key or event.known}” without its {count} arguments {event.names}."
            )
        found.append((event, tuple(cells[at + 1 : at + 1 + count])))
    return found


def told(events: Events, notes: bytes, viewer: int) -> list[Phrase]:
    """What a viewer is told of the events that the rules noted."""
    phrases: list[Phrase] = []
    gathering: Event | None = None  # the event whose notes are being gathered, what they share, and all of them
    shared: list[int] = []
    rows: list[tuple[int, ...]] = []
    for event, given in happened(events, notes):
        if gathering is not None:
            if event is gathering and _shared(event, given) == shared:
                rows.append(given)
                continue
            phrases.append(gathering.gathered(rows))
            gathering = None
        if event.lists:
            gathering, shared, rows = event, _shared(event, given), [given]
            continue
        phrase = event.phrase(given, event.hidden(given, viewer) if event.secret else frozenset())
        if phrase is not None:
            phrases.append(phrase)
    if gathering is not None:
        phrases.append(gathering.gathered(rows))
    return phrases


def _shared(event: Event, given: Sequence[int]) -> list[int]:
    return [value for i, value in enumerate(given) if i not in event.lists]
