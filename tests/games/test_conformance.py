"""The conformance suite passes a sound game written elsewhere, and names what is wrong with an unsound one."""

import dataclasses
import types
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from examples.lantern import GAME, rules, words
from zauber import Match, games
from zauber.errors import BrokenRules, UnknownGame
from zauber.games import kernel
from zauber.games.game import Game

CALLS = np.zeros(1, np.int64)


@pytest.fixture(autouse=True)
def _forget_other_games() -> Iterator[None]:
    yield
    games._others.clear()


def test_a_game_from_elsewhere_can_be_registered_checked_and_played() -> None:
    with pytest.raises(UnknownGame, match="lantern"):
        games.get("lantern")
    games.register(GAME)
    report = games.check("lantern", matches=4, deep=1)
    assert report.matches == 12
    assert report.longest == 4
    assert "12 matches in 3 settings" in str(report)
    match = Match("lantern", seats=2, seed=3)
    while not match.over:
        match.play("keep")
    assert match.outcome is not None
    assert sum(match.outcome.shares) == pytest.approx(1)


def lantern(**changes: Any) -> Game:
    """Lantern with functions of its rules, words or constants changed by name."""
    stubs = {stub.__name__: stub for stub in kernel.CONTRACT}
    game = dataclasses.replace(GAME)
    bindings = dict(GAME.bindings)
    for name, change in changes.items():
        if name in stubs:
            bindings[stubs[name]] = change
    room = types.SimpleNamespace(**{**vars(words), **{k: v for k, v in changes.items() if k not in stubs}})
    game.__dict__.update(bindings=bindings, words=room)
    return game


def broken(message: str, **changes: Any) -> None:
    with pytest.raises(BrokenRules, match=message):
        games.check(lantern(**changes), matches=8, deep=1, compiled=False)


def test_the_unchanged_game_passes() -> None:
    games.check(lantern(), matches=2, deep=1, compiled=False)


def test_a_seat_on_turn_without_a_move_is_found() -> None:
    def moves(e: Any, s: Any, seat: int, out: Any) -> int:
        return 0 if s.done == 1 else rules.moves(e, s, seat, out)

    broken("has no move", moves=moves)


def test_moves_that_change_the_position_are_found() -> None:
    def moves(e: Any, s: Any, seat: int, out: Any) -> int:
        s.left += 1
        return rules.moves(e, s, seat, out)

    broken("changed the position", moves=moves)


def test_moves_out_of_order_are_found() -> None:
    def moves(e: Any, s: Any, seat: int, out: Any) -> int:
        n = rules.moves(e, s, seat, out)
        out[0], out[1] = 1, 0
        return n

    broken("ascending order", moves=moves)


def test_a_lost_card_is_found() -> None:
    def apply(e: Any, s: Any, seat: int, action: int) -> None:
        rules.apply(e, s, seat, action)
        s.lantern[seat] = (s.lantern[seat] + 1) % 5

    broken(r"account\(\) finds fault", apply=apply)


def test_rules_with_a_memory_of_their_own_are_found() -> None:
    def apply(e: Any, s: Any, seat: int, action: int) -> None:
        CALLS[0] += 1
        rules.apply(e, s, seat, int(CALLS[0] > 3))

    CALLS[0] = 0
    broken("not carried out alike", apply=apply)


def test_a_closure_is_refused() -> None:
    count = 3
    broken("close over nothing", bound=lambda e, seats: count)


def test_a_leaking_random_source_is_found() -> None:
    def conceal(e: Any, s: Any, seat: int) -> None:
        rng = [s.rng[i] for i in range(4)]
        rules.conceal(e, s, seat)
        for i in range(4):
            s.rng[i] = rng[i]

    broken("leaves the random source", conceal=conceal)


def test_a_world_that_does_not_fit_is_found() -> None:
    def imagine(e: Any, s: Any, seat: int) -> None:
        s.starter = (s.starter + 1) % s.seats
        rules.imagine(e, s, seat)

    broken("does not fit", imagine=imagine)


def test_an_observation_that_peeks_is_found() -> None:
    def observe(e: Any, s: Any, seat: int, out: Any) -> None:
        rules.observe(e, s, seat, out)
        out[0] = s.lantern[(seat + 1) % s.seats]

    broken("depends on what it does not know", observe=observe)


def test_favouring_a_seat_is_found() -> None:
    def apply(e: Any, s: Any, seat: int, action: int) -> None:
        rules.apply(e, s, seat, action if seat else 0)

    broken("treats the seats unequally", apply=apply)


def test_bad_advice_is_found() -> None:
    broken("which is not legal", advise=lambda e, s, seat, options, n: 7)


def test_a_match_beyond_its_bound_is_found() -> None:
    broken("longer than its bound", bound=lambda e, seats: 1)


def test_shares_that_do_not_add_up_are_found() -> None:
    def outcome(e: Any, s: Any, out: Any) -> None:
        out[0] = out[1] = 1.0

    broken("add up to 2", outcome=outcome)


def test_an_unseen_own_action_is_found() -> None:
    broken("does not see its own action", witness=lambda e, s, seat, action, viewer: -1)


def test_silence_about_an_action_is_found() -> None:
    broken("nothing is told", tell=lambda *_: [])


def test_two_actions_of_one_name_are_found() -> None:
    broken("the same notation", notation=lambda action: "keep")
