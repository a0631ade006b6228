"""What a seat can know of hidden cards, against a belief kept by brute force.

The belief is a list of all worlds that fit what was seen, each with its chance: hands are fans of backs, every draw
makes a world into as many as there are cards in its pile, and whatever is seen strikes worlds out. It knows nothing of
how the package keeps its knowledge.
"""

import tomllib
from collections import Counter, defaultdict
from importlib import resources
from typing import Any, NamedTuple

import numpy as np
import pytest

from tests.chance import fits
from tests.sizes import size
from zauber.games.contract.editions import edition_from
from zauber.games.contract.kernel import NOBODY, sow
from zauber.games.magic_flute import GAME
from zauber.games.magic_flute.names import CARDS as KEYS

from .naive import CARDS, MUTED
from .table import QUEEN, RULES, SARASTRO, Table, card_name

F = GAME.compiled
PLAY, DISCARD, OVER = 0, 4, 5
SMALL = [
    "Papageno", "Night", "To the Rescue!", "Tremble Not", "Come In My Dove", "Isis and Osiris", "Oh Unfortunate",
    "Halt!", "Shall I No Longer See You", "Tamino", "Where are You Going?",
]  # fmt: skip


def small_edition(cards: list[str], hand: int) -> Any:
    """A pack of few cards with Silence as the only Trial, on a board too long to win soon."""
    text = resources.files(GAME.package).joinpath("editions/house.toml").read_text("utf-8")
    table = tomllib.loads(text)
    for key, name in zip(KEYS, CARDS, strict=True):
        table["numbers"][key]["value"][0] = int(name in cards)
    table["numbers"]["fire"]["value"][0] = 0
    table["numbers"]["water"]["value"][0] = 0
    table["numbers"]["steps"]["value"] = 30
    table["numbers"]["hand"]["value"] = hand
    return edition_from(GAME, table, "small.toml", {}).record


def is_music(card: int) -> bool:
    return card_name(card) in MUTED


class World(NamedTuple):
    """One way things may be: both fans in the order in which they were drawn, and the pile."""

    fans: tuple[tuple[int, ...], tuple[int, ...]]
    pile: frozenset[int]

    def with_fan(self, seat: int, fan: tuple[int, ...], pile: frozenset[int]) -> "World":
        return World((fan, self.fans[1]) if seat == 0 else (self.fans[0], fan), pile)


class Belief:
    """What a viewer (a seat, or NOBODY) can know, world by world."""

    def __init__(self, e: Any, s: Any, viewer: int) -> None:
        self.viewer = viewer
        self.hand_size = int(e.hand)
        deck = frozenset(card for card in range(36) if e.cards[card, 0])
        first = int(s.starter)
        self.fans: list[list[int]] = [[], []]  # the truth, in an order that the test makes up
        self.worlds = {World(((), ()), deck): 1.0}
        self.discard: list[int] = []
        hands = [s.hand[i, : s.held[i]].tolist() for i in range(2)]
        for _ in range(self.hand_size):
            for seat in (first, 1 - first):
                self.draw(seat, hands[seat][len(self.fans[seat])])
        self.draw(first, hands[first][-1])
        self.see_phase(s)

    def draw(self, seat: int, card: int) -> None:
        """A seat draws a card; its own holder sees which."""
        self.fans[seat].append(card)
        after: dict[World, float] = defaultdict(float)
        for world, chance in self.worlds.items():
            for drawn in [card] if self.viewer == seat else world.pile:
                if drawn in world.pile:
                    pile = world.pile - {drawn} or frozenset(self.discard)
                    share = chance / len(world.pile)
                    after[world.with_fan(seat, (*world.fans[seat], drawn), pile)] += share
        if len(next(iter(self.worlds)).pile) == 1:
            self.discard = []
        self.worlds = dict(after)

    def leave(self, seat: int, card: int) -> None:
        """A card is played or discarded: everybody sees it, and which of the backs it was."""
        place = self.fans[seat].index(card)
        self.fans[seat].pop(place)
        self.discard.append(card)
        self.worlds = {
            world.with_fan(seat, world.fans[seat][:place] + world.fans[seat][place + 1 :], world.pile): chance
            for world, chance in self.worlds.items()
            if world.fans[seat][place] == card
        }

    def see_phase(self, s: Any) -> None:
        """Under Silence everybody sees whether the player on turn can play."""
        if s.trial == 0 and s.phase in (PLAY, DISCARD):
            seat = int(s.turn)
            self.worlds = {
                world: chance
                for world, chance in self.worlds.items()
                if all(map(is_music, world.fans[seat])) == (s.phase == DISCARD)
            }

    def hands(self) -> dict[Any, float]:
        """The chance of every pair of hands, in whatever order they are held."""
        total = sum(self.worlds.values())
        odds: dict[Any, float] = defaultdict(float)
        for world, chance in self.worlds.items():
            odds[tuple(tuple(sorted(fan)) for fan in world.fans)] += chance / total
        return dict(odds)


def follow(belief: Belief, before: Any, after: Any, seat: int, action: int) -> bool:
    """Bring the belief up to date; False when the rest of the match is too odd to follow."""
    if action < 144:
        belief.leave(seat, action % 72)
    if after.turns == before.turns + 1 and after.phase != OVER:
        other = 1 - seat
        new = [c for c in after.hand[other, : after.held[other]].tolist() if c not in belief.fans[other]]
        for _ in range(len(new)):
            pile = set(next(world for world in belief.worlds if _true(belief, world)).pile)
            if not pile:
                return False
            card = next(c for c in new if c in pile)
            new.remove(card)
            belief.draw(other, card)
        belief.see_phase(after)
    return bool(after.turns <= before.turns + 1 and after.phase != OVER)


def _true(belief: Belief, world: World) -> bool:
    return all(list(world.fans[i]) == belief.fans[i] for i in range(2))


def imagined(e: Any, s: Any, viewer: int, times: int) -> Counter[Any]:
    """The pairs of hands that `imagine` deals."""
    hidden = s.copy()
    F.conceal(e, hidden, viewer)
    seen: Counter[Any] = Counter()
    for number in range(times):
        world = hidden.copy()
        F.sow(world, 21, number)
        F.imagine(e, world, viewer)
        seen[tuple(tuple(world.hand[i, : world.held[i]].tolist()) for i in range(2))] += 1
    return seen


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("viewer", "pack", "hand", "matches"),
    [
        (SARASTRO, SMALL, 3, size(20, 8)),
        (QUEEN, SMALL[:9], 2, 25),
        (NOBODY, SMALL[:7], 2, 12),
        (NOBODY, SMALL[2:9], 1, 16),
    ],
)
def test_A36_imagined_hands_have_the_odds_of_a_belief_kept_by_brute_force(
    viewer: int, pack: list[str], hand: int, matches: int
) -> None:
    e = small_edition(pack, hand)
    options = np.zeros(73, np.int16)
    compared, surprising, stuck = 0, 0, 0
    for match in range(matches):
        dice = np.random.default_rng(match)
        s = GAME.new_state()
        sow(s, 31, match)
        F.setup(e, s, 2)
        belief = Belief(e, s, viewer)
        for step in range(24):
            odds = belief.hands()
            seen = imagined(e, s, viewer, 40 + 4 * min(len(odds), 40))
            assert set(seen) <= set(odds), f"match {match}, step {step}: an impossible world"
            if len(odds) > 1:
                compared += 1
                surprising += fits(seen, odds) < 0.01
            stuck += s.phase == DISCARD
            n = F.moves(e, s, int(s.turn), options)
            seat, action, before = int(s.turn), int(options[dice.integers(n)]), s.copy()
            F.apply(e, s, seat, action)
            if not follow(belief, before, s, seat, action):
                break
    assert compared > 60
    assert surprising < 0.03 * compared + 3
    assert stuck > 0


def test_A36_a_hand_is_hidden_from_the_other_and_both_from_a_spectator() -> None:
    table = Table(["Tamino", "Night", "Halt!"], other=["Victorious", "Vengeance", "Papageno"])
    for viewer, own in ((SARASTRO, 0), (QUEEN, 1)):
        hidden = table.s.copy()
        RULES.conceal(table.e, hidden, viewer)
        assert hidden.hand[own, :3].tolist() == table.s.hand[own, :3].tolist()
        assert hidden.hand[1 - own, :3].tolist() == [-1, -1, -1]
    public = table.s.copy()
    RULES.conceal(table.e, public, NOBODY)
    assert (public.hand[:, :3] == -1).all()
    assert public.pile_left == table.s.pile_left


def test_A36_discards_the_trial_and_all_sizes_are_public() -> None:
    table = Table(["Tamino", "Night", "Halt!"], trial="Fire", discard=["Victorious", "Vengeance"])
    view = GAME.words.view(table.e, _concealed(table, NOBODY), NOBODY)
    assert view["discard"] == ["victorious", "vengeance"]
    assert view["trial"] == "fire"
    assert [len(hand) for hand in view["hands"]] == [3, 3]
    assert view["pile"] == len(table.pile)
    assert view["trials"] == {"unseen": ["silence", "water"], "known": []}


def _concealed(table: Table, viewer: int) -> Any:
    hidden = table.s.copy()
    RULES.conceal(table.e, hidden, viewer)
    return hidden


def test_A7_A36_when_the_pile_has_run_out_each_player_knows_the_others_hand() -> None:
    table = Table(["Night", "Halt!", "Victorious"], other=["Tamino", "Papageno", "Magic Flute"], pile=["Vengeance"])
    table.do("play Night")
    for viewer in (SARASTRO, QUEEN):
        assert (_concealed(table, viewer).hand == table.s.hand).all()
    public = _concealed(table, NOBODY)
    assert (public.hand[QUEEN, :4] < 0).all()
    table.do("play Vengeance", "stop")  # Sarastro draws from the new pile
    drawn = set(table.hand(SARASTRO)) - {"Halt!", "Victorious"}
    shown = _concealed(table, QUEEN)
    assert sorted(shown.hand[SARASTRO, :3].tolist()) == sorted([-1, CARDS.index("Halt!"), CARDS.index("Victorious")])
    assert len(drawn) == 1


def test_R20_A36_who_had_to_discard_is_known_to_hold_only_music() -> None:
    music = [card for card in CARDS if card in MUTED]
    table = Table(["Tamino", "Night"], other=music[6:9], trial="Silence", pile=music[10:14])
    table.do("play Tamino")
    table.do(f"discard {table.hand(QUEEN)[0]}", "done")
    hidden = _concealed(table, SARASTRO)
    assert hidden.hand[QUEEN, :3].tolist() == [-2, -2, -2]
    held = table.s.hand[QUEEN, :3]
    assert table.s.music[held].all()
    assert not hidden.music[held].any()  # it is told that they are music, and not which cards they are
    for number in range(50):
        world = hidden.copy()
        sow(world, 5, number)
        RULES.imagine(table.e, world, SARASTRO)
        assert all(is_music(card) for card in world.hand[QUEEN, :3].tolist())


def test_R15_A36_stopping_a_chain_tells_nothing_of_the_hand() -> None:
    with_flute = Table(["Tamino", "Magic Flute", "Night"], other=["Halt!"]).do("play Tamino")
    without = Table(["Tamino", "Victorious", "Night"], other=["Halt!"]).do("play Tamino")
    assert _concealed(with_flute, QUEEN).tobytes() == _concealed(without, QUEEN).tobytes()
