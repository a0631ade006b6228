"""What happened in Mago Magino, event by event, made from concealed records."""

from collections.abc import Iterator, Sequence
from typing import Any

from ..contract.kernel import Record
from ..contract.phrases import Phrase
from . import board
from .board import AGAIN, FROG, HOUSE, OVER
from .memory import Flip, flips
from .names import Deed, deed, move_words, place_name


def tell(e: Record, before: Record, after: Record, seat: int, action: int, viewer: int) -> list[Phrase]:
    """What happened, in order. Everybody sees everything, so it is the same for all viewers.

    | key | arguments besides `who`, the seat |
    | --- | --- |
    | `tell.picked_up` | `child`, `space`, `place`: before moving, or where it has landed |
    | `tell.moved` | `child`, `from`, `to`, `path`, `way`, `steps`, `start`, `goal` |
    | `tell.brought` | `child`, `n` crystals brought so far, `aim` |
    | `tell.magician` | `from`, `to`, `path`, `way`, `steps`, `start`, `goal` |
    | `tell.hopped` | `frog`, and as `tell.magician` |
    | `tell.freed` | who: whose child it is; `frog`, `child`, `space`, `place` |
    | `tell.may_throw`, `tell.left`, `tell.again`, `tell.stopped` | – |
    | `tell.threw`, `tell.threw_witch` | who throws now; `n` steps, `number` of the throw |
    | `tell.spun` | `to`, `place`: where the arrow stops |
    | `tell.bewitched` | `n`, `place`, `flips`: `{seat, child, frog, space}` for each child |
    | `tell.dropped` | `n` crystals, `space`, `place` |
    | `tell.protected` | `n` children, `space`, `place` |
    | `tell.harmless` | `space`, `place` |
    | `tell.limit` | `n` throws |
    | `ending.won`, `ending.shared`, `ending.nobody` | as `ending` |

    `frog` and `flips` are for the screen, where each child is seen to turn over on its space and become a frog; no
    sentence contains them, and `afterwards` leaves them out, so that nobody can look them up (A34).
    """
    return list(_events(e, before, after, int(seat), deed(int(action))))


_WITHOUT: dict[str, tuple[str, ...]] = {  # what may be read afterwards: the arguments that are kept
    "tell.picked_up": ("who",),
    "tell.moved": ("who",),
    "tell.brought": ("who", "n", "aim"),
    "tell.hopped": ("who",),
    "tell.freed": ("who", "child"),
    "tell.threw_witch": ("who",),
    "tell.bewitched": ("n",),
    "tell.dropped": ("n",),
    "tell.protected": ("n",),
    "tell.harmless": (),
}
_UNSAID = ("tell.threw", "tell.spun")


def afterwards(phrases: Sequence[Phrase]) -> list[Phrase]:
    """What may be read of an action later, until the match is over: what was done, but not where (A34).

    A player who could look up where children stood, how far they went, where the arrow stopped and which frogs hopped
    could work out who is under which frog without having watched. The keys are `later.moved` for `tell.moved`, and so
    on.
    """
    said = []
    for phrase in phrases:
        kept = _WITHOUT.get(phrase.key)
        if kept is not None:
            key = phrase.key.replace("tell.", "later.")
            said.append(Phrase(key, {name: phrase.args[name] for name in kept}))
        elif phrase.key not in _UNSAID:
            said.append(phrase)
    return said


def _events(e: Record, before: Record, after: Record, seat: int, done: Deed) -> Iterator[Phrase]:
    if done.kind == "child":
        yield from _child_moves(e, before, after, seat, done)
    elif done.kind == "magician":
        yield Phrase("tell.magician", {"who": seat, **move_words(e, before.magician, done)})
    elif done.kind == "frog":
        words = {"frog": done.piece + 1, **move_words(e, before.frog[done.piece], done)}
        yield Phrase("tell.hopped", {"who": seat, **words})
    elif done.kind == "take":
        yield _picked_up(e, before, seat, before.lander)
    else:
        key = {"leave": "tell.left", "throw": "tell.again", "stop": "tell.stopped"}[done.kind]
        yield Phrase(key, {"who": seat})
    yield from _freed(e, before, after)
    if after.phase == AGAIN:
        yield Phrase("tell.may_throw", {"who": seat})
    if after.throws != before.throws:
        yield from _throw(e, before, after, seat, done)
    if after.phase == OVER:
        if max(after.brought) < board.target(e):
            yield Phrase("tell.limit", {"n": e.turn_limit})
        yield ending(e, after)


def _picked_up(e: Record, before: Record, seat: int, child: int) -> Phrase:
    space = before.child[seat, child]
    words = {"child": child + 1, "space": space, "place": place_name(e, space)}
    return Phrase("tell.picked_up", {"who": seat, **words})


def _child_moves(e: Record, before: Record, after: Record, seat: int, done: Deed) -> Iterator[Phrase]:
    if done.load:
        yield _picked_up(e, before, seat, done.piece)
    words = {"who": seat, "child": done.piece + 1}
    yield Phrase("tell.moved", {**words, **move_words(e, before.child[seat, done.piece], done)})
    if after.brought[seat] != before.brought[seat]:
        yield Phrase("tell.brought", {**words, "n": after.brought[seat], "aim": int(board.target(e))})


def _freed(e: Record, before: Record, after: Record) -> Iterator[Phrase]:
    for i in range(after.seats):
        for child in range(e.children):
            if before.child[i, child] == FROG != after.child[i, child]:
                space = after.child[i, child]
                words = {"child": child + 1, "frog": after.hopped[i, child] + 1, "space": space}
                yield Phrase("tell.freed", {"who": i, **words, "place": place_name(e, space)})


def _throw(e: Record, before: Record, after: Record, seat: int, done: Deed) -> Iterator[Phrase]:
    words = {"who": after.turn, "n": after.points, "number": after.throws}
    if not after.witch:
        yield Phrase("tell.threw", words)
        return
    arrow = after.arrow
    yield Phrase("tell.threw_witch", words)
    yield Phrase("tell.spun", {"to": arrow, "place": place_name(e, arrow)})
    seen = flips(after)
    loading = {"child": done.piece, "take": before.lander}.get(done.kind) if _loads(done) else None
    lost = sum(
        bool(before.carries[flip.seat, flip.child]) or (flip.seat, flip.child) == (seat, loading) for flip in seen
    )
    yield from _struck(e, after, arrow, seen, lost)


def _loads(done: Deed) -> bool:
    return done.load or done.kind == "take"


def _struck(e: Record, after: Record, arrow: int, seen: list[Flip], lost: int) -> Iterator[Phrase]:
    """What the arrow did where it stopped."""
    place = {"space": arrow, "place": place_name(e, arrow)}
    if seen:
        forest = 0 < arrow <= e.forest
        listed: list[dict[str, Any]] = [
            {"seat": flip.seat, "child": flip.child + 1, "frog": flip.frog + 1, "space": flip.space} for flip in seen
        ]
        where = {"place": "@place.forest"} if forest else place
        yield Phrase("tell.bewitched", {"n": len(seen), **where, "flips": listed})
        if lost:
            yield Phrase("tell.dropped", {"n": lost, **place})
        return
    safe = sum(row[: e.children].count(arrow) for row in after.child.tolist()[: after.seats])
    if safe and arrow == after.magician != HOUSE:
        yield Phrase("tell.protected", {"n": safe, **place})
    else:
        yield Phrase("tell.harmless", place)


def ending(e: Record, s: Record) -> Phrase:
    """Who has won, and with how many crystals."""
    seats = range(s.seats)
    most = max(s.brought[i] for i in seats)
    winners = [i for i in seats if s.brought[i] == most]
    if most == 0:
        return Phrase("ending.nobody")
    if len(winners) == 1:
        return Phrase("ending.won", {"who": winners[0], "n": most})
    return Phrase("ending.shared", {"whos": winners, "n": most})
