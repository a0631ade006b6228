"""Papageno as a child plays it: light birds are good, heavy ones go; nobody thinks of columns or of who is ahead."""

from ..contract.kernel import HIDDEN, Array, Record, below
from .cards import PLACES, SEATS, weight
from .position import CHOOSE_EGG, DISCARD, DRAW, LEAVE, PLACE, REVEAL, SWAP, TAKE, TAKE_TOP

LIGHT = 3  # a bird of this weight is worth taking
FAIR = 5  # and of this weight worth putting over a card that nobody has seen


def naive(e: Record, s: Record, seat: int, options: Array, n: int) -> int:
    if s.phase == REVEAL or s.phase == CHOOSE_EGG or n == 1:
        return options[below(s, n)]
    if s.phase == TAKE:
        if s.top == HIDDEN:
            return DRAW
        return TAKE_TOP if weight(e, s.top) <= LIGHT or s.pile_left == 0 else DRAW
    if options[n - 1] >= SWAP:
        return best_bargain(e, s, seat, options, n)
    return place_for(e, s, seat, options, n)


def place_for(e: Record, s: Record, seat: int, options: Array, n: int) -> int:
    """Replace the heaviest bird if it is heavier, or a hidden card if the new one is fair; otherwise discard."""
    heaviest = HIDDEN
    hidden = HIDDEN
    for place in range(PLACES):
        card = s.area[seat, place]
        if card == HIDDEN:
            hidden = place
        elif heaviest == HIDDEN or weight(e, card) > weight(e, s.area[seat, heaviest]):
            heaviest = place
    held = weight(e, s.held)
    if heaviest != HIDDEN and weight(e, s.area[seat, heaviest]) > held + 2:
        return PLACE + heaviest
    if hidden != HIDDEN and (held <= FAIR or options[n - 1] != DISCARD):
        return PLACE + hidden
    return options[n - 1]


def best_bargain(e: Record, s: Record, seat: int, options: Array, n: int) -> int:
    """Swap the player's heaviest bird for anybody's lightest, whoever of several has it."""
    choice = LEAVE
    best = 0
    good = 0
    for i in range(n):
        if options[i] >= SWAP:
            code = options[i] - SWAP
            mine = s.area[seat, code // (PLACES * SEATS)]
            theirs = s.area[code // PLACES % SEATS, code % PLACES]
            gain = weight(e, mine) - weight(e, theirs)
            if gain > best:
                best = gain
                good = 0
            if gain == best and best > 0:
                good += 1
                if below(s, good) == 0:
                    choice = options[i]
    return choice
