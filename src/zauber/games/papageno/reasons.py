"""Why a move of Papageno is good or bad, in sentences that name the cards: for hints."""

from collections.abc import Iterator
from typing import Any

from ..contract.kernel import HIDDEN, Record
from ..contract.phrases import Phrase
from .cards import CAPTURE, EGG, FLUTE, KINDS, PLACES, weight
from .names import card_words, egg_parts, place_words, signed, swap_parts, swap_words
from .position import (
    DISCARD,
    DRAW,
    LEAVE,
    LEFT,
    PLACE,
    RIGHT,
    ROW,
    SWAP,
    SWAP_CARDS,
    TAKE_TOP,
)
from .scoring import sum_of
from .thumb import UNSEEN, likely_egg, likely_sum


def reasons(e: Record, before: Record, after: Record, seat: int, action: int) -> list[Phrase]:
    """What the move does to the wires. A face-down card counts as UNSEEN wherever wires are compared."""
    if action < DRAW:
        return [Phrase("reason.turn")]
    if action == DRAW:
        return _draw(e, before, seat)
    if action == TAKE_TOP:
        return _take(e, before, seat)
    if action < DISCARD:
        return list(_place(e, before, after, seat, action - PLACE))
    if action == DISCARD:
        return _discard(e, before, seat)
    if action == LEAVE:
        best = _best_swap(e, before, seat)
        return [] if best is not None else [Phrase("reason.leave")]
    if action < SWAP:
        return _egg(e, before, seat, action)
    return _swap(e, before, seat, *swap_parts(action))


# Taking a card ---------------------------------------------------------------------------------------------------


def _best_place(e: Record, s: Record, seat: int, kind: int) -> tuple[int, float]:
    """The place where that card makes the wire lightest, and by how much; open places first."""
    now = likely_sum(e, s, seat, HIDDEN, HIDDEN)
    saved = [now - likely_sum(e, s, seat, place, kind) for place in range(PLACES)]
    place = max(range(PLACES), key=lambda at: (round(saved[at], 3), s.area[seat, at] != HIDDEN))
    return place, saved[place]


def _draw(e: Record, s: Record, seat: int) -> list[Phrase]:
    if s.top == HIDDEN:
        return []
    if s.top in (CAPTURE, FLUTE):
        return [Phrase("reason.draw_special", {**card_words(s.top), "value": weight(e, s.top)})]
    _, saved = _best_place(e, s, seat, s.top)
    if saved <= 0:
        return [Phrase("reason.draw_no_use", card_words(s.top))]
    return [Phrase("reason.draw_little", {**card_words(s.top), "n": max(1, round(saved))})]


def _take(e: Record, s: Record, seat: int) -> list[Phrase]:
    words = card_words(s.top)
    if s.top == CAPTURE:
        return _capture_ahead(e, s, seat)
    if s.top == FLUTE:
        return [Phrase("reason.take_flute", {"whom": (seat + 1) % s.seats})]
    place, saved = _best_place(e, s, seat, s.top)
    if saved <= 0:
        return [Phrase("reason.take_no_use", words)]
    if _pairs(e, s, seat, place, s.top):
        return [Phrase("reason.take_pair", {**words, **place_words(_opposite(place))})]
    return [_replaced("reason.take", e, s, seat, place, s.top, saved)]


def _capture_ahead(e: Record, s: Record, seat: int) -> list[Phrase]:
    best = _best_swap(e, s, seat)
    if best is None:
        return []
    mine, other, theirs = best
    return [Phrase("reason.take_capture", _swap_words(s, seat, mine, other, theirs))]


# Placing a card --------------------------------------------------------------------------------------------------


def _place(e: Record, before: Record, after: Record, seat: int, place: int) -> Iterator[Phrase]:
    kind, old = before.held, before.area[seat, place]
    saved = likely_sum(e, before, seat, HIDDEN, HIDDEN) - likely_sum(e, before, seat, place, kind)
    ends = _ending(e, before, seat, place)
    if ends is not None:
        yield ends
    if kind == FLUTE:
        words = {"whom": (seat + 1) % before.seats, **place_words(place), **card_words(old, "old")}
        yield Phrase("reason.flute_hidden" if old == HIDDEN else "reason.flute", words)
        return
    if kind == CAPTURE:
        yield _capture(e, after, seat)
        return
    if kind == EGG:
        yield _egg_placed(e, before, seat, place)
        return
    if _pairs(e, before, seat, place, kind):
        yield Phrase("reason.pair", {**card_words(kind), **place_words(_opposite(place))})
    elif _pairs(e, before, seat, place, old):
        yield Phrase("reason.breaks", card_words(old, "old"))
    yield _replaced("reason.place", e, before, seat, place, kind, saved)


def _replaced(key: str, e: Record, s: Record, seat: int, place: int, kind: int, saved: float) -> Phrase:
    """A card in place of another, and what that is worth."""
    old = s.area[seat, place]
    words = {**card_words(kind), **card_words(old, "old"), **place_words(place)}
    if old == HIDDEN:
        return Phrase(f"{key}_hidden", {**words, "average": signed(round(_average(e, s)))})
    n = round(saved)
    how = "same" if n == 0 else "less" if n > 0 else "more"
    return Phrase(f"{key}_{how}", {**words, "n": abs(n)})


def _average(e: Record, s: Record) -> float:
    """What the cards that the seat has not seen weigh on average; Eggs have no weight of their own."""
    cards = [(weight(e, kind), s.dealt[kind]) for kind in range(KINDS) if kind != EGG]
    number = sum(n for _, n in cards)
    return sum(each * n for each, n in cards) / number if number else UNSEEN


def _opposite(place: int) -> int:
    """The other place of the column."""
    return (place + ROW) % PLACES


def _pairs(e: Record, s: Record, seat: int, place: int, kind: int) -> bool:
    """R30: whether a bird cancels with an equal one that lies open in the same column."""
    return kind not in (HIDDEN, CAPTURE, FLUTE, EGG) and s.area[seat, _opposite(place)] == kind


def _egg_placed(e: Record, s: Record, seat: int, place: int) -> Phrase:
    worth = likely_egg(e, s, seat, place, place, EGG)
    neighbours = [place + side for side in (-1, 1) if 0 <= place % ROW + side < ROW]
    beside = [at for at in neighbours if s.area[seat, at] not in (HIDDEN, EGG)]
    if not beside and not any(s.area[seat, at] == HIDDEN for at in neighbours):
        return Phrase("reason.egg_egg")
    lightest = min(beside, key=lambda at: weight(e, s.area[seat, at]), default=None)
    if lightest is None or weight(e, s.area[seat, lightest]) > worth:
        return Phrase("reason.egg_unknown")
    kind = s.area[seat, lightest]
    return Phrase("reason.egg_beside", {**card_words(kind), "value": signed(weight(e, kind))})


def _capture(e: Record, after: Record, seat: int) -> Phrase:
    if after.phase != SWAP_CARDS:
        return Phrase("reason.capture_lapses")
    best = _best_swap(e, after, seat)
    if best is None:
        return Phrase("reason.capture_nothing")
    return Phrase("reason.capture", _swap_words(after, seat, *best))


def _ending(e: Record, s: Record, seat: int, place: int) -> Phrase | None:
    """R27: with the last face-down card of the wire the round ends. Who is ahead then, as far as it can be seen."""
    if s.area[seat, place] != HIDDEN or s.down[seat] != 1 or s.held in (CAPTURE, FLUTE):
        return None
    mine = likely_sum(e, s, seat, place, s.held)
    rivals = [other for other in range(s.seats) if other != seat]
    whom = min(rivals, key=lambda other: likely_sum(e, s, other, HIDDEN, HIDDEN))
    ahead = mine < likely_sum(e, s, whom, HIDDEN, HIDDEN)
    words = {"whom": whom, "points": signed(round(mine)), "open": _open_cards(s, whom), "n": s.down[whom]}
    return Phrase("reason.ends_ahead" if ahead else "reason.ends_behind", words)


def _open_cards(s: Record, seat: int) -> list[str]:
    return [str(card_words(kind)["card"]) for kind in s.area[seat] if kind != HIDDEN]


def _discard(e: Record, s: Record, seat: int) -> list[Phrase]:
    if s.held in (CAPTURE, FLUTE):
        return [Phrase("reason.discard_special", {**card_words(s.held), "value": weight(e, s.held)})]
    _, saved = _best_place(e, s, seat, s.held)
    if saved <= 0:
        return [Phrase("reason.discard", card_words(s.held))]
    open_saved = max(
        likely_sum(e, s, seat, HIDDEN, HIDDEN) - likely_sum(e, s, seat, at, s.held)
        for at in range(PLACES)
        if s.area[seat, at] != HIDDEN
    )
    if s.down[seat] == 1 and open_saved <= 0:
        return [Phrase("reason.discard_wait", card_words(s.held))]
    return []


# Swapping, and Eggs ----------------------------------------------------------------------------------------------


def _best_swap(e: Record, s: Record, seat: int) -> tuple[int, int, int] | None:
    """The swap that makes the wire lightest, as its own place, the other seat and that seat's place."""
    now = likely_sum(e, s, seat, HIDDEN, HIDDEN)
    gains = {
        (mine, other, theirs): now - likely_sum(e, s, seat, mine, s.area[other, theirs])
        for mine in range(PLACES)
        if s.area[seat, mine] != HIDDEN and not (s.phase == SWAP_CARDS and mine == s.spot)
        for other in range(s.seats)
        if other != seat
        for theirs in range(PLACES)
        if s.area[other, theirs] != HIDDEN
    }
    best = max(gains, key=lambda swap: gains[swap], default=None)
    return best if best is not None and gains[best] > 0 else None


def _swap_words(s: Record, seat: int, mine: int, other: int, theirs: int) -> dict[str, Any]:
    return {"whom": other, **swap_words(mine, theirs, s.area[seat, mine], s.area[other, theirs])}


def _swap(e: Record, s: Record, seat: int, mine: int, other: int, theirs: int) -> list[Phrase]:
    words = _swap_words(s, seat, mine, other, theirs)
    taken = s.area[other, theirs]
    gain = round(likely_sum(e, s, seat, HIDDEN, HIDDEN) - likely_sum(e, s, seat, mine, taken))
    harm = round(likely_sum(e, s, other, theirs, s.area[seat, mine]) - likely_sum(e, s, other, HIDDEN, HIDDEN))
    said = []
    if _pairs(e, s, seat, mine, taken):
        said.append(Phrase("reason.swap_pair", words))
    if gain > 0:
        said.append(Phrase("reason.swap_both" if harm > 0 else "reason.swap", {**words, "n": gain, "harm": harm}))
    elif harm > 0:
        said.append(Phrase("reason.swap_harm", {**words, "n": harm}))
    return said


def _egg(e: Record, s: Record, seat: int, action: int) -> list[Phrase]:
    """R26: what the Egg is worth with the neighbour chosen, and what the wire then counts."""
    row, side = egg_parts(action)
    sums = {}
    for chosen in (LEFT, RIGHT):
        sides = [s.egg[seat, 0], s.egg[seat, 1]]
        sides[row] = chosen
        sums[chosen] = int(sum_of(e, s, seat, sides[0], sides[1]))
    kind = s.area[seat, ROW * row + (0 if side == LEFT else 2)]
    other = sums[LEFT if side == RIGHT else RIGHT]
    words = {"value": signed(weight(e, kind)), "points": signed(sums[side]), "other": signed(other)}
    return [Phrase("reason.egg", {**card_words(kind), **words})]
