"""What a seat may know in Mago Magino.

Everything is open except one thing: who is under a frog (R27). Nobody is told, not even the owner. Anybody who watched
the spin and followed the frog knows, so it is a matter of memory and not of chance; `memory.py` remembers for a bot.
`imagine` keeps owners that a memory has filled in. Children that became frogs with the last action (`struck`) are known
to everybody at that moment, so a concealed record has them until the next action. No view or observation shows them.
"""

from ..contract.kernel import HIDDEN, NOBODY, Array, Record, below, clockwise
from .board import FROG, NOWHERE, PIECES, SPACES, target
from .layout import (
    AT_ARROW,
    AT_BEWITCHED,
    AT_BROUGHT,
    AT_CARRIES,
    AT_FROG,
    AT_LANDER,
    AT_LOOSE,
    AT_MAGICIAN,
    AT_PHASE,
    AT_SPACE,
    AT_STEPS,
    AT_TURN,
    AT_WITCH,
    OBSERVATION,
    PER_CHILD,
    PER_SEAT,
)


def conceal(e: Record, s: Record, seat: int) -> None:
    for i in range(4):
        s.rng[i] = 0
    for token in range(PIECES):  # R27, A34
        if s.struck[token] == 0:
            s.whose[token] = NOBODY
            s.which[token] = HIDDEN


def imagine(e: Record, s: Record, seat: int) -> None:
    for token in range(PIECES):
        if s.frog[token] != NOWHERE and s.whose[token] == NOBODY:
            put_somebody_under(e, s, token)


def put_somebody_under(e: Record, s: Record, token: int) -> None:
    """One of the bewitched children that are under no frog yet, each equally likely."""
    left = 0
    for other in range(PIECES):
        if s.frog[other] != NOWHERE and s.whose[other] == NOBODY:
            left += 1
    skip = below(s, left)
    for j in range(s.seats):
        owner = clockwise(s, s.starter, j)
        for i in range(e.children):
            if s.child[owner, i] == FROG and frog_of(s, owner, i) == HIDDEN:
                if skip == 0:
                    s.whose[token] = owner
                    s.which[token] = i
                    return
                skip -= 1


def frog_of(s: Record, seat: int, i: int) -> int:
    """The frog under which a child is known to be, or HIDDEN."""
    for token in range(PIECES):
        if s.whose[token] == seat and s.which[token] == i:
            return token
    return HIDDEN


def reveals(e: Record, s: Record, t: Record, seat: int, action: int, viewer: int) -> int:
    """Who was under a frog that turns back, unless everybody has just seen it bewitched."""
    for token in range(PIECES):
        if s.frog[token] != NOWHERE and t.frog[token] == NOWHERE and s.whose[token] == NOBODY:
            return 1
    return 0


def witness(e: Record, s: Record, seat: int, action: int, viewer: int) -> int:
    return action


def observe(e: Record, s: Record, seat: int, out: Array) -> None:
    for i in range(OBSERVATION):
        out[i] = 0.0
    for j in range(s.seats):
        observe_seat(e, s, clockwise(s, seat, j), out, j * PER_SEAT)
    for token in range(PIECES):
        if s.frog[token] != NOWHERE:
            out[AT_FROG + SPACES * token + s.frog[token]] = 1.0
    for space in range(SPACES):
        out[AT_LOOSE + space] = s.loose[space] / e.crystals
    out[AT_MAGICIAN + s.magician] = 1.0
    if s.arrow != NOWHERE:
        out[AT_ARROW + s.arrow] = 1.0
    out[AT_STEPS + s.points - 1] = 1.0
    out[AT_WITCH] = s.witch
    out[AT_PHASE + s.phase] = 1.0
    if s.lander != HIDDEN:
        out[AT_LANDER + s.lander] = 1.0


def observe_seat(e: Record, s: Record, seat: int, out: Array, at: int) -> None:
    out[at + AT_BROUGHT] = s.brought[seat] / target(e)
    out[at + AT_TURN] = 1.0 if s.turn == seat else 0.0
    for i in range(e.children):
        if s.child[seat, i] == FROG:
            out[at + AT_BEWITCHED] = 1.0
        else:
            out[at + AT_SPACE + s.child[seat, i]] = 1.0
        out[at + AT_CARRIES] = s.carries[seat, i]
        at += PER_CHILD
