"""Mago Magino in words: the notation of actions, the view of a table, and its sentences. It contains no rules.

Spaces are numbered clockwise from the house, 0; forward is clockwise. Children and frogs are counted from 1 in the
notation, in views and in the arguments of phrases. A space's name in a phrase is `@place.house`,
`@place.hiding_place`, `@place.forest_2` or `@place.meadow_7`.
"""

from collections.abc import Sequence
from typing import Any

from ..contract.kernel import HIDDEN, NOBODY, Record
from ..contract.phrases import Phrase, say
from . import board
from .board import AGAIN, BOTH, FROG, HOUSE, NOWHERE, OVER, PICK_UP
from .names import Deed, deed, kind_and_number, move_words, place_name
from .reasons import reasons

__all__ = ["afterwards", "ending", "label", "notation", "reasons", "text", "view", "why"]

PHASES = ("throw", "move", "pick_up", "again", "over")


# Actions ----------------------------------------------------------------------------------------------------


def notation(action: int) -> str:
    """What a player says: child 1 forward 3, load child 2 back 1, magician back 2, frog 4 forward, take, leave,
    throw, stop."""
    done = deed(action)
    if done.kind == "child":
        return f"{'load ' if done.load else ''}child {done.piece + 1} {done.way} {done.steps}"
    if done.kind == "magician":
        return f"magician {done.way} {done.steps}"
    return f"frog {done.piece + 1} {done.way}" if done.kind == "frog" else done.kind


def label(e: Record, s: Record, seat: int, action: int) -> Phrase:
    """What the action's button says. Moves carry `from`, `to`, `path`, `way` and `steps` for the board."""
    done = deed(action)
    if done.kind == "child":
        words = {"child": done.piece + 1, **move_words(e, s.child[seat, done.piece], done)}
        home = words["to"] == HOUSE
        if done.load:
            return Phrase("label.load_home" if home else "label.load", words)
        return Phrase("label.home" if home and s.carries[seat, done.piece] else "label.child", words)
    if done.kind == "magician":
        words = move_words(e, s.magician, done)
        freed = sum(int(space) == words["to"] for space in s.frog)
        return Phrase("label.rescue" if freed else "label.magician", {**words, "n": freed})
    if done.kind == "frog":
        words = {"frog": done.piece + 1, **move_words(e, s.frog[done.piece], done)}
        free = words["to"] in (HOUSE, s.magician)
        return Phrase("label.frog_free" if free else "label.frog", words)
    words = {} if s.lander == HIDDEN else {"child": s.lander + 1}
    return Phrase(f"label.{done.kind}", words)


# The view ---------------------------------------------------------------------------------------------------


def view(e: Record, s: Record, seat: int) -> dict[str, Any]:
    """The table as everybody sees it; who is under a frog is shown to nobody. Lists are by seat.

    - `seats`, `starter`, `turn` (null when it is over), `phase`: move, pick_up, again or over
    - `throw`: `{number, face, steps}`: the number of throws so far, "witch" or "steps", and how far it lets move
    - `arrow`: the space that the witch's arrow points to, or null before the first spin
    - `spaces`: clockwise from the house, `{space, kind, number, crystals, magician, children, frogs}`: kind is
      house, forest, hiding_place or meadow, number counts within the forest and the meadow (else 0), magician is
      true where he stands, children are `{seat, child, crystal}`, frogs are numbers
    - `players`: per seat `{crystals, children}`: crystals brought home, and for each child `{child, space,
      crystal, bewitched}` with space null while it is bewitched
    - `frogs`: `{frog, space}` for each frog; a frog keeps its number until it turns back
    - `magician`: his space; `lander`: the child (from 1) that may pick a crystal up in the phase pick_up, or null
    - `crystals_to_win`, `frogs_hop` ("home" or "both"), `throws_left` (null without a limit)
    """
    seats, spaces = range(s.seats), range(int(board.ring(e)))
    children, frogs = _by_space(e, s, len(spaces))
    return {
        "seats": len(seats),
        "starter": s.starter,
        "turn": None if s.turn == NOBODY else s.turn,
        "phase": PHASES[s.phase],
        "throw": {
            "number": s.throws,
            "face": "witch" if s.witch else "steps",
            "steps": s.points,
        },
        "arrow": None if s.arrow == NOWHERE else s.arrow,
        "spaces": [_space(e, s, space, children[space], frogs[space]) for space in spaces],
        "players": [
            {"crystals": s.brought[i], "children": [_child(s, i, c) for c in range(e.children)]} for i in seats
        ],
        "frogs": [{"frog": t + 1, "space": int(at)} for t, at in enumerate(s.frog) if at != NOWHERE],
        "magician": s.magician,
        "lander": None if s.lander == HIDDEN else s.lander + 1,
        "crystals_to_win": int(board.target(e)),
        "frogs_hop": "both" if e.frogs == BOTH else "home",
        "throws_left": max(0, e.turn_limit - s.throws) if e.turn_limit else None,
    }


def _by_space(e: Record, s: Record, spaces: int) -> tuple[list[list[dict[str, Any]]], list[list[int]]]:
    """The children and the frogs on each space."""
    children: list[list[dict[str, Any]]] = [[] for _ in range(spaces)]
    frogs: list[list[int]] = [[] for _ in range(spaces)]
    where, carries = s.child.tolist(), s.carries.tolist()
    for i in range(s.seats):
        for c in range(e.children):
            if where[i][c] >= 0:  # else a frog
                child = {"seat": i, "child": c + 1, "crystal": bool(carries[i][c])}
                children[where[i][c]].append(child)
    for t, at in enumerate(s.frog.tolist()):
        if at != NOWHERE:
            frogs[at].append(t + 1)
    return children, frogs


def _space(e: Record, s: Record, space: int, here: list[dict[str, Any]], frogs: list[int]) -> dict[str, Any]:
    kind, number = kind_and_number(e.forest, space)
    return {
        "space": space,
        "kind": kind,
        "number": number,
        "crystals": s.loose[space],
        "magician": s.magician == space,
        "children": here,
        "frogs": frogs,
    }


def _child(s: Record, seat: int, i: int) -> dict[str, Any]:
    bewitched = s.child[seat, i] == FROG
    return {
        "child": i + 1,
        "space": None if bewitched else s.child[seat, i],
        "crystal": bool(s.carries[seat, i]),
        "bewitched": bewitched,
    }


# Why an action is not legal ---------------------------------------------------------------------------------


def why(e: Record, s: Record, seat: int, action: int) -> tuple[str, Phrase]:
    """The number of the rule that forbids the action now, and a sentence."""
    done = deed(action)
    if s.phase == OVER:
        return "R37", Phrase("why.over")
    if seat != s.turn:
        return "R6", Phrase("why.turn", {"whom": s.turn})
    if s.phase == PICK_UP:
        return "R22", Phrase("why.pick_up", {"child": s.lander + 1})
    if s.phase == AGAIN:
        return "R36", Phrase("why.again")
    if done.kind in ("take", "leave"):
        return "R22", Phrase("why.no_landing")
    if done.kind == "throw":
        return "R36", Phrase("why.no_rescue")
    if done.kind == "stop":
        return "A13", Phrase("why.must_move")
    if done.kind == "child":
        return _why_not_child(e, s, seat, done)
    if done.kind == "magician":
        return _why_not_there(e, s, done, s.magician, "R32", "why.magician")
    return _why_not_frog(e, s, done)


def _why_not_child(e: Record, s: Record, seat: int, done: Deed) -> tuple[str, Phrase]:
    words = {"child": done.piece + 1, "n": e.children}
    if done.piece >= e.children:
        return "R3", Phrase("why.no_child", words)
    space = s.child[seat, done.piece]
    if space == FROG:
        return "R27", Phrase("why.bewitched", words)
    if done.load and s.carries[seat, done.piece]:
        return "R19", Phrase("why.one_crystal", words)
    if done.load and s.loose[space] == 0:
        return "R23", Phrase("why.no_crystal", words)
    if done.load or s.carries[seat, done.piece]:
        return _why_not_there(e, s, done, space, "R20", "why.dust")
    return _why_not_there(e, s, done, space, "R13", "why.one_way")


def _why_not_there(e: Record, s: Record, done: Deed, start: int, rule: str, barred: str) -> tuple[str, Phrase]:
    """Too far, into spaces where the piece may not go, or not far enough."""
    words = {"n": s.points, **move_words(e, start, done)}
    if done.steps > s.points:
        return "R15", Phrase("why.too_far", words)
    kinds = [kind_and_number(e.forest, space)[0] for space in (start, *words["path"])]
    if done.back and "forest" in kinds and done.kind == "child":
        return "R13", Phrase("why.one_way", words)
    if done.kind == "magician" and "hiding_place" in kinds[1:]:
        return rule, Phrase(barred, words)
    if "forest" in kinds[1:] and rule != "R13":
        return rule, Phrase(barred, words)
    return "R15", Phrase("why.all_points", words)


def _why_not_frog(e: Record, s: Record, done: Deed) -> tuple[str, Phrase]:
    words = {"frog": done.piece + 1}
    if s.frog[done.piece] == NOWHERE:
        return "R28", Phrase("why.no_frog", words)
    if e.frogs == BOTH:
        return "R13", Phrase("why.frog_one_way", words)
    return "A24", Phrase("why.frog_home", words)


# What may be read later, and the end ------------------------------------------------------------------------

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


# The table as text ------------------------------------------------------------------------------------------


def text(e: Record, s: Record, seat: int, names: Sequence[str]) -> str:
    """The table for a terminal: the throw, the players, then the ring, one space to a line."""
    from . import GAME

    def said(key: str, **args: Any) -> str:
        return say(GAME.catalogue, Phrase(key, args), names, None if seat == NOBODY else seat)

    table = view(e, s, seat)
    lines = [said("text.aim", n=table["crystals_to_win"])]
    for i, player in enumerate(table["players"]):
        sign = "▸" if i == table["turn"] else " "
        frogs = sum(child["bewitched"] for child in player["children"])
        crystals = said("text.seat", who=i, letter=chr(ord("A") + i), n=player["crystals"])
        lines.append(f"{sign} {crystals}" + (said("text.bewitched", n=frogs) if frogs else ""))
    lines.append("")
    for space in table["spaces"]:
        arrow = "➤" if space["space"] == table["arrow"] else " "
        name = said("text.place", place=place_name(e, space["space"]))
        lines.append(f"{arrow} {name:<18}{'  '.join(_things(said, space))}".rstrip())
    if table["phase"] in ("move", "pick_up", "again"):
        face = f"text.{table['throw']['face']}"
        lines += ["", said(face, who=table["turn"], n=table["throw"]["steps"])]
    return "\n".join(lines)


def _things(said: Any, space: dict[str, Any]) -> list[str]:
    things = [said("text.magician")] if space["magician"] else []
    for child in space["children"]:
        letter = chr(ord("A") + child["seat"])
        things.append(f"{letter}{child['child']}{'◆' if child['crystal'] else ''}")
    things += [said("text.frog", frog=frog) for frog in space["frogs"]]
    if space["crystals"]:
        things.append(said("text.crystals", n=space["crystals"]))
    return things
