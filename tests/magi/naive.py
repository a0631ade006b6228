"""A second implementation of Magi, written from the rule book in the most obvious way: objects, lists and strings.

Nothing here is shared with the game's own rules but the list of cards in the edition. A game is a generator that
stops at every decision (`yield player, options`) and is sent the answer. Chance is a function `chance(n)` that
names one of n things, so that both can be given the same luck.
"""

from collections.abc import Callable, Generator
from typing import Any

COLOURS = ("red", "blue", "yellow")
GUILD = ("coin", "sword", "cup", "balance", "broom", "shield", "crystal")
ITEMS = ("amulet", "hourglass", "coat", "parchment", "sceptre I", "sceptre II")
MAGI = (
    "apprentice", "wanderer", "summoner", "storm-caller", "twin-caster", "dreamer", "mirror-mage", "mirror-elder",
    "mirror-master", "archer", "falconer", "star-shooter", "mist-walker", "ghost", "shade", "phantom", "hermit",
    "arbiter", "archmage",
)  # fmt: skip
NAMES = [f"{colour} {picture}" for colour in COLOURS for picture in (*GUILD, *ITEMS)] + list(MAGI)
ABILITIES = ("select", "free", "again", "reverse", "shot", "through", "reset", "original")

Decision = tuple["Player", list[str]]
Play = Generator[Decision, str | None, Any]


class Facts:
    """What is printed on a card."""

    def __init__(self, number: int, values: dict[str, Any], sceptres_have_star: bool) -> None:
        self.name = NAMES[number]
        self.number = number
        if self.name in MAGI:
            self.colour, self.picture = "grey", self.name
            face = 13 + MAGI.index(self.name)
        else:
            self.colour, self.picture = self.name.split(" ", 1)
            face = (*GUILD, *ITEMS).index(self.picture)
            if self.picture.startswith("sceptre"):
                self.picture = "sceptre"
        self.points = values["points"][face]
        self.star = False
        self.abilities: list[str] = []
        self.draw = 0
        if face >= 7:
            self.star = values["star"][face - 7] == 1
            self.draw = values["draw"][face - 7]
            for i, ability in enumerate(ABILITIES):
                if values["abilities"][face - 7] >> i & 1:
                    self.abilities.append(ability)
        if self.picture == "sceptre" and sceptres_have_star:
            self.star = True


class Card:
    """One card of the pack."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.number = facts.number
        self.old = False  # held since before the talon was last rebuilt


def printed_cards(values: dict[str, Any], options: dict[str, Any]) -> list[Facts]:
    """One of each kind."""
    return [Facts(number, values, options["sceptres"] == "magic") for number in range(len(NAMES))]


class Player:
    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.letter = "ABCDEFGH"[seat]
        self.hand: list[Card] = []
        self.silent = False
        self.total = 0
        self.last = 0


class RoundOver(Exception):
    pass


class NaiveMagi:
    def __init__(
        self,
        values: dict[str, Any],
        options: dict[str, Any],
        seats: int,
        chance: Callable[[int], int],
        printed: list[Facts] | None = None,
    ) -> None:
        self.values = values
        self.printed = printed or printed_cards(values, options)
        self.options = options
        self.chance = chance
        self.players = [Player(seat) for seat in range(seats)]
        self.talon: list[Card] = []
        self.pile: list[Card] = []  # the last one is the top
        self.markers: list[int] = []  # the DRAWCOUNTs on the table
        self.colour = ""  # what Select named, or "any"
        self.clockwise = True
        self.rounds = 0
        self.turns = 0
        self.asked: Player | None = None
        self.asking = ""  # what the player is asked about
        self.choices: list[str] = []
        self.starter = self.players[0 if options.get("first") == "seat_a" else chance(seats)]
        self.script = self.whole_game()
        self.resume(None)

    # From outside: what may be done, and doing it ----------------------------------------------------------

    def resume(self, answer: str | None) -> None:
        try:
            self.asked, self.choices = self.script.send(answer)
        except StopIteration:
            self.asked, self.choices = None, []

    def legal(self, seat: int) -> list[str]:
        found = []
        if self.asked is not None:
            if self.asked.seat == seat:
                found += self.choices
            found += [f"catch {p.letter}" for p in self.players if p.silent and p.seat != seat]
        return found

    def do(self, seat: int, action: str) -> None:
        if action.startswith("catch"):
            caught = self.players["ABCDEFGH".index(action[-1])]
            caught.silent = False
            self.take_cards(caught, 1)
            self.resume(None)
        else:
            self.resume(action)

    # The game ------------------------------------------------------------------------------------------------

    def whole_game(self) -> Play:
        while True:
            yield from self.one_round()
            for player in self.players:
                player.last = sum(card.facts.points for card in player.hand)
                player.total += player.last
            if self.limit_reached() or any(p.total >= self.values["target"] for p in self.players):
                for player in self.players:
                    player.silent = False
                return
            self.starter = self.left_of(self.starter)

    def limit_reached(self) -> bool:
        limit: int = self.options["turn_limit"]
        return 0 < limit <= self.turns

    def left_of(self, player: Player) -> Player:
        return self.players[(player.seat + 1) % len(self.players)]

    def right_of(self, player: Player) -> Player:
        return self.players[(player.seat - 1) % len(self.players)]

    def neighbour(self, player: Player) -> Player:
        return self.left_of(player) if self.clockwise else self.right_of(player)

    def one_round(self) -> Play:
        self.rounds += 1
        self.deal()
        player = self.starter
        try:
            while not self.limit_reached():
                self.turns += 1
                player = yield from self.one_turn(player)
        except RoundOver:
            pass

    def deal(self) -> None:
        self.talon = []
        for number, copies in enumerate(self.values["copies"]):
            self.talon += [Card(self.printed[number]) for _ in range(copies)]
        self.pile, self.markers, self.clockwise = [], [], True
        for player in self.players:
            player.hand, player.silent = [], False
        player = self.starter
        for _ in self.players:
            for _ in range(self.values["hand_size"]):
                self.receive(player)
            player = self.left_of(player)
        self.pile.append(self.talon.pop(self.chance(len(self.talon))))
        self.colour = "any" if self.pile[-1].facts.colour == "grey" else self.pile[-1].facts.colour

    def receive(self, player: Player) -> None:
        card = self.talon.pop(self.chance(len(self.talon)))
        card.old = False
        player.hand.append(card)

    def rebuild(self) -> None:
        if len(self.pile) > 1:
            self.talon = sorted(self.pile[:-1], key=lambda card: card.number)
            self.pile = self.pile[-1:]
            for player in self.players:
                for card in player.hand:
                    card.old = True

    def take_cards(self, player: Player, n: int) -> None:
        for _ in range(n):
            if not self.talon:
                self.rebuild()
            if not self.talon:
                return
            self.receive(player)
            if not self.talon and self.options["rebuild"] == "at_once":
                self.rebuild()

    def can_draw(self) -> bool:
        return bool(self.talon) or len(self.pile) > 1

    # Asking --------------------------------------------------------------------------------------------------

    def ask(self, what: str, player: Player, choices: Callable[[], list[str]]) -> Play:
        while True:
            self.asking = what
            options = choices()
            alone = len(options) == 1 and not any(p.silent for p in self.players)
            if alone and self.options["forced_steps"] == "pass":
                return options[0]
            answer = yield player, options
            if answer is not None:  # None: somebody was caught meanwhile, so look again
                player.silent = False
                return answer

    # A turn: magic, card drawing, main, closing ---------------------------------------------------------------

    def one_turn(self, player: Player) -> Play:
        self.check_out(player)
        acted = False
        follower = None
        if self.markers and player.hand:  # without markers it is the same as playing in the main phase
            choice = yield from self.ask("magic", player, lambda: [*self.playable(player, star_only=True), "take"])
            if choice != "take":
                follower = yield from self.play(player, choice)
                acted = True
        if not acted and self.markers:
            self.take_cards(player, sum(self.markers))
            self.markers = []
            self.check_out(player)
            acted = True
        if not acted:
            follower = yield from self.main_phase(player)
        yield from self.closing(player)
        return follower or self.neighbour(player)

    def main_phase(self, player: Player) -> Play:
        def options() -> list[str]:
            return [*self.playable(player), "draw" if self.can_draw() else "pass"]

        choice = yield from self.ask("main", player, options)
        if choice == "draw":
            self.take_cards(player, 1)
            choice = yield from self.ask("drawn", player, lambda: [*self.playable(player), "pass"])
        if choice == "pass":
            return None
        follower = yield from self.play(player, choice)
        return follower

    def closing(self, player: Player) -> Play:
        if len(player.hand) == 1 and self.options["calling"] == "button":
            said = yield from self.ask("closing", player, lambda: ["magi", "silent"])
            player.silent = said == "silent"

    def check_out(self, player: Player) -> None:
        if not player.hand and not self.markers:
            raise RoundOver

    # Playing a card --------------------------------------------------------------------------------------------

    def playable(self, player: Player, star_only: bool = False) -> list[str]:
        found = {card.number for card in player.hand if self.matches(card) and (card.facts.star or not star_only)}
        return [f"play {NAMES[number]}" for number in sorted(found)]

    def matches(self, card: Card) -> bool:
        top = self.pile[-1].facts
        if card.facts.colour == "grey" or self.colour == "any":
            return True
        if top.colour == "grey":
            return card.facts.colour == self.colour
        return card.facts.colour == top.colour or card.facts.picture == top.picture

    def play(self, player: Player, choice: str) -> Play:
        card = self.lay(player, choice.removeprefix("play ")).facts
        abilities, draw, draws = list(card.abilities), card.draw, card.draw > 0
        self.colour = "any" if card.colour == "grey" else card.colour
        if "original" in abilities:
            one = yield from self.ask("section 1", player, lambda: ["select", "free"])
            two = yield from self.ask("section 2", player, lambda: ["again", "reverse", "shot", "through"])
            three = yield from self.ask("section 3", player, lambda: ["draw 0", "draw 1", "draw 2", "draw 3"])
            abilities, draw, draws = [one, two], int(three[-1]), True
        if "reset" in abilities:
            self.markers = []
        if draws and (draw > 0 or self.options["zero_marker"] == "yes"):
            self.markers.append(draw)
        self.check_out(player)
        if "select" in abilities:
            self.colour = yield from self.ask("colour", player, lambda: list(COLOURS))
        if "reverse" in abilities:
            self.clockwise = not self.clockwise
        if "shot" in abilities:
            others = [p for p in self.players if p is not player]
            shot = yield from self.ask("target", player, lambda: [f"shoot {p.letter}" for p in others])
            return self.players["ABCDEFGH".index(shot[-1])]
        if "again" in abilities:
            return player
        return None

    def lay(self, player: Player, name: str) -> Card:
        alike = [card for card in player.hand if card.facts.name == name]
        alike.sort(key=lambda card: not card.old)
        mixed = alike[0].old != alike[-1].old
        card = alike[self.chance(len(alike))] if mixed else alike[0]
        player.hand.remove(card)
        self.pile.append(card)
        return card
