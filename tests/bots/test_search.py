"""Search finds winning moves, keeps its budget, and is reproducible."""

import time
from typing import Any

import numpy as np
import pytest

from examples.lantern import GAME as LANTERN
from tests.sizes import size
from zauber import Match, Position, bots, games
from zauber.bots import tree
from zauber.bots.player import Budget
from zauber.bots.search import Search, SearchMemory, SearchSettings, is_compiled
from zauber.errors import ZauberError
from zauber.games.compiling.link import compiled
from zauber.games.game import Game
from zauber.games.magi.position import CLOSING, SAY, SILENT

GAMES = ["magi", "mago_magino", "magic_flute", "papageno"][: size(4, 2)]


def begun(game: str | Game, seats: int = 0, plies: int = 6, seed: int = 3) -> Match:
    """A match played by the rule of thumb up to a decision with several moves."""
    match = Match(game, seats=seats or None, seed=seed)
    while len(match.plies) < plies or len(match.moves.actions) < 2:
        match.play(bots.get("thumb").move(match, seed=len(match.plies)))
    return match


def searched(match: Match, budget: Budget, seed: int = 1, threads: int = 1, **settings: Any) -> Search:
    search = Search(match.game, match.edition, match.turn, SearchSettings(**settings))
    search.think(match.position(match.turn), match.moves.actions, seed, budget, threads)
    return search


@pytest.mark.parametrize("game", GAMES)
def test_a_search_tries_every_move_it_likes_and_counts_its_iterations(game: str) -> None:
    match = begun(game)
    search = Search(match.game, match.edition, match.turn)
    found = search.think(match.position(match.turn), match.moves.actions, 1, Budget(iterations=400))
    assert sorted(move.action for move in found) == sorted(match.moves.actions)
    assert sum(move.tried for move in found) == search.iterations == 400
    assert search.decisions > 400
    assert [move.tried for move in found] == sorted((move.tried for move in found), reverse=True)
    assert all(0 <= move.share <= 1 and move.error > 0 for move in found)


def test_equal_seeds_give_equal_searches_and_others_differ() -> None:
    match = begun("magi")
    position, moves = match.position(match.turn), match.moves.actions

    def think(seed: int, threads: int = 1) -> Any:
        return Search(match.game, match.edition, match.turn).think(
            position.copy(), moves, seed, Budget(iterations=300), threads
        )

    assert think(5) == think(5)
    assert think(5) != think(6)
    assert think(5, threads=2) == think(5, threads=2)
    assert sum(move.tried for move in think(5, threads=2)) == 300


def test_sequential_halving_compares_moves_in_the_same_worlds() -> None:
    match = begun("magi")
    search = Search(match.game, match.edition, match.turn, SearchSettings(halving=True))
    found = search.think(match.position(match.turn), match.moves.actions, 1, Budget(iterations=600))
    assert search.iterations <= 600
    assert found[0].tried == max(move.tried for move in found)


def test_a_budget_in_milliseconds_is_kept() -> None:
    match = begun("magi")
    search = searched(match, Budget(iterations=1))
    began, worked = time.perf_counter(), time.thread_time()
    search.think(match.position(match.turn), match.moves.actions, 2, Budget(milliseconds=300))
    assert time.perf_counter() - began > 0.25
    assert time.thread_time() - worked < 1.0, "not counting the time in which others have the processor"
    assert search.iterations > 10
    for wrong in (-1, 1.5, "9", True):
        with pytest.raises(ZauberError, match=f"a whole number of iterations, 0 for no limit, not {wrong!r}"):
            Budget(iterations=wrong)  # type: ignore[arg-type]
        with pytest.raises(ZauberError, match=f"a whole number of milliseconds, 0 for no limit, not {wrong!r}"):
            bots.advise(Position("magi"), milliseconds=wrong)  # type: ignore[arg-type]
    assert Budget(np.int64(7)).iterations == 7  # type: ignore[arg-type]
    with pytest.raises(ZauberError, match="needs a budget"):
        search.think(match.position(match.turn), match.moves.actions, 2, Budget())


def test_a_few_milliseconds_are_not_overrun(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes on 10 microseconds with every iteration."""
    match = begun("magi")
    search = searched(match, Budget(iterations=1))
    before = search.iterations
    monkeypatch.setattr(
        "zauber.bots.search.time.perf_counter",
        lambda: 1e-5 * int(search._memories[0].counts[tree.ITERATIONS]),
    )
    search.think(match.position(match.turn), match.moves.actions, 2, Budget(milliseconds=3))
    assert 295 <= search.iterations - before <= 305


def test_the_tree_is_kept_from_move_to_move_and_cleared_when_it_is_full() -> None:
    match = begun("magi")

    def tried_in_all(nodes: int) -> int:
        search = Search(match.game, match.edition, match.turn, SearchSettings(nodes=nodes))
        for seed in range(6):
            found = search.think(match.position(match.turn), match.moves.actions, seed, Budget(iterations=50))
        return sum(move.tried for move in found)

    assert tried_in_all(1 << 12) == 300
    assert tried_in_all(64) == 50


def test_a_node_is_what_the_acting_seat_knows() -> None:
    """Two worlds that a seat cannot tell apart have one node; the hash is checked by a second one."""
    nodes, slots = np.zeros((4, tree.NODE_COLUMNS), np.int64), np.zeros(8, np.int32)
    nodes[0, tree.KEY], nodes[0, tree.CHECK], slots[5] = 13, 7, 1
    for key, check, slot in ((13, 7, 5), (13, 8, 6), (3, 7, 3)):
        nodes[1, tree.KEY], nodes[1, tree.CHECK] = key, check
        assert tree.find(nodes, slots, 1) == slot


@pytest.mark.parametrize("length", [1, 2, 22, 23])
def test_every_bit_of_a_record_changes_both_hashes(length: int) -> None:
    mix = LANTERN.linker(compiled)(tree.mix)
    records = [np.arange(length, dtype=np.int64)]
    for place in range(length):
        for bit in range(64):
            records.append(records[0].copy())
            records[-1].view(np.uint64)[place] ^= np.uint64(1 << bit)
    hashes = np.zeros((len(records), 2), np.int64)
    for words, out in zip(records, hashes, strict=True):
        mix(words, out)
    assert len(set(hashes[:, tree.KEY].tolist())) == len(set(hashes[:, tree.CHECK].tolist())) == len(records)


@pytest.mark.parametrize("game", [LANTERN, *(games.get(name) for name in GAMES)], ids=lambda game: game.name)
def test_the_hashed_words_are_the_whole_view_of_the_acting_seat(game: Game) -> None:
    memory = SearchMemory(game, SearchSettings(), 1)
    memory.states.view(np.uint8)[:] = 1
    assert memory.words[0] == int.from_bytes([1] * 8, "little")
    last = int(game.rules.State.itemsize - 8 * (len(memory.words) - 1))
    assert memory.words[-1] == int.from_bytes([1] * last, "little")
    memory.states.view(np.uint8)[: 2 * game.rules.State.itemsize] = 0
    assert memory.words.view(np.uint8).sum() == game.rules.State.itemsize


def test_search_takes_a_win_that_is_at_hand() -> None:
    """One step before the Tower, with a card that takes it there."""
    match = begun("mago_magino", 2, plies=0)
    s = match.position(match.turn)
    seat = match.turn
    from zauber.games.mago_magino.board import ring, target

    s.brought[seat] = target(match.edition.record) - 1
    s.child[seat, 0] = ring(match.edition.record) - 1
    s.carries[seat, 0] = 1
    s.loose[:] = 0
    s.loose[ring(match.edition.record) - 2] = match.edition.record.crystals - s.brought.sum() - 1
    s.points, s.witch = 1, 0
    options = np.zeros(match.game.rules.MOST_MOVES, np.int64)
    n = match.game.interpreted.moves(match.edition.record, s, seat, options)
    found = Search(match.game, match.edition, seat).think(s, options[:n].tolist(), 1, Budget(iterations=300))
    assert found[0].share == 1.0
    assert match.game.notation(found[0].action) == "child 1 forward 1"


def test_everybody_is_ready_after_being_prepared() -> None:
    game = games.get("magi")
    bots.get("mage").prepare(game)
    assert bots.get("mage").ready(game)
    assert is_compiled(game, SearchSettings())


def test_magi_levels_say_and_catch_more_or_less_reliably() -> None:
    """R23, R24: out of 60 chances."""
    match = Match("magi", seats=4, seed=1)
    while match.position(0).phase != CLOSING:
        match.play(bots.get("thumb").move(match, seed=3))
    said = {}
    for name in ("apprentice", "adept", "mage"):
        moves = [bots.get(name).move(match, seed=seed) for seed in range(60)]
        said[name] = moves.count(SAY)
    assert said["apprentice"] < said["adept"] < said["mage"]
    match.play(SILENT)
    seat = (match.plies[-1].seat + 2) % 4
    waits = [bots.get("apprentice").move(match, seat, seed=seed) for seed in range(40)].count(bots.WAIT)
    assert 5 < waits < 35
    assert [bots.get("archmage").move(match, seat, seed=seed) for seed in range(5)].count(bots.WAIT) == 0


def followed(partner: bots.Partner) -> int:
    """How many frogs a player still follows."""
    player: Any = partner.player
    return len(player._memory.owners)


def test_a_good_memory_follows_frogs_and_a_bad_one_loses_them() -> None:
    """R27, A34: who is under a frog is told to nobody; whoever watched knows it."""
    match = Match("mago_magino", seats=3, seed=5)
    while not match.over and len(match.plies) < 150:
        match.play(bots.get("thumb").move(match, seed=len(match.plies)))
        if match.position(0).frogs >= 3:
            break
    kept = {}
    for name in ("adept", "archmage"):
        partner = bots.Partner(bots.get(name), match, match.turn)
        partner.move(seed=1, budget=Budget(iterations=2))
        kept[name] = followed(partner)
    assert kept["archmage"] == match.position(0).frogs
    assert kept["adept"] <= kept["archmage"]


def test_the_lower_the_level_the_sooner_it_forgets() -> None:
    """How many frogs each level still follows at the end of several matches, all levels having seen the same."""
    kept = {"apprentice": 0, "adept": 0, "archmage": 0}
    for seed in range(4):
        match = Match("mago_magino", seats=4, seed=seed)
        while not match.over and len(match.plies) < 120 and match.position(0).frogs < 4:
            match.play(bots.get("thumb").move(match, seed=len(match.plies)))
        for name in kept:
            kind = bots.get(name)
            if not kind.remembers(match.game):
                continue
            partner = bots.Partner(kind, match, 0)
            partner._catch_up()
            kept[name] += followed(partner)
    assert kept["apprentice"] == 0 < kept["adept"] < kept["archmage"]
