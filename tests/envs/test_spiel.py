"""OpenSpiel states that were advanced from Python equal those that were advanced from C++."""

import pickle
import random
from typing import Any

import numpy as np
import pyspiel
import pytest

from zauber import Position, envs, games
from zauber.envs.lister import Lister
from zauber.envs.stepper import REFUSED
from zauber.errors import IllegalMove
from zauber.match import steps
from zauber.match.steps import WhenToCompile

SHORT: dict[str, Any] = {"turn_limit": 8}


def through_python(game: Any, actions: list[int]) -> Any:
    state = game.new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state


def through_cpp(game: Any, actions: list[int]) -> Any:
    state = game.new_initial_state()
    for action in actions:
        pyspiel.State.apply_action(state, action)
    return state


def told(state: Any) -> dict[str, Any]:
    """Everything that a state reports."""
    return {
        "history": state.history(),
        "full": [(one.player, one.action) for one in state.full_history()],
        "text": state.history_str(),
        "number": state.move_number(),
        "player": state.current_player(),
        "legal": state.legal_actions(),
        "legal by C++": pyspiel.State.legal_actions(state),
        "mask": state.legal_actions_mask(),
        "strings": [state.information_state_string(seat) for seat in range(2)],
        "tensor": state.observation_tensor(0),
        "returns": state.returns(),
        "shown": str(state),
    }


@pytest.fixture(scope="module")
def game() -> Any:
    return envs.openspiel("magic_flute", seats=2, options=SHORT)


@pytest.fixture(scope="module")
def actions(game: Any) -> list[int]:
    """A whole match, from the seed on."""
    state, dice = game.new_initial_state(), random.Random(5)
    state.apply_action(77)
    while not state.is_terminal():
        state.apply_action(dice.choice(state.legal_actions(state.current_player())))
    found: list[int] = state.history()
    assert len(found) > 8
    return found


def test_python_and_cpp_go_the_same_way(game: Any, actions: list[int]) -> None:
    for count in (1, 2, 7, len(actions)):
        assert told(through_python(game, actions[:count])) == told(through_cpp(game, actions[:count]))
    mixed = game.new_initial_state()
    for place, action in enumerate(actions):
        assert mixed.is_initial_state() is (place == 0)
        (pyspiel.State.apply_action if place % 3 else type(mixed).apply_action)(mixed, action)
    assert told(mixed) == told(through_cpp(game, actions))
    seats = [seat for seat, _ in told(mixed)["full"]]
    assert seats[0] == pyspiel.PlayerId.CHANCE
    assert set(seats[1:]) == {0, 1}


def test_copies_children_and_kept_states_know_what_was_done(game: Any, actions: list[int]) -> None:
    def by_text(state: Any) -> Any:
        return game.deserialize_state(state.serialize())

    def by_clone(state: Any) -> Any:
        return state.clone()

    for kept in (by_clone, by_text):
        state = through_python(game, actions[:5])
        before = told(through_cpp(game, actions[:5]))
        copy = kept(state)
        copy.apply_action(actions[5])
        assert told(state) == before
        assert told(copy) == told(through_cpp(game, actions[:6]))
    assert told(through_python(game, actions[:5]).child(actions[5])) == told(through_cpp(game, actions[:6]))


def test_what_was_seen_is_the_same_whenever_one_asks(game: Any, actions: list[int]) -> None:
    asked = game.new_initial_state()
    assert asked.information_state_string(1) == "1:"
    for action in actions:
        asked.apply_action(action)
        asked.information_state_string(0)
    late = through_python(game, actions)
    copy = late.clone()
    for seat in range(2):
        assert asked.information_state_string(seat) == late.information_state_string(seat)
        assert copy.information_state_string(seat) == late.information_state_string(seat)


def test_two_states_take_turns(game: Any, actions: list[int]) -> None:
    one, two = game.new_initial_state(), game.new_initial_state()
    for action in actions:
        one.apply_action(action)
        two.apply_action(action)
        assert one.legal_actions() == two.legal_actions()
    assert told(one) == told(two)


def test_what_is_not_legal_is_refused_and_changes_nothing(game: Any, actions: list[int]) -> None:
    state = through_python(game, actions[:3])
    before = told(state)
    illegal = next(action for action in range(game.num_distinct_actions()) if action not in state.legal_actions())
    for wrong, error in ((illegal, IllegalMove), (-1, IllegalMove), (1.0, TypeError), ("1", TypeError)):
        with pytest.raises(error):
            state.apply_action(wrong)
    assert told(state) == before
    other = 1 - state.current_player()
    assert state.legal_actions(other) == []
    state.apply_action(np.int64(actions[3]))
    assert told(state) == told(through_cpp(game, actions[:4]))
    assert not any(game.new_initial_state().observation_tensor(0)), "nothing is known before chance"
    over = through_python(game, actions)
    assert over.legal_actions() == over.legal_actions(0) == []
    with pytest.raises(IllegalMove, match="over"):
        over.apply_action(actions[-1])


@pytest.mark.parametrize("name", ["papageno", "magic_flute"])
def test_a_lister_plays_as_a_position_does(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WhenToCompile, "cached", lambda self: False)
    found = games.get(name)
    edition = found.edition("", SHORT)
    for compiled in (False, True):
        lister = Lister(found, 2, edition)
        if compiled:
            lister.compile()
        position, dice = Position(found, 2, edition=edition, seed=3), random.Random(4)
        same = position.fork()
        turn = lister.hold(position)
        while turn >= 0:
            legal = lister.listings[lister.count[0]].tolist()
            assert (turn, legal) == (same.turn, same.moves())
            assert lister.act(lister.e, lister.s, -1, lister.listed) == REFUSED
            action = dice.choice(legal)
            turn = lister.act(lister.e, lister.s, action, lister.listed)
            same.play(action)
            assert position == same
        assert turn == same.turn
        assert lister.count[0] == 0


def test_a_lister_is_compiled_when_there_is_enough_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WhenToCompile, "cached", lambda self: False)
    monkeypatch.setattr(steps, "WORTH_IT", 5)
    game = envs.openspiel("magic_flute", seats=2, options=SHORT)
    state = game.new_initial_state()
    state.apply_action(1)
    for step in range(5):
        assert not game.shared.compiled, step
        state.apply_action(state.legal_actions()[0])
    assert game.shared.compiled
    assert state.legal_actions() == state._position.moves()
    assert pickle.loads(pickle.dumps(game.shared)) is pickle.loads(pickle.dumps(game.shared))
