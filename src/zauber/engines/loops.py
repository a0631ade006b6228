"""The CPU's loops over lanes: what one thread runs without returning to Python.

They are few, and each calls a rule function in one place: every loop is compiled for every game, which takes seconds.
"""

from ..games.contract.kernel import Array, Record, apply, fetch, outcome, sow
from .steps import (
    act,
    begin,
    choose_random,
    conceal_copy,
    imagine_copy,
    is_over,
    list_moves,
    look,
    play_on,
    play_random,
    settle,
    turn_of,
)

AHEAD = 2  # how many lanes ahead memory is fetched: in a large batch their rows have left the processor's cache
NEAR = 896  # of a large record, the first bytes: they hold what most decisions read

# Linked to a game: each goes over lanes `first` to `last - 1` --------------------------------------------------------


def settle_lanes(
    first: int, last: int, e: Record, states: Array, blank: Array, finals: Array, numbers: Array, coming: Array,
    lengths: Array, turns: Array, ended: Array, outcomes: Array, ended_numbers: Array, ended_lengths: Array,
    seats: int, seed: int, stride: int, end: int, longest: int,
) -> None:  # fmt: skip
    """Record the matches that ended and begin the next ones."""
    for i in range(first, last):
        ended[i] = 0
        if numbers[i] < 0 or is_over(states, i, lengths[i], longest):  # checked here too, because the call is slow
            settle(
                e, states, i, blank, finals, numbers, coming, lengths, ended, outcomes, ended_numbers, ended_lengths,
                seats, seed, stride, end, longest,
            )  # fmt: skip
        turns[i] = turn_of(states, i, numbers[i], lengths[i], end, longest)


def step_lanes(
    first: int, last: int, e: Record, states: Array, blank: Array, finals: Array, numbers: Array, coming: Array,
    lengths: Array, turns: Array, ended: Array, outcomes: Array, ended_numbers: Array, ended_lengths: Array,
    seats: int, seed: int, stride: int, end: int, longest: int,
    actors: Array, actions: Array, last_seats: Array, lists: Array, counts: Array,
) -> None:  # fmt: skip
    """A whole step where all are learners, in one go: act, settle, and list what is legal next."""
    for i in range(first, last):
        fetch(states, i + AHEAD, NEAR)
        if turns[i] >= 0:
            last_seats[i] = actors[i]
            act(e, states, i, actors[i], actions[i], lengths)
        ended[i] = 0
        if numbers[i] < 0 or is_over(states, i, lengths[i], longest):
            settle(
                e, states, i, blank, finals, numbers, coming, lengths, ended, outcomes, ended_numbers, ended_lengths,
                seats, seed, stride, end, longest,
            )  # fmt: skip
        turns[i] = turn_of(states, i, numbers[i], lengths[i], end, longest)
        counts[i] = list_moves(e, states[i], turns[i], lists[i])


def act_lanes(
    first: int, last: int, e: Record, states: Array, turns: Array, seats: Array, actions: Array, lengths: Array,
    last_seats: Array,
) -> None:  # fmt: skip
    """Carry out one action in every lane that waits for one, and record who acted."""
    for i in range(first, last):
        if turns[i] >= 0:
            last_seats[i] = seats[i]
            act(e, states, i, seats[i], actions[i], lengths)


def play_random_lanes(
    first: int, last: int, e: Record, states: Array, known: Array, options: Array, numbers: Array, lengths: Array,
    turns: Array, players: Array, rotate: int, end: int, longest: int,
) -> None:  # fmt: skip
    """Let random players act until every lane waits for a learner or is over."""
    for i in range(first, last):
        if numbers[i] < end:
            play_random(e, states, i, options, lengths, players, numbers[i], rotate, longest)
        turns[i] = turn_of(states, i, numbers[i], lengths[i], end, longest)


def play_on_lanes(
    first: int, last: int, e: Record, states: Array, known: Array, options: Array, numbers: Array, lengths: Array,
    turns: Array, players: Array, rotate: int, end: int, longest: int,
) -> None:  # fmt: skip
    """The same with players by rule of thumb."""
    for i in range(first, last):
        if numbers[i] < end:
            play_on(e, states, i, known, 0, options, lengths, players, numbers[i], rotate, longest)
        turns[i] = turn_of(states, i, numbers[i], lengths[i], end, longest)


def observe_lanes(first: int, last: int, e: Record, states: Array, seats: Array, out: Array) -> None:
    """What a seat of every lane knows."""
    for i in range(first, last):
        fetch(states, i + AHEAD, NEAR)
        fetch(out, i + AHEAD, out.strides[0])
        look(e, states[i], seats[i], out[i])


def list_lanes(first: int, last: int, e: Record, states: Array, seats: Array, lists: Array, counts: Array) -> None:
    """The legal actions of a seat of every lane."""
    for i in range(first, last):
        counts[i] = list_moves(e, states[i], seats[i], lists[i])


def conceal_lanes(first: int, last: int, e: Record, states: Array, lanes: Array, seats: Array, copies: Array) -> None:
    """What seats know of lanes."""
    for j in range(first, last):
        conceal_copy(e, states, lanes[j], copies, j, seats[j])


def imagine_lanes(
    first: int, last: int, e: Record, states: Array, lanes: Array, seats: Array, copies: Array, seed: int
) -> None:
    """Worlds that seats cannot tell from the true ones."""
    for j in range(first, last):
        imagine_copy(e, states, lanes[j], copies, j, seats[j], seed, j)


def sow_lanes(first: int, last: int, states: Array, lanes: Array, seed: int) -> None:
    """New chance for lanes."""
    for j in range(first, last):
        sow(states[lanes[j]], seed, j)


def run_random(
    first: int, last: int, e: Record, states: Array, blank: Array, seats: int, seed: int, number: int, options: Array,
    lengths: Array, outcomes: Array, finals: Array, longest: int,
) -> None:  # fmt: skip
    """Play whole matches in `states[0]`, everybody at random: the i-th is match `number + i` of a run.

    The loop does nothing else, so it is the fastest. Final positions are stored where there is room.
    """
    s = states[0]
    for i in range(first, last):
        begin(e, states, 0, blank, seats, seed, number + i)
        length = 0
        while s.turn >= 0 and length < longest:
            apply(e, s, int(s.turn), choose_random(e, s, options))
            length += 1
        lengths[i] = length
        outcome(e, s, outcomes[i])
        if i < len(finals):
            finals[i] = states[0]


# The same for all games ----------------------------------------------------------------------------------------------


def mask_lanes(first: int, last: int, lists: Array, counts: Array, masks: Array) -> None:
    """Lists of legal actions as masks."""
    for i in range(first, last):
        for action in range(masks.shape[1]):
            masks[i, action] = False
        for k in range(counts[i]):
            masks[i, lists[i, k]] = True


def check_lanes(first: int, last: int, turns: Array, actions: Array, lists: Array, counts: Array) -> int:
    """The first lane that waits for an action and is given one that is not in its list, or -1."""
    for i in range(first, last):
        if turns[i] >= 0:
            k = 0
            while k < counts[i] and lists[i, k] != actions[i]:
                k += 1
            if k == counts[i]:
                return i
    return -1
