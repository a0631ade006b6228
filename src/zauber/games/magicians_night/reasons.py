"""Why a move of Magicians' Night is good or bad, in sentences that name cauldrons and where they stand: for hints.

Only what glows is spoken of: in the dark nobody knows what a push will meet, and with the light on everybody sees it.
"""

import math
from typing import Any

from ..contract.kernel import HIDDEN, Record
from ..contract.phrases import Phrase
from .headings import COSINE, PER_HEADING, POINTS, SINE
from .knowledge import is_dark
from .names import SYMBOL_NAMES, hour, owner_of
from .rules import AGREE, BEGIN, ENTER, GO_ON, PLAY_ON, STOP, STROKE, held
from .table import CAULDRON, FIRE, MAGICIAN, TREE, radius, symbol_of
from .thumb import BEHIND, BESIDE, alignment, best_target

CLOSE = 3.0  # mm: a stroke reaches what is this near
TOWARDS = 0.5  # the cosine from which a stroke goes towards a cauldron


def reasons(e: Record, before: Record, after: Record, seat: int, action: int) -> list[Phrase]:
    """Which cauldron is meant, how it lies, and how far it has to go. What a push brings is not known before it is
    made, so `after` is not read."""
    if action < GO_ON:
        return [Phrase("reason.take")]
    if action in (AGREE, PLAY_ON):
        return _draw(e, before, seat)
    if action == STOP:
        return _stop(e, before, seat)
    s, piece = before.copy(), int(held(before))
    if ENTER <= action < STROKE:
        point = action - ENTER
        away = 0.5 * (e.plate + e.magician)
        s.x[piece], s.y[piece], s.here[piece] = away * COSINE[point], away * SINE[point], 1
    target = int(best_target(e, s, seat, piece))
    if target == HIDDEN:
        return []
    if action < STROKE:
        return _begun(e, s, seat, piece, target, action)
    return [_stroke(e, s, seat, piece, target, action - STROKE)]


# Cauldrons ---------------------------------------------------------------------------------------------------------


def _words(e: Record, s: Record, piece: int) -> dict[str, Any]:
    """A cauldron in a phrase: its symbol, where it stands as on a clock face, and the millimetres that it has to go."""
    point = round(math.atan2(s.y[piece], s.x[piece]) * POINTS / (2 * math.pi))
    return {"symbol": f"@symbol.{SYMBOL_NAMES[symbol_of(piece)]}", "hour": hour(point), "n": _way(e, s, piece)}


def _way(e: Record, s: Record, piece: int) -> int:
    """How many millimetres a cauldron has to go until it drops into the ring (A5)."""
    drop = math.sqrt((e.ring / 2) ** 2 - (e.cauldron / 2) ** 2)
    return max(1, round(math.hypot(s.x[piece], s.y[piece]) - drop))


def _covered(e: Record, s: Record) -> bool:
    """A7: whether the fire keeps cauldrons out of the middle."""
    return bool(s.here[FIRE]) and math.hypot(s.x[FIRE], s.y[FIRE]) < radius(e, FIRE)


def _nearest(e: Record, s: Record, seat: int, own: bool) -> int | None:
    """The cauldron with the shortest way, of that seat or of all the others that somebody plays."""
    wanted = [
        piece
        for piece in range(CAULDRON, TREE)
        if s.here[piece] and (owner_of(s, piece) == seat if own else owner_of(s, piece) not in (seat, None))
    ]
    return min(wanted, key=lambda piece: _way(e, s, piece), default=None)


# The beginning of a turn -------------------------------------------------------------------------------------------


def _begun(e: Record, s: Record, seat: int, piece: int, target: int, action: int) -> list[Phrase]:
    words = _words(e, s, target)
    straight = alignment(s, piece, target) > BEHIND
    if action == GO_ON:
        said = [Phrase("reason.stands_behind" if straight else "reason.stands_beside", words)]
    else:
        words["from"] = hour(action - ENTER)
        said = [Phrase("reason.enter" if straight else "reason.enter_beside", words)]
    if straight and not is_dark(e, s):
        said.append(_obstacles(e, s, target))
    if _covered(e, s):
        said.append(Phrase("reason.fire"))
    return said


def _obstacles(e: Record, s: Record, target: int) -> Phrase:
    """With the light on: what stands between the edge and a cauldron, on the straight way to the ring."""
    away = math.hypot(s.x[target], s.y[target]) or 1.0
    ux, uy = s.x[target] / away, s.y[target] / away
    n = sum(
        s.here[other]
        and s.x[other] * ux + s.y[other] * uy > away
        and abs(s.y[other] * ux - s.x[other] * uy) < 0.5 * e.magician + radius(e, other)
        for other in range(TREE, MAGICIAN)
    )
    return Phrase("reason.obstacles" if n else "reason.clear", {"n": int(n)})


def _stroke(e: Record, s: Record, seat: int, piece: int, target: int, heading: int) -> Phrase:
    dx, dy = s.x[target] - s.x[piece], s.y[target] - s.y[piece]
    apart = math.hypot(dx, dy)
    point = heading * PER_HEADING
    along = (dx * COSINE[point] + dy * SINE[point]) / apart if apart else 0.0
    gap = apart - radius(e, piece) - radius(e, target)
    words = _words(e, s, target)
    if along < TOWARDS:
        return Phrase("reason.away", words)
    if gap > CLOSE:
        behind = alignment(s, piece, target) > BESIDE
        return Phrase("reason.nears" if behind else "reason.goes_round", {**words, "gap": round(gap)})
    return Phrase("reason.pushes" if alignment(s, piece, target) > BESIDE else "reason.shoves_aside", words)


# Stopping, and the draw --------------------------------------------------------------------------------------------


def _stop(e: Record, s: Record, seat: int) -> list[Phrase]:
    """R16: what speaks for pushing nothing, or nothing more."""
    piece = int(held(s))
    if s.phase != BEGIN and s.here[piece]:
        target = int(best_target(e, s, seat, piece))
        if target != HIDDEN and alignment(s, piece, target) < BESIDE:
            return [Phrase("reason.stop_beside", _words(e, s, target))]
    rival = _nearest(e, s, seat, own=False)
    if rival is None:
        return []
    key = "reason.pass" if s.phase == BEGIN else "reason.stop"
    return [Phrase(key, {**_words(e, s, rival), "whom": owner_of(s, rival)})]


def _draw(e: Record, s: Record, seat: int) -> list[Phrase]:
    """A34: whose cauldron is nearer to the ring."""
    mine, rival = _nearest(e, s, seat, own=True), _nearest(e, s, seat, own=False)
    if mine is None or rival is None:
        return []
    if _way(e, s, mine) < _way(e, s, rival):
        return [Phrase("reason.draw_ahead", _words(e, s, mine))]
    if _way(e, s, mine) == _way(e, s, rival):
        return [Phrase("reason.draw_even", {**_words(e, s, mine), "whom": owner_of(s, rival)})]
    return [Phrase("reason.draw_behind", {**_words(e, s, rival), "whom": owner_of(s, rival)})]
