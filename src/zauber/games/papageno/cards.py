"""The cards of Papageno: how many there are of each kind, and what they weigh.

Cards are kinds: 0 to 11 are the birds of weight -2 to 9, then Capture, Pan flute and Egg.
"""

from ..contract.kernel import Record, record

SEATS = 5
PLACES = 6  # R4: two rows of three
KINDS = 15
CAPTURE, FLUTE, EGG = 12, 13, 14
LIGHTEST = -2  # the weight of kind 0

Edition = record(
    [
        ("copies", "i1", (KINDS,)),
        ("capture_counts", "i1"),
        ("flute_counts", "i1"),
        ("flute_seats", "i1"),
        ("rounds_to_win", "i1"),
        ("reshuffle", "i1"),
        ("egg_choice", "i1"),
        ("turn_limit", "i4"),
    ]
)


def copies(e: Record, kind: int, seats: int) -> int:
    """How many cards of a kind are in the pack."""
    if kind == FLUTE and seats < e.flute_seats:  # R3: with two players the Pan flutes are taken out
        return 0
    return e.copies[kind]


def weight(e: Record, kind: int) -> int:
    """R29, A2: what a card counts; an Egg by itself counts nothing."""
    if kind < CAPTURE:
        return kind + LIGHTEST
    if kind == CAPTURE:
        return e.capture_counts
    return e.flute_counts if kind == FLUTE else 0


def sound(e: Record) -> str:
    """What makes an edition unplayable, in a sentence; "" when nothing does."""
    for seats in range(2, SEATS + 1):
        cards = sum(int(copies(e, kind, seats)) for kind in range(KINDS))
        if cards < PLACES * seats + 2:
            return f"numbers: {cards} cards are too few for {seats} players; {PLACES * seats + 2} are needed (A30)."
        if cards > 120:
            return f"numbers: {cards} cards are too many; the game is made for at most 120."
    return ""
