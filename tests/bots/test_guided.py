"""The network in search: the same numbers as NumPy's, the same tree compiled and interpreted, and who may peek."""

import dataclasses
import json
from importlib import resources
from typing import Any

import numpy as np
import pytest

from examples.cupful import GAME as CUPFUL
from examples.lantern import GAME as LANTERN
from tests.bots.test_search import begun
from zauber import bots, games
from zauber.bots import forward, tree
from zauber.bots.guided import guided
from zauber.bots.levels import Mage, Peeking, number
from zauber.bots.network import Network, Weights
from zauber.bots.player import Budget
from zauber.bots.search import Search, SearchMemory, SearchSettings
from zauber.games.compiling.link import Linker, compiled, plain
from zauber.games.compiling.records import handle_of
from zauber.games.game import Game
from zauber.lab.arena import player_of


def small_network(game: Game, width: int = 7, seed: int = 1) -> Weights:
    """A network that has learned nothing."""
    chance = np.random.default_rng(seed)
    sizes = [game.observation_size, width, width, width]
    arrays: dict[str, Any] = {}
    for i in range(3):
        arrays[f"weight_{i}"] = chance.normal(size=(sizes[i], width))
        arrays |= {f"bias_{i}": chance.normal(size=width), f"scale_{i}": np.ones(width), f"shift_{i}": np.ones(width)}
    arrays |= {"policy_weight": chance.normal(size=(width, game.rules.ACTIONS)), "value_weight": np.full(width, 0.05)}
    arrays |= {"policy_bias": chance.normal(size=game.rules.ACTIONS), "value_bias": np.array([0.2])}
    return Weights(arrays)


@pytest.mark.parametrize("wrap", [plain, compiled])
@pytest.mark.parametrize("width", [1, 6, 9])
def test_the_forward_pass_is_that_of_numpy(wrap: Any, width: int) -> None:
    match = begun(CUPFUL, plies=3)
    weights = small_network(CUPFUL, width)
    mind, desk = forward.packed(weights), np.zeros(forward.desk_size(weights), np.float32)
    seat = match.turn
    seen = np.zeros(CUPFUL.observation_size, np.float32)
    CUPFUL.interpreted.observe(match.edition.record, match.position(seat), seat, seen)
    wanted, share = weights.judge(seen)
    link = CUPFUL.linker(wrap)
    output = link(forward.forward)(match.edition.record, match.position(seat), seat, mind, desk)
    assert desk[output : output + weights.actions] == pytest.approx(wanted, abs=1e-4)
    assert link(forward.expected)(mind, desk, output) == pytest.approx(min(1.0, max(0.0, share)), abs=1e-5)


@pytest.mark.parametrize("wrap", [plain, compiled])
def test_preferences_become_probabilities_and_are_mixed_with_what_was_there(wrap: Any) -> None:
    desk, options = np.array([9, 0.0, 1.0, 5.0, 2.0], np.float32), np.array([0, 1, 3])
    out = np.array([0.5, 0.5, 0.0])
    match = begun(LANTERN, plies=0)
    e, seat = match.edition.record, match.turn
    LANTERN.linker(wrap)(forward.prefer)(e, match.position(seat), seat, options, desk, 1, 0.5, 1.0, out)
    powers = np.exp([0.0, 1.0, 2.0])
    assert out == pytest.approx(0.5 * np.array([0.5, 0.5, 0.0]) + 0.5 * powers / powers.sum(), abs=1e-6)


class Worlds:
    """Positions that interpreted rules can use: handles over the records of an array."""

    def __init__(self, array: Any) -> None:
        self._array, self._handles = array, [handle_of(array[i]) for i in range(len(array))]

    def __getitem__(self, i: int) -> Any:
        return self._handles[i]

    def __setitem__(self, i: int, value: Any) -> None:
        self._array[i] = self._array[next(j for j, handle in enumerate(self._handles) if handle is value)]


WAYS = {
    "alone": SearchSettings(),
    "random": SearchSettings(random=0.3, widen=3, trust=0.1),
    "shallow": SearchSettings(depth=1),
    "little room": SearchSettings(nodes=4, edges=1),
    "root": SearchSettings(heed=0.5, heed_depth=1),
    "tree": SearchSettings(heed=1.0, heed_visits=2, warmth=2.0),
    "half": SearchSettings(heed=0.5, credit=0.5),
    "value": SearchSettings(credit=1.0),
    "everybody": SearchSettings(heed=0.5, credit=1.0, judges="everybody"),
}


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("way", WAYS)
def test_interpreted_and_compiled_searches_grow_the_same_tree(way: str, seats: int) -> None:
    match = begun(CUPFUL, seats, plies=4)
    seat = match.turn
    settings = dataclasses.replace(WAYS[way], network=small_network(CUPFUL))
    search = Search(CUPFUL, match.edition, seat, settings)
    search.think(match.position(seat), match.moves.actions, 5, Budget(iterations=40))
    quick = search._memories[0]
    slow = SearchMemory(CUPFUL, settings, search._desk)
    slow.states[0] = match.position(seat)
    grow = Linker({**CUPFUL.bindings}, plain)(tree.grow)
    with np.errstate(over="ignore"):
        grow(
            match.edition.record, Worlds(slow.states), slow.words, seat, 5, 0, 40, np.zeros(1, np.int64), 0,
            slow.nodes, slow.edges, slow.worths, slow.slots, slow.counts, slow.path, slow.options, slow.priors,
            search._mind, slow.desk, slow.shares, search._limits, search._knobs,
        )  # fmt: skip
    rows, moves = quick.counts[[tree.NODES, tree.EDGES]]
    assert slow.counts[[tree.NODES, tree.EDGES]].tolist() == [rows, moves]
    assert slow.nodes[:rows].tolist() == quick.nodes[:rows].tolist()
    assert slow.edges[:moves].tolist() == quick.edges[:moves].tolist()
    assert slow.worths[:moves] == pytest.approx(quick.worths[:moves], abs=1e-4)


def test_a_root_that_was_a_node_of_an_earlier_search_heeds_the_network_too() -> None:
    """Where only the root uses the network, reusing the tree must not bypass it."""
    match = begun(CUPFUL, 2, plies=4)
    seat, moves = match.turn, match.moves.actions
    settings = SearchSettings(heed=1.0, heed_depth=1, network=small_network(CUPFUL))
    search = Search(CUPFUL, match.edition, seat, settings)
    search.think(match.position(seat), moves, 1, Budget(iterations=5))
    memory = search._memories[0]
    first, n = search._root(memory)
    heeded = memory.worths[first : first + n, tree.PRIOR].copy()
    memory.nodes[memory.counts[tree.ROOT], tree.HEEDED] = 0  # as if it had been made deep in an earlier tree
    memory.worths[first : first + n, tree.PRIOR] = 1 / n
    search.think(match.position(seat), moves, 2, Budget(iterations=5))
    assert memory.worths[first : first + n, tree.PRIOR] == pytest.approx(heeded)
    assert len(set(heeded.round(6))) > 1


def test_a_search_whose_time_is_up_before_it_began_has_a_move_all_the_same() -> None:
    match = begun(CUPFUL, 2, plies=4)
    search = Search(CUPFUL, match.edition, match.turn)
    search._spend(memory := SearchMemory(CUPFUL, SearchSettings(), 1), 1, 0, 100, 0.0, 0)
    assert memory.counts[tree.ITERATIONS] > 0


def test_guided_search_is_plain_search_where_there_is_no_network() -> None:
    assert guided(LANTERN) == SearchSettings()
    assert not guided(LANTERN).minded
    for name in Network.games:
        assert guided(games.get(name)).minded


def test_the_peeking_player_plays_in_the_arena_only() -> None:
    assert all(player_of("peeking", name) is Peeking for name in games.NAMES)
    assert "peeking" not in bots.players("magi")
    for name in ("magi", ""):
        with pytest.raises(bots.BotError, match="no bot “peeking”"):
            bots.get("peeking", name)
    with pytest.raises(bots.BotError, match="in the arena only"):
        Peeking.move(begun("magi"))


def test_levels_have_numbers_of_their_own_where_the_usual_ones_would_make_two_alike() -> None:
    papageno, magi = games.get("papageno"), games.get("magi")
    assert number("mage", papageno, 2, "iterations", 300) < number("mage", magi, 4, "iterations", 300) == 300
    mage = Mage(papageno, papageno.edition(), 2, 0)
    assert mage._budget(bots.OWN) == Budget(int(number("mage", papageno, 2, "iterations", 0)), 900)
    assert mage._budget(Budget(7)) == Budget(7)
    for level, rows in json.loads(resources.files("zauber.bots").joinpath("levels.json").read_text("utf-8")).items():
        known = {f"{game.name}{seats}" for game in games.all_games() for seats in ("", *(f" {n}" for n in game.seats))}
        assert set(rows) <= known
        assert all(name in ("lapses", "iterations") for row in rows.values() for name in row), level
