"""The Magic Flute (Caroline Berg): Sarastro and the Queen of the Night contend for Pamina and the Tower."""

from ..contract.editions import Number, Option
from ..game import Game
from .names import CARDS, TRIALS

ROW = "copies, kind, sounds, ignores, choice, free, then, or, and three effects with their steps"

GAME = Game(
    name="magic_flute",
    title="The Magic Flute",
    line="Day against night, for Pamina",
    designer="Caroline Berg",
    seats=range(2, 3),
    age=8,
    minutes="15",
    difficulty="medium",
    blurb="Sun against moon: reach the Tower of Wisdom first, or win Pamina, through Silence, Fire and Water.",
    summary=(
        "Sarastro and the Queen of the Night sit at the two ends of a line. Cards move the sun, the moon and Pamina"
        " along it. A player wins by bringing their own symbol to the Tower in the middle, or by drawing Pamina home."
        " Some cards may be followed by a second one, and three Trials change what cards do: Silence forbids music,"
        " Fire swaps sun and moon, Water reverses movement."
    ),
    package=__name__,
    editions=("house", "short", "long", "double"),
    numbers=(
        Number("steps", "steps from an edge of the board to the Tower", 2, 40),
        Number("hand", "cards dealt to each player, and to which a hand is filled up", 1, 9),
        *(
            Number(
                trial,
                "copies; silences music; swaps sun and moon; turns movement round",
                0,
                2,
                (4, 4),
                "trials",
                row=i,
            )
            for i, trial in enumerate(TRIALS)
        ),
        *(Number(card, ROW, -9, 37, (14, 14), "cards", row=i) for i, card in enumerate(CARDS)),
    ),
    options=(
        Option(
            "sarastro",
            "Who plays Sarastro",
            {"first": "the first seat", "second": "the second seat", "lot": "it is drawn by lot"},
            rule="R5",
        ),
        Option(
            "luck_under_silence",
            "Oh, What Luck! under the Trial of Silence",
            {
                "any": "may be played for any of its effects",
                "remove": "may only be played to remove the Trial",
            },
            rule="A9",
        ),
        Option(
            "direction",
            "Cards that name no direction",
            {
                "forward": "Pamina comes to you, your symbol goes to the Tower",
                "free": "you pick the direction",
            },
            rule="A12",
        ),
        Option(
            "fire_pushes",
            "Cards that push the other's symbol back, under the Trial of Fire",
            {"swapped": "push your own back", "spared": "still push the other's back"},
            rule="A13",
        ),
        Option(
            "both_at_tower",
            "When sun and moon reach the Tower together",
            {"active": "the player who played the card wins", "draw": "the game is a draw"},
            rule="A23",
        ),
        Option(
            "turn_limit",
            "Turns after which a match that nobody has won is a draw (0: never)",
            {"0": "no limit"},
            rule="A40",
            least=0,
            most=100_000,
        ),
    ),
)
