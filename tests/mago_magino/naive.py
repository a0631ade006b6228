"""Mago Magino once more, in the most obvious way: pieces are objects, places are words, nothing is compiled.

Written from the rule book alone. It is driven with the actions (in notation) and the chance events (what the die
showed, where the arrow stopped, which frog number each bewitched piece was given) of the compiled rules, and must
always come to the same position and the same legal moves.
"""

import copy
from dataclasses import dataclass, field, replace

HOUSE = ("house", 0)
HIDING = ("hiding-place", 0)
Place = tuple[str, int]


class Disagreement(Exception):
    """The two implementations do not agree; the sentence says about what."""


@dataclass
class Piece:
    """One of a player's pieces: a child on one side, a frog on the other."""

    player: int
    number: int
    place: Place = HOUSE
    side: str = "child"
    crystal: bool = False
    frog_number: int = 0  # while it is a frog


@dataclass
class Chance:
    """What chance brought in one action, or nothing."""

    face: int | None = None  # 0: the witch
    arrow: Place | None = None
    frog_numbers: dict[tuple[int, int], int] = field(default_factory=dict)


class Table:
    """A table with a board, pieces, a magician and crystals."""

    def __init__(
        self,
        players: int,
        first: int,
        *,
        forest: int = 3,
        meadow: int = 9,
        children: int = 2,
        crystals: int = 15,
        to_win: int = 3,
        witch_steps: int = 1,
        frogs_both_ways: bool = False,
        limit: int = 0,
    ) -> None:
        woods = [("forest", i + 1) for i in range(forest)]
        meadows = [("meadow", i + 1) for i in range(meadow)]
        self.ring: list[Place] = [HOUSE, *woods, HIDING, *meadows]  # clockwise
        self.after = dict(zip(self.ring, [*self.ring[1:], HOUSE], strict=True))
        self.before = {b: a for a, b in self.after.items()}
        self.players = players
        self.pieces = [Piece(p, c + 1) for p in range(players) for c in range(children)]
        self.magician: Place = HOUSE
        self.crystals = dict.fromkeys(self.ring, 0)
        self.crystals[HIDING] = crystals
        self.brought = [0] * players
        self.to_win = to_win
        self.witch_steps = witch_steps
        self.frogs_both_ways = frogs_both_ways
        self.limit = limit
        self.player: int | None = first
        self.asks = "throw"
        self.points = 0
        self.throws = 0
        self.arrow: Place | None = None
        self.landed: Piece | None = None

    def copy(self) -> "Table":
        """Another table with the same position, on the same board."""
        other = copy.copy(self)
        other.pieces = [replace(piece) for piece in self.pieces]
        other.crystals, other.brought = dict(self.crystals), list(self.brought)
        other.landed = next(
            (new for new, old in zip(other.pieces, self.pieces, strict=True) if old is self.landed), None
        )
        return other

    # The board --------------------------------------------------------------------------------------------

    def next_place(self, place: Place, way: str) -> Place:
        return self.after[place] if way == "forward" else self.before[place]

    def may_step(self, who: str, carrying: bool, a: Place, b: Place, way: str) -> bool:
        if way == "back" and (a[0] == "forest" or b[0] == "forest"):
            return False  # through the forest only clockwise
        if carrying and b[0] == "forest":
            return False  # crystals turn to dust there
        if who == "magician" and b[0] in ("forest", "hiding-place"):
            return False
        wrong_way = who == "frog" and way == "back" and not self.frogs_both_ways
        return not wrong_way  # frogs are moved towards the house

    def ends(self, who: str, carrying: bool, start: Place, points: int) -> list[tuple[str, int, Place]]:
        """Where a piece can end its move: the way, the steps and the place."""
        found = []
        for way in ("forward", "back"):
            at = start
            for step in range(1, points + 1):
                then = self.next_place(at, way)
                if not self.may_step(who, carrying, at, then, way):
                    break
                at = then
                if step == points or at in (HOUSE, HIDING):
                    found.append((way, step, at))
        return found

    def frogs(self) -> list[Piece]:
        return sorted((p for p in self.pieces if p.side == "frog"), key=lambda p: p.frog_number)

    # What may be done -------------------------------------------------------------------------------------

    def moves(self) -> list[str]:
        if self.player is None:
            return []
        if self.asks == "pick up":
            return ["take", "leave"]
        if self.asks == "again":
            return ["throw", "stop"]
        found = []
        for piece in self.pieces:
            if piece.player != self.player or piece.side == "frog":
                continue
            for way, steps, _ in self.ends("child", piece.crystal, piece.place, self.points):
                found.append(f"child {piece.number} {way} {steps}")
            if not piece.crystal and self.crystals[piece.place] > 0:
                for way, steps, _ in self.ends("child", True, piece.place, self.points):
                    found.append(f"load child {piece.number} {way} {steps}")
        for way, steps, _ in self.ends("magician", False, self.magician, self.points):
            found.append(f"magician {way} {steps}")
        for frog in self.frogs():
            for way, _, _ in self.ends("frog", False, frog.place, 1):
                found.append(f"frog {frog.frog_number} {way}")
        return found

    # What it does -----------------------------------------------------------------------------------------

    def play(self, action: str, chance: Chance) -> None:
        words = action.split()
        if words[0] == "take":
            assert self.landed is not None
            self.pick_up(self.landed)
            self.end_turn(chance)
        elif words[0] in ("leave", "stop"):
            self.end_turn(chance)
        elif words[0] == "throw":
            self.throw(chance)
        elif words[0] == "magician":
            self.move_magician(words[1], int(words[2]), chance)
        elif words[0] == "frog":
            self.move_frog(int(words[1]), words[2], chance)
        else:
            load = words[0] == "load"
            number, way, steps = words[2:] if load else words[1:]
            self.move_child(int(number), way, int(steps), load, chance)

    def walk(self, place: Place, way: str, steps: int) -> Place:
        for _ in range(steps):
            place = self.next_place(place, way)
        return place

    def pick_up(self, piece: Piece) -> None:
        self.crystals[piece.place] -= 1
        piece.crystal = True

    def move_child(self, number: int, way: str, steps: int, load: bool, chance: Chance) -> None:
        [piece] = [p for p in self.pieces if p.player == self.player and p.number == number]
        if load:
            self.pick_up(piece)
        piece.place = self.walk(piece.place, way, steps)
        if piece.place == HOUSE and piece.crystal:
            piece.crystal = False
            self.brought[piece.player] += 1
            if self.brought[piece.player] == self.to_win:
                self.player = None
                return
        if not piece.crystal and self.crystals[piece.place] > 0:
            self.asks = "pick up"
            self.landed = piece
            return
        self.end_turn(chance)

    def move_magician(self, way: str, steps: int, chance: Chance) -> None:
        self.magician = self.walk(self.magician, way, steps)
        freed = [frog for frog in self.frogs() if frog.place == self.magician]
        for frog in freed:
            self.free(frog)
        self.after_move(bool(freed), chance)

    def move_frog(self, number: int, way: str, chance: Chance) -> None:
        [frog] = [f for f in self.frogs() if f.frog_number == number]
        frog.place = self.next_place(frog.place, way)
        rescued = frog.place in (HOUSE, self.magician)
        if rescued:
            self.free(frog)
        self.after_move(rescued, chance)

    def free(self, frog: Piece) -> None:
        frog.side = "child"
        frog.frog_number = 0

    def after_move(self, rescued: bool, chance: Chance) -> None:
        if rescued:
            self.asks = "again"
        else:
            self.end_turn(chance)

    def end_turn(self, chance: Chance) -> None:
        assert self.player is not None
        self.player = (self.player + 1) % self.players
        self.throw(chance)

    # Chance -----------------------------------------------------------------------------------------------

    def throw(self, chance: Chance) -> None:
        if self.limit and self.throws == self.limit:
            self.player = None
            return
        if chance.face is None:
            raise Disagreement("The die was to be thrown here.")
        self.throws += 1
        self.landed = None
        self.asks = "move"
        if chance.face == 0:
            if chance.arrow is None:
                raise Disagreement("The arrow was to be spun here.")
            self.points = self.witch_steps
            self.spin(chance.arrow, chance.frog_numbers)
        else:
            self.points = chance.face

    def spin(self, arrow: Place, frog_numbers: dict[tuple[int, int], int]) -> None:
        self.arrow = arrow
        if arrow == HOUSE or arrow == self.magician:
            return
        for piece in self.pieces:
            together = piece.place[0] == "forest" and arrow[0] == "forest"
            if piece.side == "child" and (piece.place == arrow or together):
                if (piece.player, piece.number) not in frog_numbers:
                    raise Disagreement(f"Piece {piece.number} of player {piece.player} was to be bewitched.")
                self.bewitch(piece, frog_numbers[piece.player, piece.number])

    def bewitch(self, piece: Piece, frog_number: int) -> None:
        if any(frog.frog_number == frog_number for frog in self.frogs()):
            raise Disagreement(f"There are two frogs {frog_number}.")
        piece.side = "frog"
        piece.frog_number = frog_number
        if piece.crystal:
            piece.crystal = False
            self.crystals[piece.place] += 1

    # Shares -----------------------------------------------------------------------------------------------

    def shares(self) -> list[float]:
        """Who has won, once the game is over: whoever brought most, and nobody when nothing was brought."""
        most = max(self.brought)
        winners = [p for p in range(self.players) if self.brought[p] == most and most > 0]
        return [1 / len(winners) if p in winners else 0.0 for p in range(self.players)]
