"""The gallery of moments: for every game, the named positions that a stage must show well.

`moments/<game>.py` lists a game's moments. Each says what it wants to see (`wanted`), and `moments/<game>.json` holds
a match record that ends there. The record is loaded into a table of a real server, so what the browser shows is the
product and nothing else. The same list serves the tests of geometry and accessibility (`test_gallery.py`), the
pictures (`shots.py`) and the documentation.

To add a moment, write it into the list and let a record be found for it:

    .venv/bin/python -m tests.web.gallery papageno            # those that have no record, or whose record is stale
    .venv/bin/python -m tests.web.gallery papageno egg        # this one, anew

A record becomes stale when the rules or the numbers of an edition change; `test_gallery.py` says so.
"""

import argparse
import functools
import hashlib
import importlib
import json
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from zauber import Match, bots, games
from zauber.errors import ZauberError
from zauber.games.contract.kernel import NOBODY

FOLDER = Path(__file__).parent / "moments"
NAMES = ("Ada", "Bruno", "Celeste", "Dorian", "Elvira", "Fausto", "Greta", "Horatio")


@dataclass(frozen=True)
class Sight:
    """A position as the moment's eyes see it: what `Moment.wanted` judges."""

    match: Match
    seat: int
    """Whose eyes; NOBODY for a watcher."""

    @functools.cached_property
    def view(self) -> dict[str, Any]:
        return self.match.view(self.seat)

    @functools.cached_property
    def moves(self) -> list[str]:
        """What this seat may do, in notation."""
        return [] if self.seat == NOBODY else list(self.match.moves_of(self.seat))

    @functools.cached_property
    def events(self) -> dict[str, dict[str, Any]]:
        """What happened last, by the key of its phrase."""
        plies = len(self.match.plies)
        return {phrase.key: dict(phrase.args) for phrase in self.match.tell(plies, self.seat)} if plies else {}


def mover(match: Match) -> int:
    """The eyes of the one whose turn it is; at the end, of the first winner."""
    return winner(match) if match.over else match.turn


def onlooker(match: Match) -> int:
    """The eyes of the one who sits after the one whose turn it is."""
    return loser(match) if match.over else (match.turn + 1) % match.seats


def winner(match: Match) -> int:
    """The eyes of the one who has won."""
    return match.outcome.winners[0] if match.outcome and match.outcome.winners else 0


def loser(match: Match) -> int:
    """The eyes of one who has not won."""
    won = match.outcome.winners if match.outcome else ()
    return next((seat for seat in range(match.seats) if seat not in won), 0)


def watcher(match: Match) -> int:
    """The eyes of somebody who only watches."""
    return NOBODY


@dataclass(frozen=True)
class Moment:
    """One moment of a game."""

    name: str
    wanted: Callable[[Sight], Any]
    """Whether a position shows it; a number says how well."""
    seats: int = 0
    """How many sit at the table; 0: as few as the game allows."""
    eyes: Callable[[Match], int] = mover
    edition: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    best: bool = False
    """Look through `matches` matches for the position that shows it best; else take the first."""
    matches: int = 400
    chance: float = 0.15
    """How often a move is any legal one, not what the rule of thumb advises."""
    level: str = "thumb"
    plays: Callable[[Match], str] = lambda match: ""
    """What is played, in notation, where the rule of thumb would not lead to the moment; empty: what it advises."""
    then: Callable[[Page], None] | None = None
    """What one does on the page until the moment is there: touch a card, open a sheet."""
    shows: str = ""
    """A selector of what is then seen, at every size."""
    all_here: bool = False
    """The screen is shared: the browser holds the keys of all seats, and a curtain hangs between two people."""

    def search(self, game: str) -> tuple[Match, int]:
        """A match that ends in this moment, and whose eyes."""
        found, most = None, 0.0
        for seed in range(self.matches):
            for match in self._positions(game, seed):
                seat = self.eyes(match)
                judged = self.wanted(Sight(match, seat))
                rated = float(judged) if isinstance(judged, (int, float)) else float(bool(judged))
                if rated > most:
                    found, most = (match.at(len(match.plies)), seat), rated
            if found and not self.best:
                break
        if found is None:
            raise ZauberError(f"No position of {self.matches} matches of {game} is “{self.name}”.")
        return found

    def _positions(self, game: str, seed: int) -> Iterator[Match]:
        """All positions of a match that bots play, one after another; it is the same match every time."""
        seats = self.seats or games.get(game).seats[0]
        match = Match(
            game, seats, names=NAMES[:seats], seed=seed, edition=self.edition, options=self.options, compiled=True
        )
        bot, dice = bots.get(self.level, game), random.Random(seed)
        yield match
        while not match.over:
            out_of_turn = [seat for seat in range(seats) if seat != match.turn and len(match.moves_of(seat))]
            seat = dice.choice(out_of_turn) if out_of_turn and dice.random() < 0.5 else match.turn
            told = self.plays(match)
            if told:
                match.play(told, seat)
                yield match
                continue
            if dice.random() < self.chance:
                action = dice.choice(match.moves_of(seat).actions)
            else:
                action = bot.move(match, seat, dice.getrandbits(60))
            match.play(action, seat)
            yield match


@dataclass(frozen=True)
class Picture:
    """A moment with the record that was found for it, ready to be laid on a table."""

    game: str
    moment: Moment
    record: str
    seat: int
    test: str = ""
    """The test that plays on in it, and so has a table of its own."""

    @property
    def name(self) -> str:
        return self.moment.name

    @functools.cached_property
    def match(self) -> Match:
        return Match.load(self.record, compiled=True)

    @property
    def table(self) -> str:
        """The name of its table: always the same, ten letters."""
        digest = hashlib.sha256(f"{self.game} {self.name}{self.test}".encode()).digest()
        return "".join("abcdefghjkmnpqrstuvwxyz23456789"[byte % 31] for byte in digest[:10])

    def token(self, seat: int) -> str:
        """The key of a seat; -1: the host's."""
        return hashlib.sha256(f"{self.game} {self.name}{self.test} {seat}".encode()).hexdigest()[:32]

    @property
    def address(self) -> str:
        """Where the browser finds the moment, with the keys it needs."""
        seats = range(self.match.seats) if self.moment.all_here else [self.seat]
        tokens = [self.token(seat) for seat in seats if seat != NOBODY]
        return f"/t/{self.table}#{','.join(tokens)}" if tokens else f"/t/{self.table}"

    def shown(self) -> bool:
        """Whether the record still leads to what the moment wants to show."""
        try:
            return bool(self.moment.wanted(Sight(self.match, self.seat)))
        except ZauberError:
            return False


def games_with_moments() -> list[str]:
    """The games that have a list of moments."""
    return [name for name in games.NAMES if (FOLDER / f"{name}.py").is_file()]


def moments(game: str) -> tuple[Moment, ...]:
    """A game's list."""
    module = importlib.import_module(f"{__package__}.moments.{game}")
    found: tuple[Moment, ...] = module.MOMENTS
    return found


@functools.cache
def pictures(game: str) -> tuple[Picture, ...]:
    """A game's moments that have a record."""
    kept = _kept(game)
    return tuple(
        Picture(game, moment, kept[moment.name]["record"], kept[moment.name]["seat"])
        for moment in moments(game)
        if moment.name in kept
    )


def picture(game: str, name: str) -> Picture:
    """One moment. Tests share its table, and leave it as they found it."""
    return next(one for one in pictures(game) if one.name == name)


def finished(game: str) -> Picture:
    """The first of a game's moments at which the match is over."""
    return next(one for one in pictures(game) if one.match.over)


# Moments that tests play on in: for each test a game, a moment and a word for the test.
PLAYED_ON = (
    ("papageno", "egg", "counting"),
    ("papageno", "egg", "putting-away"),
    ("magic_flute", "others-turn", "seeing"),
    ("magic_flute", "others-turn", "hearing"),
    ("magic_flute", "won-by-pamina", "swapping"),
    ("mago_magino", "before-the-witch", "throwing"),
    ("magi", "drawcount-high", "taking"),
    ("papageno", "flute", "refusing"),
)


def played_on(game: str, name: str, test: str) -> Picture:
    """A moment at a table that one test has for itself."""
    assert (game, name, test) in PLAYED_ON, "only what is listed is hung"
    return replace(picture(game, name), test=test)


def hung() -> list[Picture]:
    """All that hangs in the gallery."""
    shared = [picture for game in games_with_moments() for picture in pictures(game)]
    return shared + [played_on(*one) for one in PLAYED_ON]


def _kept(game: str) -> dict[str, Any]:
    file = FOLDER / f"{game}.json"
    kept: dict[str, Any] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return kept


def find(game: str, only: list[str]) -> None:
    """Find records for moments that have none (or for those named), and keep them."""
    kept, listed = _kept(game), moments(game)
    standing = {picture.name for picture in pictures(game) if picture.shown()}
    for moment in listed:
        if moment.name in standing and moment.name not in only:
            continue
        try:
            match, seat = moment.search(game)
        except ZauberError as error:
            print(f"  {error}", flush=True)
            continue
        kept[moment.name] = {"seat": seat, "record": match.record().link()}
        print(f"  {moment.name}: {len(match.plies)} moves", flush=True)
        ordered = {one.name: kept[one.name] for one in listed if one.name in kept}
        (FOLDER / f"{game}.json").write_text(json.dumps(ordered, indent=1) + "\n", "utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.web.gallery", description=__doc__)
    parser.add_argument("game", choices=games_with_moments())
    parser.add_argument("only", nargs="*", help="these moments, anew")
    chosen = parser.parse_args()
    find(chosen.game, chosen.only)
    return 0


if __name__ == "__main__":
    sys.exit(main())
