"""Lantern: the smallest whole game on Zauber's contract, to copy when you write your own.

Everybody holds one lantern in secret. In turn, each keeps it or lays it back into the bag and draws another. Then all
are shown, and the brightest wins.

    from examples.lantern import GAME
    from zauber import games

    games.register(GAME)
    games.check("lantern")
"""

from zauber.games.contract.editions import Number
from zauber.games.game import Game

GAME = Game(
    name="lantern",
    title="Lantern",
    line="Keep your light, or hope for a brighter one",
    designer="Zauber contributors",
    seats=range(2, 5),
    age=4,
    minutes="1",
    difficulty="easy",
    blurb="Keep your lantern or hope for a brighter one.",
    package=__name__,
    editions=("house",),
    numbers=(Number("copies", "lanterns of each brightness, the dimmest first", 0, 9, length=(5, 5)),),
)
