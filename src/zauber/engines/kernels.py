"""The GPU's kernels: one thread per lane, each taking the steps of `zauber.engines.steps`.

The functions are linked to a game by `zauber.engines.gpu`, which puts the constants in place. Single actions are
carried out in the arrays themselves. Whole matches are played in the thread's local memory, which neighbouring threads
read together.
"""

from typing import Any

from ..games.contract.kernel import Array, Record, apply, below, moves, outcome, sow
from .steps import (
    RANDOM,
    begin,
    choose_random,
    choose_thumb,
    conceal_copy,
    imagine_copy,
    list_moves,
    look,
    play_on,
    player_at,
    put,
    settle,
    shift_of,
    turn_of,
)

# Put in place when a kernel is linked
cuda: Any = None
MOST_MOVES = 1
OPTION: Any = None  # the type of an action in a list
STATE: Any = None  # the type of a position,
WORDS = 1  # and its size in words
WORD: Any = None  # the largest word that positions are made of


# Observing -----------------------------------------------------------------------------------------------------------


def mask_row(e: Record, s: Record, seat: int, options: Array, mask: Array) -> None:
    """The legal actions of a seat as a mask."""
    for action in range(len(mask)):
        mask[action] = False
    for k in range(list_moves(e, s, seat, options)):
        mask[options[k]] = True


def look_kernel(es: Array, states: Array, seats: Array, observations: Array, masks: Array) -> None:
    """What a seat of every lane knows and may do."""
    i = cuda.grid(1)
    if i < len(states):
        options = cuda.local.array(MOST_MOVES, OPTION)
        look(es[0], states[i], seats[i], observations[i])
        mask_row(es[0], states[i], seats[i], options, masks[i])


def observe_kernel(es: Array, states: Array, seats: Array, observations: Array) -> None:
    """What a seat of every lane knows."""
    i = cuda.grid(1)
    if i < len(states):
        look(es[0], states[i], seats[i], observations[i])


def mask_kernel(es: Array, states: Array, seats: Array, masks: Array) -> None:
    """What a seat of every lane may do."""
    i = cuda.grid(1)
    if i < len(states):
        options = cuda.local.array(MOST_MOVES, OPTION)
        mask_row(es[0], states[i], seats[i], options, masks[i])


def list_kernel(es: Array, states: Array, seats: Array, lists: Array, counts: Array) -> None:
    """The same as lists."""
    i = cuda.grid(1)
    if i < len(states):
        counts[i] = list_moves(es[0], states[i], seats[i], lists[i])


def check_kernel(turns: Array, actions: Array, lists: Array, counts: Array, wrong: Array) -> None:
    """Mark the lanes that wait for an action and are given one that is not in their list."""
    i = cuda.grid(1)
    if i < len(turns):
        wrong[i] = 0
        if turns[i] >= 0:
            wrong[i] = 1
            for k in range(counts[i]):
                if lists[i, k] == actions[i]:
                    wrong[i] = 0


# Acting --------------------------------------------------------------------------------------------------------------


def act_kernel(
    es: Array, states: Array, turns: Array, seats: Array, actions: Array, lengths: Array, last_seats: Array
) -> None:
    """Carry out one action in every lane that waits for one."""
    i = cuda.grid(1)
    if i < len(states) and turns[i] >= 0:
        apply(es[0], states[i], seats[i], actions[i])
        last_seats[i] = seats[i]
        lengths[i] += 1


def play_kernel(
    es: Array, states: Array, numbers: Array, lengths: Array, turns: Array, players: Array,
    rotate: int, end: int, longest: int,
) -> None:  # fmt: skip
    """Let the players inside the loop act, random or by rule of thumb, until learners are to act."""
    i = cuda.grid(1)
    if i < len(states):
        known = cuda.local.array(WORDS, WORD).view(STATE)
        options = cuda.local.array(MOST_MOVES, OPTION)
        if numbers[i] < end:
            play_on(es[0], states, i, known, 0, options, lengths, players, numbers[i], rotate, longest)
        turns[i] = turn_of(states, i, numbers[i], lengths[i], end, longest)


def settle_kernel(
    es: Array, states: Array, blank: Array, finals: Array, numbers: Array, coming: Array, lengths: Array, turns: Array,
    ended: Array, outcomes: Array, ended_numbers: Array, ended_lengths: Array,
    seats: int, seed: int, stride: int, end: int, longest: int,
) -> None:  # fmt: skip
    """Record the matches that ended and begin the next ones."""
    i = cuda.grid(1)
    if i < len(states):
        ended[i] = 0
        settle(
            es[0], states, i, blank, finals, numbers, coming, lengths, ended, outcomes, ended_numbers, ended_lengths,
            seats, seed, stride, end, longest,
        )  # fmt: skip
        turns[i] = turn_of(states, i, numbers[i], lengths[i], end, longest)


# Copies --------------------------------------------------------------------------------------------------------------


def conceal_kernel(es: Array, states: Array, lanes: Array, seats: Array, copies: Array) -> None:
    """What seats know of lanes."""
    j = cuda.grid(1)
    if j < len(lanes):
        conceal_copy(es[0], states, lanes[j], copies, j, seats[j])


def imagine_kernel(es: Array, states: Array, lanes: Array, seats: Array, copies: Array, seed: int) -> None:
    """Worlds that seats cannot tell from the true ones."""
    j = cuda.grid(1)
    if j < len(lanes):
        imagine_copy(es[0], states, lanes[j], copies, j, seats[j], seed, j)


def sow_kernel(states: Array, lanes: Array, seed: int) -> None:
    """New chance for lanes."""
    j = cuda.grid(1)
    if j < len(lanes):
        sow(states[lanes[j]], seed, j)


# Whole matches -------------------------------------------------------------------------------------------------------


def note(e: Record, own: Array, number: int, length: int, lengths: Array, outcomes: Array, finals: Array) -> None:
    """Store the result of the match that ended in `own[0]`, the `number`-th of those requested."""
    lengths[number] = length
    for seat in range(outcomes.shape[1]):
        outcomes[number, seat] = 0
    outcome(e, own[0], outcomes[number])
    if number < len(finals):
        put(finals, number, own, 0)


def stream(
    e: Record, own: Array, blank: Array, options: Array, i: int, numbers: Array, lengths: Array, all_lengths: Array,
    all_outcomes: Array, finals: Array, first: int, stride: int, seats: int, seed: int, end: int, longest: int,
    turns: int,
) -> None:  # fmt: skip
    """Play on at random for some turns; see `stream_kernel`."""
    s = own[0]
    number = numbers[i]
    length = lengths[i]
    for _ in range(turns):
        if s.turn < 0 or length >= longest:
            note(e, own, number - first, length, all_lengths, all_outcomes, finals)
            number += stride
            length = 0
            if number >= end:
                break
            begin(e, own, 0, blank, seats, seed, number)
        seat = s.turn
        while s.turn == seat and length < longest:
            n = moves(e, s, seat, options)
            apply(e, s, seat, options[below(s, n)])
            length += 1
    numbers[i] = number
    lengths[i] = length


def begin_kernel(es: Array, states: Array, blank: Array, numbers: Array, seats: int, seed: int) -> None:
    """Begin the match of every thread's number."""
    i = cuda.grid(1)
    if i < len(states):
        begin(es[0], states, i, blank, seats, seed, numbers[i])


def stream_kernel(
    es: Array, states: Array, blank: Array, numbers: Array, lengths: Array, all_lengths: Array, all_outcomes: Array,
    finals: Array, first: int, seats: int, seed: int, end: int, longest: int, turns: int,
) -> None:  # fmt: skip
    """Play matches at random, thread by thread: of every match its length and outcome, in the order of the numbers.

    A launch plays a number of turns, a turn being all decisions of one seat before another is to act: counting turns
    rather than decisions keeps the threads in step. Call it until every thread's number is `end` or more.
    """
    i = cuda.grid(1)
    if i < len(states) and numbers[i] < end:
        own = cuda.local.array(WORDS, WORD).view(STATE)
        options = cuda.local.array(MOST_MOVES, OPTION)
        put(own, 0, states, i)
        stream(
            es[0], own, blank, options, i, numbers, lengths, all_lengths, all_outcomes, finals, first, len(states),
            seats, seed, end, longest, turns,
        )  # fmt: skip
        put(states, i, own, 0)


def stream_players_kernel(
    es: Array, states: Array, blank: Array, numbers: Array, lengths: Array, all_lengths: Array, all_outcomes: Array,
    finals: Array, players: Array, first: int, seats: int, seed: int, end: int, longest: int, decisions: int,
    rotate: int,
) -> None:  # fmt: skip
    """The same with players by rule of thumb; a launch makes a number of decisions in every thread."""
    i = cuda.grid(1)
    if i < len(states) and numbers[i] < end:
        own = cuda.local.array(WORDS, WORD).view(STATE)
        known = cuda.local.array(WORDS, WORD).view(STATE)
        options = cuda.local.array(MOST_MOVES, OPTION)
        put(own, 0, states, i)
        e = es[0]
        s = own[0]
        number = numbers[i]
        length = lengths[i]
        for _ in range(decisions):
            if s.turn < 0 or length >= longest:
                note(e, own, number - first, length, all_lengths, all_outcomes, finals)
                number += len(states)
                length = 0
                if number >= end:
                    break
                begin(e, own, 0, blank, seats, seed, number)
            if players[player_at(s.turn, shift_of(number, seats, rotate), seats)] == RANDOM:
                action = choose_random(e, s, options)
            else:
                action = choose_thumb(e, own, 0, known, 0, options, length)
            apply(e, s, s.turn, action)
            length += 1
        put(states, i, own, 0)
        numbers[i] = number
        lengths[i] = length
