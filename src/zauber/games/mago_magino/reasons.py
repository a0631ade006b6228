"""Why a move of Mago Magino is good or bad, in sentences that name children, crystals and spaces: for hints.

Who is under a frog is said as far as the position holds it: what a memory has filled in, or what has just been seen.
"""

from collections.abc import Iterator
from typing import Any

from ..contract.kernel import NOBODY, Record
from ..contract.phrases import Phrase
from .board import FROG, HOUSE, hiding_place, ring, target
from .names import Deed, deed, kind_and_number, path, place_name
from .thumb import danger


def reasons(e: Record, before: Record, after: Record, seat: int, action: int) -> list[Phrase]:
    """What the moved piece reaches, and who is safe there. The next throw is left to chance, so `after` is not read."""
    done = deed(action)
    if done.kind == "child":
        return list(_child(e, before, seat, done))
    if done.kind == "magician":
        return list(_magician(e, before, seat, path(e, before.magician, done)[-1]))
    if done.kind == "frog":
        return list(_frog(e, before, seat, done))
    if done.kind in ("take", "leave"):
        words = _child_words(e, before, seat, before.lander)
        return [Phrase(f"reason.{done.kind}", {**words, "n": _way_home(e, before.child[seat, before.lander])})]
    if done.kind == "throw":
        return [Phrase("reason.throw")]
    exposed = _most_exposed(e, before, seat)
    return [Phrase("reason.stop", exposed)] if exposed else []


# A child -----------------------------------------------------------------------------------------------------------


def _child(e: Record, s: Record, seat: int, done: Deed) -> Iterator[Phrase]:
    start, end = int(s.child[seat, done.piece]), path(e, s.child[seat, done.piece], done)[-1]
    carries = bool(s.carries[seat, done.piece]) or done.load
    words = {"child": done.piece + 1, "start": place_name(e, start), "goal": place_name(e, end)}
    if carries and end == HOUSE:
        yield Phrase("reason.home", {**words, "n": s.brought[seat] + 1, "aim": int(target(e))})
    elif done.load:
        yield Phrase("reason.load", {**words, "n": _way_home(e, end)})
    elif carries:
        yield Phrase("reason.carry" if not done.back else "reason.carry_back", {**words, "n": _way_home(e, end)})
    elif s.loose[end] > 0:
        yield Phrase("reason.crystals", {**words, "n": s.loose[end]})
    else:
        yield _nearer(e, s, words, end)
    yield from _safety(e, s, words, start, end, carries)


def _way_home(e: Record, space: int) -> int:
    """Spaces from there to the house, the way that a crystal may be carried."""
    return int(ring(e)) - space if space != HOUSE else 0


def _nearer(e: Record, s: Record, words: dict[str, Any], end: int) -> Phrase:
    """A child without a crystal: how far it is from the next one."""
    steps = {space: _steps(e, end, space) for space in range(int(ring(e))) if s.loose[space] > 0}
    if not steps:
        return Phrase("reason.no_crystal", words)
    nearest = min(steps, key=lambda space: steps[space])
    return Phrase("reason.nearer", {**words, "place": place_name(e, nearest), "n": steps[nearest]})


def _steps(e: Record, start: int, end: int) -> int:
    """R11-R13: how many spaces a child has to go: forward, or back as far as the hiding-place."""
    spaces = int(ring(e))
    ways = [(end - start) % spaces]
    if start == HOUSE or start > hiding_place(e):
        ways.append((start - end) % spaces)
    return min(ways)


def _safety(e: Record, s: Record, words: dict[str, Any], start: int, end: int, carries: bool) -> Iterator[Phrase]:
    """R7, R8, R31: whether the arrow can strike the child where it arrives, and where it stood."""
    if end == s.magician != HOUSE:
        yield Phrase("reason.safe", words)
    elif _in_forest(e, end) and not _in_forest(e, start):
        yield Phrase("reason.into_forest", words)
    elif _in_forest(e, start) and not _in_forest(e, end):
        yield Phrase("reason.out_of_forest", words)
    elif start == s.magician != HOUSE != end:
        yield Phrase("reason.leaves_magician", words)


def _in_forest(e: Record, space: int) -> bool:
    return kind_and_number(e.forest, space)[0] == "forest"


# The magician and the frogs ----------------------------------------------------------------------------------------


def _magician(e: Record, s: Record, seat: int, end: int) -> Iterator[Phrase]:
    goal = place_name(e, end)
    freed = [token for token, space in enumerate(s.frog) if space == end]
    if freed:
        yield _freed(s, seat, freed, {"goal": goal, "n": len(freed)})
    beside = [i for i in range(e.children) if s.child[seat, i] == end != HOUSE]
    if beside:
        children = [f"@reason.child.{i + 1}" for i in beside]
        yield Phrase("reason.protects", {"goal": goal, "children": children})
    left = [i for i in range(e.children) if s.child[seat, i] == s.magician != HOUSE]
    if left:
        yield Phrase("reason.unprotects", {"child": left[0] + 1, "place": place_name(e, s.magician)})
    if not freed and not beside and not left:
        near = _nearest_frog(e, s, seat, end)
        yield near or Phrase("reason.stays")


def _freed(s: Record, seat: int, freed: list[int], words: dict[str, Any]) -> Phrase:
    """R34-R36: frogs that turn back, as far as the seat knows whose they are."""
    mine = next((token for token in freed if s.whose[token] == seat), None)
    if mine is not None:
        return Phrase("reason.frees_own", {**words, "child": s.which[mine] + 1})
    return Phrase(f"reason.frees_{_perhaps(s, seat, freed)}", words)


def _perhaps(s: Record, seat: int, tokens: list[int]) -> str:
    """Whether some of these frogs are the seat's own, none of which it has been seen to be: some, unknown or other."""
    hidden, own = _unknown(s, seat)
    among = sum(s.whose[token] == NOBODY for token in tokens)
    if among == 0 or own == 0:
        return "other"
    return "some" if among > hidden - own else "unknown"


def _unknown(s: Record, seat: int) -> tuple[int, int]:
    """How many frogs there are of which the seat does not know whose they are, and how many of those are its own."""
    tokens = [token for token, space in enumerate(s.frog) if space >= 0]
    hidden = [token for token in tokens if s.whose[token] == NOBODY]
    bewitched = sum(space == FROG for space in s.child[seat])
    return len(hidden), bewitched - sum(s.whose[token] == seat for token in tokens)


def _nearest_frog(e: Record, s: Record, seat: int, end: int) -> Phrase | None:
    """The frog that the magician could reach next: one of the seat's own, or one that may be."""
    tokens = [token for token, space in enumerate(s.frog) if space > hiding_place(e)]
    known = [token for token in tokens if s.whose[token] == seat]
    wanted = known or [token for token in tokens if _perhaps(s, seat, [token]) != "other"]
    if not wanted:
        return None
    at = end if end != HOUSE else int(ring(e))
    nearest = min(wanted, key=lambda token: abs(s.frog[token] - at))
    words = {"place": place_name(e, s.frog[nearest]), "n": abs(s.frog[nearest] - at)}
    return Phrase("reason.near_own" if known else "reason.near_frog", words)


def _frog(e: Record, s: Record, seat: int, done: Deed) -> Iterator[Phrase]:
    token, end = done.piece, path(e, s.frog[done.piece], done)[-1]
    if end in (HOUSE, s.magician):
        yield _freed(s, seat, [token], {"goal": place_name(e, end), "n": 1})
        return
    to_magician = s.magician > end
    words = {
        "n": (s.magician if to_magician else int(ring(e))) - end,
        "to": "@reason.magician" if to_magician else "@place.house",
    }
    if s.whose[token] == seat:
        yield Phrase("reason.hops_own", {**words, "child": s.which[token] + 1})
    else:
        yield Phrase(f"reason.hops_{_perhaps(s, seat, [token])}", words)


def _most_exposed(e: Record, s: Record, seat: int) -> dict[str, Any] | None:
    """The child of the seat that has most to lose if the arrow is spun."""
    children = [i for i in range(e.children) if s.child[seat, i] != FROG]
    risk = {i: danger(e, s, s.child[seat, i], s.carries[seat, i], s.magician) for i in children}
    most = max(risk, key=lambda i: risk[i], default=None)
    return None if most is None or risk[most] <= 0 else _child_words(e, s, seat, most)


def _child_words(e: Record, s: Record, seat: int, child: int) -> dict[str, Any]:
    return {"child": child + 1, "place": place_name(e, s.child[seat, child])}
