"""What a seat may know in Mago Magino.

Everything lies open but one thing: who is under a frog (R27). Nobody is told, the owner included. Whoever watched the
spin and followed the frog knows it all the same, so it is a matter of memory and not of chance; `memory.py` remembers
for a bot. A record in which a memory has filled in owners stays as it is when it is imagined. Children that turned over
with the last action (`struck`) are known in that moment, to all who are there: so a concealed record keeps them until
the next action. No view shows them, and no learner is given them.

Observation, seats counted from the observer: for each seat its crystals, whether it is on turn, and for each child its
space (one-hot), whether it is a frog and whether it carries; then the space of each frog (one-hot); the crystals, the
magician and the arrow by space; the steps of the throw (one-hot), whether it is the witch, the phase, and which child
has landed.
"""

from ..contract.kernel import HIDDEN, NOBODY, Array, Record, below, clockwise
from .board import CHILDREN, FROG, NOWHERE, OVER, PIECES, SEATS, SPACES, STEPS, target

PER_CHILD = SPACES + 2
PER_SEAT = 2 + CHILDREN * PER_CHILD
OBSERVATION = SEATS * PER_SEAT + PIECES * SPACES + 3 * SPACES + STEPS + 1 + (OVER + 1) + CHILDREN


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


def witness(e: Record, s: Record, seat: int, action: int, viewer: int) -> int:
    return action


def observe(e: Record, s: Record, seat: int, out: Array) -> None:
    for i in range(OBSERVATION):
        out[i] = 0.0
    for j in range(s.seats):
        observe_seat(e, s, clockwise(s, seat, j), out, j * PER_SEAT)
    at = SEATS * PER_SEAT
    for token in range(PIECES):
        if s.frog[token] != NOWHERE:
            out[at + s.frog[token]] = 1.0
        at += SPACES
    for space in range(SPACES):
        out[at + space] = s.loose[space] / e.crystals
    at += SPACES
    out[at + s.magician] = 1.0
    at += SPACES
    if s.arrow != NOWHERE:
        out[at + s.arrow] = 1.0
    at += SPACES
    out[at + s.points - 1] = 1.0
    out[at + STEPS] = s.witch
    at += STEPS + 1
    out[at + s.phase] = 1.0
    at += OVER + 1
    if s.lander != HIDDEN:
        out[at + s.lander] = 1.0


def observe_seat(e: Record, s: Record, seat: int, out: Array, at: int) -> None:
    out[at] = s.brought[seat] / target(e)
    out[at + 1] = 1.0 if s.turn == seat else 0.0
    at += 2
    for i in range(e.children):
        if s.child[seat, i] == FROG:
            out[at + SPACES] = 1.0
        else:
            out[at + s.child[seat, i]] = 1.0
        out[at + SPACES + 1] = s.carries[seat, i]
        at += PER_CHILD
