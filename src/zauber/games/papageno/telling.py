"""What happened in Papageno, event by event: one phrase for each thing that a spectator would see.

One action may include the end of a round, its count and the next deal. The wires as they were counted are then in
`shown`, the scores in `score`, and the table already waits for the first choices of the new round.
"""

import functools
from collections.abc import Iterator
from typing import Any

from ..contract.kernel import HIDDEN, Record
from ..contract.phrases import KeptPhrase, Phrase
from .cards import CAPTURE, EGG, FLUTE, PLACES, weight
from .counting import last_count
from .names import ROWS, SIDES, card, card_words, egg_parts, laid_words, place_words, signed, swap_parts, swap_words
from .position import (
    AT_ONCE,
    BEST,
    CHOOSE_EGG,
    DISCARD,
    DRAW,
    LEAVE,
    LEFT,
    OVER,
    PLACE,
    REVEAL,
    RIGHT,
    ROW,
    SWAP,
    SWAP_CARDS,
    TAKE,
    TAKE_TOP,
)

WITHIN_TURN = range(TAKE + 1, SWAP_CARDS + 1)  # phases after the first of a turn


def tell(e: Record, before: Record, after: Record, seat: int, action: int, viewer: int) -> list[Phrase]:
    """What `viewer` saw of that action of `seat` and of all that followed, in order.

    | phrase | arguments besides the words |
    | --- | --- |
    | `chose` | `who`; `place` if the viewer may know it |
    | `turned` | `who`, `place`, `card`: turned up at the start |
    | `first_discard`, `starts` | `card`; `who` |
    | `drew` / `drew_seen` | `who` / and `card` |
    | `rebuilt` | `n` cards now in the draw pile |
    | `took` | `who`, `card` |
    | `placed` | `who`, `place`, `card`, `old` (goes to the discards), `was` “open” or “hidden” |
    | `flute` | the same, but `old` goes to the left |
    | `passed` | `whom` gave `card` to `who`, at `place`, who gave up `old` |
    | `flute_ends` | `card` ends on the discards, from `whom` |
    | `may_capture`, `capture_lapses`, `left` | `who` |
    | `swapped` | `who` gave `card` from `place` to `whom` and took `taken` from `their_place` |
    | `discarded` | `who`, `card` |
    | `all_open` | `who` has all cards open |
    | `round_ends` / `limit` | / `n` turns are over |
    | `revealed` | `who`, `places`, `cards` |
    | `egg` | `who`, `row`, `side`, `card` that it takes |
    | `score` | `who`, `n`, `cards`, `values` (by place), `cancelled` (by column) |
    | `round_won` | `who`, `number` of the round, `n` rounds won, `goal` |
    | `next_round` | `who` starts, `number` |
    | `ending.won`, `ending.shared` | as `ending` |
    """
    return list(_events(e, before, after, int(seat), int(action)))


def _events(e: Record, before: Record, after: Record, seat: int, action: int) -> Iterator[Phrase]:
    if before.phase == REVEAL:
        yield _chose(seat, action)
        if after.phase != REVEAL:
            yield from _turn_up(after)
        return
    if action == DRAW:
        yield _with_card("tell.drew" if after.held == HIDDEN else "tell.drew_seen", seat, after.held)
        if e.reshuffle == AT_ONCE and before.pile_left == 1 and after.pile_left > 0:
            yield Phrase("tell.rebuilt", {"n": after.pile_left})
    elif action == TAKE_TOP:
        yield _with_card("tell.took", seat, before.top)
    elif PLACE <= action < DISCARD:
        yield from _place(before, after, seat, action - PLACE)
    elif action == DISCARD:
        yield _with_card("tell.discarded", seat, after.discarded)
    elif action == LEAVE:
        yield Phrase("tell.left", {"who": seat})
    elif action >= SWAP:
        yield _swap(before, seat, action)
    else:
        row, side = egg_parts(action)
        yield _egg(seat, row, side, before.area[seat, _neighbour(row, side)])
    if before.phase != CHOOSE_EGG and after.phase not in WITHIN_TURN:
        yield from _end_turn(e, before, after, seat, action)
    if _counted(before, after):
        yield from _count(e, before, after)


# The phrases for the most frequent events are made once and shared by all tables, but not those that exist in
# thousands of variants: keeping them takes more time and memory than making them.


@functools.cache
def _chose(seat: int, place: int) -> KeptPhrase:
    return KeptPhrase("tell.chose", {"who": seat, **({} if place == HIDDEN else place_words(place))})


@functools.cache
def _with_card(key: str, seat: int, kind: int) -> KeptPhrase:
    return KeptPhrase(key, {"who": seat, **card_words(kind)})


@functools.cache
def _turned(seat: int, place: int, kind: int) -> KeptPhrase:
    return KeptPhrase("tell.turned", {"who": seat, **place_words(place), **card_words(kind)})


@functools.cache
def _first_discard(kind: int) -> KeptPhrase:
    return KeptPhrase("tell.first_discard", card_words(kind))


@functools.cache
def _starts(seat: int) -> KeptPhrase:
    return KeptPhrase("tell.starts", {"who": seat})


def _placed(key: str, seat: int, place: int, kind: int, old: int, was: str) -> Phrase:
    return Phrase(key, {"who": seat, **laid_words(place, kind, old), "was": was})


def _passed(seat: int, giver: int, place: int, kind: int, old: int, was: str) -> Phrase:
    return Phrase("tell.passed", {"who": seat, "whom": giver, **laid_words(place, kind, old), "was": was})


@functools.cache
def _flute_ends(seat: int, kind: int) -> KeptPhrase:
    return KeptPhrase("tell.flute_ends", {"whom": seat, **card_words(kind)})


def _counted(before: Record, after: Record) -> bool:
    return bool(after.rounds != before.rounds or after.phase == OVER != before.phase)


def _wires(before: Record, after: Record) -> Any:
    """The wires after the action, before any new deal."""
    return after.shown if _counted(before, after) else after.area


def _turn_up(after: Record) -> Iterator[Phrase]:
    for i in range(after.seats):
        seat = (after.starter + i) % after.seats
        place = next(p for p in range(PLACES) if after.area[seat, p] != HIDDEN)
        yield _turned(seat, place, after.area[seat, place])
    yield _first_discard(after.top)
    yield _starts(after.starter)


def _place(before: Record, after: Record, seat: int, place: int) -> Iterator[Phrase]:
    wires = _wires(before, after)
    seats = after.seats
    kind = int(wires[seat, place])
    old = after.discarded
    if kind == FLUTE:
        old = wires[(seat + 1) % seats, place]
    was = "hidden" if before.area[seat, place] == HIDDEN else "open"
    yield _placed("tell.flute" if kind == FLUTE else "tell.placed", seat, place, kind, int(old), was)
    if kind == FLUTE:
        yield from _pass(before, after, seat, place)
    if kind == CAPTURE:
        yield Phrase("tell.may_capture" if after.phase == SWAP_CARDS else "tell.capture_lapses", {"who": seat})


def _pass(before: Record, after: Record, seat: int, place: int) -> Iterator[Phrase]:
    """Every neighbour's old card now lies before the next one; the last one's on the discard pile."""
    wires = _wires(before, after)
    seats = after.seats
    for i in range(1, seats):
        who, giver, following = (seat + i) % seats, (seat + i - 1) % seats, (seat + i + 1) % seats
        old = after.discarded if i == seats - 1 else wires[following, place]
        was = "hidden" if before.area[who, place] == HIDDEN else "open"
        yield _passed(who, giver, place, wires[who, place], old, was)
    yield _flute_ends((seat - 1) % seats, after.discarded)


def _swap(before: Record, seat: int, action: int) -> Phrase:
    mine, other, theirs = swap_parts(action)
    words = swap_words(mine, theirs, before.area[seat, mine], before.area[other, theirs])
    return Phrase("tell.swapped", {"who": seat, "whom": other, **words})


def _egg(seat: int, row: int, side: int, kind: int) -> Phrase:
    words = {"row": f"@row.{ROWS[row]}", "side": f"@side.{SIDES[side - LEFT]}"}
    return Phrase("tell.egg", {"who": seat, **words, **card_words(kind)})


def _neighbour(row: int, side: int) -> int:
    return ROW * row + (0 if side == LEFT else 2)


# The end of a turn and of a round ---------------------------------------------------------------------------


def _end_turn(e: Record, before: Record, after: Record, seat: int, action: int) -> Iterator[Phrase]:
    if after.phase == TAKE:
        if e.reshuffle != AT_ONCE and before.pile_left == 0 and after.pile_left > 0:
            yield Phrase("tell.rebuilt", {"n": after.pile_left})
        return
    touched = {}  # the place that this action laid open, by seat
    if PLACE <= action < DISCARD:
        everybody = _wires(before, after)[seat, action - PLACE] == FLUTE
        touched = {i: action - PLACE for i in range(after.seats) if everybody or i == seat}
    hidden = {
        i: [p for p in range(PLACES) if before.area[i, p] == HIDDEN and touched.get(i) != p]
        for i in _clockwise(after, before.active)
    }
    enders = [i for i, places in hidden.items() if not places]
    for i in enders:
        yield Phrase("tell.all_open", {"who": i})
    yield Phrase("tell.round_ends") if enders else Phrase("tell.limit", {"n": e.turn_limit})
    wires = _wires(before, after)
    for i, places in hidden.items():
        if places:
            cards = [f"@card.{card(wires[i, p])}" for p in places]
            yield Phrase("tell.revealed", {"who": i, "places": [p + 1 for p in places], "cards": cards})


def _clockwise(s: Record, first: int) -> list[int]:
    return [(first + i) % s.seats for i in range(s.seats)]


def _count(e: Record, before: Record, after: Record) -> Iterator[Phrase]:
    order = _clockwise(after, before.active)
    count = last_count(e, after)
    assert count is not None
    if e.egg_choice == BEST:
        for seat in order:
            yield from _best_eggs(e, after, seat, count["values"][seat])
    for seat in order:
        score = count["scores"][seat]
        wire = {
            "cards": [f"@card.{kind}" for kind in count["areas"][seat]],
            "values": count["values"][seat],
            "cancelled": count["cancelled"][seat],
        }
        yield Phrase("tell.score", {"who": seat, "n": score, "points": signed(score), **wire})
    number = before.rounds
    for seat in order:
        if after.wins[seat] > before.wins[seat]:
            goal = e.rounds_to_win
            yield Phrase("tell.round_won", {"who": seat, "number": number, "n": after.wins[seat], "goal": goal})
    if after.phase == OVER:
        yield ending(e, after)
    else:
        yield Phrase("tell.next_round", {"who": after.starter, "number": number + 1})


def _best_eggs(e: Record, after: Record, seat: int, values: list[int]) -> Iterator[Phrase]:
    """A20 b: the side that a middle Egg took automatically, if its neighbours differ."""
    for row in range(2):
        left, middle, right = (int(kind) for kind in after.shown[seat, ROW * row : ROW * row + ROW])
        if middle == EGG and EGG not in (left, right) and weight(e, left) != weight(e, right):
            side = LEFT if values[ROW * row + 1] == weight(e, left) else RIGHT
            yield _egg(seat, row, side, after.shown[seat, _neighbour(row, side)])


def ending(e: Record, s: Record) -> Phrase:
    """Who has won the game."""
    winners = [i for i in range(s.seats) if s.wins[i] >= e.rounds_to_win]
    n = e.rounds_to_win
    if len(winners) == 1:
        return Phrase("ending.won", {"who": winners[0], "n": n})
    return Phrase("ending.shared", {"whos": winners, "n": n})
