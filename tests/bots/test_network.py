"""The networks that come with the package play well, by what their seat observes, and need only NumPy."""

import io
import subprocess
import sys

import numpy as np
import pytest

from tests.sizes import size
from zauber import Match, bots, games
from zauber.bots.network import Network, load_weights, made, weights_of
from zauber.errors import ZauberError
from zauber.lab.arena import Contest, hold

TRAINED = Network.games


def test_four_games_have_a_network() -> None:
    assert set(TRAINED) >= {"magic_flute", "papageno", "magi", "mago_magino"}


@pytest.mark.parametrize("name", TRAINED)
def test_a_network_fits_its_game_and_tells_how_it_was_made(name: str) -> None:
    weights = weights_of(games.get(name))
    assert (weights.observation, weights.actions) == (games.get(name).observation_size, games.get(name).rules.ACTIONS)
    told = made(name)
    assert 1 <= told["rules"] <= games.get(name).version
    assert {"command", "device", "minutes", "decisions", "figures", "curve"} <= set(told)


@pytest.mark.parametrize("name", TRAINED)
def test_a_network_answers_legally_and_the_same_in_every_world_it_cannot_tell_apart(name: str) -> None:
    game = games.get(name)
    match = Match(name, seed=5)
    for number in range(25):
        if match.over:
            break
        seat = match.turn
        choice = bots.get("network", name).move(match, seed=number)
        assert choice in match.moves.actions
        player = Network(game, match.edition, match.seats, seat)
        known = match.known_to(seat)
        for world in range(2):
            imagined = known.imagine(seed=world)
            assert player.choose(imagined.record, match.moves.actions, 1) == choice
        match.play(choice)


@pytest.mark.no_cover
def test_a_network_beats_the_rule_of_thumb() -> None:
    """Mago Magino with two seats: 0.64 of 8,192 matches when it was trained; a small sample here."""
    results = hold(Contest("mago_magino", ("network", "thumb")), size(300, 100), 1)
    shares = {standing.name: standing.share for standing in results.standings()}
    assert shares["network"] > 0.54


def test_playing_needs_no_pytorch() -> None:
    program = """
import sys
sys.modules["torch"] = None
from zauber import Match, bots
match = Match("papageno", seed=1)
assert bots.get("network", "papageno").move(match, seed=1) in match.moves
"""
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_weights_of_another_shape_are_refused_in_a_sentence() -> None:
    with pytest.raises(ZauberError, match="cannot be read"):
        load_weights(games.get("papageno"), io.BytesIO(b"nonsense"))
    file = io.BytesIO()
    np.savez(file, weight_0=np.zeros(3))
    file.seek(0)
    with pytest.raises(ZauberError, match="not a file of weights"):
        load_weights(games.get("papageno"), file)
