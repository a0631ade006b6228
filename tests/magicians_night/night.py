"""A plate for the tests: pieces are put where a test wants them, and actions are said in the notation."""

from typing import Any

import numpy as np

from zauber.games import get
from zauber.games.contract.editions import Edition, edition_from
from zauber.games.contract.kernel import NOBODY
from zauber.games.magicians_night.table import BIG, CAULDRON, FIRE, INNER, MAGICIAN, OUTER, PIECES, TREE

GAME = get("magicians_night")
SUN, MOON, LIGHTNING, STAR = (MAGICIAN + k for k in range(4))
SUN_CAULDRONS, MOON_CAULDRONS, LIGHTNING_CAULDRONS, STAR_CAULDRONS = (range(CAULDRON + k, TREE, 4) for k in range(4))
TREES, SMALL, BIGS = range(TREE, INNER), [*range(INNER, BIG), *range(OUTER, MAGICIAN)], range(BIG, OUTER)
RIGHT, UP, LEFT, DOWN = 0, 16, 32, 48  # headings


def edition_with(**numbers: float) -> Edition:
    """The house edition with some numbers changed."""
    house = GAME.edition()
    table = {
        "edition": {"name": "test", "title": "Test", "about": "For a test."},
        "numbers": {key: {"value": numbers.get(key, value), "source": "a test"} for key, value in house.values.items()},
    }
    return edition_from(GAME, table, "test", {"first": "first_seat"})


class Night:
    """A match in which the seats take sun, moon, lightning and star in order, and A begins. Everything lies exactly in
    its place, unless it was laid by hand (A47)."""

    def __init__(self, seats: int = 2, edition: Edition | None = None, by_hand: bool = False, **options: Any) -> None:
        self.edition = edition or GAME.edition("", {"first": "first_seat", **options})
        self.e = self.edition.record.copy()
        if not by_hand:
            self.e.off_place = 0.0
        self.s: Any = GAME.new_state()
        self._silent = 0
        self.f = GAME.interpreted
        self.f.sow(self.s, 1, 0)
        self.f.setup(self.e, self.s, seats)
        for symbol in ("sun", "moon", "lightning", "star")[:seats]:
            self.do(f"take {symbol}")
        self.f = GAME.compiled

    def clear(self) -> "Night":
        """Take everything off the plate, as if it had fallen: few pieces are quick enough for interpreted rules."""
        self.f = GAME.interpreted
        self.s.here[:] = 0
        self.s.x[:] = 0.0
        self.s.y[:] = 0.0
        self.s.lost = MAGICIAN - TREE
        self.s.clacks = self._silent = MAGICIAN
        return self

    @property
    def heard(self) -> int:
        """Clacks since the plate was cleared."""
        return int(self.s.clacks) - self._silent

    def put(self, piece: int, x: float, y: float) -> "Night":
        if TREE <= piece < MAGICIAN and not self.s.here[piece]:
            self.s.lost -= 1
        self.s.x[piece], self.s.y[piece], self.s.here[piece] = x, y, 1
        return self

    def spare_cauldrons(self) -> "Night":
        """A cauldron of every player somewhere at the lower edge, out of the way."""
        for k in range(4):
            self.put(CAULDRON + k, -60.0 + 40.0 * k, -150.0)
        return self

    def moves(self, seat: int | None = None) -> list[str]:
        out = np.zeros(GAME.rules.MOST_MOVES, np.int32)
        n = self.f.moves(self.e, self.s, self.s.turn if seat is None else seat, out)
        return [GAME.notation(int(action)) for action in out[:n]]

    def do(self, *said: str) -> "Night":
        """Carry actions of the seat on turn out."""
        for text in said:
            action = GAME.parse(text)
            GAME.check_move(self.e, self.s, int(self.s.turn), action)
            self.f.apply(self.e, self.s, int(self.s.turn), action)
        return self

    def push(self, heading: int, times: int = 1) -> "Night":
        """That many strokes, or until the turn is over."""
        turns = int(self.s.turns)
        for _ in range(times):
            if self.s.turns == turns and self.s.turn != NOBODY:
                self.do(f"push {heading}")
        return self

    def at(self, piece: int) -> tuple[float, float]:
        return float(self.s.x[piece]), float(self.s.y[piece])

    def on(self, *pieces: int) -> list[bool]:
        return [bool(self.s.here[piece]) for piece in pieces]

    def seen(self, seat: int) -> dict[str, Any]:
        hidden = self.s.copy()
        self.f.conceal(self.e, hidden, seat)
        view: dict[str, Any] = GAME.words.view(self.e, hidden, seat)
        return view

    def told(self, text: str, viewer: int) -> list[Any]:
        """Do it, and return what the viewer is told."""
        seat, action = int(self.s.turn), GAME.parse(text)
        notes = GAME.hear(self.e, self.s.tobytes(), b"", seat, action)
        self.do(text)
        after = self.s.copy()
        self.f.conceal(self.e, after, viewer)
        return GAME.tell(self.e, after, after, seat, action, viewer, notes)

    def fault(self) -> int:
        return int(self.f.account(self.e, self.s))


__all__ = ["FIRE", "GAME", "PIECES", "Night", "edition_with"]
