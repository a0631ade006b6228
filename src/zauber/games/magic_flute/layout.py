"""What an observation of The Magic Flute holds; `knowledge.observe` fills it in."""

from ..contract.layout import ANY, Each, Layout, Part
from .deck import FACES, TRIALS
from .position import OVER

QUEUE = 2 * TRIALS
HELD = ("hand", "held")

LAYOUT = Layout(
    Part("own_hand", (FACES,), "for each face, the cards in the observer's hand", 0, 2, HELD),
    Part("known_to_other", (FACES,), "how many of those the other knows", 0, 2, (*HELD, "age")),
    Part("other_hand", (FACES,), "for each face, the cards in the other's hand, as far as known", 0, 2, (*HELD, "age")),
    Part("open", (FACES,), "for each face, the cards that lie open", 0, 2, ("age",)),
    Part(
        "unseen", (FACES,), "for each face, the cards that the observer has not seen", 0, 2, (*HELD, "age"), ("cards",)
    ),
    Part("hidden", (), "cards of the other that are not known, divided by 4", 0, 18, (*HELD, "age")),
    Part(
        "music", (), "how many of those are known to be forbidden by Silence, divided by 4",
        0, 18, HELD,
    ),
    Part("role", (), "1 for Sarastro (sun), -1 for the Queen (moon)", -1, 1, ("sarastro",)),
    Part("own_symbol", (), "the observer's way to the Tower, as a share", -1, 1, ("symbol", "sarastro"), ("steps",)),
    Part("other_symbol", (), "the other's, likewise", -1, 1, ("symbol", "sarastro"), ("steps",)),
    Part(
        "pamina", (), "Pamina's way to the observer's place, as a share; below 0 to the other's",
        -1, 1, ("pamina", "sarastro"), ("steps",),
    ),
    Part("on_turn", (), "1 if the observer is to act", 0, 1, ("turn",)),
    Part("own_cards", (), "cards in the observer's hand, divided by 4", 0, 18, ("held",)),
    Part("other_cards", (), "cards in the other's hand, divided by 4", 0, 18, ("held",)),
    Part("pile", (), "cards in the draw pile, divided by 36", 0, 2, ("pile_left",)),
    Part("trial", (TRIALS + 1,), "the Trial in effect, one-hot: none, Silence, Fire, Water", 0, 1, ("trial",)),
    Part("unseen_trials", (TRIALS,), "for each Trial, how many nobody has seen", 0, ANY, ("unseen",)),
    Each(
        "queue_place",
        QUEUE,
        "the Trials at the bottom of their pile, the uppermost first",
        Part("queue", (TRIALS,), "which Trial, one-hot; zeros where there is none", 0, 1, ("queue", "queued")),
    ),
    Part(
        "phase", (OVER + 1,), "the phase, one-hot: play, second card, chain, choose an effect, discard, over",
        0, 1, ("phase",),
    ),
    Part("last_card", (FACES,), "the card last played in this turn, one-hot; zeros before that", 0, 1, ("card",)),
)  # fmt: skip
OBSERVATION = LAYOUT.size
AT_OWN, AT_KNOWN, AT_OTHER = LAYOUT.at("own_hand"), LAYOUT.at("known_to_other"), LAYOUT.at("other_hand")
AT_OPEN, AT_UNSEEN = LAYOUT.at("open"), LAYOUT.at("unseen")
AT_HIDDEN, AT_MUSIC, AT_ROLE = LAYOUT.at("hidden"), LAYOUT.at("music"), LAYOUT.at("role")
AT_OWN_SYMBOL, AT_OTHER_SYMBOL = LAYOUT.at("own_symbol"), LAYOUT.at("other_symbol")
AT_PAMINA, AT_TURN = LAYOUT.at("pamina"), LAYOUT.at("on_turn")
AT_OWN_CARDS, AT_OTHER_CARDS, AT_PILE = LAYOUT.at("own_cards"), LAYOUT.at("other_cards"), LAYOUT.at("pile")
AT_TRIAL, AT_UNSEEN_TRIALS, AT_QUEUE = LAYOUT.at("trial"), LAYOUT.at("unseen_trials"), LAYOUT.at("queue")
AT_PHASE, AT_LAST_CARD = LAYOUT.at("phase"), LAYOUT.at("last_card")
