"""Papageno (Kevin Kim): collect the lightest birds on a wire of six; win two rounds."""

from ..contract.editions import Number, Option
from ..game import Game

GAME = Game(
    name="papageno",
    title="Papageno",
    line="The lightest flock on the wire wins",
    designer="Kevin Kim",
    seats=range(2, 6),
    age=6,
    minutes="15",
    difficulty="easy",
    blurb="Six birds sit on your wire, most of them hidden. Keep the light ones and win two rounds.",
    summary=(
        "Everybody has six cards in two rows of three, all but one face down. In a turn a player draws or takes the"
        " top discard, and either puts the card in place of one of their own or discards it. A round ends when"
        " somebody's six cards are all face up. Light birds are good, two equal cards in a column cancel out, an Egg"
        " is worth as much as a card beside it, Captures swap cards between players, and Pan flutes pass them on. The"
        " lowest sum wins the round; two rounds win the match."
    ),
    package=__name__,
    editions=("a", "b"),
    numbers=(
        Number("bird_copies", "copies of each bird, from −2 to 9", 0, 20, length=(12, 12), field="copies"),
        Number("capture_copies", "how many Captures", 0, 20, field="copies", row=12),
        Number("flute_copies", "how many Pan flutes", 0, 20, field="copies", row=13),
        Number("egg_copies", "how many Eggs", 0, 2, field="copies", row=14),
        Number("capture_counts", "what a Capture counts at the end", -20, 20),
        Number("flute_counts", "what a Pan flute counts at the end", -20, 20),
        Number("flute_seats", "the fewest players with whom the Pan flutes are used", 3, 6),
        Number("rounds_to_win", "rounds that win the game", 1, 9),
    ),
    options=(
        Option(
            "reshuffle",
            "When the draw pile runs out",
            {
                "at_once": "the whole discard pile is shuffled at once; this turn's discard starts a new one",
                "keep_top": "at the end of the turn all discards but the top one are shuffled",
                "all": "at the end of the turn all discards are shuffled; the next player can only draw",
            },
            rule="A28",
        ),
        Option(
            "egg_choice",
            "An Egg between two different cards",
            {"owner": "its owner chooses a side at the end", "best": "always takes the cheaper side"},
            rule="A20",
        ),
        Option(
            "turn_limit",
            "Turns after which a round nobody ends is counted (0: never)",
            {"0": "no limit"},
            rule="A39",
            least=0,
            most=100_000,
        ),
    ),
)
