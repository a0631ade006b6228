"""Magicians' Night in words: the notation of actions, the view of the table, and sentences. It contains no rules."""

import functools
from collections.abc import Sequence
from typing import Any

from ..contract.kernel import HIDDEN, NOBODY, Record
from ..contract.phrases import KeptPhrase, Phrase, say
from .headings import POINTS
from .knowledge import by_lamplight, is_dark, shown
from .names import ONE_OF, PHASES, SYMBOL_NAMES, hour, kind_of, owner_of, piece_words, place, symbol_name, way
from .reasons import reasons
from .rules import (
    ACTIONS,
    AGREE,
    BEGIN,
    CHOOSE,
    ENTER,
    ENTERED,
    GO_ON,
    OFFER,
    OVER,
    PLAY_ON,
    PUSHING,
    STOP,
    STROKE,
    TAKE,
    held,
    players_left,
)
from .table import FIRE, MAGICIAN, PIECES, TREE, glows, owner, radius

__all__ = ["ending", "label", "notation", "reasons", "text", "view", "why"]

LETTERS = {"sun": "s", "moon": "m", "lightning": "l", "star": "t"}
SIGNS = {"fire": "*", "tree": "^", "small": "o", "big": "O"}


# Actions -----------------------------------------------------------------------------------------------------------


def notation(action: int) -> str:
    """What a player says: take moon, go on, stop, agree, play on, enter 17, push 40."""
    if action < GO_ON:
        return f"take {SYMBOL_NAMES[action - TAKE]}"
    if action < ENTER:
        return {GO_ON: "go on", STOP: "stop", AGREE: "agree", PLAY_ON: "play on"}[action]
    if action < STROKE:
        return f"enter {action - ENTER}"
    return f"push {action - STROKE}" if action < ACTIONS else ""


def label(e: Record, s: Record, seat: int, action: int) -> Phrase:
    """What the action's button says."""
    if action < GO_ON:
        return Phrase("label.take", {"symbol": f"@symbol.{SYMBOL_NAMES[action - TAKE]}"})
    if action == GO_ON:
        return Phrase("label.go_on")
    if action == STOP:
        return Phrase("label.pass" if s.phase == BEGIN else "label.stop")
    if action in (AGREE, PLAY_ON):
        return Phrase("label.agree" if action == AGREE else "label.play_on")
    return _label_of_entry(action - ENTER) if action < STROKE else _label_of_push(action - STROKE)


@functools.cache
def _label_of_entry(point: int) -> KeptPhrase:
    return KeptPhrase("label.enter", {"hour": hour(point), "degrees": point * 360 / POINTS})


@functools.cache
def _label_of_push(heading: int) -> KeptPhrase:
    return KeptPhrase("label.push", {"way": f"@way.{way(heading)}", "heading": heading})


def flows(action: int) -> bool:
    """Whether the action continues the one before it (a stroke), so that bots make it without a pause."""
    return STROKE <= action < ACTIONS


# The view -----------------------------------------------------------------------------------------------------------


def view(e: Record, s: Record, seat: int) -> dict[str, Any]:
    """The table as that seat sees it (NOBODY: a spectator). Lengths are in millimetres from the middle of the plate,
    x to the right and y upwards. Lists are by seat.

    - `seats`, `starter`, `turns` that have ended, `strokes` and choices of an entry made in this turn, and
      `strokes_left` (null: no limit)
    - `phase`: choose, begin, entered, pushing, offer, over; `active`: the player on turn (null in choose and over);
      `waiting`: the seat that must act, or null
    - `symbols`: per seat sun, moon, lightning, star, or null before it has chosen; `free`: symbols not taken
    - `out`: per seat whether it is out (R24); `agreed`: per seat whether it has agreed to the draw on offer
    - `light`: whether everything is seen; `lamp`: whether that is because the lamp is still on and will go out
    - `plate`, `ring`: diameters; `edge`: whether the edge of the plate is seen (A31); `covered`: the kind of a piece
      that is seen to lie over a part of the ring, or null; what lies there unseen does not count
    - `sizes`: the diameter of every kind of piece, also of those that are not seen
    - `pieces`: all pieces on the plate that the viewer sees: `{id, kind, symbol, owner, x, y, radius}`; kind is fire,
      cauldron, tree, small, big or magician; symbol and owner are null where there is none; ids stay the same
    - `hand`: the symbols of magicians that are played and not on the plate
    - `held`: the id of the magician that is being pushed, or null; `standing`: whether it could stand there
    - `landed`: the id of the cauldron in the ring, or null; `winner`: a seat, or null
    - `felt`: how strongly the last stroke was resisted, 0 to 3; null for others than the player on turn
    - `fallen`: how many pieces fell in the last stroke; `clacks`: how many have been heard in all;
      `lost`: trees and discs among all that have fallen; `taken`: unowned cauldrons taken off the ring
    - `gone`: `{id, kind, symbol}` of pieces that are off the plate: all with the light on, else only what glows
    """
    dark = is_dark(e, s) and not by_lamplight(e, s)
    lamp = bool(by_lamplight(e, s))
    s = shown(e, s)
    seats = range(s.seats)
    turning = s.phase in (BEGIN, ENTERED, PUSHING, OFFER)
    in_hand = int(held(s)) if s.phase in (ENTERED, PUSHING) else None
    return {
        "seats": len(seats),
        "starter": s.starter,
        "turns": s.turns,
        "strokes": s.strokes,
        "strokes_left": max(0, e.stroke_limit - s.strokes) if e.stroke_limit else None,
        "phase": PHASES[s.phase],
        "active": s.active if turning else None,
        "waiting": None if s.turn == NOBODY else s.turn,
        "symbols": [None if s.symbol[i] == HIDDEN else SYMBOL_NAMES[s.symbol[i]] for i in seats],
        "free": [name for k, name in enumerate(SYMBOL_NAMES) if owner(s, k) == NOBODY],
        "out": [bool(s.out[i]) for i in seats],
        "agreed": [bool(s.agreed[i]) and s.phase == OFFER for i in seats],
        "light": not dark,
        "lamp": lamp,
        "edge": bool(not dark or e.edge),
        "plate": e.plate,
        "ring": e.ring,
        "covered": _covered(e, s),
        "sizes": {kind: 2 * float(radius(e, piece)) for kind, piece in ONE_OF.items()},
        "pieces": [_piece(e, s, i) for i in range(PIECES) if s.here[i]],
        "hand": [SYMBOL_NAMES[k] for k in range(4) if owner(s, k) != NOBODY and not s.here[MAGICIAN + k]],
        "held": in_hand,
        "standing": in_hand is not None and bool(_away(s, in_hand) <= 0.5 * e.plate),
        "landed": None if s.landed == HIDDEN else s.landed,
        "winner": None if s.winner == NOBODY else s.winner,
        "felt": s.felt if seat == s.active and s.phase == PUSHING else None,
        "fallen": s.fallen,
        "clacks": s.clacks,
        "lost": s.lost,
        "taken": s.taken,
        "gone": [
            {"id": i, "kind": kind_of(i), "symbol": symbol_name(i)}
            for i in range(MAGICIAN)
            if not s.here[i] and (glows(i) or not dark)
        ],
    }


def _piece(e: Record, s: Record, piece: int) -> dict[str, Any]:
    return {
        "id": piece,
        "kind": kind_of(piece),
        "symbol": symbol_name(piece),
        "owner": owner_of(s, piece),
        **place(s, piece),
        "radius": float(radius(e, piece)),
    }


def _away(s: Record, piece: int) -> float:
    return float((s.x[piece] ** 2 + s.y[piece] ** 2) ** 0.5)


def _covered(e: Record, s: Record) -> str | None:
    """A49: what is seen to lie over the ring. A cauldron that sits in it covers nothing."""
    if s.landed != HIDDEN:
        return None
    seen = (i for i in range(PIECES) if s.here[i])
    return next((kind_of(i) for i in seen if _away(s, i) < radius(e, i) + 0.5 * e.ring), None)


# Why an action is not legal -----------------------------------------------------------------------------------------


def why(e: Record, s: Record, seat: int, action: int) -> tuple[str, Phrase]:
    """The number of the rule that forbids the action now, and a sentence."""
    if s.phase == OVER:
        return "R25", Phrase("why.over")
    if s.phase == CHOOSE:
        if action < GO_ON and seat == s.turn:
            return "R8", Phrase("why.taken", {"whom": int(owner(s, action - TAKE))})
        return "A42", Phrase("why.choose", {"whom": s.turn})
    if seat != s.turn:
        return "R15", Phrase("why.out" if s.out[seat] else "why.turn", {"whom": s.turn})
    if s.phase == OFFER:
        return "A34", Phrase("why.offer")
    if action < GO_ON:
        return "R8", Phrase("why.have_one")
    if action in (AGREE, PLAY_ON):
        return "A34", Phrase("why.no_offer")
    if e.stroke_limit and s.strokes >= e.stroke_limit and action >= ENTER:
        return "A33", Phrase("why.tired", {"n": e.stroke_limit})
    if action == GO_ON:
        return _why_not_go_on(s)
    if action >= STROKE:
        return "R20", Phrase("why.decide")
    return "R21", Phrase("why.no_lift")


def _why_not_go_on(s: Record) -> tuple[str, Phrase]:
    if s.phase == ENTERED:
        return "A35", Phrase("why.lifted")
    if s.phase == PUSHING:
        return "R20", Phrase("why.going_on")
    return "R13", Phrase("why.in_hand")


def ending(e: Record, s: Record) -> Phrase:
    """Who has won, and why; `turns` is how many turns it took."""
    args: dict[str, Any] = {"turns": s.turns}
    if s.winner != NOBODY and s.landed != HIDDEN:
        args |= {"who": s.winner, "what": piece_words(s.landed), "whom": s.active}
        return Phrase("end.landed" if s.winner == s.active else "end.helped", args)
    if s.winner != NOBODY:
        return Phrase("end.last", {"who": s.winner, **args})
    if players_left(s) == 0:
        return Phrase("end.all_out", args)
    if 0 < e.turn_limit <= s.turns:
        return Phrase("end.limit", {"n": s.turns, **args})
    return Phrase("end.agreed", args)


# The table as text --------------------------------------------------------------------------------------------------

COLUMNS, ROWS = 61, 31


def text(e: Record, s: Record, seat: int, names: Sequence[str]) -> str:
    """The table for a terminal: a map of what is seen, then whose turn it is and what was heard and felt."""
    from . import GAME

    def said(key: str, **args: Any) -> str:
        return say(GAME.catalogue, Phrase(key, args), names, None if seat == NOBODY else seat)

    lit = not is_dark(e, s) or by_lamplight(e, s)
    lines = _map(e, shown(e, s), lit)
    lines.append("")
    for i in range(s.seats):
        symbol = f"@symbol.{SYMBOL_NAMES[s.symbol[i]]}" if s.symbol[i] != HIDDEN else "@text.no_symbol"
        state = "out" if s.out[i] else "plays"
        sign = "▸" if i == s.turn else " "
        letter = LETTERS[SYMBOL_NAMES[s.symbol[i]]] if s.symbol[i] != HIDDEN else "·"
        lines.append(f"{sign} {said(f'text.{state}', who=i, symbol=symbol, own=letter, hat=letter.upper())}")
    lines.append(said("text.heard", n=s.clacks))
    if seat == s.active and s.phase == PUSHING:
        lines.append(said(f"felt.{s.felt}"))
    lines.append(said("text.key_light" if lit else "text.key_dark"))
    return "\n".join(lines)


def _map(e: Record, s: Record, lit: bool) -> list[str]:
    """Characters on a grid, the ring and the edge first (in the dark only where it may be seen, A31), then every piece
    that is seen."""
    half = 0.5 * e.plate + 0.5 * e.magician
    grid = [[" "] * COLUMNS for _ in range(ROWS)]

    def put(x: float, y: float, sign: str) -> None:
        column = round((x / half + 1) / 2 * (COLUMNS - 1))
        row = round((1 - y / half) / 2 * (ROWS - 1))
        if 0 <= column < COLUMNS and 0 <= row < ROWS:
            grid[row][column] = sign

    from .headings import COSINE, SINE

    for point in range(POINTS if lit or e.edge else 0):
        put(0.5 * e.plate * COSINE[point], 0.5 * e.plate * SINE[point], "·")
    if not _covered(e, s):
        for x in (-1, 1):
            put(0.6 * x * e.ring, 0.0, "(" if x < 0 else ")")
    for piece in sorted((i for i in range(PIECES) if s.here[i]), key=lambda i: (i >= TREE) - 2 * (i == FIRE)):
        symbol = symbol_name(piece)
        sign = LETTERS[symbol] if symbol else SIGNS[kind_of(piece)]
        put(s.x[piece], s.y[piece], sign.upper() if piece >= MAGICIAN else sign)
    return ["".join(row).rstrip() for row in grid]
