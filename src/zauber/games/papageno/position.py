"""A position of Papageno: the record, the names of its values, and the numbers of the actions.

A wire is six places, two rows of three:  0 1 2 / 3 4 5.  Face-down cards have no face until they are turned up
(HIDDEN): they are drawn from the bag `dealt`, which the draw pile shares until it is rebuilt from the discards; after
that the pile has its own bag.
"""

from ..contract.kernel import RNG, record
from .cards import KINDS, PLACES, SEATS

ROW = 3
REVEAL, TAKE, PLACE_DRAWN, PLACE_TAKEN, SWAP_CARDS, CHOOSE_EGG, OVER = range(7)
AT_ONCE, KEEP_TOP, ALL = range(3)  # A28: when and how the draw pile is rebuilt
OWNER, BEST = range(2)  # A20: who chooses for an Egg
NOT_DRAWN, FROM_DEALT, FROM_PILE, LAST_OF_PILE = range(4)  # where the card in hand was drawn
UNDECIDED, LEFT, RIGHT = range(3)
SECRET = 6  # in a concealed record: a seat has chosen, but not known which place

TURN_UP, DRAW, TAKE_TOP, PLACE, DISCARD, LEAVE, EGG_SIDE, SWAP = 0, 6, 7, 8, 14, 15, 16, 20
ACTIONS = SWAP + PLACES * SEATS * PLACES
MOST_MOVES = ACTIONS

State = record(
    [
        RNG,
        ("turns", "i4"),  # turns begun in this round
        ("score", "i2", (SEATS,)),  # of the round just counted
        ("rounds", "i1"),  # rounds begun
        ("seats", "i1"),
        ("turn", "i1"),  # the seat that the table waits for
        ("phase", "i1"),
        ("active", "i1"),  # the player on turn
        ("starter", "i1"),  # of this round
        ("wins", "i1", (SEATS,)),
        ("area", "i1", (SEATS, PLACES)),  # kind, or HIDDEN while face down
        ("down", "i1", (SEATS,)),  # how many are face down
        ("complete", "i1"),  # how many wires are all face up
        ("chosen", "i1", (SEATS,)),  # R5: the place a seat turns up, HIDDEN before it has chosen
        ("held", "i1"),  # the card in the hand of the player on turn, or HIDDEN
        ("origin", "i1"),  # where that card was drawn
        ("lone", "i1"),  # that card, if it was the last of a rebuilt pile: players who remember the discards know it
        ("spot", "i1"),  # where the card of this turn was placed
        ("egg", "i1", (SEATS, 2)),  # a row's middle Egg: UNDECIDED, LEFT or RIGHT
        ("top", "i1"),  # the top of the discard pile, or HIDDEN when there is none
        ("discarded", "i1"),  # the last discard; unlike `top` it survives the end of the round
        ("rebuilt", "i1"),  # whether the pile has a bag of its own
        ("pile_left", "i1"),  # cards in the draw pile
        ("dealt_left", "i1"),  # cards in the bag `dealt`
        ("discards", "i1"),  # cards in the discard pile
        ("dealt", "i1", (KINDS,)),
        ("pile", "i1", (KINDS,)),
        ("discard", "i1", (KINDS,)),
        ("shown", "i1", (SEATS, PLACES)),  # the wires as counted in the previous round
        ("sides", "i2", (SEATS, 2)),  # the sides that their middle Eggs took; i2 keeps the padding, which digests count
    ]
)
SINCE = {"sides": 2}  # it follows from the actions: records of version 1, which has the same rules, do without it
