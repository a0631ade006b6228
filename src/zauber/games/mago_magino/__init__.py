"""Mago Magino (Reiner Knizia): carry three crystals home past the witch, who turns children into frogs."""

from ..contract.editions import Number, Option
from ..game import Game

GAME = Game(
    name="mago_magino",
    title="Mago Magino",
    line="Bring three crystals home past the witch",
    designer="Reiner Knizia",
    seats=range(2, 6),
    age=5,
    minutes="15–30",
    difficulty="easy",
    blurb="Fetch crystals from behind the enchanted forest. Beware of the witch's arrow, and remember your frogs.",
    summary=(
        "Children run from the house through the forest to the hiding-place, pick up crystals and carry them home"
        " across the meadow. A die says how far a piece goes. When it shows the witch, an arrow is spun, and children"
        " who stand where it points become frogs, which all look alike; the magician or the house turns them back. The"
        " first to bring three crystals home wins, two in the short game."
    ),
    package=__name__,
    version=2,
    memory="memory:Memory",
    editions=("house", "long_board", "short_game"),
    numbers=(
        Number("forest", "spaces in the enchanted forest", 1, 6),
        Number("meadow", "spaces on the meadow", 3, 20),
        Number("die", "the six faces of the die: steps, or 0 for the witch", 0, 6, length=(6, 6)),
        Number("witch_steps", "steps that the witch's face gives after the spin", 1, 6),
        Number(
            "sectors",
            "the arrow's circle: the width of each space, clockwise from the house",
            0,
            100,
            length=(6, 24),
        ),
        Number("children", "children of each player", 1, 3),
        Number("crystals", "crystals in the hiding-place", 1, 60),
        Number("crystals_to_win", "crystals that win the game", 1, 9),
        Number("crystals_to_win_short", "crystals that win the short game", 1, 9),
    ),
    options=(
        Option(
            "length",
            "How many crystals win",
            {"whole": "the whole game: three", "short": "the short game: two"},
            rule="R38",
        ),
        Option(
            "arrow",
            "Where the witch's arrow can point",
            {"anywhere": "at every space", "outside": "at every space but the house and the hiding-place"},
            rule="A4",
        ),
        Option(
            "frogs",
            "Which way frogs hop",
            {"home": "only clockwise, towards the house", "both": "either way, but never backwards in the forest"},
            rule="A24",
        ),
        Option(
            "turn_limit",
            "Throws after which the game is counted (0: never)",
            {"0": "no limit"},
            rule="R37",
            least=0,
            most=100_000,
        ),
    ),
)
