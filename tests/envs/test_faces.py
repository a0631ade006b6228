"""PettingZoo's, Gymnasium's and OpenSpiel's own suites pass in every game."""

import json
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

from zauber import envs, games
from zauber.cli import main
from zauber.commands import faces
from zauber.envs.common import rewards
from zauber.envs.pace import FACES
from zauber.errors import BadSeats, IllegalMove, ZauberError
from zauber.lab import peers
from zauber.lab.bench import BenchSettings

# Upstream's advice in passing (a dictionary with a mask is no box, an environment is not registered) is no failure.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

GAMES = [game.name for game in games.all_games()]
QUICK = {"magicians_night": {"edition": "quick", "options": {"turn_limit": 2}}}
LIMIT = {"magi": {"options": {"turn_limit": 40}}, "magic_flute": {"options": {"turn_limit": 40}}}
BRIEF: dict[str, Any] = {"options": {"turn_limit": 10}}


def how(game: str) -> dict[str, Any]:
    """A short form of every game."""
    return QUICK.get(game) or LIMIT.get(game) or {}


def test_rewards_add_up_to_nothing_and_a_single_player_gets_the_share() -> None:
    assert rewards(np.array([[0.5, 0.5, 0.0], [0.0, 0.0, 0.0]])).tolist() == [[0.25, 0.25, -0.5], [0.0, 0.0, 0.0]]
    assert rewards(np.array([[1.0], [0.0]])).tolist() == [[1.0], [0.0]]


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_by_agent(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(envs.aec(game, **how(game)), num_cycles=60)
    seed_test(lambda: envs.aec(game, **how(game)), num_cycles=20)


@pytest.mark.parametrize("game", ["papageno", "mago_magino"])
def test_pettingzoo_in_parallel(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    parallel_api_test(envs.parallel(game, **how(game)), num_cycles=60)


@pytest.mark.parametrize("make", [envs.aec, envs.gym])
def test_a_number_of_seats_is_never_rounded(make: Any) -> None:
    with pytest.raises(BadSeats, match=r"not 2\.5"):
        make("papageno", seats=2.5)


def test_pettingzoo_renders(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(
        lambda render_mode: envs.aec("papageno", render_mode=render_mode),
        {"svg": lambda drawing: drawing.startswith("<svg")},
    )
    env = envs.aec("papageno", render_mode="rgb_array")
    env.reset(seed=1)
    shown = env.render()
    assert shown.shape[2] == 3
    assert len(np.unique(shown)) > 10  # letters are there, not an empty ground


@pytest.mark.parametrize("game", GAMES)
def test_gymnasium(game: str) -> None:
    env = envs.gym(game, against="random", **how(game))
    check_env(env, skip_render_check=True)


def test_gymnasium_plays_whole_matches_from_every_seat() -> None:
    env = envs.gym("papageno", seats=3, against=["thumb", "random"])
    seats, total = set(), 0.0
    for match in range(12):
        seen, info = env.reset(seed=match)
        seats.add(info["seat"])
        over = False
        while not over:
            assert seen["action_mask"].any()
            seen, reward, over, cut, info = env.step(env.action_space.sample())
            assert reward == 0 or over
            assert not cut
        total += info["share"]
    assert seats == {0, 1, 2}
    assert 0 <= total <= 12


def test_gymnasium_in_vectors_keeps_the_last_observation() -> None:
    env = envs.gym_vector("papageno", 64, seats=2, against="random")
    seen, _ = env.reset(seed=3)
    random, ended = np.random.default_rng(1), 0
    for _ in range(400):
        actions = np.array([random.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]])
        seen, rewards, over, cut, info = env.step(actions)
        assert env.observation_space["observation"].contains(seen["observation"])
        assert not cut.any()
        assert (rewards[~over] == 0).all()
        if over.any():
            ended += int(over.sum())
            assert (info["_final_obs"] == over).all()
            lane = int(np.flatnonzero(over)[0])
            assert info["final_obs"][lane]["observation"].any()
            assert rewards[lane] == pytest.approx(2 * info["final_info"]["share"][lane] - 1, abs=1e-6)
    assert ended > 20


@pytest.mark.no_cover  # repeats much: other tests cover these lines
@pytest.mark.parametrize("game", GAMES)
def test_openspiel_plays_at_random(game: str) -> None:
    loaded = envs.openspiel(game, **(QUICK.get(game) or BRIEF))
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=False, verbose=False)


def test_openspiel_loads_a_game_by_its_text() -> None:
    envs.openspiel("magi")  # registers
    game = pyspiel.load_game("zauber(game=magi,seats=5)")
    state = game.new_initial_state()
    assert state.is_chance_node()
    state.apply_action(state.chance_outcomes()[0][0])
    assert game.num_players() == 5
    assert state.legal_actions()
    assert len(state.observation_tensor(0)) == games.get("magi").observation_size
    twin = game.new_initial_state()
    for action in state.history():
        twin.apply_action(action)
    assert twin.information_state_string(0) == state.information_state_string(0)


def test_openspiel_with_explicit_chance_asks_for_every_draw() -> None:
    state = envs.openspiel("papageno", seats=2, chance="explicit").new_initial_state()
    chances = 0
    for _ in range(40):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
            chances += 1
            state.apply_action(outcomes[len(outcomes) // 2][0])
        else:
            copy = state.clone()
            state.apply_action(state.legal_actions()[0])
            assert copy.information_state_string(0) != state.information_state_string(0) or state.is_chance_node()
    assert chances > 3


def test_what_cannot_be_is_said_in_a_sentence() -> None:
    with pytest.raises(ZauberError, match="is played by 4 to 8"):
        envs.aec("magi", seats=3)
    with pytest.raises(ZauberError, match="There is no bot"):
        envs.gym("magi", against="nobody")
    with pytest.raises(ZauberError, match="2 other seats and 1 players"):
        envs.gym("papageno", seats=3, against=["thumb"])
    env = envs.gym("papageno")
    seen, _ = env.reset(seed=1)
    again, reward, over, _, info = env.step(199)
    assert (again["observation"] == seen["observation"]).all()
    assert (reward, over) == (0.0, False)
    assert "R5" in info["refused"]
    agents = envs.aec("papageno")
    agents.reset(seed=1)
    with pytest.raises(IllegalMove):
        agents.step(199)


def test_environments_have_names_with_versions() -> None:
    assert envs.aec("magi").metadata["name"] == "magi_v0"
    assert isinstance(envs.gym("papageno"), gymnasium.Env)


def test_the_pace_of_every_face_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faces, "WARM", 1)
    store = tmp_path / "faces.json"
    assert main(["bench", "faces", "magic_flute", "--runs", "1", "--seconds", "0.01", "--store", str(store)]) == 0
    rows = json.loads(store.read_text("utf-8"))["rows"]
    assert [row["face"] for row in rows] == list(FACES)
    assert all(row["median"] > 0 and row["unit"] == "steps/s" for row in rows)


def test_faces_are_compared_with_peers_that_are_stepped_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    line = json.dumps({"game": "leduc", "by": "env.step", "paces": [[2.0, 3.0]]})
    monkeypatch.setattr(peers, "measured", lambda peer, settings: [line])
    rows = list(peers.bench_face_peers(BenchSettings(())))
    assert [row["peer"] for row in rows] == ["OpenSpiel", "RLCard", "PettingZoo"]
    assert {row["median_by_cpu_time"] for row in rows} == {3.0}
