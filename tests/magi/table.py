"""A table for the tests: plays Magi by notation, lays out positions, and drives the naive game beside it."""

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from zauber.games.contract.kernel import sow
from zauber.games.magi import GAME, accounts, rules
from zauber.games.magi.cards import BIT, COLOUR_OF, GROUP, GROUPS, KINDS, SEATS
from zauber.games.magi.names import COLOUR_NAMES, card

from .naive import Facts, NaiveMagi, printed_cards

KIND = {card(kind): kind for kind in range(KINDS)}
NOTATIONS = [GAME.words.notation(action) for action in range(rules.ACTIONS)]
PHASES = (
    "magic", "drawing", "main", "drawn", "section 1", "section 2", "section 3", "colour", "target", "closing", "over",
)  # fmt: skip


def seat_of(letter: str) -> int:
    return ord(letter) - ord("A")


class Table:
    """A match that is played in notation; interpreted, so that a failure can be read."""

    def __init__(self, seats: int = 4, seed: int = 1, edition: Any = None, **options: Any) -> None:
        self.edition = edition if edition is not None else GAME.edition("", options)
        self.e = self.edition.record
        self.s = GAME.new_state()
        self.out = np.zeros(rules.MOST_MOVES, np.int32)
        sow(self.s, seed, 0)
        rules.setup(self.e, self.s, seats)

    def lay(
        self,
        hands: Sequence[Sequence[str]],
        top: str = "red coin",
        colour: str = "",
        turn: str = "A",
        drawcount: int = 0,
        pile: Sequence[str] = (),
        talon: Sequence[str] | None = None,
        direction: int = 1,
    ) -> "Table":
        """Lay a position out, with the turn of one player about to begin. What is named nowhere lies in the talon,
        or, when a talon is given, in the box."""
        s = self.s
        s.hand[:], s.old[:], s.olds[:], s.pile[:], s.held[:], s.cards[:] = 0, 0, 0, 0, 0, 0
        s.silent[:], s.silences = 0, 0
        for seat, hand in enumerate(hands):
            for name in hand:
                s.hand[seat, KIND[name]] += 1
                s.held[seat] |= BIT[KIND[name]]
                s.cards[seat] += 1
        for name in pile:
            s.pile[KIND[name]] += 1
        s.pile_left = len(pile)
        s.top = KIND[top]
        s.colour = COLOUR_NAMES.index(colour) if colour else COLOUR_OF[KIND[top]]
        self._fill_talon(talon)
        s.drawcount, s.marked = drawcount, int(drawcount > 0)
        s.direction = direction
        rules.begin_turn(s, seat_of(turn))
        rules.proceed(self.e, s)
        return self

    def _fill_talon(self, talon: Sequence[str] | None) -> None:
        s = self.s
        s.talon[:KINDS] = self.e.copies - s.hand.sum(axis=0) - s.pile
        s.talon[s.top] -= 1
        if talon is not None:
            s.talon[:] = 0
            for name in talon:
                s.talon[KIND[name]] += 1
        assert s.talon.min() >= 0, "more cards laid out than there are"
        s.heap[:] = 0
        for kind in range(KINDS):
            s.heap[kind // GROUP] += s.talon[kind]
        s.talon_left = s.talon.sum()

    def moves(self, letter: str = "") -> list[str]:
        seat = seat_of(letter) if letter else int(self.s.turn)
        n = rules.moves(self.e, self.s, seat, self.out)
        return [NOTATIONS[action] for action in self.out[:n]]

    def do(self, *actions: str) -> "Table":
        """Actions of the seat on turn, or of another: "B catch A"."""
        for text in actions:
            seat = int(self.s.turn)
            if text[1] == " " and text[0].isupper():
                seat, text = seat_of(text[0]), text[2:]
            action = NOTATIONS.index(text)
            n = rules.moves(self.e, self.s, seat, self.out)
            assert action in self.out[:n], f"{text!r} is not among {self.moves(chr(65 + seat))}"
            rules.apply(self.e, self.s, seat, action)
            assert accounts.account(self.e, self.s) == 0 or self.boxed
        return self

    @property
    def boxed(self) -> bool:
        """Whether cards were left in the box."""
        s = self.s
        return bool(s.hand.sum() + s.pile.sum() + s.talon.sum() + 1 != self.e.copies.sum())

    @property
    def turn(self) -> str:
        return "" if self.s.turn < 0 else chr(65 + int(self.s.turn))

    @property
    def phase(self) -> str:
        return PHASES[self.s.phase]

    @property
    def counts(self) -> list[int]:
        return [int(n) for n in self.s.cards[: self.s.seats]]

    def hand(self, letter: str) -> list[str]:
        row = self.s.hand[seat_of(letter)]
        return [card(kind) for kind in range(KINDS) for _ in range(int(row[kind]))]

    @property
    def scores(self) -> list[int]:
        return [int(n) for n in self.s.score[: self.s.seats]]


class Luck:
    """The same chance as the game's own (xoshiro128++), in plain numbers, for the naive game."""

    def __init__(self, seed: int, number: int = 0) -> None:
        record = GAME.new_state()
        GAME.compiled.sow(record, seed, number)
        self.words = [int(word) for word in record.rng]

    def __call__(self, n: int) -> int:
        while True:
            product = self.word() * n
            if product % 2**32 >= 2**32 % n:
                return product >> 32

    def word(self) -> int:
        a, b, c, d = self.words
        t = (a + d) % 2**32
        c, d = c ^ a, d ^ b
        self.words = [a ^ d, b ^ c, c ^ (b << 9) % 2**32, (d << 11) % 2**32 | d >> 21]
        return ((t << 7) % 2**32 + (t >> 25) + a) % 2**32


@functools.cache
def printed(edition: Any) -> list[Facts]:
    return printed_cards(dict(edition.values), dict(edition.options))


def naive_of(edition: Any, seats: int, luck: Any) -> NaiveMagi:
    return NaiveMagi(dict(edition.values), dict(edition.options), seats, luck, printed(edition))


def picture_of_naive(game: NaiveMagi) -> tuple[Any, ...]:
    """All that a position is, from the naive game."""
    hands = bytearray(SEATS * KINDS)
    olds = bytearray(SEATS * KINDS)
    talon, pile = bytearray(GROUP * GROUPS), bytearray(KINDS)
    for player in game.players:
        for held in player.hand:
            hands[player.seat * KINDS + held.number] += 1
            if held.old:
                olds[player.seat * KINDS + held.number] += 1
    for lying in game.talon:
        talon[lying.number] += 1
    for lying in game.pile[:-1]:
        pile[lying.number] += 1
    over = game.asked is None
    return (
        -1 if game.asked is None else game.asked.seat,
        "over" if over else game.asking,
        bytes(hands),
        bytes(olds),
        bytes(talon),
        bytes(pile),
        game.pile[-1].number,
        COLOUR_NAMES.index(game.colour),
        sum(game.markers),
        len(game.markers) > 0,
        1 if game.clockwise else -1,
        game.starter.seat,
        game.rounds,
        game.turns,
        [int(p.silent) for p in game.players],
        [p.total for p in game.players],
        [p.last for p in game.players],
    )


def pictures_of(states: Any) -> list[tuple[Any, ...]]:
    """All that each of the positions is, from their records."""
    seats = int(states["seats"][0])
    columns: list[Any] = [states["turn"].tolist(), [PHASES[phase] for phase in states["phase"].tolist()]]
    for name in ("hand", "old", "talon", "pile"):
        raw = np.ascontiguousarray(states[name]).tobytes()
        width = len(raw) // len(states)
        columns.append([raw[i * width : (i + 1) * width] for i in range(len(states))])
    columns += [states[name].tolist() for name in ("top", "colour", "drawcount")]
    columns.append([marked == 1 for marked in states["marked"].tolist()])
    columns += [states[name].tolist() for name in ("direction", "starter", "rounds", "turns")]
    columns += [states[name][:, :seats].tolist() for name in ("silent", "score", "last")]
    return list(zip(*columns, strict=True))
