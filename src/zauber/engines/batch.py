"""`Batch`: n matches of one game in arrays, played step by step or whole, on the cores of this machine or on a GPU.

Match k of a run takes its chance from (seed, k). Lane i of a batch plays matches i, i + n, i + 2n, and so on. So the
same matches come out, byte for byte, whatever the engine, the number of threads or the size of the batch.
"""

import functools
import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .. import games
from ..errors import ZauberError
from ..games.contract.editions import Edition
from ..games.contract.kernel import Array
from ..games.game import PROGRAM_TURN_LIMIT, Game
from .steps import LEARNER, RANDOM, THUMB

MOST_DECISIONS = 1_000_000  # decisions in one match of a game that need not end
MOST_MATCHES = 1 << 62
MOST_SEED = 1 << 62
KINDS = {"learner": LEARNER, "random": RANDOM, "thumb": THUMB}


@dataclass(frozen=True, eq=False)
class Ended:
    """The matches that ended in one step, in the order of their lanes."""

    lanes: Array  # which lanes
    numbers: Array  # which matches of the run
    lengths: Array  # decisions of each
    outcomes: Array  # shares of the win, by seat
    scores: Array  # the same shares by player, in the order of `players`

    def __len__(self) -> int:
        return len(self.lanes)


class Played:
    """Whole matches, in the order of their numbers. What a GPU played is copied to the host when it is read."""

    def __init__(self, first: int, lengths: Any, outcomes: Any, finals: Any, rotate: bool = False) -> None:
        self.first, self.rotate = first, rotate
        self._made = lengths, outcomes, finals

    @functools.cached_property
    def lengths(self) -> Array:
        """Decisions of each match."""
        return _on_host(self._made[0])

    @functools.cached_property
    def outcomes(self) -> Array:
        """Shares of the win, by seat."""
        return _on_host(self._made[1])

    @functools.cached_property
    def finals(self) -> Array:
        """The last positions, if requested."""
        return _on_host(self._made[2])

    @property
    def scores(self) -> Array:
        """Shares of the win by player, in the order of `players`."""
        return by_player(self.outcomes, self.first + np.arange(len(self.outcomes)), self.rotate)


def _on_host(array: Any) -> Array:
    """The array in the host's memory."""
    copied: Array = array.copy_to_host() if hasattr(array, "copy_to_host") else array
    return copied


def program_options(game: Game, given: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a run without people: a turn limit by default, where the game has one."""
    return {"turn_limit": PROGRAM_TURN_LIMIT, **given} if game.turn_limit else dict(given)


class Batch:
    """n matches at once. `Batch(…)` returns an instance for the chosen engine.

    `players` says who plays: for every seat "learner" (actions come from outside, by `step`), "random" or "thumb"
    (the game's rule of thumb), or one of these for all. With `rotate`, everybody moves to the next seat from match to
    match. `matches` ends the run after that many; a lane without a match left to play is idle. A match is cut off after
    `longest` decisions. `threads` is for the CPU (default: the number of cores).

    `turn` is the seat to act in each lane, always a learner's, or -1 where there is nothing to decide: the lane is
    idle, or its match ended before a learner had to act, which the next step reports. Such a lane shows zeros and one
    legal action, 0, which is ignored.
    """

    game: Game
    edition: Edition
    turn: Any  # n: the seat to act
    numbers: Any  # n: which match is played in each lane
    lengths: Any  # n: decisions made in it
    outcome: Any  # n x seats: shares of the win in the last match of each lane that ended
    finals: Any  # n: the last position of that match
    ended: Any  # n: 1 where the last step ended a match

    def __new__(cls, *arguments: Any, engine: str = "cpu", **options: Any) -> "Batch":
        """An instance of the engine's class."""
        return object.__new__(engine_class(engine) if cls is Batch else cls)

    def __init__(
        self,
        game: str | Game,
        *,
        seats: int | None = None,
        n: int = 1,
        seed: int = 0,
        edition: str | Edition = "",
        options: Mapping[str, Any] | None = None,
        engine: str = "cpu",
        threads: int | None = None,
        players: str | Sequence[str] = "learner",
        rotate: bool = False,
        first: int = 0,
        matches: int | None = None,
        longest: int = MOST_DECISIONS,
    ) -> None:
        self.game = games.get(game) if isinstance(game, str) else game
        self.seats = seats = self.game.seats[0] if seats is None else seats
        self.game.check_seats(seats)
        if isinstance(edition, Edition):
            if options:
                raise ZauberError("Options belong to an edition that is loaded by name; this one is loaded already.")
            self.edition = edition
        else:
            self.edition = self.game.edition(edition, program_options(self.game, options or {}))
        for value, least, most, what in (
            (n, 1, 1 << 31, "number of lanes"),
            (seed, 0, MOST_SEED - 1, "seed"),
            (first, 0, MOST_MATCHES - 1, "number of the first match"),
            (1 if matches is None else matches, 1, MOST_MATCHES, "number of matches"),
            (1 if threads is None else threads, 1, 4096, "number of threads"),
            (longest, 1, MOST_DECISIONS, "number of decisions after which a match is cut off"),
        ):
            check_whole(value, least, most, what)
        self.players = [players] * seats if isinstance(players, str) else list(players)
        if len(self.players) != seats:
            raise ZauberError(f"There are {seats} seats and {len(self.players)} players.")
        for player in self.players:
            if player not in KINDS:
                raise ZauberError(f"A player is one of {', '.join(KINDS)}, not “{player}”.")
        self._has_learners = "learner" in self.players  # whether actions come from outside
        self.n, self.seed, self.rotate, self.first, self.longest = n, seed, rotate, first, longest
        self.engine, self.threads = engine, threads
        self.end = MOST_MATCHES if matches is None else min(first + matches, MOST_MATCHES)

    def __repr__(self) -> str:
        about = f"{self.game.name} with {self.seats} seats, seed {self.seed}, on the {self.engine.upper()}"
        return f"<Batch of {self.n} matches of {about}>"

    def _needs_learners(self) -> None:
        """Raise an error if nobody waits for actions."""
        if not self._has_learners:
            raise ZauberError("Nobody in this batch waits for actions: it has no learner. Use play().")

    def _needs_no_learners(self) -> None:
        """Raise an error if somebody waits for actions."""
        if self._has_learners:
            raise ZauberError("A batch with learners cannot play whole matches: use step().")

    # Observing -------------------------------------------------------------------------------------------------------

    @property
    def player(self) -> Any:
        """Which player is to act in each lane, as an index into `players`; -1 for none."""
        return player_of(self.turn, self.numbers, self.seats, self.rotate)

    @property
    def done(self) -> Any:
        """Which lanes have played all their matches; none, unless `matches` was given."""
        raise NotImplementedError

    def observe(self, seat: Any = None, out: Any = None) -> Any:
        """What the seat to act knows, as n x OBSERVATION numbers; or another seat: one for all, or one per lane."""
        raise NotImplementedError

    def legal(self, seat: Any = None, out: Any = None) -> Any:
        """The legal actions of the seat to act, or of another, as masks: n x ACTIONS, True where legal."""
        raise NotImplementedError

    def moves(self, seat: Any = None) -> tuple[Any, Any]:
        """The same as lists: n x MOST_MOVES actions, and how many of each row are valid."""
        raise NotImplementedError

    def look(self, observations: Any = None, masks: Any = None) -> tuple[Any, Any]:
        """Observations and masks of the seats to act, written into the given arrays, if any."""
        return self.observe(out=observations), self.legal(out=masks)

    def last_observe(self, seat: Any = None, out: Any = None) -> Any:
        """What a seat knew at the end of the last match of each lane (default: of the seat that acted last)."""
        raise NotImplementedError

    # Acting ----------------------------------------------------------------------------------------------------------

    def step(self, actions: Any, seat: Any = None, check: bool = True) -> Ended:
        """Carry out one action in each lane, for the seat to act or for another; then the built-in players act until it
        is a learner's turn. Return the matches that ended; the next matches of those lanes have begun.

        With `check`, illegal actions are refused before anything changes. Without it, actions must be legal.
        """
        raise NotImplementedError

    def advance(self, actions: Any, seat: Any = None) -> None:
        """`step` without check and report: the results are in `ended` and `outcome`. On a GPU nothing leaves the
        device, and the call returns before the work is done."""
        self.step(actions, seat, check=False)

    def wait(self) -> None:
        """Wait until a GPU has finished; on a CPU there is nothing to wait for."""

    def play(self, matches: int, first: int | None = None, finals: bool = False) -> Played:
        """Play whole matches of a batch without learners in one go, from number `first` on (default: where the last
        such call ended); the lanes do not change."""
        raise NotImplementedError

    # Positions -------------------------------------------------------------------------------------------------------

    @property
    def positions(self) -> Any:
        """The positions of all lanes: n records, to read. Assign n records to set them."""
        raise NotImplementedError

    @positions.setter
    def positions(self, records: Any) -> None:
        raise NotImplementedError

    def _lane_numbers(self, lanes: Any) -> Array:
        """The numbers of lanes given as numbers, as a mask, or as None for all."""
        if lanes is None:
            return np.arange(self.n)
        chosen = np.atleast_1d(np.asarray(lanes))
        if chosen.dtype == np.bool_:
            chosen = np.flatnonzero(chosen)
        chosen = whole(chosen, np.int64, "Lanes") if len(chosen) else chosen.astype(np.int64)
        if len(chosen) and not 0 <= chosen.min() <= chosen.max() < self.n:
            raise ZauberError(f"Lanes are numbered from 0 to {self.n - 1}.")
        return chosen

    def _checked_records(self, records: Any) -> Array:
        """Records to set as positions; raises an error where they are not positions of these lanes."""
        given = np.asarray(records)
        if given.dtype != self.game.rules.State or given.shape != (self.n,):
            kind = "records" if given.dtype == self.game.rules.State else f"{given.dtype}"
            raise ZauberError(
                f"Positions are {self.n} records of {self.game.title}, as `positions` gives them, not an array of shape"
                f" {given.shape} of {kind}."
            )
        if (given["seats"] != self.seats).any() or ((given["turn"] < -1) | (given["turn"] >= self.seats)).any():
            raise ZauberError(
                f"A position does not fit: all of them must have {self.seats} seats, one of them on turn."
            )
        return given

    def fork(self, lanes: Any, sources: Any) -> None:
        """Make lanes copies of other lanes. The matches that come next in them stay the same."""
        raise NotImplementedError

    def reseed(self, lanes: Any, seed: int) -> None:
        """Give lanes new chance: the j-th of them that of (seed, j)."""
        raise NotImplementedError

    def conceal(self, seat: Any = None, lanes: Any = None) -> Any:
        """Copies of positions as a seat knows them (default: the seat to act, all lanes)."""
        raise NotImplementedError

    def imagine(self, seed: int, seat: Any = None, lanes: Any = None) -> Any:
        """Copies of positions filled with worlds that the seat cannot tell from the true one; the j-th with the
        chance of (seed, j). A lane may be named several times."""
        raise NotImplementedError


def check_whole(value: Any, least: int, most: int, what: str) -> None:
    """Raise an error for anything but a whole number within bounds."""
    if not isinstance(value, int | np.integer) or isinstance(value, bool) or not least <= value <= most:
        raise ZauberError(f"The {what} must be a whole number from {least:,} to {most:,}, not {value!r}.")


def whole(values: Any, kind: Any, what: str) -> Array:
    """Whole numbers as an array of a type. Nothing is cut or wrapped: what does not fit raises an error."""
    given = np.asarray(values)
    if given.dtype.kind not in "iu":
        raise ZauberError(f"{what} are whole numbers, not {given.dtype}.")
    made = np.asarray(given, kind, order="C")
    if made.dtype != given.dtype and (made != given).any():
        wrong = given[made != given].flat[0]
        raise ZauberError(f"{what} are whole numbers of at most {np.iinfo(kind).max:,}; {wrong:,} does not fit.")
    return made


def per_lane(values: Any, count: int, kind: Any, what: str) -> Array:
    """One whole number per lane, from an array or a single number."""
    made = whole(values, kind, what)
    if made.ndim and made.shape != (count,):
        raise ZauberError(f"{what} are given as one for each of {count} lanes, or one for all, not as {made.shape}.")
    return made if made.ndim else np.full(count, made)


def player_of(turn: Any, numbers: Any, seats: int, rotate: bool) -> Any:
    """Which player sits at a seat in match `number`; -1 for no seat."""
    player = (turn - numbers * rotate) % seats
    return np.where(turn < 0, -1, player)


def by_player(outcomes: Array, numbers: Array, rotate: bool) -> Array:
    """Outcomes by seat as scores by player."""
    seats = outcomes.shape[1]
    if not rotate or not len(outcomes):
        return outcomes
    places = (np.arange(seats) + numbers[:, None]) % seats
    return np.take_along_axis(outcomes, places, axis=1)


def engine_class(engine: str) -> type[Batch]:
    """The class of batches on an engine."""
    if engine in ("cpu", "gpu"):
        made: type[Batch] = getattr(importlib.import_module(f".{engine}", __package__), f"{engine.capitalize()}Batch")
        return made
    raise ZauberError(f"An engine is cpu or gpu, not “{engine}”.")
