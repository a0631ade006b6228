"""The keys of the cards and Trials, in the order of the book: a card's number is its place in this list."""

from collections.abc import Iterable

CARDS = (
    "tamino",  # R28
    "papageno",  # R29
    "magic_flute",  # R30
    "magic_bells",  # R31
    "nights_dagger",  # R32
    "night",  # R33
    "a_little_night_music",  # R34
    "to_the_rescue",  # R35
    "the_birdcatcher",  # R36
    "enchantingly_beautiful_image",  # R37
    "tremble_not",  # R38
    "come_in_my_dove",  # R39
    "what_love_is_felt",  # R40
    "the_path_to_your_goals",  # R41
    "the_wisdom_of_teaching",  # R42
    "where_are_you_going",  # R43
    "how_strong_is_your_magic",  # R44
    "quick_feet_quick_courage",  # R45
    "isis_and_osiris",  # R46
    "preserve_yourself_from_pitfalls",  # R47
    "how_did_you_come_to_this_place",  # R48
    "everything_feels_the_joys_of_love",  # R49
    "vengeance",  # R50
    "be_welcome_again",  # R51
    "oh_i_can_feel_it_is_gone",  # R52
    "revenge_stalks_these_halls",  # R53
    "shall_i_no_longer_see_you",  # R54
    "heralding_the_morning",  # R55
    "he_who_travels_this_road",  # R56
    "what_do_i_hear",  # R57
    "oh_what_luck",  # R58
    "oh_unfortunate",  # R59
    "halt",  # R60
    "only_silence",  # R61
    "the_sun_drives_away_the_night",  # R62
    "victorious",  # R63
)
TRIALS = ("silence", "fire", "water")
EFFECTS = (
    "",
    "pamina",
    "tower",
    "own",
    "other",
    "sun",
    "moon",
    "both",
    "remove",
    "trial",
)  # by the number of an effect
PHASES = ("play", "second", "chain", "choose", "discard", "over")
KINDS = ("", "person", "item", "song")


def key_of(card: int) -> str:
    """A card's key, whichever copy it is."""
    return CARDS[card % len(CARDS)]


def name_of(card: int) -> str | None:
    """A card's name in a view: its key, with “:2” for a second copy; None for a hidden one."""
    if card < 0:
        return None
    return key_of(card) + (":2" if card >= len(CARDS) else "")


def said(card: int) -> str:
    """A card as the argument of a phrase."""
    return f"@card.{key_of(card)}"


def cards_said(cards: Iterable[int]) -> dict[str, list[str]]:
    """Several cards as arguments of a phrase: the cards, and their titles in quotation marks."""
    keys = [key_of(card) for card in cards]
    return {"cards": [f"@card.{key}" for key in keys], "titles": [f"@quoted.{key}" for key in keys]}


def trial_said(trial: int) -> str:
    """A Trial as the argument of a phrase."""
    return f"@trial.{TRIALS[trial]}"
