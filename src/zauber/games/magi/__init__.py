"""Magi (Shizuka Yayoimori): get rid of your cards by colour or picture, and pass the drawing on by magic."""

from ..contract.editions import Number, Option
from ..game import Game

GAME = Game(
    name="magi",
    title="Magi",
    line="Play your last card, and say the word",
    designer="Shizuka Yayoimori",
    seats=range(4, 9),
    age=10,
    minutes="30–60",
    difficulty="hard",
    blurb="Shed your cards by colour or picture, and let somebody else draw what your magi conjure up.",
    summary=(
        "Cards are played on a pile by colour or picture; magi fit on everything. Some cards raise a DRAWCOUNT, which"
        " stays in the middle until somebody cannot pass it on with a card that bears the sign ✦ and has to draw."
        " Other cards reverse the direction, give a second turn or pick the next player. A player with one card left"
        " must say “Magi!” or may be caught. When somebody is out, the cards left in the other hands count against"
        " their holders. The match ends at a given number of points, and the lowest total wins."
    ),
    package=__name__,
    editions=("house", "quick"),
    version=3,
    numbers=(
        Number("copies", "copies of each kind: 13 in red, 13 in blue, 13 in yellow, 19 magi", 0, 20, length=(58, 58)),
        Number("points", "minus points: 7 guild pictures, 6 items, 19 magi", 0, 20, length=(32, 32)),
        Number("star", "1 for the sign ✦: 6 items, 19 magi", 0, 1, length=(25, 25)),
        Number("abilities", "the sum of a card's abilities: 6 items, 19 magi", 0, 255, length=(25, 25)),
        Number("draw", "the x of Draw (x): 6 items, 19 magi", 0, 9, length=(25, 25)),
        Number("hand_size", "cards dealt to each player", 1, 12),
        Number("target", "points of a player that end the game", 1, 5_000),
    ),
    options=(
        Option(
            "sceptres",
            "Sceptres in the magic phase",
            {"plain": "have no ✦ and cannot be played there", "magic": "count as having ✦"},
            rule="R40",
        ),
        Option(
            "zero_marker",
            "Draw (0) of an Archmage",
            {"no": "puts nothing down", "yes": "puts down a DRAWCOUNT of 0, which must be evaded like any other"},
            rule="A7",
        ),
        Option(
            "calling",
            "Saying “Magi!” with one card left",
            {"button": "every player must remember it", "automatic": "is done for the players"},
            rule="A31",
        ),
        Option(
            "rebuild",
            "The empty talon is rebuilt from the played cards",
            {"needed": "when a card is to be drawn", "at_once": "the moment it is empty"},
            rule="A52",
        ),
        Option(
            "forced_steps",
            "A step that leaves no choice",
            {"pass": "is done by itself", "ask": "waits for the player, so that nothing shows what is in a hand"},
            rule="A60",
        ),
        Option(
            "first",
            "Who begins the first round",
            {
                "lot": "is drawn by lot",
                "seat_a": "is whoever sits at seat A, so that somebody new is not caught unprepared",
            },
            rule="A8",
            since=3,
        ),
        Option(
            "turn_limit",
            "Turns after which the game is counted as it stands (0: never)",
            {"0": "no limit"},
            rule="R30",
            least=0,
            most=100_000,
        ),
    ),
)
