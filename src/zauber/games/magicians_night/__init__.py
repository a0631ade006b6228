"""Magicians' Night (Kirsten Becker & Jens-Peter Schliemann): push your cauldron to the ring of light, in the dark."""

from ..contract.editions import Number, Option
from ..game import Game


def _length(key: str, words: str, least: float, most: float) -> Number:
    return Number(key, words, least, most, decimal=True)


GAME = Game(
    name="magicians_night",
    title="Magicians’ Night",
    line="Push your cauldrons to the light, in the dark",
    designer="Kirsten Becker and Jens-Peter Schliemann",
    seats=range(2, 5),
    age=6,
    minutes="15",
    difficulty="easy",
    blurb="Lights out! Push your magician through trees and discs, and a cauldron of yours into the ring of light.",
    summary=(
        "Magicians are pushed from the edge of a round plate through trees and discs, which give way, push each other"
        " and fall off. The first to push a cauldron of their own into the ring in the middle, where the fire lies at"
        " first, wins. When something falls, the turn is over. In the dark only hats, cauldrons, the fire and the ring"
        " are visible; the player who pushes feels how firmly the pieces resist."
    ),
    package=__name__,
    editions=("house", "quick", "tight"),
    version=2,
    heavy=True,
    players=("plans:Planner", "network:Network"),
    benches={"strokes": "pace:figures"},
    training="study:study",
    numbers=(
        _length("plate", "diameter of the plate, in mm", 200, 600),
        _length("ring", "diameter of the ring of light, in mm", 12, 100),
        _length("fire", "diameter of the fire disc, in mm", 16, 200),
        _length("cauldron", "diameter of a cauldron, in mm", 16, 100),
        _length("tree", "diameter of a tree, in mm", 16, 100),
        _length("small_disc", "diameter of a small disc, in mm", 16, 100),
        _length("big_disc", "diameter of a big disc, in mm", 16, 100),
        _length("magician", "diameter of a magician's base, in mm", 16, 100),
        _length("cauldron_circle", "radius of the circle of cauldrons, in mm", 0, 300),
        _length("tree_circle", "radius of the circle of trees, in mm", 0, 300),
        _length("inner_circle", "radius of the inner circle of small discs, in mm", 0, 300),
        _length("big_circle", "radius of the circle of big discs, in mm", 0, 300),
        _length("outer_circle", "radius of the outer circle of small discs, in mm", 0, 300),
        _length("step", "length of a sub-step, in mm", 0.01, 0.2),
        Number("stroke_steps", "sub-steps of a stroke", 1, 300),
        Number(
            "off_place",
            "how far a piece may lie off its place in the set-up, in mm",
            0,
            5,
            decimal=True,
            since=2,
        ),
    ),
    options=(
        Option(
            "light",
            "Light",
            {"dark": "in the dark: only what glows is seen", "light": "with the light on: everything is seen"},
            rule="R27",
        ),
        Option(
            "edge",
            "The edge of the plate in the dark",
            {"unseen": "not seen, as the book has it", "faint": "faintly seen: easier for a first match"},
            rule="A31",
            since=2,
        ),
        Option(
            "first",
            "Who begins",
            {"random": "chance decides", "first_seat": "the first seat, say the next birthday"},
            rule="A30",
        ),
        Option(
            "stroke_limit",
            "Strokes that a turn may have (0: any number)",
            {"600": "half a minute of pushing at full pace"},
            rule="A33",
            least=0,
            most=30_000,
        ),
        Option(
            "turn_limit",
            "Turns after which a match that nobody wins is a draw (0: never)",
            {"0": "no limit"},
            rule="A34",
            least=0,
            most=100_000,
        ),
    ),
)
