"""A position of The Magic Flute: the record, the names of its values, and the numbers of the actions.

The draw pile is a list whose order means nothing: a card is drawn from a random place of it. Hands are kept in
ascending order.

What can be known about a hidden card is how long it has been held (`age`: how often the pile has been rebuilt since).
When the pile runs out, all cards except those in the two hands lie open, so each player then knows the other's hand: a
card with an age is known to the other player until it is played. A player who had to discard under Silence held only
cards that Silence forbids (`music`). Hands are held as fans, so everybody sees which card leaves them.
"""

from ..contract.kernel import NOBODY, RNG, Record, record
from .deck import CARDS, TRIALS

SEATS = 2
SUN, MOON = range(2)
NO_TRIAL = -1
NO_CARD = -1
PLAY, SECOND, CHAIN, CHOOSE, DISCARD, OVER = range(6)
NOT_OVER, BY_PAMINA, BY_POWER, BY_BOTH, BY_LIMIT = range(5)  # how a match ended
FACE_UP, OLDEST = -1, 60  # `age` of a card that lies open; the highest age kept

FIRST_SEAT, SECOND_SEAT, LOT = range(3)  # R5: who is Sarastro
ANY_EFFECT, ONLY_REMOVE = range(2)  # A9
FORWARD, EITHER_WAY = range(2)  # A12
SWAPPED, SPARED = range(2)  # A13
ACTIVE_WINS, DRAWN = range(2)  # A23

PLAY_CARD, DISCARD_CARD, CHOOSE_EFFECT, STOP, DONE = 0, 72, 144, 162, 163
ACTIONS = 164
MOST_MOVES = CARDS + 1

State = record(
    [
        RNG,
        ("turns", "i4"),  # turns completed
        ("seats", "i1"),
        ("turn", "i1"),  # the seat that the table waits for
        ("phase", "i1"),
        ("starter", "i1"),
        ("sarastro", "i1"),  # the seat of the sun
        ("winner", "i1"),
        ("reason", "i1"),  # how the match ended
        ("symbol", "i1", (2,)),  # sun and moon: steps from home
        ("pamina", "i1"),  # 0 the Tower, -steps the Temple, +steps the Castle
        ("card", "i1"),  # the card last played in this turn, or NO_CARD
        ("trial", "i1"),  # in effect, or NO_TRIAL
        ("unseen", "i1", (TRIALS,)),  # Trials that nobody has seen: they lie on top, in no order
        ("unseen_left", "i1"),
        ("queue", "i1", (2 * TRIALS,)),  # Trials put to the bottom, the uppermost first
        ("queued", "i1"),
        ("pile_left", "i1"),
        ("discards", "i1"),
        ("held", "i1", (SEATS,)),
        ("hand", "i1", (SEATS, CARDS)),
        ("pile", "i1", (CARDS,)),
        ("discard", "i1", (CARDS,)),
        ("age", "i1", (CARDS,)),  # how many rebuildings of the pile a card has been held, or FACE_UP
        ("music", "i1", (CARDS,)),  # 1 for a card in hand that everybody knows to be forbidden by Silence
    ]
)


def role(s: Record, seat: int) -> int:
    """R1: SUN for Sarastro's seat, MOON for the Queen's."""
    return SUN if seat == s.sarastro else MOON


def owner(s: Record, symbol: int) -> int:
    """R1: the seat whose symbol this is."""
    return s.sarastro if symbol == SUN else 1 - s.sarastro


def finish(s: Record, winner: int, reason: int) -> None:
    s.winner = winner
    s.reason = reason
    s.phase = OVER
    s.turn = NOBODY
