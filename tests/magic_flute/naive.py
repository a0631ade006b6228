"""A second implementation of The Magic Flute in the most obvious style: names, lists and one branch per card.

It shares nothing with the package. Chance is told to it: `fate` says who begins, which cards are drawn and which
Trial turns up, and the game refuses what cannot be.
"""

from copy import copy
from dataclasses import dataclass, field

PERSONS = ["Tamino", "Papageno"]
ITEMS = ["Magic Flute", "Magic Bells", "Night's Dagger"]
SONGS = [
    "Night",
    "A Little Night Music",
    "To the Rescue!",
    "The Birdcatcher",
    "Enchantingly Beautiful Image",
    "Tremble Not",
    "Come In My Dove",
    "What Love is Felt",
    "The Path to Your Goals",
    "The Wisdom of Teaching",
    "Where are You Going?",
    "How Strong is Your Magic!",
    "Quick Feet, Quick Courage!",
    "Isis and Osiris",
    "Preserve Yourself From Pitfalls",
    "How Did You Come to this Place?",
    "Everything Feels the Joys of Love",
    "Vengeance",
    "Be Welcome Again",
    "Oh I Can Feel, it is Gone",
    "Revenge Stalks These Halls",
    "Shall I No Longer See You",
    "Heralding the Morning",
    "He Who Travels this Road",
    "What Do I Hear?",
    "Oh, What Luck!",
    "Oh Unfortunate",
    "Halt!",
    "Only Silence",
    "The Sun Drives Away the Night",
    "Victorious",
]
CARDS = PERSONS + ITEMS + SONGS
TRIALS = ["Silence", "Fire", "Water"]

COUNTERS = {
    "Isis and Osiris",
    "Preserve Yourself From Pitfalls",
    "Oh I Can Feel, it is Gone",
    "Oh, What Luck!",
}
MUTED = ({"Magic Flute", "Magic Bells"} | set(SONGS)) - COUNTERS

PAMINA_1 = {
    "Tamino", "To the Rescue!", "The Birdcatcher", "Enchantingly Beautiful Image", "Tremble Not", "Come In My Dove",
    "What Love is Felt", "Where are You Going?", "What Do I Hear?",
}  # fmt: skip
PAMINA_2 = {"Quick Feet, Quick Courage!", "How Did You Come to this Place?"}
OWN = {
    "Papageno": 1, "The Wisdom of Teaching": 1, "How Strong is Your Magic!": 2, "Be Welcome Again": 1,
    "He Who Travels this Road": 1, "Victorious": 3, "Magic Flute": 2, "Magic Bells": 2,
}  # fmt: skip
THEN_MAY = {
    "Tamino": ["Magic Flute"],
    "Papageno": ["Magic Bells"],
    "The Birdcatcher": ["Papageno"],
    "What Love is Felt": ["Tamino"],
    "Vengeance": ["Night's Dagger"],
    "Revenge Stalks These Halls": ["Night's Dagger"],
    "What Do I Hear?": ["Magic Flute", "Magic Bells"],
}
UNDIRECTED = {"The Path to Your Goals", "The Wisdom of Teaching", "Oh, What Luck!"}


def plain(card: str) -> str:
    """A second copy is called "Night #2"; what it does is on the first."""
    return card.removesuffix(" #2")


class Impossible(Exception):
    """Fate or a player did something that cannot be."""


@dataclass
class Fate:
    """What chance brings next, told by the caller."""

    cards: dict[str, set[str]] = field(default_factory=dict)  # what each player draws
    trial: str = ""

    def card(self, player: str, pile: list[str]) -> str:
        for card in self.cards[player]:
            if card in pile:
                self.cards[player].remove(card)
                return card
        raise Impossible(f"none of {self.cards[player]} is in the pile")

    def next_trial(self, unseen: list[str]) -> str:
        return self.trial


@dataclass
class Player:
    name: str
    hand: list[str] = field(default_factory=list)
    known: set[str] = field(default_factory=set)  # what the other player has worked out of this hand

    @property
    def symbol(self) -> str:
        return "sun" if self.name == "Sarastro" else "moon"


class Game:
    def __init__(
        self,
        fate: Fate,
        first: str,
        length: int = 6,
        copies: int = 1,
        luck_only_removes: bool = False,
        free_direction: bool = False,
        fire_spares_pushing: bool = False,
        both_is_draw: bool = False,
        turn_limit: int = 0,
    ) -> None:
        self.fate = fate
        self.length = length
        self.luck_only_removes = luck_only_removes
        self.free_direction = free_direction
        self.fire_spares_pushing = fire_spares_pushing
        self.both_is_draw = both_is_draw
        self.turn_limit = turn_limit
        self.players = {"Sarastro": Player("Sarastro"), "Queen": Player("Queen")}
        self.spaces_from_home = {"sun": 0, "moon": 0}
        self.pamina = 0  # 0 is the Tower, -length the Temple, +length the Castle
        self.pile = list(CARDS) + ([f"{song} #2" for song in SONGS] if copies == 2 else [])
        self.deck = list(self.pile)
        self.discard: list[str] = []
        self.table = ""  # a card laid down whose effect is still to be chosen
        self.unseen_trials = list(TRIALS)
        self.bottom_trials: list[str] = []
        self.trial = ""
        self.turns = 0
        self.last = ""
        self.phase = "play"
        self.winner = ""
        self.on_turn = self.players[first]
        for _ in range(3):
            for player in (self.on_turn, self.other(self.on_turn)):
                self.draw(player)
        self.begin_turn()

    def copy(self, fate: Fate) -> "Game":
        """The same position, to be played on with another fate."""
        twin = copy(self)
        twin.fate = fate
        twin.players = {name: Player(name, list(p.hand), set(p.known)) for name, p in self.players.items()}
        twin.on_turn = twin.players[self.on_turn.name]
        twin.spaces_from_home = dict(self.spaces_from_home)
        for pack in ("pile", "discard", "unseen_trials", "bottom_trials"):
            setattr(twin, pack, list(getattr(self, pack)))
        return twin

    def other(self, player: Player) -> Player:
        return self.players["Queen" if player.name == "Sarastro" else "Sarastro"]

    # drawing ----------------------------------------------------------------------------------------------

    def shuffle_if_empty(self) -> None:
        if not self.pile and self.discard:
            self.pile = self.discard
            self.discard = []
            for player in self.players.values():
                player.known = set(player.hand)

    def draw(self, player: Player) -> bool:
        self.shuffle_if_empty()
        if not self.pile:
            return False
        card = self.fate.card(player.name, self.pile)
        self.pile.remove(card)
        player.hand.append(card)
        self.shuffle_if_empty()
        return True

    def begin_turn(self) -> None:
        me = self.on_turn
        self.last = ""
        self.draw(me)
        while len(me.hand) < 3 and self.draw(me):
            pass
        if not me.hand:
            self.end_turn()
        elif any(self.can_play(card) for card in me.hand):
            self.phase = "play"
        else:
            self.phase = "discard"

    def end_turn(self) -> None:
        self.turns += 1
        if self.turn_limit and self.turns >= self.turn_limit:
            self.win("nobody")
            return
        self.on_turn = self.other(self.on_turn)
        self.begin_turn()

    def win(self, who: str) -> None:
        self.winner = who
        self.phase = "over"

    # what may be done ---------------------------------------------------------------------------------------

    def can_play(self, card: str) -> bool:
        return not (self.trial == "Silence" and plain(card) in MUTED)

    def legal(self) -> set[str]:
        hand = self.on_turn.hand
        if self.phase in ("play", "second"):
            return {f"play {card}" for card in hand if self.can_play(card)}
        if self.phase == "chain":
            wanted = THEN_MAY[plain(self.last)]
            return {f"play {card}" for card in hand if plain(card) in wanted} | {"stop"}
        if self.phase == "discard":
            return {f"discard {card}" for card in hand} | {"done"}
        if self.phase == "choose":
            return set(self.choices(self.table))
        return set()

    def choices(self, card: str) -> list[str]:
        name = plain(card)
        if name == "Oh, What Luck!" and self.luck_only_removes and self.trial == "Silence":
            return ["remove"]
        options = {
            "The Path to Your Goals": ["pamina", "symbol"],
            "Oh, What Luck!": ["pamina", "symbol", "remove"],
            "The Wisdom of Teaching": ["symbol"],
        }.get(name, [])
        if self.free_direction and name in UNDIRECTED:
            options = options + [f"{o} back" for o in options if o != "remove"]
        return options

    # playing ------------------------------------------------------------------------------------------------

    def do(self, action: str) -> None:
        if action not in self.legal():
            raise Impossible(f"{action} in {self.phase}")
        me = self.on_turn
        verb, _, card = action.partition(" ")
        if verb in ("play", "discard"):
            me.hand.remove(card)
            me.known.discard(card)
        if verb == "play":
            self.last = card
            if len(self.choices(card)) > 1:
                self.table = card
                self.phase = "choose"
            else:
                self.effect(card, "")
                self.after(card)
        elif verb == "discard":
            self.discard.append(card)
        elif verb in ("stop", "done"):
            self.end_turn()
        else:
            card, self.table = self.table, ""
            self.effect(card, action)
            self.after(card)

    def after(self, card: str) -> None:
        self.discard.append(card)
        hand = self.on_turn.hand
        if self.winner:
            self.phase = "over"
        elif plain(card) == "The Wisdom of Teaching" and hand:
            self.phase = "second"
        elif plain(card) in THEN_MAY and hand and self.may_hold(THEN_MAY[plain(card)]):
            self.phase = "chain"
        else:
            self.end_turn()

    def may_hold(self, wanted: list[str]) -> bool:
        """Whether, for all that everybody sees, one of these can be in a hand and may be played now."""
        somewhere = [card for card in self.deck if plain(card) in wanted and card not in self.discard]
        return any(self.can_play(card) for card in somewhere)

    def effect(self, card: str, choice: str) -> None:
        name = plain(card)
        me = self.on_turn.symbol
        you = self.other(self.on_turn).symbol
        way = -1 if choice.endswith("back") else 1
        what = choice.partition(" ")[0]
        if name in PAMINA_1:
            self.pamina_towards(me, 1)
        elif name in PAMINA_2:
            self.pamina_towards(me, 2)
        elif name in OWN:
            self.move_symbol(name, me, you, way * OWN[name])
        elif name == "Night's Dagger":
            self.push(name, you, me, 2)
            if not self.winner:
                self.pamina_towards(me, -1)
        elif name in ("Vengeance", "Revenge Stalks These Halls"):
            self.push(name, you, me, 1)
        elif name in ("Night", "A Little Night Music"):
            self.move_symbol(name, "moon", "sun", 1)
        elif name in ("Heralding the Morning", "The Sun Drives Away the Night"):
            self.move_symbol(name, "sun", "moon", 1)
        elif name == "Everything Feels the Joys of Love":
            self.move_both()
        elif name == "Shall I No Longer See You":
            self.pamina_to_centre()
        elif name in ("Oh Unfortunate", "Halt!", "Only Silence"):
            self.play_trial()
        elif name in COUNTERS - {"Oh, What Luck!"} or what in ("remove", ""):
            self.remove_trial()
        else:
            steps = 2 if name == "Oh, What Luck!" else 1
            if what == "pamina":
                self.pamina_towards(me, way * steps)
            else:
                self.move_symbol(name, me, you, way * steps)

    # moving -------------------------------------------------------------------------------------------------

    def step_symbol(self, symbol: str, steps: int) -> None:
        now = self.spaces_from_home[symbol] + steps
        self.spaces_from_home[symbol] = max(0, min(self.length, now))

    def move_symbol(self, card: str, symbol: str, swapped: str, steps: int) -> None:
        if self.trial == "Fire" and card != "Magic Flute":
            symbol = swapped
        if self.trial == "Water" and card != "Magic Bells":
            steps = -steps
        self.step_symbol(symbol, steps)
        self.look_at_tower()

    def push(self, card: str, symbol: str, swapped: str, steps: int) -> None:
        if self.trial == "Fire" and self.fire_spares_pushing:
            swapped = symbol
        self.move_symbol(card, symbol, swapped, -steps)

    def move_both(self) -> None:
        steps = -1 if self.trial == "Water" else 1
        self.step_symbol("sun", steps)
        self.step_symbol("moon", steps)
        self.look_at_tower()

    def look_at_tower(self) -> None:
        sun = self.spaces_from_home["sun"] == self.length
        moon = self.spaces_from_home["moon"] == self.length
        if sun and moon:
            self.win("nobody" if self.both_is_draw else self.on_turn.name)
        elif sun:
            self.win("Sarastro")
        elif moon:
            self.win("Queen")

    def pamina_towards(self, symbol: str, steps: int) -> None:
        if self.trial == "Water":
            steps = -steps
        self.put_pamina(self.pamina - steps if symbol == "sun" else self.pamina + steps)

    def pamina_to_centre(self) -> None:
        if self.pamina == 0:
            return
        outward = 1 if self.pamina > 0 else -1
        self.put_pamina(self.pamina + (outward if self.trial == "Water" else -outward))

    def put_pamina(self, space: int) -> None:
        self.pamina = max(-self.length, min(self.length, space))
        if self.pamina == -self.length:
            self.win("Sarastro")
        elif self.pamina == self.length:
            self.win("Queen")

    # Trials -------------------------------------------------------------------------------------------------

    def play_trial(self) -> None:
        if self.unseen_trials:
            new = self.fate.next_trial(self.unseen_trials)
            self.unseen_trials.remove(new)
        else:
            new = self.bottom_trials.pop(0)
        self.remove_trial()
        self.trial = new

    def remove_trial(self) -> None:
        if self.trial:
            self.bottom_trials.append(self.trial)
        self.trial = ""
