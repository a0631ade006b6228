"""The pack of The Magic Flute as data: what a row of the edition's tables means, and whether it makes sense.

A card has a number from 0 to 71: its face (the place in the book's list), plus 36 for a second copy. The face is a row
of `cards`; a Trial is a row of `trials`.
"""

from ..contract.kernel import Record, record

FACES = 36
CARDS = 2 * FACES
TRIALS = 3

COPIES = 0  # of a card or a Trial
SILENCES, SWAPS, REVERSES = 1, 2, 3  # columns of a Trial (R25, R26, R27)
KIND, SOUNDS, IGNORES, CHOICE, FREE, THEN, OR, VERB = 1, 2, 3, 4, 5, 6, 7, 8  # columns of a card
COLUMNS = 14
EFFECTS = 3  # from VERB on: what happens and how many steps, three times

NO_KIND, PERSON, ITEM, SONG = range(4)
NOTHING, PAMINA, CENTRE, OWN, OTHER, SUN_MOVES, MOON_MOVES, BOTH_MOVE, REMOVE, PLAY_TRIAL = range(10)
VERBS = 10
ANY_CARD = 37  # in THEN: any card must follow

Edition = record(
    [
        ("steps", "i1"),  # from an edge to the Tower
        ("hand", "i1"),
        ("cards", "i1", (FACES, COLUMNS)),
        ("trials", "i1", (TRIALS, 4)),
        ("sarastro", "i1"),
        ("luck_under_silence", "i1"),
        ("direction", "i1"),
        ("fire_pushes", "i1"),
        ("both_at_tower", "i1"),
        ("turn_limit", "i4"),
    ]
)


def face(card: int) -> int:
    """What is printed on a card, whichever copy it is."""
    return card - FACES if card >= FACES else card


def exists(e: Record, card: int) -> bool:
    """A1: whether the pack holds this copy."""
    return e.cards[face(card), COPIES] > (1 if card >= FACES else 0)


def counters(e: Record, row: int) -> bool:
    """R25, A9, A10: whether the card's own text counters a Trial."""
    return e.cards[row, VERB] == REMOVE or e.cards[row, VERB + 2] == REMOVE or e.cards[row, VERB + 4] == REMOVE


def muted(e: Record, row: int) -> bool:
    """R25, A11: whether Silence forbids the card."""
    return e.cards[row, SOUNDS] != 0 and not counters(e, row)


def follows(e: Record, row: int, next_row: int) -> bool:
    """R15: whether the first card names the second as one that may follow it."""
    return e.cards[row, THEN] == next_row + 1 or e.cards[row, OR] == next_row + 1


# Checks of an edition: plain Python, for authors of editions --------------------------------------------------

RANGES = (
    ("copies", 0, 2), ("kind", PERSON, SONG), ("sounds", 0, 1), ("ignores", 0, TRIALS), ("choice", 0, 1),
    ("free", 0, 1), ("then", 0, ANY_CARD), ("or", 0, FACES), ("effect", PAMINA, PLAY_TRIAL), ("steps", -9, 9),
    ("effect", 0, PLAY_TRIAL), ("steps", -9, 9), ("effect", 0, PLAY_TRIAL), ("steps", -9, 9),
)  # fmt: skip


def sound(e: Record) -> str:
    """What makes an edition unplayable, in a sentence; "" when nothing does."""
    pack = sum(exists(e, card) for card in range(CARDS))
    if pack < 2 * e.hand + 1:
        return f"numbers: {pack} cards are too few to deal {e.hand} to each and leave one to draw (R9, R12)."
    for trial in range(TRIALS):
        if any(not 0 <= e.trials[trial, column] <= 1 for column in (SILENCES, SWAPS, REVERSES)):
            return f"numbers: Trial {trial + 1} must have 0 or 1 for what it does (R25–R27)."
    for row in range(FACES):
        if complaint := amiss(e, row):
            return f"numbers: card {row + 1} (R{28 + row}) {complaint}"
    return ""


def amiss(e: Record, row: int) -> str:
    """What is wrong with a card's row."""
    card = [int(number) for number in e.cards[row]]
    for column, (name, least, most) in enumerate(RANGES):
        if not least <= card[column] <= most:
            return f"has {card[column]} as “{name}” (number {column + 1}); it goes from {least} to {most}."
    verbs = card[VERB::2]
    steps = card[VERB + 1 :: 2]
    if any((verb in (NOTHING, REMOVE, PLAY_TRIAL)) != (step == 0) for verb, step in zip(verbs, steps, strict=True)):
        return "must give steps for what moves, and 0 for what does not."
    effects = [verb for verb in verbs if verb != NOTHING]
    if verbs[len(effects) :] != [NOTHING] * (EFFECTS - len(effects)):
        return "must list its effects without a gap."
    if card[CHOICE] and (len(effects) < 2 or effects != sorted(set(effects))):
        return "offers a choice: it needs two or three different effects, in ascending order."
    if card[FREE] and not card[CHOICE] and (len(effects) != 1 or effects[0] not in (PAMINA, OWN)):
        return "names no direction (A12): it must offer a choice, or move only Pamina or the own symbol."
    if PLAY_TRIAL in effects and (card[THEN] or len(effects) > 1):
        return "plays a Trial: it can have no other effect, and no card can follow (A31)."
    if card[THEN] == ANY_CARD and not muted(e, row):
        return "must be followed by any card: then Silence must forbid it, or nobody could tell what is left (A31)."
    return ""
