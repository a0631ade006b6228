"""What an observation of Papageno holds; `knowledge.observe` fills it in."""

from ..contract.layout import ANY, Each, Layout, Part
from .cards import KINDS, PLACES, SEATS
from .position import OVER

LAYOUT = Layout(
    Each(
        "seat",
        SEATS,
        "the seats clockwise, the observer first; zeros where nobody sits",
        Part(
            "wire", (PLACES, KINDS + 1),
            "for each place of the wire, two rows of three, what lies there, one-hot: face down, the birds of weight"
            " -2 to 9, Capture, Pan flute, Egg",
            0, 1, ("area", "seats"),
        ),
        Part("wins", (), "rounds won, as a share of those needed", 0, ANY, ("wins", "seats"), ("rounds_to_win",)),
        Part("active", (), "1 for the player on turn", 0, 1, ("active", "seats")),
    ),
    Part(
        "held", (KINDS + 1,),
        "the card in the hand of the player on turn, one-hot: none or not known to the observer, then the kinds",
        0, 1, ("held", "turn", "origin"),
    ),
    Part("top", (KINDS + 1,), "the top of the discard pile, one-hot: none, then the kinds", 0, 1, ("top",)),
    Part(
        "phase", (OVER + 1,),
        "the phase, one-hot: turn up, take, place a drawn card, place a taken card, swap, choose for an Egg, over",
        0, 1, ("phase",),
    ),
    Part("pile", (), "cards in the draw pile, divided by 50", 0, 2.56, ("pile_left",)),
    Part(
        "unseen", (KINDS,), "for each kind, the cards that the observer has not seen, divided by 4",
        0, 32, ("dealt", "pile", "turn", "origin", "lone", "held"),
    ),
)  # fmt: skip
OBSERVATION = LAYOUT.size
PER_SEAT = LAYOUT.step("seat")
AT_WIRE, AT_WINS, AT_ACTIVE = LAYOUT.at("wire"), LAYOUT.at("wins"), LAYOUT.at("active")
AT_HELD, AT_TOP, AT_PHASE = LAYOUT.at("held"), LAYOUT.at("top"), LAYOUT.at("phase")
AT_PILE, AT_UNSEEN = LAYOUT.at("pile"), LAYOUT.at("unseen")
