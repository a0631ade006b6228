"""Counted lines of play from known positions: every choice and every way that chance can fall, to a given depth.

The counts were frozen when the compiled rules and the naive second implementation had agreed on all of them. Here the
naive game recounts all but the longest, for which it would take half a minute.
"""

from typing import Any

import numpy as np
import pytest

from zauber.games.compiling.link import Linker, compiled
from zauber.games.contract.kernel import Array, Record, apply, below, moves
from zauber.games.magic_flute import GAME

from .naive import CARDS, TRIALS, Fate, Game
from .table import PHASES, QUEEN, SARASTRO, Table

pytestmark = pytest.mark.no_cover  # repeats much: other tests cover these lines

DIGIT = 1 << 16


def told(s: Record, n: int) -> int:
    """Instead of chance: the next of up to three digits in `s.rng`, which note out of how many they were taken."""
    place = s.rng[3]
    digit: int = s.rng[place] % DIGIT
    s.rng[place] = digit + DIGIT * n
    s.rng[3] = place + 1
    return digit


def count(e: Record, stack: Array, depth: int, options: Array, n: Array, at: Array, digits: Array) -> int:
    """How many lines of `depth` actions, with all their chance, lead on from `stack[0]`; an end is a line."""
    lines = 0
    d = 0
    n[0] = moves(e, stack[0], stack[0].turn, options[0])
    at[0] = 0
    while d >= 0:
        if at[d] == n[d]:
            d -= 1
            continue
        stack[d + 1] = stack[d]
        s = stack[d + 1]
        for k in range(3):
            s.rng[k] = digits[d, k]
        s.rng[3] = 0
        apply(e, s, s.turn, options[d, at[d]])
        k = s.rng[3] - 1
        while k >= 0 and digits[d, k] + 1 == s.rng[k] // DIGIT:
            digits[d, k] = 0
            k -= 1
        if k >= 0:
            digits[d, k] += 1
        else:
            at[d] += 1
        if d + 1 == depth or s.turn < 0:
            lines += 1
        else:
            d += 1
            n[d] = moves(e, s, s.turn, options[d])
            at[d] = 0
    return lines


@pytest.fixture(scope="module")
def counter() -> Any:
    return Linker({**GAME.bindings, below: told}, compiled)(count)


def lines(counter: Any, table: Table, depth: int) -> int:
    stack = np.zeros(depth + 2, GAME.rules.State)
    stack[0] = table.s
    sizes = [np.zeros(depth + 2, np.int64) for _ in range(2)]
    buffers = np.zeros((depth + 2, 73), np.int16), *sizes, np.zeros((depth + 2, 4), np.int64)
    return int(counter(table.e, stack, depth, *buffers))


class Script(Fate):
    """Chance that tries one possibility after another."""

    def __init__(self, digits: list[int]) -> None:
        super().__init__()
        self.digits, self.sizes = digits, list[int]()

    def pick(self, possible: list[str]) -> str:
        place = len(self.sizes)
        self.sizes.append(len(possible))
        return possible[self.digits[place] if place < len(self.digits) else 0]

    def card(self, player: str, pile: list[str]) -> str:
        return self.pick(pile)

    def next_trial(self, unseen: list[str]) -> str:
        return self.pick(unseen)


def naive_lines(game: Game, depth: int) -> int:
    if depth == 0 or game.phase == "over":
        return 1
    total = 0
    for action in sorted(game.legal()):
        digits: list[int] | None = []
        while digits is not None:
            script = Script(digits)
            twin = game.copy(script)
            twin.do(action)
            total += naive_lines(twin, depth - 1)
            digits = after(script)
    return total


def after(script: Script) -> list[int] | None:
    """The next possibility, as an odometer turns."""
    digits = [*script.digits, *[0] * len(script.sizes)][: len(script.sizes)]
    while digits and digits[-1] + 1 == script.sizes[len(digits) - 1]:
        digits.pop()
    return [*digits[:-1], digits[-1] + 1] if digits else None


def second(table: Table) -> Game:
    """The same position for the naive game."""
    e, s = table.e, table.s
    first = "Sarastro" if s.turn == SARASTRO else "Queen"
    game = Game(Fate({"Sarastro": set(CARDS), "Queen": set(CARDS)}), first, length=int(e.steps))  # any deal will do
    for seat, name in enumerate(("Sarastro", "Queen")):
        game.players[name].hand = table.hand(seat)
        game.players[name].known = set()
    game.deck = [*table.hand(SARASTRO), *table.hand(QUEEN), *table.pile, *table.discard]
    game.pile, game.discard = sorted(table.pile), table.discard
    game.spaces_from_home = {"sun": table.sun, "moon": table.moon}
    game.pamina = table.pamina
    game.trial = table.trial
    game.unseen_trials = [TRIALS[i] for i in range(3) if s.unseen[i]]
    game.bottom_trials = [TRIALS[i] for i in s.queue[: s.queued]]
    game.phase = PHASES[int(s.phase)]
    return game


def opening() -> Table:
    """The first turn, with a fixed deal."""
    hand = ["Tamino", "The Wisdom of Teaching", "Oh, What Luck!", "Halt!"]
    return Table(hand, other=["The Birdcatcher", "Papageno", "Night's Dagger"])


def ending() -> Table:
    """Near the end, under Silence, with a pile of three cards."""
    hand = ["Night's Dagger", "Isis and Osiris", "Victorious", "What Do I Hear?"]
    other = ["Magic Flute", "Tamino", "Vengeance"]
    pile = ["Only Silence", "Oh, What Luck!", "Everything Feels the Joys of Love"]
    return Table(hand, other=other, pile=pile, trial="Silence", sun=5, moon=4, pamina=-4)


def quarrel() -> Table:
    """In the middle, under Fire: chains on both sides."""
    hand = ["What Do I Hear?", "Magic Flute", "Magic Bells", "The Path to Your Goals"]
    other = ["The Wisdom of Teaching", "The Birdcatcher", "Papageno"]
    return Table(hand, other=other, pile=["Night", "Halt!", "Oh Unfortunate", "Tamino"], trial="Fire", sun=3, moon=3)


POSITIONS = {"opening": opening, "ending": ending, "quarrel": quarrel}
FROZEN = {
    ("opening", 1): 90,
    ("opening", 2): 5_119,
    ("opening", 3): 156_551,
    ("ending", 1): 6,
    ("ending", 2): 22,
    ("ending", 3): 54,
    ("ending", 4): 692,
    ("ending", 5): 32_165,
    ("quarrel", 1): 10,
    ("quarrel", 2): 84,
    ("quarrel", 3): 460,
    ("quarrel", 4): 1_866,
    ("quarrel", 5): 11_769,
}
RECOUNTED = {"opening": 2, "ending": 4, "quarrel": 5}  # how deep the naive game counts here


@pytest.mark.parametrize(("name", "depth"), FROZEN)
def test_the_lines_of_play_are_as_many_as_counted(counter: Any, name: str, depth: int) -> None:
    assert lines(counter, POSITIONS[name](), depth) == FROZEN[name, depth]


@pytest.mark.parametrize("name", POSITIONS)
def test_the_second_implementation_counts_the_same_lines(name: str) -> None:
    for depth in range(1, RECOUNTED[name] + 1):
        assert naive_lines(second(POSITIONS[name]()), depth) == FROZEN[name, depth]
