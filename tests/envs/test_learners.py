"""What learners of other libraries ask of the environments: masks, copies, pickles, resets, information states."""

import copy
import importlib.util
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from zauber import envs, games
from zauber.envs.spiel import FINGERPRINT, remembered_fields
from zauber.errors import ZauberError
from zauber.match.position import Position

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

SHORT = {"turn_limit": 3}


def played(env: Any, actions: int, seed: int = 1) -> list[Any]:
    """Random play; what the agents were given."""
    dice, seen = np.random.default_rng(seed), []
    for _ in range(actions):
        found, reward, over, _, _ = env.last()
        seen.append((env.agent_selection, found["observation"].tobytes(), found["action_mask"].tobytes(), reward, over))
        env.step(None if over else int(dice.choice(np.flatnonzero(found["action_mask"]))))
        if not env.agents:
            break
    return seen


# PettingZoo ---------------------------------------------------------------------------------------------------------


def test_magis_catches_are_made_by_those_who_are_asked_out_of_turn() -> None:
    env = envs.aec("magi", seats=4, out_of_turn=True, options={"turn_limit": 80})
    actions, dice, caught, asked = games.get("magi").rules.ACTIONS, np.random.default_rng(2), 0, 0
    for match in range(3):
        env.reset(seed=match)
        while not env.terminations[env.agent_selection]:
            seen = env.last()[0]
            seat = int(env.agent_selection[-1])
            legal = np.flatnonzero(seen["action_mask"])
            aside = seat != env.position.turn
            assert list(legal) == env.position.moves(seat) + ([actions] if aside else [])
            asked += aside
            action = int(dice.choice(legal))
            caught += aside and action != actions
            env.step(action)
    assert asked > caught > 0
    assert env.action_space("seat_0").n == actions + 1
    assert envs.aec("magi").action_space("seat_0").n == actions
    everybody = envs.parallel("magi", out_of_turn=True)
    seen, _ = everybody.reset(seed=1)
    assert [int(one["action_mask"].sum()) for one in seen.values()].count(1) == 3
    assert sum(one["action_mask"][actions] for one in seen.values()) == 3


@pytest.mark.parametrize("make", [lambda: envs.aec("papageno"), lambda: envs.aec("magi", out_of_turn=True)])
@pytest.mark.parametrize("again", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
def test_an_environment_is_stored_in_the_middle_of_a_match(make: Any, again: Any) -> None:
    env = make()
    assert again(env).metadata == env.metadata
    env.reset(seed=4)
    played(env, 9)
    other = again(env)
    assert played(other, 30) == played(env, 30)
    assert other.position.fork() == env.position


def test_before_the_reset_there_is_a_sentence() -> None:
    env = envs.aec("papageno", render_mode="ansi")
    calls = [env.last, env.state, env.render, lambda: env.step(0), lambda: env.observe("seat_0")]
    for call in calls:
        with pytest.raises(ZauberError, match=r"call reset\(\) first"):
            call()


def test_the_state_is_what_all_seats_observe() -> None:
    env = envs.aec("papageno", seats=3)
    env.reset(seed=1)
    seen = [env.observe(agent)["observation"] for agent in env.agents]
    assert np.array_equal(env.state(), np.concatenate(seen))
    assert env.state_space.contains(env.state())
    assert np.array_equal(envs.parallel("papageno", seats=3).state_space.low, env.state_space.low)


def test_no_mask_of_all_agents_at_once_is_empty() -> None:
    env, dice = envs.parallel("papageno", seats=3, options=SHORT), np.random.default_rng(1)
    seen, _ = env.reset(seed=1)
    while env.agents:
        assert all(one["action_mask"].any() for one in seen.values())
        actions = {agent: int(dice.choice(np.flatnonzero(one["action_mask"]))) for agent, one in seen.items()}
        seen, *_ = env.step(actions)
    assert all(one["action_mask"].any() for one in seen.values())


def test_without_the_extra_pixels_are_refused_when_the_environment_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "vl_convert" else find(name))
    for make in (envs.aec, envs.parallel, envs.gym):
        with pytest.raises(ZauberError, match=r"pip install 'zauber\[plots\]'"):
            make("papageno", render_mode="rgb_array")


# Gymnasium ----------------------------------------------------------------------------------------------------------


def test_gymnasium_makes_and_describes_the_environments() -> None:
    envs.register()
    env = gymnasium.make("zauber/papageno-v0", seats=3, against="random", options=SHORT)
    seen, _ = env.reset(seed=1)
    assert len(seen["observation"]) == games.get("papageno").observation_size
    ours = envs.gym("papageno", seats=3, against=["random", "thumb"], options=SHORT)
    assert ours.spec.id == "zauber/papageno-v0"
    again = gymnasium.make(ours.spec).unwrapped
    assert (again.seats, again.against, again.edition.hash) == (3, ours.against, ours.edition.hash)
    many = gymnasium.make_vec("zauber/papageno-v0", 2, against="random", options=SHORT)
    assert many.reset(seed=1)[0]["observation"].shape[0] == 2
    assert {f"zauber/{name}-v0" for name in games.NAMES} <= set(gymnasium.registry)


def test_the_masks_are_given_under_the_name_that_maskable_ppo_asks_for() -> None:
    env = envs.gym("papageno", against="random", options=SHORT)
    seen, _ = env.reset(seed=1)
    over = False
    while not over:
        masks = env.action_masks()
        assert masks.dtype == np.bool_
        assert np.array_equal(masks, seen["action_mask"].astype(bool))
        seen, _, over, _, _ = env.step(int(np.flatnonzero(masks)[0]))
    assert env.action_masks().any()


def test_all_seats_are_taken_in_turn_and_deals_are_paired() -> None:
    env = envs.gym("papageno", seats=3, against="random", options=SHORT)
    env.reset(seed=5)
    seats, deals = [], []
    for _ in range(6):
        seats.append(env.reset()[1]["seat"])
        deals.append(env.position.chance)
    assert seats[:3] == seats[3:]
    assert sorted(seats[:3]) == [0, 1, 2]
    assert len(set(deals)) == 6
    paired = envs.gym("papageno", seats=3, against="random", options=SHORT, paired=True)
    groups: list[list[Any]] = []
    for match in range(6):
        info = paired.reset(seed=7 if match == 0 else None)[1]
        deal = Position("papageno", 3, edition=paired.edition, seed=paired._deal)
        groups.append([info["seat"], deal.chance])
    assert [len({chance for _, chance in groups[i : i + 3]}) for i in (0, 3)] == [1, 1]
    assert groups[0][1] != groups[3][1]
    assert sorted(seat for seat, _ in groups[:3]) == [0, 1, 2]
    with pytest.raises(ZauberError, match="name no seat"):
        envs.gym("papageno", seat=1, paired=True)


def test_an_environment_of_gymnasiums_is_stored() -> None:
    env = envs.gym("papageno", against="random", options=SHORT)
    env.reset(seed=1)
    for again in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        first = int(np.flatnonzero(env.action_masks())[0])
        ours, other = copy.deepcopy(env).step(first), again.step(first)
        assert ours[0]["observation"].tobytes() == other[0]["observation"].tobytes()


@pytest.mark.parametrize("mode", ["next_step", "disabled"])
def test_a_vector_of_environments_can_be_reset_in_every_way(mode: str) -> None:
    env = envs.gym_vector("papageno", 2, against="random", options=SHORT, autoreset=mode)
    assert env.metadata["autoreset_mode"].name.lower() == mode
    seen, _ = env.reset(seed=1)
    for _ in range(200):
        seen, rewards, over, _, _ = env.step([np.flatnonzero(mask)[0] for mask in seen["action_mask"]])
        if over.any():
            break
    assert over.any()
    if mode == "disabled":
        seen, _ = env.reset(options={"reset_mask": over})
    else:
        actions = [np.flatnonzero(mask)[0] if mask.any() else 0 for mask in seen["action_mask"]]
        seen, rewards, again, _, _ = env.step(actions)
        assert not again[over].any()
        assert (rewards[over] == 0).all()
    assert seen["action_mask"].any(axis=1).all()
    with pytest.raises(ZauberError, match="one of next_step, same_step, disabled, not “later”"):
        envs.gym_vector("papageno", 2, autoreset="later")


def test_players_whom_there_are_not_are_refused_when_a_vector_is_made() -> None:
    with pytest.raises(ZauberError, match="play as random or thumb, not “mage”"):
        envs.gym_vector("papageno", 2, against="mage")
    with pytest.raises(ZauberError, match="1 other seats and 2 players"):
        envs.gym_vector("papageno", 2, against=["thumb", "random"])


# OpenSpiel ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chance", ["sampled", "explicit"])
def test_games_and_states_are_copied_and_stored(chance: str) -> None:
    game = envs.openspiel("papageno", seats=2, options=SHORT, chance=chance)
    state = game.new_initial_state()
    for _ in range(6 if chance == "sampled" else 60):
        outcomes = state.chance_outcomes() if state.is_chance_node() else [(a, 1) for a in state.legal_actions()]
        state.apply_action(outcomes[0][0])
    assert copy.deepcopy(game) is game
    assert pickle.loads(pickle.dumps(game)).edition.hash == game.edition.hash, "options are kept"
    for again in (copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert again is not state
        assert str(again) == str(state)
        assert again.information_state_string(0) == state.information_state_string(0)
        assert again.legal_actions() == state.legal_actions()


def test_nothing_is_known_at_the_root() -> None:
    game = envs.openspiel("papageno", seats=2)
    root = game.new_initial_state()
    assert root.observation_tensor(0) == [0.0] * game.game.observation_size
    assert root.information_state_tensor(1) == [0.0] * game.information_state_tensor_shape()[0]
    assert root.observation_string(0) == ""


def test_an_information_state_remembers_what_an_observation_has_forgotten() -> None:
    """In Mago Magino frogs are seen as they come home; afterwards only those who watched know who sits where."""
    game = envs.openspiel("mago_magino", seats=2, options={"turn_limit": 60})
    more, seen_by = 0, game.game.observation_size
    for seed in range(3):
        dice, state = np.random.default_rng(seed), game.new_initial_state()
        state.apply_action(seed)
        while not state.is_terminal():
            known = state.information_state_tensor(0)
            assert len(known) == game.information_state_tensor_shape()[0]
            assert known[:seen_by] == state.observation_tensor(0)
            remembered, record = state._recalled(0).record, state._now.known_to(0).record
            more += remembered.tobytes() != record.tobytes()
            shown = np.concatenate([np.ravel(remembered[name]) for name in remembered_fields(game.game)])
            assert np.allclose(np.array(known[seen_by:-FINGERPRINT]) * 128, shown)
            state.apply_action(int(dice.choice(state.legal_actions())))
    assert more > 0


@pytest.mark.parametrize("name", ["papageno", "mago_magino", "magi"])
@pytest.mark.parametrize("chance", ["sampled", "explicit"])
def test_a_resampled_state_cannot_be_told_from_the_true_one(name: str, chance: str) -> None:
    game = envs.openspiel(name, options={"turn_limit": 20}, chance=chance)
    dice, state, worlds = np.random.default_rng(3), game.new_initial_state(), set()
    for _ in range(60):
        if state.is_terminal():
            break
        if not state.is_chance_node():
            seat = state.current_player()
            other = state.resample_from_infostate(seat, dice.random)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
            assert (other.legal_actions(), other.current_player()) == (state.legal_actions(), seat)
            worlds.add(bytes(other._position) == bytes(state._position))
            other.apply_action(other.legal_actions()[0])
            with pytest.raises(ZauberError, match="cannot be stored"):
                pickle.dumps(other)
        outcomes = [one for one, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(int(dice.choice(outcomes)))
    assert False in worlds


def test_is_mcts_plays_a_match() -> None:
    game = envs.openspiel("papageno", seats=2, options={"turn_limit": 2})
    dice = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, dice), 2.0, 8, random_state=dice)
    state = game.new_initial_state()
    state.apply_action(3)
    while not state.is_terminal():
        state.apply_action(int(bot.step(state)))
    assert sum(state.returns()) == 0


@pytest.mark.full
def test_deep_cfr_learns() -> None:
    pytest.importorskip("torch")
    pytest.importorskip("tree")
    from examples import deep_cfr

    assert deep_cfr.learn(iterations=1, traversals=2, width=8, turn_limit=1)[0] > 0
