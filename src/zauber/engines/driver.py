"""Playing whole matches, written once against the kernel's stubs and linked to each game.

The functions keep to what a rule function may use, so the same text runs interpreted, on the CPU and on a GPU.
"""

from ..games.kernel import Array, Record, apply, below, moves, outcome, setup, sow


def begin(e: Record, s: Record, seats: int, seed: int, number: int) -> None:
    """Set up match `number` of a run; `s` is all zeros."""
    sow(s, seed, number)
    setup(e, s, seats)


def finish(e: Record, s: Record, options: Array, most: int) -> int:
    """Play at random to the end (or for `most` decisions): the seat that the table waits for takes any legal
    action. Return the number of decisions."""
    decisions = 0
    while s.turn >= 0 and decisions < most:
        n = moves(e, s, s.turn, options)
        apply(e, s, s.turn, options[below(s, n)])
        decisions += 1
    return decisions


def run(
    e: Record,
    states: Array,
    seats: int,
    seed: int,
    first: int,
    games: int,
    options: Array,
    lengths: Array,
    shares: Array,
    most: int,
) -> int:
    """Play `games` matches at random, one after another; note lengths and shares; return all decisions.

    `states[0]` is the position, `states[1]` stays all zeros.
    """
    total = 0
    s = states[0]
    for game in range(games):
        states[0] = states[1]
        begin(e, s, seats, seed, first + game)
        lengths[game] = finish(e, s, options, most)
        outcome(e, s, shares[game])
        total += lengths[game]
    return total


def stream(
    e: Record,
    states: Array,
    blank: Array,
    seats: int,
    seed: int,
    number: int,
    stride: int,
    options: Array,
    turns: int,
    counts: Array,
) -> None:
    """Play that many turns at random: of match `number`, then `number + stride` and so on.

    A turn is all that one seat decides before the table waits for another. Turns rather than decisions keep the
    threads of a GPU in step. `states[0]` is the position, left as it is at the end; `blank[0]` is all zeros;
    `counts` becomes the number of matches ended and of decisions made.
    """
    s = states[0]
    states[0] = blank[0]
    begin(e, s, seats, seed, number)
    ended = 0
    decisions = 0
    for _ in range(turns):
        if s.turn < 0:
            ended += 1
            states[0] = blank[0]
            begin(e, s, seats, seed, number + ended * stride)
        seat = s.turn
        while s.turn == seat:
            n = moves(e, s, seat, options)
            apply(e, s, seat, options[below(s, n)])
            decisions += 1
    counts[0] = ended
    counts[1] = decisions
