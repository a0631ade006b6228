"""Why a move of Magi is good or bad, in sentences that name cards, colours and players: for hints."""

from collections.abc import Iterator
from typing import Any

from ..contract.kernel import Record
from ..contract.phrases import Phrase
from .cards import (
    AGAIN,
    COLOURED,
    FREE,
    KINDS,
    ON_CARD,
    ON_COLOUR,
    ORIGINAL,
    PICTURES,
    RESET,
    REVERSE,
    SELECT,
    SHOT,
    abilities_of,
    draws,
    matching,
    points_of,
    starred,
)
from .names import COLOUR_NAMES, section_name, word
from .position import (
    BUTTON,
    CATCH,
    DRAW,
    FIRST,
    MAGIC,
    NAME,
    PASS,
    SAY,
    SECOND,
    SHOOT,
    SILENT,
    TAKE,
    THIRD,
)
from .thumb import favourite_colour

NEAR = 2  # with so few cards a player is about to go out


def reasons(e: Record, before: Record, after: Record, seat: int, action: int) -> list[Phrase]:
    """What becomes of the hand, who must draw, and who is next. All of it is known before the move is made."""
    if action < KINDS:
        return list(_played(e, before, seat, action))
    if action in (TAKE, DRAW, PASS):
        return _kept(e, before, seat, action)
    if action == SAY:
        return [Phrase("reason.say")]
    if action == SILENT:
        return [Phrase("reason.silent")]
    if action < FIRST:
        return [_held_of(before, seat, action - NAME)]
    if action < SHOOT:
        return [_section(e, before, seat, action)]
    if action < CATCH:
        whom = action - SHOOT
        words = {"whom": whom, "n": before.drawcount, "cards": before.cards[whom]}
        return [Phrase("reason.shoot_draw" if before.marked else "reason.shoot", words)]
    return [Phrase("reason.catch", {"whom": action - CATCH})]


# Playing a card ----------------------------------------------------------------------------------------------------


def _played(e: Record, s: Record, seat: int, kind: int) -> Iterator[Phrase]:
    can, x, left = int(abilities_of(e, kind)), int(draws(e, kind)), s.cards[seat] - 1
    marked = s.marked and not can & RESET
    if left == 0 and not can & ORIGINAL:
        yield Phrase("reason.last_waits" if marked or x else "reason.last", {"card": word(kind)})
        if not marked and not x:
            return
    if s.phase == MAGIC:
        yield _evaded(s, seat, can, x)
    elif x:
        yield from _attacked(s, seat, can, x)
    if not s.marked and not x:
        yield from _order(s, seat, can)
    if left == 1 and e.calling == BUTTON:
        yield Phrase("reason.magi")
    if left:
        yield _followed(e, s, seat, kind, can)
    yield Phrase("reason.points", {"card": word(kind), "n": points_of(e, kind)})


def _next(s: Record, seat: int, can: int) -> int | None:
    """Who has the next turn; None where the player of the card chooses."""
    if can & SHOT:
        return None
    if can & AGAIN:
        return seat
    return int((seat + s.direction * (-1 if can & REVERSE else 1)) % s.seats)


def _order(s: Record, seat: int, can: int) -> Iterator[Phrase]:
    """A card that changes who is next, where no DRAWCOUNT lies."""
    whom = _next(s, seat, can)
    if whom is None or whom == seat:
        yield Phrase("reason.shot" if whom is None else "reason.again")
    elif can & REVERSE:
        yield Phrase("reason.next_instead", {"whom": whom, "whom_else": _next(s, seat, 0)})


def _evaded(s: Record, seat: int, can: int, x: int) -> Phrase:
    """A ✦ card under a DRAWCOUNT: who has to deal with it then."""
    words: dict[str, Any] = {"n": s.drawcount, "sum": s.drawcount + x}
    if can & ORIGINAL:
        return Phrase("reason.evade_original", words)
    if can & RESET:
        return Phrase("reason.reset", words)
    whom = _next(s, seat, can)
    if whom is None:
        return Phrase("reason.evade_shot", words)
    return Phrase("reason.evade_again", words) if whom == seat else Phrase("reason.evade", {**words, "whom": whom})


def _attacked(s: Record, seat: int, can: int, x: int) -> Iterator[Phrase]:
    whom = _next(s, seat, can)
    if whom is None:
        yield Phrase("reason.attack_shot", {"n": x})
    elif whom == seat:
        yield Phrase("reason.attack_self", {"n": x})
    else:
        few = s.cards[whom] <= NEAR
        words = {"whom": whom, "n": x, "cards": s.cards[whom]}
        yield Phrase("reason.attack_near" if few else "reason.attack", words)


def _followed(e: Record, s: Record, seat: int, kind: int, can: int) -> Phrase:
    """How many of the other cards would fit on this one."""
    if kind >= COLOURED and can & SELECT:
        colour = int(favourite_colour(e, s, seat))
        return _with_count("reason.select", _count(s, seat, kind, int(ON_COLOUR[colour])), colour)
    if kind >= COLOURED:
        free = "reason.free_again" if can & AGAIN else "reason.free"
        return Phrase(free if can & FREE else "reason.original")
    n = _count(s, seat, kind, int(ON_CARD[kind]))
    return Phrase("reason.fit" if n else "reason.fit_none", {"card": word(kind), "n": n})


def _count(s: Record, seat: int, played: int, kinds: int) -> int:
    """How many cards of the hand are of these kinds, without the one that is played."""
    hand = s.hand[seat]
    return sum(hand[kind] - (kind == played) for kind in range(KINDS) if kinds >> kind & 1 and hand[kind])


def _with_count(key: str, n: int, colour: int) -> Phrase:
    return Phrase(key if n else f"{key}_none", {"n": n, "colour": f"@colour.{COLOUR_NAMES[colour]}"})


# Playing none, and answering ---------------------------------------------------------------------------------------


def _kept(e: Record, s: Record, seat: int, action: int) -> list[Phrase]:
    """The cards that could have been played."""
    fit = int(s.held[seat]) & int(matching(s))
    kinds = [kind for kind in range(KINDS) if fit >> kind & 1 and (s.phase != MAGIC or starred(e, kind))]
    if not kinds:
        return []
    words = {"cards": [word(kind) for kind in kinds], "n": s.drawcount}
    return [Phrase("reason.take" if action == TAKE else "reason.keep", words)]


def _held_of(s: Record, seat: int, colour: int) -> Phrase:
    hand = s.hand[seat, colour * PICTURES : (colour + 1) * PICTURES]
    return _with_count("reason.colour", sum(hand), colour)


def _section(e: Record, s: Record, seat: int, action: int) -> Phrase:
    """R39: an ability chosen for the Original on top."""
    name = section_name(action)
    if action < SECOND:
        return _with_best_colour(e, s, seat) if name == "select" else Phrase("reason.free")
    if action < THIRD:
        can = {"again": AGAIN, "reverse": REVERSE, "shot": SHOT}.get(name, 0)
        whom = _next(s, seat, can)
        if whom is None or whom == seat:
            return Phrase("reason.shot" if whom is None else "reason.again")
        return Phrase("reason.next", {"whom": whom})
    x, sum_ = action - THIRD, s.drawcount + action - THIRD
    if sum_ == 0:
        return Phrase("reason.draw_none")
    whom = _next(s, seat, AGAIN << (s.section[1] - SECOND))
    if whom is None or whom == seat:
        return Phrase("reason.attack_shot" if whom is None else "reason.attack_self", {"n": sum_})
    return Phrase("reason.attack", {"whom": whom, "n": sum_, "x": x})


def _with_best_colour(e: Record, s: Record, seat: int) -> Phrase:
    colour = int(favourite_colour(e, s, seat))
    return _with_count("reason.select", _count(s, seat, -1, int(ON_COLOUR[colour])), colour)
