"""The arena: tournaments in which every player gets every seat and the same chance.

A deal is a number from which all chance of a match comes, action by action. Each deal is played once for every rotation
of the players through the seats. So every player meets the same chance from every seat, and differences between players
come from neither. A deal depends only on the seed and its number, so results do not depend on how the work is divided.
Players that search get their iterations and no clock, so results do not depend on how busy the machine is either; a
time limit has to be asked for.
"""

import functools
import hashlib
import itertools
import math
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from importlib import resources
from importlib.metadata import PackageNotFoundError, version
from importlib.resources.abc import Traversable
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from .. import bots, games
from ..bots.levels import Peeking, Seeker
from ..bots.own import OwnPlayer
from ..engines.batch import program_options
from ..errors import ZauberError
from ..games.contract.editions import Edition
from ..games.game import Game
from . import kept
from .bout import Bout, Faulty, admit
from .figures import over_deals
from .kept import PlayedDeal, Rows


def player_of(name: str, game: str) -> type[bots.Player]:
    """The kind of player of that name. `peeking` is known here and nowhere else."""
    return Peeking if name == Peeking.name else bots.get(name, game)


def defined_in(kind: type[bots.Player]) -> str:
    """Where a kind of player is defined, the same in every process."""
    return f"{kind.__module__.replace('__mp_main__', '__main__')}:{kind.__qualname__}"


@dataclass(frozen=True)
class Contest:
    """The settings of a tournament. Equal contests give equal results."""

    game: str
    players: tuple[str, ...]  # one for each seat; names may repeat
    edition: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    seed: int = 0
    iterations: int = 0  # of search, in place of the players' own budgets
    milliseconds: int = 0

    def check(self) -> None:
        """Raise an error if the contest cannot be played."""
        game = games.get(self.game)
        if len(self.players) not in game.seats:
            first, last = game.seats[0], game.seats[-1]
            needed = str(first) if first == last else f"{first} to {last}"
            raise ZauberError(
                f"{game.title} is played by {needed} players: name one for each seat, with commas between them; "
                f"a name may be repeated."
            )
        if not 0 <= self.seed < bots.MOST_SEED:
            raise ZauberError(f"A seed is a whole number from 0 to {bots.MOST_SEED - 1:,}, not {self.seed}.")
        kinds = self.kinds()
        for kind in kinds:
            admit(kind)
        if self.budget != bots.OWN and game.players:
            for name, kind in zip(self.players, kinds, strict=True):
                if issubclass(kind, (Seeker, OwnPlayer)):
                    raise ZauberError(
                        f"In {game.title} “{name}” does not count iterations or milliseconds: it plans as far as it "
                        f"always does. Leave --iterations and --milliseconds out."
                    )

    def kinds(self) -> list[type[bots.Player]]:
        """The kinds of the players."""
        return [player_of(name, self.game) for name in self.players]

    @property
    def budget(self) -> bots.Budget:
        """What players may spend on a move."""
        return bots.Budget(self.iterations, self.milliseconds)

    def loaded(self) -> tuple[Game, Edition]:
        """The game, and the edition that is played."""
        game = games.get(self.game)
        return game, game.edition(self.edition, program_options(game, self.options))

    def header(self) -> dict[str, Any]:
        """The first line of a results file: the settings, and what else results depend on."""
        return {
            "arena": 1,
            **{key: getattr(self, key) for key in self.__dataclass_fields__},
            "made_with": self._made_with(),
        }

    def _made_with(self) -> dict[str, Any]:
        game, edition = self.loaded()
        try:
            release = version("zauber")
        except PackageNotFoundError:  # run from the sources, without being installed
            release = ""
        players = strength(game, self.kinds())
        return {"zauber": release, "rules": game.version, "edition": edition.hash[:12], "players": players}


def strength_files(game: Game, kinds: Sequence[type[bots.Player]]) -> list[Traversable]:
    """The files on which the strength of players depends: their sources and the rules of thumb, the numbers of the
    levels, and the networks for the game."""
    shipped, networks = resources.files(bots.__name__), resources.files(f"{bots.__name__}.networks")
    files = [shipped.joinpath("levels.json"), networks.joinpath("guided.json"), networks.joinpath(f"{game.name}.npz")]
    files += [file for file in resources.files(game.package).iterdir() if file.name.endswith(".npz")]
    files += [file for file in shipped.iterdir() if file.name.endswith(".py")]
    functions = [game.extra(name) for name in ("advise", "naive", "judge", "slip")]
    modules = {sys.modules.get(source.__module__) for source in (*kinds, *functions) if source is not None}
    sources = [Path(found) for module in modules if (found := getattr(module, "__file__", None))]
    files += [source for source in sources if source.parent != Path(bots.__path__[0])]
    return sorted((file for file in files if file.is_file()), key=lambda file: file.name)


def strength(game: Game, kinds: Sequence[type[bots.Player]]) -> str:
    """A short hash of those files."""
    digest = hashlib.sha256()
    for file in strength_files(game, kinds):
        digest.update(f"{file.name} {hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()[:12]


@functools.cache
def prepare(kind: type[bots.Player], game: Game) -> None:
    """Compile what a kind of player needs, once in every process, so that no move has to wait for it."""
    kind.prepare(game)


def play_deal(contest: Contest, deal: int, faults: dict[str, str] | None = None) -> Rows:
    """One deal, rotated through the seats: the shares of each player of the list, rotation by rotation.

    Whoever fails or chooses what is no move raises `Faulty`; with `faults` it forfeits the match, the others share the
    win, and what was wrong is written there under its name.
    """
    game, edition = contest.loaded()
    kinds = contest.kinds()
    for kind in kinds:
        prepare(kind, game)
    rows = []
    for turn in range(len(kinds)):
        seated = [kinds[(seat + turn) % len(kinds)] for seat in range(len(kinds))]
        try:
            shares = Bout(game, edition, seated, contest.seed, deal, contest.budget).play()
        except Faulty as error:
            if faults is None:
                raise
            faults.setdefault(contest.players[(error.seat + turn) % len(kinds)], str(error))
            shares = [float(seat != error.seat) / (len(kinds) - 1) for seat in range(len(kinds))]
        rows.append([shares[(player - turn) % len(kinds)] for player in range(len(kinds))])
    return rows


def play_out(contest: Contest, deal: int) -> PlayedDeal:
    """`play_deal`, in which the faulty forfeit."""
    faults: dict[str, str] = {}
    return PlayedDeal(play_deal(contest, deal, faults), faults)


def play_away(contest: Contest, defined: Sequence[str], deal: int) -> PlayedDeal:
    """`play_out` in another process, whose players of these names must be defined where the first process says."""
    for name, there in zip(contest.players, defined, strict=True):
        try:
            here = defined_in(player_of(name, contest.game))
        except bots.BotError:
            here = ""
        if here != there:
            raise ZauberError(
                f"Other processes do not know the player “{name}”, which is only registered in this one: give its "
                f"package an entry point of the group zauber.players, or play here with one worker."
            )
    return play_out(contest, deal)


@dataclass(frozen=True)
class Standing:
    """How a player did: its mean share per seat with a 95 % interval, and its rating."""

    name: str
    share: float
    low: float
    high: float
    rating: float | None = None
    rating_low: float | None = None
    rating_high: float | None = None


@dataclass(frozen=True)
class Results:
    """The deals of a contest, in order."""

    contest: Contest
    deals: list[Rows]
    faults: dict[str, tuple[int, str]] = field(default_factory=dict)  # by player: in how many deals, and the first
    stopped: bool = False  # by Ctrl-C, before the end

    @property
    def games(self) -> int:
        """Matches played."""
        return len(self.deals) * len(self.contest.players)

    def standings(self) -> list[Standing]:
        """The players by name, the best first. The rotations of a deal are dependent, so statistics are over deals."""
        names = list(dict.fromkeys(self.contest.players))
        table = np.array(self.deals).mean(axis=1)  # by deal and place in the list
        ratings = self._ratings(names)
        found = []
        for name in names:
            places = [i for i, other in enumerate(self.contest.players) if other == name]
            own = table[:, places].sum(axis=1)  # of all its seats together
            spread = float(own.var(ddof=1)) if len(own) > 1 else 0.0
            bounds = over_deals(float(own.mean()), spread if spread > 1e-12 else 0.0, len(own), len(self.deals[0]))
            share, low, high = (value / len(places) for value in (float(own.mean()), *bounds))
            found.append(Standing(name, share, low, high, *ratings[name]))
        return sorted(found, key=lambda standing: -standing.share)

    def seat_shares(self) -> list[float]:
        """The mean share of each seat over all players: the effect of the seat itself."""
        n = len(self.contest.players)
        rows = np.array(self.deals)
        seats = np.zeros(n)
        for turn in range(n):
            for player in range(n):
                seats[(player - turn) % n] += rows[:, turn, player].mean()
        return [float(share) for share in seats / n]

    def _ratings(self, names: list[str]) -> dict[str, tuple[float | None, float | None, float | None]]:
        """Ratings by openskill's Plackett-Luce model, match after match; nothing without the extra `arena`."""
        try:
            from openskill.models import PlackettLuce
        except ModuleNotFoundError:
            return dict.fromkeys(names, (None, None, None))
        model = PlackettLuce()
        ratings = {name: model.rating(name=name) for name in names}
        for row in itertools.chain.from_iterable(self.deals):
            teams = [[model.create_rating([ratings[n].mu, ratings[n].sigma], n)] for n in self.contest.players]
            rated = model.rate(teams, ranks=[-share for share in row])
            for name in names:
                own = [team[0] for team in rated if team[0].name == name]
                ratings[name].mu = sum(one.mu for one in own) / len(own)
                ratings[name].sigma = sum(one.sigma for one in own) / len(own)
        return {n: (r.mu, r.mu - 2 * r.sigma, r.mu + 2 * r.sigma) for n, r in ratings.items()}

    def figures(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {
            **self.contest.header(),
            "games": self.games,
            "deals": len(self.deals),
            "fair": 1 / len(self.contest.players),
            "seats": self.seat_shares(),
            "players": [vars(standing) for standing in self.standings()],
            "faults": {name: {"deals": deals, "first": first} for name, (deals, first) in self.faults.items()},
            "stopped": self.stopped,
        }


Spread = Callable[[Contest, Sequence[int]], Iterator[tuple[int, PlayedDeal]]]  # plays deals, in any order


def hold(
    contest: Contest, number: int, workers: int = 1, resume: Path | None = None,
    progress: Callable[[int], None] | None = None, spread: Spread | None = None,
) -> Results:  # fmt: skip
    """Play at least `number` matches (whole deals) on several processes; continue the file of an earlier run. Ctrl-C
    returns the results so far, once there are any."""
    contest.check()
    wanted = max(2, math.ceil(number / len(contest.players)))
    known = kept.read(resume, contest.header()) if resume is not None else {}
    todo = [deal for deal in range(wanted) if deal not in known]
    if progress is not None and wanted > len(todo):
        progress((wanted - len(todo)) * len(contest.players))
    if resume is not None:
        kept.begin(resume, contest.header())
    stopped = False
    try:
        for deal, played in (spread or _spread_over(workers))(contest, todo):
            known[deal] = played
            if resume is not None:
                kept.add(resume, deal, played)
            if progress is not None:
                progress(len(played.rows))
    except KeyboardInterrupt:
        if not known:
            raise
        stopped = True
    found = [known[deal] for deal in sorted(known) if deal < wanted]
    faults: dict[str, tuple[int, str]] = {}
    for played in found:
        for name, first in played.faults.items():
            before = faults.get(name, (0, first))
            faults[name] = before[0] + 1, before[1]
    return Results(contest, [played.rows for played in found], faults, stopped)


def _spread_over(workers: int) -> Spread:
    def alone(contest: Contest, deals: Sequence[int]) -> Iterator[tuple[int, PlayedDeal]]:
        for deal in deals:
            yield deal, play_out(contest, deal)

    def together(contest: Contest, deals: Sequence[int]) -> Iterator[tuple[int, PlayedDeal]]:
        game, defined = games.get(contest.game), [defined_in(kind) for kind in contest.kinds()]
        for kind in contest.kinds():
            prepare(kind, game)  # compiled once; the others find it on disk
        left = iter(deals)
        quiet = signal.signal, (signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is this process's affair
        with ProcessPoolExecutor(workers, get_context("spawn"), *quiet) as pool:
            running: dict[Future[PlayedDeal], int] = {}
            try:
                for deal in itertools.islice(left, 2 * workers):
                    running[pool.submit(play_away, contest, defined, deal)] = deal
                while running:
                    for done in wait(running, return_when=FIRST_COMPLETED).done:
                        yield running.pop(done), done.result()
                        for deal in itertools.islice(left, 1):
                            running[pool.submit(play_away, contest, defined, deal)] = deal
            except BrokenProcessPool:
                raise ZauberError(
                    "A process that played was ended from outside, perhaps for lack of memory: try fewer workers. "
                    "With --resume, what was played before is kept."
                ) from None
            finally:
                pool.shutdown(wait=False, cancel_futures=True)  # what has not been begun is not wanted any more

    return alone if workers == 1 else together
