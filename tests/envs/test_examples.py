"""The examples run (briefly), and the game trees of tiny editions are right."""

import importlib
import json
import runpy
import sys
from pathlib import Path

import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability as exact

from examples import exploitability
from zauber import envs
from zauber.envs.tree import extensive_form
from zauber.errors import ZauberError

ROOT = Path(__file__).parent.parent.parent


def test_a_random_agent(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    file = ROOT / "examples" / "random_agent.py"
    assert sum(bool(line.strip()) for line in file.read_text("utf-8").splitlines()[2:]) <= 10
    monkeypatch.setattr(sys, "argv", ["random_agent.py", "magic_flute"])
    runpy.run_path(str(file))
    lines = capsys.readouterr().out.splitlines()
    assert sorted(line.split()[0] for line in lines) == ["seat_0", "seat_1"]
    assert sum(float(line.split()[1]) for line in lines) == 0


@pytest.mark.full
def test_a_masked_ppo(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("torch")
    from examples import ppo

    short = ["--game", "magic_flute", "--minutes", "0.01", "--lanes", "16", "--steps", "8", "--imitate", "4"]
    short += ["--warm", "1", "--matches", "8", "--looks", "1"]
    ppo.main([*short, "--store", str(tmp_path / "curve.json")])
    found = json.loads((tmp_path / "curve.json").read_text())
    assert len(found["curve"]) >= 3
    assert found["curve"][-1]["decisions"] > 0
    assert all(0 <= point["share"] <= 1 for point in found["curve"])
    assert f"{found['curve'][-1]['share']:.3f}" in capsys.readouterr().out


@pytest.mark.full
@pytest.mark.parametrize(
    ("example", "needs", "line"),
    [
        ("maskable_ppo", "sb3_contrib", ["--steps", "10240"]),
        ("tianshou_dqn", "tianshou", []),
        ("deep_cfr", "tree", []),
    ],
)
def test_what_other_libraries_learn_is_better_than_chance(example: str, needs: str, line: list[str]) -> None:
    pytest.importorskip("torch")
    pytest.importorskip(needs)
    better = importlib.import_module(f"examples.{example}").main(line)  # the lower bound of its interval, or the gain
    assert better > (0.5 if example == "maskable_ppo" else 0)


def test_exploitability(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    exploitability.main(["--iterations", "2", "--turn-limit", "1", "--store", str(tmp_path / "curve.json")])
    found = json.loads((tmp_path / "curve.json").read_text())
    assert {point["algorithm"] for point in found["curve"]} == set(exploitability.SOLVERS)
    last = [point for point in found["curve"] if point["algorithm"] == "CFR+"][-1]
    assert last["exploitability"] < found["uniform"]
    assert f"{found['nodes']:,} nodes" in capsys.readouterr().out


def test_the_tree_is_worth_what_the_game_is_worth() -> None:
    """OpenSpiel's own walk through our rules, and through the tree that was written, find the same best response."""
    options = {"turn_limit": 1}
    game = envs.openspiel("magic_flute", edition=str(exploitability.EDITION), options=options, chance="explicit")
    written, _ = exploitability.tiny(1)
    ours = exact.exploitability(game, policy.UniformRandomPolicy(game))
    assert ours == pytest.approx(pyspiel.exploitability(written, pyspiel.UniformRandomPolicy(written)))
    with pytest.raises(ZauberError, match="more than 10 nodes"):
        extensive_form(game, 10)


def test_the_stored_figures_are_those_of_the_tiny_edition() -> None:
    stored = json.loads((ROOT / "benchmarks" / "results" / "exploitability.json").read_text("utf-8"))
    assert (stored["edition"], stored["turn_limit"]) == (exploitability.EDITION.name, exploitability.TURN_LIMIT)
    page = (ROOT / "docs" / "environments.md").read_text("utf-8")
    assert f"{stored['nodes']:,} nodes" in page
    assert f"{stored['uniform']:.4f}" in page


def test_the_page_tells_what_was_learned_as_it_is_stored() -> None:
    stored = json.loads((ROOT / "benchmarks" / "results" / "ppo.json").read_text("utf-8"))
    last = stored["curve"][-1]
    assert last["share"] - last["half"] > 1 / stored["seats"], "the rule of thumb is beaten"
    page = " ".join((ROOT / "docs" / "environments.md").read_text("utf-8").split())
    assert f"{last['share']:.3f} ± {last['half']:.3f} over {last['matches']:,} matches" in page
