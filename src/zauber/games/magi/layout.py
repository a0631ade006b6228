"""What an observation of Magi holds; `knowledge.observe` fills it in."""

from ..contract.layout import ANY, Each, Layout, Part
from .cards import ANY as ANY_COLOUR
from .cards import KINDS, SEATS
from .position import FIRST, OVER, THIRD

SECTIONS = THIRD + 4 - FIRST  # the choices of all three sections of Original

LAYOUT = Layout(
    Each(
        "seat",
        SEATS,
        "the seats clockwise, the observer first; zeros where nobody sits",
        Part("present", (), "1 where somebody sits", 0, 1, ("seats",)),
        Part("cards", (), "cards in hand, divided by 10", 0, 12.8, ("cards", "seats")),
        Part(
            "old_cards", (), "how many of them have been held since the talon was last rebuilt, divided by 10",
            0, 12.8, ("olds", "seats"),
        ),
        Part("score", (), "minus points, as a share of those that end the match", 0, ANY, ("score", "seats"),
             ("target",)),
        Part("on_turn", (), "1 for the seat to act", 0, 1, ("turn", "seats")),
        Part("silent", (), "1 for a seat that kept silent and may be caught", 0, 1, ("silent", "seats")),
        Part("starter", (), "1 for the start player of the round", 0, 1, ("starter", "seats")),
        Part("follows", (), "1 for the seat that has the next turn by Shot or Again", 0, 1, ("follows", "seats")),
    ),
    Part("hand", (KINDS,), "for each kind, the cards in the observer's hand, divided by 3", 0, ANY, ("hand", "held")),
    Part("top", (KINDS,), "the top card, one-hot", 0, 1, ("top",)),
    Part(
        "unseen", (KINDS,), "for each kind, the cards that the observer has not seen, divided by 3",
        0, ANY, ("hand", "pile", "top"), ("copies",),
    ),
    Part(
        "unseen_old", (KINDS,),
        "how many of those the others have held since the talon was last rebuilt, divided by 3; zeros before that",
        0, ANY, ("rebuilt", "past"),
    ),
    Part(
        "colour", (ANY_COLOUR + 1,), "the colour that binds the next card, one-hot: red, blue, yellow, any",
        0, 1, ("colour",),
    ),
    Part(
        "phase", (OVER + 1,),
        "the phase, one-hot: magic, drawing, main, main after a draw, sections 1, 2 and 3 of Original, name a colour,"
        " choose a target, closing, over",
        0, 1, ("phase",),
    ),
    Part("direction", (), "1 clockwise, -1 the other way", -1, 1, ("direction",)),
    Part("marked", (), "1 while a DRAWCOUNT lies there", 0, 1, ("marked",)),
    Part("drawcount", (), "its sum, divided by 10", 0, ANY, ("drawcount",)),
    Part("talon", (), "cards in the talon, divided by 100", 0, 1.28, ("talon_left",)),
    Part("pile", (), "played cards under the top one, divided by 100", 0, 1.28, ("pile_left",)),
    Part(
        "original", (SECTIONS,), "what has been chosen for the Original on top: two, four and four choices",
        0, 1, ("section",),
    ),
)  # fmt: skip
OBSERVATION = LAYOUT.size
PER_SEAT = LAYOUT.step("seat")
AT_SEAT, AT_HAND, AT_TOP = LAYOUT.at("present"), LAYOUT.at("hand"), LAYOUT.at("top")
AT_UNSEEN, AT_UNSEEN_OLD = LAYOUT.at("unseen"), LAYOUT.at("unseen_old")
AT_COLOUR, AT_PHASE, AT_DIRECTION, AT_MARKED = (LAYOUT.at(name) for name in ("colour", "phase", "direction", "marked"))
AT_DRAWCOUNT, AT_TALON, AT_PILE = LAYOUT.at("drawcount"), LAYOUT.at("talon"), LAYOUT.at("pile")
AT_ORIGINAL = LAYOUT.at("original")
