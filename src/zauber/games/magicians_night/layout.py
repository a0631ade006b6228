"""What an observation of Magicians' Night holds; `knowledge.observe` fills it in.

A place is three numbers: x and y from the middle of the plate, divided by half its diameter, and 1; or three zeros for
a piece that is not on the plate or not seen.
"""

from ..contract.layout import Layout, Part
from .rules import OVER
from .table import RING, SEATS, SYMBOLS

PLACE = 3
SEEN = ("x", "y", "here")
ORDER = ("seats", "symbol")
DARK = ("phase",)
FELT = 4  # degrees of resistance

LAYOUT = Layout(
    Part(
        "magicians", (SYMBOLS, PLACE),
        "places of the magicians: the observer's, the other seats' clockwise, then those that nobody plays",
        -2, 2, (*SEEN, *ORDER), ("plate",),
    ),
    Part(
        "cauldrons", (SYMBOLS, RING // SYMBOLS, PLACE), "places of the cauldrons, three of each symbol, in that order",
        -2, 2, (*SEEN, *ORDER), ("plate",),
    ),
    Part("fire", (PLACE,), "the place of the fire", -2, 2, SEEN, ("plate",)),
    Part("trees", (RING, PLACE), "places of the trees; zeros in the dark", -2, 2, (*SEEN, *DARK), ("plate", "light")),
    Part(
        "inner_discs", (RING, PLACE), "places of the inner small discs; zeros in the dark",
        -2, 2, (*SEEN, *DARK), ("plate", "light"),
    ),
    Part(
        "big_discs", (RING, PLACE), "places of the big discs; zeros in the dark",
        -2, 2, (*SEEN, *DARK), ("plate", "light"),
    ),
    Part(
        "outer_discs", (RING, PLACE), "places of the outer small discs; zeros in the dark",
        -2, 2, (*SEEN, *DARK), ("plate", "light"),
    ),
    Part(
        "phase", (OVER + 1,), "the phase, one-hot: choose, begin, entered, pushing, offer of a draw, over",
        0, 1, ("phase",),
    ),
    Part("on_turn", (SEATS,), "who is to act, one-hot, counted clockwise from the observer", 0, 1, ("turn", "seats")),
    Part("out", (SEATS,), "1 for each seat that is out, counted likewise", 0, 1, ("out", "seats")),
    Part(
        "felt", (FELT,), "the resistance that the observer felt in the last stroke, one-hot from none to firm",
        0, 1, ("felt", "active"),
    ),
    Part("taken", (SYMBOLS,), "1 for each symbol that somebody plays: sun, moon, lightning, star", 0, 1, ORDER),
    Part("lost", (), "trees and discs that have fallen, as a share of all 48", 0, 1, ("lost",)),
)  # fmt: skip
OBSERVATION = LAYOUT.size
AT_MAGICIANS, AT_CAULDRONS = LAYOUT.at("magicians"), LAYOUT.at("cauldrons")
AT_FIRE, AT_TREES, AT_PHASE = LAYOUT.at("fire"), LAYOUT.at("trees"), LAYOUT.at("phase")
AT_TURN, AT_OUT, AT_FELT = LAYOUT.at("on_turn"), LAYOUT.at("out"), LAYOUT.at("felt")
AT_TAKEN, AT_LOST = LAYOUT.at("taken"), LAYOUT.at("lost")
