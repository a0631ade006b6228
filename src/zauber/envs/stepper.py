"""Steps one match as fast as Python allows: action, legal moves and mask in one call of the rules.

The functions at the top are written against the kernel's stubs and linked to a game. They start interpreted, so that a
short script never waits for the compiler, and are compiled when it pays, with the same results.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..engines.batch import KINDS
from ..engines.steps import LEARNER, RANDOM
from ..games.compiling import link
from ..games.compiling.entry import entry_of
from ..games.compiling.records import handle_of
from ..games.contract.editions import Edition
from ..games.contract.kernel import Array, advise, apply, below, conceal, moves, sow
from ..games.game import Game
from ..match.position import Position
from ..match.steps import WhenToCompile, observe_one, outcome_one

REFUSED = -2  # in place of a seat: the action is illegal, and nothing has changed


def legal_now(editions: Array, states: Array, options: Array, count: Array, mask: Array) -> int:
    """List the legal actions of the seat to act, in place of those listed before; return the seat."""
    for k in range(count[0]):
        mask[options[k]] = 0
    count[0] = 0
    turn = states[0].turn
    if turn >= 0:
        count[0] = moves(editions[0], states[0], turn, options)
        for k in range(count[0]):
            mask[options[k]] = 1
    return turn


def step_once(editions: Array, states: Array, action: int, options: Array, count: Array, mask: Array) -> int:
    """Carry out an action if the mask allows it, and list what is legal next; return the seat to act."""
    if action < 0 or action >= len(mask) or mask[action] == 0:
        return REFUSED
    apply(editions[0], states[0], states[0].turn, action)
    return legal_now(editions, states, options, count, mask)


def others_on(
    editions: Array, states: Array, known: Array, scratch: Array, chance: Array, kinds: Array,
    options: Array, count: Array, mask: Array,
) -> int:  # fmt: skip
    """Let random players and the rule of thumb act until a learner is to act; list what is legal; return the seat.

    Every decision takes its chance from the next number of `chance[0]`, as `Player.choose` takes it from a seed.
    """
    e = editions[0]
    s = states[0]
    while s.turn >= 0 and kinds[s.turn] != LEARNER:
        seat = int(s.turn)
        n = moves(e, s, seat, scratch)
        known[0] = states[0]
        conceal(e, known[0], seat)
        sow(known[0], chance[0], 0)
        if kinds[seat] == RANDOM:
            action = scratch[below(known[0], n)]
        else:
            action = advise(e, known[0], seat, scratch, n)
        apply(e, s, seat, int(action))
        chance[0] += 1
    return legal_now(editions, states, options, count, mask)


class Stepper:
    """Plays one match after another. `mask` and `moves` are those of the seat to act."""

    def __init__(self, game: Game, edition: Edition) -> None:
        self.game, self.edition = game, edition
        rules = game.rules
        self.mask = np.zeros(rules.ACTIONS, np.int8)
        self.turn = -1
        self._options, self._count = game.new_options(), np.zeros(1, np.int64)
        self._scratch, self._known = game.new_options(), np.zeros(1, rules.State)
        self._shares = np.zeros(game.seats[-1], np.float64)
        self._size, self._array = game.observation_size, np.zeros(1, rules.State)
        self.chance = np.zeros(1, np.int64)  # the seed of the next decision of another player
        self.compiled = False
        self._bind(link.plain)
        self._when = WhenToCompile(game, (step_once, observe_one))
        if game.heavy or self._when.cached():
            self.compile()

    def _bind(self, wrap: link.Wrap) -> None:
        bind = self.game.linker(wrap)
        self._step, self._legal = bind(step_once), bind(legal_now)
        self._look, self._share = bind(observe_one), bind(outcome_one)
        self._others: Any = None  # compiled on first use: most environments do not need it

    def compile(self) -> None:
        """Use compiled rules from now on."""
        self._bind(link.compiled)
        e, s, move = self.edition.array, self._array, (self._options, self._count, self.mask)
        self._step, self._legal = entry_of(self._step, e, s, 0, *move), entry_of(self._legal, e, s, *move)
        self._look = entry_of(self._look, e, s, 0, np.zeros(1, np.float32))
        self._share = entry_of(self._share, e, s, self._shares)
        self.compiled = True
        self._hold()

    def _hold(self) -> None:
        """The edition and the position as the functions take them."""
        self._e: Any = self.edition.array if self.compiled else (handle_of(self.edition.record),)
        self._s: Any = self._array if self.compiled else (handle_of(self._array[0]),)

    def begin(self, position: Position) -> int:
        """Continue from a position, and use its memory; return the seat to act."""
        self._array = position.array
        self._hold()
        return self._listed()

    def _listed(self) -> int:
        self.turn = self._legal(self._e, self._s, self._options, self._count, self.mask)
        return self.turn

    def step(self, action: int) -> int:
        """Carry out an action; return the seat to act, -1 at the end, or REFUSED if it is illegal."""
        if not self.compiled and self._when.now():
            self.compile()
        turn: int = self._step(self._e, self._s, action, self._options, self._count, self.mask)
        if turn != REFUSED:
            self.turn = turn
        return turn

    def let_others(self, kinds: Array) -> int:
        """Let the players of `kinds` (by seat) act inside compiled code until a learner is to act; return the seat."""
        arguments = (
            self.edition.array, self._array, self._known, self._scratch, self.chance, kinds,
            self._options, self._count, self.mask,
        )  # fmt: skip
        if self._others is None:
            self._others = entry_of(self.game.linker(link.compiled)(others_on), *arguments)
        self.turn = self._others(*arguments)
        return self.turn

    def observe(self, seat: int) -> Array:
        """What a seat knows, as a new array."""
        out = np.empty(self._size, np.float32)
        self._look(self._e, self._s, seat, out)
        return out

    @property
    def moves(self) -> list[int]:
        """The legal actions of the seat to act."""
        found: list[int] = self._options[: self._count[0]].tolist()
        return found

    def shares(self, seats: int) -> Array:
        """Each seat's share of the win."""
        self._shares.fill(0)
        self._share(self._e, self._s, self._shares)
        return self._shares[:seats].copy()


def kinds_of(names: Sequence[str], seat: int) -> Array | None:
    """Who sits where, for `let_others`, if all of them can play inside the loop; the learner sits at `seat`."""
    if not all(name in KINDS for name in names):
        return None
    others = [KINDS[name] for name in names]
    return np.array([*others[:seat], KINDS["learner"], *others[seat:]], np.int8)
