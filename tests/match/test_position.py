"""A position is a value: it can be forked, played, imagined and stored, and is the same interpreted and compiled."""

import copy
import doctest
import functools
import importlib
import pickle
import random
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

import examples.lantern
import zauber
from zauber import BadEdition, BadRecord, BadSeats, IllegalMove, Match, Position, ZauberError, games
from zauber.games.compiling.entry import entry_of
from zauber.games.compiling.link import compiled
from zauber.games.contract.kernel import NOBODY
from zauber.match import steps

GAMES = [game.name for game in games.all_games()]
LIGHT = [game.name for game in games.all_games() if not game.heavy]


def walked(game: str, plies: int, seed: int = 3, seats: int | None = None) -> Position:
    """A position some random plies into a match."""
    p, dice = Position(game, seats, seed=seed), random.Random(seed)
    while plies and not p.over:
        p.play(dice.choice(p.moves()))
        plies -= 1
    return p


@functools.cache
def ended(game: str) -> Position:
    return walked(game, 20_000)


def test_the_example_runs() -> None:
    p = zauber.Position("papageno", seats=3, seed=7)
    before = bytes(p)
    q = p.fork()
    q.play(q.moves()[0])
    assert bytes(p) == before != bytes(q)
    world = p.known_to(1).imagine(seed=5)
    assert world.known_to(1) == p.known_to(1)
    assert p.observe(0).shape == (p.game.observation_size,)
    assert p.mask(0).sum() == len(p.moves(0))
    assert pickle.loads(pickle.dumps(p)) == p


def test_the_docstring_is_true() -> None:
    assert doctest.testmod(importlib.import_module("zauber.match.position")).failed == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_position_begins_as_a_match_of_the_same_seed(game: str) -> None:
    p, match = Position(game, seed=11), zauber.Match(game, seed=11)
    assert p.turn == match.turn
    for seat in (NOBODY, *range(p.seats)):
        assert bytes(p.known_to(seat)) == match.position(seat).tobytes()
        assert p.view(seat) == match.view(seat)
        assert p.text(seat) == match.text(seat)
    assert p != Position(game, seed=12)
    assert Position(game) != Position(game)


@pytest.mark.parametrize("game", LIGHT)
def test_interpreted_and_compiled_steps_agree_to_the_byte(game: str) -> None:
    slow = Position(game, seed=3, compiled=False)
    quick = Position(game, seed=3, compiled=True)
    dice = random.Random(5)
    for _ in range(40):
        if slow.over:
            break
        assert slow.moves() == quick.moves()
        seat = dice.randrange(slow.seats)
        assert slow.moves(seat) == quick.moves(seat)
        assert bytes(slow.known_to(seat)) == bytes(quick.known_to(seat))
        assert bytes(slow.imagine(seat, seed=1)) == bytes(quick.imagine(seat, seed=1))
        assert slow.observe(seat).tobytes() == quick.observe(seat).tobytes()
        action = dice.choice(slow.moves())
        assert bytes(slow.play(action)) == bytes(quick.play(action))
    assert slow._stepping.steps.compiled is False
    assert quick._stepping.steps.compiled is True


def test_steps_are_compiled_when_that_is_worth_it(monkeypatch: pytest.MonkeyPatch) -> None:
    stepping = steps.Stepping(games.get("papageno"))
    monkeypatch.setattr(steps, "READY", 5)
    monkeypatch.setattr(steps, "WORTH_IT", 9)
    monkeypatch.setattr(stepping._when, "cached", lambda: False)
    assert [stepping.steps.compiled for _ in range(10)] == [False] * 8 + [True] * 2
    known = steps.Stepping(games.get("papageno"))
    monkeypatch.setattr(known._when, "cached", lambda: True)
    assert [known.steps.compiled for _ in range(6)] == [False] * 4 + [True] * 2
    assert steps.Stepping(games.get("magicians_night")).steps.compiled


def test_the_cache_is_asked_truthfully() -> None:
    linker = games.get("papageno").linker(compiled)
    entry_of(linker(steps.moves_one), *like_legal("papageno"))
    assert linker.cached(steps.moves_one)
    assert not linker.cached(nothing)


def nothing(e: object, s: object) -> int:
    """A function that nobody compiles."""
    return 0


def like_legal(name: str) -> tuple[object, ...]:
    rules = games.get(name).rules
    return np.zeros(1, rules.Edition), np.zeros(1, rules.State), 0, np.zeros(1, np.int64)


def test_compiled_code_is_entered_directly() -> None:
    """If a new Numba hides its entry points, this fails and says so."""
    p = walked("papageno", 4)
    entry = entry_of(p.game.linker(compiled)(steps.moves_one), *like_legal("papageno"))
    out = np.zeros(p.game.rules.MOST_MOVES, np.int64)
    n = entry(p.edition.array, p.array, p.turn, out)
    assert out[:n].tolist() == p.moves()


def test_a_numba_without_entry_points_is_named() -> None:
    class Other:
        overloads: ClassVar[dict[object, object]] = {}

        def compile(self, types: object) -> None:
            """Pretend."""

    with pytest.raises(ZauberError, match="does not expose the entry point of compiled code"):
        entry_of(Other(), 1)


@pytest.mark.parametrize("game", GAMES)
def test_a_fork_is_exact_and_independent(game: str) -> None:
    p = walked(game, 6)
    q, twin = p.fork(), p.fork()
    assert p == q == twin
    assert hash(p) == hash(q)
    action = p.moves()[-1]
    q.play(action)
    assert q != p == twin
    assert twin.play(action) == q  # chance is part of a position


@pytest.mark.parametrize("game", GAMES)
def test_copies_and_bytes_are_the_same_position(game: str) -> None:
    for p in (walked(game, 6), walked(game, 6).known_to(1), ended(game)):
        for again in (copy.copy(p), copy.deepcopy(p), pickle.loads(pickle.dumps(p)), Position.from_bytes(p.to_bytes())):
            assert again == p
            assert again is not p
            assert again.moves() == p.moves()
            assert again.viewer == p.viewer
        assert Position.of(game, p.edition, p.record, p.viewer) == p
        assert Position.of(game, p.edition, bytes(p), p.viewer) == p
    q = copy.copy(walked(game, 2))
    before = bytes(q)
    copy.deepcopy(q).play(q.moves()[0])
    assert bytes(q) == before


def test_three_forks_with_fresh_chance_do_not_draw_the_same_card() -> None:
    p = walked("papageno", 3, seats=3)
    draw = p.game.parse("draw")
    assert draw in p.moves()
    exact = {bytes(p.fork().play(draw)) for _ in range(5)}
    assert len(exact) == 1
    held = {int(p.fork().reseed().play(draw).record.held) for _ in range(60)}
    assert len(held) > 3
    assert p.fork(seed=1) == p.fork(seed=1) == p.fork().reseed(1) != p.fork(seed=2)
    assert p.fork(seed="1") == p.fork(seed=1)


@pytest.mark.parametrize("game", GAMES)
def test_imagined_worlds_look_the_same_to_the_seat(game: str) -> None:
    p = walked(game, 9)
    for seat in (NOBODY, *range(p.seats)):
        known = p.known_to(seat)
        assert known.viewer == seat
        for seed in range(5):
            world = known.imagine(seed=seed)
            assert world.viewer is None
            assert world.known_to(seat) == known
            assert world == p.imagine(seat, seed=seed)
            if not world.over:
                world.play(world.moves()[0])
    assert p.known_to(p.turn).imagine() != p  # the chance to come is not known


def test_worlds_and_reseeded_forks_do_not_repeat_the_set_up() -> None:
    p = Position("papageno", seed=7)
    rng = bytes(p.record.rng.tobytes())
    assert len({rng, *(bytes(q.record.rng.tobytes()) for q in (p.fork(seed=7), p.imagine(seed=7)))}) == 3


def test_a_concealed_position_answers_for_its_viewer_alone() -> None:
    p = walked("papageno", 2, seats=2).play("draw")
    assert p.view(p.turn)["held"] != p.view()["held"] == p.view(1 - p.turn)["held"]
    known = p.known_to(p.turn)
    other = 1 - p.turn
    assert known.moves() == p.moves()
    assert known.mask().tolist() == p.mask().tolist()
    assert known.observe().tolist() == p.observe().tolist()
    assert known.view() == p.view(p.turn)
    assert known.text() == p.text(p.turn)
    assert known.known_to(p.turn) == known
    for ask in (known.moves, known.mask, known.observe, known.known_to, known.imagine, known.view, known.text):
        with pytest.raises(ZauberError, match=r"This is only what [AB] knows"):
            ask(other)
    with pytest.raises(ZauberError, match="imagine a world before you play on"):
        known.play(known.moves()[0])
    public = p.known_to(NOBODY)
    assert public.moves() == []
    assert public.view() == p.view()
    with pytest.raises(ZauberError, match="say which seat observes"):
        public.observe()


@pytest.mark.parametrize("game", GAMES)
def test_the_end(game: str) -> None:
    p = ended(game)
    assert p.over
    assert p.turn == NOBODY
    assert p.moves() == p.moves(0) == []
    assert not p.mask(0).any()
    assert p.outcome is not None
    assert len(p.outcome) == p.seats
    assert round(sum(p.outcome), 9) in (0, 1)
    assert p.known_to(0).outcome == p.known_to(NOBODY).outcome == p.outcome
    assert walked(game, 2).outcome is None
    assert p.observe(1).shape == (p.game.observation_size,)
    with pytest.raises(IllegalMove, match="over"):
        p.play(0)
    with pytest.raises(ZauberError, match="say which seat"):
        p.observe()
    assert "over" in repr(p)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_illegal_is_refused_by_the_rule_and_changes_nothing(game: str) -> None:
    p = walked(game, 5)
    before = bytes(p)
    for seat in range(p.seats):
        legal = set(p.moves(seat))
        for action in set(range(0, p.game.rules.ACTIONS, 7)) - legal:
            with pytest.raises(IllegalMove) as refused:
                p.play(action, seat)
            assert refused.value.rule
    for wrong in (-1, p.game.rules.ACTIONS, 10**30, 1.7, 1.0, True, None, "nonsense"):
        with pytest.raises(IllegalMove):
            p.play(wrong)  # type: ignore[arg-type]
    assert bytes(p) == before


def test_moves_in_notation_and_by_numpy_numbers() -> None:
    p = Position("papageno", seats=2, seed=7)
    q = p.fork().play("turn 1")
    assert p.fork().play(np.int64(0)) == q
    assert p.fork().play("a: turn 1") == p.fork().play("turn 1", "A") == p.fork().play(0, 0) == q
    assert p.moves("A") == p.moves(0)
    assert repr(p) == "<Position of Papageno, 2 seats, A to act>"
    assert repr(p.known_to("B")) == "<Position of Papageno, 2 seats, A to act, as B knows it>"
    assert "a spectator" in repr(p.known_to(NOBODY))


def test_a_position_of_other_seats_or_seeds_is_refused() -> None:
    with pytest.raises(BadSeats):
        Position("papageno", 9)
    with pytest.raises(BadSeats):
        Position("papageno").moves(5)
    with pytest.raises(ZauberError, match="whole number or a text"):
        Position("papageno", seed=1.5)  # type: ignore[arg-type]
    with pytest.raises(ZauberError, match="is an edition of magi"):
        Position("papageno", edition=games.get("magi").edition())


@pytest.mark.parametrize("seats", [2.7, "2", 1, 9])
def test_a_number_of_seats_is_never_rounded(seats: Any) -> None:
    for kind in (Position, Match):
        with pytest.raises(BadSeats, match=f"2 to 5 players, not {seats}"):
            kind("papageno", seats=seats)


def test_numpy_numbers_are_seats_too() -> None:
    one, two, three, nobody = (np.int64(number) for number in (1, 2, 3, -1))
    kinds: Any = Position, Match
    for kind in kinds:
        p = kind("papageno", seats=three, seed=7)
        assert p.view(one) == p.view(1)
        assert p.known_to(nobody) == p.known_to(-1)
        assert kind("papageno", seats=two, seed=7).seats == 2
        with pytest.raises(BadSeats, match=r"no seat 1\.5"):
            p.view(1.5)


def test_an_option_that_cannot_be_is_refused_in_a_sentence() -> None:
    for kind in (Position, Match):
        with pytest.raises(BadEdition, match=r"turn_limit must be a whole number .*, not \[1\]"):
            kind("papageno", options={"turn_limit": [1]})


def test_equality_goes_by_edition_too(tmp_path: Path) -> None:
    game = games.get("papageno")
    text = Path(str(game.edition().name)).name
    file = tmp_path / "own.toml"
    source = Path(zauber.__file__).parent / "games" / "papageno" / "editions" / f"{text}.toml"
    file.write_text(source.read_text("utf-8"), "utf-8")
    own = Position("papageno", edition=str(file), seed=7)
    assert own == Position("papageno", seed=7)  # the same numbers play alike
    limited = Position("papageno", seed=7, options={"turn_limit": 1})
    assert limited != own
    assert pickle.loads(pickle.dumps(own)) == Position.from_bytes(own.to_bytes()) == own
    assert Position.from_bytes(limited.to_bytes()).edition.options["turn_limit"] == 1
    assert own != "own"


def test_damaged_bytes_are_refused() -> None:
    whole = walked("papageno", 3).to_bytes()
    for wrong in (b"", b"abc", whole[:40], whole[:-1], whole + b"x", whole.replace(b"papageno", b"papagena")):
        with pytest.raises(BadRecord):
            Position.from_bytes(wrong)
    with pytest.raises(BadRecord, match="has 200 bytes, but this one has 3"):
        Position.of("papageno", "", b"abc")
    with pytest.raises(BadRecord, match="the turn is impossible"):
        Position.of("papageno", "", bytes(200))


def test_a_position_of_rules_that_are_newer_than_ours_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = walked("papageno", 3).to_bytes()
    monkeypatch.setitem(games.get("papageno").__dict__, "version", 0)
    with pytest.raises(BadRecord, match="version 1 of the rules"):
        Position.from_bytes(whole)


def test_a_game_from_elsewhere_has_positions_too() -> None:
    p = Position(examples.lantern.GAME, seed=1)
    assert pickle.loads(pickle.dumps(p)) == p
    assert p.play(p.moves()[0]).known_to(0).imagine().moves() is not None
