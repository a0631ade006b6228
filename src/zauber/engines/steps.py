"""One lane of a batch, step by step: the code that every engine runs.

A lane plays one match after another in `states[i]`. The functions are written against the kernel's stubs and keep to
what a rule function may use, so they run interpreted, compiled for the CPU, and compiled for a GPU. Chance comes from
the match alone, never from the lane: match k of a run is the same in any lane, batch, thread or engine. `int(…)` is
for the interpreter, where these functions get NumPy's records, whose numbers overflow.
"""

from ..games.contract.kernel import (
    Array,
    Record,
    advise,
    apply,
    below,
    conceal,
    imagine,
    moves,
    observe,
    outcome,
    setup,
    sow,
)

LEARNER, RANDOM, THUMB = 0, 1, 2  # who plays a seat: actions from outside, any legal move, the game's rule of thumb
FEW = 1 << 30  # number of different random streams for one piece of advice


def put(records: Array, i: int, sources: Array, j: int) -> None:
    """Copy `sources[j]` to `records[i]`."""
    records[i] = sources[j]


def begin(e: Record, states: Array, i: int, blank: Array, seats: int, seed: int, number: int) -> None:
    """Set up match `number` of a run in lane i. `blank[0]` is all zeros."""
    put(states, i, blank, 0)
    sow(states[i], seed, number)
    setup(e, states[i], seats)


def shift_of(number: int, seats: int, rotate: int) -> int:
    """By how many seats the players are shifted in match `number`: with `rotate`, one more from match to match."""
    return number % seats if rotate else 0


def player_at(seat: int, shift: int, seats: int) -> int:
    """Which player sits at a seat when all are shifted by `shift` seats."""
    return seat - shift if seat >= shift else seat - shift + seats


def is_over(states: Array, i: int, length: int, longest: int) -> bool:
    """Whether the match in lane i has ended or is cut off."""
    return states[i].turn < 0 or length >= longest


def choose_random(e: Record, s: Record, options: Array) -> int:
    """Any legal action of the seat to act, each as likely as the others."""
    n = moves(e, s, int(s.turn), options)
    return int(options[below(s, n)])


def choose_thumb(e: Record, states: Array, i: int, known: Array, j: int, options: Array, length: int) -> int:
    """What the rule of thumb advises the seat to act, given what the seat knows. `known[j]` is used up."""
    s = states[i]
    seat = int(s.turn)
    n = moves(e, s, seat, options)
    chance = below(s, FEW)
    put(known, j, states, i)
    conceal(e, known[j], seat)
    sow(known[j], chance, length)
    return advise(e, known[j], seat, options, n)


def act(e: Record, states: Array, i: int, seat: int, action: int, lengths: Array) -> None:
    """Carry out one action of a seat; of the seat to act when `seat` is negative."""
    s = states[i]
    apply(e, s, int(s.turn if seat < 0 else seat), int(action))
    lengths[i] += 1


def play_random(
    e: Record, states: Array, i: int, options: Array, lengths: Array,
    players: Array, number: int, rotate: int, longest: int,
) -> None:  # fmt: skip
    """Let the random players of lane i act until a learner is to act or the match is over."""
    s = states[i]
    seats = s.seats
    shift = shift_of(number, seats, rotate)
    length = lengths[i]
    while s.turn >= 0 and length < longest and players[player_at(s.turn, shift, seats)] == RANDOM:
        apply(e, s, int(s.turn), choose_random(e, s, options))
        length += 1
    lengths[i] = length


def play_on(
    e: Record, states: Array, i: int, known: Array, j: int, options: Array, lengths: Array,
    players: Array, number: int, rotate: int, longest: int,
) -> None:  # fmt: skip
    """Let the players of lane i act, random or by rule of thumb, until a learner is to act or the match is over."""
    s = states[i]
    seats = s.seats
    shift = shift_of(number, seats, rotate)
    length = lengths[i]
    while s.turn >= 0 and length < longest:
        by = players[player_at(s.turn, shift, seats)]
        if by == LEARNER:
            break
        if by == RANDOM:
            action = choose_random(e, s, options)
        else:
            action = choose_thumb(e, states, i, known, j, options, length)
        apply(e, s, int(s.turn), action)
        length += 1
    lengths[i] = length


def settle(
    e: Record, states: Array, i: int, blank: Array, finals: Array, numbers: Array, coming: Array, lengths: Array,
    ended: Array, outcomes: Array, ended_numbers: Array, ended_lengths: Array,
    seats: int, seed: int, stride: int, end: int, longest: int,
) -> bool:  # fmt: skip
    """Record the result of a match that is over and begin the lane's next one; return whether one has begun.

    A lane that has not played yet has the number -1. `coming[i]` is the number of its next match; the one after is
    `stride` higher. The lane is idle when its number is `end` or more.
    """
    if numbers[i] >= 0:
        if numbers[i] >= end or not is_over(states, i, lengths[i], longest):
            return False
        put(finals, i, states, i)
        ended[i] = 1
        ended_numbers[i] = numbers[i]
        ended_lengths[i] = lengths[i]
        for seat in range(outcomes.shape[1]):
            outcomes[i, seat] = 0
        outcome(e, states[i], outcomes[i])
    numbers[i] = coming[i]
    coming[i] += stride
    lengths[i] = 0
    if numbers[i] >= end:
        return False
    begin(e, states, i, blank, seats, seed, numbers[i])
    return True


def turn_of(states: Array, i: int, number: int, length: int, end: int, longest: int) -> int:
    """The seat that the lane waits for, or -1 when there is nothing to decide."""
    return -1 if number >= end or length >= longest else states[i].turn


def list_moves(e: Record, s: Record, seat: int, options: Array) -> int:
    """The legal actions of a seat; where there is nothing to decide, action 0 alone, which will be ignored."""
    if seat < 0:
        options[0] = 0
        return 1
    return moves(e, s, int(seat), options)


def look(e: Record, s: Record, seat: int, out: Array) -> None:
    """What a seat knows, as numbers; zeros where there is nothing to decide."""
    if seat < 0:
        for k in range(len(out)):
            out[k] = 0
    else:
        observe(e, s, int(seat), out)


def conceal_copy(e: Record, states: Array, i: int, copies: Array, j: int, seat: int) -> None:
    """`copies[j]`: the position of lane i as the seat knows it."""
    put(copies, j, states, i)
    conceal(e, copies[j], int(seat))


def imagine_copy(e: Record, states: Array, i: int, copies: Array, j: int, seat: int, seed: int, stream: int) -> None:
    """`copies[j]`: one world that the seat of lane i cannot tell from the true one."""
    conceal_copy(e, states, i, copies, j, seat)
    sow(copies[j], seed, stream)
    imagine(e, copies[j], int(seat))
