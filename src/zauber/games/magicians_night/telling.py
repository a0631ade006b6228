"""What happened in Magicians' Night, event by event, made from what the viewer saw before and after."""

from typing import Any

from ..contract.kernel import HIDDEN, NOBODY, Record
from ..contract.phrases import Phrase
from .headings import POINTS
from .knowledge import is_dark
from .names import SYMBOL_NAMES, counted, hour, piece_words, place, way
from .rules import (
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
from .table import PIECES, TREE


def tell(e: Record, before: Record, after: Record, seat: int, action: int, viewer: int) -> list[Phrase]:
    """The events of one action, in order.

    `tell.push` carries `piece`, `x`, `y` (the magician's new place) and `moved`: `[id, x, y]` of every other piece that
    the viewer saw move; so the screen can slide them.
    """
    if action < GO_ON:
        said = [Phrase("tell.took", {"who": seat, "symbol": f"@symbol.{SYMBOL_NAMES[action - TAKE]}"})]
        if after.phase != BEGIN:
            return said
        return [*said, *([Phrase("tell.lights_out")] if is_dark(e, after) else []), _turn(after)]  # R10, A48
    if action in (AGREE, PLAY_ON):
        said = [Phrase("tell.agreed" if action == AGREE else "tell.plays_on", {"who": seat})]
        return said + _what_next(e, before, after)
    if action == STOP:
        return [*_stopped(before, after, seat), *_what_next(e, before, after)]
    if action == GO_ON:
        return [Phrase("tell.goes_on", {"who": seat, "piece": int(held(before))})]
    if action < STROKE:
        point = action - ENTER
        args = {"who": seat, "piece": int(held(before)), "hour": hour(point), "degrees": point * 360 / POINTS}
        lifted = before.phase == BEGIN and before.here[held(before)]
        return [Phrase("tell.lifts" if lifted else "tell.enters", {**args, **place(after, int(held(before)))})]
    return [*_pushed(before, after, seat, action - STROKE, viewer), *_consequences(e, before, after, seat)]


def _turn(s: Record) -> Phrase:
    return Phrase("tell.turn", {"who": s.turn})


def _pushed(before: Record, after: Record, seat: int, heading: int, viewer: int) -> list[Phrase]:
    piece = int(held(before))
    if after.phase == before.phase == ENTERED:  # A37
        return [Phrase("tell.held_back", {"who": seat, "piece": piece})]
    moved = [
        [i, *place(after, i).values()]
        for i in range(PIECES)
        if i != piece and after.here[i] and before.here[i] and place(before, i) != place(after, i)
    ]
    args: dict[str, Any] = {
        "who": seat,
        "piece": piece,
        "heading": heading,
        "way": f"@way.{way(heading)}",
        "moved": moved,
    }
    felt = after.felt if seat == viewer and after.phase == PUSHING and after.active == seat else None
    if felt is not None:
        return [Phrase("tell.push_felt", {**args, **place(after, piece), "level": felt, "felt": f"@felt.{felt}"})]
    return [Phrase("tell.push", {**args, **place(after, piece)})]


def _consequences(e: Record, before: Record, after: Record, seat: int) -> list[Phrase]:
    said = []
    if after.landed != HIDDEN:
        said.append(Phrase("tell.landed", {"piece": after.landed, "what": piece_words(after.landed)}))
    gone = [i for i in range(PIECES) if before.here[i] and not after.here[i]]
    if after.taken > before.taken:
        ring = min((i for i in gone if i < TREE), key=lambda i: before.x[i] ** 2 + before.y[i] ** 2)
        gone.remove(ring)
        said.append(Phrase("tell.taken", {"piece": ring, "what": piece_words(ring)}))
    if after.fallen > 0:
        said.append(_clack(e, before, after, seat, gone))
    return said + _what_next(e, before, after)


def _clack(e: Record, before: Record, after: Record, seat: int, gone: list[int]) -> Phrase:
    """A32: in the dark only the sound; with the light on, what it was."""
    n = after.fallen
    if is_dark(e, before):
        return Phrase("tell.clack", {"who": seat, "n": n})
    own = int(held(before))
    fallen = [i for i in gone if i != own]
    return Phrase("tell.fell", {"who": seat, "n": n, "what": counted(fallen), "pieces": str(fallen)})


def _stopped(before: Record, after: Record, seat: int) -> list[Phrase]:
    if before.phase == BEGIN:
        return [Phrase("tell.passes", {"who": seat})]
    return [Phrase("tell.stops", {"who": seat, "piece": int(held(before))})]


def _what_next(e: Record, before: Record, after: Record) -> list[Phrase]:
    """Whose magician returns to the hand, who is out, and who is next."""
    said = []
    own = int(held(before))
    if after.turns > before.turns and before.here[own] and not after.here[own]:
        said.append(Phrase("tell.in_hand", {"who": before.active, "piece": own}))
    for seat in range(after.seats):
        if after.out[seat] and not before.out[seat]:
            said.append(Phrase("tell.out", {"who": seat}))  # A43
    if after.phase == OVER:
        said += [Phrase("tell.lights_on")] if is_dark(e, before) else []
        said.append(ending(e, after))
    elif after.phase == OFFER and before.phase != OFFER:
        said += [Phrase("tell.offer"), Phrase("tell.asked", {"who": after.turn})]
    elif after.phase == OFFER:
        said.append(Phrase("tell.asked", {"who": after.turn}))
    elif after.turns > before.turns or before.phase in (OFFER, CHOOSE):
        said.append(_turn(after))
    return said


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
