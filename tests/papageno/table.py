"""A table that tests set as they need it.

Cards are written `-2` to `9`, `C`, `F` and `E`, a hidden card as a dot; a wire is six of them, the rows parted by a
slash: `"5 . -2 / E . ."`. Chance is bent by trying seeds until it brings what a test asks for.
"""

import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from importlib import resources
from typing import Any

import numpy as np

from zauber.games.contract.editions import Edition, edition_from
from zauber.games.contract.kernel import HIDDEN, NOBODY
from zauber.games.contract.phrases import Phrase, say
from zauber.games.papageno import GAME, rules
from zauber.games.papageno.cards import CAPTURE, EGG, FLUTE, KINDS, LIGHTEST, PLACES, SEATS, copies
from zauber.games.papageno.position import FROM_DEALT, FROM_PILE, NOT_DRAWN, PLACE_DRAWN, PLACE_TAKEN, TAKE
from zauber.games.papageno.scoring import sum_of

BY_NAME = {"C": CAPTURE, "F": FLUTE, "E": EGG, ".": HIDDEN} | {str(k + LIGHTEST): k for k in range(CAPTURE)}
CARDS = {kind: name for name, kind in BY_NAME.items()}
BLANK = ". . . / . . ."
PEOPLE = ("Anna", "Ben", "Cleo", "Dora", "Emil")


def edited(**numbers: Any) -> Edition:
    """Edition A with other numbers."""
    table = tomllib.loads(resources.files(GAME.package).joinpath("editions/a.toml").read_text("utf-8"))
    for key, value in numbers.items():
        table["numbers"][key] = {"value": value, "source": "a test"}
    return edition_from(GAME, table, "mine.toml", {})


def kinds(text: str) -> list[int]:
    return [BY_NAME[name] for name in text.replace("/", " ").split()]


class Table:
    """A position, with the questions and actions of a test."""

    def __init__(self, seats: int = 3, edition: str | Edition = "a", seed: int = 1, **options: Any) -> None:
        self.f = GAME.interpreted
        self.e = (GAME.edition(edition, options) if isinstance(edition, str) else edition).record
        self.s = GAME.new_state()
        self.f.sow(self.s, seed, 0)
        self.f.setup(self.e, self.s, seats)

    @classmethod
    def with_wires(
        cls,
        *wires: str,
        turn: int = 0,
        top: str = "8",
        hand: str = "",
        taken: bool = False,
        under: str = "",
        pile: str | None = None,
        pile_left: int | None = None,
        starter: int = 0,
        wins: Sequence[int] = (),
        **how: Any,
    ) -> "Table":
        """A table in the middle of a round.

        `hand` is the card of the player on turn, drawn unless `taken`; `under` are discards under the top one; `pile`
        are the cards of a rebuilt pile (else it is still the first one); `pile_left` puts all but so many cards of the
        first pile among the discards.
        """
        table = cls(seats=len(wires), **how)
        s, seats = table.s, len(wires)
        table.pack = Counter({k: int(copies(table.e, k, seats)) for k in range(KINDS)})
        s.phase, s.active, s.turn, s.starter = TAKE, turn, turn, starter
        s.spot, s.origin, s.complete = HIDDEN, NOT_DRAWN, 0
        for seat, wire in enumerate(wires):
            table.lay(seat, wire)
        for i, won in enumerate(wins):
            s.wins[i] = won
        s.discards = 0
        for kind in [*kinds(under), *kinds(top if not taken else "")]:
            rules.put_on_discard(s, table._out(kind))
        if hand:
            s.held = table._out(BY_NAME[hand])
            s.top = HIDDEN if taken else s.top
            s.phase = PLACE_TAKEN if taken else PLACE_DRAWN
            s.origin = NOT_DRAWN if taken else FROM_PILE if pile is not None else FROM_DEALT
        table._fill_piles(pile, pile_left)
        table.check()
        return table

    pack: Counter[int]

    def _out(self, kind: int) -> int:
        if kind != HIDDEN:
            assert self.pack[kind] > 0, f"There is no {CARDS[kind]} left in the pack."
            self.pack[kind] -= 1
        return kind

    def lay(self, seat: int, wire: str) -> None:
        for place, kind in enumerate(kinds(wire)):
            self.s.area[seat, place] = self._out(kind)
        self.s.down[seat] = kinds(wire).count(HIDDEN)
        self.s.complete += self.s.down[seat] == 0

    def _fill_piles(self, pile: str | None, pile_left: int | None) -> None:
        s = self.s
        down = sum(int(n) for n in s.down[: s.seats])
        s.rebuilt = pile is not None
        for kind in kinds(pile or ""):
            s.pile[kind] += 1
            self._out(kind)
        s.pile_left = len(kinds(pile or ""))
        if pile is not None:
            pile_left = 0
        if pile_left is not None:  # what is too much lies under the discards
            top = s.top
            for _ in range(self.pack.total() - down - pile_left):
                s.discard[self._out(max(self.pack, key=lambda kind: self.pack[kind]))] += 1
                s.discards += 1
            s.top = top
        for kind in range(KINDS):
            s.dealt[kind] = self.pack[kind]
        s.dealt_left = self.pack.total()
        if pile is None:
            s.pile_left = self.pack.total() - down

    # Questions

    @property
    def turn(self) -> int:
        return int(self.s.turn)

    @property
    def phase(self) -> str:
        return str(self.view()["phase"])

    @property
    def hand(self) -> str:
        return CARDS[int(self.s.held)]

    @property
    def top(self) -> str:
        return CARDS[int(self.s.top)]

    @property
    def scores(self) -> list[int]:
        return [int(n) for n in self.s.score[: self.s.seats]]

    @property
    def wins(self) -> list[int]:
        return [int(n) for n in self.s.wins[: self.s.seats]]

    def wire(self, seat: int) -> str:
        return self._text(self.s.area[seat])

    def counted(self, seat: int) -> str:
        """The wire as it was counted in the round before."""
        return self._text(self.s.shown[seat])

    def _text(self, wire: Any) -> str:
        names = [CARDS[int(kind)] for kind in wire]
        return " ".join([*names[:3], "/", *names[3:]])

    def moves(self, seat: int | None = None) -> list[str]:
        out = np.zeros(rules.MOST_MOVES, "i4")
        n = self.f.moves(self.e, self.s, self.turn if seat is None else seat, out)
        return [GAME.notation(int(action)) for action in out[:n]]

    def view(self, seat: int = NOBODY) -> dict[str, Any]:
        view: dict[str, Any] = GAME.words.view(self.e, self.seen_by(seat), seat)
        return view

    def seen_by(self, seat: int) -> Any:
        concealed = self.s.copy()
        self.f.conceal(self.e, concealed, seat)
        return concealed

    def shares(self) -> list[float]:
        out = np.zeros(SEATS)
        self.f.outcome(self.e, self.s, out)
        return [float(share) for share in out[: self.s.seats]]

    def refusal(self, move: str, seat: int | None = None) -> tuple[str, str]:
        """The rule that forbids a move, and the sentence that says so."""
        assert move not in self.moves(seat)
        rule, phrase = GAME.words.why(self.e, self.s, self.turn if seat is None else seat, GAME.parse(move))
        return rule, say(GAME.catalogue, phrase, PEOPLE)

    def check(self) -> None:
        assert self.f.account(self.e, self.s) == 0

    # Actions

    def play(self, *moves: str, seat: int | None = None) -> list[str]:
        """Play moves, each by the seat that the table waits for (or by `seat`); what a spectator is told."""
        told: list[str] = []
        for move in moves:
            who = self.turn if seat is None else seat
            assert move in self.moves(who), f"{move} is not among {self.moves(who)}"
            action = GAME.parse(move)
            self.notes = GAME.hear(self.e, self.s.tobytes(), b"", who, action)
            self.f.apply(self.e, self.s, who, action)
            self.check()
            told += [say(GAME.catalogue, phrase, PEOPLE) for phrase in self.told(NOBODY)]
        return told

    def told(self, viewer: int) -> list[Phrase]:
        """What a viewer is told of the last move."""
        seen = self.seen_by(viewer)
        return GAME.tell(self.e, seen, seen, NOBODY, HIDDEN, viewer, self.notes)

    def until(self, wanted: Callable[["Table"], bool], *moves: str, seat: int | None = None) -> list[str]:
        """Play with the first chance that brings what is wanted."""
        start = self.s.copy()
        for seed in range(20_000):
            self._restore(start)
            self.f.sow(self.s, seed, 0)
            told = self.play(*moves, seat=seat)
            if wanted(self):
                return told
        raise AssertionError("Chance never brought it.")

    def _restore(self, state: Any) -> None:
        self.s = state.copy()


def wire_sum(wire: str, top: int = 0, bottom: int = 0, edition: Edition | None = None) -> int:
    """What a wire counts; `top` and `bottom` are the sides of the middle Eggs."""
    s = GAME.new_state()
    s.area[0] = kinds(wire)
    assert len(kinds(wire)) == PLACES
    return int(sum_of((edition or GAME.edition()).record, s, 0, top, bottom))
