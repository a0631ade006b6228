"""Papageno a second time, as one plays it at a table: cards are objects, the pack is a list that is shuffled.

Written from the rule book, for comparison only. A game can be told what chance brings: before an action its
`fate` is filled with the names of the cards that will be turned, in order. The card that lies there then changes
places with one of that name which could as well have lain there. Without a fate the shuffled order decides.
"""

import itertools
import random
from collections import deque
from dataclasses import dataclass, field

ROWS, COLUMNS = 2, 3
PLACES = [(row, column) for row in range(ROWS) for column in range(COLUMNS)]


class NotPossible(Exception):
    """Chance is said to have brought a card that cannot have been there."""


class Card:
    """One card of cardboard; two cards of one name are still two cards."""

    def __init__(self, name: str, counts: int | None) -> None:
        self.name = name
        self.counts = counts  # None: an Egg

    @property
    def is_egg(self) -> bool:
        return self.counts is None


@dataclass
class Spot:
    card: Card
    open: bool = False


@dataclass
class Pack:
    """How many cards of which kind an edition has, and what the table has agreed."""

    birds: dict[int, int]
    captures: int = 4
    flutes: int = 4
    eggs: int = 2
    special_counts: int = 10
    rounds_to_win: int = 2
    reshuffle: str = "at_once"
    egg_choice: str = "owner"
    turn_limit: int = 0

    def cards(self, players: int) -> list[Card]:
        made = [Card(str(weight), weight) for weight, n in self.birds.items() for _ in range(n)]
        made += [Card("C", self.special_counts) for _ in range(self.captures)]
        made += [Card("E", None) for _ in range(self.eggs)]
        if players > 2:
            made += [Card("F", self.special_counts) for _ in range(self.flutes)]
        return made


Wire = dict[tuple[int, int], Spot]
Sides = dict[int, int]  # row of a middle Egg -> the column that it copies


def egg_question(wire: Wire, row: int) -> bool:
    """Whether the middle of the row is an Egg between two cards of different values."""
    left, middle, right = (wire[row, column].card for column in range(COLUMNS))
    return middle.is_egg and not left.is_egg and not right.is_egg and left.counts != right.counts


def worth(wire: Wire, row: int, column: int, sides: Sides) -> int:
    card = wire[row, column].card
    if card.counts is not None:
        return card.counts
    if column != 1:
        return worth(wire, row, 1, sides)
    others = [c for c in (0, 2) if not wire[row, c].card.is_egg]
    return worth(wire, row, sides[row] if sides.get(row) in others else others[0], sides)


def score(wire: Wire, sides: Sides) -> int:
    total = 0
    for column in range(COLUMNS):
        pair = [worth(wire, row, column, sides) for row in range(ROWS)]
        if pair[0] != pair[1]:
            total += sum(pair)
    return total


def best_score(wire: Wire) -> int:
    return min(score(wire, {0: a, 1: b}) for a, b in itertools.product((0, 2), repeat=2))


@dataclass
class Counted:
    """A round that has been counted."""

    scores: list[int]
    winners: list[int]
    wires: list[list[str]]
    turns: int


@dataclass
class Game:
    pack: Pack
    players: int
    starter: int
    luck: random.Random = field(default_factory=random.Random)
    told: bool = False  # whether chance comes from `fate`
    fate: deque[str] = field(default_factory=deque)

    def __post_init__(self) -> None:
        self.wins = [0] * self.players
        self.history: list[Counted] = []
        self.over = False
        self.deal()

    # Preparing

    def deal(self) -> None:
        self.pile = self.pack.cards(self.players)
        self.luck.shuffle(self.pile)
        self.wires: list[Wire] = [{} for _ in range(self.players)]
        for place in PLACES:
            for wire in self.wires:
                wire[place] = Spot(self.pile.pop())
        self.discards: list[Card] = []
        self.hand: Card | None = None
        self.choices: dict[int, tuple[int, int]] = {}
        self.sides: list[Sides] = [{} for _ in range(self.players)]
        self.pile_is_rebuilt = False
        self.turns = 0
        self.active = self.starter
        self.step = "reveal"

    def clockwise(self, first: int) -> list[int]:
        return [(first + i) % self.players for i in range(self.players)]

    # Chance, told or shuffled

    def hidden(self) -> list[Spot]:
        return [spot for wire in self.wires for spot in wire.values() if not spot.open]

    def open_up(self, seat: int, place: tuple[int, int]) -> Card:
        spot = self.wires[seat][place]
        if not spot.open:
            if self.told:
                self.settle_spot(spot, self.fate.popleft())
            spot.open = True
        return spot.card

    def settle_spot(self, spot: Spot, name: str) -> None:
        for other in self.hidden():
            if other.card.name == name:
                spot.card, other.card = other.card, spot.card
                return
        if not self.pile_is_rebuilt:  # pile and hidden cards are still one shuffled pack
            for i, card in enumerate(self.pile):
                if card.name == name:
                    spot.card, self.pile[i] = card, spot.card
                    return
        raise NotPossible(f"{name} cannot lie face down")

    def top_of_pile(self) -> Card:
        if self.told:
            self.settle_pile(self.fate.popleft())
        return self.pile.pop()

    def settle_pile(self, name: str) -> None:
        for i, card in enumerate(self.pile):
            if card.name == name:
                self.pile[i], self.pile[-1] = self.pile[-1], card
                return
        if not self.pile_is_rebuilt:
            for spot in self.hidden():
                if spot.card.name == name:
                    spot.card, self.pile[-1] = self.pile[-1], spot.card
                    return
        raise NotPossible(f"{name} cannot lie in the pile")

    def rebuild(self, keep: int) -> None:
        kept = self.discards[len(self.discards) - keep :]
        self.pile += self.discards[: len(self.discards) - keep]
        self.discards = kept
        self.luck.shuffle(self.pile)
        self.pile_is_rebuilt = True

    # What a seat may do

    def moves(self, seat: int) -> list[str]:
        if self.over:
            return []
        if self.step == "reveal":
            return [] if seat in self.choices else [f"turn {n + 1}" for n in range(6)]
        if self.step == "eggs":
            rows = [("top", "bottom")[row] for row in self.questions(seat)]
            return [f"egg {row} {side}" for row in rows for side in ("left", "right")]
        if seat != self.active:
            return []
        if self.step == "take":
            return ["draw"] * bool(self.pile) + ["take"] * bool(self.discards)
        if self.step == "swap":
            return ["leave", *self.swaps()]
        return [f"place {n + 1}" for n in range(6)] + ["discard"] * (self.step == "drawn")

    def swaps(self) -> list[str]:
        found = []
        for mine, spot in self.wires[self.active].items():
            for other, wire in enumerate(self.wires):
                for theirs, their_spot in wire.items():
                    if other != self.active and spot.open and their_spot.open and mine != self.capture_at:
                        found.append(f"swap {PLACES.index(mine) + 1} {'ABCDE'[other]}{PLACES.index(theirs) + 1}")
        return found

    def questions(self, seat: int) -> list[int]:
        if self.pack.egg_choice == "best":
            return []
        return [r for r in range(ROWS) if r not in self.sides[seat] and egg_question(self.wires[seat], r)]

    # What an action does

    def play(self, seat: int, move: str) -> None:
        assert move in self.moves(seat), f"{move} of {seat} is not allowed"
        self.act(seat, move)

    def act(self, seat: int, move: str) -> None:
        verb, *rest = move.split()
        if verb == "turn":
            self.choices[seat] = PLACES[int(rest[0]) - 1]
            if len(self.choices) == self.players:
                self.reveal()
        elif verb == "draw":
            self.hand = self.top_of_pile()
            self.step = "drawn"
            if not self.pile and self.pack.reshuffle == "at_once":
                self.rebuild(keep=0)
        elif verb == "take":
            self.hand = self.discards.pop()
            self.step = "taken"
        elif verb == "place":
            self.place(PLACES[int(rest[0]) - 1])
        elif verb == "discard":
            assert self.hand is not None
            self.discards.append(self.hand)
            self.end_turn()
        elif verb == "leave":
            self.end_turn()
        elif verb == "swap":
            self.swap(PLACES[int(rest[0]) - 1], "ABCDE".index(rest[1][0]), PLACES[int(rest[1][1]) - 1])
        elif verb == "egg":
            self.sides[seat][0 if rest[0] == "top" else 1] = 0 if rest[1] == "left" else 2
            self.maybe_count()

    def reveal(self) -> None:
        for seat in self.clockwise(self.starter):
            self.open_up(seat, self.choices[seat])
        self.discards.append(self.top_of_pile())
        self.choices = {}
        self.step = "take"

    def place(self, place: tuple[int, int]) -> None:
        assert self.hand is not None
        placed, self.hand = self.hand, None
        moving = self.open_up(self.active, place)
        self.wires[self.active][place].card = placed
        if placed.name == "F":
            for neighbour in self.clockwise(self.active)[1:]:
                given = self.open_up(neighbour, place)
                self.wires[neighbour][place].card = moving
                moving = given
        self.discards.append(moving)
        self.capture_at = place
        self.step = "swap"
        if placed.name != "C" or not self.swaps():
            self.end_turn()

    def swap(self, mine: tuple[int, int], other: int, theirs: tuple[int, int]) -> None:
        a, b = self.wires[self.active][mine], self.wires[other][theirs]
        a.card, b.card = b.card, a.card
        self.end_turn()

    # Ends

    def end_turn(self) -> None:
        self.hand = None
        self.turns += 1
        complete = any(all(spot.open for spot in wire.values()) for wire in self.wires)
        if complete or self.turns == self.pack.turn_limit:
            for seat in self.clockwise(self.active):
                for place in PLACES:
                    self.open_up(seat, place)
            self.step = "eggs"
            self.maybe_count()
            return
        if not self.pile and self.pack.reshuffle != "at_once":
            self.rebuild(keep=1 if self.pack.reshuffle == "keep_top" else 0)
        self.active = self.clockwise(self.active)[1]
        self.step = "take"

    def maybe_count(self) -> None:
        if any(self.questions(seat) for seat in range(self.players)):
            return
        best = self.pack.egg_choice == "best"
        scores = [best_score(w) if best else score(w, self.sides[i]) for i, w in enumerate(self.wires)]
        winners = [i for i, points in enumerate(scores) if points == min(scores)]
        wires = [[wire[place].card.name for place in PLACES] for wire in self.wires]
        self.history.append(Counted(scores, winners, wires, self.turns))
        for winner in winners:
            self.wins[winner] += 1
        if max(self.wins) >= self.pack.rounds_to_win:
            self.over = True
            return
        candidates = [i for i, points in enumerate(scores) if points == max(scores)]
        self.starter = next(i for i in self.clockwise((self.starter + 1) % self.players) if i in candidates)
        self.deal()
