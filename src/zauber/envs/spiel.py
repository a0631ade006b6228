"""OpenSpiel: the games for its algorithms, with sampled chance or, for exact algorithms, explicit chance nodes.

`zauber` has one chance node, at the beginning: its outcome is the seed of everything that follows. `zauber_explicit`
has a chance node for every throw and draw: the rules run interpreted, stop whenever they need chance, and are run again
with the answer. That is slow but exact: use it with small editions.

An observation is what a player knows now. An information state is all that it has seen, so there is perfect recall: as
a string, a hash chain of all concealed positions that it saw; as a tensor, the observation, in a game of memory the
position with all that the player has seen in it, and a fingerprint of that chain.
"""

import functools
import itertools
import math
import operator
import random
from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from .. import games
from ..errors import ZauberError
from ..games.compiling.link import Linker, plain
from ..games.contract import kernel
from ..games.contract.editions import Edition
from ..games.contract.kernel import Record
from ..games.game import Game
from ..match.kept import edition_of, keep_edition
from ..match.position import Position
from ..match.shapes import EditionRecord
from .common import opened, rewards
from .lister import Chains, Lister, Trail
from .stepper import REFUSED

ENDLESS_DECISIONS = 1_000_000  # decisions of a match without a bound
SEED_BITS = 30
SEEDS = 2**SEED_BITS
CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
FINGERPRINT = 16  # numbers at the end of an information state's tensor
MOST_CARDS = 4096  # no single throw or draw has more outcomes

_script: list[int] = []  # the outcomes of chance, in the order in which the rules ask for them
_asked = [0]


class Undecided(Exception):
    """The rules ask for chance beyond the end of the script: one of `outcomes`, all equally likely."""

    def __init__(self, outcomes: int) -> None:
        self.outcomes = outcomes


def scripted(s: Record, n: int) -> int:
    """`kernel.below` with answers from the script."""
    n = int(n)
    if n == 1:
        return 0
    if _asked[0] == len(_script):
        raise Undecided(n)
    _asked[0] += 1
    return _script[_asked[0] - 1]


@functools.cache
def remembered_fields(game: Game) -> tuple[str, ...]:
    """The fields of a position that a game of memory adds to an information state; an observation lacks some of it."""
    names = game.rules.State.names if game.memory else ()
    return tuple(name for name in names if name != "rng" and not name.startswith("gap_"))


@functools.cache
def remembered_size(game: Game) -> int:
    """How many numbers these are."""
    return sum(math.prod(game.rules.State[name].shape) for name in remembered_fields(game))


def _game_type(name: str, mode: Any) -> Any:
    return pyspiel.GameType(
        short_name=name,
        long_name="Zauber",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=mode,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=8,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"game": games.DEFAULT, "seats": 0, "edition": ""},
    )


SAMPLED = _game_type("zauber", pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC)
EXPLICIT = _game_type("zauber_explicit", pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC)


class ZauberGame(pyspiel.Game):
    """A game with its edition and number of seats, as an OpenSpiel game."""

    kind = SAMPLED

    def __init__(
        self,
        params: Mapping[str, Any] | None = None,
        options: Mapping[str, Any] | None = None,
        own: Edition | None = None,
    ) -> None:
        given = dict(params or {})
        seats = int(given.get("seats", 0)) or None
        name, edition = str(given.get("game", games.DEFAULT)), str(given.get("edition", ""))
        self.game, self.seats, self.edition = opened(name, seats, "" if own else edition, options)
        self.edition = own or self.edition
        bound = int(self.game.interpreted.bound(self.edition.record, self.seats))
        info = pyspiel.GameInfo(
            num_distinct_actions=int(self.game.rules.ACTIONS),
            max_chance_outcomes=MOST_CARDS if self.kind is EXPLICIT else SEEDS,
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=bound or ENDLESS_DECISIONS,
        )
        super().__init__(self.kind, info, {"game": name, "seats": self.seats, "edition": edition})
        self._random = random.Random()
        self.shared = Lister(self.game, self.seats, self.edition)

    def new_initial_state(self, *_: Any) -> "ZauberState":
        return SampledState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(self.information_state_tensor_size() if recalls else self.game.observation_size, recalls)

    def information_state_tensor_shape(self) -> list[int]:
        return [self.information_state_tensor_size()]

    def information_state_tensor_size(self) -> int:
        return self.game.observation_size + remembered_size(self.game) + FINGERPRINT

    def __deepcopy__(self, memo: dict[int, Any]) -> "ZauberGame":
        return self  # nothing of it changes

    def __reduce_ex__(self, protocol: Any) -> tuple[Any, ...]:
        kept = keep_edition(self.edition)
        return _game_again, (type(self), self.game, self.seats, kept, self.edition.rules)


class ExplicitGame(ZauberGame):
    """The same with every throw and draw as a chance node."""

    kind = EXPLICIT

    def new_initial_state(self, *_: Any) -> "ZauberState":
        return ExplicitState(self)

    @functools.cached_property
    def linked(self) -> tuple[Any, Any]:
        """`setup` and `apply`, with chance from the script."""
        linker = Linker({**self.game.bindings, kernel.below: scripted}, plain)
        return linker(kernel.setup), linker(kernel.apply)


class ZauberState(pyspiel.State):
    """What both kinds of states have in common: a position and its descriptions."""

    _position: Position | None
    _player: int

    def __init__(self, game: ZauberGame) -> None:
        super().__init__(game)
        self._position = None
        self._imagined = False  # whether it is a world that a player imagined
        self._shared = game.shared
        self._player = CHANCE

    def current_player(self) -> int:
        return self._player

    def is_terminal(self) -> bool:
        return self._player == TERMINAL

    def is_chance_node(self) -> bool:
        return self._player == CHANCE

    def _legal_actions(self, player: int) -> list[int]:
        return self._listed() if player >= 0 and player == self._player else []

    def _listed(self) -> list[int]:
        """The legal actions of the player to act."""
        shared = self._shared
        if shared.held is not self._position:
            shared.hold(self._now)
        return shared.listings[shared.count[0]].tolist()

    @property
    def _now(self) -> Position:
        if self._position is None:
            raise ZauberError("The match has not begun: chance comes first.")
        return self._position

    def _seen(self, seat: int) -> bytes:
        """A hash of everything that a seat has seen."""
        raise NotImplementedError

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"chance:{action}"
        return self._shared.game.notation(action)

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self._shared.seats
        gained = rewards(np.array(self._now.outcome))
        return [float(reward) for reward in gained - gained.mean()]  # exactly zero-sum

    def __deepcopy__(self, memo: dict[int, Any]) -> "ZauberState":
        copied: ZauberState = self.clone()
        return copied

    def __reduce_ex__(self, protocol: Any) -> tuple[Any, ...]:
        if self._imagined:
            raise ZauberError("An imagined state has no history of its own and cannot be stored.")
        return _state_again, (self.get_game(), self.history())

    def resample_from_infostate(self, player: int, sampler: Any = None) -> "ZauberState":
        """A state that the player cannot tell from this one, chosen at random: `imagine`, as IS-MCTS asks for it.

        It shares the history, but cannot be stored: another seed led to it. `sampler` gives numbers below 1.
        """
        copied: ZauberState = self.clone()
        if self.is_chance_node():
            return copied
        draw = sampler if callable(sampler) else self.get_game()._random.random
        chance = b"".join(int(draw() * 2**32).to_bytes(4, "little") for _ in range(4))
        known = self._recalled(player)
        copied._go_to(known.imagine_from(chance if any(chance) else bytes(15) + b"\1", player), player)
        copied._imagined = True
        return copied

    def _go_to(self, world: Position, player: int) -> None:
        """Take a world's place; the player has seen the same."""
        raise NotImplementedError

    def _past(self) -> list[Position]:
        """The positions so far, in a game of memory."""
        raise NotImplementedError

    def _recalled(self, player: int) -> Position:
        """What the player knows now, with what it remembers in a game of memory."""
        now = self._now
        known = now.known_to(player)
        if not now.game.memory or self._imagined:
            return known
        memory, record = now.game.own(now.game.memory)(), known.record.copy()
        past = [one.known_to(player).record for one in self._past()]
        for before, after in itertools.pairwise(past):
            memory.watch(now.edition.record, before, after)
        memory.recall(record)
        return Position.of(now.game, now.edition, record, player)

    def information_state_string(self, player: int | None = None) -> str:
        seat = self.current_player() if player is None else player
        return f"{seat}:{self._seen(seat).hex()}"

    def observation_string(self, player: int | None = None) -> str:
        seat = self.current_player() if player is None else player
        return "" if self._position is None else self._position.text(seat)

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """What the player knows now; zeros before the match has begun."""
        seat = self.current_player() if player is None else player
        if self._position is None or seat < 0:
            return [0.0] * self._shared.game.observation_size
        found: list[float] = self._position.observe(seat).tolist()
        return found

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """What the player knows and remembers, and a fingerprint of all that it has seen."""
        seat = self.current_player() if player is None else player
        if self._position is None or seat < 0:
            game = self._shared.game
            return [0.0] * (game.observation_size + remembered_size(game) + FINGERPRINT)
        known = self._recalled(seat)
        fields = remembered_fields(known.game)
        remembered = [float(value) / 128 for name in fields for value in np.ravel(known.record[name])]
        return known.observe(seat).tolist() + remembered + [byte / 255 for byte in self._seen(seat)]

    def __str__(self) -> str:
        return "chance" if self._position is None else self._position.text()


class SampledState(ZauberState):
    """A position of a match whose chance was settled by one number at the beginning.

    From Python, `legal_actions` and `apply_action` bypass C++, because crossing the binding costs more than the rules.
    The C++ history then lacks these actions; `_tell` replays them before anything that depends on it.
    """

    def __init__(self, game: ZauberGame) -> None:
        super().__init__(game)
        self._trail = Trail()
        self._seed = game._random.getrandbits(SEED_BITS)
        self._telling = False

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(self._seed, 1.0)]

    def legal_actions(self, player: int | None = None) -> list[int]:
        own = self._player
        if own >= 0 and (player is None or player == own):
            shared = self._shared
            if shared.held is not self._position:
                shared.hold(self._now)
            return shared.listings[shared.count[0]].tolist()
        if own == TERMINAL:
            return []
        return super().legal_actions() if player is None else super().legal_actions(player)

    def apply_action(self, action: int) -> None:
        player, shared = self._player, self._shared
        if type(action) is not int:
            action = operator.index(action)
        if shared.held is not self._position or player < 0:
            turn = self._turn_after(action)
        else:
            turn = shared.act(shared.e, shared.s, action, shared.listed)
        if turn < 0:
            if turn == REFUSED:
                self._now.play(action)  # raises, with the reason
            turn = TERMINAL
        trail = self._trail
        trail.append(player)
        trail.append(action)
        self._player = turn

    def _turn_after(self, action: int) -> int:
        """Apply the first action, or an action of a state that the lister does not hold now."""
        shared = self._shared
        if self._position is None:
            position = Position(shared.game, shared.seats, edition=shared.edition, seed=action)
            self._position = position
            return shared.hold(position)
        shared.hold(self._position)
        return shared.act(shared.e, shared.s, action, shared.listed)

    def _apply_action(self, action: int) -> None:
        """Called by C++: with a new action, or while `_tell` replays old ones."""
        if not self._telling:
            self._tell()
            self.apply_action(action)
            self._trail.told = len(self._trail)

    def _tell(self) -> None:
        """Replay the actions that the C++ history lacks."""
        trail, player = self._trail, self._player
        if trail.told == len(trail):
            return
        self._telling = True
        for self._player, action in trail.after(trail.told):
            super().apply_action(action)
        trail.told, self._player, self._telling = len(trail), player, False

    def _seen(self, seat: int) -> bytes:
        return b"" if self._position is None else self._trail.seen(seat, self._position)

    def _past(self) -> list[Position]:
        return self._trail.positions(self._now)

    def _go_to(self, world: Position, player: int) -> None:
        self._trail.begin_in(world, player, self._seen(player))
        self._position = world


def _told(name: str) -> Any:
    """An OpenSpiel method that first completes the C++ history."""
    method = getattr(pyspiel.State, name)

    def call(self: SampledState, *arguments: Any) -> Any:
        self._tell()
        return method(self, *arguments)

    return functools.wraps(method)(call)


OF_HISTORY = (
    "child", "clone", "full_history", "history", "history_str", "is_initial_non_chance_state", "is_initial_state",
    "move_number", "serialize", "to_dict", "to_json", "to_struct", "undo_action",
)  # fmt: skip
for _name in OF_HISTORY:
    setattr(SampledState, _name, _told(_name))


class ExplicitState(ZauberState):
    """A position in which chance is asked answer by answer."""

    def __init__(self, game: ExplicitGame) -> None:
        super().__init__(game)
        self._chains = Chains((b"",) * game.seats)
        self._so_far: tuple[Position, ...] = ()
        self._rules = game.linked
        self._base: Record = game.game.new_state()
        self._begun = False
        self._pending: tuple[int, int] | None = None  # seat and action that wait for chance
        self._answers: list[int] = []
        self._outcomes = 0
        self._try()

    def _try(self) -> None:
        """Run the rules with the answers so far; they end, or ask for one more."""
        about = self._shared
        record = self._base.copy()
        _script[:] = self._answers
        _asked[0] = 0
        setup, apply = self._rules
        try:
            if not self._begun:
                setup(about.edition.record, record, about.seats)
            elif self._pending is not None:
                apply(about.edition.record, record, *self._pending)
        except Undecided as need:
            self._outcomes, self._player = need.outcomes, CHANCE
            return
        self._begun, self._pending, self._answers, self._outcomes = True, None, [], 0
        self._base = record
        self._position = Position.of(about.game, about.edition, record)
        self._player = self._position.turn if not self._position.over else TERMINAL
        self._chains.add(self._position.fork())
        if about.game.memory:
            self._so_far = (*self._so_far, self._position.fork())

    def _past(self) -> list[Position]:
        return list(self._so_far)

    def _go_to(self, world: Position, player: int) -> None:
        trail = Trail()
        trail.begin_in(world, player, self._seen(player))
        self._chains = trail.chained
        self._position, self._base = world, world.record.copy()

    def _seen(self, seat: int) -> bytes:
        return self._chains.seen(seat)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(outcome, 1.0 / self._outcomes) for outcome in range(self._outcomes)]

    def _apply_action(self, action: int) -> None:
        if self._outcomes:
            self._answers.append(action)
        else:
            self._pending = self._now.turn, action
        self._try()


class Observer:
    """OpenSpiel's observer: the same numbers as everywhere."""

    def __init__(self, size: int, recalls: bool = False) -> None:
        self._recalls = recalls
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: ZauberState, player: int) -> None:
        """Fill the tensor with what the player knows."""
        self.tensor[:] = (state.information_state_tensor if self._recalls else state.observation_tensor)(player)

    def string_from(self, state: ZauberState, player: int) -> str:
        """What the player knows, as a fingerprint."""
        return state.information_state_string(player)


def _game_again(kind: type[ZauberGame], game: Game, seats: int, kept: EditionRecord, rules: int) -> ZauberGame:
    """A game that was pickled."""
    return kind({"game": game.name, "seats": seats, "edition": kept.name}, None, edition_of(game, kept, rules))


def _state_again(game: ZauberGame, history: list[int]) -> ZauberState:
    """A state that was pickled, by its history."""
    state = game.new_initial_state()
    for action in history:
        state.apply_action(action)
    return state


pyspiel.register_game(SAMPLED, ZauberGame)
pyspiel.register_game(EXPLICIT, ExplicitGame)


def load(game: str, seats: int | None, edition: str, options: Mapping[str, Any] | None, chance: str) -> ZauberGame:
    """A game for OpenSpiel; what its text of parameters cannot say (options) is given here."""
    if chance not in ("sampled", "explicit"):
        raise ZauberError(f"Chance is sampled or explicit, not “{chance}”.")
    made = ZauberGame if chance == "sampled" else ExplicitGame
    return made({"game": game, "seats": seats or 0, "edition": edition}, options)
