"""No player of any game looks at what its seat cannot know, and whoever does is caught."""

import sys
import zlib
from typing import Any

import pytest

from tests.sizes import size
from zauber import bots, games
from zauber.bots.levels import Peeking
from zauber.bots.player import OWN, WAIT, Budget, Seen
from zauber.games.game import Game
from zauber.lab.bout import Bout
from zauber.lab.peeking import peeks

FEW = Budget(iterations=size(100, 30))  # of players that search; a game's own player plans as usual
OUT_OF_TURN = ("papageno", "magi")  # the games in which others may act


@pytest.mark.no_cover
@pytest.mark.parametrize(("game", "name"), [(game, name) for game in games.NAMES for name in bots.players(game)])
def test_nobody_peeks(game: str, name: str) -> None:
    played = games.get(game)
    every = size(5, 20) if played.heavy else 2
    for seats in {played.seats[0], played.seats[-1]}:
        assert peeks(bots.get(name, game), played, seats, deals=size(3, 1), every=every, budget=FEW) == []


class Peeker(bots.Thumb):
    """Finds the match among its callers, and plays by what lies hidden there."""

    title = "Peeker"

    def choose(self, position: Any, moves: Any, seed: int, budget: Budget = OWN) -> int:
        return self.by(self.hidden(), position, moves)

    def by(self, hidden: int, position: Any, moves: Any) -> int:
        options = [*moves, *([] if position.turn == self.seat else [WAIT])]
        return int(options[hidden % len(options)])

    def hidden(self) -> int:
        """A number made from the true position, apart from its source of chance."""
        frame: Any = sys._getframe()
        while not isinstance(frame.f_locals.get("self"), Bout):
            frame = frame.f_back
        truth = frame.f_locals["self"].state.copy()
        truth.rng = 0
        return zlib.crc32(truth.tobytes())


class Lurker(Peeker):
    """Peeks only when others are on turn."""

    def choose(self, position: Any, moves: Any, seed: int, budget: Budget = OWN) -> int:
        if position.turn == self.seat:
            return bots.Thumb.choose(self, position, moves, seed, budget)
        return super().choose(position, moves, seed, budget)


class Watcher(Peeker):
    """Peeks only while it is shown what others do, and keeps it in mind."""

    known = 0

    @classmethod
    def remembers(cls, game: Game) -> bool:
        return True

    def see(self, seen: Seen) -> None:
        self.known = self.hidden()

    def choose(self, position: Any, moves: Any, seed: int, budget: Budget = OWN) -> int:
        return self.by(self.known, position, moves)


@pytest.mark.no_cover
@pytest.mark.parametrize("game", games.NAMES)
def test_a_player_that_peeks_is_caught_in_every_game(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    played = games.get(game)
    if played.heavy:  # imagining takes time, and is done at every action while somebody watches
        monkeypatch.setattr("zauber.lab.peeking.MOST_PLIES", size(400, 120))
    seats, every = played.seats[-1 if game in OUT_OF_TURN else 0], 8 if played.heavy else 1
    assert peeks(Peeker, played, seats, deals=1, every=every)
    assert peeks(Watcher, played, seats, deals=1, every=every)
    assert bool(peeks(Lurker, played, seats, deals=1)) == (game in OUT_OF_TURN)


def test_the_arenas_own_peeking_player_is_caught() -> None:
    assert peeks(Peeking, games.get("magi"), 4, deals=1, every=8, budget=Budget(iterations=500))


def test_players_that_remember_see_the_whole_match_with_the_eyes_of_their_seat() -> None:
    """Both players of a seat see the same, and as much as they would at a table."""
    shown: dict[int, list[bytes]] = {}

    class Diarist(bots.Thumb):
        @classmethod
        def remembers(cls, game: Game) -> bool:
            return True

        def see(self, seen: Seen) -> None:
            diary = shown.setdefault(id(self), [bytes([self.seat])])
            diary.append(b"".join([bytes([seen.actor]), str(seen.action).encode(), seen.before, seen.after]))

    peeks(Diarist, games.get("papageno"), 3, deals=1, every=1000)
    diaries = sorted(shown.values())
    assert len(diaries) == 6
    assert diaries[0::2] == diaries[1::2]
    assert len({len(diary) for diary in diaries}) == 1
    assert len(diaries[0]) > 40
    assert diaries[0][1:] != diaries[2][1:]
