"""Whether a player looks at what its seat cannot know."""

from collections import Counter
from collections.abc import Iterator

from .. import bots
from ..engines.batch import program_options
from ..games.game import Game
from .bout import Bout, number

MOST_PLIES = 400  # of a match in which players are asked


class Twins(Bout):
    """A match by rule of thumb, and in every second seat as a child plays, so that others may act out of turn. At every
    seat sit two players of a kind, which see the same of it. One is asked in the true position, the other in a world
    that its seat cannot tell from it, with the same source of chance."""

    def __init__(
        self, kind: type[bots.Player], game: Game, seats: int, seed: int, deal: int, budget: bots.Budget
    ) -> None:
        children = [bots.get("apprentice" if seat % 2 else "thumb") for seat in range(seats)]
        super().__init__(game, game.edition("", program_options(game, {})), children, seed, deal, budget)
        self.twins = [[self.made(kind, seat) for _ in range(2)] for seat in range(seats)]
        self._watching = list(range(seats)) if kind.remembers(game) else []

    def show(self, watcher: int, seen: bots.Seen) -> None:
        for twin in self._in_their_worlds(watcher):
            twin.see(seen)

    def answers(self, seat: int) -> list[tuple[int, list[int]]]:
        """What the twins of a seat choose, and from which moves."""
        child, found = self.players[seat], []
        for twin in self._in_their_worlds(seat):
            self.players[seat] = twin
            moves = self.moves(seat)
            found.append((self.ask(seat, moves), moves))
        self.players[seat] = child
        return found

    def _in_their_worlds(self, seat: int) -> Iterator[bots.Player]:
        """The twins of a seat, one after the other, each while the match is in its world."""
        truth, world = self.state.copy(), self.known_to(seat)
        self.rules.sow(world, number(self.seed, self.deal, self.plies), 1)
        self.rules.imagine(self.edition.record, world, seat)
        for position, twin in zip((truth, world), self.twins[seat], strict=True):
            self.array[0] = position
            yield twin
        self.array[0] = truth


def peeks(
    kind: type[bots.Player], game: Game, seats: int, deals: int = 2, seed: int = 0, every: int = 1,
    budget: bots.Budget = bots.OWN,
) -> list[str]:  # fmt: skip
    """The decisions in which a player's choice depends on what its seat cannot know: none for an honest player.

    It is asked at every decision of the seat to act with several moves, and whenever another seat may act out of turn;
    with `every`, at one in so many of each.
    """
    found = []
    for deal in range(deals):
        bout, met = Twins(kind, game, seats, seed, deal, budget), Counter[bool]()
        while int(bout.state.turn) >= 0 and bout.plies < MOST_PLIES:
            for seat in range(seats):
                on_turn = seat == int(bout.state.turn)
                if len(bout.moves(seat)) > on_turn:
                    if met[on_turn] % every == 0:
                        one, other = bout.answers(seat)
                        if one != other:
                            found.append(f"deal {deal}, action {bout.plies}, seat {seat}: {one[0]} or {other[0]}")
                    met[on_turn] += 1
            bout.step()
    return found
