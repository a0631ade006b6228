"""Setting up positions of The Magic Flute for tests, in the players' words.

>>> table = Table(hand=["Tamino", "Magic Flute"], trial="Fire")
>>> table.do("play Tamino")
"""

import functools
from typing import Any

import numpy as np

from zauber.games.contract.kernel import sow
from zauber.games.magic_flute import GAME
from zauber.games.magic_flute.position import PLAY

from .naive import CARDS, TRIALS

RULES = GAME.interpreted
SARASTRO, QUEEN = 0, 1
PHASES = ["play", "second", "chain", "choose", "discard", "over"]
CHOICES = {1: "pamina", 3: "symbol", 8: "remove"}


def card_name(card: int) -> str:
    """The book's name of a card's number."""
    return CARDS[card] if card < 36 else f"{CARDS[card - 36]} #2"


def card_number(name: str) -> int:
    return CARDS.index(name.removesuffix(" #2")) + (36 if name.endswith(" #2") else 0)


def action_name(action: int) -> str:
    """An action's number in the words of the second implementation."""
    if action < 72:
        return f"play {card_name(action)}"
    if action < 144:
        return f"discard {card_name(action - 72)}"
    if action < 162:
        return CHOICES[(action - 144) // 2 + 1] + (" back" if action % 2 else "")
    return "stop" if action == 162 else "done"


ACTION_NAMES = [action_name(a) if not 144 <= a < 162 or (a - 144) // 2 + 1 in CHOICES else "" for a in range(164)]


@functools.cache
def edition_record(edition: str, *options: tuple[str, object]) -> Any:
    return GAME.edition(edition, dict(options)).record


class Table:
    """A position in which `seat` is to play with a given hand; the other holds what is left over."""

    def __init__(
        self,
        hand: list[str],
        other: list[str] | None = None,
        trial: str = "",
        sun: int = 0,
        moon: int = 0,
        pamina: int = 0,
        seat: int = SARASTRO,
        discard: list[str] | None = None,
        pile: list[str] | None = None,
        edition: str = "",
        **options: object,
    ) -> None:
        self.e = edition_record(edition, *options.items())
        self.s = np.zeros(1, GAME.rules.State)[0]
        sow(self.s, 1, 1)
        RULES.setup(self.e, self.s, 2)
        self.seat = seat
        self.s.turn = seat
        self.s.starter = seat
        self.s.sarastro = SARASTRO
        self.s.symbol[:] = sun, moon
        self.s.pamina = pamina
        self._lay_trials(trial)
        self._lay_cards(hand, other, discard or [], pile)
        self.s.phase = PLAY

    def _lay_trials(self, trial: str) -> None:
        if trial:
            self.s.trial = TRIALS.index(trial)
            self.s.unseen[self.s.trial] = 0
            self.s.unseen_left = 2

    def _lay_cards(self, hand: list[str], other: list[str] | None, discard: list[str], pile: list[str] | None) -> None:
        s = self.s
        deck = [card for card in range(72) if self.e.cards[card % 36, 0] > card // 36]
        mine = sorted(card_number(name) for name in hand)
        open_cards = [card_number(name) for name in discard]
        free = [card for card in deck if card not in mine and card not in open_cards]
        theirs = sorted(card_number(name) for name in other) if other is not None else free[-3:]
        free = [card for card in free if card not in theirs]
        if pile is not None:
            stock = [card_number(name) for name in pile]
            open_cards += [card for card in free if card not in stock]
            free = stock
        s.age[:] = 0
        s.age[open_cards] = -1
        for name, cards, count in (
            ("pile", free, "pile_left"),
            ("discard", open_cards, "discards"),
        ):
            s[name][:] = 0
            s[name][: len(cards)] = cards
            s[count] = len(cards)
        s.hand[:] = 0
        for seat, cards in ((self.seat, mine), (1 - self.seat, theirs)):
            s.hand[seat, : len(cards)] = cards
            s.held[seat] = len(cards)
        assert RULES.account(self.e, s) == 0

    @property
    def legal(self) -> set[str]:
        """What the seat on turn may do."""
        out = np.zeros(GAME.rules.MOST_MOVES, np.int16)
        n = RULES.moves(self.e, self.s, int(self.s.turn), out) if self.s.turn >= 0 else 0
        return {ACTION_NAMES[action] for action in out[:n]}

    def do(self, *actions: str) -> "Table":
        """Carry actions out, each checked to be legal."""
        for action in actions:
            assert action in self.legal, f"{action} is not among {sorted(self.legal)}"
            RULES.apply(self.e, self.s, int(self.s.turn), ACTION_NAMES.index(action))
            assert RULES.account(self.e, self.s) == 0
        return self

    @property
    def sun(self) -> int:
        return int(self.s.symbol[0])

    @property
    def moon(self) -> int:
        return int(self.s.symbol[1])

    @property
    def pamina(self) -> int:
        return int(self.s.pamina)

    @property
    def trial(self) -> str:
        return TRIALS[int(self.s.trial)] if self.s.trial >= 0 else ""

    @property
    def phase(self) -> str:
        return PHASES[int(self.s.phase)]

    @property
    def turn(self) -> int:
        return int(self.s.turn)

    @property
    def winner(self) -> int:
        return int(self.s.winner)

    @property
    def over(self) -> bool:
        return self.phase == "over"

    def hand(self, seat: int) -> list[str]:
        return [card_name(card) for card in self.s.hand[seat, : self.s.held[seat]]]

    @property
    def discard(self) -> list[str]:
        return [card_name(card) for card in self.s.discard[: self.s.discards]]

    @property
    def pile(self) -> set[str]:
        return {card_name(card) for card in self.s.pile[: self.s.pile_left]}
