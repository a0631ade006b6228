"""What a seat may know in Magi: concealed records, and imagined worlds against exact odds.

The odds are worked out apart from the rules: a naive game writes down what everybody sees (who draws, who plays what,
when the talon is rebuilt), and every way in which the hidden cards can lie is followed with its probability.
Nothing is read into what players choose: a played card counts as one that was picked from the hand with closed eyes.
"""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from zauber.games.compiling.link import compiled
from zauber.games.contract.kernel import NOBODY, Array, Record, imagine, sow
from zauber.games.magi import GAME, knowledge, rules
from zauber.games.magi.cards import KINDS
from zauber.games.magi.layout import LAYOUT
from zauber.games.magi.position import State
from zauber.games.magi.talon import NOTHING

from .naive import Card, NaiveMagi, Player
from .table import KIND, NOTATIONS, Luck, Table
from .test_second_opinion import smaller

Held = tuple[int, bool]  # a kind, and whether it is old
World = tuple[tuple[Held, ...], ...]  # the hands


class Watched(NaiveMagi):
    """A naive game that writes down what happens to cards."""

    def __init__(self, *args: Any) -> None:
        self.log: list[tuple[Any, ...]] = []
        super().__init__(*args)

    def deal(self) -> None:
        self.log = [("deal",)]
        super().deal()
        self.log.append(("up", self.pile[-1].number))

    def receive(self, player: Player) -> None:
        super().receive(player)
        self.log.append(("draw", player.seat, player.hand[-1].number))

    def rebuild(self) -> None:
        if len(self.pile) > 1:
            self.log.append(("rebuild", Counter(card.number for card in self.pile[:-1])))
        super().rebuild()

    def lay(self, player: Player, name: str) -> Card:
        card = super().lay(player, name)
        self.log.append(("play", player.seat, card.number, card.old))
        return card


def beliefs(log: list[tuple[Any, ...]], copies: list[int], seats: int, viewer: int) -> dict[World, float]:
    """How likely every lie of the hidden cards is for that viewer, who sees his own cards and whatever is public."""
    bag = Counter({kind: n for kind, n in enumerate(copies) if n})
    worlds: dict[tuple[World, tuple[int, ...]], float] = {(((),) * seats, tuple(sorted(bag.elements()))): 1.0}
    for event in log:
        after: dict[tuple[World, tuple[int, ...]], float] = {}
        for (hands, talon), chance in worlds.items():
            for hands_then, talon_then, odds in outcomes(event, hands, talon, viewer):
                key = hands_then, talon_then
                after[key] = after.get(key, 0.0) + chance * odds
        worlds = after
    total = sum(worlds.values())
    summed: dict[World, float] = {}
    for (hands, _), chance in worlds.items():
        summed[hands] = summed.get(hands, 0.0) + chance / total
    return summed


def outcomes(
    event: tuple[Any, ...], hands: World, talon: tuple[int, ...], viewer: int
) -> list[tuple[World, tuple[int, ...], float]]:
    """What one world becomes by an event, with its odds; nothing when the event does not fit it."""
    what, *rest = event
    if what == "deal":
        return [(hands, talon, 1.0)]
    if what == "rebuild":
        if talon:
            return []
        older = tuple(tuple(sorted((kind, True) for kind, _ in hand)) for hand in hands)
        return [(older, tuple(sorted(rest[0].elements())), 1.0)]
    if what == "up":
        return [(hands, less(talon, rest[0]), odds_of(talon, rest[0]))] if rest[0] in talon else []
    if what == "play":
        seat, kind, old = rest
        if (kind, old) not in hands[seat]:
            return []
        kept = less(hands[seat], (kind, old))
        alike = float(hands[seat].count((kind, old)))  # so many of the cards in the hand may have been this one
        return [((*hands[:seat], kept, *hands[seat + 1 :]), talon, alike)]
    seat, drawn = rest
    found = []
    for kind in set(talon) if seat != viewer else {drawn} & set(talon):
        hand = tuple(sorted((*hands[seat], (kind, False))))
        found.append(((*hands[:seat], hand, *hands[seat + 1 :]), less(talon, kind), odds_of(talon, kind)))
    return found


def less(cards: tuple[Any, ...], card: Any) -> tuple[Any, ...]:
    kept = list(cards)
    kept.remove(card)
    return tuple(kept)


def odds_of(talon: tuple[int, ...], kind: int) -> float:
    return talon.count(kind) / len(talon)


# Imagined worlds ------------------------------------------------------------------------------------------------


def dream(e: Record, states: Array, seat: int, seed: int, n: int) -> None:
    """Imagine worlds in `states[1]` to `states[n]` from the concealed record `states[0]`."""
    for i in range(1, n + 1):
        states[i] = states[0]
        sow(states[i], seed, i)
        imagine(e, states[i], seat)


def imagined_worlds(edition: Any, state: Any, viewer: int, n: int) -> Counter[World]:
    states = np.zeros(n + 1, State)
    states[0] = state
    GAME.interpreted.conceal(edition.record, states[0], viewer)
    GAME.linker(compiled)(dream)(edition.record, states, viewer, 77, n)
    found: Counter[World] = Counter()
    for hand, old in zip(states["hand"][1:], states["old"][1:], strict=True):
        found[labelled(hand, old, int(state.seats))] += 1
    return found


def labelled(hands: Any, olds: Any, seats: int) -> World:
    cards: list[list[Held]] = [[] for _ in range(seats)]
    for seat, kind in np.argwhere(hands).tolist():
        old = int(olds[seat, kind])
        cards[seat] += [(kind, False)] * (int(hands[seat, kind]) - old) + [(kind, True)] * old
    return tuple(tuple(hand) for hand in cards)


def tiny(options: dict[str, str]) -> Any:
    copies = [0] * KINDS
    for name in ("red coin", "red cup", "blue coin", "blue cup"):
        copies[KIND[name]] = 2
    for name in ("red amulet", "ghost", "dreamer", "apprentice"):
        copies[KIND[name]] = 1
    return smaller(GAME.edition("", options), copies=copies, hand_size=1, target=5000)


def mixed_position(edition: Any, seed: int, mixed: bool) -> tuple[Table, Watched]:
    """Play at random until hands hold both old and new cards (or, not mixed, for a few decisions)."""
    table = Table(4, seed, edition)
    naive = Watched(dict(edition.values), dict(edition.options), 4, Luck(seed))
    dice = np.random.default_rng(seed)
    for step in range(400):
        s = table.s
        fresh = int((s.cards - s.olds)[:4].sum())
        enough = s.rebuilt and s.olds.sum() >= 2 and fresh >= 2 and s.cards.sum() <= 9
        if (enough and mixed) or (not mixed and not s.rebuilt and step >= 8 and s.cards.sum() <= 8):
            return table, naive
        action = str(dice.choice(table.moves()))
        naive.do(int(s.turn), action)
        table.do(action)
    raise AssertionError("no such position in 400 decisions")


@pytest.mark.no_cover
@pytest.mark.parametrize(("seed", "mixed"), [(1, False), *((seed, True) for seed in range(1, 7))])
def test_A39_A59_imagined_hands_have_the_exact_odds(seed: int, mixed: bool) -> None:
    edition = tiny({"forced_steps": "ask"})
    table, naive = mixed_position(edition, seed, mixed)
    for viewer in ((int(table.s.turn) + seed) % 4, NOBODY):
        compare_odds(edition, table, beliefs(naive.log, list(edition.values["copies"]), 4, viewer), viewer)


def compare_odds(edition: Any, table: Table, odds: dict[World, float], viewer: int) -> None:
    n = 4000
    found = imagined_worlds(edition, table.s, viewer, n)
    assert set(found) <= set(odds), "a world was imagined that cannot be"
    for world, chance in odds.items():
        mean = n * float(chance)
        assert abs(found[world] - mean) <= 5.5 * np.sqrt(mean) + 3, (world, float(chance), found[world])


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(1, 5))
def test_A60_a_stop_shows_that_there_is_something_to_play(seed: int) -> None:
    """Where forced steps pass by themselves, a stop in a playing phase rules out hands without a playable card."""
    edition = tiny({"forced_steps": "pass"})
    table, naive = mixed_position(edition, seed + 20, False)
    turn = int(table.s.turn)
    viewer = (turn + 1) % 4
    odds = beliefs(naive.log, list(edition.values["copies"]), 4, viewer)
    if table.phase in ("magic", "main", "drawn") and not table.s.silences:
        fitting = {w: p for w, p in odds.items() if can_play(naive, w[turn], table.phase == "magic")}
        total = sum(fitting.values())
        odds = {w: p / total for w, p in fitting.items()}
    compare_odds(edition, table, odds, viewer)


def can_play(naive: NaiveMagi, hand: tuple[Held, ...], star_only: bool) -> bool:
    cards = [Card(naive.printed[kind]) for kind, _ in hand]
    return any(naive.matches(card) and (card.facts.star or not star_only) for card in cards)


# Concealed records ----------------------------------------------------------------------------------------------


def test_a_concealed_record_shows_the_own_hand_and_only_counts_of_the_others() -> None:
    table = Table(5, 3)
    table.s.drawn[:5] = [1, 2, 3, 4, 5]
    s = table.s.copy()
    rules_conceal(table, s, 2)
    assert s.drawn[:5].tolist() == [NOTHING, NOTHING, 3, NOTHING, NOTHING]
    assert (s.hand[2] == table.s.hand[2]).all()
    assert not s.hand[[0, 1, 3, 4]].any()
    assert s.cards.tolist() == table.s.cards.tolist()
    assert not s.rng.any()


def rules_conceal(table: Table, s: Any, viewer: int) -> None:
    GAME.interpreted.conceal(table.e, s, viewer)


def test_hands_that_a_seat_cannot_tell_apart_conceal_to_the_same_bytes() -> None:
    one = Table().lay([["red cup"], ["blue coin", "ghost"], ["red coat"], ["hermit"]])
    two = Table().lay([["red cup"], ["hermit", "red coat"], ["ghost"], ["blue coin"]])
    for table in (one, two):
        rules_conceal(table, table.s, 0)
    assert one.s.tobytes() == two.s.tobytes()


def test_the_record_has_no_holes() -> None:
    """Bytes between fields would differ between equal positions."""
    fields = rules.State.fields
    assert fields is not None
    assert sum(field[0].itemsize for field in fields.values()) == rules.State.itemsize


def test_R24_A50_silence_is_public() -> None:
    """Everybody could hear it, so a concealed record still shows who may be caught."""
    table = Table().lay([["red cup", "blue sword"], ["red coin", "red coin"], ["ghost"], ["hermit"]], top="red coat")
    table.do("play red cup", "silent")
    s = table.s.copy()
    rules_conceal(table, s, 2)
    out = np.zeros(rules.MOST_MOVES, np.int32)
    n = rules.moves(table.e, s, 2, out)
    assert [NOTATIONS[action] for action in out[:n]] == ["catch A"]


def test_R36_R39_an_observation_tells_what_was_chosen_for_an_original_and_who_was_shot() -> None:
    """Both are said aloud, so a learner hears them too."""
    table = Table().lay([["archmage", "red cup"], ["ghost"], ["hermit"], ["red coin"]])

    def seen() -> Any:
        out = np.zeros(GAME.observation_size, np.float32)
        GAME.interpreted.observe(table.e, table.s, 2, out)
        return out

    assert not LAYOUT.split(seen())["original"].any()
    table.do("play archmage", "free", "shot")
    assert LAYOUT.split(seen())["original"].tolist() == [0, 1, 0, 0, 1, 0, 0, 0, 0, 0]
    table.do("draw 1", "shoot D")
    marks = LAYOUT.split(seen())["follows"][:4].tolist()
    assert marks == [0, 1, 0, 0]  # counted from the observer C, D is the next


def test_products_are_the_quotients_that_the_layout_names() -> None:
    for number in range(-128, 128):
        assert np.float32(number * knowledge.ONE_THIRD) == np.float32(number / 3.0)
        assert np.float32(number * knowledge.ONE_TENTH) == np.float32(number / 10.0)
