"""The compiled rules against the naive second implementation, after every action of many random games."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest

from tests.sizes import PATIENCE, size
from zauber.games.compiling.link import compiled
from zauber.games.contract.kernel import Array, Record, apply, below, moves, setup, sow
from zauber.games.magic_flute import GAME

from .naive import TRIALS, Fate, Game
from .table import ACTION_NAMES, PHASES, card_name

pytestmark = pytest.mark.no_cover  # repeats much: other tests cover these lines

NAMES = [card_name(card) for card in range(72)]
NUMBERS = {name: number for number, name in enumerate(NAMES)}
SEATS = ("Sarastro", "Queen")
MOST = 500  # decisions in a game: none of these comes near it


def play(
    e: Record, states: Array, seed: int, first: int, games: int, options: Array, trail: Array, actions: Array
) -> int:
    """Play games at random; note every position, its legal moves and the one that was chosen."""
    s = states[0]
    at = 0
    for game in range(games):
        states[0] = states[1]
        sow(s, seed, first + game)
        setup(e, s, 2)
        trail[at] = states[0]
        decisions = 0
        while s.turn >= 0 and decisions < MOST:
            n = moves(e, s, s.turn, options)
            action = options[below(s, n)]
            actions[at, 0] = action
            actions[at, 1] = n
            for i in range(n):
                actions[at, 2 + i] = options[i]
            apply(e, s, s.turn, action)
            at += 1
            trail[at] = states[0]
            decisions += 1
        at += 1
    return at


@pytest.fixture(scope="module")
def player() -> Any:
    return GAME.linker(compiled)(play)


class Noted(NamedTuple):
    """A noted position as plain Python values."""

    turn: int
    phase: int
    symbol: list[int]
    pamina: int
    trial: int
    winner: int
    turns: int
    queue: list[int]
    unseen: list[int]
    held: list[int]
    queued: int
    hands: tuple[bytes, bytes]
    known: tuple[set[int], set[int]]
    pile: bytes
    discard: bytes
    action: int
    legal: list[int]


FIELDS = Noted._fields[:11]


def noted(trail: Array, actions: Array) -> Iterator[Noted]:
    """The positions of a batch, one after another."""
    columns = [trail[name].tolist() for name in FIELDS]
    sizes = [trail[name].tolist() for name in ("pile_left", "discards")]
    hands, piles, discards = (np.ascontiguousarray(trail[name]).tobytes() for name in ("hand", "pile", "discard"))
    ages = trail["age"]
    aged = np.any(ages > 0, axis=1).tolist()
    for at, (pile_left, lain, *values) in enumerate(zip(*sizes, *columns, strict=True)):
        held = values[9]
        first = hands[144 * at : 144 * at + held[0]]
        second = hands[144 * at + 72 : 144 * at + 72 + held[1]]
        known: tuple[set[int], set[int]] = (set(), set())
        if aged[at]:
            known = ({c for c in first if ages[at, c] > 0}, {c for c in second if ages[at, c] > 0})
        cards = ((first, second), known, piles[72 * at : 72 * at + pile_left], discards[72 * at : 72 * at + lain])
        n = int(actions[at, 1])
        yield Noted._make((*values, *cards, int(actions[at, 0]), actions[at, 2 : 2 + n].tolist()))


def names(cards: Any) -> list[str]:
    return list(map(NAMES.__getitem__, cards))


def compare(game: Game, now: Noted) -> None:
    """Every part of the position, in the second implementation's words."""
    assert game.phase == PHASES[now.phase]
    assert game.spaces_from_home == {"sun": now.symbol[0], "moon": now.symbol[1]}
    assert game.pamina == now.pamina
    assert game.turns == now.turns
    assert game.trial == (TRIALS[now.trial] if now.trial >= 0 else "")
    assert game.bottom_trials == [TRIALS[trial] for trial in now.queue[: now.queued]]
    assert sorted(game.unseen_trials) == sorted(TRIALS[t] for t in range(3) for _ in range(now.unseen[t]))
    assert game.discard == names(now.discard)
    assert set(game.pile) == set(names(now.pile))
    assert len(game.pile) == len(now.pile)
    for seat, name in enumerate(SEATS):
        player = game.players[name]
        assert sorted(player.hand) == sorted(names(now.hands[seat]))
        assert player.known == {NAMES[card] for card in now.known[seat]}
    if game.phase == "over":
        assert game.winner == (SEATS[now.winner] if now.winner >= 0 else "nobody")
    else:
        assert game.on_turn.name == SEATS[now.turn]
        assert game.legal() == {ACTION_NAMES[action] for action in now.legal}


def drawn(before: Noted | None, after: Noted) -> dict[str, set[str]]:
    """The cards that came into each hand between two positions."""
    cards = {}
    for seat, name in enumerate(SEATS):
        left = set(before.hands[seat]) if before else set()
        if before and seat == before.turn and before.action < 144:
            left.discard(before.action % 72)
        cards[name] = {NAMES[card] for card in after.hands[seat] if card not in left}
    return cards


def agree(player: Any, edition: str, games: int, seed: int, **options: Any) -> tuple[int, int]:
    """Drive both implementations with the same choices and chance; return the games and the decisions played."""
    e = GAME.edition(edition, options).record
    how = {SETTINGS[key]: value if key == "turn_limit" else True for key, value in options.items()}
    states = np.zeros(2, GAME.rules.State)
    ended = decisions = 0
    for start in range(0, games, 1000):
        count = min(1000, games - start)
        trail = np.zeros(count * 90 + MOST, GAME.rules.State)
        actions = np.full((len(trail), 75), -1, np.int16)
        n = player(e, states, seed, start, count, np.zeros(73, np.int16), trail, actions)
        before: Noted | None = None
        fate = Fate()
        for now in noted(trail[:n], actions[:n]):
            if before is None:
                fate = Fate(drawn(None, now))
                copies = 2 if edition == "double" else 1
                game = Game(fate, SEATS[now.turn], length=int(e.steps), copies=copies, **how)
            else:
                fate.cards = drawn(before, now)
                fate.trial = TRIALS[now.trial]
                game.do(ACTION_NAMES[before.action])
                decisions += 1
            assert not any(fate.cards.values())
            compare(game, now)
            before = now
            if now.turn < 0:
                ended += 1
                before = None
    return ended, decisions


SETTINGS = {
    "luck_under_silence": "luck_only_removes",
    "direction": "free_direction",
    "fire_pushes": "fire_spares_pushing",
    "both_at_tower": "both_is_draw",
    "turn_limit": "turn_limit",
}


@pytest.mark.timeout(PATIENCE)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_second_implementation_agrees(player: Any, seed: int) -> None:
    games = size(5_000, 600)
    ended, decisions = agree(player, "house", games, seed)
    assert ended == games
    assert decisions > 20 * games


@pytest.mark.parametrize(
    ("edition", "options"),
    [
        ("short", {}),
        ("long", {}),
        ("double", {}),
        ("house", {"luck_under_silence": "remove", "both_at_tower": "draw"}),
        ("house", {"direction": "free"}),
        ("house", {"fire_pushes": "spared", "turn_limit": 20}),
        ("short", {"direction": "free", "luck_under_silence": "remove", "fire_pushes": "spared"}),
    ],
)
def test_the_second_implementation_agrees_on_other_editions_and_options(
    player: Any, edition: str, options: dict[str, Any]
) -> None:
    games = size(800, 150)
    ended, _ = agree(player, edition, games, seed=4, **options)
    assert ended == games
