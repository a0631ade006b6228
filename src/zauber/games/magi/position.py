"""A position of Magi: the records, the names of their values, and the numbers of the actions.

A turn has four phases (R15): MAGIC, DRAWING, MAIN, CLOSING; DRAWN is the main phase after a card was drawn. A
card that asks for choices interrupts it: the three sections of Original, a colour for Select, a target for
Shot. The table stops only for a decision (A60), so nobody ever finds it in DRAWING, and in MAGIC only while a
DRAWCOUNT lies there: without one, a ✦ card can as well be played in the main phase (A14).
"""

import numpy as np

from ..contract.kernel import RNG, record
from .cards import COLOURS, FACES, GROUP, GROUPS, KINDS, POWERS, SEATS

MAGIC, DRAWING, MAIN, DRAWN, SECTION_1, SECTION_2, SECTION_3, COLOUR, TARGET, CLOSING, OVER = range(11)
LOT, SEAT_A = range(2)  # A8: who begins the first round
PASS_ALONE, ASK = range(2)  # A60: whether a step without a choice is automatic
BUTTON, AUTOMATIC = range(2)  # A31: who says "Magi!"
NEEDED, AT_ONCE = range(2)  # A52: when the empty talon is rebuilt

TAKE, DRAW, PASS, SAY, SILENT, NAME, FIRST, SECOND, THIRD, SHOOT, CATCH = 58, 59, 60, 61, 62, 63, 66, 68, 72, 76, 84
FIRST_ANSWER = np.array([FIRST, SECOND, THIRD, NAME])  # in SECTION_1 to COLOUR
ANSWERS = np.array([2, 4, 4, COLOURS])
ACTIONS = CATCH + SEATS
MOST_MOVES = ACTIONS

Edition = record(
    [
        ("turn_limit", "i4"),
        ("copies", "i1", (KINDS,)),
        ("points", "i1", (FACES,)),
        ("star", "i1", (POWERS,)),
        ("abilities", "i2", (POWERS,)),
        ("draw", "i1", (POWERS,)),
        ("hand_size", "i1"),
        ("target", "i2"),
        ("sceptres", "i1"),
        ("zero_marker", "i1"),
        ("calling", "i1"),
        ("rebuild", "i1"),
        ("forced_steps", "i1"),
        ("first", "i1"),
    ]
)

State = record(
    [
        ("held", "i8", (SEATS,)),  # the set of kinds in each hand
        RNG,
        ("turns", "i4"),  # begun in this match
        ("first_turn", "i4"),  # how many had been begun before this round
        ("score", "i2", (SEATS,)),  # minus points of all rounds counted
        ("last", "i2", (SEATS,)),  # of the round just counted
        ("rounds", "i2"),  # begun
        ("drawcount", "i2"),  # A6: the sum to draw
        ("marked", "i1"),  # whether there is a DRAWCOUNT; it may be 0 (A7 b)
        ("seats", "i1"),
        ("turn", "i1"),
        ("phase", "i1"),
        ("starter", "i1"),
        ("direction", "i1"),  # 1 clockwise, -1 the other way
        ("follows", "i1"),  # the seat with the next turn by Shot or Again; NOBODY for the neighbour
        ("section", "i1", (3,)),  # what was chosen for the Original on top, as actions; 0 before and after
        ("top", "i1"),
        ("colour", "i1"),  # the colour for the next card: the top card's, the named one, or ANY
        ("silences", "i1"),  # how many are silent
        ("silent", "i1", (SEATS,)),  # R24: may be caught
        ("drawn", "i1", (SEATS,)),  # the kind that each seat drew last in this round, for its owner; or NOTHING
        ("cards", "i1", (SEATS,)),  # how many in hand
        ("olds", "i1", (SEATS,)),  # how many of those have been held since the talon was last rebuilt
        ("talon_left", "i1"),
        ("pile_left", "i1"),  # played cards under the top one
        ("rebuilt", "i1"),  # whether the talon was rebuilt in this round
        ("talon", "i1", (GROUP * GROUPS,)),  # by kind; the rest stays empty
        ("heap", "i1", (GROUPS,)),  # the talon's cards by groups of kinds
        ("pile", "i1", (KINDS,)),
        ("past", "i1", (KINDS,)),  # old cards in hands that are concealed; zeros in a complete record
        ("hand", "i1", (SEATS, KINDS)),
        ("old", "i1", (SEATS, KINDS)),  # the part of each hand held since the talon was last rebuilt
        ("shown", "i1", (SEATS, KINDS)),  # the hands as counted in the previous round
    ]
)
SINCE = {"drawn": 2}  # the version of the rules that brought a field
