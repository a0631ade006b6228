"""The arena: tournaments in which every player gets every seat and the same chance.

A deal is a number from which all chance of a match comes, action by action. Each deal is played once for every rotation
of the players through the seats. So every player meets the same chance from every seat, and differences between players
come from neither. A deal depends only on the seed and its number, so results do not depend on how the work is divided.
"""

import itertools
import json
import math
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from .. import bots, games
from ..bots.levels import Peeking
from ..engines.batch import program_options
from ..errors import ZauberError
from ..games.contract.editions import Edition
from ..games.contract.kernel import Record
from ..games.game import Game
from .figures import Z95

MOST_PLIES = 100_000  # of one match
_MIX = 0x5851F42D4C957F2D


def player_of(name: str, game: str) -> type[bots.Player]:
    """The kind of player of that name. `peeking` is known here and nowhere else."""
    return Peeking if name == Peeking.name else bots.get(name, game)


class Bout:
    """One match between bots, with compiled rules. Players get concealed copies and nothing else; only a kind that
    `sees_all`, made to show what that would be worth, gets open ones."""

    def __init__(
        self, game: Game, edition: Edition, kinds: Sequence[type[bots.Player]], seed: int, deal: int,
        budget: bots.Budget = bots.OWN,
    ) -> None:  # fmt: skip
        self.game, self.edition, self.seats, self.budget = game, edition, len(kinds), budget
        self.seed, self.deal, self.plies = seed, deal, 0
        self.rules = game.compiled
        self.players = [kind(game, edition, self.seats, seat) for seat, kind in enumerate(kinds)]
        for player in self.players:
            player.rules = game.compiled
        self._watching = [seat for seat, kind in enumerate(kinds) if kind.remembers(game)]
        self.array = np.zeros(1, game.rules.State)
        self.state = self.array[0]
        self._chance()
        self.rules.setup(edition.record, self.state, self.seats)
        self._options = game.new_options()

    def _chance(self) -> None:
        self.rules.sow(self.state, _number(self.seed, self.deal), self.plies)

    def known_to(self, seat: int) -> Record:
        """A copy of the position, concealed for a seat."""
        known = self.state.copy()
        self.rules.conceal(self.edition.record, known, seat)
        return known

    def moves(self, seat: int) -> list[int]:
        """The legal moves of a seat."""
        n = self.rules.moves(self.edition.record, self.state, seat, self._options)
        return [int(action) for action in self._options[:n]]

    def ask(self, seat: int, moves: list[int]) -> int:
        """What the player of a seat chooses."""
        seed = _number(self.seed + 1, self.deal, self.plies, seat)
        player = self.players[seat]
        position = self.state.copy() if player.sees_all else self.known_to(seat)
        action = player.choose(position, moves, seed, self.budget)
        if action not in moves and (action != bots.WAIT or seat == int(self.state.turn)):
            raise ZauberError(f"{self.players[seat]!r} chose {action}, which is not one of its moves: {moves}.")
        return int(action)

    def act(self, seat: int, action: int) -> None:
        """Carry out a move, and show it to all players that remember."""
        before = {watcher: self.known_to(watcher) for watcher in self._watching}
        was = self.state.copy() if before else self.state
        self.plies += 1
        self._chance()
        self.rules.apply(self.edition.record, self.state, seat, action)
        for watcher, known in before.items():
            seen = int(self.rules.witness(self.edition.record, was, seat, action, watcher))
            self.players[watcher].see(bots.Seen(seat, seen, known, self.known_to(watcher)))

    def step(self) -> None:
        """One action: by a seat that may act out of turn and wants to, or by the seat to act."""
        turn = int(self.state.turn)
        for j in range(1, self.seats):
            seat = (turn + j) % self.seats
            moves = self.moves(seat)
            if moves and (action := self.ask(seat, moves)) != bots.WAIT:
                self.act(seat, action)
                return
        self.act(turn, self.ask(turn, self.moves(turn)))

    def play(self) -> list[float]:
        """Play to the end; return each seat's share."""
        while int(self.state.turn) >= 0 and self.plies < MOST_PLIES:
            self.step()
        out = np.zeros(max(self.game.seats[-1], self.seats))
        self.rules.outcome(self.edition.record, self.state, out)
        return [float(share) for share in out[: self.seats]]


def _number(*parts: int) -> int:
    """A 62-bit hash of several numbers."""
    x = 0
    for part in parts:
        x = ((x ^ part) * _MIX + 0x9E3779B9) % 2**64
        x ^= x >> 31
    return x % bots.MOST_SEED


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
        for name in self.players:
            player_of(name, self.game)

    def header(self) -> dict[str, Any]:
        """The first line of a results file."""
        return {"arena": 1, **{key: getattr(self, key) for key in self.__dataclass_fields__}}


def play_deal(contest: Contest, deal: int) -> list[list[float]]:
    """One deal, rotated through the seats: the shares of each player of the list, rotation by rotation."""
    game = games.get(contest.game)
    edition = game.edition(contest.edition, program_options(game, contest.options))
    kinds = [player_of(name, game.name) for name in contest.players]
    budget = bots.Budget(contest.iterations, contest.milliseconds)
    rows = []
    for turn in range(len(kinds)):
        seated = [kinds[(seat + turn) % len(kinds)] for seat in range(len(kinds))]
        shares = Bout(game, edition, seated, contest.seed, deal, budget).play()
        rows.append([shares[(player - turn) % len(kinds)] for player in range(len(kinds))])
    return rows


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
    """All deals of a contest, in order."""

    contest: Contest
    deals: list[list[list[float]]]

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
            own = table[:, [i for i, other in enumerate(self.contest.players) if other == name]].mean(axis=1)
            share = float(own.mean())
            spread = max(float(own.std(ddof=1)), 0.5 / len(own)) if len(own) > 1 else 1.0
            error = Z95 * spread / math.sqrt(len(own))
            found.append(Standing(name, share, max(0.0, share - error), min(1.0, share + error), *ratings[name]))
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
        }


Spread = Callable[[Contest, Sequence[int]], Iterator[tuple[int, list[list[float]]]]]  # plays deals, in any order


def hold(
    contest: Contest, number: int, workers: int = 1, resume: Path | None = None,
    progress: Callable[[int], None] | None = None, spread: Spread | None = None,
) -> Results:  # fmt: skip
    """Play at least `number` matches (whole deals) on several processes; continue the file of an earlier run."""
    contest.check()
    wanted = max(2, math.ceil(number / len(contest.players)))
    known = _read(resume, contest) if resume is not None else {}
    todo = [deal for deal in range(wanted) if deal not in known]
    if progress is not None and wanted > len(todo):
        progress((wanted - len(todo)) * len(contest.players))
    kept = _open(resume, contest) if resume is not None else None
    try:
        for deal, rows in (spread or _spread_over(workers))(contest, todo):
            known[deal] = rows
            if kept is not None:
                kept.write(json.dumps({"deal": deal, "shares": rows}) + "\n")
                kept.flush()
            if progress is not None:
                progress(len(rows))
    finally:
        if kept is not None:
            kept.close()
    return Results(contest, [known[deal] for deal in range(wanted)])


def _spread_over(workers: int) -> Spread:
    def alone(contest: Contest, deals: Sequence[int]) -> Iterator[tuple[int, list[list[float]]]]:
        for deal in deals:
            yield deal, play_deal(contest, deal)

    def together(contest: Contest, deals: Sequence[int]) -> Iterator[tuple[int, list[list[float]]]]:
        left = iter(deals)
        with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
            running: dict[Future[list[list[float]]], int] = {}
            for deal in itertools.islice(left, 2 * workers):
                running[pool.submit(play_deal, contest, deal)] = deal
            while running:
                for done in wait(running, return_when=FIRST_COMPLETED).done:
                    yield running.pop(done), done.result()
                    for deal in itertools.islice(left, 1):
                        running[pool.submit(play_deal, contest, deal)] = deal

    return alone if workers == 1 else together


def _read(path: Path, contest: Contest) -> dict[int, list[list[float]]]:
    """The deals in a file; an incomplete last line is ignored."""
    if not path.exists():
        return {}
    lines = path.read_text("utf-8").splitlines()
    try:
        header = json.loads(lines[0]) if lines else None
    except ValueError:
        header = None
    if header != json.loads(json.dumps(contest.header())):
        raise ZauberError(f"{path} holds another contest: game, players, edition, options and seed must be the same.")
    found = {}
    for line in lines[1:]:
        try:
            row = json.loads(line)
        except ValueError:
            continue
        found[int(row["deal"])] = row["shares"]
    return found


def _open(path: Path, contest: Contest) -> Any:
    try:
        new = not path.exists() or not path.stat().st_size
        file = path.open("a", encoding="utf-8")
    except OSError as error:
        raise ZauberError(f"{path} cannot be written: {error.strerror}.") from None
    if new:
        file.write(json.dumps(contest.header()) + "\n")
    elif not path.read_text("utf-8").endswith("\n"):
        file.write("\n")
    return file


def peeks(kind: type[bots.Player], game: Game, seats: int, deals: int = 2, seed: int = 0, every: int = 1) -> list[str]:
    """The decisions in which a player's choice depends on what its seat cannot know: none for an honest player.

    Matches are played by rule of thumb. At every decision a fresh player is asked in the true position, and in another
    world that its seat cannot tell from it, with the same source of chance.
    """
    edition = game.edition("", program_options(game, {}))
    found = []
    for deal in range(deals):
        bout = Bout(game, edition, [bots.get("thumb")] * seats, seed, deal)
        while int(bout.state.turn) >= 0 and bout.plies < 400:
            seat = int(bout.state.turn)
            moves = bout.moves(seat)
            if len(moves) > 1 and bout.plies % every == 0:
                truth, answers = bout.state.copy(), []
                world = bout.known_to(seat)
                bout.rules.sow(world, _number(seed, deal, bout.plies), 1)
                bout.rules.imagine(edition.record, world, seat)
                thumb = bout.players[seat]
                for position in (truth, world):
                    bout.array[0] = position
                    bout.players[seat] = kind(game, edition, seats, seat)
                    bout.players[seat].rules = game.compiled
                    answers.append(bout.ask(seat, moves))
                bout.players[seat], bout.array[0] = thumb, truth
                if answers[0] != answers[1]:
                    found.append(f"deal {deal}, action {bout.plies}: {answers[0]} or {answers[1]}")
            bout.step()
    return found
