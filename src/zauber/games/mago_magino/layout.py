"""What an observation of Mago Magino holds; `knowledge.observe` fills it in."""

from ..contract.layout import ANY, Each, Layout, Part
from .board import CHILDREN, OVER, PIECES, SEATS, SPACES, STEPS

TARGET = ("crystals_to_win", "crystals_to_win_short", "length")

LAYOUT = Layout(
    Each(
        "seat",
        SEATS,
        "the seats clockwise, the observer first; zeros where nobody sits",
        Part("brought", (), "crystals brought home, as a share of those that win", 0, ANY, ("brought", "seats"),
             TARGET),
        Part("on_turn", (), "1 for the seat to act", 0, 1, ("turn", "seats")),
        Each(
            "child",
            CHILDREN,
            "the children of the seat; zeros where the edition has fewer",
            Part("space", (SPACES,), "its space, one-hot; zeros for a frog", 0, 1, ("child", "seats"), ("children",)),
            Part("bewitched", (), "1 while it is a frog", 0, 1, ("child", "seats"), ("children",)),
            Part("carries", (), "1 while it carries a crystal", 0, 1, ("carries", "seats"), ("children",)),
        ),
    ),
    Each(
        "frog",
        PIECES,
        "the frogs by their numbers; who is under one is not told",
        Part("frog_space", (SPACES,), "its space, one-hot; zeros where there is no such frog", 0, 1, ("frog",)),
    ),
    Part("loose", (SPACES,), "crystals lying on each space, as a share of all", 0, 1, ("loose",), ("crystals",)),
    Part("magician", (SPACES,), "the magician's space, one-hot", 0, 1, ("magician",)),
    Part("arrow", (SPACES,), "the space the arrow points to, one-hot; zeros before the first spin", 0, 1, ("arrow",)),
    Part("steps", (STEPS,), "the steps of the throw, one-hot", 0, 1, ("points",)),
    Part("witch", (), "1 if the die shows the witch", 0, 1, ("witch",)),
    Part(
        "phase", (OVER + 1,), "the phase, one-hot: throw, move, pick up, throw again or stop, over", 0, 1, ("phase",)
    ),
    Part(
        "lander", (CHILDREN,), "the child that has landed on a crystal's space, one-hot; zeros if none has",
        0, 1, ("lander",),
    ),
)  # fmt: skip
OBSERVATION = LAYOUT.size
PER_SEAT, PER_CHILD = LAYOUT.step("seat"), LAYOUT.step("child")
AT_BROUGHT, AT_TURN = LAYOUT.at("brought"), LAYOUT.at("on_turn")
AT_SPACE, AT_BEWITCHED, AT_CARRIES = LAYOUT.at("space"), LAYOUT.at("bewitched"), LAYOUT.at("carries")
AT_FROG, AT_LOOSE, AT_MAGICIAN, AT_ARROW = (LAYOUT.at(name) for name in ("frog_space", "loose", "magician", "arrow"))
AT_STEPS, AT_WITCH, AT_PHASE, AT_LANDER = (LAYOUT.at(name) for name in ("steps", "witch", "phase", "lander"))
