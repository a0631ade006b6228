"""A Cupful of Stars in words."""

from collections.abc import Sequence
from typing import Any

from zauber.games.contract.kernel import NOBODY, Record
from zauber.games.contract.phrases import Phrase
from zauber.games.contract.views import area, piece

from .rules import DOUBT, FACES, OVER, RAISE, RAISING, SHOW, dice_in_play, under_the_cup

PHASES = ("claiming", "raising", "over")


def notation(action: int) -> str:
    """“doubt”, “raise 3”, “show 5”."""
    if action == DOUBT:
        return "doubt"
    return f"raise {action - RAISE + 1}" if action < SHOW else f"show {action - SHOW + 1}"


def label(e: Record, s: Record, seat: int, action: int) -> Phrase:
    """The text of a button."""
    if action == DOUBT:
        return Phrase("label.doubt", {"stars": s.claim})
    if action < SHOW:
        return Phrase("label.raise", {"stars": s.claim + action - RAISE + 1})
    return Phrase("label.show", {"n": action - SHOW + 1})


def view(e: Record, s: Record, seat: int) -> dict[str, Any]:
    """`phase`, `turn`, `claim`, `claimer` (a seat, or None); `dice`, how many each seat has; `doubt`, the last one
    (None, or `claimed`, `stars`, `doubter` and `loser`); and `tableau`, which the house draws."""
    return {
        "phase": PHASES[s.phase],
        "turn": s.turn,
        "claim": s.claim,
        "claimer": _seat(s.claimer),
        "dice": [s.dice[i] for i in range(s.seats)],
        "doubt": _last_doubt(s),
        "tableau": [_sky(s), *(_cup(s, other, seat) for other in range(s.seats))],
    }


def _seat(value: Any) -> int | None:
    return None if value == NOBODY else int(value)


def _faces(counts: Any) -> list[int]:
    return [face + 1 for face in range(FACES) for _ in range(int(counts[face]))]


def _stars(s: Record) -> int:
    return sum(sum(_faces(s.lifted[seat])) for seat in range(s.seats))


def _last_doubt(s: Record) -> dict[str, Any] | None:
    if s.doubter == NOBODY:
        return None
    return {"claimed": s.claimed, "stars": _stars(s), "doubter": s.doubter, "loser": s.loser}


def _sky(s: Record) -> dict[str, Any]:
    if s.phase != OVER:
        return area(Phrase("area.sky", {"n": int(dice_in_play(s))}), [piece(s.claim, "token", marked=True)])
    dice = [piece(face, "die") for seat in range(s.seats) for face in _faces(s.lifted[seat])]
    return area(Phrase("area.lifted", {"stars": _stars(s)}), dice)


def _cup(s: Record, owner: int, viewer: int) -> dict[str, Any]:
    dice = [piece(face, "die", marked=True) for face in _faces(s.shown[owner])]
    if owner == viewer:
        dice += [piece(face, "die", action=SHOW + face - 1) for face in _faces(s.hidden[owner])]
    elif s.phase != OVER:
        dice += [piece(None, "die") for _ in range(under_the_cup(s, owner))]
    return area(Phrase("area.cup" if s.dice[owner] > 0 else "area.out"), dice, owner)


def tell(e: Record, before: Record, after: Record, seat: int, action: int, viewer: int) -> list[Phrase]:
    """What happened."""
    if action == DOUBT:
        return _tell_doubt(before, after, seat)
    if action < SHOW:
        return [Phrase("tell.raise", {"who": seat, "stars": after.claim})]
    return [Phrase("tell.show", {"who": seat, "n": action - SHOW + 1})]


def _tell_doubt(before: Record, after: Record, seat: int) -> list[Phrase]:
    loser = after.loser
    phrases = [
        Phrase("tell.doubt", {"who": seat, "stars": before.claim}),
        Phrase("tell.sky", {"n": _stars(after)}),
        Phrase("tell.loses", {"who": loser}),
    ]
    if after.dice[loser] == 0:
        phrases.append(Phrase("tell.out", {"who": loser}))
    if after.turn != NOBODY:
        phrases.append(Phrase("tell.round", {"who": after.turn, "stars": after.claim}))
    return phrases


def why(e: Record, s: Record, seat: int, action: int) -> tuple[str, Phrase]:
    """Why an action is not legal."""
    if s.turn == NOBODY:
        return "R8", Phrase("why.over")
    if seat != s.turn:
        return "R3", Phrase("why.turn", {"whom": s.turn})
    if s.phase == RAISING:
        return "R4", Phrase("why.raise")
    if action == DOUBT:
        return "R5", Phrase("why.no_claim")
    if action < SHOW or s.claim == FACES * dice_in_play(s):
        return "R3", Phrase("why.too_high", {"n": FACES * int(dice_in_play(s))})
    if under_the_cup(s, seat) < 2:
        return "R4", Phrase("why.last_die")
    return "R4", Phrase("why.no_such_die", {"n": action - SHOW + 1})


def ending(e: Record, s: Record) -> Phrase:
    """Who won."""
    return Phrase("ending", {"who": next(seat for seat in range(s.seats) if s.dice[seat] > 0)})


def text(e: Record, s: Record, seat: int, names: Sequence[str]) -> str:
    """The table as text."""
    lines = [f"The claim: {s.claim} stars of {int(dice_in_play(s))} dice"]
    for other in range(s.seats):
        dice = [f"[{face}]" for face in _faces(s.shown[other])]
        if other == seat:
            dice += [f" {face} " for face in _faces(s.hidden[other])]
        elif s.phase != OVER:
            dice += [" ? "] * under_the_cup(s, other)
        lines.append(f"{'>' if other == s.turn else ' '} {names[other]}: {' '.join(dice) or 'out'}")
    return "\n".join(lines)
