"""Papageno in words: the notation of actions, the view of a table, and its sentences. It contains no rules.

Places are numbered as they are read, `1 2 3` above `4 5 6`, in the notation and in the arguments of phrases;
lists in a view have them in that order. A card's name is `bird:-2` to `bird:9`, `capture`, `flute` or `egg`;
in a phrase it is `@card.bird:5` (“5”) or `@a.bird:5` (“a 5”).
"""

import functools
from collections.abc import Sequence
from typing import Any

from ..contract.kernel import HIDDEN, NOBODY, Record
from ..contract.phrases import KeptPhrase, Phrase, say
from ..contract.views import KeptList
from .cards import KINDS, PLACES
from .counting import last_count
from .names import CARDS, ROWS, SIDES, card, card_words, egg_parts, laid_words, signed, swap_parts, swap_words
from .position import (
    CHOOSE_EGG,
    DISCARD,
    DRAW,
    EGG_SIDE,
    LEAVE,
    LEFT,
    NOT_DRAWN,
    OVER,
    PLACE,
    PLACE_DRAWN,
    PLACE_TAKEN,
    REVEAL,
    RIGHT,
    ROW,
    SECRET,
    SWAP,
    SWAP_CARDS,
    TAKE,
    TAKE_TOP,
    TURN_UP,
    UNDECIDED,
)
from .reasons import reasons
from .scoring import egg_is_open, sum_of

__all__ = ["ending", "label", "notation", "reasons", "text", "view", "why"]

PHASES = ("reveal", "take", "place_drawn", "place_taken", "swap", "egg", "over")


# Actions ----------------------------------------------------------------------------------------------------


def notation(action: int) -> str:
    """What a player says: turn 3, draw, take, place 5, discard, leave, egg top left, swap 2 B5."""
    if action < DRAW:
        return f"turn {action - TURN_UP + 1}"
    if action == DRAW:
        return "draw"
    if action == TAKE_TOP:
        return "take"
    if action < DISCARD:
        return f"place {action - PLACE + 1}"
    if action == DISCARD:
        return "discard"
    if action == LEAVE:
        return "leave"
    if action < SWAP:
        row, side = egg_parts(action)
        return f"egg {ROWS[row]} {SIDES[side - LEFT]}"
    mine, other, theirs = swap_parts(action)
    return f"swap {mine + 1} {chr(ord('A') + other)}{theirs + 1}"


def label(e: Record, s: Record, seat: int, action: int) -> Phrase:
    """What the action's button says."""
    if action < DRAW:
        return _label_of_place("label.turn", action - TURN_UP, HIDDEN, HIDDEN)
    if action == DRAW:
        return _label_of_pile(s.pile_left)
    if action == TAKE_TOP:
        return _label_of_card("label.take", s.top)
    if action < DISCARD:
        place = action - PLACE
        old = s.area[seat, place]
        return _label_of_place("label.place_hidden" if old == HIDDEN else "label.place", place, s.held, old)
    if action == DISCARD:
        return _label_of_card("label.discard", s.held)
    if action == LEAVE:
        return _LEAVE
    if action < SWAP:
        row, side = egg_parts(action)
        neighbour = s.area[seat, ROW * row + (0 if side == LEFT else 2)]
        score = _score_with(e, s, seat, action)
        words = {
            "row": f"@row.{ROWS[row]}",
            "side": f"@side.{SIDES[side - LEFT]}",
            "points": signed(score),
            "n": score,
        }
        return Phrase("label.egg", {**words, **card_words(neighbour)})
    mine, other, theirs = swap_parts(action)
    return _label_of_swap(mine, other, theirs, s.area[seat, mine], s.area[other, theirs])


# The most frequent labels are made once and shared by all tables, except for swaps: there are 40,000 of those.

_LEAVE = KeptPhrase("label.leave")


@functools.cache
def _label_of_pile(cards: int) -> KeptPhrase:
    return KeptPhrase("label.draw", {"n": cards})


@functools.cache
def _label_of_card(key: str, kind: int) -> KeptPhrase:
    return KeptPhrase(key, card_words(kind))


@functools.cache
def _label_of_place(key: str, place: int, kind: int, old: int) -> KeptPhrase:
    return KeptPhrase(key, laid_words(place, kind, old))


def _label_of_swap(mine: int, other: int, theirs: int, kind: int, taken: int) -> Phrase:
    return Phrase("label.swap", {"whom": other, **swap_words(mine, theirs, kind, taken)})


def _score_with(e: Record, s: Record, seat: int, action: int) -> int:
    """What the wire counts when its owner chooses this side for an Egg."""
    row, side = egg_parts(action)
    sides = [s.egg[seat, 0], s.egg[seat, 1]]
    sides[row] = side
    return int(sum_of(e, s, seat, sides[0], sides[1]))


# The view ---------------------------------------------------------------------------------------------------


def view(e: Record, s: Record, seat: int) -> dict[str, Any]:
    """The table as that seat sees it (NOBODY: a spectator). Lists are by seat; places in reading order.

    - `seats`, `round` (from 1), `rounds_to_win`, `wins`, `starter` of this round, `turns` played in it
    - `phase`: reveal, take, place_drawn, place_taken, swap, egg, over; `active`: whose turn it is (null in
      reveal, egg and over); `waiting`: the seats that must choose now, in the order they are asked
    - `areas`: per seat six card names, null for face down
    - `chosen`: per seat, in the phase reveal, the place it turns up (1-6), "hidden" when it has chosen and
      the viewer may not know which, or null
    - `held`: null, or `{seat, card, from}`: card is "hidden" unless the viewer may know it, from is "pile" or
      "discard"
    - `spot`: the place (1-6) of the Capture just placed, which may not be swapped, or null
    - `pile`, `discards`: how many cards lie there; `top`: the open card, or null while it is held or there is
      none; `rebuilt`: whether the pile has been made anew from discards in this round
    - `eggs`: per seat the sides chosen for the middle Eggs of the top and bottom row: "left", "right" or null
    - `egg_offers`: in the phase egg, the viewer's choices in notation, the cheapest first (A20)
    - `last`: null before the first count, then the round counted last: `{round, areas, values, cancelled,
      scores, winners}`; values: what each place is worth, Eggs included; cancelled: per seat, for each of the
      three columns, whether its two cards cancel
    """
    seats = s.seats
    choosing, counting = s.phase == REVEAL, s.phase in (CHOOSE_EGG, OVER)
    turning = s.phase in (TAKE, PLACE_DRAWN, PLACE_TAKEN, SWAP_CARDS)
    return {
        "seats": seats,
        "round": s.rounds,
        "rounds_to_win": e.rounds_to_win,
        "wins": list(s.raw("wins")[:seats]),
        "starter": s.starter,
        "turns": s.turns,
        "phase": PHASES[s.phase],
        "active": s.active if turning else None,
        "waiting": waiting(e, s),
        "areas": _areas(s.raw("area")[: seats * PLACES]),
        "chosen": [_CHOSEN[place] for place in s.chosen.tolist()[:seats]] if choosing else [None] * seats,
        "held": _held(s),
        "spot": None if s.spot == HIDDEN else s.spot + 1,
        "pile": s.pile_left,
        "discards": s.discards,
        "top": card(s.top),
        "rebuilt": bool(s.rebuilt),
        "eggs": _eggs(s)[:seats] if counting else [[None, None]] * seats,
        "egg_offers": egg_offers(e, s, seat),
        "last": last_count(e, s),
    }


@functools.lru_cache(1000)  # wires stay the same for several views
def _areas(area: bytes) -> KeptList:
    cards = [_NAMES[kind] for kind in area]
    return KeptList(cards[i : i + PLACES] for i in range(0, len(cards), PLACES))


_NAMES = tuple(CARDS[kind] if kind < KINDS else None for kind in range(256))  # by a card's byte in a record


def _eggs(s: Record) -> list[list[str | None]]:
    return [[_SIDE[side] for side in sides] for sides in s.egg.tolist()]


_CHOSEN: dict[int, int | str | None] = {HIDDEN: None, SECRET: "hidden", **{i: i + 1 for i in range(PLACES)}}
_SIDE: dict[int, str | None] = {UNDECIDED: None, LEFT: SIDES[0], RIGHT: SIDES[1]}


def same_for_all(s: Record) -> bool:
    """Whether `view` and what is told depend on the concealed record alone, not on the seat."""
    return s.phase != CHOOSE_EGG


def waiting(e: Record, s: Record) -> list[int]:
    """The seats that must choose now, in the order they are asked; in some phases several at once."""
    if s.phase not in (REVEAL, CHOOSE_EGG):
        return [s.turn] if s.turn != NOBODY else []
    first = s.starter if s.phase == REVEAL else s.active
    order = [(int(first) + i) % s.seats for i in range(s.seats)]
    if s.phase == REVEAL:
        return [seat for seat in order if s.chosen[seat] == HIDDEN]
    return [seat for seat in order if any(egg_is_open(e, s, seat, row) for row in range(2))]


def egg_offers(e: Record, s: Record, seat: int) -> list[str]:
    """A20: the sides that a seat may choose for its Eggs, in notation, the cheapest first."""
    if s.phase != CHOOSE_EGG or seat == NOBODY:
        return []
    rows = [row for row in range(2) if egg_is_open(e, s, seat, row)]
    actions = [EGG_SIDE + 2 * row + side for row in rows for side in range(2)]
    return [notation(action) for action in sorted(actions, key=lambda action: _score_with(e, s, seat, action))]


def _held(s: Record) -> dict[str, Any] | None:
    if s.phase not in (PLACE_DRAWN, PLACE_TAKEN):
        return None
    source = "discard" if s.origin == NOT_DRAWN else "pile"
    return {"seat": s.turn, "card": card(s.held) or "hidden", "from": source}


# Why an action is not legal ---------------------------------------------------------------------------------


def why(e: Record, s: Record, seat: int, action: int) -> tuple[str, Phrase]:
    """The number of the rule that forbids the action now, and a sentence."""
    if s.phase == OVER:
        return "R33", Phrase("why.over")
    if s.phase == REVEAL:
        mine = action < DRAW and s.chosen[seat] != HIDDEN
        return "R5", Phrase("why.chosen" if mine else "why.reveal")
    if s.phase == CHOOSE_EGG:
        if EGG_SIDE <= action < SWAP:
            return "R26", Phrase("why.egg")
        return "R28", Phrase("why.counting")
    if seat != s.turn:
        return "R9", Phrase("why.turn", {"whom": s.turn})
    if action < DRAW:
        return "R13", Phrase("why.look")
    if EGG_SIDE <= action < SWAP:
        return "R26", Phrase("why.egg_later")
    if s.phase == SWAP_CARDS:
        return _why_not_swap(s, seat, action)
    if action >= LEAVE:
        return "R17", Phrase("why.no_capture")
    if s.phase == TAKE:
        if action == DRAW:
            return "R7", Phrase("why.no_pile")
        if action == TAKE_TOP:
            return "A28", Phrase("why.no_discard")
        return "R9", Phrase("why.take_first")
    if action in (DRAW, TAKE_TOP):
        return "R10", Phrase("why.holding")
    return "R12", Phrase("why.must_place", card_words(s.held))


def _why_not_swap(s: Record, seat: int, action: int) -> tuple[str, Phrase]:
    if action < SWAP:
        return "R17", Phrase("why.capture_first")
    mine, other, theirs = swap_parts(action)
    if other >= s.seats:
        return "R17", Phrase("why.no_seat", {"seat": chr(ord("A") + other)})
    if other == seat:
        return "R15", Phrase("why.own_area")
    if mine == s.spot:
        return "R20", Phrase("why.this_capture")
    whose = "why.own_hidden" if s.area[seat, mine] == HIDDEN else "why.their_hidden"
    return "R19", Phrase(whose, {"whom": other, "place": mine + 1, "their_place": theirs + 1})


def ending(e: Record, s: Record) -> Phrase:
    """Who has won the game."""
    winners = [i for i in range(s.seats) if s.wins[i] >= e.rounds_to_win]
    n = e.rounds_to_win
    if len(winners) == 1:
        return Phrase("ending.won", {"who": winners[0], "n": n})
    return Phrase("ending.shared", {"whos": winners, "n": n})


# The table as text ------------------------------------------------------------------------------------------


def text(e: Record, s: Record, seat: int, names: Sequence[str]) -> str:
    """The table for a terminal: every wire as two rows of three, then the piles."""
    from . import GAME

    def said(key: str, **args: Any) -> str:
        return say(GAME.catalogue, Phrase(key, args), names, None if seat == NOBODY else seat)

    asked = waiting(e, s)
    lines = [said("text.round", number=s.rounds, n=e.rounds_to_win, whom=s.starter), ""]
    for i in range(s.seats):
        sign = "▸" if i in asked else " "
        lines.append(f"{sign} {said('text.seat', who=i, letter=chr(ord('A') + i), n=s.wins[i])}")
        for row in range(2):
            faces = [said("text." + (card(kind) or "hidden")) for kind in s.area[i, ROW * row : ROW * row + ROW]]
            lines.append("   " + "".join(f"{face:>6}" for face in faces))
    lines += ["", said("text.piles", n=s.pile_left, top=f"@text.{card(s.top) or 'nothing'}")]
    held = _held(s)
    if held:
        lines.append(
            said(
                "text.held" if s.held != HIDDEN else "text.held_hidden",
                who=held["seat"],
                **card_words(s.held),
            )
        )
    last = last_count(e, s)
    if last and s.phase in (REVEAL, OVER):
        scores = ", ".join(f"{said('text.name', whom=i)} {signed(last['scores'][i])}" for i in range(s.seats))
        lines.append(said("text.last", number=last["round"], scores=scores))
    return "\n".join(lines)
