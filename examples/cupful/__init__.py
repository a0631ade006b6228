"""A Cupful of Stars: a bluffing game with hidden dice, as others would write it for Zauber.

Everybody shakes dice under a cup. In turn the players claim how many stars the whole sky holds, all cups together,
until somebody doubts. It shows what a larger game needs: hidden things, a phase within a turn, players who drop out, a
memory of what was seen, and a table that the browser draws without code of the game's own.

    python3 -m pip install ./examples     # adds the games of this folder, by entry points
    zauber play cupful
"""

from zauber.games.contract.editions import Number
from zauber.games.game import Game

GAME = Game(
    name="cupful",
    title="A Cupful of Stars",
    line="How many stars are in the sky? Claim, or doubt",
    designer="Zauber contributors",
    seats=range(2, 5),
    age=8,
    minutes="10",
    difficulty="easy",
    blurb="Shake your dice under a cup, claim more stars than the player before you, and do not be caught.",
    package=__name__,
    editions=("house", "short"),
    numbers=(
        Number("dice", "dice in each cup at the beginning", 1, 5),
        Number("opening", "stars for each die at which a round's claims begin", 1, 5),
    ),
)
