"""Training: a tiny network learns a small game on the CPU in seconds, and a stopped run can be continued."""

import json
from pathlib import Path

import numpy as np
import pytest
import torch

from examples.cupful import GAME
from tests.sizes import size
from zauber import games
from zauber.bots.network import weights_in
from zauber.cli import main
from zauber.errors import ZauberError
from zauber.learning.judge import judge
from zauber.learning.net import Net, barred, sample
from zauber.learning.ppo import PpoSettings
from zauber.learning.run import Run, TrainingPlan

CPU = torch.device("cpu")
SMALL = PpoSettings(steps=8, portion=1024, rate=3e-3)


@pytest.fixture(autouse=True)
def one_more_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The small game of the examples, for these tests only."""
    monkeypatch.setattr(games, "_others", {**games._others, GAME.name: GAME})
    torch.set_num_threads(1)


def plan(minutes: float, **more: object) -> TrainingPlan:
    about = {"lanes": 256, "width": 32, "look_every": 2.0, "matches": 256, "device": "cpu", "ppo": SMALL, "seats": (2,)}
    return TrainingPlan(GAME.name, minutes, **{**about, **more})  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_tiny_network_learns_in_seconds(tmp_path: Path) -> None:
    run = Run(plan(100, rounds=size(60, 35), look_every=1e6), tmp_path)
    before = judge(run.net, GAME, 2, 1000, CPU, greedy=False)
    run.train()
    after = judge(run.net, GAME, 2, 1000, CPU, greedy=False)
    assert after.share > before.share + 2 * before.within, (before, after)


def test_a_run_leaves_what_is_needed_to_judge_and_to_repeat_it(tmp_path: Path) -> None:
    told: list[dict[str, object]] = []
    run = Run(plan(100, rounds=4, look_every=0.1), tmp_path, told.append)
    run.train()
    found = run.finish(matches=64)
    curve = [json.loads(line) for line in (tmp_path / "curve.jsonl").read_text().splitlines()]
    assert curve == told
    assert {"seconds", "decisions", "pace", "share", "within", "entropy"} <= set(curve[-1])
    made = json.loads((tmp_path / "made.json").read_text())
    assert made["game"] == GAME.name
    assert made["figures"]["2"][0] == round(found["2"].share, 4)
    assert set(made["others"]) == {"random"}, "the share among rules of thumb is in its figures"
    picture = (tmp_path / "curve.svg").read_text()
    assert picture.count("<circle") == len(curve)
    assert json.loads((tmp_path / "settings.json").read_text())["lanes"] == 256


def test_a_run_that_was_stopped_goes_on(tmp_path: Path) -> None:
    first = Run(plan(100, rounds=2), tmp_path)
    first.train()
    second = Run(plan(100, rounds=5), tmp_path)
    second.train()
    assert second.rounds == 5
    assert second.seconds > first.seconds
    assert second.decisions > first.decisions
    with pytest.raises(ZauberError, match="other settings \\(width\\)"):
        Run(plan(100, width=16), tmp_path).open()


def test_a_best_response_is_trained_against_a_network_that_stays_as_it_is(tmp_path: Path) -> None:
    Run(plan(100, rounds=1), tmp_path / "first").train()
    run = Run(plan(100, rounds=size(60, 35), look_every=1e6, against=str(tmp_path / "first")), tmp_path / "response")
    assert run.rival is not None
    frozen = {name: value.clone() for name, value in run.rival.state_dict().items()}
    before = judge(run.net, GAME, 2, 1000, CPU, others=run.rival)
    run.train()
    after = judge(run.net, GAME, 2, 1000, CPU, others=run.rival)
    assert after.share > before.share + 2 * before.within, (before, after)
    assert all(torch.equal(value, frozen[name]) for name, value in run.rival.state_dict().items())
    assert run.finish(matches=64)["2"].matches == 64
    assert set(json.loads((tmp_path / "response" / "made.json").read_text())["others"]) == {"random", "thumb"}


def test_a_run_may_begin_with_the_weights_of_another(tmp_path: Path) -> None:
    first = Run(plan(100, rounds=2), tmp_path / "first")
    first.train()
    second = Run(plan(100, width=16, start=str(tmp_path / "first")), tmp_path / "second")
    assert second.width == 32, "the network is as wide as the one it begins with"
    kept = second.net.state_dict()
    assert all(torch.allclose(value, kept[name], atol=2e-3) for name, value in first.net.state_dict().items())


def test_all_groups_learn_in_the_same_updates(tmp_path: Path) -> None:
    run = Run(plan(100, lanes=512, seats=(2, 3)), tmp_path)
    learner = run.learner
    learner.play()
    memory = learner.memory
    assert memory.slices[-1].stop == memory.own.shape[1]
    for group, lanes in zip(learner.groups, memory.slices, strict=True):
        assert memory.own[:, lanes].any(), "every group has decisions of the learner"
        group.batch.look()
        assert torch.equal(group.batch.observations, learner._seen[lanes])
    shares = memory.shares[memory.ended]
    assert torch.allclose(shares.sum(-1), torch.ones(len(shares)))


def test_the_arrays_judge_as_the_network_does(tmp_path: Path) -> None:
    net = Net(GAME.observation_size, GAME.rules.ACTIONS, 32)
    for parameter in net.parameters():
        torch.nn.init.normal_(parameter, std=0.3)
    with open(tmp_path / "weights.npz", "wb") as file:
        np.savez(file, **net.arrays())
    net.load_arrays(net.arrays())  # rounded to half precision, as the file is
    weights = weights_in(GAME, tmp_path)
    seen = np.random.default_rng(1).normal(size=GAME.observation_size).astype(np.float32)
    seen[seen < 0.5] = 0
    preferences, share = weights.judge(seen)
    theirs, value = net(torch.from_numpy(seen)[None])
    assert np.allclose(preferences, theirs[0].detach().numpy(), atol=1e-3)
    assert abs(share - value.item()) < 1e-3


def test_what_is_not_legal_is_never_sampled() -> None:
    masks = torch.rand(2000, 9) < 0.3
    masks[:, 4] = True
    actions = sample(barred(torch.randn(2000, 9) * 5, masks))
    assert masks.gather(1, actions[:, None]).all()


def test_the_command_trains(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = f"train {GAME.name} --seats 2 --minutes 0.02 --lanes 128 --width 16 --matches 64 --device cpu --json"
    assert main([*line.split(), "--folder", str(tmp_path / "run")]) == 0
    shares = json.loads(capsys.readouterr().out)["shares"]
    assert 0 <= shares["2"][0] <= 1


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("train nosuchgame", "There is no game"),
        ("train papageno --seats 9", "is played by 2 to 5 players"),
        ("train papageno --seats two", "Numbers of seats are written like"),
        ("train papageno --minutes 0", "--minutes must be more than 0"),
        ("train papageno --rate 0", "--rate must be between 0 and 1"),
        ("train papageno --start nosuchfolder", "There are no weights in nosuchfolder"),
    ],
)
def test_what_cannot_be_trained_is_said_in_a_sentence(
    line: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(line.split()) == 2
    assert words in capsys.readouterr().err
