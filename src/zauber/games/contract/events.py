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
this argument is a list; `each(only(kind, "who"))` is a list that only these seats learn. `more` is a function that adds
to a phrase's arguments what follows from them. An event is `rare` if no edition of the game's own brings it about.

When an action has ended the match, the game's `ending` is told last.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ...errors import BrokenRules
from .kernel import ABSENT, NOTE
from .phrases import KeptPhrase, Phrase

Kind = Callable[[str, int], Mapping[str, Any]]

FEW = 3  # arguments: phrases with more come in thousands of variants, and keeping their sentences costs too much
MOST_KEPT = 2000
BYTES = 4 * NOTE  # of a note


def number(name: str, value: int) -> Mapping[str, Any]:
    """A kind whose argument is the number itself."""
    return {name: value}


SEAT = NUMBER = number


class Only(NamedTuple):
    """An argument that only some seats learn: those in the arguments `to`."""

    kind: Kind
    to: tuple[str, ...]


class Listed(NamedTuple):
    """An argument that is a list: one item for each of several notes."""

    kind: Kind | Only


def only(kind: Kind, *to: str) -> Only:
    """An argument that only the seats in these arguments learn."""
    return Only(kind, to)


def each(kind: Kind | Only) -> Listed:
    """An argument that is a list: one item for each of several notes."""
    return Listed(kind)


class Event:
    """The declaration of one event: see above."""

    def __init__(
        self,
        key: str,
        arguments: Mapping[str, Kind | Only | Listed],
        known: str | None = None,
        more: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = None,
        rare: bool = False,
    ) -> None:
        self.key, self.known, self.more, self.rare = key, key if known is None else known, more, rare
        self.names = tuple(arguments)
        self.lists = tuple(i for i, a in enumerate(arguments.values()) if isinstance(a, Listed))
        items = [a.kind if isinstance(a, Listed) else a for a in arguments.values()]
        self.kinds = tuple(a.kind if isinstance(a, Only) else a for a in items)
        self.secret = tuple(i for i, a in enumerate(items) if isinstance(a, Only))
        learners = {a.to for a in items if isinstance(a, Only)}
        self.to = tuple(self.names.index(name) for to in learners for name in to)
        name = key or self.known
        if len(self.names) >= NOTE:
            raise BrokenRules(f"The event “{name}” has {len(self.names)} arguments; {NOTE - 1} are the most.")
        if len(learners) > 1 or {*self.to} & {*self.lists}:
            raise BrokenRules(f"All that is secret of the event “{name}” goes to the same seats, and not to a list.")

    @property
    def keys(self) -> list[str]:
        """The keys of the catalogue under which it is told."""
        return [key for key in dict.fromkeys((self.key, self.known)) if key]

    def phrase(self, given: Sequence[int], knows: bool) -> Phrase | None:
        """The phrase for those who know all arguments, or for the others; None if there is none."""
        key = self.known if knows else self.key
        words: dict[str, Any] = {}
        for i, name in enumerate(self.names):
            if knows or i not in self.secret:
                words |= self.kinds[i](name, given[i])
        kind = KeptPhrase if len(given) <= FEW else Phrase
        return kind(key, self._whole(words)) if key else None

    def gathered(self, rows: Sequence[Sequence[int]], viewer: int) -> Phrase | None:
        """The phrase for several notes, as a viewer is told it."""
        knows = not self.secret or viewer in [rows[0][i] for i in self.to]
        key = self.known if knows else self.key
        words: dict[str, Any] = {}
        for i, (name, kind) in enumerate(zip(self.names, self.kinds, strict=True)):
            if not knows and i in self.secret:
                continue
            if i in self.lists:
                words[name] = [kind(name, row[i])[name] for row in rows]
            else:
                words |= kind(name, rows[0][i])
        return Phrase(key, self._whole(words)) if key else None

    def _whole(self, words: dict[str, Any]) -> dict[str, Any]:
        return words if self.more is None else {**words, **self.more(words)}


Events = Mapping[int, Event]


class Noted(NamedTuple):
    """One note: its event and arguments, and for an event without lists its phrase for those who know all, for the
    others, and who knows (None: everybody)."""

    event: Event
    given: tuple[int, ...]
    whole: Phrase | None
    part: Phrase | None
    knowing: tuple[int, ...] | None


class PhraseMaker:
    """Tells what the rules of one game noted."""

    def __init__(self, events: Events) -> None:
        self._events = events
        self._kept: dict[bytes, Noted] = {}  # notes are few, and the same ones come again

    def told(self, notes: bytes, viewer: int) -> list[Phrase]:
        """What a viewer is told of these notes."""
        phrases: list[Phrase | None] = []
        rows: list[tuple[int, ...]] = []  # notes that are being gathered, and their event
        gathering: Event | None = None
        for noted in self.read(notes):
            event, given, whole, part, knowing = noted
            if gathering is not None and not (event is gathering and _alike(event, given, rows[0])):
                phrases.append(gathering.gathered(rows, viewer))
                gathering, rows = None, []
            if event.lists:
                gathering = event
                rows.append(given)
            else:
                phrases.append(whole if knowing is None or viewer in knowing else part)
        if gathering is not None:
            phrases.append(gathering.gathered(rows, viewer))
        return [phrase for phrase in phrases if phrase is not None]

    def read(self, notes: bytes) -> list[Noted]:
        """The notes one by one."""
        if len(notes) == BYTES:  # nearly always
            return [self._kept.get(notes) or self._read(notes)]
        parts = [notes[at : at + BYTES] for at in range(0, len(notes), BYTES)]
        return [self._kept.get(part) or self._read(part) for part in parts]

    def _read(self, note: bytes) -> Noted:
        number, *cells = memoryview(note).cast("i").tolist()
        event = self._events.get(number)
        if event is None:
            raise BrokenRules(f"The rules note event {number}, which events.py does not declare.")
        count, given = len(event.names), tuple(cell for cell in cells if cell != ABSENT)
        if len(given) != count:
            name = event.key or event.known
            raise BrokenRules(f"The rules note “{name}” without its {count} arguments {event.names}.")
        if event.lists:
            return Noted(event, given, None, None, None)
        knowing = tuple(given[i] for i in event.to) if event.secret else None
        part = event.phrase(given, knows=False) if event.secret else None
        noted = Noted(event, given, event.phrase(given, knows=True), part, knowing)
        if len(self._kept) >= MOST_KEPT:
            self._kept.clear()
        self._kept[note] = noted
        return noted


def _alike(event: Event, one: Sequence[int], other: Sequence[int]) -> bool:
    """Whether two notes agree in all arguments but the lists."""
    return all(one[i] == other[i] for i in range(len(one)) if i not in event.lists)
