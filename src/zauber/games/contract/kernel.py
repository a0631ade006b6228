"""What a game is: two records, a few functions over them, and one source of chance.

A game lives in a folder with a module `rules.py`. It declares the records `Edition` (the numbers of an
edition) and `State` (a whole position) with `record([...])`, and defines the functions below under the same
names. The functions here are stubs: their docstrings are the contract, and whatever is written against them
(a driver, a bot, a benchmark) is linked to a game's own functions by `zauber.games.compiling.link`.

What a rule function may use
----------------------------
The same source runs interpreted, compiled for the CPU and compiled for a GPU. Therefore a rule function

- takes and changes records, whole numbers and arrays that its caller owns; it allocates nothing, returns a
  whole number (or a float) or nothing, raises nothing, calls no method, and calls only rule functions of its own game
  (in its own folder), `abs`, `bool`, `float`, `int`, `len`, `max` and `min`, and those
  of this module, imported by name (`from zauber.games.contract.kernel import below`);
- uses whole numbers, `if`, `while`, `for … in range(…)`, and fields and items of records (`s.turn`,
  `s.hand[seat, i]`); a view such as `s.hand[seat]` may be passed on; module constants are ints, floats, tuples
  of them, or NumPy arrays that are never written;
- keeps every value that it writes inside its field's range (interpreted, a value that does not fit is an error;
  compiled, it wraps round), and every intermediate value inside 63 bits. No `u8` (64-bit unsigned) fields: mixed with
  signed numbers they turn into floats when compiled;
- uses no string, list, dict, set, class, closure, slice assignment, `np.` function (but `np.int64(x)`,
  `math.sqrt`), keyword or default argument, and no recursion;
- takes chance only from `s.rng`, through `below`, `draw` and `word`;
- says what happens where it happens, with `note` (see `contract.events`). Only `setup` and `apply`, and what they call,
  may note. What is worked out only to be told goes into functions of its own, whose names begin with `note_`.

Fields that every State has
---------------------------
`rng` (`RNG`), `seats` (`i1`: how many play) and `turn` (`i1`: the seat that the table waits for, -1 when the
match is over). The phase of a turn is one named value in a field `phase`.

A face-down card that nobody has seen has no face in the record: it is drawn from its bag when it is turned up. A State
holds only what at least one seat knows, so `conceal` has little to do.

Constants that a game's `rules.py` declares
-------------------------------------------
`ACTIONS` (action numbers run from 0 to ACTIONS - 1, the same in every edition and position), `MOST_MOVES` (the
size of a buffer that holds all legal moves of a position), `OBSERVATION` (the length of an observation; see `layout`),
`SEAT_AXES` (names of the State's fields whose first axis is the seat), `SEAT_VALUES` (names of the fields that
hold a seat number, -1 for none), `ENDLESS` (why a match need not end, or "" when `bound` gives a bound; such a game has
an option `turn_limit`, see `Game`), and `ASYMMETRIC` (why seats are not interchangeable, or "").

`OPEN` names the fields with an axis of seats that everybody sees, such as pieces on a board, points, or cards that lie
face up: `OPEN = ("shown",)`; it may be left out if there are none. A game that hides nothing at all says why in a
sentence instead: `OPEN = "All pieces stand on the board."`. `zauber check` raises an alarm where a seat's row of a
field is hidden from nobody and not declared open.
"""

import math
import operator
from typing import Any

import numpy as np
import numpy.typing as npt

from ...errors import BrokenRules

Record = Any  # a record is dynamically typed: its fields are declared by the game
Array = npt.NDArray[Any]

NOBODY = -1  # no seat; as a viewer: a spectator, who knows what is public
HIDDEN = -1  # no face: something that this record does not know
ACTION = np.int32  # the type of the lists that `moves` fills: rules are compiled for this one
RNG = ("rng", "u4", (4,))  # the field that every State carries


def record(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """A record type whose fields are attributes, aligned so that a GPU can read it.

    NumPy's own `record` has such attributes too, but looks them up in a Python function, which takes six times as long.
    """
    taken = [name for name, *_ in fields if hasattr(np.void, name)]
    if taken:
        raise BrokenRules(f"A field of a record cannot be called {', '.join(taken)}: NumPy uses the name itself.")
    whole = np.dtype(_without_gaps(fields), align=True)
    attributes = {name: _attribute(name) for name in whole.names or ()}
    return np.dtype((type("Record", (np.void,), {"__slots__": (), **attributes}), whole))


def _attribute(name: str) -> property:
    def write(self: Any, value: Any) -> None:
        self[name] = value

    return property(operator.itemgetter(name), write)


def _without_gaps(fields: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """The fields with padding fields in the alignment gaps, since NumPy does not copy bytes that no field owns."""
    aligned = np.dtype(fields, align=True)
    filled: list[tuple[Any, ...]] = []
    end = 0
    for declared in fields:
        kind, offset = (aligned.fields or {})[declared[0]][:2]
        if offset > end:
            filled.append((f"gap_{end}", "u1", (offset - end,)))
        filled.append(declared)
        end = offset + kind.itemsize
    if aligned.itemsize > end:
        filled.append((f"gap_{end}", "u1", (aligned.itemsize - end,)))
    return filled


# The contract: what every game defines in its rules.py -------------------------------------------------------


def setup(e: Record, s: Record, seats: int) -> None:
    """Lay the game out for that many seats, up to the first decision. `s` is all zeros but for `s.rng`."""
    raise NotImplementedError


def moves(e: Record, s: Record, seat: int, out: Array) -> int:
    """Write the legal actions of that seat into `out`, in ascending order; return how many.

    The seat that the table waits for (`s.turn`) always has at least one. Another seat may have some too, where
    the rules let it act out of turn. Must not change `s`, and for the seat itself the answer must be the same on
    the record as concealed for that seat.
    """
    raise NotImplementedError


def apply(e: Record, s: Record, seat: int, action: int) -> None:
    """Carry out one legal action of that seat, with all its consequences, up to the next decision."""
    raise NotImplementedError


def conceal(e: Record, s: Record, seat: int) -> None:
    """Overwrite everything that this seat may not know (NOBODY: everything that is not public), `rng` included.

    Two positions that a seat cannot tell apart become the same bytes.
    """
    raise NotImplementedError


def imagine(e: Record, s: Record, seat: int) -> None:
    """Fill a record concealed for that seat with one random world that fits all that the seat knows.

    The caller has set `s.rng`. Concealing the result for the same seat gives the concealed record again.
    """
    raise NotImplementedError


def outcome(e: Record, s: Record, out: Array) -> None:
    """Write each seat's share of the win. The shares add up to 1, or are all 0 if nobody wins."""
    raise NotImplementedError


def observe(e: Record, s: Record, seat: int, out: Array) -> None:
    """Write what the seat knows as OBSERVATION numbers of type `f4`, mostly between -1 and 1.

    Seats are counted from the observer, clockwise. The answer is the same on the record as concealed for it.
    """
    raise NotImplementedError


def witness(e: Record, s: Record, seat: int, action: int, viewer: int) -> int:
    """What `viewer` sees of that action of `seat`, taken in position `s`: the action, or HIDDEN."""
    raise NotImplementedError


def advise(e: Record, s: Record, seat: int, options: Array, n: int) -> int:
    """A sensible move by rule of thumb: one of `options[:n]`, the seat's legal moves, judged from what the seat
    knows. `s` is concealed for the seat; only `s.rng`, set by the caller, may be used up."""
    raise NotImplementedError


def account(e: Record, s: Record) -> int:
    """0 when every card and piece is accounted for and every field is in its range; otherwise a number that
    says what is wrong, for the error message of the conformance suite."""
    raise NotImplementedError


def bound(e: Record, seats: int) -> int:
    """No match takes more decisions than this; 0 when there is no bound (then ENDLESS says why)."""
    raise NotImplementedError


def turned(e: Record, action: int, by: int, seats: int) -> int:
    """The same action when every seat has moved `by` places clockwise (seat i has become i + by)."""
    raise NotImplementedError


def reveals(e: Record, s: Record, t: Record, seat: int, action: int, viewer: int) -> int:
    """Whether an action without chance tells the viewer something new, so that it cannot be taken back.

    Optional: without it, moves can be taken back only in a game that hides nothing. `s` and `t` are the position before
    and after, concealed for NOBODY: the answer is made from what everybody knows, and so gives nothing away. In doubt,
    say yes.
    """
    raise NotImplementedError


CONTRACT = (
    setup, moves, apply, conceal, imagine, outcome, observe, witness, advise, account, bound, turned,
)  # fmt: skip


OPTIONAL = (reveals,)


# The random source: xoshiro128++ in 63-bit arithmetic, so that it is the same wherever it runs -------------------

_WORD = 0xFFFFFFFF


def word(s: Record) -> int:
    """The next 32 random bits of `s.rng`, as a whole number."""
    a = np.int64(s.rng[0])
    b = np.int64(s.rng[1])
    c = np.int64(s.rng[2])
    d = np.int64(s.rng[3])
    t = (a + d) & _WORD
    result = ((((t << 7) & _WORD) | (t >> 25)) + a) & _WORD
    c ^= a
    d ^= b
    s.rng[0] = a ^ d
    s.rng[1] = b ^ c
    s.rng[2] = c ^ ((b << 9) & _WORD)
    s.rng[3] = ((d << 11) & _WORD) | (d >> 21)
    return int(result)


def below(s: Record, n: int) -> int:
    """A whole number from 0 to n - 1, each exactly equally likely (n from 1 to 2**31)."""
    n = int(n)  # interpreted, a field would be too narrow for the product
    product = word(s) * n
    if product & _WORD < n:  # rare: reject the few words that would favour small numbers
        while product & _WORD < (_WORD + 1 - n) % n:
            product = word(s) * n
    return product >> 32


def draw(s: Record, bag: Array, n: int) -> int:
    """Take one of the `n` cards of a bag (`bag[kind]` = how many of that kind) at random; return its kind."""
    left = below(s, n)
    kind = 0
    for i in range(len(bag)):  # no early exit: the branch would be unpredictable
        left -= bag[i]
        kind += left >= 0
    bag[kind] -= 1
    return kind


def clockwise(s: Record, seat: int, steps: int) -> int:
    """The seat `steps` places to the left (0 to `s.seats` of them)."""
    place = seat + steps
    return place - s.seats if place >= s.seats else place


def distance(s: Record, seat: int, other: int) -> int:
    """How many places to the left of a seat another one sits (0: itself): the reverse of `clockwise`.

    Choices among seats that are equally good go by it, or by chance, never by the seats' numbers.
    """
    steps = other - seat
    return steps + s.seats if steps < 0 else steps


def _mix(x: int) -> int:
    x = ((x ^ (x >> 16)) * 0x7FEB352D) & _WORD
    x = ((x ^ (x >> 15)) * 0x31848BAB) & _WORD
    return x ^ (x >> 16)


def sow(s: Record, seed: int, stream: int) -> None:
    """Set `s.rng` from a seed and the number of a stream (both from 0 to 2**62): equal in, equal out."""
    x = _mix((seed & _WORD) ^ 0x9E3779B9)
    x = _mix((x + (seed >> 32)) & _WORD)
    x = _mix((x + (stream & _WORD)) & _WORD)
    x = _mix((x + (stream >> 32)) & _WORD)
    for i in range(4):
        x = _mix((x + 0x6D2B79F5 + i + (stream & _WORD)) & _WORD)
        s.rng[i] = x
    if s.rng[0] == 0 and s.rng[1] == 0 and s.rng[2] == 0:
        s.rng[0] = 1
    for _ in range(4):
        word(s)


def root(x: float) -> float:
    """The square root: correctly rounded everywhere, so that results agree to the last bit."""
    return math.sqrt(x)


def fetch(rows: Array, i: int, most: int) -> None:
    """Tell the processor that row i, up to `most` bytes of it, will be used soon; it may be beyond the last one.
    Changes nothing, and does nothing where it is not compiled for a CPU."""


# What happens: noted by the rules, and read by `contract.events` ---------------------------------------------------

MOST_NOTES = 400  # of one action
NOTE = 8  # numbers of a note: the event, and up to seven arguments
ABSENT = -(2**31)  # an argument that was not given


def note(
    s: Record, event: int, a: int = ABSENT, b: int = ABSENT, c: int = ABSENT, d: int = ABSENT, f: int = ABSENT,
    g: int = ABSENT, h: int = ABSENT,
) -> None:  # fmt: skip
    """Say that something has happened: one of the game's events and its arguments, as its `events.py` declares them.

    It stands alone on its line, and its arguments are numbers without a choice (`x if … else y`) in them. Where nobody
    listens it is left out of the code altogether (see `compiling.link`), and its arguments are never computed. The same
    is true of a call of a rule function whose name begins with `note_`: conditions and loops that are needed only for
    telling go into such a function, which changes nothing.
    """


def write_note(
    s: Record, event: int, a: int = ABSENT, b: int = ABSENT, c: int = ABSENT, d: int = ABSENT, f: int = ABSENT,
    g: int = ABSENT, h: int = ABSENT,
) -> None:  # fmt: skip
    """What `note` is where somebody listens: `s` then has room for notes (see `compiling.listening`)."""
    at = int(s.noted)
    if at < MOST_NOTES:
        s.notes[at, 0] = event
        s.notes[at, 1] = a
        s.notes[at, 2] = b
        s.notes[at, 3] = c
        s.notes[at, 4] = d
        s.notes[at, 5] = f
        s.notes[at, 6] = g
        s.notes[at, 7] = h
    s.noted = at + 1  # also beyond the last: whoever listens says so
